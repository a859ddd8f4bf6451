package depview

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/view"
)

// linking is a gesture under way: the other end of a link is looked for. The picture stands still meanwhile, what
// others change is counted, and every candidate says what would come of it before enter is pressed.
type linking struct {
	m *Model
	g *gesture
}

func (linking) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.LinkScope, keymap.TextScope}
}

// linkMode is a mode that makes or removes links. The picture stays in sight and stands still, and what others change
// meanwhile is counted.
type linkMode interface {
	host.Mode
	candidates() int
	linkView() *view.Link
	step(a keymap.Action) tea.Cmd // to the next one of the list
	click(spot view.Hit, n *board.DepGraph) tea.Cmd
	hold() map[tasks.Key]bool // looks again at what changed, and returns where changes are counted
}

var _ host.TextMode = linking{}

// gesture is what is about to become of a link.
type gesture struct {
	source  tasks.Key // the task it began on
	turned  bool      // the other one is to wait for it
	instead *fileLink // the link that the new one takes the place of, nil for none
	into    *fileLink // the link a task is put into, nil for none

	line     field.Line
	keys     []tasks.Key // the candidates, the likeliest first
	most     int         // how many there were at most
	selected int         // -1 for none
	walked   bool        // the target was chosen in the picture
	why      string      // why it could not be made
	held     map[tasks.Key]bool
	previews map[tasks.Key]preview
	barred   map[tasks.Key]bool // those that would close a loop, nil while not worked out
}

// turns reports whether the link can be turned round: it is a new one, not one that takes the place of another or parts in two.
func (g *gesture) turns() bool { return g.into == nil && g.instead == nil }

// preview is what is known of a candidate.
type preview struct {
	of board.Preview
	at int // the board's generation it was worked out for
}

// Gesturing reports whether a gesture on links is under way.
func (m *Model) Gesturing() bool {
	_, ok := m.Mode().(linkMode)
	return ok
}

// Candidates returns how many tasks or links the gesture under way can choose from, at least 1 for the row that says so.
func (m *Model) Candidates() int {
	if mode, ok := m.Mode().(linkMode); ok {
		return max(1, mode.candidates())
	}
	return 0
}

// candidates keeps the panel as high as it has been: what is typed must not push the picture about.
func (l linking) candidates() int {
	l.g.most = max(l.g.most, len(l.g.keys))
	return l.g.most
}

// StartLink looks for the task that the selected one is to wait for.
func (m *Model) StartLink() {
	if k, ok := m.Linkable(); ok {
		m.startGesture(&gesture{source: k})
	}
}

// StartLinkTo begins a link of a task that another one is aimed at for: that one is to wait for it.
func (m *Model) StartLinkTo(k, aim tasks.Key) {
	g := &gesture{source: k, turned: true}
	m.startGesture(g)
	m.aimAt(g, aim)
}

// StepGesture goes to another candidate of the gesture under way.
func (m *Model) StepGesture(a keymap.Action) tea.Cmd {
	if mode, ok := m.Mode().(linkMode); ok {
		return mode.step(a)
	}
	return nil
}

// Linkable is the selected task, if links of it can be written.
func (m *Model) Linkable() (tasks.Key, bool) {
	k, ok := m.Selected()
	if !ok {
		m.Warn(m.NothingSelected())
		return k, false
	}
	if err := board.CheckEdit(m.Board(), k); err != nil {
		m.Refuse(err)
		return k, false
	}
	return k, true
}

// NothingSelected returns why a verb has no task to work on.
func (m *Model) NothingSelected() string {
	if name, ok := m.Ghost(); ok {
		n := m.ShownGraph()
		if i, ok := findName(n, name); ok {
			return "No file has the id " + n.IDs[i].Text + ": unlink it (X), or create the task"
		}
	}
	return "No task is selected"
}

// startGesture starts a gesture.
func (m *Model) startGesture(g *gesture) {
	m.rebuildGraph()
	g.held, g.previews = map[tasks.Key]bool{}, map[tasks.Key]preview{}
	m.SetMode(linking{m, g})
	m.findCandidates(g)
	m.Relayout()
	m.RefreshKeys()
}

// leaveGesture ends it; the picture catches up with what happened meanwhile.
func (m *Model) leaveGesture() {
	m.ToBoard()
	m.Relayout()
	m.RefreshKeys()
}

// Handle does what an action means in a gesture.
func (l linking) Handle(a keymap.Action) tea.Cmd {
	m := l.m
	g := l.g
	switch a {
	case keymap.Back:
		m.leaveGesture()
		return nil
	case keymap.Submit:
		return m.commit(g)
	case keymap.TurnRound:
		if g.turns() {
			g.turned = !g.turned
			clear(g.previews)
			g.barred, g.why = nil, ""
		}
	case keymap.Left, keymap.Right, keymap.Up, keymap.Down:
		if m.aimsInPicture(g) {
			m.aimBeside(g, a)
			return nil
		}
		if op, ok := (map[keymap.Action]field.Op{keymap.Left: field.Left, keymap.Right: field.Right})[a]; ok {
			g.line.Handle(op, "")
			return nil
		}
		return l.step(a)
	case keymap.PageUp, keymap.PageDown:
		return l.step(a)
	default:
		if op, ok := host.Typing(a); ok {
			return l.Type(op, "")
		}
	}
	return nil
}

func (l linking) step(a keymap.Action) tea.Cmd {
	if g := l.g; len(g.keys) > 0 {
		g.selected, g.walked, g.why = host.Move(g.selected, len(g.keys), a, 5), true, ""
	}
	return nil
}

// Type types in the line that finds candidates.
func (l linking) Type(op field.Op, text string) tea.Cmd {
	m := l.m
	g := l.g
	if g.line.Handle(op, text) >= field.Edited {
		g.walked = false
		m.findCandidates(g)
		m.Relayout() // the rows that fewer candidates do not need belong to the picture
	}
	return nil
}

func (l linking) Overlay() view.Overlay { return l.m.linkOverlay(l) }

// edit is what the rules make of the gesture for a candidate, on the board as it is now.
func (m *Model) edit(g *gesture, k tasks.Key) (tasks.Edit, error) {
	b, who, at := m.Board(), m.Me(), m.Now()
	t, source := b.Task(k), b.Task(g.source)
	if t == nil {
		return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: "its file cannot be read"}
	}
	switch {
	case g.into == nil && k.List != g.source.List:
		return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: "it is in another list"}
	case g.into != nil:
		return board.Splice(b, k, g.into.waits, g.into.on, who, at)
	case g.instead != nil:
		return board.Relink(b, g.source, g.instead.on, t.ID, who, at)
	case !g.turned:
		return board.Link(b, g.source, t.ID, who, at)
	case source == nil:
		return tasks.Edit{}, board.Refusal{Verb: tasks.VerbLink, Why: "its file is gone"}
	}
	return board.Link(b, k, source.ID, who, at)
}

// commit makes the link, if the board as it is by now allows it.
func (m *Model) commit(g *gesture) tea.Cmd {
	k, ok := g.target()
	if !ok {
		g.why = "Not linked: no task is chosen"
		return nil
	}
	if why := m.WhyNotNow(); why != "" {
		g.why = "Not written: " + why
		return nil
	}
	e, err := m.edit(g, k)
	if err != nil {
		clear(g.previews)
		g.barred, g.why = nil, m.refusalIn(err)
		return nil
	}
	m.leaveGesture()
	return m.Submit(e)
}

// refusalIn returns why a link cannot be; of a loop who waits already, and through whom.
func (m *Model) refusalIn(err error) string {
	loop := m.loopOf(err)
	if len(loop) < 2 {
		return phrase.Sentence(err.Error())
	}
	b := m.Board()
	s := "Not linked: " + b.ShortID(loop[0]) + " waits for " + b.ShortID(loop[len(loop)-1]) + " already"
	var through []string
	for _, l := range loop[1 : len(loop)-1] {
		through = append(through, b.ShortID(l))
	}
	if len(through) > 0 {
		s += ", through " + phrase.Few(through)
	}
	return s
}

// loopOf are the tasks of a loop that a refusal tells of: each waits for the one behind it. nil for other refusals.
func (m *Model) loopOf(err error) []tasks.Key {
	if no, is := errors.AsType[board.Refusal](err); is && no.Loop {
		return no.Tasks
	}
	return nil
}
