package ui

import (
	"errors"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/cards"
	"sideboard/ui/depview"
	"sideboard/ui/host"
	"sideboard/ui/links"
	"sideboard/ui/view"
)

// action is what an action does on the board, when it applies, and why not.
type action struct {
	do host.Handler // nil: only views or dialogs handle it

	writes bool        // its key is off while nothing can be written
	on     func() bool // reports whether its key is on; nil: always
	off    string      // what its key says while it is off

	// applies reports whether it can do something now; nil: always. The footer leaves it out if not. Its key still
	// works, and the handler then says why nothing is done.
	applies func(subject) bool
	// it changes the file of the selected task, and does not apply if that cannot be changed
	changes bool
	why     string              // why it does not apply, for the palette
	refused func(subject) error // returns the refusal that says why
	lacks   func() bool         // reports whether it applies to no task of the list: it is then not offered at all

	word func() string // its word in the footer instead of the keymap's, "" to leave it out
}

// subject is what an action is about.
type subject struct {
	key      tasks.Key
	selected bool
	state    board.State
	task     *tasks.Task // nil: none is selected, or its file cannot be read
}

func (m *Model) subject() subject {
	k, ok := m.selected()
	return subject{k, ok, m.Board.State(k), m.Board.Task(k)}
}

// layer is what keys do in a view, before the board's own actions, while it is shown.
type layer struct {
	shown   func() bool
	actions host.Actions
}

// newLayers returns the layers in order of precedence.
func (m *Model) newLayers() []layer {
	return []layer{
		{func() bool { return m.Workspace == nil }, m.startActions()},
		{func() bool { return m.ofReplay != nil }, m.replayActions()},
		{m.stage.Staged, m.stage.Actions()},
		{func() bool { return m.Layout.Full }, m.detail.Actions()},
		{m.nowView.Showing, m.nowView.Actions()},
		{m.marking, m.batch.Actions()},
		{func() bool { return m.marking() && m.batch.Len() > 0 }, m.batch.MarkedActions()},
		{m.deps.Showing, m.deps.Actions()},
		{func() bool { return true }, m.cards.Actions()},
	}
}

// newActions returns the actions of the board. Those that only move, and those of dialogs, are in the features.
func (m *Model) newActions() map[keymap.Action]*action {
	readable := func(s subject) bool { return s.task != nil }
	needy := func(subject) bool { return len(m.needs.List()) > 0 }
	calls := func(s subject) bool { return needy(s) || m.news.Unseen.Count() > 0 }
	readOnly := func(subject) error { return m.refusesNew(m.listHere()) }
	creates := func(subject) bool { return m.refusesNew(m.listHere()) == nil }
	suits := func(a keymap.Action) func(subject) bool {
		return func(s subject) bool { return host.Suits(a, s.state) }
	}
	rule := func(a keymap.Action) func(subject) error {
		return func(s subject) error {
			_, err := host.Rules[a](m.Board, s.key, m.Me, m.Now)
			return err
		}
	}
	scroll := func(halfPages int) host.Handler {
		return host.Do(func() { m.detail.ScrollBy(halfPages * m.Layout.DetailPage() / 2) })
	}
	show := host.Handler(func(a keymap.Action) tea.Cmd {
		m.nowView.Show(m.deps.Tabs()[slices.Index(keymap.Views, a)].View)
		return nil
	})

	all := map[keymap.Action]*action{
		// the selected task
		keymap.Claim: {do: m.byRule, word: m.claimWord, writes: true, changes: true, refused: rule(keymap.Claim),
			applies: func(s subject) bool {
				return host.Suits(keymap.Claim, s.state) || s.state == board.Unknown && s.task.MeansPending() ||
					s.state.Blocked() && m.asks(keymap.Claim, s.key)
			}},
		keymap.Complete: {do: m.byRule, word: m.completeWord, writes: true, changes: true, refused: rule(keymap.Complete), applies: suits(keymap.Complete)},
		keymap.Release: {do: m.byRule, writes: true, changes: true, refused: rule(keymap.Release),
			applies: func(s subject) bool {
				return host.Suits(keymap.Release, s.state) || s.task != nil && s.state != board.Done &&
					s.task.Owner != ""
			}},
		keymap.Reopen: {do: m.byRule, writes: true, changes: true, refused: rule(keymap.Reopen), applies: suits(keymap.Reopen)},
		keymap.Delete: {do: m.byRule, writes: true, changes: true, applies: readable},
		keymap.Assign: {do: m.onTask(m.palette.Assign), writes: true,
			refused: func(s subject) error { return board.CheckAssign(m.Board, s.key) },
			applies: func(s subject) bool { return board.CheckAssign(m.Board, s.key) == nil }},
		keymap.Edit: {do: m.runOnTask(m.forms.Edit), writes: true, changes: true, applies: readable},
		keymap.EditOutside: {do: m.runOnTask(m.forms.EditOutside), word: m.editorWord, writes: true, changes: true,
			applies: func(s subject) bool { return s.task != nil || m.forms.Opens(s.key) }},
		keymap.Link:       {do: m.openLinks, writes: true, changes: true, applies: readable},
		keymap.Unlink:     {do: m.openLinks, writes: true, changes: true},
		keymap.Split:      {do: m.onTask(m.links.OpenSplit), writes: true, changes: true, applies: readable},
		keymap.NewWaiting: {do: m.onTask(m.forms.StartCreate), writes: true, refused: readOnly, applies: func(s subject) bool { return creates(s) && s.task != nil }},
		keymap.Worktree: {do: m.onTask(m.worktrees.ShowMenu), changes: true, lacks: m.bindsNothing,
			applies: func(s subject) bool { return m.worktrees.Offers(s.task) }},
		keymap.ReadPlan: {do: m.runOnTask(m.workflow.ReadPlan), lacks: func() bool {
			return !m.Workspace.IsWorkflow(m.listHere())
		},
			applies: func(s subject) bool { return s.task != nil && m.Workspace.IsWorkflow(s.key.List) }},
		keymap.GoToTmuxPane:    {do: host.Run(m.goToPane), applies: func(subject) bool { owner, is := m.ownerHere(); return is && m.members.HasPane(owner) }},
		keymap.CopyID:          {do: m.runOnTask(m.copyID), applies: readable},
		keymap.CopyInstruction: {do: m.runOnTask(m.copyInstruction), applies: readable},
		keymap.GoToBlocker:     {do: host.Do(m.goToBlocker), word: m.blockerWord},
		keymap.Fold: {why: "it is no container and no part of one",
			applies: func(s subject) bool { _, is := cards.Folds(m.Board, s.key); return is }},

		// edits
		keymap.New:        {do: host.Do(func() { m.forms.StartCreate(tasks.Key{}) }), writes: true, refused: readOnly, applies: creates},
		keymap.Undo:       {do: m.recall, writes: true, why: "nothing of yours to undo", word: m.undoWord, applies: func(subject) bool { return m.edits.CanUndo() }},
		keymap.Redo:       {do: m.recall, writes: true, why: "nothing was undone", applies: func(subject) bool { return m.edits.CanRedo() }},
		keymap.ApplyAgain: {do: host.Run(m.edits.ApplyAgain), on: m.edits.HasLostEdit, off: "No edit of yours was overwritten"},

		// in dialogs
		keymap.AddToPlan: {writes: true}, keymap.CreateWorktree: {writes: true}, keymap.BindWorktree: {writes: true},
		keymap.UnbindWorktree: {writes: true}, keymap.KeepWorktree: {writes: true},
		keymap.RemoveWorktree: {writes: true},

		// what is shown
		keymap.ShowBoard:        {do: show},
		keymap.ShowDependencies: {do: show, word: m.otherForm},
		keymap.ShowNow:          {do: show},
		keymap.FoldFinished:     {word: m.foldWord},
		keymap.NextView: {do: host.Do(func() {
			m.nowView.Show(m.nowView.Next(1))
		}), word: func() string { return depview.ViewWord(m.nowView.Next(1)) },
			applies: func(subject) bool { return m.Board.Counts().Total > 0 }},
		keymap.PreviousView:  {do: host.Do(func() { m.nowView.Show(m.nowView.Next(-1)) })},
		keymap.OpenDetail:    {do: host.Run(m.openDetail), word: m.detailWord, applies: func(s subject) bool { return s.selected || m.past.DeletedHead() != nil }},
		keymap.ScrollDown:    {do: scroll(1), word: m.scrollWord, on: m.detail.Shown, off: "Open the detail first"},
		keymap.ScrollUp:      {do: scroll(-1), on: m.detail.Shown, off: "Open the detail first"},
		keymap.GoToAttention: {do: host.Do(m.needs.GoToNext), word: m.attentionWord, applies: calls},
		keymap.ShowProblems: {do: host.Run(m.needs.Open), why: "nothing needs you",
			applies: func(s subject) bool { return needy(s) || m.needs.Warnings() > 0 }},
		keymap.ShowPast: {do: host.Run(m.past.Show)},
		keymap.StepBack: {do: host.Run(func() tea.Cmd { return m.startReplay((*player).skipToLast) }),
			why: "nothing is recorded yet", applies: func(subject) bool { return len(m.news.Happened()) > 0 }},
		keymap.SwitchList:   {do: host.Run(m.switchList)},
		keymap.Filter:       {applies: func(subject) bool { return m.Board.Counts().Total > 0 }},
		keymap.FollowMoved:  {why: "none that you moved is elsewhere", applies: func(subject) bool { return m.cards.CanFollow() }},
		keymap.ShowInternal: {do: host.Do(m.toggleInternal)},
		keymap.OnlyCards:    {do: host.Do(m.toggleBare)},
		keymap.Palette:      {do: host.Do(m.palette.Open)},
		keymap.Help:         {do: host.Do(m.help.Show)},
		keymap.ShowStage:    {do: host.Do(m.stage.Toggle)},
		keymap.Talk:         {do: host.Do(m.stage.ToggleTalk)},
		keymap.Back:         {do: host.Do(m.back)},

		// the program, and a demo
		keymap.Redraw:  {do: host.Run(m.redraw)},
		keymap.Suspend: {do: host.Run(m.suspend)},
		keymap.Quit:    {do: host.Run(m.quit)},
		keymap.Pause:   {do: m.stage.Steer, word: m.pauseWord}, keymap.Faster: {do: m.stage.Steer},
		keymap.Slower: {do: m.stage.Steer}, keymap.Restart: {do: m.stage.Steer},
		keymap.Provoke:   {do: m.stage.Steer, on: func() bool { return !m.stage.InStory() }, off: "The story tells itself: sideboard demo lets you provoke"},
		keymap.StartDemo: {on: func() bool { return m.Workspace == nil && m.o.Demo != nil }},
	}
	for _, own := range m.Keys.Scopes(keymap.CommandScope) {
		for i, e := range own.Entries {
			all[e.Action] = &action{do: host.Run(func() tea.Cmd { return m.commands.Run(i) })}
		}
	}
	return all
}

// moves are the actions that only move the cursor: the cards keep their places for them.
var moves = []keymap.Action{
	keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown,
	keymap.ScrollUp, keymap.ScrollDown,
	keymap.GoToAttention, keymap.GoToBlocker,
}

// run carries out an action: with the handler of the first layer that is shown and has one, else of the board.
func (m *Model) run(a keymap.Action) tea.Cmd {
	m.cards.StopAutoSelect()
	if !slices.Contains(moves, a) {
		m.cards.CloseGaps()
	}
	m.deps.EndDrag()
	m.stage.LeaveFor(a)
	if m.ofReplay != nil && !m.Keys.Has(a, m.Mode().Scopes()...) { // a click
		m.Warn(inThePast)
		return nil
	}
	if m.askToAllow(a) {
		return nil
	}
	if i := slices.IndexFunc(m.layers, func(l layer) bool { return l.actions[a] != nil && l.shown() }); i >= 0 {
		return m.layers[i].actions[a](a)
	}
	return m.act(a)
}

// act carries out an action of the board, whatever view is shown.
func (m *Model) act(a keymap.Action) tea.Cmd {
	if x := m.actions[a]; x != nil && x.do != nil {
		return x.do(a)
	}
	return nil
}

// applies reports whether an action of the board can do something now.
func (m *Model) applies(a keymap.Action) bool {
	if m.Workspace == nil {
		switch a {
		case keymap.Choose, keymap.Filter:
			return len(m.start.lists) > 0
		case keymap.MakeDirectory: // it would not make the list that was named
			return m.unknownList() == ""
		}
		return true
	}
	if m.open.health == tasks.Lost { // there is nothing to act on
		return a == keymap.Quit || a == keymap.SwitchList
	}
	x := m.actions[a]
	if x == nil {
		return true
	}
	s := m.subject()
	if x.changes && s.task != nil && s.task.Limits&tasks.NoEdit != 0 && m.unallowed(s.key.List) == nil {
		return false
	}
	return x.applies == nil || x.applies(s)
}

// whyNot returns why an action does not apply.
func (m *Model) whyNot(a keymap.Action) string {
	s, x := m.subject(), m.actions[a]
	if !s.selected {
		return "no task is selected"
	}
	if x != nil && x.why != "" {
		return x.why
	}
	if x != nil && x.refused != nil {
		if no, ok := errors.AsType[board.Refusal](x.refused(s)); ok {
			return no.Why
		}
	}
	if s.task == nil || s.task.Limits&tasks.NoEdit != 0 {
		return "its file cannot be written"
	}
	return "not for this task"
}

// lacks reports whether an action applies to no task of the list that is used here.
func (m *Model) lacks(a keymap.Action) bool {
	x := m.actions[a]
	return m.Workspace != nil && x != nil && x.lacks != nil && x.lacks()
}

// bindsNothing reports whether the files of the list cannot name a worktree, and the selected task has none to offer.
func (m *Model) bindsNothing() bool {
	d := m.Board.Traits(m.listHere())
	return d != nil && d.Binding == tasks.NotBound && !m.applies(keymap.Worktree)
}

// enableKeys switches the key of each action on, or off with the words that it then answers.
func (m *Model) enableKeys() {
	why := m.open.WhyNotNow()
	for a, x := range m.actions {
		switch {
		case x.writes && why != "":
			m.Keys.Disable("Not written: "+why, a)
		case x.on != nil && !x.on():
			m.Keys.Disable(x.off, a)
		case x.writes || x.on != nil:
			m.Keys.Enable(a)
		}
	}
}

// onTask returns a handler that calls f for the selected task.
func (m *Model) onTask(f func(tasks.Key)) host.Handler {
	return m.runOnTask(func(k tasks.Key) tea.Cmd {
		f(k)
		return nil
	})
}

// runOnTask is onTask for an f that returns a command.
func (m *Model) runOnTask(f func(tasks.Key) tea.Cmd) host.Handler {
	return func(keymap.Action) tea.Cmd {
		k, ok := m.selected()
		if !ok {
			m.Warn("No task is selected")
			return nil
		}
		return f(k)
	}
}

// byRule asks the rule of an action about the selected task, and carries out the answer.
func (m *Model) byRule(a keymap.Action) tea.Cmd {
	return m.runOnTask(func(k tasks.Key) tea.Cmd {
		e, err := host.Rules[a](m.Board, k, m.Me, m.Now)
		if a == keymap.Release {
			e, err = m.members.WithOwner(k, e, err)
		}
		return m.edits.CarryOut(e, err)
	})(a)
}

// recall undoes or redoes the last edit.
func (m *Model) recall(a keymap.Action) tea.Cmd { return m.queue.EnqueueOpening(m.edits.Recall(a)) }

// openLinks lists the links of the selected task. If a link is selected, Unlink removes it at once.
func (m *Model) openLinks(a keymap.Action) tea.Cmd {
	k, ok := m.selected()
	var at *links.Link
	if waits, on, picked := m.deps.PickedLink(); picked {
		m.deps.Unpick()
		if a == keymap.Unlink {
			return m.edits.CarryOut(board.Unlink(m.Board, waits, on, m.Me, m.Now))
		}
		k, at, ok = waits, &links.Link{Waits: waits, On: on}, true
	}
	switch {
	case !ok:
		m.Warn("No task is selected")
	case a == keymap.Unlink:
		m.links.OpenRemoving(k, at)
	default:
		m.links.Open(k, at)
	}
	return nil
}

// goToPane goes to the tmux pane of the agent of the selected lane, or of the owner of the selected task.
func (m *Model) goToPane() tea.Cmd {
	owner, is := m.ownerHere()
	if is {
		return m.members.ToPane(owner)
	}
	if _, ok := m.selected(); !ok {
		m.Warn("No task is selected")
	}
	return nil
}

// goToBlocker selects what the selected task waits for.
func (m *Model) goToBlocker() {
	if m.deps.ToBlocker() {
		m.detail.ToTop()
	}
}

// openDetail opens the detail or closes it. Where there is no task it opens the tasks that others deleted.
func (m *Model) openDetail() tea.Cmd {
	if m.opensDeleted() {
		return m.past.ShowTab(keymap.ShowDeleted)
	}
	m.detail.Toggle()
	return nil
}

// detailWord is what openDetail does, in the footer.
func (m *Model) detailWord() string {
	if m.opensDeleted() {
		return "read what went"
	}
	return "open"
}

// scrollWord is what scrolling says in the footer: nothing if no row of the detail is hidden.
func (m *Model) scrollWord() string {
	if m.detail.Scrolls() {
		return "scroll"
	}
	return ""
}

// blockerWord is what goToBlocker does, in the footer: there is room for it in place of the keys that a detail does
// without.
func (m *Model) blockerWord() string {
	if m.detail.Open() && m.subject().state.Blocked() {
		return m.Keys.Entry(keymap.GoToBlocker, keymap.TaskScope).Short()
	}
	return ""
}

// claimWord is what a claim of the selected task does, in the footer.
func (m *Model) claimWord() string {
	if m.subject().state.Blocked() {
		return "claim anyway"
	}
	return "claim"
}

// completeWord leaves completing a task that nobody has begun out of the footer: it asks whether that is meant.
func (m *Model) completeWord() string {
	if m.subject().state == board.Ready {
		return ""
	}
	return "complete"
}

// undoWord is in the footer for a moment after an edit.
func (m *Model) undoWord() string {
	if m.edits.OffersUndo().After(m.Now) {
		return "undo"
	}
	return ""
}

// attentionWord is what going to the next task that needs the person, or is new, says in the footer.
func (m *Model) attentionWord() string {
	if len(m.needs.List()) == 0 {
		return "new"
	}
	return m.Keys.Entry(keymap.GoToAttention, keymap.BoardScope).Short()
}

// pauseWord is what pausing does in a demo or a replay, in the footer.
func (m *Model) pauseWord() string {
	switch {
	case m.ofReplay != nil && m.ofReplay.playing, m.ofReplay == nil && !m.stage.Paused():
		return "pause"
	case m.ofReplay != nil:
		return "play"
	}
	return "resume"
}

// editorWord is what the editor is for, in the footer.
func (m *Model) editorWord() string {
	if m.subject().task == nil {
		return "open file"
	}
	return m.Keys.Entry(keymap.EditOutside, keymap.TaskScope).Short()
}

// foldWord is what folding finished tasks does, in the footer.
func (m *Model) foldWord() string {
	n, folds := m.Board.Counts().Done, m.deps.ShowsFinished()
	f := &m.footer
	switch {
	case n == 0:
		return ""
	case f.fold != "" && f.done == n && f.folds == folds:
		return f.fold
	case folds:
		f.fold = "fold " + strconv.Itoa(n) + " done"
	default:
		f.fold = "unfold " + strconv.Itoa(n) + " done"
	}
	f.done, f.folds = n, folds
	return f.fold
}

// asks reports whether the rule of an action would ask before it allows the action.
func (m *Model) asks(a keymap.Action, k tasks.Key) bool {
	_, err := host.Rules[a](m.Board, k, m.Me, m.Now)
	ask, asks := errors.AsType[board.Ask](err)
	return asks && ask.No != nil
}

// otherForm is what the key of the dependencies shows, in the footer; on the board the key of the next view says it.
func (m *Model) otherForm() string {
	if m.deps.Shown() == view.BoardView {
		return ""
	}
	return m.deps.OtherForm()
}

// redraw reads the directory again, and draws the screen anew.
func (m *Model) redraw() tea.Cmd {
	m.Workspace.Nudge()
	return tea.ClearScreen
}

// toggleInternal shows or hides the internal tasks of agents.
func (m *Model) toggleInternal() {
	m.internal = !m.internal
	n := m.Board.ShowInternal(m.internal)
	m.deps.MarkStale()
	m.boardChanged()
	if n == 0 {
		m.Info("There are no hidden tasks")
	} else if m.internal {
		m.Info("Hidden tasks are shown: those that Claude Code keeps for itself")
	} else {
		m.Info("Hidden tasks are hidden again")
	}
}

// toggleBare hides everything but the cards, or shows it again.
func (m *Model) toggleBare() {
	m.screen.bare = !m.screen.bare
	if m.screen.bare {
		m.Info("Only the cards: " + m.Keys.KeyOf(keymap.OnlyCards) + " brings the rest back")
	}
	m.arrange()
}

// back closes one thing that is open. It never quits.
func (m *Model) back() {
	switch {
	case m.batch.Len() > 0 && m.marking():
		m.batch.Clear()
	case m.detail.Open():
		m.detail.Toggle()
	case m.deps.Unpick():
	case !m.Board.Filter().Empty():
		m.cards.SetFilter("")
	case m.deps.Showing(), m.nowView.Showing():
		m.nowView.Show(view.BoardView)
	}
}

// selected returns the selected task, false if there is none.
func (m *Model) selected() (tasks.Key, bool) {
	if m.nowView.Showing() {
		return m.nowView.Selected()
	}
	k := m.cards.UnderCursor()
	return k, k.Name != ""
}

// ownerHere returns the agent of the selected lane, else the owner of the selected task, "" if nobody has it; false if
// neither is selected.
func (m *Model) ownerHere() (string, bool) {
	if owner, ok := m.nowView.SelectedOwner(); ok {
		return owner, true
	}
	if t := m.subject().task; t != nil {
		return t.Owner, true
	}
	return "", false
}

// listHere returns the list in which a new task is made: that of the selected task, else the first; "" if only one list
// is open.
func (m *Model) listHere() string {
	k, ok := m.selected()
	if !ok && m.open.SeveralLists() {
		return m.open.lanes[0].Name
	}
	return k.List
}
