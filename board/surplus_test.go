package board

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"sideboard/tasks"
)

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
