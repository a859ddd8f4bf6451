// Package bucket keeps a task directory in a bucket of NATS JetStream, so that the list outlives each of its hosts.
//
// A key is the name of a file, its value the bytes of the file, and its revision says which state was read. A Bucket is a store.Disk
// over it: it has all files in memory, kept current by the server, and every write is a compare-and-set by revision. So an edit takes
// the road of the store, with its rules, its comparisons and its journal, and of two claims the server refuses one.
//
// A write whose answer does not come is unknown. It is made again, with the same revision, until it is answered: if the first one was
// carried out, the second is refused, and the value tells so. A write that was on its way cannot land any more once the revision has
// gone on.
//
// Serve keeps a directory and a bucket equal.
package bucket

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
)

// Address is a bucket on a server: nats://HOST/BUCKET, or tls:// for an encrypted connection.
type Address struct{ Server, Bucket string }

// Parse reads an address; ok reports whether arg is meant as one.
func Parse(arg string) (a Address, ok bool, err error) {
	u, bad := url.Parse(arg)
	if !strings.HasPrefix(arg, "nats://") && !strings.HasPrefix(arg, "tls://") {
		return Address{}, false, nil
	}
	bucket := ""
	if bad == nil {
		bucket = strings.TrimPrefix(u.Path, "/")
	}
	if bad != nil || u.Host == "" || !regexp.MustCompile(`^[a-zA-Z0-9_-]+$`).MatchString(bucket) {
		return Address{}, true, errors.New(arg + ": write nats://HOST/BUCKET; the name of a bucket has letters, digits, - and _")
	}
	u.Path = ""
	return Address{u.String(), bucket}, true, nil
}

// Host returns the host of the server, without a password.
func (a Address) Host() string {
	u, err := url.Parse(a.Server)
	if err != nil {
		return a.Server
	}
	return u.Hostname()
}

// String returns the address without a password.
func (a Address) String() string {
	u, err := url.Parse(a.Server)
	if err != nil {
		return a.Bucket
	}
	return u.Scheme + "://" + u.Host + "/" + a.Bucket
}

const (
	replicas    = 3 // where the server has so many
	kept        = 16
	answerTime  = 4 * time.Second  // for one answer of the server
	settleTime  = 30 * time.Second // until a write without an answer is reported as unknown
	againAfter  = 250 * time.Millisecond
	dialTimeout = 10 * time.Second
)

// Bucket is an open bucket. Its methods may be called from any goroutine, Next by one at a time.
type Bucket struct {
	*remote.Feed
	*remote.Copy
	Address Address

	nc     *nats.Conn
	values jetstream.KeyValue
	broken chan error // why everything has to be read anew
	cancel context.CancelFunc
	done   sync.WaitGroup

	mu        sync.Mutex
	revisions map[string]uint64 // of each file in the copy; of a deleted one too
	temps     map[string]*temp
	inodes    uint64
	since     time.Time // of being offline, zero if it is not
}

// Open connects to a bucket and reads all of it. With create the bucket is made if it does not exist.
func Open(ctx context.Context, a Address, create bool) (*Bucket, error) {
	b := &Bucket{Feed: remote.NewFeed(), Copy: remote.NewCopy(), Address: a, broken: make(chan error, 1), revisions: map[string]uint64{}, temps: map[string]*temp{}}
	var err error
	b.nc, err = nats.Connect(a.Server, nats.Name("sideboard"), nats.Timeout(dialTimeout), nats.MaxReconnects(-1), nats.ReconnectWait(time.Second),
		nats.ReconnectBufSize(-1), // what cannot be sent is an error at once
		nats.PingInterval(5*time.Second), nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) { b.setOffline(err) }),
		nats.ReconnectHandler(func(*nats.Conn) { b.breakOff(errors.New("the connection was cut")) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { b.breakOff(err) }))
	if err != nil {
		return nil, fmt.Errorf("connect to %s: %w", a.Host(), err)
	}
	if err := b.open(ctx, create); err != nil {
		b.nc.Close()
		return nil, fmt.Errorf("open %s: %w", a, err)
	}
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b.cancel = cancel
	all := make(chan struct{}, 1)
	b.done.Go(func() { b.follow(following, all) })
	select {
	case <-all:
		return b, nil
	case <-ctx.Done():
		return nil, errors.Join(fmt.Errorf("read %s: %w", a, ctx.Err()), b.Close())
	}
}

// open finds or makes the bucket. A cluster that has just started needs a moment until it can say anything.
func (b *Bucket) open(ctx context.Context, create bool) error {
	js, err := jetstream.New(b.nc)
	if err != nil {
		return err
	}
	config := jetstream.KeyValueConfig{
		Bucket: b.Address.Bucket, Description: "tasks of sideboard", History: kept, MaxValueSize: store.MaxFile, Replicas: replicas,
	}
	for until := time.Now().Add(dialTimeout); ; time.Sleep(againAfter) {
		one, cancel := context.WithTimeout(ctx, answerTime)
		b.values, err = js.KeyValue(one, b.Address.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) && create {
			b.values, err = js.CreateKeyValue(one, config)
		}
		cancel()
		var api *jetstream.APIError
		switch {
		case err == nil || errors.Is(err, jetstream.ErrBucketNotFound) || ctx.Err() != nil || time.Now().After(until):
			return err
		case errors.As(err, &api) && api.ErrorCode == noCluster:
			config.Replicas = 1
		case errors.As(err, &api) && api.Code < 500:
			return err
		}
	}
}

// noCluster is the code of the error of a server without a cluster that is asked for replicas (JSStreamReplicasNotSupportedErr).
const noCluster jetstream.ErrorCode = 10074

// breakOff has everything read anew: something may have been missed.
func (b *Bucket) breakOff(err error) {
	select {
	case b.broken <- err:
	default:
	}
}

// follow takes over all values and then each that changes, until ctx ends. It sends to all when it has all of them.
func (b *Bucket) follow(ctx context.Context, all chan<- struct{}) {
	for ctx.Err() == nil {
		watcher, err := b.values.WatchAll(ctx)
		if err == nil {
			err = b.receive(ctx, watcher, all)
			_ = watcher.Stop()
		}
		b.setOffline(err)
		select {
		case <-time.After(againAfter):
		case <-ctx.Done():
		}
	}
}

// receive takes over what a watcher sends until something may have been missed, and returns why.
func (b *Bucket) receive(ctx context.Context, watcher jetstream.KeyWatcher, all chan<- struct{}) error {
	for {
		select {
		case e, ok := <-watcher.Updates():
			switch {
			case !ok:
				return errors.New("the server ended it")
			case e != nil:
				b.take(e)
				continue
			}
			b.setOnline()
			select {
			case all <- struct{}{}:
			default:
			}
		case err := <-b.broken:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// take takes over a value that the server sent. One that is known already, because it was written here, keeps its stamp.
func (b *Bucket) take(e jetstream.KeyValueEntry) {
	name, ok := nameOf(e.Key())
	if !ok {
		return
	}
	b.mu.Lock()
	known := b.revisions[name] >= e.Revision()
	if !known {
		b.setLocked(name, e)
	}
	b.mu.Unlock()
	if !known {
		b.Note(name)
	}
}

func (b *Bucket) setLocked(name string, e jetstream.KeyValueEntry) {
	b.revisions[name] = e.Revision()
	if e.Operation() != jetstream.KeyValuePut {
		b.Drop(name)
		return
	}
	b.Put(remote.File{Name: name, Raw: e.Value(), Info: b.infoLocked(e.Value(), e.Created())})
}

// current returns a file and its revision, which is 0 for a name that the bucket never had.
func (b *Bucket) current(name string) (f remote.File, exists bool, revision uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, exists = b.File(name)
	return f, exists, b.revisions[name]
}

// infoLocked returns what the system would say of a new file.
func (b *Bucket) infoLocked(raw []byte, at time.Time) store.Info {
	b.inodes++
	return store.Info{Kind: store.Regular, Names: 1, Mode: 0o600, Uid: -1, Gid: -1, Stamp: tasks.Stamp{Mtime: at.UnixNano(), Size: int64(len(raw)), Ino: b.inodes}}
}

// newInfo is infoLocked for a file that is written now.
func (b *Bucket) newInfo(raw []byte) store.Info {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.infoLocked(raw, time.Now())
}

func (b *Bucket) setOffline(err error) {
	b.mu.Lock()
	if b.since.IsZero() {
		b.since = time.Now()
	}
	why := b.offlineLocked().Error()
	b.mu.Unlock()
	if err != nil {
		why += ": " + err.Error()
	}
	b.SetHealth(tasks.Offline, why)
}

func (b *Bucket) setOnline() {
	b.mu.Lock()
	b.since = time.Time{}
	b.mu.Unlock()
	b.SetHealth(tasks.Live, "")
	b.Nudge() // for those who could write nothing meanwhile
}

func (b *Bucket) offlineLocked() error {
	if b.since.IsZero() {
		return nil
	}
	return &remote.OfflineError{Host: b.Address.Host(), Since: b.since}
}

// Offline returns nil while the server can be reached, else a *remote.OfflineError.
func (b *Bucket) Offline() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.offlineLocked()
}

// Close ends the connection. No goroutine is left when it returns.
func (b *Bucket) Close() error {
	_ = b.Feed.Close()
	b.cancel()
	b.nc.Close()
	b.done.Wait()
	return nil
}

// keyOf returns the key for a file: its name, in which every byte that a key cannot have is =XX.
func keyOf(name string) string {
	var key strings.Builder
	for i := range len(name) {
		c := name[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '-' ||
			c == '.' && i > 0 && i < len(name)-1 && name[i-1] != '.'
		if plain {
			key.WriteByte(c)
		} else {
			fmt.Fprintf(&key, "=%02X", c)
		}
	}
	return key.String()
}

// nameOf returns the name of the file with a key, false for a key that is none.
func nameOf(key string) (name string, ok bool) {
	var b strings.Builder
	for i := 0; i < len(key); i++ {
		if key[i] != '=' {
			b.WriteByte(key[i])
			continue
		}
		if i+2 >= len(key) {
			return "", false
		}
		c, err := strconv.ParseUint(key[i+1:i+3], 16, 8)
		if err != nil {
			return "", false
		}
		b.WriteByte(byte(c))
		i += 2
	}
	return b.String(), keyOf(b.String()) == key
}
