package view

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

func TestTitlesOfALineByLineViewAreWholeWhereRowsAreFree(t *testing.T) {
	p := readPlan(plan)
	s, l := p.screen(TimelineView, "15", 44, 50, LayoutOptions{}, nil)
	rows := rowsOf(l, &s, plainSheet())
	said := map[int]string{}
	for y := range l.DepView.Canvas.H {
		if spot := l.DepViewAt(s.DepView, 20, l.DepView.Canvas.Y+y); spot.Kind == HitRow {
			said[spot.Index] += rows[l.DepView.Canvas.Y+y]
		}
	}
	for i := range s.DepView.Timeline.Len {
		rest := said[i]
		for word := range strings.FieldsSeq(s.DepView.Node(s.DepView.Timeline.Row(i).Node).Subject.String()) {
			_, after, is := strings.Cut(rest, word)
			if rest = after; !is {
				t.Errorf("%q is not in %q", word, said[i])
			}
		}
	}
}

func TestEveryRowOfALineLeadsToItsTask(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{40, 12}, {44, 50}, {80, 24}, {120, 40}} {
		s, l := p.screen(TimelineView, "15", size[0], size[1], LayoutOptions{}, nil)
		NewPainter().Draw(l, &s, plainSheet())
		last := max(s.DepView.Timeline.First, 0) - 1
		for y := range l.DepView.Canvas.H {
			spot := l.DepViewAt(s.DepView, 20, l.DepView.Canvas.Y+y)
			if spot.Kind != HitRow {
				continue
			}
			if spot.Index != last && spot.Index != last+1 {
				t.Errorf("%v: row %d leads to line %d behind line %d", size, y, spot.Index, last)
			}
			last = spot.Index
		}
		if last != min(s.DepView.Timeline.Len, s.DepView.Timeline.First+l.DepView.Canvas.H)-1 {
			t.Errorf("%v: the last line that is found is %d of %d", size, last, s.DepView.Timeline.Len)
		}
	}
}

func TestALineByLineViewSaysWhatIsAboveAndBelow(t *testing.T) {
	p := readPlan(dense(48))
	for _, size := range [][2]int{{40, 12}, {44, 30}, {80, 24}, {120, 40}} {
		s, l := p.screen(TimelineView, "020", size[0], size[1], LayoutOptions{}, nil)
		foot := rowsOf(l, &s, plainSheet())[l.DepView.Foot.Y]
		above := s.DepView.Timeline.First
		below := s.DepView.Timeline.Len - above - l.DepView.Canvas.H
		for n, words := range map[int]string{above: " above", below: " below"} {
			if said := strings.Contains(foot, fmt.Sprint(n, words)); said != (n > 0) {
				t.Errorf("%v: of %d%s it says %q", size, n, words, foot)
			}
		}
	}
}

func TestEveryMarkOfATimelineStandsInItsLane(t *testing.T) {
	p := readPlan(plan)
	for _, size := range [][2]int{{40, 12}, {44, 50}, {60, 24}, {80, 24}, {200, 60}} {
		s, l := p.screen(TimelineView, "15", size[0], size[1], LayoutOptions{}, nil)
		sheet := plainSheet()
		rows := rowsOf(l, &s, sheet)
		last := -1
		for y := l.DepView.Canvas.Y; y < l.DepView.Canvas.Y+l.DepView.Canvas.H; y++ {
			spot := l.DepViewAt(s.DepView, 20, y)
			if spot.Kind != HitRow || spot.Index == last {
				continue
			}
			last = spot.Index
			row := s.DepView.Timeline.Row(last)
			mark, _ := stateGlyph(sheet, s.DepView.Node(row.Node).State)
			if at := 1 + row.Mark; !strings.HasPrefix(string([]rune(rows[y])[at:]), mark) {
				t.Errorf("%v: the mark of line %d is not at cell %d of %q", size, last, at, rows[y])
			}
		}
	}
}

func TestLinksWithoutALaneAreNamedAtBothEnds(t *testing.T) {
	p := readPlan(dense(160))
	head := plainSheet().Glyphs.Head
	for _, width := range []int{40, 44, 60, 72} {
		s, l := p.screen(TimelineView, "015", width, 200, LayoutOptions{}, nil)
		said := map[int32]string{}
		screen := rowsOf(l, &s, plainSheet())
		titles := screen[l.DepView.Titles.Y]
		for y, row := range screen {
			if spot := l.DepViewAt(s.DepView, 20, y); spot.Kind == HitRow {
				said[s.DepView.Timeline.Row(spot.Index).Node] += row
			}
		}
		named := 0
		for i := range s.DepView.Timeline.Len {
			row := s.DepView.Timeline.Row(i)
			want := map[string]bool{}
			for side, nodes := range row.Linked {
				if side == 0 && strings.Contains(titles, "WAITS FOR") && strings.Contains(said[row.Node], plainSheet().Glyphs.Blocked) {
					continue // it is told there
				}
				for _, other := range nodes {
					name := s.DepView.Node(other).ID.String()
					want[[2]string{name + head, head + name}[side]] = true
				}
			}
			left := len(want)
			for word := range strings.FieldsSeq(said[row.Node]) {
				if more, is := strings.CutPrefix(word, "+"); is {
					n, _ := strconv.Atoi(more)
					left -= n
				} else if strings.Contains(word, head) {
					if left, named = left-1, named+1; !want[word] {
						t.Errorf("%d cells: %s is no link of %q", width, word, said[row.Node])
					}
				}
			}
			if left != 0 {
				t.Errorf("%d cells: %d of %v are not said in %q", width, left, want, said[row.Node])
			}
		}
		if named < 5 {
			t.Errorf("%d cells: only %d links are named", width, named)
		}
	}
}

func TestMoreRowsThanNamesCanUseAreNotTaken(t *testing.T) {
	long := Blocker{1, Stuck, txt("#4"), txt(strings.Repeat("Rename the API for teams ", 4))}
	short := Blocker{2, Ready, txt("#5"), txt("Link store")}
	for _, c := range []struct {
		of         Blockers
		waits, row int
	}{
		{Blockers{long}, 1, 1}, {Blockers{short, short}, 2, 1}, {Blockers{long, short}, 2, 2}, {Blockers{long, long, short, short}, 4, 3},
		{Blockers{short}, 300, 1},
	} {
		n := Node{State: Stuck, Waits: c.waits, WaitsFor: &c.of}
		if rows := n.waitRows(34); rows != c.row {
			t.Errorf("%d that it waits for take %d rows, not %d", len(c.of), rows, c.row)
		}
	}
}
