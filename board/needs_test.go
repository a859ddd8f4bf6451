package board

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

// needs returns what needs a person in words: the task, why, and what helps.
func needs(b *Board, c Circumstances) []string {
	var all []string
	for _, n := range b.Needs(c, nil) {
		all = append(all, stemOf(n.Key.Name)+" "+n.Reason()+": "+n.Kind.Verb())
	}
	return all
}

func TestEverythingThatNeedsAPersonIsInOneListTheMostUrgentFirst(t *testing.T) {
	b := showing(
		task(s12, "fine", is(tasks.InProgress), owned("ann"), changed(time.Minute)),
		task(s12, "silent", is(tasks.InProgress), owned("ann"), changed(31*time.Minute)),
		task(s12, "left", is(tasks.InProgress), owned("bob")),
		task(s12, "crashed", is(tasks.InProgress), owned("cy")),
		task(s12, "asking", is(tasks.InProgress), owned("dee")),
		task(s12, "mine"),
		task(s12, "odd", foreign("parked")),
		task(s12, "free"), task(s12, "given", owned("cy")),
		task(claude, "c", waitsFor("free", "nowhere")),
		task(s12, "lost", waitsFor("nowhere")),
		task(s12, "behind", waitsFor("lost")),
		task(s12, "x", waitsFor("z")), task(s12, "y", waitsFor("x")), task(s12, "z", waitsFor("y")),
		task(s12, "after", waitsFor("x")),
	)
	b.Apply(tasks.Delta{Problems: []tasks.Problem{
		{Key: tasks.Key{Name: "torn.json"}, Kind: tasks.Unparsable}, {Key: tasks.Key{Name: "soon.json"}, Kind: tasks.BeingWritten}, {Key: tasks.Key{Name: "noise.json"}, Kind: tasks.NotATask},
		{Key: keyFor(s12, "fine"), Kind: tasks.BeingWritten},
	}, At: noon})
	b.SetOwnerState(func(_, owner string) tasks.Agent {
		return tasks.Agent{Name: owner, State: map[string]tasks.AgentState{
			"ann": tasks.AgentActive, "bob": tasks.AgentGone, "cy": tasks.AgentDead, "dee": tasks.AgentWaiting,
		}[owner]}
	})
	c := Circumstances{Now: noon, Stalled: 30 * time.Minute, Overwritten: []tasks.Key{keyFor(s12, "mine")}}
	same(t, "needs", needs(b, c), []string{
		"asking dee waits for your answer: answer", "mine your edit was overwritten: apply again", "crashed cy is dead: release",
		"left bob is gone: release", "torn cannot be read: repair", "x in a loop: unlink", "odd unknown status: edit",
		"silent stalled: release", "lost waits for a missing task: unlink",
	})
	over := func(name string) bool { return b.OwnerState(keyFor(s12, name)).State.Over() }
	if !over("left") || !over("crashed") || over("asking") || over("none") || over("given") {
		t.Error("the owners who work no more are not those")
	}
	q, _ := ParseQuery("fine", "")
	b.SetFilter(q)
	same(t, "behind a filter", len(needs(b, c)), 9)
	same(t, "what says blocked", showing(task(flow, "A-1", is(tasks.Blocked))).SaysBlocked(keyFor(flow, "A-1")), true)
	same(t, "of an empty board", needs(New(), c), []string(nil))
}

// A container is nobody's work, whatever its file says, and nobody can change a file that is only shown.
func TestContainersAndFilesThatAreOnlyShownNeedNobody(t *testing.T) {
	b := showing(task(&tasks.Traits{Dialect: "other", ReadOnly: "it is only shown"}, "other", is(tasks.Failed)), task(flow, "IMPL-1", is(tasks.InProgress), owned("cy")), task(flow, "IMPL-1.1", is(tasks.InProgress), owned("cy"), partOf("IMPL-1")), task(flow, "IMPL-2", is(tasks.Failed)), task(flow, "IMPL-2.1", partOf("IMPL-2")))
	b.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: tasks.AgentDead} })
	same(t, "needs", needs(b, Circumstances{Now: noon, Stalled: time.Minute}), []string{"IMPL-1.1 cy is dead: release"})
	same(t, "the owner of a container", b.OwnerState(keyFor(flow, "IMPL-1")), tasks.Agent{})
}

func TestTheErrorsOfTheDoctorAreAmongWhatNeedsAPerson(t *testing.T) {
	b := showing(task(s12, "kept", owned("eve")), task(s12, "lost", waitsFor("nowhere")), task(s12, "odd", foreign("parked")))
	fault := func(what string, files ...string) (f Fault) {
		for _, name := range files {
			f.Files = append(f.Files, keyFor(s12, name))
		}
		f.What = what
		return f
	}
	c := Circumstances{Now: noon, Errors: []Fault{
		fault("it still belongs to eve", "kept"), fault("it is wrong in another way too", "kept"), fault("its status is parked", "odd"),
		fault("it waits for what is not there", "other", "lost"), fault("it is a directory", ".lock"),
	}}
	same(t, "needs", needs(b, c), []string{
		"kept it still belongs to eve: repair", ".lock it is a directory: repair", "odd unknown status: edit", "lost waits for a missing task: unlink",
	})
}

// Whatever needs a person and has a card is what is:needs-me shows, and nothing else.
func TestTheFilterShowsWhatNeedsAPerson(t *testing.T) {
	b := showing(task(s12, "kept", owned("eve")), task(s12, "x", waitsFor("y")), task(s12, "y", waitsFor("x")), task(s12, "free"), task(s12, "run", is(tasks.InProgress), owned("ann"), changed(time.Minute)))
	state := tasks.Agent{Name: "ann"}
	b.SetOwnerState(func(_, owner string) tasks.Agent { return state })
	shows := func() string {
		q, _ := ParseQuery("is:needs-me", "me")
		q.Circumstances = Circumstances{Now: noon, Errors: []Fault{{Files: []tasks.Key{keyFor(s12, "kept")}}}}
		b.SetFilter(q)
		return column(b, PendingColumn) + "," + column(b, InProgressColumn)
	}
	same(t, "at first", shows(), "kept x,")
	state.State = tasks.AgentDead
	same(t, "when its owner died", shows(), "kept x,run")
	b.Apply(put(task(s12, "y")))
	same(t, "when the loop is open", column(b, PendingColumn), "kept")
}

func TestATaskNeedsAPersonOnceForItsMostUrgentReason(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.InProgress), owned("ann")))
	b.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{Name: owner, State: tasks.AgentDead} })
	b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: keyFor(s12, "a"), Kind: tasks.Unparsable}}, At: noon})
	same(t, "needs", needs(b, Circumstances{Now: noon, Overwritten: []tasks.Key{keyFor(s12, "a"), keyFor(s12, "gone")}}),
		[]string{"a your edit was overwritten: apply again"})
}

func TestATaskOfAnAgentThatIsSeenAtWorkIsNotStalled(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.InProgress), owned("ann")))
	for live, want := range map[bool][]string{true: nil, false: {"a stalled: release"}} {
		b.SetOwnerState(func(_, owner string) tasks.Agent {
			return tasks.Agent{Name: owner, State: tasks.AgentActive, Live: live}
		})
		same(t, "needs", needs(b, Circumstances{Now: noon, Stalled: time.Minute}), want)
	}
}

func TestAMissingBlockerThatItsAgentsIgnoreNeedsNobody(t *testing.T) {
	same(t, "needs", needs(showing(task(claude, "2", waitsFor("1")), task(claude, "3")), Circumstances{Now: noon}), []string(nil))
}

func TestAnAgentThatWaitsWithoutATaskNeedsAPersonToo(t *testing.T) {
	c := Circumstances{Now: noon, Agents: []tasks.Agent{{Name: "lead", State: tasks.AgentWaiting}, {Name: "ann", State: tasks.AgentIdle}}}
	same(t, "needs", needs(showing(task(s12, "a")), c), []string{" lead waits for your answer: answer"})
}

func TestReadyWorkNextToIdleAgentsNeedsAPersonAfterFiveMinutes(t *testing.T) {
	idle := func(since time.Duration) Circumstances {
		return Circumstances{Now: noon, Agents: []tasks.Agent{
			{Name: "ann", State: tasks.AgentIdle, Since: noon.Add(-since)}, {Name: "bob", State: tasks.AgentIdle}, {Name: "cy", State: tasks.AgentActive},
		}}
	}
	want := []string{"a ready, and 2 agents are idle: claim"}
	b := showing(task(s12, "a"), task(s12, "b"))
	same(t, "long", needs(b, idle(6*time.Minute)), want)
	same(t, "just long enough", needs(b, idle(5*time.Minute)), want)
	same(t, "not yet", needs(b, idle(4*time.Minute)), []string(nil))
	one := idle(4 * time.Minute)
	one.Agents[1].Since = noon.Add(-6 * time.Minute)
	same(t, "one of them", needs(b, one), want)
	same(t, "unblocked just now", needs(showing(task(s12, "a", waitsFor("b")), task(s12, "b", is(tasks.Completed), changed(time.Minute))), idle(time.Hour)), []string(nil))
	same(t, "unblocked long ago", needs(showing(task(s12, "a", waitsFor("b")), task(s12, "b", is(tasks.Completed))), idle(time.Hour)), want)
	same(t, "one has work", needs(showing(task(s12, "a"), task(s12, "b", is(tasks.InProgress), owned("ann"))), idle(time.Hour)), []string(nil))
	same(t, "blocked", needs(showing(task(s12, "a", waitsFor("b")), task(s12, "b", is(tasks.InProgress))), idle(time.Hour)), []string(nil))
	same(t, "given to somebody", needs(showing(task(s12, "a", owned("eve"))), idle(time.Hour)), []string(nil))
}

func TestEachLoopThatSharesNoTaskNeedsAPerson(t *testing.T) {
	b := showing(task(s12, "a", waitsFor("b")), task(s12, "b", waitsFor("a")), task(s12, "c", waitsFor("c")), task(s12, "d", waitsFor("a", "c")),
		task(s12, "p", waitsFor("ready", "held", "q")), task(s12, "q", waitsFor("p")), task(s12, "held", waitsFor("ready")), task(s12, "ready"))
	same(t, "needs", needs(b, Circumstances{Now: noon}), []string{"a in a loop: unlink", "c in a loop: unlink", "p in a loop: unlink"})
}

func TestNothingThatIsOnlyShownNeedsAPerson(t *testing.T) {
	shown := &tasks.Traits{Dialect: "unknown", ReadOnly: "it is only shown"}
	b := showing(
		task(shown, "odd", foreign("soaring")), task(shown, "lost", waitsFor("nowhere")), task(shown, "failed", is(tasks.Failed)),
		task(shown, "x", waitsFor("y")), task(shown, "y", waitsFor("x")), task(shown, "silent", is(tasks.InProgress), changed(time.Hour)),
		task(shown, "said", is(tasks.Blocked)), task(shown, "free"),
	)
	b.SetTraits("", shown)
	b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: tasks.Key{Name: "torn.json"}, Kind: tasks.Unparsable}}, At: noon})
	same(t, "needs", needs(b, Circumstances{Now: noon, Stalled: time.Minute, Errors: []Fault{{Files: []tasks.Key{keyFor(shown, "free")}}, {}}}), []string(nil))
	same(t, "what its tool says is blocked", b.State(keyFor(shown, "said")), Waiting)
}

// writes has a task of its own written again and again while it runs, so long after each other.
func writes(b *Board, id string, pauses ...time.Duration) {
	at := noon.Add(-24 * time.Hour)
	write := func(status tasks.Status) {
		b.Apply(put(task(s12, id, is(status), func(t *tasks.Task) { t.Stamp.Mtime = at.UnixNano() })))
	}
	write(tasks.InProgress)
	for _, p := range pauses {
		at = at.Add(p)
		write(tasks.InProgress)
	}
	write(tasks.Completed)
}

func TestATaskIsQuietAfterThreeTimesTheUsualPause(t *testing.T) {
	m := time.Minute
	for _, c := range []struct {
		what   string
		pauses []time.Duration
		silent time.Duration
		want   Silence
	}{
		{"four pauses are too few to know", []time.Duration{m, m, m, m}, 29 * m, Busy},
		{"five of a minute", []time.Duration{m, m, m, m, m}, 3 * m, Quiet},
		{"less than three of them", []time.Duration{m, m, m, m, m}, 3*m - 1, Busy},
		{"the median counts, not the longest", []time.Duration{m, m, 60 * m, m, 60 * m}, 3 * m, Quiet},
		{"the writes of one action are one", []time.Duration{m, 9, m, 9, m, 9, m, 9}, 29 * m, Busy},
		{"never sooner than a minute", []time.Duration{2e9, 2e9, 2e9, 2e9, 2e9}, 59 * time.Second, Busy},
		{"stalled is stalled, whatever is usual", []time.Duration{m, m, m, m, m}, 30 * m, Stalled},
		{"and where pauses are long", []time.Duration{50 * m, 50 * m, 50 * m, 50 * m, 50 * m}, 30 * m, Stalled},
	} {
		b := showing(task(s12, "a", is(tasks.InProgress), owned("ann"), changed(c.silent)))
		writes(b, "b", c.pauses...)
		around := Circumstances{Now: noon, Stalled: 30 * m}
		if got := b.Silence(keyFor(s12, "a"), around); got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		if n := len(b.Needs(around, nil)); (n > 0) != (c.want == Stalled) {
			t.Errorf("%s: %d need a person", c.what, n)
		}
		b.SetOwnerState(func(_, owner string) tasks.Agent { return tasks.Agent{State: tasks.AgentActive, Live: true} })
		if got := b.Silence(keyFor(s12, "a"), around); got != Busy {
			t.Errorf("%s: an agent that is seen at work is %d", c.what, got)
		}
	}
}

func TestWhatIsUsualIsOfOneListAndOfItsNewestPauses(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.InProgress), changed(10*time.Minute)))
	around := Circumstances{Now: noon, Stalled: time.Hour}
	for i := range 20 {
		writes(b, fmt.Sprint("old", i), time.Minute, time.Minute)
	}
	if b.Silence(keyFor(s12, "a"), around) != Quiet {
		t.Error("ten minutes where a minute is usual are not quiet")
	}
	for i := range 20 {
		writes(b, fmt.Sprint("new", i), 20*time.Minute, 20*time.Minute)
	}
	if b.Silence(keyFor(s12, "a"), around) != Busy {
		t.Error("ten minutes where twenty are usual by now are quiet")
	}
	b.Apply(put(task(s12, "c", is(tasks.InProgress), changed(10*time.Minute), func(t *tasks.Task) { t.List = "other" })))
	b.lists[""].pauses.median = time.Minute
	if b.Silence(tasks.Key{List: "other", Name: "c.json"}, around) != Busy {
		t.Error("what is usual in one list is taken for another's")
	}
}

func TestWhatCouldBePutInOrderIsProposed(t *testing.T) {
	day := changed(25 * time.Hour)
	b := showing(
		task(s12, "all", owned("ann"), is(tasks.InProgress), waitsFor("first")), task(s12, "first", is(tasks.Completed)), // around "all" all is completed
		task(s12, "behind", is(tasks.Completed), waitsFor("all", "free", "given", "idle", "busy", "unknown", "dead")),
		task(s12, "free"), task(s12, "given", owned("bob")),
		task(s12, "idle", owned("ida"), is(tasks.InProgress)),
		task(s12, "busy", owned("bob"), is(tasks.InProgress)),
		task(s12, "unknown", owned("una"), is(tasks.InProgress)),
		task(s12, "dead", owned("cy"), is(tasks.InProgress)),
		task(s12, "alone", owned("ann"), is(tasks.InProgress)), // nothing tells that it is done
		task(s12, "half", owned("ann"), is(tasks.InProgress)), task(s12, "one", is(tasks.Completed), waitsFor("half")), task(s12, "other", waitsFor("half")),
		task(s12, "nobody's", is(tasks.InProgress)), task(s12, "behind it", is(tasks.Completed), waitsFor("nobody's")), task(s12, "early", owned("ann"), is(tasks.InProgress), waitsFor("half")), task(s12, "later", is(tasks.Completed), waitsFor("early")),
		task(s12, "missing", owned("ann"), is(tasks.InProgress), waitsFor("nowhere")), task(s12, "last", is(tasks.Completed), waitsFor("missing")),
		task(s12, "left", owned("gil"), is(tasks.InProgress)),
		task(s12, "left too", owned("gil")),
		task(s12, "asks", owned("dee"), is(tasks.InProgress), day),
		task(s12, "silent", owned("una"), is(tasks.InProgress), day),
		task(s12, "its", owned("una")), task(s12, "theirs", owned("bob")),
		task(s12, "old", is(tasks.Completed), day), task(s12, "after old", is(tasks.Completed), day, waitsFor("old")),
		task(s12, "relied on", is(tasks.Completed), day), task(s12, "relies", waitsFor("relied on")),
		task(s12, "fresh by its clock", is(tasks.Completed), day, func(t *tasks.Task) { t.Clock = noon.Add(-time.Hour).UnixNano() }),
		task(s12, "skipped", is(tasks.Skipped), day),
	)
	state := func(_, owner string) tasks.Agent {
		return tasks.Agent{Name: owner, State: map[string]tasks.AgentState{
			"ida": tasks.AgentIdle, "bob": tasks.AgentActive, "cy": tasks.AgentDead, "gil": tasks.AgentGone, "dee": tasks.AgentWaiting, "ann": tasks.AgentDead,
		}[owner]}
	}
	b.SetOwnerState(state)
	proposed := func(b *Board, most int) (all []string) {
		for _, p := range b.Sweep("ann", noon, most) {
			all = append(all, strings.TrimSpace(stemOf(p.Key.Name)+": "+p.Kind.Verb().String()+" "+p.Reason()))
		}
		return all
	}
	want := []string{"free: complete what waited for it is completed", "all: complete what waited for it is completed", "dead: complete what waited for it is completed", "idle: complete what waited for it is completed", "left: release gil is gone", "left too: release gil is gone", "after old: delete", "old: delete"}
	same(t, "proposals", proposed(b, 1000), want)
	same(t, "the first of them", len(b.Sweep("ann", noon, 6)), 6)
	q, _ := ParseQuery("left", "ann")
	b.SetFilter(q)
	same(t, "of what a filter shows", proposed(b, 1000), []string{"left: release gil is gone", "left too: release gil is gone"})
	b.SetFilter(Query{})
	b.SetOwnerState(nil)
	same(t, "of nobody", len(b.Sweep("", noon, 1000)), 3)
	same(t, "where nothing tells of owners", proposed(b, 1000), []string{"free: complete what waited for it is completed", "all: complete what waited for it is completed", "after old: delete", "old: delete"})
}
