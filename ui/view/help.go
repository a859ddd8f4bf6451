package view

import (
	"math"
	"slices"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// HelpGroup is the keys of one scope.
type HelpGroup struct {
	Title Text
	Keys  []Key
	Lead  bool // the most relevant group: before all others, over the whole width
	Off   bool // none of the keys does anything now
}

// Help is keys, by scope.
type Help struct {
	Groups  []HelpGroup
	Subject Text    // the subject of the selected task
	Typed   *Prompt // the search, nil for none
	Typing  bool    // the search is being typed
	Scroll  int
	Keys    []Key
}

// helpColumn is the fewest cells of a column of keys, signColumn that of a column of signs, helpSpace the cells between two columns, and
// helpColumns the most columns.
const helpColumn, signColumn, helpSpace, helpColumns = 35, 17, 2, 3

// box draws as many rows of keys as fit.
func (h *Help) box(pt *Painter, w, height int) floatBox {
	d, _ := h.draw(pt, w, height)
	title := safetext.Const("Keys")
	if !h.Subject.Empty() {
		title = title.Append(safetext.Const(": "), h.Subject)
	}
	return d.close(title)
}

// HelpScroll returns the largest first row to which a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	_, limit := help.draw(&Painter{sh: measuring}, w, h)
	return limit
}

// draw draws the keys from the first visible row, and returns the largest first row: the most relevant group, the meaning of
// the signs, and the other groups in columns, each in the shortest one. During a search the dialog keeps its full height, so that
// nothing moves.
func (h *Help) draw(pt *Painter, w, height int) (d *dialog, limit int) {
	d = newDialog(pt, helpColumns*(helpColumn+helpSpace)-helpSpace+2*boxPad, w, height)
	d.air(d.page)
	if h.Typed != nil {
		in := *h.Typed
		if !h.Typing {
			in.Cursor = -1
		}
		d.input(&in)
	}
	d.keys(h.Keys)
	g := pt.newPage(d.W, d.On)
	lanes := make([][]helpRow, columnsIn(g.W, helpColumn, helpColumns))
	for i := range h.Groups {
		group := &h.Groups[i]
		if group.Lead {
			drawInColumns(g, &pt.table, group.rows(), len(lanes))
			continue
		}
		lane := &lanes[0]
		for i := range lanes {
			if len(lanes[i]) < len(*lane) {
				lane = &lanes[i]
			}
		}
		if len(*lane) > 0 {
			*lane = append(*lane, helpRow{})
		}
		*lane = append(*lane, group.rows()...)
	}
	switch {
	case len(h.Groups) == 0:
		g.Text(style.Dim, safetext.Const("No key does that"))
	case len(g.Rows) > 0: // else the help is about a dialog, which has no signs
		drawInColumns(g, &pt.table, signRows(pt.sh.Glyphs), columnsIn(g.W, signColumn, g.W))
		g.Blank()
	}
	drawHelpColumns(g, &pt.table, lanes)
	room := d.room()
	for h.Typed != nil && len(g.Rows) < room {
		g.Blank()
	}
	return d, d.scroll(g, h.Scroll)
}

// columnsIn returns the number of columns of a width that fit in w cells, at most most.
func columnsIn(w, cells, most int) int {
	return max(1, min(most, (w+helpSpace)/(cells+helpSpace)))
}

// helpRow is a key or a sign with its meaning, or a title, or an empty row.
type helpRow struct{ title, name, does lay.Bit }

// rows returns the title of a group and its keys. Those that do not apply now are dim.
func (group *HelpGroup) rows() []helpRow {
	title := lay.Bit{Text: group.Title, Style: style.Strong}
	if group.Off {
		title.Style = style.Label
	}
	rows := []helpRow{{title: title}}
	for i := range group.Keys {
		k := &group.Keys[i]
		row := helpRow{name: lay.Bit{Text: k.Name, Style: style.AccentStrong}, does: lay.Bit{Text: k.Does, Style: style.Title}}
		if k.Off {
			row.name.Style, row.does.Style = style.Dim, style.Dim
		}
		rows = append(rows, row)
	}
	return rows
}

// signRows returns a title and the meaning of the signs of cards and boxes.
func signRows(g *style.Glyphs) []helpRow {
	rows := []helpRow{{title: lay.Bit{Text: safetext.Const("What the signs mean"), Style: style.Strong}}}
	for _, sign := range [...]struct {
		glyph string
		st    style.Style
		means string
	}{
		{g.Ready, style.Ready, "ready"},
		{g.Blocked, style.Blocked, "blocked"},
		{g.Running, style.Running, "in progress"},
		{g.Done, style.Done, "completed"},
		{g.Left, style.Dim, "waits for"},
		{g.Behind + "7", style.Dim, "blocks seven"},
		{g.Problem, style.Warning, "a problem"},
		{g.Loop, style.Missing, "held by a loop"},
		{g.Missing, style.Missing, "a missing task"},
		{g.OneSided, style.Warning, "one-sided link"},
		{g.Worktree, style.Dim, "has a worktree"},
		{g.Mark, style.Fresh3, "just changed"},
	} {
		rows = append(rows, helpRow{name: lay.Bit{Text: safetext.Line(sign.glyph), Style: sign.st}, does: lay.Bit{Text: safetext.Line(sign.means), Style: style.Title}})
	}
	return rows
}

// drawInColumns draws a title over the whole width, and the following rows in columns, each filled from the top.
func drawInColumns(g *page, t *lay.Table, rows []helpRow, columns int) {
	if len(g.Rows) > 0 {
		g.Blank()
	}
	drawHelpColumns(g, t, [][]helpRow{rows[:1]})
	rows = rows[1:]
	drawHelpColumns(g, t, slices.Collect(slices.Chunk(rows, max((len(rows)+columns-1)/columns, 1))))
}

// helpParts are the columns of a row of help: a key or a sign, and its meaning.
var helpParts = []lay.Col{{}, {Fill: true, Min: 2, Gap: 2}}

// drawHelpColumns draws columns of rows next to each other.
func drawHelpColumns(g *page, t *lay.Table, lanes [][]helpRow) {
	drawn := make([]*page, len(lanes))
	for k, rows := range lanes {
		t.Reset(helpParts)
		for _, r := range rows {
			it := lay.Item{Head: !r.title.Text.Empty(), Open: true, Cells: t.Cells(lay.Cell{Bits: t.Bits(r.title, r.name)}, lay.Cell{Bits: t.Bits(r.does)})}
			t.Items = append(t.Items, it)
		}
		drawn[k] = lay.NewPage(g.Pen.Sheet, (g.W-(len(lanes)-1)*helpSpace)/len(lanes), g.On)
		drawn[k].Table(t, math.MaxInt)
	}
	g.Across(0, helpSpace, drawn...)
}
