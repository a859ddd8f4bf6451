package verbs

import (
	"cmp"
	"context"
	"slices"
	"time"

	"sideboard/board"
	"sideboard/tasks"
)

// RenewLease renews the lease of the owner, if it has a task in progress, and returns until when it lasts; else it ends
// the lease, and until is zero.
func (s *Session) RenewLease(ctx context.Context, lasts time.Duration) (until time.Time, err error) {
	works := map[string]bool{}
	for _, k := range s.board.InProgress() {
		works[s.board.Task(k).Owner] = true
	}
	if works[s.Who] {
		until = time.Now().Add(lasts)
	}
	return until, s.work.SetLease(ctx, s.Who, until, func(owner string) bool { return works[owner] })
}

// leases has the methods of a session that are about the leases of owners.
type leases struct{ *Session }

func (s *Session) leases() leases { return leases{s} }

// lapsed returns the first task in progress whose owner let its lease end, if the session may take one.
func (l leases) lapsed() (tasks.Key, bool) {
	if !l.Lapsed {
		return tasks.Key{}, false
	}
	return l.firstLapsed()
}

func (l leases) firstLapsed() (tasks.Key, bool) {
	all := l.board.InProgress()
	i := slices.IndexFunc(all, func(k tasks.Key) bool { return l.hasLapsed(l.board.Task(k)) })
	if i < 0 {
		return tasks.Key{}, false
	}
	return all[i], true
}

// hasLapsed reports whether another owner works on a task and let its lease end.
func (l leases) hasLapsed(t *tasks.Task) bool {
	if t == nil || t.Status != tasks.InProgress || t.Owner == l.Who {
		return false
	}
	until, leased := l.work.Leases()[t.Owner]
	return leased && time.Now().After(until)
}

// release releases the task that a word names if its owner let its lease end and the session may take it. done
// reports whether the claim is over: it failed, or a dry run ends with what comes first.
func (l leases) release(ctx context.Context, id string) (out Change, done bool, err error) {
	k, err := l.find(id)
	if err != nil || !l.Lapsed || !l.hasLapsed(l.board.Task(k)) {
		return Change{}, err != nil, err
	}
	e, err := board.Release(l.board, k, l.Who, time.Now())
	out, err = l.carryOut(ctx, e, err, true)
	return out, err != nil || l.DryRun, err
}

// refuse returns a refusal of an agent's edit that would take a task from another owner whose lease runs, else
// nil.
func (l leases) refuse(e tasks.Edit) error {
	t := l.board.Task(e.Of)
	if !l.Agent || t == nil || t.Status != tasks.InProgress || t.Owner == l.Who || !takesAway(e) {
		return nil
	}
	until := l.work.Leases().Of(t.Owner, time.Now())
	if until.IsZero() {
		return nil
	}
	return board.Refusal{
		Verb: e.Verb, Why: t.Owner + "'s lease runs until " + until.UTC().Format(time.RFC3339),
		Hint:  "when it has ended, claim with " + l.howToTake() + " takes it; until then ask the person",
		Tasks: []tasks.Key{e.Of},
	}
}

// takesAway reports whether an edit changes who works on its task, or whether anybody does.
func takesAway(e tasks.Edit) bool {
	switch e.Verb {
	case tasks.VerbClaim, tasks.VerbComplete, tasks.VerbRelease, tasks.VerbReopen, tasks.VerbDelete:
		return true
	}
	return slices.ContainsFunc(e.Changes, func(c tasks.Change) bool {
		return c.Field == tasks.FieldOwner || c.Field == tasks.FieldStatus
	})
}

// explain adds to the refusal of a claim until when the lease of its owner runs, or that it has ended.
func (l leases) explain(k tasks.Key, no board.Refusal) board.Refusal {
	t := l.board.Task(k)
	if no.Verb != tasks.VerbClaim || t == nil || t.Status != tasks.InProgress || t.Owner == l.Who {
		return no
	}
	switch until := l.work.Leases().Of(t.Owner, time.Now()); {
	case !until.IsZero():
		no.Hint = "its lease runs until " + until.UTC().Format(time.RFC3339)
	case l.hasLapsed(t):
		no.Hint = "its lease has ended: " + l.howToTake() + " takes it"
	}
	return no
}

// howToTake is how to ask for a task whose owner let its lease end.
func (l leases) howToTake() string {
	if l.Via == tasks.ViaMCP {
		return "takeExpired"
	}
	return "--take-expired"
}

// insist returns what to do about a question that was not answered with yes.
func insist(s *Session, ask board.Ask) string {
	if s == nil || !s.Agent {
		if ask.Instead != nil {
			return StartHint
		}
		return YesHint
	}
	t := s.board.Task(ask.Edit.Of)
	remove := "with sideboard unlink"
	if s.Via == tasks.ViaMCP {
		remove = "with removeBlockedBy of those tasks"
	}
	switch {
	case ask.Instead != nil && s.Via != tasks.ViaMCP:
		return StartHint
	case ask.Instead != nil:
		return "set status in_progress with the owner, or leave it without an owner for agents to claim"
	case ask.Edit.Verb == tasks.VerbDelete && t != nil && len(s.board.Unblocks(t.Key)) > 0:
		return "remove the links to it first, " + remove + ", or ask the person"
	case t != nil && cmp.Or(t.Owner, s.Who) != s.Who:
		return "leave it to its owner, or ask the person"
	}
	return "ask the person"
}
