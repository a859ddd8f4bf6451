package board

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"sideboard/tasks"
)

// Refusal is the error of a rule that does not allow an edit. It is a value, not a pointer, for errors.As.
type Refusal struct {
	Verb  tasks.Verb
	Why   string      // "waits for Schema and 2 more"; names raw subjects and owners: show it only through safetext
	Hint  string      // what to do about it, "" for nothing
	Tasks []tasks.Key // the tasks it names
	Loop  bool        // Tasks is the loop that the edit would close: each waits for the next
	Form  *tasks.Form // the form of files that nobody has allowed to edit yet; nil for any other reason
}

// Error says what was not done, why, and what to do: "Not claimed: waits for Schema".
func (r Refusal) Error() string {
	s := "Not " + r.Verb.Past() + ": " + r.Why
	if r.Hint != "" {
		s += "; " + r.Hint
	}
	return s
}

// Ask is the error of a rule that allows an edit once a person has confirmed it. It is a value, not a pointer, for
// errors.As.
type Ask struct {
	Edit     tasks.Edit
	Question string      // "Complete Link store?"
	Yes      string      // the label of yes if it is not the verb: "unbind"
	Instead  *tasks.Edit // another answer: the same edit, which also starts the task; nil if that is not offered
	Detail   []string    // the consequences, a sentence each
	Busy     *Refusal    // for agents, whose own program refuses a second task; nil elsewhere
	No       *Refusal    // for all but a person who is asked about this task alone: it is blocked; nil elsewhere
}

// put asks a question. If there is one already, it is a detail of the new one, and one answer is for both.
func (a *Ask) put(yes, question string) {
	if a.Question != "" {
		a.Detail, yes = append(a.Detail, a.Question), "write all"
	}
	a.Yes, a.Question = yes, question
}

// although adds to a question that the task is blocked, and by what.
func (a *Ask) although(blocked error) {
	if no, ok := errors.AsType[Refusal](blocked); ok {
		words := no.clause()
		a.No, a.Detail = &no, append(a.Detail, strings.ToUpper(words[:1])+words[1:]+".")
	}
}

// clause returns Why with a subject: "it waits for Schema".
func (r Refusal) clause() string {
	if strings.HasPrefix(r.Why, "it") {
		return r.Why
	}
	return "it " + r.Why
}

// Error returns the question.
func (a Ask) Error() string { return a.Question }

// Duration returns a time as a person writes it: "1h30m".
func Duration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

// Age formats a duration in its largest unit, from minutes to years.
func Age(d time.Duration) string {
	const day = 24 * time.Hour
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return strconv.Itoa(int(d/time.Minute)) + "m"
	case d < day:
		return strconv.Itoa(int(d/time.Hour)) + "h"
	case d < 1000*day:
		return strconv.Itoa(int(d/day)) + "d"
	}
	return strconv.Itoa(int(d/(365*day))) + "y"
}

// sinceWords says for how long something has been so, "" if that is not known.
func sinceWords(since time.Time, exact bool, at time.Time) string {
	if since.IsZero() || at.IsZero() {
		return ""
	}
	switch age := at.Sub(since); {
	case exact && age < time.Minute:
		return " for less than 1m"
	case exact:
		return " for " + Age(age)
	case age >= time.Minute:
		return " for " + Age(age) + " or more"
	}
	return ""
}

// setsStatus reports whether a verb gives a task a status that its agents know.
func setsStatus(v tasks.Verb) bool {
	return v == tasks.VerbClaim || v == tasks.VerbComplete || v == tasks.VerbRelease || v == tasks.VerbReopen
}

// namedIn returns the unfinished tasks whose lists name a task.
func (l *links) namedIn(k tasks.Key) (in []tasks.Key) {
	for _, e := range l.Unblocks(k) {
		if e.Task != nil && e.Key != k && !isFinished(e.Task) {
			in = append(in, e.Key)
		}
	}
	return in
}

// refuseForm refuses an edit of files of an inferred form that nobody has allowed to edit, nil if that is allowed or
// needs no word.
func (d *decision) refuseForm(t *tasks.Traits) error {
	if t == nil || t.Form == nil || t.Form.Allowed {
		return nil
	}
	no := d.refuse(t.ReadOnly, tasks.AllowHint)
	no.Form = t.Form
	return no
}

// Allowed returns the refusal of everything that edits a list of an inferred form which nobody has allowed to edit,
// nil for other lists.
func Allowed(b *Board, list string, v tasks.Verb) error {
	d := decision{b: b, s: -1, edit: tasks.Edit{Verb: v}}
	return d.refuseForm(b.Traits(list))
}

// Notice returns what a person should know about an edit that a rule allowed, "" for nothing: that the file has no
// owner, that they have another task in progress, that an agent may overwrite the new task. It reports a risk if the
// edit may have no effect or block a task.
func Notice(b *Board, e tasks.Edit) (notice string, risk bool) {
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
			say("No owner is kept: its file has no place for one.")
		} else if other := b.tasksInProgressOf(e.Who, e.Of); len(other) > 0 {
			say("You also have " + b.displayNames(other) + " in progress.")
		}
	case tasks.VerbComplete:
		if n := len(b.namedIn(e.Of)); d.Form != nil && n > 0 {
			lists := tasks.Plural(n, "The list of another task still names", "The lists of other tasks still name")
			say(lists + " it: agents that wait for an empty list go on waiting.")
		}
	case tasks.VerbRelease:
		if t != nil && t.Owner != "" && d.Form != nil && d.Form.NoOwner == "" {
			say("Its owner stays: no file here shows how nobody is written.")
		}
	case tasks.VerbCreate:
		if e.Draft != nil && e.Draft.Owner != "" && !d.OwnerIsClaim {
			warn("It is pending, and its agents look only for tasks that nobody owns: they never start it.")
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
				warn("No task has the id " + e.Changes[0].To.ID.Text + ": it is blocked until there is one." +
					b.suggestID(t, e.Changes[0].To.ID))
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
	if t != nil && e.Verb != tasks.VerbDelete && !(t.Status == tasks.Foreign && setsStatus(e.Verb)) {
		if why := b.Unseen(t); why != "" {
			warn("Its agents do not see it: " + why + ".")
		}
	}
	return strings.Join(words, " "), risk
}
