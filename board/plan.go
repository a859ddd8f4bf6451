package board

import (
	"errors"
	"slices"
	"time"

	"sideboard/tasks"
)

// Plan is a list of edits for one action, in which later edits can refer to the tasks that earlier ones create.
type Plan struct {
	Edits  []tasks.Edit
	Asks   []Ask   // what to ask a person before the edits are carried out
	on     [][]int // of each edit, which edits before it create what its task waits for
	traits *tasks.Traits
}

// Allow returns the edit of a rule that allows it, also if only after a question, which is added to the plan.
func (p *Plan) Allow(e tasks.Edit, err error) (tasks.Edit, error) {
	ask, asks := errors.AsType[Ask](err)
	if !asks {
		return e, err
	}
	known := func(other Ask) bool { return other.Question == ask.Question }
	if !slices.ContainsFunc(p.Asks, known) {
		p.Asks = append(p.Asks, ask)
	}
	return ask.Edit, nil
}

// NewPlan returns an empty plan for a list.
func NewPlan(b *Board, list string) *Plan { return &Plan{traits: b.Traits(list)} }

// Add appends an edit and returns its index. Its task waits for the tasks that the edits on create.
func (p *Plan) Add(e tasks.Edit, on ...int) int {
	p.Edits, p.on = append(p.Edits, e), append(p.on, on)
	return len(p.Edits) - 1
}

// ErrNotCreated is the error of an edit that refers to a task that was not created.
var ErrNotCreated = errors.New("what it waits for was not created")

// Complete adds to edit i the ids of the tasks that the edits before it created.
func (p *Plan) Complete(i int, res []tasks.Result) error {
	if i >= len(p.on) { // edits without references
		return nil
	}
	for _, on := range p.on[i] {
		made := res[on]
		if len(made.Made) == 0 {
			return ErrNotCreated
		}
		e := &p.Edits[i]
		if e.Draft != nil {
			d := *e.Draft
			d.WaitsFor = append(slices.Clone(d.WaitsFor), made.ID)
			e.Draft = &d
		} else {
			e.Changes = append(slices.Clone(e.Changes), waitFor(made.ID))
		}
		if p.traits != nil && p.traits.MustExist {
			e.Needs = append(slices.Clone(e.Needs),
				tasks.Need{Key: made.Made[0], Field: tasks.FieldWaitsFor,
					Is: tasks.RefsValue(p.Edits[on].Draft.WaitsFor)})
		}
	}
	return nil
}

// Insert plans a new task that waits for some ids and that some tasks wait for, in place of the id instead unless it is
// empty.
func Insert(b *Board, list, subject string, waitsFor []tasks.ID, unblocks []tasks.Key, instead tasks.ID, who string,
	at time.Time) (*Plan, error) {
	p := NewPlan(b, list)
	e, err := p.Allow(Create(b, list, tasks.Draft{Subject: subject, WaitsFor: waitsFor}, who, at))
	if err != nil {
		return nil, err
	}
	first := p.Add(e)
	for _, k := range unblocks {
		e, err := linkNew(b, k, instead, who, at)
		if err != nil {
			return nil, err
		}
		p.Add(e, first)
	}
	return p, nil
}

// linkNew returns the edit of a task that is to wait for a new one, and no longer for the id instead unless it is
// empty.
func linkNew(b *Board, k tasks.Key, instead tasks.ID, who string, at time.Time) (tasks.Edit, error) {
	r, err := newDecision(b, tasks.VerbLink, k, who, at)
	switch traits := b.Traits(k.List); {
	case err != nil:
		return tasks.Edit{}, err
	case traits != nil && traits.NumericIDs != r.t.ID.Num:
		return tasks.Edit{}, r.refuse("its ids are of another kind than those of new tasks, and its agents would not find one", "")
	case instead.Empty():
		return r.edit, nil
	case !slices.Contains(r.t.WaitsFor, instead):
		return tasks.Edit{}, r.refuse(b.displayName(k)+" does not wait for "+b.displayNameOf(k.List, instead)+
			" any more", "")
	}
	r.edit.Changes = []tasks.Change{stopWaiting(instead)}
	r.need(k, tasks.FieldWaitsFor, tasks.RefsValue(r.t.WaitsFor))
	return r.edit, nil
}

// MaxSplit is the most parts of Split: the tasks that waited for the whole may wait for all of them.
const MaxSplit = 100

// Split plans the parts of a task. The task stays; the parts wait for it or for the line they are indented under, and
// the tasks that waited for it wait for the parts. In a chain each part waits for the one before it, and they wait for
// the last.
func Split(b *Board, k tasks.Key, lines []OutlineLine, chain bool, who string, at time.Time) (*Plan, error) {
	r, err := newDecision(b, tasks.VerbCreate, k, who, at)
	if err != nil {
		return nil, err
	}
	lines = unticked(lines)
	switch {
	case len(lines) == 0:
		return nil, r.refuse("no line is a task", "type one task a line")
	case len(lines) > MaxSplit:
		return nil, r.refuse("these are more than 100 tasks", "split it into fewer, and split those")
	case isFinished(r.t):
		return nil, r.refuse(b.displayName(k)+" is completed, and nothing is left of it", "reopen it first")
	}
	p := NewPlan(b, k.List)
	var last []int // the parts that no other part waits for
	for i, l := range lines {
		d, on := tasks.Draft{Subject: l.Subject, WaitsFor: []tasks.ID{r.t.ID}}, l.Under
		if chain {
			on = i - 1
		}
		var after []int
		if on >= 0 {
			d.WaitsFor, after = nil, []int{on}
			last = slices.DeleteFunc(last, func(j int) bool { return j == on })
		}
		e, err := Create(b, k.List, d, who, at)
		if err != nil {
			return nil, err
		}
		last = append(last, p.Add(e, after...))
	}
	for _, l := range b.Unblocks(k) {
		if r.t.Traits.Form != nil { // its agents may rely on their lists
			break
		}
		if l.Task == nil || l.Key == k || isFinished(l.Task) {
			continue
		}
		for _, to := range b.WaitsFor(l.Key) {
			if to.Key != k || !slices.Contains(l.Task.WaitsFor, to.ID) {
				continue
			}
			e, err := linkNew(b, l.Key, to.ID, who, at)
			if err != nil {
				return nil, err
			}
			p.Add(e, last...)
		}
	}
	return p, nil
}

// unticked returns the lines of an outline that are not ticked, each under its nearest unticked parent.
func unticked(lines []OutlineLine) (left []OutlineLine) {
	at := make([]int, len(lines))
	for i, l := range lines {
		if l.Done {
			continue
		}
		if l.Under = WaitsFor(lines, i, func(j int) bool { return !lines[j].Done }); l.Under >= 0 {
			l.Under = at[l.Under]
		}
		at[i] = len(left)
		left = append(left, l)
	}
	return left
}
