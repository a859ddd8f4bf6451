package view

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// pen writes one row, or a part of one, of an exact number of cells. What does not fit is cut; what is left is
// filled with blanks. Everything on the screen goes through it.
type pen struct {
	b       []byte
	sh      *style.Sheet
	on      style.Ground
	at, end int // cells written, and the cells there are
	last    string
	solid   bool // a blank would show the style in force
}

// beginRow begins a row of w cells on a ground, behind whatever is in the buffer.
func (p *pen) beginRow(w int, on style.Ground) {
	p.on, p.at, p.end, p.last, p.solid = on, 0, max(w, 0), "", true
}

func (p *pen) remaining() int { return p.end - p.at }

func (p *pen) setStyle(st style.Style) {
	if sgr := p.sh.SGR(st, p.on); sgr != p.last {
		p.b = append(p.b, sgr...)
		p.last, p.solid = sgr, p.sh.Solid(st)
	}
}

// text writes a text, cut to the cells that are left.
func (p *pen) text(st style.Style, t Text) { p.textUpTo(st, t, p.remaining()) }

// textUpTo writes a text, cut to w cells and to the cells that are left.
func (p *pen) textUpTo(st style.Style, t Text, w int) {
	w = min(w, p.remaining())
	if w <= 0 || t.Empty() {
		return
	}
	t = cut(t, w, p.sh)
	p.setStyle(st)
	p.b = append(p.b, t.String()...)
	p.at += t.Width()
	if n := t.Slack(); n > 0 && p.sh.Graphemes {
		if p.solid {
			p.setStyle(style.Plain)
		}
		p.blanks(n)
	}
}

// found writes a text as textUpTo does, with a line under what is looked for in it: any of the lines of find, in upper or
// lower case.
func (p *pen) found(st style.Style, t Text, w int, find string) {
	w = min(w, p.remaining())
	if find == "" || w <= 0 || t.Empty() {
		p.textUpTo(st, t, w)
		return
	}
	t = cut(t, w, p.sh)
	from := len(p.b)
	p.textUpTo(st, t, w)
	p.b = append(p.b[:from], underlined(string(p.b[from:]), t.String(), find)...)
}

// underlined returns drawn with a line under every place of text in it where a line of find stands.
func underlined(drawn, text, find string) string {
	at := strings.Index(drawn, text)
	var b strings.Builder
	b.WriteString(drawn[:at])
	rest := text
	for rest != "" {
		n := 0
		for word := range strings.SplitSeq(find, "\n") {
			if len(word) <= len(rest) && strings.EqualFold(rest[:len(word)], word) {
				n = max(n, len(word))
			}
		}
		if n > 0 {
			b.WriteString(style.Underline)
			b.WriteString(rest[:n])
			b.WriteString(style.NoUnderline)
		} else {
			_, n = utf8.DecodeRuneInString(rest)
			b.WriteString(rest[:n])
		}
		rest = rest[n:]
	}
	b.WriteString(drawn[at+len(text):])
	return b.String()
}

// glyph writes a glyph of one cell.
func (p *pen) glyph(st style.Style, glyph string) {
	if p.remaining() > 0 {
		p.setStyle(st)
		p.b = append(p.b, glyph...)
		p.at++
	}
}

// state writes the glyph of a state and a blank, and answers its style.
func (p *pen) state(s State) style.Style {
	glyph, st := stateGlyph(p.sh, s)
	p.glyph(st, glyph)
	p.space(1)
	return st
}

// dot writes a dot between two parts of a row.
func (p *pen) dot() {
	p.space(1)
	p.glyph(style.Dim, p.sh.Glyphs.Dot)
	p.space(1)
}

// plus writes how many more there are.
func (p *pen) plus(n int) {
	p.glyph(style.Dim, "+")
	p.number(style.Dim, n)
}

// behind writes how many tasks wait behind one.
func (p *pen) behind(n int) {
	p.glyph(style.Dim, p.sh.Glyphs.Behind)
	p.number(style.Dim, min(n, 99))
	if n > 99 {
		p.glyph(style.Dim, "+")
	}
}

// bar writes a glyph n times.
func (p *pen) bar(st style.Style, glyph string, n int) {
	n = min(n, p.remaining())
	if n <= 0 {
		return
	}
	p.setStyle(st)
	for range n {
		p.b = append(p.b, glyph...)
	}
	p.at += n
}

// ascii writes a word of the program, which must be ASCII.
func (p *pen) ascii(st style.Style, s string) {
	if n := min(len(s), p.remaining()); n > 0 {
		p.setStyle(st)
		p.b = append(p.b, s[:n]...)
		p.at += n
	}
}

// number writes a number in decimal.
func (p *pen) number(st style.Style, n int) {
	var digits [20]byte
	if d := strconv.AppendInt(digits[:0], int64(n), 10); len(d) <= p.remaining() {
		p.setStyle(st)
		p.b = append(p.b, d...)
		p.at += len(d)
	}
}

// line writes styled spans.
func (p *pen) line(l Line) {
	for i := range l {
		p.text(l[i].Style, l[i].Text)
	}
}

// space writes n blanks.
func (p *pen) space(n int) {
	if n = min(n, p.remaining()); n > 0 {
		if p.solid {
			p.setStyle(style.Plain)
		}
		p.blanks(n)
		p.at += n
	}
}

// padTo writes blanks up to a cell.
func (p *pen) padTo(at int) { p.space(at - p.at) }

// fill writes blanks up to the end of the row.
func (p *pen) fill() { p.space(p.remaining()) }

func (p *pen) blanks(n int) {
	const blanks = "                                                                                                "
	for ; n > len(blanks); n -= len(blanks) {
		p.b = append(p.b, blanks...)
	}
	p.b = append(p.b, blanks[:n]...)
}

// widest returns the cells of the widest text in a column.
func widest[T any](rows []T, text func(*T) Text) (w int) {
	for i := range rows {
		w = max(w, text(&rows[i]).Width())
	}
	return w
}

func digits(n int) int {
	d := 1
	for n >= 10 {
		n /= 10
		d++
	}
	return d
}

// cut returns a text in at most w cells, with the sheet's mark where it was cut off.
func cut(t Text, w int, sh *style.Sheet) Text {
	if sh.Glyphs.ASCII {
		return t.Clip(w, plainEllipsis)
	}
	return t.Cut(w)
}

// plainEllipsis is the twin of Glyphs.Ellipsis as a text.
var plainEllipsis = safetext.Const("~")

// page gathers rows of one width on one ground: the inside of a dialog, a detail, an empty screen.
type page struct {
	p    pen
	w    int
	on   style.Ground
	rows []string
}

func (pt *Painter) newPage(w int, on style.Ground) *page {
	return &page{p: pen{sh: pt.sh}, w: max(w, 0), on: on}
}

// row draws one row.
func (g *page) row(draw func(p *pen)) {
	g.p.b = g.p.b[:0]
	g.p.beginRow(g.w, g.on)
	draw(&g.p)
	g.p.fill()
	g.rows = append(g.rows, string(g.p.b))
}

func (g *page) blank() { g.row(func(*pen) {}) }

// text draws a text, wrapped.
func (g *page) text(st style.Style, t Text) {
	for _, piece := range t.Wrap(g.w) {
		g.row(func(p *pen) { p.text(st, piece) })
	}
}

// line draws styled spans, wrapped.
func (g *page) line(l Line) {
	for _, piece := range wrapLine(l, g.w) {
		g.row(func(p *pen) { p.line(piece) })
	}
}

// input draws a line of input, and returns where the cursor is in the box that is drawn around the page.
func (g *page) input(pt *Painter, in *Prompt) (x, y int) {
	g.row(func(p *pen) {
		p.end--
		pt.drawInput(p, in)
		p.end++
	})
	pt.cursor = false // of the frame: the box tells where it is
	return pt.x + boxPad, len(g.rows)
}

// keys draws keys side by side, in as many rows as they need.
func (g *page) keys(pt *Painter, keys []Key) {
	for len(keys) > 0 {
		n, w := 0, 0
		for n < len(keys) && (n == 0 || w+keys[n].width() <= g.w) {
			w += keys[n].width() + 2
			n++
		}
		g.row(func(p *pen) {
			for i := range keys[:n] {
				if i > 0 {
					p.space(2)
				}
				pt.drawKey(p, &keys[i])
			}
		})
		keys = keys[n:]
	}
}

// wrapLine breaks spans into lines of at most w cells, at blanks where there are any.
func wrapLine(l Line, w int) []Line {
	if w < 1 || l.Width() <= w {
		return []Line{l}
	}
	var lines []Line
	var now Line
	at := 0
	flush := func() {
		lines = append(lines, now)
		now, at = nil, 0
	}
	for _, span := range l {
		words := strings.SplitAfter(span.Text.String(), " ")
		for _, word := range words {
			t := safetext.Line(word)
			if visible := safetext.Line(strings.TrimRight(word, " ")).Width(); at > 0 && at+visible > w {
				flush()
			}
			for _, piece := range splitWord(t, w) {
				if at > 0 && at+piece.Width() > w {
					flush()
				}
				now = append(now, Span{piece, span.Style})
				at += piece.Width()
			}
		}
	}
	if len(now) > 0 {
		flush()
	}
	return lines
}

// wrapPath breaks a path into lines of at most w cells, behind a slash where there is one.
func wrapPath(t Text, w int) []Text {
	if t.Width() <= w {
		return []Text{t}
	}
	var lines []Text
	var now Text
	for _, name := range strings.SplitAfter(t.String(), "/") {
		part := safetext.Line(name)
		if !now.Empty() && now.Width()+part.Width() > w {
			lines, now = append(lines, now), Text{}
		}
		pieces := splitWord(part, w)
		lines = append(lines, pieces[:len(pieces)-1]...)
		now = now.Append(pieces[len(pieces)-1])
	}
	return append(lines, now)
}

func splitWord(t Text, w int) []Text {
	if t.Width() <= w {
		return []Text{t}
	}
	return t.Wrap(w)
}

// keepRows keeps at most n rows from row first on, and says in the last of them how much follows.
func (g *page) keepRows(first, n int) {
	if len(g.rows) <= n || n < 1 {
		return
	}
	first = max(0, min(first, len(g.rows)-n))
	rest := len(g.rows) - first - n
	g.rows = g.rows[first : first+n]
	if rest > 0 && n > 1 {
		kept := g.rows[:n-1]
		g.rows = kept
		g.row(func(p *pen) {
			p.number(style.Dim, rest+1)
			p.ascii(style.Dim, " more below")
		})
	}
}
