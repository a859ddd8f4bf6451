package view

import (
	"sideboard/ui/lay"
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
		if few.packed = len(g.Rows) > h-4; few.packed {
			g = few.drawPage(pt, g.W, h, style.Flat)
		}
		if len(few.Lists) > 0 && h < airyHeight && len(g.Rows) >= h-1 {
			few.Searched = nil
			g = few.drawPage(pt, g.W, h, style.Flat)
		}
		if len(g.Rows) > h && len(few.Lines) > 1 { // what a board is comes before why there may be none
			few.Lines = few.Lines[:1]
			g = few.drawPage(pt, g.W, h, style.Flat)
		}
		if len(g.Rows) > h || len(g.Rows) == h && h < spacedHeight {
			few.Lines = nil
			g = few.drawPage(pt, g.W, h, style.Flat)
		}
		if len(g.Rows) > h {
			few.Searched = nil
			g = few.drawPage(pt, g.W, h, style.Flat)
		}
	}
	if len(g.Rows) > h {
		g.Rows = g.Rows[:h]
	}
	top, left := max((h-len(g.Rows))*2/5, b2i(h > len(g.Rows)+1)), max((w-g.W)/2, 0)
	all := pt.newPage(w, style.Flat)
	for y := range h {
		all.Row(func(p *pen) {
			if i := y - top; i >= 0 && i < len(g.Rows) {
				p.PadTo(left)
				p.Drawn(g.Rows[i], g.W)
			}
		})
	}
	return floatBox{rows: all.Rows, w: w, spots: lay.AppendSpots(nil, g.Spots, left, top, len(g.Rows))}
}

// box draws the kinds that float.
func (e *Empty) box(pt *Painter, w, h int) floatBox {
	g := e.drawPage(pt, contentWidth(60, w), h-2, style.Float)
	if len(g.Rows) > h-2 {
		g.Rows = g.Rows[:max(h-2, 1)]
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
		g.Blank()
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
		e.drawKeys(g.page)
	}
	for i := first; i < len(e.Lines); i++ {
		g.lines(e.Lines[i:i+1], i == first || !e.packed)
	}
	if len(e.Searched) > 0 {
		g.space()
		pt.drawSearched(g.page, e.Searched)
	}
	if airy {
		g.Blank()
	}
	return g.page
}

// space separates the parts, where there are rows to spare.
func (g *emptyPage) space() {
	if g.h >= spacedHeight && len(g.Rows) > 0 {
		g.Blank()
	}
}

// centre goes on to where something of a width begins.
func (g *emptyPage) centre(p *pen, w int) {
	if g.centred {
		p.PadTo((g.W - w) / 2)
	}
}

func (g *emptyPage) words(st style.Style, t Text) {
	for _, piece := range t.Wrap(g.W) {
		g.Row(func(p *pen) {
			g.centre(p, piece.Width())
			p.Text(st, piece)
		})
	}
}

func (g *emptyPage) lines(lines []Line, apart bool) {
	if len(lines) > 0 && apart {
		g.space()
	}
	for _, l := range lines {
		for _, piece := range lay.WrapLine(l, g.W) {
			g.Row(func(p *pen) {
				g.centre(p, piece.Width())
				p.Line(piece)
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
	g.Row(func(p *pen) {
		g.centre(p, lay.Digits(e.Done)+lay.Digits(e.Total)+len(" of ")+len(" completed"))
		p.Number(style.Ready, e.Done)
		p.ASCII(style.Dim, " of ")
		p.Number(style.Ready, e.Total)
		p.ASCII(style.Dim, " completed")
	})
	if g.h < tightHeight {
		return
	}
	g.Blank()
	g.Row(func(p *pen) {
		wide := min(36, g.W)
		g.centre(p, wide)
		done := proportion(e.Done, e.Total, wide)
		p.Bar(style.BarDone, g.pt.sh.Glyphs.BarFull, done)
		p.Bar(style.BarRest, g.pt.sh.Glyphs.BarRest, wide-done)
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
	g.pt.drawChoices(g.page, e.Lists, 0, e.Selected, max(g.h-len(g.Rows)-foot-1, min(2, len(e.Lists))), nil)
}

// drawSearched draws the places that were looked at, in order.
func (pt *Painter) drawSearched(g *page, places []SearchedPlace) {
	wide := min(lay.Widest(places, func(s *SearchedPlace) Text { return s.Path }), g.W*3/5)
	for i := range places {
		// Where the reason has no room beside the path it stands below: it is what a person has to read.
		below := !places[i].Path.Empty() && 2+wide+2+places[i].Why.Width() > g.W && g.W > 8
		if places[i].Path.Empty() {
			for n, piece := range places[i].Why.Wrap(g.W - 2) {
				g.Row(func(p *pen) {
					if n == 0 {
						p.Glyph(style.Faint, pt.sh.Glyphs.Dot)
					}
					p.PadTo(2)
					p.Text(style.Dim, piece)
				})
			}
			continue
		}
		g.Row(func(p *pen) {
			p.Glyph(style.Faint, pt.sh.Glyphs.Dot)
			p.Space(1)
			switch {
			case below:
				p.Text(style.Dim, places[i].Path)
				return
			case !places[i].Path.Empty():
				p.TextIn(style.Dim, places[i].Path, wide)
				p.PadTo(2 + wide + 2)
			}
			p.Text(style.Dim, places[i].Why)
		})
		if !below {
			continue
		}
		for _, piece := range places[i].Why.Wrap(g.W - 4) {
			g.Row(func(p *pen) {
				p.PadTo(4)
				p.Text(style.Dim, piece)
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
