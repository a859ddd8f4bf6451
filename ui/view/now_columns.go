package view

// nowPart is a block, or what happened, in a column.
type nowPart struct {
	least, want int  // the rows from which on it is there, and those in which it is whole
	good, best  int  // those it is to have before the lanes above have more than they need, and before they have all they can use
	tells       bool // it is what happened
	draw        func(g *page, rows int)
}

// nowColumns returns what stands below the lanes, and how wide its columns are: the lists, and what happened next to them or below them
// where no panel tells it.
func (pt *Painter) nowColumns(l *Layout, v *Now, f *Feed) (columns [][]nowPart, widths []int) {
	widths = []int{l.Body.W - 2*margin}
	feeds := f != nil && l.Detail.Empty()
	if feeds && len(v.Blocks) > 0 && l.Body.W >= WideWidth {
		half := (widths[0] - nowGutter) / 2
		widths = []int{half, half}
	}
	columns = make([][]nowPart, len(widths))
	if len(v.Blocks) > 0 {
		t := columnsOf(v.Blocks, widths[0])
		for i := range v.Blocks {
			columns[0] = append(columns[0], pt.listPart(&v.Blocks[i], t, widths[0]))
		}
	}
	if last := len(columns) - 1; feeds {
		want := 1 + max(f.rows(widths[last], l.Body.H), 1)
		columns[last] = append(columns[last], nowPart{least: 2, want: want, best: min(want, goodFeed), tells: len(f.Items) > 0, draw: func(g *page, rows int) {
			pt.drawFeedRows(g, f, wordHappened, rows)
		}})
	}
	return columns, widths
}

const (
	nowGutter = 3 // cells between two columns
	goodFeed  = 8 // rows of what happened that are as much worth as the past of the agents
)

// share shares rows among the parts of a column, an empty one above each: the first ones are there first, and whole first. What happened
// comes after what is good of the others.
func share(parts []nowPart, room int) []int {
	rows := make([]int, len(parts))
	begin := func(which func(*nowPart) bool) {
		for i := range parts {
			if least := parts[i].least; which(&parts[i]) && least+1 <= room {
				rows[i], room = least, room-least-1
			}
		}
	}
	grow := func(upTo func(*nowPart) int) {
		for i := range parts {
			more := min(upTo(&parts[i])-rows[i], room)
			if rows[i] > 0 && more > 0 {
				rows[i], room = rows[i]+more, room-more
			}
		}
	}
	good, want := func(p *nowPart) int { return p.good }, func(p *nowPart) int { return p.want }
	begin(func(p *nowPart) bool { return p.good > 0 })
	grow(good)
	begin(func(p *nowPart) bool { return p.good == 0 })
	grow(want)
	return rows
}

// drawNowColumns draws columns beside each other in at most so many rows, and reports whether what happened is among it.
func (pt *Painter) drawNowColumns(g *page, columns [][]nowPart, widths []int, room int) (told bool) {
	drawn, high := make([][]string, len(columns)), 0
	for i, parts := range columns {
		in := pt.newPage(widths[i], g.On)
		for k, rows := range share(parts, room) {
			if rows > 0 {
				in.Gap()
				parts[k].draw(in, rows)
				told = told || parts[k].tells
			}
		}
		drawn[i], high = in.Rows, max(high, len(in.Rows))
	}
	for y := range high {
		g.Row(func(p *pen) {
			for i, rows := range drawn {
				at := margin
				if i > 0 {
					at = g.W - margin - widths[i]
				}
				if p.PadTo(at); y < len(rows) && rows[y] != "" {
					p.Drawn(rows[y], widths[i])
				}
			}
		})
	}
	return told
}
