//go:build unix

package log

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// allocated returns how many bytes f allocates.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestOfAHugeJournalOnlyTheEndIsRead(t *testing.T) {
	const size = 5 * MaxBytes / 4
	newest := `{"at":"2026-11-27T00:10:00Z","what":"done","edit":"7"}` + "\n"
	for what, line := range map[string]string{
		"short lines":    `{"at":"2026-11-27T00:09:38Z","what":"done","edit":"1"}`,
		"no lines":       strings.Repeat("x", 100),
		"later lines":    `{"at":"2036-11-27T00:09:38Z","what":"done","edit":"1"}`,
		"one long line":  `{"what":"` + strings.Repeat("x", size) + `"}`,
		"an endless one": strings.Repeat("x", 2*maxLine),
	} {
		r, _, _ := openTestJournal(t)
		raw := strings.Repeat(line+"\n", max(1, size/len(line))) + newest
		testdir.Must(t, os.WriteFile(filepath.Join(r.dir, "20261127T000000.000000001-2"+openSuffix), []byte(raw), 0o600))
		for how, read := range map[string]func() []Entry{
			"history": func() []Entry { all, _ := r.Read(); return all },
			"crashes": func() (all []Entry) {
				found, _ := r.Crashes()
				for _, c := range found {
					all = append(all, c.Entries...)
					c.Release()
				}
				return all
			},
			"since": func() []Entry {
				all, _ := r.Since(time.Date(2026, 11, 27, 0, 9, 59, 0, time.UTC))
				return all
			},
		} {
			if what != "short lines" && how != "history" {
				continue // all read the same end
			}
			var all []Entry
			bytes := allocated(func() { all = read() })
			found := false
			for _, e := range all {
				found = found || e.ID == 7
			}
			if !found || len(all) > maxLines || bytes > 12*MaxBytes {
				t.Errorf("%s, %s: %d lines, %d MB, the newest: %v", what, how, len(all), bytes>>20, found)
			}
		}
	}
}

func TestALineThatIsTooLongIsPassedOverWithoutBeingHeld(t *testing.T) {
	long := strings.Repeat("x", 5<<20)
	for text, want := range map[string]string{
		"a\nb\n": "a\n|b\n|", "a\nb": "a\n|b|", "": "", "\n": "\n|", long: "|", "a\n" + long + "\nb\n": "a\n||b\n|", long + "\n": "|", "a\n" + long: "a\n||",
	} {
		got := ""
		bytes := allocated(func() {
			testdir.Must(t, eachLine(bytes.NewReader([]byte(text)), 1<<17, func(line []byte) { got += string(line) + "|" }))
		})
		if got != want || bytes > 11<<20 { // of the text itself there are two copies
			t.Errorf("%.20q: %.20q, %d bytes", text, got, bytes)
		}
	}
	middle := strings.Repeat("y", 1<<17-1) + "\n"
	got := 0
	testdir.Must(t, eachLine(strings.NewReader(middle+middle), 1<<17, func(line []byte) { got += len(line) }))
	if got != 2*len(middle) {
		t.Errorf("of lines that fill the room %d of %d bytes are read", got, 2*len(middle))
	}
}

func TestOfDeletedFilesThatAreTooManyTheNewestAreRead(t *testing.T) {
	r, _, _ := openTestJournal(t)
	dir := filepath.Join(r.dir, deletedName)
	testdir.Must(t, os.MkdirAll(dir, 0o700))
	for i := range 6 { // as a version left them that kept more
		line, err := json.Marshal(Deleted{Name: fmt.Sprintf("%d.json", i), At: time.Now(), Raw: bytes.Repeat([]byte("x"), 4<<20)})
		testdir.Must(t, err, os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), append(line, '\n'), 0o600))
	}
	all, err := r.Deleted()
	testdir.Must(t, err)
	if len(all) < 2 || len(all) > 3 || all[0].Name != "5.json" {
		t.Errorf("%d are read", len(all))
	}
}
