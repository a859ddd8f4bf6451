package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Key is a key and what it does, for the footer, help and dialogs.
type Key struct {
	Name, Does Text
	Off        bool  // does not apply now: greyed in help
	Danger     bool  // it removes something
	Main       bool  // the answer that the question is about
	Rank       uint8 // if not all keys fit, those of the highest rank are left out first
	Keep       bool  // never left out of the footer: finding, leaving and help
}

// keyRow is keys next to each other, with their words. It leaves out those that do not fit, but never the last one.
type keyRow struct {
	lay.Table
	cols  []lay.Col
	cells []lay.Cell
}

// draw draws keys, starting at cell indent. Keys with Keep set give way only to the first key and to those of rank 0.
func (r *keyRow) draw(p *pen, indent int, keys []Key) {
	r.cols, r.cells = r.cols[:0], r.cells[:0]
	n := len(keys)
	for i := range keys {
		col := lay.Col{Gap: 2 * min(i, 1), Priority: -i}
		switch {
		case i == n-1:
			col.Priority = 2*n + 1
		case keys[i].Keep:
			col.Priority = i + 1
		case i == 0, keys[i].Rank == 0 && keys[n-1].Keep:
			col.Priority = 2*n - i
		}
		r.cols = append(r.cols, col)
	}
	r.cols = append(r.cols, lay.Col{Fill: true, Rest: true})
	single(&r.Table, r.cols, indent)
	for i := range keys {
		r.cells = append(r.cells, keyCell(&r.Table, p.Sheet, &keys[i]))
	}
	r.DrawSingle(p, r.cells...)
}

// talkColumns are the columns of the row that shows an audience the pressed key.
var talkColumns = []lay.Col{{Fill: true, Rest: true}, {Priority: 1, Max: 60}, {Gap: 2, Priority: 2}}

// draw draws the pressed key, large enough to be seen from a distance.
func (k *Talk) draw(p *pen, t *lay.Table) {
	single(t, talkColumns, margin)
	if pressed := &k.Pressed; !pressed.Name.Empty() {
		blank := lay.Bit{Text: wordTwo, Style: style.Chip}
		t.DrawSingle(p, lay.Cell{}, lay.Cell{Bits: t.Bits(lay.Bit{Text: pressed.Does, Style: style.TitleStrong})},
			lay.Cell{Bits: t.Bits(blank, lay.Bit{Text: pressed.Name, Style: style.Chip}, blank)})
	}
}

// width returns the cells of a key and what it does.
func (k *Key) width() int { return k.Name.Width() + 3 + k.Does.Width() }

// bits returns a key as a cap, and what it does.
func (k *Key) bits(sh *style.Sheet) [5]lay.Bit {
	cap, word := style.KeyCap, style.KeyWord
	switch {
	case k.Off:
		cap = style.KeyWord
	case k.Danger:
		cap = style.ChipAlert
	case k.Main:
		cap, word = style.Chip, style.TitleStrong
	}
	side := [2]lay.Bit{{Text: wordBlank, Style: cap}, {Text: wordBlank, Style: cap}}
	if !sh.Solid(style.KeyCap) { // without a ground a blank would separate a key from its word as much as from the next key
		side = [2]lay.Bit{{Text: wordOpens, Style: style.Dim}, {Text: wordCloses, Style: style.Dim}}
	}
	all := [...]lay.Bit{side[0], {Text: k.Name, Style: cap}, side[1], {Text: wordBlank, Style: word}, {Text: k.Does, Style: word}}
	for i := range all {
		all[i].Kind, all[i].Key = lay.KeySpot, k.Name
	}
	return all
}

// keyCell returns a key and what it does as a cell.
func keyCell(t *lay.Table, sh *style.Sheet, k *Key) lay.Cell {
	bits := k.bits(sh)
	return lay.Cell{Bits: t.Bits(bits[:]...)}
}

// drawKey writes a key as a cap, and what it does.
func drawKey(p *pen, k *Key) {
	bits := k.bits(p.Sheet)
	lay.Draw(p, bits[:]...)
}

var wordBlank, wordOpens, wordCloses = safetext.Spaces(1), safetext.Const("["), safetext.Const("]")
