//go:build unix

package lock

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// The lock of Claude Code against the package it uses itself, in the node_modules directory SIDEBOARD_PROPER_LOCKFILE. What the package
// does is held without it by the tests next to this one; here is the package itself.

// npmClient is Node with the package: the lines of its input say what to lock and unlock.
const npmClient = `
const lockfile = require('proper-lockfile');
const release = {};
async function obey(o) {
  switch (o.do) {
    case 'lock': release[o.target] = await lockfile.lock(o.target, o.options); break;
    case 'unlock': await release[o.target](); break;
  }
}
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  obey(JSON.parse(line)).then(() => console.log('done'), (e) => console.log(e.code));
});
`

type npmLocker struct {
	t   *testing.T
	cmd *exec.Cmd
	in  io.Writer
	out *bufio.Scanner
}

func npm(t *testing.T) *npmLocker {
	t.Helper()
	modules := os.Getenv("SIDEBOARD_PROPER_LOCKFILE")
	if modules == "" {
		t.Skip("set SIDEBOARD_PROPER_LOCKFILE to a node_modules directory with proper-lockfile: not tried against the package itself")
	}
	script := filepath.Join(t.TempDir(), "client.js")
	c := exec.Command("node", script)
	c.Env = append(os.Environ(), "NODE_PATH="+modules)
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	testdir.Must(t, err)
	out, err := c.StdoutPipe()
	testdir.Must(t, err, os.WriteFile(script, []byte(npmClient), 0o644), c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return &npmLocker{t, c, in, bufio.NewScanner(out)}
}

// send asks the package to do something.
func (n *npmLocker) send(do, target, options string) {
	n.t.Helper()
	_, err := fmt.Fprintf(n.in, `{"do":%q,"target":%q,"options":{%s}}`+"\n", do, target, options)
	testdir.Must(n.t, err)
}

// expect waits for what the package says next: "done", or the code of an error.
func (n *npmLocker) expect(want string) {
	n.t.Helper()
	if n.out.Scan(); n.out.Text() != want {
		n.t.Fatalf("node said %q, want %q", n.out.Text(), want)
	}
}

func TestThePackageAndWeKeepEachOtherOut(t *testing.T) {
	n, path := npm(t), target(t, "1.json")
	n.send("lock", path, "")
	n.expect("done")
	_, err := Mkdir(t.Context(), path)
	held := (*HeldError)(nil)
	if !errors.As(err, &held) || held.Path != path+".lock" || time.Since(held.Since) < Timeout {
		t.Fatalf("held by the package: %v", err)
	}
	n.send("unlock", path, "")
	release, err := Mkdir(t.Context(), path)
	testdir.Must(t, err)
	n.expect("done")
	n.send("lock", path, "")
	n.expect("ELOCKED")
	n.send("lock", path, `"retries":{"retries":1000,"minTimeout":5,"maxTimeout":50}`)
	testdir.Must(t, release())
	n.expect("done")

	testdir.Must(t, n.cmd.Process.Kill()) // it leaves its lock
	long := time.Now().Add(-Stale - time.Second)
	testdir.Must(t, os.Chtimes(path+".lock", long, long))
	_, err = Mkdir(t.Context(), path) // and we leave ours
	testdir.Must(t, err, os.Chtimes(path+".lock", long, long))
	next := npm(t)
	next.send("lock", path, "")
	next.expect("done")
}
