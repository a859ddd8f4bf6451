package field

import (
	"strings"
	"testing"
)

func TestALineScrollsSidewaysWithItsCursor(t *testing.T) {
	l := NewLine("abcdefghij")
	l.Resize(5)
	check := func(want string, x int) {
		t.Helper()
		row, gotX := l.View(5)
		if row.String() != want || gotX != x {
			t.Errorf("%q with the cursor in %d, want %q in %d", row.String(), gotX, want, x)
		}
	}
	check("ghij", 4)
	for range 5 {
		l.Handle(Left, "")
	}
	check("fghij", 0)
	if _, x := l.View(0); x != 0 {
		t.Errorf("without room the cursor is in %d", x)
	}
	l.Handle(Right, "")
	l.Handle(Right, "")
	check("fghij", 2)
	l.Handle(Home, "")
	check("abcde", 0)
	l.Handle(End, "")
	check("ghij", 4)
	l = Line{}
	l.Resize(5)
	l.SetText("abcdefghij")
	l.Handle(Left, "")
	check("ghij", 3)
}

func TestWideCharactersAreNeverHalfShown(t *testing.T) {
	l := NewLine("日本語日本語")
	for w := 1; w < 16; w++ {
		for m := l; ; {
			row, x := m.View(w)
			if row.Width() > w || x < 0 || x >= w {
				t.Fatalf("in %d cells: %q, cursor in %d", w, row.String(), x)
			}
			if m.Handle(Left, "") == Ignored {
				break
			}
		}
	}
}

func TestLineBreaksOfAPasteBecomeSpaces(t *testing.T) {
	l := NewLine("a")
	if out := l.Handle(Paste, "b\r\nc\rd"); out != Flattened || l.Value() != "ab c d" {
		t.Errorf("answered %d, value %q", out, l.Value())
	}
	if out := l.Handle(Paste, "e"); out != Edited {
		t.Errorf("a paste without any answered %d", out)
	}
	if out := l.Handle(Paste, "\n"+strings.Repeat("x", MaxBytes)); out != Full {
		t.Errorf("a paste that is too long answered %d", out)
	}
	if out := l.Handle(Newline, ""); out != Ignored {
		t.Errorf("a line break answered %d", out)
	}
}

func TestLineBreaksALineWasOpenedOnStay(t *testing.T) {
	l := NewLine("two\nlines\r\nand three")
	l.Handle(Insert, "!")
	if want := "two\nlines\r\nand three!"; l.Value() != want {
		t.Errorf("%q, want %q", l.Value(), want)
	}
	if row, _ := l.View(40); strings.ContainsAny(row.String(), "\r\n") {
		t.Errorf("shown as %q", row.String())
	}
	l.Handle(DeleteToLineStart, "")
	if l.Value() != "" {
		t.Errorf("killing to the start left %q", l.Value())
	}
}

func TestAnItemOfAListIsFoundAndReplaced(t *testing.T) {
	for before, want := range map[string]string{ // the cursor is at |
		"Schema,  End| , Docs": "Schema,  New| , Docs", "|": "New|", "a,|": "a,New|", "a, | ,b": "a,  New|,b", "|a,b": "New|,b", "a,b|": "a,New|", "  a |": "  New| ", "  |": "  New|",
	} {
		at := strings.Index(before, "|")
		l := NewLine(strings.Replace(before, "|", "", 1))
		l.at = at
		text, start, end := l.Item(',')
		if text != l.Value()[start:end] || strings.TrimSpace(text) != text {
			t.Errorf("%q: the item is %q", before, text)
		}
		l.Replace(start, end, "New")
		if got := l.Value()[:l.at] + "|" + l.Value()[l.at:]; got != want {
			t.Errorf("%q: %q, want %q", before, got, want)
		}
	}
	var l Line
	if l.Replace(3, 9, "a\nb"); l.Value() != "a b" {
		t.Errorf("of an empty line %q", l.Value())
	}
}

func TestHoldsRefusesWhatWouldNotComeBackTheSame(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                  true,
		"tab\tcr\r\nesc\x1b nul\x00 \u0085": true,
		strings.Repeat("x", MaxBytes):       true,
		strings.Repeat("x", MaxBytes+1):     false,
		"gbk \xd6\xd0":                      false,
	} {
		if ok, why := CanHold(text); ok != want || ok == (why != "") {
			t.Errorf("Holds(%.20q) = %v, %q", text, ok, why)
		}
	}
}
