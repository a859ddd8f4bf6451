package view

import "sideboard/ui/style"

// Paper is a text to be read, scrolled: what lies beside the tasks and belongs to them.
type Paper struct {
	Title  Text
	Lines  []Line // laid out for PaperWidth cells
	Scroll int
	Keys   []Key
}

// paperWidth is how wide a paper is drawn at most.
const paperWidth = 96

// PaperWidth gives the cells a line of a paper may take on a screen of w cells.
func PaperWidth(w int) int { return inside(paperWidth, w) }

func (v *Paper) box(pt *Painter, w, h int) box {
	g := v.page(pt, w)
	g.window(v.Scroll, max(h-2-v.foot(pt, g.w, h), 1))
	return pt.answered(g, v.Keys, h, v.Title, style.TitleStrong)
}

// foot is how many rows the keys take.
func (v *Paper) foot(pt *Painter, w, h int) int { return (&Work{Keys: v.Keys}).foot(pt, w, h) }

func (v *Paper) page(pt *Painter, w int) *page {
	g := pt.page(PaperWidth(w), style.Float)
	g.blank()
	for _, l := range v.Lines {
		g.line(l)
	}
	return g
}

// PaperScroll gives how far a paper can be scrolled on a screen of w by h cells.
func PaperScroll(w, h int, v *Paper) int {
	pt := &Painter{sh: uncoloured()}
	g := v.page(pt, w)
	return max(0, len(g.rows)-max(h-2-v.foot(pt, g.w, h), 1))
}
