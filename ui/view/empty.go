package view

import (
	"math"

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
	NoMatch                        // the filter hides all tasks
	ListReset                      // finished and cleared: over the last picture, dimmed
	DirectoryGone                  // the directory vanished: over the last picture, dimmed
	FirstLoad                      // the directory is being read for the first time
)

// SearchedPlace is one place that was searched for tasks.
type SearchedPlace struct{ Path, Why Text }

// Empty is the screen that is shown if there are no cards.
type Empty struct {
	Kind     EmptyKind
	Title    Text   // empty for the usual words of the kind
	Lines    []Line // explanation below
	Searched []SearchedPlace
	Lists    []Choice // task lists to choose from
	Selected int      // -1 for none
	Keys     []Key
	Starts   []Start // what to do first
	Done     int     // ListReset: "7 of 7"
	Total    int
}

// floats reports whether the screen is drawn over the last picture instead of in place of the columns.
func (e *Empty) floats() bool { return e.Kind == ListReset || e.Kind == DirectoryGone }

// explains reports whether the screen explains what to do first, with the keys for it.
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

// emptyWidth is the greatest width of an empty screen, startWidth that of the first one.
const emptyWidth, startWidth = 60, 88

// drawRows fills w by h cells, with the block in the middle or, on a high screen, a little above it.
func (e *Empty) drawRows(br *brush, w, h int) floatBox {
	most := emptyWidth
	if e.Kind == FirstRun {
		most = startWidth
	}
	g := br.newPage(min(w-2*margin-2, most), style.Flat)
	e.draw(br, g, h)
	all := br.newPage(w, style.Flat)
	for range (h - len(g.Rows)) * 2 / 5 {
		all.Blank()
	}
	all.Across(max((w-g.W)/2, 0), 0, g)
	return floatBox{rows: all.Rows, w: w, spots: all.Spots}
}

// box draws the kinds that are overlays.
func (e *Empty) box(br *brush, w, h int) floatBox {
	d := newDialog(br, emptyWidth, w, h)
	d.air()
	e.draw(br, d.page, d.room())
	return d.close(Text{})
}

// The parts of an empty screen, from the top down.
const (
	boardPart = iota // what a board looks like
	titlePart
	donePart  // the number of completed tasks of a cleared list
	aboutPart // what this is
	listsPart // task lists to choose from
	keysPart  // the keys
	whyPart   // what may be wrong
	searchedPart
	emptyParts
)

// emptyOrder has the parts in the order in which they get rows.
var emptyOrder = [emptyParts]int{titlePart, keysPart, listsPart, aboutPart, searchedPart, whyPart, donePart, boardPart}

// emptyPart is a part of an empty screen: the rows it needs, and a function that draws it in those or more.
type emptyPart struct {
	lay.Part
	draw func(rows int)
}

// draw draws an empty screen in a limited number of rows.
func (e *Empty) draw(br *brush, g *page, rows int) {
	parts := e.parts(br, g, rows)
	var wanted [emptyParts]lay.Part
	for k, part := range emptyOrder {
		wanted[k] = parts[part].Part
	}
	var has [emptyParts]int
	for k, n := range lay.Share(wanted[:], rows) {
		has[emptyOrder[k]] = n
	}
	for k, part := range parts {
		if has[k] > 0 {
			part.draw(has[k])
		}
	}
}

// parts returns the parts of an empty screen. Each has an empty row above it if there are enough rows.
func (e *Empty) parts(br *brush, g *page, rows int) (parts [emptyParts]emptyPart) {
	add := func(part, need, most int, draw func(rows int)) {
		gap := min(part, 1)
		if part == titlePart && len(e.Starts) == 0 {
			gap = 0
		}
		parts[part] = emptyPart{lay.Part{Least: need, Good: need, Want: most + gap}, func(rows int) {
			for range min(rows-need, gap) {
				g.Blank()
				rows--
			}
			draw(rows)
		}}
	}
	addPage := func(part int, in *page) { add(part, len(in.Rows), len(in.Rows), func(int) { g.Add(in) }) }
	if len(e.Starts) > 0 && e.Kind == FirstRun {
		addPage(boardPart, idleBoard(br, g.W))
	}
	first := len(e.Lines) // the lines above the keys; on a screen that explains, the rest is below them
	if e.explains() {
		first = min(first, 1)
	}
	addPage(titlePart, e.words(br, g.W, Line{e.title()}))
	addPage(aboutPart, e.words(br, g.W, e.Lines[:first]...))
	addPage(whyPart, e.words(br, g.W, e.Lines[first:]...))
	if e.Total > 0 && e.Kind == ListReset {
		addPage(donePart, e.completed(br, g.W))
	}
	if n := len(e.Lists); n > 0 {
		add(listsPart, 1+min(n, 3), 1+n, func(rows int) {
			g.Row(func(p *pen) { p.PadTo(e.left(g.W - wordLists.Width())); p.Text(style.Label, wordLists) })
			drawChoices(g, &br.table, e.Lists, lay.Window{Selected: e.Selected}, rows-1, nil)
		})
	}
	starts := br.newPage(g.W, g.On)
	e.drawStarts(starts)
	addPage(keysPart, starts)
	if !e.explains() {
		add(keysPart, min(len(e.Keys), 1), 1, func(int) { e.drawKeys(g, &br.keys) })
	}
	searched, t := br.newPage(g.W, g.On), &br.table
	t.Reset(searchedColumns)
	for _, s := range e.Searched {
		path, why := t.Bits(lay.Bit{Text: s.Path, Style: style.Dim}), t.Bits(lay.Bit{Text: s.Why, Style: style.Dim})
		if len(path) == 0 {
			path, why = why, nil
		}
		dot := t.Bits(lay.Bit{Sign: br.sh.Glyphs.Dot, Hue: style.Faint}, lay.Bit{Sign: " "})
		t.Items = append(t.Items, lay.Item{Open: true,
			Cells: t.Cells(lay.Cell{Lead: dot, Bits: path, Runs: len(why) == 0}, lay.Cell{Bits: why, Drop: true})})
	}
	searched.Table(t, math.MaxInt)
	addPage(searchedPart, searched)
	return parts
}

// searchedColumns are a place that was searched, and why it is not used, below it where both have no room.
var searchedColumns = []lay.Col{{Min: 80, Fill: true}, {Gap: 2}}

// title returns the title of the screen.
func (e *Empty) title() Span {
	title := Span{Text: e.Title, Style: style.TitleStrong}
	if title.Text.Empty() {
		title.Text = emptyTitles[e.Kind]
	}
	if e.Kind == DirectoryGone {
		title.Style = style.DangerStrong
	}
	return title
}

// words returns lines, wrapped and centred, or at the left if the screen lists places.
func (e *Empty) words(br *brush, w int, lines ...Line) *page {
	g := br.newPage(w, e.ground())
	for _, l := range lines {
		for _, piece := range lay.WrapLine(l, w) {
			g.Row(func(p *pen) { p.PadTo(e.left(w - piece.Width())); p.Line(piece) })
		}
	}
	return g
}

// ground returns the ground of the screen.
func (e *Empty) ground() style.Ground {
	if e.floats() {
		return style.Panel
	}
	return style.Flat
}

// left returns the number of free cells at the left of a row.
func (e *Empty) left(free int) int {
	if e.Kind == FirstRun {
		return 0
	}
	return free / 2
}

// completed returns the number of completed tasks of a cleared list, in words and as a bar.
func (e *Empty) completed(br *brush, w int) *page {
	number := func(n int) Span { return Span{Text: safetext.Number(n), Style: style.Ready} }
	word := func(t Text) Span { return Span{Text: t, Style: style.Dim} }
	g := e.words(br, w, Line{number(e.Done), word(safetext.Const(" of ")), number(e.Total),
		word(safetext.Const(" completed"))})
	g.Row(func(p *pen) {
		wide := min(36, w)
		p.PadTo(e.left(w - wide))
		done := proportion(e.Done, e.Total, wide)
		p.Bar(style.BarDone, br.sh.Glyphs.BarFull, done)
		p.Bar(style.BarRest, br.sh.Glyphs.BarRest, wide-done)
	})
	return g
}

// drawKeys draws the keys next to each other in the middle.
func (e *Empty) drawKeys(g *page, row *keyRow) {
	w := -2
	for i := range e.Keys {
		w += e.Keys[i].width() + 2
	}
	g.Row(func(p *pen) { row.draw(p, max((g.W-w)/2, 0), 2, e.Keys, false, nil) })
}

var (
	wordLists   = safetext.Const("Claude Code's lists, this project's first")
	emptyTitles = [...]Text{
		FirstRun:      wordTagline,
		NoTasks:       safetext.Const("No tasks yet"),
		NoMatch:       safetext.Const("Nothing matches the filter"),
		ListReset:     safetext.Const("Finished, list reset"),
		DirectoryGone: safetext.Const("The task directory is gone"),
		FirstLoad:     safetext.Const("Reading tasks"),
	}
)
