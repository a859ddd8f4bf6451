//go:build unix

package uitest

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks/bucket"
	"sideboard/tasks/store"
	"sideboard/tasks/testdir"
)

// Mishaps. An act during one may be refused, or have no answer. What else one may do to a task is said there, and noted in the history.

// strike has one mishap happen after the other until all is quiet.
func (f *fleet) strike(quiet chan struct{}) {
	for n := 0; ; n++ {
		if n%len(f.mishaps) == 0 {
			rand.Shuffle(len(f.mishaps), func(i, j int) { f.mishaps[i], f.mishaps[j] = f.mishaps[j], f.mishaps[i] })
		}
		f.mishaps[n%len(f.mishaps)](f)
		select {
		case <-quiet:
			return
		case <-time.After(time.Duration(50+rand.IntN(3000)) * time.Millisecond):
		}
	}
}

// while is a moment that a mishap lasts. Most are short, some longer than anybody waits for a lock or judges a missing file.
func while() {
	d := time.Duration(20+rand.IntN(200)) * time.Millisecond
	if rand.IntN(8) == 0 {
		d = 2500 * time.Millisecond
	}
	time.Sleep(d) // the mishap lasts
}

// holdsLock has an agent hold the lock of a directory. It does nothing to a task.
func holdsLock(dir string) func(*fleet) {
	return func(f *fleet) {
		lock, err := os.OpenFile(filepath.Join(dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
		if err == nil {
			err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX)
		}
		if err != nil {
			f.Error(err)
			return
		}
		while()
		lock.Close()
	}
}

// emptied has all files moved elsewhere, and back: acts on a file that is not there are refused, and it comes back as it was.
func emptied(dir string) func(*fleet) {
	return func(f *fleet) {
		in, err := store.System.Open(dir)
		if err != nil {
			f.Error(err)
			return
		}
		defer in.Close()
		move := func(away bool, move func(id int) error) {
			for _, id := range rand.Perm(40) {
				from := f.now()
				if err := move(id + 1); err != nil {
					f.Errorf("task %d: %v", id+1, err)
				}
				f.note(id+1, movedAway(away), done, from)
			}
		}
		move(true, func(id int) error { return in.Take(fleetFile(id), aside(id)) })
		while()
		move(false, func(id int) error { return in.Place(aside(id), fleetFile(id)) })
	}
}

// aside returns the name under which a file is moved elsewhere.
func aside(id int) string { return "." + fleetFile(id) + ".aside" }

// swapped has the directory moved elsewhere, and back. It does nothing to a task.
func swapped(dir string) func(*fleet) {
	return func(f *fleet) {
		if err := os.Rename(dir, dir+".away"); err != nil {
			f.Error(err)
			return
		}
		while()
		if err := os.Rename(dir+".away", dir); err != nil {
			f.Error(err)
		}
	}
}

// restoredFromACopy has the directory replaced by a copy that was made a moment before: each task is what it was in the copy, and what was
// written in between is lost.
func restoredFromACopy(dir string) func(*fleet) {
	return func(f *fleet) {
		err := os.Mkdir(dir+".copy", 0o755)
		for id := 1; id <= 40 && err == nil; id++ {
			err = os.WriteFile(filepath.Join(dir+".copy", fleetFile(id)), []byte(textIn(dir, id)), 0o644)
		}
		if err != nil {
			f.Error(err)
			return
		}
		while()
		f.restored.Add(1)
		defer f.restored.Add(1)
		from := f.now()
		if err := os.Rename(dir, dir+".old"); err != nil {
			f.Error(err)
			return
		}
		if err := os.Rename(dir+".copy", dir); err != nil {
			f.Error(err)
		}
		for id := 1; id <= f.tasks; id++ {
			f.note(id, restoredTo(stateIn(textIn(dir, id))), done, from)
		}
		if !testdir.Soon(func() bool { return os.RemoveAll(dir+".old") == nil }) { // somebody may be making a file in it
			f.Error("the old directory stays")
		}
	}
}

// overNATS is a list in a bucket of three servers, which three directories are kept equal to.
type overNATS struct {
	*cluster
	wires   []*testdir.Wire
	mirrors []string
	bucket  *bucket.Bucket
}

// text returns the file of a task in the bucket.
func (n *overNATS) text(id int) string {
	f, _ := n.bucket.File(fleetFile(id))
	return string(f.Raw)
}

// final returns a function that returns the file of a task when it is the same in the bucket and in all directories.
func (n *overNATS) final(t *testing.T) func(int) string {
	return func(id int) string {
		if !testdir.Soon(n.isEqual) {
			for _, dir := range n.mirrors {
				t.Errorf("%s has %s of task %d, the bucket %s", dir, textIn(dir, id), id, n.text(id))
			}
		}
		return n.text(id)
	}
}

// isEqual reports whether the directories have what the servers have.
func (n *overNATS) isEqual() bool {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	fresh, err := bucket.Open(ctx, n.bucket.Address, false)
	if err != nil {
		return false
	}
	defer fresh.Close()
	for id := 1; id <= 40; id++ {
		there, exists := fresh.File(fleetFile(id))
		if !exists || n.text(id) != string(there.Raw) {
			return false
		}
		for _, dir := range n.mirrors {
			if textIn(dir, id) != string(there.Raw) {
				return false
			}
		}
	}
	return true
}

// whenEqual does something while nobody acts and all places are equal.
func (n *overNATS) whenEqual(f *fleet, do func()) {
	f.gate.Lock()
	defer f.gate.Unlock()
	if !testdir.Soon(n.isEqual) {
		f.Error("the directories do not get what the bucket has")
		return
	}
	do()
}

func (n *overNATS) mirror() string { return n.mirrors[rand.IntN(len(n.mirrors))] }

// locked has an agent hold the lock of a directory that is served. It does nothing to a task.
func (n *overNATS) locked(f *fleet) { holdsLock(n.mirror())(f) }

// emptied has all files of a served directory moved elsewhere and, unless serve has brought them back, moved back. Nobody has deleted a task,
// so it does nothing to any.
func (n *overNATS) emptied(f *fleet) {
	in, err := store.System.Open(n.mirror())
	if err != nil {
		f.Error(err)
		return
	}
	defer in.Close()
	for _, id := range rand.Perm(40) {
		_ = in.Take(fleetFile(id+1), aside(id+1)) // serve may be about to bring it back from the time before
	}
	while()
	for _, id := range rand.Perm(40) {
		if in.Place(aside(id+1), fleetFile(id+1)) != nil { // it is there again
			_ = in.Remove(aside(id + 1))
		}
	}
}

// swapped has a served directory moved elsewhere, and it comes back, or an empty one in its place. It does nothing to a task.
func (n *overNATS) swapped(f *fleet) {
	dir := n.mirror()
	if err := os.Rename(dir, dir+".away"); err != nil {
		f.Error(err)
		return
	}
	while()
	var err error
	if rand.IntN(2) == 0 {
		err = os.Rename(dir+".away", dir)
	} else if err = os.Mkdir(dir, 0o755); err == nil {
		err = os.RemoveAll(dir + ".away")
	}
	if err != nil {
		f.Error(err)
	}
}

// purged has the stream of the bucket purged while it is equal to the directories, which send everything again: acts on a task that is not
// there are refused, and nothing else changes. (What was written a moment before a purge is only where it was received; then a directory
// that has not got it may be the first to send.)
func (n *overNATS) purged(f *fleet) {
	n.whenEqual(f, func() {
		nc, err := nats.Connect(n.bucket.Address.Server)
		if err != nil {
			f.Error(err)
			return
		}
		defer nc.Close()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		js, err := jetstream.New(nc)
		var stream jetstream.Stream
		if err == nil {
			stream, err = js.Stream(ctx, "KV_"+n.bucket.Address.Bucket)
		}
		if err == nil {
			err = stream.Purge(ctx)
		}
		if err != nil {
			f.Error(err)
		}
	})
}

// restarted has a server of the three end, and start again. It does nothing to a task.
func (n *overNATS) restarted(f *fleet) {
	i := rand.IntN(3)
	n.stop(i)
	while()
	n.start(f.T)
}

// fellBack has all servers fall back to what they had some seconds before, and the directories send again what is newer: it does nothing to
// a task. Nobody acts until they have, because who acts on an older state acts on a task that is not so.
func (n *overNATS) fellBack(f *fleet) {
	if rand.IntN(4) > 0 {
		return
	}
	f.gate.Lock()
	copies := n.copied(f.T)
	f.gate.Unlock()
	time.Sleep(time.Duration(rand.IntN(5000)) * time.Millisecond) // agents work
	n.whenEqual(f, func() {
		f.restored.Add(1)
		defer f.restored.Add(1)
		was := make([]holding, 41)
		for id := 1; id <= 40; id++ {
			was[id] = stateIn(n.text(id))
		}
		n.cluster.restored(f.T, copies)
		if !testdir.Soon(n.isEqual) {
			f.Error("after the servers fell back the directories and the bucket differ")
		}
		for id := 1; id <= 40; id++ {
			if is := stateIn(n.text(id)); is != was[id] {
				f.Errorf("after the servers fell back task %d is %+v, and was %+v", id, is, was[id])
			}
		}
	})
}
