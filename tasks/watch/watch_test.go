package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// slow makes every regular look so rare that only the system's own news can explain an event.
var slow = Options{Identity: time.Hour, Whole: time.Hour, Period: time.Hour}

// follow opens a watch and takes its first, immediate event.
func follow(t *testing.T, dir string, o Options) (*Watch, Event) {
	t.Helper()
	w, err := Open(dir, o)
	testdir.Must(t, err)
	t.Cleanup(func() { w.Close() })
	return w, next(t, w)
}

// recording returns options that note the watchers of the system that are made.
func recording(o Options) (_ Options, made *[]*fsnotify.Watcher) {
	made = new([]*fsnotify.Watcher)
	notifier := o.Notifier
	if notifier == nil {
		notifier = fsnotify.NewWatcher
	}
	o.Notifier = func() (*fsnotify.Watcher, error) {
		n, err := notifier()
		*made = append(*made, n)
		return n, err
	}
	return o, made
}

func next(t *testing.T, w *Watch) Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	ev, err := w.Next(ctx)
	if err != nil {
		t.Fatalf("no news came: %v", err)
	}
	return ev
}

// waitForEvent takes events as long as ok does not hold of one.
func waitForEvent(t *testing.T, w *Watch, what string, ok func(Event) bool) Event {
	t.Helper()
	for range 1000 {
		if ev := next(t, w); ok(ev) {
			return ev
		}
	}
	t.Fatalf("never reported: %s", what)
	return Event{}
}

func nextNames(name string) func(Event) bool {
	return func(ev Event) bool { return slices.Contains(ev.Names, name) }
}

func write(t *testing.T, path string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(path, []byte("{}"), 0o644))
}

func newDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o755))
	return dir
}

func TestNextNamesWhatChanged(t *testing.T) {
	dir := newDir(t)
	w, first := follow(t, dir, slow)
	if first.Health != tasks.Live || len(first.Names) > 0 || first.Rescan || first.Sample {
		t.Fatalf("the first event is %+v, want only the health", first)
	}
	write(t, filepath.Join(dir, "a.json"))
	waitForEvent(t, w, "a created file", nextNames("a.json"))
	testdir.Must(t, os.Rename(filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")))
	seen := map[string]bool{}
	waitForEvent(t, w, "both ends of a rename", func(ev Event) bool {
		for _, n := range ev.Names {
			seen[n] = true
		}
		return seen["a.json"] && seen["b.json"]
	})
	testdir.Must(t, os.Remove(filepath.Join(dir, "b.json")))
	waitForEvent(t, w, "a removed file", nextNames("b.json"))
}

func TestTheParentsOtherFilesAreNoNews(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	for i := range 50 {
		write(t, filepath.Join(filepath.Dir(dir), fmt.Sprintf("build%d.log", i)))
	}
	write(t, filepath.Join(dir, "mine.json"))
	ev := next(t, w)
	if ev.Rescan || !slices.Equal(ev.Names, []string{"mine.json"}) {
		t.Fatalf("reported %+v", ev)
	}
}

func TestAnOverflowAsksForAComparison(t *testing.T) {
	dir := newDir(t)
	o, made := recording(slow)
	w, _ := follow(t, dir, o)
	(*made)[0].Errors <- fsnotify.ErrEventOverflow
	if ev := next(t, w); !ev.Rescan || ev.Health != tasks.Live {
		t.Fatalf("reported %+v", ev)
	}
	write(t, filepath.Join(dir, "x.json"))
	waitForEvent(t, w, "a file after the overflow", nextNames("x.json"))
}

func TestMoreNamesThanTheInboxHoldsAskForAComparison(t *testing.T) {
	in := newInbox()
	in.setRoute("/d", nil)
	for i := range inboxLimit + 1 {
		in.addEvent(fmt.Sprintf("/d/%d.json", i))
	}
	if names, rescan, _ := in.take(); !rescan || len(names) > 0 {
		t.Fatalf("%d names, rescan %v", len(names), rescan)
	}
}

func TestWithoutSystemWatchesItPollsAndSaysWhy(t *testing.T) {
	dir := newDir(t)
	for name, o := range map[string]Options{
		"switched off": {Poll: true},
		"more file descript": {Notifier: func() (*fsnotify.Watcher, error) {
			return nil, fmt.Errorf("couldn't initialize inotify: %w", syscall.EMFILE)
		}},
		"cannot watch it": {Notifier: func() (*fsnotify.Watcher, error) {
			n, err := fsnotify.NewWatcher()
			testdir.Must(t, err, n.Close())
			return n, nil
		}},
	} {
		o, made := recording(o)
		o.Period, o.Identity, o.Whole = 5*time.Millisecond, time.Hour, time.Hour
		w, first := follow(t, dir, o)
		if first.Health != tasks.Polling || !strings.Contains(first.Why, name) || w.notifier != nil {
			t.Fatalf("reported %+v", first)
		}
		for range 3 {
			if ev := next(t, w); !ev.Rescan || ev.Health != tasks.Polling {
				t.Fatalf("reported %+v", ev)
			}
		}
		testdir.Must(t, os.Remove(dir))
		waitForEvent(t, w, "the loss", func(ev Event) bool { return ev.Health == tasks.Lost })
		testdir.Must(t, os.Mkdir(dir, 0o755))
		waitForEvent(t, w, "the return", func(ev Event) bool { return ev.Health == tasks.Polling && ev.Rescan })
		if want := map[bool]int{true: 0, false: 2}[o.Poll]; len(*made) != want { // at first, and once in an hour
			t.Errorf("%s: the system was asked for watches %d times, want %d", name, len(*made), want)
		}
	}
}

// The system's watches stay: what this system itself writes there is reported at once.
func TestARemoteDirectoryIsPolled(t *testing.T) {
	dir := newDir(t)
	var remote atomic.Value
	remote.Store("NFS")
	o := slow
	o.Identity, o.Whole, o.Remote = 5*time.Millisecond, 3*time.Hour, func(string) string { return remote.Load().(string) }
	w, first := follow(t, dir, o)
	if first.Health != tasks.Polling || !strings.Contains(first.Why, "NFS") {
		t.Fatalf("reported %+v", first)
	}
	w.rescanDue = time.Time{}
	waitForEvent(t, w, "a comparison", func(ev Event) bool { return ev.Rescan && ev.Health == tasks.Polling })
	write(t, filepath.Join(dir, "a.json"))
	waitForEvent(t, w, "a file of our own", nextNames("a.json"))
	w.rescanDue = time.Now().Add(2 * time.Hour)
	for i, fs := range []string{"", "FUSE"} {
		remote.Store(fs) // as when something is mounted in its place
		testdir.Must(t, os.Rename(dir, fmt.Sprint(dir, i)), os.Mkdir(dir, 0o755))
		waitForEvent(t, w, "how the new directory is followed", func(ev Event) bool {
			return (ev.Health == tasks.Polling) == (fs != "") && strings.HasPrefix(ev.Why, fs) && ev.Health != tasks.Lost
		})
	}
	if wait := time.Until(w.rescanDue); wait > o.Period {
		t.Errorf("since it is polled it is compared in %v", wait)
	}
}

// A change that the system kept for itself shows in the directory's own time; files that change in place show in the sample.
func TestAMissedChangeOfTheDirectoryIsFound(t *testing.T) {
	dir := newDir(t)
	o := slow
	o.Identity = 5 * time.Millisecond
	w, _ := follow(t, dir, o)
	waitForEvent(t, w, "a sample", func(ev Event) bool { return ev.Sample && ev.Names != nil && !ev.Rescan })
	testdir.Must(t, w.notifier.Remove(dir))
	write(t, filepath.Join(dir, "a.json"))
	waitForEvent(t, w, "a comparison", func(ev Event) bool { return ev.Rescan })
	waitForEvent(t, w, "a sample", func(ev Event) bool {
		if ev.Rescan {
			t.Error("the same change led to two comparisons")
		}
		return ev.Sample
	})
}

func TestAReportedChangeCausesNoRescan(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	write(t, filepath.Join(dir, "a.json"))
	waitForEvent(t, w, "the file", nextNames("a.json"))
	w.identityDue = time.Time{}
	if ev := next(t, w); !ev.Sample || ev.Rescan || w.identityDue.IsZero() {
		t.Errorf("reported %+v, the next check is due %v", ev, w.identityDue)
	}
}

func TestAComparisonNeedsNoSample(t *testing.T) {
	w, _ := follow(t, newDir(t), slow)
	w.sampleDue = true
	w.Nudge()
	if ev := next(t, w); !ev.Rescan || ev.Sample || w.sampleDue {
		t.Errorf("reported %+v, another is due: %v", ev, w.sampleDue)
	}
}

func TestThePauseGrowsWhileChangesComeWithoutABreak(t *testing.T) {
	const ms = time.Millisecond
	var p pace
	now := time.Now()
	for i, c := range []struct {
		quiet time.Duration // after the pause
		names int
		want  time.Duration
	}{
		{0, 1, 8 * ms}, {ms, 1, 8 * ms}, {0, 1, 10 * ms}, {0, 63, 12*ms + ms/2}, {0, 64, 25 * ms}, {0, 64, 50 * ms}, {0, 64, 50 * ms}, {0, 1, 16 * ms},
		{50 * ms, 1, 16 * ms}, {51 * ms, 64, 8 * ms},
	} {
		if i > 0 {
			now = now.Add(p.pause + c.quiet)
		}
		if p.record(now, c.names); p.pause != c.want || !p.nextTime().Equal(now.Add(c.want)) {
			t.Errorf("event %d: the pause is %v, want %v", i, p.pause, c.want)
		}
	}
}

func TestComparingTakesATenthOfTheTimeAtMost(t *testing.T) {
	w, _ := follow(t, newDir(t), Options{Poll: true, Period: time.Millisecond})
	waitForEvent(t, w, "a comparison", func(ev Event) bool { return ev.Rescan })
	if w.comparing.IsZero() {
		t.Fatal("when the comparison began is not known")
	}
	w.comparing = w.comparing.Add(-time.Minute) // so long it took
	w.Add()
	next(t, w)
	if wait := time.Until(w.rescanDue); wait < 8*time.Minute { // nine after it, of which little has passed
		t.Errorf("the next comparison is in %v", wait)
	}
}

func TestNamesFromInsideAreNewsOfTheirOwn(t *testing.T) {
	w, _ := follow(t, t.TempDir(), Options{Poll: true, Identity: time.Hour, Whole: time.Hour, Period: time.Hour})
	w.Add("a.json")
	w.Add("b.json", "a.json")
	ev := waitForEvent(t, w, "both names", nextNames("b.json"))
	if !slices.Contains(ev.Names, "a.json") || ev.Rescan || ev.Added != 2 {
		t.Errorf("%+v", ev)
	}
	w.Add()
	if ev := next(t, w); ev.Names == nil || len(ev.Names) != 0 || ev.Rescan || ev.Added != 1 {
		t.Errorf("without names, which is not the whole directory: %#v", ev)
	}
}

func TestADirectoryThatIsReplacedInSilenceIsFoundByACheckAndByANudge(t *testing.T) {
	for _, nudge := range []bool{false, true} {
		dir, o := newDir(t), slow
		if !nudge {
			o.Identity = 5 * time.Millisecond
		}
		w, _ := follow(t, dir, o)
		for _, path := range w.notifier.WatchList() {
			testdir.Must(t, w.notifier.Remove(path))
		}
		testdir.Must(t, os.Rename(dir, dir+".old"), os.Mkdir(dir, 0o755))
		if nudge {
			w.Nudge()
		}
		waitForEvent(t, w, "a comparison", func(ev Event) bool { return ev.Rescan })
		if path := filepath.Join(dir, "x.json"); nudge {
			write(t, path)
			waitForEvent(t, w, "a file in the new directory", nextNames("x.json"))
		} else if !testdir.Soon(func() bool { next(t, w); return slices.Contains(w.notifier.WatchList(), dir) }) {
			t.Error("the new directory is not watched")
		}
	}
}

func TestTheZeroOptionsCompareNowAndThen(t *testing.T) {
	w, _ := follow(t, newDir(t), Options{})
	if w.opts.Period != time.Second || w.opts.Identity != 5*time.Second || w.opts.Whole != time.Minute {
		t.Errorf("%+v", w.opts)
	}
}

func TestTheWholeIsComparedRegularly(t *testing.T) {
	o, made := recording(slow)
	o.Whole = 5 * time.Millisecond
	w, _ := follow(t, newDir(t), o)
	for range 3 {
		if ev := next(t, w); !ev.Rescan || ev.Health != tasks.Live || len(*made) > 1 {
			t.Fatalf("reported %+v of %d watchers", ev, len(*made))
		}
	}
}

func TestNextEndsWithTheCallersContext(t *testing.T) {
	w, _ := follow(t, newDir(t), slow)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := w.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v", err)
	}
}

func TestNextEndsWithClose(t *testing.T) {
	w, _ := follow(t, newDir(t), slow)
	end := make(chan error)
	go func() {
		_, err := w.Next(t.Context())
		end <- err
	}()
	testdir.Must(t, w.Close())
	if err := <-end; err != io.EOF {
		t.Fatalf("got %v", err)
	}
	testdir.Must(t, w.Close())
	w.Nudge()
	if _, err := w.Next(t.Context()); err != io.EOF {
		t.Fatalf("got %v after Close", err)
	}
}

func TestAWatcherOfTheSystemThatIsMadeDuringCloseIsClosed(t *testing.T) {
	o, made := recording(slow)
	w, _ := follow(t, newDir(t), o)
	testdir.Must(t, w.Close())
	w.startNotifier()
	if err := (*made)[1].Add(t.TempDir()); w.notifier != nil || !errors.Is(err, fsnotify.ErrClosed) {
		t.Errorf("a closed watch has a watcher: %v", err)
	}
}

func TestCloseLeavesNoGoroutine(t *testing.T) {
	dir := newDir(t)
	before := runtime.NumGoroutine()
	for i := range 20 {
		w, err := Open(dir, slow)
		testdir.Must(t, err)
		write(t, filepath.Join(dir, fmt.Sprintf("%d.json", i)))
		testdir.Must(t, w.Close())
	}
	for end := time.Now().Add(time.Minute); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines before, %d after", before, runtime.NumGoroutine())
		}
	}
}

func TestNothingIsDoneWhileNothingHappens(t *testing.T) {
	w, _ := follow(t, newDir(t), slow)
	loops := 0
	ctx, cancel := context.WithCancel(t.Context())
	w.in.requestRescan(false)
	next(t, w)
	// A stale token in the bell costs one turn, no more: after it, Next must sit in its wait.
	w.in.signal()
	w.in.addEvent("/elsewhere/x")
	time.AfterFunc(50*time.Millisecond, cancel)
	for ctx.Err() == nil {
		if _, err := w.Next(ctx); err == nil {
			t.Fatal("reported of nothing")
		}
		loops++
	}
	if loops > 1 {
		t.Fatalf("returned %d times", loops)
	}
}

func TestABurstIsReportedInFewEvents(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	const files = 1000
	go func() {
		for i := range files {
			os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.json", i)), []byte("{}"), 0o644)
		}
	}()
	seen, answers := map[string]bool{}, 0
	waitForEvent(t, w, "all files", func(ev Event) bool {
		answers++
		if ev.Rescan {
			t.Fatal("a comparison for a thousand names")
		}
		for _, n := range ev.Names {
			seen[n] = true
		}
		return len(seen) == files
	})
	if answers > files/5 {
		t.Fatalf("%d answers for %d files", answers, files)
	}
}

func TestWhateverComesInWakesNext(t *testing.T) {
	for what, come := range map[string]func(in *inbox){
		"a file": func(in *inbox) { in.addEvent("/d/x.json") }, "the route": func(in *inbox) { in.addEvent("/d") }, "ours": func(in *inbox) { in.add(nil) },
		"an error": func(in *inbox) { in.addError(io.EOF) }, "a comparison": func(in *inbox) { in.requestRescan(false) },
	} {
		in := newInbox()
		in.setRoute("/d", map[string]bool{"/d": true})
		if come(in); len(in.ready) != 1 {
			t.Errorf("%s: Next goes on waiting", what)
		}
	}
}

func TestOnlyFilesOfTheDirectoryItselfAreNamed(t *testing.T) {
	for dir, names := range map[string]string{"/p/.tasks": "[x.json]", "/": "[p y.json]", "": "[]"} {
		in := newInbox()
		in.setRoute(dir, map[string]bool{"/p/.tasks": true, "/": true})
		for _, path := range []string{"/p/.tasks/x.json", "/p/.tasks/sub/z.json", "/p/.tasks.old/w.json", "/p/.tasks", "//p", "//y.json"} {
			in.addEvent(path)
		}
		got, rescan, _ := in.take()
		slices.Sort(got)
		if heard, again := in.takeHeard(), in.takeHeard(); heard != (len(got) > 0) || again {
			t.Errorf("in %q: the system reported a name: %v, and another: %v", dir, heard, again)
		}
		in.requestRescan(false) // which is no answer to a changed route
		if recheck, _ := in.takeRecheck(); fmt.Sprint(got) != names || rescan || !recheck {
			t.Errorf("in %q: %v, rescan %v, the route changed %v", dir, got, rescan, recheck)
		}
	}
}
