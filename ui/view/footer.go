package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Key is a key and what it does, for the footer, help and dialogs.
type Key struct {
	Name, Does Text
	Off        bool  // does not apply now: greyed in help
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
	At    Text // "12:04"; empty for a notice
	Line  Line
	Level Level // above Notice it begins with a sign in its colour
}

// Caption is the bar in which a story explains its steps.
type Caption struct {
	Text     Text
	Note     Text // before the step: "paused"
	Step, Of int
}

// drawFooter draws the keys that apply, as many as fit, and always the last one.
func (pt *Painter) drawFooter(l *Layout, keys []Key) {
	p := &pt.p
	p.space(margin)
	if pt.talk != nil {
		pt.drawPressed(l, &pt.talk.Pressed)
		return
	}
	pt.drawKeys(p, keys, l.W-margin)
}

// drawPressed draws the key that was pressed at the right end, large enough to be seen: with room in its cap, and what it does in
// strong letters.
func (pt *Painter) drawPressed(l *Layout, k *Key) {
	p := &pt.p
	if k.Name.Empty() {
		return
	}
	end := l.W - margin
	wide := k.Name.Width() + 4
	does := max(min(k.Does.Width(), end-p.at-wide-2), 0)
	if end-p.at < wide {
		return
	}
	p.padTo(end - wide - 2 - does)
	p.textUpTo(style.TitleStrong, k.Does, does)
	p.padTo(end - wide)
	p.ascii(style.Chip, "  ")
	p.text(style.Chip, k.Name)
	p.ascii(style.Chip, "  ")
}

// drawKeys draws keys up to a cell: those that are kept and the last one always, of the others as many as fit. Where the kept
// ones would push out what comes first of all, or the one key that matters most, they stand without their words.
func (pt *Painter) drawKeys(p *pen, keys []Key, end int) {
	const gap = 2
	last := len(keys) - 1
	bare := false
	width := func(k *Key) int {
		if bare && k.Keep {
			return k.capWidth()
		}
		return k.width()
	}
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
	if last >= 0 && keys[last].Keep && p.at+first+kept-gap > end {
		bare, kept = true, 0
		for i := range keys {
			if keys[i].Keep {
				kept += gap + keys[i].capWidth()
			}
		}
	}
	drawn := false
	for i := range keys {
		k := &keys[i]
		need := width(k)
		if drawn {
			need += gap
		}
		if k.Keep || i == last {
			kept -= gap + width(k)
		}
		if p.at+need+kept > end {
			continue
		}
		if drawn {
			p.space(gap)
		}
		drawn = true
		if bare && k.Keep {
			pt.drawKeyCap(p, k)
		} else {
			pt.drawKey(p, k)
		}
	}
}

func (k *Key) width() int    { return k.capWidth() + 1 + k.Does.Width() }
func (k *Key) capWidth() int { return k.Name.Width() + 2 }

// drawKey draws a key as a cap, and what it does.
func (pt *Painter) drawKey(p *pen, k *Key) {
	pt.drawKeyCap(p, k)
	p.space(1)
	p.text(style.KeyWord, k.Does)
}

func (pt *Painter) drawKeyCap(p *pen, k *Key) {
	capStyle := style.KeyCap
	if k.Off {
		capStyle = style.KeyWord
	}
	p.glyph(capStyle, " ")
	p.text(capStyle, k.Name)
	p.glyph(capStyle, " ")
}

// drawNews draws the newest change or a notice, or the prompt in its place.
func (pt *Painter) drawNews(l *Layout, b *Board) {
	p := &pt.p
	pt.newsRest = nil
	if b.Prompt != nil {
		pt.drawPrompt(l, b.Prompt)
		return
	}
	n := &b.News
	p.space(margin + 1)
	if !n.At.Empty() && l.W >= MediumWidth {
		p.text(style.Dim, n.At)
		p.space(1)
	}
	switch n.Level {
	case Good:
		p.glyph(style.Ready, pt.sh.Glyphs.Done)
		p.space(1)
	case Warning:
		p.glyph(style.Warning, pt.sh.Glyphs.Problem)
		p.space(1)
	case Danger:
		p.glyph(style.DangerStrong, pt.sh.Glyphs.Problem)
		p.space(1)
	}
	pt.newsFrom = p.at
	room := l.W - margin - p.at
	line := n.Line
	if l.newsRows() > 1 && line.Width() > room {
		lines := wrapLine(line, room)
		line = lines[0]
		for _, more := range lines[1:] {
			pt.newsRest = append(pt.newsRest, more...)
		}
	}
	pt.drawSpans(line, l.W-margin)
}

// drawNewsRest draws what the row of news had no room for.
func (pt *Painter) drawNewsRest(l *Layout) {
	pt.p.padTo(pt.newsFrom)
	pt.drawSpans(pt.newsRest, l.W-margin)
}

func (pt *Painter) drawSpans(line Line, end int) {
	for i := range line {
		pt.p.textUpTo(line[i].Style, line[i].Text, end-pt.p.at)
	}
}

// newsRows returns how many rows the news may take: the empty one below it too.
func (l *Layout) newsRows() int {
	if l.Footer.Empty() {
		return l.News.H
	}
	return min(max(l.Footer.Y-l.News.Y, 1), 2)
}

// IsLong reports whether the news needs a second row on a screen of w cells.
func (n *News) IsLong(w int) bool {
	room := w - 2*margin - 1
	if !n.At.Empty() && w >= MediumWidth {
		room -= n.At.Width() + 1
	}
	if n.Level >= Good {
		room -= 2
	}
	return n.Line.Width() > room
}

// drawNewsOrFooter is the one row that is news and footer where rows are few: what needs an answer comes first.
func (pt *Painter) drawNewsOrFooter(l *Layout, b *Board) {
	if b.Prompt != nil || b.News.Level > Info {
		pt.drawNews(l, b)
		return
	}
	pt.drawFooter(l, b.Keys)
}

// tail returns the cells of a caption's step at its right end.
func (c *Caption) tail() int {
	tail := 2
	if c.Of > 0 {
		tail += digits(c.Step) + 1 + digits(c.Of)
	}
	if !c.Note.Empty() {
		tail += c.Note.Width() + 2
	}
	return tail
}

// lines returns a caption's text as it is wrapped in a bar of w cells.
func (c *Caption) lines(w int) []Text { return c.Text.Wrap(max(w-2-c.tail()-2, 1)) }

// Rows returns how many rows a caption needs in a bar of w cells.
func (c *Caption) Rows(w int) int { return max(len(c.lines(w)), 1) }

// drawCaption draws one row of the bar in which a story explains its steps; the last of its rows takes what has no row of its own.
func (pt *Painter) drawCaption(c *Caption, row, rows int) {
	p := &pt.p
	if c == nil {
		return
	}
	lines, tail := c.lines(p.end), c.tail()
	var text Text
	if row < len(lines) {
		text = lines[row]
	}
	if row == rows-1 {
		for _, more := range lines[min(row+1, len(lines)):] {
			text = text.Append(safetext.Spaces(1)).Append(more)
		}
	}
	p.bar(style.Caption, " ", 2)
	p.textUpTo(style.Caption, text, p.remaining()-tail-2)
	p.bar(style.Caption, " ", p.remaining()-tail)
	if row == 0 && !c.Note.Empty() {
		p.text(style.CaptionDim, c.Note)
		p.bar(style.CaptionDim, " ", 2)
	}
	if c.Of > 0 && row == 0 {
		p.number(style.CaptionDim, c.Step)
		p.glyph(style.CaptionDim, "/")
		p.number(style.CaptionDim, c.Of)
	}
	p.bar(style.Caption, " ", p.remaining())
}
