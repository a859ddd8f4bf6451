package depview

import (
	"encoding/json"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// zoom is how large the person wants the tasks of the graph, once they said so; until then they are as large as the
// screen allows.
type zoom struct {
	chosen bool
	at     view.Zoom
}

// layoutOf returns what lays the graph out; it may run in the background. A picture keeps its scale while tasks come and
// go, so that nobody has to look for everything anew: only one that is new, or on a screen of another size, is fitted.
func (m *Model) layoutOf(how fitted) func() (*graph.Layout, view.Scale) {
	was, of, where, o := m.laid, m.real.Graph, m.Layout(), how.options
	if len(m.told) > 0 { // few enough to be found again
		was = laid{}
	}
	o.Previous = was.before
	if was.layout != nil {
		o.Previous = was.layout
	}
	words := m.wordsOf(o)
	return func() (*graph.Layout, view.Scale) {
		switch {
		case o.Previous != nil && how.sameScale(was.how):
			if kept := where.LayoutGraph(of, o, words, was.scale); !was.scale.Whole() || where.Holds(kept) {
				return kept, was.scale
			}
		case how.zoom.chosen:
			return where.ZoomGraph(of, o, words, how.zoom.at)
		}
		kept, scale := where.FitGraph(of, o, words)
		if o.Previous != nil { // the order of before gives way where tasks are larger without it
			o.Previous = nil
			if fresh, larger := where.FitGraph(of, o, words); larger.LargerThan(scale) {
				return fresh, larger
			}
		}
		return kept, scale
	}
}

// sameScale reports whether a picture of one kind can stay as large as one of the other.
func (h fitted) sameScale(other fitted) bool {
	h.options.Keep, other.options.Keep = nil, nil
	return h == other
}

// mostMissing is how many cells are given to the names of ids that no file has.
const mostMissing = 24

// wordsOf measures the words of the tasks that are drawn.
func (m *Model) wordsOf(o graph.Options) func(node int32) view.Words {
	n := m.real
	measured := make([]view.Words, n.Len())
	for i := range int32(n.Len()) {
		if !o.Finished && !(n.Live(i) && (o.Unlinked || n.Linked(i))) && !(o.Keep != nil && o.Keep.Has(i)) {
			continue
		}
		if out, is := n.Counted(i); is {
			var v view.Node
			countedNode(out, &v)
			measured[i] = view.Words{ID: v.ID.Width(), Subject: v.Subject}
		} else if key := n.Keys[i]; key != (tasks.Key{}) {
			c := m.Card(key)
			c.Subject = titleOf(c)
			if len(m.told) > 0 {
				said := max(wordClaimedBy.Width()+c.Owner.Width(), m.Layout().ToldWidth())
				measured[i] = view.Words{Subject: c.Subject, Owner: said}
				continue
			}
			measured[i] = view.Words{ID: c.ID.Width(), Subject: c.Subject, Owner: c.Owner.Width()}
			if behind := n.Behind(i); behind > 0 {
				measured[i].Behind = 1 + view.BehindWidth(behind)
			}
			if c.State == view.Running {
				measured[i].Age = c.Age.Width()
			}
			for _, from := range neighbours(n, i, false) {
				if n.Node(from).State == graph.Missing {
					measured[i].Missing = min(measured[i].Missing+1+safetext.Line(n.IDs[from].Text).Width(), mostMissing)
				}
			}
		}
	}
	return func(i int32) view.Words { return measured[i] }
}

// zoomBy draws the tasks of the graph so much smaller, and more of them.
func (m *Model) zoomBy(by int) {
	at := m.laid.scale.Zoom
	switch {
	case by > 0 && at.Smallest():
		m.Say("Nothing is smaller than this")
		return
	case by < 0 && at == view.ZoomBoxes:
		m.Say("Nothing is larger than this")
		return
	}
	m.zoom = zoom{true, view.Zoom(int(at) + by)}
	m.loose = false
	m.Say([...]string{view.ZoomBoxes: "A box for each task", view.ZoomLines: "A line for each task", view.ZoomList: "A list, wave by wave", view.ZoomDots: "A dot for each task"}[m.zoom.at])
}

// tidy lays the graph out as if there had been none before: what was finished left holes, and new links crossed the old.
func (m *Model) tidy() {
	m.laid, m.zoom, m.loose = laid{}, zoom{}, false
	m.Say("Laid out anew")
}

// kept returns what of a graph is kept while another view is shown: whoever comes back finds its tasks where they were.
func (l laid) kept() laid {
	if l.layout != nil {
		l.before = l.layout
	}
	return laid{before: l.before, how: l.how, scale: l.scale, x: l.x, y: l.y}
}

// keptGraph is how the graph was drawn, for whoever opens the directory again.
type keptGraph struct {
	Version                       int
	Layout                        *graph.Layout
	Scale                         view.Scale
	Chosen                        bool
	Zoom                          view.Zoom
	W, H                          int
	Finished, Unlinked, Redundant bool
}

// keptVersion grows when a kept graph means something else.
const keptVersion = 5

// KeepLayout hands over how the graph is drawn, to be kept until the directory is opened again.
func (m *Model) KeepLayout() {
	l := m.laid.kept()
	if l.before == nil || m.Workspace() == nil {
		return
	}
	o := l.how.options
	raw, err := json.Marshal(keptGraph{
		keptVersion, l.before, l.scale, l.how.zoom.chosen, l.how.zoom.at, l.how.w, l.how.h, o.Finished, o.Unlinked, o.Redundant,
	})
	if err == nil {
		m.Workspace().KeepGraph(raw)
	}
}

// recallLayout takes up how the graph was drawn when the directory was open before. What cannot be understood is as if it had never
// been drawn. Before all tasks are there it would be lost on those that are.
func (m *Model) recallLayout() {
	if m.recalled || m.Workspace() == nil || !m.Board().Loaded() {
		return
	}
	m.recalled = true
	var k keptGraph
	if raw := m.Workspace().KeptGraph(); len(raw) == 0 || json.Unmarshal(raw, &k) != nil || k.Version != keptVersion || k.Layout == nil {
		return
	}
	if !k.Scale.Sensible() || !k.Zoom.Sensible() {
		return
	}
	m.zoom = zoom{k.Chosen, k.Zoom}
	o := graph.Options{Finished: k.Finished, Unlinked: k.Unlinked, Redundant: k.Redundant}
	m.laid = laid{before: k.Layout, how: fitted{o, m.zoom, k.W, k.H}, scale: k.Scale}
}
