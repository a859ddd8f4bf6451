package board

import (
	"reflect"
	"strings"
	"testing"
)

// told is an outline as it was understood: each line under the one it waits for, what is ticked with an x.
func told(lines []OutlineLine) string {
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
		{"what is indented waits for what it stands under", "A\n  B\n    C\n  D\nE", "- [ ] A\n  - [ ] B\n    - [ ] C\n  - [ ] D\n- [ ] E\n"},
		{"marks of lists", "- A\n* B\n+ C\n• D\n1. E\n12) F\n1.2. G", "- [ ] A\n- [ ] B\n- [ ] C\n- [ ] D\n- [ ] E\n- [ ] F\n- [ ] G\n"},
		{"no marks", "-x\n1.5 hours\n2026. A year\nv1. Next\n[y] B\n[x]y\n#12 is first", "- [ ] -x\n- [ ] 1.5 hours\n- [ ] 2026. A year\n- [ ] v1. Next\n- [ ] [y] B\n- [ ] [x]y\n- [ ] #12 is first\n"},
		{"boxes", "- [ ] A\n- [x] B\n1. [X] C\n[ ] D\n* [x]\tE", "- [ ] A\n- [x] B\n- [x] C\n- [ ] D\n- [x] E\n"},
		{"what says nothing", "# Plan\n\nA\n---\n***\n___\n====\n-\n- [ ]\n1.\n##\n#\tB", "- [ ] A\n"},
		{"too short for a rule", "--\n==", "- [ ] --\n- [ ] ==\n"},
		{"a heading ends what stands above it", "A\n## Next\n  B\n  C\n    D", "- [ ] A\n- [ ] B\n- [ ] C\n  - [ ] D\n"},
		{"line breaks of every system", "A\r\n\tB\r\rC", "- [ ] A\n  - [ ] B\n- [ ] C\n"},
		{"tabs and blanks", "A\n\tB\n    C\n  D\n \t E", "- [ ] A\n  - [ ] B\n  - [ ] C\n  - [ ] D\n    - [ ] E\n"},
		{"less indented than the first", "    A\n  B\n    C", "- [ ] A\n- [ ] B\n  - [ ] C\n"},
		{"a mark of the encoding", "\ufeff# Plan\n- Füße", "- [ ] Füße\n"},
	} {
		if got := told(ReadOutline(c.text)); got != c.want {
			t.Errorf("%s: %q is\n%s\nnot\n%s", c.name, c.text, got, c.want)
		}
	}
}

func TestALineIsFoundWhereItStands(t *testing.T) {
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
		if again := told(ReadOutline(told(lines))); again != told(lines) {
			t.Fatalf("%q is\n%s\nand that\n%s", text, told(lines), again)
		}
	})
}
