package view

import (
	"sort"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Blocker is a task that holds another back.
type Blocker struct {
	Node        int32
	State       State
	ID, Subject Text
}

// Blockers are the first of those that hold a task back.
type Blockers []Blocker

// waits is how it is said in some rows what a task waits for: each by the sign of its state and its id, and by its name as far as there
// is room.
type waits struct {
	of          Blockers
	more        int // those that are only counted
	loop        bool
	name, named int // the cells of a name at most, and how many have theirs: the first
}

// leastName is the cells of a name of what a task waits for at least, mostID those of an id at most.
const leastName, mostID = 10, 10

// waitsIn returns how it is said in so many rows of w cells what a task waits for, and whether there is room for that. That it is in a
// loop is said as well where that takes no name away.
func (n *Node) waitsIn(w, rows int) (s waits, ok bool) {
	s = waits{of: *n.WaitsFor, more: n.Waits - len(*n.WaitsFor), loop: n.Loop, name: leastName, named: len(*n.WaitsFor)}
	if s.loop && s.place(w, nil) > rows {
		s.loop = false
	}
	for s.named > 0 && s.place(w, nil) > rows {
		s.named--
	}
	if s.named > 0 {
		s.name += sort.Search(subjectMost-leastName, func(k int) bool {
			wider := s
			wider.name = leastName + k + 1
			return wider.place(w, nil) > rows
		})
	}
	return s, s.place(w, nil) <= rows
}

// waitRows returns in how many rows of w cells it is said what a task waits for: more only where they have longer names.
func (n *Node) waitRows(w int) int {
	if !n.tellsWaits() {
		return 1
	}
	rows := mostRows
	best, ok := n.waitsIn(w, rows)
	for ; ok && rows > 1; rows-- {
		if s, fits := n.waitsIn(w, rows-1); !fits || s.loop != best.loop || s.named < best.named || s.name < best.name {
			break
		}
	}
	return rows
}

// place tells in which row and at which cell of it each part stands: -1 for the words before them, then those that hold the task back,
// then how many more. It returns the rows that they take, more than there can be where one is longer than a row.
func (s *waits) place(w int, at func(i, row, x int)) int {
	row, x := 0, 0
	for i := -1; i <= len(s.of); i++ {
		width := s.width(i)
		if width == 0 {
			continue
		}
		if x > 0 && x+2+width > w {
			row, x = row+1, 0
		} else if x > 0 {
			x += 2
		}
		if width > w {
			return mostRows + 1
		}
		if at != nil {
			at(i, row, x)
		}
		x += width
	}
	return row + 1
}

// width returns the cells of a part.
func (s *waits) width(i int) int {
	switch {
	case i < 0 && !s.loop, i == len(s.of) && s.more == 0:
		return 0
	case i < 0:
		return wordLoop.Width()
	case i == len(s.of):
		return 1 + digits(s.more)
	}
	b := &s.of[i]
	w := 2 + min(b.ID.Width(), mostID)
	if name := b.name(); i < s.named && !name.Empty() {
		w += min(b.ID.Width(), 1) + min(name.Width(), s.name)
	}
	return w
}

// name returns what is said of a blocker behind its id.
func (b *Blocker) name() Text {
	if b.State == Missing && b.Subject.Empty() {
		return wordNoFile
	}
	return b.Subject
}

// draw draws the parts that stand in a row.
func (s *waits) draw(p *pen, row int) {
	from := p.at
	s.place(p.remaining(), func(i, in, x int) {
		if in != row {
			return
		}
		p.padTo(from + x)
		switch {
		case i < 0:
			p.text(style.Danger, wordLoop)
			return
		case i == len(s.of):
			p.plus(s.more)
			return
		}
		b := &s.of[i]
		p.state(b.State)
		p.textUpTo(style.Dim, b.ID, mostID)
		if i < s.named {
			p.space(min(b.ID.Width(), 1))
			p.textUpTo(style.Dim, b.name(), s.name)
		}
	})
}

// drawIDs draws the ids of what holds a task back, and how many there is no room for.
func (n *Node) drawIDs(p *pen) {
	first, need := *n.WaitsFor, 0
	for i := range first {
		w := 1 + min(first[i].ID.Width(), mostID)
		if rest := n.Waits - i - 1; need+w-1+min(rest, 1)*(2+digits(rest)) > p.remaining() {
			first = first[:i]
			break
		}
		need += w
	}
	if len(first) == 0 {
		p.text(style.Dim, taskCount(n.Waits))
		return
	}
	for i := range first {
		p.space(min(i, 1))
		p.textUpTo(style.Dim, first[i].ID, mostID)
	}
	if more := n.Waits - len(first); more > 0 {
		p.space(1)
		p.plus(more)
	}
}

// tellsWaits reports whether a line says of a task what it waits for: that is how it stands.
func (n *Node) tellsWaits() bool {
	waiting := n.State == Waiting || n.State == Stuck || n.State == Missing
	return waiting && !n.Ghost && !n.AssumedDone && n.Waits > 0 && n.WaitsFor != nil
}

// statusWords say in words how a task stands. What waits says how much it waits for.
var statusWords = [...]struct {
	st   style.Style
	word Text
}{
	Broken: {style.Danger, safetext.Const("cannot be read")}, Unknown: {style.Warning, safetext.Const("unknown status")},
	Failed: {style.Danger, safetext.Const("failed")}, Stuck: {style.Danger, safetext.Const("stuck")},
	Missing: {style.Missing, safetext.Const("a missing task")}, Ready: {style.Ready, safetext.Const("ready")},
	Running: {style.Running, safetext.Const("in progress")}, Done: {style.Dim, safetext.Const("completed")},
	Waiting: {}, Skipped: {}, Container: {},
}

// drawStanding draws in words how a task stands, and who has had it for how long, in one of so many rows. Where not all has room, who is
// at work says that somebody is. Who has it is left out where that stands apart.
func (n *Node) drawStanding(p *pen, row, rows int, apart bool) {
	say := statusWords[n.State]
	from := p.at
	switch {
	case n.Ghost:
		say.st, say.word = style.Missing, wordNoFile
	case n.tellsWaits():
		say.word = Text{}
		if s, ok := n.waitsIn(p.remaining(), rows); ok {
			s.draw(p, row)
		} else if row == 0 {
			n.drawIDs(p)
		}
	case n.Loop:
		say.st, say.word = style.Danger, wordLoop
	case n.AssumedDone && (say.word.Empty() || n.State == Ready || n.State == Running || n.State == Done):
		say.st, say.word = style.Accent, wordSupposed
	case n.State == Running && n.Alarm:
		say.st, say.word = style.Danger, wordStalled
	}
	if apart && n.State == Running && n.whoWidth() > 0 && !n.Loop && !n.AssumedDone {
		return
	}
	if row > 0 {
		return
	}
	if apart {
		p.text(say.st, say.word)
		return
	}
	owned := !n.Owner.Empty() && n.State != Done
	if owned && n.State == Running && !n.Alarm && say.word.Width()+2+n.Owner.Width() > p.remaining() {
		say.word = Text{}
	}
	p.text(say.st, say.word)
	if owned && p.remaining() > n.Owner.Width()+2 || p.at == from {
		p.space(2 * min(p.at-from, 1))
		p.text(n.Hue, n.Owner)
	}
	if n.State == Running && p.remaining() > n.Age.Width()+1 {
		p.space(1)
		p.text(style.Dim, n.Age)
	}
}

// whoWidth returns the cells of who has a task.
func (n *Node) whoWidth() int {
	if n.Owner.Empty() || n.State == Done || n.Ghost {
		return 0
	}
	w := min(n.Owner.Width(), mostOwner)
	if n.State == Running && !n.Age.Empty() {
		w += 1 + n.Age.Width()
	}
	if n.State == Running && n.Alarm {
		w += 1 + wordStalled.Width()
	}
	return w
}

// mostOwner is the cells of the name of who has a task at most, where that stands apart.
const mostOwner = 16

// drawWho draws who has a task, for how long, and that it is stalled.
func (n *Node) drawWho(p *pen) {
	if n.whoWidth() == 0 {
		return
	}
	if p.textUpTo(n.Hue, n.Owner, mostOwner); n.State != Running {
		return
	}
	if n.Alarm {
		p.space(1)
		p.text(style.Danger, wordStalled)
	}
	if !n.Age.Empty() {
		p.space(1)
		p.text(style.Dim, n.Age)
	}
}

// standingWidth returns the cells of how a task stands, with all that may be said of it.
func (n *Node) standingWidth(apart bool) int {
	w := statusWords[n.State].word.Width()
	if n.tellsWaits() {
		s := waits{of: *n.WaitsFor, more: n.Waits - len(*n.WaitsFor), loop: n.Loop, name: subjectMost, named: len(*n.WaitsFor)}
		w = 0
		for i := -1; i <= len(s.of); i++ {
			w += s.width(i) + 2
		}
		w -= 2
	}
	if apart && n.State == Running {
		return 0
	}
	if !n.Owner.Empty() && !apart {
		w += 2 + n.Owner.Width() + 1 + n.Age.Width()
	}
	return w
}

var (
	wordNoFile  = safetext.Const("no such task")
	wordStalled = safetext.Const("stalled")
)
