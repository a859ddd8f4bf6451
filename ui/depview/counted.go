package depview

import (
	"strconv"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// openCounted draws what the selected node stands for, and reports whether it stands for others.
func (m *Model) openCounted() bool {
	n := m.ShownGraph()
	at := m.node(n)
	if n == nil || at < 0 {
		return false
	}
	out, is := n.Counted(at)
	if !is {
		return false
	}
	if n != m.net || m.whole == nil || m.heldStill() {
		return true // the picture has not followed yet
	}
	p := part{kind: opened, opener: &part{}, from: m.UnderCursor()}
	*p.opener = m.part
	next := int32(-1)
	for _, i := range out.Nodes {
		if k := m.whole.Keys[i]; k != (tasks.Key{}) && len(p.only) < drawable {
			if p.only = append(p.only, k); next < 0 || m.whole.Node(i).Ready && !m.whole.Node(next).Ready {
				next = i
			}
		}
	}
	if next < 0 {
		m.Say("No file has these ids")
		return true
	}
	m.ghost = ""
	m.selectInPicture(m.whole.Keys[next])
	m.drawPart(p)
	m.Say(m.countedWords(out) + ": esc goes back")
	return true
}

// CloseOpened goes back to the picture in which what is drawn was opened, and reports whether there is one.
func (m *Model) CloseOpened() bool {
	p := m.part
	if m.shown != view.GraphView || p.opener == nil || !m.partial() {
		return false
	}
	m.selectInPicture(p.from)
	m.drawPart(*p.opener)
	return true
}

// countedWords returns how many tasks a counted node stands for.
func (m *Model) countedWords(o graph.Outside) string {
	return countedCount(o) + ", " + strconv.Itoa(o.Ready) + " ready"
}

func countedCount(o graph.Outside) string {
	n, more := strconv.Itoa(len(o.Nodes)), ""
	if o.More {
		more = "+"
	}
	return n + more + " " + phrase.Plural(len(o.Nodes), "task", "tasks")
}

// countedNode is a counted node in a picture.
func countedNode(o graph.Outside, v *view.Node) {
	v.State, v.ID = view.Elsewhere, safetext.Line(countedCount(o))
	v.Subject = safetext.Line(strconv.Itoa(o.Ready) + " ready")
}
