package depview

import (
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// nodeView returns a task of the picture or the tree as values.
func (m *Model) nodeView(n *board.DepGraph, k *highlights, i int32) view.Node {
	var v view.Node
	whole, at := m.near.inWhole(n, i)
	k.marks.Node(at, &v)
	if whole != n {
		v.Before, v.After = m.near.hidden(at)
	}
	v.State = m.stateIn(n, i)
	key := n.Keys[i]
	if key == (tasks.Key{}) {
		v.ID, v.Subject = m.deleted.nameOf(n.IDs[i].Text, m.Happened())
	} else {
		fillNode(&v, m.Card(key))
	}
	if !m.Board.Filter().Empty() {
		if _, _, shown := m.Board.Rank(key); shown {
			v.Tone = view.ToneNone
		} else {
			v.Tone = view.ToneDimmed
		}
	}
	if v.Tone == view.ToneDimmed && m.Board.Filter().Empty() && m.shown == view.TreeView {
		v.Tone = view.ToneNone // lines are read one after the other
	}
	v.Became = m.motion.recent.of(key, v.State)
	if len(m.spotlight) > 0 { // there are only tasks
		v.Said, v.Fresh, v.Alarm = spotlightWords(&v), 0, false
		v.Behind = m.Card(key).Behind // also of those that are not drawn
	}
	return v
}

var wordDoneBy, wordClaimedBy = safetext.Const("done by "), safetext.Const("claimed by ")

// spotlightWords returns the words on a box in the spotlight: its state, or its owner.
func spotlightWords(v *view.Node) safetext.Text {
	switch {
	case v.State == view.Done && !v.Owner.Empty():
		return wordDoneBy.Append(v.Owner)
	case v.State == view.Done:
		return safetext.Const("done")
	case v.State == view.Running && !v.Owner.Empty():
		return wordClaimedBy.Append(v.Owner)
	case v.State == view.Ready:
		return safetext.Const("can start now")
	case v.Loop:
		return safetext.Const("in a loop")
	}
	return safetext.Const("waits")
}

// titleOf returns the title of a task, cut to a length. A box tries every width up to that.
func titleOf(c view.Card) safetext.Text {
	const most = 150
	return c.Subject.Cut(most)
}

// fillNode copies what the card of a task shows.
func fillNode(v *view.Node, c view.Card) {
	v.Subject, v.ID, v.Owner, v.Hue, v.Age = titleOf(c), c.ID, c.Owner, c.Hue, c.Age
	v.Alarm, v.Pending, v.Fresh, v.Mark = c.Alarm, c.Pending, c.Fresh, c.Mark
	v.OneSided, v.Marked = v.OneSided || c.OneSided, c.Marked
	if c.State == view.Broken {
		v.Trouble = view.Trouble{Warn: c.Warn, WarnShort: c.WarnShort, Help: c.Help}
	}
	if c.State == view.Missing { // also if the task waits for others
		v.State = c.State
	}
}

// deletedSubjects holds the subjects of deleted tasks by id, and the number of events they were read from.
type deletedSubjects struct {
	events   int
	subjects map[string]string
}

// nameOf returns the name of a missing id and, if its task was deleted by one of all events, the subject.
func (d *deletedSubjects) nameOf(id string, all []log.Event) (name, subject safetext.Text) {
	if d.subjects == nil || d.events > len(all) {
		*d = deletedSubjects{subjects: map[string]string{}}
	}
	for ; d.events < len(all); d.events++ {
		if e := all[d.events]; e.Kind == tasks.EventDeleted {
			stem := strings.TrimSuffix(e.Key.Name, ".json")
			d.subjects[stem], d.subjects[strings.TrimPrefix(stem, "task_")] = e.Subject, e.Subject
		}
	}
	if was := d.subjects[id]; was != "" {
		return safetext.Line(board.ShortForm(id)), safetext.Subject(was).Append(safetext.Const(" (deleted)"))
	}
	return safetext.Line(id), safetext.Text{}
}

// edgeView returns a link as values.
func (m *Model) edgeView(n *board.DepGraph, k *highlights, e int32) view.Edge {
	v := k.marks.Edge(m.near.edgeInWhole(n, e))
	if len(m.spotlight) > 0 {
		v.Chain, v.Tone = false, view.ToneNone
	}
	edge := n.Edges()[e]
	v.Picked = m.choice.picked.is(n, edge.From, edge.To)
	v.Spotlight = slices.Contains(m.spotlight, n.Keys[edge.From]) && slices.Contains(m.spotlight, n.Keys[edge.To])
	return v
}

// stateIn returns the state of a node. Nodes that the spark has not reached still wait.
func (m *Model) stateIn(n *board.DepGraph, i int32) view.State {
	key := n.Keys[i]
	if key == (tasks.Key{}) {
		return view.Missing
	}
	if m.motion.spark.isComing(n, i) {
		return view.Waiting
	}
	return phrase.State(m.Board.State(key))
}
