package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// FieldConflict is one field that was changed twice: its value before, and both new values.
type FieldConflict struct {
	Field               Text
	Base, Theirs, Yours Text
	By                  Text // the author of "theirs", empty if the file does not have it
	Hue                 style.Style
	Since               Text   // how long ago theirs was written, empty if unknown
	YoursChosen         bool   // yours is chosen
	ManualChosen        bool   // the typed value is chosen
	Manual              Text   // the typed value
	Input               *Field // the field in which it is being typed, nil if it is not
}

// Conflict lets a person choose, field by field, between their own value, the one now in the file, and one that they
// type.
type Conflict struct {
	Title    Text
	Lines    []Line // what happened
	Fields   []FieldConflict
	Selected int
	Keys     []Key
}

// conflictColumns are the name of a value (theirs, yours), and the value with its author and age.
var conflictColumns = []lay.Col{{Max: 16}, {Fill: true, Min: 8, Gap: 2}}

// box draws the fields from top to bottom, each with the value before, theirs and yours. A mark shows the chosen one.
func (c *Conflict) box(br *brush, w, h int) floatBox {
	d := newDialog(br, 78, w, h)
	d.air()
	d.keys(c.Keys)
	// The first item is what happened; a field follows as an item of its own, because each may be edited.
	pages, cursor := []*page{br.newPage(d.W, d.On)}, cursorAt{}
	for _, l := range c.Lines {
		pages[0].Line(l)
	}
	for i := range c.Fields {
		g := br.newPage(d.W, d.On)
		if in := c.Fields[i].Input; in != nil {
			g, cursor = br.fieldPage(in, d.W, 0)
		}
		pages = append(pages, g)
	}
	t := &br.table
	t.Reset(conflictColumns)
	begins := []int{0, 0}
	for i := range c.Fields {
		addConflict(t, br.sh, &c.Fields[i], i == c.Selected)
		begins = append(begins, len(t.Items))
	}
	t.Fit(d.W)
	height := func(i int) int { return begins[i+1] - begins[i] + len(pages[i].Rows) }
	d.List(lay.Window{Selected: c.Selected + 1, Skip: func(int) bool {
		return true
	}}, len(pages), d.room(), height, func(i int) {
		d.Items(t, begins[i], begins[i+1])
		if i > 0 && c.Fields[i-1].Input != nil {
			d.cursor = cursorAt{cursor.x, cursor.y + len(d.Rows), cursor.seen}
		}
		d.Add(pages[i])
	})
	return d.close(c.Title)
}

// addConflict adds a field and its values to a table.
func addConflict(t *lay.Table, sh *style.Sheet, f *FieldConflict, selected bool) {
	label := style.Label
	if selected {
		label = style.LabelStrong
	}
	t.Items = append(t.Items, lay.Item{},
		lay.Item{Cells: t.Cells(lay.Cell{Bits: t.Bits(lay.Bit{Text: f.Field, Style: label})})})
	add := func(chosen bool, name, value Text, st style.Style, more ...lay.Bit) {
		mark := lay.Bit{Sign: " "}
		if chosen {
			mark = lay.Bit{Sign: sh.Glyphs.Cursor, Hue: style.AccentStrong}
		}
		t.Items = append(t.Items, lay.Item{Cells: t.Cells(
			lay.Cell{Lead: t.Bits(lay.Bit{Sign: " "}, lay.Bit{Sign: " "}, mark, lay.Bit{Sign: " "}),
				Bits: t.Bits(lay.Bit{Text: name, Style: style.Dim})},
			lay.Cell{Bits: t.Bits(append([]lay.Bit{{Text: value, Style: st}}, more...)...), Gap: 2,
				Keep: lay.Width(more...) + 2*len(more)})})
	}
	chosen := func(is bool) style.Style {
		if is {
			return style.Strong
		}
		return style.Dim
	}
	kept := !f.YoursChosen && !f.ManualChosen
	add(false, safetext.Const("was"), f.Base, style.Removed)
	add(kept, safetext.Const("theirs"), f.Theirs, chosen(kept), lay.Bit{Text: f.By, Style: f.Hue},
		lay.Bit{Text: f.Since, Style: style.Dim})
	add(f.YoursChosen, safetext.Const("yours"), f.Yours, chosen(f.YoursChosen))
	if f.Input == nil && (f.ManualChosen || !f.Manual.Empty()) {
		add(f.ManualChosen, safetext.Const("by hand"), f.Manual, chosen(f.ManualChosen))
	}
}
