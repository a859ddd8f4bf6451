//go:build unix && !race

package log

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestOfAHugeHistoryTheNewestEventsAreHeld(t *testing.T) {
	var raw []byte
	for i := range 3*MaxEvents + 7 {
		raw = appendRecord(raw, &record{Event: moved(tasks.EventTookOver, "task_1.json", time.Duration(i)*time.Second, State{}, State{})})
	}
	last := parsed(raw).events
	if n := len(last); n < MaxEvents || n > 2*MaxEvents || !last[n-1].At.Equal(at((3*MaxEvents+6)*time.Second)) {
		t.Errorf("%d events are held", n)
	}
}

func TestALineThatIsTooLongTakesNoMemoryAndNoEventAway(t *testing.T) {
	raw := append(bytes.Repeat([]byte("x"), 16<<20), '\n')
	raw = appendRecord(raw, &record{Event: moved(tasks.EventTookOver, "task_1.json", time.Second, State{}, State{})})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	p := parsed(raw)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; len(p.events) != 1 || n > 1<<20 {
		t.Errorf("next to a line of 16 MB %d events are read, with %d bytes", len(p.events), n)
	}
}

func TestAnyNumberOfEventsStaysBounded(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{})
	from := State{}
	n := 25_000
	if os.Getenv("SIDEBOARD_TIMES") != "" {
		n = 1_000_000
	}
	batch := make([]Event, 0, 1000)
	for i := range n {
		to := is(tasks.InProgress, []string{"agent-1", "agent-2"}[i%2])
		batch = append(batch, moved(tasks.EventTookOver, fmt.Sprintf("task_17780000%02d_00%02d.json", i%100, i%100), time.Duration(i)*time.Second, from, to))
		if from = to; len(batch) == cap(batch) {
			testdir.Must(t, b.write(batch))
			batch = batch[:0]
		}
	}
	b.Close(noon)
	total := sizeOf(t, filepath.Join(dir, historyName))
	began := time.Now()
	b = opened(t, dir, Options{})
	newest := b.past.Events[len(b.past.Events)-b.past.Found-1]
	t.Logf("%d bytes; a start reads them in %v and knows %d events", total, time.Since(began), len(b.past.Events))
	if total > maxHistoryBytes || b.past.Found != 100 || len(b.past.Events) != MaxEvents || !newest.At.Equal(at(time.Duration(n-1)*time.Second)) {
		t.Errorf("%d bytes, the newest is of %v", total, newest.At)
	}
}
