package lay

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// A Pen writes one row, or a part of one, of an exact number of cells. What does not fit is cut; what is left is
// filled with blanks. Everything on the screen goes through it.
type Pen struct {
	B       []byte // what was written so far; the current row is at its end
	Sheet   *style.Sheet
	On      style.Ground // the background
	At, End int          // cells written, and the cells there are
	RowAt   int          // the index of the row
	Spots   *[]Spot      // where spots are recorded, nil for none

	last  string // the escape sequence in force
	solid bool   // a blank would show it
}

// Begin begins a row of w cells on a background, after what is in the buffer.
func (p *Pen) Begin(w int, on style.Ground) {
	p.On, p.At, p.End, p.last, p.solid = on, 0, max(w, 0), "", true
}

// Room returns the cells that are left.
func (p *Pen) Room() int { return p.End - p.At }

// SetStyle writes the escape sequence of a style, unless it is in force.
func (p *Pen) SetStyle(st style.Style) {
	if sgr := p.Sheet.SGR(st, p.On); sgr != p.last {
		p.B = append(p.B, sgr...)
		p.last, p.solid = sgr, p.Sheet.Solid(st)
	}
}

// Text writes a text, cut to the cells that are left.
func (p *Pen) Text(st style.Style, t Text) { p.TextIn(st, t, p.Room()) }

// TextIn writes a text, cut to w cells and to the cells that are left.
func (p *Pen) TextIn(st style.Style, t Text, w int) {
	w = min(w, p.Room())
	if w <= 0 || t.Empty() {
		return
	}
	if p.Sheet.IsUnder() {
		t = t.Faded()
	}
	mark := CutMark(p.Sheet)
	t, gap, ok := t.Head(w, mark)
	p.SetStyle(st)
	p.B = append(p.B, t.String()...)
	p.At += t.Width()
	if ok {
		p.blanks(gap)
		p.B = append(p.B, mark.String()...)
		p.At += gap + mark.Width()
	}
	p.slack(t)
}

// slack writes blanks for the cells that a terminal may leave of a text that was just written: see Text.Slack.
func (p *Pen) slack(t Text) {
	if n := t.Slack(); n > 0 && p.Sheet.Graphemes {
		if p.solid {
			p.SetStyle(style.Plain)
		}
		p.blanks(n)
	}
}

// Found writes a text as TextIn does, and underlines every occurrence of any line of find, ignoring case.
func (p *Pen) Found(st style.Style, t Text, w int, find string) {
	if find == "" {
		p.TextIn(st, t, w)
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

// Matched writes a text as TextIn does, and underlines what was typed to find it: its words if all of them occur, else
// its letters if they occur in order.
func (p *Pen) Matched(st style.Style, t Text, w int, typed string) {
	words, low := strings.Fields(strings.ToLower(typed)), strings.ToLower(t.String())
	if !slices.ContainsFunc(words, func(word string) bool { return !strings.Contains(low, word) }) {
		p.Found(st, t, w, strings.Join(words, "\n"))
		return
	}
	letters := []rune(strings.Join(words, ""))
	next := 0
	isNext := func(r rune) bool { return next < len(letters) && unicode.ToLower(r) == letters[next] }
	for _, r := range low {
		if isNext(r) {
			next++
		}
	}
	if next < len(letters) { // the match was not in this text
		p.TextIn(st, t, w)
		return
	}
	next = 0
	p.underlined(st, t, w, func(rest string) int {
		r, n := utf8.DecodeRuneInString(rest)
		if !isNext(r) {
			return 0
		}
		next++
		return n
	})
}

// underlined writes a text as TextIn does, and underlines every match. find returns the length in bytes of the match at
// the beginning of rest, 0 for none.
func (p *Pen) underlined(st style.Style, t Text, w int, find func(rest string) int) {
	t = Cut(t, min(w, p.Room()), p.Sheet)
	for rest := t.String(); rest != ""; {
		n, look := find(rest), style.Match
		if n == 0 {
			_, n = utf8.DecodeRuneInString(rest)
			look = st
		}
		p.SetStyle(look)
		p.B = append(p.B, rest[:n]...)
		rest = rest[n:]
	}
	p.At += t.Width()
	p.slack(t)
}

// Glyph writes a glyph of one cell.
func (p *Pen) Glyph(st style.Style, glyph string) {
	if p.Room() > 0 {
		p.SetStyle(st)
		p.B = append(p.B, glyph...)
		p.At++
	}
}

// Plus writes the number of items that are left out, as +n.
func (p *Pen) Plus(n int) {
	p.Glyph(style.Dim, "+")
	p.Number(style.Dim, n)
}

// Bar writes a glyph n times.
func (p *Pen) Bar(st style.Style, glyph string, n int) {
	n = min(n, p.Room())
	if n <= 0 {
		return
	}
	p.SetStyle(st)
	for range n {
		p.B = append(p.B, glyph...)
	}
	p.At += n
	if glyph == " " && p.At == p.End {
		p.EndBlock()
	}
}

// ASCII writes a word of the program, which must be ASCII.
func (p *Pen) ASCII(st style.Style, s string) {
	if n := min(len(s), p.Room()); n > 0 {
		p.SetStyle(st)
		p.B = append(p.B, s[:n]...)
		p.At += n
	}
}

// Number writes a number in decimal.
func (p *Pen) Number(st style.Style, n int) {
	var digits [20]byte
	if d := strconv.AppendInt(digits[:0], int64(n), 10); len(d) <= p.Room() {
		p.SetStyle(st)
		p.B = append(p.B, d...)
		p.At += len(d)
	}
}

// Line writes styled spans, cut to the cells that are left, with the mark of a cut at the end whichever span that is
// in.
func (p *Pen) Line(l Line) {
	over := l.Width() > p.Room()
	for i := range l {
		t, cut := l[i].Text, over && l[i].Text.Width() >= p.Room()
		if cut && l[i].isDot() { // nothing follows it
			t = safetext.Spaces(1).Append(CutMark(p.Sheet))
		} else if cut {
			t = t.Append(safetext.Const(" x")) // longer than there is room
		}
		p.Text(l[i].Style, t)
		if cut {
			return
		}
	}
}

// Space writes n blanks.
func (p *Pen) Space(n int) {
	if n = min(n, p.Room()); n > 0 {
		if p.solid {
			p.SetStyle(style.Plain)
		}
		p.blanks(n)
		p.At += n
		if p.At == p.End && (p.On != style.Flat || p.Sheet.IsUnder()) {
			p.EndBlock()
		}
	}
}

// EndBlock sends the blank at the end of a block, which was just written, as it is.
func (p *Pen) EndBlock() { p.B = append(p.B[:len(p.B)-1], style.LastBlank...) }

// PadTo writes blanks up to a cell.
func (p *Pen) PadTo(at int) { p.Space(at - p.At) }

// Fill writes blanks up to the end of the row.
func (p *Pen) Fill() { p.Space(p.Room()) }

func (p *Pen) blanks(n int) {
	const blanks = "                                                                                                "
	for ; n > len(blanks); n -= len(blanks) {
		p.B = append(p.B, blanks...)
	}
	p.B = append(p.B, blanks[:n]...)
}

// Rune writes a character of one cell.
func (p *Pen) Rune(st style.Style, r rune) {
	if r == ' ' {
		p.Space(1)
		return
	}
	if p.Room() > 0 {
		p.SetStyle(st)
		p.B = utf8.AppendRune(p.B, r)
		p.At++
	}
}

// SetGround changes the background of what follows.
func (p *Pen) SetGround(on style.Ground) {
	if p.On != on {
		if p.On != style.Flat && p.At > 0 && p.B[len(p.B)-1] == ' ' {
			p.EndBlock()
		}
		p.On, p.last, p.solid = on, "", true
	}
}

// Widest returns the cells of the widest text in a column.
func Widest[T any](rows []T, text func(*T) Text) (w int) {
	for i := range rows {
		w = max(w, text(&rows[i]).Width())
	}
	return w
}

// Digits returns the cells of a number that is not negative.
func Digits(n int) int {
	d := 1
	for n >= 10 {
		n /= 10
		d++
	}
	return d
}

// Cut returns a text in at most w cells, with the sheet's mark at the end if it was cut off.
func Cut(t Text, w int, sh *style.Sheet) Text { return t.Clip(w, CutMark(sh)) }

// CutMark returns the mark for a text that was cut off.
func CutMark(sh *style.Sheet) Text {
	if sh.Glyphs.ASCII {
		return plainEllipsis
	}
	return safetext.Ellipsis()
}

// plainEllipsis is Glyphs.Ellipsis as a Text.
var plainEllipsis = safetext.Const("~")

// MarkTitle reverses the title of the selected item if there are no background colours to mark it.
func (p *Pen) MarkTitle(selected bool) {
	if selected && !p.Sheet.Grounded() {
		p.SetGround(style.Field)
	}
}

// Drawn writes a drawn piece of exactly w cells.
func (p *Pen) Drawn(piece string, w int) {
	if w <= p.Room() {
		p.B = append(p.B, piece...)
		p.At += w
		p.last, p.solid = "", true
	}
}

// Rule fills the rest of a heading's row with a rule where no colours make headings stand out.
func (p *Pen) Rule() {
	if p.Sheet.Grounded() {
		return
	}
	p.Space(1)
	p.Bar(style.BarRest, p.Sheet.Glyphs.BarRest, p.Room())
}

// Spot records what a click means on the cells of the row between from and the pen.
func (p *Pen) Spot(from int, s Spot) { p.spot(from, p.At, s) }

func (p *Pen) spot(from, end int, s Spot) {
	if p.Spots != nil {
		s.Rect = Rect{from, p.RowAt, end - from, 1}
		*p.Spots = append(*p.Spots, s)
	}
}
