// Package terminal lends the terminal to other programs, and restores it at the end.
package terminal

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
	"github.com/muesli/cancelreader"
)

// Terminal is between Bubble Tea and the terminal, for three reasons.
//
// An editor or a shell needs the terminal for a while. Bubble Tea's own way stops its renderer and starts another one;
// the late stop of the first can end the frames of the second for ever, and each time a descriptor is leaked. With a
// Terminal, Bubble Tea goes on: its output is dropped in the meantime, and its input is left for the program that has
// the terminal.
//
// Bubble Tea sends queries to the terminal and does not wait for the replies when it ends. A late reply would be typed
// at the shell's prompt.
//
// However the program ends, the modes and settings of the terminal are restored.
type Terminal struct {
	in   *os.File
	out  io.Writer
	gone atomic.Bool // the terminal has hung up
	lost func()      // called when it does

	ended sync.Once

	found, raw *term.State // its settings before the program and in raw mode, nil if it has none

	lending sync.Mutex // held while another program has the terminal

	mu      sync.Mutex // guards the fields below
	freed   sync.Cond
	lent    bool
	reader  cancelreader.CancelReader
	reads   bool // a read is in progress
	closed  bool
	hurried bool   // Pause returns at once
	heard   int    // the part of a reply that was read: ESC [ ? digits c, or y for a mode
	answer  string // the digits of the reply

	asked atomic.Int32 // the number of asks without a reply

	write sync.Mutex // guards the fields below
	mute  bool       // output is dropped
	old   bool       // see ReplaceRecent
	on    modes
}

// New returns a Terminal for an input and an output, which may be any writer.
func New(in *os.File, out io.Writer) *Terminal {
	t := &Terminal{in: in, out: out, lost: func() {}}
	t.freed.L = &t.mu
	return t
}

// Options returns the options that make Bubble Tea use the terminal.
func (t *Terminal) Options() []tea.ProgramOption {
	if f, ok := t.out.(*os.File); ok {
		return []tea.ProgramOption{tea.WithInput(ttyInput{t}), tea.WithOutput(ttyOutput{f, t})}
	}
	return []tea.ProgramOption{tea.WithInput(ttyInput{t}), tea.WithOutput(ttyScreen{t})}
}

// Gone reports whether the terminal has hung up.
func (t *Terminal) Gone() bool { return t.gone.Load() }

// Begin puts the terminal into raw mode until End. It calls lost when the terminal hangs up.
func (t *Terminal) Begin(lost func()) error {
	t.lost = lost
	tty := t.in.Fd()
	if !term.IsTerminal(tty) {
		return nil
	}
	found, err := term.MakeRaw(tty)
	if err != nil {
		return err
	}
	t.found = found
	t.raw, err = term.GetState(tty)
	go func() {
		awaitHangup(tty)
		t.hangUp()
	}()
	return err
}

// hangUp records that the terminal has hung up.
func (t *Terminal) hangUp() {
	if !t.gone.Swap(true) {
		t.lost()
	}
}

// answerWithin is how long End waits for replies of the terminal.
const answerWithin = time.Second

// End restores the terminal, once. It waits until no other program has it, and for outstanding replies.
func (t *Terminal) End() { t.ended.Do(t.end) }

func (t *Terminal) end() {
	t.lending.Lock()
	defer t.lending.Unlock()
	t.mu.Lock()
	t.closed = true
	t.interrupt()
	t.mu.Unlock()
	t.write.Lock()
	_, _ = io.WriteString(t.out, t.on.leave())
	t.mute = true // Bubble Tea may still draw
	t.write.Unlock()
	if t.asked.Load() > 0 && !t.gone.Load() && t.raw != nil {
		t.drain()
	}
	t.settings(t.found)
}

// EndWithin is End with a time limit. It restores the settings even of a terminal that takes no output.
func (t *Terminal) EndWithin(d time.Duration) {
	ended := make(chan struct{})
	go func() { t.End(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(d):
		t.settings(t.found)
	}
}

// settings sets the settings of the terminal; nil changes nothing.
func (t *Terminal) settings(s *term.State) {
	if s != nil {
		_ = term.Restore(t.in.Fd(), s)
	}
}

// drain reads until the terminal has replied to all queries.
func (t *Terminal) drain() {
	r, err := cancelreader.NewReader(t.in)
	if err != nil {
		return
	}
	defer func() { _ = r.Close() }()
	late := time.AfterFunc(answerWithin, func() { r.Cancel() })
	defer late.Stop()
	for b := make([]byte, 4096); t.asked.Load() > 0; {
		n, err := r.Read(b)
		if err != nil {
			return
		}
		t.listen(b[:n])
	}
}

// Lend restores the terminal, runs another program on it, and takes it back.
func (t *Terminal) Lend(to func(in *os.File, out io.Writer) error) error {
	t.lending.Lock()
	defer t.lending.Unlock()
	t.mu.Lock()
	t.lent = true
	t.interrupt()
	t.mu.Unlock()
	t.write.Lock()
	t.mute = true
	_, _ = io.WriteString(t.out, t.on.leave())
	t.write.Unlock()
	t.settings(t.found)

	err := to(t.in, t.out)

	t.settings(t.raw)
	t.write.Lock()
	_, _ = io.WriteString(t.out, t.on.enter())
	t.mute = false
	t.write.Unlock()
	t.mu.Lock()
	t.lent = false
	t.freed.Broadcast()
	t.mu.Unlock()
	return err
}

// Pause writes words to the lent terminal and waits for a key or EndPause, so that the last output of a program can be
// read.
func (t *Terminal) Pause(words string) {
	t.settings(t.raw)
	defer t.settings(t.found)
	r, err := cancelreader.NewReader(t.in)
	if err != nil {
		return
	}
	t.mu.Lock()
	t.reader = r
	if t.hurried {
		r.Cancel()
	}
	t.mu.Unlock()
	_, _ = io.WriteString(t.out, words)
	_, _ = r.Read(make([]byte, 256))
	t.mu.Lock()
	_, t.reader = r.Close(), nil
	t.mu.Unlock()
}

// EndPause ends the present Pause, and all later ones. It is for the end of the program.
func (t *Terminal) EndPause() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.hurried = true
	if t.lent && t.reader != nil {
		t.reader.Cancel()
	}
}

// Lent reports whether another program has the terminal.
func (t *Terminal) Lent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lent
}

// Await waits until no other program has the terminal.
func (t *Terminal) Await() {
	t.lending.Lock()
	defer t.lending.Unlock()
}

// interrupt ends a read in progress, and waits until it has ended. The caller holds mu.
func (t *Terminal) interrupt() {
	if t.reads {
		t.reader.Cancel()
	}
	t.freed.Broadcast()
	for t.reads {
		t.freed.Wait()
	}
	if t.reader != nil {
		_ = t.reader.Close()
		t.reader = nil
	}
}

// read reads keys while no other program has the terminal.
func (t *Terminal) read(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for {
		for t.lent && !t.closed {
			t.freed.Wait()
		}
		if t.closed {
			return 0, io.EOF
		}
		if t.reader == nil {
			r, err := cancelreader.NewReader(t.in)
			if err != nil {
				return 0, err
			}
			t.reader = r
		}
		r := t.reader
		t.reads = true
		t.mu.Unlock()
		n, err := r.Read(b)
		t.mu.Lock()
		t.reads = false
		t.freed.Broadcast()
		t.listen(b[:n])
		switch {
		case errors.Is(err, cancelreader.ErrCanceled):
			continue
		case errors.Is(err, io.EOF) || isHangup(err):
			go t.hangUp()
		}
		return n, err
	}
}

// asks is a query that follows those of Bubble Tea. Every terminal replies to it, and in order: after its reply no
// reply to the others is outstanding, whether or not the terminal knows them.
const asks = ansi.RequestPrimaryDeviceAttributes

// draw writes the output of Bubble Tea, and keeps the modes up to date.
func (t *Terminal) draw(b []byte) (int, error) {
	t.write.Lock()
	defer t.write.Unlock()
	t.on.follow(b)
	size := len(b)
	if t.old {
		b = replaceRecent(b)
	}
	b = bytes.Replace(b, []byte(eraseAll), []byte(freeMargins+eraseAll), 1)
	var before, after string
	if t.on.title != "" && !t.on.titled {
		t.on.titled, before = true, keepTitle
	}
	if t.mute {
		return size, nil
	}
	if questions(b) {
		t.asked.Add(1)
		after = asks
	}
	if before+after != "" {
		b = slices.Concat([]byte(before), b, []byte(after))
	}
	n, err := t.out.Write(b)
	if n == len(b) {
		n = size
	}
	return min(n, size), err
}

// eraseAll begins a complete frame, as after a change of size. A late frame for the former size may have set the scroll
// margins of that size; freeMargins resets them.
const eraseAll = ansi.CursorHomePosition + ansi.EraseEntireScreen

var freeMargins = ansi.SetTopBottomMargins(0, 0)

// questions reports whether output has a query to which the terminal will reply.
func questions(b []byte) bool {
	return slices.ContainsFunc([]string{"$p", "]11;?", ansi.RequestKittyKeyboard}, func(q string) bool {
		return bytes.Contains(b, []byte(q))
	})
}

// listen finds the replies of the terminal in input: ESC [ ? digits c to asks, and ESC [ ? digits $ y about a mode. The
// caller holds mu, or nobody else uses the terminal.
func (t *Terminal) listen(b []byte) {
	for _, c := range b {
		switch h := t.heard; {
		case c == 0x1b:
			t.heard, t.answer = 1, ""
		case h == 1 && c == '[', h == 2 && c == '?':
			t.heard++
		case h == 3 && (c >= '0' && c <= '9' || c == ';' || c == '$') && len(t.answer) < 100:
			t.answer += string(c)
		case h == 3 && c == 'y':
			t.heard = 0
			t.write.Lock()
			t.on.hear(t.answer)
			t.write.Unlock()
		case h == 3 && c == 'c':
			t.heard = 0
			t.asked.Add(-1)
		default:
			t.heard = 0
		}
	}
}

// ttyInput is the input of Bubble Tea. It has no Name on purpose: Bubble Tea would open a named file itself.
type ttyInput struct{ t *Terminal }

func (i ttyInput) Read(b []byte) (int, error)  { return i.t.read(b) }
func (i ttyInput) Write(b []byte) (int, error) { return i.t.draw(b) }
func (i ttyInput) Close() error                { return nil }
func (i ttyInput) Fd() uintptr                 { return i.t.in.Fd() }

// ttyOutput is the output of Bubble Tea.
type ttyOutput struct {
	f *os.File
	t *Terminal
}

func (o ttyOutput) Read(b []byte) (int, error)  { return o.f.Read(b) }
func (o ttyOutput) Write(b []byte) (int, error) { return o.t.draw(b) }
func (o ttyOutput) Close() error                { return nil }
func (o ttyOutput) Fd() uintptr                 { return o.f.Fd() }

// ttyScreen is ttyOutput if the output is no file.
type ttyScreen struct{ t *Terminal }

func (s ttyScreen) Write(b []byte) (int, error) { return s.t.draw(b) }
