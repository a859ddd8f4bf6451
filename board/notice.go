package board

import (
	"strings"

	"sideboard/tasks"
)

// Notice returns what a person should know about an edit that a rule allowed, "" for nothing: that the dialect keeps
// no owner, that they run another task already, that a running agent may overwrite what is created. It reports a risk
// where the edit may come to nothing, or hold a task up.
func Notice(b *Board, e tasks.Edit) (remark string, risk bool) {
	var words []string
	say := func(s string) { words = append(words, s) }
	warn := func(s string) { words, risk = append(words, s), true }
	t := b.Task(e.Of)
	d := b.Traits(e.Of.List)
	if t != nil {
		d = t.Traits
	}
	if d == nil {
		return "", false
	}
	switch e.Verb {
	case tasks.VerbClaim:
		if !d.HasOwner {
			say("No owner is kept: its dialect has no place for one.")
		} else if other := b.tasksInProgressOf(e.Who, e.Of); len(other) > 0 {
			say("You also have " + b.displayNames(other) + " in progress.")
		}
	case tasks.VerbCreate:
		if e.Draft != nil && e.Draft.Owner != "" && !d.HasOwner {
			say("No owner is kept: its dialect has no place for one.")
		}
		if d.CachedIDs && b.columns[InProgressColumn].n > 0 {
			warn("The agents that run now number their tasks by themselves: one of them may write a task of its own over this new one.")
		}
	case tasks.VerbReopen:
		if d.ClearsOnComplete {
			say("Links that were cleared when it was completed stay cleared.")
		}
	case tasks.VerbLink:
		if t != nil && len(e.Changes) > 0 {
			to, _ := b.taskOfID(e.Of.List, e.Changes[0].To.ID)
			switch {
			case to == (tasks.Key{}) && d.Blocked != tasks.UnfinishedOnly:
				warn("No task has the id " + e.Changes[0].To.ID.Text + ": it is blocked until there is one." + b.suggestID(t, e.Changes[0].To.ID))
			case to == (tasks.Key{}):
				warn("No task has the id " + e.Changes[0].To.ID.Text + "." + b.suggestID(t, e.Changes[0].To.ID))
			case t.Status == tasks.InProgress:
				say("It runs already, and goes on.")
			case isFinished(t):
				say("It is completed already.")
			}
			if d.MustExist && (t.Status != tasks.Pending || t.Owner != "") {
				say("Its agents could not do this: they add links only while it is pending and nobody's.")
			}
		}
	}
	if t != nil && t.Unseen && e.Verb != tasks.VerbDelete && t.Why != "" {
		warn("Its agents do not see it: " + t.Why + ".")
	}
	return strings.Join(words, " "), risk
}
