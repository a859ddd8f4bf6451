package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/style"
)

func TestARecordingThatCannotSucceedIsRefusedBeforeItBegins(t *testing.T) {
	dir := t.TempDir()
	at := filepath.Join(dir, "x.svg")
	for _, c := range []struct {
		r    recording
		says string // "" if it is possible
	}{
		{recording{size: "no size"}, ""},
		{recording{cast: at, size: "100x30"}, ""},
		{recording{svg: at, size: "100"}, "--size 100"}, {recording{svg: at, size: "100x30x2"}, "--size"}, {recording{svg: at, size: "100x5"}, "--size"},
		{recording{svg: at, size: "40x12"}, ""}, {recording{svg: at, size: "500x30"}, "--size"},
		{recording{stills: filepath.Join(dir, "no", "x.svg"), size: "100x30"}, "there is no directory"},
	} {
		f, err := c.r.film(2, style.Usual)
		if c.says == "" && (err != nil || (f != nil) != c.r.wanted() || f != nil && f.Speed != 2) || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%+v: %+v, %v", c.r, f, err)
		}
	}
}

func TestARecordingWritesTheFilesThatWereAskedFor(t *testing.T) {
	dir := t.TempDir()
	r := recording{cast: filepath.Join(dir, "a.cast"), svg: filepath.Join(dir, "a.svg"), stills: filepath.Join(dir, "b.svg"), size: "40x12"}
	f, err := r.film(1, style.Usual)
	testdir.Must(t, err)
	f.Shoot("one")
	f.Shoot("two")
	testdir.Must(t, r.write(f))
	for name, has := range map[string]string{"a.cast": `"version":3`, "a.svg": "@keyframes", "b-01.svg": ">one<", "b-02.svg": ">two<"} {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || !strings.Contains(string(raw), has) {
			t.Errorf("%s: %q, %v", name, raw, err)
		}
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 4 {
		t.Errorf("%d files, %v", len(names), err)
	}
	testdir.Must(t, os.Mkdir(filepath.Join(dir, "d"), 0o755))
	if err := (&recording{cast: filepath.Join(dir, "d")}).write(f); err == nil || !strings.Contains(err.Error(), "write the recording") {
		t.Errorf("a directory is in the way: %v", err)
	}
}
