package view

import "sideboard/ui/style"

// Document is a text to be read, scrolled: what lies beside the tasks and belongs to them.
type Document struct {
	Title  Text
	Lines  []Line // laid out for PaperWidth cells
	Scroll int
	Keys   []Key
}

// documentWidth is how wide a document is drawn at most.
const documentWidth = 96

// DocumentWidth returns the cells a line of a document may take on a screen of w cells.
func DocumentWidth(w int) int { return contentWidth(documentWidth, w) }

func (v *Document) box(pt *Painter, w, h int) floatBox {
	g := v.drawPage(pt, w)
	g.keepRows(v.Scroll, max(h-2-v.keyRows(pt, g.w, h), 1))
	return pt.withKeys(g, v.Keys, h, v.Title, style.TitleStrong)
}

// keyRows returns how many rows the keys take.
func (v *Document) keyRows(pt *Painter, w, h int) int {
	return (&Worktree{Keys: v.Keys}).keyRows(pt, w, h)
}

func (v *Document) drawPage(pt *Painter, w int) *page {
	g := pt.newPage(DocumentWidth(w), style.Float)
	g.blank()
	for _, l := range v.Lines {
		g.line(l)
	}
	return g
}

// DocumentScroll returns how far a document can be scrolled on a screen of w by h cells.
func DocumentScroll(w, h int, v *Document) int {
	pt := &Painter{sh: countingSheet()}
	g := v.drawPage(pt, w)
	return max(0, len(g.rows)-max(h-2-v.keyRows(pt, g.w, h), 1))
}
