package ui

import (
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Update takes in one fact. What it means is said in the file of its subject.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	m.now = m.o.Now()
	var cmd tea.Cmd
	if !m.holdInput(msg) {
		cmd = m.dispatch(msg)
	}
	cmd = tea.Batch(cmd, m.flushHeld())
	m.deps.Advance()
	m.rearrange()
	m.cards.ScrollToCursor()
	return m, tea.Batch(cmd, m.deps.Refresh(), m.panels.RefreshTree(), m.wakeUp())
}

// ofDirectory returns an effect on the open directory, whose answer is dropped if another one is open by then.
func (m *Model) ofDirectory(effect tea.Cmd) tea.Cmd {
	if effect == nil {
		return nil
	}
	epoch := m.epoch
	return func() tea.Msg {
		if msg := effect(); msg != nil {
			return answerMsg{epoch, msg}
		}
		return nil
	}
}

// answerMsg is the answer of an effect on the directory that was open when it began.
type answerMsg struct {
	epoch int
	msg   tea.Msg
}

func (msg answerMsg) apply(m *Model) tea.Cmd {
	if msg.epoch != m.epoch {
		return nil
	}
	return m.dispatch(msg.msg)
}

// message is a fact that comes back from an effect, and knows what it means for the board.
type message interface{ apply(m *Model) tea.Cmd }

func (m *Model) dispatch(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
		m.arrange()
		m.enableKeys()
		return m.detail.Refresh()
	case tea.BackgroundColorMsg:
		m.background = msg.Color
		m.restyle()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.restyle()
	case tea.ModeReportMsg:
		// The renderer turns grapheme clustering on wherever it is known; text has to be measured as it is drawn.
		if msg.Mode == ansi.ModeUnicodeCore {
			m.graphemes = msg.Value == ansi.ModeReset || msg.Value == ansi.ModeSet || msg.Value == ansi.ModePermanentlySet
			m.restyle()
		}
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.PasteMsg:
		return m.paste(msg.Content)
	case tea.MouseMsg:
		return m.point(msg)
	case tea.FocusMsg, tea.ResumeMsg:
		if m.workspace != nil {
			m.workspace.Nudge()
			m.workspace.SetFocused(true)
		}
		m.panels.OutdateTrees()
	case tea.BlurMsg:
		if m.workspace != nil {
			m.workspace.SetFocused(false)
		}
	case host.Message:
		return msg.Apply()
	case message:
		return msg.apply(m)
	}
	return nil
}

// apply takes a directory that was opened, or tells why none was.
func (msg openedMsg) apply(m *Model) tea.Cmd {
	var none *locate.NotFoundError
	switch {
	case errors.As(msg.err, &none):
		m.start.looked = none.Tried
		return m.wait()
	case msg.err != nil && m.workspace == nil && !m.start.shown:
		m.fatal = msg.err
		return tea.Quit
	case msg.err != nil:
		m.fail(msg.err.Error())
		m.queue.held, m.queue.moving = nil, false // it was meant for what could not be opened
		if m.workspace == nil {
			return m.wait()
		}
		return nil
	case msg.from != nil && (msg.from != m.start.waits || msg.from.Closed()):
		return effects.Close(msg.workspace) // it appeared while another one was chosen by hand: the choice stands
	}
	m.leaveStart(nil)
	var closing tea.Cmd
	if m.workspace != nil {
		closing = m.enqueue(effects.Close(m.workspace)) // after what is still to be written there
	}
	closing = tea.Batch(closing, m.stage.CloseDemo())
	m.openDirectory = openDirectory{workspace: msg.workspace, epoch: m.epoch + 1, health: tasks.Live}
	m.stage.Open(msg.crew)
	m.board = board.New()
	m.board.ShowInternal(m.internal)
	m.mode, m.clicks = browse{m}, clicks{}
	m.cards.Reset()
	m.detail.Reset()
	m.deps.Reset()
	m.panels.Reset()
	m.editing.Reset()
	m.news.Reset()
	m.board.SetOwnerGone(m.panels.OwnerIsGone)
	m.notWritable = m.workspace.Writable()
	if p := m.workspace.Place(); p.PickedBecause != "" {
		m.post("This is "+p.PickedBecause+". Press "+m.keys.KeyOf(keymap.SwitchList)+" for others", view.Info)
	}
	m.setLanes()
	m.boardChanged()
	cmds := []tea.Cmd{closing, m.awaitDelta(0), m.ofDirectory(effects.AwaitNewer(m.o.Finder, m.workspace, newer)), m.panels.AwaitBeside(nil)}
	if m.workspace.Undoable() == nil {
		cmds = append(cmds, m.editing.Recall(keymap.Nothing))
	}
	cmds = append(cmds, m.editing.AwaitOutcome(), m.stage.AwaitCaption())
	return tea.Batch(cmds...)
}

// apply takes news of the directory in and asks for the next.
func (msg deltaMsg) apply(m *Model) tea.Cmd {
	if msg.err != nil {
		if !errors.Is(msg.err, io.EOF) {
			m.fatal = msg.err
			return tea.Quit
		}
		return nil
	}
	d := msg.delta
	if d.Health == tasks.Lost && m.health != tasks.Lost {
		m.lostAt = m.now
	}
	if d.Health == tasks.Polling && m.health != tasks.Polling && !m.o.Finder.Options.Poll {
		m.warn("Polling: " + d.Why)
	}
	if m.health == tasks.Lost && d.Health != tasks.Lost && strings.Contains(m.notice.words, notThere) {
		m.notice = notice{} // it is there again
	}
	m.health, m.healthReason = d.Health, d.Why
	m.tellLostLists()
	first := !m.board.Loaded() && (m.severalLists() || m.cards.OnFirstCard())
	diff := m.board.Apply(d)
	m.updateTraits() // the first files tell more of the dialect than an empty directory
	m.editing.Hear(d)
	m.endWaiting()
	m.queue.moving = m.queue.moving && !m.board.Loaded()
	m.editing.CheckOverwritten(diff)
	m.cards.Hear(diff)
	m.news.Hear(diff)
	if !d.Empty() {
		m.deps.MarkStale()
	}
	m.panels.OutdateProblems(d)
	m.deps.Hear(diff)
	m.deps.HoldBack(diff)
	if d.Whole {
		m.notWritable = m.workspace.Writable()
	}
	if first {
		m.cards.SelectFirst() // of all there are, whichever was read first
	}
	m.boardChanged()
	var trees tea.Cmd
	if slices.ContainsFunc(d.Put, m.board.NeedsWorktrees) {
		trees = m.panels.AskForTrees()
	}
	return tea.Batch(m.awaitDelta(m.gatherTime(d)), m.detail.Refresh(), m.editing.RefreshForm(), trees, m.panels.ExamineAgain())
}

// awaitDelta waits for the next news of the directory, after a rest in which they gather.
func (m *Model) awaitDelta(rest time.Duration) tea.Cmd {
	return m.ofDirectory(effects.AwaitDelta(m.workspace, rest, func(d tasks.Delta, err error) tea.Msg { return deltaMsg{d, err} }))
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
	case m.w > wideScreen:
		return gatherWide
	}
	return 0
}

// outdate has everything that hangs on the board worked out anew, after something beside the files changed what it says.
func (m *Model) outdate() {
	m.deps.MarkStale()
	m.boardChanged()
}

// boardChanged makes everything that hangs on the board right again after it changed.
func (m *Model) boardChanged() {
	m.gen++
	m.cards.PlaceCursor()
	m.arrange()
	m.setTitle()
	m.enableKeys()
}

func newer(l workspace.List) tea.Msg { return newerMsg{l} }

func (msg newerMsg) apply(m *Model) tea.Cmd {
	m.newer = &msg.list
	m.enableKeys()
	return nil
}
