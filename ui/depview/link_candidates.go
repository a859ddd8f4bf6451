package depview

import (
	"slices"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/view"
)

// findCandidates finds the candidates for what is typed. One that was chosen stays chosen while it still fits.
func (m *Model) findCandidates(g *gesture) {
	was, had := g.target()
	g.keys = m.Board().Search(g.line.Value(), g.source)
	if g.instead != nil && g.line.Value() == "" {
		g.keys = m.likelierCandidates(g.keys, m.Board().SimilarIDs(g.source.List, g.instead.on, 3), g.source)
	}
	list := g.source.List
	if g.into != nil {
		list = g.into.waits.List
	}
	ownListFirst(g.keys, list)
	g.keys = m.possible(g)
	g.selected = -1
	for i, k := range g.keys {
		if had && k == was && g.walked {
			g.selected = i
		}
	}
	if g.selected < 0 && len(g.keys) > 0 {
		g.selected, g.walked = 0, false
	}
	g.why, g.barred = "", nil
}

// aheadOf is how many of the candidates in front are put in order by whether they can be chosen at all.
const aheadOf = 40

// possible puts those of the likeliest candidates that can be chosen before those that cannot.
func (m *Model) possible(g *gesture) []tasks.Key {
	var can, cannot []tasks.Key
	n := min(len(g.keys), aheadOf)
	if g.line.Value() != "" {
		n = min(n, 8) // what is typed decides first
	}
	for _, k := range g.keys[:n] {
		if m.previewOf(g, k).Err == nil {
			can = append(can, k)
		} else {
			cannot = append(cannot, k)
		}
	}
	return append(append(can, cannot...), g.keys[n:]...)
}

// likelierCandidates puts some keys in front.
func (m *Model) likelierCandidates(keys, first []tasks.Key, but tasks.Key) []tasks.Key {
	in := map[tasks.Key]bool{but: true}
	var out []tasks.Key
	for _, list := range [][]tasks.Key{first, keys} {
		for _, k := range list {
			if !in[k] {
				in[k] = true
				out = append(out, k)
			}
		}
	}
	return out
}

// target is the chosen candidate.
func (g *gesture) target() (tasks.Key, bool) {
	if g.selected < 0 || g.selected >= len(g.keys) {
		return tasks.Key{}, false
	}
	return g.keys[g.selected], true
}

// aimAt chooses a task, also one that does not fit what is typed.
func (m *Model) aimAt(g *gesture, k tasks.Key) {
	g.walked, g.why = true, ""
	for i := range g.keys {
		if g.keys[i] == k {
			g.selected = i
			return
		}
	}
	g.line = field.NewLine("")
	m.findCandidates(g)
	for i := range g.keys {
		if g.keys[i] == k {
			g.selected, g.walked = i, true
		}
	}
}

// aimsInPicture reports whether the arrows choose a box in the graph: while nothing is typed.
func (m *Model) aimsInPicture(g *gesture) bool {
	return m.shown == view.GraphView && m.laid.layout != nil && g.line.Value() == ""
}

// aimBeside goes to the box beside the one that is aimed at; the first step starts from the task itself.
func (m *Model) aimBeside(g *gesture, a keymap.Action) {
	n := m.ShownGraph()
	at, ok := int32(-1), false
	if k, chosen := g.target(); chosen && g.walked {
		at, ok = n.Find(k)
	}
	if !ok {
		at, _ = n.Find(g.source)
	}
	to, ok := walkBoxes(n, m.laid.layout, at, a, m.Layout().DepView.Canvas.H)
	if !ok || n.Keys[to] == (tasks.Key{}) || n.Keys[to] == g.source {
		return
	}
	m.aimAt(g, n.Keys[to])
}

// ownListFirst puts tasks of a list before those of others, which it cannot be linked with.
func ownListFirst(keys []tasks.Key, list string) {
	slices.SortStableFunc(keys, func(a, b tasks.Key) int {
		switch other, too := a.List != list, b.List != list; {
		case other && !too:
			return 1
		case too && !other:
			return -1
		}
		return 0
	})
}
