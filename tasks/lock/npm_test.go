//go:build unix

package lock

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

// The lock of Claude Code against the package it uses itself. SIDEBOARD_PROPER_LOCKFILE is the node_modules directory
// that has proper-lockfile, or "install" to have npm fetch it. What the package does is held without it by the tests
// next to this one; here is the package itself.

// npmClient is Node with the package: the lines of its input say what to lock, unlock and add.
const npmClient = `
const fs = require('fs'), path = require('path');
const lockfile = require('proper-lockfile');
const say = (o) => console.log(JSON.stringify(o));
const release = {};
async function add(target, n) {
  const count = path.join(path.dirname(target), 'count');
  for (let i = 0; i < n; i++) {
    const free = await lockfile.lock(target, { retries: { retries: 1000, minTimeout: 1, maxTimeout: 20 } });
    fs.writeFileSync(count, String(Number(fs.readFileSync(count, 'utf8')) + 1));
    await free();
  }
}
async function obey(o) {
  const options = Object.assign({ onCompromised: (e) => say({ event: 'compromised', code: e.code }) }, o.options);
  switch (o.do) {
    case 'lock': release[o.target] = await lockfile.lock(o.target, options); break;
    case 'unlock': await release[o.target](); break;
    case 'add': await add(o.target, o.n); break;
  }
}
require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  obey(JSON.parse(line)).then(() => say({ event: 'done' }), (e) => say({ event: 'failed', code: e.code, message: e.message }));
});
say({ event: 'done' });
`

// modules finds the package, or skips the test.
func modules(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("SIDEBOARD_PROPER_LOCKFILE")
	if dir == "" {
		t.Skip("set SIDEBOARD_PROPER_LOCKFILE to a node_modules directory with proper-lockfile, or to install: not tried against the package itself")
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node here: not tried against the package itself")
	}
	if dir != "install" {
		return dir
	}
	at := t.TempDir()
	if said, err := exec.Command("npm", "install", "--no-audit", "--no-fund", "--prefix", at, "proper-lockfile@4.1.2").CombinedOutput(); err != nil {
		t.Skipf("npm cannot fetch proper-lockfile (%v): not tried against the package itself\n%s", err, said)
	}
	return filepath.Join(at, "node_modules")
}

type npmLocker struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	said chan npmEvent
}

type npmEvent struct{ Event, Code, Message string }

func npm(t *testing.T) *npmLocker {
	t.Helper()
	script := filepath.Join(t.TempDir(), "client.js")
	testdir.Must(t, os.WriteFile(script, []byte(npmClient), 0o644))
	n := &npmLocker{t: t, cmd: exec.Command("node", script), said: make(chan npmEvent, 16)}
	n.cmd.Env = append(os.Environ(), "NODE_PATH="+modules(t))
	n.cmd.Stderr = os.Stderr
	var err error
	n.in, err = n.cmd.StdinPipe()
	testdir.Must(t, err)
	out, err := n.cmd.StdoutPipe()
	testdir.Must(t, err)
	testdir.Must(t, n.cmd.Start())
	go func() {
		defer close(n.said)
		for lines := bufio.NewScanner(out); lines.Scan(); {
			var e npmEvent
			if json.Unmarshal(lines.Bytes(), &e) == nil {
				n.said <- e
			}
		}
	}()
	t.Cleanup(func() {
		_ = n.in.Close()
		_ = n.cmd.Process.Kill()
		_ = n.cmd.Wait()
	})
	n.expect("done")
	return n
}

func (n *npmLocker) send(do, target, options string) {
	n.t.Helper()
	if options == "" {
		options = "{}"
	}
	if _, err := fmt.Fprintf(n.in, `{"do":%q,"target":%q,"n":150,"options":%s}`+"\n", do, target, options); err != nil {
		n.t.Fatal(err)
	}
}

func (n *npmLocker) expect(event string) npmEvent {
	n.t.Helper()
	select {
	case e := <-n.said:
		if e.Event != event {
			n.t.Fatalf("node said %+v, want %s", e, event)
		}
		return e
	case <-time.After(time.Minute):
		n.t.Fatalf("node never said %s", event)
		return npmEvent{}
	}
}

func TestWhatThePackageHoldsIsWaitedForAndReported(t *testing.T) {
	n, path := npm(t), target(t, "1.json")
	n.send("lock", path, "")
	n.expect("done")
	_, err := Mkdir(t.Context(), path)
	held := (*HeldError)(nil)
	if !errors.As(err, &held) || held.Path != path+".lock" || time.Since(held.Since) < Timeout {
		t.Fatalf("held by the package: %v", err)
	}
	got := make(chan error, 1)
	go func() {
		release, err := Mkdir(t.Context(), path)
		if err == nil {
			err = release()
		}
		got <- err
	}()
	n.send("unlock", path, "")
	n.expect("done")
	testdir.Must(t, <-got)
}

func TestWhatWeHoldThePackageFindsLocked(t *testing.T) {
	n, path := npm(t), target(t, "1.json")
	release, err := Mkdir(t.Context(), path)
	testdir.Must(t, err)
	n.send("lock", path, "")
	if e := n.expect("failed"); e.Code != "ELOCKED" {
		t.Errorf("the package said %+v", e)
	}
	n.send("lock", path, `{"retries":{"retries":1000,"minTimeout":5,"maxTimeout":50}}`)
	testdir.Must(t, release())
	n.expect("done")
	n.send("unlock", path, "")
	n.expect("done")
	if _, err := os.Lstat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a lock is left: %v", err)
	}
}

func TestALockLeftBehindIsTakenOverInBothDirections(t *testing.T) {
	n, path := npm(t), target(t, "1.json")
	n.send("lock", path, "")
	n.expect("done")
	testdir.Must(t, n.cmd.Process.Kill()) // it leaves its lock
	long := time.Now().Add(-Stale - time.Second)
	testdir.Must(t, os.Chtimes(path+".lock", long, long))
	_, err := Mkdir(t.Context(), path) // and we leave ours
	testdir.Must(t, err)
	testdir.Must(t, os.Chtimes(path+".lock", long, long))
	next := npm(t)
	next.send("lock", path, "")
	next.expect("done")
}

func TestWaitingForThePackagesLockDoesNotCompromiseIt(t *testing.T) {
	n, path := npm(t), target(t, "1.json")
	n.send("lock", path, `{"stale":2000,"update":1000}`)
	n.expect("done")
	first, err := os.Lstat(path + ".lock")
	testdir.Must(t, err)
	if _, err := Mkdir(t.Context(), path); err == nil { // looks again and again, for two seconds
		t.Fatal("a living lock was taken over")
	}
	now := first
	if !testdir.Soon(func() bool {
		if is, err := os.Lstat(path + ".lock"); err == nil {
			now = is
		}
		return now.ModTime().After(first.ModTime())
	}) {
		t.Fatal("the package never refreshes its lock")
	}
	select {
	case e := <-n.said:
		t.Fatalf("the package lost its lock: %+v", e)
	default:
	}
	// The same with a foreign hand on its time, so that the test is not blind.
	other := now.ModTime().Add(-time.Second)
	testdir.Must(t, os.Chtimes(path+".lock", other, other))
	if e := n.expect("compromised"); e.Code != "ECOMPROMISED" {
		t.Errorf("a touched lock: %+v", e)
	}
}

func TestNothingThatThePackageAndWeAddIsLost(t *testing.T) {
	path := target(t, "1.json")
	count := filepath.Join(filepath.Dir(path), "count")
	testdir.Must(t, os.WriteFile(count, []byte("0"), 0o644))
	clients := []*npmLocker{npm(t), npm(t)}
	for _, n := range clients {
		n.send("add", path, "")
	}
	ours := process(t, "mkdir", path, "150")
	ours.Stdout = os.Stdout
	testdir.Must(t, ours.Start())
	for _, n := range clients {
		n.expect("done")
	}
	testdir.Must(t, ours.Wait())
	raw, err := os.ReadFile(count)
	testdir.Must(t, err)
	if got, _ := strconv.Atoi(strings.TrimSpace(string(raw))); got != 450 {
		t.Errorf("%d of 450 additions were kept", got)
	}
}
