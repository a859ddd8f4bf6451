package field

import (
	"strings"
	"testing"
)

// In these texts | is the cursor.
func TestAnOpFromACursorToTheNext(t *testing.T) {
	for _, c := range []struct {
		before string
		op     Op
		after  string
		out    Outcome
	}{
		{"one, two|", WordLeft, "one, |two", Moved},
		{"one, |two", WordLeft, "|one, two", Moved},
		{"  |one", WordLeft, "|  one", Moved},
		{"|one", WordLeft, "|one", Ignored},
		{"a_b1é٣e\u0301|", WordLeft, "|a_b1é٣e\u0301", Moved},
		{"a-\x80|", WordLeft, "|a-\x80", Moved},
		{"|one, two", WordRight, "one|, two", Moved},
		{"one|, two", WordRight, "one, two|", Moved},
		{"one|  ", WordRight, "one  |", Moved},
		{"one|", WordRight, "one|", Ignored},
		{"one, two|.", DeleteWordLeft, "one, |.", Edited},
		{"one\ntwo| three", DeleteToLineStart, "one\n| three", Edited},
		{"one\n|two", DeleteToLineStart, "one\n|two", Ignored},
		{"one| two\nthree", DeleteToLineEnd, "one|\nthree", Edited},
		{"one| two\r\nthree", DeleteToLineEnd, "one|\r\nthree", Edited},
		{"one|\r\nthree", DeleteToLineEnd, "one|three", Edited},
		{"one|\n\nthree", DeleteToLineEnd, "one|\nthree", Edited},
		{"one|", DeleteToLineEnd, "one|", Ignored},
		{"a\r\n|b", Backspace, "a|b", Edited},
		{"a\n|b", Backspace, "a|b", Edited},
		{"\n|b", Backspace, "|b", Edited},
		{"|b", Backspace, "|b", Ignored},
		{"a|\r\nb", Delete, "a|b", Edited},
		{"a|", Delete, "a|", Ignored},
		{"one\r\ntwo|\r\n", Home, "one\r\n|two\r\n", Moved},
		{"one\r\n|two\r\n", End, "one\r\ntwo|\r\n", Moved},
		{"one|\r\ntwo", Right, "one\r\n|two", Moved},
		{"one\r\n|two", Left, "one|\r\ntwo", Moved},
		{"日本|", Left, "日|本", Moved},
		{"か\u3099|", Left, "|か\u3099", Moved},
		{"e\u0301|", Left, "|e\u0301", Moved},
		{"|one\ntwo", Bottom, "one\ntwo|", Moved},
		{"one|", Undo, "one|", Ignored},
		{"  one|", Newline, "  one\n|", Edited},
		{"\n|", Newline, "\n\n|", Edited},
		{"a\r\nb|", Newline, "a\r\nb\r\n|", Edited},
		{"one two|", Up, "one| two", Moved}, // at a width of 5 it has two rows
		{"o\ttwoo|", Up, "o|\ttwoo", Moved},
		{"one twoo|", Up, "one| twoo", Moved},
		{"|one two", Down, "one |two", Moved},
		{"one |two", Up, "|one two", Moved},
		{"one t|wo", Up, "o|ne two", Moved},
		{"one| two", Down, "one two|", Moved},
		{"abcdef|gh", Up, "ab|cdefgh", Moved}, // three rows of four
		{"abc|d\nx", Down, "abcd\nx|", Moved},
		{"ab\na日|", Up, "ab|\na日", Moved},
		{"日本|\nabc", Down, "日本\nabc|", Moved},
		{"abc|\n日本", Down, "abc\n日|本", Moved},
	} {
		t.Run(strings.ReplaceAll(c.before+" "+c.after, "\n", `\n`), func(t *testing.T) {
			before, after, _ := strings.Cut(c.before, "|")
			a := NewArea(before + after)
			a.at = len(before)
			a.Resize(5, 9)
			out := a.Handle(c.op, "")
			if got := a.Value()[:a.at] + "|" + a.Value()[a.at:]; got != c.after || out != c.out {
				t.Errorf("%q, %d, want %q, %d", got, out, c.after, c.out)
			}
		})
	}
}

// Up and down keep to a cell only as long as nothing else moves the cursor; of what is typed or deleted in one go nothing else is undone.
func TestOpsInSequence(t *testing.T) {
	for _, c := range []struct {
		what, before string
		ops          []Op
		after        string
	}{
		{"down twice", "abcd|\nx\nabcd", []Op{Down, Down}, "abcd\nx\nabcd|"},
		{"down, left and down", "abcd|\nx\nabcd", []Op{Down, Left, Down}, "abcd\nx\n|abcd"},
		{"down, typed and down", "abcd|\n\nabcd", []Op{Down, Insert, Down}, "abcd\n.\na|bcd"},
		{"down, a new line and down", "abcd|\n\nabcd", []Op{Down, Newline, Down}, "abcd\n\n\n|abcd"},
		{"deleted in one go", "abc|", []Op{Backspace, Backspace, Undo}, "abc|"},
		{"deleted in two", "abc|", []Op{Backspace, Right, Left, Backspace, Undo}, "a|b"},
		{"deleted forwards", "|abc", []Op{Delete, Delete, Undo}, "|bc"},
		{"typed in one go", "|", []Op{Insert, Insert, Undo}, "|"},
		{"typed in two", "|", []Op{Insert, Left, Right, Insert, Undo}, ".|"},
		{"typed after an edge", "|", []Op{Insert, Down, Insert, Undo}, ".|"},
		{"typed after an undo", "a|", []Op{Insert, Undo, Insert, Undo}, "a|"},
		{"deleted and typed", "abc|", []Op{Backspace, Insert, Undo}, "ab|"},
		{"typed and deleted", "|", []Op{Insert, Backspace, Undo}, ".|"},
		{"typed, then pasted", "|", []Op{Insert, Paste, Undo}, ".|"},
		{"pasted twice", "|", []Op{Paste, Paste, Undo}, ".|"},
	} {
		before, after, _ := strings.Cut(c.before, "|")
		a := NewArea(before + after)
		a.at = len(before)
		a.Resize(9, 9)
		for _, op := range c.ops {
			text := ""
			if op == Insert || op == Paste {
				text = "."
			}
			a.Handle(op, text)
		}
		if got := a.Value()[:a.at] + "|" + a.Value()[a.at:]; got != c.after {
			t.Errorf("%s: %q, want %q", c.what, got, c.after)
		}
	}
}

func TestAnotherTextOrWidthForgetsTheCellOfUpAndDown(t *testing.T) {
	for _, c := range []struct {
		what   string
		change func(a *Area)
		want   int
	}{
		{"a height", func(a *Area) { a.Resize(9, 5); do(a, Down) }, 11},
		{"a width", func(a *Area) { a.Resize(20, 9); do(a, Down) }, 8},
		{"a text", func(a *Area) { a.SetText("ab\nefghi"); do(a, Up, Down) }, 8},
	} {
		a := NewArea("abcd\nx\nabcd")
		a.Resize(9, 9)
		do(&a, End, Down)
		if c.change(&a); a.at != c.want {
			t.Errorf("after another %s the cursor is at %d, not %d", c.what, a.at, c.want)
		}
	}
}
