package doctor_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

func TestAKeyThatEveryFileHasIsNoFault(t *testing.T) {
	o := of(t, refagents.S12)
	for n := range o.tasks {
		o.tasks[n] = o.tasks[n].set("priority", `"high"`)
	}
	o.lay()
	s, fs := examine(t, o.dir)
	if len(fs) != 0 {
		t.Errorf("although every file has it: %s", listed(fs))
	}
	seen := new(doctor.Seen)
	again := func() []doctor.Finding {
		v, err := s.Survey(t.Context())
		testdir.Must(t, err)
		return doctor.Examine(doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: raws{s}, Now: time.Now(), Seen: seen})
	}
	if fs = again(); len(fs) != 0 {
		t.Errorf("examined once more: %s", listed(fs))
	}
	o.write(o.file(4), o.tasks[4].drop("priority").String())
	if fs = again(); len(fs) != 4 || fs[0].Kind != doctor.FailsAll {
		t.Errorf("as soon as one file lacks it, it is one too many in the others: %s", listed(fs))
	}
}

// counted are files whose reads are counted.
type counted struct {
	raws
	reads *int
}

func (c counted) Raw(name string) ([]byte, error) {
	*c.reads++
	return c.raws.Raw(name)
}

func TestAnExaminationReadsOnlyWhatChanged(t *testing.T) {
	for range 5 { // sets of keys are in a map
		o := of(t, refagents.S12)
		for n := range o.tasks {
			keys := []string{"priority", "estimate"}
			o.tasks[n] = o.tasks[n].set(keys[n%2], "1").set(keys[1-n%2], "2")
		}
		o.lay()
		s, _ := examine(t, o.dir)
		seen := new(doctor.Seen)
		for _, step := range []struct {
			what string
			do   func()
			want int
		}{
			{"at first", func() {}, 5},
			{"nothing", func() {}, 0},
			{"a task", func() { o.write(o.file(4), o.tasks[4].set("description", `"new"`).String()) }, 1},
			{"the first is deleted", func() { testdir.Must(t, os.Remove(o.path(o.file(1)))) }, 0},
			{"one is created", func() { o.write(o.file(9), o.tasks[4].set("id", `"`+timed(9)+`"`).String()) }, 1},
			{"one breaks", func() { o.write(o.file(2), "{"); o.age(o.file(2)) }, 1},
			{"it is broken", func() {}, 1},
		} {
			step.do()
			v, err := s.Survey(t.Context())
			testdir.Must(t, err)
			reads := 0
			doctor.Examine(doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: counted{raws{s}, &reads}, Now: time.Now(), Seen: seen})
			if reads != step.want {
				t.Errorf("%s: it reads %d files, want %d", step.what, reads, step.want)
			}
		}
	}
}

// halfWritten is a folder in which one file is being written.
type halfWritten struct {
	raws
	name string
}

func (h halfWritten) Raw(name string) ([]byte, error) {
	if name == h.name {
		return []byte(`{"id": `), nil
	}
	return h.raws.Raw(name)
}

func TestAKeyThatEveryFileHasIsNoFaultWhileOneCannotBeRead(t *testing.T) {
	o := of(t, refagents.S12)
	for n := range o.tasks {
		o.tasks[n] = o.tasks[n].set("priority", `"high"`)
	}
	o.lay()
	s, _ := examine(t, o.dir)
	v, err := s.Survey(t.Context())
	testdir.Must(t, err)
	for n := range o.tasks {
		seen := new(doctor.Seen)
		c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Now: time.Now(), Seen: seen}
		for _, c.Files = range []doctor.Files{halfWritten{raws{s}, o.file(n)}, raws{s}} {
			if fs := doctor.Examine(c); len(fs) != 0 {
				t.Errorf("while %d is written, and when it is: %s", n, listed(fs))
			}
		}
	}
	o.write(o.file(4), "{")
	o.age(o.file(4))
	_, err = s.Refresh(t.Context(), nil)
	testdir.Must(t, err)
	if fs := look(t, s); len(fs) != 1 || fs[0].Kind != doctor.BrokenFile {
		t.Errorf("a broken file says nothing about the others: %s", listed(fs))
	}
}

// common returns the names of the members that every task file has, and in how many.
func (o *folder) common() map[string]int {
	counts := map[string]int{}
	for n := range o.tasks {
		raw, err := os.ReadFile(o.path(o.file(n)))
		testdir.Must(o.t, err)
		var members map[string]json.RawMessage
		testdir.Must(o.t, json.Unmarshal(raw, &members))
		for name := range members {
			counts[name]++
		}
	}
	for name, n := range counts {
		if n < len(o.tasks) {
			delete(counts, name)
		}
	}
	return counts
}

// An owner is left out: designs that say nobody by leaving the member away repair a wrong one by taking it away.
func TestNoRepairRemovesAMemberThatEveryFileHas(t *testing.T) {
	values := []string{"null", "[]", `""`, "{}", `"x"`, "7"}
	names := []string{"priority", "metadata", "worktree", "tags", "blocks", "activeForm", "updatedAt"}
	for _, f := range forms() {
		for seed := range uint64(3) {
			rnd := rand.New(rand.NewPCG(seed, 11))
			o := newFolder(t, f)
			for range 3 {
				name, everywhere := names[rnd.IntN(len(names))], rnd.IntN(2) == 0
				for _, n := range slices.Sorted(maps.Keys(o.tasks)) { // the same draws in every run
					if everywhere || rnd.IntN(2) == 0 {
						o.tasks[n] = o.tasks[n].set(name, values[rnd.IntN(len(values))])
					}
				}
			}
			o.lay()
			t.Run(fmt.Sprintf("%s, %d", f.name, seed), func(t *testing.T) {
				o.t = t
				before := o.common()
				s, fs := examine(t, o.dir)
				first := listed(fs)
				for range 3 {
					for _, f := range fs {
						if f.Repair != nil {
							_ = carryOut(t.Context(), s, *f.Repair) // one that is refused changes nothing
						}
					}
					fs = look(t, s)
				}
				after := o.common()
				for name := range before {
					if after[name] == 0 {
						t.Errorf("%s was in every file and was taken away: %v", name, first)
					}
				}
			})
		}
	}
}

// laid makes a folder of these files.
func laid(t *testing.T, sub string, files map[string]string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), filepath.FromSlash(sub))
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	for name, raw := range files {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644))
	}
	return dir
}

func TestTheTasksOfARunAreNamedForWhatTheyAre(t *testing.T) {
	task := `{"_meta": {"kind": "plan-task"}, "id": "TASK-00N", "title": "a", "deps": [], "status": "under review"}`
	dir := laid(t, ".workflow/sessions/S/runs/R/outputs/tasks", map[string]string{
		"TASK-001.json": strings.Replace(task, "N", "1", 1), "TASK-002.json": strings.Replace(task, "N", "2", 1),
	})
	s, fs := examine(t, dir)
	if s.Codec().Traits().Title != "Maestro Flow" || len(fs) != 1 {
		t.Fatalf("%s: %s", s.Codec().Traits().Title, listed(fs))
	}
	f := fs[0]
	if f.Kind != doctor.OnlyShown || f.What != "it and 1 other are files of Maestro Flow" || !strings.Contains(f.Why, "registers and seals") || f.Hint != "Change it with Maestro Flow." {
		t.Errorf("%+v", f)
	}
}

// These agents lock every file by a file next to it that stays, and lock a claim by .lock.
func TestTheLocksOfItsOwnAgentsAreNoFinding(t *testing.T) {
	task := `{"id": "task_1", "subject": "a", "description": "", "status": "pending", "owner": null, "blockedBy": [], "blocks": []}`
	lock := "task_1.json.lock"
	dir := laid(t, ".tasks", map[string]string{"task_1.json": task, ".highwatermark": "1\n", ".lock": "", lock: ""})
	old := &folder{form: form{name: refagents.S12}, t: t, dir: dir}
	old.age(lock)
	if _, fs := examine(t, dir); len(fs) > 0 {
		t.Error(listed(fs))
	}
	testdir.Must(t, os.Remove(filepath.Join(dir, lock)), os.Mkdir(filepath.Join(dir, lock), 0o755))
	old.age(lock)
	if _, fs := examine(t, dir); len(fs) != 1 || fs[0].Kind != doctor.StaleLock {
		t.Errorf("a directory is none of theirs: %s", listed(fs))
	}
}

func TestFilesOfNoKnownDesignAreReportedInPlainWords(t *testing.T) {
	for n, want := range map[int]string{1: "it is a file of no published design", 3: "it and 2 others are files of no published design"} {
		dir := filepath.Join(t.TempDir(), ".tasks")
		testdir.Must(t, os.Mkdir(dir, 0o755))
		for i := range n {
			testdir.Must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i+1)), fmt.Appendf(nil, `{"id": "%d", "title": "T", "labels": [], "createdAt": 1, "status": "open", "blockedBy": ["9"]}`, i+1), 0o644))
		}
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "notes.csv"), nil, 0o644))
		if _, fs := examine(t, dir); len(fs) != 1 || fs[0].What != want {
			t.Errorf("%d: %s", n, listed(fs))
		}
	}
}

// Nothing is known of the agents that write files of an inferred form: the doctor says nothing of what they do.
func TestABrokenFileOfAnInferredFormIsReportedWithoutAGuess(t *testing.T) {
	files := map[string]string{"4.json": `{"id": "4", "title": `}
	for i, word := range []string{"todo", "todo", "done"} {
		id := strconv.Itoa(i + 1)
		files[id+".json"] = `{"id": "` + id + `", "title": "T", "state": "` + word + `", "depends_on": []}`
	}
	dir := laid(t, ".tasks", files)
	(&folder{t: t, dir: dir}).age("4.json")
	_, fs := examine(t, dir)
	var whys []string
	for _, f := range fs {
		if f.Kind == doctor.BrokenFile {
			whys = append(whys, f.Why)
		}
	}
	if want := "what the tool that writes these files does with it is not known"; !slices.Equal(whys, []string{want}) {
		t.Errorf("%q, want %q", whys, want)
	}
}

func TestATaskBoundToAWorktreeThatGitDoesNotKnowIsReported(t *testing.T) {
	var all strings.Builder
	for _, name := range []string{refagents.S18, refagents.S13, refagents.S12wt} {
		o := of(t, name)
		for i, tree := range map[int]string{4: `"gone"`, 3: `"here"`, 2: `"gone"`, 1: `"gone"`} { // the first is completed
			o.tasks[i] = o.tasks[i].set("worktree", tree)
		}
		o.lay()
		s, fs := examine(t, o.dir)
		if len(fs) != 0 {
			t.Errorf("%s: although git was not asked: %s", name, listed(fs))
		}
		v, err := s.Survey(t.Context())
		testdir.Must(t, err)
		fs = doctor.Examine(doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Files: raws{s}, Now: time.Now(), Worktrees: map[string]bool{"here": true}})
		fmt.Fprintf(&all, "%s:\n%s", name, inWords(fs))
	}
	golden(t, "worktrees", all.String())
}

func TestAFolderThatAgentsWithWorktreesTookOverIsTheirs(t *testing.T) {
	old := func(n int) string { return fmt.Sprintf("task_1781339988_000%d", n) }
	o := newFolder(t, form{name: refagents.S18, keys: six, id: old, none: "null", lock: "-"})
	o.tasks[1] = o.tasks[1].set("worktree", `"alice-work"`)
	o.lay()
	s, fs := examine(t, o.dir)
	if s.Traits() != dialect.S18 || len(fs) != 0 {
		t.Errorf("the folder is %s, and it is said: %s", s.Traits().Title, listed(fs))
	}
}

func TestTimesInTheFutureAreOneFinding(t *testing.T) {
	o := of(t, refagents.S12)
	o.lay()
	for _, n := range []int{1, 4} {
		testdir.Must(t, os.Chtimes(o.path(o.file(n)), time.Now().Add(time.Hour), time.Now().Add(time.Hour)))
	}
	_, fs := examine(t, o.dir)
	if len(fs) != 1 || fs[0].Kind != doctor.FutureTime || files(fs[0]) != o.file(1)+" "+o.file(4) {
		t.Errorf("%s", listed(fs))
	}
}

// Files of an inferred form are not repaired, although a person has allowed to edit them: what their agents accept is
// not known.
func TestNoRepairIsProposedForAnInferredForm(t *testing.T) {
	dir := t.TempDir()
	for name, raw := range map[string]string{
		"1.json": `{"id": "1", "title": "One", "status": "todo", "assignee": null, "depends_on": ["2", "9"]}`,
		"2.json": `{"id": "2", "title": "Two", "status": "done", "assignee": "bob", "depends_on": []}`,
		"3.json": `{"id": "3", "title": "Three", "status": "in_progress", "assignee": null, "depends_on": []}`,
		"1.sync-conflict-20261126-193000-ABCDEFG.json": `{"id": "1", "title": "One", "status": "done", "assignee": "mia", "depends_on": []}`,
	} {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(raw), 0o644))
	}
	o := store.Options{State: t.TempDir()}
	s, err := store.Open(dir, o)
	testdir.Must(t, err)
	testdir.Must(t, s.Load(t.Context(), func(tasks.Delta) {}))
	testdir.Must(t, s.Allow(t.Context(), s.Form()))
	_, err = s.Refresh(t.Context(), nil)
	testdir.Must(t, err)
	t.Cleanup(func() { testdir.Must(t, s.Close()) })
	copies := 0
	for _, f := range look(t, s) {
		if f.Repair != nil {
			t.Errorf("%s: %s", f.What, f.Repair.What)
		}
		if f.Kind == doctor.SyncCopy {
			copies++
			if f.Severity != doctor.Note {
				t.Errorf("%s: %s, which nobody knows", f.What, f.Why)
			}
		}
	}
	if copies != 1 || !s.Form().Allowed {
		t.Errorf("%d copies, allowed: %v", copies, s.Form().Allowed)
	}
}
