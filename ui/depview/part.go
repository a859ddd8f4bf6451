package depview

import (
	"maps"
	"slices"
	"strconv"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// part is what the graph is a picture of.
type part struct {
	kind   partKind
	of     tasks.Key   // the task it is about
	only   []tasks.Key // what a counted node stood for
	opener *part       // of the picture that it was opened in
	from   tasks.Key   // and what was selected there
}

// partKind is how a part of the dependencies is chosen.
type partKind uint8

// The parts, in the order in which a key goes through them.
const (
	all    partKind = iota // everything, up to drawable tasks
	around                 // a task, what it waits for and what waits for it, through any number of others
	linked                 // all that hangs together with a task
	within                 // a container
	found                  // what the filter finds
	opened                 // what a counted node stood for
	kinds
)

// chosen is what a part was chosen for: while it is the same, the part is.
type chosen struct {
	whole              *board.DepGraph
	shown              view.ViewKind
	kind               partKind
	of, at             tasks.Key
	ghost              string
	finished, unlinked bool
	gen                int
}

func (m *Model) chosenFor() chosen {
	return chosen{m.whole, m.shown, m.part.kind, m.part.of, m.UnderCursor(), m.ghost, m.finished, m.drawsUnlinked(), m.Generation()}
}

// partial reports whether the picture is of a part of the dependencies.
func (m *Model) partial() bool { return m.real != m.whole }

// fits reports whether everything can be drawn.
func (m *Model) fits() bool {
	t := m.tallied(m.whole)
	n := t.linked
	if m.drawsUnlinked() {
		n += t.unlinked
	}
	if m.finished && n > 0 {
		n += t.finished
	}
	return n <= drawable
}

// choosePart makes real of whole: the part of it that is drawn.
func (m *Model) choosePart() {
	if len(m.told) > 0 {
		m.chooseTold()
		return
	}
	now, was := m.chosenFor(), m.chosen
	if was.at = now.at; now == was && m.whole != nil {
		if _, in := m.real.Find(now.at); in || now.at == m.chosen.at {
			return
		}
	}
	defer func() { m.chosen = m.chosenFor() }()
	p := &m.part
	if m.shown != view.GraphView || m.whole == nil || p.kind == all && m.fits() {
		m.real = m.whole
		return
	}
	if p.kind == found && m.Board().Filter().Empty() {
		*p = part{}
	}
	nodes := m.nodesOf(p)
	if at := m.node(m.whole); at >= 0 && p.kind != all && m.ghost == "" && m.whole.Linked(at) && !slices.Contains(nodes, at) {
		switch p.kind { // what is selected is in the picture
		case around, linked, within:
			p.of = m.whole.Keys[at]
		default:
			*p = part{kind: around, of: m.whole.Keys[at]}
		}
		nodes = m.nodesOf(p)
	}
	if len(nodes) == 0 {
		if *p = (part{}); m.fits() {
			m.real = m.whole
			return
		}
		*p = m.usualPart()
		nodes = m.nodesOf(p)
	}
	nodes = m.withGuests(nodes)
	slices.Sort(nodes)
	if m.partOf == m.whole && slices.Equal(nodes, m.partNodes) {
		m.real = m.partly
		return
	}
	if was.kind != p.kind || was.of != p.of {
		m.laid.how = fitted{} // another picture is as large as it can be
	}
	m.partOf, m.partNodes, m.partly = m.whole, nodes, m.whole.Part(nodes)
	m.real = m.partly
}

// usualPart is what is drawn of too many tasks unless somebody chooses: what the filter finds, else what is linked with the
// selected task, or with the one to start with where that has no links.
func (m *Model) usualPart() part {
	if p := (part{kind: found}); len(m.nodesOf(&p)) > 1 {
		return p
	}
	n := m.whole
	at := m.node(n)
	if at < 0 || n.Keys[at] == (tasks.Key{}) || !n.Linked(at) {
		at = -1
		if start := n.StartNext(1); len(start) > 0 && n.Linked(start[0]) {
			at = start[0]
		}
		for i := int32(0); at < 0 && int(i) < n.Len(); i++ {
			if n.Keys[i] != (tasks.Key{}) && n.Live(i) && n.Linked(i) {
				at = i
			}
		}
	}
	if at < 0 { // only finished work has links
		return part{kind: opened}
	}
	return part{kind: around, of: n.Keys[at]}
}

// nodesOf are the tasks of a part that are linked, at most drawable of them.
func (m *Model) nodesOf(p *part) (nodes []int32) {
	n := m.whole
	add := func(k tasks.Key) {
		if i, ok := n.Find(k); ok && len(nodes) < drawable && (m.finished || n.Live(i) && n.Linked(i)) {
			nodes = append(nodes, i)
		}
	}
	switch p.kind {
	case around, linked:
		if i, ok := n.Find(p.of); ok && (m.finished || n.Live(i)) {
			nodes, _ = n.Reach(i, p.kind == around, m.finished, drawable)
		}
	case within:
		queue := []tasks.Key{p.of}
		for k := 0; k < len(queue) && len(queue) < crowded; k++ {
			add(queue[k])
			queue = append(queue, m.Board().Children(queue[k])...)
		}
	case found:
		if m.Board().Filter().Empty() {
			return nil
		}
		for i, k := range n.Keys {
			if len(nodes) == drawable {
				break
			}
			if _, _, shown := m.Board().Rank(k); shown && (m.finished || n.Live(int32(i)) && n.Linked(int32(i))) {
				nodes = append(nodes, int32(i))
			}
		}
	case opened:
		for _, k := range p.only {
			add(k)
		}
	}
	return nodes
}

// withGuests adds what is selected, and what of the picture has just become free or was completed.
func (m *Model) withGuests(nodes []int32) []int32 {
	add := func(k tasks.Key) {
		if i, ok := m.whole.Find(k); ok && !slices.Contains(nodes, i) {
			nodes = append(nodes, i)
		}
	}
	if m.ghost == "" {
		add(m.UnderCursor())
	}
	if m.partly == nil {
		return nodes
	}
	lately := slices.AppendSeq(slices.Collect(maps.Keys(m.moment.guests)), maps.Keys(m.moment.became))
	for _, k := range lately {
		if _, was := m.partly.Find(k); was {
			add(k)
		}
	}
	return nodes
}

// nextPart draws another part: the next that is another picture than this.
func (m *Model) nextPart() {
	now := m.part
	if m.whole == nil || m.heldStill() {
		return
	}
	was, at := slices.Clone(m.partNodes), m.UnderCursor()
	if !m.partial() {
		was = nil
	}
	for by := 1; by < int(kinds); by++ {
		p := part{kind: (now.kind + partKind(by)) % opened, of: at}
		switch p.kind {
		case all:
			if !m.fits() {
				continue
			}
		case within:
			if _, _, is := m.Board().ContainerProgress(at); !is {
				p.of, _ = m.Board().Parent(at)
			}
		}
		if nodes := m.nodesOf(&p); p.kind != all {
			if slices.Sort(nodes); len(nodes) < 2 || slices.Equal(nodes, was) || !m.partial() && len(nodes) >= m.linked() {
				continue
			}
		}
		m.drawPart(p)
		words, _ := m.partWords()
		m.Say("Drawn: " + words)
		return
	}
	m.Say("There is no other part to draw around this task")
}

// drawPart has the picture be of another part.
func (m *Model) drawPart(p part) {
	m.part, m.chosen, m.loose, m.picked, m.ghost = p, chosen{}, false, [2]string{}, ""
	m.choosePart()
	m.derive()
	m.RefreshKeys()
}

// partWords returns what is drawn, and how much of it.
func (m *Model) partWords() (words, short string) {
	name := m.Board().ShortID(m.part.of)
	drawn := 0
	for _, i := range m.partNodes {
		if m.whole.Live(i) && m.whole.Linked(i) {
			drawn++
		}
	}
	count := strconv.Itoa(drawn) + " of " + strconv.Itoa(m.tallied(m.whole).linked)
	switch m.part.kind {
	case all:
		return "all " + strconv.Itoa(m.linked()) + " linked tasks", ""
	case around:
		words, short = "before and behind "+name, "around "+name
	case linked:
		words, short = "all that hangs together with "+name, "linked with "+name
	case within:
		words, short = "in "+name, "in "+name
	case found:
		words, short = "what the filter finds", "found"
	case opened:
		words, short = "what was opened", "opened"
	}
	return words + ": " + count + " linked tasks", short + ": " + count
}

// partChip is what is said of a part below its picture.
func (m *Model) partChip() *view.PartLine {
	if !m.partial() {
		return nil
	}
	words, short := m.partWords()
	return &view.PartLine{Words: safetext.Line(words), Short: safetext.Line(short), Key: safetext.Line(m.KeyOf(keymap.NextPart))}
}

// everything is the net of the whole board, whatever part of it is drawn.
func (m *Model) everything() *board.DepGraph {
	if m.partial() {
		return m.whole
	}
	return m.net
}
