package workspace_test

import (
	"os"
	"path/filepath"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/ui/workspace"
)

func TestAMarkThatChangesAloneIsNews(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "x")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if d, err := w.Next(t.Context()); err != nil || d.Loading || d.Mark != 0 {
		t.Fatalf("%+v, %v", d, err)
	}
	for _, mark := range []uint64{7, 8, 0} {
		path := filepath.Join(dir, ".highwatermark")
		if mark > 0 {
			err = os.WriteFile(path, []byte{byte('0' + mark)}, 0o644)
		} else {
			err = os.Remove(path)
		}
		if err != nil {
			t.Fatal(err)
		}
		if d, err := w.Next(t.Context()); err != nil || d.Mark != mark {
			t.Fatalf("%d: %+v, %v", mark, d, err)
		}
	}
}
