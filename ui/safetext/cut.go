package safetext

import "strings"

// Ellipsis stands where text was cut off.
func Ellipsis() Text { return Text{"…", 1} }

// Cut gives the text in at most width cells: unchanged where it fits, else cut with an ellipsis at exactly width
// cells. Where the cut falls inside a wide cluster a blank fills the cell that is left.
func (t Text) Cut(width int) Text { return t.Clip(width, Ellipsis()) }

// Clip is Cut with another mark for what was cut off.
func (t Text) Clip(width int, mark Text) Text {
	if t.w <= width {
		return t
	}
	if width <= 0 {
		return Text{}
	}
	if mark.w > width {
		return Spaces(width)
	}
	n, w := t.index(width - mark.w)
	if gap := width - mark.w - w; gap > 0 {
		return Text{t.s[:n] + Spaces(gap).s + mark.s, width}
	}
	return Text{t.s[:n] + mark.s, width}
}

// Pad gives the text in exactly width cells: cut as Cut does, or with blanks behind it.
func (t Text) Pad(width int) Text {
	if t.w < width {
		return Text{t.s + Spaces(width-t.w).s, width}
	}
	return t.Cut(width)
}

// Window gives width cells of the text from cell from on, without a mark: what a field scrolled sideways shows. A
// wide cluster that is only half inside leaves a blank.
func (t Text) Window(from, width int) Text {
	if width <= 0 || from >= t.w {
		return Text{}
	}
	from = max(from, 0)
	n, w := t.index(from)
	lead := 0
	if w < from { // a wide cluster starts before the window and ends inside it
		skip := first(t.s[n:])
		n, w = n+skip.n, w+skip.w
		lead = min(w-from, width)
	}
	rest := Text{t.s[n:], t.w - w}
	m, got := rest.index(width - lead)
	if lead == 0 {
		return Text{rest.s[:m], got}
	}
	return Text{Spaces(lead).s + rest.s[:m], lead + got}
}

// Wrap breaks the text into lines of at most width cells, at blanks where there are any, inside words that are
// longer than a line. Blanks at a break are dropped. A width below 1 gives no lines.
func (t Text) Wrap(width int) []Text {
	if width < 1 {
		return nil
	}
	var lines []Text
	for t.w > width {
		n, w := t.index(width)
		if n == 0 { // one cluster wider than the line
			c := first(t.s)
			lines = append(lines, Spaces(width))
			t = Text{t.s[c.n:], t.w - c.w}
			continue
		}
		head := t.s[:n]
		if n < len(t.s) && t.s[n] != ' ' {
			if at := strings.LastIndexByte(head, ' '); at > 0 && strings.TrimLeft(head[:at], " ") != "" {
				n, w = at, width1(head[:at])
			}
		}
		line := strings.TrimRight(t.s[:n], " ")
		lines = append(lines, Text{line, w - (n - len(line))})
		rest := strings.TrimLeft(t.s[n:], " ")
		t = Text{rest, t.w - w - (len(t.s) - n - len(rest))}
	}
	if t.s != "" || len(lines) == 0 {
		lines = append(lines, t)
	}
	return lines
}

// index gives the length in bytes and cells of the longest run of whole clusters in at most width cells.
func (t Text) index(width int) (n, w int) {
	for n < len(t.s) {
		c := first(t.s[n:])
		if w+c.w > width {
			break
		}
		n, w = n+c.n, w+c.w
	}
	return n, w
}

func width1(s string) int {
	w := 0
	for len(s) > 0 {
		c := first(s)
		w += c.w
		s = s[c.n:]
	}
	return w
}
