package dialect

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// The samples are files that real agents wrote, outside of the project: SIDEBOARD_SAMPLES names the directory of the collection, and
// its directories are named after the tools.
func TestSamplesDecodeSensiblyAndAnEditTouchesOnlyItsFieldsBytes(t *testing.T) {
	samples := os.Getenv("SIDEBOARD_SAMPLES")
	if samples == "" {
		t.Skip("SIDEBOARD_SAMPLES names no directory of samples")
	}
	folders := map[string]map[string][]byte{}
	testdir.Must(t, filepath.WalkDir(samples, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || Noise(e.Name()) && e.Name() != ".highwatermark" && e.Name() != ".lock" {
			return err
		}
		dir, name := filepath.Dir(path), strings.ReplaceAll(e.Name(), "~v2", "")
		if _, after, ok := strings.Cut(name, "~.task~"); ok {
			name = after
		}
		if folders[dir] == nil {
			folders[dir] = map[string][]byte{}
		}
		folders[dir][name], err = os.ReadFile(path)
		return err
	}))
	for dir, files := range folders {
		rel, err := filepath.Rel(samples, dir)
		testdir.Must(t, err)
		t.Run(rel, func(t *testing.T) { checkSamples(t, rel, files) })
	}
}

// checkSamples decodes and edits the files of one directory.
func checkSamples(t *testing.T, rel string, files map[string][]byte) {
	tool, design, _ := strings.Cut(rel, "/")
	path := "/p/.tasks"
	switch tool {
	case "claude-code":
		path = "/p/.claude/tasks"
	case "ccw":
		path = session
	}
	b := NewCodec(path)
	names := slices.Collect(maps.Keys(files))
	b.List(names, slices.Contains(names, ".lock"))
	same := map[string]string{"s11": "s_full", "s07bidir": "s07blocks", "s17": "s12", "s20": "s18", "v9": "v6early"}
	for name, raw := range files {
		if Noise(name) {
			continue
		}
		task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
		if broken, ok := errors.AsType[*BrokenError](err); ok {
			if broken.Kind != tasks.NotATask || !slices.Contains([]string{"ccw-session", "s12wt-team-worktrees", "s12-s18"}, tool) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if task.Subject == "" || task.ID.Empty() || tool == "ccw" && (task.Limits != 0 || task.Unseen || task.Status == tasks.Foreign) {
			t.Errorf("%s: %+v", name, task)
		}
		if is := task.Traits.Dialect; tool == "generated" && (is != design && is != same[design] || task.Limits != 0 || task.Unseen) {
			t.Errorf("%s: %s, limits %d, %q", name, is, task.Limits, task.Why)
		}
		id := tasks.RefValue(tasks.ID{Text: "77", Num: task.Traits.NumericIDs})
		for _, c := range []tasks.Change{
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.InProgress)},
			{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)},
			{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("zoé")},
			{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("other")},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: id},
			{Field: tasks.FieldUpdated, Op: tasks.Touch},
		} {
			checkEdit(t, path, name, raw, c)
		}
	}
}
