package needs

import (
	"slices"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/view"
)

var s12 = &tasks.Traits{Dialect: "s12", HasOwner: true}

func task(id string, status tasks.Status, owner string, waitsFor ...string) *tasks.Task {
	t := &tasks.Task{Key: tasks.Key{Name: id + ".json"}, ID: tasks.ID{Text: id}, Subject: id, Status: status, Owner: owner, Traits: s12}
	for _, w := range waitsFor {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: w})
	}
	t.Stamp.Mtime = time.Date(2026, 5, 4, 11, 0, 0, 0, time.UTC).UnixNano()
	return t
}

// around returns a program with tasks and what decides which of them need a person.
func around(c *board.Circumstances, ts ...*tasks.Task) *hosttest.Program {
	p := hosttest.New(ts...)
	p.Circumstances = func() board.Circumstances {
		c.Now = p.Now
		return *c
	}
	return p
}

type readOnly struct{ host.Directory }

func (readOnly) WhyNotNow() string { return "the board is read only" }

func TestTheWalkIsCyclicAndSaysWhatHelps(t *testing.T) {
	c := board.Circumstances{Stalled: 30 * time.Minute, Agents: []tasks.Agent{{Name: "lead", State: tasks.AgentWaiting}}}
	p := around(&c, task("fine", tasks.Completed, ""), task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"))
	m := New(&p.Program)
	m.HasPane = func(string) bool { return true }
	if got := m.Count().String(); got != "3 need you" {
		t.Errorf("the header says %q", got)
	}
	var on, said []string
	for range 4 {
		m.GoToNext()
		on, said = append(on, p.On.Name), append(said, p.NoticeText())
	}
	if want := []string{"fine.json", "silent.json", "lost.json", "lost.json"}; !slices.Equal(on, want) {
		t.Errorf("it goes to %v", on)
	}
	want := []string{"Lead waits for your answer. ! lists what helps", "#silent needs you: stalled for 1h. r releases it", "#lost needs you: waits for a missing task. X unlinks it", "Lead waits for your answer. ! lists what helps"}
	if !slices.Equal(said, want) {
		t.Errorf("it says %q", said)
	}
	m.Reset()
	c, p.Board = board.Circumstances{}, board.New()
	if m.GoToNext(); !m.Count().Empty() || p.NoticeText() != "Nothing needs you" {
		t.Errorf("%q, and it says %q", m.Count(), p.NoticeText())
	}
}

func TestACardSaysWhyItNeedsAPersonAndWhatHelps(t *testing.T) {
	c := board.Circumstances{Stalled: 30 * time.Minute}
	p := around(&c, task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"))
	m := New(&p.Program)
	marked := func(id string) view.Card {
		card := view.Card{}
		m.Mark(&card, tasks.Key{Name: id + ".json"})
		return card
	}
	keyOn := func(c view.Card) string { return c.Help.Name.String() + " " + c.Help.Does.String() }
	if c := marked("silent"); c.Warn.String() != "stalled for 1h" || !c.Alarm || keyOn(c) != "r release" {
		t.Errorf("in a column: %+v", c)
	}
	if c := marked("lost"); !c.Warn.Empty() {
		t.Errorf("a card that already says it warns too: %+v", c)
	}
	p.Layout.Stacked = true
	if c := marked("silent"); keyOn(c) != "r release" {
		t.Errorf("in the list: %+v", c)
	}
	if c := marked("lost"); c.Warn.String() != "waits for a missing task" || keyOn(c) != "X unlink" {
		t.Errorf("in the list: %+v", c)
	}
	c.Agents = []tasks.Agent{{Name: "bob", State: tasks.AgentWaiting}}
	p.Board.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: tasks.AgentWaiting} })
	for noPane := range map[bool]bool{true: true, false: true} {
		m = New(&p.Program)
		m.HasPane = func(string) bool { return !noPane }
		if c := marked("silent"); c.Warn.String() != "bob waits for your answer" || c.Help.Name.Empty() != noPane {
			t.Errorf("of who waits, without a pane %v: %+v", noPane, c)
		}
	}
	p.Directory = readOnly{p.Directory}
	if c := marked("lost"); !c.Needy || c.Warn.Empty() || !c.Help.Name.Empty() {
		t.Errorf("on a read-only board: %+v", c)
	}
	if got := m.AppendPlaces(nil); !slices.Equal(got, []view.StackCard{{Column: view.InProgressColumn}, {Column: view.PendingColumn}}) {
		t.Errorf("the places are %v", got)
	}
}
