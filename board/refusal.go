package board

import (
	"fmt"
	"strings"
	"time"

	"sideboard/tasks"
)

// Refusal is a rule's no, in words. It is an error by value: use errors.As with a Refusal.
type Refusal struct {
	Verb  tasks.Verb
	Of    tasks.Key
	Why   string      // "waits for Schema and 2 more"; names raw subjects and owners: show it only through safetext
	Hint  string      // what to do about it, "" where there is nothing to do
	Tasks []tasks.Key // the tasks it names
	Loop  bool        // Tasks is the loop that would be closed: each of them waits for the one behind it
	Owner string      // the owner it names
	Since time.Time   // since when that owner has it, at the latest; zero when not known
}

// Error says what did not happen, why, and what to do: "Not claimed: waits for Schema".
func (r Refusal) Error() string {
	s := "Not " + r.Verb.Past() + ": " + r.Why
	if r.Hint != "" {
		s += "; " + r.Hint
	}
	return s
}

// Ask is an edit that is allowed once a person says yes. It is an error by value: use errors.As with an Ask.
type Ask struct {
	Edit     tasks.Edit
	Question string   // "Complete agent-1's task?"
	Detail   []string // what follows from it, a sentence each
}

// Error returns the question.
func (a Ask) Error() string { return a.Question }

// displayName returns what a task is called in a sentence: its subject, or its id where that is blank.
func (b *Board) displayName(k tasks.Key) string {
	if t := b.Task(k); t != nil && strings.TrimSpace(t.Subject) != "" {
		return t.Subject
	}
	return b.ShortID(k)
}

// joinNames says the first of several names and how many more there are.
func joinNames(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	}
	return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
}

func (b *Board) displayNames(keys []tasks.Key) string {
	ns := make([]string, 0, min(len(keys), 2))
	for i, k := range keys {
		if i == 0 || len(keys) == 2 {
			ns = append(ns, b.displayName(k))
		} else {
			ns = append(ns, "")
		}
	}
	return joinNames(ns)
}

// verbForm returns the form of a verb that goes with so many.
func verbForm(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

// ageWords words a length of time as every screen does: never seconds.
func ageWords(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "less than 1m"
	case d < time.Hour:
		return fmt.Sprintf("%dm", d/time.Minute)
	case d < 48*time.Hour:
		return fmt.Sprintf("%dh", d/time.Hour)
	}
	return fmt.Sprintf("%dd", d/(24*time.Hour))
}

// sinceWords words since when something holds, from what is known of it.
func sinceWords(since time.Time, exact bool, at time.Time) string {
	if since.IsZero() || at.IsZero() {
		return ""
	}
	if !exact && at.Sub(since) < time.Minute {
		return "" // at least no time at all
	}
	if exact {
		return " for " + ageWords(at.Sub(since))
	}
	return " for at least " + ageWords(at.Sub(since))
}
