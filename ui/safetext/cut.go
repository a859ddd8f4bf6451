package safetext

import (
	"strings"
	"unicode/utf8"
)

// Ellipsis marks where text was cut off.
func Ellipsis() Text { return Text{s: "…", w: 1} }

// Cut returns the text in at most width cells: unchanged if it fits, otherwise cut to exactly width cells with an
// ellipsis. A space fills the cell that is left by a wide cluster.
func (t Text) Cut(width int) Text { return t.Clip(width, Ellipsis()) }

// Clip is Cut with another mark for what was cut off.
func (t Text) Clip(width int, mark Text) Text {
	head, gap, ok := t.Head(width, mark)
	if !ok {
		return head
	}
	return Text{s: head.s + Spaces(gap).s + mark.s, w: int32(width), slack: head.slack + mark.slack}
}

// Head returns the part of the text that Clip keeps, and the number of spaces between it and the mark, for callers that
// write the mark themselves. ok is false if no mark follows: the text fits, or there is no room for a mark.
func (t Text) Head(width int, mark Text) (head Text, gap int, ok bool) {
	switch {
	case t.Width() <= width:
		return t, 0, false
	case width <= 0:
		return Text{}, 0, false
	case mark.Width() > width:
		return Spaces(width), 0, false
	}
	head = t.head(width - mark.Width())
	return head, width - mark.Width() - head.Width(), true
}

// Pad returns the text in exactly width cells: cut as by Cut, or with spaces after it.
func (t Text) Pad(width int) Text {
	if gap := width - t.Width(); gap > 0 {
		return Text{s: t.s + Spaces(gap).s, w: int32(width), slack: t.slack}
	}
	return t.Cut(width)
}

// Window returns at most width cells of the text from cell from on, without a mark, for a field that is scrolled
// sideways. A wide cluster that is only half inside becomes a space.
func (t Text) Window(from, width int) Text {
	if width <= 0 || from >= t.Width() {
		return Text{}
	}
	from = max(from, 0)
	head := t.head(from)
	rest := t.after(head)
	if head.Width() == from {
		return rest.head(width)
	}
	c := first(rest.s) // starts before the window and ends inside it
	lead := min(head.Width()+c.w-from, width)
	rest = rest.after(Text{s: rest.s[:c.n], w: int32(c.w), slack: int32(c.slack)}).head(width - lead)
	return Text{s: Spaces(lead).s + rest.s, w: int32(lead) + rest.w, slack: rest.slack}
}

// Wrap breaks the text into lines of at most width cells, at spaces if possible, otherwise inside a word. Spaces at a
// break are dropped. A width below 1 gives no lines.
func (t Text) Wrap(width int) []Text {
	if width < 1 {
		return nil
	}
	var lines []Text
	for len(lines) == 0 || t.s != "" {
		var line Text
		line, t = t.Break(width)
		lines = append(lines, line)
	}
	return lines
}

// Break returns the first line of Wrap, and the rest of the text. The width must be at least 1.
func (t Text) Break(width int) (line, rest Text) {
	if t.Width() <= width {
		return t, Text{}
	}
	line = t.head(width)
	if line.s == "" { // one cluster wider than the whole line
		c := first(t.s)
		return Spaces(width), t.after(Text{s: t.s[:c.n], w: int32(c.w), slack: int32(c.slack)})
	}
	if t.s[len(line.s)] != ' ' {
		if at := strings.LastIndexByte(line.s, ' '); at > 0 && strings.Trim(line.s[:at], " ") != "" {
			line = measure(line.s[:at])
		}
	}
	rest = t.after(line)
	s := strings.TrimLeft(rest.s, " ")
	rest.w -= int32(len(rest.s) - len(s))
	rest.s = s
	return line.trimRight(), rest
}

// head returns the longest run of whole clusters in at most width cells.
func (t Text) head(width int) Text {
	if t.Width() <= width {
		return t
	}
	width = max(width, 0)
	if len(t.s) > width && plain(t.s[:width+1]) {
		return Text{s: t.s[:width], w: int32(width)}
	}
	var h Text
	n := 0
	for n < len(t.s) {
		c := first(t.s[n:])
		if int(h.w)+c.w > width {
			break
		}
		n += c.n
		h.w += int32(c.w)
		h.slack += int32(c.slack)
	}
	h.s = t.s[:n]
	return h
}

// after returns what follows a head of the text.
func (t Text) after(head Text) Text {
	return Text{s: t.s[len(head.s):], w: t.w - head.w, slack: t.slack - head.slack}
}

func (t Text) trimRight() Text {
	s := strings.TrimRight(t.s, " ")
	return Text{s: s, w: t.w - int32(len(t.s)-len(s)), slack: t.slack}
}

// Faded returns the text with spaces in place of emoji: they have colours of their own, which no style makes faint.
func (t Text) Faded() Text {
	if plain(t.s) {
		return t
	}
	var out strings.Builder
	for s := t.s; len(s) > 0; {
		c := first(s)
		if r, _ := utf8.DecodeRuneInString(s); c.w == 2 && (r >= 0x2300 && r < 0x2c00 || r >= 0x1f000 && r < 0x20000) {
			out.WriteString("  ")
		} else {
			out.WriteString(s[:c.n])
		}
		s = s[c.n:]
	}
	return measure(out.String())
}
