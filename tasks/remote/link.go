package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
)

// silence returns how long nothing may come before a link counts as cut: two beats and a slow network.
func silence() time.Duration { return 3 * beatInterval }

// validity returns how long after the last message of the host a request counts there.
func validity() time.Duration { return 3 * beatInterval }

// firstRedial and lastRedial are how long a Link waits before it connects again: at first, and at most.
var firstRedial, lastRedial = time.Second, 30 * time.Second

// maxFiles is the room for the files of a host.
const maxFiles = 24 << 20

// Link follows a directory of another host. Its methods may be called from any goroutine, Next by one at a time.
type Link struct {
	*memory.Feed
	Address Address
	Files   *memory.Copy
	hello   Hello

	dial       dialer
	outcomes   chan<- store.Outcome
	ctx        context.Context
	cancel     context.CancelFunc
	done       sync.WaitGroup
	tried      chan struct{} // closed when the first connection has all files, or failed
	closeTried func()

	mu      sync.Mutex
	conn    *conn     // nil while offline
	since   time.Time // of being offline, zero until the first attempt to connect has failed
	reason  string
	near    Near
	nears   uint64                  // the number of times that it came
	clock   time.Time               // of the host, in its last message
	mine    map[string]tasks.EditID // the names whose newest change is by an edit of this side
	nextSeq uint64
}

// conn is one run of ssh.
type conn struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	write   sync.Mutex // one request at a time; a frozen network holds it up to the silence, so it is not Link.mu
	out     *writer
	stderr  tail
	seq     uint64                 // of the last message that came
	waiting map[uint64]chan Answer // by the Seq of their requests
	lost    chan struct{}          // closed when the run has ended
}

// Open begins to connect to the host of an address, again and again until it succeeds. args are the arguments for the
// program there, outcomes gets what becomes of edits.
func Open(a Address, version string, args []string, outcomes chan<- store.Outcome) *Link {
	return openWith(a, version, func(ctx context.Context) (*exec.Cmd, error) {
		return exec.CommandContext(ctx, "ssh", a.Command(true, "", args...)...), nil
	}, outcomes)
}

// dialer returns a run of ssh that is not started.
type dialer func(context.Context) (*exec.Cmd, error)

func openWith(a Address, version string, dial dialer, outcomes chan<- store.Outcome) *Link {
	l := &Link{
		Address: a, dial: dial, Files: memory.NewCopy(maxFiles), Feed: memory.NewFeed(), outcomes: outcomes,
		mine: map[string]tasks.EditID{}, reason: "connecting", tried: make(chan struct{}),
	}
	l.SetHealth(tasks.Offline, l.offlineLocked().Error())
	l.closeTried = sync.OnceFunc(func() { close(l.tried) })
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.done.Go(func() { l.run(version) })
	return l
}

// Tried waits until the first connection has all files, or has failed. The error is a *tasks.UnreachableError.
func (l *Link) Tried(ctx context.Context) error {
	select {
	case <-l.tried:
	case <-ctx.Done():
	}
	if offline, is := errors.AsType[*tasks.OfflineError](l.Offline()); is {
		return &tasks.UnreachableError{Err: fmt.Errorf("%s: %s", l.Address, offline.Reason)}
	}
	return nil
}

// run connects again and again until the Link is closed.
func (l *Link) run(version string) {
	wait := firstRedial
	for {
		all, err := l.connect(version)
		switch {
		case errors.Is(err, errTooMuch), errors.Is(err, memory.ErrTooMuch):
			wait = lastRedial // it will send as much again
		case all:
			wait = firstRedial
		}
		l.setOffline(err)
		l.closeTried()
		select {
		case <-time.After(wait):
			wait = min(2*wait, lastRedial)
		case <-l.ctx.Done():
			return
		}
	}
}

// connect runs ssh once, and returns when it ends, with why. all reports whether all files came.
func (l *Link) connect(version string) (all bool, err error) {
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
	c.out = newWriter(c.in)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false, err
	}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return false, fmt.Errorf("run ssh: %w", err)
	}
	defer context.AfterFunc(ctx, func() { out.Close() })() // a program that ssh has started may keep it open
	var silent atomic.Bool
	quiet := time.AfterFunc(silence()+10*time.Second, func() { // the first message may take a login
		silent.Store(true)
		cancel()
	})
	all, err = l.receiveAll(c, newReader(out), quiet, version)
	if silent.Load() {
		err = fmt.Errorf("nothing comes from %s", l.Address.Host)
	}
	c.in.Close()
	quiet.Reset(time.Second) // an ssh that ends by itself says why
	waited := cmd.Wait()
	quiet.Stop()
	close(c.lost)
	return all, l.explain(c, err, waited)
}

// receiveAll takes over what a connection sends until it ends, and returns why. all reports whether all files came.
func (l *Link) receiveAll(c *conn, in *reader, quiet *time.Timer, version string) (all bool, err error) {
	there, err := in.begin()
	if err != nil {
		return false, err
	}
	if there != version {
		return false, fmt.Errorf("%s has sideboard %s, this is %s: install the same version on both",
			l.Address.Host, there, version)
	}
	names := map[string]bool{}
	for {
		var m Message
		if err := in.read(&m); err != nil {
			return all, err
		}
		quiet.Reset(silence())
		if c.seq++; m.Seq != c.seq {
			return all, fmt.Errorf("message %d came after message %d", m.Seq, c.seq-1)
		}
		if err := m.check(); err != nil {
			return all, err
		}
		if !all {
			for _, f := range m.Files {
				names[f.Name] = true
			}
			all = m.All != nil
			if all {
				l.online(c, names, *m.All)
			}
		}
		if err := l.take(m, c, names, all); err != nil {
			return all, err
		}
	}
}

// explain returns why a connection ended.
func (l *Link) explain(c *conn, err, waited error) error {
	said := c.stderr.lastLine()
	var exit *exec.ExitError
	switch {
	case errors.As(waited, &exit) && exit.ExitCode() == 127:
		return fmt.Errorf("there is no sideboard on %s: install it there, on the PATH of its shell", l.Address.Host)
	case said != "":
		return fmt.Errorf("ssh %s: %s", l.Address.Host, said)
	case errors.Is(err, errTooMuch), errors.Is(err, memory.ErrTooMuch):
		return fmt.Errorf("what %s sends is too much: %w", l.Address.Host, err)
	case errors.Is(err, errGarbled):
		return fmt.Errorf("what %s sent is not from sideboard: %w", l.Address.Host, err)
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return err
	}
	return fmt.Errorf("ssh %s: the connection ended", l.Address.Host)
}

// online makes a connection that has sent all files the one in use.
func (l *Link) online(c *conn, names map[string]bool, now Health) {
	l.Note(l.Files.Retain(names)...)
	l.SetHealth(now.Health, now.Why) // before anybody reads the files as those of a host that is there
	l.mu.Lock()
	l.conn, l.since, l.reason = c, time.Time{}, ""
	l.SetCame()
	l.mu.Unlock()
	l.closeTried()
	l.Nudge()
}

// setOffline notes that the host cannot be reached, and why.
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

// take does what a message says. names are those of the files that the connection has sent before it had sent all.
func (l *Link) take(m Message, c *conn, names map[string]bool, all bool) error {
	var changed []string
	for _, f := range m.Files {
		err := l.Files.Put(f)
		if err != nil && !all { // the files of an earlier connection are in the way
			l.Note(l.Files.Retain(names)...)
			err = l.Files.Put(f)
		}
		if err != nil {
			return err
		}
		changed = append(changed, f.Name)
	}
	for _, name := range m.Gone {
		if l.Files.Drop(name) {
			changed = append(changed, name)
		}
	}
	l.receive(m, c, changed)
	if m.Hello != nil && all {
		l.Nudge() // what is allowed there decides what can be edited
	}
	if len(changed) > 0 {
		l.Note(changed...)
	}
	if m.All != nil {
		l.SetHealth(m.All.Health, m.All.Why)
	}
	return nil
}

// receive takes over what a message says besides the files with these names.
func (l *Link) receive(m Message, c *conn, names []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if m.Hello != nil {
		l.hello = *m.Hello
	}
	if m.Near != nil {
		l.near = *m.Near
		l.nears++
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

// Near returns what is next to the tasks there, and how often it has changed.
func (l *Link) Near() (Near, uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.near, l.nears
}

// Offline returns nil while the host can be reached, else a *tasks.OfflineError.
func (l *Link) Offline() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.offlineLocked()
}

// offlineLocked is Offline for callers that hold mu.
func (l *Link) offlineLocked() error {
	if l.conn != nil {
		return nil
	}
	return &tasks.OfflineError{Host: l.Address.Host, Since: l.since, Reason: l.reason}
}

// Close ends the link. No goroutine is left when it returns.
func (l *Link) Close() error {
	l.Feed.Close()
	l.cancel()
	l.done.Wait()
	return nil
}

// Ask sends a request and returns its answer. The error is a *tasks.OfflineError if it was not sent, a
// *tasks.UnknownError if the link is cut or ctx ends before the answer, else what the host refused it for.
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
	err := c.out.write(&r)
	c.write.Unlock()
	if errors.Is(err, errTooMuch) {
		return Answer{}, errors.New("the edit is too large to be sent")
	}
	if err != nil {
		return Answer{}, &tasks.UnknownError{Host: l.Address.Host}
	}
	select {
	case a := <-answer:
		return a, a.Failure.err()
	case <-c.lost:
	case <-ctx.Done():
	}
	return Answer{}, &tasks.UnknownError{Host: l.Address.Host}
}

// Apply has an edit carried out. If the answer is lost, the Link asks whether it was as soon as it is connected again,
// until it could not be carried out any more. If ctx ends before that is known, the error is a *tasks.UnknownError, and
// an outcome says it later.
func (l *Link) Apply(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	l.mu.Lock()
	last, isNoted := l.clock.Add(validity()+maxWork), l.hello.NoUndo == ""
	l.mu.Unlock()
	a, err := l.Ask(ctx, Request{Do: Apply, Edit: e})
	if _, unknown := errors.AsType[*tasks.UnknownError](err); !unknown || !isNoted {
		return a.Result, err
	}
	fate := make(chan bool, 1)
	l.done.Go(func() {
		if written, known := l.settle(e.ID, last); known {
			fate <- written
		}
	})
	res := tasks.Result{Edit: e.ID}
	select {
	case written := <-fate:
		if !written {
			return res, fmt.Errorf("the link to %s was cut, and it did not get it", l.Address.Host)
		}
		return res, nil
	case <-ctx.Done():
	}
	l.done.Go(func() {
		select {
		case written := <-fate:
			l.report(e, written)
		case <-l.ctx.Done():
		}
	})
	return res, &tasks.UnknownError{Host: l.Address.Host, Edit: e.ID, Settles: true}
}

// settle asks whether an edit was carried out, until that is known. After last, by the clock there, it will not be.
func (l *Link) settle(id tasks.EditID, last time.Time) (written, known bool) {
	for {
		a, err := l.Ask(l.ctx, Request{Do: Done, ID: id})
		switch {
		case err == nil && a.Done:
			return true, true
		case err == nil && a.At.After(last):
			return false, true
		}
		select {
		case <-time.After(firstRedial / 2):
		case <-l.ctx.Done():
			return false, false
		}
	}
}

// report says what became of an edit.
func (l *Link) report(e tasks.Edit, written bool) {
	o := store.Outcome{What: store.NotWritten, Edit: e, Key: e.Of}
	if written {
		o.What = store.Written
	}
	select {
	case l.outcomes <- o:
	case <-l.ctx.Done():
	}
}
