package field

import (
	"sort"
	"strings"

	"sideboard/ui/safetext"
)

// Area is a text of several lines. The zero value is empty; copies are independent. Lines longer than the width
// continue on the next row, broken at spaces where there are any; that is how they are shown, never what they are.
type Area struct {
	buffer
	width, height int
	top           int // rows scrolled up
	goalCell      int // the cell plus one that up and down keep to, 0 for none
}

// NewArea opens a field on a text, the cursor at its start.
func NewArea(text string) Area { return Area{buffer: buffer{text: text, opened: text}} }

// SetText puts another text in the place of the whole one, as one edit that can be undone.
func (a *Area) SetText(text string) {
	a.goalCell = 0
	a.replace(0, len(a.text), strings.ToValidUTF8(text, "\ufffd"), false)
	a.scrollToCursor()
}

// Handle does op; text is what was typed or pasted, for Insert and Paste. Line breaks of it, which terminals send
// as carriage returns, become those the text has already.
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

// Rows returns how many rows of a width in cells the text takes.
func (a *Area) Rows(width int) int { return len(a.rows(width)) }

// Indent returns the blanks that the line of the cursor begins with.
func (a *Area) Indent() string {
	line := a.text[a.lineStart(a.at):a.at]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}

// newline returns the line break this text uses: that of its first line.
func (a *Area) newline() string {
	if n := strings.IndexByte(a.text, '\n'); n > 0 && a.text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// moveByRows moves by rows, in the cell the last of such moves started from.
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

// Resize tells the size in cells the field is shown with, which decides what up and down mean and how it scrolls.
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

// scroll returns the first row shown so that the cursor's row is among height rows, moving as little as can be.
func (a *Area) scroll(rows []row, at, height int) int {
	top := min(a.top, at, max(0, len(rows)-height))
	if at >= top+height {
		top = at - height + 1
	}
	return top
}

// View returns what is seen of the text: at most height rows of at most width cells, and the cell the cursor is in.
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

// row is a part of a line that is shown on one row of an Area.
type row struct {
	start, end int // bytes
	lineEnd    int // where the line ends that it is part of
}

// rows breaks the text into rows for a width in cells, at spaces where there are any, one cell short of the width
// so that the cursor has its place behind the last character. Spaces at a break stay on the row they end, out of
// sight where they do not fit. A width of 0 breaks at line ends only.
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

func (a *Area) wrap(all []row, start, end, room int, whole bool) []row {
	x, gap, gapX := 0, -1, 0 // cells so far; behind the last space, in bytes and cells
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

// rowOf finds the row the cursor is on.
func (a *Area) rowOf(rows []row) int {
	return sort.Search(len(rows), func(i int) bool { return rows[i].start > a.at }) - 1
}

// cellsBefore counts the cells of a row before the byte offset at.
func (a *Area) cellsBefore(r row, at int) int {
	x := 0
	for i := r.start; i < at && i < r.end; {
		n, w := a.cluster(i, r.lineEnd)
		i, x = i+n, x+w
	}
	return x
}

// offset finds the place in a row that is nearest to a cell without passing it. A row that goes on in the next has
// no place behind its last character: that is the start of the next.
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
