package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Problem is something that needs a person, or another problem of the files, as a card that explains it.
type Problem struct {
	Name   Text // the subject of the task, or the file
	ID     Text // of the task
	Owner  Text
	Hue    style.Style // of the owner
	Age    Text        // since when
	Why    Line        // the reason; what is Plain in it has the style that suits the card
	Says   []Line      // what it does to agents and other tasks, and what can be done
	Keys   []Key       // that help
	Needy  bool        // it needs a person
	Danger bool        // the reason is a danger rather than a warning
	State  State       // the state whose sign it has if it needs nobody
}

// Problems is the list of problems.
type Problems struct {
	Items    []Problem
	First    int
	Selected int  // -1 for none
	Busy     bool // the examination of the directory is not finished
	Error    Text // above the keys
	Tally    Text // the title: the numbers of findings that need a person, and of the others
	Order    Text // of the items, at the right end of the title
	Else     Text // what was looked for too and is in order, below the items; empty for nothing
	Keys     []Key
}

// problemsWide is the width of the list of problems.
const problemsWide = 98

// box draws the list of problems.
func (m *Problems) box(br *brush, w, h int) floatBox {
	d := newDialog(br, problemsWide, w, h)
	d.air()
	if !m.Error.Empty() {
		d.foot.Text(style.Danger, m.Error)
	}
	d.keys(m.Keys)
	n, room := len(m.Items), d.room()
	cards := make([]*page, n)
	card := func(i int) *page {
		if cards[i] == nil {
			cards[i] = m.Items[i].card(br, d.W, room-1, i == m.Selected)
		}
		return cards[i]
	}
	last := br.newPage(d.W, d.On)
	switch {
	case m.Busy:
		last.Text(style.Dim, safetext.Const("Looking ..."))
	case n == 0 && m.Else.Empty():
		last.Text(style.Dim, safetext.Const("Nothing needs you."))
	case n == 0:
		last.Line(Line{{Text: safetext.Const("Nothing needs you.  "), Style: style.Strong},
			{Text: m.Else, Style: style.Soft}})
	case !m.Else.Empty():
		last.Line(Line{{Text: safetext.Const("Nothing else  "), Style: style.Strong},
			{Text: m.Else, Style: style.Soft}})
	}
	height := func(i int) int { return len(card(i).Rows) + min(n-1-i, 1) }
	free := room
	for i := 0; i < n && free > 0; i++ {
		free -= height(i)
	}
	d.List(lay.Window{First: m.First, Selected: m.Selected}, n, room, height,
		func(i int) {
			d.Add(card(i))
			if i < n-1 {
				d.Blank()
			}
		})
	if free > len(last.Rows) {
		d.Fill(len(d.Rows) + min(n, 1))
		d.Add(last)
	}
	title := safetext.Const("Needs you")
	if !m.Tally.Empty() {
		title = m.Tally
	}
	return d.closeNoted(title, nil, m.Order)
}

// card draws a problem in at most rows rows: what it is about, the reason, and the keys, with the explanation between
// them, which gives way.
func (m *Problem) card(br *brush, w, rows int, selected bool) *page {
	on, sh := style.Low, br.sh
	switch {
	case !sh.Grounded():
		on = style.Panel
	case selected:
		on = style.Selected
	case m.Needy:
		on = style.Alarm
	}
	g := br.newPage(w-titleAt-cardRight, on)
	sure := style.WarningStrong
	if m.Danger {
		sure = style.DangerStrong
	}
	about := Line{{Text: m.Name, Style: style.SubjectStrong}}
	for _, s := range [...]Span{{Text: m.ID, Style: style.Soft}, {Text: m.Owner, Style: m.Hue}} {
		if !s.Text.Empty() {
			about = append(about, Span{Text: wordTwo, Style: style.Plain}, s)
		}
	}
	age := lay.Bit{Text: m.Age, Style: style.Danger}
	if selected {
		age.Style = style.Plain
	}
	for i, row := range lay.WrapLine(about, g.W-min(lay.Width(age), 1)*(lay.Width(age)+2)) {
		g.Row(func(p *pen) {
			p.Line(row)
			if i == 0 {
				lay.DrawRight(p, 0, age)
			}
		})
	}
	if selected || !m.Needy {
		sure = style.Strong
	}
	why := slices.Clone(m.Why)
	for i := range why {
		if why[i].Style == style.Plain {
			why[i].Style = sure
		}
	}
	g.Line(why)
	says, keys := br.newPage(g.W, on), br.newPage(g.W, on)
	for _, l := range m.Says {
		says.Line(l)
	}
	drawKeysOn(keys, m.Keys, style.Plain)
	if !selected { // a key is for the selected one, so a click has to select it first
		keys.Spots = nil
	}
	says.Keep(0, max(rows-len(g.Rows)-len(keys.Rows), 1))
	g.Add(says)
	g.Add(keys)
	out := br.newPage(w, on)
	for i, row := range g.Rows {
		out.Row(func(p *pen) {
			m.drawEdge(p, selected, i == 0)
			p.Drawn(row, g.W)
		})
	}
	out.Spots = lay.AppendSpots(out.Spots, g.Spots, titleAt, 0, len(g.Rows))
	return out
}

// drawEdge draws the bar of a card, and in the first row its sign.
func (m *Problem) drawEdge(p *pen, selected, first bool) {
	g := p.Sheet.Glyphs
	sign, _ := stateGlyph(p.Sheet, m.State)
	hue := style.Warning
	switch {
	case m.Needy:
		sign, hue = g.Problem, style.Danger
	case m.Danger:
		hue = style.Danger
	}
	bar := lay.Bit{Sign: g.Rule, Hue: style.StripBlocked}
	switch {
	case selected:
		bar = chosenBar(p.Sheet)
	case m.Needy:
		bar.Hue = style.Danger
	}
	if selected {
		hue = style.Strong
	}
	lay.Draw(p, bar)
	p.PadTo(signAt)
	if first {
		p.Glyph(hue, sign)
	}
	p.PadTo(titleAt)
}
