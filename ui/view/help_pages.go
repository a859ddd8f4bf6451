package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// helpPage is a page of the help, and the heads on it.
type helpPage struct {
	*page
	heads []Text
}

// helpBlock is a group drawn, or as much of it as one page holds.
type helpBlock struct {
	rows  []string
	head  Text
	later bool
}

// pages draws all keys on pages of n rows: first those that are likely meant, then what the signs mean and the others that apply now,
// then those that apply elsewhere.
func (h *Help) pages(pt *Painter, w, n int) (pages []helpPage) {
	wide := helpWidth(w)
	columns := helpColumnsIn(wide)
	each := (wide - (columns-1)*helpSpace) / columns
	var blocks []helpBlock
	begin := func() *page { g := pt.newPage(wide, style.Float); pages = append(pages, helpPage{page: g}); return g }
	g := begin()
	if h.Typed == nil {
		blocks = append(blocks, helpBlock{pt.legend(each).rows, wordSigns, false}.cutTo(n)...)
	}
	for i := range h.Groups {
		group := h.Groups[i]
		if !group.Lead {
			blocks = append(blocks, helpBlock{pt.helpGroup(&group, each).rows, group.Title, group.Later}.cutTo(n)...)
			continue
		}
		for most := (n - 1) * columns; len(group.Keys) > most; group.Keys = group.Keys[most:] {
			pt.drawLead(g, group.Keys[:most], columns, each)
			g = begin()
		}
		pt.drawLead(g, group.Keys, columns, each)
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

// drawFurther draws which page this is, and what the following ones hold.
func (pt *Painter) drawFurther(g *page, pages []helpPage, at int) {
	g.row(func(p *pen) {
		end := p.end
		p.end -= len(" of ") + digits(at+1) + digits(len(pages)) + helpSpace
		said := map[string]bool{}
		for _, next := range pages[at+1:] {
			for _, head := range next.heads {
				if said[head.String()] {
					continue
				}
				if len(said) == 0 {
					p.ascii(style.Dim, "next: ")
				} else {
					p.dot()
				}
				p.text(style.Title, head)
				said[head.String()] = true
			}
		}
		p.fill()
		p.end = end
		p.space(helpSpace)
		p.number(style.Dim, at+1)
		p.ascii(style.Dim, " of ")
		p.number(style.Dim, len(pages))
	})
}
