package view

import (
	"sideboard/ui/style"
)

// Summary is what is to be said about the selected task beside what its box or its line says.
type Summary struct {
	Note Text // "waits for a missing task", "no write for 31m"
}

// drawBrief draws what is said about the selected task where there is one row for it: its whole title above all, then what is special.
func (dv *DepView) drawBrief(p *pen) {
	n := dv.Node(dv.Selected)
	p.Space(1)
	p.End--
	stateOf(p, &n)
	p.Text(style.Dim, n.ID)
	if !n.ID.Empty() {
		p.Space(1)
	}
	p.Text(style.SubjectStrong, n.Subject)
	if !n.Owner.Empty() && p.Room() > 3+n.Owner.Width() {
		p.Dot()
		p.Text(n.Hue, n.Owner)
	}
	if note := dv.Summary.Note; !note.Empty() && p.Room() > 3+note.Width() {
		p.Dot()
		p.Text(n.noteStyle(style.Dim), note)
	}
	p.End++
}

// noteStyle returns how it is said what there is to know of the task: what needs a person looks alike everywhere.
func (n *Node) noteStyle(usual style.Style) style.Style {
	if n.Alarm {
		return style.Danger
	}
	return usual
}
