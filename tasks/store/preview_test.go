package store

import (
	"maps"
	"os"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// TestAPreviewShowsWhatIsWritten previews every edit and its undo, applies the previews to a store in memory, and then carries the edit out.
func TestAPreviewShowsWhatIsWritten(t *testing.T) {
	for _, sc := range scenes() {
		if strings.HasSuffix(sc.name, createInS12) {
			continue
		}
		t.Run(sc.name, func(t *testing.T) {
			b := journalled(t, sc.set(t), t.TempDir())
			e := sc.edit
			if sc.undo {
				b.mustApply(e)
				b.refresh()
				var err error
				e, err = b.s.Batch().Undo(e.ID)
				testdir.Must(t, err)
			}
			before := b.filesAndMark()
			previews, err := b.s.Preview(t.Context(), e)
			testdir.Must(t, err)
			if now := b.filesAndMark(); !maps.Equal(now, before) || b.s.ApplyPreview(previews) == nil {
				t.Errorf("a preview wrote %v", now)
			}
			shown := opened(t, b.dir, Options{ReadOnly: true})
			for _, p := range previews {
				testdir.Must(t, shown.s.ApplyPreview([]Preview{p}))
				shown.refresh(p.Name)
			}
			shown.refresh()

			b.mustApply(e)
			b.refresh()
			want, after := maps.Clone(before), b.filesAndMark()
			for _, p := range previews {
				name := p.Name
				if e.Verb == tasks.VerbNote || sc.name == "undo of "+noteScene {
					name = "../" + name
				}
				if string(p.Before) != before[name] {
					t.Errorf("%s is shown as %q before", name, p.Before)
				}
				if want[name] = string(p.After); p.After == nil {
					delete(want, name)
				}
			}
			if !maps.Equal(after, want) {
				t.Errorf("shown is %v\nwritten is %v", want, after)
			}
			if len(shown.tasks) != len(b.tasks) {
				t.Errorf("%d tasks are shown, there are %d", len(shown.tasks), len(b.tasks))
			}
			for name, task := range b.tasks {
				raw, err := shown.s.Raw(name, nil)
				is := shown.tasks[name]
				if err != nil || string(raw) != after[name] || is == nil || is.Status != task.Status || is.Owner != task.Owner || len(is.WaitsFor) != len(task.WaitsFor) {
					t.Errorf("%s is shown as %+v, %q, %v", name, is, raw, err)
				}
			}
		})
	}
}

// filesAndMark returns the files with .highwatermark.
func (b *harness) filesAndMark() map[string]string {
	b.t.Helper()
	all := b.files()
	if raw, err := os.ReadFile(b.path(markName)); err == nil {
		all[markName] = string(raw)
	}
	return all
}

func TestAPreviewFailsAsTheEditWould(t *testing.T) {
	b := journalled(t, newDir(t), t.TempDir())
	b.write(task1, s07File(1, "a", "in_progress"))
	b.write("task_2.json", s07File(2, "b", "pending", 1))
	b.refresh()
	complete := b.edit(tasks.VerbComplete, task1, "me")
	testdir.Must(t, os.Remove(b.path("task_2.json")), os.Symlink(task1, b.path("task_2.json")))
	if _, err := b.s.Preview(t.Context(), complete); err == nil || !strings.Contains(err.Error(), "link") || strings.Contains(err.Error(), "done") {
		t.Errorf("a later step cannot be done: %v", err)
	}
	b.write(task1, s07File(1, "a", "completed"))
	if _, err := b.s.Preview(t.Context(), complete); err == nil {
		t.Error("somebody else completed it")
	}
}
