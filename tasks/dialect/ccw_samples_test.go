package dialect

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sideboard/tasks"
)

// Files that real agents wrote are kept outside the project: SIDEBOARD_SAMPLES names the folder that holds them.
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
		if err != nil {
			t.Fatal(err)
		}
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
		if task.Limits != 0 || task.Unseen || task.Traits == Workflow || task.Status == tasks.Foreign {
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
