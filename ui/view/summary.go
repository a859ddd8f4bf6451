package view

import "sideboard/ui/style"

// Summary is what is to be said about the selected task beside what its box or its line says.
type Summary struct {
	Note Text // "waits for a missing task", "no write for 31m"
}

// drawBrief draws what is said about the selected task where there is one row for it: its whole title above all, then what is special.
func (pt *Painter) drawBrief(p *pen, dv *DepView) {
	if dv.Selected < 0 {
		return
	}
	n := dv.Node(dv.Selected)
	p.space(1)
	p.end--
	p.stateOf(&n)
	p.text(style.Dim, n.ID)
	if !n.ID.Empty() {
		p.space(1)
	}
	p.text(style.SubjectStrong, n.Subject)
	if !n.Owner.Empty() && p.remaining() > 3+n.Owner.Width() {
		p.dot()
		p.text(n.Hue, n.Owner)
	}
	if note := dv.Summary.Note; !note.Empty() && p.remaining() > 3+note.Width() {
		p.dot()
		p.text(n.noteStyle(style.Dim), note)
	}
	p.end++
}

// noteStyle returns how it is said what there is to know of the task: what needs a person looks alike everywhere.
func (n *Node) noteStyle(usual style.Style) style.Style {
	if n.Alarm {
		return style.Danger
	}
	return usual
}
