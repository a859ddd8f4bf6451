package edits

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// One reading may find an undo together with what another process wrote right after it. The event is then not marked as ours.
func TestAnOverwrittenEditIsReportedUnlessItWasUndone(t *testing.T) {
	claimed := tasks.Change{Op: tasks.Set, Field: tasks.FieldStatus, From: tasks.StatusValue(tasks.Pending), To: tasks.StatusValue(tasks.InProgress)}
	for _, takenBack := range []bool{false, true} {
		key := tasks.Key{Name: "a.json"}
		p, m := edited(dialect.S13)
		m.MishapBy = func(string) string { return "eve" }
		m.rememberEdit(tasks.Edit{ID: 1, Verb: tasks.VerbClaim, Of: key}, tasks.Result{Applied: []tasks.Step{{Key: key, Changes: []tasks.Change{claimed}}}})
		if takenBack {
			m.beginUndo(store.PastEdit{ID: 1, Key: key})
		}
		m.CheckOverwritten(board.Diff{Events: []board.Event{{Kind: tasks.EventReleased, Key: key, Subject: "Schema", Fields: []board.FieldChange{
			{Field: tasks.FieldStatus, Before: claimed.To, After: claimed.From},
		}}}})
		if shown := strings.Contains(p.NoticeText(), "overwrote your edit: you claimed Schema"); shown == takenBack || m.HasLostEdit() == takenBack {
			t.Errorf("taken back %v: %q", takenBack, p.NoticeText())
		}
		m.lostEdit = nil
		m.CheckOverwritten(board.Diff{Events: []board.Event{{Key: key, Fields: []board.FieldChange{{Field: tasks.FieldStatus, Before: claimed.To, After: claimed.From}}}}})
		if m.HasLostEdit() {
			t.Error("one edit is overwritten twice")
		}
	}
}

// An agent that continues from a released task has read the release. Only a write that reverts all of it came from an old copy.
func TestAReleaseIsOverwrittenOnlyIfAllOfItIsReverted(t *testing.T) {
	status, owner := tasks.StatusValue, tasks.TextValue
	set := func(f tasks.Field, from, to tasks.Value) board.FieldChange {
		return board.FieldChange{Field: f, Before: from, After: to}
	}
	type event []board.FieldChange
	claimedBy := func(who string) event {
		return event{set(tasks.FieldStatus, status(tasks.Pending), status(tasks.InProgress)), set(tasks.FieldOwner, owner(""), owner(who))}
	}
	completed := event{set(tasks.FieldStatus, status(tasks.InProgress), status(tasks.Completed))}
	for _, c := range []struct {
		name   string
		verb   tasks.Verb
		before tasks.Value // the status
		events []event
		lost   bool
	}{
		{"another claims it", tasks.VerbRelease, status(tasks.InProgress), []event{claimedBy("w0")}, false},
		{"an old copy of the claim comes back", tasks.VerbRelease, status(tasks.InProgress), []event{claimedBy("me")}, true},
		{"the subject changes, then an old copy comes back", tasks.VerbRelease, status(tasks.InProgress), []event{{set(tasks.FieldSubject, owner("A"), owner("B"))}, claimedBy("me")}, true},
		{"another claims it and gives it to who had it", tasks.VerbRelease, status(tasks.InProgress), []event{claimedBy("w0"), {set(tasks.FieldOwner, owner("w0"), owner("me"))}}, false},
		{"who had completed it claims and completes it again", tasks.VerbReopen, status(tasks.Completed), []event{claimedBy("me"), completed}, false},
		{"an old copy of what was done comes back", tasks.VerbReopen, status(tasks.Completed), []event{{set(tasks.FieldStatus, status(tasks.Pending), status(tasks.Completed)), set(tasks.FieldOwner, owner(""), owner("me"))}}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			key := tasks.Key{Name: "a.json"}
			p, m := edited(dialect.S12)
			m.MishapBy = func(string) string { return "eve" }
			m.rememberEdit(tasks.Edit{ID: 1, Verb: c.verb, Of: key}, tasks.Result{Applied: []tasks.Step{{Key: key, Changes: []tasks.Change{
				{Op: tasks.Set, Field: tasks.FieldStatus, From: c.before, To: status(tasks.Pending)},
				{Op: tasks.Set, Field: tasks.FieldOwner, From: owner("me"), To: owner("")},
			}}}})
			for _, fields := range c.events {
				m.CheckOverwritten(board.Diff{Events: []board.Event{{Kind: tasks.EventClaimed, Key: key, Subject: "A", Fields: fields}}})
			}
			if m.HasLostEdit() != c.lost {
				t.Errorf("lost %v, said %q", m.HasLostEdit(), p.NoticeText())
			}
		})
	}
}

func TestAnOutcomeIsShown(t *testing.T) {
	key := tasks.Key{Name: "a.json"}
	again := tasks.Edit{ID: 7, Verb: tasks.VerbClaim, Of: key}
	for _, c := range []struct {
		name string
		o    store.Outcome
		says string
		lost bool // an edit can be applied again afterwards
	}{
		{"an edit was applied again by itself", store.Outcome{What: store.Reapplied}, "Somebody wrote an old copy of Schema over your edit: it was applied again", false},
		{"an edit was overwritten", store.Outcome{What: store.Lost, Again: &again, By: "bob"}, "bob overwrote your edit: you claimed Schema. Press a to apply it again", true},
		{"an edit was overwritten in the name of the person", store.Outcome{What: store.PutBack, Again: &again, By: "ann"}, "Somebody overwrote your edit: you claimed Schema", true},
		{"an edit was overwritten that cannot be applied again", store.Outcome{What: store.Lost}, "", false},
		{"an edit is lost with its file", store.Outcome{What: store.Lost, Again: &again, Gone: true}, "", false},
		{"two wrote at once", store.Outcome{What: store.Overtook, Kept: "/kept"}, "Somebody wrote Schema in the same instant as you. What gave way is kept in /kept", false},
		{"two wrote at once and nothing is kept", store.Outcome{What: store.Overtook}, "What gave way is not kept", false},
		{"an edit of an earlier session is finished", store.Outcome{What: store.Finished, Edit: again}, "An edit that was cut short is finished: claimed Schema", false},
		{"an edit of an earlier session is half done", store.Outcome{What: store.HalfDone, Edit: again, Err: errors.New("disk full")}, "An edit was cut short and is half done (claimed Schema): disk full", false},
		{"edits are not watched", store.Outcome{What: store.Unseen, Err: errors.New("no watch")}, "Your edits are no longer watched: no watch", false},
		{"outcomes were missed", store.Outcome{What: store.Reapplied, Missed: 3}, "3 more outcomes of your edits were not shown: A 2 lists your edits", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, m := edited(dialect.S13)
			schema := *p.Board.Task(key)
			schema.Subject = "Schema"
			p.Put(&schema)
			c.o.Key = key
			if m.showOutcome(c.o, true) == nil {
				t.Error("it does not wait for the next one")
			}
			said := p.NoticeText()
			p.Now = p.Now.Add(host.TransientFor)
			if p.NextNotice(); p.NoticeText() != said {
				said += "\n" + p.NoticeText()
			}
			if !strings.Contains(said, c.says) || c.says == "" && said != "" || m.HasLostEdit() != c.lost {
				t.Errorf("it says %q, lost %v", said, m.HasLostEdit())
			}
		})
	}
}

func TestNoOutcomeIsAwaitedOfAClosedDirectory(t *testing.T) {
	_, m := edited(dialect.S13)
	if m.showOutcome(store.Outcome{}, false) != nil {
		t.Error("it waits for the next one")
	}
}

// lostClaim is a program in which a claim of a.json was overwritten.
func lostClaim() (*hosttest.Program, *Model) {
	p, m := edited(dialect.S13)
	key := tasks.Key{Name: "a.json"}
	m.showOutcome(store.Outcome{What: store.Lost, Key: key, Again: &tasks.Edit{ID: 7, Verb: tasks.VerbClaim, Of: key}}, true)
	return p, m
}

func TestADemoSaysLaterWhichAgentOverwroteAnEdit(t *testing.T) {
	p, m := lostClaim()
	if m.RemindOverwritten("b.json") || len(m.Overwritten()) != 1 {
		t.Errorf("overwritten are %v", m.Overwritten())
	}
	m.MishapBy = func(string) string { return "eve" }
	if !m.RemindOverwritten("a.json") || !strings.HasPrefix(p.NoticeText(), "eve overwrote your edit: you claimed #a.") {
		t.Errorf("it says %q", p.NoticeText())
	}
}

func TestAnEditThatTheStoreAppliedAgainIsNotOffered(t *testing.T) {
	_, m := lostClaim()
	m.showOutcome(store.Outcome{What: store.Reapplied, Key: tasks.Key{Name: "b.json"}}, true)
	if !m.HasLostEdit() {
		t.Error("what was applied again was another edit")
	}
	m.showOutcome(store.Outcome{What: store.Reapplied, Key: tasks.Key{Name: "a.json"}}, true)
	if m.HasLostEdit() || m.Overwritten() != nil || m.ApplyAgain() != nil {
		t.Error("what was applied again by itself can be applied again")
	}
}

func TestAnEditWithoutAnAnswerKeepsItsMarkUntilItsFateIsKnown(t *testing.T) {
	k := tasks.Key{Name: "a.json"}
	for _, c := range []struct {
		name       string
		fate       store.OutcomeKind
		says, note string // in the notice, and in the row of the person's edits; "" for no row
	}{
		{"written", store.Written, "The link is back: you claimed ", ""},
		{"not written", store.NotWritten, "Not claimed: ", "not written: the link was cut"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, m := edited(dialect.S12)
			e := tasks.Edit{ID: 5, Verb: tasks.VerbClaim, Of: k, Who: "ann", At: p.Now}
			m.markWriting(k, 5)
			outcome{m, m.Workspace, e, tasks.Result{}, &tasks.UnknownError{Host: "far", Edit: 5, Settles: true}, key{}}.handle()
			m.ClearMarks()
			if !m.Writing(k) || !strings.HasPrefix(p.NoticeText(), "It is not known yet whether you claimed ") {
				t.Errorf("its mark is %v, and it says %q", m.Writing(k), p.NoticeText())
			}
			if rows := m.cutRows(); len(rows) != 1 || rows[0].Note.String() != "not known yet: the link was cut" {
				t.Errorf("its row is %+v", rows)
			}
			m.showOutcome(store.Outcome{What: c.fate, Edit: e, Key: k}, true)
			p.Now = p.Now.Add(host.TransientFor)
			p.NextNotice()
			if m.Writing(k) || !strings.HasPrefix(p.NoticeText(), c.says) {
				t.Errorf("then its mark is %v, and it says %q", m.Writing(k), p.NoticeText())
			}
			rows := m.cutRows()
			if len(rows) > 0 != (c.note != "") || len(rows) > 0 && rows[0].Note.String() != c.note {
				t.Errorf("then its row is %+v", rows)
			}
		})
	}
}

func TestEachEditOfAnActionWithoutAnAnswerKeepsItsMarkUntilItsFateIsKnown(t *testing.T) {
	a, b := tasks.Key{Name: "a.json"}, tasks.Key{Name: "b.json"}
	const fates = 7 // the id of the edit without an answer
	cut := &tasks.UnknownError{Host: "far", Edit: fates, Settles: true}
	for _, c := range []struct {
		name string
		end  func(*Model) // the end of an action whose second edit has no answer
		says string
	}{
		{"several edits", func(m *Model) {
			edits := []tasks.Edit{{ID: 6, Verb: tasks.VerbClaim, Of: a}, {ID: fates, Verb: tasks.VerbClaim, Of: b}}
			action{m: m, in: m.Workspace, done: "claimed", edits: edits}.written(make([]tasks.Result, 2), []error{nil, cut})
		}, "1 of 2 tasks claimed. The link was cut, and it is not known yet of #b"},
		{"an undo", func(m *Model) {
			m.undone(m.Workspace, store.PastEdit{Key: b, Verb: tasks.VerbClaim}, false, cut)
		}, "It is not known yet whether you undid the edit of b.json: the link to far was cut. Its card keeps the mark"},
		{"an undo of several", func(m *Model) {
			m.allUndone([]store.PastEdit{{ID: 1, Key: a}, {ID: 2, Key: b}}, false, []error{nil, cut})
		}, "1 of 2 tasks are as they were. The link was cut, and it is not known yet of #b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, first := range []bool{false, true} {
				p, m := edited(dialect.S12)
				fate := store.Outcome{What: store.Written, Edit: tasks.Edit{ID: fates, Verb: tasks.VerbClaim, Of: b}, Key: b}
				m.markWriting(b, fates)
				if first { // the two are on their way at the same time
					m.showOutcome(fate, true)
				}
				c.end(m)
				if !strings.HasPrefix(p.NoticeText(), c.says) {
					t.Errorf("it says %q, want %q", p.NoticeText(), c.says)
				}
				m.ClearMarks()
				if m.Writing(b) == first || len(m.cutRows()) != 1 && !first {
					t.Errorf("with the outcome first %v, its mark is %v, and the rows are %+v", first, m.Writing(b), m.cutRows())
				}
				if m.showOutcome(fate, true); m.Writing(b) || len(m.cutRows()) > 0 {
					t.Errorf("then its mark is %v, and the rows are %+v", m.Writing(b), m.cutRows())
				}
			}
		})
	}
}

func TestAnOverwrittenEditIsAppliedAgain(t *testing.T) {
	before, claimed := s12(idA, "Parse", "pending", "", "[]"), s12(idA, "Parse", "in_progress", "ann", "[]")
	h, m := openFiles(t, map[string]string{idA + ".json": before})
	h.Press("c").Reads(idA+".json", claimed)
	if err := h.Workspace.WaitReapplied(t.Context()); err != nil { // the store would apply it again by itself
		t.Fatal(err)
	}
	own := m.ownEdits[h.On]
	own.ID++ // an edit that the store does not watch any more
	m.ownEdits[h.On] = own
	h.Writes(idA+".json", before)
	if m.HasLostEdit() || strings.Contains(h.NoticeText(), "overwrote") {
		t.Errorf("after two seconds it is news: %q", h.NoticeText())
	}
	m.MishapBy = func(string) string { return "eve" } // it was the demo
	if !m.RemindOverwritten(idA + ".json") {
		t.Error("what the demo overwrites is not offered")
	}
	h.Sees("eve overwrote your edit: you claimed Parse. Press a to apply it again").Press("a").Reads(idA+".json", claimed)
	if m.HasLostEdit() {
		t.Error("it can be applied again once more")
	}
}

func TestAtMostSixtyFourEditsAreWatched(t *testing.T) {
	_, m := edited(dialect.S12)
	applied := tasks.Result{Applied: []tasks.Step{{}}}
	for i := range 2 * maxWatched {
		m.rememberEdit(tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: fmt.Sprint(i)}}, applied)
	}
	m.rememberEdit(tasks.Edit{Verb: tasks.VerbDelete, Of: tasks.Key{Name: "deleted"}}, applied)
	m.rememberEdit(tasks.Edit{Verb: tasks.VerbClaim, Of: tasks.Key{Name: "nothing"}}, tasks.Result{})
	if _, last := m.ownEdits[tasks.Key{Name: fmt.Sprint(2*maxWatched - 1)}]; len(m.ownEdits) != maxWatched || !last {
		t.Errorf("%d are watched, the last one %v", len(m.ownEdits), last)
	}
}
