package markdown

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

const (
	maxCells   = 2_000 // in all tables of a description; further tables are shown as text
	minColumn  = 4     // the least width of a column
	betweenCol = 2     // cells between columns
)

// table draws a paragraph that is a table: its second line is dashes and bars, with as many columns as the first. It
// reports whether the paragraph is a table and there was room for it.
func (d *renderer) table(n *ast.Paragraph) bool {
	lines := n.Lines()
	if lines.Len() < 2 || len(d.lead) > 0 {
		return false
	}
	line := func(i int) string { s := lines.At(i); return string(s.Value(d.src)) }
	right, ok := delimiterRow(line(1))
	columns := len(right)
	if !ok || columns*minColumn+(columns-1)*betweenCol > d.room() || d.cells+columns*(lines.Len()-1) > maxCells {
		return false
	}
	head := splitRow(line(0))
	if len(head) != columns {
		return false
	}
	d.cells += columns * (lines.Len() - 1)
	rows := [][]flow{d.row(head, columns, style.Strong)}
	for i := 2; i < lines.Len(); i++ {
		rows = append(rows, d.row(splitRow(line(i)), columns, d.base))
	}
	widths := columnWidths(rows, columns, d.room())
	for i, row := range rows {
		d.drawRow(row, widths, right)
		if i == 0 {
			total := (columns - 1) * betweenCol
			for _, w := range widths {
				total += w
			}
			d.emit(d.rule(total))
		}
	}
	return true
}

// row parses the cells of a row. Surplus cells join the last one, so that nothing is hidden.
func (d *renderer) row(cells []string, columns int, base style.Style) []flow {
	if len(cells) > columns {
		cells = append(cells[:columns-1:columns-1], strings.Join(cells[columns-1:], " | "))
	}
	row := make([]flow, columns)
	for i, cell := range cells {
		if !strings.ContainsAny(cell, "\\`*_~[]!<&") {
			row[i].add(cell, base)
			continue
		}
		in := &renderer{src: []byte(cell)}
		doc := d.parser.Parse(text.NewReader(in.src))
		if p := doc.FirstChild(); p != nil && p.NextSibling() == nil && p.Kind() == ast.KindParagraph {
			in.inline(&row[i], p, textStyle{base: base})
		} else {
			row[i].add(cell, base)
		}
	}
	return row
}

// columnWidths returns the widths of the columns. Where there is not enough room the widest are made narrower.
func columnWidths(rows [][]flow, columns, room int) []int {
	widths := make([]int, columns)
	total := (columns - 1) * betweenCol
	for c := range widths {
		widths[c] = 1
		for _, row := range rows {
			w := 0
			for _, t := range row[c].tokens {
				w += t.text.Width()
			}
			widths[c] = max(widths[c], w)
		}
		widths[c] = min(widths[c], room)
		total += widths[c]
	}
	for ; total > room; total-- {
		widest := 0
		for c := range widths {
			if widths[c] > widths[widest] {
				widest = c
			}
		}
		widths[widest]--
	}
	return widths
}

// drawRow draws a row, on as many lines as its highest cell needs.
func (d *renderer) drawRow(row []flow, widths []int, right []bool) {
	cells := make([][]view.Line, len(row))
	height := 1
	for c := range row {
		cells[c] = row[c].wrap(widths[c])
		height = max(height, len(cells[c]))
	}
	for y := range height {
		var line view.Line
		for c, w := range widths {
			var cell view.Line
			if y < len(cells[c]) {
				cell = cells[c][y]
			}
			pad := view.Span{Text: safetext.Spaces(w - cell.Width())}
			if right[c] {
				line = append(append(line, pad), cell...)
			} else {
				line = append(append(line, cell...), pad)
			}
			if c < len(widths)-1 {
				line = append(line, view.Span{Text: safetext.Spaces(betweenCol)})
			}
		}
		d.emit(line)
	}
}

// delimiterRow parses the line below the head of a table, and returns which columns are aligned right.
func delimiterRow(line string) (right []bool, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.Contains(line, "|") || strings.Trim(line, "|-: \t") != "" {
		return nil, false
	}
	for _, cell := range splitRow(line) {
		dashes := strings.TrimSuffix(strings.TrimPrefix(cell, ":"), ":")
		if dashes == "" || strings.Trim(dashes, "-") != "" {
			return nil, false
		}
		right = append(right, strings.HasSuffix(cell, ":") && !strings.HasPrefix(cell, ":"))
	}
	return right, true
}

// splitRow splits a row at its bars. A bar after a backslash is text.
func splitRow(line string) []string {
	line = strings.TrimSpace(line)
	line = strings.TrimPrefix(line, "|")
	var cells []string
	var cell strings.Builder
	for i := 0; i < len(line); i++ {
		switch {
		case strings.HasPrefix(line[i:], `\|`):
			i++
			cell.WriteByte('|')
		case line[i] == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteByte(line[i])
		}
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" || len(cells) == 0 {
		cells = append(cells, rest)
	}
	return cells
}
