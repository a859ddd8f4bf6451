// Package lay is the language in which screens are laid out: cells of a terminal, and nothing of tasks.
//
// A Pen writes one row of an exact number of cells, a Page gathers rows of one width. What can be pressed is recorded as a
// Spot while it is drawn. Share says which of several parts get how many rows.
package lay

import "sideboard/ui/safetext"

// Text is text that is safe to show; nothing else is drawn.
type Text = safetext.Text
