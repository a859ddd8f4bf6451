package view

import (
	"sideboard/board/graph"
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

// Graph is the picture of the dependencies: boxes in waves.
type Graph struct {
	Layout   *graph.Layout
	Scale    // of the layout
	Finished Chip
	Near     *Nearby // set if it is a neighbourhood, nil if it is the whole graph
	Unlinked []int32 // tasks without links, which have no boxes
	Drag     *LinkDrag
}

// bits returns the number of folded tasks, and the key that unfolds them.
func (c *Chip) bits(sh *style.Sheet) (all [5]lay.Bit) {
	key := (&Key{Name: c.Key}).bits(sh)
	copy(all[:], key[:3])
	all[3], all[4] = lay.Bit{Sign: " ", Count: c.Count, Style: style.Title, Tight: true}, lay.Bit{Text: wordsDone, Style: style.Dim}
	if c.Selected {
		all[3] = lay.Bit{Sign: sh.Glyphs.Cursor, Hue: style.AccentStrong, Count: c.Count, Style: style.AccentStrong, Tight: true}
		all[4].Style = style.AccentStrong
	}
	for i := range all {
		all[i].Kind, all[i].Key = FinishedSpot, Text{}
	}
	return all
}

var wordsDone = safetext.Const(" done")

// hiddenBits returns the numbers above and below with their words.
func hiddenBits(sh *style.Sheet, above, below int) (bits [6]lay.Bit) {
	for i, n := range [2]int{above, below} {
		if n > 0 {
			bits[3*i] = lay.Bit{Text: wordGap}
			bits[3*i+1] = lay.Bit{Sign: [2]string{sh.Glyphs.Up, sh.Glyphs.Down}[i], Hue: style.Title, Count: n, Style: style.Title, Tight: true}
			bits[3*i+2] = lay.Bit{Text: hiddenWords[i], Style: style.Dim}
		}
	}
	return bits
}

var hiddenWords = [2]Text{safetext.Const(" above"), safetext.Const(" below")}
