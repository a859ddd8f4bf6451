// Package watch tells which files of one directory may have changed. It hands over names, never operations: what
// happened to a file is for whoever looks at it to decide, because events arrive late, doubled and out of order.
//
// The directory may be absent, appear, vanish, be renamed, be replaced by another one or be reached through a link
// that is turned elsewhere; the system's own watches fall silent in most of these cases without an error. So the
// directory's parent is watched too, and the parent of every link on the way, and the directory's identity is
// looked at every few seconds. A change that the system did not tell of is found in the same look: by the modification
// time of the directory, or by the few files that the caller compares each time.
package watch

import (
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
	Names  []string     // base names of files, in no order, noise included
	Rescan bool         // anything may have changed: compare the whole directory
	Sample bool         // nothing is said to have changed: compare a few files, in case the system missed one
	Health tasks.Health // how news reaches us now
	Why    string       // why Health is not Live, in words
	Added  int          // how many calls of Add this event answers
}

// Options are the knobs of a Watch; the zero value is right for a program.
type Options struct {
	Poll     bool          // use no system watches, only compare again and again
	Period   time.Duration // between two comparisons while polling; 0 means 1 s
	Identity time.Duration // between two looks at whether the directory still is the same; 0 means 5 s
	Whole    time.Duration // between two comparisons while all is well; 0 means 1 minute

	// Notifier makes the system's watcher; nil means fsnotify.NewWatcher. A failure leads to polling.
	Notifier func() (*fsnotify.Watcher, error)

	// Remote returns the kind of file system a directory lies on if that does not tell of every change, else "". Nil means
	// RemoteFileSystem.
	Remote func(dir string) string
}

// Watch follows one directory.
type Watch struct {
	path   string // absolute, links and all
	opts   Options
	in     *inbox
	closed chan struct{}
	done   chan struct{} // the drain of the last notifier has ended
	once   sync.Once

	// mu guards what Next changes and Close needs.
	mu       sync.Mutex
	notifier *fsnotify.Watcher // nil while polling

	// Only Next touches these.
	route       route
	health      tasks.Health
	why         string
	healthSent  bool   // health and why are known to the caller
	pollReason  string // why there are no system watches, "" while there are
	pace        pace
	sampleDue   bool      // a few files are to be compared
	comparing   time.Time // when the caller was asked to compare everything, zero when it came back
	identityDue time.Time // when to look at the identity next
	rescanDue   time.Time // when to compare everything next
	notifierDue time.Time // when to ask for the system's watches again
}

// Open begins to watch dir, which need not exist. Open it before the first reading of the directory: what changes
// from then on is told. Only a path that cannot be made absolute is an error: whatever
// else is in the way is told by Next as the Health of the events, and may get better.
func Open(dir string, o Options) (*Watch, error) {
	path, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	if o.Period <= 0 {
		o.Period = time.Second
	}
	if o.Identity <= 0 {
		o.Identity = 5 * time.Second
	}
	if o.Whole <= 0 {
		o.Whole = time.Minute
	}
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

// startNotifier makes the system's watcher, or learns why there is none.
func (w *Watch) startNotifier() {
	if w.opts.Poll {
		w.pollReason = "system watches are switched off"
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
			// The program goes on by comparing again and again, and says why.
			if p := recover(); p != nil {
				w.in.addError(fmt.Errorf("%w: %v", errPanic, p))
			}
		}()
		w.in.drain(n)
	}(w.done)
}

// stopNotifier lets go of the system's watcher and waits for its drain.
func (w *Watch) stopNotifier() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closeNotifier()
}

// closeNotifier is stop for who has the mutex.
func (w *Watch) closeNotifier() {
	if w.notifier == nil {
		return
	}
	w.notifier.Close()
	<-w.done
	w.notifier = nil
}

// Nudge asks for a Rescan now: the person came back to the screen, or the machine woke up. Any goroutine may call it.
func (w *Watch) Nudge() { w.in.requestRescan(true) }

// Add puts names into the next event, as if the system had told of them: what this program wrote itself is news even
// where the system tells of nothing. Without names that event comes all the same. Any goroutine may call it.
func (w *Watch) Add(names ...string) { w.in.add(names) }

// Close ends the watch; a Next that waits answers io.EOF. No goroutine is left when it returns.
func (w *Watch) Close() error {
	w.once.Do(func() { close(w.closed) })
	w.stopNotifier()
	return nil
}

// updateHealth sets the health; a change of it is news of its own.
func (w *Watch) updateHealth() {
	health, why := tasks.Live, ""
	switch {
	case w.route.dir == "":
		health, why = tasks.Lost, w.route.why
	case w.pollReason != "":
		health, why = tasks.Polling, w.pollReason
	default:
		if fs := w.opts.Remote(w.route.dir); fs != "" {
			health, why = tasks.Polling, fmt.Sprintf("%s does not tell of changes made elsewhere", fs)
		}
	}
	if health == w.health && why == w.why {
		return
	}
	w.health, w.why, w.healthSent = health, why, false
	if due := w.pace.last.Add(w.rescanPeriod()); health == tasks.Polling && due.Before(w.rescanDue) {
		w.rescanDue = due
	}
}

// errPanic is a panic of our own while the system told of changes.
var errPanic = errors.New("internal error in the news of the system")

// explainError tells in words why the system does not tell of changes.
func explainError(err error) string {
	switch {
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "the system has no more descriptors or watchers to give"
	case errors.Is(err, syscall.ENOSPC):
		return "the system has no more watches to give"
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EPERM):
		return "the system does not allow to watch it"
	case errors.Is(err, errPanic):
		return err.Error()
	}
	return "the system cannot watch it: " + err.Error()
}
