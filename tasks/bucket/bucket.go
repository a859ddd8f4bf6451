// Package bucket keeps a task directory in a bucket of NATS JetStream, so that the list outlives each of its hosts.
//
// A key is the name of a file, its value the bytes of the file, its revision the number of the message that wrote it.
// A Bucket is a store.Disk: it has all files in memory, kept current by the server, and every write is a
// compare-and-set by revision. So edits go through package store, with its rules, comparisons and journal, and of two
// claims the server refuses one.
//
// A write whose answer does not come is unknown. It is sent again, with the same revision and id, until it is
// answered. If the first one was carried out, the second is refused, and the message after that revision has the id.
// Once there is another message, neither can be carried out any more.
//
// Serve keeps a directory and a bucket equal.
package bucket

import (
	"bytes"
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
	"sideboard/tasks/memory"
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
	replicas   = 3                      // where the server has so many
	history    = 16                     // the values of a file that the bucket keeps
	answerTime = 4 * time.Second        // for one answer of the server
	settleTime = 30 * time.Second       // until a write without an answer is reported as unknown
	againAfter = 250 * time.Millisecond // between two attempts of the same
	lastRedial = 30 * time.Second       // between two attempts to connect for the first time, at most
	maxFiles   = 256 << 20              // the room for the files of a bucket
	checkEvery = 5 * time.Second        // whether the bucket is the same, and its servers have a leader
)

// Patience is how long nothing may come while a bucket is opened.
const Patience = 5 * time.Second

// Bucket is an open bucket. Its methods may be called from any goroutine, Next by one at a time.
type Bucket struct {
	*memory.Feed
	*memory.Copy
	Address Address
	Settle  time.Duration // until a write without an answer is reported as unknown

	nc     *nats.Conn // guarded by mu until all files have come
	js     jetstream.JetStream
	values jetstream.KeyValue
	broken chan error             // why everything has to be read anew
	denied atomic.Pointer[string] // the last write without permission, in the words of the server
	cancel context.CancelFunc
	done   sync.WaitGroup

	try       sync.Once
	tried     chan struct{} // closed when the first attempt has ended
	notOpened error         // why it failed; set before tried is closed

	inodes atomic.Uint64

	mu        sync.Mutex
	created   time.Time           // by the server's clock; another bucket of the same name has another
	ahead     time.Duration       // of the server's clock, as it was seen last
	revisions map[string]revision // of each file in the copy; of a deleted one too
	temps     map[string]*temp
	writing   map[string]memory.File // what is being written here, which the server may send before it answers
	since     time.Time              // of being offline, zero if it is not
	why       error                  // of being offline: the first, and the last one before all files came
}

// errAgain is why a bucket that was deleted and made again is read anew.
var errAgain = errors.New("the bucket was made again")

// newest returns the highest revision that is known.
func (b *Bucket) newest() (top uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.revisions {
		top = max(top, r.number)
	}
	return top
}

// breakOff has everything read anew: something may have been missed.
func (b *Bucket) breakOff(err error) {
	select {
	case b.broken <- err:
	default:
	}
}

// follow takes over all values and then each that changes, until ctx ends.
func (b *Bucket) follow(ctx context.Context) {
	for ctx.Err() == nil {
		known := b.newest() // a server that lost what it had is behind that
		stream, err := b.stream(ctx)
		var watcher jetstream.KeyWatcher
		if err == nil {
			watcher, err = b.values.WatchAll(ctx)
		}
		if err == nil {
			err = b.receive(ctx, watcher, max(known, stream.CachedInfo().State.LastSeq))
			_ = watcher.Stop()
		}
		if !errors.Is(err, errAgain) {
			b.setOffline(err)
		}
		select {
		case <-time.After(againAfter):
		case <-ctx.Done():
		}
	}
}

// stream asks the leader of the servers for the stream of the bucket. If the bucket was deleted and made again, it
// has other revisions: all that is known of the old one is forgotten.
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
	b.ahead = time.Until(info.TimeStamp)
	if !b.created.Equal(info.Created) {
		if !b.created.IsZero() {
			b.breakOff(errAgain)
		}
		b.created = info.Created
		clear(b.revisions)
		b.Note(b.Retain(nil)...)
	}
	return s, nil
}

// receive takes over what a watcher sends until something may have been missed, and returns why. last is a revision
// that the bucket had, or was known here, before the watcher was made.
func (b *Bucket) receive(ctx context.Context, watcher jetstream.KeyWatcher, last uint64) error {
	check := time.NewTicker(checkEvery)
	defer check.Stop()
	seen := map[string]uint64{}
	for {
		select {
		case e, ok := <-watcher.Updates():
			if !ok {
				return errors.New("the server ended it")
			}
			if e != nil {
				if name, ok := nameOf(e.Key()); ok {
					b.take(name, value{e.Value(), e.Operation() != jetstream.KeyValuePut, e.Revision(), e.Created(), 0})
					seen[name] = e.Revision()
				}
				continue
			}
			for _, name := range b.unseen(seen, last) {
				b.refresh(name)
			}
			b.setOnline()
		case <-check.C:
			stream, err := b.stream(ctx)
			if err != nil {
				return err
			}
			for _, name := range b.purged(stream.CachedInfo().State.FirstSeq) {
				b.refresh(name)
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
	lost     uint64 // the revision that it had before the servers lost it, 0 if it is new or that was not read
}

// take takes over a value that the server sent. One that is known already, because it was written here, keeps its
// stamp.
func (b *Bucket) take(name string, v value) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.revisions[name].number >= v.revision {
		return
	}
	b.revisions[name] = revision{v.revision, v.at}
	f, known := b.writing[name]
	if !known || !bytes.Equal(f.Raw, v.raw) {
		f = memory.File{Name: name, Raw: bytes.Clone(v.raw), Info: b.newInfo(v.raw, v.at)}
	}
	if v.deleted {
		b.Drop(name)
	} else if err := b.Put(f); err != nil {
		b.breakOff(err)
	}
	b.Note(name)
}

// unseen returns the files with revisions up to last that a watcher did not send: they were purged, the server fell
// back to an earlier state, or it lags behind.
func (b *Bucket) unseen(seen map[string]uint64, last uint64) (names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, r := range b.revisions {
		if seen[name] < r.number && r.number <= last {
			names = append(names, name)
		}
	}
	return names
}

// purged returns the files whose revisions are older than the first message of the stream.
func (b *Bucket) purged(first uint64) (names []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for name, r := range b.revisions {
		if r.number < first {
			names = append(names, name)
		}
	}
	return names
}

// revision is which state of a file a bucket has. After its servers fell back the numbers begin again where they were.
type revision struct {
	number uint64
	at     time.Time // when it was written, by the server's clock
}

// serverTime returns a time of ours by the server's clock.
func (b *Bucket) serverTime(t time.Time) time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return t.Add(b.ahead)
}

// entry is what is known of a file.
type entry struct {
	memory.File
	exists   bool
	revision uint64    // 0 for a name that the bucket never had
	at       time.Time // of the revision
	created  time.Time // of the bucket
}

// current returns what is known of a file now.
func (b *Bucket) current(name string) entry {
	b.mu.Lock()
	defer b.mu.Unlock()
	f, exists := b.File(name)
	r := b.revisions[name]
	return entry{f, exists, r.number, r.at, b.created}
}

// newInfo returns what the system would say of a new file. Each has another inode.
func (b *Bucket) newInfo(raw []byte, at time.Time) store.Info {
	return store.Info{
		Kind: store.Regular, Names: 1, Mode: 0o600, Uid: -1, Gid: -1,
		Stamp: tasks.Stamp{Mtime: at.UnixNano(), Size: int64(len(raw)), Ino: b.inodes.Add(1)},
	}
}

// setOffline notes that the server cannot be reached, and why; err is nil if that is not known.
func (b *Bucket) setOffline(err error) {
	b.mu.Lock()
	if b.since.IsZero() {
		b.since, b.why = time.Now(), err
	} else if !b.Came() && err != nil {
		b.why = err
	}
	why := b.offlineLocked().Error()
	b.mu.Unlock()
	if err != nil {
		why += ": " + err.Error()
	}
	b.SetHealth(tasks.Offline, why)
}

// cause returns why the server cannot be reached, as the end of a sentence.
func (b *Bucket) cause() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case errors.Is(b.why, jetstream.ErrStreamNotFound), errors.Is(b.why, jetstream.ErrBucketNotFound):
		return ": the bucket was deleted"
	case errors.Is(b.why, context.DeadlineExceeded), errors.Is(b.why, jetstream.ErrNoStreamResponse):
		return ": the servers do not answer; a cluster needs a majority of them"
	}
	return ": the connection was cut"
}

// setOnline notes that the copy has all files of a server that answers.
func (b *Bucket) setOnline() {
	b.mu.Lock()
	b.since, b.why = time.Time{}, nil
	b.SetHealth(tasks.Live, "") // before anybody reads the files as those of a server that is there
	b.SetCame()
	b.mu.Unlock()
	b.endTry(nil)
	b.Nudge() // for those who could write nothing meanwhile
}

// Offline returns nil while the server can be reached, else a *tasks.OfflineError.
func (b *Bucket) Offline() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.since.IsZero() {
		return nil
	}
	return b.offlineLocked()
}

// offlineLocked returns since when the server cannot be reached, and why, for callers that hold mu.
func (b *Bucket) offlineLocked() error {
	offline := &tasks.OfflineError{Host: b.Address.Host()}
	if b.why != nil || b.Came() {
		offline.Since = b.since
	}
	if b.why != nil {
		offline.Reason = b.why.Error()
	}
	return offline
}

// Close ends the connection. No goroutine is left when it returns.
func (b *Bucket) Close() error {
	_ = b.Feed.Close()
	b.cancel()
	b.closeConnection()
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
