package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// nest draws what is inside a quote or a list item behind a mark: first on its first line, rest on the others.
func (d *renderer) nest(first, rest view.Line, inside func()) {
	w := first.Width()
	if d.width-d.indent-w < minRoom {
		if first[0].Style == style.Bullet {
			d.lead = append(d.lead, token{kind: word, text: first[0].Text, style: style.Bullet})
		}
		inside()
		if len(d.lead) > 0 { // nothing was inside
			d.flow(nil, d.base)
		}
		return
	}
	margin, begin := d.margin, d.margin
	if d.once != nil {
		begin = d.once
	}
	d.once = append(append(view.Line{}, begin...), first...)
	d.margin = append(append(view.Line{}, margin...), rest...)
	d.indent += w
	inside()
	if d.once != nil {
		d.emit(nil)
	}
	d.margin = margin
	d.indent -= w
}

func (d *renderer) list(n *ast.List) {
	widest := 0
	if n.IsOrdered() {
		widest = len(strconv.Itoa(n.Start+n.ChildCount()-1)) + 1
	}
	number := n.Start
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.PreviousSibling() != nil && !n.IsTight {
			d.emit(nil)
		}
		mark := d.marks.bullet
		if n.IsOrdered() {
			digits := strconv.Itoa(number) + string(n.Marker) + " "
			mark = safetext.Line(strings.Repeat(" ", max(0, widest+1-len(digits))) + digits)
			number++
		}
		if box := checkBox(c); box != nil && box.IsChecked {
			mark = d.marks.done
		} else if box != nil {
			mark = d.marks.open
		}
		first := view.Line{{Text: mark, Style: style.Bullet}}
		rest := view.Line{{Text: safetext.Spaces(first.Width()), Style: style.Plain}}
		d.nest(first, rest, func() { d.blocks(c, n.IsTight) })
	}
}

// checkBox finds the box a list item begins with.
func checkBox(item ast.Node) *extast.TaskCheckBox {
	if c := item.FirstChild(); c != nil {
		if box, ok := c.FirstChild().(*extast.TaskCheckBox); ok {
			return box
		}
	}
	return nil
}
