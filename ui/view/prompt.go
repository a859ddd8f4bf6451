package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Prompt is one line of input in place of the news: the filter.
type Prompt struct {
	Label  Text // "/"
	Text   Text
	Cursor int  // in cells from the start of Text; -1 while something else is in focus
	Hint   Text // shown while Text is empty
	Tally  Text // at the right: "3 of 18"
	Error  Text // at the right instead of Tally

	WrongFrom, WrongTo int    // the cells of Text that Error is about
	Ghost              Text   // what a key would add at the end of Text
	Offers             []Text // what could be there instead
}

// drawPrompt draws a line of input with its cursor, and what it found at the right.
func (pt *Painter) drawPrompt(l *Layout, in *Prompt) {
	p := &pt.p
	p.Space(margin)
	all := p.End
	p.End = max(l.W-margin, p.At)
	pt.drawInput(p, in)
	p.End = all
}

// drawInput draws a line of input up to the end of the row, as a field: on a ground of its own where colour gives it one.
func (pt *Painter) drawInput(p *pen, in *Prompt) {
	was, all := p.On, p.End
	if pt.sh.Grounded() {
		p.SetGround(style.Field)
	}
	p.Space(1)
	p.End--
	pt.drawTypedLine(p, in)
	p.End = all
	p.PadTo(all)
	p.SetGround(was)
}

// drawTypedLine draws what is typed behind its label, and at the right what it found or what is wrong with it.
func (pt *Painter) drawTypedLine(p *pen, in *Prompt) {
	p.Text(style.AccentStrong, in.Label)
	p.Space(1)
	right, st := in.Tally, style.Dim
	if !in.Error.Empty() {
		typed := min(max(in.Text.Width()+1, 10), (p.End-p.At)/2)
		right, st = lay.Cut(in.Error, max(p.End-p.At-typed-2, 0), pt.sh), style.Danger // its beginning says enough
	}
	end := p.End
	stop := end - right.Width() - 2
	if stop-p.At < 10 {
		stop, right = end, Text{}
	}
	room := max(stop-p.At-1, 1) // one cell for the cursor behind the text
	from := max(0, in.Cursor-room)
	shown := in.Text.Window(from, room)
	before := in.Text.Window(from, in.Cursor-from)
	pt.cursor = true
	pt.x, pt.y = p.At+in.Cursor-from, len(pt.starts)-1
	if pt.sh.Graphemes {
		pt.x -= before.Slack()
	}
	if in.Text.Empty() {
		p.Space(1)
		p.TextIn(style.Hint, in.Hint, stop-p.At)
	} else {
		in.drawTyped(p, from, shown)
		in.drawOffers(p, stop)
	}
	if !right.Empty() {
		p.PadTo(end - right.Width())
		p.Text(st, right)
	}
}

// drawTyped draws what is seen of a typed text from a cell on, what is wrong in it marked.
func (in *Prompt) drawTyped(p *pen, from int, shown Text) {
	w := shown.Width()
	start, end := min(max(in.WrongFrom-from, 0), w), min(max(in.WrongTo-from, 0), w)
	if in.Error.Empty() || start >= end {
		p.Text(style.Input, shown)
		return
	}
	p.Text(style.Input, shown.Window(0, start))
	p.Text(style.Wrong, shown.Window(start, end-start))
	p.Text(style.Input, shown.Window(end, w-end))
}

// drawOffers draws what could be meant by the word that is typed: what would be added to it, and in its place, as far as there is
// room.
func (in *Prompt) drawOffers(p *pen, stop int) {
	p.TextIn(style.Hint, in.Ghost, stop-p.At)
	for _, o := range in.Offers {
		if p.At+2+o.Width() > stop {
			return
		}
		p.Space(2)
		p.Text(style.Dim, o)
	}
}
