package board

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestASearchTermIsFoundWhereFoldedTextHoldsIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abABxX1_é É"))).Draw(t, "text")
		word := rapid.StringOf(rapid.RuneFrom([]rune("abABxX1_é"))).Draw(t, "word")
		n := newSearchTerm(word)
		if got, want := n.matches(text), strings.Contains(strings.ToLower(text), strings.ToLower(word)); got != want {
			t.Fatalf("%q in %q: %v", word, text, got)
		}
	})
}
