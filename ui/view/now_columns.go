package view

// nowPart is a block, or what happened, in a column.
type nowPart struct {
	least, want int  // the rows from which on it is there, and those in which it is whole
	good, best  int  // those it is to have before the lanes above have more than they need, and before they have all they can use
	late        bool // it has rows only when all others are whole
	tells       bool // it is what happened
	draw        func(g *page, rows int)
}

// nowWidths returns the cells of the columns below the lanes, of w cells in all: two where both have room for their lists.
func (v *Now) nowWidths(w int) []int {
	if len(v.Blocks) == 2 && w+2*margin < WideWidth {
		if right := listWidth(v.Blocks[1]); right > 0 && listWidth(v.Blocks[0])+nowGutter+right <= w {
			return []int{w - nowGutter - right, right}
		}
		return []int{w}
	}
	if w+2*margin < WideWidth {
		return []int{w}
	}
	half := (w - nowGutter) / 2
	return []int{half, half}
}

// nowColumns returns what stands below the lanes, in two columns where there is room for them, and how wide those are. What happened
// stands there where no panel tells it.
func (pt *Painter) nowColumns(l *Layout, v *Now, f *Feed) (columns [][]nowPart, widths []int) {
	widths = v.nowWidths(l.Body.W - 2*margin)
	w := widths[0]
	var last []nowPart
	for i, blocks := range v.Blocks {
		if i < len(widths) {
			columns, w = append(columns, nil), widths[i]
		}
		c := &columns[len(columns)-1]
		t := columnsOf(soon(blocks), w)
		for k := range blocks {
			if b := &blocks[k]; len(b.Rows) > 0 && b.Later {
				last = append(last, pt.listPart(b, columnsOf(blocks[k:k+1], w), w))
			} else if len(b.Rows) > 0 {
				*c = append(*c, pt.listPart(b, t, w))
			}
		}
	}
	if f != nil && l.Detail.Empty() && len(columns) > 0 {
		c := &columns[0]
		want := 1 + max(len(f.rows(widths[0], l.Body.H)), 1)
		*c = append(*c, nowPart{least: 2, want: want, best: min(want, goodFeed), tells: len(f.Items) > 0, draw: func(g *page, rows int) {
			pt.drawFeedRows(g, f, wordHappened, rows)
		}})
	}
	if n := len(columns); n > 0 {
		free := &columns[n-1]
		if !l.Detail.Empty() {
			free = &columns[0] // where what happened does not stand
		}
		*free = append(*free, last...)
	}
	return columns, widths
}

const (
	nowGutter  = 3 // cells between two columns
	goodFeed   = 8 // rows of what happened that are as much worth as the past of the agents
	leastLater = 4 // rows of what comes later that are worth a heading
)

// share shares rows among the parts of a column, an empty one above each: the first ones are there first, and whole first. What happened
// comes after what is good of the others, and what is late comes last.
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
	begin(func(p *nowPart) bool { return p.good == 0 && !p.late })
	grow(want)
	begin(func(p *nowPart) bool { return p.late })
	grow(want)
	return rows
}

// drawNowColumns draws columns beside each other in at most so many rows, and reports whether what happened is among it.
func (pt *Painter) drawNowColumns(g *page, columns [][]nowPart, widths []int, room int) (told bool) {
	drawn, high := make([][]string, len(columns)), 0
	for i, parts := range columns {
		in := pt.newPage(widths[i], g.on)
		for k, rows := range share(parts, room) {
			if rows > 0 {
				in.gap()
				parts[k].draw(in, rows)
				told = told || parts[k].tells
			}
		}
		drawn[i], high = in.rows, max(high, len(in.rows))
	}
	for y := range high {
		g.row(func(p *pen) {
			for i, rows := range drawn {
				at := margin
				if i > 0 {
					at = g.w - margin - widths[i]
				}
				if p.padTo(at); y < len(rows) && rows[y] != "" {
					p.drawn(rows[y], widths[i])
				}
			}
		})
	}
	return told
}
