package matrix

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
)

// sessionFiles is a session of one workflow generation: 1 contains 1.1, which runs, and 1.2, which waits for it; 2
// waits for 3, which is done; 4 says that it is blocked and is not.
func sessionFiles(generation string) map[string]string {
	prefix := map[string]string{refagents.CCW10: "impl-", refagents.CCW5: "IMPL-", refagents.CCW: "TASK-", refagents.CCWFree: "IMPL-"}[generation]
	running := map[string]string{refagents.CCW10: "active", refagents.CCW5: "active"}[generation]
	if running == "" {
		running = "in_progress"
	}
	write := func(n, status string, waits ...string) string {
		var ids []string
		for _, w := range waits {
			ids = append(ids, `"`+prefix+w+`"`)
		}
		list := "[" + strings.Join(ids, ", ") + "]"
		head := fmt.Sprintf("{\n  \"id\": \"%s%s\",\n  \"title\": \"Task %s: 三\",\n", prefix, n, n)
		state := fmt.Sprintf("  \"status\": %q,\n", status)
		switch generation {
		case refagents.CCW10:
			return head + state + "  \"type\": \"feature\", \"agent\": \"code-developer\", \"paths\": \"\",\n  \"context\": {},\n  \"relations\": {\"subtasks\": [], \"dependencies\": " + list + "},\n  \"execution\": {},\n  \"implementation\": {}\n}\n"
		case refagents.CCW5:
			return head + state + "  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\n    \"depends_on\": " + list + "\n  },\n  \"flow_control\": {}\n}\n"
		case refagents.CCW:
			if n == "1" { // this generation has no word for a container
				head += "  \"subtasks\": [\"" + prefix + "1.1\"],\n"
			}
			return head + state + "  \"description\": \"why\",\n  \"depends_on\": " + list + ",\n  \"convergence\": {\"criteria\": [\"x\"]},\n  \"status_history\": [{\"from\": \"\", \"to\": \"pending\", \"changed_at\": \"2026-04-20T15:20:39+08:00\"}]\n}\n"
		}
		if status == "pending" {
			state = "" // it goes without saying
		}
		return head + state + "  \"depends_on\": " + list + "\n}"
	}
	container := "container"
	if generation == refagents.CCW {
		container = "pending"
	}
	files := map[string]string{
		"1": write("1", container), "1.1": write("1.1", running), "1.2": write("1.2", "blocked", "1.1"),
		"2": write("2", "pending", "3"), "3": write("3", "completed"), "4": write("4", "blocked", "3"),
	}
	named := map[string]string{}
	for n, text := range files {
		named[prefix+n+".json"] = text
	}
	return named
}

// sessionWorkspace is a session folder on a disk, and the board on it.
type sessionWorkspace struct {
	*testing.T
	generation, prefix, dir string
	store                   *store.Store
	board                   *board.Board
}

func openSession(t *testing.T, generation string) *sessionWorkspace {
	d := &sessionWorkspace{T: t, generation: generation, dir: filepath.Join(t.TempDir(), ".workflow", "active", "WFS-x", ".task")}
	d.must(os.MkdirAll(d.dir, 0o755))
	for name, text := range sessionFiles(generation) {
		d.must(os.WriteFile(filepath.Join(d.dir, name), []byte(text), 0o644))
		d.prefix = name[:5]
	}
	s, err := store.Open(d.dir, store.Options{State: t.TempDir()})
	d.must(err)
	t.Cleanup(func() { s.Close() })
	d.store, d.board = s, board.New()
	d.must(s.Load(t.Context(), func(delta tasks.Delta) { d.board.Apply(delta) }))
	return d
}

func (d *sessionWorkspace) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatalf("%s: %v", d.generation, err)
	}
}

func (d *sessionWorkspace) key(n string) tasks.Key { return tasks.Key{Name: d.prefix + n + ".json"} }

func (d *sessionWorkspace) files() map[string]string {
	d.Helper()
	entries, err := os.ReadDir(d.dir)
	d.must(err)
	all := map[string]string{}
	for _, e := range entries {
		raw, err := os.ReadFile(filepath.Join(d.dir, e.Name()))
		d.must(err)
		all[e.Name()] = string(raw)
	}
	return all
}

// do applies what a rule allowed, and brings the board up to date.
func (d *sessionWorkspace) do(e tasks.Edit, err error) tasks.Result {
	d.Helper()
	e, err = ask(e, err)
	d.must(err)
	res, err := d.store.Batch().Apply(d.Context(), e)
	d.must(err)
	delta, err := d.store.Refresh(d.Context(), nil)
	d.must(err)
	d.board.Apply(delta)
	return res
}

// ready is what its agents would start, without their prefix.
func (d *sessionWorkspace) ready() string {
	d.Helper()
	l, err := refagents.ReadWorkflow(d.generation, d.dir)
	d.must(err)
	if len(l.Skipped) > 0 {
		d.Errorf("%s: its agents do not see %v", d.generation, l.Skipped)
	}
	var ids []string
	for _, t := range l.Tasks {
		if t.Ready != (d.board.State(tasks.Key{Name: t.File}) == board.Ready) {
			d.Errorf("%s: %s is ready to one and not to the other", d.generation, t.File)
		}
		if t.Ready {
			ids = append(ids, strings.TrimPrefix(t.ID.Text, d.prefix))
		}
	}
	slices.SortFunc(ids, tasks.Natural)
	return strings.Join(ids, " ")
}

func TestActionsOnASessionWriteOneFileAndAreUndoneToTheByte(t *testing.T) {
	for _, generation := range refagents.Workflows() {
		for _, c := range []struct {
			name, of, ready string
			do              func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error)
		}{
			{"claim", "2", "4", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Claim(d.board, k, me, at) }},
			{"claim what says blocked", "4", "2", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Claim(d.board, k, me, at) }},
			{"complete", "1.1", "1.2 2 4", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Complete(d.board, k, me, at) }},
			{"release", "1.1", "1.1 2 4", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Release(d.board, k, me, at) }},
			{"reopen", "3", "3", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Reopen(d.board, k, me, at) }},
			{"link", "4", "2", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) {
				return board.Link(d.board, k, tasks.ID{Text: d.prefix + "2"}, me, at)
			}},
			{"unlink", "1.2", "1.2 2 4", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) {
				return board.Unlink(d.board, k, tasks.ID{Text: d.prefix + "1.1"}, me, at)
			}},
			{"edit", "2", "2 4", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) {
				change := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue("Task 2: 三"), To: tasks.TextValue("Zwei")}
				return board.EditFields(d.board, k, []tasks.Change{change}, me, at)
			}},
			{"delete", "3", "", func(d *sessionWorkspace, k tasks.Key) (tasks.Edit, error) { return board.Delete(d.board, k, me, at) }},
		} {
			d := openSession(t, generation)
			before := d.files()
			if got := d.ready(); got != "2 4" {
				t.Errorf("%s: ready at first: %s", generation, got)
			}
			res := d.do(c.do(d, d.key(c.of)))
			after := d.files()
			for name, text := range before {
				if is, there := after[name]; (name == d.key(c.of).Name) == (there && is == text) {
					t.Errorf("%s, %s: %s is\n%s\nand was\n%s", generation, c.name, name, is, text)
				}
			}
			if got := d.ready(); got != c.ready {
				t.Errorf("%s, %s: ready are %q, not %q", generation, c.name, got, c.ready)
			}
			d.do(d.store.Batch().Undo(res.Edit))
			if undone := d.files(); !maps.Equal(undone, before) {
				t.Errorf("%s, %s undone:\n%v\nwant\n%v", generation, c.name, undone, before)
			}
		}
	}
}

func TestASessionGetsTasksUnderIDsThatArePlannedOrChosen(t *testing.T) {
	for _, generation := range refagents.Workflows() {
		d := openSession(t, generation)
		before := d.files()
		res := d.do(board.Create(d.board, "", tasks.Draft{Subject: "Neu", WaitsFor: []tasks.ID{{Text: d.prefix + "3"}}}, me, at))
		if len(res.Made) != 1 || res.Made[0] != d.key("5") {
			t.Errorf("%s: %v", generation, res.Made)
		}
		if got := d.ready(); generation != refagents.CCWFree && got != "2 4 5" {
			t.Errorf("%s: ready %s", generation, got)
		}
		d.do(d.store.Batch().Undo(res.Edit))
		res = d.do(board.Create(d.board, "", tasks.Draft{Subject: "Neu", ID: d.prefix + "40"}, me, at))
		if len(res.Made) != 1 || res.Made[0] != d.key("40") {
			t.Errorf("%s: %v", generation, res.Made)
		}
		d.do(d.store.Batch().Undo(res.Edit))
		if after := d.files(); !maps.Equal(after, before) {
			t.Errorf("%s: %v", generation, after)
		}
		for whole, is := range map[string]bool{"1": true, "3": false} { // a container, and a task without parts
			e, err := board.Create(d.board, "", tasks.Draft{Subject: "Neu", ID: d.prefix + whole + ".9"}, me, at)
			if err == nil {
				_, err = d.store.Batch().Apply(t.Context(), e)
			}
			if made := err == nil; made != is {
				t.Errorf("%s: a part of %s: %v", generation, whole, err)
			}
		}
	}
}
