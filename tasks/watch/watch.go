// Package watch reports which files of one directory may have changed. It reports names, never operations: events
// arrive late, twice and out of order, so the caller reads the files to find out what happened.
//
// The directory may be missing, appear, be removed, renamed or replaced, or be reached through a link that is changed;
// the watches of the system fall silent in most of these cases without an error. So the parent of the directory is
// watched too, and the parent of every link on the path, and every few seconds the identity of the directory is
// checked. The same check finds a change that the system did not report: by the modification time of the directory, or
// by a few files that the caller compares each time.
package watch

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"

	"sideboard/tasks"
)

// Event is what may have changed since the event before.
type Event struct {
	Names  []string     // base names of any files, in no order
	Rescan bool         // anything may have changed: compare the whole directory
	Sample bool         // compare a few files, in case the system missed a change
	Health tasks.Health // how changes are noticed now
	Why    string       // why Health is not Live
	Added  int          // the number of calls of Add that this event answers
}

// Options are the options of a Watch. The zero value is right for a program.
type Options struct {
	Poll     bool          // use no watches of the system, only compare
	Period   time.Duration // between two comparisons while polling; 0 means 1 s
	Identity time.Duration // between two checks that the directory is the same; 0 means 5 s
	Whole    time.Duration // between two comparisons while the system reports changes; 0 means 1 minute

	// Notifier makes the watcher of the system; nil means fsnotify.NewWatcher. After an error the Watch polls.
	Notifier func() (*fsnotify.Watcher, error)

	// Remote returns the kind of the file system of a directory if that does not report every change, else "". Nil
	// means RemoteFileSystem.
	Remote func(dir string) string
}

// Watch follows one directory.
type Watch struct {
	path   string // absolute, links and all
	opts   Options
	in     *inbox
	closed chan struct{}
	done   chan struct{} // closed when the drain of the last notifier has ended
	once   sync.Once

	// mu guards what Next changes and Close needs.
	mu       sync.Mutex
	notifier *fsnotify.Watcher // nil while polling

	// Used by Next alone.
	route       route
	health      tasks.Health
	why         string
	healthSent  bool   // the last event had health and why
	pollReason  string // why the system does not watch, "" while it does
	pace        pace
	sampleDue   bool      // a few files are to be compared
	comparing   time.Time // when the caller was asked to compare everything, zero if it has done that
	identityDue time.Time // when to check the identity next
	rescanDue   time.Time // when to compare everything next
	notifierDue time.Time // when to try the watches of the system again
}

// Open begins to watch dir, which need not exist. Open it before the first reading of the directory: changes from then
// on are reported. The only error is a path that cannot be made absolute; Next reports everything else as the Health of
// its events.
func Open(dir string, o Options) (*Watch, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	o.Period, o.Identity, o.Whole = cmp.Or(o.Period, time.Second), cmp.Or(o.Identity, 5*time.Second),
		cmp.Or(o.Whole, time.Minute)
	if o.Notifier == nil {
		o.Notifier = fsnotify.NewWatcher
	}
	if o.Remote == nil {
		o.Remote = RemoteFileSystem
	}
	w := &Watch{path: path, opts: o, in: newInbox(), closed: make(chan struct{})}
	w.startNotifier()
	w.updateRoute(true)
	w.in.take()
	now := time.Now()
	w.identityDue, w.rescanDue = now.Add(w.identityPeriod()), now.Add(w.rescanPeriod())
	return w, nil
}

// startNotifier makes the watcher of the system, or sets pollReason.
func (w *Watch) startNotifier() {
	switch {
	case w.opts.Poll:
		w.pollReason = "system watches are switched off"
		return
	case tasks.InFolders(w.path):
		w.pollReason = "tasks have folders here, which are compared every second"
		return
	}
	n, err := w.opts.Notifier()
	if err != nil {
		w.pollReason = explainError(err)
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	select {
	case <-w.closed:
		n.Close()
		return
	default:
	}
	w.pollReason, w.notifier, w.done = "", n, make(chan struct{})
	go func(done chan struct{}) {
		defer close(done)
		defer func() {
			// The Watch goes on by polling.
			if p := recover(); p != nil {
				w.in.addError(fmt.Errorf("%w: %v", errPanic, p))
			}
		}()
		w.in.drain(n)
	}(w.done)
}

// stopNotifier closes the watcher of the system and waits for its drain.
func (w *Watch) stopNotifier() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeNotifier()
}

// closeNotifier is stopNotifier for callers that hold mu.
func (w *Watch) closeNotifier() {
	if w.notifier == nil {
		return
	}
	w.notifier.Close()
	<-w.done
	w.notifier = nil
}

// Nudge asks for a Rescan now, because the person returned to the screen or the machine woke up. Any goroutine may call
// it.
func (w *Watch) Nudge() { w.in.requestRescan(true) }

// Add adds names to the next event, as if the system had reported them: this program wrote them itself. The event comes
// also if there are no names. Any goroutine may call it.
func (w *Watch) Add(names ...string) { w.in.add(names) }

// Close ends the watch; a Next that waits returns io.EOF. No goroutine is left when Close returns.
func (w *Watch) Close() error {
	w.once.Do(func() { close(w.closed) })
	w.stopNotifier()
	return nil
}

// updateHealth sets the health. If it changed, an event is due.
func (w *Watch) updateHealth() {
	health, why := tasks.Live, ""
	switch {
	case w.route.dir == "":
		health, why = tasks.Lost, w.route.why
	case w.pollReason != "":
		health, why = tasks.Polling, w.pollReason
	default:
		if fs := w.opts.Remote(w.route.dir); fs != "" {
			health, why = tasks.Polling, fmt.Sprintf("%s does not report changes of other machines", fs)
		}
	}
	if why == w.why { // no two kinds of health have a reason in common
		return
	}
	w.health, w.why, w.healthSent = health, why, false
	if due := w.pace.last.Add(w.rescanPeriod()); due.Before(w.rescanDue) {
		w.rescanDue = due
	}
}

// errPanic is a panic of this package while the system reported changes.
var errPanic = errors.New("internal error while watching")

// explainError returns why the system does not report changes.
func explainError(err error) string {
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "the system has no more file descriptors or watchers"
	case errors.Is(err, syscall.ENOSPC):
		return "the system has no more watches"
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		return "the system does not allow watching it"
	case errors.Is(err, errPanic):
		return err.Error()
	}
	return "the system cannot watch it: " + err.Error()
}
