package view

import (
	"math"
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Dep is a task another one depends on, or that depends on it.
type Dep struct {
	State   State
	ID      Text
	Subject Text
	Note    Text // "missing", "one-sided", the owner
	Age     Text // how long it has been in progress, or how long ago it was completed
	Hue     style.Style
}

// Change is a field with its values before and after an edit.
type Change struct {
	Field, Before, After Text
}

// Edit is the newest outside edit of a task.
type Edit struct {
	When, Who Text
	Hue       style.Style
	Fields    []Change
}

// Detail is everything about one task.
type Detail struct {
	Title    Text
	State    State
	Word     Text // the state in words
	Short    Text // the id as on cards
	ID       Text // the whole id, if it differs from Short
	Owner    Text
	Hue      style.Style
	Age      Text
	AtLeast  bool
	Warn     Text // "started early", "no write for 31m", why it may not be edited
	Alarm    bool
	Help     Key // the key that helps then
	Doing    Text
	Sections []DetailSection // its owner, its worktree
	WaitsFor []Dep
	Unblocks []Dep
	Earlier  []Dep      // what it waits for only through others
	Later    []Dep      // what waits for it only through others
	Behind   int        // tasks waiting behind it, through any number of others
	Fault    []Line     // the lines of its file around the place that cannot be read, laid out like Body
	Body     []Line     // the description, laid out for Layout.DetailWidth cells
	Facts    []Fact     // fields this program does not know, and the rest
	News     []FeedItem // what happened to it, the newest first
	Path     Text
	Format   Text // the task system of the file
	Edit     *Edit
	Further  Key // the key that scrolls down
	Scroll   int // rows scrolled down; clamped to DetailRows
}

// detailPad is the empty cells at each side of a detail.
const detailPad = 2

// DetailRows returns the rows a detail takes on a layout, for clamping Detail.Scroll.
func DetailRows(l Layout, d *Detail) int {
	pt := &Painter{sh: measuring}
	return len(pt.detailPage(&l, d).Rows)
}

// drawnDetail is what the rows of a detail were drawn from. Details and feeds are immutable, so the rows are drawn again only for
// another pointer.
type drawnDetail struct {
	detail *Detail
	feed   *Feed
	lanes  *Now
	at     Rect
}

// drawDetail draws the detail, and the feed, into the rows of its rectangle.
func (pt *Painter) drawDetail(l *Layout, d *Detail, f *Feed) *lay.Drawn {
	of := drawnDetail{detail: d, feed: f, at: l.Detail}
	if f != nil {
		of.lanes = f.Lanes
	}
	drawn, known := pt.detail.Get(pt.sh, l.Detail.W, of)
	if known || d == nil && f == nil {
		return drawn
	}
	r := l.Detail
	g := pt.newPage(l.DetailWidth(), style.Float)
	first, happened, further := 0, wordHappened, [3]lay.Bit{}
	if d != nil {
		g, happened = pt.detailPage(l, d), wordHappenedHere
		first = max(0, min(d.Scroll, len(g.Rows)-r.H))
		further = [3]lay.Bit{{Text: d.Further.Name, Style: style.Accent}, {Sign: " "}, {Text: d.Further.Does, Style: style.Dim}}
	} else if f != nil {
		drawFeedLanes(&pt.lanes, l, g, f)
	}
	split := len(g.Rows) // the panel of the detail ends there, and that of the feed begins
	if pt.happened.drawFeed(l, g, f, happened); d == nil || len(g.Rows) == split {
		split = -1
	}
	g.Keep(first, r.H, further[:]...)
	drawn.Spots = lay.AppendSpots(drawn.Spots, g.Spots, detailPad, 0, r.H)
	panel := pt.newPage(r.W, style.Flat)
	for y := range r.H {
		if panel.On = g.On; first+y == split || l.Below > 0 && y > len(g.Rows) { // the panel is no larger than its text
			panel.On = style.Flat
		}
		panel.Row(func(p *pen) {
			if !l.Full && p.On != style.Flat && !pt.sh.Grounded() {
				p.Glyph(style.Border, pt.sh.Glyphs.Vertical)
			}
			if p.PadTo(detailPad); y < len(g.Rows) && g.Rows[y] != "" {
				p.Drawn(g.Rows[y], g.W)
			}
			if y == 0 && first > 0 {
				p.PadTo(r.W - detailPad)
				p.Glyph(style.Dim, pt.sh.Glyphs.Up)
			}
		})
	}
	drawn.Rows = panel.Rows
	return drawn
}

// detailPage returns the rows of a detail.
func (pt *Painter) detailPage(l *Layout, d *Detail) *page {
	on := style.Float
	if l.Full {
		on = style.Flat
	}
	g := pt.newPage(l.DetailWidth(), on)
	if !l.Full && (l.Below == 0 || l.H >= airyHeight) { // a low screen keeps the row for the description
		g.Gap()
	}
	drawTop(g, &pt.table, d)
	drawBody(g, safetext.Const("What its file says"), d.Fault)
	// The description may have any number of rows, so the links are above it, where they are visible.
	drawLinks(g, &pt.table, d)
	drawBody(g, safetext.Const("Description"), d.Body)
	for i := range d.Sections {
		g.Gap()
		drawHead(g, d.Sections[i].Title)
		drawFacts(g, d.Sections[i].Facts)
	}
	if d.Edit != nil {
		drawEdit(g, d.Edit)
	}
	if len(d.Facts) > 0 {
		g.Gap()
		drawFacts(g, d.Facts)
	}
	if !d.Path.Empty() {
		g.Gap()
		path := d.Path.String()
		at := strings.LastIndexByte(path, '/') + 1
		dir, name := lay.Bit{Text: safetext.Line(path[:at]), Style: style.Dim}, lay.Bit{Text: safetext.Line(path[at:]), Style: style.Dim}
		t := &pt.table
		t.Reset(pathColumns)
		file := lay.Cell{Lead: t.Bits(lay.Bit{Text: safetext.Const("File  "), Style: style.Label}), Bits: t.Bits(dir, name), Keep: name.Text.Width()}
		g.Row(func(p *pen) { t.DrawSingle(p, file) })
		if !d.Format.Empty() {
			g.Hang(6, Line{{Text: d.Format, Style: style.Dim}})
		}
	}
	drawDeps(g, &pt.table, safetext.Const("Earlier"), d.Earlier, 0)
	drawDeps(g, &pt.table, safetext.Const("Later"), d.Later, 0)
	if len(d.News) > 0 {
		g.Gap()
		drawHead(g, safetext.Const("What happened to it"))
		for i := range d.News {
			g.Rows = append(g.Rows, pt.happened.itemRows(g, d.News[i])...)
		}
	}
	return g
}

// pathColumns is the path of a file, whose directory is cut before its name.
var pathColumns = []lay.Col{{Fill: true}}

// drawBody draws lines that were laid out for the page under a title, if there are any.
func drawBody(g *page, title Text, body []Line) {
	if len(body) == 0 {
		return
	}
	g.Gap()
	drawHead(g, title)
	for _, l := range body {
		g.Row(func(p *pen) { p.Line(l) })
	}
}

// topColumns are the first rows of a detail, and the key that helps.
var topColumns = []lay.Col{{Fill: true, Min: 12}, {Gap: 3, Priority: 1}}

// mostShort is the most cells of the short id before a title.
const mostShort = 12

// drawTop draws the first rows of a detail: the title, what is wrong, and the state.
func drawTop(g *page, t *lay.Table, d *Detail) {
	sh := g.Pen.Sheet
	t.Reset(topColumns)
	t.Wrap = 20
	add := func(sign lay.Bit, gap int, help lay.Cell, bits ...lay.Bit) {
		if bits = t.Bits(bits...); len(bits) > 0 {
			t.Items = append(t.Items, lay.Item{Open: gap < 2, Cells: t.Cells(
				lay.Cell{Lead: t.Bits(sign, lay.Bit{Sign: " "}), Bits: bits, Gap: gap, Runs: len(help.Bits) == 0}, help)})
		}
	}
	glyph, hue := stateGlyph(sh, d.State)
	none := lay.Bit{Sign: " "}
	add(lay.Bit{Sign: glyph, Hue: hue}, 1, lay.Cell{}, lay.Bit{Text: d.Short, Style: style.Dim, Most: mostShort}, lay.Bit{Text: d.Title, Style: style.SubjectStrong})
	warn, words := lay.Bit{Sign: sh.Glyphs.Problem, Hue: style.Warning}, style.Warning
	if d.Alarm {
		warn.Hue, words = style.Danger, style.Danger
	}
	if d.State.warns() {
		words = style.Subject
	}
	if d.State == Broken || d.State == Unknown { // the title has the sign already
		warn = none
	}
	help := lay.Cell{}
	if !d.Help.Name.Empty() {
		help = keyCell(t, sh, &d.Help)
	}
	add(warn, 0, help, lay.Bit{Text: d.Warn, Style: words})
	age, id := d.Age, d.ID
	if d.AtLeast && !age.Empty() {
		age = age.Append(safetext.Const(" or more"))
	}
	if id.Empty() && d.Short.Width() > mostShort {
		id = d.Short
	}
	add(none, 2, lay.Cell{}, lay.Bit{Text: d.Word, Style: hue}, lay.Bit{Text: d.Owner, Style: d.Hue}, lay.Bit{Text: age, Style: style.Dim}, lay.Bit{Text: id, Style: style.Dim})
	add(none, 0, lay.Cell{}, lay.Bit{Text: d.Doing, Style: style.Doing})
	g.Table(t, math.MaxInt)
}

// drawEdit draws the newest outside edit, field by field.
func drawEdit(g *page, e *Edit) {
	sh := g.Pen.Sheet
	g.Gap()
	g.Row(func(p *pen) {
		lay.Draw(p, lay.Bit{ID: safetext.Const("Last change"), Style: style.Label}, lay.Bit{Text: safetext.Spaces(2).Append(e.When), Style: style.Dim})
		if !e.Who.Empty() {
			p.ASCII(style.Dim, ", by ")
			p.Text(e.Hue, e.Who)
		}
		p.Rule()
	})
	wide := min(lay.Widest(e.Fields, func(c *Change) Text { return c.Field }), g.W/3)
	said := func(t Text) Text {
		if t.Blank() {
			return safetext.Const("(nothing)")
		}
		return lay.Cut(t, g.W, sh)
	}
	arrow := safetext.Line(" " + sh.Glyphs.Arrow + " ")
	for i := range e.Fields {
		f := &e.Fields[i]
		g.Hang(wide+2, Line{{Text: said(f.Before), Style: style.Removed}, {Text: arrow, Style: style.Dim}, {Text: said(f.After), Style: style.Added}},
			lay.Bit{Text: f.Field, Style: style.Label, Most: wide})
	}
}
