package cli

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestAnErrorIsWrappedAtWordsOnATerminalAlone(t *testing.T) {
	for _, c := range []struct {
		width    int
		in, want string
	}{
		{0, "sideboard: no task of this list has an id like 9", "sideboard: no task of this list has an id like 9"},
		{24, "sideboard: no task of this list", "sideboard: no task of\n  this list"},
		{24, "sideboard: a list:\n  one that is longer than a line", "sideboard: a list:\n  one that is longer\n    than a line"},
		{20, "sideboard: /a/path/longer/than/a/line is gone", "sideboard:\n  /a/path/longer/than/a/line\n  is gone"},
		{19, "sideboard: 翻訳 翻訳 翻訳", "sideboard: 翻訳\n  翻訳 翻訳"},
	} {
		if got := wrapWords(c.in, c.width); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.in, c.width, got, c.want)
		}
	}
	if got := Complaint(io.Discard, errors.New(strings.Repeat("word ", 60)+"end")); strings.Count(got, "\n") != 1 {
		t.Errorf("for a program it is %q", got)
	}
}
