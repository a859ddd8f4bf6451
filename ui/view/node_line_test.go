package view

import (
	"slices"
	"strings"
	"testing"
)

func TestAWordThatDoesNotFitBehindTheIDStandsBelow(t *testing.T) {
	for _, c := range []struct {
		title         string
		room, w, rows int
		first         string
		more          []string
	}{
		{"Dependency view", 8, 20, 3, "", []string{"Dependency view"}},
		{"Metrics endpoint", 6, 20, 3, "", []string{"Metrics endpoint"}},
		{"Cache the hot links", 9, 20, 3, "Cache the", []string{"hot links"}},
		{"Links", 3, 20, 3, "", []string{"Links"}},
		{"Internationalization of it", 8, 14, 4, "", []string{"Internatio", "nalization", "of it"}},
		{"Dependency view", 8, 20, 1, "Dependen", nil},
	} {
		first, more := lineTitle(txt(c.title), c.room, c.w, c.rows)
		var rows []string
		for _, row := range more {
			rows = append(rows, row.String())
		}
		if first.String() != c.first || !slices.Equal(rows, c.more) {
			t.Errorf("%q with %d cells behind the id of %d: %q, %q", c.title, c.room, c.w, first.String(), rows)
		}
	}
	words := strings.Fields("a task of the dependency graph and its timeline without interruptions")
	for w := 20; w < 60; w++ {
		for room := range w - dotCells {
			first, more := lineTitle(txt(strings.Join(words, " ")), room, w, 9)
			rows := strings.Fields(first.String())
			for _, row := range more {
				rows = append(rows, strings.Fields(row.String())...)
			}
			if !slices.Equal(rows, words) {
				t.Fatalf("%d cells of %d: a word is broken: %q", room, w, rows)
			}
		}
	}
}
