package dialect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
)

// touched is noon as the old s12 writes it.
const touched = "1795219407.25"

func each(t *testing.T, check func(t *testing.T, f form, d *dir)) {
	for _, f := range forms() {
		t.Run(f.name, func(t *testing.T) {
			d := f.open(t)
			for k, task := range d.tasks {
				if task.Traits.Dialect != f.name || task.Limits != 0 || task.Unseen || task.Why != "" {
					t.Errorf("%s is %s, limits %d, %q", k.Name, task.Traits.Dialect, task.Limits, task.Why)
				}
			}
			check(t, f, d)
		})
	}
}

func (f form) touch(r *row) {
	if f.touches {
		r.updated = touched
	}
}

func (f form) ref(n int) tasks.Value {
	raw := f.id(n)
	return tasks.RefValue(tasks.ID{Text: strings.Trim(raw, `"`), Num: raw[0] != '"'})
}

func TestFoldersAreDecoded(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		one, three := d.task(f.file(1)), d.task(f.file(3))
		if one.Subject != "Écrire le schéma 🚀" || one.Owner != "alice" || one.Status != tasks.InProgress || one.ID != f.ref(1).ID {
			t.Errorf("%+v", one)
		}
		if want := []tasks.ID{f.ref(1).ID, f.ref(2).ID}; !slices.Equal(three.WaitsFor, want) || three.Owner != "" {
			t.Errorf("%+v", three)
		}
		if (one.Clock != 0) != f.touches {
			t.Errorf("clock %d", one.Clock)
		}
		if d.book.Traits().Dialect != f.name {
			t.Errorf("the folder is %s", d.book.Traits().Dialect)
		}
		if named, ok := ByName(f.name); !ok || named != one.Traits {
			t.Error("ByName finds another")
		}
	})
}

func TestClaim(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed(f.file(2)), Who: "mia"})
		rs := f.rows()
		rs[1].status, rs[1].owner, rs[1].ownerLast = "in_progress", "mia", f.none == ""
		f.touch(&rs[1])
		d.expect(t, "claim", f.files(rs))
	})
}

func TestClaimOfOnesOwnPendingTaskKeepsTheOwnerAsANeed(t *testing.T) {
	f := forms()[11]
	d := f.open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed("2.json"), Changes: []tasks.Change{{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("mia")}}})
	e := d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("2.json"), Who: "mia"})
	want := tasks.Need{Key: keyed("2.json"), Field: tasks.FieldOwner, Is: tasks.TextValue("mia")}
	if !slices.Contains(e.Needs, want) || len(e.Steps[0].Changes) != 1 {
		t.Errorf("%+v", e)
	}
}

func TestComplete(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		e := d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed(f.file(1))})
		rs := f.rows()
		rs[0].status = "completed"
		f.touch(&rs[0])
		steps := 1
		if f.clears {
			rs[1].waits, rs[2].waits = nil, []int{2}
			steps = 3
		}
		if len(e.Steps) != steps || e.Steps[0].Key != keyed(f.file(1)) {
			t.Errorf("steps %+v", e.Steps)
		}
		d.expect(t, "complete", f.files(rs))
	})
}

func TestReleaseAndReopen(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed(f.file(1))})
		d.do(t, tasks.Edit{Verb: tasks.VerbReopen, Of: keyed(f.file(4))})
		rs := f.rows()
		for _, i := range []int{0, 3} {
			rs[i].status, rs[i].owner = "pending", ""
			f.touch(&rs[i])
		}
		d.expect(t, "release and reopen", f.files(rs))
	})
}

func TestLinkAndUnlink(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		link := func(verb tasks.Verb, op tasks.Op, from, to int) {
			d.do(t, tasks.Edit{Verb: verb, Of: keyed(f.file(from)), Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: op, To: f.ref(to)}}})
		}
		link(tasks.VerbLink, tasks.Add, 4, 3)
		link(tasks.VerbUnlink, tasks.Drop, 3, 1)
		rs := f.rows()
		rs[3].waits, rs[2].waits = []int{3}, []int{2}
		if f.blocks {
			rs[2].blocks, rs[0].blocks = []int{4}, []int{2}
		}
		f.touch(&rs[3])
		f.touch(&rs[2])
		d.expect(t, "link and unlink", f.files(rs))

		link(tasks.VerbLink, tasks.Add, 4, 3)
		d.expect(t, "link again", f.files(rs))
	})
}

func TestDelete(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.mark = 0
		e := d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed(f.file(1))})
		rs := f.rows()[1:]
		if f.cleans {
			rs[0].waits, rs[1].waits = nil, []int{2}
		}
		if f.mark != (d.mark == 1) || f.mark != (e.Steps[0].Kind == tasks.RaiseMark) {
			t.Errorf("mark %d, steps %+v", d.mark, e.Steps)
		}
		d.expect(t, "delete", f.files(rs))
	})
}

func TestDeleteOfOneOfTwoWithTheSameIDKeepsTheLists(t *testing.T) {
	f := forms()[0]
	files := f.files(f.rows())
	files["task_9.json"] = f.write(f.rows()[0])
	d := open(t, "/p/.tasks", false, files)
	e := d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed("task_9.json")})
	if len(e.Steps) != 1 {
		t.Errorf("%+v", e.Steps)
	}
}

func TestCreate(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		rs := f.rows()
		fresh := row{n: 5, subject: "Größe", status: "pending", waits: []int{2, 4}, updated: touched}
		want := f.files(rs)
		if f.blocks {
			rs[1].blocks, rs[3].blocks = []int{3, 5}, []int{5}
			want = f.files(rs)
		}
		name, text := f.file(5), f.write(fresh)
		text = strings.Replace(text, `"created_at": 1774445042.2717857`, `"created_at": `+touched, 1)
		if f.ascii {
			text = strings.ReplaceAll(text, "Größe", `Gr\u00f6\u00dfe`)
		}
		switch {
		case strings.HasPrefix(f.id(1), `"task_1795`):
			name, text = "task_1795219407_3333.json", strings.Replace(text, f.id(5), `"task_1795219407_3333"`, 1)
		case strings.HasPrefix(f.id(1), `"task_`):
			name, text = "task_55555555.json", strings.Replace(text, f.id(5), `"task_55555555"`, 1)
		}
		want[name] = text
		e := d.do(t, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{
			Subject: "Größe", WaitsFor: []tasks.ID{f.ref(2).ID, f.ref(4).ID, f.ref(2).ID},
		}})
		if e.Steps[0].Kind != tasks.CreateFile {
			t.Errorf("%+v", e.Steps)
		}
		d.expect(t, "create", want)
		if wrote := strings.HasPrefix(f.name, "v6") && f.mark; wrote != (d.mark == 5) {
			t.Errorf("mark %d", d.mark)
		}
	})
}

func TestCreateCountsEveryNameAndTheMark(t *testing.T) {
	for _, f := range forms() {
		if f.file(1) != "task_1.json" && f.file(1) != "1.json" {
			continue
		}
		d := f.open(t)
		name := func(mark uint64) string {
			name, _, err := d.book.Create(tasks.Draft{Subject: "x"}, d.newest(), d, mark, noon, nil)
			if err != nil {
				t.Fatal(err)
			}
			return name
		}
		if got := name(0); got != f.file(5) {
			t.Errorf("%s: %s", f.name, got)
		}
		d.book.Saw(f.file(7))
		if got := name(0); got != f.file(8) {
			t.Errorf("%s: %s after %s was seen", f.name, got, f.file(7))
		}
		if got := name(20); got != f.file(21) {
			t.Errorf("%s: %s with mark 20", f.name, got)
		}
	}
}

func TestCreateInAnEmptyFolder(t *testing.T) {
	for _, c := range []struct {
		path  string
		names []string
		lock  bool
		want  *tasks.Traits
		file  string
	}{
		{"/p/.tasks", nil, false, S12, "task_1795219407_3333.json"},
		{"/p/.tasks", []string{".highwatermark"}, false, V6, "8.json"},
		{"/p/.tasks", nil, true, S13, "task_55555555.json"},
		{"/home/p/.claude/tasks/x", nil, false, ClaudeCode, "8.json"},
		{"/home/p/.claude/tasks", nil, false, ClaudeCode, "8.json"},
		{"/cfg/tasks/x", nil, true, ClaudeCode, "8.json"},
	} {
		d := open(t, c.path, c.lock, map[string]string{})
		d.book = NewBook(c.path, "/cfg")
		d.book.List(c.names, c.lock)
		if got := d.book.Traits(); got != c.want {
			t.Errorf("%s %v: %s, want %s", c.path, c.names, got.Dialect, c.want.Dialect)
		}
		name, raw, err := d.book.Create(tasks.Draft{Subject: "x", Owner: "mia"}, nil, d, 7, noon, func(n int) int { return n / 3 })
		if err != nil || name != c.file {
			t.Errorf("%s: %s, %v", c.path, name, err)
		}
		task, err := d.book.Decode(keyed(name), raw, tasks.Stamp{})
		if err != nil || task.Traits != c.want || task.Unseen || task.Owner != "mia" || task.Status != tasks.Pending {
			t.Errorf("%s: %+v, %v\n%s", c.path, task, err, raw)
		}
	}
}

func TestEditChangesOnlyWhatWasAsked(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(f.file(1)), Changes: []tasks.Change{
			{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("Éclair")},
			{Field: tasks.FieldDescription, Op: tasks.Set, To: tasks.TextValue("a\nb </x>")},
		}})
		rs := f.rows()
		rs[0].subject = "Éclair"
		if strings.Contains(f.keys, "active_form") {
			rs[0].active = "Working on: Écrire le schéma 🚀"
		}
		f.touch(&rs[0])
		want := f.files(rs)
		want[f.file(1)] = strings.Replace(want[f.file(1)], `"description": ""`, `"description": "a\nb </x>"`, 1)
		d.expect(t, "edit", want)
	})
}

func TestEditOfRawMembers(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		name := f.file(1)
		before := d.files[name]
		member := func(op tasks.Op, member, from, to string) tasks.Edit {
			c := tasks.Change{Field: tasks.FieldMember, Op: op, Member: member}
			if from != "" {
				c.From = tasks.Value{Kind: tasks.RawVal, Text: from}
			}
			if to != "" {
				c.To = tasks.Value{Kind: tasks.RawVal, Text: to}
			}
			return tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(name), Changes: []tasks.Change{c}}
		}
		d.do(t, member(tasks.Set, "subject", f.quote("Écrire le schéma 🚀"), `"x\ty"`))
		want := strings.Replace(before, f.quote("Écrire le schéma 🚀"), `"x\ty"`, 1)
		if strings.Contains(f.keys, "active_form") {
			want = strings.Replace(before, `"subject": `+f.quote("Écrire le schéma 🚀"), `"subject": "x\ty"`, 1)
		}
		if f.touches {
			want = strings.Replace(want, `"updated_at": 1774445042.2717857`, `"updated_at": `+touched, 1)
		}
		if d.files[name] != want {
			t.Errorf("got\n%s\nwant\n%s", d.files[name], want)
		}

		strict := !strings.HasPrefix(f.name, "s07") && f.name != "s_full" && f.name != "s12wt" && f.name != "claude-code"
		e, err := d.book.Expand(member(tasks.Set, "extra", "", `{"k": 1}`), d)
		if err != nil {
			t.Fatal(err)
		}
		out, err := d.book.Render(d.task(name), []byte(d.files[name]), e.Steps[0].Changes, noon)
		if strict != (err != nil) {
			t.Errorf("an unknown key: %v", err)
		}
		if !strict {
			if want := strings.TrimSuffix(d.files[name], "\n}") + ",\n  \"extra\": {\"k\": 1}\n}"; string(out) != want {
				t.Errorf("got\n%s\nwant\n%s", out, want)
			}
			d.files[name] = string(out)
			d.do(t, member(tasks.Unset, "extra", `{"k":1}`, ""))
			if strings.Contains(d.files[name], "extra") {
				t.Errorf("still there: %s", d.files[name])
			}
		}
		e, err = d.book.Expand(member(tasks.Unset, "id", strings.TrimSpace(f.id(1)), ""), d)
		if err == nil {
			_, err = d.book.Render(d.task(name), []byte(d.files[name]), e.Steps[0].Changes, noon)
		}
		if err == nil {
			t.Error("the id was removed")
		}
	})
}

func TestEditOfTheStatusToCompletedClearsAsCompletingDoes(t *testing.T) {
	for _, c := range []tasks.Change{
		{Field: tasks.FieldMember, Op: tasks.Set, Member: "status", From: tasks.Value{Kind: tasks.RawVal, Text: `"in_progress"`}, To: tasks.Value{Kind: tasks.RawVal, Text: ` "completed"`}},
		{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.Completed)},
	} {
		f := forms()[0]
		d := f.open(t)
		d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed("task_1.json"), Changes: []tasks.Change{c}})
		rs := f.rows()
		rs[0].status, rs[1].waits, rs[2].waits = "completed", nil, []int{2}
		d.expect(t, "edit", f.files(rs))
	}
}

func TestRenderGivesTheSameBytesWhenNothingDiffers(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		for name, raw := range d.files {
			task := d.task(name)
			if task == nil {
				continue
			}
			out, err := d.book.Render(task, []byte(raw), []tasks.Change{
				{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(task.Status)},
				{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue(task.Owner)},
				{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue(task.Subject)},
				{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "nobody"})},
			}, noon)
			if err != nil || string(out) != raw {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	})
}

func TestInstructionTellsWhatToDo(t *testing.T) {
	each(t, func(t *testing.T, f form, d *dir) {
		got := Instruction(d.task(f.file(3)), "Say why.\n", d)
		for _, part := range []string{"tests", "Say why.", "It waits for:", "Écrire le schéma 🚀 (in_progress)", "endpoints (pending)", "When it is done", d.task(f.file(3)).ID.Text} {
			if !strings.Contains(got, part) {
				t.Errorf("no %q in\n%s", part, got)
			}
		}
	})
	if got := Instruction(&tasks.Task{Traits: S12, WaitsFor: []tasks.ID{{Text: "x"}}}, "", &dir{}); !strings.Contains(got, "no file has this id") {
		t.Error(got)
	}
}

func TestV9IsWhatItIsToldToBe(t *testing.T) {
	f := forms()[8]
	d := f.open(t)
	d.book.Tell(V9)
	d.read(t, "task_1.json")
	if got := d.task("task_1.json").Traits; got != V9 {
		t.Errorf("%s", got.Dialect)
	}
}

func TestAllHasEveryNameOnce(t *testing.T) {
	var names []string
	for _, tr := range All() {
		names = append(names, tr.Dialect)
	}
	if got := fmt.Sprint(names); got != "[s07 s07blocks s_full s12wt s12 s18 s10 s13 v6early v6mid v6 v9 claude-code]" {
		t.Error(got)
	}
	if _, ok := ByName("workflow"); ok {
		t.Error("workflow files cannot be edited")
	}
}
