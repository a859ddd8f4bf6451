package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// These are variables for tests.
var (
	// beatInterval is how often Serve sends something although nothing changes.
	beatInterval = 5 * time.Second
	// maxWork is how long an edit may take there. Waiting for the lock of an agent is what takes long.
	maxWork = 15 * time.Second
	// beforeAnswer is called before an answer is sent.
	beforeAnswer = func() {}
)

// A Message has at most so many files, and is sent when it has so many bytes of them.
const (
	filesPerMessage = 256
	bytesPerMessage = 1 << 20
)

// Options are the options of Serve.
type Options struct {
	Version string        // of this program
	Hello   Hello         // without NoUndo and Denied
	Poll    bool          // compare the directory instead of watching it
	Store   store.Options // for edits
}

// Serve sends the files of a directory to out, and then their changes, and answers requests from in, until in ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	// before the first reading, so that no change is missed
	changes, err := watch.Open(o.Hello.Dir, watch.Options{Poll: o.Poll})
	if err != nil {
		return err
	}
	defer changes.Close()
	s, err := store.Open(o.Hello.Dir, o.Store)
	if err != nil {
		return err
	}
	defer s.Close()
	dir, err := store.System.Open(o.Hello.Dir)
	if err != nil {
		return err
	}
	w := &server{
		store: s, watch: changes, path: o.Hello.Dir, state: o.Store.State, dir: dir, out: newWriter(out),
		sent: map[string]state{}, unread: map[string]bool{},
	}
	defer func() { w.dir.Close() }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := s.NoUndo(); err != nil {
		o.Hello.NoUndo = err.Error()
	}
	if err := s.Writable(); err != nil {
		o.Hello.Denied = err.Error()
	}
	w.hello = o.Hello
	w.hello.Allowed = w.allowed()
	if _, err := fmt.Fprintln(out, o.Version); err != nil {
		return err
	}
	if err := w.send(Message{Hello: new(w.hello)}); err != nil {
		return err
	}
	near := &nearSender{server: w, configs: o.Store.Configs}
	ended := make(chan error, 4)
	go func() { ended <- w.follow(ctx) }()
	go func() { ended <- w.beat(ctx) }()
	go func() { ended <- near.follow(ctx) }()
	go func() { ended <- w.answerAll(ctx, newReader(in)) }()
	err = <-ended
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, s.WaitReapplied(ctx))
}

// server is one Serve.
type server struct {
	store *store.Store
	watch *watch.Watch
	path  string
	state string // see store.Options

	greeting sync.Mutex
	hello    Hello // that was sent last

	loading sync.Mutex  // held by load
	loaded  atomic.Bool // the store has read the directory

	// files guards what follows. It is held while an edit is carried out, so that what the edit wrote is sent as its
	// own.
	files  sync.Mutex
	dir    store.Dir
	sent   map[string]state // in which each file was sent last
	unread map[string]bool  // what was sent since the store read it

	mu  sync.Mutex // taken last; guards what follows: messages are sent one after the other
	out *writer
	seq uint64
}

// state is the state of a file. Two writes within one tick of the clock may leave the same stamp.
type state struct {
	stamp tasks.Stamp
	sum   string
}

// send sends a message. An answer that is too large becomes one that says so.
func (s *server) send(m Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq++
	m.Seq, m.At = s.seq, time.Now()
	err := s.out.write(&m)
	if errors.Is(err, errTooMuch) && m.Answer != nil {
		tooLarge := &Failure{Text: "the answer is too large to be sent"}
		m.Answer = &Answer{Seq: m.Answer.Seq, At: m.Answer.At, Failure: tooLarge}
		err = s.out.write(&m)
	}
	return err
}

// allowed returns what a person has allowed now.
func (s *server) allowed() log.Allowed {
	if a := log.ReadAllowed(s.state, s.path); a != nil {
		return *a
	}
	return log.Allowed{}
}

// sendAllowed sends what a person has allowed, if that is not what was sent last.
func (s *server) sendAllowed() error {
	s.greeting.Lock()
	defer s.greeting.Unlock()
	now := s.allowed()
	if now.Same(&s.hello.Allowed) {
		return nil
	}
	s.hello.Allowed = now
	return s.send(Message{Hello: new(s.hello)})
}

// beat sends a message at every beat, what a person has allowed meanwhile, and what becomes of edits.
func (s *server) beat(ctx context.Context) error {
	tick := time.NewTicker(beatInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if err := errors.Join(s.send(Message{}), s.sendAllowed()); err != nil {
				return err
			}
		case o, ok := <-s.store.Outcomes():
			if !ok {
				return nil
			}
			text := ""
			if o.Err != nil {
				text, o.Err = o.Err.Error(), nil
			}
			if err := s.send(Message{Outcome: &Outcome{o, text}}); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// follow sends everything, and then what changes.
func (s *server) follow(ctx context.Context) error {
	ev, sent := watch.Event{Rescan: true}, Health{tasks.Lost, "nothing was read"}
	for {
		s.files.Lock()
		s.readChanged(ctx, ev.Names, ev.Rescan || ev.Sample)
		err := s.sendChanged(ev.Names, ev.Rescan || ev.Sample, 0)
		s.files.Unlock()
		if err != nil {
			return err
		}
		if now := (Health{ev.Health, ev.Why}); now != sent {
			if err := s.send(Message{All: &now}); err != nil {
				return err
			}
			sent = now
		}
		if ev, err = s.watch.Next(ctx); err != nil {
			return err
		}
	}
}

// readChanged has the store read what is about to be sent, so that it keeps the last content of what others delete. The
// caller holds files.
func (s *server) readChanged(ctx context.Context, names []string, whole bool) {
	if !s.loaded.Load() {
		return
	}
	if whole {
		names, _ = s.changed() // sendChanged has the same error
	}
	if len(names) > 0 {
		_, _ = s.store.Refresh(ctx, names) // the watch reports that the directory is gone
	}
}

// sendChanged sends the named files, or with whole all that are not as they were sent last, as changes of an edit. The
// caller holds files.
func (s *server) sendChanged(names []string, whole bool, by tasks.EditID) error {
	if same, err := s.dir.Same(); err == nil && !same {
		if next, err := store.System.Open(s.path); err == nil {
			s.dir.Close()
			s.dir, whole = next, true
		}
	}
	if whole {
		var err error
		if names, err = s.changed(); err != nil {
			return nil // the watch reports that the directory is gone
		}
	}
	m, size := Message{By: by}, 0
	for i, name := range names {
		if isSent(name) {
			s.unread[name] = true
			size += s.add(&m, name)
		}
		full := len(m.Files)+len(m.Gone) >= filesPerMessage || size >= bytesPerMessage
		if full || i == len(names)-1 && len(m.Files)+len(m.Gone) > 0 {
			if err := s.send(m); err != nil {
				return err
			}
			m, size = Message{By: by}, 0
		}
	}
	return nil
}

// isSent reports whether a store reads files with this name.
func isSent(name string) bool {
	return name == ".lock" || name == ".highwatermark" || !dialect.Noise(name)
}

// changed returns the names of the files that are not as they were sent last.
func (s *server) changed() (names []string, err error) {
	there := map[string]bool{}
	err = s.dir.Each(func(raw []byte, _ store.Kind) {
		name := string(raw)
		there[name] = true
		if !isSent(name) {
			return
		}
		info, err := s.dir.Stat(name)
		if was, known := s.sent[name]; err == nil && (!known || was.stamp != info.Stamp) {
			names = append(names, name)
		}
	})
	for name := range s.sent {
		if !there[name] {
			names = append(names, name)
		}
	}
	return names, err
}

// add adds a file as it is now to a message, and returns the number of its bytes.
func (s *server) add(m *Message, name string) int {
	raw, info, err := s.dir.Read(name, store.Unknown, nil)
	f := memory.File{Name: name, Info: info, Raw: raw}
	if errors.Is(err, fs.ErrNotExist) {
		if _, known := s.sent[name]; known {
			m.Gone = append(m.Gone, name)
		}
		delete(s.sent, name)
		return 0
	}
	if unfit, ok := errors.AsType[*store.UnfitError](err); ok {
		f.Kind, f.Text = unfit.Kind, unfit.Text
	} else if err != nil {
		f.Text = err.Error()
	}
	now := state{info.Stamp, log.Sum(raw)}
	if was, known := s.sent[name]; known && was == now && err == nil {
		return 0
	}
	s.sent[name] = now
	m.Files = append(m.Files, f)
	return len(raw)
}

// load has the store read the directory, once.
func (s *server) load(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	if s.loaded.Load() {
		return nil
	}
	s.files.Lock()
	clear(s.unread) // what is sent from now on may be newer than what is read
	s.files.Unlock()
	err := s.store.Load(ctx, func(tasks.Delta) {})
	s.loaded.Store(err == nil)
	return err
}

// answerAll answers one request after the other.
func (s *server) answerAll(ctx context.Context, in *reader) error {
	for {
		var r Request
		if err := in.read(&r); err != nil {
			return err
		}
		a := Answer{Seq: r.Seq, At: time.Now()}
		err := s.load(ctx)
		if err == nil && time.Now().After(r.Before) {
			err = errors.New("it came too late, after the link was cut")
		}
		if err == nil {
			limited, cancel := context.WithTimeout(ctx, maxWork)
			err = s.answer(limited, r, &a)
			cancel()
		}
		a.Failure = failureOf(err)
		beforeAnswer()
		if err := s.send(Message{Answer: &a}); err != nil {
			return err
		}
	}
}

// refuseSync returns an error for an edit that only sideboard serve makes: no person asks for it, and none takes it
// back.
func refuseSync(e tasks.Edit) error {
	puts := func(st tasks.Step) bool { return st.Kind == tasks.PutFile }
	if e.Verb == tasks.VerbSync || slices.ContainsFunc(slices.Concat(e.Also, e.Steps), puts) {
		return errors.New("only sideboard serve puts whole files in the place of others, and it runs here")
	}
	return nil
}

// answer does what a request asks for, and sets its answer.
func (s *server) answer(ctx context.Context, r Request, a *Answer) (err error) {
	switch r.Do {
	case Apply:
		if err := refuseSync(r.Edit); err != nil {
			return err
		}
		s.files.Lock()
		defer s.files.Unlock()
		// What an edit changes follows from what the person saw last: what was sent.
		s.unread[r.Edit.Of.Name] = true
		if _, err := s.store.Refresh(ctx, slices.Collect(maps.Keys(s.unread))); err != nil {
			return err
		}
		clear(s.unread)
		a.Result, err = s.store.Batch().Apply(ctx, r.Edit)
		if sent := s.sendChanged(a.Result.Names(), false, r.Edit.ID); err == nil {
			err = sent // what the edit did has to be there before its answer
		}
	case Undo:
		a.Edit, err = s.store.Batch().Undo(r.ID, r.Choices...)
	case Redo:
		a.Edit, err = s.store.Batch().Redo(r.ID, r.Choices...)
	case Past:
		a.Past, err = s.store.Past().Edits()
	case Deleted:
		var all []store.Deleted
		all, err = s.store.Past().Deleted()
		for _, d := range all {
			a.Deleted = append(a.Deleted, log.Deleted{Name: d.Task.Name, At: d.At, Raw: d.Raw})
		}
	case Done:
		var past []store.PastEdit
		past, err = s.store.Past().Edits()
		for _, p := range past {
			a.Done = a.Done || p.ID == r.ID
		}
	case Allow:
		if r.Form == nil {
			err = s.store.Revoke(ctx)
		} else {
			err = s.store.Allow(ctx, r.Form)
		}
		if sent := s.sendAllowed(); err == nil {
			err = sent // what is allowed has to be there before its answer
		}
	default:
		err = errors.New("this version does not know the request")
	}
	return err
}
