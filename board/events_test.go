package board

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestEveryTransitionHasItsEvents(t *testing.T) {
	free := task(s12, "a")
	running := with(free, is(tasks.InProgress), owned("ann"))
	doneBy := with(free, is(tasks.Completed), owned("ann"))
	cc := task(claude, "1")
	for _, c := range []struct {
		what     string
		old, now *tasks.Task
		want     []string
	}{
		{"a claim", free, running, []string{"claimed a by ann [status pending->in_progress] [owner ->ann]"}},
		{"a start", free, with(free, is(tasks.InProgress)), []string{"started a [status pending->in_progress]"}},
		{"a completion", running, doneBy, []string{"completed a by ann [status in_progress->completed]"}},
		{"a claim and a completion in one batch", free, doneBy, []string{
			"claimed a by ann [status pending->completed] [owner ->ann]",
			"completed a by ann [status pending->completed] [owner ->ann]"}},
		{"a completion without a claim", free, with(free, is(tasks.Completed)), []string{"completed a [status pending->completed]"}},
		{"a release", running, free, []string{"released a by ann [status in_progress->pending] [owner ann->]"}},
		{"a reopening", doneBy, free, []string{"reopened a by ann [status completed->pending] [owner ann->]"}},
		{"a reopening and a claim in one batch", doneBy, with(running, owned("bob")), []string{
			"reopened a by ann [status completed->in_progress] [owner ann->bob]",
			"claimed a by bob [status completed->in_progress] [owner ann->bob]"}},
		{"a takeover", running, with(running, owned("bob")), []string{"took over a by bob [owner ann->bob]"}},
		{"a takeover and a completion in one batch", running, with(doneBy, owned("bob")), []string{
			"took over a by bob [status in_progress->completed] [owner ann->bob]",
			"completed a by bob [status in_progress->completed] [owner ann->bob]"}},
		{"a completion of what another was given", with(free, owned("ann")), with(doneBy, owned("bob")), []string{
			"claimed a by bob [status pending->completed] [owner ann->bob]",
			"completed a by bob [status pending->completed] [owner ann->bob]"}},
		{"a failure of what was completed", doneBy, with(doneBy, is(tasks.Failed)), []string{"edited a by ann [status completed->failed]"}},
		{"a claim that leaves the status", cc, with(cc, owned("ann")), []string{"claimed 1 by ann [owner ->ann]"}},
		{"its start afterwards", with(cc, owned("ann")), with(cc, owned("ann"), is(tasks.InProgress)),
			[]string{"started 1 by ann [status pending->in_progress]"}},
		{"its release", with(cc, owned("ann")), cc, []string{"released 1 by ann [owner ann->]"}},
		{"an owner that is no claim", free, with(free, owned("ann")), []string{"edited a by ann [owner ->ann]"}},
		{"a new subject", free, with(free, called("New")), []string{"edited a [subject Task a->New]"}},
		{"a new subject with a claim", free, with(running, called("New")), []string{
			"edited a by ann [subject Task a->New]", "claimed a by ann [status pending->in_progress] [owner ->ann]"}},
		{"an unknown word", free, with(free, foreign("parked")), []string{"edited a [status pending->parked]"}},
		{"another description", free, with(free, func(t *tasks.Task) { t.DescriptionSum, t.Stamp.Size = 7, 400 }), []string{"edited a [description ->]"}},
		{"the same in another layout", free, with(free, func(t *tasks.Task) { t.Stamp.Size = 400 }), []string{"edited a [layout only ->]"}},
		{"other members", free, with(free, func(t *tasks.Task) {
			t.Members = &tasks.Members{Names: []string{"tags", "size", "seen"}, Sums: []uint32{1, 2, 0}}
		}), []string{"edited a [member ->tags] [member ->size]"}},
		{"changed and removed ones", with(free, func(t *tasks.Task) {
			t.Members = &tasks.Members{Names: []string{"tags", "size", "same"}, Sums: []uint32{1, 2, 3}}
		}),
			with(free, func(t *tasks.Task) { t.Members = &tasks.Members{Names: []string{"tags", "same"}, Sums: []uint32{4, 3}} }), []string{"edited a [member tags->tags] [member size->]"}},
		{"all of them removed", with(free, func(t *tasks.Task) { t.Members = &tasks.Members{Names: []string{"tags"}, Sums: []uint32{1}} }), free, []string{"edited a [member tags->]"}},
		{"another active form", cc, with(cc, func(t *tasks.Task) { t.ActiveForm = "Doing" }), []string{"edited 1 [active form ->Doing]"}},
		{"another worktree", free, with(free, func(t *tasks.Task) { t.Worktree = "w" }), []string{"edited a [worktree ->w]"}},
		{"another owner while it is pending", with(cc, owned("ann")), with(cc, owned("bob")), []string{"took over 1 by bob [owner ann->bob]"}},
		{"given back and claimed", with(cc, owned("ann"), is(tasks.InProgress)), with(cc, owned("bob")), []string{
			"released 1 by ann [status in_progress->pending] [owner ann->bob]", "claimed 1 by bob [status in_progress->pending] [owner ann->bob]"}},
		{"the owner of a completed task", doneBy, with(doneBy, owned("bob")), []string{"edited a by bob [owner ann->bob]"}},
		{"a running task that loses its owner", running, with(running, owned("")), []string{"edited a [owner ann->]"}},
		{"a start of what was given", with(free, owned("ann")), running, []string{"claimed a by ann [status pending->in_progress]"}},
		{"a word that agents know", with(free, foreign("parked")), free, []string{"edited a [status parked->pending]"}},
		{"another blocker", with(free, waitsFor("b")), with(free, waitsFor("c")), []string{"edited a [waits for sb->sc]"}},
		{"a failure", running, with(running, is(tasks.Failed)), []string{"edited a by ann [status in_progress->failed]"}},
		{"the same written again", free, with(free), nil},
		{"only the mirror of a link", cc, with(cc, blocksTasks("2")), nil},
	} {
		b := showing(c.old)
		diff := b.Apply(put(c.now))
		same(t, c.what, strings.Join(story(diff.Events), "\n"), strings.Join(c.want, "\n"))
		if len(b.touched) != 1 {
			t.Errorf("%s: the card is not touched", c.what)
		}
	}
}

func TestANewTaskThatIsClaimedIsCreatedAndClaimed(t *testing.T) {
	for want, now := range map[string]*tasks.Task{
		"created a|claimed a by ann": task(s12, "a", is(tasks.InProgress), owned("ann")),
		"created a|completed a":      task(s12, "a", is(tasks.Completed)),
		"created 1|claimed 1 by ann": task(claude, "1", owned("ann")),
		"created b":                  task(s12, "b", owned("ann")),
	} {
		same(t, now.Name, strings.Join(story(showing().Apply(put(now)).Events), "|"), want)
	}
}

func TestACompletionNamesWhatItUnblocked(t *testing.T) {
	// Schema, endpoints, tests, docs: completing the schema unblocks two.
	schema := task(s12, "schema", is(tasks.InProgress))
	b := showing(schema, task(s12, "endpoints", waitsFor("schema")), task(s12, "docs", waitsFor("schema")),
		task(s12, "tests", waitsFor("schema", "endpoints")))
	diff := b.Apply(put(with(schema, is(tasks.Completed), owned("ann"))))
	same(t, "events", story(diff.Events), []string{
		"claimed schema by ann [status in_progress->completed] [owner ->ann]",
		"completed schema by ann [status in_progress->completed] [owner ->ann] unblocked docs endpoints"})
	same(t, "pending", column(b, PendingColumn), "endpoints docs tests")
	same(t, "moved", names(diff.Moved), "schema")
	diff = b.Apply(put(with(schema)))
	same(t, "events", story(diff.Events), []string{"reopened schema by ann [status completed->in_progress] [owner ann->] blocked docs endpoints", "started schema [status completed->in_progress] [owner ann->]"})
}

func TestClearedListsAreTheDoingOfTheCompletion(t *testing.T) {
	a := task(s07, "1", is(tasks.InProgress))
	x := task(s07, "2", waitsFor("1"))
	doneA, freeX := with(a, is(tasks.Completed)), with(x, waitsFor())
	completed := "completed task_1 [status in_progress->completed]"

	b := showing(a, x)
	same(t, "in one batch", story(b.Apply(put(doneA, freeX)).Events), []string{completed + " unblocked task_2"})

	y := task(s07, "3", waitsFor("1"))
	b = showing(a, x, y)
	b.Apply(put(doneA))
	b.Apply(tasks.Delta{At: noon.Add(time.Hour)})
	same(t, "two cleared later", story(b.Apply(tasks.Delta{Put: []*tasks.Task{freeX, with(y, waitsFor())}, At: noon.Add(time.Hour)}).Events), []string{"unblocked task_1 unblocked task_2 task_3"})

	b = showing(a, x)
	same(t, "completed first", story(b.Apply(put(doneA)).Events), []string{completed})
	same(t, "cleared next", story(b.Apply(put(freeX)).Events), []string{"unblocked task_1 unblocked task_2"})

	b = showing(a, x)
	same(t, "cleared first", story(b.Apply(put(freeX)).Events), []string{"edited task_2 [waits for n1->] unblocked task_2"})
	same(t, "completed next", story(b.Apply(put(doneA)).Events), []string{completed + " unblocked task_2"})
}

func TestATaskIsBlockedByCompletedOnesOnlyIfNothingElseBlocksIt(t *testing.T) {
	x := task(s07, "2", waitsFor("1"))
	b := showing(task(s07, "1", is(tasks.Completed)), x)
	if !b.BlockedByCompleted(x.Key) || b.State(x.Key) != Waiting {
		t.Error("a list that names a completed task must still block, as left over")
	}
	b.Apply(put(with(x, waitsFor("1", "3")), task(s07, "3"), task(s07, "4", waitsFor("1"), is(tasks.Completed))))
	for what, k := range map[string]tasks.Key{"one that an open task blocks too": x.Key, "one that waits for nothing": keyFor(s07, "3"), "a completed one": keyFor(s07, "4")} {
		if b.BlockedByCompleted(k) {
			t.Errorf("%s is blocked by completed ones", what)
		}
	}
}

func TestADeletionNamesWhoIsBlockedAgain(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.Completed)), task(s12, "x", waitsFor("a")))
	diff := b.Apply(gone(keyFor(s12, "a")))
	same(t, "a missing blocker blocks", story(diff.Events), []string{"deleted a [status completed->] blocked x"})
	same(t, "state", b.State(keyFor(s12, "x")), Missing)
	b = showing(task(claude, "1"), task(claude, "2", waitsFor("1")), task(claude, "3"))
	diff = b.Apply(gone(keyFor(claude, "1")))
	same(t, "a missing blocker does not block in Claude Code", story(diff.Events), []string{"deleted 1 [status pending->] unblocked 2"})
}

func TestABrokenFileKeepsTheCardOfItsLastRecordUntilItIsRepaired(t *testing.T) {
	a := task(s12, "a", is(tasks.InProgress))
	b := showing(a)
	p := tasks.Problem{Key: a.Key, Kind: tasks.Unparsable, Since: noon}
	same(t, "half-written for a moment", story(b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: a.Key, Kind: tasks.BeingWritten}}}).Events), []string(nil))
	same(t, "broken", story(b.Apply(tasks.Delta{Problems: []tasks.Problem{p}}).Events), []string{"broke a"})
	if b.Problem(a.Key) == nil || b.State(a.Key) != Running || b.Task(a.Key) != a {
		t.Error("with a good record the card keeps its place, and the problem is known")
	}
	same(t, "written again", story(b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: a.Key, Kind: tasks.BeingWritten}}}).Events), []string(nil))
	b.Apply(tasks.Delta{Problems: []tasks.Problem{p}})
	same(t, "repaired", story(b.Apply(put(with(a))).Events), []string{"repaired a"})
}

func TestANewBrokenFileIsACardUnlessItIsNoTask(t *testing.T) {
	b := showing(task(s12, "a", is(tasks.InProgress)))
	p := tasks.Problem{Key: keyFor(s12, "b"), Kind: tasks.Unparsable, Since: noon}
	same(t, "a new broken file", story(b.Apply(tasks.Delta{Problems: []tasks.Problem{p}}).Events), []string{"broke b"})
	same(t, "first in pending", column(b, PendingColumn), "b")
	same(t, "counts", b.Counts(), Counts{Total: 2, Running: 1, Broken: 1, Problems: 1})
	p.Kind = tasks.NotATask
	b.Apply(tasks.Delta{Problems: []tasks.Problem{p}})
	if b.Has(p.Key) || len(b.Problems()) != 1 {
		t.Error("what is no task is listed, and no card")
	}
}

func TestSinceComesFromSeenTransitions(t *testing.T) {
	a := task(s12, "a", changed(time.Hour))
	b := showing(a)
	if at, exact := b.Since(a.Key); exact || !at.Equal(noon.Add(-time.Hour)) {
		t.Errorf("at first sight: %v %v", at, exact)
	}
	b.Apply(put(with(a, called("New"), changed(time.Minute))))
	if at, _ := b.Since(a.Key); !at.Equal(noon.Add(-time.Hour)) {
		t.Errorf("another field reset it to %v", at)
	}
	b.Apply(put(with(a, is(tasks.InProgress))))
	if at, exact := b.Since(a.Key); !exact || !at.Equal(noon) {
		t.Errorf("after a transition: %v %v", at, exact)
	}
	for i, word := range []string{"parked", "frozen"} { // each word is a state of its own
		later := noon.Add(time.Duration(i+1) * time.Hour)
		b.Apply(tasks.Delta{Put: of(with(a, foreign(word))), At: later})
		if at, exact := b.Since(a.Key); !exact || !at.Equal(later) {
			t.Errorf("%s since %v", word, at)
		}
	}
	clock := task(s12, "b", func(t *tasks.Task) { t.Clock = noon.Add(-time.Minute).UnixNano() })
	b.Apply(put(clock))
	if at, exact := b.Since(clock.Key); exact || !at.Equal(noon.Add(-time.Minute)) {
		t.Errorf("by the file's own time: %v %v", at, exact)
	}
}

func TestTheLastChangeHasAllFieldsThatOthersChangedAndNoneOfOurs(t *testing.T) {
	a := task(v6, "1")
	b := showing(a)
	ours := put(with(a, called("Ours")))
	ours.Mine = map[tasks.Key]tasks.EditID{a.Key: 7}
	diff := b.Apply(ours)
	if b.LastChange(a.Key) != nil || diff.Events[0].Mine != 7 {
		t.Error("an edit of ours is not an outside edit")
	}
	b.Apply(put(with(a, called("Theirs"), is(tasks.InProgress), owned("ann"))))
	same(t, "newest", story([]Event{*b.LastChange(a.Key)}),
		[]string{"claimed 1 by ann [status pending->in_progress] [owner ->ann] [subject Ours->Theirs]"})
}

func TestOnlyTheNewestChangesAreRemembered(t *testing.T) {
	var all, changed []*tasks.Task
	for i := range maxLastChanges + 1 {
		all = append(all, task(s12, strconv.Itoa(i)))
		changed = append(changed, with(all[i], called("New")))
	}
	b := showing(all...)
	for at := 0; at < len(changed); at += 1024 {
		b.Apply(put(changed[at:min(at+1024, len(changed))]...))
	}
	if b.LastChange(all[0].Key) != nil || b.LastChange(all[1].Key) == nil || b.LastChange(all[maxLastChanges].Key) == nil {
		t.Error("the first of too many is forgotten, and no other")
	}
}

func TestAWipedListKeepsItsLastPicture(t *testing.T) {
	one, two := task(claude, "1", is(tasks.Completed)), task(claude, "2", is(tasks.Completed))
	for what, readings := range map[string][]tasks.Delta{
		"in one reading":          {{Gone: []tasks.Key{one.Key, two.Key}, Whole: true, HighWaterMark: 2, At: noon}},
		"one file after another":  {gone(one.Key), gone(two.Key)},
		"without a mark, by name": {gone(one.Key, two.Key)},
	} {
		b := showing(one, two)
		var last Diff
		for _, d := range readings {
			last = b.Apply(d)
		}
		done, total, ok := b.ResetCounts()
		if present, unread := b.Present(); len(present)+len(unread) > 0 {
			t.Errorf("%s: %d tasks are still there", what, len(present))
		}
		if !last.Reset || !ok || done != 2 || total != 2 || b.Len(CompletedColumn) != 2 {
			t.Errorf("%s: reset %v, %d of %d, %d shown", what, last.Reset, done, total, b.Len(CompletedColumn))
		}
		if _, err := Reopen(b, two.Key, "me", noon); err == nil {
			t.Errorf("%s: a rule allowed an edit of a file that is gone", what)
		}
		if _, err := Restore(b, two, []byte("{}"), "me", noon); err != nil {
			t.Errorf("%s: a file that is gone cannot be restored: %v", what, err)
		}
		b.Apply(tasks.Delta{At: noon, Problems: []tasks.Problem{{Key: keyFor(claude, "4"), Kind: tasks.BeingWritten}}})
		if _, _, ok := b.ResetCounts(); !ok {
			t.Errorf("%s: a file that is being written ends the last picture", what)
		}
		if what == "in one reading" {
			b.Apply(tasks.Delta{At: noon, Problems: []tasks.Problem{{Key: keyFor(claude, "3"), Kind: tasks.Unparsable}}})
		}
		b.Apply(put(task(claude, "3")))
		if _, _, ok := b.ResetCounts(); ok || b.Counts().Total != 1 {
			t.Errorf("%s: a new task must end the last picture", what)
		}
	}
}

func TestATaskThatWasDeletedLongBeforeIsNoPartOfAWipe(t *testing.T) {
	one, two := task(claude, "1", is(tasks.Completed)), task(claude, "2", is(tasks.Completed))
	b := showing(one, two)
	b.Apply(gone(one.Key))
	later := gone(two.Key)
	later.At = noon.Add(time.Hour)
	b.Apply(later)
	if _, total, _ := b.ResetCounts(); total != 1 {
		t.Errorf("%d tasks are wiped, of which one was deleted long before", total)
	}
}

func TestADeletionThatLeavesTasksIsNoWipe(t *testing.T) {
	two := task(claude, "2", is(tasks.Completed))
	b := showing(task(claude, "1"), two)
	b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: keyFor(claude, "0"), Kind: tasks.Unparsable}}})
	for _, first := range []tasks.Key{keyFor(claude, "0"), keyFor(claude, "1")} { // broken, and not completed
		b.Apply(gone(first, two.Key))
		if _, _, ok := b.ResetCounts(); ok {
			t.Errorf("the deletion of %s is part of a wipe", first.Name)
		}
		b.Apply(put(two))
	}
}

func TestATaskOfAWipedListIsNoCompletedBlocker(t *testing.T) {
	b := showing(task(v6, "1", is(tasks.Completed)), task(v6, "2", is(tasks.Completed)))
	b.Apply(tasks.Delta{Gone: []tasks.Key{keyFor(v6, "1"), keyFor(v6, "2")}, HighWaterMark: 2, Whole: true, At: noon})
	if _, err := Create(b, "", tasks.Draft{Subject: "New", WaitsFor: refs(v6, "1")}, "me", noon); err != nil {
		t.Errorf("a blocker that is gone is not completed: %v", err)
	}
}

func TestOpenTasksThatAreGoneAfterTheMarkWasRaisedAreWiped(t *testing.T) {
	b := showing(task(claude, "1"), task(claude, "2"))
	b.Apply(tasks.Delta{HighWaterMark: 2, At: noon})
	if b.Apply(tasks.Delta{At: noon}); b.HighWaterMark() != 2 {
		t.Errorf("a reading without a mark leaves %d", b.HighWaterMark())
	}
	removal := gone(keyFor(claude, "1"), keyFor(claude, "2"))
	if removal.HighWaterMark = 2; !b.Apply(removal).Reset {
		t.Error("open tasks that are gone after the mark was raised are reset")
	}
}

func TestOurOwnDeletionOfTheLastTaskIsNoWipe(t *testing.T) {
	one := task(claude, "1", is(tasks.Completed))
	d := gone(one.Key)
	d.Mine = map[tasks.Key]tasks.EditID{one.Key: 1}
	if showing(one).Apply(d).Reset {
		t.Error("our own deletion of the last task is no reset")
	}
}

func TestWithoutAMarkOnlyCompletedTasksOfAgentsThatWipeAreWiped(t *testing.T) {
	one := task(claude, "1", is(tasks.Completed))
	for what, two := range map[string][]*tasks.Task{
		"open tasks":                       {task(s12, "1"), task(s12, "2")},
		"of tasks of which one was open":   {one, task(claude, "2")},
		"of tasks of agents that never do": {task(s12, "1", is(tasks.Completed)), task(s12, "2", is(tasks.Completed))},
	} {
		if showing(two...).Apply(gone(two[0].Key, two[1].Key)).Reset {
			t.Errorf("%s, without a mark, that are gone are deleted, not reset", what)
		}
	}
}

func TestWhatFailedOrWasSkippedIsReopened(t *testing.T) {
	for _, was := range []tasks.Status{tasks.Failed, tasks.Skipped, tasks.Cancelled} {
		one := task(flow, "A-1", is(was))
		b := showing(one)
		d := b.Apply(put(with(one, is(tasks.Pending))))
		same(t, was.String(), story(d.Events), "[reopened A-1 [status "+was.String()+"->pending]]")
	}
}
