package field

import (
	"sort"
	"strings"

	"sideboard/ui/safetext"
)

// Area is a text of several lines. The zero value is empty; copies are independent. Lines longer than the width are
// shown on several rows, broken at spaces if possible; the text does not change.
type Area struct {
	buffer
	width, height int
	top           int // rows scrolled up
	goalCell      int // 1 + the column that up and down keep to, 0 for none
}

// NewArea returns an area for a text, with the cursor at its start.
func NewArea(text string) Area { return Area{buffer: buffer{text: text, opened: text}} }

// SetText replaces the whole text, as one edit that can be undone.
func (a *Area) SetText(text string) {
	a.goalCell = 0
	a.replace(0, len(a.text), strings.ToValidUTF8(text, "\ufffd"), false)
	a.scrollToCursor()
}

// Handle carries out op; text is the typed or pasted text of Insert and Paste. Its line breaks, which terminals send as
// carriage returns, become those of the text in the area.
func (a *Area) Handle(op Op, text string) Outcome {
	var out Outcome
	switch op {
	case Up:
		out = a.moveByRows(-1)
	case Down:
		out = a.moveByRows(1)
	case Newline:
		a.goalCell = 0
		out = a.handleShared(Paste, a.newline())
	case Insert, Paste:
		a.goalCell = 0
		text = strings.ToValidUTF8(text, "\ufffd")
		if strings.ContainsAny(text, "\r\n") {
			text = strings.NewReplacer("\r\n", a.newline(), "\n", a.newline(), "\r", a.newline()).Replace(text)
		}
		out = a.handleShared(op, text)
	default:
		a.goalCell = 0
		out = a.handleShared(op, text)
	}
	a.scrollToCursor()
	return out
}

// Rows returns the number of rows that the text takes at a width.
func (a *Area) Rows(width int) int { return len(a.rows(width)) }

// Indent returns the leading whitespace of the cursor's line.
func (a *Area) Indent() string {
	line := a.text[a.lineStart(a.at):a.at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// newline returns the line break of the first line.
func (a *Area) newline() string {
	if n := strings.IndexByte(a.text, '\n'); n > 0 && a.text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// moveByRows moves the cursor by rows, in the column in which the first of several such moves began.
func (a *Area) moveByRows(by int) Outcome {
	rows := a.rows(a.width)
	now := a.rowOf(rows)
	to := min(max(now+by, 0), len(rows)-1)
	if to == now {
		a.typing = false
		return Ignored
	}
	if a.goalCell == 0 {
		a.goalCell = a.cellsBefore(rows[now], a.at) + 1
	}
	return a.moveTo(a.offset(rows[to], a.goalCell-1))
}

// Resize sets the size in cells, on which up, down and scrolling depend.
func (a *Area) Resize(width, height int) {
	if a.width != width {
		a.goalCell = 0
	}
	a.width, a.height = width, height
	a.scrollToCursor()
}

func (a *Area) scrollToCursor() {
	if a.height > 0 {
		rows := a.rows(a.width)
		a.top = a.scroll(rows, a.rowOf(rows), a.height)
	}
}

// scroll returns the first visible row: it scrolls as little as necessary to show the cursor's row.
func (a *Area) scroll(rows []row, at, height int) int {
	top := min(a.top, at, max(0, len(rows)-height))
	if at >= top+height {
		top = at - height + 1
	}
	return top
}

// View returns the visible part of the text, at most height rows of at most width cells, and the cell of the cursor.
func (a Area) View(width, height int) (rows []safetext.Text, cursorX, cursorY int) {
	if width <= 0 || height <= 0 {
		return nil, 0, 0
	}
	all := a.rows(width)
	at := a.rowOf(all)
	top := a.scroll(all, at, height)
	for _, r := range all[top:min(top+height, len(all))] {
		rows = append(rows, a.shown(r.start, r.end, r.lineEnd).Window(0, width))
	}
	return rows, min(a.cellsBefore(all[at], a.at), width-1), at - top
}

// row is the part of a line on one row of an Area.
type row struct {
	start, end int // bytes
	lineEnd    int // the end of its line
}

// rows breaks the text into rows, at spaces if possible, one cell narrower than the width so that the cursor fits after
// the last character. Spaces at a break stay on the row before it, invisible where they do not fit. A width of 0 breaks
// at line ends only.
func (a *Area) rows(width int) []row {
	var all []row
	for at := 0; ; {
		end := a.lineEnd(at)
		all = a.wrap(all, at, end, max(1, width-1), width <= 0)
		if end >= len(a.text) {
			return all
		}
		at = end + a.breakAt(end)
	}
}

// wrap appends the rows of a line from start to end, of at most room cells each; a single one if whole is set.
func (a *Area) wrap(all []row, start, end, room int, whole bool) []row {
	x, gap, gapX := 0, -1, 0 // cells so far; the end of the last space, in bytes and cells
	for i := start; i < end && !whole; {
		n, w := a.cluster(i, end)
		blank := a.text[i] == ' ' || a.text[i] == '\t'
		if x+w > room && i > start && !blank {
			cut, cutX := i, x
			if gap > start {
				cut, cutX = gap, gapX
			}
			all = append(all, row{start, cut, end})
			start, x, gap = cut, x-cutX, -1
			continue
		}
		i, x = i+n, x+w
		if blank {
			gap, gapX = i, x
		}
	}
	return append(all, row{start, end, end})
}

// rowOf returns the row of the cursor.
func (a *Area) rowOf(rows []row) int {
	return sort.Search(len(rows), func(i int) bool { return rows[i].start > a.at }) - 1
}

// cellsBefore counts the cells of a row before the byte offset at.
func (a *Area) cellsBefore(r row, at int) int {
	x := 0
	for i := r.start; i < at; {
		n, w := a.cluster(i, r.lineEnd)
		i, x = i+n, x+w
	}
	return x
}

// offset returns the byte offset of a cell of a row, or of the nearest cell before it. A row that continues on the next
// ends before its last character: the offset after that is the start of the next row.
func (a *Area) offset(r row, cell int) int {
	x := 0
	for i := r.start; i < r.end; {
		n, w := a.cluster(i, r.lineEnd)
		if x+w > cell || i+n >= r.end && r.end < r.lineEnd {
			return i
		}
		i, x = i+n, x+w
	}
	return r.end
}
