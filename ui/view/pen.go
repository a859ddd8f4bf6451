package view

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
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
	row     int // which row it is
	last    string
	solid   bool        // a blank would show the style in force
	spots   *[]Spot     // where keys stand, for whoever asks; nil for nobody
	names   *[]nameSpan // where tasks are named, for whoever asks; nil for nobody
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
	mark := cutMark(p.sh)
	t, gap, is := t.Head(w, mark)
	p.setStyle(st)
	p.b = append(p.b, t.String()...)
	p.at += t.Width()
	if is {
		p.blanks(gap)
		p.b = append(p.b, mark.String()...)
		p.at += gap + mark.Width()
	}
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
	p.underlined(st, t, w, func(rest string) (n int) {
		for word := range strings.SplitSeq(find, "\n") {
			if len(word) <= len(rest) && strings.EqualFold(rest[:len(word)], word) {
				n = max(n, len(word))
			}
		}
		return n
	})
}

// matched writes a text as found does, for what was typed to find it: its words where they are in it, else its letters in their
// order.
func (p *pen) matched(st style.Style, t Text, w int, typed string) {
	w = min(w, p.remaining())
	words, low := strings.Fields(typed), strings.ToLower(t.String())
	if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(low, strings.ToLower(word)) }) {
		p.found(st, t, w, strings.Join(words, "\n"))
		return
	}
	letters := []rune(strings.Join(words, ""))
	for _, r := range low {
		if len(letters) > 0 && r == unicode.ToLower(letters[0]) {
			letters = letters[1:]
		}
	}
	if len(letters) > 0 || w <= 0 { // something beside the text was meant
		p.textUpTo(st, t, w)
		return
	}
	letters = []rune(strings.Join(words, ""))
	p.underlined(st, t, w, func(rest string) int {
		r, n := utf8.DecodeRuneInString(rest)
		if len(letters) == 0 || unicode.ToLower(r) != unicode.ToLower(letters[0]) {
			return 0
		}
		letters = letters[1:]
		return n
	})
}

// underlined writes a text as textUpTo does, with a line under every place that is found: of so many bytes at the beginning of what
// is left of it.
func (p *pen) underlined(st style.Style, t Text, w int, find func(rest string) int) {
	t = cut(t, w, p.sh)
	from := len(p.b)
	p.textUpTo(st, t, w)
	p.b = append(p.b[:from], underlined(string(p.b[from:]), t.String(), p.sh.SGR(style.Match, p.on), p.sh.SGR(st, p.on), find)...)
}

// underlined returns drawn with a line under every place of text in it that is found, in a style of its own and else in that of the text.
func underlined(drawn, text, match, plain string, find func(rest string) int) string {
	at := strings.Index(drawn, text)
	var b strings.Builder
	b.WriteString(drawn[:at])
	rest := text
	for rest != "" {
		n := find(rest)
		if n > 0 {
			b.WriteString(match)
			b.WriteString(rest[:n])
			b.WriteString(plain)
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
	p.countBehind(n)
}

// countBehind writes the number alone, where a head says what it counts.
func (p *pen) countBehind(n int) {
	p.number(style.Dim, min(n, mostBehind))
	if n > mostBehind {
		p.glyph(style.Dim, "+")
	}
}

// mostBehind is the most tasks that are counted behind one.
const mostBehind = 999

// BehindWidth returns the cells in which it is said how many tasks wait behind one, none for none.
func BehindWidth(n int) int {
	switch {
	case n == 0:
		return 0
	case n > mostBehind:
		return 2 + digits(mostBehind)
	}
	return 1 + digits(n)
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
	if glyph == " " && p.at == p.end {
		p.endBlock()
	}
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
		if p.on != style.Flat && p.at == p.end {
			p.endBlock()
		}
	}
}

// endBlock sends the blank at the end of a block, which was just written, as it is.
func (p *pen) endBlock() { p.b = append(p.b[:len(p.b)-1], style.LastBlank...) }

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

// rune writes a character of one cell.
func (p *pen) rune(st style.Style, r rune) {
	if r == ' ' {
		p.space(1)
		return
	}
	if p.remaining() > 0 {
		p.setStyle(st)
		p.b = utf8.AppendRune(p.b, r)
		p.at++
	}
}

// setGround lets what follows stand on another ground.
func (p *pen) setGround(on style.Ground) {
	if p.on != on {
		if p.on != style.Flat && p.at > 0 && p.b[len(p.b)-1] == ' ' {
			p.endBlock()
		}
		p.on, p.last, p.solid = on, "", true
	}
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
func cut(t Text, w int, sh *style.Sheet) Text { return t.Clip(w, cutMark(sh)) }

// cutMark returns what stands where a text was cut off.
func cutMark(sh *style.Sheet) Text {
	if sh.Glyphs.ASCII {
		return plainEllipsis
	}
	return safetext.Ellipsis()
}

// plainEllipsis is the twin of Glyphs.Ellipsis as a text.
var plainEllipsis = safetext.Const("~")

// markTitle puts the title of what is selected on the ground of a field where no colour raises it: reversed, it is found from a metre away.
func (p *pen) markTitle(selected bool) {
	if selected && !p.sh.Grounded() {
		p.setGround(style.Field)
	}
}
