package palette

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// action is an action of the keymap that can be found.
type action struct {
	choice
	does  keymap.Action
	scope keymap.ScopeName
	rank  func(typed string) int // see keymap.Rank
	words []string               // that find it, but are those of another action in the keymap
}

// actions returns what can be done on the board and in the dependencies, in the order of the keymap, first what is done
// to the selected task. Moving about is left out: it needs a key.
func (m *Model) actions() []action {
	here := m.BoardScopes()
	all := slices.Concat([]keymap.ScopeName{keymap.TaskScope, keymap.EditsScope}, here,
		[]keymap.ScopeName{keymap.BoardScope, keymap.DepViewScope})
	seen := map[keymap.Action]bool{keymap.Palette: true, keymap.Back: true}
	for _, a := range []keymap.Action{keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last,
		keymap.PageUp, keymap.PageDown, keymap.ScrollUp, keymap.ScrollDown} {
		seen[a] = true
	}
	var out []action
	for _, s := range m.Keys.Scopes(all...) {
		for i := range s.Entries {
			e := &s.Entries[i]
			if seen[e.Action] || m.Lacks(e.Action) {
				continue
			}
			seen[e.Action] = true
			x := action{does: e.Action, scope: s.Name, rank: e.Rank}
			x.Choice = view.Choice{Label: safetext.Line(phrase.Sentence(e.Long)), Key: m.KeyName(e)}
			x.run, x.about = func() tea.Cmd { return m.Mode().Handle(e.Action) }, keymap.About(e.Action)
			switch {
			case !slices.Contains(here, s.Name):
				x.off = strings.ToLower(s.Title)
			case !e.Enabled():
				x.off = cmp.Or(phrase.Clause(e.Reason()), "it does nothing here")
			case !m.Applies(e.Action):
				x.off = m.WhyNot(e.Action)
			}
			out = append(out, x)
		}
	}
	return slices.Concat(out, m.pastTabs(), m.unkeyed())
}

// pastTabs returns the tabs of the past, each opened by two keys.
func (m *Model) pastTabs() (out []action) {
	for _, tab := range []struct {
		shown keymap.Action
		words []string
	}{
		{keymap.ShowEdits, []string{"log", "history"}},
		{keymap.ShowDeleted, []string{"restore", "undelete", "recover"}},
	} {
		a, e := tab.shown, m.Keys.Entry(tab.shown, keymap.PastScope)
		if e == nil || m.KeyOf(keymap.ShowPast) == "" {
			continue
		}
		x := action{does: a, words: tab.words, rank: func(typed string) int {
			return keymap.Rank(typed, "", append(tab.words, e.Long, e.Short())...)
		}}
		x.Label, x.about = safetext.Line(phrase.Sentence(e.Long)), keymap.About(a)
		x.Key = safetext.Line(m.KeyOf(keymap.ShowPast)).Append(safetext.Spaces(1), m.KeyName(e))
		x.run = func() tea.Cmd { return m.ShowPast(a) }
		out = append(out, x)
	}
	return out
}

// Before anything is typed, forTask, forBoard and the views are offered, in this order.
var (
	forTask = []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Edit, keymap.Assign,
		keymap.Link}
	forBoard = []keymap.Action{keymap.New, keymap.Undo, keymap.Filter, keymap.GoToAttention}
)

// suggestions returns what is offered before anything is typed and can be done now: what is done most to the selected
// task and to the board, the person's own commands, and the other views.
func (m *Model) suggestions(all []action) (out []choice) {
	group := func(title safetext.Text, place func(*action) int) {
		var found []action
		for i := range all {
			if x := &all[i]; x.off == "" && place(x) >= 0 {
				found = append(found, *x)
			}
		}
		if len(found) == 0 {
			return
		}
		slices.SortStableFunc(found, func(x, y action) int { return cmp.Compare(place(&x), place(&y)) })
		if len(out) > 0 {
			out = append(out, choice{Choice: view.Choice{Title: true}})
		}
		out = append(out, choice{Choice: view.Choice{Label: title, Title: true}})
		for i := range found {
			out = append(out, found[i].choice)
		}
	}
	among := func(actions []keymap.Action) func(*action) int {
		return func(x *action) int { return slices.Index(actions, x.does) }
	}
	if k, ok := m.Selected(); ok {
		group(safetext.Line(m.Board.ShortID(k)).Append(safetext.Spaces(1), m.Card(k).Subject), among(forTask))
	}
	group(safetext.Const("Your commands"), func(x *action) int {
		if x.scope == keymap.CommandScope {
			return 0
		}
		return -1
	})
	group(safetext.Const("Create and find"), among(forBoard))
	others := slices.Clone(keymap.Views)
	switch m.ShownView() { // of the dependencies the other form stays
	case view.BoardView:
		others = others[1:]
	case view.NowView:
		others = others[:len(others)-1]
	}
	group(safetext.Const("Go to"), among(others))
	return out
}

// unkeyed returns an action that no key does, found by its name and by other words.
func unkeyed(name string, run func() tea.Cmd, others ...string) action {
	x := action{rank: func(typed string) int { return keymap.Rank(typed, "", append(others, name)...) }}
	x.Label, x.run = safetext.Line(phrase.Sentence(name)), run
	return x
}

// unkeyed returns the actions that no key does.
func (m *Model) unkeyed() (out []action) {
	out = append(out, unkeyed("show implied links in the picture, or hide them", func() tea.Cmd {
		m.ShowImplied()
		return nil
	}))
	seen := unkeyed("mark all as seen", func() tea.Cmd {
		m.LookAtAll()
		return nil
	}, "mark all as read", "nothing is new")
	if m.CountNew() == 0 {
		seen.off = "nothing is new"
	}
	out = append(out, seen)
	if do, whyNot := m.TakeBack(); do != nil {
		x := unkeyed("take back that this list may be edited", do, "revoke", "stop editing this list", "only show it")
		x.off = whyNot
		out = append(out, x)
	}
	for _, theme := range style.Themes() { // it applies until the program ends
		out = append(out, unkeyed("theme: "+string(theme), func() tea.Cmd {
			m.SetTheme(theme)
			m.Success("The theme is " + string(theme) + ": --theme " + string(theme) + " begins with it")
			return nil
		}))
	}
	return out
}

// ranked returns the actions that a text may mean, the likeliest first: those with a word that begins with it, those
// that only contain it or have its letters, and then those that cannot be done.
func ranked(all []action, typed string) (found []choice) {
	type hit struct {
		class, rank int // class: 0 begins a word, 1 matches less well; 2 and 3 the same, but cannot be done
		choice
	}
	var hits []hit
	for i := range all {
		h := hit{rank: all[i].rank(typed), choice: all[i].choice}
		if h.rank < 0 {
			continue
		}
		h.choice.loose = h.rank >= keymap.MaxRank
		if h.rank > keymap.BeginsWord {
			h.class = 1
		}
		if h.choice.off != "" {
			h.class += 2
		}
		word := keymap.Synonym(all[i].does, typed)
		begins := func(w string) bool { return len(typed) > 1 && strings.HasPrefix(w, strings.ToLower(typed)) }
		if at := slices.IndexFunc(all[i].words, begins); at >= 0 {
			word = all[i].words[at]
		}
		if word != "" && h.choice.off == "" &&
			!strings.Contains(strings.ToLower(h.choice.Label.String()), word) {
			h.choice.Note = safetext.Line("also " + word)
		}
		hits = append(hits, h)
	}
	slices.SortStableFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(x.class, y.class), cmp.Compare(x.rank, y.rank))
	})
	for _, h := range hits {
		found = append(found, h.choice)
	}
	return found
}
