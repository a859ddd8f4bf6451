package store_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

func TestAForeignStatusIsShownAndAKnownOneCanBeSet(t *testing.T) {
	for _, f := range played() {
		for _, rule := range []ruleOf{board.Claim, board.Complete} {
			w := f.world()
			w[6].status = "done"
			d := sit(t, f, w.files(f))
			task := d.board.Task(d.key(6))
			if d.board.State(d.key(6)) != board.Unknown || task.StatusText != "done" || task.Why == "" {
				t.Errorf("%s: it is %q, its word %q, because %q", f.dialect, d.board.State(d.key(6)), task.StatusText, task.Why)
			}
			d.judged(f.dialect)
			before := d.shoot()
			e, err := ask(rule(d.board, d.key(6), me, at))
			d.must(err)
			_, err = d.store.Apply(t.Context(), e)
			d.must(err)
			d.refresh()
			if w.touch(6).status = "completed"; e.Verb == tasks.VerbClaim {
				w[6].status = "in_progress"
				w.give(6, me, f)
			}
			d.expect(before, w.files(f))
			if list := d.agents("then"); len(list.Tasks) != len(w) {
				t.Errorf("%s: its agents see %d tasks", f.dialect, len(list.Tasks))
			}
			d.judged(f.dialect)
			d.workOn()
			d.close()
		}
	}
}

func TestADoubledKeyIsNeverWritten(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		files := w.files(f)
		files[f.name(6)] = strings.Replace(files[f.name(6)], `"status": "pending"`, `"status": "completed",`+"\n"+`  "status": "pending"`, 1)
		d := sit(t, f, files)
		before := d.shoot()
		rules := map[string]ruleOf{"claim": board.Claim, "complete": board.Complete, "delete": board.Delete,
			"link": func(b *board.Board, k tasks.Key, who string, at time.Time) (tasks.Edit, error) {
				return board.Link(b, k, f.ref(1), who, at)
			}}
		for name, rule := range rules {
			if _, err := ask(rule(d.board, d.key(6), me, at)); err == nil || !strings.Contains(err.Error(), "status") {
				t.Errorf("%s: %s: %v", f.dialect, name, err)
			}
		}
		for _, v := range []tasks.Verb{tasks.VerbClaim, tasks.VerbComplete, tasks.VerbRelease, tasks.VerbDelete} {
			if _, err := d.store.Apply(t.Context(), tasks.Edit{Verb: v, Of: d.key(6), Who: me}); err == nil {
				t.Errorf("%s: %s was carried out", f.dialect, v)
			}
		}
		d.expect(before, files)
		d.close()
	}
}

// besides are what else lies in such directories. Nothing here writes them, whatever it does to the tasks.
func besides() map[string]string {
	return map[string]string{
		"task_1.tmp.json": "[1, 2", "tmp.json": "", "current_todos.json": "[]", "index.json": `{"worktrees": []}`, ".x.json": "{", "notes.txt": "1\n",
		"task_1.json.swp": "x", "task_1.json~": "{}", ".sideboard-old.tmp": "left", "events.jsonl": "{}\n", ".scheduled_tasks.json": "[]",
	}
}

func TestWhatIsNoTaskIsNotTouchedByAnyAction(t *testing.T) {
	some := []string{"claim what waits for nothing", "complete another's", "reopen", "link", "delete what others wait for", "edit the subject"}
	for _, f := range played() {
		for _, a := range actions() {
			if !slices.Contains(some, a.name) {
				continue
			}
			w := f.world()
			files := w.files(f)
			maps.Copy(files, besides())
			d := sit(t, f, files)
			d.must(os.MkdirAll(filepath.Join(d.dir, "default", "sub.json"), 0o755))
			before := d.shoot()
			e, err := ask(a.rule(d))
			d.must(err)
			_, err = d.store.Apply(t.Context(), e)
			d.must(err)
			want := maps.Clone(files)
			a.then(f, w, want)
			maps.Copy(want, w.changed(f, want))
			want["default"] = "not a file"
			d.expect(before, want)
			d.close()
		}
	}
}

func TestAMixedFolderKeepsEachFilesDialect(t *testing.T) {
	old, tree, sixth := formOf(refagents.S07Blocks), formOf(refagents.S12wt), formOf(refagents.V6Early)
	rows := map[string]func() string{
		"task_1.json": func() string {
			return old.text(row{n: 1, subject: "eins", status: "in_progress", owner: "ann", blocks: []string{"2", "3"}})
		},
		"task_2.json": func() string {
			return old.text(row{n: 2, subject: "zwei", status: "pending", waits: []string{"1", `"1"`, "1"}})
		},
		"task_3.json": func() string {
			return tree.text(row{n: 3, subject: "drei", status: "pending", waits: []string{"1", "5"}, created: born, updated: born})
		},
		"task_4.json": func() string {
			return sixth.text(row{n: 4, subject: "vier", status: "pending", waits: []string{`"1"`}})
		},
		// Its agents find the file by its name, and clear by the id inside.
		"task_5.json": func() string {
			return old.text(row{id: "7", subject: "fünf", status: "pending", waits: []string{"1"}})
		},
	}
	files := map[string]string{}
	for name, text := range rows {
		files[name] = text()
	}
	d := sit(t, old, files)
	defer d.close()
	before := d.shoot()
	act := func(rule ruleOf, name string) {
		t.Helper()
		e, err := ask(rule(d.board, tasks.Key{Name: name}, me, at))
		d.must(err)
		_, err = d.store.Apply(t.Context(), e)
		d.must(err)
		d.refresh()
	}
	act(board.Complete, "task_1.json")
	files["task_1.json"] = old.text(row{n: 1, subject: "eins", status: "completed", owner: "ann", blocks: []string{"2", "3"}})
	files["task_2.json"] = old.text(row{n: 2, subject: "zwei", status: "pending", waits: []string{`"1"`}})
	files["task_3.json"] = tree.text(row{n: 3, subject: "drei", status: "pending", waits: []string{"5"}, created: born, updated: born})
	files["task_5.json"] = old.text(row{id: "7", subject: "fünf", status: "pending"})
	d.expect(before, files)
	act(board.Claim, "task_5.json")
	files["task_5.json"] = old.text(row{id: "7", subject: "fünf", status: "in_progress", owner: me})
	d.expect(before, files)
}

func TestANewTaskOfClaudeCodesHasItsKeysAndNoMore(t *testing.T) {
	f := formOf(refagents.ClaudeCode)
	sibling := strings.Replace(f.text(row{n: 1, subject: "S", status: "pending", owner: "ann", active: "Doing"}), "\n}",
		",\n  \"metadata\": {\n    \"_internal\": true\n  },\n  \"extra\": 1\n}", 1)
	d := sit(t, f, map[string]string{"1.json": sibling, ".lock": ""})
	defer d.close()
	before := d.shoot()
	e, err := ask(board.Create(d.board, "", tasks.Draft{Subject: "Zwei"}, me, at))
	d.must(err)
	_, _, err = d.do(e)
	d.must(err)
	d.expect(before, map[string]string{"1.json": sibling, ".lock": "", "2.json": f.text(row{n: 2, subject: "Zwei", status: "pending"})})
}
