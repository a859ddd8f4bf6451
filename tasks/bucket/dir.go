package bucket

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks/remote"
	"sideboard/tasks/store"
)

// Open implements store.Disk.
func (b *Bucket) Open(string) (store.Dir, error) { return dir{b.Copy.Dir(), b}, nil }

// dir writes to the bucket. Temporary files are in memory alone.
type dir struct {
	store.Dir // reads the copy
	b         *Bucket
}

// temp is a file in memory that has no key.
type temp struct {
	b    *Bucket
	raw  []byte
	info store.Info
}

func (d dir) Make(name string, _ fs.FileMode) (store.File, error) {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	t := &temp{b: d.b, info: d.b.infoLocked(nil, time.Now())}
	d.b.temps[name] = t
	return t, nil
}

func (t *temp) Write(p []byte) (int, error) {
	t.b.mu.Lock()
	defer t.b.mu.Unlock()
	t.raw = append(t.raw, p...)
	t.info.Stamp.Size = int64(len(t.raw))
	return len(p), nil
}

func (t *temp) Stat() (store.Info, error) {
	t.b.mu.Lock()
	defer t.b.mu.Unlock()
	return t.info, nil
}

func (*temp) Own(store.Info) (bool, error) { return true, nil }
func (*temp) Sync() error                  { return nil }
func (*temp) Close() error                 { return nil }

func (d dir) temp(name string) *temp {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	return d.b.temps[name]
}

func (d dir) Remove(name string) error {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	if d.b.temps[name] == nil {
		return &fs.PathError{Op: "remove", Path: name, Err: fs.ErrNotExist}
	}
	delete(d.b.temps, name)
	return nil
}

// Hold opens a temporary file, as an exchange leaves it.
func (d dir) Hold(name string) (store.OpenFile, error) {
	if t := d.temp(name); t != nil {
		return held{t}, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

type held struct{ t *temp }

func (h held) Read() ([]byte, store.Info, error) {
	h.t.b.mu.Lock()
	defer h.t.b.mu.Unlock()
	return slices.Clone(h.t.raw), h.t.info, nil
}

func (held) Close() error { return nil }

// Replace gives a file the bytes of a temporary one, which has those of the file afterwards. The store compares what it displaced.
func (d dir) Replace(from, name string) error {
	t := d.temp(from)
	was, exists, base := d.b.current(name)
	if t == nil || !exists {
		return &fs.PathError{Op: "replace", Path: name, Err: fs.ErrNotExist}
	}
	if _, err := d.b.put(name, t.raw, t.info, true, base); err != nil {
		return err
	}
	d.setTemp(from, &temp{b: d.b, raw: was.Raw, info: was.Info})
	return nil
}

// Place gives a temporary file a free name.
func (d dir) Place(from, name string) error {
	t := d.temp(from)
	if t == nil || d.temp(name) != nil {
		return &fs.PathError{Op: "place", Path: name, Err: fs.ErrExist}
	}
	_, exists, base := d.b.current(name)
	err := store.ErrChanged
	if !exists {
		_, err = d.b.put(name, t.raw, t.info, false, base)
	}
	if errors.Is(err, store.ErrChanged) {
		return &fs.PathError{Op: "place", Path: name, Err: fs.ErrExist}
	}
	if err == nil {
		d.setTemp(from, nil)
	}
	return err
}

// Take gives a file a temporary name: its key is deleted.
func (d dir) Take(name, to string) error {
	was, exists, base := d.b.current(name)
	if !exists {
		return &fs.PathError{Op: "take", Path: name, Err: fs.ErrNotExist}
	}
	if err := d.b.remove(name, base); err != nil {
		return err
	}
	d.setTemp(to, &temp{b: d.b, raw: was.Raw, info: was.Info})
	return nil
}

// setTemp sets or, with nil, removes a temporary file.
func (d dir) setTemp(name string, t *temp) {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	if d.b.temps[name] = t; t == nil {
		delete(d.b.temps, name)
	}
}

func (dir) Sync() error           { return nil }
func (d dir) Access() error       { return d.b.Offline() }
func (dir) ID() (dev, ino uint64) { return 0, 0 }
func (dir) Close() error          { return nil }

// Flock takes no lock: the server keeps writers apart.
func (dir) Flock(context.Context, string) (func() error, error) {
	return func() error { return nil }, nil
}

// Mkdir takes no lock either.
func (dir) Mkdir(context.Context, string) (func() error, error) {
	return func() error { return nil }, nil
}

// put writes a file that has the revision base, or creates one, and returns its new revision. The error is store.ErrChanged if another was faster, and a
// *remote.UnknownError if no answer came for long.
func (b *Bucket) put(name string, raw []byte, info store.Info, exists bool, base uint64) (uint64, error) {
	key := keyOf(name)
	revision, err := b.settle(name, raw, base, func(ctx context.Context) (uint64, error) {
		if exists {
			return b.values.Update(ctx, key, raw, base)
		}
		return b.values.Create(ctx, key, raw)
	})
	if err != nil {
		return 0, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.revisions[name] < revision { // else the server has sent it, or what came after it
		b.revisions[name] = revision
		b.Put(remote.File{Name: name, Raw: raw, Info: info})
	}
	return revision, nil
}

// remove deletes a file that has the revision base. Its errors are those of put.
func (b *Bucket) remove(name string, base uint64) error {
	_, err := b.settle(name, nil, base, func(ctx context.Context) (uint64, error) {
		return 0, b.values.Delete(ctx, keyOf(name), jetstream.LastRevision(base))
	})
	if err != nil {
		return err
	}
	b.mu.Lock()
	if b.revisions[name] == base { // else another has created it again
		b.Drop(name)
	}
	b.mu.Unlock()
	b.Note(name)
	return nil
}

// settle makes a write until the server answers, and returns the new revision. ours are the bytes that the key has then, nil for a
// deletion, base the revision before. The error is store.ErrChanged if the key is not as it was read, and a *remote.UnknownError if no answer came for long.
func (b *Bucket) settle(name string, ours []byte, base uint64, write func(context.Context) (uint64, error)) (uint64, error) {
	until, asked := time.Now().Add(settleTime), false
	for {
		ctx, cancel := context.WithTimeout(context.Background(), answerTime)
		revision, err := write(ctx)
		cancel()
		switch {
		case err == nil:
			return revision, nil
		case isRefused(err) && !asked:
			b.refresh(name)
			return 0, store.ErrChanged
		case isRefused(err): // by an earlier one of these writes, or by another's
			return b.find(name, ours, base)
		}
		if asked = true; time.Now().After(until) {
			return 0, &remote.UnknownError{Host: b.Address.Host()}
		}
		time.Sleep(againAfter)
	}
}

// isRefused reports whether the server has answered that a key is not as it was read.
func isRefused(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// find returns the revision after base at which a key had our bytes: a write without an answer was carried out then.
func (b *Bucket) find(name string, ours []byte, base uint64) (uint64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	past, err := b.values.History(ctx, keyOf(name))
	if err != nil {
		return 0, &remote.UnknownError{Host: b.Address.Host()}
	}
	b.refresh(name)
	for _, e := range slices.Backward(past) {
		if e.Revision() <= base {
			break
		}
		if ours == nil && e.Operation() != jetstream.KeyValuePut || ours != nil && e.Operation() == jetstream.KeyValuePut && bytes.Equal(e.Value(), ours) {
			return e.Revision(), nil
		}
	}
	return 0, store.ErrChanged
}

// refresh reads a key anew, in case the server has not sent it yet.
func (b *Bucket) refresh(name string) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	if e, err := b.values.Get(ctx, keyOf(name)); err == nil {
		b.take(e)
	}
}
