// Package uitest drives the whole board the way a person does: a real task directory, real bytes in, and a terminal
// emulated cell by cell that shows what came out. A scenario reads like what one would tell: press c, see this, the
// file says that.
//
// Nothing here waits for time. What a scenario says is waited for until it is so; only a limit far beyond anything
// real ends the waiting.
package uitest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/terminal"
	"sideboard/ui/workspace"
)

// patience is how long something that is to become so is waited for.
const patience = 60 * time.Second

// Driver is a running board over a directory.
type Driver struct {
	T      testing.TB
	Dir    string // the task directory
	Cwd    string // where the person stands
	screen *vt.SafeEmulator
	out    *wire
	keys   io.Writer
	prog   *tea.Program
	w, h   int
	asked  int      // calls of settle
	taken  chan int // which of them the program has come to
	takes  func(tea.Msg)

	at    time.Time // where the board's clock stands, zero where it goes
	mu    sync.Mutex
	clock time.Duration // how far the board's clock was put forward
	ended chan struct{}
}

// Options change how a house is opened; the zero value is a person called "ann" at 120x40 in front of .tasks.
type Options struct {
	W, H    int
	As      string
	Env     map[string]string
	NoDir   bool              // the directory does not exist yet
	Before  map[string]string // files that are there before the board is: it cannot know since when they are so
	Sub     string            // the task directory below the project, ".tasks" when ""
	Arg     string
	List    string
	Board   func(*ui.Options)
	Poll    bool
	Record  bool      // keep every byte that is sent to the terminal
	At      time.Time // where the board's clock stands until Later moves it, zero for one that goes
	Profile colorprofile.Profile
	Takes   func(tea.Msg) // is called where the program is about to take a key or what else comes to it
}

// Open starts a board in a new project.
func Open(t testing.TB, o Options) *Driver {
	t.Helper()
	cwd := filepath.Join(t.TempDir(), "my-service")
	testdir.Must(t, os.MkdirAll(filepath.Join(cwd, ".git"), 0o755))
	return OpenIn(t, cwd, o)
}

// OpenIn starts a board in an existing project.
func OpenIn(t testing.TB, cwd string, o Options) *Driver {
	t.Helper()
	sub := o.Sub
	if sub == "" {
		sub = ".tasks"
	}
	h := &Driver{T: t, Cwd: cwd, Dir: filepath.Join(cwd, sub), w: 120, h: 40, at: o.At, takes: o.Takes, ended: make(chan struct{}), taken: make(chan int, 1)}
	if o.W > 0 {
		h.w, h.h = o.W, o.H
	}
	if !o.NoDir {
		testdir.Must(t, os.MkdirAll(h.Dir, 0o755))
	}
	for name, text := range o.Before {
		if err := os.WriteFile(filepath.Join(h.Dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if o.As == "" {
		o.As = "ann"
	}
	if o.Profile == 0 {
		o.Profile = colorprofile.TrueColor
	}
	options := ui.Options{
		As: o.As, Stalled: 30 * time.Minute, Editor: "true", Scratch: scratch(t),
		Now: h.Now,
		Finder: workspace.Finder{
			Env:     locate.Env{Getenv: func(k string) string { return o.Env[k] }, Cwd: cwd, Home: filepath.Dir(cwd)},
			Arg:     o.Arg,
			List:    o.List,
			Options: workspace.Options{Poll: o.Poll, State: filepath.Join(filepath.Dir(cwd), "state")},
		},
	}
	if o.Board != nil {
		o.Board(&options)
	}
	h.start(options, o)
	h.awaitFirstReading()
	return h
}

// scratch makes a directory with a short name, as a person's temporary directory has one: it is read off the screen.
func scratch(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "s")
	testdir.Must(t, err)
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

func (h *Driver) start(options ui.Options, o Options) {
	h.screen = emulator(h.w, h.h)
	in, keys, err := os.Pipe() // a file, as a terminal is: reading it can be interrupted for an editor
	if err != nil {
		h.T.Fatal(err)
	}
	h.keys = keys
	h.out = &wire{screen: h.screen, keep: o.Record, settled: make(chan struct{}, 1), answer: func(s string) { _, _ = io.WriteString(keys, s) }}
	answers, stop := io.Pipe()
	go func(screen io.Reader) {
		// The terminal answers questions; undrained it would block.
		_, _ = io.Copy(stop, screen)
	}(h.screen)
	go func() { _, _ = io.Copy(keys, answers) }()
	_, _ = io.WriteString(h.screen, "\x1b[20h") // without a tty the renderer sends bare line feeds
	options.Terminal = terminal.New(in, h.out)
	m := ui.New(options)
	h.prog = tea.NewProgram(m, append(options.Terminal.Options(), tea.WithWindowSize(h.w, h.h),
		tea.WithColorProfile(o.Profile), tea.WithoutSignals(), tea.WithFilter(h.filter), tea.WithEnvironment([]string{"TERM=xterm-256color", "TERM_PROGRAM=uitest"}))...)
	go func() {
		defer close(h.ended)
		if _, err := h.prog.Run(); err != nil && !errors.Is(err, tea.ErrProgramKilled) {
			h.T.Errorf("the board ended: %v", err)
		}
		if m.Err() != nil {
			h.T.Errorf("the board broke: %v", m.Err())
		}
		m.Close()
	}()
	h.T.Cleanup(func() {
		h.prog.Quit()
		<-h.ended
		options.Terminal.End()
		_ = in.Close()
		_ = keys.Close()
		_ = answers.Close()
		_ = h.screen.InputPipe().(io.Closer).Close() // who reads its answers ends
		h.release()
	})
}

// awaitFirstReading waits until the board has read the directory once: what is written from here on is news to it.
func (h *Driver) awaitFirstReading() {
	h.T.Helper()
	h.Await("the directory to be read", func() bool {
		screen := h.Screen()
		return strings.TrimSpace(screen) != "" && !slices.ContainsFunc([]string{"Reading tasks", "Starting the demo", " reading "}, func(w string) bool {
			return strings.Contains(screen, w)
		})
	})
}

// settleMode is a mode that no terminal has: its report is what settle sends, and the program does not get. flushed is what comes
// back over the line, and is not drawn.
const settleMode, flushed = 9999, "\x1b_settled\x1b\\"

// filter takes the marks of settle out of what the program gets.
func (h *Driver) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if r, is := msg.(tea.ModeReportMsg); is && r.Mode == ansi.ANSIMode(settleMode) {
		h.taken <- int(r.Value)
		return nil
	}
	if h.takes != nil {
		h.takes(msg)
	}
	return msg
}

// settle waits until the program has done what was pressed so far and the screen shows what came of it: a click goes to where
// something stands then, and a look that came too early would find it where it stood before.
func (h *Driver) settle() {
	h.T.Helper()
	h.asked = h.asked%4 + 1 // the values that a report can have
	h.send(fmt.Sprintf("\x1b[%d;%d$y", settleMode, h.asked))
	late := time.After(3 * patience)
	for n := 0; n != h.asked; {
		select {
		case n = <-h.taken:
		case <-h.ended:
			return
		case <-late:
			h.T.Fatalf("the board takes no keys; the screen:\n%s", h.Screen())
		}
	}
	for range 2 { // the frame goes out right behind the first of them, and before the second
		h.prog.Send(tea.RawMsg{Msg: flushed})
		select {
		case <-h.out.settled:
		case <-h.ended:
			return
		case <-late:
			h.T.Fatalf("the board draws nothing; the screen:\n%s", h.Screen())
		}
	}
}

// Now is the board's clock.
func (h *Driver) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.at.IsZero() {
		return time.Now().Add(h.clock)
	}
	return h.at.Add(h.clock)
}

// Later puts the board's clock forward.
func (h *Driver) Later(d time.Duration) *Driver {
	h.mu.Lock()
	h.clock += d
	h.mu.Unlock()
	h.prog.Send(tea.FocusMsg{})
	return h
}

// Row is one row of the screen, from 0.
func (h *Driver) Row(y int) string {
	rows := strings.Split(h.Screen(), "\n")
	if y < 0 || y >= len(rows) {
		return ""
	}
	return rows[y]
}

// Sees waits until all words are on the screen.
func (h *Driver) Sees(words ...string) *Driver {
	h.T.Helper()
	for _, w := range words {
		h.Await(fmt.Sprintf("the screen to show %q", w), func() bool { return shows(h.Screen(), w) })
	}
	return h
}

// SeesNot waits until none of the words is on the screen.
func (h *Driver) SeesNot(words ...string) *Driver {
	h.T.Helper()
	for _, w := range words {
		h.Await(fmt.Sprintf("the screen to show no %q", w), func() bool { return !shows(h.Screen(), w) })
	}
	return h
}

// SeesRow waits until one row of the screen has all the words, in this order.
func (h *Driver) SeesRow(words ...string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("a row with %q", words), func() bool {
		for row := range strings.SplitSeq(h.Screen(), "\n") {
			if inOrder(row, words) {
				return true
			}
		}
		return false
	})
	return h
}

func inOrder(row string, words []string) bool {
	for _, w := range words {
		i := strings.Index(row, w)
		if i < 0 {
			return false
		}
		row = row[i+len(w):]
	}
	return true
}

// Await waits until something is so.
func (h *Driver) Await(what string, so func() bool) {
	h.T.Helper()
	is := testdir.Soon(func() bool {
		select {
		case <-h.ended:
			if !so() {
				h.T.Fatalf("the board ended while waiting for %s", what)
			}
			return true
		default:
			return so()
		}
	})
	if !is {
		h.T.Fatalf("waited in vain for %s; the screen:\n%s", what, h.Screen())
	}
}

// Ended waits until the board has quit.
func (h *Driver) Ended() {
	h.T.Helper()
	select {
	case <-h.ended:
	case <-time.After(patience):
		h.T.Fatalf("the board did not quit; the screen:\n%s", h.Screen())
	}
}

// stepFor is how long each key is waited with while somebody watches.
const stepFor = 400 * time.Millisecond

// watched returns the terminal of whoever runs the test with SIDEBOARD_WATCH set, nil for all others. A scenario is
// shown there as it happens, and its keys are typed at a pace that can be followed.
var watched = sync.OnceValue(func() io.Writer {
	if os.Getenv("SIDEBOARD_WATCH") == "" {
		return nil
	}
	tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	return tty
})
