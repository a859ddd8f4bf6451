package bucket

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/log"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
	"sideboard/tasks/watch"
)

// origin is the key with what is known of the list besides its files.
const origin = ".sideboard"

// Origin is where a list came from: the design of its files may follow from that.
type Origin struct {
	Dir     string   `json:"dir"`
	Project string   `json:"project"`
	Configs []string `json:"configs,omitempty"`
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
	o := b.Origin()
	return dialect.NewCodec(o.Dir, o.Configs...)
}

// Options are the options of Serve.
type Options struct {
	Origin Origin // of the directory
	State  string // the directory of logs
	Poll   bool
	Report func(string) // what a person should know; may be called from one goroutine only
}

// synced is the state in which a file was the same in both places.
type synced struct {
	Revision uint64 `json:"revision"`
	Sum      string `json:"sum"` // of its bytes, "" if there was no file
}

// base is the last state in which each file was the same in both places.
type base struct {
	Created time.Time         `json:"created"` // of the bucket
	Files   map[string]synced `json:"files"`
}

// replaced is a file that was replaced by what the bucket has.
type replaced struct {
	raw []byte
	at  time.Time
}

// lateTime is how long after it was replaced a file is likely to be written by an agent that has read it before.
const lateTime = 250 * time.Millisecond

// mirror keeps a directory and a bucket equal.
type mirror struct {
	b        *Bucket
	store    *store.Store // over the bucket
	dir      store.Dir
	path     string
	o        Options
	base     base
	dirty    bool // base differs from its file
	replaced map[string]replaced
	reported map[string]string // the last error of each file
}

// Serve keeps the directory of an origin equal to a bucket until ctx ends: what was last written in one place is written in the other. A file
// that changed in both is an edit on top of what the bucket has, member by member; what contradicts it is put back and reported.
func Serve(ctx context.Context, a Address, o Options) error {
	path := o.Origin.Dir
	if o.State == "" {
		return errors.New("what serve puts back has to be kept, and there is no state directory: set XDG_STATE_HOME")
	}
	b, err := Open(ctx, a, true)
	if err != nil {
		return err
	}
	defer b.Close()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(answerTime, b.nc.Close) })() // a write whose answer does not come ends too
	changes, err := watch.Open(path, watch.Options{Poll: o.Poll})
	if err != nil {
		return err
	}
	defer changes.Close()
	dir, err := store.System.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	m := &mirror{b: b, dir: dir, path: path, o: o, replaced: map[string]replaced{}, reported: map[string]string{}}
	if err := m.open(ctx); err != nil {
		return err
	}
	defer m.store.Close()
	reportOnce := sync.OnceFunc(func() { o.Report(path + " and " + a.String() + " are kept equal") })
	following, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		for {
			ev, err := changes.Next(following)
			if err != nil {
				cancel(err)
				return
			}
			if b.Note(ev.Names...); ev.Rescan || ev.Sample {
				b.Nudge()
			}
		}
	}()
	for ev := (watch.Event{Rescan: true}); ; {
		if err := m.syncAll(ctx, ev.Names, ev.Rescan); err != nil {
			return err
		}
		reportOnce()
		ev, err = b.Next(following)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return context.Cause(following)
		case ev.Health == tasks.Offline:
			m.report("the bucket", errors.New(ev.Why))
		default:
			m.report("the bucket", nil)
		}
	}
}

// report reports the error of something once, until it has another one or none.
func (m *mirror) report(what string, err error) {
	if err == nil {
		delete(m.reported, what)
	} else if m.reported[what] != err.Error() {
		m.reported[what] = err.Error()
		m.o.Report(what + ": " + err.Error())
	}
}

// syncAll makes files the same in both places, with whole all of them. While the server cannot be reached it does nothing: the bucket has
// everything compared afterwards.
func (m *mirror) syncAll(ctx context.Context, names []string, whole bool) error {
	if whole {
		names = m.names()
	}
	for _, name := range names {
		if m.b.Offline() != nil || ctx.Err() != nil {
			break
		}
		if same, err := m.dir.Same(); err != nil || !same { // its files have not been deleted one by one
			return fmt.Errorf("%s was removed or replaced; the bucket keeps the tasks: run serve again when it is back", m.path)
		}
		if err := m.sync(ctx, name); ctx.Err() == nil {
			m.report(name, err)
		}
	}
	m.report("the state of the mirror", m.save())
	return nil
}

// open reads what was the same at the end of the last run, and opens a store over the bucket.
func (m *mirror) open(ctx context.Context) error {
	raw, err := log.ReadSmall(m.states(), m.file())
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &m.base)
	}
	if err != nil {
		return fmt.Errorf("read %s: %w", filepath.Join(m.states(), m.file()), err)
	}
	if known := m.b.current(origin); !known.exists {
		raw, err := json.Marshal(m.o.Origin)
		if err == nil {
			_, err = m.b.put(origin, raw, m.b.newInfo(raw, time.Now()), known.revision)
		}
		if err != nil && !errors.Is(err, store.ErrChanged) {
			return err
		}
	}
	m.store, err = store.Open(m.path, store.Options{Disk: m.b, Codec: m.b.Codec()})
	if err == nil {
		err = m.store.Load(ctx, func(tasks.Delta) {})
	}
	return err
}

// states returns the directory of the files of mirrors.
func (m *mirror) states() string { return filepath.Join(m.o.State, "buckets") }

// file returns the name of the file with what was the same.
func (m *mirror) file() string {
	return m.b.Address.FileName() + "_" + log.Sum([]byte(m.path))[:16] + ".json"
}

func (m *mirror) save() error {
	if !m.dirty {
		return nil
	}
	raw, err := json.Marshal(m.base)
	if err == nil {
		err = log.WriteSmall(m.states(), m.file(), raw)
	}
	m.dirty = err != nil
	return err
}

func (m *mirror) set(name string, revision uint64, raw []byte) {
	now := synced{revision, sumOf(raw)}
	if m.base.Files[name] != now {
		m.base.Files[name], m.dirty = now, true
	}
}

func sumOf(raw []byte) string {
	if raw == nil {
		return ""
	}
	return log.Sum(raw)[:32]
}

// mark is the file with the highest number that a task has had. Its number never goes down.
const mark = ".highwatermark"

// isMirrored reports whether a file is a part of the list.
func isMirrored(name string) bool { return name == mark || !dialect.Noise(name) }

// names returns the names of all files in either place.
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
	if !isMirrored(name) {
		return nil
	}
	for range tries {
		here, info, err := m.dir.Read(name, store.Unknown, nil)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			here = nil
		case err != nil:
			return err
		case info.Linked || info.Names > 1:
			return errors.New("it is a link or has several names, and is not kept equal")
		}
		there := m.b.current(name)
		if !there.created.Equal(m.base.Created) {
			m.base = base{there.created, map[string]synced{}} // another bucket: it has not lost files on purpose
		}
		was := m.base.Files[name]
		if there.exists && there.revision < was.Revision {
			was = synced{} // the server has lost what it had
		}
		changedHere := sumOf(here) != was.Sum
		changedThere := there.revision != was.Revision || sumOf(there.Raw) != was.Sum
		late := m.replaced[name]
		isLate := time.Since(late.at) < 10*lateTime && info.Stamp.Mtime < late.at.Add(lateTime).UnixNano()
		switch {
		case bytes.Equal(here, there.Raw) && (here != nil) == there.exists:
			m.set(name, there.revision, here)
			return nil
		case name == mark:
			err = m.raise(here, there)
		case !changedHere:
			err = m.write(name, here, there)
		case !m.isWhole(name, here):
			return nil // half-written or broken: it is sent when it changes again
		case here != nil && there.exists && !changedThere && isLate:
			err = m.merge(ctx, name, here, there, late.raw)
		case here == nil && there.exists && changedThere:
			m.o.Report(name + " was deleted here and changed elsewhere: it is restored")
			err = m.write(name, nil, there)
		case there.exists && changedThere:
			err = m.mergeBoth(ctx, name, here, there, was)
		default:
			err = m.send(name, here, there)
		}
		if err == nil {
			_, err = m.store.Refresh(ctx, []string{name})
			return err
		}
		if !errors.Is(err, store.ErrChanged) && !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// isWhole reports whether a file can be sent: a task file that cannot be read would hide the one the others have.
func (m *mirror) isWhole(name string, raw []byte) bool {
	if raw == nil {
		return true
	}
	_, err := m.store.Codec().Decode(tasks.Key{Name: name}, raw, tasks.Stamp{})
	return err == nil
}

// raise makes the lower number of the mark the higher one.
func (m *mirror) raise(here []byte, there entry) error {
	number := func(raw []byte) (uint64, error) { return strconv.ParseUint(string(bytes.TrimSpace(raw)), 10, 64) }
	ours, err := number(here)
	if err != nil && here != nil {
		return nil // half-written
	}
	theirs, err := number(there.Raw)
	if here != nil && (err != nil || ours > theirs) {
		return m.send(mark, here, there)
	}
	return m.write(mark, here, there)
}

// send makes a file in the bucket what it is here.
func (m *mirror) send(name string, here []byte, there entry) error {
	var revision uint64
	var err error
	if here == nil {
		revision, err = m.b.remove(name, there.revision)
	} else {
		revision, err = m.b.put(name, here, m.b.newInfo(here, time.Now()), there.revision)
	}
	if err == nil {
		m.set(name, revision, here)
	}
	return err
}

// mergeBoth is merge of a file that changed in both places.
func (m *mirror) mergeBoth(ctx context.Context, name string, here []byte, there entry, was synced) error {
	var base []byte
	for at := max(1, was.Revision); at <= there.revision; at++ {
		v, _, err := m.b.read(name, at)
		if err != nil {
			return err
		}
		if at = v.revision; at == was.Revision && sumOf(v.raw) == was.Sum {
			base = v.raw
		}
		if bytes.Equal(v.raw, here) { // it was sent, and changed there afterwards
			return m.write(name, here, there)
		}
	}
	return m.merge(ctx, name, here, there, base)
}

// merge makes the change of a file here, which was made from base, as an edit on top of what the bucket has.
func (m *mirror) merge(ctx context.Context, name string, here []byte, there entry, base []byte) error {
	if base == nil {
		return m.putBack(name, here, there, errors.New("it is not known what both were made from"))
	}
	ours, err := m.store.Compare(base, here)
	var differs []tasks.Change
	if err == nil {
		differs, err = m.store.Compare(there.Raw, here)
	}
	ours = slices.DeleteFunc(ours, func(c tasks.Change) bool {
		return !slices.ContainsFunc(differs, func(d tasks.Change) bool { return d.Member == c.Member })
	})
	if err == nil {
		_, err = m.store.Refresh(ctx, []string{name})
	}
	if err == nil {
		_, err = m.store.Batch().Apply(ctx, tasks.Edit{
			ID: tasks.EditID(rand.Uint64()), Verb: tasks.VerbEdit, Of: tasks.Key{Name: name}, Changes: ours, At: time.Now(),
		})
	}
	_, unknown := errors.AsType[*remote.UnknownError](err)
	if unknown || errors.Is(err, store.ErrChanged) || m.b.Offline() != nil || ctx.Err() != nil {
		return err // tried again
	}
	now := m.b.current(name)
	switch {
	case !now.exists:
		return store.ErrChanged
	case err != nil:
		return m.putBack(name, here, now, err)
	}
	return m.write(name, here, now)
}

// putBack writes what the bucket has over a file that contradicts it, keeps the bytes, and reports that.
func (m *mirror) putBack(name string, here []byte, there entry, why error) error {
	where, err := m.keep(name, here)
	if err != nil {
		return fmt.Errorf("not put back: %w", err)
	}
	if err := m.write(name, here, there); err != nil {
		return err
	}
	m.o.Report(fmt.Sprintf("%s was put back (%v); what it said is in %s", name, why, where))
	return nil
}

// keep keeps bytes of a file next to its journal, and returns where.
func (m *mirror) keep(name string, raw []byte) (string, error) {
	j, err := log.OpenJournal(m.o.State, m.path, log.Options{})
	if err != nil {
		return "", err
	}
	defer j.Close()
	return j.Keep(name, raw)
}

// write makes a file of the directory what the bucket has, if it still is as it was read.
func (m *mirror) write(name string, was []byte, there entry) error {
	next, temp := there.Raw, fmt.Sprintf(".sideboard-%016x.tmp", rand.Uint64())
	if next == nil {
		if err := m.dir.Take(name, temp); err != nil {
			return err
		}
	} else if err := m.writeTemp(temp, name, was != nil, next); err != nil {
		_ = m.dir.Remove(temp) // it may not have been made
		return err
	}
	if was != nil {
		if err := m.check(temp, name, was, next); err != nil {
			return err
		}
	}
	if was != nil && next != nil {
		maps.DeleteFunc(m.replaced, func(_ string, r replaced) bool { return time.Since(r.at) > 10*lateTime })
		m.replaced[name] = replaced{was, time.Now()}
	}
	m.set(name, there.revision, next)
	return nil
}

// writeTemp writes a temporary file, with the rights of the file that it replaces if there is one, and gives it a name.
func (m *mirror) writeTemp(temp, name string, replace bool, raw []byte) error {
	mode, put := fs.FileMode(0o644), m.dir.Place
	if replace {
		mode, put = 0o600, m.dir.Replace
	}
	f, err := m.dir.Make(temp, mode)
	if err != nil {
		return err
	}
	if info, err := m.dir.Stat(name); err == nil && replace {
		_, _ = f.Own(info) // as far as the system allows
	}
	_, err = f.Write(raw)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return put(temp, name)
}

// check removes what a write displaced, if it is as it was read. Else an agent wrote at the same instant: its file is put back, and so on
// until nothing newer is displaced. The error is store.ErrChanged then.
func (m *mirror) check(temp, name string, was, next []byte) error {
	at, displaced := next, was // the bytes of name and temp, unless an agent wrote
	for {
		raw, _, err := m.dir.Read(temp, store.Regular, nil)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the system cannot exchange names
		}
		if err != nil {
			return fmt.Errorf("%s has what %s was: %v", temp, name, err)
		}
		if bytes.Equal(raw, displaced) {
			break
		}
		back := m.dir.Replace
		if at == nil {
			back = m.dir.Place
		}
		if err := back(temp, name); err != nil { // the agent has written or removed it again
			at, displaced = raw, raw
			break
		}
		if at == nil {
			return store.ErrChanged
		}
		at, displaced = raw, at
	}
	if !bytes.Equal(displaced, was) && !bytes.Equal(displaced, next) {
		where, err := m.keep(name, displaced)
		if err != nil {
			return fmt.Errorf("%s has what %s was: %v", temp, name, err)
		}
		m.o.Report(fmt.Sprintf("%s was written twice in the same instant; the first is in %s", name, where))
	}
	_ = m.dir.Remove(temp)
	if !bytes.Equal(at, next) {
		return store.ErrChanged
	}
	return nil
}
