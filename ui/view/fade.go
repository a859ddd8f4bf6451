package view

import (
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// dimRow draws the row just written again without its colours.
func (pt *Painter) fadeRow() {
	from := pt.starts[len(pt.starts)-1]
	pt.floating = append(pt.floating[:0], pt.p.b[from:]...)
	pt.p.b = pt.p.b[:from]
	pt.p.beginRow(pt.p.end, style.Flat)
	pt.p.fadedCells(string(pt.floating), 0, pt.p.end)
}

// faded writes cells from..to of a drawn row in one faint style. The escape sequences of a drawn row are ours and
// end at the first letter m; what lies between them is safe text.
func (p *pen) fadedCells(row string, from, to int) {
	at, start := 0, p.at
	for len(row) > 0 && at < to {
		if row[0] == 0x1b {
			row = row[strings.IndexByte(row, 'm')+1:]
			continue
		}
		n := strings.IndexByte(row, 0x1b)
		if n < 0 {
			n = len(row)
		}
		t := safetext.Line(row[:n])
		row = row[n:]
		w := t.Width()
		skip := max(from-at, 0)
		if p.sh.Graphemes && t.Slack() > 0 { // its blanks are in the row already: leave it out
			w -= t.Slack()
			p.space(min(w, to-at) - skip)
		} else if at+w > from {
			p.text(style.Faint, t.Window(skip, min(w, to-at)-skip))
		}
		at += w
	}
	p.space(to - from - (p.at - start))
}

// float draws the frame again, faint, with a box over the middle of it. Rows for which keep holds stay as they are
// where the box does not cover them.
func (pt *Painter) drawOver(l Layout, b floatBox, keep func(y int) bool) []byte {
	base := pt.p.b
	out := pen{b: pt.floating[:0], sh: pt.sh}
	h := min(len(b.rows), l.H)
	w := min(b.w, l.W)
	top, left := (l.H-h)/2, (l.W-w)/2
	for y := range l.H {
		from, to := pt.starts[y], len(base)
		if y+1 < l.H {
			to = pt.starts[y+1] - 1
		}
		row := string(base[from:to])
		if y > 0 {
			out.b = append(out.b, '\n')
		}
		out.beginRow(l.W, style.Flat)
		switch {
		case y >= top && y < top+h:
			out.fadedCells(row, 0, left)
			out.drawn(b.rows[y-top], w)
			out.fadedCells(row, left+w, l.W)
		case keep != nil && keep(y):
			out.drawn(row, l.W)
		default:
			out.fadedCells(row, 0, l.W)
		}
		out.fill()
		out.b = append(out.b, style.Reset...)
	}
	pt.floating = out.b
	if b.cursor {
		pt.cursor, pt.x, pt.y = true, left+b.x, top+b.y
	}
	return out.b
}
