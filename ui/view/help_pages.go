package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// helpPage is a page of the help.
type helpPage struct {
	*page
	head Text // the first on it
	rest bool // what is first began on the page before
}

// helpLeast is the rows of what stands over the whole width that are worth beginning it at the foot of a page.
const helpLeast = 4

// helpBlock is a group drawn, or as much of it as one page holds.
type helpBlock struct {
	rows []string
	head Text
	rest bool // it began on the page before
}

// pages draws all keys on pages of n rows: first those that are likely meant, then the others. What the signs mean stands at the foot of
// the page on which the first of these end, or else above the others; a dialog needs none.
func (h *Help) pages(pt *Painter, w, n int) (pages []helpPage) {
	wide := helpWidth(w)
	columns := helpColumnsIn(wide)
	each := (wide - (columns-1)*helpSpace) / columns
	var blocks []helpBlock
	begin := func() *page { g := pt.newPage(wide, style.Float); pages = append(pages, helpPage{page: g}); return g }
	g := begin()
	across := func(a helpAcross, least int) {
		for from := 0; from < a.len; {
			switch {
			case len(g.rows) == 0:
			case n-len(g.rows) < 2+min(least, a.rows(from)):
				g = begin()
			default:
				g.blank()
			}
			to := min(from+(n-len(g.rows)-1)*a.columns, a.len)
			g.drawAcross(&a, from, to)
			pages[len(pages)-1].begins(a.head, from > 0)
			from = to
		}
	}
	for i := range h.Groups {
		if group := &h.Groups[i]; group.Lead {
			across(group.across(columns, each), helpLeast)
		} else {
			blocks = append(blocks, helpBlock{rows: pt.helpGroup(group, each).rows, head: group.Title}.cutTo(n)...)
		}
	}
	legend, foot := pt.legend(wide), 0
	switch signs := 2 + legend.rows(0); {
	case h.Typed != nil, len(g.rows) == 0: // the keys of a dialog
	case len(g.rows) > 0 && len(g.rows)+signs <= n:
		foot = signs
	default:
		across(legend, legend.len)
	}
	if len(h.Groups) == 0 {
		g.text(style.Dim, safetext.Const("No key does that"))
	}
	for len(blocks) > 0 || foot > 0 {
		last := &pages[len(pages)-1]
		blocks = last.fill(blocks, n-foot, columns, each)
		if foot > 0 {
			across(legend, legend.len)
			foot = 0
		}
		if len(blocks) > 0 {
			g = begin()
		}
	}
	return pages
}

// cutTo cuts a block that is higher than n rows.
func (b helpBlock) cutTo(n int) (pieces []helpBlock) {
	for len(b.rows) > n {
		var first helpBlock
		first, b = b.split(n)
		pieces = append(pieces, first)
	}
	return append(pieces, b)
}

// split parts a block behind n rows: its head stands above both parts.
func (b helpBlock) split(n int) (first, rest helpBlock) {
	first, rest = b, b
	first.rows, rest.rows, rest.rest = b.rows[:n:n], append(b.rows[:1:1], b.rows[n:]...), true
	return first, rest
}

// begins notes what stands first on a page, and whether it is the rest of what began on the page before.
func (g *helpPage) begins(head Text, rest bool) {
	if g.head.Empty() {
		g.head, g.rest = head, rest
	}
}

// fill draws what fits in columns until there are n rows, each block below the column that ends first, and returns what is left: of
// several columns all from the first block on that has no room, so that none is torn from those beside it; a single column is filled to
// its end.
func (g *helpPage) fill(blocks []helpBlock, n, columns, each int) []helpBlock {
	lanes := make([][]string, columns)
	above := min(len(g.rows), 1)
	n -= len(g.rows) + above
	for len(blocks) > 0 {
		b, least := blocks[0], 0
		for i := range lanes {
			if len(lanes[i]) < len(lanes[least]) {
				least = i
			}
		}
		lane := &lanes[least]
		room := n - len(*lane) - min(len(*lane), 1)
		if len(b.rows) > room && (columns > 1 || room <= helpLeast) {
			break
		}
		if blocks = blocks[1:]; len(b.rows) > room {
			var rest helpBlock
			b, rest = b.split(room)
			blocks = append([]helpBlock{rest}, blocks...)
		}
		if len(*lane) > 0 {
			*lane = append(*lane, "")
		}
		*lane = append(*lane, b.rows...)
		g.begins(b.head, b.rest)
	}
	if above > 0 && len(lanes[0]) > 0 {
		g.blank()
	}
	g.sideBySide(lanes, each)
	return blocks
}

// turning returns the key that turns the page, and what is on the next: none where there is one page only.
func (h *Help) turning(pages []helpPage, at int) []Key {
	switch {
	case len(pages) == 1:
		return nil
	case at == len(pages)-1:
		return []Key{{Name: h.Back, Does: wordPageBack}}
	}
	next := pages[at+1].head
	if pages[at+1].rest {
		next = wordRest
	}
	return []Key{{Name: h.Turn, Does: wordNext.Append(next)}}
}
