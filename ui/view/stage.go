package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Stage is what a screen for an audience adds to the board: the tasks of the caption are highlighted.
type Stage struct {
	Change  *Edit // a task before and after, in place of the columns
	Mood    Mood  // the mood of that
	Pressed Key   // the key that did what the caption describes
}

// drawChange draws the newest change of a task in the body: the values before and after as two halves of one block, and
// the author.
func (s *Stage) drawChange(br *brush, l *Layout) []string {
	w := min(l.Body.W-2*(margin+1), 72)
	g := br.newPage(w, style.Flat)
	half := func(look spotlightLook, label, t, who Text) {
		st := look.name
		side := wordEarlier.Width() + 2
		end := w - 2 - b2i(!who.Empty())*(who.Width()+2)
		lines := t.Wrap(max(end-2-side, 1))
		for i := -1; i <= len(lines); i++ {
			g.Row(func(p *pen) {
				p.Bar(look.edge, " ", 1)
				p.Bar(st, " ", 1)
				if i >= 0 && i < len(lines) {
					if i == 0 {
						p.Text(st, label)
					}
					p.Bar(st, " ", 2+side-p.At)
					p.TextIn(st, lines[i], end-p.At)
				}
				if i == 0 {
					p.Bar(st, " ", w-2-who.Width()-p.At)
					p.Text(st, who)
				}
				p.Bar(st, " ", p.Room())
			})
		}
	}
	for i, f := range s.Change.Fields {
		if i > 0 {
			g.Blank()
		}
		half(spotlightQuiet, wordEarlier, f.Before, Text{})
		half(s.Mood.look(spotlightAlert), wordNewest, f.After, s.Change.Who)
	}
	all := br.newPage(l.Body.W, style.Flat)
	for range max((l.Body.H-len(g.Rows))*2/5, 0) {
		all.Blank()
	}
	all.Across((l.Body.W-w)/2, 0, g)
	return all.Rows
}

var wordEarlier, wordNewest = safetext.Const("before"), safetext.Const("now")
