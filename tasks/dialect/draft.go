package dialect

import (
	"cmp"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// draft is a new task that is being written.
type draft struct {
	codec   *Codec
	sp      *spec
	d       tasks.Draft
	at      time.Time
	id      tasks.ID
	sibling *file // the sibling whose form is copied, nil for the dialect's own
	layout  jsonedit.Layout
}

// layoutLike returns the sibling's layout.
func (n *draft) layoutLike(f *file) jsonedit.Layout {
	l := f.Layout()
	if l.Escapes == jsonedit.UnknownEscapes {
		l.Escapes = n.layout.Escapes
	}
	return l
}

func (n *draft) quote(s string) []byte { return jsonedit.Quote(s, n.layout.Escapes) }

// nobody returns an absent owner or worktree in the form of the sibling, or of the directory.
func (n *draft) nobody(k key) []byte {
	own := ""
	if n.sibling != nil {
		own = n.sibling.nobody(k)
	}
	return []byte(cmp.Or(own, n.codec.habits.nobody(n.sp)))
}

// list returns a list with each id once, in the given order.
func (n *draft) list(ids []tasks.ID) []byte {
	var elems [][]byte
	seen := map[tasks.ID]bool{}
	for _, id := range ids {
		if !seen[id] {
			elems = append(elems, idRaw(id, n.layout.Escapes))
		}
		seen[id] = true
	}
	return n.layout.Array(elems...)
}
