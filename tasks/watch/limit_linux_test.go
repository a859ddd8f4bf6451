package watch

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// TestRealExhaustionLeadsToPolling runs itself in a process whose descriptors are used up, so that the kernel
// itself refuses the inotify instance.
func TestRealExhaustionLeadsToPolling(t *testing.T) {
	if dir := os.Getenv("SIDEBOARD_WATCH_STARVED"); dir != "" {
		starved(t, dir)
		return
	}
	self := exec.Command(os.Args[0], "-test.run=^TestRealExhaustionLeadsToPolling$", "-test.v")
	self.Env = append(os.Environ(), "SIDEBOARD_WATCH_STARVED="+newDir(t))
	out, err := self.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "polled:") {
		t.Fatalf("%v\n%s", err, out)
	}
}

func starved(t *testing.T, dir string) {
	r, end, err := os.Pipe() // the Go runtime opens descriptors of its own with the first of these
	testdir.Must(t, err, r.Close(), end.Close())
	var was unix.Rlimit
	testdir.Must(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &was))
	free, err := unix.Open("/dev/null", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	testdir.Must(t, err, unix.Close(free))
	testdir.Must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: uint64(free), Max: was.Max}))
	o := Options{Period: 5 * time.Millisecond, Whole: 20 * time.Millisecond}
	w, first := follow(t, dir, o)
	if first.Health != tasks.Polling || !strings.Contains(first.Why, "no more file descriptors") {
		t.Fatalf("reported %+v", first)
	}
	if ev := next(t, w); !ev.Rescan {
		t.Fatalf("reported %+v", ev)
	}
	t.Logf("polled: %s", first.Why)
	testdir.Must(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &was))
	waitForEvent(t, w, "watches that are to be had again", func(ev Event) bool { return ev.Health == tasks.Live })
}
