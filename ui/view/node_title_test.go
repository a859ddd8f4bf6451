package view

import (
	"slices"
	"strings"
	"testing"

	"sideboard/board/graph"
)

func TestAWordThatDoesNotFitBehindTheIDStandsBelow(t *testing.T) {
	for _, c := range []struct {
		title string
		rooms []int
		rows  []string
		whole bool
	}{
		{"Dependency view", []int{8, 16, 16}, []string{"", "Dependency view"}, true},
		{"Metrics endpoint", []int{6, 16}, []string{"", "Metrics endpoint"}, true},
		{"Cache the hot links", []int{9, 16, 16}, []string{"Cache the", "hot links"}, true},
		{"Links", []int{3, 16}, []string{"", "Links"}, true},
		{"Internationalization of it", []int{8, 10, 10, 10}, []string{"", "Internatio", "nalization", "of it"}, true},
		{"Dependency view", []int{8}, []string{"Dependency view"}, false},
		{"Cache the hot links", []int{9, 6}, []string{"Cache the", "hot links"}, false},
		{"Cache the hot links", []int{0, 9, 2, 9}, []string{"", "Cache the", "", "hot links"}, true},
	} {
		set, whole := breakTitle(txt(c.title), c.rooms)
		var rows []string
		for _, row := range set {
			rows = append(rows, row.String())
		}
		for len(rows) > len(c.rows) && rows[len(rows)-1] == "" {
			rows = rows[:len(rows)-1]
		}
		if !slices.Equal(rows, c.rows) || whole != c.whole {
			t.Errorf("%q in %v: %q, whole %v", c.title, c.rooms, rows, whole)
		}
	}
}

func TestATitleInRowsHasAllItsWordsUnbroken(t *testing.T) {
	words := strings.Fields("a task of the dependency graph and its timeline without interruptions")
	for w := 16; w < 60; w++ {
		for first := range w {
			set, _ := breakTitle(txt(strings.Join(words, " ")), []int{first, w, w - 3, w, w})
			var rows []string
			for _, row := range set {
				rows = append(rows, strings.Fields(row.String())...)
			}
			if !slices.Equal(rows, words) {
				t.Fatalf("%d cells of %d: a word is broken or lost: %q", first, w, rows)
			}
		}
	}
}

func TestATitleCoversNoLineAndNoOtherTask(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {80, 24}, {120, 40}, {160, 45}} {
		for _, n := range []int{12, 24, 40} {
			s, l := readPlan(dense(n)).screen(GraphView, "002", size[0], size[1], LayoutOptions{}, nil)
			dv, words := s.DepView, 0
			if dv.Graph.Layout.Listed { // there are no lines to cover
				p := readPlan(dense(n))
				dv.Graph.Layout, _ = l.ZoomGraph(p.g, graph.Options{}, p.words, ZoomLines)
			}
			of := dv.Graph.Layout
			draw := func(subject string) []string {
				node := dv.Node
				defer func() { dv.Node = node }()
				dv.Node = func(i int32) Node {
					v := node(i)
					v.Subject, v.Behind = txt(subject), 0
					return v
				}
				return rowsOf(l, &s, plainSheet())[l.DepView.Canvas.Y:l.DepView.Foot.Y]
			}
			bare, full := draw(""), draw("Zq wordy words of a title")
			for y, row := range bare {
				cells, titled := []rune(row), []rune(full[y])
				for x, c := range cells {
					if strings.ContainsRune("│┃╭╮╰╯┏┓┗┛┬┴├┤┼▸○●◐#", c) && titled[x] != c {
						t.Errorf("%v, %d tasks: %q is covered in\n%s", size, n, c, strings.Join(full, "\n"))
						return
					}
				}
				words += strings.Count(full[y], "wordy")
			}
			if all := strings.Join(full, "\n"); strings.Count(all, "wordy") > strings.Count(all, "Zq") {
				t.Errorf("%v, %d tasks: a title has lost its first word:\n%s", size, n, all)
			}
			if !of.Framed && words == 0 {
				t.Errorf("%v, %d tasks: there is no word", size, n)
			}
		}
	}
}

func TestATitleStandsInAsFewRowsAsAreFreeBesideIt(t *testing.T) {
	for _, c := range []struct {
		title string
		rooms []int
		from  int
		rows  []string
		whole bool
	}{
		{"Guard image uploads", []int{40}, 0, []string{"Guard image uploads"}, true},
		{"Guard image uploads", []int{6, 20}, 1, []string{"", "Guard image uploads"}, true},
		{"Wire webhooks with a migration that can be rolled back", []int{50, 50}, 0, []string{"Wire webhooks with a migration", "that can be rolled back"}, true},
		{"Guard image uploads", []int{6, 12}, 1, []string{"", "Guard image uploads"}, false},
	} {
		set, whole := spreadTitle(txt(c.title), c.rooms, c.from)
		for i, row := range c.rows {
			if set[i].String() != row || whole != c.whole {
				t.Errorf("%q in %v from %d: %q, whole %v", c.title, c.rooms, c.from, set, whole)
			}
		}
	}
}

func TestALineBeginsWhereTheWordsOfALoopMemberEnd(t *testing.T) {
	p := readPlan("1 stuck Rename the API\n2 stuck Draft rate limits\n3 stuck Fix it\n1 < 2\n2 < 1\n3 < 2")
	s, l := p.screen(GraphView, "3", 120, 40, LayoutOptions{}, nil)
	for w := 34; w < 50; w++ { // as wide as a longer title makes the wave
		of := l.LayoutGraph(p.g, graph.Options{}, p.words, Scale{Zoom: ZoomLines, Rows: 1, Close: true, Wide: true, Width: w})
		s.DepView.Graph.Layout, s.DepView.Graph.Zoom = of, ZoomLines
		canvas := strings.Join(rowsOf(l, &s, plainSheet())[l.DepView.Canvas.Y:l.DepView.Foot.Y], "\n")
		_, behind, _ := strings.Cut(canvas, "Draft rate limits")
		if !strings.HasPrefix(strings.TrimPrefix(behind, " in a loop"), " ─") {
			t.Errorf("a task of %d cells has no line behind it:\n%s", w, canvas)
		}
	}
}
