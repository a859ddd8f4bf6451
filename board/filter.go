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
	{"ready", IsReady}, {"blocked", IsBlocked}, {"stuck", IsStuck}, {"running", IsRunning}, {"in-progress", IsRunning}, {"done", IsDone},
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

// matcher is a query made ready to be asked of many cards.
type matcher struct {
	terms  []searchTerm
	owners map[string]bool // by name: whether it is meant; names come again and again
	owner  string
	exact  bool // some owner is called exactly that
}

// SetFilter shows only the cards that match; the zero Query shows all.
func (b *Board) SetFilter(q Query) {
	narrows := !b.query.Empty() && !q.Empty() && q.isNarrowerThan(b.query) && !q.has(IsStuck)
	exact := b.matcher.exact
	b.query = q
	b.matcher = matcher{owners: map[string]bool{}, owner: strings.ToLower(q.Owner)}
	for _, w := range q.Words {
		b.matcher.terms = append(b.matcher.terms, newSearchTerm(w))
	}
	for o := range b.owners {
		b.matcher.exact = b.matcher.exact || strings.EqualFold(o, q.Owner)
	}
	b.filtering = b.isNarrowed()
	b.refilter(narrows && exact == b.matcher.exact)
}

// Filter returns the filter in force.
func (b *Board) Filter() Query { return b.query }

// refilter finds out again what the filter shows, among what it shows already or among all.
func (b *Board) refilter(among bool) {
	for c := range Columns {
		from := &b.columns[c]
		if among {
			from = &b.shownColumns[c]
		} else {
			for s := range b.shownColumns[c].each {
				b.slots[s].shown = false
			}
		}
		var show []int32
		if b.filtering {
			for s := range from.each {
				sl := &b.slots[s]
				if sl.shown = b.matchPlaced(s, sl.placed()); sl.shown {
					show = append(show, s)
				}
			}
		}
		b.shownColumns[c].fill(show)
	}
}

// matchPlaced reports whether the filter shows a card that stands, or is about to stand, at a place.
func (b *Board) matchPlaced(s int32, p place) bool {
	q, t := &b.query, b.slots[s].task
	if q.Empty() {
		return !b.isInFolded(s)
	}
	if len(q.Is) > 0 && !b.matchState(s, p) {
		return false
	}
	if t == nil {
		return q.Owner == "" && !q.None && q.ID == "" && b.matcher.matchesText(b.keyOf(s).Name)
	}
	if q.None && t.Owner != "" || q.Owner != "" && !b.matcher.matchesOwner(t.Owner) {
		return false
	}
	if q.ID != "" && !idMatches(t.ID.Text, q.ID) {
		return false
	}
	if strings.Contains(t.Name, t.ID.Text) { // nearly always; then the id needs no search of its own
		return b.matcher.matchesText(t.Subject, t.Name, t.Owner)
	}
	return b.matcher.matchesText(t.Subject, t.Name, t.Owner, t.ID.Text)
}

func (b *Board) matchState(s int32, p place) bool {
	return slices.ContainsFunc(b.query.Is, func(is Condition) bool {
		switch is {
		case IsReady:
			return p == place{col: PendingColumn, group: groupReady}
		case IsBlocked:
			return p == place{col: PendingColumn, group: groupBlocked}
		case IsStuck:
			st := b.stateAt(s, p)
			return st == Stuck || st == Missing
		case IsRunning:
			return p.col == InProgressColumn && !p.container
		case IsDone:
			return p.col == CompletedColumn && !p.container
		case IsStalled:
			return b.isStalled(s, b.query.Now, b.query.Stalled)
		case IsBroken:
			return b.slots[s].hasProblem
		case IsUnknown:
			return p == place{col: PendingColumn, group: groupUnknown}
		case IsFailed:
			return p == place{col: PendingColumn, group: groupFailed}
		}
		return false
	})
}

func (m *matcher) matchesOwner(owner string) bool {
	is, known := m.owners[owner]
	if !known {
		is = owner != "" && (m.exact && strings.EqualFold(owner, m.owner) ||
			!m.exact && strings.HasPrefix(strings.ToLower(owner), m.owner))
		m.owners[owner] = is
	}
	return is
}

// matchesText reports whether every word is part of one of the texts.
func (m *matcher) matchesText(texts ...string) bool {
	for i := range m.terms {
		if !slices.ContainsFunc(texts, m.terms[i].matches) {
			return false
		}
	}
	return true
}
