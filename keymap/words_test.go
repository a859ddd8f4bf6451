package keymap

import (
	"strings"
	"testing"
)

func TestAWordThatPeopleTypeFindsItsActionFirst(t *testing.T) {
	count := 0
	for _, s := range synonyms {
		for _, word := range strings.Fields(s.Words) {
			count++
			found := false
			for _, other := range Default().Scopes(TaskScope, EditsScope, BoardScope, MarkScope, ViewsScope, ShowScope, ProgramScope) {
				for _, e := range other.Entries {
					found = found || e.Action == s.Action && e.Rank(word) == 0 && e.Rank(word[:2]) >= 0
					if e.Action != s.Action && e.Rank(word) == 0 {
						t.Errorf("%q finds %q too", word, e.Long)
					}
				}
			}
			if !found {
				t.Errorf("%q does not find its action", word)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d words", count)
	}
}

func TestAWordFindsTheCommandThatDoesTheSame(t *testing.T) {
	for word, want := range map[string]string{"Rename": "edit", "create": "add", "insert": "split", "blocked": "", "nonsense": ""} {
		if got := CommandFor(word); got != want {
			t.Errorf("%s: %q, want %q", word, got, want)
		}
	}
}

func TestAnEntryIsRankedByItsWordsAndByThoseThatMeanTheSame(t *testing.T) {
	complete := Default().Entry(Complete, TaskScope)
	for typed, want := range map[string]int{"d": 0, "comp": 1, "te it": 3, "finish": 0, "FIN": 1, "f": -1, "zz": -1} {
		if got := complete.Rank(typed); got != want {
			t.Errorf("%s: %d, want %d", typed, got, want)
		}
	}
}
