package field

import (
	"strings"
	"testing"
)

func view(a Area, w, h int) string {
	rows, x, y := a.View(w, h)
	var b strings.Builder
	for i, r := range rows {
		if i > 0 {
			b.WriteByte('\n')
		}
		s := r.String()
		if i == y {
			s += strings.Repeat(" ", max(0, x+1-r.Width()))
			s = s[:x] + "|" + s[x+1:]
		}
		b.WriteString(s)
	}
	return b.String()
}

func do(a *Area, ops ...Op) {
	for _, op := range ops {
		a.Handle(op, "")
	}
}

func TestALongLineContinuesOnTheNextRowAtASpace(t *testing.T) {
	a := NewArea("one two three four\nfive")
	a.Resize(10, 5)
	if got, want := view(a, 10, 5), "|ne two \nthree \nfour\nfive"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	do(&a, Down, Down)
	if got, want := view(a, 10, 5), "one two \nthree \n|our\nfive"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if a.Value() != "one two three four\nfive" || a.Changed() {
		t.Error("moving changed the text")
	}
}

func TestUpAndDownKeepTheirCell(t *testing.T) {
	a := NewArea("abcdef\nx\nabcdef")
	a.Resize(20, 5)
	do(&a, End, Left, Down)
	if a.at != 8 {
		t.Fatalf("on the short line at %d, want its end, 8", a.at)
	}
	do(&a, Down)
	if a.at != 14 {
		t.Errorf("on the last line at %d, want 14", a.at)
	}
	do(&a, Up, Up)
	if a.at != 5 {
		t.Errorf("back on the first at %d, want 5", a.at)
	}
	if out := a.Handle(Up, ""); out != Ignored {
		t.Errorf("up from the first row answered %d, want Ignored, so that a form can leave the field", out)
	}
}

func TestTheAreaScrollsNoMoreThanItMust(t *testing.T) {
	a := NewArea("1\n2\n3\n4\n5\n6")
	a.Resize(10, 3)
	do(&a, Down, Down, Down)
	if got := view(a, 10, 3); got != "2\n3\n|" {
		t.Errorf("%q", got)
	}
	do(&a, Up)
	if got := view(a, 10, 3); got != "2\n|\n4" {
		t.Errorf("%q", got)
	}
	do(&a, Down, Down, Down, Down)
	if got := view(a, 10, 3); got != "4\n5\n|" {
		t.Errorf("%q", got)
	}
}

func TestAnAreaThatIsResizedShowsItsCursor(t *testing.T) {
	long := NewArea("one two\nx")
	if do(&long, Down); long.at != 8 {
		t.Errorf("before it has a width, down moves to %d", long.at)
	}
	a := NewArea("1\n2\n3\n4\n5\n6")
	do(&a, Bottom)
	a.Resize(10, 3)
	do(&a, Left, Up)
	if got := view(a, 10, 3); got != "4\n|\n6" {
		t.Errorf("%q", got)
	}
	do(&a, Up)
	a.Resize(10, 6)
	a.Resize(10, 3)
	if got := view(a, 10, 3); got != "2\n3\n|" {
		t.Errorf("smaller again: %q", got)
	}
	a = NewArea("")
	a.Resize(10, 3)
	a.SetText("1\n2\n3\n4\n5\n6")
	do(&a, Up)
	if got := view(a, 10, 3); got != "4\n5|\n6" {
		t.Errorf("another text: %q", got)
	}
}

func TestCarriageReturnsSurviveAnEditOfTheirLine(t *testing.T) {
	a := NewArea("one\r\ntwo\r\n")
	do(&a, End)
	a.Handle(Insert, "!")
	a.Handle(Newline, "")
	if want := "one!\r\n\r\ntwo\r\n"; a.Value() != want {
		t.Errorf("%q, want %q", a.Value(), want)
	}
	a.Handle(Backspace, "")
	if want := "one!\r\ntwo\r\n"; a.Value() != want {
		t.Errorf("%q, want %q", a.Value(), want)
	}
}

func TestAPasteKeepsItsLines(t *testing.T) {
	a := NewArea("")
	a.Handle(Paste, "a\rb\r\nc\nd\te")
	if want := "a\nb\nc\nd\te"; a.Value() != want {
		t.Errorf("%q, want %q", a.Value(), want)
	}
	a.Handle(Undo, "")
	if a.Value() != "" || a.Changed() {
		t.Errorf("undo left %q", a.Value())
	}
}

func TestATextPastTheLimitIsRefusedAndNothingLost(t *testing.T) {
	a := NewArea(strings.Repeat("x", MaxBytes))
	if out := a.Handle(Insert, "y"); out != Full || a.Changed() {
		t.Errorf("answered %d, changed %v", out, a.Changed())
	}
	longer := NewArea(strings.Repeat("x", MaxBytes+9))
	if out := longer.Handle(Delete, ""); out != Edited {
		t.Errorf("deleting answered %d", out)
	}
}

func TestACharacterIsDeletedWhole(t *testing.T) {
	for _, cluster := range []string{"e\u0301", "👩‍👩‍👧", "🇩🇪", "\u0000", "\x80", "日", "\u202e", "👍🏽"} {
		a := NewArea("a" + cluster + "b")
		do(&a, Right, Right, Backspace)
		if a.Value() != "ab" || a.at != 1 {
			t.Errorf("%q: left %q, cursor %d", cluster, a.Value(), a.at)
		}
		do(&a, Undo)
		if a.Value() != "a"+cluster+"b" {
			t.Errorf("%q: undo gave %q", cluster, a.Value())
		}
	}
}

func TestLettersTypedInOneGoAreUndoneAWordAtATime(t *testing.T) {
	a := NewArea("")
	for _, r := range "one  two" {
		a.Handle(Insert, string(r))
	}
	do(&a, Undo)
	if a.Value() != "one  " {
		t.Errorf("%q", a.Value())
	}
	do(&a, Undo)
	if a.Value() != "" {
		t.Errorf("%q", a.Value())
	}
}

func TestAnEditOfACopyLeavesTheOtherAlone(t *testing.T) {
	for length := range 10 {
		a := NewArea("")
		for range length {
			a.Handle(Paste, ".")
		}
		b := a
		a.Handle(Insert, "a")
		b.Handle(Insert, "bbb")
		c := a
		a.Handle(Insert, "1")
		c.Handle(Insert, "222")
		do(&a, Undo)
		do(&b, Undo)
		do(&c, Undo)
		want := strings.Repeat(".", length)
		if a.Value() != want || b.Value() != want || c.Value() != want {
			t.Errorf("after %d pastes: %q, %q and %q", length, a.Value(), b.Value(), c.Value())
		}
	}
}

func TestAWholeTextPutInPlaceIsOneEdit(t *testing.T) {
	a := NewArea("old\r\ntext")
	a.Handle(Insert, "x")
	if a.SetText("new\ttext\r\n"); a.Value() != "new\ttext\r\n" {
		t.Errorf("value %q", a.Value())
	}
	do(&a, Undo)
	if a.Value() != "xold\r\ntext" {
		t.Errorf("undone to %q", a.Value())
	}
}
