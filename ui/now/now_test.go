package now

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/tasks/team"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// seen is the view in a program, and what others know about the team.
type seen struct {
	*Model
	p       *hosttest.Program
	events  []log.Event
	members []team.Member
	words   map[string]string // how a member is
	style   style.Style       // of these words
	broken  safetext.Text     // what of the team cannot be read
	shows   view.ViewKind
}

func (s *seen) Members() []team.Member       { return s.members }
func (s *seen) RosterProblem() safetext.Text { return s.broken }
func (s *seen) Member(owner string) (team.Member, bool) {
	for _, m := range s.members {
		if m.Name == owner {
			return m, true
		}
	}
	return team.Member{}, false
}
func (s *seen) MemberWords(m team.Member) (string, style.Style) { return s.words[m.Name], s.style }
func (s *seen) MessageWords(m team.Member) string               { return m.Newest.Text }

func see(ts ...*tasks.Task) *seen {
	p := hosttest.New()
	s := &seen{p: p, Model: New(&p.Program), words: map[string]string{}}
	p.Happened = func() []log.Event { return s.events }
	p.On = tasks.Key{}
	s.Uses = Uses{Team: s, ShowPicture: func(v view.ViewKind) { s.shows = v }, ShownPicture: func() view.ViewKind { return s.shows },
		Card: func(k tasks.Key) view.Card {
			return view.Card{ID: safetext.Line(p.Board.ShortID(k)), Subject: safetext.Line(p.Board.Task(k).Subject), Behind: p.Board.Behind(k, maxBehind)}
		}}
	s.receive(ts...)
	s.Show(view.NowView)
	s.opens = false // most tests begin without a selection
	return s
}

var s12 = &tasks.Traits{Dialect: "s12", HasOwner: true}

func key(id string) tasks.Key { return tasks.Key{Name: id + ".json"} }

func task(id string, status tasks.Status, owner string, waitsFor ...string) *tasks.Task {
	t := &tasks.Task{Key: key(id), ID: tasks.ID{Text: id}, Subject: "Task " + id, Status: status, Owner: owner, Traits: s12}
	for _, w := range waitsFor {
		t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: w})
	}
	return t
}

// receive applies tasks, written now, to the board and records the events.
func (s *seen) receive(ts ...*tasks.Task) {
	for _, t := range ts {
		t.Stamp.Mtime = s.p.Now.UnixNano()
		e := log.Event{At: s.p.Now, Key: t.Key, Subject: t.Subject, To: log.State{There: true, Status: t.Status, Owner: t.Owner}}
		if was := s.p.Board.Task(t.Key); was != nil {
			e.From = log.State{There: true, Status: was.Status, Owner: was.Owner}
		}
		s.events = append(s.events, e)
	}
	s.p.Board.Apply(tasks.Delta{Put: ts, At: s.p.Now})
	s.p.Generation++
}

func (s *seen) later(d time.Duration) { s.p.Now = s.p.Now.Add(d) }

func (s *seen) press(as ...keymap.Action) {
	for _, a := range as {
		s.Actions()[a](a)
	}
}

// lanes returns the lanes as text: the selected task is marked with ">", an owner without one with ">" before the name.
func (s *seen) lanes() string {
	v := s.Picture()
	var all []string
	for i, l := range v.Lanes {
		out := l.Name.String() + ":"
		if i == v.Selected && l.Working == 0 {
			out = ">" + out
		}
		for k, t := range l.Tasks {
			mark := map[view.State]string{view.Running: "◐", view.Done: "✓", view.Skipped: "-"}[t.Card.State]
			if i == v.Selected && k == v.Row && k < l.Working {
				mark = ">" + mark
			}
			out += " " + mark + strings.Join(slices.DeleteFunc([]string{t.Card.ID.String(), t.Doing.String(), t.For.String()}, func(s string) bool { return s == "" }), ",")
		}
		all = append(all, out)
	}
	return strings.Join(all, "\n")
}

func (s *seen) want(t *testing.T, what, want string) {
	t.Helper()
	if got := s.lanes(); got != want {
		t.Errorf("%s:\n%s\nand not\n%s", what, got, want)
	}
}

func TestEveryOwnerHasALane(t *testing.T) {
	s := see(task("1", tasks.Pending, ""), task("2", tasks.Pending, "", "1"))
	s.want(t, "nobody works", "")
	running := task("1", tasks.InProgress, "bob")
	running.ActiveForm = "Parsing"
	s.receive(running, task("3", tasks.InProgress, ""))
	s.want(t, "two work", "bob: ◐#1,Parsing,now\nunassigned: ◐#3,now")
	s.later(20 * time.Minute)
	s.receive(task("1", tasks.Completed, "bob"), task("2", tasks.InProgress, "ann"), task("10", tasks.InProgress, "agent-10"), task("9", tasks.InProgress, "agent-9"))
	s.want(t, "bob is idle", "agent-9: ◐#9,now\nagent-10: ◐#10,now\nyou: ◐#2,now\nunassigned: ◐#3,20m\nbob: ✓#1,now")
	s.later(5 * time.Minute)
	s.receive(task("3", tasks.Pending, ""), task("2", tasks.Pending, ""), task("9", tasks.InProgress, "bob"))
	s.members = []team.Member{{Name: "bob"}, {Name: "lead"}}
	s.p.Generation++
	s.want(t, "some were released", "agent-10: ◐#10,5m\nbob: ◐#9,now ✓#1,5m\nagent-9: -#9,now\nyou: -#2,now\nlead:")
	s.p.Board.Apply(tasks.Delta{Gone: []tasks.Key{key("10")}, At: s.p.Now})
	s.p.Generation++
	if got := s.lanes(); strings.Contains(got, "agent-10") {
		t.Errorf("a deleted task is in progress:\n%s", got)
	}
}

// A board that was opened after the work began takes its lanes from the tasks.
func TestWorkFromBeforeTheFirstEventHasLanes(t *testing.T) {
	s := see()
	s.p.Board.Apply(tasks.Delta{Put: []*tasks.Task{task("1", tasks.InProgress, "bob"), task("2", tasks.Completed, "eve"), task("3", tasks.Completed, "")}, At: s.p.Now, Whole: true})
	s.p.Generation++
	if got := s.lanes(); !strings.HasPrefix(got, "bob: ◐#1,") || !strings.Contains(got, "\neve: ✓#2,") || strings.Contains(got, "#3") {
		t.Errorf("%s", got)
	}
	// An owner who lost a task while no board was open has it no more.
	s.events = []log.Event{{At: s.p.Now.Add(-time.Hour), Key: key("1"), To: log.State{There: true, Status: tasks.InProgress, Owner: "kim"}}}
	if got := s.lanes(); strings.Contains(got, "kim") {
		t.Errorf("%s", got)
	}
}

func TestTheSelectionIsATaskOrAnIdleAgent(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"), task("2", tasks.Completed, "eve"))
	s.receive(task("4", tasks.InProgress, "bob"))
	s.events[1].From = log.State{There: true, Status: tasks.InProgress, Owner: "eve"}
	selected := func(what, want string) {
		t.Helper()
		k, ok := s.Selected()
		owner, on := s.SelectedOwner()
		if got := fmt.Sprintf("%s %v, %s %v, board %s", k.Name, ok, owner, on, s.p.On.Name); got != want {
			t.Errorf("%s: %s, not %s", what, got, want)
		}
	}
	selected("at first", " false,  false, board ")
	s.press(keymap.Down)
	selected("the first", "4.json true, bob true, board 4.json")
	s.press(keymap.Down)
	selected("the second", "1.json true, bob true, board 1.json")
	s.want(t, "drawn", "bob: ◐#4,now >◐#1,now\neve: ✓#2,now")
	s.press(keymap.Last)
	selected("an idle agent: its last task", "2.json true, eve true, board 2.json")
	s.want(t, "drawn", "bob: ◐#4,now ◐#1,now\n>eve: ✓#2,now")
	s.press(keymap.First)
	selected("the first again", "4.json true, bob true, board 4.json")
	s.receive(task("4", tasks.Completed, "bob"))
	selected("completed: another one of the same agent", "1.json true, bob true, board 4.json")
	s.receive(task("1", tasks.Completed, "bob"))
	selected("and then its last task", "1.json true, bob true, board 4.json")
	s.p.Board.Apply(tasks.Delta{Gone: []tasks.Key{key("1"), key("4"), key("2")}, At: s.p.Now})
	s.p.Generation++
	selected("deleted", " false, bob true, board 4.json")
	s.events = nil
	s.p.Generation++
	s.press(keymap.Up)
	selected("nothing to select", " false,  false, board 4.json")
}

// A footer without verbs helps nobody, so a row is selected from the beginning.
func TestTheTaskOfTheBoardIsSelectedOrAReadyOne(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"), task("2", tasks.Completed, ""), task("3", tasks.Pending, ""), task("4", tasks.Pending, ""))
	for id, want := range map[string]string{"1": "1.json", "2": "3.json", "4": "4.json", "": "3.json"} {
		s.p.On = key(id)
		s.Show(view.BoardView)
		if s.Showing() || s.Shown() != view.BoardView {
			t.Error("the board is not shown")
		}
		s.Show(view.NowView)
		if k, _ := s.Selected(); k.Name != want || !s.Showing() || s.Shown() != view.NowView {
			t.Errorf("from %s on the board %q is selected", id, k.Name)
		}
	}
}

func TestViewsFollowEachOtherInTheOrderOfTheirKeys(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	for from, want := range map[view.ViewKind][2]view.ViewKind{
		view.BoardView: {view.NowView, view.GraphView}, view.GraphView: {view.BoardView, view.NowView}, view.TreeView: {view.BoardView, view.NowView}, view.NowView: {view.GraphView, view.BoardView},
	} {
		if s.Show(from); s.Next(-1) != want[0] || s.Next(1) != want[1] {
			t.Errorf("next to view %d are %d and %d", from, s.Next(-1), s.Next(1))
		}
	}
}

func TestNowIsNotShownWithoutADirectory(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	s.p.Workspace = nil
	if s.Show(view.NowView); s.Showing() {
		t.Error("it is shown without a directory")
	}
}

func TestTheSpanFitsTheWork(t *testing.T) {
	at := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	work := func(from, to time.Duration) Stretch {
		s := Stretch{From: at.Add(-from)}
		if to >= 0 {
			s.To = at.Add(-to)
		}
		return s
	}
	for name, c := range map[string]struct {
		of   []Stretch
		want time.Duration
	}{
		"nothing":                         {nil, 5 * time.Minute},
		"a moment":                        {[]Stretch{work(time.Minute, -1)}, 5 * time.Minute},
		"in steps of five minutes":        {[]Stretch{work(11*time.Minute, 3*time.Minute)}, 15 * time.Minute},
		"just a step":                     {[]Stretch{work(10*time.Minute, 3*time.Minute)}, 10 * time.Minute},
		"at most four hours":              {[]Stretch{work(9*time.Hour, -1)}, 4 * time.Hour},
		"an old completion":               {[]Stretch{work(5*time.Hour, 5*time.Hour)}, 5 * time.Minute},
		"a recent completion":             {[]Stretch{work(time.Hour, time.Hour)}, time.Hour},
		"one that is just recent":         {[]Stretch{work(4*time.Hour, 4*time.Hour)}, 4 * time.Hour},
		"old work that was seen to begin": {[]Stretch{work(6*time.Hour, 5*time.Hour)}, 4 * time.Hour},
	} {
		if got := fitSpan([]Worker{{Stretches: c.of}}, at); got != c.want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestKeysZoomAndScroll(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	s.later(50 * time.Minute)
	for _, c := range []struct {
		key         keymap.Action
		span, shift time.Duration
	}{
		{keymap.ZoomOut, time.Hour, 0}, {keymap.Left, time.Hour, 15 * time.Minute}, {keymap.Left, time.Hour, 30 * time.Minute}, {keymap.Right, time.Hour, 15 * time.Minute},
		{keymap.ZoomIn, 15 * time.Minute, 15 * time.Minute}, {keymap.ZoomIn, 15 * time.Minute, 15 * time.Minute}, {keymap.ZoomOut, time.Hour, 15 * time.Minute},
		{keymap.ZoomOut, 4 * time.Hour, 0}, {keymap.Right, 4 * time.Hour, 0}, {keymap.ZoomOut, 12 * time.Hour, 0}, {keymap.ZoomOut, 48 * time.Hour, 0}, {keymap.ZoomOut, 168 * time.Hour, 0},
		{keymap.ZoomOut, 168 * time.Hour, 0}, {keymap.Left, 168 * time.Hour, 42 * time.Hour},
	} {
		if s.press(c.key); s.Picture().Span != c.span || s.Picture().Shift != c.shift {
			t.Errorf("%v: %s, until %s ago", c.key, s.Picture().Span, s.Picture().Shift)
		}
	}
	for range 30 {
		s.press(keymap.Left)
	}
	if s.Picture().Shift != maxShift {
		t.Errorf("at the end it is %s ago", s.Picture().Shift)
	}
	if s.Reset(); !s.Showing() || s.Picture().Span != 168*time.Hour || s.Picture().Shift != 0 {
		t.Errorf("another directory: %v, %s, %s", s.Showing(), s.Picture().Span, s.Picture().Shift)
	}
}

// A lane has the tasks that ended in the shown time, and one before these if nothing is in progress.
func TestALaneHasWhatEndedInTheShownTime(t *testing.T) {
	s := see()
	for i := range 4 {
		id := fmt.Sprint(i)
		s.receive(task(id, tasks.InProgress, "bob"))
		s.later(time.Hour)
		s.receive(task(id, tasks.Completed, "bob"))
	}
	s.later(30 * time.Minute)
	s.span = time.Hour
	s.want(t, "now", "bob: ✓#3,30m ✓#2,1h ✓#1,2h ✓#0,3h")
	s.shift = time.Hour
	s.want(t, "an hour ago", "bob: ✓#3,30m ✓#2,1h")
	s.shift = 3 * time.Hour
	s.want(t, "three hours ago", "bob: ✓#3,30m ✓#1,2h ✓#0,3h")
	s.later(30 * time.Minute)
	s.shift = time.Hour
	s.want(t, "what ended just before the shown hour", "bob: ✓#3,1h")
	s.later(-30 * time.Minute)
	s.shift = 3 * time.Hour
	s.receive(task("9", tasks.InProgress, "bob"))
	s.want(t, "with a task in progress", "bob: ◐#9,now ✓#1,2h ✓#0,3h")
	for i := range maxBefore {
		s.receive(task(fmt.Sprint("more", i), tasks.InProgress, "bob"), task(fmt.Sprint("more", i), tasks.Completed, "bob"))
	}
	if s.shift = 0; len(s.Picture().Lanes[0].Tasks) != 1+maxBefore {
		t.Errorf("it has %d tasks", len(s.Picture().Lanes[0].Tasks))
	}
}

func TestALaneSaysWhatIsWrong(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"), task("2", tasks.InProgress, "ann"))
	s.later(time.Hour)
	stalled := board.Need{Key: key("1"), Kind: board.TaskStalled, Since: s.p.Now.Add(-time.Hour)}
	s.p.Needs = func() []board.Need { return []board.Need{stalled} }
	s.p.Circumstances = func() board.Circumstances { return board.Circumstances{Now: s.p.Now, Stalled: 30 * time.Minute} }
	s.want(t, "first what needs a person", "bob: ◐#1,1h\nyou: ◐#2,1h")
	if l := s.Picture().Lanes[0].Tasks[0]; l.Silent != time.Hour {
		t.Errorf("silent for %s", l.Silent)
	}
	s.p.Needs = func() []board.Need { return nil }
	s.p.Circumstances = func() board.Circumstances { return board.Circumstances{Now: s.p.Now} }
	s.members = []team.Member{{Name: "bob", State: team.Gone}}
	s.p.Generation++
	if v := s.Picture(); v.Lanes[0].Tasks[0].Silent != 0 || v.Lanes[1].Tasks[0].Silent != time.Hour {
		t.Errorf("one that is gone has been silent for %s, the other one for %s", v.Lanes[1].Tasks[0].Silent, v.Lanes[0].Tasks[0].Silent)
	}
}

func TestFactsAboutAnAgent(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	for _, c := range []struct {
		what   string
		member team.Member
		words  string
		want   string
	}{
		{"nothing is known", team.Member{}, "", ""},
		{"its state", team.Member{Name: "bob", State: team.Idle}, "idle", "idle"},
		{"who says so", team.Member{Name: "bob", State: team.Idle, StatedBy: "Claude Code"}, "idle", "idle, Claude Code says"},
		{"absent", team.Member{Name: "bob", Absent: true}, "gone", "gone"},
		{"its role", team.Member{Name: "bob", Role: "backend", Lead: true, Newest: team.Message{Text: "I am done"}}, "", "backend, I am done"},
		{"it leads", team.Member{Name: "bob", Lead: true}, "", "leads"},
	} {
		s.members, s.words["bob"] = []team.Member{c.member}, c.words
		s.p.Generation++
		var all []string
		for _, f := range s.Picture().Lanes[0].Facts {
			all = append(all, f.Text.String())
		}
		if got := strings.Join(all, ", "); got != c.want {
			t.Errorf("%s: %s", c.what, got)
		}
	}
}

func TestAnAgentThatIsGoneIsMentionedOnce(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	s.members, s.words["bob"], s.style = []team.Member{{Name: "bob", State: team.Gone}}, "gone", style.Danger
	s.p.Generation++
	fact := func() view.Span { return s.Picture().Lanes[0].Facts[0] }
	if f := fact(); f.Text.String() != "gone" || f.Style != style.Danger {
		t.Errorf("%+v", f)
	}
	s.p.Needs = func() []board.Need { return []board.Need{{Key: key("1"), Kind: board.OwnerGone}} }
	s.p.Generation++
	if facts := s.Picture().Lanes[0].Facts; len(facts) > 0 {
		t.Errorf("its task says so already: %v", facts)
	}
	s.p.Needs = func() []board.Need { return nil }
	s.style = style.Accent
	s.p.Generation++
	if f := fact(); f.Style != style.Dim {
		t.Errorf("a state that is fine: %+v", f)
	}
}

// blocks returns the lists below the lanes as text.
func (s *seen) blocks() string {
	var all []string
	for _, b := range s.Picture().Blocks {
		out := b.Title.String() + " (" + b.Says.String() + ")"
		for _, c := range b.Cards {
			if out += " " + c.ID.String(); c.Behind > 0 {
				out += fmt.Sprint(",", c.Behind)
			}
			if c.ID.Empty() {
				out += c.Subject.String()
			}
		}
		if b.More > 0 {
			out += fmt.Sprintf(" +%d", b.More)
		}
		all = append(all, out)
	}
	return strings.Join(all, "\n")
}

func TestWhatIsReadyAndWhatComesNext(t *testing.T) {
	s := see(task("1", tasks.Pending, ""), task("2", tasks.Pending, "", "1"), task("3", tasks.InProgress, "bob"), task("4", tasks.Pending, "", "3"), task("5", tasks.Pending, "", "3", "6"), task("6", tasks.InProgress, "eve"),
		task("7", tasks.InProgress, "kim"), task("8", tasks.Pending, "", "3", "6", "7"), task("9", tasks.Pending, ""), task("10", tasks.Pending, "", "2"))
	if got, want := s.blocks(), "Ready () #1,2 #9\nNext up () #4 #5 #8"; got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
	s.receive(task("1", tasks.InProgress, "bob"), task("9", tasks.InProgress, "bob"))
	if got, want := s.blocks(), "Next up (nothing is ready yet) #2,1 #4 #5 #8"; got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
	for i := range maxListed + 3 {
		s.receive(task(fmt.Sprint("n", i), tasks.Pending, ""))
	}
	if got := s.blocks(); !strings.Contains(got, " +3\nNext up () ") {
		t.Errorf("%s", got)
	}
}

func TestFreeAgentsAreNamed(t *testing.T) {
	s := see(task("1", tasks.Pending, ""))
	work := func(owner string) {
		s.receive(task("of "+owner, tasks.InProgress, owner))
		s.receive(task("of "+owner, tasks.Completed, owner))
	}
	for _, c := range []struct {
		what string
		do   func()
		want string
	}{
		{"nobody", func() {}, "Ready () #1"},
		{"one who completed a task", func() { work("bob") }, "Ready (bob is free) #1"},
		{"you are no agent", func() { work("ann"); work("") }, "Ready (bob is free) #1"},
		{"two", func() { work("eve") }, "Ready (2 agents are free) #1"},
		{"one of them works", func() { s.receive(task("2", tasks.InProgress, "eve")) }, "Ready (bob is free) #1"},
		{"a lead, one who left, and one who says it works", func() {
			s.members = []team.Member{{Name: "bob", Lead: true, State: team.Idle}, {Name: "kim", Absent: true, State: team.Idle}, {Name: "joe", State: team.Active}}
			work("joe")
		}, "Ready () #1"},
		{"one who says it is idle and never worked", func() {
			s.members = []team.Member{{Name: "bob", Lead: true}, {Name: "new", State: team.Idle}}
			work("joe")
		}, "Ready (2 agents are free) #1"},
		{"one who never worked and says nothing", func() { s.members = []team.Member{{Name: "bob", Lead: true}, {Name: "new"}} }, "Ready (joe is free) #1"},
	} {
		c.do()
		s.p.Generation++
		if got := s.blocks(); got != c.want {
			t.Errorf("%s: %s", c.what, got)
		}
	}
	if free := s.Picture().Lanes[len(s.Picture().Lanes)-1].Free.String(); free != "free" {
		t.Errorf("an agent without a task is %q", free)
	}
}

func TestWhatNeedsAPersonIsListed(t *testing.T) {
	s := see(task("1", tasks.Pending, "", "nowhere"), task("2", tasks.InProgress, "bob"))
	needs := []board.Need{{Key: key("1")}, {Key: key("2")}, {Who: "lead"}}
	s.p.Needs = func() []board.Need { return needs }
	s.p.NeedWords = func(n board.Need) view.Text { return safetext.Line("look at " + n.Key.Name + n.Who) }
	s.broken = safetext.Const("the roster cannot be read")
	s.p.Generation++
	if got, want := s.blocks(), "Needs you (one is above) #1 look at lead the roster cannot be read"; got != want {
		t.Errorf("%s\nand not\n%s", got, want)
	}
	needs, s.broken = slices.Repeat(needs[2:], maxListed+4), safetext.Text{}
	s.p.Generation++
	if b := s.Picture().Blocks[0]; len(b.Cards) != maxListed || b.More != 4 {
		t.Errorf("%d cards and %d more", len(b.Cards), b.More)
	}
}

// What was completed counts, whoever did.
func TestHowMuchWasDoneInTheLastHour(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"), task("2", tasks.InProgress, ""), task("3", tasks.Pending, ""))
	for _, c := range []struct {
		after     time.Duration
		of, owner string
		want      string
	}{
		{0, "", "", ""}, {time.Minute, "1", "bob", "1 done in the last hour"}, {30 * time.Minute, "2", "", "2 done in the last hour"},
		{30*time.Minute - time.Second, "", "", "2 done in the last hour"}, {time.Minute, "", "", "1 done in the last hour"},
	} {
		if s.later(c.after); c.of != "" {
			s.receive(task(c.of, tasks.Completed, c.owner))
		}
		if got := s.Picture().Done.String(); got != c.want {
			t.Errorf("%s later: %q", c.after, got)
		}
	}
	if lanes := s.lanes(); strings.Contains(lanes, "unassigned") || s.Picture().Agents != 1 {
		t.Errorf("nobody is no agent: %s", lanes)
	}
}

// The tasks of the lists are selected below the agents.
func TestATaskOfAListIsSelected(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"), task("2", tasks.Pending, ""), task("3", tasks.Pending, ""))
	s.press(keymap.Down, keymap.Down, keymap.Down)
	if k, ok := s.Selected(); !ok || k != key("3") || s.Picture().Blocks[0].Selected != 1 || s.Picture().Selected >= 0 {
		t.Errorf("selected are %v, %+v", k, s.Picture().Blocks)
	}
	if _, is := s.SelectedOwner(); is {
		t.Error("an agent is selected")
	}
	s.receive(task("3", tasks.InProgress, "bob"))
	if s.Picture(); s.sel.set {
		t.Errorf("what left the list is selected: %+v", s.sel)
	}
}

// The axis has about six round times.
func TestTheAxisHasRoundTimes(t *testing.T) {
	at := time.Date(2026, 5, 4, 12, 3, 20, 0, time.Local)
	for name, c := range map[string]struct {
		span, shift time.Duration
		want        string
	}{
		"five minutes":           {5 * time.Minute, 0, "11:58 11:59 12:00 12:01 12:02 12:03"},
		"an hour":                {time.Hour, 0, "11:00 11:10 11:20 11:30 11:40 11:50 12:00"},
		"until an hour ago":      {time.Hour, time.Hour, "10:00 10:10 10:20 10:30 10:40 10:50 11:00"},
		"half a day":             {12 * time.Hour, 0, "00:00 02:00 04:00 06:00 08:00 10:00 12:00"},
		"two days":               {48 * time.Hour, 0, "12:00 00:00 12:00 00:00 12:00"},
		"a step of half an hour": {3 * time.Hour, 0, "09:00 09:30 10:00 10:30 11:00 11:30 12:00"},
	} {
		var got []string
		for _, tick := range ticks(at, c.span, c.shift) {
			got = append(got, tick.Clock.String())
			if on := at.Add(-tick.Ago); on.Second() != 0 || tick.Ago < c.shift {
				t.Errorf("%s: a tick at %s", name, on)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %s", name, strings.Join(got, " "))
		}
	}
	for _, tick := range ticks(at, 7*24*time.Hour, 0) {
		if strings.Contains(tick.Clock.String(), ":") {
			t.Errorf("of a week: %s", tick.Clock)
		}
	}
}

// Other events than before are followed from their beginning.
func TestOtherEventsReplaceThose(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	s.want(t, "at first", "bob: ◐#1,now")
	s.events = nil
	s.receive(task("1", tasks.InProgress, "eve"), task("2", tasks.InProgress, "eve"))
	s.want(t, "of another history", "eve: ◐#2,now ◐#1,now")
}

// The picture is computed again only after a change or a minute.
func TestThePictureIsKept(t *testing.T) {
	s := see(task("1", tasks.InProgress, "bob"))
	for name, c := range map[string]struct {
		do   func()
		same bool
	}{
		"nothing changed":    {func() {}, true},
		"a minute later":     {func() { s.later(time.Minute) }, false},
		"the board changed":  {func() { s.p.Generation++ }, false},
		"something happened": {func() { s.events = append(s.events, log.Event{}) }, false},
		"a row is selected":  {func() { s.sel = selection{set: true, owner: "bob"} }, false},
		"another span":       {func() { s.span += time.Hour }, false},
		"another time":       {func() { s.shift += time.Hour }, false},
	} {
		before := s.Picture()
		if c.do(); (s.Picture() == before) != c.same {
			t.Errorf("%s: the same picture is %v", name, !c.same)
		}
	}
}
