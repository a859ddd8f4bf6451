package field

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
	"sideboard/ui/safetext"
)

// pieces are what the texts of these laws are made of: everything that could be lost or miscounted.
var pieces = []string{"a", "word", " ", "  ", "\t", "\n", "\r\n", "\r", "日本", "e\u0301", "\u0301", "👩‍👩‍👧", "\u200d",
	"🇩", "🇪", "\x1b[31m", "\x00", "\u0085", "\u202e", "\u200b", "\x80", "\xff\xfe", "\ufeff", "x.y", ",", "👍🏽", "각", "ᄀ", "ำ"}

func anyText(t *rapid.T, label string) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(t, label), "")
}

// boundaries returns every offset of s a cursor may be at, found from the start of each line, the plain way.
func boundaries(s string, flat bool) map[int]bool {
	at := map[int]bool{0: true, len(s): true}
	for i := 0; i < len(s); {
		at[i] = true
		rest := s[i:]
		if !flat {
			if strings.HasPrefix(rest, "\r\n") {
				i += 2
				continue
			}
			if strings.HasPrefix(rest, "\n") {
				i++
				continue
			}
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				rest = strings.TrimSuffix(rest[:n], "\r")
			}
		}
		_, n := safetext.First(rest)
		i += n
	}
	return at
}

func kept(t *rapid.T, before, after string, from, to int) {
	if !strings.HasPrefix(after, before[:from]) || !strings.HasSuffix(after, before[to:]) || len(after) < from+len(before)-to {
		t.Fatalf("%q became %q: more than the bytes %d to %d changed", before, after, from, to)
	}
}

func TestAnyOpChangesOnlyWhatItNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		open := anyText(t, "text")
		a := NewArea(open)
		width, height := rapid.IntRange(0, 24).Draw(t, "width"), rapid.IntRange(0, 6).Draw(t, "height")
		a.Resize(width, height)
		edits := 0
		for range rapid.IntRange(1, 30).Draw(t, "ops") {
			op := Op(rapid.IntRange(int(Insert), int(Bottom)).Draw(t, "op"))
			text := ""
			if op == Insert || op == Paste {
				text = anyText(t, "typed")
			}
			before, copied := a, a.Value()
			out := a.Handle(op, text)
			if before.Value() != copied {
				t.Fatal("an edit reached a copy")
			}
			if !boundaries(a.Value(), false)[a.at] {
				t.Fatalf("op %d left the cursor at %d, inside a character of %q", op, a.at, a.Value())
			}
			v, at := before.Value(), before.at
			switch op {
			case Insert, Paste, Newline:
				kept(t, v, a.Value(), at, at)
			case Backspace, DeleteWordLeft, DeleteToLineStart:
				kept(t, v, a.Value(), before.atMost(op), at)
				if op == Backspace && at > 0 && len(v)-len(a.Value()) != at-before.prev(at) {
					t.Fatal("backspace deleted more or less than one character")
				}
			case Delete, DeleteToLineEnd:
				kept(t, v, a.Value(), at, at+len(v)-len(a.Value()))
			default:
				if a.Value() != v {
					t.Fatalf("moving changed %q to %q", v, a.Value())
				}
			}
			if (out == Edited) != (a.Value() != v) && text == "" && op != Undo {
				t.Fatalf("op %d answered %d", op, out)
			}
			if out == Edited {
				edits++
			}
			checkView(t, a, width, height)
		}
		for range edits {
			a.Handle(Undo, "")
		}
		if a.Value() != open || a.Changed() {
			t.Fatalf("undone to %q, opened on %q", a.Value(), open)
		}
	})
}

// atMost returns how far back an op may reach.
func (b *buffer) atMost(op Op) int {
	switch op {
	case Backspace:
		return b.prev(b.at)
	case DeleteToLineStart:
		return b.lineStart(b.at)
	}
	return b.wordLeft(b.at)
}

func checkView(t *rapid.T, a Area, width, height int) {
	rows, x, y := a.View(width, height)
	if width == 0 || height == 0 {
		if rows != nil || x != 0 || y != 0 {
			t.Fatalf("%d rows, cursor in %d,%d of nothing", len(rows), x, y)
		}
		return
	}
	if len(rows) > height || y < 0 || y >= len(rows) || x < 0 || x >= width {
		t.Fatalf("%d rows, cursor in %d,%d of %dx%d", len(rows), x, y, width, height)
	}
	for _, r := range rows {
		if r.Width() > width {
			t.Fatalf("%q takes %d cells of %d", r.String(), r.Width(), width)
		}
	}
}

func TestRowsShowEveryByteOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := NewArea(anyText(t, "text"))
		var b strings.Builder
		at := 0
		for _, r := range a.rows(rapid.IntRange(0, 20).Draw(t, "width")) {
			if r.start < at {
				t.Fatal("a byte is shown twice")
			}
			if skipped := a.text[at:r.start]; skipped != "" && skipped != "\n" && skipped != "\r\n" {
				t.Fatalf("%q is not shown", skipped)
			}
			b.WriteString(a.text[at:r.end])
			at = r.end
		}
		if b.String() != a.Value() {
			t.Fatalf("rows give %q of %q", b.String(), a.Value())
		}
	})
}

func TestALineKeepsItsLawsToo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := NewLine(anyText(t, "text"))
		width := rapid.IntRange(1, 24).Draw(t, "width")
		l.Resize(width)
		for range rapid.IntRange(1, 30).Draw(t, "ops") {
			op := Op(rapid.IntRange(int(Insert), int(Undo)).Draw(t, "op"))
			text := ""
			if op == Insert || op == Paste {
				text = anyText(t, "typed")
			}
			before := l
			out := l.Handle(op, text)
			if !boundaries(l.Value(), true)[l.at] {
				t.Fatalf("op %d left the cursor at %d, inside a character of %q", op, l.at, l.Value())
			}
			if out == Moved && before.Value() != l.Value() {
				t.Fatal("moving changed the text")
			}
			row, x := l.View(width)
			if row.Width() > width || x < 0 || x >= width {
				t.Fatalf("%q takes %d of %d cells, cursor in %d", row.String(), row.Width(), width, x)
			}
		}
	})
}

func TestCharactersAreMeasuredAsTheyAreShown(t *testing.T) {
	for r := rune(1); r < 0x20000; r++ {
		for _, text := range []string{string(r), string(r) + "a", string(r) + "日", string(r) + "\u3099"} {
			b := buffer{text: text, singleLine: true}
			shown, size := safetext.First(text)
			if n, w := b.cluster(0, len(text)); n != size || w != shown.Width() {
				t.Fatalf("%q is %d bytes and %d cells, shown as %d and %d", text, n, w, size, shown.Width())
			}
		}
	}
}
