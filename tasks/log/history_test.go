//go:build unix

package log

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

// at is a moment as a history knows it: of the local zone, in milliseconds.
func at(d time.Duration) time.Time { return time.UnixMilli(noon.Add(d).UnixMilli()) }

func task(name string, s tasks.Status, owner string, changed time.Time) *tasks.Task {
	return &tasks.Task{Key: tasks.Key{Name: name}, Subject: "the " + name, Status: s, Owner: owner, Stamp: tasks.Stamp{Mtime: changed.UnixNano()}}
}

// moved is an event that leads from one state to another.
func moved(kind tasks.EventKind, name string, d time.Duration, from, to State) Event {
	return Event{At: at(d), Kind: kind, Key: tasks.Key{Name: name}, From: from, To: to}
}

func is(s tasks.Status, owner string) State { return State{true, s, owner} }

// board is a history as a board has it.
type board struct {
	*History
	t    testing.TB
	past Past
}

func opened(t testing.TB, dir string, o Options, now ...*tasks.Task) board {
	t.Helper()
	if o.Now == nil {
		o.Now = func() time.Time { return at(time.Hour) }
	}
	l := OpenHistory(dir, o)
	past := <-l.Begin(now, nil)
	t.Cleanup(func() { l.Close(time.Time{}) })
	return board{l, t, past}
}

// words are events in one line: "kind name owner", a star for what was found.
func words(events []Event) string {
	var all []string
	for _, e := range events {
		s := e.Kind.String() + " " + e.Key.Name + " " + e.To.Owner
		if e.Found {
			s += "*"
		}
		all = append(all, strings.TrimSpace(strings.ReplaceAll(s, " *", "*")))
	}
	return strings.Join(all, ", ")
}

func TestWhatHappenedIsKnownAfterARestart(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon), task("2", tasks.InProgress, "ann", noon))
	if len(b.past.Events) > 0 || len(b.past.Since) > 0 {
		t.Errorf("a first start knows %+v", b.past)
	}
	claim := moved(tasks.EventClaimed, "1", time.Minute, is(tasks.Pending, ""), is(tasks.InProgress, "bob"))
	claim.Subject, claim.Unblocked = "renamed", []tasks.Key{{Name: "3"}}
	b.Record([]Event{claim})
	b.Record([]Event{moved(tasks.EventCompleted, "2", 2*time.Minute, is(tasks.InProgress, "ann"), is(tasks.Completed, "ann"))})
	b.Close(at(3 * time.Minute))

	list := "list"
	kept := task("1", tasks.InProgress, "bob", at(time.Minute))
	kept.List = list
	now := []*tasks.Task{kept, task("2", tasks.Pending, "", at(4*time.Minute)), task("3", tasks.Pending, "", at(5*time.Minute))}
	b = opened(t, dir, Options{List: list}, now...)
	if got, want := words(b.past.Events), "claimed 1 bob, completed 2 ann, reopened 2*, created 3*"; got != want || b.past.Found != 2 {
		t.Errorf("it says %q, %d found; want %q", got, b.past.Found, want)
	}
	if e := b.past.Events[0]; e.Key.List != list || len(e.Unblocked) != 1 || e.Unblocked[0].List != list {
		t.Errorf("the keys are of another list: %+v", e)
	}
	if got := b.past.Since[kept.Key]; len(b.past.Since) != 1 || !got.Equal(at(time.Minute)) {
		t.Errorf("it says since when of %v", b.past.Since)
	}
	if !b.past.LastVisit.Equal(at(3 * time.Minute)) {
		t.Errorf("it was checked until %v", b.past.LastVisit)
	}
	b.Close(time.Time{})
	b = opened(t, dir, Options{}, task("3", tasks.Pending, "", noon))
	if got, want := words(b.past.Events), "claimed 1 bob, completed 2 ann, reopened 2*, created 3*, deleted 1*, deleted 2*"; got != want && got != "claimed 1 bob, completed 2 ann, reopened 2*, created 3*, deleted 2*, deleted 1*" {
		t.Errorf("it says %q, want %q", got, want)
	}
	for _, e := range b.past.Events[len(b.past.Events)-2:] {
		if want := map[string]string{"1": "renamed", "2": "the 2"}[e.Key.Name]; e.Subject != want {
			t.Errorf("%s was %q, and is gone as %q", e.Key.Name, want, e.Subject)
		}
	}
}

func TestReadReturnsThePastAndWritesNothing(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon))
	b.Record([]Event{moved(tasks.EventClaimed, "1", time.Minute, is(tasks.Pending, ""), is(tasks.InProgress, "bob"))})
	b.Close(at(2 * time.Minute))
	path := filepath.Join(dir, historyName, eventsName)
	before, err := os.ReadFile(path)
	testdir.Must(t, err)
	done, made := task("1", tasks.Completed, "bob", at(3*time.Minute)), task("2", tasks.Pending, "", at(4*time.Minute))
	now := []*tasks.Task{done, made}
	past, err := OpenHistory(dir, Options{}).Read(now, nil)
	testdir.Must(t, err)
	if got, want := words(past.Events), "claimed 1 bob, completed 1 bob*, created 2*"; got != want || past.Found != 2 {
		t.Errorf("it says %q, %d found; want %q", got, past.Found, want)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("it wrote %q, %v", after, err)
	}
}

func TestNobodyElseCanReadAHistory(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir, Options{}, task("1", tasks.Pending, "", noon)).Close(noon)
	for path, mode := range map[string]os.FileMode{historyName: 0o700, historyName + "/" + eventsName: 0o600, historyName + "/writer": 0o600} {
		if fi, err := os.Lstat(filepath.Join(dir, path)); err != nil || fi.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", path, fi.Mode(), err)
		}
	}
}

// A file that was written while no board was open may have gone through other states.
func TestTheTimeOfAStatusIsUnknownAfterAnUnseenWrite(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon))
	b.Record([]Event{moved(tasks.EventClaimed, "1", time.Minute, is(tasks.Pending, ""), is(tasks.InProgress, "bob"))})
	b.Close(at(time.Hour))
	b = opened(t, dir, Options{}, task("1", tasks.InProgress, "bob", at(2*time.Hour)))
	if len(b.past.Since) > 0 || words(b.past.Events) != "claimed 1 bob" {
		t.Errorf("it says %+v", b.past)
	}
}

func TestOfTwoBoardsOneWritesAndTheOtherGoesOnInItsPlace(t *testing.T) {
	dir := t.TempDir()
	a, b := opened(t, dir, Options{}), opened(t, dir, Options{})
	first := []Event{moved(tasks.EventCreated, "1", time.Second, State{}, is(tasks.Pending, ""))}
	a.Record(first)
	b.Record(first)
	a.Close(noon)
	again := first[0] // the other board saw it a moment later
	again.At = at(11*time.Second - 1)
	events := []Event{again}
	for _, differs := range []func(e *Event){
		func(e *Event) { e.Key.Name = "2" },
		func(e *Event) { e.Kind = tasks.EventClaimed },
		func(e *Event) { e.To.Owner = "bob" },
		func(e *Event) { e.Link.Removed = true },
		func(e *Event) { e.At = at(11 * time.Second) },
	} {
		e := again
		differs(&e)
		events = append(events, e)
	}
	b.Record(events)
	b.Close(noon)
	c := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon), task("2", tasks.Pending, "", noon))
	if got, want := words(c.past.Events), "created 1, created 2, claimed 1, created 1 bob, created 1, created 1"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

func TestALogThatIsCutAnywhereLosesItsLastEventAlone(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon), task("a\tb\\\n=", tasks.Pending, "=", noon))
	owners := []string{"bob", "=", "", "a\tb", "\\n", "日本"}
	from := is(tasks.Pending, "")
	for i, o := range owners {
		to := is(tasks.InProgress, o)
		e := moved(tasks.EventClaimed, "1", time.Duration(i)*time.Second, from, to)
		e.Subject, e.Unblocked, e.More = "subject\t"+o, []tasks.Key{{Name: "x\ty"}}, i
		b.Record([]Event{e})
		from = to
	}
	b.Close(time.Time{})
	path := filepath.Join(dir, historyName, eventsName)
	raw, err := os.ReadFile(path)
	testdir.Must(t, err)
	whole := parsed(raw)
	if len(whole.events) != len(owners) || !whole.whole || len(whole.tasks) != 2 {
		t.Fatalf("it has %d events of %d tasks", len(whole.events), len(whole.tasks))
	}
	for i, e := range whole.events {
		if e.To.Owner != owners[i] || e.Subject != "subject\t"+owners[i] || e.More != i || len(e.Unblocked) != 1 || e.Unblocked[0].Name != "x\ty" {
			t.Errorf("%+v", e)
		}
	}
	for n := int(whole.begun); n <= len(raw); n++ {
		lines := strings.Count(string(raw[whole.begun:n]), "\n")
		if p := parsed(raw[:n]); !p.whole || len(p.events) != lines {
			t.Fatalf("cut at %d it has %d events of %d whole lines", n, len(p.events), lines)
		}
	}
	testdir.Must(t, os.WriteFile(path, raw[:len(raw)-5], 0o600)) // what is written after it begins a line of its own
	b = opened(t, dir, Options{}, task("1", tasks.InProgress, owners[4], noon), task("a\tb\\\n=", tasks.Pending, "=", noon))
	b.Record([]Event{moved(tasks.EventCompleted, "1", time.Minute, is(tasks.InProgress, "x"), is(tasks.Completed, "x"))})
	b.Close(time.Time{})
	b = opened(t, dir, Options{}, task("1", tasks.Completed, "x", noon), task("a\tb\\\n=", tasks.Pending, "=", noon))
	if n := len(b.past.Events); n != len(owners) || b.past.Events[n-1].Kind != tasks.EventCompleted {
		t.Errorf("it goes on with %q", words(b.past.Events))
	}
}

// Any byte may be damaged, and no other line is lost by it but one that it was the end of.
func TestADamagedLineTakesNoOtherWithIt(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{})
	for i := range 5 {
		b.Record([]Event{moved(tasks.EventCreated, fmt.Sprint(i), 0, State{}, is(tasks.Pending, ""))})
	}
	b.Close(time.Time{})
	raw, err := os.ReadFile(filepath.Join(dir, historyName, eventsName))
	testdir.Must(t, err)
	p := parsed(raw)
	for i := int(p.begun); i < len(raw); i++ {
		bad := append([]byte{}, raw...)
		bad[i] ^= 1
		n := 0
		for _, e := range parsed(bad).events {
			if i, err := strconv.Atoi(e.Key.Name); err == nil && i < len(p.events) && fmt.Sprint(e) == fmt.Sprint(p.events[i]) {
				n++
			}
		}
		if n < len(p.events)-2 { // a newline that is damaged joins two lines
			t.Fatalf("byte %d damaged: %d events are left", i, n)
		}
	}
}

func TestAHistoryWhoseBeginningIsDamagedIsBegunAnewWithItsEvents(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{})
	for i := range 5 {
		b.Record([]Event{moved(tasks.EventCreated, fmt.Sprint(i), 0, State{}, is(tasks.Pending, ""))})
	}
	b.Close(time.Time{})
	path := filepath.Join(dir, historyName, eventsName)
	raw, err := os.ReadFile(path)
	testdir.Must(t, err, os.WriteFile(path, append([]byte("x"), raw...), 0o600))
	b = opened(t, dir, Options{}, task("9", tasks.Pending, "", noon))
	if got := words(b.past.Events); got != "created 0, created 1, created 2, created 3, created 4" || b.past.Found > 0 {
		t.Errorf("of a history of which the beginning is damaged it says %q", got)
	}
	b.Close(time.Time{})
	b = opened(t, dir, Options{}, task("9", tasks.Completed, "", noon))
	if got := words(b.past.Events); got != "created 0, created 1, created 2, created 3, created 4, completed 9*" {
		t.Errorf("after a new beginning, with what is left of the old one, it says %q", got)
	}
}

func TestTheEventsOfAHistoryLeadToTheStatesThatTasksHaveNow(t *testing.T) {
	testdir.InOneGoroutine(t)
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		dir, now := t.TempDir(), map[string]State{}
		list := func() (all []*tasks.Task) {
			for name, s := range now {
				all = append(all, task(name, s.Status, s.Owner, noon))
			}
			return all
		}
		b := opened(t, dir, Options{})
		for range 300 {
			name := fmt.Sprint(r.IntN(12))
			to := State{}
			if r.IntN(4) > 0 {
				to = is(tasks.Status(r.IntN(int(tasks.Container)+1)), []string{"", "ann", "=", "\t"}[r.IntN(4)])
			}
			unseen := r.IntN(20) == 0
			if unseen {
				b.Close(noon)
			} else {
				b.Record([]Event{moved(tasks.EventEdited, name, time.Duration(r.IntN(1000))*time.Second, now[name], to)})
			}
			if now[name] = to; !to.There {
				delete(now, name)
			}
			if unseen {
				b = opened(t, dir, Options{}, list()...)
			}
		}
		b.Close(noon)
		p, err := b.read()
		testdir.Must(t, err)
		got := map[string]State{}
		for name, task := range p.tasks {
			got[name] = task.State
		}
		if !maps.Equal(got, now) {
			t.Fatalf("seed %d: it says %v, and %v is so", seed, got, now)
		}
	}
}

func TestNothingIsWrittenThroughALinkAndNoneIsFollowed(t *testing.T) {
	dir, other := t.TempDir(), filepath.Join(t.TempDir(), "theirs")
	b := opened(t, dir, Options{})
	b.Close(noon)
	path := filepath.Join(dir, historyName, eventsName)
	testdir.Must(t, os.Rename(path, other), os.Symlink(other, path))
	if _, err := System.Append(path); err == nil {
		t.Error("a link is opened to append to")
	}
	pipe := filepath.Join(dir, "pipe")
	testdir.Must(t, syscall.Mkfifo(pipe, 0o600))
	if _, err := System.Append(pipe); err == nil {
		t.Error("a pipe is opened to append to")
	}
	before, err := os.ReadFile(other)
	testdir.Must(t, err)
	b = opened(t, dir, Options{}, task("1", tasks.Pending, "", noon))
	b.Record([]Event{moved(tasks.EventCompleted, "1", 0, is(tasks.Pending, ""), is(tasks.Completed, ""))})
	b.Close(noon)
	if after, err := os.ReadFile(other); err != nil || string(after) != string(before) {
		t.Errorf("%q became %q, %v", before, after, err)
	}
}

// appendRecord appends the line of a record.
func appendRecord(to []byte, r *record) []byte {
	b := bytes.NewBuffer(to)
	_ = newLineWriter(b).write(r)
	return b.Bytes()
}

func FuzzAnyHistoryIsRead(f *testing.F) {
	f.Add(appendRecord(nil, &record{Event: moved(tasks.EventClaimed, "1", 0, is(tasks.Pending, ""), is(tasks.InProgress, "bob"))}))
	f.Add(appendRecord(nil, &record{word: headWord, count: 3}))
	f.Add(appendRecord(nil, &record{word: visitWord, lastVisit: noon}))
	f.Fuzz(func(t *testing.T, raw []byte) {
		p := parsed(raw)
		for _, e := range p.events {
			again := parsed(appendRecord(nil, &record{Event: e}))
			if len(again.events) != 1 || fmt.Sprint(again.events[0]) != fmt.Sprint(e) {
				t.Fatalf("%+v is read again as %+v", e, again.events)
			}
		}
	})
}

// parsed reads a history that lies in memory, which does not fail.
func parsed(raw []byte) snapshot {
	p, err := parse(bytes.NewReader(raw), 0)
	if err != nil {
		panic(err)
	}
	return p
}

func TestALinkIsKeptAndIsInNoPast(t *testing.T) {
	dir := t.TempDir()
	b := opened(t, dir, Options{}, task("1", tasks.Pending, "", noon))
	var links []Event
	for _, l := range []tasks.LinkChange{
		{To: tasks.ID{Text: "2", Num: true}}, {To: tasks.ID{Text: "2"}, Blocks: true}, {To: tasks.ID{Text: "IMPL-\"1"}, Removed: true}, {To: tasks.ID{Text: "-7", Num: true}, Blocks: true, Removed: true},
	} {
		links = append(links, Event{At: at(time.Second), Kind: tasks.EventLinked, Key: tasks.Key{Name: "1"}, Ours: true, Link: l})
	}
	b.Record(links)
	b.Close(time.Time{})
	raw, err := os.ReadFile(b.path(eventsName))
	testdir.Must(t, err)
	if got := parsed(raw).events; !reflect.DeepEqual(got, links) || !strings.Contains(string(raw), `"what":"linked","task":"1","ours":true,"blocks":-7,"removed":true}`) {
		t.Errorf("%+v\n%s", got, raw)
	}
	b = opened(t, dir, Options{}, task("1", tasks.Pending, "", noon))
	if n := len(b.past.Events); n > 0 {
		t.Errorf("%d of them are reported", n)
	}
}

// A file's name may hold any byte but two, and JSON may not.
func TestATaskIsKnownAgainWhateverItsNameAndItsOwner(t *testing.T) {
	dir := t.TempDir()
	var now []*tasks.Task
	for _, name := range []string{"a\xb5.json", `"a"`, `"`, "`a`", "日本", "\xed\xb2\x80", "a\nb", "\u2028"} {
		now = append(now, task(name, tasks.InProgress, "\xed\xb2\x80\t日", noon))
	}
	b := opened(t, dir, Options{}, now...)
	b.Close(time.Time{})
	if b = opened(t, dir, Options{}, now...); b.past.Found > 0 {
		t.Errorf("it found %q", words(b.past.Events))
	}
}

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

func TestATaskWhoseFileCannotBeReadIsNotTakenForDeleted(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir, Options{}, task("1", tasks.Pending, "", noon)).Close(noon)
	h := OpenHistory(dir, Options{})
	defer h.Close(time.Time{})
	if past := <-h.Begin(nil, []string{"1"}); len(past.Events) > 0 {
		t.Errorf("it says %q", words(past.Events))
	}
}

func TestAChangeThatNobodySawHasTheTimeThatItsFileStates(t *testing.T) {
	dir := t.TempDir()
	opened(t, dir, Options{}, task("1", tasks.Pending, "", noon)).Close(noon)
	now := task("1", tasks.Completed, "", noon)
	now.Clock = at(time.Minute).UnixNano()
	past := opened(t, dir, Options{}, now).past
	if got := words(past.Events); got != "completed 1*" || !past.Events[0].At.Equal(at(time.Minute)) {
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
}

func TestWithoutATaskThereIsNoState(t *testing.T) {
	if got := StateOf(nil); got != (State{}) {
		t.Errorf("%+v", got)
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

// wait waits until everything is written.
func (h *History) wait() {
	ended := make(chan bool)
	h.enqueue(func() { close(ended) })
	<-ended
}

// TestAnyOperationOfAHistoryMayFailOrBeTheLast claims ten tasks, one after the other. A failure is reported once. Whether the operation
// fails or the process is killed there, what was written before is read afterwards, and the next board finds the rest.
func TestAnyOperationOfAHistoryMayFailOrBeTheLast(t *testing.T) {
	tasksNow := func(status tasks.Status, owner string) (now []*tasks.Task) {
		for i := range 10 {
			now = append(now, task(fmt.Sprint(i), status, owner, noon))
		}
		return now
	}
	for _, dies := range []bool{false, true} {
		for n := 1; ; n++ {
			dir, d, reported := filepath.Join(t.TempDir(), "list"), &faultDisk{Disk: System, at: n, dies: dies}, 0
			h := OpenHistory(dir, Options{Disk: d, OnError: func(error) { reported++ }})
			h.growth = 700 // it is written anew now and then
			<-h.Begin(tasksNow(tasks.Pending, ""), nil)
			written := 0
			for i := range 10 {
				h.Record([]Event{moved(tasks.EventClaimed, fmt.Sprint(i), time.Duration(i), is(tasks.Pending, ""), is(tasks.InProgress, "bob"))})
				h.wait()
				if reported == 0 {
					written++
				}
			}
			h.Close(noon)
			when := fmt.Sprintf("dies %v, operation %d (%s)", dies, n, d.what)
			// What is only to be made room by may fail: nobody misses it.
			silent := strings.HasPrefix(d.what, "list") || strings.HasPrefix(d.what, "remove") || d.what == "close" || strings.HasPrefix(d.what, "stat "+dir)
			if reported > 1 || reported == 0 && d.what != "" && !silent && n < d.done-3 {
				t.Errorf("%s: reported %d times", when, reported)
			}
			b := opened(t, dir, Options{}, tasksNow(tasks.InProgress, "bob")...)
			seen, all := 0, map[string]bool{}
			for _, e := range b.past.Events {
				if all[e.Key.Name] = true; !e.Found {
					seen++
				}
				if e.Kind != tasks.EventClaimed && e.Kind != tasks.EventCreated {
					t.Errorf("%s: %q", when, words(b.past.Events))
				}
			}
			if seen < written-1 || len(all) != 10 && seen > 0 {
				t.Errorf("%s: %d of %d that were written are read, %d in all: %q", when, seen, written, len(all), words(b.past.Events))
			}
			b.Close(time.Time{})
			if left, _ := filepath.Glob(filepath.Join(dir, historyName, ".begin-*")); len(left) > 0 && !dies && !strings.HasPrefix(d.what, "remove") {
				t.Errorf("%s: left is %v", when, left)
			}
			if d.what == "" {
				if n < 40 || written != 10 {
					t.Errorf("only %d operations, %d events", n-1, written)
				}
				break
			}
		}
	}
}

func TestAFullDiskIsReportedOnceAndWhatItMissedIsFoundLater(t *testing.T) {
	dir := t.TempDir()
	var reported []error
	d := &faultDisk{Disk: System}
	b := opened(t, dir, Options{Disk: d, OnError: func(err error) { reported = append(reported, err) }})
	d.full = true
	for i := range 100 {
		b.Record([]Event{moved(tasks.EventCreated, fmt.Sprint(i), 0, State{}, is(tasks.Pending, ""))})
	}
	b.wait()
	d.full = false // there is room again, and what was missed must not count as seen
	b.Close(noon)
	if len(reported) != 1 || !errors.Is(reported[0], errFault) || !strings.Contains(reported[0].Error(), "cannot be written") {
		t.Errorf("it reports %v", reported)
	}
	var now []*tasks.Task
	for i := range 100 {
		now = append(now, task(fmt.Sprint(i), tasks.Pending, "", noon))
	}
	if b = opened(t, dir, Options{}, now...); b.past.Found < 90 || len(b.past.Events) != 100 || !b.past.LastVisit.IsZero() {
		t.Errorf("%d of %d were found", b.past.Found, len(b.past.Events))
	}
}

// unseen are the names of the tasks that the person has not seen, in one line.
func (b board) unseen() string {
	var names []string
	for k := range b.past.New {
		names = append(names, k.Name)
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// completed is an event by which others completed a task.
func completed(name string, d time.Duration) Event {
	return moved(tasks.EventCompleted, name, d, is(tasks.InProgress, "bob"), is(tasks.Completed, "bob"))
}

func TestWhatOthersCompletedIsNewUntilThePersonLooks(t *testing.T) {
	dir, clock := t.TempDir(), at(0)
	o := Options{Now: func() time.Time { return clock }}
	all := func(statuses ...tasks.Status) (now []*tasks.Task) {
		for i, s := range statuses {
			now = append(now, task(strconv.Itoa(i+1), s, "bob", clock))
		}
		return now
	}
	working, done := tasks.InProgress, tasks.Completed
	again := func(want string, now []*tasks.Task) board {
		t.Helper()
		b := opened(t, dir, o, now...)
		if got := b.unseen(); got != want {
			t.Errorf("%q is new, want %q", got, want)
		}
		return b
	}

	b := again("", all(working, working, working, done)) // what was completed before the first board is not new
	mine := completed("3", 2*time.Minute)
	mine.Ours = true
	b.Record([]Event{completed("1", time.Minute), mine, completed("2", 3*time.Minute)})
	b.Close(time.Time{})
	b = again("1 2", all(done, done, done, done))
	clock = at(4 * time.Minute)
	b.Look(map[string]time.Time{"1": at(time.Minute)}, false)
	b.Close(time.Time{})
	b = again("2", all(done, done, done, done))
	b.Record([]Event{ // it is completed a second time
		moved(tasks.EventReopened, "1", 5*time.Minute, is(tasks.Completed, "bob"), is(tasks.Pending, "")),
		completed("1", 6*time.Minute),
		moved(tasks.EventReopened, "2", 6*time.Minute, is(tasks.Completed, "bob"), is(tasks.Pending, "")),
	})
	b.Close(at(7 * time.Minute))
	clock = at(8 * time.Minute)
	old := all(done, working, done, done, done) // 5 was made and completed while no board was open
	old[1].Stamp.Mtime = at(time.Minute).UnixNano()
	b = again("1 5", old)
	clock = at(9 * time.Minute)
	b.Look(nil, true)
	clock = at(10 * time.Minute)
	b.Close(clock)
	old[1] = task("2", done, "bob", at(time.Minute)) // with a time from before the last visit, like a file that was copied
	again("2", old).Close(time.Time{})
	past, err := OpenHistory(dir, Options{ReadOnly: true, List: "a"}).Read(old, nil)
	testdir.Must(t, err)
	if _, isNew := past.New[tasks.Key{List: "a", Name: "2"}]; !isNew || len(past.New) != 1 {
		t.Errorf("a command reads %v", past.New)
	}
}

func TestAClockThatIsAheadKeepsNothingNew(t *testing.T) {
	dir, clock := t.TempDir(), at(0)
	o := Options{Now: func() time.Time { return clock }}
	b := opened(t, dir, o, task("1", tasks.Pending, "", clock))
	b.Close(clock)
	tomorrow := task("1", tasks.Completed, "bob", at(24*time.Hour))
	b = opened(t, dir, o, tomorrow)
	if b.unseen() != "1" {
		t.Fatalf("%q is new", b.unseen())
	}
	b.Look(map[string]time.Time{"1": b.past.New[tasks.Key{Name: "1"}]}, true)
	b.Close(clock)
	if b = opened(t, dir, o, tomorrow); b.unseen() != "" {
		t.Errorf("%q is new after a look", b.unseen())
	}
}

func TestWhatWasSeenIsBounded(t *testing.T) {
	s := seen{Tasks: map[string]time.Time{}}
	for i := range maxSeen + 1 {
		s.Tasks[strconv.Itoa(i)] = at(time.Duration(i) * time.Second)
	}
	s.drop()
	if want := at(maxSeen / 2 * time.Second); len(s.Tasks) != maxSeen/2 || !s.All.Equal(want) {
		t.Errorf("%d tasks, all until %v", len(s.Tasks), s.All)
	}
}
