package workspace

import (
	"cmp"
	"context"
	"errors"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/bucket"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/log"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
)

// A board waits so long for a host before it shows the list as not connected, and so long for the hosts of several
// lists together. A command needs the answer.
const (
	waitAlone = 3 * time.Second
	waitLanes = time.Second
	waitBrief = time.Minute
)

// host is a list that is not a directory of this host, while it is being opened and afterwards.
type host interface {
	changes
	Tried(context.Context) error // waits until the first attempt to connect has ended, and returns why it failed
}

// dial begins to connect to the host of a list, nil for one of this host.
func (w *Workspace) dial(place locate.Place, list string, o Options) (host, error) {
	if place.Host == "" {
		return nil, nil
	}
	if a, is, err := bucket.Parse(place.Dir); is {
		if err != nil {
			return nil, err
		}
		return bucket.Begin(a, false), nil
	}
	a, _, err := remote.Parse(place.Dir)
	if err != nil {
		return nil, err
	}
	if _, err := exec.LookPath("ssh"); err != nil {
		return nil, errors.New(place.Dir + " is on another host, and there is no ssh here: install it")
	}
	args := []string{"follow", "--lane=" + list}
	if o.Poll {
		args = append(args, "--poll")
	}
	if o.ReadOnly {
		args = append(args, "--read-only")
	}
	if a.Dir != "" {
		args = append(args, "--dir="+a.Dir)
	}
	return remote.Open(a, o.Version, args, w.outcomes), nil
}

// openFar opens a list that is not a directory of this host. While its host cannot be reached the list is offline, and
// it connects by itself; a command gets an error instead.
func (w *Workspace) openFar(place locate.Place, list string, o Options) (err error) {
	h := w.dialed[list]
	if h == nil {
		if h, err = w.dial(place, list, o); err != nil {
			return err
		}
	}
	until := time.Now().Add(waitAlone)
	switch {
	case o.Brief:
		until = time.Now().Add(waitBrief)
	case list != "":
		until = w.dialedAt.Add(waitLanes)
	}
	ctx, cancel := context.WithDeadline(w.ctx, until)
	defer cancel()
	err = h.Tried(ctx)
	if _, away := errors.AsType[*tasks.UnreachableError](err); err != nil && (o.Brief || !away) {
		return errors.Join(err, h.Close())
	}
	var d *directory
	switch h := h.(type) {
	case *remote.Link:
		d, err = w.openRemote(h, place, list, o)
	case *bucket.Bucket:
		d, err = w.openBucket(h, place, list, o)
	}
	if err != nil {
		return errors.Join(err, h.Close())
	}
	if w.place.Host != "" {
		w.place = d.place
	}
	w.dirs = append(w.dirs, d)
	return nil
}

// openRemote returns the list of a directory of another host.
func (w *Workspace) openRemote(link *remote.Link, place locate.Place, list string, o Options) (*directory, error) {
	hello, at := link.Hello(), link.Address
	dir := cmp.Or(hello.Dir, at.Dir, ".")
	s, err := store.Open(dir, store.Options{
		ReadOnly: o.ReadOnly, List: list, Links: w.links, Disk: link.Files, Outcomes: w.outcomes,
		Allowed: func() log.Allowed { return link.Hello().Allowed }, Codec: dialect.NewCodec(dir, hello.Configs...),
	})
	if err != nil {
		return nil, err
	}
	if hello.Dir != "" {
		place.Dir = at.Host + ":" + hello.Dir
	}
	place.Project = cmp.Or(hello.Project, path.Base(dir))
	far := sshList{sentNear{link}, s, link}
	d := &directory{list: far, place: place, name: list, store: s, watch: link}
	if link.Came() { // else the history would say that all tasks were deleted
		w.openHistory(d, log.DirOfAddress(o.State, place.Dir), o)
	}
	return d, nil
}

// openBucket returns the list of a bucket. Its journal is of this host.
func (w *Workspace) openBucket(b *bucket.Bucket, place locate.Place, list string, o Options) (*directory, error) {
	if o.Brief {
		b.Settle = bucket.Patience
	}
	at := filepath.Join(o.State, "buckets", b.Address.FileName()) // the journal is of a directory
	if o.State != "" && !o.ReadOnly {
		if err := log.System.MakeDir(at); err != nil {
			return nil, err
		}
	}
	s, err := store.Open(at, store.Options{
		ReadOnly: o.ReadOnly, List: list, State: o.State, Links: w.links, Disk: b, Codec: b.Codec(),
		Outcomes: w.outcomes,
	})
	if err != nil {
		return nil, err
	}
	place.Dir, place.Project = b.Address.String(), cmp.Or(b.Origin().Project, b.Address.Bucket)
	in := bucketList{localList{noNear{place, s}, s}, b}
	d := &directory{list: in, place: place, name: list, store: s, watch: b}
	if b.Came() { // else the history would say that all tasks were deleted
		w.openHistory(d, historyDir(s, o), o)
	}
	return d, nil
}

// ofHost returns the place of a directory on another host or of a bucket, false if arg does not name one.
func ofHost(arg string) (locate.Place, bool, error) {
	if a, is, err := bucket.Parse(arg); is {
		return locate.Place{Dir: arg, Host: a.Host(), Kind: locate.Explicit}, true, err
	}
	a, ok, err := remote.Parse(arg)
	if !ok || err != nil {
		return locate.Place{}, ok, err
	}
	return locate.Place{Dir: arg, Host: a.Host, Kind: locate.Explicit}, true, nil
}

// laneName returns a name for the list of a directory on another host: the host, and what the directory is called.
func laneName(p locate.Place) string {
	name := path.Base(strings.TrimSuffix(strings.TrimPrefix(p.Dir, p.Host+":"), "/.tasks"))
	if name == "." || name == "/" || name == ".tasks" {
		return p.Host
	}
	return p.Host + ":" + name
}
