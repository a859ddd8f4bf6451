package board

import (
	"testing"
	"time"

	"sideboard/tasks"
)

// needs returns what needs a person in words: the task, why, and what helps.
func needs(b *Board, c Circumstances) []string {
	var all []string
	for _, n := range b.Needs(c) {
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
		task(s12, "free"),
		task(s12, "lost", waitsFor("nowhere")),
		task(s12, "behind", waitsFor("lost")),
		task(s12, "x", waitsFor("z")), task(s12, "y", waitsFor("x")), task(s12, "z", waitsFor("y")),
		task(s12, "after", waitsFor("x")),
	)
	b.Apply(tasks.Delta{Problems: []tasks.Problem{
		{Key: tasks.Key{Name: "torn.json"}, Kind: tasks.Unparsable}, {Key: tasks.Key{Name: "soon.json"}, Kind: tasks.BeingWritten}, {Key: tasks.Key{Name: "noise.json"}, Kind: tasks.NotATask},
	}, At: noon})
	b.SetOwnerState(func(_, owner string) tasks.Agent {
		return tasks.Agent{Name: owner, State: map[string]tasks.AgentState{
			"ann": tasks.AgentActive, "bob": tasks.AgentGone, "cy": tasks.AgentDead, "dee": tasks.AgentWaiting,
		}[owner]}
	})
	c := Circumstances{Now: noon, Stalled: 30 * time.Minute, Overwritten: []tasks.Key{keyFor(s12, "mine")}}
	same(t, "needs", needs(b, c), []string{
		"asking dee waits for your answer: answer", "mine your edit was overwritten: apply again", "crashed cy is dead: release",
		"left bob is gone: release", "torn cannot be read: repair", "odd unknown status: edit", "silent stalled: release",
		"lost waits for a missing task: unlink", "x in a loop: unlink",
	})
	over := func(name string) bool { return b.OwnerState(keyFor(s12, name)).State.Over() }
	if !over("left") || !over("crashed") || over("asking") || over("none") {
		t.Error("whose owner works no more is not told of the tasks")
	}
	q, _ := ParseQuery("fine", "")
	b.SetFilter(q)
	same(t, "behind a filter", len(needs(b, c)), 9)
	same(t, "of an empty board", needs(New(), c), []string(nil))
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

func TestReadyWorkBesideIdleAgentsNeedsAPersonAfterFiveMinutes(t *testing.T) {
	idle := func(since time.Duration) Circumstances {
		return Circumstances{Now: noon, Agents: []tasks.Agent{
			{Name: "ann", State: tasks.AgentIdle, Since: noon.Add(-since)}, {Name: "bob", State: tasks.AgentIdle}, {Name: "cy", State: tasks.AgentActive},
		}}
	}
	told := []string{"a ready, and 2 agents are idle: claim"}
	b := showing(task(s12, "a"), task(s12, "b"))
	same(t, "long", needs(b, idle(6*time.Minute)), told)
	same(t, "not yet", needs(b, idle(4*time.Minute)), []string(nil))
	same(t, "unblocked just now", needs(showing(task(s12, "a", waitsFor("b")), task(s12, "b", is(tasks.Completed), changed(time.Minute))), idle(time.Hour)), []string(nil))
	same(t, "unblocked long ago", needs(showing(task(s12, "a", waitsFor("b")), task(s12, "b", is(tasks.Completed))), idle(time.Hour)), told)
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
