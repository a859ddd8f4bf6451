package tasks

import (
	"strings"
	"testing"
	"time"
)

func TestAWordOfAnotherVersionIsShownByItsNumber(t *testing.T) {
	for got, want := range map[string]string{
		Verb(0).String(): "", VerbClaim.String(): "claim", VerbUndo.Past(): "undone", Verb(200).String(): "verb 200", Verb(14).Past(): "verb 14",
		FieldLayout.String(): "layout only", Field(99).String(): "field 99", Op(6).String(): "operation 6", StepKind(77).String(): "step 77",
	} {
		if got != want {
			t.Errorf("it is %q, want %q", got, want)
		}
	}
}

func TestAnEditThatNoProgramMakesIsRefused(t *testing.T) {
	now := time.Now()
	for name, c := range map[string]struct {
		edit Edit
		says string
	}{
		"a claim":                {Edit{Verb: VerbClaim, At: now}, ""},
		"no verb":                {Edit{At: now}, "an edit without a verb"},
		"a verb":                 {Edit{Verb: VerbSync + 1, At: now}, "verb 14"},
		"a time":                 {Edit{Verb: VerbClaim, At: time.Unix(1<<40, 0)}, "no time that can be written"},
		"a step":                 {Edit{Verb: VerbClaim, At: now, Steps: []Step{{Kind: PutFile + 1}}}, "step "},
		"a field of a need":      {Edit{Verb: VerbClaim, At: now, Needs: []Need{{Field: 99}}}, "field 99"},
		"a field of a change":    {Edit{Verb: VerbEdit, At: now, Changes: []Change{{Field: 99}}}, "field 99"},
		"an operation of a step": {Edit{Verb: VerbLink, At: now, Also: []Step{{Changes: []Change{{Op: 9}}}}}, "operation 9"},
	} {
		t.Run(name, func(t *testing.T) {
			err := c.edit.Check()
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("it is answered by %v, want %q", err, c.says)
			}
		})
	}
}
