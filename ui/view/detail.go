package view

import (
	"math"
	"slices"
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

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
	Needy    bool // it needs a person
	Word     Text // the state in words
	ID       Text // as on cards
	Owner    Text
	Hue      style.Style
	Numbers  Text // how many tasks it waits for, and how many wait for it
	Brief    Text // the same in fewer words
	After    Text // what it waits for, as on its card
	Behind   int  // tasks waiting behind it, through any number of others
	Age      Text
	AtLeast  bool
	Created  bool // Age is that of the task
	Chain    Text // where it is in the longest chain: "step 2 of 6"; empty if it is not in it
	Warn     Text // "started early", "no write for 31m", why it may not be edited
	Alarm    bool
	Help     Key // the key that helps then
	Doing    Text
	Sections []DetailSection // its owner, its worktree
	WaitsFor []Card
	Unblocks []Card
	Earlier  []Card     // what it waits for only through others
	Later    []Card     // what waits for it only through others
	Fault    []Line     // the lines of its file around the place that cannot be read, laid out like Body
	Body     []Line     // the description, laid out for Layout.DetailWidth cells
	Facts    []Fact     // fields this program does not know, and the rest
	News     []FeedItem // what happened to it, the newest first
	NewsOf   Text       // whose news it is, if not its own
	Path     Text
	Format   Text // the task system of the file
	Written  Text // "written 3h ago"
	Edit     *Edit
	Further  Key // the key that scrolls down
	Scroll   int // rows scrolled down; clamped to DetailRows
}

// DetailRows returns the rows a detail takes on a layout, for clamping Detail.Scroll.
func DetailRows(l Layout, d *Detail) int {
	br := &brush{sh: measuring}
	g, _ := d.page(br, &l)
	return len(g.Rows)
}

// drawnDetail is what the rows of a detail were drawn from. Details and feeds are immutable, so the rows are drawn
// again only for another pointer.
type drawnDetail struct {
	detail *Detail
	feed   *Feed
	lanes  *Now
	at     Rect
}

// detailRows is the rows of a detail, as they were drawn last.
type detailRows struct {
	lay.Last[struct{}, drawnDetail]
}

// draw draws the detail, and the feed, into the rows of its rectangle.
func (v *detailRows) draw(br *brush, l *Layout, d *Detail, f *Feed) *lay.Drawn {
	of := drawnDetail{detail: d, feed: f, at: l.Detail}
	if f != nil {
		of.lanes = f.Lanes
	}
	drawn, known := v.Get(br.sh, l.Detail.W, of)
	if known || d == nil && f == nil {
		return drawn
	}
	r := l.Detail
	g := br.newPage(l.DetailWidth(), style.Panel)
	first, title, head, further := 0, 0, wordHappened, [3]lay.Bit{}
	if d != nil {
		g, title = d.page(br, l)
		head, first = wordHappenedHere, max(0, min(d.Scroll, len(g.Rows)-r.H))
		further = [3]lay.Bit{{Text: d.Further.Name, Style: style.Accent}, {Sign: " "},
			{Text: d.Further.Does, Style: style.Dim}}
	} else {
		drawFeedLanes(&br.lanes, l, g, f)
	}
	br.happened.drawFeed(l, g, f, head)
	g.Keep(first, r.H, further[:]...)
	drawn.Spots = lay.AppendSpots(drawn.Spots, g.Spots, detailPad, 0, r.H)
	panel := br.newPage(r.W, g.On)
	for y := range r.H {
		edge := lay.Bit{}
		switch panel.On = g.On; {
		case first+y < title && br.sh.Grounded():
			panel.On, edge = style.Selected, lay.Bit{Sign: br.sh.Glyphs.RuleSelected, Hue: style.Accent}
		case !l.Full && !br.sh.Grounded():
			edge = lay.Bit{Sign: br.sh.Glyphs.Vertical, Hue: style.Border}
		}
		panel.Row(func(p *pen) {
			lay.Draw(p, edge)
			if p.PadTo(detailPad); y < len(g.Rows) && g.Rows[y] != "" {
				p.Drawn(g.Rows[y], g.W)
			}
			if y == 0 && first > 0 {
				p.PadTo(r.W - detailPad)
				p.Glyph(style.Dim, br.sh.Glyphs.Up)
			}
		})
	}
	drawn.Rows = panel.Rows
	return drawn
}

// page returns the rows of a detail, and how many of them its title has.
func (d *Detail) page(br *brush, l *Layout) (g *page, title int) {
	g = br.newPage(l.DetailWidth(), style.Panel)
	d.drawTitle(br, g)
	title = len(g.Rows)
	g.Gap()
	d.drawState(g, &br.table)
	drawBody(g, safetext.Const("What its file says"), d.Fault)
	drawBody(g, Text{}, d.Body)
	waits := safetext.Const("Waits for")
	if !slices.ContainsFunc(d.WaitsFor, func(c Card) bool { return c.State != Done }) {
		waits = safetext.Const("Waited for")
	}
	drawTasks(g, &br.table, waits, safetext.Const(" more before"), d.WaitsFor, d.Earlier, len(d.Earlier))
	drawTasks(g, &br.table, safetext.Const("Unblocks"), wordMore, d.Unblocks, d.Later, d.Behind-len(d.Unblocks))
	for i := range d.Sections {
		g.Gap()
		drawHead(g, d.Sections[i].Title)
		drawFacts(g, d.Sections[i].Facts)
	}
	if d.Edit != nil {
		drawEdit(g, d.Edit)
	}
	if len(d.News) > 0 {
		g.Gap()
		br.happened.draw(g, d.News, feedHead{title: wordHappened, says: d.NewsOf,
			narrow: l.Full && l.Breadth == Narrow})
	}
	d.drawFile(g, &br.table)
	return g, title
}

// drawFile draws where the task comes from, and what else its file says.
func (d *Detail) drawFile(g *page, t *lay.Table) {
	if d.Path.Empty() && len(d.Facts) == 0 {
		return
	}
	g.Gap()
	if !d.Path.Empty() {
		d.drawPath(g, t)
	}
	drawFacts(g, d.Facts)
}

// pathColumns are the path of a file, whose directory is cut before its name, and the task system and the age.
var pathColumns = []lay.Col{{Fill: true, Rest: true, Min: 24}, {Gap: 2, Right: true}}

// drawPath draws the file under its title. On a narrow page the task system and the age are next to that.
func (d *Detail) drawPath(g *page, t *lay.Table) {
	about := lay.Bit{Text: d.Format, Style: style.Dim}
	if !d.Written.Empty() {
		about.Text = safetext.Join(safetext.Line(" "+g.Pen.Sheet.Glyphs.Dot+" "), d.Format, d.Written)
	}
	narrow := breadthOf(g.W) == Narrow
	g.Row(func(p *pen) {
		lay.Draw(p, lay.Bit{Text: safetext.Const("File"), Style: style.Head})
		if narrow {
			p.Space(2)
			lay.Draw(p, about)
		}
	})
	path := d.Path.String()
	at := strings.LastIndexByte(path, '/') + 1
	dir, name := lay.Bit{Text: safetext.Line(path[:at]), Style: style.Dim},
		lay.Bit{Text: safetext.Line(path[at:]), Style: style.Soft}
	t.Reset(pathColumns)
	file, right := lay.Cell{Bits: t.Bits(dir, name), Keep: name.Text.Width()}, lay.Cell{}
	if !narrow {
		right = lay.Cell{Bits: t.Bits(about), Short: t.Bits(lay.Bit{Text: d.Written, Style: style.Dim})}
	}
	g.Row(func(p *pen) { t.DrawSingle(p, file, right) })
}

// drawBody draws lines that were laid out for the page, if there are any, under a title unless that is empty.
func drawBody(g *page, title Text, body []Line) {
	if len(body) == 0 {
		return
	}
	g.Gap()
	if !title.Empty() {
		drawHead(g, title)
	}
	for _, l := range body {
		g.Row(func(p *pen) { p.Line(l) })
	}
}

// titleColumns are the title of a detail, and the id.
var titleColumns = []lay.Col{{Fill: true, Min: 12, Rest: true}, {Gap: 2, Right: true, Max: 24}}

// drawTitle draws the title with the id: where there is little room, in a row of its own below, as on a card.
func (d *Detail) drawTitle(br *brush, g *page) {
	head, t := br.newPage(g.W, style.Selected), &br.table
	of := Card{State: d.State, Needy: d.Needy, After: d.After, Behind: d.Behind}
	sign, hue := of.sign(br.sh)
	t.Reset(titleColumns)
	t.Wrap = 20
	what := lay.Cell{Lead: t.Bits(lay.Bit{Sign: sign, Hue: hue}, lay.Bit{Sign: " "}),
		Bits: t.Bits(lay.Bit{Text: d.Title, Style: style.SubjectStrong})}
	id := lay.Cell{Bits: t.Bits(lay.Bit{Text: d.ID, Style: style.Dim})}
	it := lay.Item{Open: true}
	if g.W < formTwo {
		after := lay.Bit{Text: d.After, Style: style.Dim}
		if !d.After.Empty() {
			after.Text = wordAfter.Append(d.After)
		}
		below := lay.Cell{Bits: t.Bits(lay.Bit{Text: d.ID, Style: style.Dim}, after), Gap: 1}
		it.Below, id = t.Rows(lay.Ends{Left: below, Right: t.Bits(of.behindBit(wordBlocksN))}), lay.Cell{}
	}
	it.Cells = t.Cells(what, id)
	t.Items = append(t.Items, it)
	head.Table(t, math.MaxInt)
	g.Add(head)
}

// stateColumns are the state in words, and the age or the key that helps.
var stateColumns = []lay.Col{{Fill: true, Min: 12, Rest: true}, {Gap: 2, Priority: 1, Right: true}}

// drawState draws the state with its numbers, what is wrong, and what is being done.
func (d *Detail) drawState(g *page, t *lay.Table) {
	t.Reset(stateColumns)
	t.Wrap = 20
	add := func(what, right lay.Cell) {
		if len(what.Bits) > 0 {
			t.Items = append(t.Items, lay.Item{Open: what.Short == nil, Cells: t.Cells(what, right)})
		}
	}
	age := d.Age
	switch {
	case age.Empty():
	case d.Created:
		age = safetext.Const("created ").Append(age, safetext.Const(" ago"))
	case d.AtLeast:
		age = safetext.Const("at least ").Append(age)
	}
	word, owner := lay.Bit{Text: d.Word, Style: style.SubjectStrong},
		lay.Bit{Text: d.Owner, Style: d.Hue, Most: ownerCells}
	add(lay.Cell{
		Bits:  t.Bits(word, owner, lay.Bit{Text: d.Numbers, Style: style.Soft}),
		Short: t.Bits(word, owner, lay.Bit{Text: d.Brief, Style: style.Soft}), Gap: 2,
	}, lay.Cell{Bits: t.Bits(lay.Bit{Text: age, Style: style.Dim}), Short: []lay.Bit{}})
	if !d.Chain.Empty() {
		title := lay.Bit{Text: safetext.Const("Longest chain"), Style: style.ChainStrong}
		add(lay.Cell{Bits: t.Bits(title, lay.Bit{Text: d.Chain, Style: style.Soft}), Gap: 2}, lay.Cell{})
	}
	warn := lay.Bit{Text: d.Warn, Style: style.Warning}
	if d.Alarm {
		warn.Style = style.DangerStrong
	}
	help := lay.Cell{}
	if !d.Help.Name.Empty() {
		help = keyCell(t, &d.Help)
	}
	add(lay.Cell{Bits: t.Bits(warn)}, help)
	add(lay.Cell{Bits: t.Bits(lay.Bit{Text: d.Doing, Style: style.Doing})}, lay.Cell{})
	g.Table(t, math.MaxInt)
}

// drawEdit draws the newest outside edit, field by field.
func drawEdit(g *page, e *Edit) {
	sh := g.Pen.Sheet
	g.Gap()
	g.Row(func(p *pen) {
		lay.Draw(p, lay.Bit{ID: safetext.Const("Last change"), Style: style.Label},
			lay.Bit{Text: safetext.Spaces(2).Append(e.When), Style: style.Dim})
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
		g.Hang(wide+2, Line{{Text: said(f.Before), Style: style.Removed}, {Text: arrow, Style: style.Dim},
			{Text: said(f.After), Style: style.Added}},
			lay.Bit{Text: f.Field, Style: style.Label, Most: wide})
	}
}
