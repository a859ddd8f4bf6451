//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package terminal

import (
	"bytes"
	"io"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"sideboard/tasks/testdir"
)

// seat is a Terminal with a pseudo terminal behind it, and the person in front of that.
type seat struct {
	*Terminal
	t      *testing.T
	person *os.File // what is typed and shown
	lost   chan struct{}
	keys   chan string // what the program read, closed at the end of its input

	mu    sync.Mutex
	shown bytes.Buffer
}

func newSeat(t *testing.T) *seat {
	t.Helper()
	person, tty, err := pty.Open()
	if err != nil {
		t.Skip("no terminals here:", err)
	}
	fd, err := unix.Dup(int(person.Fd()))
	testdir.Must(t, err, unix.SetNonblock(fd, true), person.Close())
	person = os.NewFile(uintptr(fd), "person") // a read of this file ends when it is closed
	d := &seat{Terminal: New(tty, tty), t: t, person: person, lost: make(chan struct{}), keys: make(chan string, 10)}
	t.Cleanup(func() { _ = person.Close(); <-d.lost; _ = tty.Close() }) // the terminal uses tty until the hangup
	go func() {
		for buf := make([]byte, 4096); ; {
			n, err := person.Read(buf)
			d.mu.Lock()
			d.shown.Write(buf[:n])
			d.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	testdir.Must(t, d.Begin(func() { close(d.lost) }))
	go func() {
		for buf := make([]byte, 256); ; {
			n, err := d.read(buf)
			if n > 0 {
				d.keys <- string(buf[:n])
			}
			if err != nil {
				close(d.keys)
				return
			}
		}
	}()
	return d
}

func (d *seat) types(text string) {
	d.t.Helper()
	_, err := io.WriteString(d.person, text)
	testdir.Must(d.t, err)
}

// sees waits until some text was shown.
func (d *seat) sees(text string) {
	d.t.Helper()
	if !testdir.Soon(func() bool { d.mu.Lock(); defer d.mu.Unlock(); return strings.Contains(d.shown.String(), text) }) {
		d.t.Errorf("%q is not among %q", text, d.shown.String())
	}
}

// saw reports whether some text was shown.
func (d *seat) saw(text string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Contains(d.shown.String(), text)
}

// reads waits until the program has read a key.
func (d *seat) reads(want string) {
	d.t.Helper()
	if got := <-d.keys; got != want {
		d.t.Errorf("the program reads %q, want %q", got, want)
	}
}

func (d *seat) draws(text string) {
	d.t.Helper()
	if n, err := d.draw([]byte(text)); n != len(text) || err != nil {
		d.t.Errorf("%d of %d bytes are drawn: %v", n, len(text), err)
	}
}

func (d *seat) settingsAre(want *term.State, what string) {
	d.t.Helper()
	if now, err := term.GetState(d.in.Fd()); err != nil || !reflect.DeepEqual(now, want) {
		d.t.Errorf("%s: %+v, want %+v (%v)", what, now, want, err)
	}
}

func TestAnotherProgramHasTheTerminalForAWhile(t *testing.T) {
	d := newSeat(t)
	d.draws("\x1b[?1049hboard")
	d.sees("board")
	d.types("a")
	d.reads("a")
	testdir.Must(t, d.Lend(func(in *os.File, out io.Writer) error {
		d.sees("\x1b[?1049l")
		d.settingsAre(d.found, "while it is lent")
		if !d.Lent() {
			t.Error("it is not lent")
		}
		d.draws("too late")
		d.types("b\n")
		line := make([]byte, 10)
		n, err := in.Read(line)
		if string(line[:n]) != "b\n" {
			t.Errorf("the other program reads %q", line[:n])
		}
		return err
	}))
	d.Await()
	d.sees("\x1b[2J")
	d.settingsAre(d.raw, "when it is back")
	d.types("c")
	d.reads("c")
	d.draws("again")
	d.sees("again")
	if d.Lent() || d.saw("too late") {
		t.Errorf("lent %v, shown %q", d.Lent(), d.shown.String())
	}
	d.End()
}

func TestTheLastWordsOfAProgramStayUntilAKeyIsPressed(t *testing.T) {
	d := newSeat(t)
	pauses := func(words string, then func()) {
		testdir.Must(t, d.Lend(func(*os.File, io.Writer) error {
			over := make(chan struct{})
			go func() { d.Pause(words); close(over) }()
			d.sees(words)
			then()
			<-over
			d.settingsAre(d.found, words)
			return nil
		}))
	}
	pauses("press a key", func() { d.types("x") })
	pauses("or end the program", d.EndPause)
	pauses("every later one ends at once", func() {})
	d.types("y")
	d.reads("y")
	d.End()
}

func TestTheEndWaitsForTheReplyThatIsOutstanding(t *testing.T) {
	d := newSeat(t)
	d.draws("\x1b[?2026$p")
	d.sees("\x1b[?2026$p" + asks)
	d.draws("\x1b]2;board\x07")
	ended := make(chan struct{})
	go func() { d.EndWithin(time.Minute); close(ended) }()
	d.sees(restoreTitle)
	if _, more := <-d.keys; more {
		t.Error("keys are read after the end")
	}
	d.settingsAre(d.raw, "before the reply")
	d.types("\x1b[?2026;2$y\x1b[?62;1c")
	<-ended
	d.settingsAre(d.found, "at the end")
	if d.draws("late"); d.asked.Load() != 0 || d.saw("late") {
		t.Errorf("%d replies are outstanding", d.asked.Load())
	}
	d.End()
	if _, err := d.read(make([]byte, 1)); err != io.EOF {
		t.Errorf("a read after the end: %v", err)
	}
}

func TestATerminalThatHangsUpIsReportedOnce(t *testing.T) {
	d := newSeat(t)
	testdir.Must(t, d.person.Close())
	<-d.lost // closing it twice would panic
	if !d.Gone() {
		t.Error("it is not gone")
	}
	d.End()
}
