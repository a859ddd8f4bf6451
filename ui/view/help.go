package view

import (
	"math"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// HelpGroup is the keys of one scope.
type HelpGroup struct {
	Title Text
	Keys  []Key
	Off   bool // none of the keys does anything now
}

// Help is keys, by scope.
type Help struct {
	Groups  []HelpGroup
	All     []HelpGroup // the groups without a search, whose rows are kept; nil for Groups
	Signs   bool        // without a search, say what the signs of cards and boxes mean
	Subject Text        // the subject of the selected task
	Note    Text        // its id and state, at the right end of the title
	Typed   *Prompt     // the search, nil for none
	Typing  bool        // the search is being typed
	Scroll  int
	Keys    []Key
	Idle    []Key // the keys while nothing is searched, whose rows are kept; nil for Keys
}

// helpColumn is the fewest cells of a column of keys, helpKeys the cells of the keys, helpSpace those between two
// columns, and helpColumns the most columns.
const helpColumn, helpKeys, helpSpace, helpColumns = 35, 9, 2, 3

// box draws as many rows of keys as fit.
func (h *Help) box(br *brush, w, height int) floatBox {
	d, _ := h.draw(br, w, height)
	title := safetext.Const("Keys")
	if !h.Subject.Empty() {
		title = title.Append(safetext.Const(" for  "), h.Subject)
	}
	return d.closeNoted(title, nil, h.Note)
}

// HelpScroll returns the largest first row to which a help can be scrolled on a screen of w by h cells.
func HelpScroll(w, h int, help *Help) int {
	_, limit := help.draw(&brush{sh: measuring}, w, h)
	return limit
}

// draw draws the keys from the first visible row, and returns the largest first row.
func (h *Help) draw(br *brush, w, height int) (d *dialog, limit int) {
	d = newDialog(br, helpColumns*(helpColumn+helpSpace)-helpSpace+2*boxPad, w, height)
	if h.Typed == nil {
		d.air()
	} else {
		in := *h.Typed
		if !h.Typing {
			in.Cursor = -1
		}
		d.input(&in)
	}
	d.keys(h.Keys)
	d.keepKeyRows(h.Idle)
	g := h.page(br, d, h.Groups, h.Signs && h.All == nil)
	if len(h.Groups) == 0 {
		g.Text(style.Dim, safetext.Const("No key does that"))
	}
	if h.All != nil {
		g.Fill(min(len(h.page(br, d, h.All, h.Signs).Rows), d.room()))
	}
	return d, d.scroll(g, h.Scroll)
}

// page returns the rows of groups of keys and of signs.
func (h *Help) page(br *brush, d *dialog, groups []HelpGroup, signs bool) *page {
	g := br.newPage(d.W, d.On)
	var parts [][]helpRow
	for i := range groups {
		parts = append(parts, groups[i].rows())
	}
	if signs {
		parts = append(parts, signRows(br.sh.Glyphs))
	}
	n, each := lay.Abreast(g.W, helpColumn, helpSpace, helpColumns)
	lanes := lay.Divide(parts, n)
	drawn, t := make([]*page, len(lanes)), &br.table
	for k, rows := range lanes {
		t.Reset(helpParts)
		for _, r := range rows {
			title := !r.title.Text.Empty()
			t.Items = append(t.Items, lay.Item{Head: title, Open: true,
				Cells: t.Cells(lay.Cell{Bits: t.Bits(r.title, r.name), Runs: title}, lay.Cell{Bits: t.Bits(r.does)})})
		}
		drawn[k] = lay.NewPage(g.Pen.Sheet, each, g.On)
		drawn[k].Table(t, math.MaxInt)
	}
	g.Across(0, helpSpace, drawn...)
	return g
}

// helpRow is a key or a sign with its meaning, or a title, or an empty row.
type helpRow struct{ title, name, does lay.Bit }

// rows returns the title of a group, and its keys. Those that do not apply now are dim.
func (group *HelpGroup) rows() []helpRow {
	title := lay.Bit{Text: group.Title, Style: style.Strong}
	if group.Off {
		title.Style = style.Label
	}
	rows := []helpRow{{title: title}}
	for i := range group.Keys {
		k := &group.Keys[i]
		row := helpRow{name: lay.Bit{Text: k.Name, Style: style.AccentStrong},
			does: lay.Bit{Text: k.Does, Style: style.Title}}
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
		{g.Running, style.Running, "in progress"},
		{g.Blocked, style.Blocked, "blocked"},
		{g.Done, style.Ready, "done"},
		{g.Problem, style.Danger, "needs you"},
		{"+2", style.Dim, "and two more"},
		{g.BarFull, style.Chain, "longest chain"},
		{g.Loop, style.Missing, "in a loop"},
		{g.Missing, style.Missing, "a missing task"},
		{g.OneSided, style.Warning, "one-sided link"},
		{g.Worktree, style.Dim, "has a worktree"},
		{g.InFlight, style.Pending, "being written"},
		{g.Marked, style.AccentStrong, "marked"},
	} {
		rows = append(rows, helpRow{name: lay.Bit{Text: safetext.Line(sign.glyph), Style: sign.st},
			does: lay.Bit{Text: safetext.Line(sign.means), Style: style.Title}})
	}
	return rows
}

// helpParts are the columns of a row of help: a key or a sign, and its meaning.
var helpParts = []lay.Col{{Min: helpKeys}, {Fill: true, Min: 2, Gap: 2, Rest: true}}
