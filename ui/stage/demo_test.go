package stage

import (
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/demo"
	"sideboard/ui/host"
)

// screen is a Program with a notice and a last event.
type screen struct {
	Program
	words  string
	at     time.Time
	newest *board.Event
}

func (s *screen) Now() time.Time            { return s.at }
func (s *screen) NewestEvent() *board.Event { return s.newest }
func (s *screen) NoticeWords() string       { return s.words }
func (s *screen) ClearNotice()              { s.words = "" }
func (s *screen) Mention(words string)      { s.words = words }
func (s *screen) RetellLost(string) bool    { return false }
func (s *screen) JustDone() bool            { return false }

// happens makes an event the last one of the board.
func (m *Model) happens(s *screen, kind tasks.EventKind) {
	e := board.Event{Kind: kind, At: s.at}
	s.newest = &e
	m.Hear(board.Diff{Events: []board.Event{e}})
}

func TestAMishapNeverHidesACompletion(t *testing.T) {
	s := &screen{at: time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)}
	m := New(s)
	m.demo = &demo.Demo{}
	mishap := func() { m.showCaption(demo.Caption{Who: "agent-4", Text: "agent-4 found more to do"}, true) }
	mishap()
	if m.happens(s, tasks.EventClaimed); s.words == "" {
		t.Error("a claim hides the mishap")
	}
	if m.happens(s, tasks.EventCompleted); s.words != "" {
		t.Errorf("after a completion the notice is %q", s.words)
	}
	if mishap(); s.words != "" {
		t.Errorf("right after a completion the notice is %q", s.words)
	}
	s.at = s.at.Add(host.GlanceFor)
	if mishap(); s.words == "" {
		t.Error("the mishap is not shown")
	}
	s.words = "Something else"
	if m.happens(s, tasks.EventCompleted); s.words == "" {
		t.Error("another notice was removed")
	}
}
