package view

import (
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// itemKind is what an item of a list of cards is.
type itemKind uint8

const (
	cardItem itemKind = iota
	goneItem          // the rows of a card that left
	sectionItem
	laneItem
	partsItem   // the head of a container
	columnsItem // the head of the first visible section, if the others have none
)

// A listItem is something that has rows in a list of cards.
type listItem struct {
	kind    itemKind
	section SectionKind
	column  ColumnKind
	index   int // of the card in its column
	place   int // in the stack
	row     int // its first row
	look    cardLook
	head    sectionHead
	lane    Lane
	parts   partsHead
	gone    Text
}

// sectionHead is what the head of a section says.
type sectionHead struct {
	count        SectionCount
	above, below int  // cards of the section that are hidden
	columns      bool // it has the words above the columns
}

// A cardList is cards below one another as they are laid out: a column of the board, or on a narrow screen all of them.
type cardList struct {
	items []listItem // the visible ones, from the top
	at    []int      // the item in each row, -1 for none
	first int        // the place of the first visible card
	shown int        // the number of visible cards
	n     int        // the number of all cards
	brief briefCols  // of cards of one row

	plan  lay.Forms
	known map[string]knownCard // by the key of the card

	cards []Card // of the open tasks, while they are laid out
	sizes []lay.FormSize
	had   []uint8
	drawn [2][]drawnCard // the visible items as they were drawn last, and before that
	pen   pen
	spots []Spot
}

// knownCard is the form that a card had, and its rows.
type knownCard struct {
	form uint8
	rows int
}

// listKind is the difference between a column and the list.
type listKind struct {
	w, rows  int
	low      bool // the screen is low
	stacked  bool // it is the list, which has sections with heads, and completed tasks last
	headless bool // sections have no heads, because these would push out an open task
	brief    bool // the heads of containers have no room for "done"
}

// last reports whether the cards of a section come after all others have their rows.
func (k *listKind) last(s SectionKind) bool { return k.stacked && s == DoneSection }

// lay lays a stack out. With anew set no card has the form that it had before.
func (v *cardList) lay(kind listKind, cols *[Columns]Column, s *Stack, anew bool) {
	v.n = s.Len()
	v.gather(&kind, cols, s)
	v.fitHeads(&kind, s)
	kind.brief = s.briefHeads(kind.w)
	heads := v.headRows(&kind, cols, s)
	space := lay.FormRoom{Rows: kind.rows - heads, Low: kind.low, Parts: !kind.stacked, Last: v.n - v.openLen(&kind, s)}
	switch {
	case len(v.cards) < v.openLen(&kind, s): // more than there are rows
		v.plan.Begin(nil, &space)
		v.plan.Scrolls = true
	case anew || v.known == nil:
		v.plan.Fit(v.sizes, space)
	default:
		v.plan.Adapt(v.sizes, v.had, space)
	}
	v.remember()
	v.show(&kind, cols, s)
}

// openLen returns the number of cards without those that come last.
func (v *cardList) openLen(kind *listKind, s *Stack) (n int) {
	for i := range s.Runs {
		if !kind.last(s.Runs[i].Section) {
			n += s.Runs[i].Len
		}
	}
	return n
}

// gather reads the cards whose height is to be worked out: all that do not come last, or none if there are more than
// rows.
func (v *cardList) gather(kind *listKind, cols *[Columns]Column, s *Stack) {
	v.cards, v.sizes, v.had = v.cards[:0], v.sizes[:0], v.had[:0]
	if v.openLen(kind, s) > kind.rows {
		return
	}
	group := 0
	for i := range s.Runs {
		r := &s.Runs[i]
		if i > 0 && v.parts(cols, &s.Runs[i-1], r) {
			group++
		}
		if kind.last(r.Section) {
			continue
		}
		for j := range r.Len {
			c := Card{}
			if r.Gone != nil {
				c.Key = r.Gone.Key
			} else {
				c = cols[r.Column].At(r.First + j)
			}
			size := lay.FormSize{Group: group, First: c.Needy}
			had, known := v.known[c.Key]
			size.Rows = c.size(kind.w)
			if !known {
				had.form = v.formIn(r.Took, &size)
			}
			if r.Gone != nil {
				rows := max(had.rows, 1)
				size.Rows = [lay.FormCount]int{rows, rows, rows}
			}
			v.cards, v.sizes, v.had = append(v.cards, c), append(v.sizes, size), append(v.had, had.form)
		}
	}
}

// formIn returns the form of a new card that took the rows of another one: the largest that has room there.
func (v *cardList) formIn(took string, size *lay.FormSize) uint8 {
	left, known := v.known[took]
	if !known {
		return lay.NewForm
	}
	form := left.form
	for form > 0 && size.Rows[form] > left.rows {
		form--
	}
	return form
}

// parts reports whether two runs that follow each other are of different groups.
func (v *cardList) parts(cols *[Columns]Column, before, r *Run) bool {
	if before.Head > 0 && before.Head == r.Head {
		return false // under the head of a container sections are not apart
	}
	return before.Head != r.Head || before.Section != r.Section || before.laneIn(cols) != r.laneIn(cols)
}

// laneIn returns the lane of a run, -1 if there is one list only.
func (r *Run) laneIn(cols *[Columns]Column) int {
	c := &cols[r.Column]
	if len(c.Lanes) == 0 {
		return -1
	}
	return c.laneOf(r.First)
}

// remember keeps the forms of the cards for the next time.
func (v *cardList) remember() {
	if v.known == nil {
		v.known = map[string]knownCard{}
	}
	if len(v.cards) == 0 {
		clear(v.known)
		return
	}
	if len(v.known) > 2*len(v.cards) {
		clear(v.known)
	}
	for i := range v.cards {
		if v.cards[i].ID.Empty() && v.cards[i].Subject.Empty() {
			continue // the rows of one that left: they are known
		}
		v.known[v.cards[i].Key] = knownCard{v.plan.Of[i], v.sizes[i].Rows[v.plan.Of[i]]}
	}
}

// fitHeads decides whether sections have heads: on a low screen only if these push out no open task.
func (v *cardList) fitHeads(kind *listKind, s *Stack) {
	if !kind.stacked || !kind.low {
		return
	}
	rows := v.sections(s)
	for i := range v.sizes {
		rows += v.sizes[i].Rows[0]
	}
	kind.headless = rows > kind.rows || len(v.cards) < v.openLen(kind, s)
}

// sections returns the number of sections that have cards.
func (v *cardList) sections(s *Stack) (n int) {
	for i := range s.Runs {
		n += b2i(i == 0 || s.Runs[i].Section != s.Runs[i-1].Section)
	}
	return n
}

// headRows returns the rows of all heads.
func (v *cardList) headRows(kind *listKind, cols *[Columns]Column, s *Stack) (rows int) {
	for i := range s.Runs {
		rows += v.headsAbove(kind, cols, s, i, false)
	}
	return rows + b2i(kind.headless)
}

// headsAbove returns the number of heads above the first card of a run; with top set the run is the first visible one.
func (v *cardList) headsAbove(kind *listKind, cols *[Columns]Column, s *Stack, run int, top bool) (rows int) {
	// a column shows no sections
	section := top || run == 0 || kind.stacked && s.Runs[run].Section != s.Runs[run-1].Section
	if kind.stacked && !kind.headless && section {
		rows++
	}
	if !kind.headed() {
		return rows
	}
	lane := s.Runs[run].laneIn(cols)
	if lane >= 0 && (section || s.Runs[run-1].laneIn(cols) != lane) {
		rows++
	}
	if s.headAbove(run, top) > 0 {
		rows++
	}
	return rows
}

// headsFrom is the smallest number of rows for cards in which lanes and containers have heads: a card has to fit under
// each.
const headsFrom = 4

// headed reports whether they have.
func (k *listKind) headed() bool { return k.rows >= headsFrom }

// form returns the form of the card at a place, and its rows.
func (v *cardList) form(kind *listKind, cols *[Columns]Column, r *Run, i, place int) (look cardLook) {
	look = cardLook{w: kind.w, rows: 1}
	switch {
	case r.Gone == nil && place < len(v.plan.Of):
		look.form, look.rows = v.plan.Of[place], v.sizes[place].Rows[v.plan.Of[place]]
	case r.Gone != nil && place < len(v.sizes):
		look.rows = v.sizes[place].Rows[0]
	case r.Section == NeedsSection && !kind.low && r.Gone == nil:
		c := cols[r.Column].At(r.First + i)
		look.form, look.rows = 1, c.size(kind.w)[1]
		_, rest := c.firstLine(kind.w)
		if look.joined = rest.Empty() && c.alarms(); look.joined {
			look.rows = 2
		}
	}
	return look
}

// show chooses the visible cards and makes their items.
func (v *cardList) show(kind *listKind, cols *[Columns]Column, s *Stack) {
	rows := kind.rows - b2i(kind.headless)
	height := func(place int, first bool) int {
		run, i := s.run(place)
		look := v.form(kind, cols, &s.Runs[run], i, place)
		if i == 0 || first {
			look.rows += v.headsAbove(kind, cols, s, run, first)
		}
		if !first && place > 0 && place < len(v.sizes) && v.plan.Gap(v.sizes, place) {
			look.rows++
		}
		return look.rows
	}
	window := lay.Window{First: s.First, Selected: s.Selected}
	if s.OnHead > 0 {
		window.Selected = s.headStart(s.OnHead)
	}
	if s.Free {
		window.Selected = -1
	}
	from, to := window.Visible(v.n, rows, height)
	v.items, v.at, v.first, v.shown = v.items[:0], v.at[:0], from, to-from
	if kind.headless {
		run, _ := s.run(from)
		section := s.Runs[run].Section
		v.put(listItem{kind: columnsItem, section: section,
			head: sectionHead{s.Sections[section].left(), from, v.n - to, true}}, 1)
	}
	v.cards = v.cards[:0] // from here on those of one row
	head := -1
	for place := from; place < to; place++ {
		run, i := s.run(place)
		r := &s.Runs[run]
		first := place == from
		if !first && place < len(v.sizes) && v.plan.Gap(v.sizes, place) {
			v.at = append(v.at, -1)
		}
		if first || i == 0 {
			head = v.putHeads(kind, cols, s, run, first, head)
		}
		it := listItem{kind: cardItem, section: r.Section, column: r.Column, index: r.First + i, place: place,
			look: v.form(kind, cols, r, i, place)}
		it.look.selected = place == s.Selected
		if r.Gone != nil {
			it.kind, it.gone = goneItem, r.Gone.To
		} else if it.look.form == 0 {
			v.cards = append(v.cards, cols[r.Column].At(it.index))
		}
		it.look.odd = !v.plan.Apart && v.oddIn(place)
		v.put(it, it.look.rows)
	}
	if run, i := s.run(to); to < v.n && i == 0 && len(v.at) < kind.rows && v.headsAbove(kind, cols, s, run, false) > 0 {
		v.putHeads(kind, cols, s, run, false, head) // only the head has room
	}
	v.at = v.at[:min(len(v.at), kind.rows)]
	v.countHidden(s, from, to)
	v.brief = fitBrief(v.cards, kind.w)
	for i := range v.items {
		if it := &v.items[i]; it.kind != cardItem || it.look.form == 0 {
			it.look.brief = v.brief
		}
	}
}

// put places an item in the next rows.
func (v *cardList) put(it listItem, rows int) {
	it.row = len(v.at)
	for range rows {
		v.at = append(v.at, len(v.items))
	}
	v.items = append(v.items, it)
}

// oddIn reports whether the card at a place has the second of two grounds: every other one of its group.
func (v *cardList) oddIn(place int) bool {
	n := 0
	if place < len(v.sizes) {
		for group := v.sizes[place].Group; place > 0 && v.sizes[place-1].Group == group; place-- {
			n++
		}
	} else {
		n = place
	}
	return n%2 == 1
}

// putHeads places the heads above the first card of a run.
func (v *cardList) putHeads(kind *listKind, cols *[Columns]Column, s *Stack, run int, top bool, before int) int {
	r := &s.Runs[run]
	n := v.headsAbove(kind, cols, s, run, top)
	section := kind.stacked && !kind.headless && (top || run == 0 || r.Section != s.Runs[run-1].Section)
	if section {
		head := sectionHead{count: s.Sections[r.Section].left(), columns: before < 0}
		v.put(listItem{kind: sectionItem, section: r.Section, column: sections[r.Section].column, head: head}, 1)
		n--
		before = 0
	}
	head := s.headAbove(run, top)
	if head > 0 {
		n--
	}
	if n > 0 {
		c := &cols[r.Column]
		lane := c.Lanes[c.laneOf(r.First)]
		v.put(listItem{kind: laneItem, section: r.Section, column: r.Column, lane: lane}, 1)
	}
	if head > 0 && kind.headed() {
		v.put(listItem{kind: partsItem, section: r.Section, column: r.Column,
			parts: partsHead{s.Heads[head-1], head - 1, kind.brief, head == s.OnHead}}, 1)
	}
	return before
}

// countHidden puts into the heads of sections how many of their cards are hidden, and into that of completed tasks
// which one is the newest if none has a row.
func (v *cardList) countHidden(s *Stack, from, to int) {
	place := 0
	var above, below [Sections]int
	for i := range s.Runs {
		r := &s.Runs[i]
		above[r.Section] += min(max(from-place, 0), r.Len)
		below[r.Section] += min(max(place+r.Len-to, 0), r.Len)
		place += r.Len
	}
	for i := range v.items {
		if it := &v.items[i]; it.kind == sectionItem {
			it.head.above, it.head.below = above[it.section], below[it.section]
		}
	}
}

// worth returns how much of the cards is shown, to compare it with what they show in other rooms.
func (v *cardList) worth() int {
	n := v.shown
	for _, form := range v.plan.Of {
		n += int(form)
	}
	return n
}

// rowOf returns the first row of the card at a place, -1 if it is not visible.
func (v *cardList) rowOf(place int) int {
	for i := range v.items {
		if it := &v.items[i]; it.kind == cardItem && it.place == place {
			return it.row
		}
	}
	return -1
}

// near returns the place of the visible card that begins nearest to a row, -1 for none.
func (v *cardList) near(row int) int {
	best, away := -1, 0
	for i := range v.items {
		it := &v.items[i]
		if d := max(it.row-row, row-it.row); it.kind == cardItem && (best < 0 || d < away) {
			best, away = it.place, d
		}
	}
	return best
}

// drawnCard is the rows of an item, and what they were drawn from.
type drawnCard struct {
	item  listItem
	card  Card
	sheet *style.Sheet
	rows  []string
	spots []Spot
}

// draw draws the visible items that are not as they were drawn last, wherever that was. With spotlit set the cards that
// a caption is not about are dim.
func (v *cardList) draw(cols *[Columns]Column, sh *style.Sheet, w int, spotlit bool) {
	v.drawn[0], v.drawn[1] = v.drawn[1][:0], v.drawn[0]
	before := v.drawn[1]
	for i := range v.items {
		d := drawnCard{item: v.items[i], sheet: sh}
		d.item.row, d.item.place = 0, 0
		h := &d.item.head
		if d.item.kind == cardItem {
			if d.card = cols[d.item.column].At(d.item.index); spotlit && !d.card.Spot {
				d.sheet = sh.Under()
			}
		} else if d.item.kind == sectionItem && d.item.section == DoneSection && h.below == h.count.Shown {
			d.card = newestDone(cols)
		}
		d.item.index = 0
		at := -1
		for j := i; j < len(before) && at < 0; j++ { // most are where they were
			if d.isAs(&before[j]) {
				at = j
			}
		}
		for j := 0; j < min(i, len(before)) && at < 0; j++ {
			if d.isAs(&before[j]) {
				at = j
			}
		}
		if at >= 0 {
			d.rows, d.spots = before[at].rows, before[at].spots
		} else {
			d.rows, d.spots = v.drawItem(&d, w)
		}
		v.drawn[0] = append(v.drawn[0], d)
	}
}

// isAs reports whether an item was drawn from the same values.
func (d *drawnCard) isAs(before *drawnCard) bool {
	return d.card.Key == before.card.Key && d.sheet == before.sheet && d.item == before.item && d.card == before.card
}

// newestDone returns the card of the task that was completed last.
func newestDone(cols *[Columns]Column) Card {
	if c := &cols[CompletedColumn]; c.Len > 0 {
		return c.At(0)
	}
	return Card{}
}

// drawItem draws the rows of an item, and returns them and the spots in them.
func (v *cardList) drawItem(d *drawnCard, w int) (drawn []string, spots []Spot) {
	p := &v.pen
	v.spots, p.B = v.spots[:0], p.B[:0]
	p.Sheet, p.Spots = d.sheet, &v.spots
	rows := max(d.item.look.rows, 1)
	var ends [mostTitle + 3]int
	for row := range rows {
		p.RowAt = row
		p.Begin(w, style.Flat)
		switch d.item.kind {
		case cardItem:
			d.card.draw(p, &d.item.look, row)
		case goneItem:
			if row == 0 {
				p.PadTo(titleAt)
				p.TextIn(style.Dim, d.item.gone, p.Room()-cardRight)
			}
		case sectionItem, columnsItem:
			d.drawSection(p)
		case laneItem:
			d.drawLane(p)
		case partsItem:
			d.item.parts.draw(p)
		}
		p.Fill()
		ends[row+1] = len(p.B)
	}
	drawn = make([]string, rows)
	for all, row := string(p.B), 0; row < rows; row++ {
		drawn[row] = all[ends[row]:ends[row+1]]
	}
	return drawn, slices.Clone(v.spots)
}

// drawSection draws the head of a section.
func (d *drawnCard) drawSection(p *pen) {
	h, s := &d.item.head, &sections[d.item.section]
	glyph, hue := d.item.section.sign(p.Sheet)
	p.PadTo(signAt)
	name := lay.Bit{Sign: glyph, Hue: hue, Text: s.name, Style: style.TitleStrong}
	count, fresh := countOf(h.count.Shown, h.count.Total), newOf(h.count.New, h.count.Shown == h.count.Total)
	lay.Draw(p, name, lay.Bit{Text: wordBlank}, count, fresh)
	p.End -= cardRight
	newest, hidden := !d.card.Subject.Empty(), hiddenCards(p.Sheet, h.above, h.below)
	switch {
	case newest:
		age := lay.Bit{Text: d.card.Age, Style: style.Dim}
		if !d.card.Age.Empty() && d.card.Age.String() != "now" {
			age.Text = d.card.Age.Append(wordAgo)
		}
		p.Space(2)
		all := p.End
		p.End -= lay.Width(age) + 2
		drawNewest(p, &d.card)
		p.End = all
		lay.DrawRight(p, 0, age)
	case h.above+h.below > 0 && h.columns:
		p.Space(2)
		lay.Draw(p, hidden[:]...)
	case h.above+h.below > 0:
		lay.DrawRight(p, 0, hidden[:]...)
	}
	p.End += cardRight
	if h.columns && !newest {
		d.item.look.brief.drawHeads(p, 0)
	}
}

// drawNewest draws the title of a completed task, and who did it.
func drawNewest(p *pen, c *Card) {
	t := c.Subject
	if !c.Owner.Empty() {
		t = t.Append(safetext.Line(" "+p.Sheet.Glyphs.Dot+" "), c.Owner)
	}
	p.Text(style.Soft, t)
}

// drawLane draws the head of a lane: the name of the list or the owner, and how much of it is shown.
func (d *drawnCard) drawLane(p *pen) {
	lane := &d.item.lane
	name := lay.Bit{Text: lane.Name, Style: style.Project}
	if lane.Hue != style.Plain {
		name.Style = lane.Hue
	}
	p.PadTo(signAt)
	p.End -= cardRight
	gone := lay.Bit{Text: lane.Gone, Style: style.Soft}
	count := countOf(lane.Shown, lane.Total)
	name.Most = max(p.Room()-lay.Width(count)-lay.Width(gone)-3, 1)
	lay.Draw(p, name, lay.Bit{Text: wordBlank}, count)
	lay.DrawRight(p, 0, gone)
	p.End += cardRight
}

// hiddenCards returns the number of cards that are hidden above and below.
func hiddenCards(sh *style.Sheet, above, below int) (bits [7]lay.Bit) {
	put := func(at, n int, sign string) {
		if n > 0 {
			bits[at], bits[at+1] = lay.Bit{Count: n, Style: style.Dim}, lay.Bit{Text: wordMoreCards, Style: style.Dim}
			bits[at+2] = lay.Bit{Sign: sign, Hue: style.Dim}
		}
	}
	put(0, above, sh.Glyphs.Up)
	put(4, below, sh.Glyphs.Down)
	if above > 0 && below > 0 {
		bits[3].Text = wordTwo
	}
	return bits
}

// drawHidden draws the numbers of hiddenCards.
func drawHidden(p *pen, above, below int) {
	bits := hiddenCards(p.Sheet, above, below)
	lay.Draw(p, bits[:]...)
}

// countOf returns the number of tasks, and with a filter also that of all tasks.
func countOf(shown, total int) lay.Bit {
	switch {
	case shown != total:
		return lay.Bit{Text: safetext.Number(shown).Append(wordOf, safetext.Number(total)), Style: style.Accent}
	case total == 0:
		return lay.Bit{Text: textZero, Style: style.Dim}
	}
	return lay.Bit{Count: total, Style: style.Dim}
}

// newOf returns how many of the tasks that were counted are new: nothing if a filter hides some.
func newOf(n int, all bool) lay.Bit {
	if n == 0 || !all {
		return lay.Bit{}
	}
	return lay.Bit{Text: wordListed.Append(safetext.Number(n), wordBlank, wordNew), Style: style.Accent}
}

var wordListed = safetext.Const(", ")

var wordOf, wordAgo, wordMoreCards = safetext.Const(" of "), safetext.Const(" ago"), safetext.Const(" more ")
