package view

import (
	"slices"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// LinkAction is what is done to links.
type LinkAction uint8

// The link actions.
const (
	AddLink    LinkAction = iota // Source waits for Target, or the other way round
	SpliceLink                   // a task is put between the two ends of a link
	LeadLink                     // a link of Source leads to another task from then on
	ChooseLink                   // one of the links of Source is to have a task put into it
	RemoveLink                   // one of the links of Source is removed
)

// Link is a link action that makes or removes a link, with what it may end at. It is docked below a view, or floats
// over the board as an overlay.
type Link struct {
	Action   LinkAction
	Source   Node
	Other    Node // SpliceLink: the end of the link that waits; Source is the end it waits for
	Turned   bool // AddLink: Target waits for Source
	Typed    Prompt
	Items    []Candidate
	Selected int  // -1 for none
	Above    int  // candidates before those of Items
	Below    int  // and after them
	Error    Text // why it cannot be: "Not linked. #15 already waits for #08, through #10."
	Held     int  // changes of others that wait for the link action to end
	Keys     []Key

	stacked bool // the sentence has a row for each of the tasks in it
}

// Verdict is whether a link can be made.
type Verdict uint8

// The verdicts.
const (
	LinkAllowed    Verdict = iota // it can be made, or removed
	LinkClosesLoop                // it would close a loop
	LinkExists                    // it is there
	LinkForbidden                 // the file may not be changed
)

// Candidate is a task a link may end at, or a link to be removed.
type Candidate struct {
	Node    Node
	Verdict Verdict
	Outcome Text // what would come of it: "#6 has to wait, and 7 others with it"
	Says    Text // how it stands, or why it cannot be
	Before  bool // RemoveLink: Source waits for it, otherwise it waits for Source
}

// listsLinks reports whether a link of Source is chosen, and nothing is typed.
func (k *Link) listsLinks() bool { return k.Action == ChooseLink || k.Action == RemoveLink }

// linkPart is a row above the candidates of a link action, or below them.
type linkPart uint8

const (
	linkTitle linkPart = iota
	linkStatement
	linkOutcome
	linkOutcomeMore
	linkRemoval
	linkError
	linkErrorMore
	linkTyped
	linkGap
)

// linkShape is the rows of a panel: those above its candidates and below them, and how many are left between.
type linkShape struct {
	head, foot []linkPart
	list       int
}

// shape shares the rows of a panel of w by n cells. What a link would do stands above the candidates where they follow what is typed, what
// removing one would do below them: there one is chosen first.
func (k *Link) shape(w, n int) linkShape {
	s := linkShape{head: append([]linkPart{linkTitle}, slices.Repeat([]linkPart{linkStatement}, k.statements(w))...)}
	said := []linkPart{linkOutcome}
	switch {
	case k.Error.Empty() && slices.ContainsFunc(k.Items, func(c Candidate) bool { return c.Outcome.Width() > w-1 }):
		said = append(said, linkOutcomeMore) // whichever is chosen: the list stays where it is
	case k.Error.Empty():
	case k.Error.Width() > w-errorIndent:
		said = []linkPart{linkError, linkErrorMore}
	default:
		said = []linkPart{linkError}
	}
	switch {
	case k.Action == RemoveLink:
		s.head, s.foot = append(s.head, linkGap), append([]linkPart{linkGap, linkRemoval}, said...)
	case k.Action == ChooseLink:
		s.head = append(s.head, linkGap)
	default:
		s.head = append(append(s.head, said...), linkGap, linkTyped, linkGap)
	}
	if n-len(s.head)-len(s.foot) < min(len(k.Items), airyLink) {
		isGap := func(part linkPart) bool { return part == linkGap }
		s.head, s.foot = slices.DeleteFunc(s.head, isGap), slices.DeleteFunc(s.foot, isGap)
	}
	s.foot = s.foot[:max(min(len(s.foot), n-1), 0)]
	if over := len(s.head) + len(s.foot) - (n - 1); over > 0 { // a row is left for a candidate
		s.head = s.head[min(over, len(s.head)):]
	}
	s.list = n - len(s.head) - len(s.foot)
	return s
}

// statements returns the rows of the sentence in w cells: in a narrow dialog its words stand between the tasks.
func (k *Link) statements(w int) int {
	ends := 2 + b2i(k.Action == SpliceLink)
	switch {
	case !k.stacked, k.listsLinks():
		return 1
	case w < verdictWidth:
		return 2*ends - 1
	}
	return ends
}

// sentenceWidth is the cells from which on a dialog has the sentence in one row, verdictWidth those from which on words stand beside each
// candidate.
const sentenceWidth, verdictWidth = 80, 52

// airyLink is how many candidates are seen below free rows at least.
const airyLink = 6

// errorIndent is the cells before the words of a refusal.
const errorIndent = 3

// drawRow draws row i of the panel of a link action that has n rows.
func (k *Link) drawRow(pt *Painter, p *pen, i, n int) {
	s := k.shape(p.remaining(), n)
	parts := s.head
	if i >= len(s.head) {
		first, fits, rows := k.seen(s.list)
		at := i - len(s.head)
		if at < rows {
			if at == fits {
				p.space(2)
				p.ascii(style.Dim, hiddenWords(k.Above+first, k.Below+len(k.Items)-first-fits))
			} else {
				k.drawCandidate(pt, p, first+at, at == 0)
			}
			return
		}
		if parts, i = s.foot, at-rows; i >= len(parts) {
			return
		}
	}
	switch parts[i] {
	case linkTitle:
		k.drawTitle(pt, p)
	case linkStatement:
		p.space(1)
		left := 0
		for _, part := range parts[i:] {
			left += b2i(part == linkStatement)
		}
		k.drawSentence(pt, p, k.statements(p.end)-left)
	case linkOutcome, linkOutcomeMore:
		if p.space(1); k.chosen() != nil {
			lines := k.chosen().Outcome.Wrap(max(p.remaining(), 1))
			if row := b2i(parts[i] == linkOutcomeMore); row < len(lines) {
				p.text(style.Dim, lines[row])
			}
		}
	case linkError, linkErrorMore:
		p.space(1)
		lines := k.Error.Wrap(max(p.end-p.at-errorIndent+1, 1))
		at := 0
		if parts[i] == linkErrorMore {
			at = 1
		}
		if at == 0 {
			p.glyph(style.DangerStrong, pt.sh.Glyphs.Failed)
		} else {
			p.space(1)
		}
		p.space(1)
		if at < len(lines) {
			p.text(style.Danger, lines[at])
		}
	case linkRemoval:
		p.space(1)
		k.drawRemoval(p)
	case linkTyped:
		pt.drawInput(p, &k.Typed)
	}
}

// drawTitle draws the rule above the panel.
func (k *Link) drawTitle(pt *Painter, p *pen) {
	words := [...]string{AddLink: "link", SpliceLink: "put between", LeadLink: "move link", ChooseLink: "put between", RemoveLink: "unlink"}
	hints := [...]string{AddLink: "tab swaps the two", ChooseLink: "choose the link that a task is put into", RemoveLink: "choose the link to remove"}
	pt.drawRule(p, func() {
		p.ascii(style.LabelStrong, words[k.Action])
		if hint := hints[k.Action]; hint != "" && p.remaining() > 40 {
			p.space(2)
			p.ascii(style.Dim, hint)
		}
		if k.Held > 0 && p.remaining() > 24 {
			p.space(2)
			p.number(style.Warning, k.Held)
			word := " changes waiting"
			if k.Held == 1 {
				word = " change waiting"
			}
			p.ascii(style.Warning, word)
		}
	})
}

// rowCount returns how many rows the panel takes as a dialog on a screen of h rows, above so many of its keys.
func (k *Link) rowCount(w, h, foot int) int {
	s := k.shape(w, h)
	return max(min(len(s.head)+len(k.Items)+len(s.foot), h-2-foot, 18), 2)
}

// box draws the link action as a dialog, for where no picture is shown.
func (k *Link) box(pt *Painter, w, h int) floatBox {
	g := pt.newPage(contentWidth(92, w), style.Float)
	dialog := *k
	dialog.stacked, k = g.w < sentenceWidth, &dialog
	foot := pt.newPage(g.w, g.on)
	if len(k.Keys) > 0 {
		foot.blank()
		foot.keys(pt, k.Keys)
	}
	var cursor bool
	var x, y int
	n := k.rowCount(g.w, h, len(foot.rows))
	g.blank()
	for i := 1; i < n; i++ {
		pt.cursor = false
		g.row(func(p *pen) { k.drawRow(pt, p, i, n) })
		if pt.cursor {
			cursor, x, y = true, pt.x+boxPad, len(g.rows)
		}
	}
	pt.cursor = false
	b := pt.borderAround(g, foot, h, linkTitles[k.Action])
	b.cursor, b.x, b.y = cursor && y < len(b.rows)-1, x, y
	return b
}

var (
	linkTitles = [...]Text{AddLink: safetext.Const("Link"), SpliceLink: safetext.Const("Put between"), LeadLink: safetext.Const("Move link"),
		ChooseLink: safetext.Const("Put between"), RemoveLink: safetext.Const("Unlink")}
	wordLinked = safetext.Const("linked already")
	wordLooped = safetext.Const("would close a loop")
)
