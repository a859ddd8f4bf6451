package view

import (
	"slices"
	"strconv"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// stacked draws an agent where the list is narrow: who it is and how it stands, what it works on, in two rows where its title needs
// them, what it is doing about it, and what it did today.
func (a *Agent) stacked(v *Agents, w int) agentRows {
	rows := agentRows{func(p *pen) {
		a.drawName(p, min(widest(v.Rows, func(a *Agent) Text { return a.Name }), p.end/2-4))
		p.space(2)
		a.drawAlarm(p, p.end-1)
	}}
	title := 2 + 2 + a.On.Width() + 1
	for k, piece := range a.titles(w - title) {
		rows = append(rows, func(p *pen) {
			p.padTo(2)
			switch {
			case piece == nil:
				a.drawTask(p, title, p.end-1-a.For.Width()-1)
			default:
				if k == 0 {
					p.state(Running)
					p.text(style.Dim, a.On)
				}
				p.padTo(title)
				p.end--
				p.line(piece)
				p.end++
			}
			if k == 0 {
				p.padTo(p.end - 1 - a.For.Width())
				p.text(style.Plain, a.For)
			}
		})
	}
	if !a.Doing.Empty() {
		rows = append(rows, func(p *pen) {
			p.padTo(title)
			p.textUpTo(style.Doing, a.Doing, p.end-1-p.at)
		})
	}
	if a.Done == 0 && a.Wrote.Empty() {
		return rows
	}
	return append(rows, func(p *pen) { p.padTo(2); a.drawFacts(p) })
}

// titles returns what an agent works on in up to two rows of w cells, one without words where it is nothing.
func (a *Agent) titles(w int) []Line {
	if a.On.Empty() {
		return []Line{nil}
	}
	line := Line{{a.Task, style.Subject}}
	if !a.More.Empty() {
		line = append(line, Span{safetext.Spaces(1), style.Plain}, Span{a.More, style.Dim})
	}
	pieces := wrapLine(line, max(w-1-a.For.Width()-1, 1))
	for len(pieces) > 2 {
		pieces[1] = slices.Concat(pieces[1], Line{{safetext.Spaces(1), style.Plain}}, pieces[2])
		pieces = slices.Delete(pieces, 2, 3)
	}
	return pieces
}

// drawFacts draws what an agent did today where it has no columns for that.
func (a *Agent) drawFacts(p *pen) {
	if a.Done > 0 {
		p.text(style.Plain, safetext.Line(strconv.Itoa(a.Done)))
		p.text(style.Dim, wordDoneToday)
		p.space(2)
	}
	if !a.Wrote.Empty() {
		p.ascii(style.Dim, "wrote ")
		p.text(style.Dim, a.Wrote)
	}
}
