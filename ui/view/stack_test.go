package view

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// anyStack generates a board of many states, with lists or without.
func anyStack(t *rapid.T) Board {
	b := Board{Header: Header{Project: txt("my-service"), Tabs: sampleBoard().Header.Tabs}, Keys: []Key{key("?", "help")}}
	n := 0
	lists := rapid.IntRange(0, 3).Draw(t, "lists")
	for k := range ColumnKind(Columns) {
		var cards []Card
		var lanes []Lane
		for list := range max(lists, 1) {
			var of []Card
			for _, st := range [Columns][]State{{Failed, Ready, Container, Unknown, Waiting, Missing, Stuck, Broken}, {Running, Container}, {Done, Skipped}}[k] {
				for range rapid.SampledFrom([]int{0, 0, 1, 2, 3, 9, 30}).Draw(t, "cards") {
					n++
					c := pending(st, fmt.Sprintf("#%d", n), fmt.Sprintf("T%d %s", n, rapid.SampledFrom([]string{"", "翻訳翻訳翻訳翻訳翻訳翻訳翻訳", "Wire the file watcher to the board and back"}).Draw(t, "subject")), "", "", "12m", n%120)
					c.Key = fmt.Sprint(n)
					if n%3 == 0 {
						c.Owner, c.Hue = txt("agent-1"), style.OwnerHue("agent-1")
					}
					switch n % 5 {
					case 0:
						c.Note = txt("started early")
					case 1:
						c.After = txt("#08 +2")
					case 2:
						c.ID = Text{}
					case 3:
						if n%4 == 0 {
							c.Warn, c.Needy, c.Help = txt("waits for a missing task"), true, key("X", "unlink")
						}
					}
					c.Fresh, c.Pending, c.OneSided, c.HasWorktree = uint8(n%3), n%7 == 0, n%11 == 0, n%13 == 0
					of = append(of, c)
				}
			}
			if lists > 0 && len(of) > 0 {
				lanes = append(lanes, Lane{Name: txt(fmt.Sprintf("list %d", list)), First: len(cards), Shown: len(of), Total: len(of), Gone: txt([]string{"", "", "gone"}[min(list, 2)])})
			}
			cards = append(cards, of...)
		}
		b.Columns[k] = column(-1, cards...)
		b.Columns[k].Lanes = lanes
	}
	b.Header.Counts[ReadySection] = n
	if n > 0 && rapid.Bool().Draw(t, "news") {
		b.News = News{Level: Warning, Line: Line{span(style.Plain, strings.Repeat("something was said ", rapid.IntRange(1, 6).Draw(t, "words")))}}
	}
	b.Stack = stackOf(&b)
	b.Stack.First = rapid.IntRange(-1, n+3).Draw(t, "first")
	if n > 0 {
		b.Stack.Selected = rapid.IntRange(-1, n-1).Draw(t, "selected")
	}
	return b
}

func TestAListScrollsAsOne(t *testing.T) {
	b := sampleBoard()
	b.Stack = stackOf(&b)
	l := Arrange(60, 20, LayoutOptions{})
	var laid Cards
	for _, way := range []int{1, -1} {
		b.Stack.Selected = 0
		if way < 0 {
			b.Stack.Selected = b.Stack.Len() - 1
		}
		for range b.Stack.Len() {
			before := b.Stack.First
			laid.Lay(&l, &b.Columns, &b.Stack, true)
			b.Stack.First = laid.First(0)
			if moved := (b.Stack.First - before) * way; moved < 0 && before > 0 {
				t.Errorf("going %d, the list went from %d to %d", way, before, b.Stack.First)
			}
			b.Stack.Selected += way
		}
	}
	if b.Stack.First != 0 {
		t.Errorf("at the first card, the list begins with card %d", b.Stack.First)
	}
	if b.Stack.Neighbour(0, 1) != 3 || b.Stack.Neighbour(3, 1) != 5 || b.Stack.Neighbour(4, -1) != 0 || b.Stack.Neighbour(0, -1) != -1 || b.Stack.Neighbour(17, 1) != -1 {
		t.Errorf("the sections of %v do not follow each other", b.Stack.Runs)
	}
}

// The line of what was completed last says how long ago that is, if it is known.
func TestTheNewestCompletionHasItsAgeOnlyIfItIsKnown(t *testing.T) {
	for age, want := range map[string]string{"": "", "now": "now", "27m": "27m ago"} {
		b := sampleBoard()
		at := b.Columns[CompletedColumn].At
		b.Columns[CompletedColumn].At = func(i int) Card {
			c := at(i)
			c.Age = txt(age)
			return c
		}
		b.Stack = stackOf(&b)
		_, rows := drawnBy(Arrange(80, 24, LayoutOptions{}), &Screen{Board: b}, plainSheet())
		i := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "Done ") })
		if i < 0 {
			t.Fatalf("no head of what is done:\n%s", strings.Join(rows, "\n"))
		}
		if row := strings.TrimSpace(rows[i]); !strings.HasSuffix(row, want) || strings.HasSuffix(row, "ago") != (want == "27m ago") {
			t.Errorf("age %q: %q", age, row)
		}
	}
}

// At every size the selected card is whole, no row is free while a task is hidden, and each word above a column is above what it names.
func TestNoRowIsFreeWhileATaskIsHidden(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyStack(t)
		b.News = News{} // a notice covers cards
		w, h := rapid.IntRange(MinWidth, 210).Draw(t, "w"), rapid.IntRange(MinHeight, 70).Draw(t, "h")
		l := Arrange(w, h, LayoutOptions{Bare: rapid.Bool().Draw(t, "bare"), Air: rapid.IntRange(0, 2).Draw(t, "air"), Long: rapid.Bool().Draw(t, "long")})
		for k := range b.Columns {
			b.Columns[k].Stack.First = rapid.IntRange(-1, 40).Draw(t, "first")
		}
		b.Laid = &Cards{}
		b.Laid.Lay(&l, &b.Columns, &b.Stack, true)
		_, rows := drawnBy(l, &Screen{Board: b}, plainSheet())
		for k := range b.Laid.lists {
			v, at, s := &b.Laid.lists[k], l.Columns[k].Cards, &b.Columns[k].Stack
			if l.Stacked {
				at, s = l.Body, &b.Stack
			}
			if at.Empty() || v.n == 0 {
				continue
			}
			if len(v.at) > at.H {
				t.Fatalf("%d rows of %d", len(v.at), at.H)
			}
			if hidden := v.n - v.shown; hidden > 0 && len(v.at) < at.H-mostTitle-3 {
				t.Fatalf("%d of %d rows are used and %d tasks are hidden:\n%s", len(v.at), at.H, hidden, strings.Join(rows, "\n"))
			}
			if y := v.rowOf(s.Selected); s.Selected >= 0 && at.H > 8 && (y < 0 || y+v.items[v.at[y]].look.rows > at.H) {
				t.Fatalf("card %d is selected and begins in row %d of %d:\n%s", s.Selected, y, at.H, strings.Join(rows, "\n"))
			}
			headsAreAbove(t, v, &b, Rect{X: at.X, Y: at.Y, W: at.W, H: at.H}, rows)
		}
	})
}

// headsAreAbove holds the words above the columns of cards of one row to what is drawn in these columns: a number ends below the end of its
// word, and what a task waits for begins below the beginning of its.
func headsAreAbove(t *rapid.T, v *cardList, b *Board, at Rect, rows []string) {
	words, begin := v.brief.heads()
	for _, it := range v.items {
		if it.kind != cardItem || it.look.form > 0 || it.row >= at.H {
			continue
		}
		c, row := b.Columns[it.column].At(it.index), rows[at.Y+it.row]
		if n := c.briefBehind(&v.brief).Text.String(); n != "" && !c.Needy {
			end := begin[1] + words[1].Width()
			if got := strings.TrimSpace(ansi.Cut(row, at.X+end-len(n), at.X+end)); words[1].Empty() || got != n {
				t.Fatalf("at the end of the column %q is %q, not %q, in %q", words[1], got, n, row)
			}
		}
		if !words[0].Empty() && !c.After.Empty() && !c.finished() && !c.Needy {
			if got := ansi.Cut(row, at.X+begin[0], at.X+begin[0]+3); !strings.HasPrefix(c.After.String(), strings.TrimRight(got, "… ")) {
				t.Fatalf("below %q is %q, not %q, in %q", words[0], got, c.After, row)
			}
		}
	}
}

// The head of a section leads to it, and so does its number in the legend.
func TestHeadsAndCountsLeadToTheirSection(t *testing.T) {
	for _, size := range [][2]int{{44, 50}, {60, 40}, {80, 30}, {120, 40}} {
		b := sampleBoard()
		l := Arrange(size[0], size[1], LayoutOptions{})
		pt, rows := drawnBy(l, &Screen{Board: b}, plainSheet())
		for section, glyph := range map[SectionKind]string{ReadySection: "●", NowSection: "◐", BlockedSection: "○", DoneSection: "✓"} {
			kind, y := SpotKind(HeadSpot), l.Body.Y
			if !l.Stacked {
				kind, y = SectionSpot, l.Legend.Y
			}
			word := glyph + " " + sections[section].name.String()
			if !l.Stacked {
				word = glyph + " "
			}
			x, at, ok := cellOf(rows, word, y)
			if spot, on := pt.SpotAt(x+2, at, kind); !ok || !on || spot.Item != int(section) {
				t.Errorf("%v: %q at %d,%d leads to %+v", size, word, x, at, spot)
			}
		}
	}
}

// On a low screen sections have heads as long as these push out no open task.
func TestTheHeadsOfALowListPushOutNoOpenTask(t *testing.T) {
	var todo []Card
	for i := range 30 {
		todo = append(todo, pending(Waiting, "", fmt.Sprintf("Job %d.", i), "", "Parse", "", 0))
	}
	doing := Card{State: Running, Subject: txt("Parse"), Hue: style.Nobody}
	for n, headed := range map[int]bool{5: true, 18: true, 19: false, 30: false} {
		b := Board{Columns: [Columns]Column{column(-1, todo[:n]...), column(-1, doing), column(-1)}}
		frame := strings.Join(rowsOf(Arrange(80, 24, LayoutOptions{}), &Screen{Board: b}, plainSheet()), "\n")
		if strings.Contains(frame, "Blocked ") != headed || !strings.Contains(frame, "Now 1") {
			t.Errorf("%d tasks:\n%s", n, frame)
		}
	}
}

// The wheel leads to every task.
func TestTheWheelReachesTheLastTask(t *testing.T) {
	var todo []Card
	for i := range 60 {
		todo = append(todo, pending(Waiting, "", fmt.Sprintf("Job %d.", i), "", "Parse", "", 0))
	}
	b := Board{Columns: [Columns]Column{column(-1, todo...), column(-1), column(-1, owned(Done, "", "Made.", "agent-1", "1m"))}}
	b.Stack = stackOf(&b)
	b.Stack.First = 1000
	if frame := strings.Join(rowsOf(Arrange(44, 40, LayoutOptions{}), &Screen{Board: b}, plainSheet()), "\n"); !strings.Contains(frame, "Job 59.") || !strings.Contains(frame, "Made.") {
		t.Errorf("at the end:\n%s", frame)
	}
}

func TestAboveTheCardsIsHowMuchIsDoneOrHowManyTasksAFilterShows(t *testing.T) {
	b := sampleBoard()
	l := Arrange(120, 40, LayoutOptions{})
	if row := rowsOf(l, &Screen{Board: b}, plainSheet())[l.Legend.Y]; !strings.Contains(row, "22% of 18 done") {
		t.Errorf("%q", row)
	}
	b.Header.Shown = Counts{ReadySection: 2}
	if row := rowsOf(l, &Screen{Board: b}, plainSheet())[l.Legend.Y]; !strings.Contains(row, "2 of 18") || strings.Contains(row, "%") {
		t.Errorf("with a filter: %q", row)
	}
}

// A strip gives each state its share of the cells, and one that exists at least one.
func TestPortionsFillTheCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.SampledFrom([]int{0, 0, 1, 2, 9, 40, 100_000}), 1, 6).Draw(t, "counts")
		cells, all, some, sum := rapid.IntRange(20, 300).Draw(t, "cells"), 0, 0, 0
		for _, n := range counts {
			all, some = all+n, some+min(n, 1)
		}
		for i, n := range lay.Portions(counts, cells) {
			if sum += n; (n > 0) != (counts[i] > 0) {
				t.Fatalf("%d tasks have %d of %d cells", counts[i], n, cells)
			}
			if all > 0 && n > 1 && (n-1)*all > counts[i]*cells {
				t.Fatalf("%d of %d tasks have %d of %d cells", counts[i], all, n, cells)
			}
		}
		if all > 0 && sum != cells {
			t.Fatalf("%d of %d cells", sum, cells)
		}
	})
}

func TestACardInALoopSaysSoOnce(t *testing.T) {
	b := sampleBoard()
	c := pending(Stuck, "#1", "Cycle guard", "a", "#2", "", 0)
	c.Note, c.Warn, c.Needy, c.Loop = txt("in a loop with"), txt("in a loop"), true, true
	b.Columns = [Columns]Column{column(-1, c)}
	b.Stack = stackOf(&b)
	b.Stack.Selected = -1
	if frame := strings.Join(rowsOf(Arrange(44, 50, LayoutOptions{}), &Screen{Board: b}, plainSheet()), "\n"); strings.Count(frame, "in a loop") != 1 {
		t.Errorf("how often it says so:\n%s", frame)
	}
}
