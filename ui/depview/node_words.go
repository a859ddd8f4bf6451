package depview

import (
	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// maxMissing is the largest number of cells that the names of missing ids may take.
const maxMissing = 24

// wordsOf measures the words of the tasks that are drawn.
func (m *Model) wordsOf(o graph.Options) func(node int32) view.Words {
	n := m.net
	measured := make([]view.Words, n.Len())
	for i := range int32(n.Len()) {
		if !o.Finished && !(n.Live(i) && (o.Unlinked || n.Linked(i))) && !(o.Keep != nil && o.Keep.Has(i)) {
			continue
		}
		key := n.Keys[i]
		if key == (tasks.Key{}) {
			continue
		}
		c := m.Card(key)
		c.Subject = titleOf(c)
		if len(m.spotlight) > 0 {
			said := max(wordClaimedBy.Width()+c.Owner.Width(), m.Layout.SpotlightWidth())
			measured[i] = view.Words{Subject: c.Subject, Owner: said}
			continue
		}
		measured[i] = view.Words{ID: c.ID.Width(), Subject: c.Subject, Owner: c.Owner.Width()}
		whole, at := m.near.inWhole(n, i)
		if behind := whole.Behind(at); behind > 0 {
			measured[i].Behind = 1 + view.BehindWidth(behind)
		}
		if c.State == view.Running {
			measured[i].Age = c.Age.Width()
		}
		for _, from := range neighbours(n, i, false) {
			if n.Node(from).State == graph.Missing {
				measured[i].Missing = min(measured[i].Missing+1+safetext.Line(n.IDs[from].Text).Width(), maxMissing)
			}
		}
	}
	return func(i int32) view.Words { return measured[i] }
}
