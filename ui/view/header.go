package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Freshness is how well the screen follows the disk.
type Freshness uint8

// The freshness words.
const (
	Live Freshness = iota
	Loading
	Polling
	Stale    // Header.Since says for how long
	Lost     // the directory is gone
	Awaiting // there is no directory yet; it opens when it appears
	Paused   // what it shows has been stopped
	ReadOnly // live, and nothing can be written
)

// Header is the two lines at the top, which are the same in every view.
type Header struct {
	Project   Text
	Directory Text
	Mode      Text // what the next key means, where that is not the selected task: "3 marked"
	Fresh     Freshness
	Since     Text
	Needs     Text // how much needs a person: "2 need you"; empty for nothing
	Note      Text // "no undo", "2x": dim, before the freshness word
	Total     int
	Done      int
	Running   int
	Tabs      []Tab // of the row below
	Counts    Counts
}

// headerFit is what of a header there is room for in a row, and how many cells it takes.
type headerFit struct {
	word          string // how well the screen follows the disk
	narrow        bool   // the counts have a row of their own
	total, counts bool   // how many tasks there are, and how much of them is done
	needs, note   bool
	right         int // the cells of all that stands at the right
	bar           int // the cells of the bar, 0 for none
	end           int // the column behind the right side
}

const productName = " sideboard " // as it stands in its chip

const productChip = 13 // the cells of the product's name, with the blanks behind it

// fit finds what there is room for. The right side goes first where it and the names do not fit.
func (h *Header) fit(l *Layout) headerFit {
	f := headerFit{word: freshWord(h.Fresh), narrow: l.W < wordyStrip, end: l.W - margin}
	f.counts = !f.narrow && h.Total > 0
	f.total = f.counts || l.W >= MediumWidth && h.Total > 0
	f.right = len(f.word)
	if h.since() {
		f.right += 1 + h.Since.Width()
	}
	tasks := lay.Digits(h.Total) + len(" tasks")
	if h.Total == 1 {
		tasks--
	}
	if f.counts {
		f.right += 3 + tasks + 2 + lay.Digits(h.percent()) + len("% done")
		if f.bar = min(max((l.W-80)/2, 0), 24); l.W < 90 && l.W >= 72 {
			f.bar = 6
		}
		if f.bar > 0 {
			f.right += 1 + f.bar
		}
	} else if f.total {
		f.right += 3 + tasks
	}
	least := min(20, 2*margin+h.Project.Width()+3) // for the names
	if !f.narrow {
		least = min(30, 2*margin+productChip+h.Project.Width()+3)
	}
	if f.needs = !h.Needs.Empty() && l.W-f.right-h.needsWidth() >= 8; f.needs {
		f.right += h.needsWidth()
	}
	if !h.Note.Empty() {
		fits := func(right int) bool { return l.W-right-h.Note.Width()-3 >= least }
		if f.bar > 0 && !fits(f.right) && fits(f.right-1-f.bar) {
			f.right, f.bar = f.right-1-f.bar, 0 // what is wrong is said before what is drawn
		}
		if f.note = fits(f.right); f.note {
			f.right += h.Note.Width() + 3
		}
	}
	return f
}

// needsWidth returns the cells of how much needs a person, with the blanks behind it.
func (h *Header) needsWidth() int { return h.Needs.Width() + 4 }

// since reports whether it is told since when the screen is behind the disk.
func (h *Header) since() bool { return h.Fresh == Stale && !h.Since.Empty() }

// percent returns how much is done.
func (h *Header) percent() int {
	if h.Total == 0 {
		return 0
	}
	return h.Done * 100 / h.Total
}

// draw draws product, project and directory at the left and the state of everything at the right.
func (h *Header) draw(p *pen, l *Layout) {
	f := h.fit(l)
	h.drawNames(p, l, f)
	p.PadTo(f.end - f.right)
	from := p.At
	if f.needs {
		p.ASCII(style.ChipAlert, " ")
		p.Text(style.ChipAlert, h.Needs)
		p.ASCII(style.ChipAlert, " ")
		p.Spot(from, Spot{Kind: SectionSpot, Item: int(NeedsSection)})
		p.Space(2)
	}
	if f.note {
		p.Text(style.Warning, h.Note)
		p.Space(3)
	}
	p.ASCII(freshStyle(h.Fresh), f.word)
	if h.since() {
		p.Space(1)
		p.Text(freshStyle(h.Fresh), h.Since)
	}
	if f.total {
		p.Space(3)
		p.Number(style.Dim, h.Total)
		if h.Total == 1 {
			p.ASCII(style.Dim, " task")
		} else {
			p.ASCII(style.Dim, " tasks")
		}
	}
	if f.counts {
		p.Space(2)
		p.Number(style.Subject, h.percent())
		p.ASCII(style.Subject, "% done")
	}
	if f.counts && f.bar > 0 {
		p.Space(1)
		h.drawProgress(p, f.bar)
	}
}

// drawNames draws the product, what takes the board's place for now, the project and its directory.
func (h *Header) drawNames(p *pen, l *Layout, f headerFit) {
	p.Space(margin)
	room := f.end - f.right - 3
	roomy := l.W >= WideWidth || room-p.At-productChip >= h.Project.Width()
	if !f.narrow && roomy || h.Project.Empty() && l.W >= 40 { // which list it is matters more
		p.ASCII(style.Product, productName)
		p.Space(2)
	} else {
		p.Space(l.lead() - margin)
	}
	if !h.Mode.Empty() {
		p.ASCII(style.Caption, " ")
		p.Text(style.Caption, h.Mode)
		p.ASCII(style.Caption, " ")
		p.Space(2)
	}
	p.TextIn(style.Project, h.Project, room-p.At)
	if room-p.At-2 >= h.Directory.Width() { // a piece of it tells nothing
		p.Space(2)
		p.Text(style.Dim, h.Directory)
	}
}

// drawProgress draws what is done, what runs, and the rest.
func (h *Header) drawProgress(p *pen, w int) {
	g := p.Sheet.Glyphs
	done := proportion(h.Done, h.Total, w)
	running := min(proportion(h.Running, h.Total, w), w-done)
	p.Bar(style.BarDone, g.BarFull, done)
	p.Bar(style.BarRunning, g.BarFull, running)
	p.Bar(style.BarRest, g.BarRest, w-done-running)
}

func freshWord(f Freshness) string {
	return [...]string{Live: "live", Loading: "reading", Polling: "polling", Stale: "stale", Lost: "directory gone", Awaiting: "waiting", Paused: "paused", ReadOnly: "read only"}[f]
}

func freshStyle(f Freshness) style.Style {
	return [...]style.Style{Live: style.Live, Loading: style.Dim, Polling: style.Warning, Stale: style.Danger, Lost: style.Danger, Awaiting: style.Dim, Paused: style.Warning, ReadOnly: style.Warning}[f]
}
