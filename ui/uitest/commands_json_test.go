package uitest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"sideboard/ui/verbs"
)

// judgeJSON fails a script whose command printed JSON that is not in the form of the manual.
func judgeJSON(ts *testscript.TestScript, args []string, out, failed string) {
	if want, verb := args[0], args[2]; want == "0" {
		form := answerOf(verb, args[3:])
		if form == nil {
			ts.Fatalf("answerOf does not say in which form %s answers", verb)
		}
		ts.Check(hasForm(out, form))
	} else {
		var f verbs.Failure
		ts.Check(hasForm(failed, &f))
		if f.Version != verbs.Version || fmt.Sprint(f.Exit) != want || f.Code != failureCodes[want] || f.Reason == "" {
			ts.Fatalf("the JSON is %s", failed)
		}
	}
}

// failureCodes maps exit codes to the words of the manual.
var failureCodes = map[string]string{"1": "refused", "2": "usage", "3": "conflict", "4": "not-found", "5": "io"}

// answerOf returns the type of a command's JSON.
func answerOf(verb string, args []string) any {
	all := slices.Contains(args, "--all")
	switch {
	case verb == "list", verb == "wait" && all, verb == "init" && !slices.Contains(args, "--first"):
		return &verbs.List{}
	case verb == "show", verb == "wait":
		return &verbs.Detail{}
	case verb == "next":
		return &verbs.Next{}
	case verb == "log":
		return &verbs.Log{}
	case verb == "status":
		return &verbs.Status{}
	case slices.Contains([]string{"add", "claim", "complete", "delete", "edit", "init", "link", "release", "reopen", "split", "undo", "unlink"}, verb):
		return &verbs.Change{}
	}
	return nil
}

// hasForm returns an error unless a text is one JSON value with exactly the members of a type. Lists are never null; unknown texts and
// times are.
func hasForm(text string, form any) error {
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(form); err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	raw, err := json.Marshal(form)
	var got, want any
	if err := errors.Join(err, json.Unmarshal([]byte(text), &got), json.Unmarshal(raw, &want)); err != nil {
		return fmt.Errorf("%w in %s", err, text)
	}
	if !reflect.DeepEqual(got, want) || regexp.MustCompile(`"(?:\w+s|waitsFor|blockedBy|unblocked|left|next)": ?null`).MatchString(text) {
		return fmt.Errorf("a member is missing, or a list is null, in %s", text)
	}
	return nil
}
