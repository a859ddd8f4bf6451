package board

import (
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
	Owner string      // the owner it names
	Since time.Time   // since when that owner has it, at the latest; zero when not known
}

// Error says what did not happen, why, and what to do: "Not claimed: waits for Schema".
func (r Refusal) Error() string { return "" }

// Ask is an edit that is allowed once a person says yes. It is an error by value: use errors.As with an Ask.
type Ask struct {
	Edit     tasks.Edit
	Question string   // "Complete agent-1's task?"
	Detail   []string // what follows from it, a sentence each
}

// Error is the question.
func (a Ask) Error() string { return a.Question }
