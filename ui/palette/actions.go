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
	rank func(typed string) int // as keymap.Rank
}

// actions returns what can be done on the board and in the dependencies, what applies now first, and of that what is done to the
// selected task; moving about is left to its keys.
func (m *Model) actions() []action {
	here := m.BoardScopes()
	all := slices.Concat([]keymap.ScopeName{keymap.TaskScope}, here, []keymap.ScopeName{keymap.BoardScope, keymap.DepViewScope})
	seen := map[keymap.Action]bool{keymap.Palette: true, keymap.Back: true}
	for _, a := range []keymap.Action{keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown, keymap.ScrollUp, keymap.ScrollDown} {
		seen[a] = true
	}
	var out []action
	for _, s := range m.Keymap().Scopes(all...) {
		for i := range s.Entries {
			e := &s.Entries[i]
			if seen[e.Action] {
				continue
			}
			seen[e.Action] = true
			x := action{rank: e.Rank}
			x.Choice = view.Choice{Label: safetext.Line(phrase.Sentence(e.Short())), Note: safetext.Line(e.Long), Right: m.KeyName(e)}
			if saysAll(e.Long, e.Short()) { // one of the two is enough
				x.Label, x.Note = safetext.Line(phrase.Sentence(e.Long)), safetext.Text{}
			}
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

// saysAll reports whether a text has all words of another.
func saysAll(text, words string) bool {
	return !slices.ContainsFunc(strings.Fields(strings.ToLower(words)), func(w string) bool { return !strings.Contains(strings.ToLower(text), w) })
}

// themes returns what colours the screen otherwise, until the program ends.
func (m *Model) themes() (out []action) {
	for _, theme := range style.Themes() {
		name := "theme: " + string(theme)
		x := action{rank: func(typed string) int { return keymap.Rank(typed, "", name) }}
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

// ranked returns the actions that a text may mean, the likeliest first: now those that can be done, and later those that
// cannot and those of whose names it has no more than letters.
func ranked(all []action, typed string) (now, later []choice) {
	type hit struct {
		group, rank int
		choice
	}
	var hits []hit
	for i := range all {
		h := hit{rank: all[i].rank(typed), choice: all[i].choice}
		if h.rank < 0 {
			continue
		}
		if h.off != "" {
			h.group++
		}
		if h.rank == keymap.MaxRank {
			h.group += 2
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(x.group, y.group), cmp.Compare(x.rank, y.rank))
	})
	for _, h := range hits {
		if h.group == 0 {
			now = append(now, h.choice)
		} else {
			later = append(later, h.choice)
		}
	}
	return now, later
}
