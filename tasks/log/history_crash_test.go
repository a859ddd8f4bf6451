//go:build unix

package log

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
)

// killDisk kills its own process in the middle of an operation.
type killDisk struct {
	Disk
	left int
}

func (d *killDisk) hit() bool { d.left--; return d.left == 0 }

func (d *killDisk) die() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} }

func (d *killDisk) Make(path string) (File, error) {
	f, err := d.Disk.Make(path)
	if d.hit() {
		d.die()
	}
	return killFile{f, d}, err
}

func (d *killDisk) Append(path string) (File, error) {
	f, err := d.Disk.Append(path)
	return killFile{f, d}, err
}

func (d *killDisk) Remove(path string) error {
	if d.hit() {
		d.die()
	}
	return d.Disk.Remove(path)
}

func (d *killDisk) Rename(from, to string) error {
	if d.hit() {
		d.die()
	}
	err := d.Disk.Rename(from, to)
	if d.hit() {
		d.die()
	}
	return err
}

type killFile struct {
	File
	d *killDisk
}

func (f killFile) Write(b []byte) (int, error) {
	if f.d.hit() {
		_, _ = f.File.Write(b[:len(b)*2/3])
		f.d.die()
	}
	n, err := f.File.Write(b)
	if f.d.hit() {
		f.d.die()
	}
	return n, err
}

// scene is ten tasks that are claimed one after the other; of an old history only its beginning.
func scene(l *History) {
	if os.Getenv("SIDEBOARD_TEST_KILLED_IN") == "start" {
		<-l.Begin([]*tasks.Task{task("1", tasks.Completed, "eve", at(2*time.Minute))}, nil)
		l.Close(at(4 * time.Minute))
		return
	}
	defer l.Close(noon)
	var now []*tasks.Task
	for i := range 10 {
		now = append(now, task(fmt.Sprint(i), tasks.Pending, "", noon))
	}
	<-l.Begin(now, nil)
	for i := range 10 {
		l.Record([]Event{moved(tasks.EventClaimed, fmt.Sprint(i), time.Duration(i), is(tasks.Pending, ""), is(tasks.InProgress, "bob"))})
		<-l.Begin(now, nil) // each on its own
	}
}

func TestAProcessThatIsKilledAtAnyWriteLosesNothingThatItWroteBefore(t *testing.T) {
	kills := 0
	for n := 1; ; n++ {
		dir := t.TempDir()
		c := exec.Command(os.Args[0], dir)
		c.Env = append(os.Environ(), "SIDEBOARD_TEST_KILLED_AT="+strconv.Itoa(n))
		err := c.Run()
		if err != nil && !strings.Contains(err.Error(), "killed") {
			t.Fatal(err)
		}
		b := opened(t, dir, Options{})
		claimed := 0
		for _, e := range b.past.Events {
			if e.Kind == tasks.EventClaimed {
				if e.Key.Name != fmt.Sprint(claimed) {
					t.Errorf("killed at %d: %q", n, words(b.past.Events))
				}
				claimed++
			}
		}
		if err == nil {
			if kills < 40 || claimed != 10 {
				t.Errorf("only %d kills, and %d of 10 events without one", kills, claimed)
			}
			return
		}
		kills++
		b.Close(time.Time{})
	}
}

// smallDisk takes no more than so many bytes.
type smallDisk struct {
	Disk
	left int
}

func (d *smallDisk) Make(path string) (File, error) {
	f, err := d.Disk.Make(path)
	return smallFile{f, d}, err
}

type smallFile struct {
	File
	d *smallDisk
}

func (f smallFile) Write(b []byte) (int, error) {
	n := min(len(b), f.d.left)
	f.d.left -= n
	_, _ = f.File.Write(b[:n])
	if n < len(b) {
		return n, syscall.ENOSPC
	}
	return n, nil
}

func TestAFullDiskIsReportedOnceAndWhatItMissedIsFoundLater(t *testing.T) {
	dir := t.TempDir()
	var reported []error
	b := opened(t, dir, Options{Disk: &smallDisk{System, 150}, OnError: func(err error) { reported = append(reported, err) }})
	for i := range 100 {
		b.Record([]Event{moved(tasks.EventCreated, fmt.Sprint(i), 0, State{}, is(tasks.Pending, ""))})
	}
	b.Close(noon)
	if len(reported) != 1 || !errors.Is(reported[0], syscall.ENOSPC) || !strings.Contains(reported[0].Error(), "cannot be written") {
		t.Errorf("it reports %v", reported)
	}
	var now []*tasks.Task
	for i := range 100 {
		now = append(now, task(fmt.Sprint(i), tasks.Pending, "", noon))
	}
	if b = opened(t, dir, Options{}, now...); b.past.Found < 90 || len(b.past.Events) != 100 {
		t.Errorf("%d of %d were found", b.past.Found, len(b.past.Events))
	}
}
