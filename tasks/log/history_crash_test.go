//go:build unix

package log

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

// wait waits until everything is written.
func (h *History) wait() {
	ended := make(chan bool)
	h.enqueue(func() { close(ended) })
	<-ended
}

// TestAnyOperationOfAHistoryMayFailOrBeTheLast claims ten tasks, one after the other. A failure is reported once. Whether the operation
// fails or the process is killed there, what was written before is read afterwards, and the next board finds the rest.
func TestAnyOperationOfAHistoryMayFailOrBeTheLast(t *testing.T) {
	tasksNow := func(status tasks.Status, owner string) (now []*tasks.Task) {
		for i := range 10 {
			now = append(now, task(fmt.Sprint(i), status, owner, noon))
		}
		return now
	}
	for _, dies := range []bool{false, true} {
		for n := 1; ; n++ {
			dir, d, reported := filepath.Join(t.TempDir(), "list"), &faultDisk{Disk: System, at: n, dies: dies}, 0
			h := OpenHistory(dir, Options{Disk: d, OnError: func(error) { reported++ }})
			h.growth = 700 // it is written anew now and then
			<-h.Begin(tasksNow(tasks.Pending, ""), nil)
			written := 0
			for i := range 10 {
				h.Record([]Event{moved(tasks.EventClaimed, fmt.Sprint(i), time.Duration(i), is(tasks.Pending, ""), is(tasks.InProgress, "bob"))})
				h.wait()
				if reported == 0 {
					written++
				}
			}
			h.Close(noon)
			when := fmt.Sprintf("dies %v, operation %d (%s)", dies, n, d.what)
			// What is only to be made room by may fail: nobody misses it.
			silent := strings.HasPrefix(d.what, "list") || strings.HasPrefix(d.what, "remove") || d.what == "close" || strings.HasPrefix(d.what, "stat "+dir)
			if reported > 1 || reported == 0 && d.what != "" && !silent && n < d.done-3 {
				t.Errorf("%s: reported %d times", when, reported)
			}
			b := opened(t, dir, Options{}, tasksNow(tasks.InProgress, "bob")...)
			seen, all := 0, map[string]bool{}
			for _, e := range b.past.Events {
				if all[e.Key.Name] = true; !e.Found {
					seen++
				}
				if e.Kind != tasks.EventClaimed && e.Kind != tasks.EventCreated {
					t.Errorf("%s: %q", when, words(b.past.Events))
				}
			}
			if seen < written-1 || len(all) != 10 && seen > 0 {
				t.Errorf("%s: %d of %d that were written are read, %d in all: %q", when, seen, written, len(all), words(b.past.Events))
			}
			b.Close(time.Time{})
			if left, _ := filepath.Glob(filepath.Join(dir, historyName, ".begin-*")); len(left) > 0 && !dies && !strings.HasPrefix(d.what, "remove") {
				t.Errorf("%s: left is %v", when, left)
			}
			if d.what == "" {
				if n < 40 || written != 10 {
					t.Errorf("only %d operations, %d events", n-1, written)
				}
				break
			}
		}
	}
}

func TestAFullDiskIsReportedOnceAndWhatItMissedIsFoundLater(t *testing.T) {
	dir := t.TempDir()
	var reported []error
	d := &faultDisk{Disk: System}
	b := opened(t, dir, Options{Disk: d, OnError: func(err error) { reported = append(reported, err) }})
	d.full = true
	for i := range 100 {
		b.Record([]Event{moved(tasks.EventCreated, fmt.Sprint(i), 0, State{}, is(tasks.Pending, ""))})
	}
	b.wait()
	d.full = false // there is room again, and what was missed must not count as seen
	b.Close(noon)
	if len(reported) != 1 || !errors.Is(reported[0], errFault) || !strings.Contains(reported[0].Error(), "cannot be written") {
		t.Errorf("it reports %v", reported)
	}
	var now []*tasks.Task
	for i := range 100 {
		now = append(now, task(fmt.Sprint(i), tasks.Pending, "", noon))
	}
	if b = opened(t, dir, Options{}, now...); b.past.Found < 90 || len(b.past.Events) != 100 || !b.past.LastVisit.IsZero() {
		t.Errorf("%d of %d were found", b.past.Found, len(b.past.Events))
	}
}
