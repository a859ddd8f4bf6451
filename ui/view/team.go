package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Member is somebody who works on tasks.
type Member struct {
	Name    Text
	Hue     style.Style
	Role    Text
	State   Text // "active", "idle", "gone"; "no word" where nothing tells
	Style   style.Style
	Since   Text
	Task    Text // what it runs, empty for nothing
	Message Text // the newest from it: "to lead: Parser is done"
}

// Team is everybody who works on the tasks of a directory.
type Team struct {
	Title    Text
	Members  []Member
	First    int
	Selected int // -1 for none
	Note     Text
	Keys     []Key
}

// box draws who there is, as many as fit.
func (v *Team) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(88, w), style.Float)
	foot := pt.newPage(g.w, g.on)
	if !v.Note.Empty() {
		foot.blank()
		foot.text(style.Dim, v.Note)
	}
	if h >= tightHeight {
		foot.blank()
	}
	foot.keys(pt, v.Keys)
	g.blank()
	if len(v.Members) == 0 {
		g.text(style.Dim, safetext.Const("No owner of a task in progress is known, and nothing beside the tasks names a team."))
	}
	names, states, ages := v.columnWidths(g.w)
	g.drawList(scrollList{v.First, v.Selected, len(v.Members), h - 3 - len(foot.rows), style.Field}, func(p *pen, i int) {
		m := &v.Members[i]
		if i == v.Selected {
			p.glyph(style.AccentStrong, pt.sh.Glyphs.Cursor)
		}
		p.padTo(2)
		p.textUpTo(m.Hue, m.Name, names)
		p.padTo(2 + names + 2)
		p.textUpTo(m.Style, m.State, states)
		p.padTo(2 + names + 2 + states + 2)
		p.textUpTo(style.Dim, m.Role, p.end-1-ages-2-p.at)
		p.padTo(p.end - 1 - m.Since.Width())
		p.text(style.Dim, m.Since)
	}, func(p *pen, i int) {
		m := &v.Members[i]
		p.padTo(2)
		p.textUpTo(style.Subject, m.Task, p.end-1-p.at)
		if !m.Message.Empty() && p.remaining() > 8 {
			if !m.Task.Empty() {
				p.space(2)
			}
			p.textUpTo(style.Dim, m.Message, p.end-1-p.at)
		}
	})
	return pt.borderAround(g, foot, h, v.Title)
}

// columnWidths returns those of the columns of names, states and ages.
func (v *Team) columnWidths(w int) (names, states, ages int) {
	for i := range v.Members {
		m := &v.Members[i]
		names = max(names, min(m.Name.Width(), w/3))
		states = max(states, min(m.State.Width(), w/4))
		ages = max(ages, m.Since.Width())
	}
	return names, states, ages
}
