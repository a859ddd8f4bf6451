package ui

import (
	"os/exec"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/team"
	"sideboard/ui/batch"
	"sideboard/ui/cards"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/links"
	"sideboard/ui/notify"
	"sideboard/ui/now"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/stage"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// hosted is the program as its features see it.
type hosted struct {
	*notice
	m *Model
}

var (
	_ cards.Program = hosted{}
	_ stage.Program = hosted{}
	_ batch.Program = hosted{}
	_ links.Program = hosted{}

	_ notify.Program = hosted{}
	_ now.Program    = hosted{}
)

func (h hosted) Board() *board.Board             { return h.m.board }
func (h hosted) Workspace() *workspace.Workspace { return h.m.open.workspace }
func (h hosted) Finder() workspace.Finder        { return h.m.o.Finder }
func (h hosted) Generation() int                 { return h.m.gen }
func (h hosted) Now() time.Time                  { return h.m.now }
func (h hosted) Me() string                      { return h.m.o.As }
func (h hosted) Began() time.Time                { return h.m.start.began }
func (h hosted) Editor() string                  { return h.m.o.Editor }
func (h hosted) Scratch() string                 { return h.m.o.Scratch }
func (h hosted) Team() []string                  { return h.m.panels.Team() }
func (h hosted) Members() []team.Member          { return h.m.panels.Members() }
func (h hosted) RosterProblem() safetext.Text    { return h.m.panels.RosterProblem() }
func (h hosted) Member(owner string) (team.Member, bool) {
	return h.m.panels.Member(owner)
}
func (h hosted) MemberWords(mate team.Member) (string, style.Style) {
	return h.m.panels.MemberWords(mate)
}
func (h hosted) MessageWords(mate team.Member) string { return h.m.panels.MessageWords(mate) }
func (h hosted) Circumstances() board.Circumstances {
	return board.Circumstances{
		Now: h.m.now, Stalled: h.m.o.Stalled, Agents: h.m.panels.Agents(), Overwritten: h.m.editing.Overwritten(), Errors: h.m.panels.Errors(),
	}
}
func (h hosted) Sections(t *tasks.Task) []view.Section { return h.m.panels.Sections(t) }
func (h hosted) Happened() []log.Event                 { return h.m.news.Happened() }
func (h hosted) DoneBy(e board.Event) string           { return h.m.news.By(e) }
func (h hosted) MishapBy(file string) string           { return h.m.stage.MishapBy(file) }
func (h hosted) BumpGeneration()                       { h.m.gen++ }
func (h hosted) OfDirectory(effect tea.Cmd) tea.Cmd    { return h.m.open.guard(effect) }
func (h hosted) SeveralLists() bool                    { return h.m.open.several() }
func (h hosted) InDemo() bool                          { return h.m.stage.InDemo() }
func (h hosted) OpenDir(dir string) tea.Cmd {
	return h.m.switchTo(effects.OpenDir(h.m.o.Finder, dir, opened))
}
func (h hosted) OpenAll() tea.Cmd { return h.m.switchTo(effects.OpenAll(h.m.o.Finder, opened)) }
func (h hosted) Outdate()         { h.m.outdate() }

func (h hosted) Layout() view.Layout { return h.m.screen.layout }
func (h hosted) SpotAt(x, y int, kinds ...view.SpotKind) (view.Spot, bool) {
	return h.m.screen.painter.SpotAt(x, y, kinds...)
}
func (h hosted) Width() int                            { return h.m.screen.w }
func (h hosted) Height() int                           { return h.m.screen.h }
func (h hosted) Sheet() *style.Sheet                   { return h.m.screen.sheet }
func (h hosted) Still() bool                           { return h.m.o.Still }
func (h hosted) ASCII() bool                           { return h.m.o.ASCII }
func (h hosted) Mode() host.Mode                       { return h.m.mode }
func (h hosted) SetMode(v host.Mode)                   { h.m.mode = v }
func (h hosted) ToBoard()                              { h.m.toBoard() }
func (h hosted) Browsing() bool                        { return h.m.browsing() }
func (h hosted) BoardScopes() []keymap.ScopeName       { return browse{h.m}.Scopes() }
func (h hosted) KeyName(e *keymap.Entry) safetext.Text { return h.m.keyName(e) }
func (h hosted) Lend(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	return h.m.lends(cmd, false, then)
}
func (h hosted) LendAndPause(cmd *exec.Cmd, then func(error) tea.Msg) tea.Cmd {
	return h.m.lends(cmd, true, then)
}
func (h hosted) Relayout()           { h.m.arrange() }
func (h hosted) ToggleDetail()       { h.m.detail.Toggle() }
func (h hosted) ScrollDetail(by int) { h.m.detail.ScrollBy(by) }
func (h hosted) ShowImplied()        { h.m.deps.ShowImplied() }

func (h hosted) SetTheme(t style.Theme) {
	h.m.screen.theme = t
	h.m.screen.restyle()
}
func (h hosted) Applies(a keymap.Action) bool  { return h.m.applies(a) }
func (h hosted) Lacks(a keymap.Action) bool    { return h.m.lacks(a) }
func (h hosted) WhyNot(a keymap.Action) string { return h.m.whyNot(a) }
func (h hosted) Keymap() *keymap.Map           { return h.m.keys }
func (h hosted) KeyOf(a keymap.Action) string  { return h.m.keys.KeyOf(a) }
func (h hosted) FooterKeys() []view.Key        { return h.m.footerKeys() }
func (h hosted) KeysSaying(words map[keymap.Action]string, in ...keymap.ScopeName) []view.Key {
	return h.m.keysSaying(words, in...)
}

func (h hosted) Selected() (tasks.Key, bool)     { return h.m.selected() }
func (h hosted) Select(k tasks.Key) bool         { return h.m.cards.Select(k) }
func (h hosted) Reveal(k tasks.Key)              { h.m.cards.Reveal(k) }
func (h hosted) SetFilter(text string) string    { return h.m.cards.SetFilter(text) }
func (h hosted) UnderCursor() tasks.Key          { return h.m.cards.UnderCursor() }
func (h hosted) PutCursor(k tasks.Key)           { h.m.cards.PutCursor(k) }
func (h hosted) PlaceCursor()                    { h.m.cards.PlaceCursor() }
func (h hosted) SelectNext(e tasks.Edit)         { h.m.cards.SelectNext(e) }
func (h hosted) Reselect(k tasks.Key)            { h.m.cards.Reselect(k) }
func (h hosted) Expect(k tasks.Key)              { h.m.cards.Expect(k) }
func (h hosted) ListHere() string                { return h.m.listHere() }
func (h hosted) ClickedAgain(k tasks.Key) bool   { return h.m.clicks.Again(k, h.m.now) }
func (h hosted) ForgetClick()                    { h.m.clicks.Forget() }
func (h hosted) Card(k tasks.Key) view.Card      { return h.m.cards.Card(k) }
func (h hosted) Since(t time.Time) safetext.Text { return phrase.Since(h.m.now, t) }
func (h hosted) Ago(t time.Time) string          { return phrase.Ago(h.m.now, t) }
func (h hosted) Owner(name string) (safetext.Text, style.Style) {
	return h.m.cards.Owner(name)
}

func (h hosted) CarryOut(e tasks.Edit, err error) tea.Cmd { return h.m.editing.CarryOut(e, err) }
func (h hosted) Submit(e tasks.Edit) tea.Cmd              { return h.m.editing.Submit(e) }
func (h hosted) SubmitAll(all []tasks.Edit, done string) tea.Cmd {
	return h.m.editing.SubmitAll(all, done)
}
func (h hosted) Feed() *view.Feed { return h.m.news.Feed() }
func (h hosted) PastNews(filter string) ([]host.PastRow, error) {
	return h.m.news.PastNews(filter)
}
func (h hosted) PastEdits(then func([]host.PastRow, error) tea.Cmd) tea.Cmd {
	return h.m.editing.PastEdits(then)
}
func (h hosted) Propose(verb, done string, all []host.Proposal) {
	h.m.batch.Propose(verb, done, all)
}
func (h hosted) Copy(what, text string) tea.Cmd { return h.m.copy(what, text) }
func (h hosted) Marked(k tasks.Key) bool        { return h.m.batch.Marked(k) }
func (h hosted) AskOwner(title safetext.Text, give func(string) tea.Cmd) {
	h.m.palette.AskOwner(title, give)
}
func (h hosted) LinkMarked(of []tasks.Key) { h.m.links.OpenSeveral(of) }
func (h hosted) LinkChain()                { h.m.batch.LinkChain() }
func (h hosted) ClearMarks()               { h.m.batch.Clear() }
func (h hosted) SubmitPlan(p *board.Plan, words string, made func([]tasks.Result)) tea.Cmd {
	return h.m.editing.SubmitPlan(p, words, made)
}
func (h hosted) WithOwner(k tasks.Key, e tasks.Edit, err error) (tasks.Edit, error) {
	return h.m.panels.WithOwner(k, e, err)
}
func (h hosted) UpdatePlanAfter(e tasks.Edit, res tasks.Result) tea.Cmd {
	return h.m.panels.CheckTodoAfter(e, res)
}
func (h hosted) WhyNotIn(list string) string        { return h.m.open.whyNotIn(list) }
func (h hosted) Enqueue(cmd tea.Cmd) tea.Cmd        { return h.m.queue.enqueue(cmd) }
func (h hosted) EnqueueOpening(cmd tea.Cmd) tea.Cmd { return h.m.queue.enqueueOpening(cmd) }
func (h hosted) StayOpen(err error)                 { h.m.quitting.stayOpen(err) }
func (h hosted) WhyNotNow() string                  { return h.m.open.whyNoWriting() }

func (h hosted) Needs() []board.Need { return h.m.needs.List() }
func (h hosted) NeedHelp(n board.Need) (keymap.Action, string) {
	return h.m.needs.HelpFor(n)
}
func (h hosted) HasPane(owner string) bool               { return h.m.panels.HasPane(owner) }
func (h hosted) Examined() bool                          { return h.m.panels.Examined() }
func (h hosted) OwnerNote(owner string) safetext.Text    { return h.m.panels.OwnerNote(owner) }
func (h hosted) MarkNeed(c *view.Card, k tasks.Key) bool { return h.m.needs.Mark(c, k) }
func (h hosted) NeedPlaces(to []view.StackCard) []view.StackCard {
	return h.m.needs.AppendPlaces(to)
}
func (h hosted) Writing(k tasks.Key) bool          { return h.m.editing.Writing(k) }
func (h hosted) Spotlit(k tasks.Key) bool          { return h.m.stage.Spotlit(k) }
func (h hosted) Told() []tasks.Key                 { return h.m.stage.Told() }
func (h hosted) NewsOf(item int) (tasks.Key, bool) { return h.m.news.TaskOf(item) }
func (h hosted) DetailBeside() bool                { return h.m.detail.IsDocked() }
func (h hosted) BoardChanged()                     { h.m.boardChanged() }
func (h hosted) Act(a keymap.Action) tea.Cmd       { return h.m.act(a) }
func (h hosted) StartLinkTo(on tasks.Key) {
	if k, ok := h.m.selected(); ok {
		h.m.links.OpenWith(on, k)
	}
}

func (h hosted) Lost() bool                       { return h.m.open.health == tasks.Lost }
func (h hosted) DetailOpen() bool                 { return h.m.detail.Open() }
func (h hosted) ShownView() view.ViewKind         { return h.m.lanes.Shown() }
func (h hosted) ShowView(v view.ViewKind)         { h.m.lanes.Show(v) }
func (h hosted) ShownPicture() view.ViewKind      { return h.m.deps.Shown() }
func (h hosted) ShowPicture(v view.ViewKind)      { h.m.deps.Show(v) }
func (h hosted) NeedWords(n board.Need) view.Text { return h.m.needs.Words(n) }
func (h hosted) NewestEvent() *board.Event        { return h.m.news.Newest() }
func (h hosted) News() view.News                  { return h.m.news.News }
func (h hosted) ChangeOf(k tasks.Key) *view.Edit  { return h.m.detail.Change(k) }
func (h hosted) NewestEdited() tasks.Key          { return h.m.editing.NewestEdited() }
func (h hosted) RetellLost(file string) bool      { return h.m.editing.RetellLost(file) }
func (h hosted) StartDemo() tea.Cmd               { return h.m.o.startDemo() }
