package dialect

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// samples is a collection of files that real agents wrote, kept outside of the project.
const samples = "../../../shared/samples"

// sampleFolders groups the collection by directory, without what is no .json file.
func sampleFolders(t *testing.T) (folders map[string]map[string][]byte, skipped int) {
	t.Helper()
	if _, err := os.Stat(samples); err != nil {
		t.Skipf("skipped all: no collection of samples")
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
	testdir.Must(t, err)
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
			if broken, is := errors.AsType[*Broken](err); is {
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

// workflowSamples visits files that real agents wrote. They are kept outside the project: SIDEBOARD_SAMPLES names the folder
// that holds them.
func workflowSamples(t *testing.T, visit func(t *testing.T, b *Codec, task *tasks.Task, raw []byte)) {
	folder := os.Getenv("SIDEBOARD_SAMPLES")
	if folder == "" {
		t.Skip("SIDEBOARD_SAMPLES names no folder of samples")
	}
	files, _ := filepath.Glob(filepath.Join(folder, "ccw", "*", "*.json"))
	hidden, _ := filepath.Glob(filepath.Join(folder, "ccw", "*", ".*.json"))
	n := 0
	for _, path := range append(files, hidden...) {
		raw, err := os.ReadFile(path)
		testdir.Must(t, err)
		_, name, _ := strings.Cut(filepath.Base(path), "~.task~")
		b := NewCodec(session)
		task, err := b.Decode(keyed(name), raw, tasks.Stamp{})
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		n++
		visit(t, b, task, raw)
	}
	t.Logf("%d files", n)
	if n == 0 {
		t.Error("there are no samples in it")
	}
}

func TestRealWorkflowFilesKeepEveryOtherByte(t *testing.T) {
	workflowSamples(t, func(t *testing.T, b *Codec, task *tasks.Task, raw []byte) {
		if task.Limits != 0 || task.Unseen || task.Traits == Unknown || task.Status == tasks.Foreign {
			t.Errorf("%s: %s, limits %d, %s %q", task.Name, task.Traits.Dialect, task.Limits, task.Status, task.Why)
		}
		render := func(now []byte, cs ...tasks.Change) []byte {
			out, err := b.Render(task, now, cs, noon)
			if err != nil {
				t.Errorf("%s: %v: %v", task.Name, cs, err)
			}
			return out
		}
		set := func(f tasks.Field, to tasks.Value) tasks.Change { return tasks.Change{Field: f, Op: tasks.Set, To: to} }
		ref := tasks.RefValue(tasks.ID{Text: "IMPL-77"})
		add, drop := tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: ref}, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: ref}

		other := render(raw, set(tasks.FieldSubject, tasks.TextValue("other")))
		if back := render(other, set(tasks.FieldSubject, tasks.TextValue(task.Subject))); !bytes.Equal(back, raw) {
			t.Errorf("%s: the title left traces", task.Name)
		}
		linked := render(raw, add)
		if len(task.WaitsFor) > 0 && !bytes.Equal(render(linked, drop), raw) {
			t.Errorf("%s: the dependency left traces:\n%s", task.Name, render(linked, drop))
		}
		only(t, task.Name, raw, linked, "depends_on")
		for s := tasks.Pending; s <= tasks.Cancelled; s++ {
			only(t, task.Name, raw, render(raw, set(tasks.FieldStatus, tasks.StatusValue(s))), "status", "status_history")
		}
		if !strings.Contains(string(raw), "status_history") && strings.Contains(string(raw), `"status"`) {
			there := render(raw, set(tasks.FieldStatus, tasks.StatusValue(tasks.Failed)))
			if back := render(there, set(tasks.FieldStatus, tasks.StatusValue(task.Status))); !bytes.Equal(back, raw) {
				t.Errorf("%s: the status left traces", task.Name)
			}
		}
		lacks, _ := Lacks(task.Traits, raw)
		t.Logf("%-26s %-8s %-11s waits for %d, %d facts, lacks %v", task.Name, task.Traits.Dialect, task.Status, len(task.WaitsFor), len(b.Facts(raw)), lacks)
	})
}

// only holds two texts of one file to differ in these members alone, by meaning and by bytes.
func only(t *testing.T, name string, before, after []byte, members ...string) {
	t.Helper()
	var was, is map[string]any
	if json.Unmarshal(before, &was) != nil || json.Unmarshal(after, &is) != nil {
		t.Errorf("%s is no JSON any more:\n%s", name, after)
		return
	}
	rawWas, rawIs := rawMembers(before), rawMembers(after)
	for _, m := range members {
		delete(was, m)
		delete(is, m)
		delete(rawWas, m)
		delete(rawIs, m)
	}
	if !reflect.DeepEqual(was, is) || !reflect.DeepEqual(rawWas, rawIs) {
		t.Errorf("%s: more than %v differs:\n%s", name, members, after)
	}
}
