package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"sideboard/tasks"
)

// route is the present path to the directory: what must be watched to see it, and to see that the path changes.
type route struct {
	dir      string          // the directory, without links in its path; "" if it does not exist
	id       fs.FileInfo     // its identity
	watched  []string        // every directory to watch, dir included
	triggers map[string]bool // the paths whose change means that the route must be found again
	why      string          // why dir is ""
}

// maxLinks is the largest number of links that are followed before a path counts as a loop, as in Linux.
const maxLinks = 40

// findRoute follows path to its directory. It watches the parent of each link and of the directory. If something is
// missing, it watches the nearest ancestor that exists, to see it appear.
func findRoute(path string) route {
	r := route{triggers: map[string]bool{}}
	for range maxLinks {
		parent, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			r.addNearestAncestor(path)
			return r
		}
		path = filepath.Join(parent, filepath.Base(path))
		r.addTrigger(parent, path)
		fi, err := os.Lstat(path)
		switch {
		case err != nil:
			r.why = fmt.Sprintf("%s is not there", path)
			return r
		case fi.IsDir():
			r.dir, r.id = path, fi
			r.watched = append(r.watched, path)
			return r
		}
		to, err := os.Readlink(path)
		if err != nil {
			r.why = fmt.Sprintf("%s is not a directory", path)
			return r
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(parent, to)
		}
		path = filepath.Clean(to)
	}
	r.why = fmt.Sprintf("%s is a link that leads back to itself", path)
	return r
}

// addNearestAncestor watches the nearest existing ancestor of path for the next element of the path.
func (r *route) addNearestAncestor(path string) {
	r.why = fmt.Sprintf("%s is not there", path)
	for {
		up := filepath.Dir(path)
		if up == path {
			return
		}
		if real, err := filepath.EvalSymlinks(up); err == nil {
			r.addTrigger(real, filepath.Join(real, filepath.Base(path)))
			return
		}
		path = up
	}
}

func (r *route) addTrigger(parent, path string) {
	r.watched = append(r.watched, parent)
	r.triggers[path] = true
}

// isSame reports whether two routes lead to the same directory by the same path, or end at the same missing element.
func (r *route) isSame(o *route) bool {
	// dir is among those that are watched
	return slices.Equal(r.watched, o.watched) && (r.id == nil || os.SameFile(r.id, o.id))
}

// maxRouteUpdates bounds how often a route that keeps changing is found again in one call; the next check goes on.
const maxRouteUpdates = 10

// updateRoute finds the route again and watches it. force says that a trigger changed, so that the watches are renewed
// although the route is the same: a directory that was removed and made again may get the same inode number, but not
// its watch.
func (w *Watch) updateRoute(force bool) {
	for range maxRouteUpdates {
		next := findRoute(w.path)
		if next.isSame(&w.route) && !force {
			w.checkMissed(next)
			return
		}
		w.moveWatches(next)
		w.route = next
		w.updateHealth()
		w.in.requestRescan(false)
		// A change between finding the route and watching it is not reported.
		check := findRoute(w.path)
		if check.isSame(&next) {
			return
		}
		force = true
	}
}

// checkMissed asks for a rescan if the directory changed and the system reported nothing, and for a sample of its
// files, whose changes do not change the directory. next is the same route as before, with the present modification
// time.
func (w *Watch) checkMissed(next route) {
	if w.health != tasks.Live {
		return
	}
	heard := w.in.takeHeard()
	if !heard && !next.id.ModTime().Equal(w.route.id.ModTime()) {
		w.in.requestRescan(false)
	}
	w.route.id, w.sampleDue = next.id, true
}

// moveWatches moves the watches from the old route to the new one.
func (w *Watch) moveWatches(next route) {
	w.in.setRoute(next.dir, next.triggers)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notifier == nil {
		return
	}
	for _, path := range w.route.watched {
		w.notifier.Remove(path) // an error if the directory is gone, and the watch with it
	}
	for _, path := range next.watched {
		if err := w.notifier.Add(path); err != nil && !isGone(err) {
			w.pollReason = explainError(err)
		}
	}
	if w.pollReason != "" {
		w.closeNotifier()
	}
}

func isGone(err error) bool {
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR)
}
