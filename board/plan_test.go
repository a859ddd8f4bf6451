package board

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// carriedOut puts on a board what becomes of a plan whose new tasks are called n1, n2 and so on.
func carriedOut(t interface {
	Helper()
	Fatal(...any)
}, b *Board, d *tasks.Traits, p *Plan) {
	t.Helper()
	res := make([]tasks.Result, len(p.Edits))
	for i := range p.Edits {
		testdir.Must(t, p.Complete(i, res))
		switch e := p.Edits[i]; e.Verb {
		case tasks.VerbCreate:
			id := tasks.ID{Text: fmt.Sprint(100 + i), Num: d.NumericIDs}
			made := task(d, id.Text, called(e.Draft.Subject), func(t *tasks.Task) { t.ID, t.WaitsFor = id, e.Draft.WaitsFor })
			b.Apply(put(made))
			res[i] = tasks.Result{Made: []tasks.Key{made.Key}, ID: id}
		default:
			carry(b, e.Of, e.Changes)
		}
	}
}

// linksOf spells who waits for whom, by subjects.
func linksOf(b *Board) string {
	var lines []string
	for _, t := range b.records() {
		var on []string
		for _, l := range b.WaitsFor(t.Key) {
			on = append(on, b.displayNameOf(t.List, l.ID))
		}
		slices.Sort(on)
		lines = append(lines, t.Subject+": "+strings.Join(on, " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

func TestATaskIsSplitIntoTheLinesThatAreTyped(t *testing.T) {
	for _, of := range []struct{ what, text, want string }{
		{"what waited waits for all of them", "One\nTwo", "After: One Two; Before: ; One: Task; Task: Before; Two: Task"},
		{"an indented line waits for the line above", "- One\n  - Two\n- [x] Never", "After: Two; Before: ; One: Task; Task: Before; Two: One"},
		{"one line is put in between", "One", "After: One; Before: ; One: Task; Task: Before"},
		{"a chain", "|One\nTwo\n  Three", "After: Three; Before: ; One: Task; Task: Before; Three: Two; Two: One"},
		{"open lines behind a ticked one", "[x] Never\nOne\n  Two", "After: Two; Before: ; One: Task; Task: Before; Two: One"},
		{"an open line below a ticked one", "[x] Never\n  One", "After: One; Before: ; One: Task; Task: Before"},
	} {
		b := showing(task(s12, "1", called("Before")), task(s12, "2", called("Task"), waitsFor("1")), task(s12, "3", called("After"), waitsFor("2")))
		text, chain := strings.CutPrefix(of.text, "|")
		p, err := Split(b, keyFor(s12, "2"), ReadOutline(text), chain, "me", noon)
		testdir.Must(t, err)
		carriedOut(t, b, s12, p)
		same(t, of.what, linksOf(b), of.want)
	}
}

func TestASplitIsRefusedInWords(t *testing.T) {
	line := func(n int) []OutlineLine { return ReadOutline(strings.Repeat("Part\n", n)) }
	for want, of := range map[string]struct {
		t     *tasks.Task
		lines []OutlineLine
	}{
		"Not created: no line is a task; type one task a line":                             {task(s12, "x"), line(0)},
		"Not created: these are more than 100 tasks; split it into fewer, and split those": {task(s12, "x"), line(101)},
		"Not created: Docs is completed, and nothing is left of it; reopen it first":       {task(s12, "x", called("Docs"), is(tasks.Completed)), line(2)},
		"Not created: its agents cannot read it":                                           {task(s12, "x", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "its agents cannot read it" }), line(2)},
		"Not created: its design is only shown":                                            {task(&tasks.Traits{ReadOnly: "its design is only shown"}, "x"), line(2)},
	} {
		_, err := Split(showing(of.t), of.t.Key, of.lines, false, "me", noon)
		if err == nil {
			t.Errorf("allowed: %s", want)
			continue
		}
		same(t, want, err.Error(), want)
	}
}

func TestANewTaskIsPutIntoALinkOrInItsPlace(t *testing.T) {
	id := func(s string) tasks.ID { return tasks.ID{Text: s} }
	for _, of := range []struct {
		what     string
		waitsFor []tasks.ID
		unblocks []tasks.Key
		instead  tasks.ID
		want     string
	}{
		{"before it", nil, []tasks.Key{keyFor(s12, "2")}, tasks.ID{}, "A: ; B: A New; New: "},
		{"after it", []tasks.ID{id("2")}, nil, tasks.ID{}, "A: ; B: A; New: B"},
		{"between", []tasks.ID{id("1")}, []tasks.Key{keyFor(s12, "2")}, id("1"), "A: ; B: New; New: A"},
		{"instead", nil, []tasks.Key{keyFor(s12, "2")}, id("1"), "A: ; B: New; New: "},
	} {
		b := showing(task(s12, "1", called("A")), task(s12, "2", called("B"), waitsFor("1")))
		p, err := Insert(b, "", "New", of.waitsFor, of.unblocks, of.instead, "me", noon)
		testdir.Must(t, err)
		carriedOut(t, b, s12, p)
		same(t, of.what, linksOf(b), of.want)
	}
	b := showing(task(s12, "1", called("A")), task(s12, "2", called("B")))
	_, err := Insert(b, "", "New", nil, []tasks.Key{keyFor(s12, "2")}, id("1"), "me", noon)
	same(t, "a link that is gone", fmt.Sprint(err), "Not linked: B does not wait for A any more")
}
