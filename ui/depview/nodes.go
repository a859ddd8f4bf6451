package depview

import (
	"slices"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// nodeView is a task in a picture.
func (m *Model) nodeView(n *board.DepGraph, k *marked, i int32) view.Node {
	var v view.Node
	whole, at := m.inWhole(n, i)
	if k.marks.Node(at, &v); whole != n {
		v.Before, v.After = m.near.hidden(at)
	}
	v.State = m.stateIn(n, i)
	key := n.Keys[i]
	if key == (tasks.Key{}) {
		v.ID, v.Subject = m.missing(n.IDs[i].Text)
	} else {
		fillNode(&v, m.Card(key))
	}
	if !m.Board().Filter().Empty() {
		if _, _, shown := m.Board().Rank(key); shown {
			v.Tone = view.ToneNone
		} else {
			v.Tone = view.ToneDimmed
		}
	}
	if v.Tone == view.ToneDimmed && m.Board().Filter().Empty() && m.shown == view.TreeView {
		v.Tone = view.ToneNone // lines are read one below the other
	}
	v.Became = m.becameOf(key, v.State)
	if len(m.told) > 0 && key != (tasks.Key{}) {
		v.Said, v.Fresh, v.Alarm = saidOf(&v), 0, false
	}
	return v
}

var wordDoneBy, wordClaimedBy = safetext.Const("done by "), safetext.Const("claimed by ")

// saidOf returns what is told of a task: how it stands, or who is on it.
func saidOf(v *view.Node) safetext.Text {
	switch {
	case v.State == view.Done && !v.Owner.Empty():
		return wordDoneBy.Append(v.Owner)
	case v.State == view.Done:
		return safetext.Const("done")
	case v.State == view.Running && !v.Owner.Empty():
		return wordClaimedBy.Append(v.Owner)
	case v.State == view.Ready:
		return safetext.Const("now ready")
	case v.Loop:
		return safetext.Const("in a loop")
	}
	return safetext.Const("waits")
}

// titleOf returns the title of a task in a picture: the beginning of a long one. A box tries every width it may have.
func titleOf(c view.Card) safetext.Text {
	const most = 150
	return c.Subject.Cut(most)
}

// fillNode gives a task in a picture what its card says.
func fillNode(v *view.Node, c view.Card) {
	v.Subject, v.ID, v.Owner, v.Hue, v.Age = titleOf(c), c.ID, c.Owner, c.Hue, c.Age
	v.Alarm, v.Pending, v.Fresh, v.Mark = c.Alarm, c.Pending, c.Fresh, c.Mark
	v.OneSided, v.Marked = v.OneSided || c.OneSided, c.Marked
}

// missing returns what an id that no file has is called, and what its task was called where that was deleted.
func (m *Model) missing(id string) (name, subject safetext.Text) {
	all := m.Happened()
	if g := &m.gone; g.subjects == nil || g.events > len(all) {
		*g = deleted{subjects: map[string]string{}}
	}
	for ; m.gone.events < len(all); m.gone.events++ {
		if e := all[m.gone.events]; e.Kind == tasks.EventDeleted && e.Subject != "" {
			stem := strings.TrimSuffix(e.Key.Name, ".json")
			m.gone.subjects[stem], m.gone.subjects[strings.TrimPrefix(stem, "task_")] = e.Subject, e.Subject
		}
	}
	if was := m.gone.subjects[id]; was != "" {
		return safetext.Line(board.ShortForm(id)), safetext.Subject(was).Append(safetext.Const(" (deleted)"))
	}
	return safetext.Line(id), safetext.Text{}
}

// deleted is the subjects of tasks that were deleted, by their ids, out of so many events.
type deleted struct {
	events   int
	subjects map[string]string
}

// edgeView is a link in a picture.
func (m *Model) edgeView(n *board.DepGraph, k *marked, e int32) view.Edge {
	v := k.marks.Edge(m.edgeInWhole(n, e))
	if len(m.told) > 0 {
		v.Chain, v.Tone = false, view.ToneNone
	}
	edge := n.Edges()[e]
	v.Picked, v.Told = m.isPicked(n, edge.From, edge.To), slices.Contains(m.told, n.Keys[edge.From]) && slices.Contains(m.told, n.Keys[edge.To])
	return v
}

// stateIn is how a node stands in a net: as the board has it.
func (m *Model) stateIn(n *board.DepGraph, i int32) view.State {
	key := n.Keys[i]
	if key == (tasks.Key{}) {
		return view.Missing
	}
	if m.spark.waiting(n, i) {
		return view.Waiting
	}
	return phrase.State(m.Board().State(key))
}
