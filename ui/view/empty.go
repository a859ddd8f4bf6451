package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// EmptyKind names a screen without cards.
type EmptyKind uint8

// The empty screens.
const (
	FirstRun      EmptyKind = iota // no task directory was found
	NoTasks                        // a directory without tasks
	NoMatch                        // the filter hides everything
	ListReset                      // finished and cleared: over the last picture, dimmed
	DirectoryGone                  // the directory vanished: over the last picture, dimmed
	FirstLoad                      // being read for the first time
)

// SearchedPlace is one place that was looked at for tasks.
type SearchedPlace struct{ Path, Why Text }

// Empty is a screen of its own for when there are no cards.
type Empty struct {
	Kind     EmptyKind
	Title    Text   // the kind's own words where it is empty
	Lines    []Line // explanation below
	Searched []SearchedPlace
	Lists    []Choice // task lists to choose from
	Selected int      // -1 for none
	Keys     []Key
	Done     int // ListReset: "7 of 7"
	Total    int

	packed bool // no empty rows between the keys, and none between the lines below them
}

// spacedHeight is where an empty screen has rows to spare between its parts.
const spacedHeight = 10

// floats reports whether the screen lies over the last picture instead of taking the place of columns.
func (e *Empty) floats() bool { return e.Kind == ListReset || e.Kind == DirectoryGone }

// explains reports whether the screen tells what may be done first, with the keys for it.
func (e *Empty) explains() bool { return e.Kind == FirstRun || e.Kind == NoTasks }

// rect returns the rectangle an empty screen is drawn in.
func (e *Empty) rect(l *Layout) Rect {
	r := l.Body
	if e.Kind == FirstRun {
		return r
	}
	for k := range ColumnKind(Columns) {
		if c := l.Columns[k]; !c.All.Empty() {
			r.Y, r.H = c.Cards.Y, c.Cards.H
			break
		}
	}
	return r
}

// drawRows fills w by h cells: the block in the middle, a little above it where there is room.
func (e *Empty) drawRows(pt *Painter, w, h int) floatBox {
	if w <= 0 || h <= 0 {
		return floatBox{}
	}
	lines := 76
	if e.explains() {
		lines = 60 // as a block in the middle, which ends near where most of its rows do
	}
	g := e.drawPage(pt, min(w-2*margin-2, lines), h, style.Flat)
	if e.Kind == FirstRun { // what can be done is kept longest
		few := *e
		if few.packed = len(g.rows) > h-4; few.packed {
			g = few.drawPage(pt, g.w, h, style.Flat)
		}
		if len(few.Lists) > 0 && h < airyHeight && len(g.rows) >= h-1 {
			few.Searched = nil
			g = few.drawPage(pt, g.w, h, style.Flat)
		}
		if len(g.rows) > h && len(few.Lines) > 1 { // what a board is comes before why there may be none
			few.Lines = few.Lines[:1]
			g = few.drawPage(pt, g.w, h, style.Flat)
		}
		if len(g.rows) > h || len(g.rows) == h && h < spacedHeight {
			few.Lines = nil
			g = few.drawPage(pt, g.w, h, style.Flat)
		}
		if len(g.rows) > h {
			few.Searched = nil
			g = few.drawPage(pt, g.w, h, style.Flat)
		}
	}
	if len(g.rows) > h {
		g.rows = g.rows[:h]
	}
	top, left := max((h-len(g.rows))*2/5, b2i(h > len(g.rows)+1)), max((w-g.w)/2, 0)
	all := pt.newPage(w, style.Flat)
	for y := range h {
		all.row(func(p *pen) {
			if i := y - top; i >= 0 && i < len(g.rows) {
				p.padTo(left)
				p.drawn(g.rows[i], g.w)
			}
		})
	}
	return floatBox{rows: all.rows, w: w, spots: appendSpots(nil, g.spots, left, top, len(g.rows))}
}

// box draws the kinds that float.
func (e *Empty) box(pt *Painter, w, h int) floatBox {
	g := e.drawPage(pt, contentWidth(60, w), h-2, style.Float)
	if len(g.rows) > h-2 {
		g.rows = g.rows[:max(h-2, 1)]
	}
	return pt.border(g, Text{}, style.TitleStrong)
}

// emptyPage is the block of an empty screen while it is drawn.
type emptyPage struct {
	*page
	e       *Empty
	pt      *Painter
	h       int
	centred bool
}

// drawPage draws the block.
func (e *Empty) drawPage(pt *Painter, w, h int, on style.Ground) *page {
	g := emptyPage{page: pt.newPage(w, on), e: e, pt: pt, h: h, centred: e.Kind != FirstRun}
	airy := e.floats() && h >= tightHeight
	if airy {
		g.blank()
	}
	g.title()
	g.completed()
	first := len(e.Lines) // the lines above what can be done: on a screen that explains what this is, then what may be wrong
	if e.explains() {
		first = min(first, 1)
	}
	g.lines(e.Lines[:first], true)
	g.lists()
	switch {
	case e.listsKeys(h):
		g.space()
		e.drawHeroes(pt, g.page, g.centred)
	case len(e.Keys) > 0 && !e.explains():
		g.space()
		e.drawKeys(pt, g.page)
	}
	for i := first; i < len(e.Lines); i++ {
		g.lines(e.Lines[i:i+1], i == first || !e.packed)
	}
	if len(e.Searched) > 0 {
		g.space()
		pt.drawSearched(g.page, e.Searched)
	}
	if airy {
		g.blank()
	}
	return g.page
}

// space separates the parts, where there are rows to spare.
func (g *emptyPage) space() {
	if g.h >= spacedHeight && len(g.rows) > 0 {
		g.blank()
	}
}

// centre goes on to where something of a width begins.
func (g *emptyPage) centre(p *pen, w int) {
	if g.centred {
		p.padTo((g.w - w) / 2)
	}
}

func (g *emptyPage) words(st style.Style, t Text) {
	for _, piece := range t.Wrap(g.w) {
		g.row(func(p *pen) {
			g.centre(p, piece.Width())
			p.text(st, piece)
		})
	}
}

func (g *emptyPage) lines(lines []Line, apart bool) {
	if len(lines) > 0 && apart {
		g.space()
	}
	for _, l := range lines {
		for _, piece := range wrapLine(l, g.w) {
			g.row(func(p *pen) {
				g.centre(p, piece.Width())
				p.line(piece)
			})
		}
	}
}

func (g *emptyPage) title() {
	title, st := g.e.Title, style.TitleStrong
	if title.Empty() {
		title = emptyTitles[g.e.Kind]
	}
	if g.e.Kind == DirectoryGone {
		st = style.DangerStrong
	}
	g.words(st, title)
}

// completed says how much of a list that is over was completed, in words and as a bar.
func (g *emptyPage) completed() {
	e := g.e
	if e.Total <= 0 || e.Kind != ListReset {
		return
	}
	g.row(func(p *pen) {
		g.centre(p, digits(e.Done)+digits(e.Total)+len(" of ")+len(" completed"))
		p.number(style.Ready, e.Done)
		p.ascii(style.Dim, " of ")
		p.number(style.Ready, e.Total)
		p.ascii(style.Dim, " completed")
	})
	if g.h < tightHeight {
		return
	}
	g.blank()
	g.row(func(p *pen) {
		wide := min(36, g.w)
		g.centre(p, wide)
		done := proportion(e.Done, e.Total, wide)
		p.bar(style.BarDone, g.pt.sh.Glyphs.BarFull, done)
		p.bar(style.BarRest, g.pt.sh.Glyphs.BarRest, wide-done)
	})
}

// lists draws the task lists to choose from, as many as leave room for the keys.
func (g *emptyPage) lists() {
	e := g.e
	if len(e.Lists) == 0 {
		return
	}
	foot := len(e.Keys)
	if g.centred {
		foot = 1
	}
	g.space()
	g.words(style.Label, wordLists)
	g.pt.drawChoices(g.page, e.Lists, 0, e.Selected, max(g.h-len(g.rows)-foot-1, min(2, len(e.Lists))), nil)
}

// drawSearched draws the places that were looked at, in order.
func (pt *Painter) drawSearched(g *page, places []SearchedPlace) {
	wide := min(widest(places, func(s *SearchedPlace) Text { return s.Path }), g.w*3/5)
	for i := range places {
		// Where the reason has no room beside the path it stands below: it is what a person has to read.
		below := !places[i].Path.Empty() && 2+wide+2+places[i].Why.Width() > g.w && g.w > 8
		if places[i].Path.Empty() {
			for n, piece := range places[i].Why.Wrap(g.w - 2) {
				g.row(func(p *pen) {
					if n == 0 {
						p.glyph(style.Faint, pt.sh.Glyphs.Dot)
					}
					p.padTo(2)
					p.text(style.Dim, piece)
				})
			}
			continue
		}
		g.row(func(p *pen) {
			p.glyph(style.Faint, pt.sh.Glyphs.Dot)
			p.space(1)
			switch {
			case below:
				p.text(style.Dim, places[i].Path)
				return
			case !places[i].Path.Empty():
				p.textUpTo(style.Dim, places[i].Path, wide)
				p.padTo(2 + wide + 2)
			}
			p.text(style.Dim, places[i].Why)
		})
		if !below {
			continue
		}
		for _, piece := range places[i].Why.Wrap(g.w - 4) {
			g.row(func(p *pen) {
				p.padTo(4)
				p.text(style.Dim, piece)
			})
		}
	}
}

var (
	wordLists   = safetext.Const("Claude Code's lists, this project's first")
	emptyTitles = [...]Text{
		FirstRun:      safetext.Const("No task directory here yet"),
		NoTasks:       safetext.Const("No tasks yet"),
		NoMatch:       safetext.Const("Nothing matches the filter"),
		ListReset:     safetext.Const("Finished, list reset"),
		DirectoryGone: safetext.Const("The task directory is gone"),
		FirstLoad:     safetext.Const("Reading tasks"),
	}
)
