package refagents_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
	"sideboard/tasks/testdir"
)

// A taskDraft is a workflow task before it is a file.
type taskDraft struct {
	id, status, parent string
	waits, children    []string
}

// members returns the JSON members of the task as one generation writes them.
func (s taskDraft) members(generation string) []string {
	list := func(ids []string) string {
		raw, _ := json.Marshal(append([]string{}, ids...))
		return string(raw)
	}
	parent := "null"
	if s.parent != "" {
		parent = fmt.Sprintf("%q", s.parent)
	}
	word := s.status
	if word == "running" {
		word = map[string]string{refagents.CCW10: "active", refagents.CCW5: "active", refagents.CCW: "in_progress", refagents.CCWFree: "in_progress"}[generation]
	}
	status := fmt.Sprintf(`"status": %q`, word)
	head := []string{fmt.Sprintf(`"id": %q`, s.id), fmt.Sprintf(`"title": "Task %s – é"`, s.id)}
	switch generation {
	case refagents.CCW10:
		return append(head, status, `"type": "feature"`, `"agent": "code-developer"`, `"paths": ""`, `"context": {}`,
			fmt.Sprintf(`"relations": {"parent": %s, "subtasks": %s, "dependencies": %s}`, parent, list(s.children), list(s.waits)), `"execution": {"attempts": 0}`, `"implementation": {}`)
	case refagents.CCW5:
		return append(head, status, `"meta": {"type": "feature", "agent": "@code-developer"}`,
			fmt.Sprintf(`"context": {"parent": %s, "subtasks": %s, "depends_on": %s}`, parent, list(s.children), list(s.waits)), `"flow_control": {}`)
	case refagents.CCW:
		return append(head, `"description": ""`, `"parent": `+parent, `"subtasks": `+list(s.children), `"depends_on": `+list(s.waits), `"convergence": {"criteria": ["x"]}`, status,
			`"status_history": [{"from": "pending", "to": "pending", "changed_at": "2026-04-20T15:20:39+08:00"}]`)
	}
	return append(head, `"parent": `+parent, `"children": `+list(s.children), `"depends_on": `+list(s.waits), status)
}

// layouts are ways to lay out a file: as models do.
var layouts = []func([]string) string{
	func(lines []string) string { return "{\n  " + strings.Join(lines, ",\n  ") + "\n}\n" },
	func(lines []string) string { return "{" + strings.Join(lines, ", ") + "}" },
	func(lines []string) string { return "{\n\t" + strings.Join(lines, ",\n\n\t") + "\n}" },
}

// writeRandomSession writes a session of up to six tasks into a folder.
func writeRandomSession(t *rapid.T, generation, dir string) {
	ids := []string{"IMPL-1", "IMPL-1.1", "IMPL-1.2", "IMPL-2", "IMPL-2.1", "IMPL-3"}
	some := rapid.SliceOfNDistinct(rapid.SampledFrom(append(slices.Clone(ids), "IMPL-9")), 0, 2, rapid.ID[string])
	words := []string{"pending", "pending", "running", "completed", "completed", "blocked"}
	if generation == refagents.CCW10 || generation == refagents.CCW5 {
		words = append(words, "container")
	} else {
		words = append(words, "failed", "skipped")
	}
	old, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range old {
		os.Remove(path)
	}
	for _, id := range ids {
		if rapid.IntRange(0, 5).Draw(t, "missing") == 0 {
			continue
		}
		s := taskDraft{id: id, status: rapid.SampledFrom(words).Draw(t, "status"), waits: some.Draw(t, "waits")}
		if rapid.IntRange(0, 3).Draw(t, "has parts") == 0 {
			s.children = some.Draw(t, "parts")
		}
		if rapid.IntRange(0, 3).Draw(t, "has a parent") == 0 {
			s.parent = rapid.SampledFrom(ids).Draw(t, "parent")
		}
		text := layouts[rapid.IntRange(0, len(layouts)-1).Draw(t, "layout")](s.members(generation))
		testdir.Must(t, os.WriteFile(filepath.Join(dir, id+".json"), []byte(text), 0o644))
	}
}

// A session is a folder as this program sees it.
type session struct {
	codec *dialect.Codec
	board *board.Board
	files map[string]string
	tasks map[tasks.Key]*tasks.Task
}

func (s *session) Get(k tasks.Key) *tasks.Task { return s.tasks[k] }
func (s *session) Each(visit func(*tasks.Task) bool) {
	for _, t := range s.tasks {
		if !visit(t) {
			return
		}
	}
}

func loadSession(t *rapid.T, dir string) *session {
	s := &session{codec: dialect.NewCodec("/p/.workflow/active/WFS-x/.task"), board: board.New(), files: map[string]string{}, tasks: map[tasks.Key]*tasks.Task{}}
	paths, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	var d tasks.Delta
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		testdir.Must(t, err)
		task, err := s.codec.Decode(tasks.Key{Name: filepath.Base(path)}, raw, tasks.Stamp{})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		s.files[task.Name], s.tasks[task.Key] = string(raw), task
		d.Put = append(d.Put, task)
	}
	s.board.Apply(d)
	return s
}

func (s *session) ready() (ids []string) {
	for k, t := range s.tasks {
		if s.board.State(k) == board.Ready {
			ids = append(ids, t.ID.Text)
		}
	}
	slices.Sort(ids)
	return ids
}

func readyOf(l refagents.Listing) (ids []string) {
	for _, t := range l.Tasks {
		if t.Ready {
			ids = append(ids, t.ID.Text)
		}
	}
	slices.Sort(ids)
	return ids
}

var at = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// act tries one thing a person may do, and returns the file it was about, "" if a rule refused it.
func act(t *rapid.T, s *session, dir string) (about string, verb tasks.Verb) {
	var keys []tasks.Key
	for k := range s.tasks {
		keys = append(keys, k)
	}
	if len(keys) == 0 {
		return "", 0
	}
	slices.SortFunc(keys, tasks.Key.Compare)
	k, on := rapid.SampledFrom(keys).Draw(t, "of"), rapid.SampledFrom(keys).Draw(t, "on")
	verb = rapid.SampledFrom([]tasks.Verb{tasks.VerbClaim, tasks.VerbComplete, tasks.VerbRelease, tasks.VerbReopen, tasks.VerbLink, tasks.VerbUnlink, tasks.VerbEdit}).Draw(t, "verb")
	var e tasks.Edit
	var err error
	switch verb {
	case tasks.VerbClaim:
		e, err = board.Claim(s.board, k, "mia", at)
	case tasks.VerbComplete:
		e, err = board.Complete(s.board, k, "mia", at)
	case tasks.VerbRelease:
		e, err = board.Release(s.board, k, "mia", at)
	case tasks.VerbReopen:
		e, err = board.Reopen(s.board, k, "mia", at)
	case tasks.VerbLink:
		e, err = board.Link(s.board, k, s.tasks[on].ID, "mia", at)
	case tasks.VerbUnlink:
		e, err = board.Unlink(s.board, k, s.tasks[on].ID, "mia", at)
	default:
		c := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, From: tasks.TextValue(s.tasks[k].Subject), To: tasks.TextValue("Neu – \"x\"")}
		e, err = board.EditFields(s.board, k, []tasks.Change{c}, "mia", at)
	}
	if ask, ok := errors.AsType[board.Ask](err); ok {
		e, err = ask.Edit, nil
	}
	if err != nil {
		return "", verb
	}
	if e, err = s.codec.Expand(e, s); err != nil {
		t.Fatal(err)
	}
	for _, step := range e.Steps {
		if step.Key != k {
			t.Fatalf("%s of %s touches %s", verb, k.Name, step.Key.Name)
		}
		out, err := s.codec.Render(s.tasks[k], []byte(s.files[k.Name]), step.Changes, at)
		if err != nil {
			t.Fatalf("%s of %s: %v", verb, k.Name, err)
		}
		testdir.Must(t, os.WriteFile(filepath.Join(dir, k.Name), out, 0o644))
	}
	return k.Name, verb
}

// values returns the members of an object, each without its layout.
func values(t *rapid.T, raw string) map[string]string {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(raw), &all); err != nil {
		t.Fatalf("%v: %s", err, raw)
	}
	out := map[string]string{}
	for name, v := range all {
		out[name] = string(v)
	}
	return out
}

// mayChange returns the members that a verb may change in one generation.
func mayChange(generation string, verb tasks.Verb) []string {
	switch verb {
	case tasks.VerbLink, tasks.VerbUnlink:
		return []string{map[string]string{refagents.CCW10: "relations", refagents.CCW5: "context", refagents.CCW: "depends_on", refagents.CCWFree: "depends_on"}[generation]}
	case tasks.VerbEdit:
		return []string{"title"}
	}
	return []string{"status", "status_history"}
}

func TestWhatIsReadyAndWhatIsWrittenIsWhatEachGenerationSays(t *testing.T) {
	for _, generation := range refagents.Workflows() {
		dir := t.TempDir()
		rapid.Check(t, func(t *rapid.T) {
			writeRandomSession(t, generation, dir)
			for range 4 {
				s := loadSession(t, dir)
				l, err := refagents.ReadWorkflow(generation, dir)
				if err != nil || len(l.Skipped) > 0 || len(l.Tasks) != len(s.tasks) {
					t.Fatalf("%s: its agents do not see %v, %v", generation, l.Skipped, err)
				}
				for _, theirs := range l.Tasks {
					ours := s.tasks[tasks.Key{Name: theirs.File}]
					if ours.Traits.Dialect != generation || ours.ID != theirs.ID || ours.Subject != theirs.Subject || tasks.RefsValue(ours.WaitsFor) != tasks.RefsValue(theirs.WaitsFor) {
						t.Fatalf("%s: they read %+v, here it is %+v", generation, theirs, ours)
					}
				}
				if ours, theirs := s.ready(), readyOf(l); !slices.Equal(ours, theirs) {
					t.Fatalf("%s: ready here are %v, there %v", generation, ours, theirs)
				}
				about, verb := act(t, s, dir)
				for name, was := range s.files {
					raw, err := os.ReadFile(filepath.Join(dir, name))
					testdir.Must(t, err)
					if name != about && string(raw) != was {
						t.Fatalf("%s of %s changed %s", verb, about, name)
					}
					before, after := values(t, was), values(t, string(raw))
					for _, m := range mayChange(generation, verb) {
						delete(before, m)
						delete(after, m)
					}
					if fmt.Sprint(before) != fmt.Sprint(after) {
						t.Fatalf("%s of %s changed more than %v:\n%s\n%s", verb, name, mayChange(generation, verb), was, raw)
					}
				}
			}
		})
	}
}

func TestAgentsGoOnWithWhatWasWritten(t *testing.T) {
	for _, generation := range refagents.Workflows() {
		dir := t.TempDir()
		for _, s := range []taskDraft{{id: "IMPL-1", status: "container", children: []string{"IMPL-1.1"}}, {id: "IMPL-1.1", status: "pending"}, {id: "IMPL-2", status: "pending", waits: []string{"IMPL-1"}}} {
			if generation == refagents.CCW && s.status == "container" {
				s.status = "pending" // the schema has no word for it
			}
			testdir.Must(t, os.WriteFile(filepath.Join(dir, s.id+".json"), []byte(layouts[0](s.members(generation))), 0o644))
		}
		list := func() string {
			l, err := refagents.ReadWorkflow(generation, dir)
			if err != nil || len(l.Skipped) > 0 {
				t.Fatalf("%s: %v, %v", generation, l.Skipped, err)
			}
			return strings.Join(readyOf(l), " ")
		}
		if got := list(); got != "IMPL-1.1" {
			t.Errorf("%s: ready %s", generation, got)
		}
		testdir.Must(t, refagents.SetWorkflowStatus(dir, "IMPL-1.1", "completed"))
		if got := list(); got != "IMPL-2" {
			t.Errorf("%s: ready %s", generation, got)
		}
		raw, err := os.ReadFile(filepath.Join(dir, "IMPL-1.1.json"))
		testdir.Must(t, err)
		codec := dialect.NewCodec("/p/.task")
		task, err := codec.Decode(tasks.Key{Name: "IMPL-1.1.json"}, raw, tasks.Stamp{})
		if err != nil || task.Status != tasks.Completed || task.Clock == 0 {
			t.Errorf("%s: %+v, %v", generation, task, err)
		}
		back := []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Pending)}, {Field: tasks.FieldUpdated, Op: tasks.Touch}}
		out, err := codec.Render(task, raw, back, at)
		if err != nil || strings.Count(string(out), `"changed_at": "2026-11-21T12:00:00.000Z"`) != 1 || strings.Count(string(out), `"updated_at": "2026-11-21T12:00:00.000Z"`) != 1 {
			t.Errorf("%s: %v\n%s", generation, err, out)
		}
	}
	if err := refagents.SetWorkflowStatus(t.TempDir(), "IMPL-1", "completed"); err == nil {
		t.Error("a task that is not there was completed")
	}
	if _, err := refagents.ReadWorkflow("ccw11", t.TempDir()); err == nil {
		t.Error("there is no such generation")
	}
}
