package bucket

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/lock"
	"sideboard/tasks/log"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// origin is the key with what is known of the list besides its files.
const origin = ".sideboard"

// Origin is where a list came from, and the design of its files.
type Origin struct {
	Dir     string   `json:"dir"`
	Project string   `json:"project"`
	Configs []string `json:"configs,omitempty"`
	Design  string   `json:"design,omitempty"` // the short name of its dialect, "" before there are files
}

// Origin returns where the list came from.
func (b *Bucket) Origin() (o Origin) {
	if f, ok := b.File(origin); ok {
		_ = json.Unmarshal(f.Raw, &o) // a list of unknown origin is read as it is
	}
	return o
}

// Codec returns a codec for the list.
func (b *Bucket) Codec() *dialect.Codec {
	c := dialect.NewCodec("")
	c.OnlyDesigns() // a person's word is about a directory of one host
	b.Prepare(c)
	return c
}

// Prepare has a codec read the list as one of its origin. It is for one that was made before all files came.
func (b *Bucket) Prepare(c *dialect.Codec) {
	o := b.Origin()
	c.SetPath(o.Dir, o.Configs...)
	if t := dialect.WithName(o.Design); t != nil {
		c.SetDialect(t)
	}
}

// Options are the options of Serve.
type Options struct {
	Origin Origin // of the directory
	State  string // the directory of logs
	Poll   bool
	Yes    bool         // files may be replaced or renamed although the directory was never served
	Report func(string) // what a person should know; may be called from one goroutine only

	beforeWrite func() // for tests: called before a file of the directory is changed
}

// mirror keeps a directory and a bucket equal.
type mirror struct {
	b       *Bucket
	local   *store.Store // over the directory
	remote  *store.Store // over the bucket
	dir     store.Dir
	journal *log.Journal
	path    string
	o       Options
	base    base
	dirty   bool // base differs from its file

	starting bool                 // each file is examined for the first time: nothing was seen to happen
	noted    uint64               // the number that agents wrote to .highwatermark, before this pass
	emptied  *bool                // whether no file of the base is left, nil before that was examined in this pass
	gone     map[string]time.Time // since when a file is missing
	lost     map[string]time.Time // when a file went missing that no edit of ours removed, for a while
	odd      map[string]time.Time // since when a file is unfit
	waits    map[string]time.Time // when a file is to be examined again
	finished map[string]bool      // whose task was completed when it was read last
	replaced map[string]replaced

	agreed         bool              // both places have one design, which the origin names
	reported       map[string]string // the last error of each file
	offline, equal bool              // what was reported last
	sent, received int               // files since the last cut
}

// Serve keeps the directory of an origin equal to a bucket until ctx ends. See decide.go for who wins. The error is a
// *ServedError if another process does that already.
func Serve(ctx context.Context, a Address, o Options) (err error) {
	path := o.Origin.Dir
	if o.State == "" {
		return errors.New("what serve puts back has to be kept, and there is no state directory: set XDG_STATE_HOME")
	}
	if err := refuseTracked(ctx, path); err != nil {
		return err
	}
	release, err := takeTurn(ctx, a, path, o.State)
	if err != nil && ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, release()) }()
	b, err := openPatiently(ctx, a, o.Report)
	if err != nil && ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	defer b.Close()
	defer context.AfterFunc(ctx, func() {
		time.AfterFunc(answerTime, b.closeConnection)
	})() // a write whose answer does not come ends too
	if err := b.refuseForgetful(ctx, o.Report); err != nil {
		return err
	}
	changes, err := watch.Open(path, watch.Options{Poll: o.Poll})
	if err != nil {
		return err
	}
	defer changes.Close()
	m := newMirror(b, o)
	defer m.close()
	err = m.open(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	following, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			ev, err := changes.Next(following)
			if err != nil {
				cancel(err)
				return
			}
			b.Note(ev.Names...)
			if ev.Rescan || ev.Sample {
				b.Nudge()
			}
		}
	}()
	for ev := (watch.Event{Rescan: true}); ; {
		if err := m.pass(ctx, ev.Names, ev.Rescan); err != nil {
			return err
		}
		m.reportState(ev.Rescan)
		ev, err = m.next(following)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return context.Cause(following)
		}
	}
}

// openPatiently is Open, and waits for a server that does not answer yet.
func openPatiently(ctx context.Context, a Address, report func(string)) (*Bucket, error) {
	b := Begin(a, true)
	err := b.Tried(ctx)
	_, away := errors.AsType[*tasks.UnreachableError](err)
	for said := ""; away && !b.Came(); {
		if off, is := errors.AsType[*tasks.OfflineError](b.Offline()); is && off.Reason != said {
			said = off.Reason
			report(fmt.Sprintf("%s is offline since %s, and is tried again: %s", a, off.Since.Format("15:04"), said))
		}
		if _, err := b.Next(ctx); err != nil {
			return nil, errors.Join(err, b.Close())
		}
	}
	if err != nil && !away {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

func newMirror(b *Bucket, o Options) *mirror {
	return &mirror{
		b: b, o: o, path: o.Origin.Dir, starting: true,
		gone: map[string]time.Time{}, lost: map[string]time.Time{}, odd: map[string]time.Time{},
		waits:    map[string]time.Time{},
		finished: map[string]bool{}, replaced: map[string]replaced{}, reported: map[string]string{},
	}
}

func (m *mirror) close() {
	if m.journal != nil {
		_ = m.journal.Close() // it has no lines
	}
	for _, s := range []*store.Store{m.local, m.remote} {
		if s != nil {
			s.Close()
		}
	}
	if m.dir != nil {
		m.dir.Close()
	}
}

// open opens both places, and refuses what cannot be kept equal. Nothing but the origin is written.
func (m *mirror) open(ctx context.Context) (err error) {
	if m.dir, err = store.System.Open(m.path); err != nil {
		return err
	}
	if m.journal, err = log.OpenJournal(m.o.State, m.path, log.Options{}); err != nil {
		return err
	}
	again, err := m.readBase()
	if err != nil {
		return err
	}
	if m.local, err = store.Open(m.path, store.Options{
		State: m.o.State, Configs: m.o.Origin.Configs, BeforeWrite: m.o.beforeWrite,
	}); err != nil {
		return err
	}
	if err = m.local.Load(ctx, func(tasks.Delta) {}); err != nil {
		return err
	}
	if m.remote, err = store.Open(m.path, store.Options{Disk: m.b, Codec: m.b.Codec()}); err != nil {
		return err
	}
	if err = m.remote.Load(ctx, func(tasks.Delta) {}); err != nil {
		return err
	}
	if err := m.agree(); err != nil {
		return err
	}
	if !again && !m.o.Yes {
		return m.ask()
	}
	return nil
}

// agree makes the directory and the bucket have one design, or returns why they cannot.
func (m *mirror) agree() error {
	o := m.b.Origin()
	ours, theirs := designOf(m.local), dialect.WithName(o.Design)
	if theirs == nil {
		theirs = designOf(m.remote)
	}
	switch {
	case ours != nil && ours.ReadOnly != "":
		return refuse("the files of %s are of no design that sideboard writes (%s), and are not served",
			m.path, ours.Title)
	case ours != nil && theirs != nil && !dialect.Related(ours, theirs):
		return refuse("%s has files of the %s, and %s those of the %s: serve it into a bucket of its own",
			m.path, ours.Title, m.b.Address, theirs.Title)
	case ours == nil && theirs != nil:
		m.local.Codec().SetDialect(theirs)
		ours = theirs
	case theirs != nil:
		ours = theirs
	}
	known := m.b.current(origin)
	m.agreed = o.Design != ""
	if known.exists && (ours == nil || m.agreed) {
		return nil
	}
	if !known.exists {
		o = m.o.Origin
	}
	o.Design = ""
	if ours != nil {
		o.Design = ours.Dialect
	}
	raw, err := json.Marshal(o)
	if err == nil {
		_, err = m.b.put(origin, raw, m.b.newInfo(raw, time.Now()), known.revision)
	}
	_, unknown := errors.AsType[*tasks.UnknownError](err)
	if unknown || errors.Is(err, store.ErrChanged) || m.b.Offline() != nil {
		return nil // another host was first, or the link was cut: the next pass compares
	}
	return err
}

// designOf returns the design of the files of a store, nil if there are none.
func designOf(s *store.Store) (t *tasks.Traits) {
	s.World().Each(func(*tasks.Task) bool {
		t = s.Traits()
		return false
	})
	return t
}

// FirstError is the error of the first Serve of a directory that would replace or rename files of it.
type FirstError struct {
	Dir   string
	Names []string
}

// Error returns what would happen.
func (e *FirstError) Error() string {
	some := strings.Join(e.Names[:min(len(e.Names), 5)], ", ")
	if len(e.Names) > 5 {
		some += ", ..."
	}
	return fmt.Sprintf("%s was never served into this bucket, which has other content for %d of its files (%s): "+
		"they would be replaced, or get another number; what is replaced is kept aside", e.Dir, len(e.Names), some)
}

// ask returns a *FirstError if files of the directory would be replaced or renamed.
func (m *mirror) ask() error {
	first := &FirstError{Dir: m.path}
	for _, name := range m.names() {
		if !isMirrored(name) || name == mark {
			continue
		}
		f, err := m.examine(name)
		if err != nil {
			return err
		}
		if f.here == nil {
			continue
		}
		switch decide(f.hereIs, f.thereIs, f.evidence) {
		case note, send, wait, leave:
		default:
			first.Names = append(first.Names, name)
		}
	}
	if len(first.Names) == 0 {
		return nil
	}
	return first
}

// next waits for what happens next, or until a file is to be examined again.
func (m *mirror) next(ctx context.Context) (watch.Event, error) {
	var due time.Time
	for _, at := range m.waits {
		if due.IsZero() || at.Before(due) {
			due = at
		}
	}
	if due.IsZero() {
		return m.b.Next(ctx)
	}
	until, cancel := context.WithDeadline(ctx, due)
	defer cancel()
	ev, err := m.b.Next(until)
	if err == nil || ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
		return ev, err
	}
	for name, at := range m.waits {
		if !at.After(due) {
			ev.Names = append(ev.Names, name)
		}
	}
	return ev, nil
}

// reportState reports what is so now: that both are equal, or that the server cannot be reached. whole says that all
// files were compared.
func (m *mirror) reportState(whole bool) {
	switch off := m.b.Offline(); {
	case off != nil && !m.offline:
		m.offline, m.sent, m.received = true, 0, 0
		m.o.Report(fmt.Sprintf("%s is offline since %s%s", m.b.Address, time.Now().Format("15:04"), m.b.cause()))
	case off != nil || !whole:
	case m.offline:
		m.offline = false
		m.o.Report(fmt.Sprintf("%s is online again, %d sent, %d received", m.b.Address, m.sent, m.received))
		if !m.equal {
			m.reportEqual()
		}
	case !m.equal:
		m.reportEqual()
	}
}

func (m *mirror) reportEqual() {
	m.equal = true
	text := m.path + " and " + m.b.Address.String() + " are kept equal"
	if n := len(m.reported); n > 0 {
		text += fmt.Sprintf(", but for %d of the files", n)
	}
	m.o.Report(text)
}

// report reports the error of something once, until it has another one or none.
func (m *mirror) report(what string, err error) {
	if err == nil {
		delete(m.reported, what)
	} else if m.reported[what] != err.Error() {
		m.reported[what] = err.Error()
		m.o.Report(what + ": " + strings.TrimPrefix(err.Error(), what+": "))
	}
}

// pass makes files the same in both places, with whole all of them. While the server cannot be reached it only notes
// what is missing: the bucket has everything compared afterwards.
func (m *mirror) pass(ctx context.Context, names []string, whole bool) error {
	var changed []string // nil for all
	if !whole {
		changed = append([]string{}, names...)
	} else {
		names = m.names()
	}
	if _, err := m.local.Refresh(ctx, changed); err != nil && ctx.Err() == nil {
		return m.replacedError(err)
	}
	if err := m.agreeAgain(); err != nil {
		return err
	}
	m.readMark()
	m.emptied = nil
	for name, at := range m.lost {
		if time.Since(at) > 5*judgeTime {
			delete(m.lost, name)
		}
	}
	for _, name := range m.inOrder(names) {
		if ctx.Err() != nil {
			break
		}
		if same, err := m.dir.Same(); err != nil || !same { // its files have not been deleted one by one
			return m.replacedError(err)
		}
		if err := m.sync(ctx, name); ctx.Err() == nil && m.b.Offline() == nil {
			m.report(name, err)
		}
	}
	if whole && m.b.Offline() == nil {
		m.starting = false
	}
	m.reportOutcomes()
	m.report("what is noted of the directory", m.save())
	return nil
}

// reportOutcomes reports what agents wrote in the instant in which their file was replaced.
func (m *mirror) reportOutcomes() {
	for {
		select {
		case o := <-m.local.Outcomes():
			if o.What == store.Overtook && o.Kept != "" {
				const text = "%s was written in the same instant by two; the first is in %s"
				m.o.Report(fmt.Sprintf(text, o.Key.Name, o.Kept))
			}
		default:
			return
		}
	}
}

// agreeAgain is agree, while the bucket or the directory had no design yet, and after the origin was purged.
func (m *mirror) agreeAgain() error {
	if m.agreed && m.b.current(origin).exists || m.b.Offline() != nil {
		return nil
	}
	return m.agree()
}

// replacedError returns the error for a directory that is gone or another one, which err may say or not; any other err
// it returns as it is.
func (m *mirror) replacedError(err error) error {
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, store.ErrSwapped) {
		return err
	}
	return fmt.Errorf("%s was removed or replaced; the bucket keeps the tasks: run serve again when it is back", m.path)
}

// inOrder returns the names of the files that are kept equal in the order in which they are examined: those first
// that another host created too, because others may link to them.
func (m *mirror) inOrder(names []string) (all []string) {
	var first, rest []string
	for _, name := range names {
		switch {
		case !isMirrored(name):
		case m.base.Files[name].Sum == "" && m.b.current(name).exists && name != mark:
			first = append(first, name)
		default:
			rest = append(rest, name)
		}
	}
	slices.SortFunc(first, tasks.Natural)
	slices.SortFunc(rest, tasks.Natural)
	return append(first, rest...)
}

// mark is the file with the highest number that a task has had. Its number never goes down.
const mark = ".highwatermark"

// isMirrored reports whether a file is a part of the list.
func isMirrored(name string) bool { return name == mark || !dialect.Noise(name) }

// names returns the names of all files in the directory or the bucket now, or in both before, sorted.
func (m *mirror) names() (all []string) {
	add := func(raw []byte, _ store.Kind) { all = append(all, string(raw)) }
	_ = m.dir.Each(add) // the watch reports a directory that is gone
	_ = m.b.Dir().Each(add)
	for name := range m.base.Files {
		all = append(all, name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// tries limits how often a file is tried that others change meanwhile; the next event of it comes soon.
const tries = 5

// sync makes a file the same in both places.
func (m *mirror) sync(ctx context.Context, name string) error {
	for range tries {
		f, err := m.examine(name)
		if err != nil {
			return err
		}
		if f.here != nil && !f.unfit {
			m.noteFinished(f)
		}
		m.setWait(f)
		if m.b.Offline() != nil {
			return nil
		}
		do := decide(f.hereIs, f.thereIs, f.evidence)
		err = m.act(ctx, f, do)
		if err == nil {
			if do != note && do != wait {
				_, err = m.remote.Refresh(ctx, []string{name})
			}
			return err
		}
		if _, held := errors.AsType[*lock.HeldError](err); held { // the others first
			m.waits[name] = time.Now().Add(againAfter)
			return err
		}
		if !errors.Is(err, store.ErrChanged) && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// setWait notes when a file is to be examined again, although nothing may happen to it.
func (m *mirror) setWait(f *pair) {
	switch {
	case f.early && f.unfit:
		m.waits[f.name] = m.odd[f.name].Add(judgeTime)
	case f.early:
		m.waits[f.name] = m.gone[f.name].Add(judgeTime)
	default:
		delete(m.waits, f.name)
	}
}

// noteFinished notes whether the task of a file is completed.
func (m *mirror) noteFinished(f *pair) {
	t := m.local.Task(tasks.Key{Name: f.name})
	m.finished[f.name] = t != nil && t.Status == tasks.Completed
}
