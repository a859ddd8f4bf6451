package cards

import (
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// shown is cards on a screen, and what they asked of other features.
type shown struct {
	*Model
	p     *hosttest.Program
	needs []tasks.Key // the tasks that need a person
	fresh []tasks.Key // what is new
	acted keymap.Action
	from  tasks.Key // where a link was started to
}

// selected is the task under the cursor.
type selected struct{ *Model }

func (s selected) Selected() (tasks.Key, bool) { return s.cursor.key, s.cursor.key.Name != "" }

var s12 = &tasks.Traits{Dialect: "s12", HasOwner: true}

func key(id string) tasks.Key { return tasks.Key{Name: id + ".json"} }

func task(id string, status tasks.Status, owner string, waitsFor ...string) *tasks.Task {
	t := &tasks.Task{Key: key(id), ID: tasks.ID{Text: id}, Subject: id + ".", Status: status, Owner: owner, Traits: s12}
	t.Stamp.Mtime = time.Date(2026, 5, 4, 11, 55, 0, 0, time.UTC).UnixNano()
	for _, w := range waitsFor {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: w})
	}
	return t
}

// show shows tasks on a screen of w by h cells, where everything is read and nobody did anything yet.
func show(w, h int, ts ...*tasks.Task) *shown {
	p := hosttest.New()
	s := &shown{Model: New(&p.Program, false), p: p}
	p.Selection, p.Painter, p.ShownView = selected{s.Model}, view.NewPainter(), func() view.ViewKind { return view.BoardView }
	p.Width, p.Height, p.Still = w, h, false
	p.Arrange = func() view.LayoutOptions { return view.LayoutOptions{Long: s.Long(), Air: s.Air()} }
	s.Uses = Uses{
		OwnerNote: func(string) safetext.Text { return safetext.Text{} },
		MarkNeed: func(c *view.Card, k tasks.Key) bool {
			c.Needy = slices.Contains(s.needs, k)
			return c.Needy
		},
		NeedPlaces: func(to []view.StackCard) []view.StackCard {
			for _, k := range s.needs {
				if c, row, ok := p.Board.Rank(k); ok {
					to = append(to, view.StackCard{Column: view.ColumnKind(c), Index: row})
				}
			}
			return to
		},
		IsNew: func(k tasks.Key) bool { return slices.Contains(s.fresh, k) }, CountNew: func() int { return len(s.fresh) },
		Writing: func(tasks.Key) bool { return false }, Marked: func(tasks.Key) bool { return false }, IsSpotlit: func(tasks.Key) bool { return false },
		NewsOf:       func(int) (tasks.Key, bool) { return tasks.Key{}, false },
		BoardChanged: s.boardChanged,
		Arrange:      func() { s.p.Relayout() },
		Act: func(a keymap.Action) tea.Cmd {
			if s.acted = a; a == keymap.Complete {
				s.SelectNext(tasks.Edit{Verb: tasks.VerbComplete, Of: s.cursor.key})
			}
			return nil
		},
		StartLinkTo: func(k tasks.Key) { s.from = k },
	}
	s.Reset()
	s.receive(ts...)
	return s
}

func (s *shown) boardChanged() {
	s.p.Generation++
	s.PlaceCursor()
	s.p.Relayout()
}

// receive applies tasks that others wrote.
func (s *shown) receive(ts ...*tasks.Task) {
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{Put: ts, At: s.p.Now}))
	s.boardChanged()
	s.Lay()
}

// lose brings the news that files are gone.
func (s *shown) lose(ks ...tasks.Key) {
	s.HandleDiff(s.p.Board.Apply(tasks.Delta{Gone: ks, At: s.p.Now}))
	s.boardChanged()
	s.Lay()
}

// later lets time pass.
func (s *shown) later(d time.Duration) {
	s.p.Now = s.p.Now.Add(d)
	s.p.Relayout()
	s.Lay()
	s.NextChange()
}

// press does what the keys of actions do.
func (s *shown) press(as ...keymap.Action) {
	for _, a := range as {
		if m := s.Mode(); !s.Browsing() {
			m.Handle(a)
		} else {
			s.Actions()[a](a)
		}
		s.Lay()
	}
}

// rows returns the rows of the screen.
func (s *shown) rows() []string {
	s.Lay()
	b := s.View()
	return strings.Split(ansi.Strip(s.p.Painter.Draw(s.p.Layout, &view.Screen{Board: b}, s.p.Sheet).Content), "\n")
}

// rowOf returns the row of the screen that has a text, -1 if none has.
func rowOf(rows []string, text string) int {
	return slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, text) })
}

// on returns the id of the selected task, and fails the test if it is not on the screen.
func (s *shown) on(t *testing.T) string {
	t.Helper()
	s.later(0)
	id := strings.TrimSuffix(s.UnderCursor().Name, ".json")
	if rows := s.rows(); id != "" && rowOf(rows, id+".") < 0 {
		t.Errorf("%s is selected and not on the screen:\n%s", id, strings.Join(rows, "\n"))
	}
	return id
}
