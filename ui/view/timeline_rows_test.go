package view

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// rowsOfTitles returns what stands on the screen in the rows of each line, and whether its title is cut.
func rowsOfTitles(s *Screen, l Layout) (said map[int]string, cut map[int]bool) {
	said, cut = map[int]string{}, map[int]bool{}
	pt := NewPainter()
	rows := strings.Split(ansi.Strip(pt.Draw(l, s, plainSheet()).Content), "\n")
	for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
		if at := lineAt(pt, s, y); at >= 0 {
			said[at] += rows[y]
			cut[at] = !strings.Contains(strings.Join(strings.Fields(said[at]), " "), s.DepView.Node(s.DepView.Timeline.Row(at).Node).Subject.String())
		}
	}
	return said, cut
}

func TestTitlesOfALineByLineViewAreCutOnlyWhereTheyHaveNoRoom(t *testing.T) {
	p := readPlan(plan)
	for _, width := range []int{44, 60, 80, 120} {
		s, l := p.screen(TimelineView, "15", width, 50, LayoutOptions{}, nil)
		said, cut := rowsOfTitles(&s, l)
		for i := range s.DepView.Timeline.Len {
			n := s.DepView.Node(s.DepView.Timeline.Row(i).Node)
			if lead, _, found := strings.Cut(said[i], n.ID.String()); cut[i] {
				if whole := len([]rune(lead)) + n.ID.Width() + 1 + n.Subject.Width(); !found || whole <= width-2-behindWidth-leastStanding {
					t.Errorf("%d cells: %q is cut in %q", width, n.Subject, said[i])
				}
			}
		}
	}
}

func TestTheTitleOfTheSelectedLineGoesOnBelowIt(t *testing.T) {
	p := readPlan(plan)
	long := strings.Repeat("Atomic moves ", 5)
	p.nodes[p.find("15")].Subject = txt(long)
	s, l := p.screen(TimelineView, "15", 44, 50, LayoutOptions{}, nil)
	said, _ := rowsOfTitles(&s, l)
	if got := strings.Count(said[s.DepView.Timeline.At], "moves"); got != 5 {
		t.Errorf("%d of 5 words are in %q", got, said[s.DepView.Timeline.At])
	}
}

func TestEveryRowOfALineLeadsToItsTask(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{40, 12}, {44, 50}, {80, 24}, {120, 40}} {
		s, l := p.screen(TimelineView, "15", size[0], size[1], LayoutOptions{}, nil)
		pt := NewPainter()
		pt.Draw(l, &s, plainSheet())
		last := max(s.DepView.Timeline.First, 0) - 1
		for y := range l.DepView.Canvas.H {
			at := lineAt(pt, &s, l.DepView.Canvas.Y+y)
			if at < 0 {
				continue
			}
			if at != last && at != last+1 {
				t.Errorf("%v: row %d leads to line %d behind line %d", size, y, at, last)
			}
			last = at
		}
		rows := 0
		for i := max(s.DepView.Timeline.First, 0); i <= last; i++ {
			rows += 1 + b2i(s.DepView.Timeline.Row(i).Apart)
		}
		if last < s.DepView.Timeline.Len-1 && rows < l.DepView.Canvas.H-1 {
			t.Errorf("%v: the last line that is found is %d of %d", size, last, s.DepView.Timeline.Len)
		}
	}
}

func TestALineByLineViewSaysWhatIsAboveAndBelow(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {44, 50}} {
		s, l := sampleDepViews()["denselog"](size[0], size[1])
		rows := rowsOf(l, &s, plainSheet())
		pt := NewPainter()
		pt.timeline.prepare(&l, s.DepView, plainSheet())
		g := s.DepView.Timeline
		for n, word := range map[int]string{g.First: " above", pt.linesBelow(g): " below"} {
			if foot := strings.Join(rows[l.DepView.Foot.Y-1:l.DepView.Foot.Y+1], ""); n > 0 && !strings.Contains(foot, fmt.Sprint(n, word)) {
				t.Errorf("%v: %d%s: %q", size, n, word, foot)
			}
		}
	}
}

func TestEveryMarkOfATimelineStandsInItsColumn(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{40, 12}, {44, 50}, {60, 24}, {80, 24}, {200, 60}} {
		s, l := p.screen(TimelineView, "15", size[0], size[1], LayoutOptions{}, nil)
		sheet, pt := plainSheet(), NewPainter()
		rows := strings.Split(ansi.Strip(pt.Draw(l, &s, sheet).Content), "\n")
		last := -1
		for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
			at := lineAt(pt, &s, y)
			if at < 0 || at == last {
				continue
			}
			last = at
			row := s.DepView.Timeline.Row(last)
			mark, _ := stateGlyph(sheet, s.DepView.Node(row.Node).State)
			if at := 1 + row.Mark; !strings.HasPrefix(string([]rune(rows[y])[at:]), mark) {
				t.Errorf("%v: the mark of line %d is not at cell %d of %q", size, last, at, rows[y])
			}
		}
	}
}

// alsoSaid returns what stands on the screen of what the task of each line waits for besides.
func alsoSaid(s *Screen, l Layout) map[int]string {
	var all timelineRows
	all.prepare(&l, s.DepView, plainSheet())
	said, rows := map[int]string{}, rowsOf(l, s, plainSheet())
	for y := range all.parts {
		said[all.first+all.parts[y].line] += ""
		row := rows[l.DepView.Canvas.Y+y]
		if c := all.columns; c.status < c.end {
			said[all.first+all.parts[y].line] += ansi.Cut(row, c.status+2, l.W)
		} else if _, ids, is := strings.Cut(row, plainSheet().Glyphs.Left+" #"); is {
			if names, n, is := strings.Cut(ids, " +"); is {
				ids = names + " " + strings.Fields(n)[0] + " more"
			}
			said[all.first+all.parts[y].line] += "#" + ids
		} else if _, n, is := strings.Cut(row, " +"); is {
			said[all.first+all.parts[y].line] += strings.Fields(n)[0] + " more"
		}
	}
	return said
}

func TestWhatALineWaitsForWithoutALineIsNamedOrCounted(t *testing.T) {
	p := readPlan(dense(160))
	named, counted := 0, 0
	for k, width := range []int{40, 44, 60, 80, 120, 80, 120} {
		s, l := p.screen(TimelineView, "015", width, [...]int{300, 60}[k/5], LayoutOptions{}, nil)
		for i, rest := range alsoSaid(&s, l) {
			also := s.DepView.Timeline.Row(i).Also
			if (strings.Contains(rest, "#") || strings.Contains(rest, " task") || strings.Contains(rest, " more")) != (len(also) > 0) {
				t.Errorf("%d cells: it waits for %d besides: %q", width, len(also), rest)
			}
			all := len(also)
			for k, other := range also {
				if id := s.DepView.Node(other).ID.String(); strings.Contains(rest, id) != (k < strings.Count(rest, "#")) {
					t.Errorf("%d cells: number %d of %d, %s, is not in %q", width, k, len(also), id, rest)
				} else if strings.Contains(rest, id) {
					all, named = all-1, named+1
				}
			}
			if all > 0 {
				if counted++; !strings.Contains(rest, fmt.Sprint(all, " more")) && !strings.Contains(rest, fmt.Sprint(all, " task")) {
					t.Errorf("%d cells: %d more are not counted in %q", width, all, rest)
				}
			}
		}
	}
	if named < 50 || counted < 3 {
		t.Errorf("%d are named, %d counted", named, counted)
	}
}

func TestAllThatATaskWaitsForIsNamedWholeWhereARowHasRoomForIt(t *testing.T) {
	p := readPlan(plan)
	whole := 0
	for _, width := range []int{80, 120, 200} {
		s, l := p.screen(TimelineView, "15", width, 60, LayoutOptions{}, nil)
		var all timelineRows
		all.prepare(&l, s.DepView, plainSheet())
		said, room := alsoSaid(&s, l), all.columns.end-min(all.columns.also, all.columns.status+2+len(wordsAlso))
		for i := range s.DepView.Timeline.Len {
			if all.also[i].fullWidth() > room {
				continue
			}
			for _, other := range s.DepView.Timeline.Row(i).Also {
				if n := s.DepView.Node(other); !strings.Contains(said[i], n.Subject.String()) {
					t.Errorf("%d cells: %q is not whole in %q", width, n.Subject, said[i])
				}
				whole++
			}
		}
	}
	if whole < 5 {
		t.Errorf("%d are named whole", whole)
	}
}

func TestNamesOfWhatATaskWaitsForUseTheRoomThereIs(t *testing.T) {
	long := Blocker{1, Stuck, txt("#4"), txt(strings.Repeat("Rename the API for teams ", 4))}
	short := Blocker{2, Ready, txt("#5"), txt("Link store")}
	for _, c := range []struct {
		of          []Blocker
		more        int
		w           int
		named, said int
	}{
		{[]Blocker{long}, 0, 34, 1, 1}, {[]Blocker{short, short}, 0, 34, 2, 2}, {[]Blocker{long, short}, 0, 34, 0, 2}, {[]Blocker{short, long}, 0, 34, 1, 2},
		{[]Blocker{long, long, short}, 0, 34, 0, 3}, {[]Blocker{long, long, short}, 4, 18, 0, 1}, {[]Blocker{short}, 300, 3, 0, 0},
	} {
		s := waits{of: c.of, more: c.more}
		if in := s.in(c.w); in.named != c.named || len(in.of) != c.said || in.count() != s.count() || in.width() > max(c.w, len("+301 more")) {
			t.Errorf("of %d in %d cells %d are named and %d said, %d cells", s.count(), c.w, in.named, len(in.of), in.width())
		}
	}
}
