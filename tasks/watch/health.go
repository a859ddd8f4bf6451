package watch

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/fsnotify/fsnotify"

	"sideboard/tasks"
)

// maxRouteUpdates bounds how long a way that keeps changing is followed in one go; the regular look goes on with it.
const maxRouteUpdates = 10

// updateRoute finds the way to the directory again and watches along it. anew says that a sign of change was seen, so that
// the watches are renewed even if the directory looks the same: a directory that was removed and made again may
// well get the same inode number, and its watch is dead.
func (w *Watch) updateRoute(anew bool) {
	for range maxRouteUpdates {
		way := findRoute(w.path)
		if way.isSame(&w.route) && !anew {
			return
		}
		w.moveWatches(way)
		w.route = way
		w.updateHealth()
		w.in.requestRescan(false)
		// What changed between finding the way and watching it would be told by nobody.
		again := findRoute(w.path)
		if again.isSame(&way) {
			return
		}
		anew = true
	}
}

// moveWatches moves the watches from the old way to the new one.
func (w *Watch) moveWatches(way route) {
	w.in.setRoute(way.dir, way.triggers)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.notifier == nil {
		return
	}
	for _, path := range w.route.watched {
		w.notifier.Remove(path) // fails where the directory is gone, and the watch with it
	}
	w.pollReason = ""
	for _, path := range way.watched {
		if err := w.notifier.Add(path); err != nil && !isGone(err) {
			w.pollReason = explainError(err)
		}
	}
	if w.pollReason != "" {
		w.closeNotifier()
	}
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
		if fs := remoteFileSystem(w.route.dir); fs != "" {
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

func isGone(err error) bool {
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fsnotify.ErrNonExistentWatch)
}

// errPanic is a panic of our own while the system told of changes.
var errPanic = errors.New("this program stumbled over the news of the system")

// explainError says in words why the system does not tell of changes.
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
