package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
	"sideboard/ui/style"
)

// anyStack generates a board of many states, with lists or without.
func anyStack(t *rapid.T) Board {
	b := Board{Header: Header{Project: txt("my-service"), Directory: txt(".tasks"), Tabs: sampleBoard().Header.Tabs}, Keys: []Key{key("?", "help")}}
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
						c.Warn = txt("no write for 31m")
					case 1:
						c.Doing, c.Names = txt("Doing it"), txt("Wave layout")
					case 2:
						c.ID = Text{}
					case 3:
						if n%4 == 0 {
							c.Warn, c.Needy, c.Help = txt("waits for a missing task"), true, key("X", "unlink")
						}
					}
					c.Open = n%6 == 0
					c.Fresh, c.Pending, c.OneSided, c.HasWorktree = uint8(n%4), n%7 == 0, n%11 == 0, n%13 == 0
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
	b.Header.Total = n
	if n > 0 && rapid.Bool().Draw(t, "news") {
		b.News = News{Level: Warning, Line: Line{span(style.Plain, strings.Repeat("something was said ", rapid.IntRange(1, 6).Draw(t, "words")))}}
	}
	b.Stack = stackOf(&b)
	for k := range b.Stack.Keep {
		b.Stack.Keep[k] = rapid.SampledFrom([]int{0, 0, 1, 5, 9, 20, 60}).Draw(t, "keep")
	}
	b.Stack.First = rapid.IntRange(-1, n+3).Draw(t, "first")
	if n > 0 {
		b.Stack.Selected = rapid.IntRange(-1, n-1).Draw(t, "selected")
	}
	return b
}

// Completions of several rows each take more than what is kept for them.
func TestASelectedCompletionIsSeenThoughThoseAboveItAreTall(t *testing.T) {
	var todo, done []Card
	for i := range 40 {
		todo = append(todo, pending(Waiting, "", fmt.Sprintf("Job %d.", i), "", "Parse", "", 0))
		c := owned(Done, "", fmt.Sprintf("Made %d. with a title of several rows", i), "agent-1", "1m")
		c.Open = true
		done = append(done, c)
	}
	b := Board{}
	b.Columns[0], b.Columns[1], b.Columns[2] = column(-1, todo...), column(-1), column(-1, done...)
	b.Stack = stackOf(&b)
	l := Arrange(30, 26, LayoutOptions{})
	for i := range done {
		b.Stack.Selected = b.Stack.Place(CompletedColumn, i)
		b.Stack.First = l.ScrollStack(&b)
		if frame := ansi.Strip(NewPainter().Draw(l, &Screen{Board: b}, plainSheet()).Content); !strings.Contains(frame, fmt.Sprintf("Made %d.", i)) {
			t.Fatalf("card %d is not in view:\n%s", i, frame)
		}
	}
}

func TestAListScrollsAsOne(t *testing.T) {
	b := sampleBoard()
	b.Stack = stackOf(&b)
	l := Arrange(60, 20, LayoutOptions{Silent: true})
	for _, way := range []int{1, -1} {
		b.Stack.Selected = 0
		if way < 0 {
			b.Stack.Selected = b.Stack.Len() - 1
		}
		for range b.Stack.Len() {
			before := b.Stack.First
			b.Stack.First = l.ScrollStack(&b)
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

// The head of a section and its count lead to it, and are where a card can be dropped.
func TestHeadsAndCountsOfAListAreItsSections(t *testing.T) {
	for _, size := range [][2]int{{24, 12}, {40, 12}, {44, 50}, {60, 24}, {80, 12}, {80, 24}} {
		b := sampleBoard()
		b.Stack = stackOf(&b)
		l := Arrange(size[0], size[1], LayoutOptions{})
		pt := NewPainter()
		rows := strings.Split(ansi.Strip(pt.Draw(l, &Screen{Board: b}, plainSheet()).Content), "\n")
		for glyph, want := range map[string]SectionKind{"●": ReadySection, "◐": NowSection, "○": BlockedSection, "✓": DoneSection} {
			x, y, ok := cellOf(rows, glyph, l.Strip.Y)
			if got, on := pt.SpotAt(x, y, SectionSpot); !l.Strip.Empty() && (!ok || !on || got.Item != int(want) || y != l.Strip.Y) {
				t.Errorf("%v: the count with %s at %d,%d leads to section %d", size, glyph, x, y, got.Item)
			}
			if !b.Stack.hasHeads(&l) {
				continue
			}
			if x, y, ok = cellOf(rows, glyph+" "+sections[want].name.String(), l.Body.Y); !ok {
				t.Fatalf("%v: no head with %s in\n%s", size, glyph, strings.Join(rows, "\n"))
			}
			if got, on := pt.SpotAt(x+5, y); !on || got.Kind != HeadSpot || got.Item != int(want) {
				t.Errorf("%v: the head of %s leads to %+v", size, sections[want].name.String(), got)
			}
		}
	}
}

func TestADetailBelowTheCardsCostsNoneOfThemARow(t *testing.T) {
	docked := 0
	rapid.Check(t, func(t *rapid.T) {
		b := anyStack(t)
		for k := range b.Columns {
			c := &b.Columns[k]
			c.Len, c.Lanes = min(c.Len, rapid.IntRange(0, 4).Draw(t, "some")), nil
		}
		keep := b.Stack.Keep
		b.Stack = stackOf(&b)
		b.Stack.Keep = keep
		w, h := rapid.IntRange(MinWidth, PanelWidth-1).Draw(t, "w"), rapid.IntRange(MinHeight, 60).Draw(t, "h")
		o := LayoutOptions{}
		without := Arrange(w, h, o)
		if o.Below = without.RowsBelow(&b); o.Below == 0 {
			return
		}
		docked++
		l := Arrange(w, h, o)
		if again := l.RowsBelow(&b); again != o.Below {
			t.Fatalf("%d rows are left, and of what is shown with them %d", o.Below, again)
		}
		if l.Body.Y+l.Body.H >= l.Detail.Y || l.Detail.Y+l.Detail.H > l.News.Y {
			t.Fatalf("%v, below %v, above %v", l.Detail, l.Body, l.News)
		}
		b.Stack.First = 0
		if seen, all := l.StackPage(&b), b.Stack.Len(); l.Stacked && seen < all {
			t.Fatalf("%d of %d cards are in sight", seen, all)
		}
		for k := range ColumnKind(Columns) {
			c := b.Columns[k]
			c.First = 0
			if seen := len(l.Hits(k, &c)); !l.Stacked && seen < c.Len {
				t.Fatalf("%d of %d cards of column %d are in sight", seen, c.Len, k)
			}
		}
	})
	if docked == 0 {
		t.Error("no board had rows for one")
	}
}

// Where tasks are out of sight no row is empty, a head or the counts say how many there are, and the selected card is whole.
func TestNoRowOfAListIsEmptyWhileATaskIsHidden(t *testing.T) {
	sheet := style.New(true, colorprofile.Ascii)
	rapid.Check(t, func(t *rapid.T) {
		b := anyStack(t)
		w, h := rapid.IntRange(MinWidth, StackedBelow-1).Draw(t, "w"), rapid.IntRange(MinHeight, 60).Draw(t, "h")
		o := LayoutOptions{Bare: rapid.Bool().Draw(t, "bare"), Silent: len(b.News.Line) == 0, Long: b.News.IsLong(w)}
		l := Arrange(w, h, o)
		b.Stack.First = l.ScrollStack(&b)
		if again := l.ScrollStack(&b); again != b.Stack.First {
			t.Fatalf("scrolling again moves from %d to %d", b.Stack.First, again)
		}
		pt := NewPainter()
		content := pt.Draw(l, &Screen{Board: b}, sheet).Content
		still := b
		still.Stack.Keep, _ = l.SectionRows(&b)
		if again := NewPainter().Draw(l, &Screen{Board: still}, sheet).Content; again != content {
			t.Fatalf("sections that stay where they are move, from\n%s\nto\n%s", ansi.Strip(content), ansi.Strip(again))
		}
		frame, drawn := ansi.Strip(content), strings.Split(content, "\n")
		rows := strings.Split(frame, "\n")
		if len(rows) != h {
			t.Fatalf("%d rows of %d", len(rows), h)
		}
		v := &pt.list
		if v.Len() > l.Body.H {
			t.Fatalf("%d rows of %d", v.Len(), l.Body.H)
		}
		said, reversed := 0, false
		for i := range v.parts {
			p := &v.parts[i]
			if p.index == headPart {
				for _, bit := range v.Items[i].Tail {
					said += bit.Count
				}
			}
			if p.index < 0 || p.rows == 0 {
				continue
			}
			y := l.Body.Y + p.row
			card := b.Columns[p.column].At(p.index)
			word, _, _ := strings.Cut(card.Subject.String(), " ")
			if w >= 30 && !strings.Contains(rows[y], word) {
				t.Fatalf("%q is not in %q", word, rows[y])
			}
			if p.place == b.Stack.Selected {
				reversed = strings.Contains(drawn[y], ";7m")
				if l.Body.H > 14+b.Stack.parts() && !v.shows(p.place) {
					t.Fatalf("the selected card has %d of its rows:\n%s", p.rows, frame)
				}
			}
		}
		if b.Stack.Selected >= 0 && !reversed {
			t.Fatalf("the card at %d is selected and not visible:\n%s", b.Stack.Selected, frame)
		}
		hidden := b.Stack.Len() - v.cards
		if b.Stack.hasHeads(&l) && said != hidden {
			t.Fatalf("%d cards are hidden, the heads say %d", hidden, said)
		}
		if hidden > 0 && v.Len() < l.Body.H-7 { // the last cards may be as high as that
			t.Fatalf("%d of %d rows are used and %d tasks are hidden:\n%s", v.Len(), l.Body.H, hidden, frame)
		}
	})
}

// A low list shows tasks rather than the heads of its sections, of which the counts above it say enough.
func TestTheHeadsOfALowListPushOutNoOpenTask(t *testing.T) {
	var todo []Card
	for i := range 30 {
		todo = append(todo, pending(Waiting, "", fmt.Sprintf("Job %d.", i), "", "Parse", "", 0))
	}
	for n, headed := range map[int]bool{5: true, 30: false} {
		b := Board{}
		b.Columns[0], b.Columns[1], b.Columns[2] = column(-1, todo[:n]...), column(-1), column(-1)
		b.Stack = stackOf(&b)
		b.Header.Total = n
		frame := ansi.Strip(NewPainter().Draw(Arrange(80, 24, LayoutOptions{Silent: true}), &Screen{Board: b}, plainSheet()).Content)
		if strings.Contains(frame, "Blocked ") != headed {
			t.Errorf("%d tasks:\n%s", n, frame)
		}
	}
}

// The wheel leads to every task, though completions stay in view below the last of those that are open.
func TestTheWheelReachesTheLastOpenTask(t *testing.T) {
	var todo, done []Card
	for i := range 60 {
		todo = append(todo, pending(Waiting, "", fmt.Sprintf("Job %d.", i), "", "Parse", "", 0))
	}
	done = append(done, owned(Done, "", "Made.", "agent-1", "1m"))
	b := Board{}
	b.Columns[0], b.Columns[1], b.Columns[2] = column(-1, todo...), column(-1), column(-1, done...)
	b.Stack = stackOf(&b)
	b.Stack.First, b.Stack.Selected = 1000, -1
	l := Arrange(44, 40, LayoutOptions{})
	b.Stack.First = l.ScrollStack(&b)
	if frame := ansi.Strip(NewPainter().Draw(l, &Screen{Board: b}, plainSheet()).Content); !strings.Contains(frame, "Job 59.") {
		t.Errorf("from %d on:\n%s", b.Stack.First, frame)
	}
}

func TestAboveAListIsHowMuchIsDoneOrHowManyTasksAFilterShows(t *testing.T) {
	b := sampleBoard()
	b.Header.Total, b.Header.Done = 20, 4
	for size, want := range map[[2]int]string{{44, 50}: "20%", {80, 24}: "20%"} {
		b.Stack = stackOf(&b)
		l := Arrange(size[0], size[1], LayoutOptions{})
		if row := rowsOf(l, &Screen{Board: b}, plainSheet())[l.Strip.Y]; !strings.Contains(row, want) {
			t.Errorf("%v: no %q in %q", size, want, row)
		}
		all := 0
		for k := range b.Stack.Sections {
			b.Stack.Sections[k] = SectionCount{Total: 2}
		}
		for range countedSections {
			all += 2
		}
		b.Stack.Sections[NeedsSection].Shown, b.Stack.Sections[NowSection].Shown = 1, 1
		row := rowsOf(l, &Screen{Board: b}, plainSheet())[l.Strip.Y]
		if want := fmt.Sprintf("1 of %d", all); !strings.Contains(row, want) || strings.Contains(row, "%") {
			t.Errorf("%v: no %q in %q", size, want, row)
		}
	}
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

func TestACardOfOneRowThatIsSelectedSaysWhatItsTaskWaitsFor(t *testing.T) {
	b := sampleBoard()
	for i := range 40 {
		b.Columns[0] = column(0, append(cardsOfColumn(&b.Columns[0]), pending(Ready, fmt.Sprint("#", i), "Wave layout", "", "", "", 0))...)
	}
	first := b.Columns[0].At(0)
	first.State, first.Note, first.Names, first.Warn, first.Needy = Stuck, txt("in a loop with"), txt("Wave layout"), Text{}, true
	b.Columns[0] = column(0, append([]Card{first}, cardsOfColumn(&b.Columns[0])[1:]...)...)
	if frame := strings.Join(rowsOf(Arrange(120, 40, LayoutOptions{}), &Screen{Board: b}, plainSheet()), "\n"); !strings.Contains(frame, "in a loop with Wave layout") {
		t.Errorf("it does not say why:\n%s", frame)
	}
}

func cardsOfColumn(c *Column) (all []Card) {
	for i := range c.Len {
		all = append(all, c.At(i))
	}
	return all
}
