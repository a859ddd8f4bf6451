//go:build unix

package store

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// wasDeleted is what is kept of what others deleted: "name subject".
func (b *harness) wasDeleted() string {
	b.t.Helper()
	all, err := b.s.Past().Deleted()
	testdir.Must(b.t, err)
	var words []string
	for _, d := range all {
		words = append(words, d.Task.Name+" "+d.Task.Subject+" "+d.Description)
	}
	return strings.Join(words, ", ")
}

const deletedTask = `{"id": "task_1", "subject": "%s", "description": "what to do", "status": "pending", "owner": null, "blockedBy": []}`

func TestWhatOthersDeleteIsKeptAsItWasReadLastAndWhatWeDeleteIsNot(t *testing.T) {
	dir, state := t.TempDir(), t.TempDir()
	b := opened(t, dir, Options{State: state})
	b.write("task_1.json", fmt.Sprintf(deletedTask, "first"))
	b.write("task_2.json", strings.Replace(fmt.Sprintf(deletedTask, "ours"), "task_1", "task_2", 1))
	b.refresh("task_1.json", "task_2.json")
	b.write("task_1.json", fmt.Sprintf(deletedTask, "as it was last"))
	b.refresh("task_1.json")
	testdir.Must(t, os.Remove(b.path("task_1.json")))
	b.mustApply(b.edit(tasks.VerbDelete, "task_2.json", "me"))
	b.refresh("task_1.json", "task_2.json")
	want := "task_1.json as it was last what to do"
	if got := b.wasDeleted(); got != want || b.s.last.size != 0 {
		t.Errorf("kept is %q, and %d bytes are held", got, b.s.last.size)
	}
	b.refresh()
	if files, err := os.ReadDir(filepath.Join(b.s.journal.Dir(), "deleted")); err != nil || len(files) != 1 {
		t.Errorf("it is kept in %v, %v", files, err)
	}
	testdir.Must(t, b.s.Close())
	if got := opened(t, dir, Options{State: state}).wasDeleted(); got != want {
		t.Errorf("after a restart it is %q", got)
	}
}

func TestTheBytesThatAreHeldAreBounded(t *testing.T) {
	var l lastBytes
	for i := range 100 {
		l.hold(fmt.Sprint(i), make([]byte, maxLastBytes/50))
	}
	if l.size > maxLastBytes || len(l.of) != 50 || !l.full.Load() {
		t.Errorf("%d bytes of %d files, full %v", l.size, len(l.of), l.full.Load())
	}
	l.hold("7", nil) // a newer version that there is no room for: what is held of an older one must go, it is not the last
	if _, held := l.of["7"]; held || l.size != maxLastBytes/50*49 {
		t.Errorf("%d bytes of %d files", l.size, len(l.of))
	}
	for i := range 100 {
		l.drop(fmt.Sprint(i))
	}
	if l.size != 0 || l.full.Load() {
		t.Errorf("%d bytes are left, full %v", l.size, l.full.Load())
	}
}
