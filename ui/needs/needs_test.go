package needs

import (
	"slices"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
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

// withCircumstances is a program whose circumstances a test sets.
type withCircumstances struct {
	*hosttest.Program
	c        board.Circumstances
	readOnly string
	noPane   bool
}

func (a *withCircumstances) Circumstances() board.Circumstances {
	a.c.Now = a.At
	return a.c
}
func (a *withCircumstances) Reveal(k tasks.Key)  { a.On = k }
func (a *withCircumstances) WhyNotNow() string   { return a.readOnly }
func (a *withCircumstances) HasPane(string) bool { return !a.noPane }

func TestTheWalkIsCyclicAndSaysWhatHelps(t *testing.T) {
	p := &withCircumstances{Program: hosttest.New(task("fine", tasks.Completed, ""), task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"))}
	p.c = board.Circumstances{Stalled: 30 * time.Minute, Agents: []tasks.Agent{{Name: "lead", State: tasks.AgentWaiting}}}
	m := New(p)
	if got := m.Count().String(); got != "3 need you" {
		t.Errorf("the header says %q", got)
	}
	var on []string
	for range 4 {
		m.GoToNext()
		on = append(on, p.On.Name)
	}
	if want := []string{"fine.json", "silent.json", "lost.json", "lost.json"}; !slices.Equal(on, want) {
		t.Errorf("it goes to %v", on)
	}
	want := []string{"Lead waits for your answer. k lists what helps", "#silent needs you: stalled for 1h. k releases it", "#lost needs you: waits for a missing task. k unlinks it", "Lead waits for your answer. k lists what helps"}
	if !slices.Equal(p.Said, want) {
		t.Errorf("it says %q", p.Said)
	}
	m.Reset()
	p.c, p.Tasks = board.Circumstances{}, board.New()
	p.Said = nil
	if m.GoToNext(); !m.Count().Empty() || !slices.Equal(p.Said, []string{"Nothing needs you"}) {
		t.Errorf("%q, and it says %q", m.Count(), p.Said)
	}
}

func TestACardSaysWhyItNeedsAPersonAndWhatHelps(t *testing.T) {
	p := &withCircumstances{Program: hosttest.New(task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"))}
	p.c.Stalled = 30 * time.Minute
	m := New(p)
	marked := func(id string) view.Card {
		card := view.Card{}
		m.Mark(&card, tasks.Key{Name: id + ".json"})
		return card
	}
	keyOn := func(c view.Card) string { return c.Help.Name.String() + " " + c.Help.Does.String() }
	if c := marked("silent"); c.Warn.String() != "stalled for 1h" || !c.Alarm || keyOn(c) != "k release" {
		t.Errorf("in a column: %+v", c)
	}
	if c := marked("lost"); !c.Warn.Empty() {
		t.Errorf("a card that already says it warns too: %+v", c)
	}
	p.Look.Stacked = true
	if c := marked("silent"); keyOn(c) != "k release" {
		t.Errorf("in the list: %+v", c)
	}
	if c := marked("lost"); c.Warn.String() != "waits for a missing task" || keyOn(c) != "k unlink" {
		t.Errorf("in the list: %+v", c)
	}
	p.c.Agents = []tasks.Agent{{Name: "bob", State: tasks.AgentWaiting}}
	p.Tasks.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: tasks.AgentWaiting} })
	for p.noPane = range map[bool]bool{true: true, false: true} {
		m = New(p)
		if c := marked("silent"); c.Warn.String() != "bob waits for your answer" || c.Help.Name.Empty() != p.noPane {
			t.Errorf("the owner waits, without a pane %v: %+v", p.noPane, c)
		}
	}
	p.readOnly = "the board is read only"
	if c := marked("lost"); !c.Needy || c.Warn.Empty() || !c.Help.Name.Empty() {
		t.Errorf("on a read-only board: %+v", c)
	}
	if got := m.AppendPlaces(nil); !slices.Equal(got, []view.StackCard{{Column: view.InProgressColumn}, {Column: view.PendingColumn}}) {
		t.Errorf("the places are %v", got)
	}
}
