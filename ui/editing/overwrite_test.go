package editing

import (
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/store"
)

// One reading may find an undo together with what somebody else wrote right after it. The event is then not marked as ours.
func TestAnOverwrittenEditIsReportedUnlessItWasUndone(t *testing.T) {
	claimed := tasks.Change{Op: tasks.Set, Field: tasks.FieldStatus, From: tasks.StatusValue(tasks.Pending), To: tasks.StatusValue(tasks.InProgress)}
	for _, takenBack := range []bool{false, true} {
		key := tasks.Key{Name: "a.json"}
		p, m := edited(dialect.S13)
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
	}
}

// Somebody who continues from a released task has read the release. Only a write that reverts all of it came from an old copy.
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
