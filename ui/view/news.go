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
	Line  Line   // the newest of several events, or a notice
	Also  []Line // the other events, shown as far as they fit
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
		return lay.Bit{}
	case Good:
		return lay.Bit{Sign: sh.Glyphs.Done, Hue: style.Ready}
	case Danger:
		sign.Hue = style.DangerStrong
	}
	return sign
}

// line returns the newest event and a number of others, and counts the rest.
func (n *News) line(sh *style.Sheet, also int) Line {
	line := n.Line
	for _, more := range n.Also[:also] {
		line = slices.Concat(line, Line{{Text: safetext.Line("  " + sh.Glyphs.Dot + "  "), Style: style.Dim}}, more)
	}
	if rest := len(n.Also) - also; rest > 0 {
		line = slices.Concat(line, Line{{Text: safetext.Const("  +").Append(safetext.Number(rest), wordMore),
			Style: style.Dim}})
	}
	return line
}

// fill fills a table with the newest event and a number of others, in at most rows rows.
func (n *News) fill(t *lay.Table, sh *style.Sheet, rows, also int) {
	t.Reset(newsColumns)
	t.Indent, t.Right, t.Wrap = margin, margin, rows
	cells := t.Cells(lay.Cell{}, lay.Cell{}, lay.Cell{Line: n.line(sh, also)})
	if !n.At.Empty() {
		cells[0].Bits = t.Bits(lay.Bit{Text: n.At.Append(wordTwo), Style: style.Dim})
	}
	if sign := n.sign(sh); sign.Sign != "" {
		cells[1].Bits = t.Bits(sign, lay.Bit{Text: wordBlank})
	}
	t.Items = append(t.Items, lay.Item{Open: true, Cells: cells})
}

// brief returns an event for the cells that the keys in the footer leave.
func (n *News) brief() []lay.Bit {
	bits := make([]lay.Bit, 0, len(n.Line)+1)
	if !n.At.Empty() {
		bits = append(bits, lay.Bit{Text: n.At.Append(wordBlank), Style: style.Dim})
	}
	for i := range n.Line {
		bits = append(bits, lay.Bit{Text: n.Line[i].Text, Style: n.Line[i].Style})
	}
	return bits
}

// laidNews is what rows of news were drawn from besides the newest event.
type laidNews struct {
	at         Text
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
	d, known := r.known.Get(sh, w, laidNews{n.At, len(n.Also), most, n.Level}, n.Line...)
	r.rows = d.Rows
	if known {
		return
	}
	t, also := &r.table, len(n.Also)
	for ; also > 0; also-- {
		n.fill(t, sh, most+1, also)
		if t.Fit(w); t.Height(0) <= most {
			break
		}
	}
	n.fill(t, sh, most, also)
	g := lay.NewPage(sh, w, style.Flat)
	g.Table(t, most)
	d.Rows, r.rows = g.Rows, g.Rows
}
