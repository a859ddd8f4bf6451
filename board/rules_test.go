package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// verdict puts what a rule answered into one line: "yes", the refusal, or the question and its details.
func verdict(e tasks.Edit, err error) string {
	var ask Ask
	var no Refusal
	switch {
	case err == nil:
		return "yes"
	case errors.As(err, &ask):
		if ask.Edit.Verb == 0 {
			return "an ask without its edit"
		}
		return "ask: " + strings.Join(append([]string{ask.Question}, ask.Detail...), " ")
	case errors.As(err, &no):
		return no.Error()
	}
	return err.Error()
}

type ruleCase struct {
	what  string
	tasks []*tasks.Task // the rule is asked about the first of them
	want  string
}

func runRule(t *testing.T, rule func(*Board, tasks.Key, string, time.Time) (tasks.Edit, error), cases []ruleCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			e, err := rule(showing(c.tasks...), c.tasks[0].Key, "me", noon)
			same(t, "verdict", verdict(e, err), c.want)
			if err == nil && e.Of != c.tasks[0].Key {
				t.Errorf("the edit is about %v", e.Of)
			}
		})
	}
}

func of(ts ...*tasks.Task) []*tasks.Task { return ts }

func TestADurationIsWrittenAsAPersonWritesIt(t *testing.T) {
	for d, want := range map[time.Duration]string{time.Second: "1s", 10 * time.Minute: "10m", 90 * time.Minute: "1h30m", 20 * time.Hour: "20h", 3601 * time.Second: "1h0m1s"} {
		if got := Duration(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

func TestATaskIsClaimedIfItIsFreeAndItsBlockersAreCompleted(t *testing.T) {
	dropped := func(t *tasks.Task) { t.DroppedLinks, t.DroppedBlockers = 7, true }
	cases := []ruleCase{
		{"waiting for three", of(task(s12, "x", waitsFor("a", "b", "c")), task(s12, "a", called("Schema")), task(s12, "b"), task(s12, "c")),
			"Not claimed: waits for Schema and 2 more"},
		{"waiting for two", of(task(s12, "x", waitsFor("a", "b")), task(s12, "a", called("Schema")), task(s12, "b", called(" "))),
			"Not claimed: waits for Schema and #b"},
		{"a missing blocker", of(task(s12, "x", waitsFor("a"))), "Not claimed: waits for a, which no file has; create or unlink it"},
		{"a missing blocker in Claude Code", of(task(claude, "1", waitsFor("9"))), "yes"},
		{"an invisible blocker in Claude Code", of(task(claude, "1", waitsFor("2")), task(claude, "2", foreign("done"))), "yes"},
		{"the same elsewhere", of(task(s12, "x", waitsFor("a")), task(s12, "a", foreign("done"))), "Not claimed: waits for Task a"},
		{"a list that still names what is completed", of(task(s07, "1", waitsFor("2")), task(s07, "2", called("Schema"), is(tasks.Completed))),
			"ask: Claim Task 1 although it is blocked? Its list still names Schema, which is completed."},
		{"blocked where its agents' update starts it", of(task(claude, "1", waitsFor("2")), task(claude, "2", called("Schema"))), "ask: Claim Task 1 although it is blocked? It waits for Schema."},
		{"blocked by itself there", of(task(v6, "1", waitsFor("1"))), "ask: Claim Task 1 although it is blocked? It waits for itself."},
		{"blocked and another's there", of(task(v6, "1", owned("ann"), waitsFor("1"))), "Not claimed: ann has had it for 1h or more; release it first"},
		{"the number and the text are different", of(task(s07, "1", func(t *tasks.Task) { t.WaitsFor = []tasks.ID{{Text: "2"}} }), task(s07, "2", is(tasks.Completed))),
			"ask: Claim Task 1 although it is blocked? It waits for 2, which no file has."},
		{"more than is read of its list", of(task(s12, "x", waitsFor("a"), dropped), task(s12, "a", is(tasks.Completed))), "Not claimed: it names more tasks than are read here; shorten its list"},
		{"the same in Claude Code", of(task(claude, "1", dropped)), "ask: Claim Task 1 although it is blocked? It names more tasks than are read here."},
		{"itself and a missing one", of(task(s12, "x", waitsFor("x", "z"))), "Not claimed: waits for Task x and z"},
		{"itself", of(task(s12, "x", waitsFor("x"))), "Not claimed: it waits for itself; unlink it"},
		{"another's", of(task(s12, "x", is(tasks.InProgress), owned("ann"))), "Not claimed: ann has had it for 1h or more; release it first"},
		{"claimed already without being started", of(task(claude, "1", owned("ann"))), "Not claimed: ann has had it for 1h or more; release it first"},
		{"claimed by me without being started", of(task(claude, "1", owned("me"))), "yes"},
		{"mine already", of(task(s12, "x", is(tasks.InProgress), owned("me"))), "Not claimed: it is yours already"},
		{"running and nobody's", of(task(s12, "x", is(tasks.InProgress))),
			"Not claimed: it is in progress already, and nobody says who has it; release it first"},
		{"completed", of(task(s12, "x", is(tasks.Completed))), "Not claimed: it is completed; reopen it first"},
		{"failed", of(task(flow, "x", is(tasks.Failed))), "Not claimed: it failed; reopen it first"},
		{"skipped", of(task(flow, "x", is(tasks.Skipped))), "Not claimed: it is skipped; reopen it first"},
		{"an unknown word", of(task(s12, "x", foreign("parked"))), `Not claimed: its status is "parked"; reopen it first`},
		{"a word for completed", of(task(s07, "1", foreign("Done"))), `Not claimed: its status is "Done"; reopen it first`},
		{"no status", of(task(s12, "x", foreign(""))), "Not claimed: it has no status; reopen it first"},
		{"a word for pending", of(task(s12, "x", foreign("To Do"))), "yes"},
		{"another word for pending, blocked", of(task(s12, "x", foreign("open"), waitsFor("a")), task(s12, "a", called("Schema"))), "Not claimed: waits for Schema"},
		{"busy where that is refused", of(task(s13, "x"), task(s13, "y", called("Parser"), is(tasks.InProgress), owned("me"))),
			"Not claimed: Parser is in progress under your name, and its agents allow one task at a time; complete or release it first"},
		{"busy where several are allowed", of(task(s12, "x"), task(s12, "y", is(tasks.InProgress), owned("me"))), "yes"},
		{"busy in another list", of(task(s13, "x"), in("other", task(s13, "y", is(tasks.InProgress), owned("me")))), "yes"},
		{"a link", of(task(s12, "x", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "it is a link" })), "Not claimed: it is a link"},
		{"only its text is closed", of(task(s12, "x", func(t *tasks.Task) { t.Limits = tasks.NoText })), "yes"},
	}
	for _, d := range every {
		cases = append(cases, ruleCase{"free in " + d.Dialect, of(task(d, "1")), "yes"})
	}
	runRule(t, Claim, cases)
}

// An agent of Claude Code has one open task; a person may take another.
func TestClaimWithAnotherOpenTaskInClaudeCode(t *testing.T) {
	const busy = "Not claimed: me has Parser open, and an agent of Claude Code works on one task at a time (agent_busy); complete or release it first"
	const asks = "ask: Claim Task 1 as well? You have Parser open, and an agent of Claude Code works on one task at a time."
	for _, c := range []struct {
		what          string
		list          []*tasks.Task
		person, agent string
	}{
		{"running", of(task(claude, "1"), task(claude, "2", called("Parser"), is(tasks.InProgress), owned("me"))), asks, busy},
		{"claimed without being started", of(task(claude, "1"), task(claude, "2", called("Parser"), owned("me"))), asks, busy},
		{"running next to one of one's own", of(task(claude, "1", owned("me")), task(claude, "2", called("Parser"), is(tasks.InProgress), owned("me"))), asks, busy},
		{"both given and not begun", of(task(claude, "1", owned("me")), task(claude, "2", called("Parser"), owned("me"))), "yes", "yes"},
		{"completed", of(task(claude, "1"), task(claude, "2", is(tasks.Completed), owned("me"))), "yes", "yes"},
		{"somebody else's", of(task(claude, "1"), task(claude, "2", is(tasks.InProgress), owned("ann"))), "yes", "yes"},
		{"one that its agents do not see", of(task(claude, "1"), task(claude, "2", is(tasks.InProgress), owned("me"), func(t *tasks.Task) { t.Unseen = true })), "yes", "yes"},
		{"in another list", of(task(claude, "1"), in("other", task(claude, "2", is(tasks.InProgress), owned("me")))), "yes", "yes"},
		{"in another design", of(task(s12, "1"), task(s12, "2", is(tasks.InProgress), owned("me"))), "yes", "yes"},
		{"blocked too", of(task(claude, "1", waitsFor("2")), task(claude, "2", called("Parser"), is(tasks.InProgress), owned("me"))),
			"ask: Claim Task 1 although it is blocked? You have Parser open, and an agent of Claude Code works on one task at a time. It waits for Parser.", busy},
	} {
		runRule(t, Claim, []ruleCase{{c.what, c.list, c.person}})
		b := showing(c.list...)
		_, first := Claim(b, c.list[0].Key, "me", noon)
		_, err := Claim(b, c.list[0].Key, "me", noon)
		same(t, c.what+", asked again", err, first)
		ask, _ := errors.AsType[Ask](err)
		agent := "yes"
		if ask.Busy != nil {
			agent = ask.Busy.Error()
		}
		same(t, c.what, agent, c.agent)
	}
}

func TestCompletingAsksAboutATaskOfAnotherAndOneThatNobodyClaimed(t *testing.T) {
	runRule(t, Complete, []ruleCase{
		{"mine", of(task(s12, "x", is(tasks.InProgress), owned("me"))), "yes"},
		{"running and nobody's", of(task(ccw, "x", is(tasks.InProgress))), "yes"},
		{"started early", of(task(s12, "x", is(tasks.InProgress), owned("me"), waitsFor("a")), task(s12, "a")), "yes"},
		{"ready", of(task(s12, "x")), "ask: Complete Task x without claiming it?"},
		{"claimed by me without being started", of(task(claude, "1", owned("me")), task(claude, "2")), "yes"},
		{"mine and not claimed by that", of(task(s12, "x", owned("me"))), "ask: Complete Task x without claiming it?"},
		{"an unknown word", of(task(s12, "x", foreign("parked"))), "ask: Complete Task x without claiming it?"},
		{"failed", of(task(flow, "x", is(tasks.Failed))), "ask: Complete Task x without claiming it?"},
		{"blocked", of(task(s12, "x", waitsFor("a")), task(s12, "a", called("Schema"))), "Not completed: waits for Schema"},
		{"blocked where its agents' update completes it", of(task(s07, "1", waitsFor("2", "3")), task(s07, "2", called("Schema")), task(s07, "3", called("Docs"))),
			"ask: Complete Task 1 although it is blocked? It waits for Schema and Docs."},
		{"blocked and another's", of(task(s07, "1", owned("ann"), waitsFor("2")), task(s07, "2", called("Schema"))),
			"ask: Complete Task 1 although it is blocked? It waits for Schema. ann has had it for 1h or more."},
		{"another's", of(task(s12, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Complete Task x? ann has had it for 1h or more."},
		{"another's in s10", of(task(s10, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Complete Task x? ann has had it for 1h or more. ann's own complete is refused from then on."},
		{"another's in s13", of(task(s13, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Complete Task x? ann has had it for 1h or more. Every file tool of ann fails from then on, until its thread ends, and its own complete is refused."},
		{"completed", of(task(s12, "x", is(tasks.Completed))), "Not completed: it is completed already"},
		{"the last open task of a list that is wiped", of(task(claude, "1", is(tasks.InProgress), owned("me")), task(claude, "2", is(tasks.Completed))),
			"ask: Complete Task 1, the last open task? It is the last open one of 2: its agents delete the whole list soon after."},
		{"the last one, with others in another list", of(task(claude, "1", is(tasks.InProgress), owned("me")), in("other", task(claude, "2"))),
			"ask: Complete Task 1, the last open task? It is the last open one of 1: its agents delete the whole list soon after."},
	})
}

func TestReleasingATaskOfAnotherAsksWhoHasIt(t *testing.T) {
	runRule(t, Release, []ruleCase{
		{"mine", of(task(s12, "x", is(tasks.InProgress), owned("me"))), "yes"},
		{"running and nobody's", of(task(s12, "x", is(tasks.InProgress))), "yes"},
		{"pending with me as owner", of(task(s12, "x", owned("me"))), "yes"},
		{"pending and nobody's", of(task(s12, "x")), "Not released: nobody has it"},
		{"completed", of(task(s12, "x", is(tasks.Completed), owned("me"))), "Not released: it is completed; reopen it instead"},
		{"another's", of(task(s12, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Release Task x? ann has had it for 1h or more. ann is not notified, and may still complete it."},
		{"another's in s10", of(task(s10, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Release Task x? ann has had it for 1h or more. ann's own complete is refused from then on."},
		{"another's in s13", of(task(s13, "x", is(tasks.InProgress), owned("ann"))),
			"ask: Release Task x? ann has had it for 1h or more. Every file tool of ann fails from then on, until its thread ends, and its own complete is refused."},
		{"claimed by another without being started", of(task(claude, "1", owned("ann"))),
			"ask: Release Task 1? ann has had it for 1h or more. ann is not notified, and may still start it."},
	})
}

func TestReopeningAsksWhereOtherTasksRelyOnIt(t *testing.T) {
	runRule(t, Reopen, []ruleCase{
		{"nobody waits for it", of(task(s12, "x", is(tasks.Completed))), "yes"},
		{"failed", of(task(flow, "x", is(tasks.Failed))), "yes"},
		{"skipped", of(task(flow, "x", is(tasks.Skipped))), "yes"},
		{"still open", of(task(s12, "x")), "Not reopened: it is not completed"},
		{"an unknown word", of(task(s12, "x", foreign("parked"), owned("ann"))), "yes"},
		{"a word for completed on which work began", of(task(s12, "x", called("Schema"), foreign("done")), task(s12, "a", called("Docs"), waitsFor("x"), is(tasks.InProgress))),
			"ask: Reopen Schema? Docs is in progress already."},
		{"dependants started and blocked again", of(task(s12, "x", called("Schema"), is(tasks.Completed)),
			task(s12, "a", called("Endpoints"), waitsFor("x"), is(tasks.InProgress)), task(s12, "b", called("Docs"), waitsFor("x"))),
			"ask: Reopen Schema? Endpoints is in progress already. Docs is blocked again."},
		{"cleared links", of(task(v6, "1", called("Schema"), is(tasks.Completed), blocksTasks("2")), task(v6, "2", called("Docs"), is(tasks.InProgress))),
			"ask: Reopen Schema? Docs is in progress already. Links that were cleared when it was completed stay cleared."},
		{"a dependant that is blocked anyway", of(task(s12, "x", is(tasks.Completed)), task(s12, "a", waitsFor("x", "y")), task(s12, "y")), "yes"},
		{"a failed dependant", of(task(s12, "x", is(tasks.Completed)), task(s12, "a", waitsFor("x"), is(tasks.Failed))), "yes"},
		{"one that waits for itself", of(task(s12, "x", is(tasks.Completed), waitsFor("x"))), "yes"},
		{"a completed dependant", of(task(s12, "x", called("Schema"), is(tasks.Completed)), task(s12, "a", called("Docs"), waitsFor("x"), is(tasks.Completed))),
			"ask: Reopen Schema? Docs is completed already."},
		{"a task that its agents do not see", of(task(claude, "1", is(tasks.Completed), func(t *tasks.Task) { t.Unseen = true }), task(claude, "2", waitsFor("1"))), "yes"},
		{"one that they see", of(task(claude, "1", called("Schema"), is(tasks.Completed)), task(claude, "2", called("Docs"), waitsFor("1"))),
			"ask: Reopen Schema? Docs is blocked again."},
		{"an unseen one elsewhere", of(task(s12, "x", called("Schema"), is(tasks.Completed), func(t *tasks.Task) { t.Unseen = true }), task(s12, "a", called("Docs"), waitsFor("x"))),
			"ask: Reopen Schema? Docs is blocked again."},
	})
}

func TestDeleteAlwaysAsks(t *testing.T) {
	runRule(t, Delete, []ruleCase{
		{"nobody waits for it", of(task(s12, "x", called("Schema"))), "ask: Delete Schema?"},
		{"dependants", of(task(s12, "x", called("Schema")), task(s12, "a", called("Docs"), waitsFor("x")), task(s12, "b", is(tasks.Completed), waitsFor("x"))),
			"ask: Delete Schema? Docs waits for it. The link is removed too: left there, it would block for ever."},
		{"dependants in Claude Code", of(task(claude, "1", called("Schema")), task(claude, "2", called("Docs"), waitsFor("1")), task(claude, "3", called("Tests"), waitsFor("1"))),
			"ask: Delete Schema? Docs and Tests wait for it. The links are removed too."},
		{"dependants where nobody cleans up", of(task(s12wt, "1", called("Schema")), task(s12wt, "2", called("Docs"), waitsFor("1"))),
			"ask: Delete Schema? Docs waits for it. The link stays, and blocks until it is unlinked."},
		{"an id that two files have", of(task(s12, "x", called("Schema")), task(s12, "a", called("Docs"), waitsFor("x")),
			task(s12, "y", func(t *tasks.Task) { t.ID.Text = "x" })),
			"ask: Delete Schema? Docs waits for it. The link stays: another file has the same id."},
		{"another's", of(task(s12, "x", called("Schema"), is(tasks.InProgress), owned("ann"))),
			"ask: Delete Schema? ann has had it for 1h or more, and may still work on it."},
		{"one that waits for itself", of(task(s12, "x", called("Schema"), waitsFor("x"))), "ask: Delete Schema?"},
		{"mine", of(task(s12, "x", called("Schema"), is(tasks.InProgress), owned("me"))), "ask: Delete Schema?"},
		{"a container", of(task(flow, "x", parts("y")), task(flow, "y", called("Docs"))), "Not deleted: it is a container of Docs; delete that first"},
	})
}

func TestEveryRuleRefusesWhatCannotBeWritten(t *testing.T) {
	good := task(s12, "x")
	frozen := task(s12, "y", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "it has several names" })
	b := showing(good, frozen, task(flow, "box", is(tasks.Container)), task(flow, "part", partOf("box")))
	broken, box := keyFor(s12, "z"), keyFor(flow, "box")
	b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: broken, Kind: tasks.Unparsable}, {Key: good.Key, Kind: tasks.BeingWritten}}})
	subject := []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("New")}}
	on := tasks.ID{Text: "w"} // which good does not wait for
	if _, err := EditFields(b, box, subject, "me", noon); err != nil {
		t.Errorf("the subject of a container: %v", err)
	}
	for _, rule := range []struct {
		done string // in words
		try  func(tasks.Key) (tasks.Edit, error)
	}{
		{"claimed", func(k tasks.Key) (tasks.Edit, error) { return Claim(b, k, "me", noon) }},
		{"completed", func(k tasks.Key) (tasks.Edit, error) { return Complete(b, k, "me", noon) }},
		{"released", func(k tasks.Key) (tasks.Edit, error) { return Release(b, k, "me", noon) }},
		{"reopened", func(k tasks.Key) (tasks.Edit, error) { return Reopen(b, k, "me", noon) }},
		{"deleted", func(k tasks.Key) (tasks.Edit, error) { return Delete(b, k, "me", noon) }},
		{"edited", func(k tasks.Key) (tasks.Edit, error) { return EditFields(b, k, subject, "me", noon) }},
		{"edited", func(k tasks.Key) (tasks.Edit, error) { return EditAndStart(b, k, subject, "me", noon) }},
		{"edited", func(k tasks.Key) (tasks.Edit, error) { return Assign(b, k, "bob", "me", noon) }},
		{"linked", func(k tasks.Key) (tasks.Edit, error) { return Link(b, k, good.ID, "me", noon) }},
		{"linked", func(k tasks.Key) (tasks.Edit, error) { return Relink(b, k, on, good.ID, "me", noon) }},
		{"linked", func(k tasks.Key) (tasks.Edit, error) { return RepairLinks(b, k, "me", noon) }},
		{"linked", func(k tasks.Key) (tasks.Edit, error) { return PutBetween(b, k, k, on, "me", noon) }},
		{"unlinked", func(k tasks.Key) (tasks.Edit, error) { return Unlink(b, k, good.ID, "me", noon) }},
		{"unlinked", func(k tasks.Key) (tasks.Edit, error) { return Reverse(b, k, on, "me", noon) }},
		{"bound", func(k tasks.Key) (tasks.Edit, error) { return Bind(b, k, "w", true, "me", noon) }},
		{"bound", func(k tasks.Key) (tasks.Edit, error) {
			return tasks.Edit{}, CheckMakeWorktree(b, k, "w", true, "me", noon)
		}},
		{"created", func(k tasks.Key) (tasks.Edit, error) {
			_, err := Split(b, k, nil, false, "me", noon)
			return tasks.Edit{}, err
		}},
	} {
		for k, why := range map[tasks.Key]string{
			broken: "the file is half-written or broken", good.Key: "the file is half-written or broken",
			frozen.Key: "it has several names", keyFor(s12, "nowhere"): "the task is gone",
		} {
			same(t, k.Name, verdict(rule.try(k)), "Not "+rule.done+": "+why)
		}
		if slices.Contains([]string{"claimed", "completed", "released", "reopened"}, rule.done) { // nobody works on a container
			same(t, "a container", verdict(rule.try(box)), "Not "+rule.done+": it is a container: Task part is its part; choose one of its parts")
		}
	}
}

func TestAnEditNamesWhatItRestsOn(t *testing.T) {
	owner := []tasks.Change{{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("bob")}}
	bound := binds(s12, tasks.BoundByName)
	b := showing(
		task(s13, "x", waitsFor("a")), task(s13, "a", is(tasks.Completed)), task(s13, "run", is(tasks.InProgress), owned("ann"), waitsFor("a")), task(s13, "c", waitsFor("x")),
		task(claude, "1", waitsFor("2")), task(claude, "2"), task(bound, "tree"), task(ccw, "nobody's"),
	)
	for _, c := range []struct {
		what, task string
		rule       func(tasks.Key) (tasks.Edit, error)
		want       string
	}{
		{"claim", "x", func(k tasks.Key) (tasks.Edit, error) { return Claim(b, k, "me", noon) },
			"no other task of me, x status pending, x owner , x waits for sa, a status completed"},
		{"claim where no owner is kept", "nobody's", func(k tasks.Key) (tasks.Edit, error) { return Claim(b, k, "me", noon) },
			"nobody's status pending, nobody's waits for "},
		{"claim what is blocked", "1", func(k tasks.Key) (tasks.Edit, error) { return Claim(b, k, "me", noon) }, "1 status pending, 1 owner "},
		{"complete", "x", func(k tasks.Key) (tasks.Edit, error) { return Complete(b, k, "me", noon) },
			"x status pending, x owner , x waits for sa, a status completed"},
		{"complete what runs", "run", func(k tasks.Key) (tasks.Edit, error) { return Complete(b, k, "ann", noon) }, "run status in_progress, run owner ann"},
		{"complete what is blocked", "1", func(k tasks.Key) (tasks.Edit, error) { return Complete(b, k, "me", noon) }, "1 status pending, 1 owner "},
		{"release", "run", func(k tasks.Key) (tasks.Edit, error) { return Release(b, k, "ann", noon) }, "run status in_progress, run owner ann"},
		{"reopen", "a", func(k tasks.Key) (tasks.Edit, error) { return Reopen(b, k, "me", noon) }, "a status completed, a owner "},
		{"delete", "x", func(k tasks.Key) (tasks.Edit, error) { return Delete(b, k, "me", noon) }, "x status pending, x owner "},
		{"give", "x", func(k tasks.Key) (tasks.Edit, error) { return Assign(b, k, "bob", "me", noon) }, "x status pending, x owner "},
		{"give and start", "x", func(k tasks.Key) (tasks.Edit, error) { return EditAndStart(b, k, owner, "me", noon) },
			"x status pending, x owner , no other task of bob, x waits for sa, a status completed"},
		{"put between", "run", func(k tasks.Key) (tasks.Edit, error) {
			return PutBetween(b, k, keyFor(s13, "c"), tasks.ID{Text: "x"}, "me", noon)
		}, "c waits for sx, x status pending"},
		{"reverse", "c", func(k tasks.Key) (tasks.Edit, error) { return Reverse(b, k, tasks.ID{Text: "x"}, "me", noon) }, "c waits for sx"},
		{"put a new one between", "c", func(k tasks.Key) (tasks.Edit, error) {
			p, err := Insert(b, "", "New", nil, []tasks.Key{k}, tasks.ID{Text: "x"}, "me", noon)
			if err != nil {
				return tasks.Edit{}, err
			}
			made := tasks.Result{Made: []tasks.Key{keyFor(s13, "new")}, ID: tasks.ID{Text: "new"}}
			err = p.Complete(1, []tasks.Result{made, {}})
			return p.Edits[1], err
		}, "c waits for sx, new waits for "},
		{"bind", "tree", func(k tasks.Key) (tasks.Edit, error) { return Bind(b, k, "w", false, "me", noon) }, "tree worktree "},
	} {
		e, err := c.rule(keyFor(s12, c.task))
		if ask, asks := errors.AsType[Ask](err); asks {
			e, err = ask.Edit, nil
		}
		testdir.Must(t, err)
		var words []string
		for _, n := range e.Needs {
			if n.Idle != "" {
				words = append(words, "no other task of "+n.Idle)
				continue
			}
			words = append(words, fmt.Sprintf("%s %s %s", stemOf(n.Key.Name), n.Field, strings.TrimSpace(n.Is.Text)))
		}
		same(t, c.what, strings.Join(words, ", "), c.want)
	}
}

func TestANoticeSaysWhatAnAllowedEditDoesNotDoOrRisks(t *testing.T) {
	link := func(id string) func(*tasks.Edit) {
		return func(e *tasks.Edit) {
			e.Verb, e.Changes = tasks.VerbLink, []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: id})}}
		}
	}
	verb := func(v tasks.Verb) func(*tasks.Edit) { return func(e *tasks.Edit) { e.Verb = v } }
	unseen := func(t *tasks.Task) { t.Unseen, t.Why = true, "it is a link" }
	const alone = "Its agents could not do this: they add links only while it is pending and nobody's."
	for _, c := range []struct {
		what  string
		tasks []*tasks.Task // the edit is of the first of them
		edit  func(*tasks.Edit)
		want  string
		risk  bool
	}{
		{"a second task", of(task(s12, "x"), task(s12, "y", called("Parser"), is(tasks.InProgress), owned("me"))), verb(tasks.VerbClaim), "You also have Parser in progress.", false},
		{"the only one", of(task(s12, "x"), task(s12, "y", is(tasks.InProgress), owned("bob"))), verb(tasks.VerbClaim), "", false},
		{"no owner", of(task(ccw, "x")), verb(tasks.VerbClaim), "No owner is kept: its file has no place for one.", false},
		{"cleared links", of(task(v6, "1", is(tasks.Completed))), verb(tasks.VerbReopen), "Links that were cleared when it was completed stay cleared.", false},
		{"links that stay", of(task(s12, "x", is(tasks.Completed))), verb(tasks.VerbReopen), "", false},
		{"a missing blocker", of(task(s12, "x")), link("z"), "No task has the id z: it is blocked until there is one.", true},
		{"a missing blocker that agents ignore", of(task(claude, "1")), link("z"), "No task has the id z.", true},
		{"a blocker", of(task(s12, "x"), task(s12, "y")), link("y"), "", false},
		{"a blocker of a running task", of(task(s12, "x", is(tasks.InProgress)), task(s12, "y")), link("y"), "It runs already, and goes on.", false},
		{"a blocker of a completed task", of(task(s12, "x", is(tasks.Completed)), task(s12, "y")), link("y"), "It is completed already.", false},
		{"a link that agents could not add", of(task(s13, "x", owned("ann")), task(s13, "y")), link("y"), alone, false},
		{"one to a running task", of(task(s13, "x", is(tasks.InProgress)), task(s13, "y")), link("y"), "It runs already, and goes on. " + alone, false},
		{"one that they could", of(task(s13, "x"), task(s13, "y")), link("y"), "", false},
		{"a task that agents do not see", of(task(s12, "x", unseen)), verb(tasks.VerbEdit), "Its agents do not see it: it is a link.", true},
		{"it is deleted", of(task(s12, "x", unseen)), verb(tasks.VerbDelete), "", false},
		{"a status that is replaced", of(task(s12, "x", foreign("done"))), verb(tasks.VerbComplete), "", false},
		{"by claiming", of(task(s12, "x", foreign("todo"))), verb(tasks.VerbClaim), "", false},
		{"by releasing", of(task(s12, "x", foreign("done"))), verb(tasks.VerbRelease), "", false},
		{"by reopening", of(task(s12, "x", foreign("done"))), verb(tasks.VerbReopen), "", false},
		{"one that stays", of(task(s12, "x", foreign("done"))), verb(tasks.VerbEdit), "Its agents do not see it: its status is done.", true},
		{"a task without a design", nil, verb(tasks.VerbCreate), "", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			b, e := showing(c.tasks...), tasks.Edit{Who: "me"}
			if len(c.tasks) > 0 {
				e.Of = c.tasks[0].Key
			}
			c.edit(&e)
			words, risk := Notice(b, e)
			if words != c.want || risk != c.risk {
				t.Errorf("%q, risk %v", words, risk)
			}
		})
	}
}

func noticeOf(b *Board, e tasks.Edit) string {
	words, _ := Notice(b, e)
	return words
}

func TestATaskIsCreatedWithWhatItsDesignKeeps(t *testing.T) {
	for _, c := range []struct {
		what   string
		d      *tasks.Traits
		draft  tasks.Draft
		want   string
		notice string
	}{
		{"a subject", s12, tasks.Draft{Subject: "New"}, "yes", ""},
		{"no subject", s12, tasks.Draft{Subject: " "}, "Not created: it has no subject; type one", ""},
		{"a missing blocker", s12, tasks.Draft{Subject: "New", WaitsFor: refs(s12, "z")}, "yes", ""},
		{"a missing blocker that must exist", s10, tasks.Draft{Subject: "New", WaitsFor: refs(s10, "z", "1")},
			"Not created: no task has the id z; name tasks that exist", ""},
		{"a completed blocker that nobody clears", s07, tasks.Draft{Subject: "New", WaitsFor: refs(s07, "2")},
			"ask: 2 is completed: agents of s07 will not start it until its list is cleared. Link anyway?", ""},
		{"next to a running agent that counts", s07, tasks.Draft{Subject: "New"}, "yes", "The agents that run now number their tasks by themselves: one of them may write a task of its own over this new one."},
		{"with an owner", claude, tasks.Draft{Subject: "New", Owner: "bob"}, "yes", ""},
		{"with an owner of a design without claims", s12, tasks.Draft{Subject: "New", Owner: "bob"}, "yes", "It is pending, and its agents look only for tasks that nobody owns: they never start it."},
		{"with an owner that is no name", s12, tasks.Draft{Subject: "New", Owner: "a\x00b"}, "Not created: the name of an owner is one line of plain characters, and \"a\\x00b\" is not", ""},
		{"of a design that is only shown", &tasks.Traits{ReadOnly: "it is only shown"}, tasks.Draft{Subject: "New"}, "Not created: it is only shown", ""},
		{"with metadata", &tasks.Traits{HasMetadata: true}, tasks.Draft{Subject: "New", Metadata: []byte("{}")}, "yes", ""},
		{"with an active form", v6, tasks.Draft{Subject: "New", ActiveForm: "Doing"}, "yes", "The agents that run now number their tasks by themselves: one of them may write a task of its own over this new one."},
		{"a completed blocker elsewhere", s12, tasks.Draft{Subject: "New", WaitsFor: refs(s12, "2")}, "yes", ""},
		{"with an owner nobody keeps", ccw, tasks.Draft{Subject: "New", Owner: "me"}, "Not created: its dialect keeps no owner; leave it out", ""},
		{"with an active form nobody keeps", s12, tasks.Draft{Subject: "New", ActiveForm: "Doing"}, "Not created: its dialect keeps no active form; leave it out", ""},
		{"with metadata nobody keeps", s12, tasks.Draft{Subject: "New", Metadata: []byte("{}")}, "Not created: its dialect keeps no metadata; leave it out", ""},
	} {
		b := showing(task(c.d, "1", is(tasks.InProgress)), task(c.d, "2", is(tasks.Completed)))
		e, err := Create(b, "", c.draft, "me", noon)
		t.Run(c.what, func(t *testing.T) {
			same(t, "verdict", verdict(e, err), c.want)
			if err == nil {
				same(t, "notice", noticeOf(b, e), c.notice)
			}
		})
	}
}

func TestNoRunningAgentMeansNoNoticeAboutANewTask(t *testing.T) {
	b := showing(task(v6, "1"))
	e, err := Create(b, "", tasks.Draft{Subject: "New"}, "me", noon)
	same(t, "verdict", verdict(e, err), "yes")
	same(t, "notice", noticeOf(b, e), "")
}

func TestTheFirstTaskOfAnEmptyDirectoryIsCreated(t *testing.T) {
	same(t, "verdict", verdict(Create(New(), "", tasks.Draft{Subject: "First"}, "me", noon)), "yes")
}

func TestFieldsAreEditedThatTheDesignKeepsAndTheFileAllows(t *testing.T) {
	subject := tasks.Change{Field: tasks.FieldSubject, Op: tasks.Set, To: tasks.TextValue("New")}
	owner := tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("bob")}
	active := tasks.Change{Field: tasks.FieldActiveForm, Op: tasks.Set, To: tasks.TextValue("Doing")}
	closed := func(t *tasks.Task) { t.Limits, t.Why = tasks.NoText, "its text is not UTF-8" }
	status := func(word string) []tasks.Change {
		return []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.TextValue(word)}}
	}
	member := func(name string) []tasks.Change {
		return []tasks.Change{{Field: tasks.FieldMember, Member: name, Op: tasks.Set, To: tasks.TextValue(`"done"`)}}
	}
	const unknown = `ask: Write the status "done" of Task x? Its agents know pending, in_progress and completed. None of them would start or complete it.`
	self := tasks.RefValue(tasks.ID{Text: "x"})
	for _, c := range []struct {
		what string
		t    *tasks.Task
		cs   []tasks.Change
		want string
	}{
		{"a subject", task(s12, "x"), []tasks.Change{subject}, "yes"},
		{"nothing", task(s12, "x"), nil, "Not edited: nothing was changed"},
		{"no subject", task(s12, "x"), []tasks.Change{{Field: tasks.FieldSubject, Op: tasks.Set}}, "Not edited: it would have no subject; type one"},
		{"text that would not survive", task(s12, "x", closed), []tasks.Change{subject},
			"Not edited: its text is not UTF-8; its status and owner can still be set"},
		{"an owner there", task(claude, "1", closed), []tasks.Change{owner}, "yes"},
		{"an active form where there is none", task(s12, "x"), []tasks.Change{active}, "Not edited: its dialect keeps no active form"},
		{"an active form", task(v6, "1"), []tasks.Change{active}, "yes"},
		{"an owner where none is kept", task(ccw, "x"), []tasks.Change{owner}, "Not edited: its dialect keeps no owner"},
		{"the owner of a running task in s10", task(s10, "x", is(tasks.InProgress), owned("ann")), []tasks.Change{owner},
			"ask: Give Task x to bob? ann has had it for 1h or more. ann's own complete is refused from then on."},
		{"a link to itself", task(s12, "x"), []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(tasks.ID{Text: "x"})}},
			"Not edited: a task cannot wait for itself"},
		{"no link to itself any more", task(s12, "x", waitsFor("x")), []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: self}}, "yes"},
		{"the other side of one", task(v6, "x", waitsFor("x")), []tasks.Change{{Field: tasks.FieldBlocks, Op: tasks.Add, To: self}}, "yes"},
		{"a status that no agent knows", task(s12, "x"), status("done"), unknown},
		{"in the form of a member", task(s12, "x"), member("status"), unknown},
		{"another member", task(s12, "x"), member("state"), "yes"},
		{"a status that they know", task(s12, "x"), status("completed"), "yes"},
		{"where words are the agents' own", task(flow, "x"), status("done"), "yes"},
		{"that of a container", task(flow, "x", is(tasks.Container)), status("completed"), "Not edited: it is a container, which nobody works on; its parts are missing: see the problems of the directory"},
		{"an owner that is no name", task(s12, "x"), []tasks.Change{{Field: tasks.FieldOwner, Op: tasks.Set, To: tasks.TextValue("a\x00b")}},
			"Not edited: the name of an owner is one line of plain characters, and \"a\\x00b\" is not"},
		{"the owner it has", task(s13, "x", is(tasks.InProgress), owned("bob")), []tasks.Change{owner}, "yes"},
		{"the owner it has, pending", task(s12, "x", owned("bob")), []tasks.Change{owner}, "yes"},
	} {
		b := showing(c.t)
		e, err := EditFields(b, c.t.Key, c.cs, "me", noon)
		same(t, c.what, verdict(e, err), c.want)
		if err == nil && len(e.Changes) != len(c.cs) {
			t.Errorf("%s: the edit holds %d changes", c.what, len(e.Changes))
		}
	}
}

func TestInProgressIsOfferedWhereAnOwnerAloneWouldKeepATaskFromBeingStarted(t *testing.T) {
	const never = "It stays pending, and its agents look only for tasks that nobody owns: they never start it."
	busy := task(s13, "z", owned("bob"), is(tasks.InProgress))
	for _, c := range []struct {
		what   string
		ts     []*tasks.Task
		detail string
		starts bool // in progress is offered
	}{
		{"pending and nobody's", of(task(s12, "x")), never, true},
		{"pending and another's", of(task(s07, "1", owned("ann"))), never, true},
		{"blocked", of(task(s12, "x", waitsFor("a")), task(s12, "a")), never, false},
		{"of one who is busy", of(task(s13, "x"), busy), never, false},
		{"where an owner is a claim", of(task(claude, "1")), "", true},
		{"in progress", of(task(s12, "x", is(tasks.InProgress))), "", true},
		{"completed", of(task(s12, "x", is(tasks.Completed))), "", false},
	} {
		b, k := showing(c.ts...), c.ts[0].Key
		_, err := Assign(b, k, "bob", "me", noon)
		ask, asks := errors.AsType[Ask](err)
		same(t, c.what, strings.Join(ask.Detail, " "), c.detail)
		if asks && (ask.Instead != nil) != c.starts {
			t.Errorf("%s: in progress is offered: %v", c.what, ask.Instead != nil)
		}
		set := tasks.Change{Field: tasks.FieldOwner, Op: tasks.Set, From: tasks.TextValue(c.ts[0].Owner), To: tasks.TextValue("bob")}
		e, err := EditAndStart(b, k, []tasks.Change{set}, "me", noon)
		if (err == nil) != c.starts {
			t.Errorf("%s: given and started at once: %v", c.what, err)
		}
		if err == nil && c.ts[0].Status == tasks.Pending && (len(e.Changes) != 2 || e.Changes[1].To != tasks.StatusValue(tasks.InProgress)) {
			t.Errorf("%s: %+v", c.what, e.Changes)
		}
	}
}

func TestATaskIsGivenToSomebody(t *testing.T) {
	b := showing(
		task(s12, "task_1"), task(s12, "task_2", owned("bob")), task(s12, "task_3", owned("bob"), is(tasks.InProgress)),
		task(ccw, "task_4"), task(s13, "task_5", owned("ann"), is(tasks.InProgress)),
		task(s13, "task_6", called("Parser"), owned("eve"), is(tasks.InProgress)), task(s13, "task_7"), task(claude, "1"),
		task(s12, "task_8", owned("ann"), is(tasks.InProgress)), task(s10, "task_10", owned("ann"), is(tasks.InProgress)),
	)
	for _, c := range []struct{ task, to, want string }{
		{"task_1", "bob", "Give Task task_1 to bob?"}, {"task_2", "ann", "Give Task task_2 to ann?"}, {"task_2", "", ""}, {"task_1", "", "Not edited: nobody has it already"}, {"task_2", "bob", "Not edited: bob has it already"},
		{"task_3", "ann", "Give Task task_3 to ann?"}, {"task_3", "", "Take Task task_3 from bob?"},
		{"task_4", "bob", "Not edited: its dialect keeps no owner"}, {"task_5", "zoe", "Give Task task_5 to zoe?"}, {"task_9", "bob", "Not edited: the task is gone"},
		{"task_5", "eve", "Not edited: Parser is in progress under eve's name, and its agents allow one task at a time; complete or release it first"}, {"task_7", "eve", "Give Task task_7 to eve?"}, {"1", "eve", ""},
		{"task_8", "bob", ""}, {"task_10", "bob", "Give Task task_10 to bob?"}, // its agents let only the owner complete it
		{"task_5", "", "Take Task task_5 from ann?"}, {"task_3", "eve", "Give Task task_3 to eve?"},
	} {
		e, err := Assign(b, tasks.Key{Name: c.task + ".json"}, c.to, "ann", noon)
		got := ""
		if err != nil {
			got = err.Error()
		} else if len(e.Changes) != 1 || e.Changes[0].To != tasks.TextValue(c.to) || len(e.Needs) == 0 {
			t.Errorf("%s to %q: %+v", c.task, c.to, e)
		}
		same(t, c.task+" to "+c.to, got, c.want)
	}
}

func TestADeletedTaskIsRestoredWhereItsPlaceIsFree(t *testing.T) {
	was := task(s12, "x", called("Schema"))
	for _, c := range []struct {
		what string
		now  []*tasks.Task
		want string
	}{
		{"an empty directory", nil, "yes"},
		{"another task", of(task(s12, "y")), "yes"},
		{"a file of its name", of(task(s12, "x", func(t *tasks.Task) { t.ID.Text = "z" })), "Not created: there is another file of its name; make a new one like it"},
		{"a file of its id", of(task(s12, "y", func(t *tasks.Task) { t.ID.Text = "x" })), "Not created: another task has its id; make a new one like it"},
		{"a design that is only shown", of(task(&tasks.Traits{ReadOnly: "it is only shown"}, "y")), "Not created: it is only shown"},
	} {
		t.Run(c.what, func(t *testing.T) {
			e, err := Restore(showing(c.now...), was, []byte("{}"), "me", noon)
			same(t, "verdict", verdict(e, err), c.want)
			if err == nil && (len(e.Steps) != 1 || e.Steps[0].Key != was.Key || string(e.Steps[0].Raw) != "{}" || e.Draft.Subject != "Schema") {
				t.Errorf("%+v", e)
			}
		})
	}
}

func TestAnAgeIsInItsLargestUnit(t *testing.T) {
	const day = 24 * time.Hour
	for d, want := range map[time.Duration]string{
		0: "now", time.Minute - 1: "now", time.Minute: "1m", time.Hour - 1: "59m", time.Hour: "1h", day - 1: "23h", day: "1d", 1000*day - 1: "999d", 1000 * day: "2y",
	} {
		same(t, d.String(), Age(d), want)
	}
	for what, c := range map[string]struct {
		ago   time.Duration
		exact bool
		want  string
	}{
		"seen just now": {time.Second, true, " for less than 1m"}, "seen": {time.Minute, true, " for 1m"},
		"not seen": {time.Minute, false, " for 1m or more"}, "not seen, just now": {time.Second, false, ""},
	} {
		same(t, what, sinceWords(noon.Add(-c.ago), c.exact, noon), c.want)
	}
	same(t, "not known", sinceWords(time.Time{}, true, noon)+sinceWords(noon, true, time.Time{}), "")
}
