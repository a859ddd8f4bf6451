package workspace

import (
	"errors"
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/doctor"
	"sideboard/tasks/store"
)

// lane puts what a directory says into the words of a workspace of several lists, and what the workspace asks of it into the directory's
// own: in a directory every key has the List "", on the workspace the name of its list. Of a workspace with one list the lane is "",
// and nothing changes.
//
// What is shared is never written to: records are copied. A type that has a key anywhere must be here; a test walks
// all of them.
type lane string

// inside is a key as its directory has it.
func (l lane) inside(k tasks.Key) tasks.Key { k.List = ""; return k }

// key is a key of the directory as the workspace has it.
func (l lane) key(k tasks.Key) tasks.Key { k.List = string(l); return k }

// into is the opposite of a lane: what it puts into words has the List of a directory.
const into = lane("")

func each[T any](all []T, f func(T) T) []T {
	if all == nil {
		return nil
	}
	out := make([]T, len(all))
	for i, x := range all {
		out[i] = f(x)
	}
	return out
}

func (l lane) task(t *tasks.Task) *tasks.Task {
	if t == nil || t.List == string(l) {
		return t
	}
	named := *t
	named.Key = l.key(t.Key)
	return &named
}

func (l lane) problem(p tasks.Problem) tasks.Problem { p.Key = l.key(p.Key); return p }

func (l lane) delta(d tasks.Delta) tasks.Delta {
	d.Put = each(d.Put, l.task)
	d.Gone = each(d.Gone, l.key)
	d.Problems = each(d.Problems, l.problem)
	if d.Mine != nil {
		mine := make(map[tasks.Key]tasks.EditID, len(d.Mine))
		for k, id := range d.Mine {
			mine[l.key(k)] = id
		}
		d.Mine = mine
	}
	return d
}

func (l lane) document(d tasks.Document) tasks.Document { d.Task = l.task(d.Task); return d }

func (l lane) need(n tasks.Need) tasks.Need { n.Key = l.key(n.Key); return n }

func (l lane) step(s tasks.Step) tasks.Step { s.Key = l.key(s.Key); return s }

// edit is an edit in the words of the workspace, or of a directory where l is into.
func (l lane) edit(e tasks.Edit) tasks.Edit {
	e.Of = l.key(e.Of)
	e.Needs, e.Also, e.Steps = each(e.Needs, l.need), each(e.Also, l.step), each(e.Steps, l.step)
	return e
}

// enter is an edit as its directory has it.
func (l lane) enter(e tasks.Edit) tasks.Edit { return into.edit(e) }

// within answers nil if an edit touches no other list. An id means another task there, so that no link leads from one
// to the other.
func (l lane) within(e tasks.Edit) error {
	elsewhere := func(k tasks.Key) bool { return k.List != string(l) }
	out := slices.ContainsFunc(e.Needs, func(n tasks.Need) bool { return elsewhere(n.Key) })
	for _, s := range slices.Concat(e.Also, e.Steps) {
		out = out || elsewhere(s.Key)
	}
	if out {
		return fmt.Errorf("it would touch more lists than %s", l)
	}
	return nil
}

func (l lane) result(r tasks.Result) tasks.Result {
	r.Made, r.Applied = each(r.Made, l.key), each(r.Applied, l.step)
	return r
}

func (l lane) past(d store.Done) store.Done {
	d.Key, d.Steps = l.key(d.Key), each(d.Steps, l.step)
	return d
}

func (l lane) choice(c store.Choice) store.Choice { c.Key = l.key(c.Key); return c }

func (l lane) clash(c tasks.Clash) tasks.Clash { c.Key = l.key(c.Key); return c }

func (l lane) outcome(o store.Outcome) store.Outcome {
	o.Edit, o.Key, o.Clashes = l.edit(o.Edit), l.key(o.Key), each(o.Clashes, l.clash)
	if o.Again != nil {
		again := l.edit(*o.Again)
		o.Again = &again
	}
	o.Err = l.err(o.Err)
	return o
}

func (l lane) finding(f doctor.Finding) doctor.Finding {
	f.Files = each(f.Files, l.key)
	if f.Repair != nil {
		r := l.mended(*f.Repair)
		f.Repair = &r
	}
	return f
}

func (l lane) mended(r doctor.Repair) doctor.Repair {
	r.List = string(l)
	if r.Edit != nil {
		e := l.edit(*r.Edit)
		r.Edit = &e
	}
	return r
}

// repair is a repair as its directory has it.
func (l lane) repair(r doctor.Repair) doctor.Repair { return into.mended(r) }

func (l lane) conflict(c *tasks.Conflict) *tasks.Conflict {
	named := *c
	named.Key, named.Clashes = l.key(c.Key), each(c.Clashes, l.clash)
	return &named
}

func (l lane) refused(r *store.Refused) *store.Refused {
	named := *r
	named.Key = l.key(r.Key)
	return &named
}

func (l lane) unfinished(u *store.Unfinished) *store.Unfinished {
	named := *u
	named.Done, named.Left, named.Errs = each(u.Done, l.step), each(u.Left, l.step), each(u.Errs, l.err)
	return &named
}

// err is an error of a directory whose keys name the list.
func (l lane) err(err error) error {
	if err == nil || l == "" {
		return err
	}
	return fromLane{err, l}
}

// fromLane is an error from a directory. It reads as that does; what errors.As finds in it has the keys of the workspace.
type fromLane struct {
	error
	lane lane
}

func (e fromLane) Unwrap() error { return e.error }

// As finds the errors that have keys, before those of the directory are looked at.
func (e fromLane) As(target any) bool {
	switch to := target.(type) {
	case **tasks.Conflict:
		return found(e.error, to, e.lane.conflict)
	case **store.Refused:
		return found(e.error, to, e.lane.refused)
	case **store.Unfinished:
		return found(e.error, to, e.lane.unfinished)
	}
	return false
}

func found[T error](err error, to *T, in func(T) T) bool {
	var e T
	if !errors.As(err, &e) {
		return false
	}
	*to = in(e)
	return true
}
