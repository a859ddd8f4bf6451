// Package bucket keeps a task directory in a bucket of NATS JetStream, so that the list outlives each of its hosts.
//
// A key is the name of a file, its value the bytes of the file, its revision the number of the message that wrote it. A Bucket is a
// store.Disk: it has all files in memory, kept current by the server, and every write is a compare-and-set by revision. So edits go through
// package store, with its rules, comparisons and journal, and of two claims the server refuses one.
//
// A write whose answer does not come is unknown. It is sent again, with the same revision and id, until it is answered. If the first one was
// carried out, the second is refused, and the message after that revision has the id. Once there is another message, neither can be carried out any more.
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
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"sideboard/tasks"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
)

// Address is a bucket on a server: nats://HOST/BUCKET, or tls:// for an encrypted connection.
type Address struct{ Server, Bucket string }

// Parse reads an address; ok reports whether arg is meant as one. An error does not show the password.
func Parse(arg string) (a Address, ok bool, err error) {
	if !strings.HasPrefix(arg, "nats://") && !strings.HasPrefix(arg, "tls://") {
		return Address{}, false, nil
	}
	u, err := url.Parse(arg)
	if err != nil {
		return Address{}, true, errors.New("the address cannot be read: write nats://HOST/BUCKET, and %40 for @, %2F for / in a password")
	}
	bucket := strings.TrimPrefix(u.Path, "/")
	if u.Host == "" || !regexp.MustCompile(`^[a-zA-Z0-9_-]+$`).MatchString(bucket) {
		return Address{}, true, errors.New("the address is not complete: write nats://HOST/BUCKET; the name of a bucket has letters, digits, - and _")
	}
	u.Path = ""
	return Address{u.String(), bucket}, true, nil
}

// host returns the host of the server and its port, if there is one.
func (a Address) host() string {
	u, err := url.Parse(a.Server)
	if err != nil {
		return ""
	}
	return u.Host
}

// Host returns the host of the server, without its port.
func (a Address) Host() string {
	u := url.URL{Host: a.host()}
	return u.Hostname()
}

// String returns the address without name and password.
func (a Address) String() string {
	scheme, _, _ := strings.Cut(a.Server, ":")
	return scheme + "://" + a.host() + "/" + a.Bucket
}

// FileName returns a name for files about the bucket.
func (a Address) FileName() string {
	return strings.NewReplacer(":", "_", "[", "", "]", "").Replace(a.host()) + "_" + a.Bucket
}

const (
	replicas    = 3 // where the server has so many
	kept        = 16
	answerTime  = 4 * time.Second  // for one answer of the server
	settleTime  = 30 * time.Second // until a write without an answer is reported as unknown
	againAfter  = 250 * time.Millisecond
	dialTimeout = 10 * time.Second
	checkEvery  = 5 * time.Second // whether the bucket is the same, and its servers have a leader
)

// Bucket is an open bucket. Its methods may be called from any goroutine, Next by one at a time.
type Bucket struct {
	*remote.Feed
	*remote.Copy
	Address Address

	nc     *nats.Conn
	js     jetstream.JetStream
	values jetstream.KeyValue
	broken chan error             // why everything has to be read anew
	denied atomic.Pointer[string] // the last write without permission, in the words of the server
	cancel context.CancelFunc
	done   sync.WaitGroup

	inodes atomic.Uint64

	mu        sync.Mutex
	created   time.Time         // by the server's clock; another bucket of the same name has another
	revisions map[string]uint64 // of each file in the copy; of a deleted one too
	temps     map[string]*temp
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
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if text := err.Error(); errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(text, "$KV.") {
				b.denied.Store(&text)
			} else {
				b.breakOff(err)
			}
		}))
	if err != nil {
		return nil, a.explain(err)
	}
	following, cancel := context.WithCancel(context.WithoutCancel(ctx))
	b.cancel = cancel
	if err := b.open(ctx, create); err != nil {
		select {
		case denied := <-b.broken: // without permission there is no answer, but this
			err = denied
		default:
		}
		return nil, errors.Join(a.explain(err), b.Close())
	}
	all := make(chan struct{}, 1)
	b.done.Go(func() { b.follow(following, all) })
	select {
	case <-all:
		return b, nil
	case <-ctx.Done():
		return nil, errors.Join(fmt.Errorf("read %s: %w", a, ctx.Err()), b.Close())
	}
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
	case errors.Is(err, context.DeadlineExceeded):
		do = "the servers do not answer: a cluster needs a majority of them"
	default:
		return fmt.Errorf("open %s: %w", a, err)
	}
	return fmt.Errorf("open %s: %s (%w)", a, do, err)
}

// open finds or makes the bucket. A cluster that has just started needs a moment until it can answer.
func (b *Bucket) open(ctx context.Context, create bool) (err error) {
	if b.js, err = jetstream.New(b.nc); err != nil {
		return err
	}
	config := jetstream.KeyValueConfig{
		Bucket: b.Address.Bucket, Description: "tasks of sideboard", History: kept, MaxValueSize: store.MaxFile, Replicas: replicas,
	}
	for until := time.Now().Add(dialTimeout); ; time.Sleep(againAfter) {
		one, cancel := context.WithTimeout(ctx, answerTime)
		b.values, err = b.js.KeyValue(one, b.Address.Bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) && create {
			b.values, err = b.js.CreateKeyValue(one, config)
		}
		cancel()
		api, answered := errors.AsType[*jetstream.APIError](err)
		switch {
		case err == nil || errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrJetStreamNotEnabled) || ctx.Err() != nil || time.Now().After(until):
			return err
		case answered && api.ErrorCode == noCluster:
			config.Replicas = 1
		case answered && (api.Code < 500 || api.ErrorCode == jetstream.JSErrCodeJetStreamNotEnabledForAccount):
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
		stream, err := b.stream(ctx)
		var watcher jetstream.KeyWatcher
		if err == nil {
			watcher, err = b.values.WatchAll(ctx)
		}
		if err == nil {
			err = b.receive(ctx, watcher, stream.CachedInfo().State.LastSeq, all)
			_ = watcher.Stop()
		}
		b.setOffline(err)
		select {
		case <-time.After(againAfter):
		case <-ctx.Done():
		}
	}
}

// stream asks the leader of the servers for the stream of the bucket. If the bucket was deleted and made again, it has other revisions:
// all that is known of the old one is forgotten.
func (b *Bucket) stream(ctx context.Context) (jetstream.Stream, error) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	s, err := b.js.Stream(ctx, "KV_"+b.Address.Bucket)
	if err != nil {
		return nil, err
	}
	info := s.CachedInfo()
	info.Config.AllowDirect = false // read from the leader: the others may lag behind
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.created.Equal(info.Created) {
		if !b.created.IsZero() {
			b.breakOff(errors.New("the bucket was made again"))
		}
		b.created = info.Created
		clear(b.revisions)
		b.Note(b.Retain(nil)...)
	}
	return s, nil
}

// receive takes over what a watcher sends until something may have been missed, and returns why. last is a revision that the bucket had
// before the watcher was made.
func (b *Bucket) receive(ctx context.Context, watcher jetstream.KeyWatcher, last uint64, all chan<- struct{}) error {
	check := time.NewTicker(checkEvery)
	defer check.Stop()
	seen := map[string]bool{}
	for {
		select {
		case e, ok := <-watcher.Updates():
			if !ok {
				return errors.New("the server ended it")
			}
			if e != nil {
				if name, ok := nameOf(e.Key()); ok {
					b.take(name, value{e.Value(), e.Operation() != jetstream.KeyValuePut, e.Revision(), e.Created()})
					seen[name] = true
				}
				continue
			}
			for _, name := range b.unseen(seen, last) {
				b.refresh(name)
			}
			b.setOnline()
			select {
			case all <- struct{}{}:
			default:
			}
		case <-check.C:
			if _, err := b.stream(ctx); err != nil {
				return err
			}
		case err := <-b.broken:
			return err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// value is the state of a file at a revision.
type value struct {
	raw      []byte
	deleted  bool
	revision uint64
	at       time.Time
}

// take takes over a value that the server sent. One that is known already, because it was written here, keeps its stamp.
func (b *Bucket) take(name string, v value) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.revisions[name] >= v.revision {
		return
	}
	if b.revisions[name] = v.revision; v.deleted {
		b.Drop(name)
	} else {
		b.Put(remote.File{Name: name, Raw: append([]byte{}, v.raw...), Info: b.newInfo(v.raw, v.at)})
	}
	b.Note(name)
}

// unseen returns the files with revisions up to last that a watcher did not send: they were purged, or its server lags behind.
func (b *Bucket) unseen(seen map[string]bool, last uint64) (names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, revision := range b.revisions {
		if !seen[name] && revision <= last {
			names = append(names, name)
		}
	}
	return names
}

// entry is what is known of a file.
type entry struct {
	remote.File
	exists   bool
	revision uint64    // 0 for a name that the bucket never had
	created  time.Time // of the bucket
}

func (b *Bucket) current(name string) entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, exists := b.File(name)
	return entry{f, exists, b.revisions[name], b.created}
}

// newInfo returns what the system would say of a new file. Each has another inode.
func (b *Bucket) newInfo(raw []byte, at time.Time) store.Info {
	return store.Info{
		Kind: store.Regular, Names: 1, Mode: 0o600, Uid: -1, Gid: -1,
		Stamp: tasks.Stamp{Mtime: at.UnixNano(), Size: int64(len(raw)), Ino: b.inodes.Add(1)},
	}
}

func (b *Bucket) setOffline(err error) {
	b.mu.Lock()
	if b.since.IsZero() {
		b.since = time.Now()
	}
	why := (&remote.OfflineError{Host: b.Address.Host(), Since: b.since}).Error()
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

// Offline returns nil while the server can be reached, else a *remote.OfflineError.
func (b *Bucket) Offline() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.since.IsZero() {
		return nil
	}
	return &remote.OfflineError{Host: b.Address.Host(), Since: b.since}
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
