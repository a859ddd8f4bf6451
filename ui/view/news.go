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

// The most rows of news, and of news below a list that fills the screen.
const maxNewsRows, paneNewsRows = 3, 2

// newsColumns are the time, a sign, and the event.
var newsColumns = []lay.Col{{Priority: 1}, {}, {Min: 34, Fill: true, Rest: true}}

// fill fills a table with the newest event and a number of others, in at most rows rows, and counts the rest.
func (n *News) fill(t *lay.Table, sh *style.Sheet, rows, also int) {
	t.Reset(newsColumns)
	t.Indent, t.Right, t.Wrap = margin+1, margin, rows
	sign := lay.Bit{Sign: sh.Glyphs.Problem, Hue: style.Warning}
	switch n.Level {
	case Info, Notice:
		sign = lay.Bit{}
	case Good:
		sign = lay.Bit{Sign: sh.Glyphs.Done, Hue: style.Ready}
	case Danger:
		sign.Hue = style.DangerStrong
	}
	line := n.Line
	for _, more := range n.Also[:also] {
		line = slices.Concat(line, Line{{Text: safetext.Line("  " + sh.Glyphs.Dot + "  "), Style: style.Dim}}, more)
	}
	if rest := len(n.Also) - also; rest > 0 {
		line = slices.Concat(line, Line{{Text: safetext.Const("  +").Append(safetext.Number(rest), wordMore), Style: style.Dim}})
	}
	blank := lay.Bit{Text: wordBlank}
	cells := t.Cells(lay.Cell{}, lay.Cell{}, lay.Cell{Line: line})
	if !n.At.Empty() {
		cells[0].Bits = t.Bits(lay.Bit{Text: n.At, Style: style.Dim}, blank)
	}
	if sign.Sign != "" {
		cells[1].Bits = t.Bits(sign, blank)
	}
	t.Items = append(t.Items, lay.Item{Open: true, Cells: cells})
}

// IsLong reports whether the news needs a second row on a screen of w cells.
func (n *News) IsLong(w int) bool {
	var t lay.Table
	n.fill(&t, measuring, 2, 0)
	t.Fit(w)
	return t.Height(0) > 1
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

// place lays out the news above the keys. It is in its own row; a longer notice also takes the empty row below, and longer events take the rows
// above that are empty, which begin at row end.
func (r *newsRows) place(l *Layout, n *News, sh *style.Sheet, end int) {
	most := 1
	switch {
	case n.Level > Info && !l.Footer.Empty():
		most = min(max(l.Footer.Y-l.News.Y, 1), 2)
	case n.Level > Info:
		most = l.News.H
	case l.Stacked:
		most = max(min(l.News.Y-end, paneNewsRows), 1)
	default:
		most = max(min(l.News.Y-end, maxNewsRows), 1)
	}
	r.layOut(n, sh, l.W, most)
	if r.y = l.News.Y; n.Level == Info {
		r.y -= len(r.rows) - 1
		if l.Stacked && l.Footer.Y == l.News.Y+1 && end < r.y {
			r.y-- // an empty row above the keys
		}
	}
}

// layOut draws the news in at most most rows: the newest event, cut if necessary, and those of the others that fit uncut.
func (r *newsRows) layOut(n *News, sh *style.Sheet, w, most int) {
	d, known := r.known.Get(sh, w, laidNews{n.At, len(n.Also), most, n.Level}, n.Line...)
	if r.rows = d.Rows; known {
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
