package bucket

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestOneProcessServesADirectoryIntoABucket(t *testing.T) {
	t.Parallel()
	srv, state := newServer(t), t.TempDir()
	dir := filepath.Join(t.TempDir(), ".tasks")
	testdir.Must(t, os.Mkdir(dir, 0o700))
	first := exec.Command(os.Args[0], dir, state)
	first.Env = append(os.Environ(), "SIDEBOARD_SERVE="+srv)
	out, err := first.StdoutPipe()
	testdir.Must(t, err)
	testdir.Must(t, first.Start())
	t.Cleanup(func() { first.Process.Kill(); first.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.Contains(line, "are kept equal") {
		t.Fatalf("the first says %q, %v", line, err)
	}

	alias := filepath.Join(t.TempDir(), "alias")
	testdir.Must(t, os.Symlink(dir, alias))
	for _, name := range []string{dir, alias} {
		o := Options{Origin: Origin{Dir: name}, State: state, Report: func(s string) { t.Error("the second says", s) }}
		err = Serve(context.WithoutCancel(t.Context()), Address{"nats://" + srv, "list"}, o)
		if served := (*ServedError)(nil); !errors.As(err, &served) || served.Process != first.Process.Pid {
			t.Errorf("%s: the second ends with %v, want one that names process %d", name, err, first.Process.Pid)
		}
	}

	testdir.Must(t, first.Process.Kill())
	first.Wait()
	again := &mirrored{T: t, dir: dir, state: state}
	again.start(srv)
	again.reports("are kept equal")
	again.stop()
	again.start(srv)
	again.reports("are kept equal")
}
