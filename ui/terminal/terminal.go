// Package terminal shares the terminal with whom it is lent to, and leaves it as it was found.
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

// Terminal stands between Bubble Tea and the terminal. Three things need somebody there:
//
// An editor or a shell gets the terminal for a while. Bubble Tea's own way of doing that stops its renderer and starts
// another, and the late stop of the first can end the frames of the second for ever; it also leaves a descriptor behind
// each time. Here Bubble Tea goes on as if nothing was: what it draws meanwhile is dropped, and what it would read stays
// where it is, for the one who has the terminal.
//
// Bubble Tea asks the terminal questions, and does not wait for the answers when it ends. An answer that comes later
// would be typed at the shell's prompt.
//
// Whatever ends the program, and however early, the modes and settings of the terminal are put back.
type Terminal struct {
	in   *os.File
	out  io.Writer
	gone atomic.Bool // its input has ended: nobody is there
	lost func()      // to be told of that

	ended sync.Once

	found, raw *term.State // its settings before us and with us, nil where it has none

	lending sync.Mutex // held while somebody else has it

	mu      sync.Mutex // of what follows
	freed   sync.Cond
	lent    bool
	reader  cancelreader.CancelReader
	reads   bool // a reading is under way
	closed  bool
	hurried bool   // nobody pauses any more
	heard   int    // how much of an answer was read: ESC [ ? digits c, or y for a mode
	answer  string // its digits

	asked atomic.Int32 // how many of asks are unanswered

	write sync.Mutex // of what follows
	mute  bool       // what is drawn is dropped
	old   bool       // characters that are newer than its tables are drawn as stand-ins
	on    modes
}

// New takes a terminal, or what stands for one. Its output may be any writer.
func New(in *os.File, out io.Writer) *Terminal {
	t := &Terminal{in: in, out: out, lost: func() {}}
	t.freed.L = &t.mu
	return t
}

// Options makes Bubble Tea use the terminal.
func (t *Terminal) Options() []tea.ProgramOption {
	if f, ok := t.out.(*os.File); ok {
		return []tea.ProgramOption{tea.WithInput(ttyInput{t}), tea.WithOutput(ttyOutput{f, t})}
	}
	return []tea.ProgramOption{tea.WithInput(ttyInput{t}), tea.WithOutput(ttyScreen{t})}
}

// Gone reports whether the terminal went away: there is nobody to tell.
func (t *Terminal) Gone() bool { return t.gone.Load() }

// Begin makes the terminal raw, so that no key is echoed from now on and what found it is put back by End. When the terminal
// goes away, lost is called.
func (t *Terminal) Begin(lost func()) error {
	t.lost = lost
	if !term.IsTerminal(t.in.Fd()) {
		return nil
	}
	found, err := term.MakeRaw(t.in.Fd())
	if err != nil {
		return err
	}
	t.found = found
	t.raw, err = term.GetState(t.in.Fd())
	go func() {
		awaitHangup(t.in)
		t.hangUp()
	}()
	return err
}

// hangUp takes note that the terminal went away.
func (t *Terminal) hangUp() {
	if !t.gone.Swap(true) {
		t.lost()
	}
}

// answerWithin is how long a terminal is given for its answers when the program ends.
const answerWithin = time.Second

// End puts everything back, once. It waits for who has the terminal, and for answers that are still under way.
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
	t.mute = true // a program that is busy may still draw
	t.write.Unlock()
	if t.asked.Load() > 0 && !t.gone.Load() && t.raw != nil {
		t.drain()
	}
	t.settings(t.found)
}

// EndWithin is End with a bound. A terminal that takes no output gets its settings back all the same.
func (t *Terminal) EndWithin(d time.Duration) {
	ended := make(chan struct{})
	go func() { t.End(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(d):
		t.settings(t.found)
	}
}

func (t *Terminal) settings(s *term.State) {
	if s != nil {
		_ = term.Restore(t.in.Fd(), s)
	}
}

// drain reads until the terminal has answered everything.
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

// Lend gives the terminal to somebody else, as it was found, and takes it back.
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

// Pause writes words to whom it is lent to and waits for a key, or for EndPause: so that what a program wrote just before it ended can be read.
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

// EndPause ends a Pause that is under way, and each that follows: the program ends.
func (t *Terminal) EndPause() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.hurried = true; t.lent && t.reader != nil {
		t.reader.Cancel()
	}
}

// Lent reports whether somebody else has the terminal.
func (t *Terminal) Lent() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.lent
}

// Await waits until nobody else has the terminal.
func (t *Terminal) Await() {
	t.lending.Lock()
	defer t.lending.Unlock()
}

// interrupt ends a reading that is under way. The caller holds mu.
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

// read reads keys, as long as nobody else has the terminal.
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
		case err != nil && (errors.Is(err, io.EOF) || isHangup(err)):
			go t.hangUp()
		}
		return n, err
	}
}

// asks is the question that follows those of Bubble Tea. Every terminal answers it, and in turn: with its answer those
// to the others have come as well, whether the terminal knows them or not.
const asks = ansi.RequestPrimaryDeviceAttributes

// draw passes on what Bubble Tea draws, and remembers what it leaves the terminal in.
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

// eraseAll begins a frame that is drawn whole, as after a change of size. A frame for the size before may have come late and left
// the margins of that size, between which the terminal would scroll: freeMargins makes it the whole screen again.
const eraseAll = ansi.CursorHomePosition + ansi.EraseEntireScreen

var freeMargins = ansi.SetTopBottomMargins(0, 0)

// questions reports whether something that is sent will be answered.
func questions(b []byte) bool {
	return slices.ContainsFunc([]string{"$p", "]11;?", ansi.RequestKittyKeyboard}, func(q string) bool { return bytes.Contains(b, []byte(q)) })
}

// listen looks for answers in what was read. The caller holds mu, or is alone.
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

// ttyInput is the terminal as Bubble Tea reads it. It has no name on purpose: a named file Bubble Tea would read past us.
type ttyInput struct{ t *Terminal }

func (i ttyInput) Read(b []byte) (int, error)  { return i.t.read(b) }
func (i ttyInput) Write(b []byte) (int, error) { return i.t.draw(b) }
func (i ttyInput) Close() error                { return nil }
func (i ttyInput) Fd() uintptr                 { return i.t.in.Fd() }

// ttyOutput is the terminal as Bubble Tea writes to it.
type ttyOutput struct {
	f *os.File
	t *Terminal
}

func (o ttyOutput) Read(b []byte) (int, error)  { return o.f.Read(b) }
func (o ttyOutput) Write(b []byte) (int, error) { return o.t.draw(b) }
func (o ttyOutput) Close() error                { return nil }
func (o ttyOutput) Fd() uintptr                 { return o.f.Fd() }

// ttyScreen is the same where the output is no file.
type ttyScreen struct{ t *Terminal }

func (s ttyScreen) Write(b []byte) (int, error) { return s.t.draw(b) }
