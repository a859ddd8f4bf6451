package ui

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// View draws the screen.
func (m *Model) View() tea.View {
	if m.replay != nil {
		v := m.replay.past.View()
		v.WindowTitle, v.ProgramStatus = m.screen.title, m.notify.Status()
		v.ProgressBar = m.progress(m.replay.past.Board)
		return v
	}
	frame := m.Painter.Draw(m.Layout, m.contents(), m.Sheet)
	v := tea.NewView(m.inCharset(frame.Content))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	if m.o.NoMouse {
		v.MouseMode = tea.MouseModeNone
	}
	v.WindowTitle = m.inCharset(m.screen.title)
	v.ProgressBar = m.progress(m.Board)
	v.ProgramStatus = m.notify.Status()
	if frame.Cursor {
		v.Cursor = tea.NewCursor(frame.X, frame.Y)
	}
	return v
}

// inCharset returns safe text in the characters that may be written.
func (m *Model) inCharset(s string) string {
	if m.Sheet.Glyphs.ASCII {
		return safetext.ASCII(s)
	}
	return s
}

// progress returns the share of completed tasks as a progress bar of the terminal's own, nil for none.
func (m *Model) progress(b *board.Board) *tea.ProgressBar {
	n := b.Counts()
	if m.Workspace == nil || n.Total == 0 || !m.notify.ReportsStatus() {
		return nil
	}
	return tea.NewProgressBar(tea.ProgressBarDefault, 100*n.Done/n.Total)
}

// arrange computes the layout from the size and from what is open.
func (m *Model) arrange() {
	m.screen.focus = m.focus()
	m.screen.deletedHead, m.screen.done, m.screen.air = m.deletedHead() != nil, m.news.AllDone(), m.air()
	o := view.LayoutOptions{
		Detail: m.detail.Open() || m.detail.CanDock() && !m.screen.bare, Beside: m.detail.IsDocked(),
		Focus: m.screen.focus,
		Bare:  m.screen.bare, View: m.nowView.Shown(), Deleted: m.screen.deletedHead, Done: m.screen.done,
		Long: m.cards.Long(), Air: m.screen.air,
		Spotlight: len(m.stage.SpotlightTasks()) > 0, Talk: m.stage.Talking(), Start: m.Workspace == nil,
		Past: m.ofReplay != nil,
	}
	if c := m.stage.Caption(); c != nil {
		o.Caption = c.Rows(m.Width)
	}
	o.Feed = !o.Talk && m.Workspace != nil && m.Board.Loaded() && !m.deps.Showing() && !m.screen.bare
	m.Layout = view.Arrange(m.Width, m.Height, o)
}

// air returns the free rows around the news that the view can spare.
func (m *Model) air() int {
	if m.deps.Showing() {
		return m.deps.Air()
	}
	return m.cards.Air()
}

// deletedHead returns the head of the deleted tasks, nil if there are none or an empty screen shows them.
func (m *Model) deletedHead() *view.DeletedHead {
	if m.Workspace == nil || m.open.past || !m.Board.Loaded() || m.isWiped() || m.deps.Showing() ||
		m.nowView.Showing() {
		return nil
	}
	return m.past.DeletedHead()
}

// opensDeleted reports whether the only tasks to open are deleted ones.
func (m *Model) opensDeleted() bool {
	_, ok := m.selected()
	return (!ok || m.isWiped()) && m.Workspace != nil && !m.open.past && m.past.DeletedHead() != nil
}

// isWiped reports whether the agents have wiped the list.
func (m *Model) isWiped() bool {
	_, _, ok := m.Board.ResetCounts()
	return ok
}

// arrangeIfNeeded computes the layout again if something it depends on has changed since.
func (m *Model) arrangeIfNeeded() {
	coversCard := m.detail.Open() && m.screen.focus != m.focus() // it leaves the column of the selected card in sight
	if coversCard || m.screen.deletedHead != (m.deletedHead() != nil) || m.screen.done != m.news.AllDone() {
		m.arrange()
	}
}

// focus returns the column with the selected card.
func (m *Model) focus() view.ColumnKind {
	k, _ := m.selected()
	c, _, _ := m.Board.Rank(k)
	return view.ColumnKind(c)
}

// hasUrgentNews reports whether there is more to show than the newest change.
func (m *Model) hasUrgentNews() bool {
	return m.NoticeText() != "" || m.open.newer != nil || m.Now.Before(m.news.AnswersUntil())
}

// setTitle sets the title of the window: only counts, because text from files cannot be made safe there.
func (m *Model) setTitle() {
	n := m.Board.Counts()
	m.screen.title = fmt.Sprintf("sideboard: %d ready, %d in progress, %d of %d done", n.Ready, n.Running, n.Done,
		n.Total)
	if needs := m.needs.Count(); !needs.Empty() {
		m.screen.title = needs.String() + ", " + m.screen.title
	}
}

// contents returns everything that is drawn.
func (m *Model) contents() *view.Screen {
	s := &view.Screen{}
	if m.Workspace == nil {
		s.Board = view.Board{Header: m.header(), News: m.newsView(), Keys: m.footerKeys(), Static: m.Still}
		s.Empty = m.firstRun()
		if m.o.startsWithDemo() && !m.start.shown {
			s.Empty = &view.Empty{Kind: view.FirstLoad, Title: safetext.Const("Starting the demo"), Selected: -1}
		} else if !m.start.shown {
			s.Empty = &view.Empty{Kind: view.FirstLoad, Selected: -1}
		}
	} else {
		s.Board, s.Deleted = m.boardView(), m.deletedHead()
		if !m.Layout.Detail.Empty() {
			s.Detail, s.Feed = m.detail.View(), m.news.Feed()
			s.Feed.Lanes = nil
			if s.Detail == nil && !m.nowView.Showing() {
				s.Feed.Lanes = m.nowView.Picture()
			}
		}
		if m.nowView.Showing() {
			s.Now, s.Feed = m.nowView.Picture(), m.news.Feed()
		}
		if m.deps.Showing() {
			s.DepView = m.deps.Picture()
		}
		s.Empty = m.empty()
	}
	if m.ofReplay != nil {
		s.Way = m.ofReplay.way()
	}
	if m.screen.done {
		s.Board.Finish = m.news.Finish()
	}
	s.Caption, s.Talk = m.stage.Caption(), m.stage.TalkView()
	if m.stage.Staged() {
		s.Stage = m.stage.View()
		if m.ofReplay == nil { // which has its keys there, too
			s.Board.Keys = m.stage.StageKeys()
		}
		if m.NoticeText() == "" {
			s.Board.News = view.News{} // the caption shows it
		}
	}
	if s.Overlay = m.overlay(); s.Overlay != nil && s.Stage == nil {
		s.Board.Keys = m.keysOfBoard() // the footer stays as it is; an overlay has its own keys
	}
	return s
}

// madeFrom is everything that an overlay depends on: while it is equal, the overlay need not be made again.
type madeFrom struct {
	messages, generation int
	minute               int64
	w, h                 int
	sheet                *style.Sheet
}

// overlay returns what is on top of the board. While nothing changed, or what is made anew is equal, it is the same
// value, which is not drawn again.
func (m *Model) overlay() view.Overlay {
	top := &m.onTop
	if m.Browsing() {
		top.overlay = nil
		return m.Mode().Overlay()
	}
	from := madeFrom{m.messages, m.Generation, m.Now.Unix() / 60, m.Width, m.Height, m.Sheet}
	if top.overlay != nil && top.from == from {
		return top.overlay
	}
	top.from = from
	if now := m.Mode().Overlay(); !reflect.DeepEqual(now, top.overlay) {
		top.overlay = now
	}
	return top.overlay
}

// boardView returns the board as values.
func (m *Model) boardView() view.Board {
	b := m.cards.View()
	b.Header, b.News, b.Keys, b.Static = m.header(), m.newsView(), m.footerKeys(), m.Still
	if _, _, reset := m.Board.ResetCounts(); reset || m.open.health == tasks.Lost {
		b.Dimmed = true
	}
	return b
}

// newsRest is how long the news stays off the keys after the person pressed one.
const newsRest = 10 * time.Second

// keepsOff reports whether the news has no place now: on a screen with nothing but cards, or in the row of the keys,
// which the person uses.
func (m *Model) keepsOff() bool {
	since := m.Now.Sub(m.lastActivity)
	return m.screen.bare && !m.hasUrgentNews() || m.Layout.News == m.Layout.Footer && since >= 0 && since < newsRest
}

// newsView returns the line below the cards.
func (m *Model) newsView() view.News {
	switch {
	case m.NoticeText() != "":
		return m.NoticeView()
	case m.Workspace != nil && m.open.newer != nil:
		name := cmp.Or(m.open.newer.Project, m.open.newer.ID)
		return view.News{Level: view.Good, Line: phrase.Line("A newer list of this project appeared: "+name+". Press "+
			m.Keys.KeyOf(keymap.SwitchList)+" to switch to it", style.Plain)}
	}
	if m.keepsOff() {
		return view.News{}
	}
	if m.ofReplay != nil && m.Layout.Breadth == view.Wide {
		n := m.news.News
		n.Right = m.ofReplay.count()
		return n
	}
	return m.news.News
}

// header returns the line at the top.
func (m *Model) header() view.Header {
	var h view.Header
	if m.Workspace == nil {
		h.Project, h.Fresh = safetext.Const("no list yet"), view.Awaiting
		return h
	}
	p := m.Workspace.Place()
	h.Project = safetext.Line(p.Project)
	if p.Kind == locate.WorkflowDir { // a project has many sessions
		h.Project = safetext.Line(p.List + " in " + p.Project)
	}
	h.Needs, h.NeedsKey, h.Tabs = m.needs.Count(), safetext.Line(m.Keys.KeyOf(keymap.GoToAttention)), m.deps.Tabs()
	h.Counts, h.Shown = m.cards.Counts(), m.cards.CountsShown()
	switch {
	case m.open.health == tasks.Lost:
		h.Fresh, h.Since = view.Lost, phrase.Since(m.Now, m.open.lostAt)
	case m.open.health == tasks.Offline:
		h.Fresh, h.Since = view.Offline, safetext.Line(sinceClock(m.open.offline))
	case !m.Board.Loaded():
		h.Fresh = view.Loading
	case m.open.health == tasks.Polling:
		h.Fresh = view.Polling
	case m.stage.Paused():
		h.Fresh = view.Paused
	case m.open.WhyNotNow() != "":
		h.Fresh = view.ReadOnly
	}
	var remarks []string
	if m.open.SeveralLists() {
		remarks = append(remarks, directories(m.open.lanes))
	}
	if m.ofReplay != nil {
		m.ofReplay.describe(&h)
	}
	if m.open.WhyNotNow() == "" && m.Workspace.Undoable() != nil {
		remarks = append(remarks, "no undo")
	}
	if n := m.batch.Len(); n > 0 {
		h.Mode = safetext.Line(strconv.Itoa(n) + " marked")
	}
	if !m.Board.Filter().Empty() {
		remarks = append(remarks, "filter "+m.cards.FilterText())
	}
	if m.open.WhyNotNow() != "" && m.open.health < tasks.Lost && h.Fresh < view.ReadOnly {
		remarks = append(remarks, "read only")
	} else if d := m.Board.Traits(m.listHere()); d != nil && d.Form != nil {
		remarks = append(remarks, d.Title)
	} else if d != nil && d.ReadOnly != "" {
		remarks = append(remarks, d.Title+", only shown")
	}
	if s := m.stage.Remark(); s != "" {
		remarks = append(remarks, s)
	}
	h.Note = safetext.Line(strings.Join(remarks, "  "))
	return h
}

// sinceClock returns the end of the words for a host that is offline: "since 14:02".
func sinceClock(offline string) string {
	if i := strings.LastIndex(offline, "since "); i >= 0 {
		return offline[i:]
	}
	return ""
}

// empty returns the screen that is shown instead of cards, nil if there are cards.
func (m *Model) empty() *view.Empty {
	n := m.Board.Counts()
	done, total, reset := m.Board.ResetCounts()
	var e view.Empty
	shown := 0
	for c := range board.Column(board.Columns) {
		shown += m.Board.Len(c)
	}
	switch {
	case m.open.health == tasks.Lost:
		e.Kind = view.DirectoryGone
		if !m.open.SeveralLists() {
			e.Lines = []view.Line{phrase.Line(m.Workspace.Place().Dir, style.Plain)}
		}
		e.Lines = append(e.Lines, phrase.Line("It is shown again as soon as it is back.", style.Dim))
	case reset:
		e.Kind, e.Done, e.Total = view.ListReset, done, total
		if m.Workspace.Undoable() == nil && !m.open.past {
			e.Lines = []view.Line{phrase.Line(m.Keys.KeyOf(keymap.ShowPast)+" "+m.Keys.KeyOf(keymap.ShowDeleted)+
				" shows what was deleted, and restores any of it.", style.Dim)}
		}
	case !m.Board.Loaded() && n.Total == 0:
		e.Kind = view.FirstLoad
	case n.Total == 0:
		e.Kind = view.NoTasks
		m.explainNoTasks(&e)
	case m.deps.Showing(), m.nowView.Showing():
		return nil // tasks that do not match are dimmed
	case shown == 0:
		e.Kind, e.Title = view.NoMatch, safetext.Short("Nothing matches "+m.cards.FilterText())
		e.Lines = []view.Line{phrase.Line(m.Keys.KeyOf(keymap.Back)+" clears the filter, and shows all tasks again.",
			style.Dim)}
	default:
		return nil
	}
	e.Selected = -1 // no key: those of the footer apply
	instead := e    // allocates only if there is such a screen
	return &instead
}
