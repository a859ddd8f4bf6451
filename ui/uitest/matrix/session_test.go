package matrix

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// sessionTask is a task of a workflow session before it is a file. Its ids are numbers: 1.2 is IMPL-1.2 in its file.
type sessionTask struct {
	n, status, parent string
	waits, parts      []string
}

func prefixOf(generation string) string {
	return map[string]string{refagents.CCW10: "impl-", refagents.CCW: "TASK-"}[generation] + map[string]string{refagents.CCW5: "IMPL-", refagents.CCWFree: "IMPL-"}[generation]
}

// text returns the file of a task as its generation writes it. The layouts differ, because language models write most of them.
func (s sessionTask) text(generation string) string {
	prefix := prefixOf(generation)
	list := func(ns []string) string {
		var ids []string
		for _, n := range ns {
			ids = append(ids, `"`+prefix+n+`"`)
		}
		return "[" + strings.Join(ids, ", ") + "]"
	}
	parent := "null"
	if s.parent != "" {
		parent = `"` + prefix + s.parent + `"`
	}
	old := generation == refagents.CCW10 || generation == refagents.CCW5
	if s.status == "in_progress" && old {
		s.status = "active"
	}
	head := fmt.Sprintf("{\n  \"id\": \"%s%s\",\n  \"title\": \"Task %s: 三\",\n", prefix, s.n, s.n)
	family := `"parent": ` + parent + `, "subtasks": ` + list(s.parts)
	state := fmt.Sprintf("  \"status\": %q,\n", s.status)
	switch generation {
	case refagents.CCW10:
		return head + state + "  \"type\": \"feature\", \"agent\": \"code-developer\", \"paths\": \"\",\n  \"context\": {},\n  \"relations\": {" + family +
			", \"dependencies\": " + list(s.waits) + "},\n  \"execution\": {},\n  \"implementation\": {}\n}\n"
	case refagents.CCW5:
		return head + state + "  \"meta\": {\"type\": \"feature\", \"agent\": \"@code-developer\"},\n  \"context\": {\n    " + family + ",\n    \"depends_on\": " +
			list(s.waits) + "\n  },\n  \"flow_control\": {}\n}\n"
	case refagents.CCW:
		return head + state + "  \"description\": \"why\", " + family + ",\n  \"depends_on\": " + list(s.waits) + ",\n  \"convergence\": {\"criteria\": [\"x\"]},\n" +
			"  \"status_history\": [{\"from\": \"\", \"to\": \"pending\", \"changed_at\": \"2026-04-20T15:20:39+08:00\"}]\n}\n"
	}
	if s.status == "pending" {
		state = "" // it goes without saying
	}
	return head + state + "  " + strings.Replace(family, "subtasks", "children", 1) + ",\n  \"depends_on\": " + list(s.waits) + "\n}"
}

// session is a session folder on a disk, and the board on it.
type session struct {
	testing.TB
	generation, prefix, dir string
	store                   *store.Store
	board                   *board.Board
}

func openSession(t testing.TB, generation string, all []sessionTask) *session {
	dir, err := os.MkdirTemp(t.TempDir(), "")
	testdir.Must(t, err)
	d := &session{TB: t, generation: generation, prefix: prefixOf(generation), dir: filepath.Join(dir, ".workflow", "active", "WFS-x", ".task"), board: board.New()}
	d.must(os.MkdirAll(d.dir, 0o755))
	for _, s := range all {
		d.must(os.WriteFile(filepath.Join(d.dir, d.key(s.n).Name), []byte(s.text(generation)), 0o644))
	}
	d.store, err = store.Open(d.dir, store.Options{State: dir})
	d.must(err)
	t.Cleanup(func() { d.store.Close() })
	d.must(d.store.Load(t.Context(), func(delta tasks.Delta) { d.board.Apply(delta) }))
	return d
}

// inTheMiddle is a session in which 1 contains 1.1, which runs, and 1.2, which waits for it; 2 waits for 3, which is done; 4 says
// that it is blocked and is not. The schema of 2026 has no word for a container.
func inTheMiddle(generation string) []sessionTask {
	container := "container"
	if generation == refagents.CCW {
		container = "pending"
	}
	return []sessionTask{
		{n: "1", status: container, parts: []string{"1.1"}}, {n: "1.1", status: "in_progress"}, {n: "1.2", status: "blocked", waits: []string{"1.1"}},
		{n: "2", status: "pending", waits: []string{"3"}}, {n: "3", status: "completed"}, {n: "4", status: "blocked", waits: []string{"3"}},
	}
}

func (d *session) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatalf("%s: %v", d.generation, err)
	}
}

func (d *session) key(n string) tasks.Key { return keyOf(d.prefix + n + ".json") }

func (d *session) files() map[string]string {
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
func (d *session) do(e tasks.Edit, err error) tasks.Result {
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

// ready is what its agents would start, without their prefix. The board must say the same of each task, and read it as they do.
func (d *session) ready() string {
	d.Helper()
	l, err := refagents.ReadWorkflow(d.generation, d.dir)
	d.must(err)
	if len(l.Skipped) > 0 {
		d.Errorf("%s: its agents do not see %v", d.generation, l.Skipped)
	}
	var ids []string
	for _, t := range l.Tasks {
		ours := d.board.Task(keyOf(t.File))
		if ours.Traits.Dialect != d.generation || ours.ID != t.ID || ours.Subject != t.Subject || tasks.RefsValue(ours.WaitsFor) != tasks.RefsValue(t.WaitsFor) {
			d.Errorf("%s: they read %+v, here it is %+v", d.generation, t, ours)
		}
		if t.Ready != (d.board.State(keyOf(t.File)) == board.Ready) {
			d.Errorf("%s: %s is ready for its agents: %v, and not here\n%v", d.generation, t.File, t.Ready, d.files())
		}
		if t.Ready {
			ids = append(ids, strings.TrimPrefix(t.ID.Text, d.prefix))
		}
	}
	slices.SortFunc(ids, tasks.Natural)
	return strings.Join(ids, " ")
}

func TestActionsOnASessionWriteOneFileAndAreUndoneToTheByte(t *testing.T) {
	rule := func(rule ruleOf) func(*session, tasks.Key) (tasks.Edit, error) {
		return func(d *session, k tasks.Key) (tasks.Edit, error) { return rule(d.board, k, me, at) }
	}
	for _, generation := range refagents.Workflows() {
		for _, c := range []struct {
			name, of, ready string
			do              func(d *session, k tasks.Key) (tasks.Edit, error)
		}{
			{"claim", "2", "4", rule(board.Claim)},
			{"claim what says blocked", "4", "2", rule(board.Claim)},
			{"complete", "1.1", "1.2 2 4", rule(board.Complete)},
			{"release", "1.1", "1.1 2 4", rule(board.Release)},
			{"reopen", "3", "3", rule(board.Reopen)},
			{"link", "4", "2", func(d *session, k tasks.Key) (tasks.Edit, error) {
				return board.Link(d.board, k, tasks.ID{Text: d.prefix + "2"}, me, at)
			}},
			{"unlink", "1.2", "1.2 2 4", func(d *session, k tasks.Key) (tasks.Edit, error) {
				return board.Unlink(d.board, k, tasks.ID{Text: d.prefix + "1.1"}, me, at)
			}},
			{"edit", "2", "2 4", func(d *session, k tasks.Key) (tasks.Edit, error) {
				return board.EditFields(d.board, k, []tasks.Change{set(tasks.FieldSubject, "Task 2: 三", "Zwei")}, me, at)
			}},
			{"delete", "3", "", rule(board.Delete)},
		} {
			d := openSession(t, generation, inTheMiddle(generation))
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

func TestReadyIsWhatItsAgentsWouldStartInAnySession(t *testing.T) {
	numbers := []string{"1", "1.1", "1.2", "2", "2.1", "3"}
	some := rapid.SliceOfNDistinct(rapid.SampledFrom(append(slices.Clone(numbers), "9")), 0, 2, rapid.ID[string])
	for _, generation := range refagents.Workflows() {
		words := []string{"pending", "pending", "in_progress", "completed", "completed", "blocked", "failed", "skipped"}
		if generation == refagents.CCW10 || generation == refagents.CCW5 {
			words = append(words[:6], "container")
		}
		rapid.Check(t, func(rt *rapid.T) {
			var all []sessionTask
			for _, n := range numbers {
				s := sessionTask{n: n, status: rapid.SampledFrom(words).Draw(rt, "status"), waits: some.Draw(rt, "waits")}
				if rapid.IntRange(0, 3).Draw(rt, "has parts") == 0 {
					s.parts = some.Draw(rt, "parts")
				}
				if rapid.IntRange(0, 3).Draw(rt, "has a parent") == 0 {
					s.parent = rapid.SampledFrom(numbers).Draw(rt, "parent")
				}
				if rapid.IntRange(0, 5).Draw(rt, "missing") > 0 {
					all = append(all, s)
				}
			}
			openSession(rapidTB{t, rt}, generation, all).ready()
		})
	}
}
