// Package hosttest is, for tests, as much of a program as a feature of the screen needs: a board, a size and a selection.
package hosttest

import (
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Program is a program without a terminal and without a directory. What a test asks for that is not here ends it.
type Program struct {
	host.Host
	Tasks   *board.Board
	At      time.Time
	On      tasks.Key // the selected task
	Top     host.Mode
	Look    view.Layout
	Arrange func() view.LayoutOptions // what is laid out, nil for the board
	Said    []string
	sheet   *style.Sheet
}

// New returns a program that shows tasks on a screen of 120x40, the first of them selected.
func New(ts ...*tasks.Task) *Program {
	p := &Program{
		Tasks: board.New(), At: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC), Top: onBoard{},
		sheet: style.New(true, colorprofile.TrueColor),
	}
	p.Hear(ts...)
	if len(ts) > 0 {
		p.On = ts[0].Key
	}
	p.Relayout()
	return p
}

// Hear brings news of tasks to the board.
func (p *Program) Hear(ts ...*tasks.Task) {
	p.Tasks.Apply(tasks.Delta{Put: ts, Whole: true, At: p.At})
}

type onBoard struct{}

func (onBoard) Scopes() []keymap.ScopeName   { return nil }
func (onBoard) Handle(keymap.Action) tea.Cmd { return nil }
func (onBoard) Overlay() view.Overlay        { return nil }

func (p *Program) Board() *board.Board             { return p.Tasks }
func (p *Program) Told() []tasks.Key               { return nil }
func (p *Program) Workspace() *workspace.Workspace { return &workspace.Workspace{} }
func (p *Program) Generation() int                 { return 0 }
func (p *Program) BumpGeneration()                 {}
func (p *Program) Now() time.Time                  { return p.At }
func (p *Program) Me() string                      { return "ann" }
func (p *Program) Began() time.Time                { return p.At }

// OfDirectory returns the effect: the directory is never left.
func (p *Program) OfDirectory(effect tea.Cmd) tea.Cmd { return effect }
func (p *Program) Outdate()                           {}

func (p *Program) Still() bool                { return true }
func (p *Program) ASCII() bool                { return false }
func (p *Program) Layout() view.Layout        { return p.Look }
func (p *Program) Width() int                 { return 120 }
func (p *Program) Height() int                { return 40 }
func (p *Program) Sheet() *style.Sheet        { return p.sheet }
func (p *Program) Mode() host.Mode            { return p.Top }
func (p *Program) SetMode(v host.Mode)        { p.Top = v }
func (p *Program) ToBoard()                   { p.Top = onBoard{} }
func (p *Program) Browsing() bool             { return p.Top == host.Mode(onBoard{}) }
func (p *Program) KeyOf(keymap.Action) string { return "k" }
func (p *Program) FooterKeys() []view.Key     { return nil }
func (p *Program) Lacks(keymap.Action) bool   { return false }

// Relayout arranges the screen anew.
func (p *Program) Relayout() {
	var o view.LayoutOptions
	if p.Arrange != nil {
		o = p.Arrange()
	}
	p.Look = view.Arrange(p.Width(), p.Height(), o)
}

func (p *Program) Selected() (tasks.Key, bool) { return p.On, p.On.Name != "" }
func (p *Program) UnderCursor() tasks.Key      { return p.On }
func (p *Program) PlaceCursor()                {}
func (p *Program) ForgetClick()                {}

// Select selects a task, shown or not, and reports whether it could: always.
func (p *Program) Select(k tasks.Key) bool {
	p.On = k
	return true
}

func (p *Program) Card(tasks.Key) view.Card { return view.Card{} }
func (p *Program) Say(s string)             { p.Said = append(p.Said, s) }
func (p *Program) Did(s string)             { p.Said = append(p.Said, s) }
func (p *Program) Warn(s string)            { p.Said = append(p.Said, s) }
