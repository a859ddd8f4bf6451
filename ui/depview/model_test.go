package depview

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"sideboard/board"
	"sideboard/board/graph"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// program is as much of a program as the pictures need: a board, a screen and a selection.
type program struct {
	host.Host // what no test needs
	board     *board.Board
	mode      host.Mode
	selected  tasks.Key
	layout    view.Layout
	deps      *Model
	sheet     *style.Sheet
	gen       int
}

type onBoard struct{}

func (onBoard) Scopes() []keymap.ScopeName     { return nil }
func (onBoard) Handle(a keymap.Action) tea.Cmd { return nil }
func (onBoard) Overlay() view.Overlay          { return nil }

func (p *program) Board() *board.Board             { return p.board }
func (p *program) Workspace() *workspace.Workspace { return &workspace.Workspace{} }
func (p *program) Generation() int                 { return p.gen }
func (p *program) Now() time.Time                  { return time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC) }
func (p *program) Me() string                      { return "ann" }
func (p *program) Still() bool                     { return true }
func (p *program) Layout() view.Layout             { return p.layout }
func (p *program) Width() int                      { return 120 }
func (p *program) Sheet() *style.Sheet             { return p.sheet }
func (p *program) Mode() host.Mode                 { return p.mode }
func (p *program) SetMode(v host.Mode)             { p.mode = v }
func (p *program) ToBoard()                        { p.mode = onBoard{} }
func (p *program) RefreshKeys()                    {}
func (p *program) RefreshDetail() tea.Cmd          { return nil }
func (p *program) KeyOf(keymap.Action) string      { return "k" }
func (p *program) FooterKeys() []view.Key          { return nil }
func (p *program) Selected() (tasks.Key, bool)     { return p.selected, p.selected.Name != "" }
func (p *program) UnderCursor() tasks.Key          { return p.selected }
func (p *program) PlaceCursor()                    {}
func (p *program) ForgetClick()                    {}
func (p *program) Select(k tasks.Key) bool         { p.selected = k; return true }
func (p *program) Card(tasks.Key) view.Card        { return view.Card{} }
func (p *program) Say(string)                      {}
func (p *program) Warn(string)                     {}
func (p *program) Relayout() {
	p.layout = view.Arrange(120, 40, view.LayoutOptions{View: p.deps.Shown(), Linking: p.deps.Gesturing(), Candidates: p.deps.Candidates()})
}

// chained returns a program over n tasks of which every second one waits for the one before.
func chained(n int) *program {
	p := &program{board: board.New(), mode: onBoard{}, sheet: style.New(true, colorprofile.TrueColor)}
	d := tasks.Delta{Whole: true, At: p.Now()}
	for i := range n {
		t := &tasks.Task{ID: tasks.ID{Text: fmt.Sprint(i), Num: true}, Subject: fmt.Sprint("task ", i), Status: tasks.Pending, Traits: &tasks.Traits{Title: "s12", HasOwner: true}}
		t.Key = tasks.Key{Name: fmt.Sprintf("task_%d.json", i)}
		if i%2 == 1 {
			t.WaitsFor = []tasks.ID{{Text: fmt.Sprint(i - 1), Num: true}}
		}
		d.Put = append(d.Put, t)
	}
	p.board.Apply(d)
	p.deps = New(p)
	p.selected = d.Put[0].Key
	p.Relayout()
	return p
}

// press does what an action means, and all that follows a key.
func (p *program) press(actions ...keymap.Action) {
	for _, a := range actions {
		p.deps.Handle(a)
		p.deps.Refresh()
		p.deps.Picture()
	}
}

// show goes to a picture.
func (p *program) show(v view.ViewKind) {
	p.deps.Show(v)
	p.deps.Refresh()
	p.deps.Picture()
}

func TestLinesOfTheTimelineAreWorkedOutOnceAndNotAllOfThem(t *testing.T) {
	p := chained(10_000)
	p.show(view.TimelineView)
	l, rows := &p.deps.log, p.layout.DepView.Canvas.H
	draw := func() {
		v := p.deps.Picture().Timeline
		for i := v.First; i < min(v.First+rows, v.Len); i++ {
			v.Row(i)
		}
	}
	made := 0
	for range 2 * rows {
		before := map[int]graph.TimelineRow{}
		for i, r := range l.rows {
			before[i] = r
		}
		p.press(keymap.Down)
		draw()
		for i, r := range l.rows {
			if was, ok := before[i]; !ok || &was.Cells[0] != &r.Cells[0] {
				made++
			}
		}
	}
	if made == 0 || made > 3*rows {
		t.Errorf("%d lines were worked out for %d steps down in %d rows", made, 2*rows, rows)
	}
	for range 40 {
		p.press(keymap.PageDown)
		draw()
	}
	if n := len(l.rows); n == 0 || n > mostLines {
		t.Errorf("%d lines are kept", n)
	}
}

// A step makes nothing anew that hangs on the dependencies alone.
func TestAStepInAPictureKeepsWhatWasWorkedOut(t *testing.T) {
	for _, kind := range []view.ViewKind{view.GraphView, view.FocusView, view.TimelineView} {
		p := chained(150)
		p.show(kind)
		net, log, marks := p.deps.net, p.deps.log.log, p.deps.marked.marks
		p.press(keymap.Down, keymap.Up, keymap.Right, keymap.FollowChain)
		if p.deps.net != net || p.deps.log.log != log || p.deps.marked.marks != marks {
			t.Errorf("%s: worked out anew for a step", ViewWord(kind))
		}
	}
}

// While the board is shown, nothing of the pictures is kept.
func TestTheBoardKeepsNothingOfThePictures(t *testing.T) {
	p := chained(150)
	for _, kind := range []view.ViewKind{view.FocusView, view.TimelineView, view.GraphView, view.BoardView} {
		p.show(kind)
	}
	d := p.deps
	if d.real != nil || d.net != nil || d.laid.layout != nil || d.log.log != nil || d.focus.layout != nil || d.marked.marks != nil || d.tally.net != nil {
		t.Errorf("kept: %+v", d)
	}
	d.StartLink()
	d.Refresh()
	if d.net == nil {
		t.Error("a link that is being made has nothing to be judged by")
	}
	p.mode.(host.TextMode).Type(field.Insert, "1")
	p.mode.Handle(keymap.Back)
	d.Refresh()
	if d.real != nil {
		t.Error("it is kept after the gesture")
	}
}
