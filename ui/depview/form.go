package depview

import (
	"encoding/json"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/ui/view"
)

// form is the form of the dependencies that the person chose.
type form string

const (
	formAuto    form = ""
	formPicture form = "picture"
	formTree    form = "tree"
)

// formKey is what the choice between picture and tree depends on.
type formKey struct {
	form  form
	w, h  int
	whole *board.DepGraph
}

// OtherForm returns the form that the key of the dependencies switches to.
func (m *Model) OtherForm() string {
	if m.shown == view.GraphView {
		return string(formTree)
	}
	return string(formPicture)
}

// ShowsFinished reports whether finished tasks are drawn.
func (m *Model) ShowsFinished() bool {
	if m.shown == view.TreeView && m.net != nil {
		return m.hasFinished()
	}
	return m.choice.finished
}

// switchForm switches to the other form if it fits, and remembers it.
func (m *Model) switchForm() {
	if m.motion.holds() {
		m.followBoard()
	}
	if m.shown == view.GraphView {
		m.choice.form = formTree
		m.Info("The tree: " + m.KeyOf(keymap.ShowDependencies) + " shows the picture again")
	} else {
		m.choice.form = formPicture
	}
	m.scrolled = false
	m.formKey = formKey{}
	m.chooseForm()
	if m.choice.form == formPicture && m.shown == view.TreeView {
		m.Info("The picture has no room here for two linked tasks: this is the tree")
	}
}

// chooseForm shows the picture if all open tasks fit with their titles and the person did not choose the tree,
// otherwise the tree. While the size stays the same it does not go back to the picture when tasks are completed, so
// that nothing jumps while agents work.
func (m *Model) chooseForm() {
	l := m.Layout
	key := formKey{m.choice.form, m.Width, l.H, m.whole}
	if key == m.formKey {
		if m.near.net != nil && !m.isFrozen() && !m.nearIsCurrent() {
			m.chooseNear()
		}
		return
	}
	if was := m.formKey; was.form == key.form && was.w == key.w && was.h == key.h && m.shown == view.TreeView &&
		m.choice.form != formPicture && len(m.spotlight) == 0 {
		m.formKey = key
		return
	}
	m.formKey = key
	m.leaveNear()
	want := view.TreeView
	chosen := m.choice.form
	if len(m.spotlight) > 0 || chosen != formTree && m.pictureFits() || chosen == formPicture && m.chooseNear() {
		want = view.GraphView
	}
	if want != m.shown {
		m.shown = want
		m.Relayout()
		m.inUpperThird = true
	}
}

// pictureFits reports whether the picture has room for all open tasks with their titles, and lays it out as a trial.
// Narrow screens have the tree.
func (m *Model) pictureFits() bool {
	switch {
	case m.net == nil:
		return false
	case len(m.spotlight) > 0: // a story chose them
	case m.Width < view.MediumWidth:
		return false
	case m.near.net == nil && (m.counts.of(m.net).linked == 0 || m.drawnCount() > maxPicture):
		return false
	}
	was := m.shown
	if m.shown != view.GraphView {
		m.shown = view.GraphView
		m.Relayout()
		defer func() { m.shown = was; m.Relayout() }()
	}
	o := m.graphOptions()
	o.Previous = m.picture.layout
	if o.Previous != nil {
		if of, fits := m.Layout.LayoutPicture(m.net.Graph, o, m.wordsOf(o), m.picture.scale); fits {
			m.trial = trial{m.net, m.layoutKey(), of, m.picture.scale}
			return true
		}
	}
	o.Previous = nil
	of, scale, fits := m.Layout.FitPicture(m.net.Graph, o, m.wordsOf(o))
	if fits || len(m.spotlight) > 0 && of != nil {
		m.trial = trial{m.net, m.layoutKey(), of, scale}
	}
	return fits
}

// keptForm is the chosen form as it is stored for the next run.
type keptForm struct {
	Version int
	Form    form
}

// keptVersion is increased when the meaning of a stored form changes.
const keptVersion = 6

// KeepForm stores the chosen form for the next time the directory is opened.
func (m *Model) KeepForm() {
	if m.choice.form == formAuto {
		return
	}
	if raw, err := json.Marshal(keptForm{keptVersion, m.choice.form}); err == nil {
		m.Workspace.KeepGraph(raw)
	}
}

// recallForm restores the form that was chosen in an earlier run.
func (m *Model) recallForm() {
	if m.choice.recalled || m.Workspace == nil {
		return
	}
	m.choice.recalled = true
	var k keptForm
	if raw := m.Workspace.KeptGraph(); json.Unmarshal(raw, &k) == nil && k.Version == keptVersion &&
		(k.Form == formPicture || k.Form == formTree) {
		m.choice.form = k.Form
	}
}
