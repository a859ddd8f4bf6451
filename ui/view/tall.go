package view

import (
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/safetext"
)

// Where the waves have no room beside each other with their titles in a row, the titles stand in a few short rows below their ids, so that the
// graph need not be folded.

// tallLeast and tallMost are the cells of such rows, tallTitle how many of them a title has at most, tallSides those beside an id. A title
// begins below its id, or where that saves rows below the glyph before it.
const tallLeast, tallMost, tallTitle, tallSides, tallIndent, tallLead = 9, 20, 3, 3, 3, 1

// tall returns a graph in one band with all its titles; nil where it has no room. Of those that have, rather one with a free row between tasks,
// then one of which few titles are in many rows.
//
// Where all is done there is nothing to be looked up by its id: the title alone stands in its place where only so all have a free row.
func (f *fitter) tall() (best *graph.Layout, scale Scale) {
	best, scale = f.tallAs(false)
	if best != nil && scale.Close && !f.live {
		if bare, at := f.tallAs(true); bare != nil && !at.Close {
			return bare, at
		}
	}
	return best, scale
}

// tallAs returns the same with ids, or without them.
func (f *fitter) tallAs(bare bool) (best *graph.Layout, scale Scale) {
	for i := range int32(f.g.Len()) {
		if f.words(i).Subject.Width() > 2*tallTitle*tallMost {
			return nil, scale // no width gives it few rows, and to try them all takes long
		}
	}
	least, leads := 0, []int{tallIndent, tallLead}
	if bare { // there is no sign that a title could stand beside
		leads = leads[1:]
	}
	for _, lead := range leads {
		at := Scale{Zoom: ZoomLines, Rows: 1 + tallTitle, Close: true, Tall: lead, Bare: bare, Width: tallLeast}
		if lead == tallLead && f.r.W < WideWidth || f.lay(at).W > f.r.W {
			continue
		}
		for ; at.Width <= tallMost; at.Width++ {
			for _, at.Close = range [...]bool{true, false} {
				of := f.lay(at)
				if !f.fits(of) {
					break
				}
				if cost := f.tallCosts(of, at); best == nil || scale.Close && !at.Close || at.Close == scale.Close && cost < least {
					best, scale, least = of, at, cost
				}
			}
		}
	}
	return best, scale
}

// tallCosts returns what the rows of all titles of a layout cost together.
func (f *fitter) tallCosts(of *graph.Layout, scale Scale) (n int) {
	for i := range of.Boxes {
		n += f.tallCost(of.Boxes[i].Node, of.Boxes[i].W, scale)
	}
	return n
}

// tallCost returns how many rows a task of so many cells has whose title stands below its id; the last that it may have count double: two rows
// are read at a glance.
func (f *fitter) tallCost(node int32, cells int, scale Scale) int {
	rows := f.tallRows(node, cells, scale)
	return rows + max(rows-tallTitle, 0)
}

// leavesOut reports whether a layout has no room for the whole graph, or for all of its titles.
func (f *fitter) leavesOut(of *graph.Layout, scale Scale) bool {
	if f.fits(of) {
		of, scale = f.grow(of, scale)
	}
	return !f.fits(of) || f.cutTitles(of, scale) > 0
}

// tallCells returns how wide a task is whose title stands below its id in rows of so many cells, or of more where those are not enough.
func (w Words) tallCells(room int, scale Scale) int {
	for room = max(room, min(widestWord(w.Subject), tallMost)); len(w.Subject.Wrap(room)) > tallTitle && room < w.Subject.Width(); {
		room++
	}
	title := 0
	for _, line := range wrapEvenly(w.Subject, room) {
		title = max(title, line.Width())
	}
	if scale.Bare {
		return scale.Tall + title + 1
	}
	return max(scale.Tall+title+1, tallSides+w.ID+w.Behind+1+w.lacks())
}

// tallRows returns how many rows a task of so many cells has whose title stands below its id.
func (f *fitter) tallRows(node int32, cells int, scale Scale) int {
	title := f.words(node).Subject
	if title.Empty() {
		return 1
	}
	return b2i(!scale.Bare) + len(title.Wrap(max(cells-scale.Tall-1, 1)))
}

// wrapEvenly breaks a text into as few rows of so many cells as can be, all about as long.
func wrapEvenly(t Text, room int) []Text {
	lines, least := t.Wrap(room), widestWord(t)
	for room--; len(lines) > 1 && room >= least; room-- {
		even := t.Wrap(room)
		if len(even) > len(lines) {
			break
		}
		lines = even
	}
	return lines
}

// widestWord returns the cells of the widest word of a text.
func widestWord(t Text) (w int) {
	for word := range strings.FieldsSeq(t.String()) {
		w = max(w, safetext.Line(word).Width())
	}
	return w
}

// layTall gives a title the rows below its id, or from its place on, and reports whether these hold it: it may have become longer since they
// were laid out.
func (t *lineText) layTall(b *graph.Box, lead int, bare bool, free *freeCells) bool {
	t.lead = lead
	lines, first := wrapEvenly(t.full, max(b.W-lead-1, 1)), b2i(!bare)
	if len(lines) > min(b.Y+b.H-t.row, mostRows)-first {
		return false
	}
	for i, line := range lines {
		t.title[first+i].Text = line
	}
	if t.whole = true; bare {
		t.ID, t.cut.behind = Text{}, 0
		return true
	}
	if note, _ := t.lineNote(&cutLinks{broken: true}, b.W); !note.Empty() { // for a moment it stands in place of how many wait, and on the line
		t.cut.behind = 0
		need := tallSides + t.ID.Width() + 1 + note.Width() + 1 + t.lineMarks()
		t.title[0].beside = min(max(need-b.W, 0), free.right(b, t.row))
	}
	return true
}
