// Package markdown lays a task's description out as styled lines of safe text.
package markdown

import (
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Lines lays out src in lines of at most width cells; of the sheet only the glyphs matter.
func Lines(src string, width int, sheet *style.Sheet) []view.Line { return nil }
