package bucket

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/memory"
	"sideboard/tasks/store"
)

// Open connects to a bucket and reads all of it. With create the bucket is made if it does not exist.
func Open(ctx context.Context, a Address, create bool) (*Bucket, error) {
	b := Begin(a, create)
	if err := b.Tried(ctx); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return b, nil
}

// Begin begins to connect to a bucket, again and again until it has all files. With create the bucket is made if it
// does not exist.
func Begin(a Address, create bool) *Bucket {
	b := &Bucket{
		Feed: memory.NewFeed(), Copy: memory.NewCopy(maxFiles), Address: a, Settle: settleTime,
		broken:    make(chan error, 1),
		revisions: map[string]revision{}, temps: map[string]*temp{}, writing: map[string]memory.File{},
		since: time.Now(),
		tried: make(chan struct{}),
	}
	ctx, cancel := context.WithCancel(context.Background())
	b.cancel = cancel
	b.SetHealth(tasks.Offline, b.Offline().Error())
	b.done.Go(func() { b.run(ctx, create) })
	return b
}

// Tried waits until the first attempt has all files, or has failed, and returns why. An attempt that takes longer than
// ctx is a *tasks.UnreachableError too.
func (b *Bucket) Tried(ctx context.Context) error {
	select {
	case <-b.tried:
		return b.notOpened
	case <-ctx.Done():
		return &tasks.UnreachableError{Err: fmt.Errorf("read %s: %w", b.Address, ctx.Err())}
	}
}

// endTry ends the first attempt.
func (b *Bucket) endTry(err error) {
	b.try.Do(func() {
		b.notOpened = err
		close(b.tried)
	})
}

// run connects until that succeeds, and then follows the bucket, until ctx ends.
func (b *Bucket) run(ctx context.Context, create bool) {
	defer b.closeConnection()
	for wait := time.Second; ctx.Err() == nil; wait = min(2*wait, lastRedial) {
		until := time.Now().Add(Patience)
		if create {
			until = until.Add(Patience) // servers that have just started answer later
		}
		err := b.connect(ctx, create, until)
		if err == nil {
			b.done.Go(func() { b.limitSilence(ctx, max(time.Second, time.Until(until))) })
			b.follow(ctx)
			return
		}
		b.setOffline(err)
		b.endTry(err)
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
}

// isInUse reports whether a connection is not one of an earlier attempt.
func (b *Bucket) isInUse(nc *nats.Conn) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.nc == nc
}

// limitSilence ends the first attempt if nothing comes for long.
func (b *Bucket) limitSilence(ctx context.Context, wait time.Duration) {
	for known := 0; ; wait = Patience {
		select {
		case <-b.tried:
			return
		case <-ctx.Done():
			return
		case <-time.After(wait):
			if known == b.known() {
				b.endTry(b.Address.explain(context.DeadlineExceeded))
			}
			known = b.known()
		}
	}
}

// connect connects to the server, and opens the bucket.
func (b *Bucket) connect(ctx context.Context, create bool, until time.Time) error {
	var nc *nats.Conn
	dialed := make(chan error, 1)
	go func() { // it cannot be stopped, and ends soon
		var err error
		nc, err = b.dial()
		dialed <- err
	}()
	select {
	case err := <-dialed:
		if err != nil {
			return b.Address.explain(err)
		}
	case <-ctx.Done():
		go func() {
			if err := <-dialed; err == nil {
				nc.Close()
			}
		}()
		return ctx.Err()
	}
	b.mu.Lock()
	b.nc = nc
	b.mu.Unlock()
	err := b.open(ctx, create, until)
	if err == nil {
		return nil
	}
	select {
	case denied := <-b.broken: // without permission there is no answer, but this
		err = denied
	default:
	}
	b.mu.Lock()
	b.nc = nil
	b.mu.Unlock()
	nc.Close()
	return b.Address.explain(err)
}

// dialTime returns how long one server may take to be connected to. If there are several, one that says nothing must
// not use up the time of the others.
func (a Address) dialTime() time.Duration {
	if strings.Contains(a.host(), ",") {
		return Patience / 3
	}
	return Patience
}

// dial connects to the server. A connection that is cut is made again without end.
func (b *Bucket) dial() (*nats.Conn, error) {
	return nats.Connect(b.Address.Server, nats.Name("sideboard"), nats.Timeout(b.Address.dialTime()),
		nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.ReconnectBufSize(-1), // what cannot be sent is an error at once
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(nc *nats.Conn, err error) {
			if b.isInUse(nc) {
				b.setOffline(err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { b.breakOff(errors.New("the connection was cut")) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if text := err.Error(); errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(text, "$KV.") {
				b.denied.Store(&text)
			} else {
				b.breakOff(err)
			}
		}))
}

// known returns the number of files of which something is known.
func (b *Bucket) known() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.revisions)
}

// explain returns an error of opening, with what a person can do.
func (a Address) explain(err error) error {
	do := ""
	switch {
	case errors.Is(err, nats.ErrNoServers):
		do = "no server answers: start nats-server -js there, or correct the address"
	case errors.Is(err, nats.ErrAuthorization):
		do = "the server refuses the name or password: write nats://NAME:PASSWORD@HOST/BUCKET"
	case errors.Is(err, nats.ErrPermissionViolation):
		do = "the user needs permission for $JS.API.>, $KV." + a.Bucket + ".> and _INBOX.>"
	case errors.Is(err, jetstream.ErrBucketNotFound):
		do = "there is no such bucket: make it with sideboard serve " + a.String() + " DIR"
	case errors.Is(err, nats.ErrSecureConnWanted):
		do = "the server does not encrypt: write nats:// instead of tls://"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, nats.ErrNoResponders):
		do = "the server has no JetStream: start it with nats-server -js"
	case errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		do = "the account has no JetStream: turn it on in the configuration of the server"
	case isLate(err):
		do = "the servers do not answer: a cluster needs a majority of them"
	default:
		err = fmt.Errorf("open %s: %w", a, err)
		if _, answered := errors.AsType[*jetstream.APIError](err); answered {
			return err
		}
		return &tasks.UnreachableError{Err: err} // also one that takes the connection and then says nothing
	}
	err = fmt.Errorf("open %s: %s (%w)", a, do, err)
	if errors.Is(err, nats.ErrNoServers) || isLate(err) {
		return &tasks.UnreachableError{Err: err}
	}
	return err
}

// isLate reports whether an error says that a server took too long.
func isLate(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded)
}

// open finds the bucket or, with create, makes it. A cluster that has just started needs a moment until it can answer:
// an error that may pass is tried again up to the time until.
func (b *Bucket) open(ctx context.Context, create bool, until time.Time) (err error) {
	if b.js, err = jetstream.New(b.nc); err != nil {
		return err
	}
	config := jetstream.KeyValueConfig{
		Bucket: b.Address.Bucket, Description: "tasks of sideboard",
		History: history, MaxValueSize: store.MaxFile, Replicas: replicas,
	}
	for ; ; time.Sleep(againAfter) {
		one, cancel := context.WithDeadline(ctx, until)
		b.values, err = b.js.KeyValue(one, b.Address.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) && create {
			b.values, err = b.js.CreateKeyValue(one, config)
		}
		cancel()
		api, answered := errors.AsType[*jetstream.APIError](err)
		switch {
		case err == nil || errors.Is(err, jetstream.ErrBucketNotFound) ||
			errors.Is(err, jetstream.ErrJetStreamNotEnabled) || ctx.Err() != nil || time.Now().After(until):
			return err
		case answered && api.ErrorCode == noCluster:
			config.Replicas = 1
		case answered && (api.Code < 500 || api.ErrorCode == jetstream.JSErrCodeJetStreamNotEnabledForAccount):
			return err
		}
	}
}

// noCluster is the code of the error of a server without a cluster that is asked for replicas
// (JSStreamReplicasNotSupportedErr).
const noCluster jetstream.ErrorCode = 10074

func (b *Bucket) closeConnection() {
	b.mu.Lock()
	nc := b.nc
	b.mu.Unlock()
	if nc != nil {
		nc.Close()
	}
}
