package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// NowBlock is a list of tasks below who works on what.
type NowBlock struct {
	Title Text
	Rows  []NowRow
	More  int  // how many there are beside
	Says  Text // behind the title: who could take one
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

// columnsOf shares w cells among the columns of lists that stand below each other.
func columnsOf(blocks []NowBlock, w int) (t rowColumns) {
	most := func(of func(r *NowRow) Text) (n int) {
		for i := range blocks {
			n = max(n, lay.Widest(blocks[i].Rows, of))
		}
		return n
	}
	t.id = 2
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
	lines := lay.WrapLine(Line{{Text: r.Subject, Style: st}}, room)
	if last := &lines[len(lines)-1]; t.note > 0 || !r.Alarm || r.Note.Empty() {
		return lines
	} else if room >= last.Width()+2+r.Note.Width() {
		*last = append(*last, Span{Text: safetext.Spaces(2), Style: style.Plain}, r.note(t))
		return lines
	}
	return append(lines, Line{r.note(t)})
}

func (r *NowRow) note(t *rowColumns) Span {
	if r.Alarm {
		return Span{Text: r.Note, Style: style.Danger}
	}
	return Span{Text: r.noted(t.named), Style: style.Dim}
}

// noted returns what is noted of the task, by name where that is wanted.
func (r *NowRow) noted(named bool) Text {
	if named && !r.Named.Empty() {
		return r.Named
	}
	return r.Note
}

// listPart makes a part of a list.
func (pt *Painter) listPart(b *NowBlock, t rowColumns, w int) nowPart {
	want := 0
	for i := range b.Rows {
		want += len(b.Rows[i].pieces(&t, w))
	}
	if b.Ready > 0 && b.Ready < len(b.Rows) {
		now, then := *b, *b
		now.Title, now.Rows, now.More, now.Ready = wordReadyNow, b.Rows[:b.Ready], 0, 0
		then.Says, then.Rows, then.Ready = Text{}, b.Rows[b.Ready:], 0
		one := *b
		one.Ready = 0
		whole, first, second := pt.listPart(&one, t, w), pt.listPart(&now, t, w), pt.listPart(&then, t, w)
		both := first.want + 1 + second.want
		return nowPart{least: 2, want: both, good: 1 + want, best: both, draw: func(g *page, rows int) {
			if rows < both {
				whole.draw(g, rows)
				return
			}
			first.draw(g, first.want)
			g.Gap()
			second.draw(g, second.want)
		}}
	}
	return nowPart{least: 2, want: 1 + want, good: 1 + want, best: 1 + want, draw: func(g *page, rows int) {
		rows--
		n := min(rows, len(b.Rows))
		g.Row(func(p *pen) {
			p.Text(style.Head, b.Title)
			p.Space(2)
			p.Number(style.Title, len(b.Rows)+b.More)
			if !b.Says.Empty() && p.Room() > b.Says.Width()+8 {
				p.Space(3)
				look := style.Dim
				if len(b.Rows) > 0 && b.Rows[0].State == Ready { // there is something to give them
					look = style.Warning
				}
				p.Text(look, b.Says)
			}
			hidden := len(b.Rows) + b.More - n
			if hidden == 0 {
				p.Rule(false)
				return
			}
			end := p.End
			p.End -= lay.Digits(hidden) + len(" more") + 1
			p.Rule(false)
			p.End = end
			p.Space(1)
			p.Number(style.Dim, hidden)
			p.ASCII(style.Dim, " more")
		})
		for i := range n {
			pieces := b.Rows[i].pieces(&t, w)
			if len(pieces)-1 > rows-n {
				pieces = pieces[:0]
			}
			rows -= max(len(pieces)-1, 0)
			pt.drawNowRow(g, &b.Rows[i], &t, pieces)
		}
	}}
}

// drawNowRow draws a task of a list: its subject in pieces, or without those in one row.
func (pt *Painter) drawNowRow(g *page, r *NowRow, t *rowColumns, pieces []Line) {
	for i := range max(len(pieces), 1) {
		g.Row(func(p *pen) {
			switch {
			case i > 0:
			case r.Alarm:
				p.Glyph(style.Danger, p.Sheet.Glyphs.Problem)
			default:
				drawState(p, r.State)
			}
			if p.PadTo(t.id); i == 0 {
				p.Text(style.Dim, r.ID)
			}
			p.PadTo(t.subject)
			note := r.note(t)
			switch end := t.subjectEnd(p.End); {
			case len(pieces) > 0:
				p.Line(pieces[i])
			case t.note == 0 && r.Alarm:
				p.TextIn(subjectStyle(r.State), r.Subject, end-p.At-note.Text.Width()-2)
				p.Space(2)
				p.Text(note.Style, note.Text)
			default:
				p.TextIn(subjectStyle(r.State), r.Subject, end-p.At)
			}
			if i > 0 {
				return
			}
			if t.behind > 0 {
				p.PadTo(t.behindEnd - r.Behind.Width())
				p.Text(style.Dim, r.Behind)
			}
			if t.note > 0 {
				p.PadTo(t.note)
				p.Text(note.Style, note.Text)
			}
		})
	}
}

var wordReadyNow = safetext.Const("Ready")
