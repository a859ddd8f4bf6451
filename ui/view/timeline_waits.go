package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Blocker is a task that holds another back.
type Blocker struct {
	Node        int32
	State       State
	ID, Subject Text
}

// waits is how it is said what a task waits for: each by the sign of its state and its id, and by its name as far as there is room.
type waits struct {
	of          []Blocker
	more        int // those that are only counted
	name, named int // the cells of a name at most, and how many have theirs: the first
}

// leastName is the cells of a name of what a task waits for at least, mostName at most, mostID those of an id at most.
const leastName, mostName, mostID = 10, 64, 10

// count returns how many there are.
func (s *waits) count() int { return len(s.of) + s.more }

// in returns how it is said in w cells: with as many whole names as have room beside the ids of all others. Where not even the ids of all
// have room, with whole names and how many more there are, or else so with ids; only what is alone has its name cut.
func (s waits) in(w int) waits {
	all := s
	s.name, s.named = mostName, len(s.of)
	for len(s.of) > 1 && s.named > 0 && s.width() > w {
		s.named--
	}
	if s.width() > w {
		s.named = len(s.of)
	}
	for len(s.of) > 1 && s.width() > w {
		s.of, s.more, s.named = s.of[:len(s.of)-1], s.more+1, s.named-1
	}
	if s.width() <= w {
		return s
	}
	s = all
	if s.name, s.named = 0, 0; s.count() == 1 && w >= leastStanding*3/2 {
		if room := w - s.width() - 1; room >= leastName {
			s.name, s.named = room, 1
		}
	}
	for len(s.of) > 0 && s.width() > w {
		s.of, s.more = s.of[:len(s.of)-1], s.more+1
	}
	return s
}

// width returns the cells of all.
func (s *waits) width() (w int) {
	for i := range s.of {
		b := &s.of[i]
		w += 2 + 2 + min(b.ID.Width(), mostID)
		if name := b.name(); i < s.named && !name.Empty() {
			w += min(b.ID.Width(), 1) + min(name.Width(), s.name)
		}
	}
	if s.more > 0 {
		w += 2 + len("+ more") + lay.Digits(s.more)
	}
	return max(w-2, 0)
}

// fullWidth returns the cells of all with whole names.
func (s waits) fullWidth() int {
	s.name, s.named = mostName, len(s.of)
	return s.width()
}

// drawAlso says in words that these are waited for besides what lines are drawn to: in few where else none of them had room.
func (s *waits) drawAlso(p *pen) {
	words := wordsAlso
	if in := s.in(p.Room() - len(words)); len(in.of) == 0 {
		words = wordsAlsoShort
	}
	p.ASCII(style.Dim, words)
	s.draw(p)
}

// drawBeside says the same behind a title, where it has no column: the ids that have room, and how many more there are; where none has
// room the number alone.
func (s *waits) drawBeside(p *pen) {
	fits, w := 0, 3
	for i := range s.of {
		w += 1 + min(s.of[i].ID.Width(), mostID)
		rest := s.count() - i - 1
		if w+b2i(rest > 0)*(2+lay.Digits(rest)) <= p.Room() {
			fits = i + 1
		}
	}
	if fits == 0 {
		p.Space(1)
		p.Plus(s.count())
		return
	}
	p.Space(2)
	p.Glyph(style.Dim, p.Sheet.Glyphs.Left)
	for i := range fits {
		p.Space(1)
		p.TextIn(style.Dim, s.of[i].ID, mostID)
	}
	if rest := s.count() - fits; rest > 0 {
		p.Space(1)
		p.Plus(rest)
	}
}

// wordsAlso stand before what a task waits for besides where that has no head, wordsAlsoShort where there is little room.
const wordsAlso, wordsAlsoShort = "also waits for ", "also "

// name returns what is said of a blocker behind its id.
func (b *Blocker) name() Text {
	if b.State == Missing && b.Subject.Empty() {
		return wordNoFile
	}
	return b.Subject
}

// draw says it in the room that is left.
func (s *waits) draw(p *pen) {
	in := s.in(p.Room())
	if len(in.of) == 0 {
		p.Text(style.Dim, taskCount(in.more))
		return
	}
	for i := range in.of {
		b := &in.of[i]
		p.Space(2 * min(i, 1))
		drawState(p, b.State)
		p.TextIn(style.Dim, b.ID, mostID)
		if i < in.named {
			p.Space(min(b.ID.Width(), 1))
			p.TextIn(style.Dim, b.name(), in.name)
		}
	}
	if in.more > 0 {
		p.Space(2)
		p.Plus(in.more)
		p.ASCII(style.Dim, " more")
	}
}

// statusWords say in words how a task stands. Of what waits it is said for what.
var statusWords = [...]struct {
	st   style.Style
	word Text
}{
	Broken: {style.Danger, safetext.Const("cannot be read")}, Unknown: {style.Warning, safetext.Const("unknown status")},
	Failed: {style.Danger, safetext.Const("failed")}, Stuck: {},
	Ready: {style.Ready, safetext.Const("ready")}, Running: {style.Running, safetext.Const("in progress")},
	Done: {style.Dim, safetext.Const("completed")}, Waiting: {}, Missing: {}, Skipped: {}, Container: {},
}

// standing returns in a word how a task stands: of who is at work, only that the work is stalled.
func (n *Node) standing() (style.Style, Text) {
	say := statusWords[n.State]
	switch {
	case n.Loop:
		return style.Danger, wordLoop
	case n.State == Running && n.Alarm:
		return style.Danger, wordStalled
	case (n.State == Running || n.State == Done) && !n.Owner.Empty():
		return style.Plain, Text{}
	}
	return say.st, say.word
}

// drawStanding draws how a task stands: who has it, a word, and for how long.
func (n *Node) drawStanding(p *pen) {
	from := p.At
	say := func(st style.Style, t Text) {
		if gap := min(p.At-from, 1); !t.Empty() && (gap == 0 || p.Room() > t.Width()) {
			p.Space(gap)
			p.Text(st, t)
		}
	}
	if hue := n.Hue; !n.Owner.Empty() {
		if n.State == Done {
			hue = style.Spent(hue)
		}
		say(hue, n.Owner)
	}
	say(n.standing())
	if n.State == Running || n.State == Done {
		say(style.Dim, n.Age)
	}
}

// standingWidth returns the cells of how a task stands, with all that may be said of it but for what it waits for.
func (n *Node) standingWidth() int {
	_, word := n.standing()
	said := []Text{n.Owner, word, n.Age}
	if n.State != Running && n.State != Done {
		said = said[:2]
	}
	w := 0
	for _, t := range said {
		w += min(w, 1)*min(t.Width(), 1) + t.Width()
	}
	return w
}

var (
	wordNoFile  = safetext.Const("no such task")
	wordStalled = safetext.Const("stalled")
)
