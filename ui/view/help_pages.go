package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// helpPage is a page of the help, and the heads on it.
type helpPage struct {
	*page
	heads []Text
}

// helpLeast is the rows of what stands over the whole width that are worth beginning it at the foot of a page.
const helpLeast = 4

// helpBlock is a group drawn, or as much of it as one page holds.
type helpBlock struct {
	rows  []string
	head  Text
	later bool
}

// pages draws all keys on pages of n rows: first those that are likely meant and what the signs mean, then the others that apply
// now, then those that apply elsewhere.
func (h *Help) pages(pt *Painter, w, n int) (pages []helpPage) {
	wide := helpWidth(w)
	columns := helpColumnsIn(wide)
	each := (wide - (columns-1)*helpSpace) / columns
	var blocks []helpBlock
	begin := func() *page { g := pt.newPage(wide, style.Float); pages = append(pages, helpPage{page: g}); return g }
	g := begin()
	across := func(a helpAcross) {
		for from := 0; from < a.len; {
			switch {
			case len(g.rows) == 0:
			case n-len(g.rows) < 2+min(helpLeast, (a.len-from+columns-1)/columns):
				g = begin()
			default:
				g.blank()
			}
			to := min(from+(n-len(g.rows)-1)*columns, a.len)
			g.drawAcross(&a, from, to, columns, each)
			last := &pages[len(pages)-1]
			last.heads, from = append(last.heads, a.head), to
		}
	}
	for i := range h.Groups {
		if group := &h.Groups[i]; group.Lead {
			across(lead(group.Keys, each))
		} else {
			blocks = append(blocks, helpBlock{pt.helpGroup(group, each).rows, group.Title, group.Later}.cutTo(n)...)
		}
	}
	if h.Typed == nil {
		across(pt.legend())
	}
	if len(h.Groups) == 0 {
		g.text(style.Dim, safetext.Const("No key does that"))
	}
	for len(blocks) > 0 {
		if len(g.rows) > 0 {
			g.blank()
		}
		last := &pages[len(pages)-1]
		if blocks = last.fill(blocks, n-len(g.rows), columns, each); len(blocks) > 0 {
			g = begin()
		}
	}
	return pages
}

// cutTo cuts a block that is higher than n rows: its head stands above every piece.
func (b helpBlock) cutTo(n int) (pieces []helpBlock) {
	for ; len(b.rows) > n; b.rows = append(b.rows[:1:1], b.rows[n:]...) {
		pieces = append(pieces, helpBlock{b.rows[:n:n], b.head, b.later})
	}
	return append(pieces, b)
}

// fill draws what fits into n rows in columns, each block below the column that ends first, so that what comes first stands at the
// top, and returns what is left. What applies elsewhere has pages of its own.
func (g *helpPage) fill(blocks []helpBlock, n, columns, each int) (left []helpBlock) {
	lanes := make([][]string, columns)
	for _, b := range blocks {
		least := 0
		for i := range lanes {
			if len(lanes[i]) < len(lanes[least]) {
				least = i
			}
		}
		lane := &lanes[least]
		if b.later != blocks[0].later || len(*lane)+min(len(*lane), 1)+len(b.rows) > n {
			left = append(left, b)
			continue
		}
		if len(*lane) > 0 {
			*lane = append(*lane, "")
		}
		*lane = append(*lane, b.rows...)
		g.heads = append(g.heads, b.name())
	}
	g.sideBySide(lanes, each)
	return left
}

// name returns what a block is called where pages are named.
func (b *helpBlock) name() Text {
	if b.later {
		return wordElsewhere
	}
	return b.head
}

// drawFurther draws which page this is, and what comes next, as far as there is room for whole names.
func (pt *Painter) drawFurther(g *page, pages []helpPage, at int) {
	var names []Text
	for _, next := range pages[at+1:] {
		for _, head := range next.heads {
			if head != pages[at].heads[0] && !slices.Contains(names, head) {
				names = append(names, head)
			}
		}
	}
	g.row(func(p *pen) {
		end := p.end
		p.end -= len(" of ") + digits(at+1) + digits(len(pages)) + helpSpace
		for i, name := range names {
			if i == 0 {
				p.ascii(style.Dim, "next: ")
			} else if p.remaining() < name.Width()+3 {
				break
			} else {
				p.dot()
			}
			p.textUpTo(style.Title, name, p.remaining())
		}
		p.fill()
		p.end = end
		p.space(helpSpace)
		p.number(style.Dim, at+1)
		p.ascii(style.Dim, " of ")
		p.number(style.Dim, len(pages))
	})
}
