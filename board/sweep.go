package board

import (
	"cmp"
	"errors"
	"time"

	"sideboard/tasks"
)

// SweepKind is the reason for a Proposal.
type SweepKind uint8

// The kinds, in the order in which they are proposed.
const (
	SweepDone  SweepKind = iota // not completed, although the tasks that waited for it are
	SweepDead                   // in progress, and its owner is dead or gone
	SweepTaken                  // pending, and its owner is dead or gone
	SweepOld                    // completed long ago
)

// Verb returns the verb that is proposed.
func (k SweepKind) Verb() tasks.Verb {
	return [...]tasks.Verb{tasks.VerbComplete, tasks.VerbRelease, tasks.VerbRelease, tasks.VerbDelete}[k]
}

// String describes the kind in words that follow the number of tasks.
func (k SweepKind) String() string {
	return [...]string{"all around it done", "started, owner gone", "pending, owner gone", "done over a day"}[k]
}

// A Proposal is an edit that would tidy up the board.
type Proposal struct {
	Kind  SweepKind
	Key   tasks.Key
	Agent tasks.Agent // its owner, where that is dead or gone
	Since time.Time   // SweepOld: when its file changed last
}

// Reason returns why, in words, "" for SweepOld.
func (p Proposal) Reason() string {
	switch p.Kind {
	case SweepDone:
		return "what waited for it is completed"
	case SweepDead, SweepTaken:
		return p.Agent.Name + " " + cmp.Or(p.Agent.Why, "is "+p.Agent.State.String())
	}
	return ""
}

// Edit returns what the rule of the verb says.
func (p Proposal) Edit(b *Board, who string, at time.Time) (tasks.Edit, error) {
	switch p.Kind.Verb() {
	case tasks.VerbComplete:
		return Complete(b, p.Key, who, at)
	case tasks.VerbRelease:
		return Release(b, p.Key, who, at)
	}
	return Delete(b, p.Key, who, at)
}

// sweepAfter is how long a task has been completed before Sweep proposes to delete it.
const sweepAfter = 24 * time.Hour

// Sweep returns at most most proposals for the cards that the filter shows, kind by kind, without those that a rule
// refuses, and none for files of an inferred form, whose agents' rules are not known. It proposes nothing for a task
// whose owner may still be at work.
func (b *Board) Sweep(who string, now time.Time, most int) (all []Proposal) {
	if b.wipedCards > 0 {
		return nil
	}
	var kinds [SweepOld + 1][]Proposal
	for c := range Column(Columns) {
		for s := range b.columns[c].each {
			sl := &b.slots[s]
			if sl.task == nil || !b.Filter().Empty() && !sl.shown || sl.container || sl.hasProblem {
				continue
			}
			if sl.task.Traits.Form != nil {
				continue
			}
			p, ok := b.sweepAt(s, c, who, now)
			if !ok || len(kinds[p.Kind]) == most {
				continue
			}
			var no Refusal
			if _, err := p.Edit(b, who, now); !errors.As(err, &no) {
				kinds[p.Kind] = append(kinds[p.Kind], p)
			}
		}
	}
	for _, of := range kinds {
		all = append(all, of[:min(len(of), most-len(all))]...)
	}
	return all
}

// sweepAt returns the proposal for a task of a column.
func (b *Board) sweepAt(s int32, c Column, who string, now time.Time) (Proposal, bool) {
	t := b.slots[s].task
	p := Proposal{Key: t.Key}
	var owner tasks.Agent
	if b.ownerStateFunc != nil && t.Owner != who {
		owner = b.ownerStateFunc(t.List, t.Owner)
	}
	over, mine := owner.State.Over(), who != "" && t.Owner == who
	if over {
		p.Agent = owner
	}
	switch {
	case c == CompletedColumn:
		p.Kind, p.Since = SweepOld, time.Unix(0, max(t.Clock, t.Stamp.Mtime))
		return p, t.Status == tasks.Completed && t.Parent.Empty() && now.Sub(p.Since) > sweepAfter &&
			b.finishedDependants(s) >= 0
	case (t.Status == tasks.Pending || t.Status == tasks.InProgress) && b.countOpenBlockers(s) == 0 &&
		b.slots[s].missing == 0 && b.finishedDependants(s) > 0:
		p.Kind = SweepDone
		free := t.Owner == "" && t.Status == tasks.Pending
		return p, free || mine || over || owner.State == tasks.AgentIdle
	case t.Status == tasks.InProgress:
		p.Kind = SweepDead
		return p, over
	case t.Status == tasks.Pending && t.Owner != "":
		p.Kind = SweepTaken
		return p, over
	}
	return p, false
}

// finishedDependants returns the number of tasks that wait for a task, -1 if not all of them are finished.
func (l *links) finishedDependants(s int32) (n int) {
	l.eachDependant(s, func(d, _ int32) bool {
		if d == s {
			return true
		}
		if n++; !isFinished(l.slots[d].task) {
			n = -1
		}
		return n > 0
	})
	return n
}
