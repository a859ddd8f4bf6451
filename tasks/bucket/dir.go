package bucket

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/memory"
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
	raw      []byte
	info     store.Info
	replaces tasks.Stamp // of the file that it was made from, zero for a new one
}

func (d dir) Make(name string, _ fs.FileMode) (store.File, error) {
	t := &temp{info: d.b.newInfo(nil, time.Now())}
	d.setTemp(name, t)
	return t, nil
}

func (t *temp) Write(p []byte) (int, error) {
	t.raw = append(t.raw, p...)
	t.info.Stamp.Size = int64(len(t.raw))
	return len(p), nil
}

func (t *temp) Own(like store.Info) (bool, error) {
	t.replaces = like.Stamp
	return true, nil
}

func (t *temp) Read() ([]byte, store.Info, error) { return slices.Clone(t.raw), t.info, nil }
func (t *temp) Stat() (store.Info, error)         { return t.info, nil }
func (*temp) Sync() error                         { return nil }
func (*temp) Close() error                        { return nil }

// temp returns a temporary file.
func (d dir) temp(name string) (*temp, error) {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	if t := d.b.temps[name]; t != nil {
		return t, nil
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// setTemp sets or, with nil, removes a temporary file.
func (d dir) setTemp(name string, t *temp) {
	d.b.mu.Lock()
	defer d.b.mu.Unlock()
	d.b.temps[name] = t
	if t == nil {
		delete(d.b.temps, name)
	}
}

func (d dir) Remove(name string) error {
	_, err := d.temp(name)
	d.setTemp(name, nil)
	return err
}

// Hold opens a temporary file, as an exchange leaves it.
func (d dir) Hold(name string) (store.OpenFile, error) {
	t, err := d.temp(name)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Replace gives a file the bytes of a temporary one, which has those of the file afterwards. The error is
// store.ErrChanged if the temporary one was made from another state of the file.
func (d dir) Replace(from, name string) error {
	t, err := d.temp(from)
	if err != nil {
		return err
	}
	was := d.b.current(name)
	switch {
	case !was.exists:
		return &fs.PathError{Op: "replace", Path: name, Err: fs.ErrNotExist}
	case was.Info.Stamp != t.replaces:
		return store.ErrChanged
	}
	if _, err := d.b.put(name, t.raw, t.info, was.revision); err != nil {
		return err
	}
	d.setTemp(from, &temp{raw: was.Raw, info: was.Info})
	return nil
}

// Place gives a temporary file a free name.
func (d dir) Place(from, name string) error {
	t, err := d.temp(from)
	if err != nil {
		return err
	}
	was := d.b.current(name)
	if !was.exists {
		_, err = d.b.put(name, t.raw, t.info, was.revision)
	}
	if was.exists || errors.Is(err, store.ErrChanged) {
		return &fs.PathError{Op: "place", Path: name, Err: fs.ErrExist}
	}
	if err == nil {
		d.setTemp(from, nil)
	}
	return err
}

// Take gives a file a temporary name: its key is deleted.
func (d dir) Take(name, to string) error {
	was := d.b.current(name)
	if !was.exists {
		return &fs.PathError{Op: "take", Path: name, Err: fs.ErrNotExist}
	}
	if _, err := d.b.remove(name, was.revision); err != nil {
		return err
	}
	d.setTemp(to, &temp{raw: was.Raw, info: was.Info})
	return nil
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

// put writes a file that has the revision base, and returns its new revision. The error is store.ErrChanged if it has
// another one by now, and a *tasks.UnknownError if no answer came for long.
func (b *Bucket) put(name string, raw []byte, info store.Info, base uint64) (uint64, error) {
	return b.putAgain(name, raw, info, base, 0)
}

// putAgain is put for what the servers had as revision lost and do not have any more.
func (b *Bucket) putAgain(name string, raw []byte, info store.Info, base, lost uint64) (uint64, error) {
	f := memory.File{Name: name, Raw: raw, Info: info}
	b.mu.Lock()
	b.writing[name] = f
	b.mu.Unlock()
	number, err := b.settle(name, &nats.Msg{Data: raw, Header: headerOf(lost)}, base)
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.writing, name)
	if err == nil && b.revisions[name].number <= number { // else the server has sent what came after it
		b.revisions[name] = revision{number, time.Now().Add(b.ahead)}
		err = b.Put(f)
	}
	return number, err
}

// remove deletes a file that has the revision base. Its results are those of put.
func (b *Bucket) remove(name string, base uint64) (uint64, error) {
	return b.removeAgain(name, base, 0)
}

// removeAgain is remove for a deletion that the servers had as revision lost and do not have any more.
func (b *Bucket) removeAgain(name string, base, lost uint64) (uint64, error) {
	header := headerOf(lost)
	header.Set(operation, "DEL")
	number, err := b.settle(name, &nats.Msg{Header: header}, base)
	if err == nil {
		b.take(name, value{deleted: true, revision: number, at: b.serverTime(time.Now())})
	}
	return number, err
}

// operation is the header of a message that is no value. lostRevision is that of one that is sent again, with the
// revision that it had.
const (
	operation    = "KV-Operation"
	lostRevision = "Sideboard-Lost-Revision"
)

// headerOf returns the header of a message, with the revision that it had unless that is 0.
func headerOf(lost uint64) nats.Header {
	h := nats.Header{}
	if lost > 0 {
		h.Set(lostRevision, strconv.FormatUint(lost, 10))
	}
	return h
}

// subject returns the subject of the messages that write a file.
func (b *Bucket) subject(name string) string { return "$KV." + b.Address.Bucket + "." + keyOf(name) }

// settle sends a message that writes a file until the server answers, and returns its revision. Its errors are those
// of put; any other says why nothing was written.
func (b *Bucket) settle(name string, m *nats.Msg, base uint64) (uint64, error) {
	if !b.Came() {
		return 0, b.Offline()
	}
	m.Subject = b.subject(name)
	id, maybeWritten := rand.Text(), false
	b.denied.Store(nil) // the permission may have been given since
	for until := time.Now().Add(b.Settle); ; time.Sleep(againAfter) {
		ctx, cancel := context.WithTimeout(context.Background(), answerTime)
		ack, err := b.js.PublishMsg(ctx, m, jetstream.WithMsgID(id), jetstream.WithExpectLastSequencePerSubject(base))
		cancel()
		api, answered := errors.AsType[*jetstream.APIError](err)
		switch {
		case err == nil:
			return ack.Sequence, nil
		case isRefused(err) && maybeWritten: // because an earlier attempt wrote it, or another host
			if v, by, err := b.read(name, base+1); err == nil && by == id {
				return v.revision, nil
			} else if err == nil {
				b.refresh(name)
				return 0, store.ErrChanged
			}
		case isRefused(err):
			b.refresh(name)
			return 0, store.ErrChanged
		case errors.Is(err, nats.ErrMaxPayload), answered && api.Code < 500 && !maybeWritten:
			return 0, fmt.Errorf("%s was not written: %w", name, err)
		case !maybeWritten && b.isDenied(m.Subject):
			return 0, fmt.Errorf("%s was not written: the user has no permission to write to the bucket", name)
		case !answered && !errors.Is(err, nats.ErrReconnectBufExceeded) &&
			!errors.Is(err, jetstream.ErrNoStreamResponse):
			maybeWritten = true // it was sent, and no answer came
		}
		if time.Now().After(until) || b.nc.IsClosed() {
			if maybeWritten {
				return 0, &tasks.UnknownError{Host: b.Address.Host()}
			}
			return 0, cmp.Or(b.Offline(), fmt.Errorf("%s was not written: %w", name, err))
		}
	}
}

// isDenied reports whether the server has said that a subject must not be written.
func (b *Bucket) isDenied(subject string) bool {
	text := b.denied.Load()
	return text != nil && strings.Contains(*text, strconv.Quote(subject))
}

// isRefused reports whether the server has answered that a file has another revision, or is being written.
func isRefused(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// read returns the first state of a file at a revision or later, with 0 the newest, and the id of the message that
// wrote it. The error is jetstream.ErrMsgNotFound if there is none.
func (b *Bucket) read(name string, revision uint64) (v value, id string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	s, err := b.stream(ctx)
	if err != nil {
		return v, "", err
	}
	var m *jetstream.RawStreamMsg
	if revision == 0 {
		m, err = s.GetLastMsgForSubject(ctx, b.subject(name))
	} else {
		m, err = s.GetMsg(ctx, revision, jetstream.WithGetMsgSubject(b.subject(name)))
	}
	if err != nil {
		return v, "", err
	}
	lost, _ := strconv.ParseUint(m.Header.Get(lostRevision), 10, 64) // 0 if it is new
	v = value{m.Data, m.Header.Get(operation) != "", m.Sequence, m.Time, lost}
	return v, m.Header.Get(jetstream.MsgIDHeader), nil
}

// refresh reads a file anew, in case the server has not sent it yet, has purged it, or has lost its newest states.
func (b *Bucket) refresh(name string) {
	known := b.current(name)
	v, _, err := b.read(name, 0)
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return
	}
	if err == nil && v.revision >= known.revision {
		b.take(name, v)
		return
	}
	b.mu.Lock()
	lost := b.revisions[name].number == known.revision
	if lost {
		delete(b.revisions, name)
		b.Drop(name)
		b.Note(name)
	}
	b.mu.Unlock()
	if lost && err == nil {
		b.take(name, v)
	}
}
