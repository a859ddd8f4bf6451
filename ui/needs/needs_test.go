package needs

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
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
	m.Opens = func(tasks.Key) bool { return true }
	m.NewTasks = func() []tasks.Key { return nil }
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
	want := []string{"lead waits for your answer. ! lists what helps", "#silent needs you: stalled for 1h. r releases it", "#lost needs you: waits for a missing task. X unlinks it", "lead waits for your answer. ! lists what helps"}
	if !slices.Equal(said, want) {
		t.Errorf("it says %q", said)
	}
	m.Reset()
	c, p.Board = board.Circumstances{}, board.New()
	if m.GoToNext(); !m.Count().Empty() || p.NoticeText() != "Nothing needs you" {
		t.Errorf("%q, and it says %q", m.Count(), p.NoticeText())
	}
}

// What others completed comes after what needs a person, and goes as the person looks at it.
func TestTheWalkGoesOnToWhatIsNew(t *testing.T) {
	c := board.Circumstances{Stalled: 30 * time.Minute}
	p := around(&c, task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"),
		task("one", tasks.Completed, "bob"), task("two", tasks.Completed, "bob"), task("three", tasks.Completed, "bob"))
	m := New(&p.Program)
	var fresh []tasks.Key
	m.NewTasks = func() []tasks.Key { return slices.Clone(fresh) }
	m.HasPane = func(string) bool { return true }
	m.Opens = func(tasks.Key) bool { return true }
	three := []tasks.Key{{Name: "three.json"}, {Name: "two.json"}, {Name: "one.json"}}
	walk := func(n int, looks bool) string {
		fresh = slices.Clone(three)
		var on []string
		for range n {
			m.GoToNext()
			on = append(on, strings.TrimSuffix(p.On.Name, ".json"))
			if looks {
				fresh = slices.DeleteFunc(fresh, func(k tasks.Key) bool { return k == p.On })
			}
		}
		return strings.Join(on, " ")
	}
	if got := walk(7, false); got != "lost three two one silent lost three" {
		t.Errorf("it goes to %s", got)
	}
	if got := walk(6, true); got != "two three one silent lost silent" {
		t.Errorf("where it is seen at once it goes to %s", got)
	}
	if walk(1, false); p.NoticeText() != "#lost needs you: waits for a missing task. X unlinks it" {
		t.Errorf("it says %q", p.NoticeText())
	}
	m.Reset()
	m.NewTasks, p.Board, p.On = func() []tasks.Key { return slices.Clone(fresh) }, board.New(), tasks.Key{}
	for _, name := range []string{"one", "two", "three"} {
		p.Put(task(name, tasks.Completed, "bob"))
	}
	p.Generation++
	if got := walk(4, false); got != "three two one three" || p.NoticeText() != "#three is new: others completed it. enter opens it" {
		t.Errorf("if nothing needs a person it goes to %s, and says %q", got, p.NoticeText())
	}
	c.Review = three
	if p.Generation++; m.Count().String() != "3 need you" {
		t.Errorf("with review the header says %q", m.Count())
	}
	if got := walk(4, false); got != "two one three two" || !strings.HasSuffix(p.NoticeText(), "not seen yet. enter opens it") {
		t.Errorf("with review it goes to %s, and says %q", got, p.NoticeText())
	}
	card := view.Card{State: view.Done}
	if !m.Mark(&card, three[0]) || card.Alarm || card.Warn.String() != "not seen yet" || card.Help.Does.String() != "look at" {
		t.Errorf("with review the card is %+v", card)
	}
}

// What a card says of each kind of need, in a column and in the list, where it does not say already what its task waits for.
func TestACardSaysWhyItNeedsAPersonAndWhatHelps(t *testing.T) {
	c := board.Circumstances{Stalled: 30 * time.Minute}
	p := around(&c, task("silent", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"), task("loop", tasks.Pending, "", "loop"), task("failed", tasks.Failed, "eve"),
		task("asks", tasks.InProgress, "una"), task("dead", tasks.InProgress, "dee"), task("gone", tasks.InProgress, "gus"), task("fine", tasks.Completed, "bob"))
	states := map[string]tasks.AgentState{"una": tasks.AgentWaiting, "dee": tasks.AgentDead, "gus": tasks.AgentGone}
	p.Board.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: states[owner]} })
	p.Board.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: tasks.Key{Name: "broken.json"}, Kind: tasks.Unparsable, Text: "not JSON"}}, At: p.Now})
	m := New(&p.Program)
	m.HasPane = func(string) bool { return true }
	m.Opens = func(tasks.Key) bool { return true }
	says := func(id string) string {
		card := view.Card{Owner: safetext.Line("owner"), State: view.Waiting}
		if !m.Mark(&card, tasks.Key{Name: id}) {
			return "nothing"
		}
		s := fmt.Sprintf("%s | %s | %s %s", card.Warn, card.Owner, card.Help.Name, card.Help.Does)
		for i, is := range []bool{card.Alarm, !card.Needy, card.State != view.Waiting} {
			if is {
				s += [...]string{" | alarm", " | needs nobody", " | another state"}[i]
			}
		}
		return s
	}
	for id, want := range map[string][2]string{ // in a column, and in the list
		"silent.json": {"stalled | owner | r release | alarm", "stalled | owner | r release | alarm"},
		"lost.json":   {" | owner | X unlink | another state", "waits for a missing task | owner | X unlink | alarm | another state"},
		"loop.json":   {" | owner | X unlink", "in a loop | owner | X unlink | alarm"},
		"failed.json": {" | owner | o reopen", "failed | owner | o reopen | alarm"},
		"asks.json":   {"una waits for your answer | owner | P answer | alarm", "una waits for your answer |  | P answer | alarm"},
		"dead.json":   {"dee is dead | owner | r release | alarm", "dee is dead |  | r release | alarm"},
		"gone.json":   {"gus is gone | owner | r release | alarm", "gus is gone |  | r release | alarm"},
		"broken.json": {" | owner | E open file", " | owner | E open file"}, "fine.json": {"nothing", "nothing"}, "": {"nothing", "nothing"},
	} {
		p.Layout.Stacked = false
		column := says(id)
		p.Layout.Stacked = true
		if list := says(id); column != want[0] || list != want[1] {
			t.Errorf("%s says %q in a column and %q in the list", id, column, list)
		}
	}
	if got := m.AppendPlaces(nil); len(got) != 8 {
		t.Errorf("the cards of eight tasks need a person, and the places are %v", got)
	}
}

// oneSilent is a program in which bob has not written to his task for an hour.
func oneSilent() (*hosttest.Program, *Model) {
	p := around(&board.Circumstances{Stalled: 30 * time.Minute}, task("silent", tasks.InProgress, "bob"))
	m := New(&p.Program)
	m.HasPane = func(string) bool { return false }
	m.Opens = func(tasks.Key) bool { return true }
	return p, m
}

func TestAStalledCardAddsForHowLongWhereItHasRoom(t *testing.T) {
	p, m := oneSilent()
	silent := func() string {
		var card view.Card
		m.Mark(&card, tasks.Key{Name: "silent.json"})
		return card.More.String()
	}
	if got := silent(); got != "no write for 1h" {
		t.Errorf("it adds %q", got)
	}
	p.Now = p.Now.Add(90 * time.Minute)
	if got := silent(); got != "no write for 2h" {
		t.Errorf("later it adds %q", got)
	}
}

func TestACompletedTaskNeedsAPersonNoMore(t *testing.T) {
	p, m := oneSilent()
	k := tasks.Key{Name: "silent.json"}
	if !m.Mark(&view.Card{}, k) {
		t.Fatal("it does not need a person")
	}
	p.Put(task("silent", tasks.Completed, "bob"))
	if p.Generation++; m.Mark(&view.Card{}, k) {
		t.Error("it still needs a person")
	}
}

func TestACardOffersNoKeyThatCannotHelp(t *testing.T) {
	p, m := oneSilent()
	p.Board.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: tasks.AgentWaiting} })
	p.Generation++
	var card view.Card
	if m.Mark(&card, tasks.Key{Name: "silent.json"}); card.Warn.String() != "bob waits for your answer" || !card.Help.Name.Empty() {
		t.Errorf("without a pane it says %q, and offers %q", card.Warn, card.Help.Name)
	}
	p.Board.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner} })
	p.Generation++
	if a := m.Helps(tasks.Key{Name: "silent.json"}); a != keymap.Release {
		t.Errorf("it offers %q for a stalled task", p.KeyOf(a))
	}
	p.Directory = readOnly{p.Directory}
	if a := m.Helps(tasks.Key{Name: "silent.json"}); a != keymap.Nothing {
		t.Errorf("it offers %s on a read-only board", p.KeyOf(a))
	}
}

// The walk goes on from the task that the person selected, past what has no card.
func TestTheWalkGoesOnFromTheSelectedTask(t *testing.T) {
	c := board.Circumstances{Stalled: 30 * time.Minute}
	p := around(&c, task("fine", tasks.Completed, ""), task("a", tasks.InProgress, "bob"), task("b", tasks.InProgress, "bob"), task("lost", tasks.Pending, "", "nowhere"))
	p.Board.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: tasks.Key{Name: "broken.json"}, Kind: tasks.Unparsable, Text: "not JSON", Since: p.Now.Add(-59 * time.Second)}}, At: p.Now})
	m := New(&p.Program)
	m.NewTasks = func() []tasks.Key { return nil }
	m.Opens = func(tasks.Key) bool { return true }
	var said []string
	for _, from := range []string{"", "", "", "", "b.json", "", "a.json", "fine.json"} {
		if from != "" {
			p.On = tasks.Key{Name: from}
		}
		m.GoToNext()
		said = append(said, p.NoticeText())
	}
	p.Directory = readOnly{p.Directory}
	m.GoToNext()
	if got := strings.Join(append(said, p.NoticeText()), "\n"); got != walk {
		t.Errorf("it says\n%s", got)
	}
}

const walk = `broken needs you: cannot be read. E opens its file
#a needs you: stalled for 1h. r releases it
#b needs you: stalled for 1h. r releases it
#lost needs you: waits for a missing task. X unlinks it
#lost needs you: waits for a missing task. X unlinks it
broken needs you: cannot be read. E opens its file
#b needs you: stalled for 1h. r releases it
broken needs you: cannot be read. E opens its file
#a needs you: stalled for 1h`
