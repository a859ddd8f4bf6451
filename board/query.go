package board

import "time"

// Query says which cards to show: those that match all of its parts.
type Query struct {
	Words []string // each is part of the subject, id, owner or file name, upper or lower case alike
	Owner string   // the owner's name, or its beginning where no owner is called exactly that
	None  bool     // nobody owns it
	Is    []Is     // any one of these
	ID    string   // the id or the end of it: "#0042"

	// Now and Stalled are what IsStalled is judged by: a running task whose file is unchanged for Stalled.
	Now     time.Time
	Stalled time.Duration
}

// Is is a state to filter by.
type Is uint8

const (
	IsReady Is = iota + 1
	IsBlocked
	IsStuck
	IsRunning
	IsDone
	IsStalled
	IsBroken
	IsUnknown
)

// Empty says that the query shows everything.
func (q Query) Empty() bool {
	return len(q.Words) == 0 && q.Owner == "" && !q.None && len(q.Is) == 0 && q.ID == ""
}

// ParseQuery reads one line as typed: "schema @agent-1 is:blocked #12". @me is the given name, @none is nobody.
// An error names the word it does not understand; the query then holds all the others.
func ParseQuery(line, me string) (Query, error) { return Query{}, nil }
