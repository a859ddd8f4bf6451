package store_test

import (
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/refagents"
)

func TestALockIsMadeOnlyWhereItsAgentsMakeOne(t *testing.T) {
	for _, c := range []struct {
		dialect       string
		there, remain bool // a file .lock, before and after
	}{
		{refagents.S10, false, false}, {refagents.S13, false, true}, {refagents.S13, true, true},
		{refagents.ClaudeCode, false, false}, {refagents.ClaudeCode, true, true}, {refagents.S12, false, false}, {refagents.V6, false, false},
	} {
		f := formOf(c.dialect)
		w := f.world()
		files := w.files(f)
		if delete(files, ".lock"); c.there {
			files[".lock"] = ""
		}
		d := sit(t, f, files)
		before := d.shoot()
		claim, err := board.Claim(d.board, d.key(6), me, at)
		d.must(err)
		_, err = d.store.Apply(t.Context(), claim)
		d.must(err)
		w.touch(6).status = "in_progress"
		w.give(6, me, f)
		want := w.files(f)
		if delete(want, ".lock"); c.remain {
			want[".lock"] = ""
		}
		d.expect(before, want)
		d.refresh()
		create, err := board.Create(d.board, "", tasks.Draft{Subject: "new"}, me, at)
		d.must(err)
		_, err = d.store.Apply(t.Context(), create)
		d.must(err)
		if after := d.shoot(); len(after) != len(want)+1 {
			t.Errorf("%s: creating left %d files, there were %d", c.dialect, len(after), len(want))
		}
		d.workOn()
		d.close()
	}
}

func TestSeveralFieldsAreOneWriteOfTheirFile(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		text := func(field tasks.Field, from, to string) tasks.Change {
			return tasks.Change{Field: field, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}
		}
		e, err := ask(board.EditFields(d.board, d.key(2), []tasks.Change{
			text(tasks.FieldSubject, "endpoints", "Endpunkte — 三"),
			text(tasks.FieldOwner, "", "zoë"),
			text(tasks.FieldDescription, "", talk),
			{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(f.ref(1))},
			{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(f.ref(6))},
		}, me, at))
		d.must(err)
		res, _, err := d.do(e)
		d.must(err)
		r := w.touch(2)
		if r.subject, r.description, r.waits = "Endpunkte — 三", talk, []string{f.id(6)}; f.has("active_form") {
			r.active = "Working on: endpoints"
		}
		w.give(2, "zoë", f)
		if f.mirrors {
			w[1].blocks, w[6].blocks = []string{f.id(3)}, []string{f.id(2)}
		}
		d.expect(before, w.files(f))
		if want := 1 + 2*b2i(f.mirrors); len(res.Applied) != want {
			t.Errorf("%s: %d files were written, want %d", f.dialect, len(res.Applied), want)
		}
		d.agree(f.dialect)
		d.close()
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestAnEditWritesNoStatusThatItsAgentsDoNotKnow(t *testing.T) {
	for _, f := range played() {
		w := f.world()
		d := sit(t, f, w.files(f))
		before := d.shoot()
		c := tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(tasks.Pending), To: tasks.TextValue("done")}
		e, err := ask(board.EditFields(d.board, d.key(6), []tasks.Change{c}, me, at))
		if err == nil {
			_, err = d.store.Apply(t.Context(), e)
		}
		if err == nil {
			t.Errorf("%s: written", f.dialect)
		}
		d.expect(before, w.files(f))
		d.close()
	}
}
