package field

import (
	"strings"

	"sideboard/ui/safetext"
)

// Line is a text on one line. The zero value is empty; copies are independent. Line breaks in the text with which it
// was opened are kept, and shown as spaces; no others come in.
type Line struct {
	buffer
	width int
	left  int // cells scrolled to the left
}

// NewLine returns a line for a text, with the cursor at its end.
func NewLine(text string) Line {
	return Line{buffer: buffer{text: text, opened: text, at: len(text), singleLine: true}}
}

// Handle carries out op; text is the typed or pasted text of Insert and Paste. A Line ignores Newline and vertical
// moves.
func (l *Line) Handle(op Op, text string) Outcome {
	broken := false
	if op == Insert || op == Paste {
		text = strings.ToValidUTF8(text, "\ufffd")
		broken = strings.ContainsAny(text, "\r\n")
		text = lineBreaks.Replace(text)
	}
	out := l.handleShared(op, text)
	if out == Edited && broken {
		out = Flattened
	}
	l.scrollToCursor()
	return out
}

// lineBreaks replaces line breaks by spaces.
var lineBreaks = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

// Replace replaces the bytes from start to end of Value by text, and puts the cursor after it.
func (l *Line) Replace(start, end int, text string) {
	start = min(max(start, 0), len(l.text))
	end = min(max(end, start), len(l.text))
	l.replace(start, end, lineBreaks.Replace(strings.ToValidUTF8(text, "\ufffd")), false)
	l.scrollToCursor()
}

// SetText replaces the whole text, as one edit that can be undone.
func (l *Line) SetText(text string) { l.Replace(0, len(l.text), text) }

// Item returns the item of a list at the cursor, without the spaces around it, and its byte offsets in Value; sep
// separates the items.
func (l Line) Item(sep byte) (text string, start, end int) {
	start = strings.LastIndexByte(l.text[:l.at], sep) + 1
	end = len(l.text)
	if n := strings.IndexByte(l.text[l.at:], sep); n >= 0 {
		end = l.at + n
	}
	for start < end && l.text[start] == ' ' {
		start++
	}
	for end > start && l.text[end-1] == ' ' {
		end--
	}
	return l.text[start:end], start, end
}

// Resize sets the width in cells, on which scrolling depends.
func (l *Line) Resize(width int) {
	l.width = width
	l.scrollToCursor()
}

func (l *Line) scrollToCursor() {
	if l.width > 0 {
		l.left, _ = l.scroll(l.width)
	}
}

// scroll returns the number of hidden cells on the left, scrolling as little as necessary to show the cursor, and the
// cells before the cursor.
func (l *Line) scroll(width int) (left, before int) {
	before = l.cells(0, l.at)
	total := before + l.cells(l.at, len(l.text)) + 1
	left = min(l.left, before, max(0, total-width))
	if before >= left+width {
		left = before - width + 1
	}
	return left, before
}

// cells counts the cells of the characters from start to end.
func (l *Line) cells(start, end int) int {
	sum := 0
	for start < end {
		n, w := l.cluster(start, len(l.text))
		start, sum = start+n, sum+w
	}
	return sum
}

// View returns the visible part of the text in width cells, and the cell of the cursor (0 to width-1).
func (l Line) View(width int) (row safetext.Text, cursorX int) {
	if width <= 0 {
		return row, 0
	}
	left, before := l.scroll(width)
	start, x := 0, 0
	for start < len(l.text) {
		n, w := l.cluster(start, len(l.text))
		if x+w > left {
			break
		}
		start, x = start+n, x+w
	}
	end, wide := start, x
	for end < len(l.text) && wide < left+width {
		n, w := l.cluster(end, len(l.text))
		end, wide = end+n, wide+w
	}
	return l.shown(start, end, len(l.text)).Window(left-x, width), before - left
}

// Cursor returns the byte offset of the cursor in Value.
func (l Line) Cursor() int { return l.at }

// CellOf returns the cell of a byte offset in Value, if the line is width cells wide: negative or beyond the width if
// it is not visible.
func (l Line) CellOf(at, width int) int {
	left, _ := l.scroll(width)
	return l.cells(0, min(max(at, 0), len(l.text))) - left
}
