package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/style"
)

// Key is a key and what it does, for the footer, help and dialogs.
type Key struct {
	Name, Does Text
	Off        bool // does not apply now: greyed in help
	Danger     bool // it removes something
	Main       bool // the answer that the question is about
	Keep       bool // left out of the footer only for the first key
	Shrinks    bool // where not all keys fit it says Short instead
	Short      Text // in place of Does, empty for nothing
}

// keyRow is keys next to each other, with their words. It leaves out those that do not fit, but never the last one.
type keyRow struct {
	lay.Table
	cols  []lay.Col
	cells []lay.Cell
}

// keysBesideNews is the number of keys that the news next to them leaves.
const keysBesideNews = 3

// narrowGap is the cells between two keys of a narrow footer.
const narrowGap = 2

// draw draws keys, starting at cell indent, with gap cells between two. The last keys give way first, those with Keep
// set only to the first one. With foot set the last one is at the right end, and the cells between are for the news.
func (r *keyRow) draw(p *pen, indent, gap int, keys []Key, foot bool, news []lay.Bit) {
	r.cols, r.cells = r.cols[:0], r.cells[:0]
	if len(news) > 0 && len(keys) > keysBesideNews+1 {
		keys = append(keys[:keysBesideNews:keysBesideNews], keys[len(keys)-1])
	}
	n := len(keys)
	for i := range keys {
		col := lay.Col{Gap: gap * min(i, 1), Priority: -i}
		switch {
		case i == n-1:
			col.Priority, col.Right = 2*n+1, foot
			if foot {
				beside := lay.Col{Fill: true, Rest: true}
				if len(news) > 0 {
					beside.Gap = 2 + gap
				}
				if gap == narrowGap {
					col.Gap = 1 // that of a narrow screen needs every cell
				}
				r.cols = append(r.cols, beside)
			}
		case keys[i].Keep:
			col.Priority = i + 1
		case i == 0:
			col.Priority = 2*n - i
		}
		r.cols = append(r.cols, col)
	}
	if !foot || n == 0 {
		r.cols = append(r.cols, lay.Col{Fill: true, Rest: true})
	}
	single(&r.Table, r.cols, indent)
	for i := range keys {
		if foot && i == n-1 {
			r.cells = append(r.cells, lay.Cell{Bits: r.Bits(news...)})
		}
		r.cells = append(r.cells, keyCell(&r.Table, &keys[i]))
	}
	r.DrawSingle(p, r.cells...)
}

// drawFooter draws the bottom row.
func (r *keyRow) drawFooter(p *pen, l *Layout, keys []Key, news []lay.Bit) {
	gap := 3
	if l.Breadth == Narrow {
		gap = narrowGap
	}
	p.SetGround(style.Bar)
	r.draw(p, margin, gap, keys, true, news)
	p.Fill()
	p.SetGround(style.Flat)
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
func (k *Key) width() int { return k.Name.Width() + 1 + k.Does.Width() }

// bits returns a key, and what it does.
func (k *Key) bits() [3]lay.Bit {
	name, word := style.AccentStrong, style.KeyWord
	switch {
	case k.Off:
		name, word = style.Dim, style.Dim
	case k.Danger:
		name = style.DangerStrong
	case k.Main:
		word = style.TitleStrong
	}
	all := [...]lay.Bit{{Text: k.Name, Style: name}, {Text: wordBlank, Style: word}, {Text: k.Does, Style: word}}
	for i := range all {
		all[i].Kind, all[i].Key = lay.KeySpot, k.Name
	}
	return all
}

// keyCell returns a key and what it does as a cell.
func keyCell(t *lay.Table, k *Key) lay.Cell {
	bits := k.bits()
	cell := lay.Cell{Bits: t.Bits(bits[:]...)}
	if k.Shrinks {
		short := bits[:1]
		if !k.Short.Empty() {
			bits[2].Text = k.Short
			short = bits[:]
		}
		cell.Short = t.Bits(short...)
	}
	return cell
}

// drawKey writes a key and what it does.
func drawKey(p *pen, k *Key) {
	bits := k.bits()
	lay.Draw(p, bits[:]...)
}

// Talk is what the foot of the screen shows during a talk, in place of the keys that apply: the key that was pressed.
type Talk struct{ Pressed Key }
