package verbs_test

import (
	"context"
	"fmt"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/tasks/lock"
	"sideboard/ui/verbs"
)

func TestEveryFailureHasItsCode(t *testing.T) {
	member, _ := reflect.TypeFor[verbs.Failure]().FieldByName("Code")
	known := strings.FieldsFunc(member.Tag.Get("about"), func(r rune) bool { return r == ',' || r == ' ' }) // in the manual
	for _, c := range []struct {
		err  error
		exit int
		code string
		hint string
	}{
		{board.Refusal{Why: "bob has it", Hint: "ask him"}, 1, "refused", "ask him"},
		{board.Ask{Question: "Remove it?"}, 1, "refused", verbs.YesHint},
		{board.Refusal{Verb: tasks.VerbClaim, Why: "bob has it"}, 1, "refused", ""},
		{&verbs.UsageError{Err: fmt.Errorf("no")}, 2, "usage", ""},
		{&locate.AmbiguousError{Name: "a"}, 2, "usage", ""},
		{&tasks.ConflictError{Gone: true}, 3, "conflict", "check and repeat"},
		{&verbs.LostError{Verb: tasks.VerbClaim}, 3, "conflict", ""},
		{fmt.Errorf("claim: %w", &lock.HeldError{Path: ".lock", Since: time.Now()}), 3, "conflict", "repeat it"},
		{&verbs.NotFoundError{Word: "9"}, 4, "not-found", ""},
		{&locate.NotFoundError{}, 4, "not-found", "name a directory or a list with --list, or create one with sideboard init; sideboard lists prints them"},
		{&locate.BadDirError{Path: "x"}, 4, "not-found", ""},
		{&verbs.LostError{Verb: tasks.VerbCreate, OnlyLink: true}, 0, "", ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "created", Left: []string{"the mark"}}}, 0, "", ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "created"}, Err: fs.ErrPermission}, 6, "part", ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "completed", Left: []string{"task_2.json"}, InPart: true}}, 6, "part", ""},
		{&verbs.PartError{Change: verbs.Change{Verb: "created"}, Err: &tasks.ConflictError{}}, 6, "part", "check and repeat"},
		{fs.ErrPermission, 5, "io", ""},
		{context.Canceled, 130, "interrupted", ""},
	} {
		for _, s := range []*verbs.Session{nil, open(t, project(t, nil), false)} {
			if f := s.Explain(c.err); f.Exit != c.exit || f.Code != c.code || f.Hint != c.hint || f.Sentence() == "" || strings.HasPrefix(f.Reason, "not : ") || len(f.Tasks) > 0 {
				t.Errorf("%v: %+v", c.err, f)
			} else if f.Code != "" && !slices.Contains(known, f.Code) {
				t.Errorf("the manual knows %q, not %s", known, f.Code)
			}
		}
	}
}

// An agent reads who is in the way and what to do about it.
func TestASentenceHasTheTasksInTheWayAndTheHint(t *testing.T) {
	task := func(status, owner string) verbs.Ref { return verbs.Ref{Short: "#1", Status: status, Owner: owner} }
	many := make([]verbs.Ref, 7)
	for name, c := range map[string]struct {
		f    verbs.Failure
		want string
	}{
		"a hint":      {verbs.Failure{Reason: "No.", Hint: "ask"}, "No; ask"},
		"at work":     {verbs.Failure{Reason: "no", Tasks: []verbs.Ref{task("in_progress", "bob")}}, "no; #1 (bob works on it)"},
		"of nobody":   {verbs.Failure{Reason: "no", Tasks: []verbs.Ref{task("in_progress", ""), task("pending", "")}}, "no; #1 (in progress); #1 (pending, nobody has it)"},
		"assigned":    {verbs.Failure{Reason: "no", Tasks: []verbs.Ref{task("pending", "bob")}}, "no; #1 (pending, bob has it)"},
		"another":     {verbs.Failure{Reason: "no", Tasks: []verbs.Ref{task("completed", "")}}, "no; #1 (completed)"},
		"many":        {verbs.Failure{Reason: "no", Tasks: many}, "no" + strings.Repeat(";  ()", 5) + "; and 2 more"},
		"suggestions": {verbs.Failure{Reason: "no", Exit: verbs.ExitNotFound, Tasks: many}, "no"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := c.f.Sentence(); got != c.want {
				t.Errorf("it is %q, want %q", got, c.want)
			}
		})
	}
}
