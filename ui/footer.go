package ui

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// footerOrder is the order of the board's keys in the footer. Where they do not all fit, the last are left out first.
// Those that are not in it have the place of Nothing.
var footerOrder = []keymap.Action{
	keymap.StepBack, keymap.StepOn, keymap.Pause, keymap.EarlierEvent, keymap.ToNow, keymap.Choose, keymap.StartDemo,
	keymap.MakeDirectory, keymap.SwitchList,
	keymap.ApplyAgain, keymap.Undo, keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen,
	keymap.OpenDetail, keymap.Back, keymap.Provoke, keymap.Slower, keymap.ShowDependencies, keymap.FoldFinished,
	keymap.Left, keymap.ZoomOut,
	keymap.ReadPlan, keymap.Worktree, keymap.Edit, keymap.Link, keymap.New, keymap.Assign, keymap.GoToBlocker,
	keymap.ScrollDown,
	keymap.Nothing, keymap.GoToAttention, keymap.Filter, keymap.Palette, keymap.Quit,
}

// footerPlaces are the places of all actions in it.
var footerPlaces = func() (at [256]uint8) {
	for i := range at {
		at[i] = uint8(slices.Index(footerOrder, keymap.Nothing))
	}
	for i, a := range footerOrder {
		at[a] = uint8(i)
	}
	return at
}()

// saidElsewhere are actions that the board's footer leaves to the help, to the names of the views and to the number of
// needs.
var saidElsewhere = []keymap.Action{keymap.Help, keymap.NextView, keymap.ShowProblems, keymap.Quit}

// leadingKeys is the largest number of keys that a narrow footer has before the one that opens the detail; besides
// these it has only those of narrowKeys.
const leadingKeys = 2

var narrowKeys = []keymap.Action{keymap.OpenDetail, keymap.Back, keymap.New, keymap.GoToAttention}

// footerKey is a key in the footer with its action.
type footerKey struct {
	action keymap.Action
	helps  bool // the selected task needs a person, and it helps
	key    view.Key
}

// footer is the memory of what the footer was made of, so that a frame in which nothing changed makes nothing again.
type footer struct {
	keys   []footerKey
	done   int // the number in fold
	folds  bool
	fold   string
	joined map[[2]safetext.Text]safetext.Text // the names of two keys that are shown as one
}

// join returns the names of two keys as one.
func (f *footer) join(a, b safetext.Text) safetext.Text {
	if both, known := f.joined[[2]safetext.Text{a, b}]; known {
		return both
	}
	if f.joined == nil {
		f.joined = map[[2]safetext.Text]safetext.Text{}
	}
	first, _, _ := strings.Cut(a.String(), "/") // of ←/h only ←
	second, _, _ := strings.Cut(b.String(), "/")
	both := safetext.Line(first + " " + second)
	f.joined[[2]safetext.Text{a, b}] = both
	return both
}

// place returns the place of a key in the footer.
func (k *footerKey) place() int {
	if k.helps {
		return -1
	}
	return int(footerPlaces[k.action])
}

// footerKeys returns the keys that apply now, the most important first.
func (m *Model) footerKeys() []view.Key {
	if m.Browsing() {
		return m.keysOfBoard()
	}
	var out []view.Key
	applies := host.AppliesIn(m.Mode())
	seen := []keymap.Action{keymap.Help}
	for e := range m.Keys.Footer(m.Mode().Scopes()...) {
		if !slices.Contains(seen, e.Action) && applies(e.Action) {
			seen = append(seen, e.Action)
			out = append(out, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return out
}

// keysOfBoard returns the keys that apply on the board, or did when something was opened over it.
func (m *Model) keysOfBoard() []view.Key {
	if n := m.batch.Len(); n > 0 && m.marking() {
		return m.markedKeys(n)
	}
	return m.boardKeys()
}

// boardKeys returns the keys that apply on the board.
func (m *Model) boardKeys() []view.Key {
	in := browse{m}.Scopes()
	var seen [256]bool // by action
	hasList := m.Workspace != nil && m.open.health != tasks.Lost
	if hasList {
		for _, a := range saidElsewhere {
			seen[a] = true
		}
		k, _ := m.selected()
		_, _, whole := m.Board.ContainerProgress(k)
		// a part is there to be worked on
		seen[keymap.Fold] = !whole
		seen[keymap.GoToAttention] = m.Layout.Breadth == view.Narrow && len(m.needs.List()) > 0 // the header counts it
	}
	seen[keymap.Help] = true
	keys := m.footer.keys[:0]
	if k, ok := m.selected(); ok { // the key that helps comes first
		e := m.Keys.Entry(m.needs.Helps(k), in...)
		if e != nil && !seen[e.Action] && m.applies(e.Action) {
			seen[e.Action] = true
			k, _ := m.footerKey(e, nil)
			keys = append(keys, footerKey{e.Action, true, k})
		}
	}
	for e, with := range m.Keys.Footer(in...) {
		if e.Action == keymap.OpenDetail && m.detail.Open() {
			e, with = m.Keys.Entry(keymap.Back, in...), nil
		}
		if seen[e.Action] || !m.applies(e.Action) {
			continue
		}
		seen[e.Action] = true
		if k, shown := m.footerKey(e, with); shown {
			keys = append(keys, footerKey{e.Action, false, k})
		}
	}
	slices.SortStableFunc(keys, func(a, b footerKey) int { return a.place() - b.place() })
	if hasList && m.Layout.Breadth == view.Narrow {
		keys = narrowed(keys)
	}
	m.footer.keys = keys
	out := make([]view.Key, 0, len(keys)+2)
	if m.Workspace != nil && !m.detail.Open() && !m.Board.Filter().Empty() {
		out = append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("clear filter")})
	}
	for i := range keys {
		out = append(out, keys[i].key)
	}
	help := helpKey
	help.Shrinks = m.Layout.Breadth == view.Narrow
	return append(out, help)
}

// helpKey is the last key of every footer of the board.
var helpKey = view.Key{Name: safetext.Const("?"), Does: safetext.Const("help"), Keep: true}

// footerKey returns the key of an entry of the keymap, with that of another one if both are shown as one, and false if
// it is not shown now.
func (m *Model) footerKey(e, with *keymap.Entry) (view.Key, bool) {
	word := e.Short()
	if x := m.actions[e.Action]; x != nil && x.word != nil {
		word = x.word()
	}
	if e.Action == keymap.Back && m.detail.Open() {
		word = "close"
	}
	k := view.Key{Name: m.KeyName(e), Does: safetext.Line(word)}
	if with != nil {
		k = view.Key{Name: m.footer.join(k.Name, m.KeyName(with)), Does: safetext.Line(e.Pair)}
	}
	if e.Action == keymap.Palette {
		k.Short, k.Shrinks = safetext.Const("actions"), true
	}
	return k, word != ""
}

// narrowed returns the keys of a narrow footer.
func narrowed(keys []footerKey) []footerKey {
	leading := 0
	return slices.DeleteFunc(keys, func(k footerKey) bool {
		if k.place() < int(footerPlaces[keymap.OpenDetail]) {
			leading++
			return leading > leadingKeys
		}
		return !slices.Contains(narrowKeys, k.action)
	})
}

// markedKeys returns the keys that act on all n marked tasks: those that suit at least one of them.
func (m *Model) markedKeys(n int) (out []view.Key) {
	for _, a := range []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Assign,
		keymap.Link, keymap.Delete} {
		if e := m.Keys.Entry(a, keymap.TaskScope); e != nil && m.batch.Allows(a) {
			out = append(out, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Line("unmark " + strconv.Itoa(n)),
		Keep: true}, helpKey)
}
