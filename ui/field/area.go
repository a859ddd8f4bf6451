package field

import "sideboard/ui/safetext"

// Area is a text of several lines. The zero value is empty; copies are independent. Lines longer than the width
// continue on the next row, broken at spaces where there are any; that is how they are shown, never what they are.
type Area struct{ text string }

// NewArea opens a field on a text, the cursor at its start.
func NewArea(text string) Area { return Area{text: text} }

// Value is the exact text.
func (a Area) Value() string { return a.text }

// Changed says whether the text differs from the one it was opened on.
func (a Area) Changed() bool { return false }

// Handle does op; text is what was typed or pasted, for Insert and Paste.
func (a *Area) Handle(op Op, text string) Outcome { return Ignored }

// Resize tells the size in cells the field is shown with, which decides what up, down and page mean and how it
// scrolls.
func (a *Area) Resize(width, height int) {}

// View is what is seen of the text: at most height rows of at most width cells, and the cell the cursor is in.
func (a Area) View(width, height int) (rows []safetext.Text, cursorX, cursorY int) { return }

// Scroll is how many rows are hidden above and below at that size.
func (a Area) Scroll(width, height int) (above, below int) { return }
