package depview

import (
	"encoding/json"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/view"
)

// form is in which form a person wants to see the dependencies.
type form string

const (
	automatic form = ""
	picture   form = "picture"
	tree      form = "tree"
)

// formed is for what a form was chosen.
type formed struct {
	form  form
	w, h  int
	whole *board.DepGraph
}

// OtherForm returns what the key of the dependencies shows.
func (m *Model) OtherForm() string {
	if m.shown == view.GraphView {
		return string(tree)
	}
	return string(picture)
}

// switchForm shows the other form, where that has room, and remembers it.
func (m *Model) switchForm() {
	if m.holding() {
		m.settle()
	}
	if m.shown == view.GraphView {
		m.form = tree
		m.Say("The tree: " + m.KeyOf(keymap.ShowDependencies) + " shows the picture again")
		m.leaveNear()
	} else {
		m.form = picture
	}
	m.loose = false
	m.formed = formed{}
	if m.chooseForm(); m.form == picture && m.shown == view.TreeView {
		m.Say("No box has room here with its title: this is the tree")
	}
}

// chooseForm shows the dependencies as the picture where all open tasks fit with their titles and nobody asked for the tree, else as the
// tree. A screen of the same size keeps the tree when tasks are completed, so that nothing jumps while agents work.
func (m *Model) chooseForm() {
	l := m.Layout()
	now := formed{m.form, m.Width(), l.H, m.whole}
	if m.net == nil || m.Width() == 0 || m.heldStill() {
		return
	}
	if now == m.formed {
		if m.near.net != nil && !m.nearHolds() {
			m.chooseNear()
		}
		return
	}
	if was := m.formed; was.form == now.form && was.w == now.w && was.h == now.h && m.shown == view.TreeView && m.form != picture && len(m.told) == 0 {
		m.formed = now
		return
	}
	m.formed = now
	m.leaveNear()
	want := view.TreeView
	if len(m.told) > 0 || m.form != tree && m.pictureFits() || m.form == picture && m.chooseNear() {
		want = view.GraphView
	}
	if want != m.shown {
		m.shown = want
		m.Relayout()
		m.toUpperThird = true
	}
}

// pictureFits reports whether all open tasks have room in the picture with their titles.
func (m *Model) pictureFits() bool {
	if m.net == nil || len(m.told) == 0 && m.near.net == nil && (m.tallied(m.net).linked == 0 || m.linked() > drawable) {
		return false
	}
	was := m.shown
	if m.shown != view.GraphView {
		m.shown = view.GraphView
		m.Relayout()
		defer func() { m.shown = was; m.Relayout() }()
	}
	o := m.graphOptions()
	o.Previous = m.laid.layout
	if o.Previous != nil && m.laid.scale.Rows > 0 {
		if of, fits := m.Layout().LayoutPicture(m.net.Graph, o, m.wordsOf(o), m.laid.scale); fits {
			m.fresh = fresh{m.net, m.fitted(), of, m.laid.scale}
			return true
		}
	}
	o.Previous = nil
	of, scale, fits := m.Layout().FitPicture(m.net.Graph, o, m.wordsOf(o))
	if fits || len(m.told) > 0 && of != nil {
		m.fresh = fresh{m.net, m.fitted(), of, scale}
	}
	return fits
}

// keptForm is what is remembered of the dependencies for whoever opens the directory again.
type keptForm struct {
	Version int
	Form    form
}

// keptVersion grows when what is kept means something else.
const keptVersion = 6

// KeepForm hands over the form that was asked for, to be kept until the directory is opened again.
func (m *Model) KeepForm() {
	if m.form == automatic || m.Workspace() == nil {
		return
	}
	if raw, err := json.Marshal(keptForm{keptVersion, m.form}); err == nil {
		m.Workspace().KeepGraph(raw)
	}
}

// recallForm takes up the form that was asked for when the directory was open before.
func (m *Model) recallForm() {
	if m.recalled || m.Workspace() == nil {
		return
	}
	m.recalled = true
	var k keptForm
	if raw := m.Workspace().KeptGraph(); len(raw) > 0 && json.Unmarshal(raw, &k) == nil && k.Version == keptVersion && (k.Form == picture || k.Form == tree) {
		m.form = k.Form
	}
}
