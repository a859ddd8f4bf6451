package view

import "sideboard/ui/style"

// header draws product, project and directory at the left and the state of everything at the right. The right side
// goes first where both do not fit, then the project's name.
func (pt *Painter) header(l *Layout, h *Header) {
	p := &pt.p
	narrow := l.W < MediumWidth
	word := freshWord(h.Fresh)
	fresh := len(word)
	if h.Fresh == Stale && !h.Since.Empty() {
		fresh += 1 + h.Since.Width()
	}
	right := fresh
	showCounts := !narrow && h.Total > 0
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
	}
	remark := !h.Note.Empty() && l.W-right-h.Note.Width()-3 >= 30
	if remark {
		right += h.Note.Width() + 3
	}
	end := l.W - margin
	if narrow {
		end = l.W - margin - 1
	}

	p.space(margin)
	if !narrow {
		p.word(style.Chip, " sideboard ")
		p.space(2)
	} else {
		p.space(1)
	}
	room := end - right - 3
	p.upTo(style.Project, h.Project, room-p.at)
	if room-p.at > 8 {
		p.space(2)
		p.upTo(style.Dim, h.Directory, room-p.at)
	}
	p.to(end - right)
	if remark {
		p.text(style.Warning, h.Note)
		p.space(3)
	}
	p.word(freshStyle(h.Fresh), word)
	if fresh > len(word) {
		p.space(1)
		p.text(freshStyle(h.Fresh), h.Since)
	}
	if !showCounts {
		return
	}
	p.space(3)
	p.num(style.Dim, h.Total)
	if h.Total == 1 {
		p.word(style.Dim, " task")
	} else {
		p.word(style.Dim, " tasks")
	}
	p.space(2)
	p.num(style.Subject, percent)
	p.word(style.Subject, "% done")
	if bar > 0 {
		p.space(1)
		pt.progress(h, bar)
	}
}

// progress draws what is done, what runs, and the rest.
func (pt *Painter) progress(h *Header, w int) {
	g := pt.sh.Glyphs
	done := part(h.Done, h.Total, w)
	running := min(part(h.Running, h.Total, w), w-done)
	pt.p.bar(style.BarDone, g.BarFull, done)
	pt.p.bar(style.BarRunning, g.BarFull, running)
	pt.p.bar(style.BarRest, g.BarRest, w-done-running)
}

// strip draws the counts of all columns where only one is shown, the one in focus strong.
func (pt *Painter) strip(l *Layout, b *Board) {
	p := &pt.p
	p.space(margin + 1)
	end := l.Strip.W - margin - 1
	for k := range ColumnKind(Columns) {
		glyph, st := columnSign(pt.sh, k)
		count := style.Dim
		if k == b.Focus {
			count = style.TitleStrong
		}
		p.sym(st, glyph)
		p.space(1)
		p.num(count, b.Columns[k].Total)
		if k < Columns-1 {
			p.space(3)
		}
	}
	h := &b.Header
	if h.Total == 0 {
		return
	}
	percent := h.Done * 100 / h.Total
	word := digits(percent) + 1
	bar := min(end-word-1-p.at-3, 24)
	if bar >= 4 {
		p.to(end - word - 1 - bar)
		pt.progress(h, bar)
		p.space(1)
	} else if p.to(end - word); end-word < p.at {
		return
	}
	p.num(style.Subject, percent)
	p.word(style.Subject, "%")
}

func freshWord(f Freshness) string {
	return [...]string{Live: "live", Loading: "reading", Polling: "polling", Stale: "stale", Lost: "directory gone", Awaiting: "waiting"}[f]
}

func freshStyle(f Freshness) style.Style {
	return [...]style.Style{Live: style.Live, Loading: style.Dim, Polling: style.Warning, Stale: style.Danger, Lost: style.Danger, Awaiting: style.Dim}[f]
}
