package workspace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"time"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
)

// Finder finds and opens directories, always with the same environment and options.
type Finder struct {
	Env      locate.Env
	Arg      string   // the directory that was named, "" for none
	More     []string // the directories that were named after it, for Together
	List     string   // the list that was named, "" for none
	Together bool     // open all lists of the place together
	Options  Options
}

// Open opens the directory that is meant. If there is none, the error is a *locate.NotFoundError.
func (f Finder) Open() (*Workspace, error) {
	d, err := f.openNamed()
	if _, is := errors.AsType[*locate.NotFoundError](err); is && f.IsUnnamed() {
		if lists, unread := f.Lists(); unread == nil {
			if l, why, ok := locate.PickList(lists, time.Now()); ok {
				return f.OpenPicked(l, why)
			}
		}
		if place, ok := locate.FindToolDir(f.Env); ok {
			return Open(place, f.options())
		}
	}
	return d, err
}

// openNamed opens what was named or is nearest.
func (f Finder) openNamed() (*Workspace, error) {
	if f.Together {
		return f.openTogether(append([]string{f.Arg}, f.More...)...)
	}
	if place, there, err := ofHost(f.Arg); there {
		if err != nil {
			return nil, err
		}
		return Open(place, f.options())
	}
	place, err := locate.Resolve(f.Env, f.Arg, f.List)
	if err != nil {
		return nil, err
	}
	return Open(place, f.options())
}

// IsUnnamed reports whether neither arguments nor the environment name a directory.
func (f Finder) IsUnnamed() bool {
	return f.Arg == "" && f.List == "" && !f.Together && !f.Env.NamesList()
}

// OpenPicked opens a list that was not named; its Place says why it was picked.
func (f Finder) OpenPicked(l locate.List, why string) (*Workspace, error) {
	return f.openDir(l.Dir, why)
}

// Check returns an error if the named directory cannot be opened, as far as that is known without opening it. A
// directory that does not exist yet is no error: it can be waited for.
func (f Finder) Check() error {
	if f.Arg == "" && f.List == "" {
		return nil
	}
	if f.Together {
		for _, arg := range append([]string{f.Arg}, f.More...) {
			if err := f.checkOne(arg); err != nil {
				return err
			}
		}
		return nil
	}
	if _, there, err := ofHost(f.Arg); there {
		return err
	}
	if err := f.checkOne(f.Arg); err != nil {
		return err
	}
	_, err := locate.Resolve(f.Env, f.Arg, f.List)
	if _, ok := errors.AsType[*locate.NotFoundError](err); ok {
		return nil
	}
	return err
}

// checkOne returns an error if a directory cannot be opened, as far as that is known without opening it.
func (f Finder) checkOne(arg string) error {
	if _, there, err := ofHost(arg); there || arg == "" {
		return err
	}
	err := locate.CheckDir(f.Env, arg)
	if _, ok := errors.AsType[*locate.NotFoundError](err); ok {
		return nil
	}
	return err
}

// OpenDir opens one directory.
func (f Finder) OpenDir(dir string) (*Workspace, error) { return f.openDir(dir, "") }

func (f Finder) openDir(dir, why string) (*Workspace, error) {
	place, err := locate.Resolve(f.Env, dir, "")
	if err != nil {
		return nil, err
	}
	place.PickedBecause = why
	return Open(place, f.options())
}

// OpenAll opens all lists of the project of the current directory together.
func (f Finder) OpenAll() (*Workspace, error) { return f.openTogether("") }

// openTogether opens all lists of several places, of other hosts too.
func (f Finder) openTogether(args ...string) (*Workspace, error) {
	var all locate.ListSet
	taken := map[string]bool{}
	for i, arg := range args {
		t := locate.ListSet{Dir: arg}
		place, there, err := ofHost(arg)
		if there {
			t.Lists = []locate.NamedPlace{{Place: place, Name: laneName(place)}}
		} else {
			t, err = locate.FindListSet(f.Env, arg)
		}
		if err != nil {
			return nil, err
		}
		for _, l := range t.Lists {
			for n, name := 2, l.Name; taken[l.Name]; n++ {
				l.Name = fmt.Sprint(name, " ", n)
			}
			taken[l.Name] = true
			all.Lists = append(all.Lists, l)
		}
		if i == 0 {
			all.Dir, all.Project = t.Dir, t.Project
		}
		all.More += t.More
	}
	return OpenTogether(all, f.options())
}

func (f Finder) options() Options {
	o := f.Options
	o.Cwd = f.Env.Cwd
	if f.Env.Getenv != nil {
		o.Tmux = f.Env.Getenv("TMUX")
	}
	if c := locate.ConfigDir(f.Env); c != "" {
		o.Configs = append(o.Configs, c)
	}
	return o
}

// Lists returns the lists of Claude Code, those of this project first, and the newest first in each group.
func (f Finder) Lists() ([]locate.List, error) { return locate.Lists(f.Env) }

// Alternatives returns everything that could be opened instead, that of this project first. If the open directory is of
// another project, the directories of that project come before them.
func (f Finder) Alternatives(open locate.Place) ([]locate.FoundList, []error) {
	all, errs := locate.FindAll(f.Env)
	here := func(l locate.FoundList) bool { return l.Dir == open.Dir }
	e := f.Env
	switch open.Kind {
	case locate.TasksDir:
		e.Cwd = filepath.Dir(open.Dir)
	case locate.SubList, locate.WorkflowDir:
		e.Cwd = filepath.Dir(filepath.Dir(open.Dir))
	default:
		return all, errs
	}
	if slices.ContainsFunc(all, here) {
		return all, errs
	}
	there, _ := locate.FindAll(e) // its errors were reported when it was opened
	var nextTo []locate.FoundList
	for _, l := range there {
		if l.Here && l.Kind != locate.ClaudeCode {
			l.Here = false
			nextTo = append(nextTo, l)
		}
	}
	return append(nextTo, all...), errs
}

// CreateTasksDir makes an empty .tasks in the named directory, else in the current one, and opens it. One that is there
// already is only opened.
func (f Finder) CreateTasksDir() (*Workspace, error) {
	dir := f.Arg
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(f.Env.Cwd, dir)
	}
	dir = filepath.Join(dir, ".tasks")
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("make .tasks: %w", err)
	}
	return f.OpenDir(dir)
}

// DropTasksDir removes a directory that CreateTasksDir made, if it is empty.
func DropTasksDir(dir string) { _ = os.Remove(dir) }

// WaitForNewList waits until Claude Code makes a new list for this project, and returns it. A list that had no tasks at
// the first look is new when it gets some.
func (f Finder) WaitForNewList(ctx context.Context, open locate.Place) (locate.List, error) {
	tick := time.NewTicker(10 * checkInterval)
	defer tick.Stop()
	var known map[string]bool
	for {
		if lists, err := f.Lists(); err == nil {
			if known == nil {
				known = map[string]bool{open.Dir: true}
				for _, l := range lists {
					known[l.Dir] = known[l.Dir] || l.Tasks > 0
				}
			}
			for _, l := range lists {
				if l.Here && l.Tasks > 0 && !known[l.Dir] {
					return l, nil
				}
			}
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return locate.List{}, ctx.Err()
		}
	}
}

// checkInterval is how often a Waiter checks for a directory, which takes a handful of stats. It reads the lists when
// one of their directories changed, else at each listsEvery-th check: a file that is rewritten in place does not change
// its directory.
const (
	checkInterval = 400 * time.Millisecond
	listsEvery    = 10
)

// Waiter waits for something that can be opened. Its Next may be called by one goroutine at a time.
type Waiter struct {
	finder Finder
	ctx    context.Context
	cancel context.CancelFunc
	checks int           // how often Next checked
	stamp  []time.Time   // of the directories of the lists, when these were last read; nil before that
	lists  []locate.List // what Next last returned
}

// NewWaiter returns a Waiter.
func (f Finder) NewWaiter() *Waiter {
	w := &Waiter{finder: f}
	w.ctx, w.cancel = context.WithCancel(context.Background())
	return w
}

// Close ends a Next that waits, and all later ones.
func (w *Waiter) Close() { w.cancel() }

// Closed reports whether Close was called.
func (w *Waiter) Closed() bool { return w.ctx.Err() != nil }

// Next waits until the directory that is meant exists, and opens it; or until the lists of Claude Code differ from
// those it returned last, and returns them. The first call returns at once. After Close the error is context.Canceled.
func (w *Waiter) Next() (*Workspace, []locate.List, error) {
	for ; ; w.checks++ {
		if w.checks > 0 {
			select {
			case <-time.After(checkInterval):
			case <-w.ctx.Done():
			}
		}
		if w.ctx.Err() != nil {
			return nil, nil, w.ctx.Err()
		}
		d, err := w.finder.openNamed()
		var none *locate.NotFoundError
		if !errors.As(err, &none) {
			return d, nil, err
		}
		stamp := locate.ListStamp(w.finder.Env)
		if w.checks%listsEvery != 0 && reflect.DeepEqual(stamp, w.stamp) {
			continue
		}
		lists, err := w.finder.Lists()
		if err != nil {
			if w.checks == 0 {
				w.checks++
				return nil, nil, err
			}
			continue // it was returned once
		}
		first := w.stamp == nil
		w.stamp = stamp
		if first || !reflect.DeepEqual(lists, w.lists) {
			w.lists = lists
			w.checks++
			return nil, lists, nil
		}
	}
}

// Dialects returns the short names of the designs for the first task of a .tasks.
func Dialects() (names []string) {
	for _, t := range dialect.All() {
		if isOfTasksDir(t) {
			names = append(names, t.Dialect)
		}
	}
	return names
}

// dialectNamed returns the design of that short name, nil if it is none of Dialects.
func dialectNamed(name string) *tasks.Traits {
	for _, t := range dialect.All() {
		if t.Dialect == name && isOfTasksDir(t) {
			return t
		}
	}
	return nil
}

// isOfTasksDir reports whether the agents of a design keep their tasks in a .tasks. Claude Code and workflows make
// directories elsewhere.
func isOfTasksDir(t *tasks.Traits) bool { return !t.Nests && t.Lock != tasks.MkdirLock }
