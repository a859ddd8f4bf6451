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
	Ready int  // its first tasks, which can be taken now: they have a head of their own where there is room; 0 for no others
}

// NowRow is a task in such a list.
type NowRow struct {
	State       State
	ID, Subject Text
	Behind      Text // how much waits for it
	Note        Text // why it needs a person, or what it waits for
	Named       Text // the same by name, where there is room
	Alarm       bool
}

// rowColumns are the cells in which the columns of a list begin; notes follow their subjects where they have no column.
type rowColumns struct {
	id, subject, behind, behindEnd, note int
	named                                bool // notes have room for names
}

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
		t.note, t.named = end+2, end+2+most(func(r *NowRow) Text { return r.noted(true) }) <= w
	} else if behind > 0 && w < MediumWidth {
		t.behind, t.behindEnd = w-behind, w // at the edge, as other numbers on a narrow terminal
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
		*last = append(*last, Span{safetext.Spaces(2), style.Plain}, r.note(t))
		return lines
	}
	return append(lines, Line{r.note(t)})
}

func (r *NowRow) note(t *rowColumns) Span {
	if r.Alarm {
		return Span{r.Note, style.Danger}
	}
	return Span{r.noted(t.named), style.Dim}
}

// noted returns what is noted of the task, by name where that is wanted.
func (r *NowRow) noted(named bool) Text {
	if named && !r.Named.Empty() {
		return r.Named
	}
	return r.Note
}

// leastChain is of how many tasks of a chain the titles say more than the ids of all of them.
const leastChain = 3

// listPart makes a part of a list.
func (pt *Painter) listPart(b *NowBlock, t rowColumns, w int) nowPart {
	want := 0
	for i := range b.Rows {
		want += len(b.Rows[i].pieces(&t, w))
	}
	least, good, best := 2, 1+want, 1+want
	if b.Ready > 0 && b.Ready < len(b.Rows) {
		now, then := *b, *b
		now.Title, now.Rows, now.More, now.Ready = wordReadyNow, b.Rows[:b.Ready], 0, 0
		then.Says, then.Rows, then.Ready = Text{}, b.Rows[b.Ready:], 0
		one := *b
		one.Ready = 0
		whole, first, second := pt.listPart(&one, t, w), pt.listPart(&now, t, w), pt.listPart(&then, t, w)
		both := first.want + 1 + second.want
		return nowPart{least: least, want: both, good: good, best: both, draw: func(g *page, rows int) {
			if rows < both {
				whole.draw(g, rows)
				return
			}
			first.draw(g, first.want)
			g.gap()
			second.draw(g, second.want)
		}}
	}
	switch {
	case b.Chain:
		good = 2
	case b.Later:
		least, good, best = min(1+want, leastLater), 0, 0
	}
	return nowPart{least: least, want: 1 + want, good: good, best: best, late: b.Later, draw: func(g *page, rows int) {
		rows--
		n := min(rows, len(b.Rows))
		chained := b.Chain && rows < min(want, leastChain)
		g.splits()
		g.row(func(p *pen) {
			p.text(g.headStyle(), b.Title)
			if g.apart {
				p.ascii(g.headStyle(), " on the board")
			}
			p.space(2)
			p.number(style.Title, len(b.Rows)+b.More)
			if !b.Says.Empty() && p.remaining() > b.Says.Width()+8 {
				p.space(3)
				look := style.Dim
				if len(b.Rows) > 0 && b.Rows[0].State == Ready { // there is something to give them
					look = style.Warning
				}
				p.text(look, b.Says)
			}
			hidden := len(b.Rows) + b.More - n
			if hidden == 0 || chained {
				p.ruleOff(g.apart)
				return
			}
			end := p.end
			p.end -= digits(hidden) + len(" more") + 1
			p.ruleOff(g.apart)
			p.end = end
			p.space(1)
			p.number(style.Dim, hidden)
			p.ascii(style.Dim, " more")
		})
		g.apart = false
		if chained {
			g.row(func(p *pen) { p.drawChained(b.Rows) })
			return
		}
		for i := range n {
			pieces := b.Rows[i].pieces(&t, w)
			if len(pieces)-1 > rows-n {
				pieces = pieces[:0]
			}
			rows -= max(len(pieces)-1, 0)
			pt.drawNowRow(g, b, i, i == len(b.Rows)+b.More-1, &t, pieces)
		}
	}}
}

// drawNowRow draws task k of a list, which may be the last: its subject in pieces, or without those in one row.
func (pt *Painter) drawNowRow(g *page, b *NowBlock, k int, last bool, t *rowColumns, pieces []Line) {
	r := &b.Rows[k]
	for i := range max(len(pieces), 1) {
		g.row(func(p *pen) {
			if b.Chain {
				p.chainBracket(k == 0 && i == 0, last && i == max(len(pieces), 1)-1)
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
			note := r.note(t)
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

var wordReadyNow = safetext.Const("Ready")
