// Package uitest drives the whole board like a person does: it types bytes into a real board over a real task directory, and reads an
// emulated terminal. A scenario reads like a script: press c, see this, the file says that.
//
// Nothing here waits for time. Each step waits until its condition is true; a timeout far beyond anything real ends the waiting.
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

// waitLimit is how long a step waits before it fails.
const waitLimit = 60 * time.Second

// Driver is a running board over a directory.
type Driver struct {
	T       testing.TB
	Dir     string // the task directory
	Cwd     string // the working directory
	screen  *vt.SafeEmulator
	out     *wire
	keys    io.Writer
	prog    *tea.Program
	w, h    int
	markers int      // sent by settle so far
	reached chan int // the last marker that the program has read

	at    time.Time // the time of the board's clock if it does not run, otherwise zero
	mu    sync.Mutex
	clock time.Duration // how far Later moved the board's clock
	ended chan struct{}
}

// Options change how a board is opened. The zero value is a person called "ann" at 120x40 with the directory .tasks.
type Options struct {
	W, H    int
	As      string
	Env     map[string]string
	NoDir   bool              // the directory does not exist yet
	Before  map[string]string // files that exist before the board starts, which does not know how old their states are
	Sub     string            // the task directory below the project, ".tasks" when ""
	Arg     string
	List    string
	Board   func(*ui.Options)
	Poll    bool
	Record  bool      // keep every byte sent to the terminal
	At      time.Time // the time of the board's clock, which only Later moves; zero for a running clock
	Profile colorprofile.Profile
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
	h := &Driver{T: t, Cwd: cwd, Dir: filepath.Join(cwd, sub), w: 120, h: 40, at: o.At, ended: make(chan struct{}), reached: make(chan int, 1)}
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

// scratch returns a temporary directory with a name short enough to be read off the screen.
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
	in, keys, err := os.Pipe() // a file, like a terminal: reading it can be interrupted for an editor
	if err != nil {
		h.T.Fatal(err)
	}
	h.keys = keys
	h.out = &wire{screen: h.screen, keep: o.Record, settled: make(chan struct{}, 1), answer: func(s string) { _, _ = io.WriteString(keys, s) }}
	answers, stop := io.Pipe()
	go func(screen io.Reader) {
		// The terminal answers queries; it blocks if nobody reads the answers.
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
		_ = h.screen.InputPipe().(io.Closer).Close() // ends the reader of its answers
		h.release()
	})
}

// awaitFirstReading waits until the board has read the directory once. Later changes are news.
func (h *Driver) awaitFirstReading() {
	h.T.Helper()
	h.Await("the directory to be read", func() bool {
		screen := h.Screen()
		return strings.TrimSpace(screen) != "" && !slices.ContainsFunc([]string{"Reading tasks", "Starting the demo", " reading "}, func(w string) bool {
			return strings.Contains(screen, w)
		})
	})
}

// markerMode is a mode that no terminal has. settle types its report as a marker, which filter keeps from the program. drawnMarker is a
// sequence that settle lets the program send and wire does not draw.
const markerMode, drawnMarker = 9999, "\x1b_settled\x1b\\"

// filter removes the markers of settle from the messages of the program.
func (h *Driver) filter(_ tea.Model, msg tea.Msg) tea.Msg {
	if r, ok := msg.(tea.ModeReportMsg); ok && r.Mode == ansi.ANSIMode(markerMode) {
		h.reached <- int(r.Value)
		return nil
	}
	return msg
}

// settle waits until the program has handled all keys and the screen shows the result. Otherwise a click would go to where something was
// before.
func (h *Driver) settle() {
	h.T.Helper()
	h.markers = h.markers%4 + 1 // a report has four values
	h.send(fmt.Sprintf("\x1b[%d;%d$y", markerMode, h.markers))
	late := time.After(3 * waitLimit)
	for n := 0; n != h.markers; {
		select {
		case n = <-h.reached:
		case <-h.ended:
			return
		case <-late:
			h.T.Fatalf("the board reads no keys; the screen:\n%s", h.Screen())
		}
	}
	for range 2 { // the frame is sent after the first marker and before the second
		h.prog.Send(tea.RawMsg{Msg: drawnMarker})
		select {
		case <-h.out.settled:
		case <-h.ended:
			return
		case <-late:
			h.T.Fatalf("the board draws nothing; the screen:\n%s", h.Screen())
		}
	}
}

// Now returns the time of the board's clock.
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

// Row returns a row of the screen, counted from 0.
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

// SeesRow waits until one row of the screen has all the words in this order. In a row of news that is one sentence: another one often has
// the same signs and subjects.
func (h *Driver) SeesRow(words ...string) *Driver {
	h.T.Helper()
	h.Await(fmt.Sprintf("a row with %q", words), func() bool {
		for row := range strings.SplitSeq(h.Screen(), "\n") {
			for sentence := range strings.SplitSeq(row, "  ·  ") {
				if inOrder(sentence, words) {
					return true
				}
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

// Await waits until a condition is true.
func (h *Driver) Await(what string, holds func() bool) {
	h.T.Helper()
	is := testdir.Soon(func() bool {
		select {
		case <-h.ended:
			if !holds() {
				h.T.Fatalf("the board ended while waiting for %s", what)
			}
			return true
		default:
			return holds()
		}
	})
	if !is {
		h.T.Fatalf("timed out waiting for %s; the screen:\n%s", what, h.Screen())
	}
}

// Ended waits until the board has quit.
func (h *Driver) Ended() {
	h.T.Helper()
	select {
	case <-h.ended:
	case <-time.After(waitLimit):
		h.T.Fatalf("the board did not quit; the screen:\n%s", h.Screen())
	}
}

// stepFor is the pause before each key while a person watches.
const stepFor = 400 * time.Millisecond

// watcherTerminal returns the terminal of the person if SIDEBOARD_WATCH is set, otherwise nil. Scenarios are shown there while they run,
// and type slowly.
var watcherTerminal = sync.OnceValue(func() io.Writer {
	if os.Getenv("SIDEBOARD_WATCH") == "" {
		return nil
	}
	tty, err := os.OpenFile("/dev/tty", os.O_WRONLY, 0)
	if err != nil {
		return nil
	}
	return tty
})
