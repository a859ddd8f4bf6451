//go:build unix

package log

import (
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// TestWhatNobodySawIsNamedByWhatChanged writes a task in one state and finds it in another.
func TestWhatNobodySawIsNamedByWhatChanged(t *testing.T) {
	const pending, running, done = tasks.Pending, tasks.InProgress, tasks.Completed
	for _, c := range []struct {
		was, now State
		want     string
	}{
		{State{}, is(running, "ann"), "created"},
		{is(pending, ""), State{}, "deleted"},
		{is(pending, ""), is(running, "ann"), "claimed"},
		{is(pending, ""), is(running, ""), "started"},
		{is(done, "ann"), is(running, "ann"), "reopened"},
		{is(done, ""), is(pending, ""), "reopened"},
		{is(running, "ann"), is(done, "ann"), "completed"},
		{is(done, ""), is(done, "ann"), "changed"},
		{is(running, "ann"), is(running, "bob"), "took over"},
		{is(running, ""), is(running, "bob"), "changed"},
		{is(running, "ann"), is(running, ""), "changed"},
		{is(running, "ann"), is(pending, ""), "released"},
		{is(pending, ""), is(pending, "ann"), "changed"},
		{is(pending, "ann"), is(pending, "ann"), ""},
	} {
		list := func(s State) (all []*tasks.Task) {
			if s.There {
				all = append(all, task("1", s.Status, s.Owner, noon))
			}
			return all
		}
		dir := t.TempDir()
		opened(t, dir, Options{}, list(c.was)...).Close(noon)
		b := opened(t, dir, Options{}, list(c.now)...)
		got := ""
		for _, e := range b.past.Events {
			got += e.Kind.String()
		}
		if got != c.want {
			t.Errorf("%v became %v: %q, want %q", c.was, c.now, got, c.want)
		}
	}
}

func TestWhatCannotBeReadIsNotTakenForDeletedAndTheTimeInAFileCounts(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir, Options{}, task("1", tasks.Pending, "", noon), task("2", tasks.Pending, "", noon)).Close(noon)
	h := OpenHistory(dir, Options{})
	defer h.Close(time.Time{})
	now := task("2", tasks.Completed, "", noon)
	now.Clock = at(time.Minute).UnixNano()
	past := <-h.Begin([]*tasks.Task{now}, []string{"1"})
	if got := words(past.Events); got != "completed 2*" || !past.Events[0].At.Equal(at(time.Minute)) {
		t.Errorf("it says %q", got)
	}
}

func TestALongTextIsCutBetweenCharacters(t *testing.T) {
	for text, want := range map[string]int{
		strings.Repeat("a", longest): longest, strings.Repeat("a", longest+1): longest, "a" + strings.Repeat("é", longest): longest - 1,
		strings.Repeat("三", longest): longest, "a" + strings.Repeat("😀", longest): longest - 3, strings.Repeat("\x80", 2*longest): longest - utf8.UTFMax,
	} {
		if got := clip(text); len(got) != want || !strings.HasPrefix(text, got) {
			t.Errorf("of %.8q... %d bytes are kept, want %d", text, len(got), want)
		}
	}
	if StateOf(nil) != (State{}) {
		t.Error("no task has a state")
	}
}

func TestThePastsOfTwoListsAreOneInTheOrderOfTime(t *testing.T) {
	event := func(name string, d time.Duration, found bool) Event {
		e := moved(tasks.EventCompleted, name, d, State{}, is(tasks.Completed, ""))
		e.Found = found
		return e
	}
	key := func(name string) tasks.Key { return tasks.Key{Name: name} }
	a := Past{Events: []Event{event("1", 1, false), event("3", 3e9, false), event("5", 0, true)}, Found: 1, Since: map[tasks.Key]time.Time{key("1"): noon}, LastVisit: at(time.Minute)}
	b := Past{Events: []Event{event("2", 2e9, false), event("6", 0, true)}, Found: 1, Since: map[tasks.Key]time.Time{key("2"): noon}, LastVisit: at(time.Hour)}
	all := a.Merge(b)
	if got := words(all.Events); got != "completed 1, completed 2, completed 3, completed 5*, completed 6*" || all.Found != 2 || len(all.Since) != 2 || len(a.Since) != 1 || !all.LastVisit.Equal(at(time.Hour)) {
		t.Errorf("it says %q, %d found, since %v, last visit %v", got, all.Found, all.Since, all.LastVisit)
	}
	if !b.Merge(a).LastVisit.Equal(at(time.Hour)) {
		t.Error("the last visit depends on the order")
	}
}

func TestAClosedHistoryAndNoneKeepNothing(t *testing.T) {
	dir := t.TempDir()
	event := []Event{moved(tasks.EventCreated, "1", 0, State{}, is(tasks.Pending, ""))}
	closed := OpenHistory(dir, Options{})
	closed.Close(noon)
	for _, h := range []*History{nil, closed} {
		h.Record(event)
		if past := <-h.Begin(nil, nil); len(past.Events) > 0 || past.Since == nil {
			t.Errorf("it says %+v", past)
		}
		h.Close(noon)
	}
	if b := opened(t, dir, Options{}); len(b.past.Events) > 0 {
		t.Errorf("it kept %q", words(b.past.Events))
	}
}

// The file of another process is read again when it grew, or when older lines of it are asked for.
func TestWhatOthersWroteIsReadOnceWhileNothingIsAdded(t *testing.T) {
	state, dir, d := t.TempDir(), t.TempDir(), &faultDisk{Disk: System}
	r, err := OpenJournal(state, dir, Options{Disk: d})
	testdir.Must(t, err)
	defer r.Close()
	other, err := OpenJournal(state, dir, Options{})
	testdir.Must(t, err)
	defer other.Close()
	began := time.Now()
	testdir.Must(t, other.Append(Entry{What: Temp, Edit: tasks.Edit{ID: 1}}, false))
	ask := func(what string, since time.Time, lines int, reads bool) {
		t.Helper()
		before := d.reads
		all, err := r.Since(since)
		if testdir.Must(t, err); len(all) != lines || (d.reads > before) != reads {
			t.Errorf("%s: %d lines, it was read: %v", what, len(all), d.reads > before)
		}
	}
	ask("at first", began, 2, true)
	ask("what is newer", time.Now(), 0, false)
	ask("the same again", began, 2, true)
	testdir.Must(t, other.Append(Entry{What: Temp, Edit: tasks.Edit{ID: 2}, At: time.Now().Add(time.Hour)}, false))
	ask("it grew", time.Now(), 1, true)
}
