package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Problem is one problem of the files.
type Problem struct {
	File   Text // the task or the file
	Why    Line
	Danger bool
	State  State  // the state whose sign it has
	More   []Line // below the list while it is selected: an explanation, and what helps
}

// Problems is the list of problems.
type Problems struct {
	Items    []Problem
	First    int
	Selected int  // -1 for none
	Busy     bool // the examination of the directory is not finished
	Error    Text // above the keys
	Tally    Text // the title: the numbers of findings that need a person, and of the others
	Keys     []Key
}

// problemColumns are the problem, with the reason in the rows below.
var problemColumns = []lay.Col{{Fill: true}}

// box draws the list of problems.
func (m *Problems) box(pt *Painter, w, h int) floatBox {
	d := newDialog(pt, 96, w, h)
	d.air()
	more := pt.newPage(d.W, d.On)
	if m.Selected >= 0 && m.Selected < len(m.Items) {
		more.Row(func(p *pen) { p.Bar(style.Faint, pt.sh.Glyphs.Horizontal, p.Room()) })
		for _, l := range m.Items[m.Selected].More {
			more.Line(l)
		}
	}
	more.Keep(0, max(h/3, 1))
	d.foot.Add(more)
	if !m.Error.Empty() {
		d.foot.Text(style.Danger, m.Error)
	}
	d.keys(m.Keys)
	t, n := &pt.table, len(m.Items)
	t.Reset(problemColumns)
	t.Indent = 2
	for i := range m.Items {
		addProblem(t, pt.sh, &m.Items[i], i == m.Selected)
	}
	t.Fit(d.W)
	rows := 0
	for i := range t.Items {
		rows += t.Height(i)
	}
	apart := b2i(rows+n <= d.room())
	height := func(i int) int { return t.Height(2*i) + t.Height(2*i+1) + apart }
	d.List(lay.Window{First: m.First, Selected: m.Selected}, n, d.room(), height, func(i int) {
		if d.Items(t, 2*i, 2*i+2); apart > 0 {
			d.Blank()
		}
	})
	switch {
	case n == 0 && m.Busy:
		d.Text(style.Dim, safetext.Const("Looking ..."))
	case n == 0:
		d.Text(style.Dim, safetext.Const("Nothing needs you."))
	}
	title := safetext.Const("Needs you")
	if !m.Tally.Empty() {
		title = m.Tally
	}
	return d.close(title)
}

// addProblem adds a problem and the reason to a table.
func addProblem(t *lay.Table, sh *style.Sheet, m *Problem, selected bool) {
	st := style.Warning
	if m.Danger {
		st = style.Danger
	}
	sign, _ := stateGlyph(sh, m.State)
	what := lay.Item{Cells: t.Cells(lay.Cell{Bits: t.Bits(lay.Bit{Sign: sign, Hue: st, Text: m.File,
		Style: style.SubjectStrong})})}
	why := lay.Item{Open: true, Cells: t.Cells(lay.Cell{Lead: t.Bits(lay.Bit{Sign: " "}, lay.Bit{Sign: " "}),
		Line: m.Why})}
	if selected {
		what.Edge, what.Ground, why.Ground = chosenEdge(t, sh), chosenGround(sh), chosenGround(sh)
		if sh.Grounded() {
			why.Edge = what.Edge
		}
	}
	t.Items = append(t.Items, what, why)
}
