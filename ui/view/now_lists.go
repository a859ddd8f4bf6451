package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// below is the part below the lanes: the lists and the feed, which has a column of its own if there is room.
type below struct {
	items  *feedMemo
	v      *Now
	parts  []lay.Part // the lists, and the feed
	feed   *Feed
	pages  []*page // the columns
	lists  int     // the rows of the lists
	more   int     // the additional rows for the feed
	second []int   // the rows of each list if its cards have two
	narrow bool    // the screen is
}

const (
	nowGutter   = 2  // cells between two columns
	listShare   = 46 // the cells of the lists next to the feed, in percent
	leastEvents = 5  // the events that are shown before the lanes have more than their tasks
	goodFeed    = 9  // the rows of the feed that are as important as the past of the agents
)

// layBelow lays out what is below the lanes in w cells, of which at most h rows are to be seen.
func layBelow(items *feedMemo, sh *style.Sheet, v *Now, f *Feed, w, h int) below {
	b := below{items: items, v: v, feed: f, narrow: breadthOf(w) == Narrow}
	if f != nil && len(v.Blocks) > 0 && breadthOf(w) == Wide {
		shares := lay.Portions([]int{listShare, 100 - listShare}, w-nowGutter)
		b.pages = append(b.pages, lay.NewPage(sh, shares[0], style.Flat), lay.NewPage(sh, shares[1], style.Flat))
	} else {
		b.pages = append(b.pages, lay.NewPage(sh, w, style.Flat))
	}
	w = b.pages[0].W
	for i := range v.Blocks {
		brief, second := 1, 1
		for k := range v.Blocks[i].Cards {
			size := v.Blocks[i].Cards[k].size(w)
			brief, second = brief+size[0], second+size[1]
		}
		b.lists += second
		b.second = append(b.second, second)
		b.parts = append(b.parts, lay.Part{Least: min(brief, leastRows), Good: brief, Want: second})
	}
	if f != nil {
		rows := 1 + min(max(len(f.Items), 1), h-1) // with the title
		b.parts = append(b.parts, lay.Part{Least: leastRows, Good: min(rows, 1+leastEvents), Want: rows})
		b.more = max(min(rows, goodFeed)-b.lists*(len(b.pages)-1), 0) // next to the lists the feed has their rows
	}
	return b
}

// draw draws what is below the lanes in at most rows rows.
func (b *below) draw(g *page, rows int) {
	lists, tight := len(b.v.Blocks), rows <= b.lists+b.least()
	if !tight { // a free row
		rows--
	}
	if rows < 1 {
		return
	}
	got := lay.Share(b.parts, rows)
	if len(b.pages) > 1 {
		got = append(lay.Share(b.parts[:lists], rows), lay.Share(b.parts[lists:], rows)...)
	}
	free := rows
	for _, n := range got[:b.inFirst()] {
		free -= n
	}
	for i := range b.v.Blocks {
		if i > 0 && free > 0 {
			b.pages[0].Blank()
			free--
		}
		b.drawList(i, got[i])
	}
	if len(b.pages) == 1 && lists > 0 && free > 0 {
		b.pages[0].Blank()
	}
	if last := b.pages[len(b.pages)-1]; b.feed != nil && got[lists] > 0 {
		b.items.drawFeedRows(last, b.feed, feedHead{wordHappened, b.v.Done, signAt, b.narrow}, got[lists])
	}
	if !tight {
		g.Blank()
	}
	g.Across(0, nowGutter, b.pages...)
}

// least returns the rows of the feed below the lists that come before free ones.
func (b *below) least() int {
	if len(b.pages) > 1 || b.feed == nil {
		return 0
	}
	return min(1+len(b.feed.Items), 1+leastEvents)
}

// inFirst returns the number of parts in the first column.
func (b *below) inFirst() int {
	if len(b.pages) > 1 {
		return len(b.v.Blocks)
	}
	return len(b.parts)
}

// drawList draws a list in the n rows that it got: cards of two rows, of one, or as many as have a row.
func (b *below) drawList(i, n int) {
	block, g := &b.v.Blocks[i], b.pages[0]
	if n < 1 {
		return
	}
	look := cardLook{w: g.W, form: 1}
	if n < b.second[i] {
		look.form, look.brief = 0, fitBrief(block.Cards, g.W)
	}
	height := func(k int) int { return block.Cards[k].size(g.W)[look.form] }
	from, to := 0, len(block.Cards)
	if look.form == 0 {
		to = min(to, n-1)
		from = max(min(block.Selected-to+1, len(block.Cards)-to), 0)
		to += from
	}
	g.Row(func(p *pen) { block.drawHead(p, to-from, &look) })
	for k := from; k < to; k++ {
		card := block.Cards[k]
		look.rows, look.selected, look.odd = height(k), k == block.Selected, (k-from)%2 == 1
		for row := range look.rows {
			g.Row(func(p *pen) { card.draw(p, &look, row) })
		}
	}
}

// drawHead draws the title of a list of which n tasks are seen.
func (b *NowBlock) drawHead(p *pen, n int, look *cardLook) {
	all := len(b.Cards) + b.More + b.Above
	count := safetext.Number(all)
	if n+b.Above < all {
		count = safetext.Number(n).Append(safetext.Const(" of "), count)
	}
	p.PadTo(signAt)
	lay.Draw(p, lay.Bit{Text: b.Title, Style: style.TitleStrong}, lay.Bit{Text: wordBlank},
		lay.Bit{Text: count, Style: style.Dim})
	if p.Room() > b.Says.Width()+2 {
		p.Space(2)
		p.Text(style.Soft, b.Says)
	}
	if look.form == 0 {
		look.brief.drawHeads(p, 0)
	}
}
