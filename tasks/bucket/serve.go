package bucket

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"slices"
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
	State  string // the directory of logs, "" for none
	Poll   bool
	Report func(string) // what a person should know; may be called from one goroutine only
}

// synced is the state in which a file was the same in both places.
type synced struct {
	Revision uint64 `json:"revision"`
	Sum      string `json:"sum"` // of its bytes, "" if there was no file
}

// mirror keeps a directory and a bucket equal.
type mirror struct {
	b     *Bucket
	store *store.Store // over the bucket
	dir   store.Dir
	path  string
	o     Options
	base  map[string]synced
	dirty bool   // base differs from the file of it
	state string // the directory of that file, "" for none
}

// Serve keeps the directory of an origin equal to a bucket until ctx ends: what was last written in one place is written in the other. A file
// that changed in both is an edit on top of what the bucket has, member by member; what contradicts it is put back and reported.
func Serve(ctx context.Context, a Address, o Options) error {
	b, err := Open(ctx, a, true)
	if err != nil {
		return err
	}
	defer b.Close()
	path := o.Origin.Dir
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
	m := &mirror{b: b, dir: dir, path: path, o: o, base: map[string]synced{}}
	if err := m.open(ctx); err != nil {
		return err
	}
	defer m.store.Close()
	type event struct {
		watch.Event
		err error
	}
	events := make(chan event)
	following, cancel := context.WithCancel(ctx)
	defer cancel()
	for _, next := range []func(context.Context) (watch.Event, error){b.Next, changes.Next} {
		go func() {
			for {
				ev, err := next(following)
				select {
				case events <- event{ev, err}:
				case <-following.Done():
					return
				}
				if err != nil {
					return
				}
			}
		}()
	}
	names, whole := []string(nil), true
	for {
		if err := m.syncAll(ctx, names, whole); err != nil {
			return err
		}
		select {
		case ev := <-events:
			if ev.err != nil {
				return ev.err
			}
			names, whole = ev.Names, ev.Rescan || ev.Sample
		case <-ctx.Done():
			return nil
		}
	}
}

// syncAll makes files the same in both places, with whole all of them. While the server cannot be reached it does nothing: the bucket has
// everything compared afterwards.
func (m *mirror) syncAll(ctx context.Context, names []string, whole bool) error {
	if m.b.Offline() != nil {
		return nil
	}
	if whole {
		names = m.names()
	}
	for _, name := range names {
		if same, err := m.dir.Same(); err != nil || !same { // its files have not been deleted one by one
			return fmt.Errorf("%s was removed or replaced; the bucket keeps the tasks: run serve again when it is back", m.path)
		}
		if err := m.sync(ctx, name); err != nil && ctx.Err() == nil {
			m.o.Report(name + ": " + err.Error())
		}
	}
	if err := m.save(); err != nil {
		m.o.Report(err.Error())
	}
	return nil
}

// open reads what was the same at the end of the last run, and opens a store over the bucket.
func (m *mirror) open(ctx context.Context) error {
	if _, known := m.b.File(origin); !known {
		raw, err := json.Marshal(m.o.Origin)
		if err != nil {
			return err
		}
		if _, err := m.b.put(origin, raw, m.b.newInfo(raw), false, 0); err != nil && !errors.Is(err, store.ErrChanged) {
			return err
		}
	}
	if m.o.State != "" {
		m.state = filepath.Join(m.o.State, "buckets")
		raw, err := log.ReadSmall(m.state, m.file())
		if err == nil && len(raw) > 0 {
			err = json.Unmarshal(raw, &m.base)
		}
		if err != nil {
			return fmt.Errorf("read the state of the mirror: %w", err)
		}
	}
	var err error
	m.store, err = store.Open(m.path, store.Options{Disk: m.b, Codec: m.b.Codec()})
	if err == nil {
		err = m.store.Load(ctx, func(tasks.Delta) {})
	}
	return err
}

// file returns the name of the file with what was the same.
func (m *mirror) file() string {
	return m.b.Address.Host() + "_" + m.b.Address.Bucket + "_" + log.Sum([]byte(m.path))[:16] + ".json"
}

func (m *mirror) save() error {
	if m.state == "" || !m.dirty {
		return nil
	}
	m.dirty = false
	raw, err := json.Marshal(m.base)
	if err != nil {
		return err
	}
	return log.WriteSmall(m.state, m.file(), raw)
}

func (m *mirror) set(name string, revision uint64, raw []byte) {
	now := synced{revision, sumOf(raw)}
	if m.base[name] != now {
		m.base[name], m.dirty = now, true
	}
}

func sumOf(raw []byte) string {
	if raw == nil {
		return ""
	}
	return log.Sum(raw)
}

// isMirrored reports whether a file is a part of the list.
func isMirrored(name string) bool { return name == ".highwatermark" || !dialect.Noise(name) }

// names returns the names of all files in either place.
func (m *mirror) names() (all []string) {
	add := func(raw []byte, _ store.Kind) {
		if isMirrored(string(raw)) {
			all = append(all, string(raw))
		}
	}
	_ = m.dir.Each(add) // the watch reports a directory that is gone
	_ = m.b.Dir().Each(add)
	for name := range m.base {
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
		if errors.Is(err, fs.ErrNotExist) {
			here, err = nil, nil
		}
		if err != nil || info.Linked {
			return err // a link, or a file that is too large, is not a part of the list
		}
		f, exists, revision := m.b.current(name)
		there, was := f.Raw, m.base[name]
		if revision == 0 {
			was = synced{} // the bucket is a new one: it has not lost the file on purpose
		}
		changedHere, changedThere := sumOf(here) != was.Sum, revision != was.Revision
		switch {
		case bytes.Equal(here, there) && (here == nil) == !exists:
			m.set(name, revision, here)
			return nil
		case !changedHere:
			err = m.write(name, here, there, revision)
		case !m.isWhole(name, here):
			return nil // half-written or broken: it is sent when it changes again
		case !changedThere:
			err = m.send(name, here, exists, revision)
		default:
			err = m.merge(ctx, name, here, f, exists, revision)
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
	if raw == nil || dialect.Noise(name) {
		return true
	}
	_, err := m.store.Codec().Decode(tasks.Key{Name: name}, raw, tasks.Stamp{})
	return err == nil
}

// send makes a file in the bucket, which has it at a revision or has none, what it is here.
func (m *mirror) send(name string, here []byte, exists bool, revision uint64) error {
	var err error
	if here == nil {
		err = m.b.remove(name, revision)
	} else {
		revision, err = m.b.put(name, here, m.b.newInfo(here), exists, revision)
	}
	if err == nil {
		m.set(name, revision, here)
	}
	return err
}

// merge makes the change of a file here, as an edit, on top of what the bucket has.
func (m *mirror) merge(ctx context.Context, name string, here []byte, there remote.File, exists bool, revision uint64) error {
	switch {
	case !exists: // it was deleted there and changed here
		return m.send(name, here, false, revision)
	case here == nil:
		m.o.Report(name + " was deleted here and changed elsewhere: it is restored")
		return m.write(name, nil, there.Raw, revision)
	}
	changes, err := m.changes(ctx, name, here)
	if err == nil {
		_, err = m.store.Refresh(ctx, []string{name})
	}
	if err == nil {
		_, err = m.store.Batch().Apply(ctx, tasks.Edit{
			ID: tasks.EditID(rand.Uint64()), Verb: tasks.VerbEdit, Of: tasks.Key{Name: name}, Changes: changes, At: time.Now(),
		})
	}
	if _, unknown := errors.AsType[*remote.UnknownError](err); unknown {
		return err // tried again when the link is back
	}
	now, exists, revision := m.b.current(name)
	switch {
	case !exists:
		return store.ErrChanged
	case err != nil:
		return m.putBack(name, here, now.Raw, revision, err)
	}
	return m.write(name, here, now.Raw, revision)
}

// changes returns what changed in a file here since it was the same in both places.
func (m *mirror) changes(ctx context.Context, name string, here []byte) ([]tasks.Change, error) {
	was := m.base[name]
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	e, err := m.b.values.GetRevision(ctx, keyOf(name), was.Revision)
	if was.Revision == 0 || err != nil || sumOf(e.Value()) != was.Sum {
		return nil, errors.New("it is not known what both were made from")
	}
	return m.store.Compare(e.Value(), here)
}

// putBack writes what the bucket has over a file that contradicts it, keeps the bytes, and reports that.
func (m *mirror) putBack(name string, here, there []byte, revision uint64, why error) error {
	where := ""
	if m.o.State != "" {
		j, err := log.OpenJournal(m.o.State, m.path, log.Options{})
		if err == nil {
			where, err = j.Keep(name, here)
		}
		if err != nil {
			return fmt.Errorf("not put back: %w", err)
		}
	}
	if err := m.write(name, here, there, revision); err != nil {
		return err
	}
	m.o.Report(fmt.Sprintf("%s was put back (%v); what it said is in %s", name, why, where))
	return nil
}

// write makes a file of the directory what the bucket has at a revision, nil for none, if it still is as it was read.
func (m *mirror) write(name string, was, next []byte, revision uint64) error {
	err := m.exchange(name, was, next)
	if err == nil {
		m.set(name, revision, next)
	}
	return err
}

// exchange gives a file other bytes in one step, or removes it if next is nil.
func (m *mirror) exchange(name string, was, next []byte) error {
	temp := fmt.Sprintf(".sideboard-%016x.tmp", rand.Uint64())
	if next == nil {
		if err := m.dir.Take(name, temp); err != nil {
			return err
		}
		return m.check(temp, was, func() error { return m.dir.Place(temp, name) })
	}
	put := m.dir.Replace
	if was == nil {
		put = m.dir.Place
	}
	err := m.writeTemp(temp, name, next)
	if err == nil {
		err = put(temp, name)
	}
	switch {
	case err != nil:
		return errors.Join(err, m.dir.Remove(temp))
	case was == nil:
		return nil
	}
	return m.check(temp, was, func() error { return m.dir.Replace(temp, name) })
}

// writeTemp makes a temporary file that is to get a name, with the rights of the file that has it.
func (m *mirror) writeTemp(temp, name string, raw []byte) error {
	info, missing := m.dir.Stat(name)
	mode := fs.FileMode(0o600)
	if missing != nil {
		mode = 0o644
	}
	f, err := m.dir.Make(temp, mode)
	if err != nil {
		return err
	}
	if _, err = f.Write(raw); missing == nil {
		_, _ = f.Own(info) // as far as the system allows
	}
	return errors.Join(err, f.Sync(), f.Close())
}

// check removes what a write displaced, if it is as it was read; else it puts that back.
func (m *mirror) check(temp string, was []byte, back func() error) error {
	raw, _, err := m.dir.Read(temp, store.Regular, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the system cannot exchange names
	}
	if err == nil && !bytes.Equal(raw, was) {
		if err := back(); err != nil {
			return fmt.Errorf("%s has what an agent wrote in the same instant: %w", temp, err)
		}
		err = store.ErrChanged
	}
	_ = m.dir.Remove(temp) // after an exchange it has ours
	return err
}
