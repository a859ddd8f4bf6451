package workspace

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"sideboard/tasks"
	"sideboard/tasks/bucket"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
)

// list is one task list: of this host, of another host over ssh, or in a bucket. What differs between them is here and
// in near, so that the compiler finds each method that must say something about the other side.
type list interface {
	near
	writable() error // nil if edits can be written
	noUndo() error   // nil if edits can be taken back
	apply(context.Context, *store.Batch, tasks.Edit) (tasks.Result, error)
	takeBack(context.Context, *store.Batch, direction, tasks.EditID, []store.Choice) (tasks.Edit, error)
	pastEdits() ([]store.PastEdit, error)
	deleted() ([]store.Deleted, error)
	allow(context.Context, *tasks.Form) error // notes that such files may be edited; nil takes it back
	attribute(*tasks.Delta)                   // adds which changes are those of edits made here
	ready() bool                              // there is something to read; changes.Next returns when that changes
}

// direction is whether an edit is taken back or done again.
type direction bool

const (
	back    direction = false
	forward direction = true
)

// localList is a directory of this host.
type localList struct {
	near
	store *store.Store
}

func (l localList) writable() error                      { return l.store.Writable() }
func (l localList) noUndo() error                        { return l.store.NoUndo() }
func (l localList) pastEdits() ([]store.PastEdit, error) { return l.store.Past().Edits() }
func (l localList) deleted() ([]store.Deleted, error)    { return l.store.Past().Deleted() }
func (localList) attribute(*tasks.Delta)                 {} // the store does
func (localList) ready() bool                            { return true }

func (l localList) allow(ctx context.Context, f *tasks.Form) error {
	if f == nil {
		return l.store.Revoke(ctx)
	}
	return l.store.Allow(ctx, f)
}

func (l localList) apply(ctx context.Context, b *store.Batch, e tasks.Edit) (tasks.Result, error) {
	return b.Apply(ctx, e)
}

func (l localList) takeBack(
	_ context.Context, b *store.Batch, to direction, id tasks.EditID, choices []store.Choice,
) (tasks.Edit, error) {
	if to == forward {
		return b.Redo(id, choices...)
	}
	return b.Undo(id, choices...)
}

// bucketList is a bucket. Its journal is on this host, and it has nothing next to it.
type bucketList struct {
	localList
	bucket *bucket.Bucket
}

func (l bucketList) ready() bool {
	if !l.bucket.Came() {
		return false
	}
	l.bucket.Prepare(l.store.Codec())
	return true
}

// sshList is a directory of another host. Its store reads a copy, and edits are carried out there.
type sshList struct {
	near
	store *store.Store
	link  *remote.Link
}

func (l sshList) writable() error {
	if err := l.link.Offline(); err != nil {
		return err
	}
	return asError(l.link.Hello().Denied)
}

func (l sshList) noUndo() error { return asError(l.link.Hello().NoUndo) }

func asError(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

func (l sshList) attribute(d *tasks.Delta) { l.link.Mine(d) }

func (l sshList) ready() bool {
	if !l.link.Came() {
		return false
	}
	there := l.link.Hello()
	l.store.Codec().SetPath(there.Dir, there.Configs...)
	return true
}

func (l sshList) apply(ctx context.Context, _ *store.Batch, e tasks.Edit) (tasks.Result, error) {
	if err := l.writable(); err != nil {
		return tasks.Result{}, err
	}
	if e.ID == 0 {
		e.ID = tasks.EditID(rand.Uint64())
	}
	return l.link.Apply(ctx, e)
}

func (l sshList) takeBack(
	ctx context.Context, _ *store.Batch, to direction, id tasks.EditID, choices []store.Choice,
) (tasks.Edit, error) {
	do := remote.Undo
	if to == forward {
		do = remote.Redo
	}
	a, err := l.ask(ctx, remote.Request{Do: do, ID: id, Choices: choices})
	return a.Edit, err
}

// ask sends a request that changes nothing.
func (l sshList) ask(ctx context.Context, r remote.Request) (remote.Answer, error) {
	a, err := l.link.Ask(ctx, r)
	if u, is := errors.AsType[*tasks.UnknownError](err); is {
		err = fmt.Errorf("the link to %s was cut before the answer", u.Host)
	}
	return a, err
}

func (l sshList) pastEdits() ([]store.PastEdit, error) {
	a, err := l.ask(context.Background(), remote.Request{Do: remote.Past})
	return a.Past, err
}

func (l sshList) deleted() ([]store.Deleted, error) {
	a, err := l.ask(context.Background(), remote.Request{Do: remote.Deleted})
	return l.store.Past().DecodeDeleted(a.Deleted), err
}

func (l sshList) allow(ctx context.Context, f *tasks.Form) error {
	_, err := l.link.Ask(ctx, remote.Request{Do: remote.Allow, Form: f})
	return err
}
