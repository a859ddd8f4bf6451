package editing

import (
	"strings"
	"testing"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/workspace"
)

// A reading may find an undo together with what somebody else wrote right after it; the news of both is then not one's own.
func TestAnEditIsMissedUnlessItWasTakenBack(t *testing.T) {
	claimed := tasks.Change{Op: tasks.Set, Field: tasks.FieldStatus, From: tasks.StatusValue(tasks.Pending), To: tasks.StatusValue(tasks.InProgress)}
	for _, takenBack := range []bool{false, true} {
		key := tasks.Key{Name: "a.json"}
		p := &program{hosttest.New(&tasks.Task{Key: key, ID: tasks.ID{Text: "a"}, Status: tasks.Pending, Traits: dialect.S13}), &workspace.Workspace{}}
		m := New(p)
		m.rememberEdit(tasks.Edit{ID: 1, Verb: tasks.VerbClaim, Of: key}, tasks.Result{Applied: []tasks.Step{{Key: key, Changes: []tasks.Change{claimed}}}})
		if takenBack {
			m.beginTakingBack(workspace.Done{ID: 1, Key: key})
		}
		m.CheckOverwritten(board.Diff{Events: []board.Event{{Kind: board.Released, Key: key, Subject: "Schema", Fields: []board.FieldChange{
			{Field: tasks.FieldStatus, Before: claimed.To, After: claimed.From},
		}}}})
		if told := strings.Contains(strings.Join(p.Said, "\n"), "overwrote your edit: you claimed Schema"); told == takenBack || m.HasLostEdit() == takenBack {
			t.Errorf("taken back %v: %q", takenBack, p.Said)
		}
	}
}
