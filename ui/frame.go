package ui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

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
		return v
	}
	frame := m.Painter.Draw(m.Layout, m.contents(), m.Sheet)
	v := tea.NewView(frame.Content)
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	if m.o.NoMouse {
		v.MouseMode = tea.MouseModeNone
	}
	v.WindowTitle = m.screen.title
	if n := m.Board.Counts(); m.Workspace != nil && n.Total > 0 {
		v.ProgressBar = tea.NewProgressBar(tea.ProgressBarDefault, 100*n.Done/n.Total)
	}
	v.ProgramStatus = m.notify.Status()
	if frame.Cursor {
		v.Cursor = tea.NewCursor(frame.X, frame.Y)
	}
	return v
}

// arrange computes the layout from the size and from what is open.
func (m *Model) arrange() {
	m.screen.silent, m.screen.long = m.hasNoNews()
	m.screen.focus = m.focus()
	o := view.LayoutOptions{
		Detail: m.detail.Open() || m.detail.CanDock() && !m.screen.bare, Beside: m.detail.IsDocked(), Focus: m.screen.focus,
		Silent: m.screen.silent, Long: m.screen.long, Bare: m.screen.bare,
		View: m.nowView.Shown(),
	}
	m.screen.deletedHead, m.screen.done, m.screen.widerColumn = m.deletedHead() != nil, m.news.AllDone(), m.cards.WiderColumn()
	o.WiderColumn = m.screen.widerColumn
	o.Deleted = m.screen.deletedHead
	o.Done = m.screen.done
	if c := m.stage.Caption(); c != nil {
		o.Caption = c.Rows(m.Width)
	}
	o.Spotlight = len(m.stage.SpotlightTasks()) > 0
	o.Talk = m.stage.Talking()
	o.Feed = !o.Talk && m.Workspace != nil && m.Board.Loaded() && !m.deps.Showing() && !m.screen.bare
	m.Layout = view.Arrange(m.Width, m.Height, o)
	if o.Below = m.below(); o.Below > 0 {
		m.Layout = view.Arrange(m.Width, m.Height, o)
	}
}

// below returns the rows that the cards leave for the detail of the selected task.
func (m *Model) below() int {
	if m.screen.bare || m.screen.done || m.Workspace == nil || m.stage.Talking() || m.stage.Caption() != nil {
		return 0
	}
	for c := range board.Column(board.Columns) {
		if m.Board.Len(c) > m.Height {
			return 0 // this runs after each key, so it must not look at all cards
		}
	}
	b := m.cards.View()
	return m.Layout.RowsBelow(&b)
}

// deletedHead returns the head of the deleted tasks, nil if there are none or an empty screen shows them.
func (m *Model) deletedHead() *view.DeletedHead {
	if m.Workspace == nil || m.open.past || !m.Board.Loaded() || m.isWiped() || m.deps.Showing() || m.nowView.Showing() {
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

// arrangeIfNeeded computes the layout again if something it depends on has changed since, such as whether there is news.
func (m *Model) arrangeIfNeeded() {
	if m.screen.deletedHead != (m.deletedHead() != nil) || m.screen.done != m.news.AllDone() || m.screen.widerColumn != m.cards.WiderColumn() {
		m.arrange()
		return
	}
	silent, long := m.screen.silent, m.screen.long
	if m.Layout.Stacked || m.screen.bare {
		silent, long = m.hasNoNews()
	}
	covers := m.detail.Open() && m.screen.focus != m.focus()
	if covers || silent != m.screen.silent || long != m.screen.long || m.below() != m.Layout.Below {
		m.arrange()
	}
}

// focus returns the column with the selected card.
func (m *Model) focus() view.ColumnKind {
	k, _ := m.selected()
	c, _, _ := m.Board.Rank(k)
	return view.ColumnKind(c)
}

// hasNoNews reports whether the line below the cards is empty, and else whether it needs a second row.
func (m *Model) hasNoNews() (silent, long bool) {
	if m.cards.Filtering() {
		return false, !m.screen.bare // an empty row between the filter and the keys
	}
	n := m.newsView()
	if m.screen.bare && !m.hasUrgentNews() {
		return true, false
	}
	return len(n.Line) == 0, n.Level > view.Info && n.IsLong(m.Width)
}

// hasUrgentNews reports whether there is more to show than the newest change.
func (m *Model) hasUrgentNews() bool {
	return m.NoticeText() != "" || m.open.newer != nil || m.Now.Before(m.news.AnswersUntil())
}

// setTitle sets the title of the window: only counts, because text from files cannot be made safe there.
func (m *Model) setTitle() {
	n := m.Board.Counts()
	m.screen.title = fmt.Sprintf("sideboard: %d ready, %d in progress, %d of %d done", n.Ready, n.Running, n.Done, n.Total)
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
			if s.Feed.Lanes = nil; s.Detail == nil && !m.nowView.Showing() {
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
	if m.screen.done {
		s.Board.Finish = m.news.Finish()
	}
	s.Caption, s.Talk = m.stage.Caption(), m.stage.TalkView()
	if m.stage.Staged() {
		s.Stage, s.Board.Keys = m.stage.View(), m.stage.StageKeys()
		if m.NoticeText() == "" {
			s.Board.News = view.News{} // the caption shows it
		}
	}
	if s.Overlay = m.Mode().Overlay(); s.Overlay != nil {
		s.Board.Keys = nil // an overlay has its own keys
	}
	return s
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

// newsView returns the line below the cards.
func (m *Model) newsView() view.News {
	switch {
	case m.NoticeText() != "":
		return m.NoticeView()
	case m.Workspace != nil && m.open.newer != nil:
		name := cmp.Or(m.open.newer.Project, m.open.newer.ID)
		return view.News{Level: view.Good, Line: phrase.Line("A newer list of this project appeared: "+name+". Press "+m.Keys.KeyOf(keymap.SwitchList)+" to switch to it", style.Plain)}
	}
	return m.news.News
}

// header returns the line at the top.
func (m *Model) header() view.Header {
	var h view.Header
	if m.Workspace == nil {
		h.Fresh = view.Awaiting
		return h
	}
	p, n := m.Workspace.Place(), m.Board.Counts()
	h.Project = safetext.Line(p.Project)
	if p.Kind == locate.WorkflowDir { // a project has many sessions
		h.Project = safetext.Line(p.List + " in " + p.Project)
	}
	if !m.stage.Talking() {
		h.Directory = safetext.Line(m.directoryName())
	}
	h.Total, h.Done, h.Running, h.Needs = n.Total, n.Done, n.Running, m.needs.Count()
	h.Tabs, h.Counts = m.deps.Tabs(), m.cards.Counts()
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
	if m.ofReplay != nil {
		if links := m.ofReplay.describe(&h); links != "" {
			remarks = append(remarks, links)
		}
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
	} else if d := m.Board.Traits(m.listHere()); d != nil && d.ReadOnly != "" {
		remarks = append(remarks, d.Title+", read only")
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

// directoryName returns a short name of the open directory.
func (m *Model) directoryName() string {
	if m.open.SeveralLists() {
		return directories(m.open.lanes)
	}
	p := m.Workspace.Place()
	dir := p.Dir
	if root, ok := m.stage.TemporaryRoot(); ok { // a temporary path would tell the person nothing
		if short, err := filepath.Rel(root, dir); err == nil {
			return strings.TrimPrefix(filepath.ToSlash(short), p.Project+"/")
		}
	}
	dir = m.fromHome(dir)
	if p.List == "" && p.Host == "" && strings.HasSuffix(dir, "/.tasks") && !m.stage.InDemo() {
		return ".tasks"
	}
	return dir
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
			e.Lines = []view.Line{phrase.Line(m.Keys.KeyOf(keymap.ShowPast)+" "+m.Keys.KeyOf(keymap.ShowDeleted)+" shows what was deleted, and restores any of it.", style.Dim)}
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
		e.Lines = []view.Line{phrase.Line(m.Keys.KeyOf(keymap.Back)+" clears the filter, and shows all tasks again.", style.Dim)}
	default:
		return nil
	}
	e.Selected = -1 // no key: those of the footer apply
	instead := e    // allocates only if there is such a screen
	return &instead
}
