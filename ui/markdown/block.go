package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// minRoom is the least width for text: what is nested deeper is not indented further.
const minRoom = 12

// renderer turns parsed blocks into lines.
type renderer struct {
	src    []byte
	width  int
	parser parser.Parser
	out    []view.Line

	margin view.Line   // the beginning of every line
	once   view.Line   // the beginning of the next line instead, as wide as margin
	indent int         // the width of margin
	lead   []token     // a list mark that has no room in the margin: it goes before the text
	base   style.Style // of text that has no emphasis
	cells  int         // table cells laid out so far
	marks  marks
}

// marks are the symbols of the sheet as Texts.
type marks struct{ bullet, quote, rule, open, done safetext.Text }

func newMarks(g *style.Glyphs, width int) marks {
	return marks{
		bullet: safetext.Line(g.Bullet + " "),
		quote:  safetext.Line(g.Quote + " "),
		rule:   safetext.Line(strings.Repeat(g.Horizontal, width)),
		open:   safetext.Const("[ ] "),
		done:   safetext.Const("[x] "),
	}
}

// room returns the width for text.
func (d *renderer) room() int { return max(1, d.width-d.indent) }

// emit adds a line after the margin.
func (d *renderer) emit(line view.Line) {
	begin := d.margin
	if d.once != nil {
		begin, d.once = d.once, nil
	}
	out := append(make(view.Line, 0, len(begin)+len(line)), begin...)
	for _, span := range line {
		if !span.Text.Empty() {
			out = append(out, span)
		}
	}
	for len(out) > 0 && out[len(out)-1].Text.Blank() {
		out = out[:len(out)-1]
	}
	d.out = append(d.out, out)
}

// blocks draws the blocks inside n, with a blank line between them unless they are tight.
func (d *renderer) blocks(n ast.Node, tight bool) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if before := c.PreviousSibling(); before != nil && !tight && before.Kind() != ast.KindHeading {
			d.emit(nil)
		}
		d.block(c)
	}
}

// block draws a block, with all that is in it.
func (d *renderer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		base := style.Heading
		if n.Level > 2 {
			base = style.Strong
		}
		d.flow(n, base)
	case *ast.Paragraph:
		if !d.table(n) {
			d.flow(n, d.base)
		}
	case *ast.List:
		d.list(n)
	case *ast.Blockquote:
		mark := view.Line{{Text: d.marks.quote, Style: style.Faint}}
		outer := d.base
		d.base = style.Quote
		d.nest(mark, mark, func() { d.blocks(n, false) })
		d.base = outer
	case *ast.FencedCodeBlock, *ast.CodeBlock:
		d.code(n)
	case *ast.HTMLBlock:
		raw := d.raw(n)
		if n.HasClosure() {
			raw += string(n.ClosureLine.Value(d.src))
		}
		d.text(raw, style.Dim)
	case *ast.LinkReferenceDefinition:
		d.text("["+string(n.Label)+"]: "+string(n.Destination), style.Dim)
	case *ast.ThematicBreak:
		d.emit(d.rule(d.room()))
	default: // TextBlock, a list item's text without a paragraph's space around it
		d.flow(n, d.base)
	}
}

// code draws a block of code line by line. A line that is too wide continues on further rows, indented more than its
// start.
func (d *renderer) code(n ast.Node) {
	indent := 2
	if d.room() < minRoom {
		indent = 0
	}
	for _, line := range safetext.Block(d.raw(n)) {
		deep, text := indent, line.String()
		hang := indent + min(len(text)-len(strings.TrimLeft(text, " "))+2, d.room()/2)
		for first := true; first || !line.Empty(); first = false {
			var row safetext.Text
			row, line = line.Break(max(d.room()-deep, 1))
			d.emit(view.Line{
				{Text: safetext.Spaces(deep), Style: style.CodeBlock},
				{Text: row, Style: style.CodeBlock},
			})
			deep = hang
		}
	}
}

// text draws lines as they are, wrapped.
func (d *renderer) text(raw string, st style.Style) {
	for _, line := range safetext.Block(raw) {
		for _, row := range line.Wrap(d.room()) {
			d.emit(view.Line{{Text: row, Style: st}})
		}
	}
}

// rule returns a line across w cells.
func (d *renderer) rule(w int) view.Line {
	return view.Line{{Text: d.marks.rule.Window(0, w), Style: style.Faint}}
}

// raw returns the source of a block.
func (d *renderer) raw(n ast.Node) string {
	var b strings.Builder
	lines := n.Lines()
	for i := range lines.Len() {
		s := lines.At(i)
		b.Write(s.Value(d.src))
	}
	return b.String()
}

// nest draws the inside of a quote or a list item after a mark: first on its first line, rest on the others.
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

// list draws the items of a list, each after its mark: a bullet, a number or a check box. Numbers are aligned right.
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

// checkBox returns the check box of a list item, if it begins with one.
func checkBox(item ast.Node) *extast.TaskCheckBox {
	if c := item.FirstChild(); c != nil {
		if box, ok := c.FirstChild().(*extast.TaskCheckBox); ok {
			return box
		}
	}
	return nil
}
