package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Tree is the dependencies as a line per task. Row is called only for visible lines.
type Tree struct {
	Len   int
	First int // the first visible line
	At    int // the line of the selected task, -1 for none
	Row   func(i int) graph.TreeRow
	Shape *graph.Tree // its lines, and which one is below which

	Finished Chip // finished tasks, which have no lines
}

// treeColumns are the columns of a tree, in the order of the cells in addLine. On narrow terminals what else a task waits for shrinks to ids
// and a number, then the agent to its name; the wave is left out below 60 columns, where it would cost every title some cells.
var treeColumns = []lay.Col{
	{Head: safetext.Const("TASK"), Min: 9, Fill: true},
	{Head: safetext.Const("AGENT"), Max: 28, Gap: 2, Priority: 3, Float: true},
	{Head: safetext.Const("ALSO WAITS FOR"), Min: 3, Max: 64, Gap: 2, Priority: 2},
	{Head: safetext.Const("BLOCKS"), Gap: 1, Priority: 4, Right: true},
	{Head: safetext.Const("WAVE"), Gap: 2, Priority: 1, Right: true},
}

// The most cells of an id and of an agent's name in a tree, next to other text.
const mostID, mostOwner = 10, 12

// mostAlso is the most tasks that a line names as what its task also waits for.
const mostAlso = 8

// treeStep is the cells by which columns grow or shrink in a tree that scrolls, so that they seldom move.
const treeStep = 4

// tree is the visible lines of a tree, and what is known of its rails in this frame.
type tree struct {
	lay.Table
	sh      *style.Sheet
	first   int              // the first visible line
	lines   []int            // the line of each item, -1 for none
	reach   map[int32][2]int // the start and end in reaches of each rail seen so far
	reaches []railReach
	signs   map[rune]string // the glyphs of the rails
	line    []lay.Bit       // the rails of the line being added
	sides   [2]bool         // whether a task before, or after, the selected one is visible in the colour of its side
}

// prepare lays out the lines of a tree that are visible.
func (t *tree) prepare(sh *style.Sheet, l *Layout, dv *DepView) {
	g, r := dv.Tree, &l.DepView
	t.sh = sh
	t.Reset(treeColumns)
	t.Indent, t.Right, t.Headed, t.lines, t.reaches, t.sides = 1, 1, !r.Titles.Empty(), t.lines[:0], t.reaches[:0], [2]bool{}
	if g == nil {
		return
	}
	if t.reach == nil {
		t.reach, t.signs = map[int32][2]int{}, map[rune]string{}
	}
	clear(t.reach)
	t.first = max(g.First, 0)
	for i := t.first; i < g.Len && len(t.Items) < r.Canvas.H; i++ {
		row := g.Row(i)
		if row.Alone && row.Apart && i > t.first {
			t.Items = append(t.Items, lay.Item{Head: true, Above: 1, Cells: t.Cells(lay.Cell{
				Bits: t.Bits(lay.Bit{Count: g.Len - i, Style: style.Dim}, lay.Bit{Text: wordUnlinked, Style: style.Dim}), Gap: 1})})
			t.lines, row.Apart = append(t.lines, -1), false
		}
		t.addLine(l, dv, i, &row)
	}
	if g.Len > t.first+len(t.Items) {
		t.Step = treeStep
	}
	t.Lay(r.Canvas.W, r.Canvas.H)
}

var wordUnlinked = safetext.Const("without links")

// addLine adds a line of a tree to its table.
func (t *tree) addLine(l *Layout, dv *DepView, i int, row *graph.TreeRow) {
	n, g := dv.Node(row.Node), t.sh.Glyphs
	selected := i == dv.Tree.At
	for side, tone := range [2]Tone{ToneUpstream, ToneDownstream} {
		t.sides[side] = t.sides[side] || row.Node != dv.Selected && n.Tone == tone && n.subject(false) == sideStyles[side]
	}
	it := lay.Item{Kind: TaskSpot, Item: int(row.Node), Mark: selected, Open: selected, Above: b2i(row.Apart && i > t.first)}
	switch {
	case n.Marked:
		it.Edge = t.Bits(lay.Bit{Sign: g.Marked, Hue: style.AccentStrong})
	case selected:
		it.Edge = t.Bits(lay.Bit{Sign: g.RuleSelected, Hue: style.Accent})
	}
	if selected {
		it.Ground = style.Raised
	}
	glyph, hue := stateGlyph(t.sh, n.State)
	task := lay.Bit{Sign: glyph, Hue: hue, Text: n.ID, Style: n.idStyle(), Most: mostID}
	loop := lay.Bit{}
	if n.Loop && n.State != Stuck { // the glyph of a stuck task shows it already
		loop = lay.Bit{Sign: g.Loop, Hue: style.Danger}
	}
	behind := lay.Bit{Count: n.Behind, Style: style.Dim}
	if n.Behind > mostBehind {
		behind.Count, behind.Text = 0, textMostBehind
	}
	if !t.Headed && n.Behind > 0 { // no head explains the number
		behind.Sign, behind.Hue, behind.Tight = g.Behind, style.Dim, true
	}
	wave := lay.Bit{Count: n.Wave, Style: style.Dim}
	if l.Breadth == Narrow {
		wave.Count = 0
	}
	title := lay.Cell{Lead: t.rails(dv, row.Cells[1:row.Mark], i), Bits: t.Bits(task, loop, lay.Bit{Text: n.Subject, Style: n.subject(selected)}), Gap: 1}
	if selected { // it may wrap
		title.Below = t.rails(dv, row.Below[1:], i+1)
	}
	it.Cells = t.Cells(
		title,
		t.agent(&n),
		t.alsoWaits(dv, row),
		lay.Cell{Bits: t.Bits(behind)},
		lay.Cell{Bits: t.Bits(wave)},
	)
	t.Items, t.lines = append(t.Items, it), append(t.lines, i)
}

// idStyle returns how the id of a task is drawn.
func (n *Node) idStyle() style.Style {
	switch {
	case n.Chain && n.Tone == ToneDimmed:
		return style.ChainAside
	case n.Chain:
		return style.Chain
	}
	return style.Dim
}

var textMostBehind = safetext.Number(mostBehind).Append(safetext.Const("+"))

// rails returns the rails of a line before the glyph of its task, or of a row below that.
func (t *tree) rails(dv *DepView, cells []graph.Cell, row int) []lay.Bit {
	bits := t.line[:0]
	for k := range cells {
		c := &cells[k]
		st := style.Link
		switch {
		case c.Node >= 0:
			st = treeStyle(t.railClass(dv, c.Node, row))
		case c.Edge >= 0:
			st = treeStyle(dv.Edge(c.Edge).stroke().Class)
		}
		r := c.Rune(t.sh.Glyphs.ASCII)
		sign, known := t.signs[r]
		if !known {
			sign = string(r)
			t.signs[r] = sign
		}
		bits = append(bits, lay.Bit{Sign: sign, Hue: st})
	}
	t.line = bits
	return t.Bits(bits...)
}

// treeStyle returns the style of a line of a class in a tree, where lines do not overlap and need not be weaker than frames.
func treeStyle(class uint8) style.Style {
	if class == classLineAside {
		class = classAside
	}
	return classStyles[class]
}

// railReach is the lowest row in which a rail is drawn in the class of a link that leaves it there.
type railReach struct {
	class uint8
	to    int
}

// railClass returns the class of a rail in a row: the one with the highest priority among the links along it.
func (t *tree) railClass(dv *DepView, from int32, row int) uint8 {
	tree := dv.Tree.Shape
	at, known := t.reach[from]
	if !known {
		all := tree.Hanging(from)
		at[0] = len(t.reaches)
		for k := len(all) - 1; k >= 0 && tree.RowOf(all[k]) >= t.first; k-- {
			class := dv.Edge(tree.Edge(all[k])).stroke().Class
			if n := len(t.reaches); n == at[0] || class > t.reaches[n-1].class {
				t.reaches = append(t.reaches, railReach{class, tree.RowOf(all[k])})
			}
		}
		at[1] = len(t.reaches)
		t.reach[from] = at
	}
	class := classNone
	for _, r := range t.reaches[at[0]:at[1]] {
		if r.to >= row {
			class = r.class
		}
	}
	return class
}

// alsoWaits returns the tasks that a task waits for by links that are not drawn: titles or ids, and the number of the others.
func (t *tree) alsoWaits(dv *DepView, row *graph.TreeRow) lay.Cell {
	if len(row.Also) == 0 {
		return lay.Cell{}
	}
	of := row.Also[:min(len(row.Also), mostAlso)]
	cell := lay.Cell{List: true, Gap: 2, More: len(row.Also) - len(of)}
	var long, short [mostAlso]lay.Bit
	for k, i := range of {
		n := dv.Node(i)
		glyph, hue := stateGlyph(t.sh, n.State)
		short[k] = lay.Bit{Sign: glyph, Hue: hue, Text: n.ID, Style: style.Dim}
		long[k] = short[k]
		switch {
		case n.State == Missing && n.Subject.Empty():
			long[k].ID, long[k].Text = n.ID, wordNoFile
		case n.ID.Empty():
			long[k].Text, short[k].Text = n.Subject, n.Subject
		default:
			long[k].ID, long[k].Text = n.ID, n.Subject
		}
	}
	cell.Bits, cell.Short = t.Bits(long[:len(of)]...), t.Bits(short[:len(of)]...)
	return cell
}

// statusWords are the states in words. A blocked task shows what it waits for instead.
var statusWords = [...]struct {
	st   style.Style
	word Text
}{
	Broken: {style.Danger, safetext.Const("cannot be read")}, Unknown: {style.Warning, safetext.Const("unknown status")},
	Failed: {style.Danger, safetext.Const("failed")}, Stuck: {},
	Ready: {style.Ready, safetext.Const("ready")}, Running: {style.Running, safetext.Const("in progress")},
	Done: {style.Dim, safetext.Const("completed")}, Waiting: {}, Missing: {}, Skipped: {}, Container: {},
}

// agent returns the cell of the agent: its name, the state of the task in a word, and the age; in short the name if it is at work.
func (t *tree) agent(n *Node) lay.Cell {
	st, word := statusWords[n.State].st, statusWords[n.State].word
	owned := (n.State == Running || n.State == Done) && !n.Owner.Empty()
	switch {
	case n.Loop:
		st, word = style.Danger, wordLoop
	case n.State == Running && n.Alarm:
		st, word = style.Danger, wordStalled
	case owned:
		word = Text{}
	}
	owner, age := lay.Bit{Text: n.Owner, Style: n.Hue}, lay.Bit{Text: n.Age, Style: style.Dim}
	if n.State == Done {
		owner.Style = style.Spent(n.Hue)
	}
	if n.State != Running && n.State != Done {
		age.Text = Text{}
	}
	cell := lay.Cell{Bits: t.Bits(owner, lay.Bit{Text: word, Style: st}, age), Gap: 1}
	if owner.Most = mostOwner; n.State != Running {
		owner.Text = Text{}
	}
	cell.Short = t.Bits(owner)
	return cell
}

var (
	wordNoFile  = safetext.Const("no such task")
	wordStalled = safetext.Const("stalled")
)

// drawTreeRow draws a row of the lines of a tree.
func (t *tree) drawTreeRow(p *pen, i int) {
	p.Space(margin)
	t.DrawRow(p, i)
}

// drawTreeHeads draws the heads of the columns, and the legend of the colours.
func (t *tree) drawTreeHeads(p *pen, dv *DepView) {
	p.Space(margin)
	t.DrawHeads(p)
	t.drawSides(p, dv)
}

// drawSides draws at the right end of the heads the legend of the colours of tasks that the selected one waits for, and of those
// that wait for it.
func (t *tree) drawSides(p *pen, dv *DepView) {
	if dv.Selected < 0 || t.sh.SGR(sideStyles[0], style.Flat) == t.sh.SGR(sideStyles[1], style.Flat) { // no colour distinguishes the sides
		return
	}
	id, bar := dv.Node(dv.Selected).ID, t.sh.Glyphs.BarFull
	var said [6]lay.Bit
	n := 0
	for side, words := range sideWords {
		if t.sides[side] && !id.Empty() {
			said[n] = lay.Bit{Sign: " "}
			said[n+1] = lay.Bit{Sign: bar, Hue: sideStyles[side]}
			said[n+2] = lay.Bit{Sign: bar, Hue: sideStyles[side], ID: words, Text: id, Style: style.Label}
			n += 3
		}
	}
	lay.DrawRight(p, margin+1, said[:n]...)
}

// sideStyles are the colours of tasks that the selected one waits for, and of those that wait for it.
var sideStyles = [2]style.Style{style.Upstream, style.Downstream}

// sideWords are the legend of the colours, before the id of the selected task.
var sideWords = [2]Text{safetext.Const("before"), safetext.Const("after")}

// footRow returns the row of the screen for tasks without a line: below the last line and an empty row.
func (t *tree) footRow(l *Layout) int {
	return min(l.DepView.Canvas.Y+t.Len()+1, l.DepView.Foot.Y)
}

// drawTreeFoot draws the numbers of finished tasks and of lines above and below, and the legend of the heavy line.
func (t *tree) drawTreeFoot(p *pen, foot *footRow, dv *DepView) {
	last := -1
	for y := range t.Len() {
		if i := t.Line(y); i >= 0 {
			last = max(last, t.lines[i])
		}
	}
	foot.drawChain(p, dv, &dv.Tree.Finished, t.first, dv.Tree.Len-1-last, false)
}

// TreeRows returns the rows of all lines, with empty ones between separate trees.
func (l *Layout) TreeRows(g *Tree) (rows int) {
	for i := range g.Len {
		row := g.Row(i)
		rows += lineRows(&row, true)
	}
	return rows
}

// isAiry reports whether all lines fit with empty rows between separate trees.
func (l *Layout) isAiry(g *Tree) bool {
	return g.Len <= l.DepView.Canvas.H && l.TreeRows(g) <= l.DepView.Canvas.H
}

// lineRows returns the rows of a line and of what is above it: the head of the tasks without links, and, if airy, an empty
// row.
func lineRows(row *graph.TreeRow, airy bool) int {
	return 1 + b2i(row.Apart && row.Alone) + b2i(row.Apart && airy)
}
