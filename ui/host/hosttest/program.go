// Package hosttest is, for tests, as much of a program as a feature of the screen needs: a board, a size and a selection.
package hosttest

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Program is a program without a terminal and without a directory. What a test uses that is not here ends it.
type Program struct {
	host.Program
	On      tasks.Key                 // the selected task
	Arrange func() view.LayoutOptions // what is laid out, nil for the board
}

// New returns a program that shows tasks on a screen of 120x40, the first of them selected.
func New(ts ...*tasks.Task) *Program {
	p := &Program{Program: host.Program{
		Board: board.New(), Workspace: &workspace.Workspace{}, Now: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC), Me: "ann",
		Screen:     host.Screen{Width: 120, Height: 40, Sheet: style.New(true, colorprofile.TrueColor), Keys: keymap.Default(), Still: true},
		Directory:  directory{},
		WithOwner:  func(_ tasks.Key, e tasks.Edit, err error) (tasks.Edit, error) { return e, err },
		Needs:      func() []board.Need { return nil },
		NeedWords:  func(board.Need) view.Text { return view.Text{} },
		Happened:   func() []log.Event { return nil },
		Invalidate: func() {},
	}}
	p.Began, p.Selection, p.Relayout, p.Clock = p.Now, p, p.relayout, func() time.Time { return p.Now }
	p.Circumstances = func() board.Circumstances { return board.Circumstances{Now: p.Now} }
	p.SetBoard(onBoard{})
	p.Put(ts...)
	if len(ts) > 0 {
		p.On = ts[0].Key
	}
	p.relayout()
	return p
}

// Put puts tasks on the board, as if others had written them.
func (p *Program) Put(ts ...*tasks.Task) {
	p.Board.Apply(tasks.Delta{Put: ts, Whole: true, At: p.Now})
}

// relayout arranges the screen anew.
func (p *Program) relayout() {
	var o view.LayoutOptions
	if p.Arrange != nil {
		o = p.Arrange()
	}
	p.Layout = view.Arrange(p.Width, p.Height, o)
}

type onBoard struct{}

func (onBoard) Scopes() []keymap.ScopeName   { return nil }
func (onBoard) Handle(keymap.Action) tea.Cmd { return nil }
func (onBoard) Overlay() view.Overlay        { return nil }

// directory can be written, and is never left.
type directory struct{}

func (directory) OfDirectory(effect tea.Cmd) tea.Cmd { return effect }
func (directory) SeveralLists() bool                 { return false }
func (directory) WhyNotNow() string                  { return "" }
func (directory) WhyNotIn(string) string             { return "" }
func (directory) Offline(string) string              { return "" }

func (p *Program) Selected() (tasks.Key, bool) { return p.On, p.On.Name != "" }
func (p *Program) UnderCursor() tasks.Key      { return p.On }
func (p *Program) Reveal(k tasks.Key)          { p.On = k }

// Card returns a card with what a file says.
func (p *Program) Card(k tasks.Key) view.Card {
	t := p.Board.Task(k)
	if t == nil {
		return view.Card{}
	}
	owner, hue := p.Owner(t.Owner)
	return view.Card{ID: safetext.Line(p.Board.ShortID(k)), Subject: safetext.Subject(t.Subject), Owner: owner, Hue: hue}
}

// Select selects a task, shown or not, and reports whether it could: always.
func (p *Program) Select(k tasks.Key) bool {
	p.On = k
	return true
}
