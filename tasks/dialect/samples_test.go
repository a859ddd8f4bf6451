package dialect

import (
	"cmp"
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
	folders := map[string]map[string]string{}
	testdir.Must(t, filepath.WalkDir(samples, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || Noise(e.Name()) && e.Name() != ".highwatermark" && e.Name() != ".lock" {
			return err
		}
		raw, err := os.ReadFile(path)
		dir, name := filepath.Dir(path), strings.ReplaceAll(e.Name(), "~v2", "")
		if _, after, ok := strings.Cut(name, "~.task~"); ok {
			name = after
		}
		if folders[dir] == nil {
			folders[dir] = map[string]string{}
		}
		folders[dir][name] = string(raw)
		return err
	}))
	same := map[string]string{"s11": "s_full", "s07bidir": "s07blocks", "s17": "s12", "s20": "s18", "v9": "v6early"}
	for dir, files := range folders {
		rel, err := filepath.Rel(samples, dir)
		testdir.Must(t, err)
		tool, design, _ := strings.Cut(rel, "/")
		path := cmp.Or(map[string]string{"claude-code": "/p/.claude/tasks", "ccw": session}[tool], "/p/.tasks")
		b := NewCodec(path)
		_, lock := files[".lock"]
		b.List(slices.Collect(maps.Keys(files)), lock)
		for name, raw := range files {
			if Noise(name) {
				continue
			}
			task, err := b.Decode(keyed(name), []byte(raw), tasks.Stamp{})
			if broken, ok := errors.AsType[*BrokenError](err); ok {
				if broken.Kind != tasks.NotATask || !slices.Contains([]string{"ccw-session", "s12wt-team-worktrees", "s12-s18"}, tool) {
					t.Errorf("%s/%s: %v", rel, name, err)
				}
				continue
			}
			is, limited := task.Traits.Dialect, task.Limits != 0 || task.Unseen
			if task.Subject == "" || task.ID.Empty() || tool == "ccw" && (limited || task.Status == tasks.Foreign) || tool == "generated" && (is != design && is != same[design] || limited) {
				t.Errorf("%s/%s is %s: %+v", rel, name, is, task)
			}
			for _, c := range []tasks.Change{
				setField(tasks.FieldStatus, tasks.StatusValue(tasks.InProgress)), setText(tasks.FieldOwner, "zoé"), setText(tasks.FieldSubject, "other"),
				{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "77", Num: task.Traits.NumericIDs})},
			} {
				checkEdit(t, path, name, []byte(raw), c)
			}
		}
	}
}
