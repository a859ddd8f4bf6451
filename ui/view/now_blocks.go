package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// NowBlock is a list of tasks below who works on what.
type NowBlock struct {
	Title Text
	Rows  []NowRow
	More  int  // how many there are beside
	Says  Text // behind the title: who could take one
	Chain bool // each waits for the one before it: one row names them all where the list has no room
	Later bool // it has the rows that nothing else has a use for
}

// NowRow is a task in such a list.
type NowRow struct {
	State       State
	ID, Subject Text
	Behind      Text // how much waits for it
	Note        Text // why it needs a person, or what it waits for
	Alarm       bool
}

// nowPart is a block, or what happened, in a column.
type nowPart struct {
	least, want int  // the rows from which on it is there, and those in which it is whole
	good, best  int  // those it is to have before the lanes above have more than they need, and before they have all they can use
	late        bool // it has rows only when all others are whole
	whole       bool // it has no use for rows between the least and all
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
			if rows[i] > 0 && more > 0 && (!parts[i].whole || rows[i]+more == parts[i].want) {
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

// rowColumns are the cells in which the columns of a list begin; notes follow their subjects where they have no column.
type rowColumns struct{ id, subject, behind, behindEnd, note int }

// listWidth returns the cells in which lists that stand below each other show all but notes that are no alarm.
func listWidth(blocks []NowBlock) int {
	const ample = 1 << 10
	blocks = soon(blocks)
	t, w := columnsOf(blocks, ample), 0
	for i := range blocks {
		for k := range blocks[i].Rows {
			r := &blocks[i].Rows[k]
			end := max(t.subject+r.Subject.Width(), t.behindEnd)
			if r.Alarm {
				end += 2 + r.Note.Width()
			}
			w = max(w, end)
		}
	}
	return w
}

// soon returns the lists of a column but for what comes later, which has columns of its own.
func soon(blocks []NowBlock) []NowBlock {
	for len(blocks) > 1 && blocks[len(blocks)-1].Later {
		blocks = blocks[:len(blocks)-1]
	}
	return blocks
}

// columnsOf shares w cells among the columns of lists that stand below each other.
func columnsOf(blocks []NowBlock, w int) (t rowColumns) {
	most := func(of func(r *NowRow) Text) (n int) {
		for i := range blocks {
			n = max(n, widest(blocks[i].Rows, of))
		}
		return n
	}
	t.id = 2
	if blocks[0].Chain {
		t.id = 4
	}
	t.subject = t.id + most(func(r *NowRow) Text { return r.ID }) + 2
	end := t.subject + most(func(r *NowRow) Text { return r.Subject })
	behind, note := most(func(r *NowRow) Text { return r.Behind }), most(func(r *NowRow) Text { return r.Note })
	if behind > 0 {
		t.behind = min(end, w-behind-2) + 2
		t.behindEnd = t.behind + behind
		end = t.behindEnd
	}
	if note > 0 && end+2+note <= w {
		t.note = end + 2
	}
	return t
}

// subjectEnd returns the cell behind the subjects of a list of w cells.
func (t *rowColumns) subjectEnd(w int) int {
	if t.behind > 0 {
		return t.behind - 2
	}
	return w
}

// pieces returns the subject of a row, and behind it why it needs a person where that has no column, in rows of w cells.
func (r *NowRow) pieces(t *rowColumns, w int) []Line {
	st := subjectStyle(r.State)
	if r.Alarm {
		st = style.Subject
	}
	room := max(t.subjectEnd(w)-t.subject, 1)
	lines := wrapLine(Line{{r.Subject, st}}, room)
	if last := &lines[len(lines)-1]; t.note > 0 || !r.Alarm || r.Note.Empty() {
		return lines
	} else if room >= last.Width()+2+r.Note.Width() {
		*last = append(*last, Span{safetext.Spaces(2), style.Plain}, r.note())
		return lines
	}
	return append(lines, Line{r.note()})
}

func (r *NowRow) note() Span {
	if r.Alarm {
		return Span{r.Note, style.Danger}
	}
	return Span{r.Note, style.Dim}
}

// listPart makes a part of a list.
func (pt *Painter) listPart(b *NowBlock, t rowColumns, w int) nowPart {
	want := 0
	for i := range b.Rows {
		want += len(b.Rows[i].pieces(&t, w))
	}
	least, good, best := 2, 1+want, 1+want
	switch {
	case b.Chain:
		good = 2
	case b.Later:
		least, good, best = min(1+want, leastLater), 0, 0
	}
	return nowPart{least: least, want: 1 + want, good: good, best: best, late: b.Later, whole: b.Chain, draw: func(g *page, rows int) {
		rows--
		n := min(rows, len(b.Rows))
		chained := b.Chain && rows < want
		g.row(func(p *pen) {
			p.text(style.Label, b.Title)
			p.space(2)
			p.number(style.Title, len(b.Rows)+b.More)
			if !b.Says.Empty() && p.remaining() > b.Says.Width()+8 {
				p.space(3)
				p.text(style.Dim, b.Says)
			}
			hidden := len(b.Rows) + b.More - n
			if hidden == 0 || chained {
				p.ruleOff()
				return
			}
			end := p.end
			p.end -= digits(hidden) + len(" more") + 1
			p.ruleOff()
			p.end = end
			p.space(1)
			p.number(style.Dim, hidden)
			p.ascii(style.Dim, " more")
		})
		if chained {
			g.row(func(p *pen) { p.drawChained(b.Rows) })
			return
		}
		for i := range b.Rows[:n] {
			r := &b.Rows[i]
			pieces := r.pieces(&t, w)
			if len(pieces)-1 > rows-n {
				pieces = pieces[:0]
			}
			rows -= max(len(pieces)-1, 0)
			pt.drawNowRow(g, b, r, &t, pieces)
		}
	}}
}

// drawNowRow draws a task in a list: its subject in pieces, or without those in one row.
func (pt *Painter) drawNowRow(g *page, b *NowBlock, r *NowRow, t *rowColumns, pieces []Line) {
	for i := range max(len(pieces), 1) {
		g.row(func(p *pen) {
			if b.Chain {
				p.glyph(style.Chain, p.sh.Glyphs.Chained)
				p.space(1)
			}
			switch {
			case i > 0:
			case r.Alarm:
				p.glyph(style.Danger, p.sh.Glyphs.Problem)
			default:
				p.state(r.State)
			}
			if p.padTo(t.id); i == 0 {
				p.text(style.Dim, r.ID)
			}
			p.padTo(t.subject)
			note := r.note()
			switch end := t.subjectEnd(p.end); {
			case len(pieces) > 0:
				p.line(pieces[i])
			case t.note == 0 && r.Alarm:
				p.textUpTo(subjectStyle(r.State), r.Subject, end-p.at-note.Text.Width()-2)
				p.space(2)
				p.text(note.Style, note.Text)
			default:
				p.textUpTo(subjectStyle(r.State), r.Subject, end-p.at)
			}
			if i > 0 {
				return
			}
			if t.behind > 0 {
				p.padTo(t.behindEnd - r.Behind.Width())
				p.text(style.Dim, r.Behind)
			}
			if t.note > 0 {
				p.padTo(t.note)
				p.text(note.Style, note.Text)
			}
		})
	}
}

// drawChained names tasks of which each waits for the one before it, as many as there is room for, and counts the others.
func (p *pen) drawChained(rows []NowRow) {
	for i := range rows {
		need := 2 + rows[i].ID.Width()
		if i > 0 {
			need += 4
		}
		if rest := len(rows) - i - 1; rest > 0 {
			need += 2 + digits(rest)
		}
		if need > p.remaining() {
			p.space(1)
			p.plus(len(rows) - i)
			return
		}
		if i > 0 {
			p.space(1)
			p.bar(style.Chain, p.sh.Glyphs.BarFull, 1)
			p.glyph(style.Chain, p.sh.Glyphs.Head)
			p.space(1)
		}
		p.state(rows[i].State)
		p.text(style.Dim, rows[i].ID)
	}
}
