package field

import "sideboard/ui/safetext"

// Line is a text on one line. The zero value is empty; copies are independent.
type Line struct{ text string }

// NewLine opens a field on a text, the cursor at its end.
func NewLine(text string) Line { return Line{text: text} }

// Value is the exact text.
func (l Line) Value() string { return l.text }

// Changed says whether the text differs from the one it was opened on.
func (l Line) Changed() bool { return false }

// Handle does op; text is what was typed or pasted, for Insert and Paste.
func (l *Line) Handle(op Op, text string) Outcome { return Ignored }

// Resize tells the width in cells the field is shown with, which decides how it scrolls.
func (l *Line) Resize(width int) {}

// View is what is seen of the text in width cells, and the cell the cursor is in (0 to width-1).
func (l Line) View(width int) (row safetext.Text, cursorX int) { return }

// Cursor is the byte offset of the cursor in Value.
func (l Line) Cursor() int { return 0 }

// Item is the part of the text the cursor is in, where the text is a list parted by sep, without the spaces
// around it, and its byte offsets.
func (l Line) Item(sep byte) (text string, start, end int) { return }

// Replace puts text in the place of the bytes from start to end and the cursor behind it.
func (l *Line) Replace(start, end int, text string) Outcome { return Ignored }
