package news

import (
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/log"
	"sideboard/ui/host/hosttest"
)

// The tasks that are new after each event.
func TestWhatOthersCompleteIsNewUntilThePersonLooks(t *testing.T) {
	p := hosttest.New()
	m := New(&p.Program)
	shown := 0
	m.NewChanged = func() { shown++ }
	traits := &tasks.Traits{HasOwner: true}
	put := func(n int, s tasks.Status, owner string) {
		p.Put(&tasks.Task{Key: named(n), ID: tasks.ID{Text: named(n).Name}, Traits: traits, Status: s, Owner: owner})
	}
	state := func(s tasks.Status, owner string) log.State { return log.State{There: true, Status: s, Owner: owner} }
	working, done := tasks.InProgress, tasks.Completed
	happens := func(n int, kind tasks.EventKind, from, to log.State, ours bool) {
		if to.There {
			put(n, to.Status, to.Owner)
		}
		m.noteCompletions([]log.Event{{At: p.Now, Kind: kind, Key: named(n), From: from, To: to, Ours: ours}})
	}
	wants := func(why string, count int, all ...int) {
		t.Helper()
		is := m.Unseen.Count() == count && len(m.Unseen.Keys()) == count
		for i, n := range all {
			is = is && m.Unseen.Has(named(n)) && m.Unseen.Keys()[i] == named(n)
		}
		if !is {
			t.Errorf("%s: %v is new, want %v", why, m.Unseen.Keys(), all)
		}
	}

	for n := 1; n <= 4; n++ {
		put(n, working, "bob")
	}
	happens(1, tasks.EventCompleted, state(working, "bob"), state(done, "bob"), false)
	wants("bob completed it", 1, 1)
	p.Now = p.Now.Add(time.Second)
	happens(2, tasks.EventCompleted, state(working, "bob"), state(done, "bob"), true)
	wants("the person completed one at this board", 1, 1)
	happens(3, tasks.EventCompleted, state(working, "ann"), state(done, "ann"), false)
	wants("and one of her own elsewhere", 1, 1)
	happens(4, tasks.EventCompleted, state(working, "bob"), state(done, "bob"), false)
	wants("the newest is first", 2, 4, 1)
	happens(5, tasks.EventCreated, log.State{}, state(done, "bob"), false)
	happens(5, tasks.EventEdited, state(done, "bob"), state(done, "bob"), false)
	wants("it came as a completed one", 3, 4, 5, 1)
	happens(5, tasks.EventDeleted, state(done, "bob"), log.State{}, false)
	wants("it is deleted", 2, 4, 1)
	if p.On = named(4); shown != 4 {
		t.Errorf("%d changes were shown", shown)
	}
	m.Look(named(4))
	wants("she looks", 1, 1)
	if !m.StaysNew(named(4)) || !m.StaysNew(named(1)) || m.StaysNew(named(2)) {
		t.Error("the filter does not keep the task that she looks at")
	}
	if p.On = named(1); m.StaysNew(named(4)) {
		t.Error("the filter keeps the task after she left it")
	}
	happens(1, tasks.EventReopened, state(done, "bob"), state(tasks.Pending, ""), false)
	wants("it is reopened", 0)
	happens(1, tasks.EventCompleted, state(working, "bob"), state(done, "bob"), false)
	m.LookAtAll()
	wants("she looks at all", 0)

	put(6, working, "bob")
	m.recallNew(log.Past{New: map[tasks.Key]time.Time{named(1): p.Now, named(3): p.Now, named(6): p.Now, named(7): p.Now}})
	wants("what is hers, reopened or gone by now is not new after a restart", 1, 1)
}
