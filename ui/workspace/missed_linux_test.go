package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// The system does not report writes through a mapped page.
func TestAChangeThatTheSystemDoesNotTellIsFound(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	path := filepath.Join(dir, "task_1.json")
	writeFile(t, path, `{"id": 1, "subject": "a", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`)
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	testdir.Must(t, err)
	defer w.Close()
	if d, err := w.Next(t.Context()); err != nil || len(d.Put) != 1 || d.Loading {
		t.Fatalf("%+v, %v", d, err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	testdir.Must(t, err)
	defer f.Close()
	page, err := unix.Mmap(int(f.Fd()), 0, 30, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	testdir.Must(t, err)
	page[len(`{"id": 1, "subject": "`)] = 'b'
	testdir.Must(t, unix.Msync(page, unix.MS_SYNC), unix.Munmap(page))
	if d, err := w.Next(t.Context()); err != nil || len(d.Put) != 1 || d.Put[0].Subject != "b" {
		t.Fatalf("%+v, %v", d, err)
	}
}
