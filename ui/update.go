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
	"sideboard/ui/view"

	tea "charm.land/bubbletea/v2"
)

// Update takes in one fact. What it means is said in the file of its subject.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.Now = m.o.Now()
	var cmd tea.Cmd
	if !m.holdInput(msg) {
		cmd = m.dispatch(msg)
	}
	cmd = tea.Batch(cmd, m.flushHeld())
	m.attend(msg)
	m.deps.Advance()
	m.rearrange()
	m.cards.ScrollToCursor()
	m.deps.Refresh()
	cmd = tea.Batch(cmd, m.detail.Refresh(), m.panels.RefreshTree(), m.notify.Flush(), m.wakeUp())
	m.enableKeys()
	return m, cmd
}

// restAfter is how long after the last key, or what the mouse did last, nobody is taken to be at the board.
const restAfter = 30 * time.Second

// attend takes note of what a person does, and lets the board rest while nobody does anything and nothing is open on it.
func (m *Model) attend(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.PasteMsg, tea.MouseMsg:
		m.touched = m.Now
		m.cards.SeeMarks()
	case tea.FocusMsg:
		m.cards.SeeMarks()
	}
	if g, is := m.Mode().(host.Transient); is && !m.Now.Before(g.ClosesAt()) {
		m.ToBoard()
	}
	age := m.Now.Sub(m.touched)
	away := age < 0 || age >= restAfter // also where nobody did anything yet
	m.cards.Rest(away && m.Browsing() && m.marking() && !m.detail.Open() && m.Board.Filter().Empty() && m.batch.Len() == 0)
}

func (msg answerMsg) apply(m *Model) tea.Cmd {
	if msg.epoch != m.open.epoch {
		return nil
	}
	return m.dispatch(msg.msg)
}

// message is a fact that comes back from an effect, and knows what it means for the board.
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
		m.lookWritable()
		return m.press(msg, msg.Text)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseMsg:
		m.lookWritable()
		return m.point(msg)
	case tea.FocusMsg, tea.ResumeMsg:
		m.lookWritable()
		if m.Workspace != nil {
			m.Workspace.Nudge()
			m.Workspace.SetFocused(true)
		}
		m.news.Focus(true)
		m.panels.MarkTreesStale()
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

// lookWritable asks the system again whether a directory can be written that could not: no file changes with that.
func (m *Model) lookWritable() {
	if m.open.notWritable != nil {
		m.open.notWritable = m.Workspace.Writable()
	}
}

// apply takes a directory that was opened, or tells why none was.
func (msg openedMsg) apply(m *Model) tea.Cmd {
	var none *locate.NotFoundError
	switch {
	case errors.As(msg.err, &none):
		m.start.looked = none.Tried
		return m.wait()
	case msg.err != nil && m.Workspace == nil && !m.start.shown:
		m.quitting.fatal = msg.err
		return tea.Quit
	case msg.err != nil:
		m.Error(msg.err.Error())
		m.typed.held, m.typed.moving = nil, false // it was meant for what could not be opened
		if m.Workspace == nil {
			return m.wait()
		}
		return nil
	case msg.from != nil && (msg.from != m.start.waits || msg.from.Closed()):
		return effects.Close(msg.workspace, nil) // it appeared while another one was chosen by hand: the choice stands
	}
	m.leaveStart(nil)
	closing := m.stage.CloseDemo()
	m.deps.KeepForm()
	if m.Workspace != nil {
		closing = m.queue.Enqueue(effects.Close(m.Workspace, closing)) // after what is still to be written there
	}
	m.Workspace = msg.workspace
	m.open = openDirectory{readOnly: m.o.ReadOnly, epoch: m.open.epoch + 1, health: tasks.Live}
	m.stage.Open(msg.crew)
	m.Board = board.New()
	m.Board.ShowInternal(m.internal)
	m.Clicks = host.Clicks{}
	m.ToBoard()
	m.cards.Reset()
	m.batch.Clear()
	m.detail.Reset()
	m.deps.Reset()
	m.panels.Reset()
	m.editing.Reset()
	m.news.Reset()
	m.needs.Reset()
	m.notify.Reset()
	m.lanes.Reset()
	m.past.Reset()
	m.Board.SetOwnerState(m.panels.OwnerState)
	m.open.notWritable = m.Workspace.Writable()
	if p := m.Workspace.Place(); p.PickedBecause != "" {
		m.Post("This is "+p.PickedBecause+". Press "+m.Keys.KeyOf(keymap.SwitchList)+" for others", view.Info)
	}
	m.setLanes()
	if failed := m.Workspace.OpenErrors(); len(failed) > 0 {
		m.Warn("Not opened: " + errors.Join(failed...).Error())
	}
	m.boardChanged()
	newer := host.OnResult(func(l locate.List) tea.Cmd {
		m.open.newer = &l
		return nil
	})
	cmds := []tea.Cmd{closing, m.awaitDelta(0), m.open.OfDirectory(effects.AwaitNewer(m.o.Finder, m.Workspace, newer)), m.panels.AwaitSurroundings(nil), m.panels.WarnAboutTable()}
	if m.Workspace.Undoable() == nil {
		cmds = append(cmds, m.editing.Recall(keymap.Nothing))
	}
	cmds = append(cmds, m.editing.AwaitOutcome(), m.stage.AwaitCaption())
	return tea.Batch(cmds...)
}

// apply takes news of the directory in and asks for the next.
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
	if d.Health == tasks.Polling && m.open.health != tasks.Polling && !m.o.Finder.Options.Poll {
		m.Warn("Polling: " + d.Why)
	}
	if m.open.health == tasks.Lost && d.Health != tasks.Lost && strings.Contains(m.NoticeText(), notThere) {
		m.ClearNotice() // it is there again
	}
	m.open.health = d.Health
	if news, level := m.refreshLanes(); news != "" {
		m.Post(news, level)
	}
	c := change{delta: d, diff: m.Board.Apply(d)}
	cmds := []tea.Cmd{m.awaitDelta(m.gatherTime(d))}
	for _, step := range afterChange {
		cmds = append(cmds, step(m, c))
	}
	return tea.Batch(cmds...)
}

// change is what is new in the directory, and what that changed on the board.
type change struct {
	delta tasks.Delta
	diff  board.Diff
}

// do makes a step of a function that answers no command.
func do(f func(m *Model, c change)) func(*Model, change) tea.Cmd {
	return func(m *Model, c change) tea.Cmd {
		f(m, c)
		return nil
	}
}

// afterChange is what follows each change of the board, in this order. A step says what it has to come after, and why.
var afterChange = []func(*Model, change) tea.Cmd{
	// The first files say more about the dialect than an empty directory does. The rules, which steps below ask, need it.
	do(func(m *Model, _ change) { m.updateTraits() }),
	// Edits of ours that are in the files now. Waiting ends after that: it asks which are still to come.
	do(func(m *Model, c change) { m.editing.Hear(c.delta) }),
	do(func(m *Model, _ change) {
		m.endWaiting()
		m.typed.moving = m.typed.moving && !m.Board.Loaded()
	}),
	// An overwritten edit needs a person, which the steps below count and report.
	do(func(m *Model, c change) { m.editing.CheckOverwritten(c.diff) }),
	do(func(m *Model, c change) { m.cards.Hear(c.diff) }),
	do(func(m *Model, _ change) { m.batch.Forget() }),
	func(m *Model, c change) tea.Cmd { return m.news.Hear(c.diff) },
	do(func(m *Model, c change) { m.notify.Hear(c.diff) }),
	do(func(m *Model, c change) { m.stage.Hear(c.diff) }),
	// The picture is stale before it hears what changed: that may rebuild it, which is not to be done twice.
	do(func(m *Model, c change) {
		if !c.delta.Empty() {
			m.deps.MarkStale()
		}
		m.deps.Hear(c.diff)
	}),
	do(func(m *Model, c change) { m.panels.MarkProblemsStale(c.delta) }),
	do(func(m *Model, c change) {
		if c.delta.Whole {
			m.open.notWritable = m.Workspace.Writable()
		}
	}),
	// The cursor and the layout come after all that changes which cards there are, and which keys apply after both.
	do(func(m *Model, _ change) { m.boardChanged() }),
	func(m *Model, _ change) tea.Cmd { return m.editing.RefreshForm() },
	func(m *Model, c change) tea.Cmd {
		if slices.ContainsFunc(c.delta.Put, m.Board.NeedsWorktrees) {
			return m.panels.AskForTrees()
		}
		return nil
	},
	func(m *Model, _ change) tea.Cmd { return m.panels.ExamineAgain() },
	// The story goes on at last: its next edit is one of a board that is complete, and it may select a card.
	func(m *Model, _ change) tea.Cmd { return m.stage.Act() },
}

// News that follow news gather for a while where drawing them is dear; the first come at once. The renderer compares every
// cell of a changed frame: on a screen wider than wideScreen that is several milliseconds, and sixty times a second a
// third of a core. The dependencies of thousands of tasks are worked out anew for every batch of news.
const (
	wideScreen   = 200 // columns
	gatherWide   = 50 * time.Millisecond
	gatherCrowds = 150 * time.Millisecond
)

// gatherTime is how long to leave the next news alone after these. The first reading is never held up.
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

// outdate has everything that hangs on the board worked out anew, after something beside the files changed what it says.
func (m *Model) outdate() {
	m.deps.MarkStale()
	if m.Board.Filter().FollowsTime() {
		m.cards.Refilter()
	}
	m.boardChanged()
}

// boardChanged makes everything that hangs on the board right again after it changed.
func (m *Model) boardChanged() {
	m.Generation++
	m.cards.PlaceCursor()
	m.arrange()
	m.setTitle()
}

// motionFrame is how often the board is drawn at most for what moves by itself: many marks that end one after the other end
// together, fifteen times a second. Changes that fade and cards that are lit are the only things that move, and the program
// sleeps whenever none of them does.
const motionFrame = time.Second / 15

// wakeUp sets the alarm for the next moment at which something looks different by itself: a mark fades, a notice ends,
// an age counts a minute up. An alarm that is early enough is left alone.
func (m *Model) wakeUp() tea.Cmd {
	next := m.Now.Truncate(time.Minute).Add(time.Minute)
	if t := m.cards.NextChange(); !m.Still && !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.deps.NextChange(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.news.Settle(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if m.NoticeText() != "" && m.NoticeUntil().Before(next) {
		next = m.NoticeUntil()
	}
	if t := m.touched.Add(restAfter); m.cards.Strayed() && t.After(m.Now) && t.Before(next) {
		next = t
	}
	if g, is := m.Mode().(host.Transient); is && g.ClosesAt().Before(next) {
		next = g.ClosesAt()
	}
	if t := m.stage.PressedUntil(); !t.IsZero() && t.Before(next) {
		next = t
	}
	if t := m.news.AnswersUntil(); m.screen.bare && t.After(m.Now) && t.Before(next) {
		next = t
	}
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
	m.setTitle() // and tasks stall
	if msg.seq == m.wake.seq {
		m.wake.at = time.Time{}
	}
	if m.NoticeText() != "" && !m.Now.Before(m.NoticeUntil()) {
		m.ClearNotice()
	}
	return nil
}
