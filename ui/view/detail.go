package view

import (
	"slices"
	"sync"

	"github.com/charmbracelet/colorprofile"
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
	Age     Text // how long it is in hand, or how long ago it was completed
	Hue     style.Style
}

// Change is one field before and after.
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
	Short    Text // the id as it stands on cards
	ID       Text // whole, where that is another
	Owner    Text
	Hue      style.Style
	Age      Text
	AtLeast  bool
	Warn     Text // "started early", "no write for 31m", why it may not be edited
	Alarm    bool
	Help     Key // what helps then
	Doing    Text
	Sections []Section // its owner, its worktree
	WaitsFor []Dep
	Unblocks []Dep
	Earlier  []Dep      // what it waits for only through those, shown where there is room
	Later    []Dep      // what waits for it only through those, shown where there is room
	Behind   int        // tasks waiting behind it, through any number of others
	Fault    []Line     // the lines of its file around where that cannot be read, as Body
	Body     []Line     // the description, laid out for Layout.DetailWidth cells
	Facts    []Fact     // fields this program does not know, and the rest
	News     []FeedItem // what happened to it, the newest first
	Path     Text
	Format   Text // of the file: which task system's
	Edit     *Edit
	Further  Key // what scrolls down, with its word
	Scroll   int // rows scrolled down; clamped to DetailRows
}

// twoFacts is the cells of a detail from which on it says beside the path of a file what form that has.
const twoFacts = 44

// detailPad is the empty cells at each side of a detail.
const detailPad = 2

// DetailRows returns the rows a detail takes on a layout, for clamping Detail.Scroll.
func DetailRows(l Layout, d *Detail) int {
	pt := &Painter{sh: countingSheet()}
	return len(pt.detailPage(&l, d).Rows)
}

// countingSheet is a sheet to count rows with.
var countingSheet = sync.OnceValue(func() *style.Sheet { return style.New(true, colorprofile.Ascii) })

// drawnDetail is what the rows of a detail were drawn of. Neither a detail nor a feed is changed after it was handed over, so
// one that is the same is drawn once.
type drawnDetail struct {
	detail *Detail
	feed   *Feed
	lanes  *Now
	at     Rect
	sheet  *style.Sheet
}

// drawDetail draws the detail, and what happened, into the rows of its rectangle.
func (pt *Painter) drawDetail(l *Layout, d *Detail, f *Feed) *lay.Drawn {
	of := drawnDetail{detail: d, feed: f, at: l.Detail, sheet: pt.sh}
	if f != nil {
		of.lanes = f.Lanes
	}
	drawn, known := pt.details.Get(struct{}{}, &of)
	if known || d == nil && f == nil {
		return drawn
	}
	r := l.Detail
	g := pt.panelPage(l.DetailWidth(), style.Float)
	first, happened := 0, wordHappened
	if d != nil {
		g, happened = pt.detailPage(l, d), wordHappenedHere
		first = max(0, min(d.Scroll, len(g.Rows)-r.H))
	}
	if d == nil && f != nil {
		pt.drawFeedLanes(l, g, f)
	}
	pt.drawFeed(l, g, f, happened)
	if hidden := len(g.Rows) - first - r.H; hidden > 0 && r.H > 1 { // the last row says so
		pt.drawRest(g, first+r.H-1, hidden+1, d)
	}
	drawn.Spots = lay.AppendSpots(drawn.Spots, lay.AppendSpots(nil, g.Spots, detailPad, -first, first+r.H), 0, 0, r.H)
	for y := range r.H {
		row := panelRow{w: r.W, full: l.Full, on: g.On, up: y == 0 && first > 0, sheet: pt.sh}
		if below := first + y - len(g.Rows); below < 0 {
			if row.text = g.Rows[first+y]; g.Split > 0 && first+y == g.Split {
				row.on = style.Flat
			}
		} else if below > 0 && l.Below > 0 { // the panel is no larger than what it says
			row.on = style.Flat
		}
		drawn.Rows = append(drawn.Rows, pt.panelRow(row, g))
	}
	return drawn
}

// drawRest draws in place of a row how many rows there are from it on, and what leads to them.
func (pt *Painter) drawRest(g *page, at, rest int, d *Detail) {
	rows, end := g.Rows, at+1
	if slices.Contains(g.Heads, at-1) { // a head of which nothing is seen is below, too
		at, rest = at-1, rest+1
	}
	g.Spots = slices.DeleteFunc(g.Spots, func(s Spot) bool { return s.Y >= at })
	g.Rows = rows[:at:at]
	g.Row(func(p *pen) {
		p.Glyph(style.Dim, pt.sh.Glyphs.Down)
		p.Space(1)
		p.Number(style.Dim, rest)
		p.ASCII(style.Dim, " more lines  ")
		if d != nil && !d.Further.Name.Empty() {
			p.Text(style.Accent, d.Further.Name)
			p.Space(1)
			p.Text(style.Dim, d.Further.Does)
		}
	})
	for len(g.Rows) < end {
		g.Gap()
	}
	g.Rows = append(g.Rows, rows[end:]...)
}

// detailPage returns the rows of a detail: with what its task waits for and what waits for it only through others, each where that has room
// beside all else.
func (pt *Painter) detailPage(l *Layout, d *Detail) *page {
	g := pt.pageOf(l, d, false, false)
	room := l.Detail.H - feedRows - len(g.Rows)
	fits := func(more []Dep) bool {
		if len(more) == 0 || len(more)+2 > room {
			return false
		}
		room -= len(more) + 2
		return true
	}
	if earlier, later := fits(d.Earlier), fits(d.Later); earlier || later {
		return pt.pageOf(l, d, earlier, later)
	}
	return g
}

func (pt *Painter) pageOf(l *Layout, d *Detail, earlier, later bool) *page {
	on := style.Float
	if l.Full {
		on = style.Flat
	}
	g := pt.panelPage(l.DetailWidth(), on)
	if !l.Full && (l.Below == 0 || l.H >= airyHeight) { // a low screen needs the row for the description
		g.Gap()
	}
	pt.drawTop(g, d)
	if len(d.Fault) > 0 {
		g.Gap()
		drawHead(g, wordFault)
		for _, l := range d.Fault {
			g.Row(func(p *pen) { p.Line(l) })
		}
	}
	// A description has any number of rows: what waits for what stands before it, in sight.
	pt.drawLinks(g, d, earlier, later)
	if len(d.Body) > 0 {
		g.Gap()
		drawHead(g, wordDescription)
		for _, l := range d.Body {
			g.Row(func(p *pen) { p.Line(l) })
		}
	}
	for i := range d.Sections {
		g.Gap()
		drawHead(g, d.Sections[i].Title)
		pt.drawFacts(g, d.Sections[i].Facts)
	}
	if d.Edit != nil {
		pt.drawEdit(g, d.Edit)
	}
	if len(d.Facts) > 0 {
		g.Gap()
		pt.drawFacts(g, d.Facts)
	}
	if !d.Path.Empty() {
		g.Gap()
		g.Row(func(p *pen) {
			p.Text(style.Label, wordFile)
			p.Space(2)
			if g.W >= twoFacts && !d.Format.Empty() {
				p.Text(style.Dim, d.Format)
				p.Space(2)
			}
			p.Path(style.Dim, d.Path)
		})
	}
	if len(d.News) > 0 {
		g.Gap()
		drawHead(g, safetext.Const("What happened to it"))
		for i := range d.News {
			g.Rows = append(g.Rows, pt.itemRows(g, d.News[i])...)
		}
	}
	return g
}

// drawTop draws what a detail begins with: the title, what is wrong, and how the task stands.
func (pt *Painter) drawTop(g *page, d *Detail) {
	glyph, st := stateGlyph(pt.sh, d.State)
	at, id := 2, d.ID
	if w := d.Short.Width(); w > 0 && w < g.W/3 {
		at += w + 1
	} else if id.Empty() {
		id = d.Short
	}
	helps := d.Help // beside what is wrong, or where there is no room beside the title
	help := func(p *pen) {
		if !helps.Name.Empty() && p.Room() >= 3+helps.width() {
			p.Space(3)
			drawKey(p, &helps)
			helps = Key{}
		}
	}
	besideTitle := 2+d.Warn.Width()+3+helps.width() > g.W
	for i, piece := range d.Title.Wrap(max(g.W-at, 1)) {
		g.Row(func(p *pen) {
			if i == 0 {
				p.Glyph(st, glyph)
				p.Space(1)
				p.TextIn(style.Dim, d.Short, at-2)
			}
			p.PadTo(at)
			if p.Text(style.SubjectStrong, piece); i == 0 && besideTitle {
				help(p)
			}
		})
	}
	if !d.Warn.Empty() {
		warn := style.Warning
		if d.Alarm {
			warn = style.Danger
		}
		words := warn
		if d.State.warns() {
			words = style.Subject
		}
		signed := d.State != Broken && d.State != Unknown // else the title has the same sign
		for i, piece := range d.Warn.Wrap(max(g.W-2, 1)) {
			g.Row(func(p *pen) {
				if i == 0 && signed {
					p.Glyph(warn, pt.sh.Glyphs.Problem)
				}
				p.PadTo(2)
				if p.Text(words, piece); i == 0 {
					help(p)
				}
			})
		}
	}
	g.Row(func(p *pen) {
		p.Space(2)
		p.Text(st, d.Word)
		part := func(st style.Style, t Text) {
			if !t.Empty() {
				p.Space(2)
				p.Text(st, t)
			}
		}
		part(d.Hue, d.Owner)
		part(style.Dim, d.Age)
		if d.AtLeast && !d.Age.Empty() {
			p.ASCII(style.Dim, " or more")
		}
		part(style.Dim, id)
	})
	if !d.Doing.Empty() {
		g.Row(func(p *pen) { p.Space(2); p.Text(style.Doing, d.Doing) })
	}
}

// drawEdit draws the newest outside edit, field by field.
func (pt *Painter) drawEdit(g *page, e *Edit) {
	g.Gap()
	g.Row(func(p *pen) {
		p.Text(style.Label, wordEdit)
		p.Space(2)
		p.Text(style.Dim, e.When)
		if !e.Who.Empty() {
			p.ASCII(style.Dim, ", by ")
			p.Text(e.Hue, e.Who)
		}
		p.Rule(false)
	})
	wide := min(lay.Widest(e.Fields, func(c *Change) Text { return c.Field }), g.W/3)
	orNothing := func(t Text) Text {
		if t.Blank() {
			return wordNothing
		}
		return t
	}
	for i := range e.Fields {
		f := &e.Fields[i]
		before, after := orNothing(f.Before), orNothing(f.After)
		room := max(g.W-wide-2-3, 2)
		two := before.Width()+after.Width() > room
		g.Row(func(p *pen) {
			p.TextIn(style.Label, f.Field, wide)
			p.PadTo(wide + 2)
			p.Text(style.Removed, before)
			if !two {
				p.Space(1)
				p.Glyph(style.Dim, pt.sh.Glyphs.Arrow)
				p.Space(1)
				p.Text(style.Added, after)
			}
		})
		if two {
			g.Row(func(p *pen) {
				p.PadTo(wide)
				p.Glyph(style.Dim, pt.sh.Glyphs.Arrow)
				p.Space(1)
				p.Text(style.Added, after)
			})
		}
	}
}

var (
	wordWaitsFor    = safetext.Const("Waits for")
	wordWaitedFor   = safetext.Const("Waited for")
	wordUnblocks    = safetext.Const("Unblocks")
	wordEarlier     = safetext.Const("Earlier")
	wordLater       = safetext.Const("Later")
	wordFault       = safetext.Const("What its file says")
	wordDescription = safetext.Const("Description")
	wordEdit        = safetext.Const("Last change")
	wordFile        = safetext.Const("File")
	wordNothing     = safetext.Const("(nothing)")
)
