package view

import (
	"slices"
	"sort"
	"sync"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// cardTable is cards as a table, under the heads of their sections or lanes. It has the cards from the first one that may be visible,
// as many as may have room.
type cardTable struct {
	lay.Table
	parts []cardPart    // of each item
	form  cardForm      // of all cards
	w     int           // the cells it was fitted into
	gap   int           // rows free between two cards
	first int           // the place of the first visible card
	cards int           // the number of visible ones
	kept  [Sections]int // the number of blank rows above each section, so that it stays where it was
	tells bool          // a card shows the number of tasks that wait behind it
	then  bool          // a card shows what its completion unblocks
	made  cardsMade
}

// cardForm is how the cards of a table are drawn.
type cardForm struct {
	blocks, roomy bool // as blocks of rows, with all they say
	inColumn      bool // in a column of the board
	static        bool // without motion
}

// cardsMade is what a table was made of, so that one that would be the same is neither laid out nor drawn again.
type cardsMade struct {
	of      cardsOf
	runs    []Run
	lanes   []Lane
	cards   []Card // of each item
	pen     pen
	rows    []string
	spots   []Spot // what a click means in all rows
	ends    []int  // where rows end in the text of those drawn last
	redrawn int    // the number of cards drawn again since it was laid out
}

// mostRedrawn is the largest number of cards drawn again before a table is laid out anew: each takes memory until then.
const mostRedrawn = 32

// cardsOf is what a table was made of besides its cards.
type cardsOf struct {
	body                  Rect
	first, selected, n, h int
	total, parents        int
	each, static          bool
	sections              [Sections]SectionCount
	keep                  [Sections]int
	sheet                 *style.Sheet
}

// isMade reports whether the table shows just these values: if nothing but cards changed, and nothing moves because of that, it
// draws only those again. Otherwise it keeps the values, and the caller lays the table out.
func (v *cardTable) isMade(of cardsOf, runs []Run, columns *[Columns]Column, w int) bool {
	m := &v.made
	same := m.of == of && slices.Equal(m.runs, runs) && len(m.cards) == len(v.parts)
	var lanes int
	for k := range columns {
		n := len(columns[k].Lanes)
		same = same && lanes+n <= len(m.lanes) && slices.Equal(m.lanes[lanes:lanes+n], columns[k].Lanes)
		lanes += n
	}
	if same && lanes == len(m.lanes) && v.redraw(columns, w) {
		return true
	}
	m.of, m.runs, m.lanes = of, append(m.runs[:0], runs...), m.lanes[:0]
	for k := range columns {
		m.lanes = append(m.lanes, columns[k].Lanes...)
	}
	return false
}

// redraw draws the cards again that changed, and reports whether all else is as before.
func (v *cardTable) redraw(columns *[Columns]Column, w int) bool {
	m := &v.made
	for i := range v.parts {
		p, c := &v.parts[i], Card{}
		if p.index >= 0 {
			c = columns[p.column].At(p.index)
		}
		old := &m.cards[i]
		if c == *old {
			continue
		}
		moves := c.State != old.State || c.Open != old.Open || c.Then != old.Then || (c.Behind > 0) != (old.Behind > 0)
		if m.redrawn++; moves || m.redrawn > mostRedrawn || v.form.inColumn && !v.form.blocks && canBeBlocks(m.of.n, m.of.body.H) {
			return false
		}
		*old = c
		p.take(old)
		if !v.Replace(i, v.cardItem(m.of.sheet, old, p)) {
			return false
		}
		before := m.spots
		v.drawRows(p.row, p.row+p.rows, w)
		spots := m.spots[len(before):]
		if m.spots = before; !slices.Equal(spots, m.spotsIn(p.row, p.row+p.rows)) {
			return false
		}
	}
	return true
}

// drawRows draws rows and appends their spots. The rows are pieces of one text, which is one allocation.
func (v *cardTable) drawRows(from, to, w int) {
	m := &v.made
	p := &m.pen
	p.Sheet, p.Spots, p.B, m.ends = m.of.sheet, &m.spots, p.B[:0], m.ends[:0]
	for y := from; y < to; y++ {
		p.RowAt = y
		p.Begin(w, style.Flat)
		v.DrawRow(p, y)
		m.ends = append(m.ends, len(p.B))
	}
	text, begin := string(p.B), 0
	for i, end := range m.ends {
		m.rows[from+i], begin = text[begin:end], end
	}
}

// spotsIn returns the spots in the rows [from, to).
func (m *cardsMade) spotsIn(from, to int) []Spot {
	at := func(y int) int { return sort.Search(len(m.spots), func(i int) bool { return m.spots[i].Y >= y }) }
	return m.spots[at(from):at(to)]
}

// keep keeps the cards that the table was made of, and draws its rows in w cells.
func (v *cardTable) keep(columns *[Columns]Column, w int) {
	m := &v.made
	m.cards, m.spots, m.redrawn = m.cards[:0], m.spots[:0], 0
	for i := range v.parts {
		var c Card
		if p := &v.parts[i]; p.index >= 0 {
			c = columns[p.column].At(p.index)
		}
		m.cards = append(m.cards, c)
	}
	m.rows = slices.Grow(m.rows[:0], v.Len())[:v.Len()]
	v.drawRows(0, v.Len(), w)
}

// cardPart is what an item of such a table is.
type cardPart struct {
	section SectionKind
	column  ColumnKind
	index   int           // of the column; headPart or lanePart
	place   int           // in the list, or in the column
	rows    int           // the visible ones, from row of the table
	row     int           //
	headed  bool          // the head of its section has the glyph of its state
	chosen  bool          // it is the selected card
	away    bool          // its host cannot be reached
	spot    bool          // the story is about it
	look    spotlightLook // the colours in which it is then drawn
}

const headPart, lanePart = -1, -2

// begin empties the table for cards in some columns.
func (v *cardTable) begin(columns []lay.Col, form cardForm, w int) {
	v.Reset(columns)
	v.form = form
	v.Indent, v.Right, v.parts, v.w, v.gap, v.first, v.cards, v.tells, v.then = 2, 1, v.parts[:0], w, 0, 0, 0, false, false
	v.kept = [Sections]int{}
}

// cardItem returns the item of a card.
func (v *cardTable) cardItem(sh *style.Sheet, c *Card, part *cardPart) (it lay.Item) {
	if f := v.form; f.blocks {
		it = v.block(sh, c, f.roomy, part.chosen, f.static)
	} else {
		it = v.row(sh, c, part.headed, f.inColumn, part.chosen, f.static)
	}
	it.Kind, it.Item, it.In = CardSpot, part.index, int(part.column)
	return it
}

// take takes over what of a card is drawn over its rows.
func (p *cardPart) take(c *Card) { p.away, p.spot, p.look = c.Away, c.Spot, lookOf(c.State, c.Alarm) }

// addCard adds a card.
func (v *cardTable) addCard(sh *style.Sheet, c *Card, part cardPart) {
	part.take(c)
	v.add(v.cardItem(sh, c, &part), part)
}

func (v *cardTable) add(it lay.Item, part cardPart) {
	v.Items, v.parts = append(v.Items, it), append(v.parts, part)
}

// put places the first rows of an item.
func (v *cardTable) put(i, rows int) {
	p := &v.parts[i]
	p.row, p.rows = v.Len(), max(rows, 0)
	v.Put(i, p.rows)
	if p.rows > 0 && p.index >= 0 {
		if v.cards++; v.cards == 1 {
			v.first = p.place
		}
	}
}

// height returns the rows of all items.
func (v *cardTable) height() (rows int) {
	for i := range v.Items {
		rows += v.Height(i)
	}
	return rows
}

// extra opens an item, and returns the number of rows it takes more.
func (v *cardTable) extra(i int) int {
	closed := v.Height(i)
	v.Items[i].Open = true
	return v.Height(i) - closed
}

// mostExtra returns the most rows that one card takes more when it is selected, and those of all cards together.
func (v *cardTable) mostExtra() (most, all int) {
	for i := range v.Items {
		open := v.Items[i].Open
		n := v.extra(i)
		v.Items[i].Open = open
		most, all = max(most, n), all+n
	}
	return most, all
}

// openItems shows subjects whole in rows that are free, from the top, and returns the number of these rows. Where not all have room,
// rows are left for the one that may be selected next, so that nothing moves then.
func (v *cardTable) openItems(free int) (used int) {
	most, all := v.mostExtra()
	if all > free {
		free -= most
	}
	for i := range v.Items {
		open := v.Items[i].Open
		if n := v.extra(i); used+n <= free {
			used += n
		} else {
			v.Items[i].Open, free = open, used
		}
	}
	return used
}

// shows reports whether the card at a place is wholly on the screen.
func (v *cardTable) shows(place int) bool {
	for i := range v.parts {
		if p := &v.parts[i]; p.index >= 0 && p.place == place {
			return p.rows == v.Height(i)
		}
	}
	return false
}

// scroll returns the first of n cards so that the selected one is wholly visible, moving as little as possible; -1 for none selected. It
// never leaves rows free below the last card while cards are hidden above. show lays the cards out, starting at first.
func (v *cardTable) scroll(first, selected, n, rows int, show func(first int)) int {
	first = max(min(first, n-1), 0)
	shows := func(from, place int) bool {
		show(from)
		return v.shows(place)
	}
	if selected >= 0 && !shows(first, selected) {
		from := max(selected-rows, 0)
		first = from + sort.Search(selected-from, func(k int) bool { return shows(from+k, selected) })
	}
	if show(first); first > 0 && v.Len() < rows {
		from := max(n-1-rows, 0)
		from += sort.Search(n-1-from, func(k int) bool { // completions that stay in view below the others do not mean the end
			show(from + k)
			return v.cards == n-from-k
		})
		if selected >= 0 && from < first && !shows(from, selected) {
			from += sort.Search(first-from, func(k int) bool { return shows(from+k, selected) })
		}
		first = min(first, from)
	}
	return first
}

// laneHead returns the row above the first visible card of a lane: the name of the list or the owner, and the number of its cards.
func (v *cardTable) laneHead(sh *style.Sheet, lane *Lane, fill int) lay.Item {
	name := lay.Bit{Text: lane.Name, Style: style.Project}
	if lane.Hue != style.Plain {
		name.Style = lane.Hue
	}
	title := lay.Cell{Gap: 2, Keep: keptCount, Bits: v.Bits(name, countOf(lane.Shown, lane.Total))}
	it := lay.Item{Head: true, Cells: v.Cells(title)}
	if fill > 0 {
		it.Cells = v.Cells(lay.Cell{}, title)
	}
	if !lane.Gone.Empty() {
		it.Tail = v.Bits(lay.Bit{Sign: sh.Glyphs.Problem, Hue: style.Danger, Text: lane.Gone, Style: style.Danger})
	}
	return it
}

// keptCount is the width of the number of tasks behind a title that is cut to make room for it.
const keptCount = 14

// countOf returns the number of tasks, and with a filter also that of all tasks.
func countOf(shown, total int) lay.Bit {
	switch {
	case shown != total:
		return lay.Bit{Text: safetext.Number(shown).Append(wordOf, safetext.Number(total)), Style: style.Accent}
	case total == 0:
		return lay.Bit{Text: wordZero, Style: style.Dim}
	}
	return lay.Bit{Count: total, Style: style.Dim}
}

var wordOf, wordZero = safetext.Const(" of "), safetext.Const("0")

// subject returns the subject of a card with the glyph of its state, or without it if a head has the glyph.
func (c *Card) subject(sh *style.Sheet, headed, selected bool) lay.Bit {
	b := lay.Bit{Text: c.Subject, Style: c.subjectStyle(selected), Find: c.Find}
	if !headed {
		b.Sign, b.Hue = stateGlyph(sh, c.State)
	}
	return b
}

// warning returns what is wrong with a task, behind a sign unless the glyph of its state, or in a list the head of its section, is the same.
func (c *Card) warning(sh *style.Sheet, listed bool) lay.Bit {
	b := lay.Bit{Text: c.Warn, Style: c.warnWords()}
	if !c.Warn.Empty() && c.State != Broken && c.State != Unknown && !(c.Needy && listed) {
		b.Sign, b.Hue = sh.Glyphs.Problem, c.warnStyle()
	}
	return b
}

// waits returns what the task waits for behind an arrow, by name and by id.
func (c *Card) waits(t *lay.Table, sh *style.Sheet) (names, short []lay.Bit) {
	b := lay.Bit{Sign: sh.Glyphs.Left, Hue: c.arrow(style.Dim), Text: c.Names, Style: c.nameStyle()}
	names = t.Bits(b)
	if c.Short.Empty() {
		return names, names
	}
	b.Text = c.Short
	return names, t.Bits(b)
}

// row returns a card as a row of a table with the columns of a list; headed says that the head of its section has the glyph of its state,
// inColumn that it is one of a column, which has no second row unless it is selected or needs a person.
func (v *cardTable) row(sh *style.Sheet, c *Card, headed, inColumn, selected, static bool) lay.Item {
	it := v.item(sh, c, true, selected, static)
	aside, owner := lay.Cell{Drop: it.Open}, lay.Bit{Text: c.Owner, Style: c.hue(), Most: mostOwner}
	switch busy := c.State == Running && !(c.Note.Empty() && c.Doing.Empty() && c.Warn.Empty()); {
	case c.Needy && !selected: // on its row where both have room
		aside = lay.Cell{Drop: true, Gap: 2, Bits: v.work(sh, c, owner, true, false).Left.Bits}
	case c.Needy, busy && (!inColumn || selected):
		it.Below = v.Rows(v.work(sh, c, owner, true, selected))
	case !c.Warn.Empty():
		aside.Bits, aside.Short = v.Bits(c.warning(sh, true)), v.Bits(lay.Bit{Sign: sh.Glyphs.Problem, Hue: c.warnStyle()})
	case !c.Names.Empty():
		aside.Bits, aside.Short = c.waits(&v.Table, sh)
		aside.List = !c.Short.Empty() // of a single one a piece of the name says more than the id
	case !c.Owner.Empty():
		aside = lay.Cell{Bits: v.Bits(owner)}
	default:
		aside.Bits = v.Bits(lay.Bit{Text: c.Note, Style: style.Dim})
	}
	it.Cells = v.Cells(lay.Cell{Bits: v.Bits(lay.Bit{Text: c.ID, Style: style.Dim})}, lay.Cell{Bits: v.Bits(c.subject(sh, headed, selected))}, aside, v.marks(sh, c, true))
	return it
}

// work returns the row that says who works on the task, what is wrong with it or what is being done, and on the selected card the key
// that helps.
func (v *cardTable) work(sh *style.Sheet, c *Card, owner lay.Bit, listed, selected bool) lay.Ends {
	doing := lay.Bit{Text: c.Doing, Style: style.Doing}
	if !c.Warn.Empty() {
		doing = c.warning(sh, listed)
	} else if listed && !c.Names.Empty() { // a row has no other place for the names
		names, _ := c.waits(&v.Table, sh)
		if doing = names[0]; !c.Note.Empty() {
			doing.Sign, doing.ID = "", c.Note
		}
	}
	e := lay.Ends{Left: lay.Cell{Gap: 2, Bits: v.Bits(owner, lay.Bit{Text: c.Note, Style: style.Dim}, doing)}}
	if !c.Names.Empty() { // the note is said with them
		e.Left.Bits = v.Bits(owner, doing)
	}
	if selected && !c.Help.Name.Empty() {
		e.Right = keyCell(&v.Table, sh, &c.Help).Bits
	}
	return e
}

// block returns a card as a block of rows: its subject, who has it and what it waits for, what is wrong or being done; and if there is
// room, what its completion unblocks.
func (v *cardTable) block(sh *style.Sheet, c *Card, roomy, selected, static bool) lay.Item {
	it := v.item(sh, c, false, selected, static)
	owner, id := lay.Bit{Text: c.Owner, Style: c.hue()}, lay.Bit{Text: c.ID, Style: style.Dim}
	second := lay.Ends{Left: lay.Cell{Gap: 2}}
	names, short := lay.Bit{Text: c.Note, Style: c.noteStyle()}, lay.Bit{Text: c.Note, Style: c.noteStyle()}
	if !c.Names.Empty() {
		long, brief := c.waits(&v.Table, sh)
		names, short = long[0], brief[0]
	}
	if !c.Note.Empty() && !c.Names.Empty() {
		names.Sign, names.ID, names.Style = "", c.Note, c.noteStyle()
		short = names
	}
	tree := lay.Bit{}
	if c.HasWorktree && c.Names.Empty() {
		tree = lay.Bit{Sign: sh.Glyphs.Worktree, Hue: style.Dim, Text: c.WorktreeName, Style: style.Dim}
	}
	second.Left.Bits, second.Left.Short = v.Bits(owner, id, names, tree), v.Bits(owner, short, id)
	if c.showsAge() {
		second.Right = v.Bits(lay.Bit{Text: c.Age, Style: style.Dim})
	}
	third := lay.Ends{}
	if !c.Warn.Empty() || !c.Doing.Empty() {
		third = v.work(sh, c, lay.Bit{}, false, selected)
		third.Left.Bits = third.Left.Bits[max(len(third.Left.Bits)-1, 0):] // the note is said above
	}
	then := lay.Ends{}
	if roomy && !c.Then.Empty() {
		then.Left.Bits, v.then = v.Bits(lay.Bit{Text: c.Then, Style: style.Dim}), true
	}
	it.Below = v.Rows(second, third, then)
	it.Cells = v.Cells(lay.Cell{Bits: v.Bits(c.subject(sh, false, selected))}, v.marks(sh, c, false))
	return it
}

// item returns what both forms of a card have: the rule at its left with the mark of a change next to it, and its ground.
func (v *cardTable) item(sh *style.Sheet, c *Card, listed, selected, static bool) lay.Item {
	g := sh.Glyphs
	it := lay.Item{Mark: selected, Open: selected || c.Open}
	rule := lay.Bit{Sign: " "}
	switch warns := (c.Alarm || c.Needy) && !listed; {
	case c.Marked:
		rule.Sign, rule.Hue = g.Marked, style.AccentStrong
	case selected:
		rule.Sign, rule.Hue = g.RuleSelected, style.Accent
	case c.Lit && c.State == Ready && !static:
		rule.Sign, rule.Hue = g.Rule, style.Ready
	case warns:
		rule.Sign, rule.Hue = g.Rule, style.Danger
	case c.hasRule():
		rule.Sign, rule.Hue = g.Rule, c.hue()
	}
	glyph, hue := c.mark(sh, static)
	it.Edge = v.Bits(rule, lay.Bit{Sign: glyph, Hue: hue})
	switch {
	case selected:
		it.Ground = style.Raised
	case c.Lit && !static:
		it.Ground = style.Lit
	case c.Alarm && !listed:
		it.Ground = style.Alert
	}
	return it
}

// marks returns the right end of a card: its signs, the number of tasks that wait behind it, and in a list the age of its state. The
// short form is the age of tasks in progress or done, and the number of others.
func (v *cardTable) marks(sh *style.Sheet, c *Card, listed bool) lay.Cell {
	g := sh.Glyphs
	var tree, link, behind, age lay.Bit
	if c.HasWorktree && (listed || !c.Names.Empty()) {
		tree = lay.Bit{Sign: g.Worktree, Hue: style.Dim}
	}
	if c.OneSided {
		link = lay.Bit{Sign: g.OneSided, Hue: style.Warning}
	}
	if c.Behind > 0 {
		v.tells = true
		behind = behindBit(g.Behind, c.Behind)
	}
	if listed {
		age = lay.Bit{Text: c.Age, Style: style.Dim}
	}
	cell := lay.Cell{Gap: 1, Bits: v.Bits(tree, link, behind, age)}
	if c.showsAge() && listed {
		behind = age
	}
	cell.Short = v.Bits(link, behind)
	return cell
}

// behindBit returns the number of tasks that wait behind a task, with a sign.
func behindBit(sign string, n int) lay.Bit {
	b := lay.Bit{Sign: sign, Hue: style.Dim, Tight: true, Count: n, Style: style.Dim}
	if n > mostBehind {
		b.Count, b.Text = 0, textMostBehind
	}
	return b
}

// drawCardRow draws row y of the cards in w cells. In a story the cards it is about have its colours, and all others are
// dim, as are those whose host cannot be reached.
func (pt *Painter) drawCardRow(v *cardTable, y, w int) {
	i := v.Line(y)
	if i < 0 {
		return
	}
	p, part, m := &pt.p, &v.parts[i], &v.made
	row := m.rows[y]
	switch {
	case part.index < 0, !part.spot && !part.away && !pt.dims:
	case !part.spot:
		row = pt.inOneStyle(style.Dim, row, 0, w)
	case y == part.row:
		row = pt.inOneStyle(part.look.name, row, 0, w)
	default:
		row = pt.inOneStyle(part.look.said, row, 0, w)
	}
	for _, s := range m.spotsIn(y, y+1) {
		s.X, s.Y = s.X+p.At, p.RowAt
		pt.spots = append(pt.spots, s)
	}
	p.Drawn(row, w)
}

var wordOut = safetext.Const("more")

// measuring is the sheet of what is laid out for its cells alone: they are the same in every theme.
var measuring = &style.Sheet{Glyphs: style.GlyphSet(false)}

// spares are tables for cards that are only measured. That happens after each key, and a new table each time would be garbage after one
// use.
var spares = sync.Pool{New: func() any { return &cardTable{} }}

func spareTable() *cardTable { return spares.Get().(*cardTable) }

func (v *cardTable) spare() { spares.Put(v) }
