package ui

import (
	"slices"
	"strconv"

	"sideboard/keymap"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// footerKeys returns the keys that apply now, the most important first.
func (m *Model) footerKeys() []view.Key {
	out := make([]view.Key, 0, 16)
	var seen [256]bool // by action
	seen[keymap.Help] = true
	if n := m.batch.Len(); n > 0 && m.Browsing() && m.marking() {
		return m.markedKeys(out, n)
	}
	if m.Browsing() && m.Workspace != nil && !m.detail.Open() && !m.Board.Filter().Empty() {
		out = append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Const("clear filter")})
	}
	if demo := m.stage.DemoKeys(); demo != nil {
		out = append(out, demo...)
		for _, a := range []keymap.Action{keymap.Pause, keymap.Provoke, keymap.Restart, keymap.Faster, keymap.Slower} {
			seen[a] = true
		}
	}
	browsing := m.Browsing()
	in, applies := m.Mode().Scopes(), m.applies
	if !browsing {
		applies = host.AppliesIn(m.Mode())
	}
	if k, ok := m.selected(); ok && browsing {
		if e := m.Keys.Entry(m.needs.Helps(k), in...); e != nil && m.applies(e.Action) { // the key that helps comes first
			seen[e.Action] = true
			out = append(out, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	always := []keymap.Action{keymap.Filter, keymap.Quit}
	if !m.applies(keymap.Filter) {
		always = always[1:]
	}
	if browsing {
		seen[keymap.Filter], seen[keymap.Quit] = true, true
	}
	for e := range m.Keys.Footer(in...) {
		if !seen[e.Action] && applies(e.Action) {
			seen[e.Action] = true
			k := view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short()), Rank: noRank}
			x := m.actions[e.Action]
			if x != nil && x.rank > 0 {
				k.Rank = x.rank - 1
			}
			if browsing && x != nil && x.word != nil {
				k.Does = safetext.Line(x.word())
			}
			if !k.Does.Empty() {
				out = append(out, k)
			}
		}
	}
	if browsing {
		slices.SortStableFunc(out, func(a, b view.Key) int { return int(a.Rank) - int(b.Rank) })
		for _, a := range always {
			if e := m.Keys.Entry(a, in...); e != nil {
				out = append(out, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short()), Keep: true})
			}
		}
		out = append(out, view.Key{Name: safetext.Const("?"), Does: safetext.Const("help"), Keep: true})
	}
	return out
}

// noRank is the rank of a key whose action has none: it comes after all others.
const noRank = 255

// markedKeys returns the keys that act on all marked tasks: those that suit at least one of them.
func (m *Model) markedKeys(out []view.Key, n int) []view.Key {
	for _, a := range []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Assign, keymap.Link, keymap.Delete} {
		if e := m.Keys.Entry(a, keymap.TaskScope); e != nil && m.batch.Allows(a) {
			out = append(out, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return append(out, view.Key{Name: safetext.Const("esc"), Does: safetext.Line("unmark " + strconv.Itoa(n)), Keep: true},
		view.Key{Name: safetext.Const("?"), Does: safetext.Const("help"), Keep: true})
}
