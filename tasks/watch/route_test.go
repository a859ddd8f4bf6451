package watch

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

func TestADirectorySwappedForAnotherIsFollowed(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	for round := range 20 {
		other := dir + ".next"
		testdir.Must(t, os.Mkdir(other, 0o755), os.Rename(dir, dir+".old"), os.Rename(other, dir))
		waitForEvent(t, w, "a comparison after the swap", func(ev Event) bool { return ev.Rescan && ev.Health == tasks.Live })
		name := fmt.Sprintf("round%d.json", round)
		// A sign of the swap may be reported before its second half: write until the new directory speaks.
		write(t, filepath.Join(dir, name))
		waitForEvent(t, w, "a file in the new directory", func(ev Event) bool { return ev.Rescan || nextNames(name)(ev) })
		testdir.Must(t, os.RemoveAll(dir+".old"))
	}
}

func TestADirectoryRemovedAndMadeAgainIsLostAndLive(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	for range 10 {
		testdir.Must(t, os.Remove(dir))
		lost := waitForEvent(t, w, "the loss", func(ev Event) bool { return ev.Health == tasks.Lost })
		if !strings.Contains(lost.Why, "not there") || !lost.Rescan {
			t.Fatalf("reported %+v", lost)
		}
		testdir.Must(t, os.Mkdir(dir, 0o755))
		waitForEvent(t, w, "the return", func(ev Event) bool { return ev.Health == tasks.Live && ev.Rescan })
		write(t, filepath.Join(dir, "x.json"))
		waitForEvent(t, w, "a file after the return", func(ev Event) bool { return ev.Rescan || nextNames("x.json")(ev) })
		testdir.Must(t, os.Remove(filepath.Join(dir, "x.json")))
	}
}

func TestADirectoryRemadeAtOnceIsFollowedThoughItMayKeepItsNumber(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	testdir.Must(t, os.Remove(dir), os.Mkdir(dir, 0o755))
	waitForEvent(t, w, "the change", func(ev Event) bool { return ev.Rescan && ev.Health == tasks.Live })
	for range 3 { // whatever is still to be said about the way itself
		w.Nudge()
		next(t, w)
	}
	write(t, filepath.Join(dir, "x.json"))
	waitForEvent(t, w, "a file", nextNames("x.json"))
}

func TestAnAbsentDirectoryIsNoticedWhenItAppears(t *testing.T) {
	root := t.TempDir()
	dir := filepath.Join(root, "project", "deep", ".tasks")
	w, first := follow(t, dir, slow)
	if first.Health != tasks.Lost || first.Why != dir+" is not there" {
		t.Fatalf("reported %+v", first)
	}
	if again := findRoute(dir); !again.isSame(&w.route) {
		t.Errorf("the same path without a directory is another route: %+v, %+v", again, w.route)
	}
	testdir.Must(t, os.Mkdir(filepath.Join(root, "project"), 0o755))
	testdir.Must(t, os.Mkdir(filepath.Join(root, "project", "deep"), 0o755))
	write(t, dir)
	waitForEvent(t, w, "why it is lost now", func(ev Event) bool { return ev.Health == tasks.Lost && strings.HasSuffix(ev.Why, "is not a directory") })
	testdir.Must(t, os.Remove(dir), os.Mkdir(dir, 0o755))
	waitForEvent(t, w, "the directory", func(ev Event) bool { return ev.Health == tasks.Live && ev.Rescan })
	write(t, filepath.Join(dir, "x.json"))
	waitForEvent(t, w, "a file", func(ev Event) bool { return ev.Rescan || nextNames("x.json")(ev) })
}

func TestADirectoryThatVanishesBeforeItIsWatchedIsNoReasonToPoll(t *testing.T) {
	dir := newDir(t)
	w, _ := follow(t, dir, slow)
	write(t, filepath.Join(dir, "a.json"))
	w.moveWatches(route{watched: []string{filepath.Join(dir, "gone"), filepath.Join(dir, "a.json", "below"), dir}})
	if w.notifier == nil || w.pollReason != "" {
		t.Errorf("it polls: %s", w.pollReason)
	}
}

func TestALinkIsFollowedWhereverItIsTurned(t *testing.T) {
	root := t.TempDir()
	one, two := filepath.Join(root, "far", "one"), filepath.Join(root, "away", "two")
	link := filepath.Join(root, "project", ".tasks")
	testdir.Must(t, os.MkdirAll(one, 0o755), os.MkdirAll(two, 0o755), os.Mkdir(filepath.Dir(link), 0o755), os.Symlink("../far/one", link))
	w, _ := follow(t, link, slow)
	write(t, filepath.Join(one, "a.json"))
	waitForEvent(t, w, "a file behind the link", nextNames("a.json"))

	testdir.Must(t, os.Symlink(two, link+".new"), os.Rename(link+".new", link))
	waitForEvent(t, w, "the link being turned", func(ev Event) bool { return ev.Rescan })
	write(t, filepath.Join(two, "b.json"))
	waitForEvent(t, w, "a file at the new place", func(ev Event) bool { return ev.Rescan || nextNames("b.json")(ev) })

	testdir.Must(t, os.Rename(two, two+".old"))
	waitForEvent(t, w, "the target being renamed", func(ev Event) bool { return ev.Health == tasks.Lost })
	testdir.Must(t, os.Rename(two+".old", two))
	waitForEvent(t, w, "the target's return", func(ev Event) bool { return ev.Health == tasks.Live && ev.Rescan })
}

func TestALinkThatLeadsBackToItselfIsLostNotFollowedForEver(t *testing.T) {
	link := filepath.Join(t.TempDir(), "loop")
	testdir.Must(t, os.Symlink("loop", link))
	if _, first := follow(t, link, slow); first.Health != tasks.Lost || !strings.Contains(first.Why, "back to itself") {
		t.Fatalf("reported %+v", first)
	}
}

func TestTheIdentityIsCheckedWithoutAnEvent(t *testing.T) {
	// The link is two levels up, where no watch looks.
	root := t.TempDir()
	testdir.Must(t, os.MkdirAll(filepath.Join(root, "v1", "p", ".tasks"), 0o755), os.MkdirAll(filepath.Join(root, "v2", "p", ".tasks"), 0o755),
		os.Symlink("v1", filepath.Join(root, "current")))
	o := slow
	o.Identity = 5 * time.Millisecond
	w, _ := follow(t, filepath.Join(root, "current", "p", ".tasks"), o)
	testdir.Must(t, os.Symlink("v2", filepath.Join(root, "new")), os.Rename(filepath.Join(root, "new"), filepath.Join(root, "current")))
	waitForEvent(t, w, "the other directory", func(ev Event) bool { return ev.Rescan })
	write(t, filepath.Join(root, "v2", "p", ".tasks", "x.json"))
	waitForEvent(t, w, "a file in it", func(ev Event) bool { return ev.Rescan || nextNames("x.json")(ev) })
	for _, path := range w.notifier.WatchList() {
		if strings.Contains(path, "v1") {
			t.Errorf("%s is still watched", path)
		}
	}
}

func TestAWatcherThatFailsLaterLeadsToPollingAndBack(t *testing.T) {
	dir := newDir(t)
	for why, fail := range map[string]func(w *Watch, n *fsnotify.Watcher){
		"no more": func(_ *Watch, n *fsnotify.Watcher) { n.Errors <- syscall.EMFILE },
		"internal error": func(w *Watch, _ *fsnotify.Watcher) {
			w.in.mu.Lock()
			w.in.names = nil // the next name is one too many
			w.in.mu.Unlock()
			write(t, filepath.Join(dir, "x.json"))
		},
	} {
		o, made := recording(Options{Period: 5 * time.Millisecond, Identity: 20 * time.Millisecond, Whole: 20 * time.Millisecond})
		w, _ := follow(t, dir, o)
		fail(w, (*made)[0])
		ev := waitForEvent(t, w, "that it polls", func(ev Event) bool {
			if ev.Health == tasks.Live && why == "internal error" {
				fail(w, (*made)[0]) // everything was compared before the name came, which is left out then
			}
			return ev.Health == tasks.Polling
		})
		if !ev.Rescan || !strings.Contains(ev.Why, why) {
			t.Fatalf("reported %+v", ev)
		}
		w.in.mu.Lock()
		w.in.names = map[string]struct{}{}
		w.in.mu.Unlock()
		waitForEvent(t, w, "the watches' return", func(ev Event) bool { return ev.Health == tasks.Live && ev.Rescan })
		if len(*made) < 2 {
			t.Fatal("no other watcher was made")
		}
		testdir.Must(t, w.Close())
	}
}
