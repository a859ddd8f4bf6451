package dialect

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

// samples is a collection of files that real agents wrote, kept beside the project, not in it.
const samples = "../../../shared/samples"

// sampleFolders groups the collection by directory, without what is no .json file.
func sampleFolders(t *testing.T) (folders map[string]map[string][]byte, skipped int) {
	t.Helper()
	if _, err := os.Stat(samples); err != nil {
		t.Skipf("skipped all: no collection of samples beside the project")
	}
	folders = map[string]map[string][]byte{}
	err := filepath.WalkDir(samples, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		if Noise(e.Name()) && e.Name() != ".highwatermark" && e.Name() != ".lock" {
			skipped++
			return nil
		}
		raw, err := os.ReadFile(path)
		dir := filepath.Dir(path)
		if folders[dir] == nil {
			folders[dir] = map[string][]byte{}
		}
		folders[dir][e.Name()] = raw
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return folders, skipped
}

func TestSamplesDecodeSensibly(t *testing.T) {
	folders, skipped := sampleFolders(t)
	t.Logf("skipped %d files that are no .json", skipped)
	want := map[string]string{"s11": "s_full", "s07bidir": "s07blocks", "s17": "s12", "s20": "s18", "v9": "v6early"}
	for dir, files := range folders {
		rel, _ := filepath.Rel(samples, dir)
		top, rest, _ := strings.Cut(rel, "/")
		b := NewCodec(samplePath(top))
		var names []string
		for name := range files {
			names = append(names, name)
		}
		b.List(names, slices.Contains(names, ".lock"))
		for name, raw := range files {
			if Noise(name) {
				continue
			}
			name = strings.ReplaceAll(name, "~v2", "")
			task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
			var broken *Broken
			if errors.As(err, &broken) {
				if broken.Kind != tasks.NotATask || !slices.Contains([]string{"ccw-session", "s12wt-team-worktrees", "s12-s18"}, top) {
					t.Errorf("%s/%s: %v", rel, name, err)
				}
				continue
			}
			got := task.Traits.Dialect
			if top == "generated" {
				is := rest
				if w := want[rest]; w != "" {
					is = w
				}
				if got != is || task.Limits != 0 || task.Unseen {
					t.Errorf("%s/%s: %s, limits %d, %q", rel, name, got, task.Limits, task.Why)
				}
			}
			t.Logf("%-70s %-11s %-11s owner %-8q limits %d unseen %v %s", rel+"/"+name, got, task.Status, task.Owner, task.Limits, task.Unseen, task.Why)
			if task.Subject == "" || task.ID.Empty() {
				t.Errorf("%s/%s: %+v", rel, name, task)
			}
			sampleEdits(t, b, task, raw)
		}
	}
}

// samplePath is where a group of samples would lie.
func samplePath(top string) string {
	switch top {
	case "claude-code":
		return "/p/.claude/tasks"
	case "ccw":
		return "/p/.workflow/active/WFS-x/.task"
	}
	return "/p/.tasks"
}

// sampleEdits holds every edit to its fields: there and back again gives the file as it was.
func sampleEdits(t *testing.T, b *Codec, task *tasks.Task, raw []byte) {
	t.Helper()
	set := func(now []byte, f tasks.Field, to tasks.Value) []byte {
		out, err := b.Render(task, now, []tasks.Change{{Field: f, Op: tasks.Set, To: to}}, noon)
		if err != nil {
			t.Errorf("%s: %v", task.Name, err)
		}
		return out
	}
	if task.Limits&tasks.NoEdit != 0 {
		if _, err := b.Render(task, raw, []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Pending)}}, noon); err == nil {
			t.Errorf("%s: edited", task.Name)
		}
		return
	}
	if task.Status != tasks.Foreign && !bytes.Contains(raw, []byte(`"status_history"`)) && bytes.Contains(raw, []byte(`"status"`)) {
		there := set(raw, tasks.FieldStatus, tasks.StatusValue(tasks.Cancelled))
		if back := set(there, tasks.FieldStatus, tasks.StatusValue(task.Status)); string(back) != string(raw) {
			t.Errorf("%s: the status left traces", task.Name)
		}
	}
	there := set(raw, tasks.FieldSubject, tasks.TextValue("other"))
	if back := set(there, tasks.FieldSubject, tasks.TextValue(task.Subject)); string(back) != string(raw) {
		t.Errorf("%s: the subject left traces:\n%s\n%s", task.Name, raw, back)
	}
}
