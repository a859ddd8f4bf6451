package ui

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/depview"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/style"
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// Update handles one message. Messages implement apply next to the feature they belong to.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if m.replay != nil {
		var handled bool
		if cmd, handled = m.replay.update(msg); handled {
			return m, cmd
		}
	}
	m.Now = m.o.Now()
	if _, clock := msg.(tickMsg); !clock {
		m.messages++
	}
	if !m.holdInput(msg) {
		cmd = tea.Batch(cmd, m.dispatch(msg))
	}
	cmd = tea.Batch(cmd, m.flushHeld(), m.beginReplay())
	m.noteActivity(msg)
	m.settle()
	return m, tea.Batch(cmd, m.detail.Refresh(), m.worktrees.Refresh(), m.notify.Flush(), m.wakeUp())
}

// settle brings what is drawn up to date after a message.
func (m *Model) settle() {
	m.NextNotice()
	m.deps.Advance()
	m.arrangeIfNeeded()
	m.cards.Lay()
	m.deps.Refresh()
	if m.deps.Showing() && m.screen.air != m.deps.Air() { // the tree grew or shrank
		m.arrange()
		m.deps.Refresh()
	}
	m.enableKeys()
}

// idleAfter is the time without a key or the mouse after which nobody is at the board.
const idleAfter = 30 * time.Second

// noteActivity notes that the person did something, and lets the board rest while nobody is there and nothing is open.
func (m *Model) noteActivity(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		m.news.Active(m.lastActivity)
		m.lastActivity = m.Now
		m.noteLook()
	}
	if g, ok := m.Mode().(host.Transient); ok && !m.Now.Before(g.ClosesAt()) {
		m.ToBoard()
	}
	age := m.Now.Sub(m.lastActivity)
	away := age < 0 || age >= idleAfter // also if the person did nothing yet
	idle := m.Browsing() && m.marking() && !m.detail.Open() && m.Board.Filter().Empty() && m.batch.Len() == 0
	m.cards.ShowTop(away && idle)
	if idle {
		m.cards.LeaveGone(m.lastActivity)
	}
}

// noteLook notes that the person, who just did something, sees the detail of the selected task.
func (m *Model) noteLook() {
	if k, ok := m.selected(); ok && m.Browsing() && m.detail.Shown() && !m.Layout.Detail.Empty() {
		m.news.Look(k)
	}
}

func (msg answerMsg) apply(m *Model) tea.Cmd {
	if msg.epoch != m.open.epoch {
		return nil
	}
	return m.dispatch(msg.msg)
}

// message is the result of an effect, which handles itself.
type message interface{ apply(m *Model) tea.Cmd }

func (m *Model) dispatch(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.Width, m.Height = msg.Width, msg.Height
		m.arrange()
	case tea.BackgroundColorMsg, tea.ColorProfileMsg, tea.ModeReportMsg:
		m.screen.learn(msg)
		m.Sheet = m.screen.newSheet()
	case tea.KeyPressMsg:
		m.recheckWritable()
		return m.press(msg, msg.Text)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseMsg:
		m.recheckWritable()
		return m.point(msg)
	case tea.FocusMsg, tea.ResumeMsg:
		m.recheckWritable()
		if m.Workspace != nil {
			m.Workspace.Nudge()
			m.Workspace.SetFocused(true)
		}
		m.news.Focus(true)
		m.worktrees.MarkStale()
	case tea.BlurMsg:
		m.news.Focus(false)
		if m.Workspace != nil {
			m.Workspace.SetFocused(false)
		}
	case host.Answer:
		return msg()
	case message:
		return msg.apply(m)
	}
	return nil
}

// recheckWritable checks again whether the directory can be written, if it could not: no event says so.
func (m *Model) recheckWritable() {
	if m.open.notWritable != nil {
		m.open.notWritable = m.Workspace.Writable()
	}
}

// apply shows the directory that was opened, or why none was.
func (msg openedMsg) apply(m *Model) tea.Cmd {
	var none *locate.NotFoundError
	switch {
	case errors.As(msg.err, &none) && m.o.Film == nil:
		m.start.tried = none.Tried
		return m.wait()
	case msg.err != nil && m.Workspace == nil && !m.start.shown:
		m.quitting.fatal = msg.err
		return tea.Quit
	case msg.err != nil:
		m.Error(msg.err.Error())
		m.typed.held, m.typed.switching = nil, false // the input was meant for the directory that could not be opened
		if m.Workspace == nil {
			return m.wait()
		}
		return nil
	case msg.from != nil && (msg.from != m.start.waits || msg.from.Closed()):
		return effects.Close(msg.workspace, nil) // it appeared while the person chose another one, which stays open
	}
	m.leaveStart(nil)
	m.ForgetRemarks() // of the list before
	closing := m.stage.CloseDemo()
	m.deps.KeepForm()
	if m.Workspace != nil {
		// after the edits that are still to be written there
		closing = m.queue.Enqueue(effects.Close(m.Workspace, closing))
	}
	m.Workspace, m.replay = msg.workspace, nil
	m.open = openDirectory{readOnly: m.o.ReadOnly, epoch: m.open.epoch + 1, health: tasks.Live}
	m.stage.Open(msg.demo)
	m.Board, m.Hues = board.New(), style.NewOwners()
	m.Board.ShowInternal(m.internal)
	m.Clicks = host.Clicks{}
	m.ToBoard()
	m.cards.Reset()
	m.batch.Clear()
	m.detail.Reset()
	m.deps.Reset()
	m.members.Reset()
	m.worktrees.Reset()
	m.edits.Reset()
	m.news.Reset()
	m.needs.Reset()
	m.notify.Reset()
	m.nowView.Reset()
	m.past.Reset()
	m.Board.SetOwnerState(m.members.OwnerState)
	m.Board.SetNew(m.news.StaysNew)
	m.open.notWritable = m.Workspace.Writable()
	if p := m.Workspace.Place(); p.PickedBecause != "" {
		m.Remark("This is "+p.PickedBecause+". Press "+m.Keys.KeyOf(keymap.SwitchList)+" for others", view.Info)
	}
	m.setLanes()
	if failed := m.Workspace.OpenErrors(); len(failed) > 0 {
		m.Remark("Not opened: "+errors.Join(failed...).Error(), view.Warning)
	}
	m.boardChanged()
	newer := host.OnResult(func(l locate.List) tea.Cmd {
		m.open.newer = &l
		return nil
	})
	cmds := []tea.Cmd{closing, m.awaitDelta(0), m.open.OfDirectory(effects.AwaitNewer(m.o.Finder, m.Workspace, newer)),
		m.members.AwaitSurroundings(nil), m.workflow.WarnAboutTable()}
	if m.Workspace.Undoable() == nil {
		cmds = append(cmds, m.edits.Recall(keymap.Nothing))
	}
	cmds = append(cmds, m.edits.AwaitOutcome(), m.stage.AwaitCaption())
	return tea.Batch(cmds...)
}

// apply handles a change of the directory and waits for the next one.
func (msg deltaMsg) apply(m *Model) tea.Cmd {
	if msg.err != nil {
		if !errors.Is(msg.err, io.EOF) {
			m.quitting.fatal = msg.err
			return tea.Quit
		}
		return nil
	}
	d := msg.delta
	if d.Health == tasks.Lost && m.open.health != tasks.Lost {
		m.open.lostAt = m.Now
	}
	if d.Health == tasks.Offline && m.open.health != tasks.Offline && !m.open.SeveralLists() {
		m.Remark(d.Why, view.Warning)
	}
	if d.Health != tasks.Offline && m.open.health == tasks.Offline && !m.open.SeveralLists() {
		m.Remark(m.Workspace.Place().Host+" is online", view.Good)
	}
	if d.Health == tasks.Polling && m.open.health != tasks.Polling && !m.o.Finder.Options.Poll {
		m.Remark("Polling: "+d.Why, view.Warning)
	}
	if m.open.health == tasks.Lost && d.Health != tasks.Lost && strings.Contains(m.NoticeText(), notThere) {
		m.ClearNotice() // the directory is back
	}
	offline := m.open.health == tasks.Offline || d.Health == tasks.Offline
	m.open.health, m.open.offline = d.Health, ""
	if d.Health == tasks.Offline {
		m.open.offline, m.open.whyOffline = offlineSince(d.Why), d.Why
	}
	if news, level := m.refreshLanes(); news != "" {
		m.Remark(news, level)
		offline = true
	}
	if offline {
		m.Generation++ // cards of a host that is offline are dim
	}
	c := change{delta: d, diff: m.Board.Apply(d)}
	cmds := []tea.Cmd{m.awaitDelta(m.gatherTime(d))}
	for _, step := range afterChange {
		cmds = append(cmds, step(m, c))
	}
	return tea.Batch(cmds...)
}

// change is a change of the directory, and what it changed on the board.
type change struct {
	delta tasks.Delta
	diff  board.Diff
}

// noCmd makes a step of a function that returns no command.
func noCmd(f func(m *Model, c change)) func(*Model, change) tea.Cmd {
	return func(m *Model, c change) tea.Cmd {
		f(m, c)
		return nil
	}
}

// afterChange are the steps after each change of the board, in order. A step that depends on an earlier one says why.
var afterChange = []func(*Model, change) tea.Cmd{
	// The first files say more about the dialect than an empty directory does. The rules, which steps below ask, need
	// it.
	noCmd(func(m *Model, _ change) { m.updateTraits() }),
	// A new owner gets a hue before a card or the news shows him.
	noCmd(func(m *Model, c change) {
		var owners []string
		for _, t := range c.delta.Put {
			if t.Owner != "" && t.Owner != m.Me {
				owners = append(owners, t.Owner)
			}
		}
		m.Hues.Add(owners...)
	}),
	// This counts our edits that were read back. The next step needs the count: it ends the waiting when none is
	// missing.
	noCmd(func(m *Model, c change) { m.edits.HandleDelta(c.delta) }),
	noCmd(func(m *Model, _ change) {
		m.endWaiting()
		m.typed.switching = m.typed.switching && !m.Board.Loaded()
	}),
	// An overwritten edit needs the person. Steps below count and report what needs the person.
	noCmd(func(m *Model, c change) { m.edits.CheckOverwritten(c.diff) }),
	noCmd(func(m *Model, c change) { m.cards.HandleDiff(c.diff) }),
	noCmd(func(m *Model, _ change) { m.batch.Forget() }),
	func(m *Model, c change) tea.Cmd { return m.news.HandleDiff(c.diff) },
	noCmd(func(m *Model, c change) { m.notify.HandleDiff(c.diff) }),
	noCmd(func(m *Model, c change) { m.stage.HandleDiff(c.diff) }),
	// The picture is marked stale before it handles the change, because it may rebuild itself then; afterwards it would
	// do so twice.
	noCmd(func(m *Model, c change) {
		if !c.delta.Empty() {
			m.deps.MarkStale()
		}
		m.deps.HandleDiff(c.diff)
	}),
	noCmd(func(m *Model, c change) { m.needs.MarkStale(c.delta) }),
	noCmd(func(m *Model, c change) {
		if c.delta.Whole {
			m.open.notWritable = m.Workspace.Writable()
		}
	}),
	// The cursor and the layout depend on all of the above.
	noCmd(func(m *Model, _ change) { m.boardChanged() }),
	func(m *Model, _ change) tea.Cmd { return m.forms.RefreshForm() },
	func(m *Model, c change) tea.Cmd {
		if slices.ContainsFunc(c.delta.Put, m.Board.NeedsWorktrees) {
			return m.worktrees.AskForAll()
		}
		return nil
	},
	func(m *Model, _ change) tea.Cmd { return m.needs.ExamineAgain() },
	func(m *Model, _ change) tea.Cmd { return m.continueAllowed() },
	// The next edit of a story comes last: it needs the complete board, and may select a card.
	func(m *Model, _ change) tea.Cmd { return m.stage.Act() },
}

// Changes that follow a change gather for a while if drawing them is expensive; the first is shown at once. The
// renderer compares every cell of a changed frame: on a screen wider than wideScreen that takes several milliseconds,
// which is a third of a core at sixty frames a second. The dependencies of thousands of tasks are computed again for
// each batch of changes.
const (
	wideScreen   = 200 // columns
	gatherWide   = 50 * time.Millisecond
	gatherCrowds = 150 * time.Millisecond
)

// gatherTime returns how long to wait before the next change is read. The first reading is never delayed.
func (m *Model) gatherTime(d tasks.Delta) time.Duration {
	switch {
	case d.Loading:
		return 0
	case m.deps.Crowded():
		return gatherCrowds
	case m.Width > wideScreen:
		return gatherWide
	}
	return 0
}

// invalidate drops everything derived from the board. Call it when something outside the task files changed.
func (m *Model) invalidate() {
	m.deps.MarkStale()
	if m.Board.Filter().FollowsTime() {
		m.cards.Refilter()
	}
	m.boardChanged()
}

// boardChanged updates everything derived from the board. Call it when the board changed.
func (m *Model) boardChanged() {
	m.Generation++
	m.cards.PlaceCursor()
	m.arrange()
	m.setTitle()
}

// motionFrame is the shortest time between two frames of an animation. Only fading changes and lit cards are animated;
// without any the program sleeps.
const motionFrame = time.Second / 15

// wakeUp schedules a tick for the next moment at which the screen changes by itself: a mark fades, a notice ends, an
// age goes up by a minute. A pending tick that is early enough stays.
func (m *Model) wakeUp() tea.Cmd {
	next := m.Now.Truncate(time.Minute).Add(time.Minute)
	sooner := func(on bool, t time.Time) {
		if on && !t.IsZero() && t.Before(next) {
			next = t
		}
	}
	sooner(true, m.cards.NextChange())
	sooner(true, m.deps.NextChange())
	sooner(true, m.news.AddDue())
	sooner(m.NoticeText() != "", m.NoticeUntil())
	rest := m.lastActivity.Add(idleAfter)
	sooner(m.cards.NeedsShowTop() && rest.After(m.Now), rest)
	leaves := m.cards.LeavesGone(m.lastActivity)
	sooner(leaves.After(m.Now), leaves)
	if mode, ok := m.Mode().(host.Transient); ok {
		sooner(true, mode.ClosesAt())
	}
	sooner(true, m.stage.PressedUntil())
	rested := m.lastActivity.Add(newsRest)
	sooner(m.Layout.News == m.Layout.Footer && rested.After(m.Now), rested)
	undo := m.edits.OffersUndo()
	sooner(undo.After(m.Now), undo)
	answers := m.news.AnswersUntil()
	sooner(m.screen.bare && answers.After(m.Now), answers)
	if soon := m.Now.Add(motionFrame); next.Before(soon) {
		next = soon
	}
	if m.deps.Sparking() {
		next = m.Now.Add(depview.SparkFrame)
	}
	if !m.wake.at.IsZero() && m.wake.at.After(m.Now) && !m.wake.at.After(next) {
		return nil
	}
	m.wake.seq++
	m.wake.at = next
	seq := m.wake.seq
	return tea.Tick(next.Sub(m.Now), func(time.Time) tea.Msg { return tickMsg{seq} })
}

func (msg tickMsg) apply(m *Model) tea.Cmd {
	if m.Board.Filter().FollowsTime() {
		m.cards.Refilter()
	}
	m.setTitle() // time alone can make a task stall
	if msg.seq == m.wake.seq {
		m.wake.at = time.Time{}
	}
	return nil
}
