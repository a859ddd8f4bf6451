package remote

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/store"
)

// silence returns how long nothing may come before a link counts as cut: two beats and a slow network.
func silence() time.Duration { return 3 * beatInterval }

// validity returns how long after the last message of the host a request counts there.
func validity() time.Duration { return 3 * beatInterval }

// firstRedial and lastRedial are how long a Link waits before it connects again: at first, and at most.
var firstRedial, lastRedial = time.Second, 30 * time.Second

// Link follows a directory of another host. Its methods may be called from any goroutine, Next by one at a time.
type Link struct {
	*Feed
	Address Address
	Files   *Copy
	hello   Hello

	dial     func(context.Context) (*exec.Cmd, error)
	outcomes chan<- store.Outcome
	ctx      context.Context
	cancel   context.CancelFunc
	done     sync.WaitGroup

	mu      sync.Mutex
	conn    *conn     // nil while offline
	since   time.Time // of being offline
	reason  string
	clock   time.Time               // of the host, in its last message
	mine    map[string]tasks.EditID // the names whose newest change is by an edit of this side
	nextSeq uint64
}

// conn is one run of ssh.
type conn struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	write   sync.Mutex // one request at a time; a frozen network holds it up to the silence, so it is not Link.mu
	out     *gob.Encoder
	stderr  bytes.Buffer
	seq     uint64
	waiting map[uint64]chan Answer
	lost    chan struct{}
}

// OfflineError is the error of everything that has to be done on a host that cannot be reached.
type OfflineError struct {
	Host   string
	Since  time.Time
	Reason string // what ssh said
}

func (e *OfflineError) Error() string {
	return fmt.Sprintf("%s is offline since %s", e.Host, e.Since.Format("15:04"))
}

// UnknownError is the error of an edit whose answer did not come: it may have been carried out, or may still be.
type UnknownError struct{ Host string }

func (e *UnknownError) Error() string {
	return "it is not known whether " + e.Host + " carried it out: the link was cut before the answer"
}

// Dial connects to the host of an address and returns when all files are there. args are the arguments for the program there,
// outcomes gets what becomes of edits.
func Dial(ctx context.Context, a Address, version string, args []string, outcomes chan<- store.Outcome) (*Link, error) {
	return dialWith(ctx, a, version, func(ctx context.Context) (*exec.Cmd, error) {
		return exec.CommandContext(ctx, "ssh", a.Command(true, "", args...)...), nil
	}, outcomes)
}

func dialWith(ctx context.Context, a Address, version string, dial func(context.Context) (*exec.Cmd, error), outcomes chan<- store.Outcome) (*Link, error) {
	l := &Link{Address: a, dial: dial, Files: NewCopy(), outcomes: outcomes, Feed: NewFeed(), mine: map[string]tasks.EditID{}}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	stop := context.AfterFunc(ctx, l.cancel)
	defer stop()
	up := make(chan error, 1)
	l.done.Go(func() { l.run(version, up) })
	if err := <-up; err != nil {
		l.Close()
		return nil, err
	}
	return l, nil
}

// run connects again and again until the Link is closed. It sends to up when the first connection has all files, or failed.
func (l *Link) run(version string, up chan error) {
	wait := firstRedial
	for first := true; ; first = false {
		all, err := l.connect(version, up)
		if all {
			wait = firstRedial
		}
		l.setOffline(err)
		if first && !all {
			up <- err
			return
		}
		select {
		case <-time.After(wait):
			wait = min(2*wait, lastRedial)
		case <-l.ctx.Done():
			return
		}
	}
}

// connect runs ssh once, and returns when it ends, with why. all reports whether all files came.
func (l *Link) connect(version string, up chan error) (all bool, err error) {
	ctx, cancel := context.WithCancel(l.ctx)
	defer cancel()
	cmd, err := l.dial(ctx)
	if err != nil {
		return false, err
	}
	c := &conn{cmd: cmd, waiting: map[uint64]chan Answer{}, lost: make(chan struct{})}
	cmd.Stderr = &c.stderr
	if c.in, err = cmd.StdinPipe(); err != nil {
		return false, err
	}
	c.out = gob.NewEncoder(c.in)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("run ssh: %w", err)
	}
	quiet := time.AfterFunc(silence()+10*time.Second, cancel) // the first message may take a login
	names, in := map[string]bool{}, gob.NewDecoder(out)
	for {
		var m Message
		if err = in.Decode(&m); err != nil {
			break
		}
		quiet.Reset(silence())
		if c.seq++; m.Seq != c.seq {
			err = fmt.Errorf("message %d came after message %d", m.Seq, c.seq-1)
			break
		}
		if m.Hello != nil && m.Hello.Version != version {
			err = fmt.Errorf("%s has sideboard %s, this is %s: install the same version on both", l.Address.Host, m.Hello.Version, version)
			break
		}
		if !all {
			for _, f := range m.Files {
				names[f.Name] = true
			}
			all = m.All != nil
			if all {
				l.online(c, names)
				select {
				case up <- nil:
				default:
				}
			}
		}
		l.take(m, c)
	}
	c.in.Close()
	quiet.Reset(time.Second) // an ssh that ends by itself says why
	waited := cmd.Wait()
	quiet.Stop()
	close(c.lost)
	return all, l.explain(c, err, waited)
}

// explain returns why a connection ended.
func (l *Link) explain(c *conn, err, waited error) error {
	said := strings.TrimSpace(c.stderr.String())
	var exit *exec.ExitError
	switch {
	case errors.As(waited, &exit) && exit.ExitCode() == 127:
		return fmt.Errorf("there is no sideboard on %s: install it there, on the PATH of its shell", l.Address.Host)
	case said != "":
		return fmt.Errorf("ssh %s: %s", l.Address.Host, lastLine(said))
	case c.seq == 0 && err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("what %s sent is not from sideboard: does its shell print something when ssh runs a command?", l.Address.Host)
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	}
	return fmt.Errorf("ssh %s: the connection ended", l.Address.Host)
}

// lastLine returns the last line of what a program said; the lines before it are greetings.
func lastLine(s string) string { return strings.TrimSpace(s[strings.LastIndexByte(s, '\n')+1:]) }

// online makes a connection that has sent all files the one in use.
func (l *Link) online(c *conn, names map[string]bool) {
	l.Note(l.Files.Retain(names)...)
	l.mu.Lock()
	l.conn, l.since, l.reason = c, time.Time{}, ""
	l.mu.Unlock()
	l.Nudge()
}

func (l *Link) setOffline(err error) {
	l.mu.Lock()
	l.conn, l.reason = nil, err.Error()
	if l.since.IsZero() {
		l.since = time.Now()
	}
	why := l.offlineLocked().Error() + ": " + l.reason
	l.mu.Unlock()
	l.SetHealth(tasks.Offline, why)
}

// take does what a message says.
func (l *Link) take(m Message, c *conn) {
	l.Files.Put(m.Files...)
	l.Files.Drop(m.Gone...)
	names := slices.Clone(m.Gone)
	for _, f := range m.Files {
		names = append(names, f.Name)
	}
	l.receive(m, c, names)
	if len(names) > 0 {
		l.Note(names...)
	}
	if m.All != nil {
		l.SetHealth(m.All.Health, m.All.Why)
	}
}

// receive takes over what a message says besides the files with these names.
func (l *Link) receive(m Message, c *conn, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.Hello != nil {
		l.hello = *m.Hello
	}
	for _, name := range names {
		delete(l.mine, name)
		if m.By != 0 {
			l.mine[name] = m.By
		}
	}
	l.clock = m.At
	if m.Answer != nil {
		if to := c.waiting[m.Answer.Seq]; to != nil {
			to <- *m.Answer
			delete(c.waiting, m.Answer.Seq)
		}
	}
	if m.Outcome != nil {
		o := m.Outcome.Outcome
		if m.Outcome.Text != "" {
			o.Err = errors.New(m.Outcome.Text)
		}
		select {
		case l.outcomes <- o:
		default:
		}
	}
}

// Mine adds to a Delta which of its files an edit of this side changed.
func (l *Link) Mine(d *tasks.Delta) {
	l.mu.Lock()
	defer l.mu.Unlock()
	note := func(k tasks.Key) {
		if by, ok := l.mine[k.Name]; ok {
			if d.Mine == nil {
				d.Mine = map[tasks.Key]tasks.EditID{}
			}
			d.Mine[k] = by
			delete(l.mine, k.Name)
		}
	}
	for _, t := range d.Put {
		note(t.Key)
	}
	for _, k := range d.Gone {
		note(k)
	}
}

// Hello returns what the other side said of the directory.
func (l *Link) Hello() Hello {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.hello
}

// Offline returns nil while the host can be reached, else an *OfflineError.
func (l *Link) Offline() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.offlineLocked()
}

func (l *Link) offlineLocked() error {
	if l.conn != nil {
		return nil
	}
	return &OfflineError{l.Address.Host, l.since, l.reason}
}

// Close ends the link. No goroutine is left when it returns.
func (l *Link) Close() error {
	l.end()
	l.cancel()
	l.done.Wait()
	return nil
}

// Ask sends a request and returns its answer. If the link is cut meanwhile, the error is an *UnknownError.
func (l *Link) Ask(ctx context.Context, r Request) (Answer, error) {
	l.mu.Lock()
	c := l.conn
	if c == nil {
		defer l.mu.Unlock()
		return Answer{}, l.offlineLocked()
	}
	l.nextSeq++
	r.Seq, r.Before = l.nextSeq, l.clock.Add(validity())
	answer := make(chan Answer, 1)
	c.waiting[r.Seq] = answer
	l.mu.Unlock()
	c.write.Lock()
	err := c.out.Encode(r)
	c.write.Unlock()
	if err != nil {
		return Answer{}, &UnknownError{l.Address.Host}
	}
	select {
	case a := <-answer:
		return a, a.Failure.err()
	case <-c.lost:
	case <-ctx.Done():
	}
	return Answer{}, &UnknownError{l.Address.Host}
}

// Apply has an edit carried out. If the answer is lost, it waits for the link and asks whether the edit was carried out, until it could
// not be carried out any more. The error is an *UnknownError if the link does not come back until then.
func (l *Link) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	l.mu.Lock()
	last := l.clock.Add(validity() + maxWork)
	l.mu.Unlock()
	a, err := l.Ask(ctx, Request{Do: Apply, Edit: e})
	if _, unknown := errors.AsType[*UnknownError](err); !unknown {
		return a.Result, err
	}
	unknown := err
	ctx, cancel := context.WithTimeout(ctx, 2*(validity()+maxWork))
	defer cancel()
	for {
		now, err := l.Ask(ctx, Request{Do: Done, ID: e.ID})
		switch {
		case err == nil && now.Done:
			return tasks.Result{Edit: e.ID}, nil
		case err == nil && now.At.After(last):
			return tasks.Result{Edit: e.ID}, fmt.Errorf("%s did not get it: the link was cut", l.Address.Host)
		}
		select {
		case <-time.After(firstRedial / 2):
		case <-ctx.Done():
			return tasks.Result{Edit: e.ID}, unknown
		}
	}
}
