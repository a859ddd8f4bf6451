package board

import (
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

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
