package field

import (
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

// Value returns the exact text.
func (a Area) Value() string { return a.text }

// Opened returns the text the field was opened on.
func (a Area) Opened() string { return a.opened }

// Changed reports whether the text differs from the one it was opened on.
func (a Area) Changed() bool { return a.text != a.opened }

// Cursor returns the byte offset of the cursor in Value.
func (a Area) Cursor() int { return a.at }

// SetText puts another text in the place of the whole one, as one edit that can be undone.
func (a *Area) SetText(text string) Outcome {
	a.goalCell = 0
	out := a.replace(0, len(a.text), strings.ToValidUTF8(text, "\ufffd"), false)
	a.scrollToCursor()
	return out
}

// Handle does op; text is what was typed or pasted, for Insert and Paste. Line breaks of it, which terminals send
// as carriage returns, become those the text has already.
func (a *Area) Handle(op Op, text string) Outcome {
	var out Outcome
	switch op {
	case Up, Down, PageUp, PageDown:
		out = a.moveByRows(op)
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

// newline returns the line break this text uses: that of its first line.
func (a *Area) newline() string {
	if n := strings.IndexByte(a.text, '\n'); n > 0 && a.text[n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// moveByRows moves by rows, in the cell the last of such moves started from.
func (a *Area) moveByRows(op Op) Outcome {
	rows := a.rows(a.width)
	now := a.rowOf(rows)
	page := max(1, a.height-1)
	if a.height == 0 {
		page = 10
	}
	to := now + map[Op]int{Up: -1, Down: 1, PageUp: -page, PageDown: page}[op]
	to = min(max(to, 0), len(rows)-1)
	if to == now {
		a.typing = false
		return Ignored
	}
	if a.goalCell == 0 {
		a.goalCell = a.cellsBefore(rows[now], a.at) + 1
	}
	return a.moveTo(a.offset(rows[to], a.goalCell-1))
}

// Resize tells the size in cells the field is shown with, which decides what up, down and page mean and how it
// scrolls.
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

// Scroll returns how many rows are hidden above and below at that size.
func (a Area) Scroll(width, height int) (above, below int) {
	all := a.rows(width)
	top := a.scroll(all, a.rowOf(all), height)
	return top, max(0, len(all)-top-height)
}
