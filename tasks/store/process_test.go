//go:build unix

package store

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// The test binary is its own other processes.
func TestMain(m *testing.M) {
	switch os.Getenv("SIDEBOARD_STORE") {
	case "agent":
		agent(os.Args[1])
	case "killed":
		n, _ := strconv.Atoi(os.Args[3])
		killed(os.Args[1], os.Args[2], n)
	case "crash":
		n, _ := strconv.Atoi(os.Args[4])
		crash(os.Args[1], os.Args[2], os.Args[3], n)
	case "traced":
		runtime.LockOSThread() // the tracer counts the calls of each thread
		crash(os.Args[1], os.Args[2], os.Args[3], 0)
	case "racer":
		racer(os.Args[1], os.Args[2], os.Args[3])
	default:
		// A disk in memory syncs at once. What a real one adds is waiting; the long runs are on it.
		if fi, err := os.Stat("/dev/shm"); err == nil && fi.IsDir() && os.Getenv("SIDEBOARD_TORTURE") == "" && os.Getenv("TMPDIR") == "" {
			os.Setenv("TMPDIR", "/dev/shm")
		}
		testdir.Main(m)
	}
}

func process(role string, args ...string) *exec.Cmd {
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), "SIDEBOARD_STORE="+role)
	c.Stderr = os.Stderr
	return c
}

// agent writes its files over and over as agents do: truncating, in pieces, some slowly. It ends with its input.
func agent(dir string) {
	end := make(chan struct{})
	go func() {
		os.Stdin.Read(make([]byte, 1))
		close(end)
	}()
	for n := 0; ; n++ {
		select {
		case <-end:
			return
		default:
		}
		name := fmt.Sprintf("task_%d", n%4)
		text := s12File(name, strconv.Itoa(n), "pending", strconv.Itoa(n))
		f, err := os.Create(filepath.Join(dir, name+".json"))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		for len(text) > 0 {
			piece := text[:min(len(text), 60)]
			text = text[len(piece):]
			f.WriteString(piece)
			if n%8 == 0 {
				time.Sleep(200 * time.Microsecond) // half a file is there for whoever reads meanwhile
			}
		}
		f.Close()
	}
}

func TestNoTornFileIsEverTakenForAGoodOne(t *testing.T) {
	dir := newDir(t)
	b := opened(t, dir, Options{})
	c := process("agent", dir)
	in, err := c.StdinPipe()
	testdir.Must(t, err, c.Start())
	quickly(t, "reading during writes", func(context.Context) {
		seen := 0
		for looks := 0; looks < 3000 || seen < 200 || len(b.tasks) < 4; looks++ {
			for _, task := range b.refresh("task_0.json", "task_1.json", "task_2.json", "task_3.json").Put {
				seen++
				if task.Subject != task.Owner {
					t.Errorf("%s: subject %q, owner %q", task.Name, task.Subject, task.Owner)
				}
			}
		}
	})
	testdir.Must(t, in.Close(), c.Wait())
	b.refresh("task_0.json", "task_1.json", "task_2.json", "task_3.json")
	b.refreshUntilSettled()
	for name, task := range b.tasks {
		if !strings.Contains(b.read(name), fmt.Sprintf("%q", task.Subject)) {
			t.Errorf("%s: shown %q, on disk %s", name, task.Subject, b.read(name))
		}
	}
	if len(b.tasks) != 4 || len(b.bad) > 0 {
		t.Errorf("%d tasks, trouble %v", len(b.tasks), keys(b.bad))
	}
}

func TestEditsAndATruncatingWriterLeaveWholeFiles(t *testing.T) {
	dir := newDir(t)
	b := opened(t, dir, Options{})
	c := process("agent", dir)
	in, err := c.StdinPipe()
	testdir.Must(t, err, c.Start())
	done := map[string]bool{}
	quickly(t, "editing during writes", func(ctx context.Context) {
		for tries := 0; tries < 300 || len(done) < 4; tries++ {
			name := fmt.Sprintf("task_%d.json", tries%4)
			b.refresh(name)
			if b.s.Task(tasks.Key{Name: name}) == nil {
				continue
			}
			if res, err := b.s.Apply(ctx, b.edit(tasks.VerbClaim, name, "me")); err == nil && len(res.Applied) > 0 {
				done[name] = true
			}
		}
	})
	testdir.Must(t, in.Close(), c.Wait())
	for i := range 4 {
		b.fields(fmt.Sprintf("task_%d.json", i))
	}
	b.expectNoLeftovers()
}

// killed carries out a scene's edit in dir and is killed at its n-th operation.
func killed(dir, name string, n int) {
	for _, sc := range scenes() {
		if sc.name != name {
			continue
		}
		disk := &killDisk{faultDisk: &faultDisk{}}
		s, err := Open(dir, Options{Disk: disk})
		if err == nil {
			err = s.Load(context.Background(), func(tasks.Delta) {})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		disk.done, disk.at = 0, n
		if _, err = s.Apply(context.Background(), sc.edit); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// killDisk kills its own process where a faultDisk would fail.
type killDisk struct{ *faultDisk }

func (k *killDisk) Open(path string) (Dir, error) {
	k.kill = func() {
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	return k.faultDisk.Open(path)
}

func TestAProcessKilledInTheMiddleLeavesOldOrNew(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a process for each operation")
	}
	for _, sc := range scenes() {
		if sc.name != "edit under mkdir" && sc.name != "complete that clears" && sc.name != "delete" && sc.name != "create" {
			continue
		}
		whole, _, err := sc.play(t, &faultDisk{}, 0)
		testdir.Must(t, err)
		for n := 1; ; n++ {
			dir := sc.dir(t)
			for name, text := range sc.files {
				testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o640))
			}
			err := process("killed", dir, sc.name, strconv.Itoa(n)).Run()
			if err == nil {
				break // there was no n-th operation
			}
			if !strings.Contains(err.Error(), "killed") {
				t.Fatalf("%s, operation %d: %v", sc.name, n, err)
			}
			for name, old := range sc.files {
				now, err := os.ReadFile(filepath.Join(dir, name))
				if os.IsNotExist(err) && sc.edit.Verb == tasks.VerbDelete && name == sc.edit.Of.Name {
					continue
				}
				testdir.Must(t, err)
				if next, _ := os.ReadFile(whole.path(name)); string(now) != old && string(now) != string(next) {
					t.Errorf("%s, operation %d: %s is %q", sc.name, n, name, now)
				}
			}
			left, err := os.ReadDir(dir)
			testdir.Must(t, err)
			for _, e := range left {
				_, old := sc.files[e.Name()]
				_, err := os.Lstat(whole.path(e.Name()))
				ours := strings.HasPrefix(e.Name(), ".sideboard-") || strings.HasSuffix(e.Name(), ".lock")
				if !old && err != nil && !ours {
					t.Errorf("%s, operation %d: left %s", sc.name, n, e.Name())
				}
			}
		}
	}
}
