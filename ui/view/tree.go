package view

import (
	"sideboard/board/graph"
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// treeColumns are the columns of a tree, in the order of the cells in addLine. The age gives way first, then the step.
var treeColumns = [...]lay.Col{
	{Head: headTask, Fill: true},
	{Head: headAgent, Max: 24, Gap: 2, Priority: 3},
	{Gap: 1, Priority: 1, Right: true},
	{Head: headAlso, Brief: headAlsoBrief, Min: 2, Max: 26, Gap: 2, Priority: 5},
	{Head: headBlocks, Gap: 2, Priority: 4, Right: true},
	{Head: headStep, Gap: 2, Priority: 2, Right: true},
}

// narrowColumns are the columns of a tree on a narrow screen.
var narrowColumns = []lay.Col{{Fill: true}, {Gap: 1, Right: true}}

var (
	headTask, headAgent     = safetext.Const("  Task"), safetext.Const("agent")
	headAlso, headAlsoBrief = safetext.Const("also after"), safetext.Const("also")
	headBlocks, headStep    = safetext.Const("blocks"), safetext.Const("step")
	headNarrow              = safetext.Const("What waits for what")
	wordAlso, wordBlocks    = safetext.Const("also"), safetext.Const("blocks ")
	wordNotLinked           = safetext.Const("Not linked")
)

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
	cols    [len(treeColumns)]lay.Col
	first   int              // the first visible line
	lines   []int            // the line of each item, -1 for none
	reach   map[int32][2]int // the start and end in reaches of each rail seen so far
	reaches []railReach
	signs   map[rune]string // the glyphs of the rails
	line    []lay.Bit       // the rails of the line being added
	waits   bool            // a task that waits for the selected one is visible
	second  bool            // the ground of the next item is the second of two that alternate
}

// prepare lays out the lines of a tree that are visible.
func (t *tree) prepare(sh *style.Sheet, l *Layout, dv *DepView) {
	g, r := dv.Tree, &l.DepView
	t.sh, t.second, t.waits = sh, true, false
	if l.Breadth == Narrow {
		t.Reset(narrowColumns)
	} else {
		t.cols = treeColumns
		t.cols[0].Min = r.Canvas.W * 3 / 5
		t.Reset(t.cols[:])
	}
	t.Indent, t.Right, t.Headed, t.lines, t.reaches = 2, margin, l.Breadth != Narrow, t.lines[:0], t.reaches[:0]
	if g == nil {
		return
	}
	if t.reach == nil {
		t.reach, t.signs = map[int32][2]int{}, map[rune]string{}
	}
	clear(t.reach)
	t.first = max(g.First, 0)
	extra := t.spareRows(l, dv)
	for i := t.first; i < g.Len && len(t.Items) < r.Canvas.H; i++ {
		row := g.Row(i)
		if i == g.Shape.Alone() && row.Alone && i > t.first {
			title, count := wordNotLinked, lay.Bit{Count: g.Len - i, Style: style.Dim}
			if g.Finished.Count > 0 && !g.Finished.Open { // some may have waited for tasks that are folded
				title = wordNoOpenLinks
			}
			t.add(-1, lay.Item{Above: 1},
				lay.Cell{Bits: t.Bits(lay.Bit{Text: title, Style: style.TitleStrong}, count), Gap: 1})
		}
		switch {
		case l.Breadth != Narrow:
			t.addLine(dv, i, &row)
		case extra < 0:
			t.addBriefLine(dv, i, &row)
		default:
			extra -= t.addCard(r.Canvas.W, dv, i, &row, extra > 0)
		}
	}
	if g.Len > t.first+len(t.Items) {
		t.Step = treeStep
	}
	t.Lay(r.Canvas.W, r.Canvas.H)
}

// spareRows returns the rows that are left on a narrow screen if each task has two, less than 0 if these do not fit.
func (t *tree) spareRows(l *Layout, dv *DepView) int {
	g := dv.Tree
	return l.DepView.Canvas.H - g.Len - l.TreeRows(g)
}

// add adds an item to the table, for a line of the tree.
func (t *tree) add(line int, it lay.Item, cells ...lay.Cell) {
	it.Cells = t.Cells(cells...)
	t.Items, t.lines = append(t.Items, it), append(t.lines, line)
}

// item returns the item of a line without its cells: the bar at its left and its ground.
func (t *tree) item(dv *DepView, n *Node, i int, row *graph.TreeRow) lay.Item {
	g := t.sh.Glyphs
	it := lay.Item{Kind: TaskSpot, Item: int(row.Node), Mark: i == dv.Tree.At, Ground: style.Low}
	if t.second {
		it.Ground = style.Low2
	}
	switch {
	case n.Marked:
		it.Edge = t.Bits(lay.Bit{Sign: g.Marked, Hue: style.AccentStrong})
	case it.Mark:
		it.Edge = t.Bits(chosenBar(t.sh))
	case n.alarms() && row.Alone: // at a task with links the bar is for what waits for the selection
		it.Edge = t.Bits(lay.Bit{Sign: g.Rule, Hue: style.Danger})
	case n.Tone == ToneDownstream:
		t.waits = true
		it.Edge = t.Bits(lay.Bit{Sign: g.Rule, Hue: style.Accent})
	}
	switch {
	case it.Mark:
		it.Ground = style.Selected
	case n.alarms():
		it.Ground = style.Alarm
	case n.Became != Unchanged || n.Fresh == 3:
		it.Ground = style.Fresh
	case n.Fresh > 0:
		it.Ground = it.Ground.Fading()
	}
	return it
}

// alarms reports whether a task needs a person.
func (n *Node) alarms() bool { return n.Alarm || n.State == Broken }

// mark returns the sign of a task in a tree.
func (n *Node) mark(sh *style.Sheet) (sign lay.Bit) {
	sign.Sign, sign.Hue = n.sign(sh)
	switch {
	case n.alarms():
		sign.Sign, sign.Hue = sh.Glyphs.Problem, style.DangerStrong
	case n.State == Waiting:
		sign.Hue = style.Dim
	case n.State == Done:
		sign.Hue = style.Ready
	}
	return sign
}

// title returns the style of a title in a tree: strong for what can be worked on and for what needs a person.
func (n *Node) title(selected bool) style.Style {
	if selected || n.alarms() || n.State == Ready || n.State == Running {
		return style.SubjectStrong
	}
	return style.Soft
}

// addLine adds a line of a tree to its table: one row.
func (t *tree) addLine(dv *DepView, i int, row *graph.TreeRow) {
	t.second = !t.second
	n := dv.Node(row.Node)
	it := t.item(dv, &n, i, row)
	task := n.mark(t.sh)
	task.Text, task.Style, task.Most = n.ID, n.idStyle(), mostID
	step := lay.Bit{Count: n.Wave, Style: style.Dim}
	if n.State == Done || n.State == Broken {
		step.Count = 0
	}
	subject := lay.Bit{Text: n.Subject, Style: n.title(it.Mark)}
	owner, age := t.agent(&n)
	if !n.Trouble.Warn.Empty() {
		owner = lay.Cell{Draw: n.Trouble.drawer(), Runs: true}
	}
	t.add(i, it,
		lay.Cell{Lead: t.rails(dv, row.Cells[1:row.Mark], i), Bits: t.Bits(task, t.loop(&n), subject), Gap: 1},
		owner, age,
		t.alsoWaits(dv, row),
		lay.Cell{Bits: t.Bits(n.behind())},
		lay.Cell{Bits: t.Bits(step)},
	)
}

// loop returns the sign of a task in a loop, unless the sign of its state says that.
func (t *tree) loop(n *Node) lay.Bit {
	if n.Loop && n.State != Stuck {
		return lay.Bit{Sign: t.sh.Glyphs.Loop, Hue: style.Danger}
	}
	return lay.Bit{}
}

// behind returns the number of tasks that wait for a task.
func (n *Node) behind() lay.Bit {
	if n.Behind > mostBehind {
		return lay.Bit{Text: textMostBehind, Style: style.Dim}
	}
	return lay.Bit{Count: n.Behind, Style: style.Dim}
}

// addBriefLine adds a line of a tree on a narrow screen where tasks have one row: with the number of tasks that it also
// waits for.
func (t *tree) addBriefLine(dv *DepView, i int, row *graph.TreeRow) {
	t.second = !t.second
	n := dv.Node(row.Node)
	it := t.item(dv, &n, i, row)
	task := n.mark(t.sh)
	task.Text, task.Style, task.Most = n.ID, n.idStyle(), mostID
	also := lay.Cell{}
	switch {
	case len(row.Also) > 0:
		also = lay.Cell{List: true, More: len(row.Also)}
	case !n.Trouble.Warn.Empty():
		help := n.Trouble.card().helpBits()
		also.Bits = t.Bits(help[0])
	}
	t.add(i, it, lay.Cell{
		Lead: t.rails(dv, row.Cells[1:row.Mark], i), Gap: 1,
		Bits: t.Bits(task, t.loop(&n), lay.Bit{Text: n.Subject, Style: n.title(it.Mark)}),
	}, also)
}

// addCard adds a task of a tree on a narrow screen as a card of two rows, or of three where that saves a part of it and
// there is a row to spare. It returns the number of rows that it takes more than two.
func (t *tree) addCard(w int, dv *DepView, i int, row *graph.TreeRow, spare bool) (more int) {
	if row.Mark == 1 { // all tasks of a tree have one ground
		t.second = !t.second
	}
	n := dv.Node(row.Node)
	it := t.item(dv, &n, i, row)
	st, sign := n.title(it.Mark), n.mark(t.sh)
	lead, below := t.rails(dv, row.Cells[1:row.Mark], i), t.rails(dv, row.Below[1:], i+1)
	age := t.Bits(n.age())
	room := w - t.Indent - t.Right - len(lead) - 2
	sign.Style = st
	below = t.Bits(append(below, lay.Bit{Sign: " "})...)
	if !n.Trouble.Warn.Empty() {
		sign.Text = n.Subject
		t.add(i, it, lay.Cell{Lead: lead, Bits: t.Bits(sign)}, lay.Cell{})
		t.add(i, it, lay.Cell{Lead: below, Draw: n.Trouble.drawer(), Runs: true}, lay.Cell{})
		return 0
	}
	var behind []lay.Bit
	if n.Behind > 0 {
		behind = t.Bits(lay.Bit{Text: wordBlocks, Style: style.Dim}, n.behind())
	}
	var rest Text
	about := func(owner, word lay.Bit) (last, whole []lay.Bit, fits bool) {
		last = t.Bits(lay.Bit{Text: n.ID, Style: n.idStyle(), Most: mostID}, owner, word)
		last = t.Bits(append(last, t.alsoBrief(dv, row)...)...)
		whole = last
		if !rest.Empty() {
			title := lay.Bit{Text: rest.Append(safetext.Spaces(1)), Style: st}
			whole = t.Bits(append([]lay.Bit{title}, last...)...)
		}
		gaps := len(whole)
		if len(behind) == 0 {
			gaps--
		}
		return last, whole, lay.Left(room, gaps, append(whole, behind...)...) >= 0
	}
	var last, whole []lay.Bit
	owner, word := n.agent()
	fits := false
	for gap := 2; gap > 0 && !fits; gap-- { // one blank before the age if that saves a part
		sign.Text, rest = n.Subject.Break(max(lay.Left(room, gap, age...), 1))
		last, whole, fits = about(owner, word)
	}
	t.add(i, it, lay.Cell{Lead: lead, Bits: t.Bits(sign)}, lay.Cell{Bits: age})
	switch {
	case fits:
	case spare && !rest.Empty():
		t.add(i, it, lay.Cell{Lead: below, Bits: t.Bits(lay.Bit{Text: rest, Style: st})}, lay.Cell{})
		whole, fits, more = last, true, 1
	case !word.Text.Empty():
		_, whole, fits = about(lay.Bit{}, word)
	}
	if !fits && len(behind) > 0 { // the number says it, too
		behind = behind[1:]
	}
	t.add(i, it, lay.Cell{Lead: below, Bits: whole, Gap: 1, Keep: room}, lay.Cell{Bits: behind})
	return more
}

// idStyle returns how the id of a task is drawn.
func (n *Node) idStyle() style.Style {
	if n.Chain {
		return style.Chain
	}
	return style.Dim
}

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

// treeStyle returns the style of a line of a class in a tree: the tree does not show how tasks are related to the
// selection.
func treeStyle(class uint8) style.Style {
	switch class {
	case classChain:
		return style.Chain
	case classOneSided, classLoop, classPicked:
		return classStyles[class]
	}
	return style.Line
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

// alsoWaits returns the ids of the tasks that a task waits for by links that are not drawn, or their number.
func (t *tree) alsoWaits(dv *DepView, row *graph.TreeRow) lay.Cell {
	if len(row.Also) == 0 {
		return lay.Cell{}
	}
	of := row.Also[:min(len(row.Also), mostAlso)]
	var long, short [mostAlso]lay.Bit
	for k, i := range of {
		n := dv.Node(i)
		short[k] = lay.Bit{Text: n.label(), Style: style.Dim}
		long[k] = short[k]
		if n.State == Missing {
			short[k].Style = n.lack()
			long[k] = lay.Bit{ID: n.label(), Text: wordNoFile, Style: n.lack()}
		}
	}
	cell := lay.Cell{List: true, Gap: 1, More: len(row.Also) - len(of)}
	cell.Bits, cell.Short = t.Bits(long[:len(of)]...), t.Bits(short[:len(of)]...)
	return cell
}

// alsoBrief returns the first of the tasks that a task also waits for, and the number of the others.
func (t *tree) alsoBrief(dv *DepView, row *graph.TreeRow) []lay.Bit {
	if len(row.Also) == 0 {
		return nil
	}
	n := dv.Node(row.Also[0])
	more := lay.Bit{}
	if len(row.Also) > 1 {
		more = lay.Bit{Sign: "+", Hue: style.Dim, Tight: true, Count: len(row.Also) - 1, Style: style.Dim}
	}
	return t.Bits(lay.Bit{Text: wordAlso, Style: style.Dim}, lay.Bit{Text: n.label(), Style: style.Dim}, more)
}

// statusWords are the states in words. A blocked task shows what it waits for instead.
var statusWords = [...]struct {
	st   style.Style
	word Text
}{
	Broken:  {style.Danger, safetext.Const("unreadable")},
	Unknown: {style.Warning, safetext.Const("unknown status")},
	Failed:  {style.Danger, safetext.Const("failed")}, Stuck: {},
	Ready: {}, Running: {style.Running, safetext.Const("in progress")},
	Done: {style.Dim, safetext.Const("completed")}, Waiting: {}, Missing: {}, Skipped: {}, Container: {},
}

// agent returns the agent of a task, and its state in a word if the sign does not say it.
func (n *Node) agent() (owner, word lay.Bit) {
	word = lay.Bit{Text: statusWords[n.State].word, Style: statusWords[n.State].st}
	switch {
	case n.Loop:
		word = lay.Bit{Text: wordLoop, Style: style.Danger}
	case n.State == Running && n.Alarm:
		word = lay.Bit{Text: wordStalled, Style: style.DangerStrong}
	}
	if n.State != Running && n.State != Done || n.Owner.Empty() {
		return owner, word
	}
	if !n.Loop && !n.Alarm {
		word = lay.Bit{}
	}
	owner = lay.Bit{Text: n.Owner, Style: n.Hue, Most: mostOwner}
	if n.State == Done {
		owner.Style = style.Dim
	}
	return owner, word
}

// age returns how long a task has been in its state, if it is at work or done.
func (n *Node) age() lay.Bit {
	if n.State != Running && n.State != Done {
		return lay.Bit{}
	}
	st := style.Dim
	if n.alarms() {
		st = style.Danger
	}
	return lay.Bit{Text: n.Age, Style: st}
}

// agent returns the cells of the agent with the state in a word, and of the age.
func (t *tree) agent(n *Node) (owner, age lay.Cell) {
	name, word := n.agent()
	owner = lay.Cell{Bits: t.Bits(name, word), Gap: 1}
	switch {
	case word.Text.Empty():
	case name.Text.Empty():
		owner.Runs = true
	default:
		owner.Short = t.Bits(name)
	}
	return owner, lay.Cell{Bits: t.Bits(n.age())}
}

var (
	wordNoFile  = safetext.Const("no such task")
	wordStalled = safetext.Const("stalled")
)

// drawTreeRow draws a row of the lines of a tree.
func (t *tree) drawTreeRow(p *pen, i int) { t.DrawRow(p, i) }

// drawTreeHeads draws the heads of the columns; on a narrow screen what the lines are, and the finished tasks.
func (t *tree) drawTreeHeads(p *pen, dv *DepView) {
	if t.Headed {
		t.DrawHeads(p)
		return
	}
	p.Space(2)
	p.Text(style.TitleStrong, headNarrow)
	if bits := dv.Tree.Finished.bits(p.Sheet); dv.Tree.Finished.Count > 0 {
		lay.DrawRight(p, margin, bits[:]...)
	}
}

// footRow returns the row of the screen for the legend: below the last line and an empty row.
func (t *tree) footRow(l *Layout) int {
	return min(l.DepView.Canvas.Y+t.Len()+1, l.DepView.Foot.Y)
}

// drawTreeFoot draws the numbers of finished tasks and of lines above and below, and the legend.
func (t *tree) drawTreeFoot(p *pen, foot *footRow, dv *DepView) {
	last := -1
	for y := range t.Len() {
		if i := t.Line(y); i >= 0 {
			last = max(last, t.lines[i])
		}
	}
	finished := dv.Tree.Finished
	if !t.Headed { // they are in the heads
		finished.Count = 0
	}
	var waits []lay.Bit
	if t.waits {
		waits = []lay.Bit{{Sign: p.Sheet.Glyphs.Rule, Hue: style.Accent, Text: wordWaits, Style: style.Dim}}
	}
	foot.drawLegend(p, dv, &finished, t.first, dv.Tree.Len-1-last, waits)
}

// TreeRows returns the rows of all lines, of the head of the tasks without links and of the free row above that.
func (l *Layout) TreeRows(g *Tree) int {
	if alone := g.Shape.Alone(); alone > 0 && alone < g.Len {
		return g.Len + 2
	}
	return g.Len
}
