package workspace

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
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

// dialTimeout is how long a first connection to another host may take, with all of its files.
const dialTimeout = time.Minute

// openRemote opens a directory of another host as a list.
func (w *Workspace) openRemote(place locate.Place, list string, o Options) error {
	a, _, err := remote.Parse(place.Dir)
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("ssh"); err != nil {
		return errors.New(place.Dir + " is on another host, and there is no ssh here: install it")
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
	ctx, cancel := context.WithTimeout(w.ctx, dialTimeout)
	defer cancel()
	link, err := remote.Dial(ctx, a, o.Version, args, w.outcomes)
	if err != nil {
		return err
	}
	there := link.Hello()
	s, err := store.Open(there.Dir, store.Options{
		ReadOnly: o.ReadOnly, List: list, Links: w.links, Disk: link.Files, Codec: dialect.NewCodec(there.Dir, there.Configs...), Outcomes: w.outcomes,
	})
	if err != nil {
		return errors.Join(err, link.Close())
	}
	place.Dir, place.Project = a.Host+":"+there.Dir, cmp.Or(there.Project, path.Base(there.Dir))
	if w.place.Host != "" {
		w.place = place
	}
	w.dirs = append(w.dirs, &directory{place: place, list: list, store: s, watch: link, link: link})
	return nil
}

// openBucket opens a bucket as a list. Its journal is of this host.
func (w *Workspace) openBucket(a bucket.Address, place locate.Place, list string, o Options) error {
	ctx, cancel := context.WithTimeout(w.ctx, dialTimeout)
	defer cancel()
	b, err := bucket.Open(ctx, a, false)
	if err != nil {
		return err
	}
	at := filepath.Join(o.State, "buckets", a.FileName()) // the journal is of a directory
	if o.State != "" {
		err = log.System.MakeDir(at)
	}
	var s *store.Store
	if err == nil {
		s, err = store.Open(at, store.Options{ReadOnly: o.ReadOnly, List: list, State: o.State, Links: w.links, Disk: b, Codec: b.Codec(), Outcomes: w.outcomes})
	}
	if err != nil {
		return errors.Join(err, b.Close())
	}
	place.Dir, place.Project = a.String(), cmp.Or(b.Origin().Project, a.Bucket)
	if w.place.Host != "" {
		w.place = place
	}
	w.addDirectory(&directory{place: place, list: list, store: s, watch: b})
	return nil
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

// writable returns nil if edits can be written, else why not.
func (d *directory) writable() error {
	if d.link == nil {
		return d.store.Writable()
	}
	if err := d.link.Offline(); err != nil {
		return err
	}
	return asError(d.link.Hello().Denied)
}

// noUndo returns nil if edits can be taken back, else why not.
func (d *directory) noUndo() error {
	if d.link == nil {
		return d.store.NoUndo()
	}
	return asError(d.link.Hello().NoUndo)
}

func asError(text string) error {
	if text == "" {
		return nil
	}
	return errors.New(text)
}

// applyThere has an edit carried out on the host of the directory.
func (d *directory) applyThere(ctx context.Context, e tasks.Edit) (tasks.Result, error) {
	if err := d.writable(); err != nil {
		return tasks.Result{}, err
	}
	if e.ID == 0 {
		e.ID = tasks.EditID(rand.Uint64())
	}
	return d.link.Apply(ctx, e)
}

func (d *directory) pastEdits() ([]store.PastEdit, error) {
	if d.link == nil {
		return d.store.PastEdits()
	}
	a, err := d.link.Ask(context.Background(), remote.Request{Do: remote.Past})
	return a.Past, err
}

func (d *directory) deleted() (all []store.Deleted, err error) {
	if d.link == nil {
		return d.store.Deleted()
	}
	a, err := d.link.Ask(context.Background(), remote.Request{Do: remote.Deleted})
	for _, k := range a.Deleted {
		t, err := d.store.Codec().Decode(tasks.Key{List: d.list, Name: k.Name}, k.Raw, tasks.Stamp{Size: int64(len(k.Raw))})
		if err == nil {
			k.Task = t
			all = append(all, k.Deleted)
		}
	}
	return all, err
}
