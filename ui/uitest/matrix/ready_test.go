package matrix

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
)

// judged compares the board with the agents on a folder as it is: what they would start is what is ready, and what
// makes them raise, or what they pass over, is reported.
func (d *workspace) judged(when string) {
	d.Helper()
	l, err := refagents.Read(d.Dialect, d.dir)
	var raised *refagents.Raised
	switch {
	case errors.As(err, &raised):
		if raised.Exception == "TypeError" && lateness.MatchString(raised.Why) {
			return // no verdict: real agents list such a file, and fail on it when they use it, if at all
		}
		if key := surplusKey.FindStringSubmatch(raised.Why); key != nil && d.inEveryFile(key[1]) {
			return // no verdict: those that work here wrote it, so that they are not quite the agents that raise
		}
		if !d.reported(raised.File) {
			d.Errorf("%s: its agents raise %v, and the board does not show it\n%s", when, raised, d.picture())
		}
		return
	case err != nil:
		d.Fatal(err)
	}
	for _, hidden := range l.Skipped {
		if !d.reported(hidden.File) {
			d.Errorf("%s: its agents do not see %s (%s), and the board does not show it\n%s", when, hidden.File, hidden.Why, d.picture())
		}
	}
	for _, t := range l.Tasks {
		if d.reported(t.File) {
			d.Errorf("%s: its agents see %s, and the board shows otherwise: %s\n%s", when, t.File, d.board.Task(tasks.Key{Name: t.File}).Why, d.picture())
		}
	}
	d.agree(when)
}

// lateness is what strict raises at once so that nobody ever writes it, where Python carries on for a while.
var lateness = regexp.MustCompile("is not a string|is neither a string|is no id")

var surplusKey = regexp.MustCompile("unexpected key (.+)")

// inEveryFile reports whether there are several tasks, and all their files have a key.
func (d *workspace) inEveryFile(key string) bool {
	with, all := 0, 0
	for name, s := range d.snapshot() {
		if d.board.Task(tasks.Key{Name: name}) != nil {
			all++
			with += min(1, strings.Count(s.text, `"`+key+`"`))
		}
	}
	return all > 1 && with == all
}

// reported reports whether the board shows of a file why its agents cannot use it.
func (d *workspace) reported(file string) bool {
	key := tasks.Key{Name: file}
	if d.board.Problem(key) != nil {
		return true
	}
	t := d.board.Task(key)
	return t != nil && d.board.Unseen(t) != ""
}

// situations are what task 2 may wait for.
func (f form) situations() map[string]func(w world, files map[string]string) {
	all := map[string]func(world, map[string]string){}
	for name, ns := range map[string][]int{
		"nothing": nil, "a pending one": {6}, "one in progress": {1}, "a completed one": {4}, "a completed one twice": {4, 4}, "a completed and a pending one": {4, 6},
		"a missing one": {9}, "a missing and a completed one": {9, 4}, "a missing and a pending one": {9, 6}, "itself": {2},
	} {
		all[name] = func(w world, _ map[string]string) { w[2].Waits = f.IDs(ns...) }
	}
	for name, status := range map[string]string{"a loop of two": "pending", "a loop of two, one of them completed": "completed"} {
		all[name] = func(w world, _ map[string]string) { w[2].Waits, w[3].Waits, w[3].Status = f.IDs(3), f.IDs(2), status }
	}
	all["an empty id"] = func(w world, _ map[string]string) { w[2].Waits = []tasks.ID{{}} }
	all["the number that looks like a text, or the other way round"] = func(w world, _ map[string]string) {
		w[2].Waits = []tasks.ID{{Text: "4", Num: !f.ID(4).Num}}
	}
	all["one with a word for its status that nobody knows"] = func(w world, _ map[string]string) { w[2].Waits, w[6].Status = f.IDs(6), "done" }
	good := f.Text(row{N: 9, Subject: "x", Status: "pending"})
	for name, text := range map[string]string{"something else": "[]", "half of it": good[:40], "nothing": "", "no list of blockers": strings.Replace(good, `"blocked`, `"was_blocked`, 1)} {
		all["one whose file holds "+name] = func(w world, files map[string]string) {
			w[2].Waits, files[f.File(9)] = f.IDs(9), text
		}
	}
	return all
}

func TestReadyIsWhatItsAgentsWouldStartInEverySituation(t *testing.T) {
	for _, f := range played() {
		for name, set := range f.situations() {
			t.Run(f.Dialect+"/waiting for "+name, func(t *testing.T) {
				t.Parallel()
				w := f.world()
				for _, r := range w {
					r.Waits, r.Blocks = nil, nil
				}
				extra := map[string]string{}
				set(w, extra)
				files := w.files(f)
				maps.Copy(files, extra)
				d := openWorkspace(t, f, files)
				defer d.close()
				d.judged("then")
				if state := d.board.State(d.key(2)); state != board.Ready && !state.Blocked() && !strings.HasPrefix(name, "the number") {
					t.Errorf("on the board it is %q", state)
				}
			})
		}
	}
}

// strangers are names that no agent gives, some of which its pattern takes in all the same.
var strangers = []string{
	"task_1.tmp.json", "task_a.json", "tmp.json", "current_todos.json", "task_9_notes.json", "task_1795219407_0009.json", "index.json",
}

// folder draws a folder of a dialect: mostly sound, with the faults that real folders have.
func folder(t *rapid.T, f form) map[string]string {
	files := f.otherFiles()
	ids := rapid.SliceOfN(rapid.IntRange(1, 8), 0, 3)
	for n := range rapid.IntRange(1, 6).Draw(t, "tasks") {
		r := row{N: n + 1, Subject: fmt.Sprintf("task %d", n+1)}
		r.Status = rapid.SampledFrom([]string{"pending", "pending", "pending", "completed", "completed", "in_progress"}).Draw(t, "status")
		r.Owner = rapid.SampledFrom([]string{"", "", "", "ann", "bob"}).Draw(t, "owner")
		r.Waits, r.Blocks = f.IDs(ids.Draw(t, "waits for")...), f.IDs(ids.Draw(t, "blocks")...)
		text := f.Text(r)
		switch rapid.IntRange(0, 24).Draw(t, "fault") {
		case 0:
			text = text[:rapid.IntRange(0, len(text)-1).Draw(t, "cut")]
		case 1:
			text = strings.Replace(text, `"`+r.Status+`"`, `"done"`, 1)
		case 2:
			text = strings.Replace(text, `"subject": `, `"subject": null, "was": `, 1)
		case 3:
			text = strings.Replace(text, "{\n", "{\n  \"extra\": [1.50, NaN],\n", 1)
		case 4:
			text = strings.Replace(text, `"owner": `, `"owner": null, "was": `, 1)
		case 5:
			text = "\ufeff" + text
		case 6:
			text = strings.Replace(text, `"blockedBy": [`, `"blockedBy": [7, "7", `, 1)
		case 7:
			if f.Dialect == refagents.V6Early || f.Dialect == refagents.V9 {
				break // a file of v6mid's, whose agents read this folder too
			}
			text = strings.Replace(text, "{\n", "{\n  \"metadata\": {\"_internal\": true},\n", 1)
		case 8:
			id := refagents.JSON(f.ID(rapid.IntRange(1, 8).Draw(t, "the id inside")))
			if id[0] == '"' && !f.Claude && rapid.Bool().Draw(t, "a short id") {
				id = `"7"`
			}
			text = strings.Replace(text, `"id": `+refagents.JSON(f.ID(n+1)), `"id": `+id, 1)
		case 9:
			drop := rapid.SampledFrom(f.Keys()).Draw(t, "dropped")
			text = strings.Replace(text, `"`+drop+`"`, `"x-`+drop+`"`, 1)
		}
		files[f.File(n+1)] = text
	}
	if len(files) > 3 && rapid.IntRange(0, 4).Draw(t, "with a stranger") == 0 {
		name := rapid.SampledFrom(strangers).Draw(t, "stranger")
		files[name] = rapid.SampledFrom([]string{"", "[]", "{}", "7", files[f.File(1)]}).Draw(t, "it holds")
	}
	return files
}

func TestReadyIsWhatItsAgentsWouldStartInAnyFolder(t *testing.T) {
	for _, f := range played() {
		t.Run(f.Dialect, func(t *testing.T) {
			t.Parallel()
			base := t.TempDir()
			rapid.Check(t, func(rt *rapid.T) {
				dir, err := os.MkdirTemp(base, "")
				if err != nil {
					rt.Fatal(err)
				}
				defer os.RemoveAll(dir)
				d := openWorkspaceAt(rapidTB{t, rt}, f, f.path(dir), folder(rt, f))
				defer d.close()
				d.judged("as drawn")
				d.moves(rt)
			})
		})
	}
}

type ruleOf func(*board.Board, tasks.Key, string, time.Time) (tasks.Edit, error)

// rapidTB is the test that a drawn case belongs to: its failures are the case's, so that it is made smaller.
type rapidTB struct {
	testing.TB
	rt *rapid.T
}

func (h rapidTB) Helper()                           {}
func (h rapidTB) Error(args ...any)                 { h.rt.Error(args...) }
func (h rapidTB) Errorf(format string, args ...any) { h.rt.Errorf(format, args...) }
func (h rapidTB) Fatal(args ...any)                 { h.rt.Fatal(args...) }
func (h rapidTB) Fatalf(format string, args ...any) { h.rt.Fatalf(format, args...) }

// drawn asks a rule about a task; what it refuses is not done.
func (d *workspace) drawn(rt *rapid.T, key tasks.Key) (tasks.Edit, error) {
	id := d.ID(rapid.IntRange(1, 7).Draw(rt, "on"))
	edit := func(f tasks.Field, from, to string) (tasks.Edit, error) {
		c := tasks.Change{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}
		return board.EditFields(d.board, key, []tasks.Change{c}, me, at)
	}
	rules := []ruleOf{board.Claim, board.Complete, board.Release, board.Reopen, board.Delete}
	switch n := rapid.IntRange(0, len(rules)+4).Draw(rt, "rule"); n {
	case len(rules):
		return board.Link(d.board, key, id, me, at)
	case len(rules) + 1:
		return board.Unlink(d.board, key, id, me, at)
	case len(rules) + 2:
		return board.Create(d.board, "", tasks.Draft{Subject: "Ö", WaitsFor: []tasks.ID{id}}, me, at)
	case len(rules) + 3:
		return edit(tasks.FieldSubject, d.board.Task(key).Subject, "Ganz anders — 三")
	case len(rules) + 4:
		return edit(tasks.FieldOwner, d.board.Task(key).Owner, rapid.SampledFrom([]string{"", "zoë"}).Draw(rt, "to"))
	default:
		return rules[n](d.board, key, me, at)
	}
}

// moves lets agents and a person act by turns, and compares after each.
func (d *workspace) moves(rt *rapid.T) {
	for range rapid.IntRange(0, 4).Draw(rt, "moves") {
		list, err := refagents.Read(d.Dialect, d.dir)
		if err != nil || len(list.Tasks) == 0 {
			return
		}
		task := rapid.SampledFrom(list.Tasks).Draw(rt, "task")
		key := tasks.Key{Name: task.File}
		if rapid.Bool().Draw(rt, "an agent acts") {
			if task.Ready {
				_ = refagents.Claim(d.Dialect, d.dir, idIn(task.File), "ann")
			} else {
				_ = refagents.Complete(d.Dialect, d.dir, idIn(task.File), task.OwnedBy())
			}
		} else {
			e, err := ask(d.drawn(rt, key))
			if err != nil {
				continue
			}
			_, err = d.do(e)
			// A file that cannot be read may still name the task: that is said, and no error.
			if part, is := errors.AsType[*store.UnfinishedError](err); err != nil && !(is && part.Missed) {
				rt.Fatalf("%s %s: %v\n%s", e.Verb, key.Name, err, d.picture())
			}
		}
		d.refresh()
		d.judged("after a move of " + key.Name)
	}
}
