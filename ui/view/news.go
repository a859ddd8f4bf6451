package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Level is how important a piece of news is.
type Level uint8

// The levels.
const (
	Info   Level = iota
	Notice       // a neutral answer to a key
	Good
	Warning
	Danger
)

// News is the line above the footer: the newest change, or a notice.
type News struct {
	At    Text   // "12:04"; empty for a notice
	Sign  Span   // what happened, empty if there is no sign for it
	Line  Line   // the newest of several events, or a notice
	Short Line   // in place of Line where that does not fit; nil for nothing
	Brief Brief  // in place of both on a narrow screen and next to keys; empty for nothing
	Also  []Line // the other events, shown as far as they fit
	Right Text   // at the right end of the row
	Level Level  // above Notice it begins with a sign in its colour
}

// mostNotice is the most rows of a notice.
const mostNotice = 4

// newsColumns are the time, a sign, and the event.
var newsColumns = []lay.Col{{Priority: 1}, {}, {Min: 34, Fill: true, Rest: true}}

// sign returns the sign before a piece of news.
func (n *News) sign(sh *style.Sheet) lay.Bit {
	sign := lay.Bit{Sign: sh.Glyphs.Problem, Hue: style.Warning}
	switch n.Level {
	case Info, Notice:
		return lay.Bit{Text: n.Sign.Text, Style: n.Sign.Style}
	case Good:
		return lay.Bit{Sign: sh.Glyphs.Done, Hue: style.Ready}
	case Danger:
		sign.Hue = style.DangerStrong
	}
	return sign
}

// forms returns the forms of the newest event, the longest first.
func (n *News) forms(narrow bool) []Line {
	switch {
	case narrow && !n.Brief.What.Text.Empty():
		return []Line{n.Brief.line()}
	case len(n.Short) > 0:
		return []Line{n.Line, n.Short}
	}
	return []Line{n.Line}
}

// line returns a form of the newest event and a number of others, and counts the rest.
func (n *News) line(sh *style.Sheet, line Line, also int) Line {
	for _, more := range n.Also[:also] {
		line = slices.Concat(line, Line{{Text: safetext.Line("  " + sh.Glyphs.Dot + "  "), Style: style.Dim}}, more)
	}
	if rest := len(n.Also) - also; rest > 0 {
		line = slices.Concat(line, Line{{Text: safetext.Const("  +").Append(safetext.Number(rest), wordMore),
			Style: style.Dim}})
	}
	return line
}

// fill fills a table with a form of the newest event and a number of others, in at most rows rows.
func (n *News) fill(t *lay.Table, sh *style.Sheet, line Line, rows, also, gap int) {
	t.Reset(newsColumns)
	t.Indent, t.Right, t.Wrap = margin, margin, rows
	cells := t.Cells(lay.Cell{}, lay.Cell{}, lay.Cell{Line: n.line(sh, line, also)})
	if !n.At.Empty() {
		cells[0].Bits = t.Bits(lay.Bit{Text: n.At.Append(safetext.Spaces(gap)), Style: style.Dim})
	}
	if sign := n.sign(sh); sign.Sign != "" || !sign.Text.Empty() {
		cells[1].Bits = t.Bits(sign, lay.Bit{Text: wordBlank})
	}
	t.Items = append(t.Items, lay.Item{Open: true, Cells: cells})
}

// brief returns an event for the cells that the keys in the footer leave.
func (n *News) brief() []lay.Bit {
	line := n.Line
	if !n.Brief.What.Text.Empty() {
		line = n.Brief.line()
	}
	bits := make([]lay.Bit, 0, len(line)+2)
	if !n.At.Empty() {
		bits = append(bits, lay.Bit{Text: n.At.Append(wordBlank), Style: style.Dim})
	}
	if !n.Sign.Text.Empty() {
		bits = append(bits, lay.Bit{Text: n.Sign.Text.Append(wordBlank), Style: n.Sign.Style})
	}
	for i := range line {
		bits = append(bits, lay.Bit{Text: line[i].Text, Style: line[i].Style})
	}
	return bits
}

// laidNews is what rows of news were drawn from besides the newest event.
type laidNews struct {
	at, right  Text
	also, most int
	level      Level
}

// newsRows is the news of a frame.
type newsRows struct {
	known lay.Last[Span, laidNews]
	table lay.Table
	rows  []string
	y     int // of the first row
}

// place lays out the news above the keys. An event has one row. A notice has as many as it needs, and covers what is
// there as long as it is shown, so that nothing moves.
func (r *newsRows) place(l *Layout, n *News, sh *style.Sheet) {
	most := 1
	if n.Level > Info {
		most = mostNotice
	}
	r.layOut(n, sh, l.W, most)
	end := l.News.Y + 1
	if l.News.Y < l.Footer.Y {
		end = min(l.News.Y+len(r.rows), l.Footer.Y)
	}
	r.y = max(end-len(r.rows), 0)
}

// layOut draws the news in at most most rows: the newest event, cut if necessary, and those of the others that fit
// uncut.
func (r *newsRows) layOut(n *News, sh *style.Sheet, w, most int) {
	d, known := r.known.Get(sh, w, laidNews{n.At, n.Right, len(n.Also), most, n.Level}, n.Line...)
	r.rows = d.Rows
	if known {
		return
	}
	all, right := w, lay.Bit{Text: n.Right, Style: style.Dim}
	if !n.Right.Empty() {
		w = lay.Left(w, 1, right) - margin
	}
	t, also, gap, narrow := &r.table, len(n.Also), 2, breadthOf(all) == Narrow
	if narrow {
		gap = 1
	}
	fits := func(line Line, also int) bool {
		n.fill(t, sh, line, most+1, also, gap)
		t.Fit(w)
		return t.Height(0) <= most
	}
	forms := n.forms(narrow)
	for len(forms) > 1 && !fits(forms[0], 0) {
		forms = forms[1:]
	}
	line := forms[0]
	for also > 0 && !fits(line, also) {
		also--
	}
	n.fill(t, sh, line, most, also, gap)
	g := lay.NewPage(sh, w, style.Flat)
	g.Table(t, most)
	if !n.Right.Empty() && len(g.Rows) > 0 {
		end := lay.NewPage(sh, all-w, style.Flat)
		end.Row(func(p *pen) { lay.DrawRight(p, margin, right) })
		both := lay.NewPage(sh, all, style.Flat)
		both.Across(0, 0, g, end)
		g = both
	}
	d.Rows, r.rows = g.Rows, g.Rows
}
