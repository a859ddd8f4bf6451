package view

import "sideboard/ui/style"

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
)

// Header is the line at the top.
type Header struct {
	Project   Text
	Directory Text
	Mode      Text // what the whole screen is a picture of if it is not what is: "WHAT IF"
	Fresh     Freshness
	Since     Text
	Needs     Text // how much needs a person: "2 need you"; empty for nothing
	Problems  int  // how much is wrong with the files
	Note      Text // "read only", "paused", "2x": dim, before the freshness word
	Total     int
	Done      int
	Running   int
}

// drawHeader draws product, project and directory at the left and the state of everything at the right. The right side
// goes first where both do not fit, then the project's name.
func (pt *Painter) drawHeader(l *Layout, h *Header) {
	p := &pt.p
	narrow := l.W < MediumWidth || !l.Strip.Empty() // the counts have a row of their own
	word := freshWord(h.Fresh)
	fresh := len(word)
	if h.Fresh == Stale && !h.Since.Empty() {
		fresh += 1 + h.Since.Width()
	}
	right := fresh
	showCounts := !narrow && h.Total > 0
	showTotal := showCounts || l.W >= MediumWidth && h.Total > 0
	counts := digits(h.Total) + len(" tasks")
	if h.Total == 1 {
		counts--
	}
	percent := 0
	if h.Total > 0 {
		percent = h.Done * 100 / h.Total
	}
	done := digits(percent) + len("% done")
	bar := 0
	if showCounts {
		right += 3 + counts + 2 + done
		if bar = min(max((l.W-80)/2, 0), 24); l.W < 90 && l.W >= 72 {
			bar = 6
		}
		if bar > 0 {
			right += 1 + bar
		}
	} else if showTotal {
		right += 3 + counts
	}
	least := 30     // for the names
	const chip = 13 // the cells of the product's name, with the blanks behind it
	if !l.Strip.Empty() {
		least = 20
	} else if !narrow {
		least = min(least, 2*margin+chip+h.Project.Width()+3)
	}
	needs := !h.Needs.Empty() && l.W-right-h.Needs.Width()-3 >= 8
	if needs {
		right += h.Needs.Width() + 3
	}
	// The count of problems is said at every width, in words where they have room beside the names.
	inWords := false
	if h.Problems > 0 {
		right += 3 + 2 + digits(h.Problems)
		if inWords = l.W-right-len(h.problemWord()) >= least; inWords {
			right += len(h.problemWord())
		}
	}
	wanted := h.Note.Width() + 3
	if !h.Note.Empty() && bar > 0 && l.W-right-wanted < least && l.W-right+1+bar-wanted >= least {
		right, bar = right-1-bar, 0 // what is wrong is said before what is drawn
	}
	if short := right - len(h.problemWord()); inWords && !h.Note.Empty() && l.W-right-wanted < least && l.W-short-wanted >= least {
		right, inWords = short, false
	}
	note := !h.Note.Empty() && l.W-right-wanted >= least
	if note {
		right += h.Note.Width() + 3
	}
	end := l.W - margin
	if narrow && l.Strip.Empty() {
		end = l.W - margin - 1
	}

	p.space(margin)
	roomy := l.W >= WideWidth || end-right-3-p.at-chip >= h.Project.Width()
	if !narrow && roomy || h.Project.Empty() && l.W >= 40 { // which list it is matters more
		p.ascii(style.Chip, " sideboard ")
		p.space(2)
	} else if l.Strip.Empty() {
		p.space(1)
	}
	if !h.Mode.Empty() {
		p.ascii(style.Caption, " ")
		p.text(style.Caption, h.Mode)
		p.ascii(style.Caption, " ")
		p.space(2)
	}
	room := end - right - 3
	p.textUpTo(style.Project, h.Project, room-p.at)
	if room-p.at > 8 {
		p.space(2)
		p.textUpTo(style.Dim, h.Directory, room-p.at)
	}
	p.padTo(end - right)
	if needs {
		p.text(style.Danger, h.Needs)
		p.space(3)
	}
	if h.Problems > 0 {
		p.glyph(style.Warning, pt.sh.Glyphs.Problem)
		p.space(1)
		p.number(style.Warning, h.Problems)
		if inWords {
			p.ascii(style.Warning, h.problemWord())
		}
		p.space(3)
	}
	if note {
		p.text(style.Warning, h.Note)
		p.space(3)
	}
	p.ascii(freshStyle(h.Fresh), word)
	if fresh > len(word) {
		p.space(1)
		p.text(freshStyle(h.Fresh), h.Since)
	}
	if !showTotal {
		return
	}
	p.space(3)
	p.number(style.Dim, h.Total)
	if h.Total == 1 {
		p.ascii(style.Dim, " task")
	} else {
		p.ascii(style.Dim, " tasks")
	}
	if !showCounts {
		return
	}
	p.space(2)
	p.number(style.Subject, percent)
	p.ascii(style.Subject, "% done")
	if bar > 0 {
		p.space(1)
		pt.drawProgress(h, bar)
	}
}

// problemWord returns the word behind the count of problems.
func (h *Header) problemWord() string {
	if h.Problems == 1 {
		return " problem"
	}
	return " problems"
}

// drawProgress draws what is done, what runs, and the rest.
func (pt *Painter) drawProgress(h *Header, w int) {
	g := pt.sh.Glyphs
	done := proportion(h.Done, h.Total, w)
	running := min(proportion(h.Running, h.Total, w), w-done)
	pt.p.bar(style.BarDone, g.BarFull, done)
	pt.p.bar(style.BarRunning, g.BarFull, running)
	pt.p.bar(style.BarRest, g.BarRest, w-done-running)
}

func freshWord(f Freshness) string {
	return [...]string{Live: "live", Loading: "reading", Polling: "polling", Stale: "stale", Lost: "directory gone", Awaiting: "waiting"}[f]
}

func freshStyle(f Freshness) style.Style {
	return [...]style.Style{Live: style.Live, Loading: style.Dim, Polling: style.Warning, Stale: style.Danger, Lost: style.Danger, Awaiting: style.Dim}[f]
}
