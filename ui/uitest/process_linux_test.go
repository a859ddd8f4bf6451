package uitest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"sideboard/tasks/testdir"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
)

// The programs to compare with: one that does nothing, and one of Bubble Tea that shows a word.
const (
	bare    = `package main; func main() {}`
	reading = `package main

import "os"

func main() {
	entries, err := os.ReadDir(os.Args[1])
	if err != nil {
		panic(err)
	}
	for _, e := range entries {
		if _, err := os.ReadFile(os.Args[1] + "/" + e.Name()); err != nil {
			panic(err)
		}
	}
}`
	blank = `package main

import tea "charm.land/bubbletea/v2"

type model struct{}

func (m model) Init() tea.Cmd { return nil }

func (m model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if k, ok := msg.(tea.KeyPressMsg); ok && k.String() == "q" {
		return m, tea.Quit
	}
	return m, nil
}

func (m model) View() tea.View {
	v := tea.NewView(" sideboard ")
	v.AltScreen = true
	return v
}

func main() { _, _ = tea.NewProgram(model{}).Run() }
`
)

// build builds a program from a source, or this project's program for "".
func build(t testing.TB, source string) string {
	t.Helper()
	if testing.Short() {
		t.Skip("whole programs are built and run")
	}
	if source == "" {
		path, err := binary()
		testdir.Must(t, err)
		return path
	}
	dir := t.TempDir()
	out, of := filepath.Join(dir, "program"), filepath.Join(dir, "main.go")
	testdir.Must(t, os.WriteFile(of, []byte(source), 0o644))
	cmd := exec.Command("go", "build", "-o", out, of)
	cmd.Dir = root // whose modules it uses
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, said)
	}
	return out
}

// process is a program that runs in a terminal of 120 by 40.
type process struct {
	t      testing.TB
	cmd    *exec.Cmd
	tty    *os.File
	screen *vt.SafeEmulator
	began  time.Time

	mu    sync.Mutex
	seeks []byte // the words to wait for, nil for none
	found chan time.Time
	since []byte // what was sent since the wait began
	bytes int
}

// run starts a program in a project, and returns how long it took to send some words.
func run(t testing.TB, cwd, words, name string, args ...string) (*process, time.Duration) {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(name, args...), screen: emulator(120, 40), seeks: []byte(words), found: make(chan time.Time, 1)}
	p.cmd.Dir = cwd
	p.cmd.Env = append(os.Environ(), "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "HOME="+filepath.Dir(cwd))
	p.began = time.Now()
	tty, err := pty.StartWithSize(p.cmd, &pty.Winsize{Rows: 40, Cols: 120})
	testdir.Must(t, err)
	p.tty = tty
	go func() { _, _ = io.Copy(tty, p.screen) }() // answers to the program's queries
	go func() { _, _ = io.Copy(p, tty) }()
	t.Cleanup(p.stop)
	select {
	case at := <-p.found:
		return p, at.Sub(p.began)
	case <-time.After(waitLimit):
		t.Fatalf("%s does not show %q; the screen:\n%s", name, words, ansi.Strip(p.screen.Render()))
	}
	return nil, 0
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	p.bytes += len(b)
	if p.seeks != nil {
		if p.since = append(p.since, b...); bytes.Contains(p.since, p.seeks) {
			p.found <- time.Now()
			p.seeks, p.since = nil, nil
		}
	}
	p.mu.Unlock()
	return p.screen.Write(b)
}

// replies returns how long after do the first byte is sent.
func (p *process) replies(do func()) time.Duration {
	p.t.Helper()
	p.mu.Lock()
	p.seeks = []byte{} // anything
	p.mu.Unlock()
	began := time.Now()
	do()
	select {
	case at := <-p.found:
		return at.Sub(began)
	case <-time.After(waitLimit):
		p.t.Fatalf("nothing came; the screen:\n%s", ansi.Strip(p.screen.Render()))
	}
	return 0
}

func (p *process) sent() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.bytes
}

func (p *process) sees(words string) {
	p.t.Helper()
	if !testdir.Soon(func() bool { return strings.Contains(ansi.Strip(p.screen.Render()), words) }) {
		p.t.Fatalf("waited in vain for %q; the screen:\n%s", words, ansi.Strip(p.screen.Render()))
	}
}

func (p *process) signal(s syscall.Signal) {
	p.t.Helper()
	if err := p.cmd.Process.Signal(s); err != nil {
		p.t.Fatal(err)
	}
}

func (p *process) stop() {
	_, _ = io.WriteString(p.tty, "q")
	_ = p.cmd.Wait()
	_ = p.tty.Close()
	_ = p.screen.InputPipe().(io.Closer).Close() // Close of the screen itself races with its reader
}

// cpu returns the CPU time of the process so far.
func (p *process) cpu() time.Duration {
	p.t.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	fields := strings.Fields(rest) // from the third on, as proc(5) counts them
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	const perSecond = 100 // USER_HZ
	return time.Duration(user+system) * time.Second / perSecond
}

// resident returns the memory of the process in bytes, now ("VmRSS") or at the most ("VmHWM").
func (p *process) resident(which string) float64 {
	p.t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(string(status)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == which+":" {
			kb, _ := strconv.Atoi(f[1])
			return float64(kb) * 1024
		}
	}
	p.t.Fatalf("no %s", which)
	return 0
}

// projectOf returns a project with n tasks in progress.
func projectOf(t testing.TB, n int) *Driver {
	t.Helper()
	h := &Driver{T: t, Cwd: filepath.Join(t.TempDir(), "my-service")}
	h.Dir = filepath.Join(h.Cwd, ".tasks")
	for _, dir := range []string{h.Dir, filepath.Join(h.Cwd, ".git")} {
		testdir.Must(t, os.MkdirAll(dir, 0o755))
	}
	h.many(n, 1, func(i int) string { return running(i, fmt.Sprintf("Wire part %d of the edge router", i)) })
	return h
}
