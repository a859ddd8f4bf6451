package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

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
