package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Chip shows the number of folded tasks and the key that unfolds them.
type Chip struct {
	Count    int
	Key      Text
	Open     bool // unfolded now
	Selected bool // the selected task is one of them
}

// Nearby describes a picture of a neighbourhood.
type Nearby struct {
	Middle     Text // the id of the task in the middle
	Drawn, All int  // the number of open tasks in it, and of all open tasks
}

// bits returns the key that folds or unfolds tasks, and their number.
func (c *Chip) bits(sh *style.Sheet) (all [5]lay.Bit) {
	word, st := wordUnfold, style.Soft
	if c.Open {
		word = wordFold
	}
	if c.Selected {
		st = style.AccentStrong
		all[0] = lay.Bit{Sign: sh.Glyphs.Cursor, Hue: st}
	}
	all[1] = lay.Bit{Text: c.Key, Style: style.AccentStrong}
	all[2] = lay.Bit{Text: word, Style: st}
	all[3] = lay.Bit{Count: c.Count, Style: st}
	all[4] = lay.Bit{Text: wordsDone, Style: st}
	for i := range all {
		all[i].Kind = FinishedSpot
	}
	return all
}

var (
	wordsDone            = safetext.Const(" done")
	wordFold, wordUnfold = safetext.Const(" fold "), safetext.Const(" unfold ")
	wordMoreHidden       = safetext.Const(" more ")
)

// hiddenBits returns the numbers of what is above and below the visible part.
func hiddenBits(sh *style.Sheet, above, below int) (bits [8]lay.Bit) {
	for i, n := range [2]int{above, below} {
		if n > 0 {
			bits[4*i] = lay.Bit{Text: wordBlank}
			bits[4*i+1] = lay.Bit{Count: n, Style: style.Dim}
			bits[4*i+2] = lay.Bit{Text: wordMoreHidden, Style: style.Dim}
			bits[4*i+3] = lay.Bit{Sign: [2]string{sh.Glyphs.Up, sh.Glyphs.Down}[i], Hue: style.Dim}
		}
	}
	return bits
}

// Scale is the size in which a picture is laid out. Keeping the scale keeps most tasks in place when the graph changes.
type Scale struct {
	Rows   int  // the most rows of text in a box
	Close  bool // there are no empty rows between the boxes
	Blocks bool // boxes are wide enough for the word before the number of tasks that wait
}
