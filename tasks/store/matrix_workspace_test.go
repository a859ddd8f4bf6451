package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
	"sideboard/tasks/store"
)

// at is when every edit here is made: 1795219407.25 seconds since 1970.
var at = time.Unix(1795219407, 250_000_000).UTC()

// me is who edits.
const me = "mia"

// workspace is a folder, the store and the board over it as a program has them, and the agents who watch.
type workspace struct {
	testing.TB
	form
	dir   string
	store *store.Store
	board *board.Board
	watch *watched
}

// sit makes the folder and opens it.
func sit(t testing.TB, f form, files map[string]string) *workspace {
	t.Helper()
	return sitAt(t, f, f.path(t.TempDir()), files)
}

func sitAt(t testing.TB, f form, dir string, files map[string]string) *workspace {
	t.Helper()
	d := &workspace{TB: t, form: f, dir: dir}
	d.must(os.MkdirAll(dir, 0o755))
	for name, text := range files {
		d.must(os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
		d.must(os.Chtimes(filepath.Join(dir, name), at, at.Add(-time.Hour)))
	}
	d.reopen(f.codec(dir))
	return d
}

// reopen opens and loads the folder as a program does that starts now.
func (d *workspace) reopen(codec *dialect.Codec) {
	d.Helper()
	d.watch = &watched{Disk: store.RealDisk(), dialect: d.dialect, dir: d.dir}
	s, err := store.Open(d.dir, store.Options{Codec: codec, Disk: d.watch, Now: func() time.Time { return at }})
	d.must(err)
	d.store, d.board = s, board.New()
	d.must(s.Load(d.Context(), func(delta tasks.Delta) { d.board.Apply(delta) }))
	d.board.SetTraits("", s.Traits())
	d.board.ShowInternal(true)
}

func (d *workspace) close() { d.must(d.store.Close()) }

func (d *workspace) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// ask asks a rule and says yes to what it asks back.
func ask(e tasks.Edit, err error) (tasks.Edit, error) {
	var back board.Ask
	if errors.As(err, &back) {
		return back.Edit, nil
	}
	return e, err
}

// do carries an edit out while the agents look on, and brings the board up to date.
func (d *workspace) do(e tasks.Edit) (tasks.Result, []sight, error) {
	d.Helper()
	before := d.agents("before")
	d.watch.begin()
	res, err := d.store.Apply(d.Context(), e)
	sights, faults := d.watch.end()
	for _, fault := range faults {
		d.Error(fault)
	}
	d.refresh()
	after := d.agents("after")
	for _, s := range sights {
		d.holds(e, res, s, before, after)
	}
	d.decides(e, sights, before)
	return res, sights, err
}

// decides makes sure that the file the edit is about changes before any other.
func (d *workspace) decides(e tasks.Edit, sights []sight, before refagents.Listing) {
	d.Helper()
	for _, s := range sights {
		changed := ""
		for _, was := range before.Tasks {
			i := indexOf(s.Listing, was.File)
			if i >= 0 && same(was, s.Tasks[i]) {
				continue
			}
			if changed = was.File; changed == e.Of.Name {
				return
			}
		}
		if changed != "" && e.Verb != tasks.VerbCreate {
			d.Errorf("after %s %s has changed, and %s has not", s.after, changed, e.Of.Name)
			return
		}
	}
}

// holds compares what the agents saw in the middle with what they saw before and after: every task that was there is
// there, as it was or as it will be, and nothing else is.
func (d *workspace) holds(e tasks.Edit, res tasks.Result, s sight, before, after refagents.Listing) {
	d.Helper()
	for _, was := range before.Tasks {
		if i := indexOf(s.Listing, was.File); i < 0 && (e.Verb != tasks.VerbDelete || was.File != e.Of.Name) {
			d.Errorf("after %s %s has vanished", s.after, was.File)
		}
	}
	for _, is := range s.Tasks {
		old, end := indexOf(before, is.File), indexOf(after, is.File)
		switch {
		case old < 0 && !slices.Contains(res.Made, tasks.Key{Name: is.File}) && !hidden(before, is.File):
			d.Errorf("after %s its agents take %s for a task", s.after, is.File)
		case old >= 0 && same(before.Tasks[old], is), end >= 0 && same(after.Tasks[end], is):
		case old >= 0 || end >= 0 && !grows(is, after.Tasks[end]):
			d.Errorf("after %s its agents read of %s neither the old nor the new: %+v", s.after, is.File, is)
		}
	}
	for _, h := range s.Skipped {
		if !hidden(before, h.File) {
			d.Errorf("after %s %s can not be seen: %s", s.after, h.File, h.Why)
		}
	}
}

func hidden(l refagents.Listing, file string) bool {
	return slices.ContainsFunc(l.Skipped, func(h refagents.SkippedFile) bool { return h.File == file })
}

func indexOf(l refagents.Listing, file string) int {
	return slices.IndexFunc(l.Tasks, func(t refagents.Task) bool { return t.File == file })
}

// same reports whether two tasks are alike but for being ready, which changes with those they wait for.
func same(a, b refagents.Task) bool {
	a.Ready, b.Ready = false, false
	return reflect.DeepEqual(a, b)
}

// grows reports whether a created task lacks only what links it.
func grows(a, b refagents.Task) bool {
	a.Blocks, b.Blocks = nil, nil
	return same(a, b)
}

func (d *workspace) refresh() {
	d.Helper()
	delta, err := d.store.Refresh(d.Context(), nil)
	d.must(err)
	d.board.Apply(delta)
}
