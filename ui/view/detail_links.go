package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// depList is the tasks at the other ends of the links of one kind, under a head that says how many there are.
type depList struct {
	title Text
	deps  []Dep
	all   int // with those further on
}

// twoLists is the cells of a detail from which on its two lists of links stand side by side, where that cuts no subject.
const twoLists = 72

// drawLinks draws what a task waits for and what waits for it, with their states; and what it waits for and what waits for it through those
// alone, as far as that is to be shown.
func (pt *Painter) drawLinks(g *page, d *Detail, earlier, later bool) {
	waits, unblocks := depList{wordWaitsFor, d.WaitsFor, 0}, depList{wordUnblocks, d.Unblocks, d.Behind}
	if !slices.ContainsFunc(d.WaitsFor, func(d Dep) bool { return d.State != Done }) {
		waits.title = wordWaitedFor
	}
	if later {
		unblocks.all = 0
		defer pt.drawList(g, depList{wordLater, d.Later, 0})
	}
	if earlier {
		pt.drawList(g, waits)
		pt.drawList(g, depList{wordEarlier, d.Earlier, 0})
		pt.drawList(g, unblocks)
		return
	}
	room := g.W - 3 - unblocks.width() // for what it waits for, beside what waits for it
	if g.W >= twoLists && len(waits.deps) > 0 && len(unblocks.deps) > 0 && waits.width() <= room {
		w := min(max((g.W-3)/2, waits.width()), room)
		g.Gap()
		for i := range 1 + max(len(waits.deps), len(unblocks.deps)) {
			g.Row(func(p *pen) {
				end := p.End
				p.End = w
				waits.drawRow(p, i, w)
				p.End = end
				p.PadTo(w + 3)
				unblocks.drawRow(p, i, end-w-3)
			})
		}
		return
	}
	pt.drawList(g, waits)
	pt.drawList(g, unblocks)
}

// drawList draws a list that is not empty.
func (pt *Painter) drawList(g *page, list depList) {
	if len(list.deps) == 0 {
		return
	}
	g.Gap()
	for i := range 1 + len(list.deps) {
		g.Row(func(p *pen) { list.drawRow(p, i, g.W) })
	}
}

// width returns the cells of the widest row.
func (l *depList) width() (w int) {
	ids := lay.Widest(l.deps, func(d *Dep) Text { return d.ID })
	for i := range l.deps {
		d := &l.deps[i]
		n := 2 + ids + 2 + d.Subject.Width()
		if !d.Note.Empty() {
			n += 2 + d.Note.Width()
		}
		w = max(w, n)
	}
	return w
}

// drawRow draws a row of w cells of such a list, its head as the first.
func (l *depList) drawRow(p *pen, i, w int) {
	if i == 0 {
		p.Text(style.Head, l.title)
		p.Space(2)
		p.Number(style.Dim, len(l.deps))
		if l.all > len(l.deps) {
			p.ASCII(style.Dim, ", and ")
			p.Number(style.Dim, l.all-len(l.deps))
			p.ASCII(style.Dim, " later")
		}
		p.Rule(false)
		return
	}
	if i > len(l.deps) {
		return
	}
	d, from, end := &l.deps[i-1], p.At, p.End
	ids := min(lay.Widest(l.deps, func(d *Dep) Text { return d.ID }), w/3)
	if ages := lay.Widest(l.deps, func(d *Dep) Text { return d.Age }); ages > 0 && l.width()+2+ages <= w {
		defer func() {
			p.End = end
			p.PadTo(end - d.Age.Width())
			p.Text(style.Dim, d.Age)
		}()
		p.End -= ages + 2
	}
	drawState(p, d.State)
	p.TextIn(style.Dim, d.ID, ids)
	p.PadTo(from + 2 + ids + 2)
	note := min(d.Note.Width(), w/3)
	room := p.Room()
	if note > 0 {
		room -= note + 2
	}
	p.TextIn(subjectStyle(d.State), d.Subject, room)
	if note > 0 {
		p.PadTo(p.End - note)
		p.Text(d.Hue, d.Note)
	}
}
