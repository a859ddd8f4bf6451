package board

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// Query says which cards to show: those that match all of its parts.
type Query struct {
	Words []string    // each is part of the subject, id, owner or file name, upper or lower case alike
	Owner string      // the owner's name, or its beginning where no owner is called exactly that
	None  bool        // nobody owns it
	Is    []Condition // any one of these
	ID    string      // the id or the end of it: "0042"

	// Now and Stalled are what IsStalled is judged by: a running task whose file is unchanged for Stalled.
	Now     time.Time
	Stalled time.Duration
}

// Condition is a state to filter by.
type Condition uint8

const (
	IsReady Condition = iota + 1
	IsBlocked
	IsStuck
	IsRunning
	IsDone
	IsStalled
	IsBroken
	IsUnknown
	IsFailed
)

// conditionWords are the words for them, in the order they are offered.
var conditionWords = [...]struct {
	word string
	is   Condition
}{
	{"ready", IsReady}, {"blocked", IsBlocked}, {"stuck", IsStuck}, {"running", IsRunning}, {"done", IsDone},
	{"completed", IsDone}, {"stalled", IsStalled}, {"broken", IsBroken}, {"unknown", IsUnknown}, {"failed", IsFailed},
}

// Empty reports whether the query shows everything.
func (q Query) Empty() bool {
	return len(q.Words) == 0 && q.Owner == "" && !q.None && len(q.Is) == 0 && q.ID == ""
}

// ParseQuery reads one line as typed: "schema @agent-1 is:blocked #12". @me is the given name, @none is nobody.
// Words that are still being typed, "is:bl", mean all they can become. An error names the word that can become
// nothing; the query then holds all the others.
func ParseQuery(line, me string) (Query, error) {
	var q Query
	var err error
	for _, w := range strings.Fields(line) {
		switch {
		case strings.HasPrefix(w, "@"):
			switch name := w[1:]; name {
			case "me":
				q.Owner = me
			case "none":
				q.None = true
			default:
				q.Owner = name
			}
		case strings.HasPrefix(w, "#"):
			q.ID = w[1:]
		case strings.HasPrefix(w, "is:"):
			if !q.addCondition(strings.ToLower(w[3:])) && err == nil {
				err = fmt.Errorf("%q is not known: try is:ready, blocked, stuck, running, done, stalled, broken, unknown or failed", w)
			}
		default:
			q.Words = append(q.Words, w)
		}
	}
	return q, err
}

func (q *Query) addCondition(word string) bool {
	if word == "" {
		return true
	}
	found := false
	for _, x := range conditionWords {
		if strings.HasPrefix(x.word, word) {
			found = true
			if !slices.Contains(q.Is, x.is) {
				q.Is = append(q.Is, x.is)
			}
		}
	}
	return found
}

func (q Query) has(is Condition) bool { return slices.Contains(q.Is, is) }

// isNarrowerThan reports whether whatever matches q matches the wider query too, so that only what that shows must be looked at.
func (q Query) isNarrowerThan(wider Query) bool {
	if q.Owner != wider.Owner || q.None != wider.None || q.ID != wider.ID || !slices.Equal(q.Is, wider.Is) ||
		!q.Now.Equal(wider.Now) || q.Stalled != wider.Stalled || len(q.Words) < len(wider.Words) {
		return false
	}
	for i, w := range wider.Words {
		if !strings.Contains(strings.ToLower(q.Words[i]), strings.ToLower(w)) {
			return false
		}
	}
	return true
}
