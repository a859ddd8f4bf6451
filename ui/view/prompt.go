package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Prompt is one line of input in place of the news: the filter.
type Prompt struct {
	Label  Text // "/"
	Text   Text
	Cursor int  // in cells from the start of Text; -1 if the line is not in focus
	Hint   Text // shown while Text is empty
	Tally  Text // at the right: "3 of 18"
	Error  Text // at the right instead of Tally

	WrongFrom, WrongTo int    // the cells of Text that Error is about
	Ghost              Text   // what tab would add at the end of Text
	Offers             []Text // other completions
}

// drawPrompt draws a line of input with its cursor, and the number of matches at the right.
func (br *brush) drawPrompt(l *Layout, in *Prompt) {
	p := &br.p
	p.Space(margin)
	all := p.End
	p.End = max(l.W-margin, p.At)
	br.drawInput(p, in, 1)
	p.End = all
}

// promptColumns are the label, the text, and the number of matches or the error.
var promptColumns = []lay.Col{{Priority: 1}, {Fill: true, Min: 10, Gap: 1, Rest: true}, {Min: 12, Gap: 2, Right: true}}

// drawInput draws a line of input up to the end of the row, some cells in, on the ground of a field if there are
// colours.
func (br *brush) drawInput(p *pen, in *Prompt, indent int) {
	was, t := p.On, &br.table
	if br.sh.Grounded() {
		p.SetGround(style.Bar)
	}
	t.Reset(promptColumns)
	t.Indent, t.Right = indent, 1
	right := lay.Bit{Text: in.Tally, Style: style.Dim}
	if !in.Error.Empty() { // the beginning of an error is enough
		right = lay.Bit{Text: in.Error, Style: style.Danger}
	}
	t.Items = append(t.Items, lay.Item{Cells: t.Cells(
		lay.Cell{Bits: t.Bits(lay.Bit{Text: in.Label, Style: style.AccentStrong})},
		lay.Cell{Draw: func(p *pen) {
			br.drawTypedLine(p, in)
		}, Wide: in.Text.Width() + 1}, // one cell for the cursor after the text
		lay.Cell{Bits: t.Bits(right)})})
	t.Lay(p.Room(), 1)
	t.DrawRow(p, 0)
	p.SetGround(was)
}

// drawTypedLine draws the text and its completions.
func (br *brush) drawTypedLine(p *pen, in *Prompt) {
	room := max(p.Room()-1, 1)
	from := max(0, in.Cursor-room)
	br.cursor, br.x, br.y = true, p.At+in.Cursor-from, len(br.starts)-1
	if br.sh.Graphemes {
		br.x -= in.Text.Window(from, in.Cursor-from).Slack()
	}
	if in.Text.Empty() {
		p.Space(1)
		p.Text(style.Hint, in.Hint)
		return
	}
	in.drawTyped(p, from, in.Text.Window(from, room))
	p.Text(style.Hint, in.Ghost)
	for _, o := range in.Offers {
		if p.Room() >= 2+o.Width() {
			lay.Draw(p, lay.Bit{Sign: " "}, lay.Bit{Sign: " "}, lay.Bit{Text: o, Style: style.Dim})
		}
	}
}

// drawTyped draws the visible part of the text, which starts at its cell from, with the error marked.
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
