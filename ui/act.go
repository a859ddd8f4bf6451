package ui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/links"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// act carries out an action on the selected task, or refuses it in words.
func (m *Model) act(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.New:
		m.editing.StartCreate(tasks.Key{})
		return nil
	case keymap.Link, keymap.Unlink:
		return m.openLinks(a)
	case keymap.GoToTmuxPane:
		if owner, is := m.ownerHere(); is {
			return m.panels.ToPane(owner)
		}
	}
	k, ok := m.selected()
	if !ok {
		m.notice.Warn("No task is selected")
		return nil
	}
	if rule := host.Rules[a]; rule != nil {
		e, err := rule(m.board, k, m.o.As, m.now)
		if a == keymap.Release {
			e, err = m.panels.WithOwner(k, e, err)
		}
		return m.editing.CarryOut(e, err)
	}
	switch a {
	case keymap.Assign:
		m.palette.Assign(k)
	case keymap.Worktree:
		m.panels.ShowTreeMenu(k)
	case keymap.ReadPlan:
		return m.panels.ReadPlan(k)
	case keymap.Split:
		m.links.OpenSplit(k)
	case keymap.NewWaiting:
		m.editing.StartCreate(k)
	case keymap.Edit:
		return m.editing.Edit(k)
	case keymap.EditOutside:
		return m.editing.EditOutside(k)
	case keymap.CopyID:
		t := m.board.Task(k)
		if t == nil {
			m.notice.Warn("Not copied: the file cannot be read")
			return nil
		}
		if safe := safetext.Copyable(t.ID.Text); safe != t.ID.Text || strings.Contains(safe, "\n") {
			m.notice.Warn("Not copied: its id has characters that would act on a terminal it is pasted into")
			return nil
		}
		return m.copy("", t.ID.Text)
	case keymap.CopyInstruction:
		return m.open.guard(effects.Instruction(m.open.workspace, k, host.Then2(func(text string, err error) tea.Cmd {
			if err != nil {
				m.notice.Refuse(fmt.Errorf("not copied: %w", err))
				return nil
			}
			what := ""
			if n := strings.Count(text, "\n"); n > 0 {
				what = fmt.Sprintf("an instruction for %s (%d lines)", m.board.ShortID(k), n+1)
			}
			return m.copy(what, text)
		})))
	}
	return nil
}

// openLinks lists the links of the selected task; a selected link is removed at once.
func (m *Model) openLinks(a keymap.Action) tea.Cmd {
	k, ok := m.selected()
	var at *links.Link
	if waits, on, picked := m.deps.PickedLink(); picked {
		if m.deps.Unpick(); a == keymap.Unlink {
			return m.editing.CarryOut(board.Unlink(m.board, waits, on, m.o.As, m.now))
		}
		k, at, ok = waits, &links.Link{Waits: waits, On: on}, true
	}
	switch {
	case !ok:
		m.notice.Warn("No task is selected")
	case a == keymap.Unlink:
		m.links.OpenRemoving(k, at)
	default:
		m.links.Open(k, at)
	}
	return nil
}

// toggleInternal shows the tasks that agents keep for themselves, or hides them again.
func (m *Model) toggleInternal() {
	m.internal = !m.internal
	n := m.board.ShowInternal(m.internal)
	m.deps.MarkStale()
	m.boardChanged()
	if n == 0 {
		m.notice.Say("There are no internal tasks")
	} else if m.internal {
		m.notice.Say("Internal tasks are shown")
	} else {
		m.notice.Say("Internal tasks are hidden")
	}
}

// toggleBare leaves only the cards on the screen, or brings the rest back.
func (m *Model) toggleBare() {
	m.screen.bare = !m.screen.bare
	if m.screen.bare {
		m.notice.Say("Only the cards: " + m.keys.KeyOf(keymap.OnlyCards) + " brings the rest back")
	}
	m.arrange()
}

// back closes what is open, one thing at a time. It never quits.
func (m *Model) back() {
	switch {
	case m.batch.Len() > 0 && m.marking():
		m.batch.Clear()
	case m.detail.Open():
		m.detail.Toggle()
	case m.deps.Unpick():
	case !m.board.Filter().Empty():
		m.cards.SetFilter("")
	case m.deps.Showing(), m.lanes.Showing():
		m.lanes.Show(view.BoardView)
	}
}

// copy hands a text to the clipboard, without what would act on the terminal it is pasted into; what says what it is, "" for the
// text itself.
func (m *Model) copy(what, text string) tea.Cmd {
	text = safetext.Copyable(text)
	what = cmp.Or(what, text)
	getenv := m.o.Finder.Env.Getenv
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	return effects.Clip(getenv, text, host.Then(func(where string) tea.Cmd {
		if where != "" {
			m.notice.Did("Copied " + what + " to " + where)
			return nil
		}
		m.notice.Post("Sent "+what+" to the terminal, for its clipboard: not every terminal takes it", view.Info)
		return tea.SetClipboard(text)
	}))
}

// selected returns the selected task; false where nothing is selected.
func (m *Model) selected() (tasks.Key, bool) {
	if m.lanes.Showing() {
		return m.lanes.Selected()
	}
	k := m.cards.UnderCursor()
	return k, k.Name != ""
}

// ownerHere returns the agent of the selected lane, or whose the selected task is; false where nothing is selected.
func (m *Model) ownerHere() (string, bool) {
	if owner, is := m.lanes.SelectedOwner(); is {
		return owner, true
	}
	k, _ := m.selected()
	t := m.board.Task(k)
	if t == nil {
		return "", false
	}
	return t.Owner, true
}

// listHere is the list that something is made in: that of the selected task, else the first.
func (m *Model) listHere() string {
	k, ok := m.selected()
	if !ok && m.open.several() {
		return m.open.lanes[0].Name
	}
	return k.List
}

// applies reports whether an action means something for the selected task. Others may be pressed all the same: they are
// refused in words.
func (m *Model) applies(a keymap.Action) bool {
	if m.open.workspace == nil {
		return a != keymap.Choose && a != keymap.Filter || len(m.start.lists) > 0
	}
	if m.open.health == tasks.Lost { // there is nothing to act on
		return a == keymap.Quit || a == keymap.SwitchList
	}
	if on, is := m.panels.Offers(a); is {
		return on
	}
	k, ok := m.selected()
	s := m.board.State(k)
	t := m.board.Task(k)
	if t != nil && t.Limits&tasks.NoEdit != 0 {
		switch a {
		case keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Edit, keymap.EditOutside, keymap.Delete,
			keymap.Link, keymap.Unlink, keymap.Split, keymap.Worktree:
			return false
		}
	}
	switch a {
	case keymap.Filter, keymap.NextView:
		return m.board.Counts().Total > 0
	case keymap.New, keymap.NewWaiting:
		d := m.board.Traits(m.listHere())
		return (d == nil || d.ReadOnly == "") && (a == keymap.New || t != nil)
	case keymap.Claim, keymap.Complete, keymap.Reopen:
		return host.Suits(a, s) || a == keymap.Claim && s == board.Unknown && t.MeansPending()
	case keymap.Release:
		return host.Suits(a, s) || t != nil && s != board.Done && t.Owner != ""
	case keymap.Assign:
		return board.CheckAssign(m.board, k) == nil
	case keymap.GoToTmuxPane:
		owner, is := m.ownerHere()
		return is && m.panels.HasPane(owner)
	case keymap.Fold:
		_, _, is := m.board.ContainerProgress(k)
		return is
	case keymap.Edit, keymap.EditOutside, keymap.Delete, keymap.CopyID, keymap.CopyInstruction:
		return ok && t != nil
	case keymap.ReadPlan:
		return t != nil && m.open.workspace.IsWorkflow(k.List)
	case keymap.Worktree:
		return m.panels.OffersTree(t)
	case keymap.ShowProblems:
		return len(m.needs.List())+m.panels.Warnings() > 0
	case keymap.GoToAttention:
		return len(m.needs.List()) > 0
	case keymap.Undo:
		return m.editing.CanUndo()
	case keymap.Redo:
		return m.editing.CanRedo()
	case keymap.Link, keymap.Split:
		return ok && t != nil
	case keymap.AnotherTask:
		return m.editing.Creating()
	case keymap.EditValue:
		return m.editing.Wordable()
	case keymap.OpenDetail:
		return ok || m.open.workspace != nil && m.past.Folded() != nil
	case keymap.FollowMoved:
		return m.cards.CanFollow()
	}
	return true
}

// lacks reports whether nothing in the list that is used here can be what an action is about. It is in no list of what can be done.
func (m *Model) lacks(a keymap.Action) bool {
	switch d := m.board.Traits(m.listHere()); {
	case m.open.workspace == nil:
		return false
	case a == keymap.Worktree:
		return d != nil && d.Binding == tasks.NotBound && !m.applies(a)
	case a == keymap.ReadPlan:
		return !m.open.workspace.IsWorkflow(m.listHere())
	}
	return false
}

// enableKeys lets exactly those keys match and show that mean something now.
func (m *Model) enableKeys() {
	writing := []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.Assign, keymap.New,
		keymap.NewWaiting, keymap.Edit, keymap.EditOutside, keymap.Delete, keymap.Undo, keymap.Redo,
		keymap.Link, keymap.Unlink, keymap.Split, keymap.AddToPlan,
		keymap.CreateWorktree, keymap.BindWorktree, keymap.UnbindWorktree, keymap.KeepWorktree, keymap.RemoveWorktree}
	m.keys.Enable(writing...)
	if why := m.whyNotNow(); why != "" {
		m.keys.Disable("Not written: "+why, writing...)
	}
	m.switchable(m.editing.HasLostEdit(), "No edit of yours was overwritten", keymap.ApplyAgain)
	m.switchable(m.detail.Shown(), "Open the detail first", keymap.ScrollDown, keymap.ScrollUp)
	m.switchable(!m.stage.InStory(), "The story tells itself: sideboard demo lets you provoke", keymap.Provoke)
	m.switchable(m.open.workspace == nil && m.o.Demo != nil, "", keymap.StartDemo)
}

func (m *Model) switchable(on bool, why string, actions ...keymap.Action) {
	if on {
		m.keys.Enable(actions...)
	} else {
		m.keys.Disable(why, actions...)
	}
}

// whyNotNow returns why nothing can be written now, "" when it can.
func (m *Model) whyNotNow() string {
	return m.open.whyNoWriting()
}
