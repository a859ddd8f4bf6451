package verbs_test

import (
	"context"
	"fmt"
	"io/fs"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/ui/verbs"
)

func TestEveryFailureHasItsCode(t *testing.T) {
	for _, c := range []struct {
		err  error
		exit int
		code string
	}{
		{board.Refusal{Verb: tasks.VerbClaim, Why: "bob has it"}, 1, "refused"},
		{&verbs.UsageError{Err: fmt.Errorf("no")}, 2, "usage"},
		{&tasks.Conflict{}, 3, "conflict"},
		{&verbs.LostError{Verb: tasks.VerbClaim}, 3, "conflict"},
		{fmt.Errorf("claim: %w", &lock.Held{Path: ".lock", Since: time.Now()}), 3, "conflict"},
		{&verbs.NotFoundError{Word: "9"}, 4, "not-found"},
		{&locate.NotFoundError{}, 4, "not-found"},
		{&verbs.LostError{Verb: tasks.VerbCreate, OnlyLink: true}, 0, ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "created", Left: []string{"the mark"}}}, 0, ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "created"}, Err: fs.ErrPermission}, 1, "refused"},
		{&verbs.PartError{Change: verbs.Change{Verb: "created"}, Err: &tasks.Conflict{}}, 3, "conflict"},
		{fs.ErrPermission, 5, "io"},
		{context.Canceled, 130, "interrupted"},
	} {
		var s *verbs.Session
		if f := s.Explain(c.err); f.Exit != c.exit || f.Code != c.code || f.Sentence() == "" {
			t.Errorf("%v: %+v", c.err, f)
		}
	}
}
