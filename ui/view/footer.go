package view

import (
	"slices"
	"strconv"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Key is a key and what it does, for the footer, help and dialogs.
type Key struct {
	Name, Does Text
	Off        bool  // does not apply now: greyed in help
	Danger     bool  // it takes something away
	Main       bool  // it is what the question is about
	Rank       uint8 // of several that do not all fit, the lowest stays longest
	Keep       bool  // in the footer whatever its width: how to find, to leave and to learn the rest
}

// Level is how much a piece of news matters.
type Level uint8

// The levels.
const (
	Info   Level = iota
	Notice       // an answer to a key, neither good nor bad
	Good
	Warning
	Danger
)

// News is the line above the footer: the newest change, or a notice.
type News struct {
	At    Text   // "12:04"; empty for a notice
	Line  Line   // the newest of what happened together, or a notice
	Also  []Line // the rest of it, told where it has room
	Level Level  // above Notice it begins with a sign in its colour
}

// drawFooter draws the keys that apply, as many as fit, and always the last one.
func (pt *Painter) drawFooter(l *Layout, keys []Key) {
	p := &pt.p
	p.Space(margin)
	if pt.talk != nil {
		pt.talk.Pressed.drawLarge(p, l.W-margin)
		return
	}
	if k := &pt.pressed; !k.Name.Empty() {
		p.ASCII(style.Chip, " ")
		p.Text(style.Chip, k.Name)
		p.ASCII(style.Chip, " ")
		p.Space(1)
		p.Text(style.TitleStrong, k.Does)
		p.Space(2)
	}
	drawKeys(p, keys, l.W-margin)
}

// drawLarge draws the key that was pressed up to a cell, large enough to be seen: with room in its cap, and what it does in strong letters.
func (k *Key) drawLarge(p *pen, end int) {
	if k.Name.Empty() {
		return
	}
	wide := k.Name.Width() + 4
	does := max(min(k.Does.Width(), end-p.At-wide-2), 0)
	if end-p.At < wide {
		return
	}
	p.PadTo(end - wide - 2 - does)
	p.TextIn(style.TitleStrong, k.Does, does)
	p.PadTo(end - wide)
	p.ASCII(style.Chip, "  ")
	p.Text(style.Chip, k.Name)
	p.ASCII(style.Chip, "  ")
}

// drawKeys draws keys up to a cell: the last one always, of the others as many as fit. Those that are kept give way to no other but to
// what comes first of all, or the one key that matters most: then the first of them go. No key stands there without its word, but for
// the last where nothing else has room.
func drawKeys(p *pen, keys []Key, end int) {
	const gap = 2
	last := len(keys) - 1
	kept, first := 0, 0
	for i := range keys {
		switch {
		case keys[i].Keep, i == last:
			kept += gap + keys[i].width()
		case keys[i].Rank == 0 && keys[last].Keep:
			first += gap + keys[i].width()
		}
	}
	if first == 0 && last > 0 && !keys[0].Keep {
		first = gap + keys[0].width()
	}
	gone := 0 // the kept keys before it have no room
	for ; gone < last && p.At+first+kept-gap > end; gone++ {
		if keys[gone].Keep {
			kept -= gap + keys[gone].width()
		}
	}
	from := p.At
	for i := range keys {
		k := &keys[i]
		need := k.width()
		if p.At > from {
			need += gap
		}
		if i == last || k.Keep && i >= gone {
			kept -= gap + k.width()
		} else if k.Keep {
			continue
		}
		switch {
		case p.At+need+kept <= end:
			p.Space(need - k.width())
			drawKey(p, k)
		case i == last && p.At+need-k.width()+k.capWidth() <= end:
			p.Space(need - k.width())
			drawKeyCap(p, k)
		}
	}
}

func (k *Key) width() int    { return k.capWidth() + 1 + k.Does.Width() }
func (k *Key) capWidth() int { return k.Name.Width() + 2 }

// drawKey writes a key as a cap, and what it does.
func drawKey(p *pen, k *Key) {
	from := p.At
	drawKeyCap(p, k)
	p.Space(1)
	p.Text(style.KeyWord, k.Does)
	p.Spot(from, Spot{Kind: lay.KeySpot, Key: k.Name})
}

func drawKeyCap(p *pen, k *Key) {
	capStyle := style.KeyCap
	switch {
	case k.Off:
		capStyle = style.KeyWord
	case k.Danger:
		capStyle = style.ChipAlert
	case k.Main:
		capStyle = style.Chip
	}
	if p.Sheet.Solid(style.KeyCap) {
		p.Glyph(capStyle, " ")
		p.Text(capStyle, k.Name)
		p.Glyph(capStyle, " ")
		return
	}
	p.ASCII(style.Dim, "[") // without a ground a blank would tell a key from its word no more than from the next key
	p.Text(capStyle, k.Name)
	p.ASCII(style.Dim, "]")
}

// maxNewsRows is how many rows news takes at most.
const maxNewsRows = 3

// paneNewsRows is how many it takes in a narrow list: of several things that happened at once the newest.
const paneNewsRows = 2

// layOutNews lays out what is said above the keys: in the row that is kept for it, and where it is longer in the empty one below if it must
// be said, or in those above if it is what happened and nothing stands in them from row end on.
func (pt *Painter) layOutNews(l *Layout, n *News, end int) {
	most := l.News.H
	pt.newsY = l.News.Y
	switch {
	case n.Level > Info && !l.Footer.Empty():
		most = min(max(l.Footer.Y-l.News.Y, 1), 2)
	case n.Level == Info && end < l.News.Y-1:
		if most = min(l.News.Y-end, maxNewsRows); l.isPane() {
			most = min(most, paneNewsRows)
		}
	}
	of := laidNews{at: n.At, also: len(n.Also), spans: len(n.Line), level: n.Level, w: l.W, most: most, sheet: pt.sh}
	if len(n.Line) > 0 {
		of.line = &n.Line[0]
	}
	d, known := pt.newsRows.Get(struct{}{}, &of)
	if !known || n.Level > Info {
		g := pt.newPage(l.W-n.lead(l.W), style.Flat)
		for _, line := range n.rows(l.W, most, pt.sh) {
			g.Row(func(p *pen) { p.End -= margin; p.Line(line); p.End += margin })
		}
		d.Rows = g.Rows
	}
	if pt.news = d.Rows; n.Level == Info {
		pt.newsY -= max(len(pt.news)-1, 0)
		if l.Stacked && l.Footer.Y == l.News.Y+1 && end < pt.newsY {
			pt.newsY-- // apart from the keys
		}
	}
}

// laidNews is what the rows of news were laid out of. A line of what happened is not changed after it was handed over; others are made
// for each frame.
type laidNews struct {
	at                   Text
	line                 *Span
	spans, also, w, most int
	level                Level
	sheet                *style.Sheet
}

// rows lays the news out in at most so many rows on a screen of w cells. The newest comes first; of what else happened that is told which
// has room whole, and the rest is counted.
func (n *News) rows(w, most int, sh *style.Sheet) []Line {
	room := max(w-margin-n.lead(w), 1)
	rows := lay.WrapLine(n.Line, room)
	if most = max(most, 1); len(rows) > most {
		mark := Span{Text: safetext.Spaces(1).Append(lay.CutMark(sh)), Style: style.Dim}
		if rows = rows[:most]; rows[most-1].Width()+mark.Text.Width() > room {
			rows = lay.WrapLine(n.Line, max(room-mark.Text.Width(), 1))[:most]
		}
		rows[most-1] = append(rows[most-1], mark)
	}
	dot := Span{Text: safetext.Line("  " + sh.Glyphs.Dot + "  "), Style: style.Dim}
	for i, also := range n.Also {
		last, left, lines := &rows[len(rows)-1], len(n.Also)-i, lay.WrapLine(also, room)
		need := also.Width() // and room to count the others
		if left > 1 {
			need += moreWidth(left - 1)
		}
		switch {
		case last.Width()+dot.Text.Width()+need <= room:
			*last = slices.Concat(*last, Line{dot}, also)
		case len(rows)+len(lines) <= most && (left == 1 || lines[len(lines)-1].Width()+moreWidth(left-1) <= room):
			rows = append(rows, lines...)
		default:
			if last.Width()+moreWidth(left) <= room {
				*last = slices.Concat(*last, Line{{Text: safetext.Line("  +" + strconv.Itoa(left) + " more"), Style: style.Dim}})
			}
			return rows
		}
	}
	return rows
}

// moreWidth returns the cells in which it is said how much more there is.
func moreWidth(n int) int { return len("  + more") + lay.Digits(n) }

// drawNews draws a row of what is said above the keys, or the prompt in its place.
func (pt *Painter) drawNews(l *Layout, b *Board, row int) {
	p, n := &pt.p, &b.News
	if b.Prompt != nil {
		pt.drawPrompt(l, b.Prompt)
		return
	}
	p.Space(margin + 1)
	if row == 0 && n.hasClock(l.W) {
		p.Text(style.Dim, n.At)
		p.Space(1)
	}
	sign, st := pt.sh.Glyphs.Problem, style.Warning
	switch n.Level {
	case Good:
		sign, st = pt.sh.Glyphs.Done, style.Ready
	case Danger:
		st = style.DangerStrong
	}
	if row == 0 && n.Level >= Good {
		p.Glyph(st, sign)
	}
	p.PadTo(n.lead(l.W))
	if row < len(pt.news) {
		p.Drawn(pt.news[row], p.Room())
	}
}

// hasClock reports whether news says when it happened on a screen of w cells: on all but the smallest.
func (n *News) hasClock(w int) bool { return !n.At.Empty() && w > 40 }

// lead returns the cells before the news.
func (n *News) lead(w int) int {
	lead := margin + 1
	if n.hasClock(w) {
		lead += n.At.Width() + 1
	}
	if n.Level >= Good {
		lead += 2
	}
	return lead
}

// IsLong reports whether the news needs a second row on a screen of w cells.
func (n *News) IsLong(w int) bool { return n.Line.Width() > w-margin-n.lead(w) }

// drawNewsOrFooter is the one row that is news and footer where rows are few: what needs an answer comes first.
func (pt *Painter) drawNewsOrFooter(l *Layout, b *Board) {
	if b.Prompt != nil || b.News.Level > Info {
		pt.drawNews(l, b, 0)
		return
	}
	pt.drawFooter(l, b.Keys)
}
