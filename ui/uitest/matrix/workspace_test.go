package matrix

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
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

// openWorkspace makes the directory and opens it.
func openWorkspace(t testing.TB, f form, files map[string]string) *workspace {
	t.Helper()
	return openWorkspaceAt(t, f, f.path(t.TempDir()), files)
}

func openWorkspaceAt(t testing.TB, f form, dir string, files map[string]string) *workspace {
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
	for _, f := range played() { // what came before the faults was of a design
		_, err := codec.Decode(keyOf(f.File(1)), []byte(f.Text(row{N: 1, Subject: "a", Status: "pending"})), tasks.Stamp{})
		d.must(err)
	}
	codec.Settle()
	d.watch = &watched{Disk: store.System, dialect: d.Dialect, dir: d.dir}
	s, err := store.Open(d.dir, store.Options{Codec: codec, Disk: d.watch, Now: func() time.Time { return at }})
	d.must(err)
	d.store, d.board = s, board.New()
	d.must(s.Load(d.Context(), func(delta tasks.Delta) { d.board.Apply(delta) }))
	d.board.SetTraits("", s.Traits())
	d.board.ShowInternal(true)
}

func (d *workspace) close() { d.must(d.store.Close()) }

func (d *workspace) key(n int) tasks.Key { return keyOf(d.File(n)) }

func (d *workspace) must(err error) {
	d.Helper()
	if err != nil {
		d.Fatal(err)
	}
}

// ask asks a rule and says yes to what it asks back.
func ask(e tasks.Edit, err error) (tasks.Edit, error) {
	if back, ok := errors.AsType[board.Ask](err); ok {
		return back.Edit, nil
	}
	return e, err
}

// do carries an edit out while the agents look on, and brings the board up to date.
func (d *workspace) do(e tasks.Edit) (tasks.Result, error) {
	d.Helper()
	before := d.agents("before")
	d.watch.begin()
	res, err := d.store.Batch().Apply(d.Context(), e)
	readings, faults := d.watch.end()
	for _, fault := range faults {
		d.Error(fault)
	}
	d.refresh()
	after := d.agents("after")
	for _, s := range readings {
		d.holds(e, res, s, before, after)
	}
	return res, err
}

// holds compares what the agents saw in the middle with what they saw before and after: every task that was there is
// there, as it was or as it will be, and nothing else is.
func (d *workspace) holds(e tasks.Edit, res tasks.Result, s reading, before, after refagents.Listing) {
	d.Helper()
	for _, was := range before.Tasks {
		if i := indexOf(s.Listing, was.File); i < 0 && (e.Verb != tasks.VerbDelete || was.File != e.Of.Name) {
			d.Errorf("after %s %s has vanished", s.after, was.File)
		}
	}
	for _, is := range s.Tasks {
		old, end := indexOf(before, is.File), indexOf(after, is.File)
		switch {
		case old < 0 && !slices.Contains(res.Made, keyOf(is.File)) && !hidden(before, is.File):
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

// agents is what the dialect's own agents read.
func (d *workspace) agents(when string) refagents.Listing {
	d.Helper()
	l, err := refagents.Read(d.Dialect, d.dir)
	if err != nil {
		d.Fatalf("%s: %v", when, err)
	}
	return l
}

// ready are the files an agent would start on, in order of their names.
func ready(l refagents.Listing) []string {
	names := []string{}
	for _, t := range l.Tasks {
		if t.Ready {
			names = append(names, t.File)
		}
	}
	slices.SortFunc(names, tasks.Natural)
	return names
}

// agree compares what the board calls ready with what its agents would start on.
func (d *workspace) agree(when string) {
	d.Helper()
	l := d.agents(when)
	for _, t := range l.Tasks {
		key := keyOf(t.File)
		state := d.board.State(key)
		if t.Internal || t.Status != "pending" || t.OwnedBy() != "" {
			if t.Ready {
				d.Errorf("%s: %s would be started: %+v", when, t.File, t)
			}
			continue
		}
		if (state == board.Ready) != t.Ready {
			d.Errorf("%s: %s is ready for its agents: %v, on the board: %q\n%s", when, t.File, t.Ready, state, d.picture())
		}
	}
	for i := range d.board.Len(board.PendingColumn) {
		key := d.board.At(board.PendingColumn, i)
		if t := d.board.Task(key); d.board.State(key) == board.Ready && d.board.Unseen(t) == "" && indexOf(l, key.Name) < 0 {
			d.Errorf("%s: %s is ready on the board, and its agents do not see it\n%s", when, key.Name, d.picture())
		}
	}
}

// picture is every file, for the report of a failure.
func (d *workspace) picture() string {
	var b strings.Builder
	states := d.snapshot()
	for _, name := range slices.SortedFunc(maps.Keys(states), tasks.Natural) {
		b.WriteString(name + ": " + strings.Join(strings.Fields(states[name].text), " ") + "\n")
	}
	return b.String()
}

// fileState is a file as it is.
type fileState struct {
	text string
	info fs.FileInfo
}

func (d *workspace) snapshot() map[string]fileState {
	d.Helper()
	entries, err := os.ReadDir(d.dir)
	d.must(err)
	states := map[string]fileState{}
	for _, e := range entries {
		info, err := e.Info()
		d.must(err)
		raw := []byte("not a file")
		if info.Mode().IsRegular() {
			raw, err = os.ReadFile(filepath.Join(d.dir, e.Name()))
			d.must(err)
		}
		states[e.Name()] = fileState{string(raw), info}
	}
	return states
}

// wroteOnly makes sure that an edit wrote the files that its result names, and that every other one is the same file, untouched.
func (d *workspace) wroteOnly(before map[string]fileState, res tasks.Result) {
	d.Helper()
	now := d.snapshot()
	for name, was := range before {
		is, there := now[name]
		written := slices.Contains(res.Names(), name) || name == ".highwatermark" && len(res.Applied) > 0
		switch {
		case !written && (!there || !os.SameFile(was.info, is.info) || !was.info.ModTime().Equal(is.info.ModTime())):
			d.Errorf("%s is no part of the edit, and was written or removed", name)
		case there && name != ".highwatermark" && written && was.text == is.text:
			d.Errorf("%s was written although nothing of it changed", name)
		case there && was.info.Mode() != is.info.Mode():
			d.Errorf("%s has the mode %v, had %v", name, is.info.Mode(), was.info.Mode())
		}
	}
	for name := range now {
		if _, there := before[name]; !there && !slices.Contains(res.Made, keyOf(name)) {
			d.Errorf("%s was left", name)
		}
	}
}

// workOn lets the agents go on: those who run a task complete it, and whatever is ready is claimed and completed,
// until nothing is. It gives the files that were completed.
func (d *workspace) workOn() (done []string) {
	d.Helper()
	for range 50 {
		l := d.agents("going on")
		i := slices.IndexFunc(l.Tasks, func(t refagents.Task) bool { return t.Status == "in_progress" || t.Ready })
		if i < 0 {
			return done
		}
		t := l.Tasks[i]
		who := t.OwnedBy()
		if t.Ready {
			who = "agent-9"
			if err := refagents.Claim(d.Dialect, d.dir, idIn(t.File), who); err != nil {
				d.Fatalf("an agent claims %s: %v", t.File, err)
			}
		}
		if err := refagents.Complete(d.Dialect, d.dir, idIn(t.File), who); err != nil {
			d.Fatalf("%s completes %s: %v", who, t.File, err)
		}
		done = append(done, t.File)
	}
	d.Fatal("the agents come to no end")
	return nil
}

// idIn is the id that the name of a file means.
func idIn(file string) string {
	stem := strings.TrimSuffix(file, ".json")
	if rest := strings.TrimPrefix(stem, "task_"); strings.Trim(rest, "0123456789") == "" && len(rest) < 8 {
		return rest
	}
	return stem
}
