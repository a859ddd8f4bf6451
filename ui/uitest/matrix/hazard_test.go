package matrix

import (
	"errors"
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
		for _, rule := range []ruleOf{board.Reopen, board.Complete} {
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
			_, err = d.store.Batch().Apply(t.Context(), e)
			d.must(err)
			d.refresh()
			if w.touch(6).status = "completed"; e.Verb == tasks.VerbReopen {
				w[6].status = "pending"
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
			if _, err := d.store.Batch().Apply(t.Context(), tasks.Edit{Verb: v, Of: d.key(6), Who: me}); err == nil {
				t.Errorf("%s: %s was carried out", f.dialect, v)
			}
		}
		d.expect(before, files)
		d.close()
	}
}

// strays are what else is in such directories. Nothing here writes them, whatever it does to the tasks.
func strays() map[string]string {
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
			maps.Copy(files, strays())
			d := sit(t, f, files)
			d.must(os.MkdirAll(filepath.Join(d.dir, "default", "sub.json"), 0o755))
			before := d.shoot()
			e, err := ask(a.rule(d))
			d.must(err)
			_, err = d.store.Batch().Apply(t.Context(), e)
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
		_, err = d.store.Batch().Apply(t.Context(), e)
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

// odd is a file in an unusual layout. In text {status}, {subject}, {waits}, {owner} and {time}
// stand for what an edit may change; every other byte must stay.
type odd struct {
	name, dialect, text string
	subject, renamed    string // {subject}, and the same with "Täglich <b>" instead
	waits, linked       string // {waits}, and the same waiting for task 2 too
	owner, owned        string // {owner}, and the same with mia for an owner
	time, touched       string // {time}, and the same after an edit
	why                 string // a part of the reason why its text can not be edited
}

func odds() []odd {
	const raw, escaped = `"Täglich <b>"`, `"T\u00e4glich <b>"`
	s07 := func(o odd) odd {
		if o.dialect = refagents.S07; o.owner == "" {
			o.owner, o.owned = `""`, `"mia"`
		}
		if o.waits == "" {
			o.waits, o.linked = "[]", "[\n    2\n  ]"
		}
		if o.subject == "" {
			o.subject, o.renamed = `"S"`, raw
		}
		return o
	}
	return []odd{
		s07(odd{name: "on one line", waits: "[]", linked: "[2]",
			text: `{"id":1,"subject":{subject},"description":"","status":{status},"blockedBy":{waits},"owner":{owner}}`}),
		s07(odd{name: "with blanks of its own", waits: "[ 3, 4 ]", linked: "[ 3, 4, 2 ]", renamed: escaped, subject: `"S"`,
			text: "\n{ \"owner\" :{owner} ,\t\"status\"\t: {status},\r\n   \"id\": 1 , \"subject\": {subject},\"description\": \"x\", \"blockedBy\": {waits} }\n\n"}),
		s07(odd{name: "with tabs and its own order", waits: "[\n\t\t3\n\t]", linked: "[\n\t\t3,\n\t\t2\n\t]",
			text: "{\n\t\"blockedBy\": {waits},\n\t\"status\": {status},\n\t\"owner\": {owner},\n\t\"subject\": {subject},\n\t\"id\": 1\n}\n"}),
		s07(odd{name: "with numbers that no float holds",
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"price\": 1.50,\n  \"big\": 9007199254740993,\n  \"e\": [1E+2, -0.0, NaN, -Infinity],\n" +
				"  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}", waits: "[]", linked: "[2]"}),
		s07(odd{name: "with escapes of every kind", renamed: escaped, subject: `"S"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"description\": \"\\ud83d lone \\udc00, \\/ \\u0041 \\u00E9 \\u007f \\ud83d\\ude80\",\n" +
				"  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "with the same names inside others",
			text: "{\n  \"id\": 1,\n  \"meta\": {\"status\": \"pending\", \"owner\": \"\", \"blockedBy\": [2]},\n  \"subject\": {subject},\n" +
				"  \"st\\u0061te\": \"status\",\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "with its names in escapes",
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"st\\u0061tus\": {status},\n  \"blocked\\u0042y\": {waits},\n  \"own\\u0065r\": {owner}\n}"}),
		s07(odd{name: "with its time as ISO 8601", time: `"2026-03-25T13:24:02.271+08:00"`, touched: `"2026-11-21T08:03:27.250+08:00"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner},\n  \"updatedAt\": {time}\n}"}),
		s07(odd{name: "with its time as whole seconds", time: `1774445042`, touched: `1795219407`, renamed: escaped, subject: `"S"`,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner},\n  \"updated_at\": {time}\n}",
		}),
		s07(odd{name: "with Windows line ends", why: "CRLF", waits: "[]", linked: "[\r\n    2\r\n  ]",
			text: "{\r\n  \"id\": 1,\r\n  \"subject\": {subject},\r\n  \"status\": {status},\r\n  \"blockedBy\": {waits},\r\n  \"owner\": {owner}\r\n}"}),
		s07(odd{name: "with a byte order mark", why: "byte order mark",
			text: "\ufeff{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		s07(odd{name: "in GBK", why: "UTF-8", subject: "\"\xb2\xe2\xca\xd4 \\t\"", renamed: escaped,
			text: "{\n  \"id\": 1,\n  \"subject\": {subject},\n  \"status\": {status},\n  \"blockedBy\": {waits},\n  \"owner\": {owner}\n}"}),
		{name: "on one line", dialect: refagents.ClaudeCode, subject: `"S"`, renamed: raw, waits: "[]", linked: `["2"]`, owned: `,"owner":"mia"`,
			text: `{"id":"1","subject":{subject},"description":"","status":{status},"blocks":[],"blockedBy":{waits}{owner}}`},
		{name: "with members of its own", dialect: refagents.ClaudeCode, subject: `"S"`, renamed: raw, waits: "[]", linked: "[\n    \"2\"\n  ]", owned: ",\n  \"owner\": \"mia\"",
			text: "{\n  \"id\": \"1\",\n  \"subject\": {subject},\n  \"description\": \"\",\n  \"metadata\": {\n    \"_internal\": false, \"big\": 9007199254740993\n  },\n" +
				"  \"status\": {status},\n  \"blocks\": [],\n  \"blockedBy\": {waits},\n  \"x\": 1.50{owner}\n}\n"},
		{name: "with Windows line ends", dialect: refagents.ClaudeCode, why: "CRLF", subject: `"S"`, renamed: raw, waits: "[]", linked: "[\r\n    \"2\"\r\n  ]", owned: ",\r\n  \"owner\": \"mia\"",
			text: "{\r\n  \"id\": \"1\",\r\n  \"subject\": {subject},\r\n  \"description\": \"\",\r\n  \"status\": {status},\r\n  \"blocks\": [],\r\n  \"blockedBy\": {waits}{owner}\r\n}"},
	}
}

func (o odd) with(status, subject, waits, owner, time string) string {
	return strings.NewReplacer("{status}", `"`+status+`"`, "{subject}", subject, "{waits}", waits, "{owner}", owner, "{time}", time).Replace(o.text)
}

func TestEveryByteOfAnOddFileStaysButThoseOfTheEdit(t *testing.T) {
	for _, o := range odds() {
		t.Run(o.dialect+"/"+o.name, func(t *testing.T) {
			f := formOf(o.dialect)
			name := f.name(1)
			start := o.with("pending", o.subject, o.waits, o.owner, o.time)
			files := map[string]string{name: start, f.name(2): f.text(row{n: 2, subject: "zwei", status: "in_progress"}),
				f.name(3): f.text(row{n: 3, subject: "drei", status: "pending"})}
			d := sit(t, f, files)
			defer d.close()
			unlisted := f.text(row{n: 2, subject: "zwei", status: "in_progress"})
			listed := unlisted
			if f.mirrors {
				listed = f.text(row{n: 2, subject: "zwei", status: "in_progress", blocks: []string{f.id(1)}})
			}
			step := func(want string, e tasks.Edit, err error) {
				t.Helper()
				e, err = ask(e, err)
				d.must(err)
				_, err = d.store.Batch().Apply(t.Context(), e)
				d.must(err)
				d.refresh()
				if got := d.shoot()[name].text; got != want {
					t.Errorf("after %s it is\n%q\nwant\n%q", e.Verb, got, want)
				}
			}
			now := func(status, subject, waits, owner string) string {
				return o.with(status, subject, waits, owner, o.touched)
			}
			if o.waits == "[]" {
				e, err := board.Claim(d.board, d.key(1), me, at)
				step(now("in_progress", o.subject, o.waits, o.owned), e, err)
				e, err = board.Release(d.board, d.key(1), me, at)
				step(now("pending", o.subject, o.waits, o.owner), e, err)
				e, err = board.Complete(d.board, d.key(1), me, at)
				step(now("completed", o.subject, o.waits, o.owner), e, err)
				e, err = board.Reopen(d.board, d.key(1), me, at)
				step(now("pending", o.subject, o.waits, o.owner), e, err)
			}
			e, err := board.Link(d.board, d.key(1), d.ref(2), me, at)
			step(now("pending", o.subject, o.linked, o.owner), e, err)
			if got := d.shoot()[f.name(2)].text; got != listed {
				t.Errorf("the other side is\n%s\nwant\n%s", got, listed)
			}
			e, err = board.Unlink(d.board, d.key(1), d.ref(2), me, at)
			step(now("pending", o.subject, o.waits, o.owner), e, err)
			e, err = d.set(1, tasks.FieldOwner, "", me)
			step(now("pending", o.subject, o.waits, o.owned), e, err)
			if o.why == "" {
				e, err = d.set(1, tasks.FieldSubject, "S", "Täglich <b>")
				step(now("pending", o.renamed, o.waits, o.owned), e, err)
				return
			}
			o.refused(t, d)
			d.expect(map[string]shot{}, map[string]string{name: now("pending", o.subject, o.waits, o.owned), f.name(2): unlisted, f.name(3): files[f.name(3)]})
		})
	}
}

// refused makes sure that the text of a file stays out of reach, and that it is said why.
func (o odd) refused(t *testing.T, d *workspace) {
	t.Helper()
	for _, field := range []tasks.Field{tasks.FieldSubject, tasks.FieldDescription} {
		_, err := d.set(1, field, "S", "other")
		var no board.Refusal
		if !errors.As(err, &no) || !strings.Contains(no.Why, o.why) {
			t.Errorf("the %s: %v", field, err)
		}
		c := tasks.Change{Field: field, Op: tasks.Set, To: tasks.TextValue("other")}
		if _, err := d.store.Batch().Apply(t.Context(), tasks.Edit{Verb: tasks.VerbEdit, Of: d.key(1), Changes: []tasks.Change{c}}); err == nil {
			t.Errorf("the %s was written", field)
		}
	}
}
