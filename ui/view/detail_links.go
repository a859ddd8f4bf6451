package view

import (
	"slices"

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
	room := g.w - 3 - unblocks.width() // for what it waits for, beside what waits for it
	if g.w >= twoLists && len(waits.deps) > 0 && len(unblocks.deps) > 0 && waits.width() <= room {
		w := min(max((g.w-3)/2, waits.width()), room)
		g.gap()
		for i := range 1 + max(len(waits.deps), len(unblocks.deps)) {
			g.row(func(p *pen) {
				end := p.end
				p.end = w
				waits.drawRow(p, i, w)
				p.end = end
				p.padTo(w + 3)
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
	g.gap()
	for i := range 1 + len(list.deps) {
		g.row(func(p *pen) { list.drawRow(p, i, g.w) })
	}
}

// width returns the cells of the widest row.
func (l *depList) width() (w int) {
	ids := widest(l.deps, func(d *Dep) Text { return d.ID })
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
		p.text(style.Head, l.title)
		p.space(2)
		p.number(style.Dim, len(l.deps))
		if l.all > len(l.deps) {
			p.ascii(style.Dim, ", and ")
			p.number(style.Dim, l.all-len(l.deps))
			p.ascii(style.Dim, " later")
		}
		p.ruleOff(false)
		return
	}
	if i > len(l.deps) {
		return
	}
	d, from, end := &l.deps[i-1], p.at, p.end
	ids := min(widest(l.deps, func(d *Dep) Text { return d.ID }), w/3)
	if ages := widest(l.deps, func(d *Dep) Text { return d.Age }); ages > 0 && l.width()+2+ages <= w {
		defer func() {
			p.end = end
			p.padTo(end - d.Age.Width())
			p.text(style.Dim, d.Age)
		}()
		p.end -= ages + 2
	}
	p.state(d.State)
	p.textUpTo(style.Dim, d.ID, ids)
	p.padTo(from + 2 + ids + 2)
	note := min(d.Note.Width(), w/3)
	room := p.remaining()
	if note > 0 {
		room -= note + 2
	}
	p.textUpTo(subjectStyle(d.State), d.Subject, room)
	if note > 0 {
		p.padTo(p.end - note)
		p.text(d.Hue, d.Note)
	}
}
