package ui

import (
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/batch"
	"sideboard/ui/cards"
	"sideboard/ui/commands"
	"sideboard/ui/depview"
	"sideboard/ui/detail"
	"sideboard/ui/edits"
	"sideboard/ui/effects"
	"sideboard/ui/forms"
	"sideboard/ui/help"
	"sideboard/ui/links"
	"sideboard/ui/members"
	"sideboard/ui/needs"
	"sideboard/ui/news"
	"sideboard/ui/notify"
	"sideboard/ui/now"
	"sideboard/ui/openlist"
	"sideboard/ui/palette"
	"sideboard/ui/past"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workflow"
	"sideboard/ui/worktrees"
)

// newFeatures makes the features, then sets what each uses of the others: they use each other in circles.
func (m *Model) newFeatures() {
	o, p := &m.o, &m.Program
	m.cards, m.detail, m.deps, m.nowView = cards.New(p, o.Config.ByOwner), detail.New(p), depview.New(p), now.New(p)
	m.edits, m.forms, m.batch, m.past = edits.New(p), forms.New(p), batch.New(p), past.New(p)
	m.commands = commands.New(p, o.Config.Commands)
	m.palette, m.stage, m.links, m.openList, m.help = palette.New(p), stage.New(p), links.New(p), openlist.New(p),
		help.New(p)
	m.members, m.workflow, m.worktrees = members.New(p), workflow.New(p), worktrees.New(p)
	m.news, m.needs, m.notify = news.New(p), needs.New(p), notify.New(p, o.Bell, !o.Config.NoStatus, o.OnEvent)

	p.Selection, p.Edits, p.Queue, p.Directory, p.Detail = selection{m.cards, m}, m.edits, &m.queue, &m.open, m.detail
	p.Relayout, p.ShownView, p.Invalidate = m.arrange, m.nowView.Shown, m.invalidate
	p.Needs, p.NeedWords, p.Circumstances = m.needs.List, m.needs.Words, m.circumstances
	p.Happened, p.WithOwner = m.news.Happened, m.members.WithOwner

	m.cards.Uses = cards.Uses{
		OwnerNote: m.members.OwnerNote, MarkNeed: m.needs.Mark, NeedPlaces: m.needs.AppendPlaces,
		Writing: m.edits.Writing,
		IsNew:   m.news.Unseen.Has, CountNew: m.news.Unseen.Count,
		Marked: m.batch.Marked, IsSpotlit: m.stage.IsSpotlit, NewsOf: m.news.TaskOf, BoardChanged: m.boardChanged,
		Arrange: m.arrange, Act: m.act, StartLinkTo: m.startLinkTo,
	}
	m.deps.Uses = depview.Uses{SpotlightTasks: m.stage.SpotlightTasks, PutCursor: m.cards.PutCursor,
		PlaceCursor: m.cards.PlaceCursor}
	m.edits.Uses = edits.Uses{
		Cursor: m.cards, FormOpen: m.forms.IsOpen, Decide: m.forms.Decide, MishapBy: m.stage.MishapBy,
		CheckTodoAfter: m.workflow.CheckTodoAfter, StayOpen: m.quitting.stayOpen,
	}
	m.forms.Uses = forms.Uses{
		Writer: m.edits, Editor: o.Editor, Scratch: o.Scratch, Team: m.members.Team, ListHere: m.listHere,
		FooterKeys: m.footerKeys, Lend: m.lend,
	}
	m.detail.Uses = detail.Uses{DoneBy: m.news.By, Sections: []func(*tasks.Task) *view.DetailSection{m.members.Section,
		m.worktrees.Section}, NewsOf: m.news.NewsOf}
	m.nowView.Uses = now.Uses{Team: m.members, ShowPicture: m.deps.Show, ShownPicture: m.deps.Shown, Card: m.cards.Card}
	m.batch.Uses = batch.Uses{AskOwner: m.palette.AskOwner, LinkMarked: m.links.OpenSeveral}
	m.commands.Uses = commands.Uses{LendAndPause: m.lendAndPause}
	m.past.Uses = past.Uses{
		Finder: o.Finder, Propose: m.batch.Propose, Copy: m.copy, Feed: m.news.Feed, LookAtAll: m.news.LookAtAll,
		PastNews: m.news.PastNews, PastEdits: m.edits.PastEdits, ShowBoardAt: func(at time.Time) tea.Cmd {
			return m.startReplay(func(r *player) { r.skipUntil(at.Add(1)) })
		},
	}
	m.openList.Uses = openlist.Uses{Finder: o.Finder, OpenDir: m.openDir, OpenAll: m.openAll}
	m.help.Uses = help.Uses{Applies: m.applies, Lacks: m.lacks, BoardScopes: browse{m}.Scopes, FooterKeys: m.footerKeys}
	m.members.Uses = members.Uses{Getenv: m.o.getenv, Changed: func() tea.Cmd {
		m.worktrees.MarkStale()
		return m.worktrees.AskForAll()
	}}
	m.worktrees.Uses = worktrees.Uses{Member: m.members.Member, HasEvents: m.members.HasWorktreeEvents,
		Getenv: m.o.getenv, Lend: m.lend}
	m.palette.Uses = palette.Uses{
		Applies: m.applies, WhyNot: m.whyNot, Lacks: m.lacks, BoardScopes: browse{m}.Scopes, Team: m.members.Team,
		SetTheme:    m.setTheme,
		ShowImplied: m.deps.ShowImplied, TakeBack: m.takeBackWord, CountNew: m.news.Unseen.Count,
		LookAtAll: m.news.LookAtAll, ReadManual: m.help.ReadManual, ShowPast: m.past.ShowTab,
	}
	m.stage.Uses = stage.Uses{
		Lost: m.isLost, ShowView: m.nowView.Show, NewestEvent: m.news.Newest, NewsLine: func() view.News {
			return m.news.News
		}, Feed: m.news.Feed, ChangeOf: m.detail.Change,
		NewestEdited: m.edits.NewestEdited, RemindOverwritten: m.edits.RemindOverwritten, StartDemo: o.startDemo,
	}
	m.links.Uses = links.Uses{SubmitPlan: m.edits.SubmitPlan, LinkChain: m.batch.LinkChain, ClearMarks: m.batch.Clear}
	m.news.Uses = news.Uses{InDemo: m.stage.InDemo, NewChanged: m.newChanged}
	m.needs.Uses = needs.Uses{
		HasPane: m.members.HasPane, ToPane: m.members.ToPane, Opens: m.forms.Opens, ShowView: m.nowView.Show,
		Act: m.act, Copy: m.copy, StayOpen: m.quitting.stayOpen, NewTasks: m.news.Unseen.Keys,
	}
	m.notify.Uses = notify.Uses{Examined: m.needs.Examined}
}

// selection is the selected task: in Now one of its lanes, else the card under the cursor.
type selection struct {
	*cards.Model
	m *Model
}

// Selected returns the selected task, false if there is none.
func (s selection) Selected() (tasks.Key, bool) { return s.m.selected() }

// circumstances returns the facts outside the task files that decide what needs a person.
func (m *Model) circumstances() board.Circumstances {
	return board.Circumstances{
		Now: m.Now, Stalled: m.o.Stalled, Agents: m.members.Agents(), Overwritten: m.edits.Overwritten(),
		Errors: m.needs.Errors(),
		Review: m.toReview(),
	}
}

// toReview returns the completed tasks that need the person because of the configuration.
func (m *Model) toReview() []tasks.Key {
	if !m.o.Config.Review {
		return nil
	}
	return m.news.Unseen.Keys()
}

// newChanged shows that tasks are new, or no longer.
func (m *Model) newChanged() {
	if m.Board.Filter().FollowsNew() {
		m.cards.Refilter()
		return
	}
	m.boardChanged()
}

// openDir opens a directory in place of the open one, openAll all lists of the project together.
func (m *Model) openDir(dir string) tea.Cmd {
	return m.switchTo(effects.OpenDir(m.o.Finder, dir, opened))
}

func (m *Model) openAll() tea.Cmd { return m.switchTo(effects.OpenAll(m.o.Finder, opened)) }

// lend gives the terminal to a command until it ends; lendAndPause keeps its output in sight until a key is pressed.
func (m *Model) lend(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	return m.lendTerminal(cmd, false, then)
}

func (m *Model) lendAndPause(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	return m.lendTerminal(cmd, true, then)
}

// startLinkTo begins a link from the selected task to another one.
func (m *Model) startLinkTo(on tasks.Key) {
	if k, ok := m.selected(); ok {
		m.links.OpenWith(on, k)
	}
}

func (m *Model) setTheme(t style.Theme) {
	m.screen.theme = t
	m.Sheet = m.screen.newSheet()
}

// isLost reports whether the directory is not there.
func (m *Model) isLost() bool { return m.open.health == tasks.Lost }
