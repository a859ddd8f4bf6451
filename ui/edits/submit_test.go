package edits

import (
	"errors"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/workspace"
)

func TestARuleAsksBeforeAnEditIsWritten(t *testing.T) {
	h, m := openFiles(t, map[string]string{one: parse()})
	h.Press("D").Sees("Delete Parse?", "y/enter delete", "n keep it").Press("n").Sees("no: Delete").Reads(one, parse())
	h.Press("d").Sees("y/enter complete", "n leave it").Press("n").Reads(one, parse())
	ask := board.Ask{Question: "Really?", Edit: tasks.Edit{Verb: tasks.VerbClaim, Of: h.On}}
	m.CarryOut(tasks.Edit{}, ask)
	h.Mode().Handle(keymap.StartToo) // which this question does not offer
	h.Sees("Really?", "no: s give it").Press("n")
	m.CarryOut(tasks.Edit{}, errors.New("no such thing"))
	h.Sees("No such thing")
}

func TestACardHasAMarkUntilItsEditIsOnTheBoard(t *testing.T) {
	h, m := openFiles(t, map[string]string{one: parse()})
	stayed := 0
	m.StayOpen = func(err error) {
		if err != nil {
			stayed++
		}
	}
	e, err := board.Claim(h.Board, h.On, h.Me, h.Now)
	cmd := m.CarryOut(e, err)
	if before := h.Generation; !m.Writing(h.On) || m.Writing(tasks.Key{Name: "b"}) || before == 0 {
		t.Error("the card has no mark while the edit is written")
	}
	msg := cmd()
	if !m.EditsArriving() {
		t.Error("the edit is on the board before its file was read")
	}
	h.Run(msg.(host.Answer)())
	if m.Writing(h.On) || m.EditsArriving() || stayed > 0 {
		t.Error("the card has a mark although the edit is on the board")
	}
}

func TestAnEarlierEditLeavesTheMarkOfALaterOne(t *testing.T) {
	p, m := edited(dialect.S12)
	k := tasks.Key{Name: "a.json"}
	m.markWriting(k, 6)
	m.HandleDelta(tasks.Delta{Mine: map[tasks.Key]tasks.EditID{k: 5}, At: p.Now})
	if !m.Writing(k) {
		t.Error("the mark is gone")
	}
}

func TestAnotherDirectoryHasNoMarksOfThisOne(t *testing.T) {
	h, m := openFiles(t, map[string]string{one: parse()})
	h.Press("c")
	m.markWriting(h.On, 6)
	if m.Reset(); m.Writing(h.On) || m.CanUndo() {
		t.Errorf("its card has a mark: %v, something can be undone: %v", m.Writing(h.On), m.CanUndo())
	}
}

func TestAnEditThatCannotBeWrittenSaysWhy(t *testing.T) {
	k := tasks.Key{Name: "a.json"}
	clash := func(c tasks.ConflictError) error { c.Clash.Key = k; return &c }
	for _, c := range []struct {
		name string
		err  error
		says string
	}{
		{"another was first", clash(tasks.ConflictError{Gone: true}), "Not claimed: its file is gone"},
		{"the disk failed", errors.New("disk full"), "Not claimed: disk full"},
		{"its second step failed", &store.UnfinishedError{}, "Claimed, but "},
	} {
		for _, elsewhere := range []bool{false, true} {
			p, m := edited(dialect.S12)
			stay := error(nil)
			m.StayOpen = func(err error) { stay = err }
			e := tasks.Edit{ID: 5, Verb: tasks.VerbClaim, Of: k, Who: "ann"}
			m.markWriting(k, 5)
			in := m.Workspace
			if elsewhere {
				in = &workspace.Workspace{}
			}
			outcome{m, in, e, tasks.Result{}, c.err, key{}}.handle()
			if !strings.HasPrefix(p.NoticeText(), c.says) || stay != c.err {
				t.Errorf("%s, elsewhere %v: it says %q, stays open for %v", c.name, elsewhere, p.NoticeText(), stay)
			}
			if m.Writing(k) != elsewhere {
				t.Errorf("%s, elsewhere %v: its mark is %v", c.name, elsewhere, m.Writing(k))
			}
			m.undone(in, store.PastEdit{Key: k}, false, c.err)
			if !strings.Contains(p.NoticeText(), strings.TrimPrefix(strings.TrimPrefix(c.says, "Not claimed"), "Claimed")) {
				t.Errorf("%s, elsewhere %v: of an undo it says %q", c.name, elsewhere, p.NoticeText())
			}
		}
	}
}

func TestAConflictWithoutValuesIsNotDecided(t *testing.T) {
	edit := tasks.Edit{Verb: tasks.VerbEdit, Changes: []tasks.Change{{Field: tasks.FieldSubject}}}
	some := []tasks.Clash{{Field: tasks.FieldSubject}}
	for want, c := range map[bool][]*tasks.ConflictError{true: {{Clashes: some}}, false: {{}, {Gone: true, Clashes: some}, {Taken: true, Clashes: some}, {Clashes: []tasks.Clash{{Field: tasks.FieldOwner}}}}} {
		for _, c := range c {
			if canDecide(edit, c) != want {
				t.Errorf("%+v is decided: %v", c, !want)
			}
		}
	}
}

func TestAnActionNamesWhatItDidNotCreate(t *testing.T) {
	p, m := edited(dialect.S13)
	var all []tasks.Edit
	for _, subject := range []string{"Parse", "Test", "Ship"} {
		all = append(all, tasks.Edit{Verb: tasks.VerbCreate, Draft: &tasks.Draft{Subject: subject}})
	}
	gone := &tasks.ConflictError{Gone: true}
	action{m: m, in: p.Workspace, done: "created", edits: all}.written(make([]tasks.Result, 3), []error{nil, gone, board.ErrNotCreated})
	if want := "1 of 3 tasks created. Not Test: its file is gone; not Ship: what it waits for was not created"; p.NoticeText() != want {
		t.Errorf("it says %q", p.NoticeText())
	}
}
