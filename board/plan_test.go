package board

import (
	"fmt"
	"reflect"
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
		{"open lines behind a ticked one", "One\n[x] Never\nTwo\n  Three", "After: One Three; Before: ; One: Task; Task: Before; Three: Two; Two: Task"},
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

// outlined is an outline as it was understood: each line under the one it waits for, what is ticked with an x.
func outlined(lines []OutlineLine) string {
	var b strings.Builder
	for _, l := range lines {
		box := "- [ ] "
		if l.Done {
			box = "- [x] "
		}
		b.WriteString(strings.Repeat("  ", l.Depth) + box + l.Subject + "\n")
	}
	return b.String()
}

func TestAPlanIsReadAsItIsWritten(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", " \n\t\n", ""},
		{"one line", "Parse", "- [ ] Parse\n"},
		{"an indented line waits for the line it is under", "A\n  B\n    C\n  D\nE", "- [ ] A\n  - [ ] B\n    - [ ] C\n  - [ ] D\n- [ ] E\n"},
		{"marks of lists", "- A\n* B\n+ C\n• D\n1. E\n12) F\n1.2. G", "- [ ] A\n- [ ] B\n- [ ] C\n- [ ] D\n- [ ] E\n- [ ] F\n- [ ] G\n"},
		{"no marks", "-x\n1.5 hours\n2026. A year\nv1. Next\n[y] B\n[x]y\n#12 is first", "- [ ] -x\n- [ ] 1.5 hours\n- [ ] 2026. A year\n- [ ] v1. Next\n- [ ] [y] B\n- [ ] [x]y\n- [ ] #12 is first\n"},
		{"boxes", "- [ ] A\n- [x] B\n1. [X] C\n[ ] D\n* [x]\tE", "- [ ] A\n- [x] B\n- [x] C\n- [ ] D\n- [x] E\n"},
		{"what says nothing", "# Plan\n\nA\n---\n***\n___\n====\n-\n- [ ]\n1.\n##\n#\tB", "- [ ] A\n"},
		{"too short for a rule", "--\n==", "- [ ] --\n- [ ] ==\n"},
		{"a heading ends what is above it", "A\n## Next\n  B\n  C\n    D", "- [ ] A\n- [ ] B\n- [ ] C\n  - [ ] D\n"},
		{"line breaks of every system", "A\r\n\tB\r\rC", "- [ ] A\n  - [ ] B\n- [ ] C\n"},
		{"tabs and blanks", "A\n\tB\n    C\n  D\n \t E", "- [ ] A\n  - [ ] B\n  - [ ] C\n  - [ ] D\n    - [ ] E\n"},
		{"less indented than the first", "    A\n  B\n    C", "- [ ] A\n- [ ] B\n  - [ ] C\n"},
		{"a mark of the encoding", "\ufeff# Plan\n- Füße", "- [ ] Füße\n"},
	} {
		if got := outlined(ReadOutline(c.text)); got != c.want {
			t.Errorf("%s: %q is\n%s\nnot\n%s", c.name, c.text, got, c.want)
		}
	}
}

func TestALineHasItsNumberAndItsParent(t *testing.T) {
	lines := ReadOutline("# Plan\n\nA\n - [x] B\n   C")
	want := []OutlineLine{{3, "A", -1, 0, false}, {4, "B", 0, 1, true}, {5, "C", 1, 2, false}}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("%v", lines)
	}
	for i, want := range []int{-1, 0, 0} { // what is ticked is not made, and C waits for what that stood under
		if got := WaitsFor(lines, i, func(i int) bool { return !lines[i].Done }); got != want {
			t.Errorf("line %d waits for %d", i, got)
		}
	}
}

// Whatever is pasted: each line has a subject of one line and waits for one above it, and what was understood is
// understood so again.
func FuzzReadOutline(f *testing.F) {
	for _, text := range []string{"", "A\n\tB\n    C", "- [x] A\r\n  1. B", "# A\n B", "* \n*  *", "- - -\n---", "\u00a0A\n\u2003\u2003B", "[ ] [ ] a", "1. 2. 3.", "\xff\n \x00", "- # a"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := ReadOutline(text)
		last := 0
		for i, l := range lines {
			deep := 0
			if l.Under >= 0 {
				deep = lines[l.Under].Depth + 1
			}
			if l.Subject == "" || l.Subject != strings.TrimSpace(l.Subject) || strings.ContainsAny(l.Subject, "\r\n") || l.Under >= i || l.Depth != deep || l.Line <= last {
				t.Fatalf("%q: %+v", text, l)
			}
			last = l.Line
		}
		if again := outlined(ReadOutline(outlined(lines))); again != outlined(lines) {
			t.Fatalf("%q is\n%s\nand that\n%s", text, outlined(lines), again)
		}
	})
}
