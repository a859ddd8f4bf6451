package palette

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// action is one line of the key table, as it can be found.
type action struct {
	choice
	kind safetext.Text          // the title it stands under
	rank func(typed string) int // as keymap.Rank
}

// actions returns what can be done on the board and in the dependencies, by the scopes of the keymap: what is done to the selected
// task first; moving about is left to its keys.
func (m *Model) actions() []action {
	here := m.BoardScopes()
	all := slices.Concat([]keymap.ScopeName{keymap.TaskScope, keymap.EditsScope}, here, []keymap.ScopeName{keymap.BoardScope, keymap.DepViewScope})
	seen := map[keymap.Action]bool{keymap.Palette: true, keymap.Back: true}
	for _, a := range []keymap.Action{keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown, keymap.ScrollUp, keymap.ScrollDown} {
		seen[a] = true
	}
	var out []action
	for _, s := range m.Keymap().Scopes(all...) {
		kind := safetext.Line(s.Title)
		if k, ok := m.Selected(); ok && s.Name == keymap.TaskScope {
			kind = safetext.Line(m.Board().ShortID(k)).Append(safetext.Spaces(1), m.Card(k).Subject)
		}
		for i := range s.Entries {
			e := &s.Entries[i]
			if seen[e.Action] {
				continue
			}
			seen[e.Action] = true
			x := action{kind: kind, rank: e.Rank}
			x.Choice = view.Choice{Label: safetext.Line(phrase.Sentence(e.Long)), Key: m.KeyName(e)}
			x.run = func() tea.Cmd { return m.Mode().Handle(e.Action) }
			switch {
			case !slices.Contains(here, s.Name):
				x.off = strings.ToLower(s.Title)
			case !e.Enabled():
				x.off = cmp.Or(e.Reason(), "not now")
			case !m.Applies(e.Action):
				x.off = m.whyNot(e.Action)
			}
			out = append(out, x)
		}
	}
	return append(out, m.themes()...)
}

// grouped returns all actions under the titles of their kinds, and below them those that cannot be done now.
func grouped(all []action) (out []choice) {
	off := []choice{{Choice: view.Choice{Label: safetext.Const("Not now"), Title: true}}}
	var kind safetext.Text
	for i := range all {
		x := &all[i]
		if x.off != "" {
			off = append(off, x.choice)
			continue
		}
		if x.kind != kind {
			kind = x.kind
			out = append(out, choice{Choice: view.Choice{Label: kind, Title: true}})
		}
		out = append(out, x.choice)
	}
	if len(off) == 1 {
		return out
	}
	return append(out, off...)
}

// themes returns what colours the screen otherwise, until the program ends.
func (m *Model) themes() (out []action) {
	for _, theme := range style.Themes() {
		name := "theme: " + string(theme)
		x := action{kind: safetext.Const("Themes"), rank: func(typed string) int { return keymap.Rank(typed, "", name) }}
		x.Label = safetext.Line(phrase.Sentence(name))
		x.run = func() tea.Cmd {
			m.SetTheme(theme)
			m.Did("The theme is " + string(theme) + ": --theme " + string(theme) + " begins with it")
			return nil
		}
		out = append(out, x)
	}
	return out
}

// whyNot returns why an action does not mean anything for the selected task.
func (m *Model) whyNot(a keymap.Action) string {
	k, ok := m.Selected()
	if !ok {
		return "no task is selected"
	}
	b := m.Board()
	var err error
	switch a {
	case keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen:
		_, err = host.Rules[a](b, k, m.Me(), m.Now())
	case keymap.Assign:
		err = board.CheckAssign(b, k)
	case keymap.Fold:
		return "it does not stand for parts"
	case keymap.ShowProblems:
		return "there are none"
	case keymap.Undo:
		return "nothing of yours to undo"
	case keymap.Redo:
		return "nothing was undone"
	case keymap.ReadPlan, keymap.AddToPlan:
		return "only a workflow session has one"
	case keymap.ShowWorktree:
		return "no worktree is bound to it"
	case keymap.RepairLinks:
		return "both sides agree"
	case keymap.FollowChain:
		return "nothing unfinished waits"
	case keymap.NextHit, keymap.PreviousHit:
		return "no filter is set"
	case keymap.FollowMoved:
		return "none that you moved is elsewhere"
	case keymap.New, keymap.NewWaiting:
		if d := b.Traits(m.ListHere()); d != nil && d.ReadOnly != "" {
			return d.ReadOnly
		}
	}
	if no, is := errors.AsType[board.Refusal](err); is {
		return no.Why
	}
	if t := b.Task(k); t == nil || t.Limits&tasks.NoEdit != 0 {
		return "its file cannot be written"
	}
	return "not for this task"
}

// ranked returns the actions that a text may mean, the likeliest first: now those that can be done and of whose names it begins a
// word; later those that cannot, and those of whose names it has no more than a part or letters.
func ranked(all []action, typed string) (now, later []choice) {
	type hit struct {
		class, rank int // of a class are those that it fits as well: 0 and 1 where it begins a word, 2 and 3 below; odd what cannot be done
		choice
	}
	var hits []hit
	for i := range all {
		if h := (hit{rank: all[i].rank(typed), choice: all[i].choice}); h.rank >= 0 {
			if h.rank > keymap.BeginsWord {
				h.class = 2
			}
			if h.choice.off != "" {
				h.class++
			}
			hits = append(hits, h)
		}
	}
	slices.SortStableFunc(hits, func(x, y hit) int { return cmp.Or(cmp.Compare(x.class, y.class), cmp.Compare(x.rank, y.rank)) })
	for _, h := range hits {
		if h.class == 0 {
			now = append(now, h.choice)
		} else {
			later = append(later, h.choice)
		}
	}
	return now, later
}
