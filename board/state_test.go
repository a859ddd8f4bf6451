package board

import (
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks"
)

func TestStalledAndStartedEarly(t *testing.T) {
	k := keyFor(s12, "a")
	b := showing(task(s12, "a", is(tasks.InProgress), changed(31*time.Minute), waitsFor("b")), task(s12, "b"))
	after := func(d time.Duration) Silence { return b.Silence(k, Circumstances{Now: noon, Stalled: d}) }
	if after(30*time.Minute) != Stalled || after(time.Hour) != Busy || after(0) != Busy {
		t.Error("a running task whose file is unchanged for 31 minutes is stalled after 30")
	}
	if !b.StartedEarly(k) || b.StartedEarly(keyFor(s12, "b")) || b.State(k) != Running {
		t.Error("a task that runs although its blocker is open started early")
	}
}

func TestEditableAnswersBeforeAnybodyTypes(t *testing.T) {
	b := showing(task(s12, "x"), task(s12, "y", func(t *tasks.Task) { t.Limits, t.Why = tasks.NoEdit, "it is a link" }))
	if err := CheckEdit(b, keyFor(s12, "x")); err != nil {
		t.Errorf("a plain task: %v", err)
	}
	var no Refusal
	if err := CheckEdit(b, keyFor(s12, "y")); !errors.As(err, &no) || no.Error() != "Not edited: it is a link" {
		t.Errorf("a link: %v", err)
	}
}

func TestTheBoardKnowsOwnersDialectAndHealth(t *testing.T) {
	b := showing(task(s12, "a", owned("agent-10")), task(s12, "b", owned("agent-9")), task(claude, "1", owned("agent-9")))
	same(t, "owners", b.Owners(), []string{"agent-9", "agent-10"})
	if b.Traits("") != s12 {
		t.Errorf("most are %s", b.Traits("").Dialect)
	}
	b.SetTraits("", claude)
	if b.Traits("") != claude {
		t.Error("what the directory was said to be counts")
	}
	b.Apply(tasks.Delta{Gone: []tasks.Key{keyFor(s12, "a")}, Health: tasks.Polling, Why: "no inotify", At: noon})
	h, why := b.Health()
	if h != tasks.Polling || why != "no inotify" {
		t.Errorf("health %v %q", h, why)
	}
	same(t, "owners", b.Owners(), []string{"agent-9"})
}

func TestTwoListsDoNotMeet(t *testing.T) {
	in := func(list string) opt { return func(t *tasks.Task) { t.List = list } }
	b := showing(task(claude, "1", in("x"), is(tasks.Completed)), task(claude, "2", in("x"), waitsFor("1")),
		task(claude, "1", in("y")), task(claude, "2", in("y"), waitsFor("1")))
	same(t, "x", b.State(tasks.Key{List: "x", Name: "2.json"}), Ready)
	same(t, "y", b.State(tasks.Key{List: "y", Name: "2.json"}), Waiting)
}

func TestEveryWordIsThere(t *testing.T) {
	for c := range Column(Columns) {
		if c.String() == "" {
			t.Errorf("column %d", c)
		}
	}
	for s := Ready; s <= Broken; s++ {
		if s.String() == "" || s.Blocked() != (s.String() == "blocked" || s.String() == "stuck") {
			t.Errorf("state %d", s)
		}
	}
	for w := tasks.EventCreated; w <= tasks.EventDeleted; w++ {
		if w.String() == "" {
			t.Errorf("what %d", w)
		}
	}
}

func TestATaskWhoseListIsNotKeptWholeIsNeverReady(t *testing.T) {
	for _, blocked := range []tasks.BlockedRule{tasks.ListNotEmpty, tasks.UnfinishedOnly} {
		traits := &tasks.Traits{Dialect: "x", Blocked: blocked, NumericIDs: true, ClaimsOnly: true}
		k := tasks.Key{Name: "task_2.json"}
		done := &tasks.Task{Key: tasks.Key{Name: "task_1.json"}, ID: tasks.ID{Text: "1", Num: true}, Status: tasks.Completed, Traits: traits}
		many := &tasks.Task{Key: k, ID: tasks.ID{Text: "2", Num: true}, Status: tasks.Pending, WaitsFor: []tasks.ID{done.ID}, DroppedLinks: 7, DroppedBlockers: true, Traits: traits}
		b := New()
		b.Apply(tasks.Delta{Put: []*tasks.Task{done, many}})
		if !b.State(k).Blocked() || b.BlockedByCompleted(k) {
			t.Errorf("%v: it is %v", blocked, b.State(k))
		}
		var no Refusal
		if _, err := Claim(b, k, "me", time.Now()); !errors.As(err, &no) || !strings.Contains(no.Why, "more tasks than are read here") {
			t.Errorf("%v: a claim is answered with %v", blocked, err)
		}
	}
}

var (
	fixed    = &tasks.Traits{Dialect: "s12", HasOwner: true, FixedKeys: true}
	anyKeys  = &tasks.Traits{Dialect: "s07", HasOwner: true}
	priority = &tasks.Keys{Names: []string{"priority"}}
	both     = &tasks.Keys{Names: []string{"priority", "tags"}}
)

func surplusOf(keys *tasks.Keys) opt {
	return func(t *tasks.Task) { t.Members = &tasks.Members{Surplus: keys} }
}

// surplusWords are the ids of the tasks that their agents do not see, each with the key that is one too many.
func surplusWords(b *Board) string {
	var told []string
	for i := range b.Len(PendingColumn) {
		t := b.Task(b.At(PendingColumn, i))
		if _, key, is := strings.Cut(b.Unseen(t), "the key “"); is {
			key, _, _ = strings.Cut(key, "”")
			told = append(told, t.ID.Text+" "+key)
		}
	}
	return strings.Join(told, ", ")
}

func TestAKeyIsOneTooManyOnlyWhereSomeFileLacksIt(t *testing.T) {
	b := showing(task(fixed, "1", surplusOf(priority)))
	for _, step := range []struct {
		what string
		d    tasks.Delta
		want string
	}{
		{"a single file says nothing about the folder", tasks.Delta{}, "1 priority"},
		{"another has it too", put(task(fixed, "2", surplusOf(priority))), ""},
		{"one has more", put(task(fixed, "3", surplusOf(both))), "3 tags"},
		{"one lacks it", put(task(fixed, "4")), "1 priority, 2 priority, 3 priority"},
		{"it has it now", put(task(fixed, "4", surplusOf(priority))), "3 tags"},
		{"one of a design that takes any key has it", put(task(anyKeys, "5", surplusOf(both))), "3 tags"},
		{"that one lacks it", put(task(anyKeys, "5", surplusOf(&tasks.Keys{Names: []string{"id"}}))), "1 priority, 2 priority, 3 priority, 4 priority"},
		{"and is gone", gone(keyFor(anyKeys, "5")), "3 tags"},
		{"all others are gone", gone(keyFor(fixed, "1"), keyFor(fixed, "2"), keyFor(fixed, "4")), "3 priority"},
	} {
		b.Apply(step.d)
		if got := surplusWords(b); got != step.want {
			t.Errorf("%s: %q, want %q", step.what, got, step.want)
		}
	}
}

func TestWhoseKeysTheyAreIsAskedOfEachList(t *testing.T) {
	in := func(list, id string, keys *tasks.Keys) *tasks.Task {
		return task(fixed, id, surplusOf(keys), func(t *tasks.Task) { t.List = list })
	}
	b := showing(in("a", "1", priority), in("a", "2", priority), in("b", "3", priority), in("b", "4", nil))
	if got := surplusWords(b); got != "3 priority" {
		t.Error(got)
	}
}

func TestAKeyTooManyIsToldBesideWhatElseIsWrong(t *testing.T) {
	b := showing(task(fixed, "1", surplusOf(priority), func(t *tasks.Task) { t.Why = "it is a link" }), task(fixed, "2"))
	const want = "it is a link; the key “priority” is one too many: its agents then fail to list any task of this folder"
	if got := b.Unseen(b.Task(keyFor(fixed, "1"))); got != want {
		t.Error(got)
	}
}

func TestCountedKeysAreThoseOfTheFilesThatAreThere(t *testing.T) {
	sets := []*tasks.Keys{nil, priority, both}
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 5))
		b := showing()
		for range 40 {
			id := strconv.Itoa(1 + rnd.IntN(4))
			if rnd.IntN(3) == 0 {
				b.Apply(gone(keyFor(fixed, id)))
			} else {
				b.Apply(put(task(fixed, id, surplusOf(sets[rnd.IntN(3)]))))
			}
			var all []*tasks.Task
			for n := range 4 {
				if t := b.Task(keyFor(fixed, strconv.Itoa(n+1))); t != nil {
					all = append(all, t)
				}
			}
			if got, want := surplusWords(b), surplusWords(showing(all...)); got != want {
				t.Fatalf("seed %d: %q, and %q when it is read anew", seed, got, want)
			}
		}
	}
}
