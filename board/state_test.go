package board

import (
	"fmt"
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
	if b.Apply(tasks.Delta{Replaced: true, Health: tasks.Polling, Why: "no inotify"}).Replaced || !b.Apply(tasks.Delta{Replaced: true, Put: of(task(s12, "b", owned("agent-9"))), Health: tasks.Polling, Why: "no inotify"}).Replaced {
		t.Error("a directory was replaced if other files are in it")
	}
	h, why := b.Health()
	if h != tasks.Polling || why != "no inotify" {
		t.Errorf("health %v %q", h, why)
	}
	same(t, "owners", b.Owners(), []string{"agent-9"})
}

func TestTheListsOfABoardHaveEveryCardThatIsMeant(t *testing.T) {
	one, two, three := task(s12, "one", is(tasks.InProgress), changed(time.Hour)), task(s12, "two", waitsFor("one")), task(s12, "three", func(t *tasks.Task) { t.Version = 7 })
	b := showing(one, two, three, task(s12, "four"), task(s12, "box"), task(s12, "secret", func(t *tasks.Task) { t.Internal = true }))
	b.Apply(tasks.Delta{At: noon, Problems: []tasks.Problem{
		{Key: keyFor(s12, "z"), Kind: tasks.Unparsable}, {Key: keyFor(s12, "broken"), Kind: tasks.Unparsable},
		{Key: one.Key, Kind: tasks.BeingWritten}, {Key: keyFor(s12, "noise"), Kind: tasks.NotATask},
	}})
	same(t, "ready", names(b.Ready()), "box four three")
	same(t, "in progress", names(b.InProgress()), "one")
	all, unread := b.Present()
	same(t, "present", fmt.Sprint(len(all), " ", names(unread)), "5 z broken")
	var bad []tasks.Key
	for _, p := range b.Problems() {
		bad = append(bad, p.Key)
	}
	same(t, "problems", names(bad), "broken noise z")
	same(t, "counted", b.Counts().Problems, 3)
	same(t, "versions", fmt.Sprint(b.Version(three.Key), b.Version(keyFor(s12, "z")), b.Version(keyFor(s12, "gone"))), "7 0 0")
	same(t, "behind", fmt.Sprint(b.Behind(one.Key, 1), b.Behind(one.Key, 0), b.AppendBehind(nil, one.Key, 5), b.AppendBehind(nil, one.Key, 0)), "1 0 [{ two.json}] []")
	same(t, "the most behind", len(b.AppendBehind([]tasks.Key{three.Key}, one.Key, 1)), 2)
	if b.InProgress()[0] != one.Key || b.Problem(one.Key) == nil || len(b.Wiped()) != 0 || b.HighWaterMark() != 0 {
		t.Error("a file that is being written has a problem, and keeps its place")
	}
}

// What an earlier run saw is exact, unless this one saw a later change.
func TestTheTimeOfAChangeIsRecalled(t *testing.T) {
	a, c := task(s12, "a", is(tasks.InProgress), changed(time.Hour)), task(s12, "c")
	b := showing(a, c, task(s12, "d", is(tasks.InProgress), changed(2*time.Hour)))
	b.Apply(put(with(c, is(tasks.InProgress))))
	ago := func(h int) time.Time { return noon.Add(-time.Duration(h) * time.Hour) }
	b.RecallSince(map[tasks.Key]time.Time{a.Key: ago(3), c.Key: ago(5), keyFor(s12, "gone"): ago(1)})
	same(t, "the longest running first", column(b, InProgressColumn), "a d c")
	for id, want := range map[string]string{"a": "3h true", "c": "now true", "d": "2h false"} {
		at, exact := b.Since(keyFor(s12, id))
		same(t, id, fmt.Sprint(Age(noon.Sub(at)), " ", exact), want)
	}
	at, exact := b.Since(keyFor(s12, "gone"))
	same(t, "none", fmt.Sprint(at.IsZero(), exact), "true false")
}

// A caller may hold a key of a card that is gone, or of a file that could never be read.
func TestLittleIsSaidOfACardWithoutATask(t *testing.T) {
	b := showing(task(flow, "a"), task(flow, "x", waitsFor("broken")))
	broken := keyFor(flow, "broken")
	b.Apply(tasks.Delta{At: noon, Problems: []tasks.Problem{{Key: broken, Kind: tasks.Unparsable, Since: noon}}})
	for k, want := range map[tasks.Key]string{
		keyFor(flow, "gone"): "0 false false #gone [] [] 0 []",
		broken:               "8 true true broken [] [x] 1 [{ x.json}]",
	} {
		_, _, shown := b.Rank(k)
		same(t, k.Name, fmt.Sprint(uint8(b.State(k)), b.Has(k), shown, " ", b.ShortID(k), " ", b.WaitsFor(k), " [", ends(b.Unblocks(k)), "] ", b.Behind(k, 9), " ", b.AppendBehind(nil, k, 9)),
			strings.ReplaceAll(want, "[x]", "[x open]"))
		_, _, container := b.ContainerProgress(k)
		_, part := b.Parent(k)
		_, loop := b.InLoop(k)
		for what, is := range map[string]bool{
			"a task": b.Task(k) != nil, "started early": b.StartedEarly(k), "blocked by completed tasks": b.BlockedByCompleted(k), "blocked by its word": b.SaysBlocked(k),
			"a container": container || b.Fold(k, true) || b.Folded(k), "a part": part || b.Children(k) != nil, "in a loop": loop, "changed": b.LastChange(k) != nil,
			"silent": b.Silence(k, Circumstances{Now: noon.Add(time.Hour), Stalled: time.Minute}) != Busy, "owned": b.OwnerState(k) != tasks.Agent{}, "without its worktree": b.WorktreeMissing(k),
		} {
			if is {
				t.Errorf("%s is %s", k.Name, what)
			}
		}
	}
	if b.WaitsForRunning(keyFor(flow, "gone")) || !b.WaitsForRunning(keyFor(flow, "a")) {
		t.Error("only a card can wait for nothing but tasks in progress")
	}
}

func TestStatesHaveWords(t *testing.T) {
	words := ""
	for s := None; s <= Container; s++ {
		words += s.String() + map[bool]string{true: "*"}[s.Blocked()] + " "
	}
	same(t, "states", words, " ready blocked* blocked* stuck* running completed unknown broken failed skipped container ")
	same(t, "columns", fmt.Sprint(PendingColumn, ", ", InProgressColumn, ", ", CompletedColumn), "Pending, In progress, Completed")
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
	var words []string
	for i := range b.Len(PendingColumn) {
		t := b.Task(b.At(PendingColumn, i))
		if _, key, ok := strings.Cut(b.Unseen(t), "the key “"); ok {
			key, _, _ = strings.Cut(key, "”")
			words = append(words, t.ID.Text+" "+key)
		}
	}
	return strings.Join(words, ", ")
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

func TestAKeyTooManyIsNamedWithWhatElseIsWrong(t *testing.T) {
	b := showing(task(fixed, "1", surplusOf(priority), func(t *tasks.Task) { t.Why = "it is a link" }), task(fixed, "2"))
	const want = "it is a link; the key “priority” is one too many: its agents then fail to list any task of this folder"
	if got := b.Unseen(b.Task(keyFor(fixed, "1"))); got != want {
		t.Error(got)
	}
}
