// Package markdown lays out a task's description, which agents write as Markdown, as lines of styled safe text.
//
// The parsing is goldmark's; the drawing is here, because what is drawn goes to a terminal: text is made safe,
// lines are measured in cells, styles are named by meaning. Nothing in a description is hidden: HTML is shown as
// the text it is, a link shows where it leads.
//
// Descriptions are untrusted. A parser for Markdown takes quadratic time over some texts that no person writes,
// and so such texts, and very long ones, are shown as they are instead.
package markdown

import (
	"strings"

	"github.com/yuin/goldmark/text"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Lines lays out src in lines of at most width cells. A width below 1 gives no lines. Of the sheet only the glyphs
// matter: the lines name their styles and stay right when the theme changes.
func Lines(src string, width int, sheet *style.Sheet) []view.Line {
	if width < 1 || src == "" {
		return nil
	}
	src = strings.ReplaceAll(src, "\r\n", "\n")
	if !parsesInLinearTime(src) {
		return verbatim(src, width)
	}
	raw := []byte(src)
	p := newParser()
	d := &renderer{src: raw, width: width, glyphs: sheet.Glyphs, parser: p, marks: newMarks(sheet.Glyphs, width)}
	d.blocks(p.Parse(text.NewReader(raw)), false)
	return d.out
}

// verbatim lays out a text line by line, without any Markdown.
func verbatim(src string, width int) []view.Line {
	var out []view.Line
	for _, line := range safetext.Block(src) {
		if line.Blank() {
			out = append(out, nil)
			continue
		}
		for _, row := range line.Wrap(width) {
			out = append(out, view.Line{{Text: row, Style: style.Plain}})
		}
	}
	return out
}
