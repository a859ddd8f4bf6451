package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// NowBlock is a list of tasks below who works on what.
type NowBlock struct {
	Title Text
	Rows  []NowRow
	More  int  // the number of those that are not listed
	Says  Text // behind the title: who could take one
}

// NowRow is a task in such a list.
type NowRow struct {
	State       State
	ID, Subject Text
	Behind      Text // the number of tasks that wait for it
	Note        Text // why it needs a person, or what it waits for
	Named       Text // the same by name, where there is room
	Alarm       bool
}

// listColumns are the columns of the lists: the id, the title, what the task waits for, and what waits for it. The title of a task that
// waits for nothing has the cells of both.
var listColumns = []lay.Col{
	{Priority: 3},
	{Gap: 2, Min: 24, Fill: true},
	{Gap: 2, Priority: 1},
	{Gap: 2, Priority: 2, Right: true},
}

// below is the part below the lanes: the lists and the feed, which has a column of its own if there is room.
type below struct {
	table  *lay.Table
	items  *feedMemo
	blocks []NowBlock
	parts  []lay.Part // the lists, each with a free row above it, and the feed
	feed   *Feed
	pages  []*page // the columns
	lists  int     // the rows of the lists
	more   int     // the additional rows for the feed
}

// layBelow lays out what is below the lanes in w cells, of which at most h rows are to be seen.
func layBelow(t *lay.Table, items *feedMemo, sh *style.Sheet, v *Now, f *Feed, w, h int) below {
	b := below{table: t, items: items, blocks: v.Blocks, feed: f}
	if w -= 2 * margin; f != nil && len(v.Blocks) > 0 && w+2*margin >= WideWidth {
		w = (w - nowGutter) / 2
		b.pages = append(b.pages, lay.NewPage(sh, w, style.Flat))
	}
	b.pages = append(b.pages, lay.NewPage(sh, w, style.Flat))
	t.Reset(listColumns)
	for i := range v.Blocks {
		t.Items = append(t.Items, lay.Item{Head: true, Above: 1})
		for k := range v.Blocks[i].Rows {
			addListed(t, sh, &v.Blocks[i].Rows[k])
		}
	}
	t.Fit(w)
	for i, at := 0, 0; i < len(v.Blocks); i++ {
		rows := 1
		for range len(v.Blocks[i].Rows) + 1 {
			rows += t.Height(at)
			at++
		}
		b.lists += rows
		b.parts = append(b.parts, lay.Part{Least: min(rows, leastRows), Good: rows, Want: rows})
	}
	if f != nil {
		_, rows := items.fit(b.pages[0], f, h-1)
		rows = 2 + max(rows, b2i(len(f.Items) == 0)) // with a free row, and the title
		b.parts = append(b.parts, lay.Part{Least: leastRows, Want: rows})
		b.more = max(min(rows, goodFeed)-b.lists*(len(b.pages)-1), 0) // next to the lists the feed has their rows
	}
	return b
}

const (
	nowGutter = 3 // cells between two columns
	goodFeed  = 9 // the rows of the feed that are as important as the past of the agents
)

// addListed adds a task to the table of the lists.
func addListed(t *lay.Table, sh *style.Sheet, r *NowRow) {
	sign := lay.Bit{Text: r.ID, Style: style.Dim}
	sign.Sign, sign.Hue = stateGlyph(sh, r.State)
	look, alarm, note := subjectStyle(r.State), Text{}, lay.Cell{}
	switch {
	case r.Alarm:
		sign.Sign, sign.Hue, look, alarm = sh.Glyphs.Problem, style.Danger, style.Subject, r.Note
	case r.Named.Empty():
		note.Bits = t.Bits(lay.Bit{Text: r.Note, Style: style.Dim})
	default:
		note.Bits, note.Short = t.Bits(lay.Bit{Text: r.Named, Style: style.Dim}), t.Bits(lay.Bit{Text: r.Note, Style: style.Dim})
	}
	t.Items = append(t.Items, lay.Item{Open: true, Cells: t.Cells(
		lay.Cell{Bits: t.Bits(sign)}, subjectCell(t, r.Subject, look, alarm), note, lay.Cell{Bits: t.Bits(lay.Bit{Text: r.Behind, Style: style.Dim})})})
}

// draw draws what is below the lanes in at most rows rows.
func (b *below) draw(g *page, rows int) {
	lists := len(b.blocks)
	got := lay.Share(b.parts, rows)
	if len(b.pages) > 1 {
		got = append(lay.Share(b.parts[:lists], rows), lay.Share(b.parts[lists:], rows)...)
	}
	b.drawLists(got)
	if last := b.pages[len(b.pages)-1]; b.feed != nil && got[lists] > 0 {
		last.Blank()
		b.items.drawFeedRows(last, b.feed, wordHappened, got[lists]-1)
	}
	g.Across(margin, nowGutter, b.pages...)
}

// drawLists draws the lists, each in the rows that it got: all of it, or as many tasks as have a row.
func (b *below) drawLists(got []int) {
	t, g := b.table, b.pages[0]
	items, at := t.Items[:0], 0
	for i := range b.blocks {
		of := t.Items[at : at+1+len(b.blocks[i].Rows)]
		at += len(of)
		if got[i] == 0 {
			continue
		}
		if got[i] < b.parts[i].Want {
			of = of[:min(got[i]-1, len(of))]
			for k := range of {
				of[k].Open = false
			}
		}
		of[0].Cells = t.Cells(listHead(t, &b.blocks[i], len(of)-1))
		items = append(items, of...)
	}
	if t.Items = items; len(items) > 0 {
		g.Blank()
	}
	rows := 0
	for i := range b.blocks {
		rows += got[i]
	}
	g.Table(t, rows-len(g.Rows))
}

// listHead returns the title of a list of which n tasks are seen.
func listHead(t *lay.Table, b *NowBlock, n int) lay.Cell {
	all := len(b.Rows) + b.More
	count := safetext.Number(all)
	if n < all {
		count = safetext.Number(n).Append(safetext.Const(" of "), count)
	}
	says := lay.Bit{Text: b.Says, Style: style.Dim}
	if len(b.Rows) > 0 && b.Rows[0].State == Ready { // there is a task to give to the idle agents
		says.Style = style.Warning
	}
	c := lay.Cell{Gap: 2, Bits: t.Bits(lay.Bit{Text: b.Title, Style: style.Head}, lay.Bit{Text: count, Style: style.Title}, says)}
	c.Short = c.Bits[:2]
	return c
}
