package watch

import (
	"errors"
	"path/filepath"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// inboxLimit is how many names are kept before comparing the whole directory is the cheaper answer. It also
// bounds what a caller who never calls Next can cost.
const inboxLimit = 8192

// inbox collects what the system's watcher says until somebody asks. Its drain does nothing else, so that the
// kernel's queue is emptied as fast as it fills, however long a screen takes to draw.
type inbox struct {
	ready chan struct{} // one token: something is in here

	mu       sync.Mutex
	dir      string // names of files directly in here are news
	triggers map[string]bool
	names    map[string]struct{}
	rescan   bool
	added    int   // calls of Add that no event has answered
	recheck  bool  // a path that leads to the directory changed
	failed   error // the watcher lost its means
}

func newInbox() *inbox {
	return &inbox{ready: make(chan struct{}, 1), names: map[string]struct{}{}}
}

// setRoute sets whose files are news, and which paths say that the way there changed.
func (in *inbox) setRoute(dir string, signs map[string]bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.dir, in.triggers = dir, signs
}

// drain runs until the watcher is closed.
func (in *inbox) drain(n *fsnotify.Watcher) {
	for {
		select {
		case ev, ok := <-n.Events:
			if !ok {
				return
			}
			in.addEvent(ev.Name)
		case err, ok := <-n.Errors:
			if !ok {
				return
			}
			in.addError(err)
		}
	}
}

func (in *inbox) addEvent(path string) {
	if len(path) > 1 && path[0] == '/' && path[1] == '/' {
		path = path[1:] // what is watched in the root directory
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case in.triggers[path]:
		in.recheck = true
	case in.dir != "" && len(path) > len(in.dir)+1 && filepath.Dir(path) == in.dir:
		in.put(filepath.Base(path))
	default:
		return // the parent's other children
	}
	in.signal()
}

// put keeps a name, or asks for a comparison of everything where there are too many.
func (in *inbox) put(name string) {
	if len(in.names) >= inboxLimit {
		in.rescan = true
		clear(in.names)
	}
	if !in.rescan {
		in.names[name] = struct{}{}
	}
}

// add puts names in from inside the program.
func (in *inbox) add(names []string) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.added++
	for _, name := range names {
		in.put(name)
	}
	in.signal()
}

func (in *inbox) addError(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.rescan, in.recheck = true, true
	if !isTransient(err) {
		in.failed = err
	}
	in.signal()
}

// isTransient reports whether the watcher goes on after this error: its queue ran over, or a watch it wanted to remove was
// gone before.
func isTransient(err error) bool {
	for _, e := range []error{fsnotify.ErrEventOverflow, fsnotify.ErrNonExistentWatch, syscall.EINVAL, syscall.ENOENT} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// requestRescan makes a comparison of everything pending; look asks to find the way again, too.
func (in *inbox) requestRescan(look bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.rescan = true
	in.recheck = in.recheck || look
	in.signal()
}

func (in *inbox) signal() {
	select {
	case in.ready <- struct{}{}:
	default:
	}
}

// takeRecheck takes what concerns the way to the directory and leaves the names.
func (in *inbox) takeRecheck() (recheck bool, failed error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	recheck, failed = in.recheck, in.failed
	in.recheck, in.failed = false, nil
	return recheck, failed
}

// hasNews reports whether there is anything for the caller.
func (in *inbox) hasNews() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.rescan || len(in.names) > 0 || in.added > 0
}

// take empties the inbox.
func (in *inbox) take() (names []string, rescan bool, added int) {
	in.mu.Lock()
	defer in.mu.Unlock()
	rescan = in.rescan
	if !rescan {
		names = make([]string, 0, len(in.names))
		for name := range in.names {
			names = append(names, name)
		}
	}
	added, in.added, in.rescan = in.added, 0, false
	clear(in.names)
	return names, rescan, added
}
