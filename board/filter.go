package board

import (
	"strings"

	"sideboard/tasks"
)

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
	for _, is := range b.query.Is {
		switch is {
		case IsReady:
			if p == (place{col: PendingColumn, group: groupReady}) {
				return true
			}
		case IsBlocked:
			if p == (place{col: PendingColumn, group: groupBlocked}) {
				return true
			}
		case IsStuck:
			if st := b.stateAt(s, p); st == Stuck || st == Missing {
				return true
			}
		case IsRunning:
			if p.col == InProgressColumn && !p.container {
				return true
			}
		case IsDone:
			if p.col == CompletedColumn && !p.container {
				return true
			}
		case IsStalled:
			if b.isStalled(s, b.query.Now, b.query.Stalled) {
				return true
			}
		case IsBroken:
			if b.slots[s].hasProblem {
				return true
			}
		case IsUnknown:
			if p == (place{col: PendingColumn, group: groupUnknown}) {
				return true
			}
		case IsFailed:
			if p == (place{col: PendingColumn, group: groupFailed}) {
				return true
			}
		}
	}
	return false
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
		found := false
		for _, t := range texts {
			if found = m.terms[i].matches(t); found {
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// Resolve finds the tasks of a list that a word names: by an id or a short id first, then by the beginning of subjects; at most 50.
func (b *Board) Resolve(list, word string) []tasks.Key {
	const limit = 50
	word = strings.TrimSpace(word)
	id := strings.TrimPrefix(word, "#")
	if id == "" {
		return nil
	}
	start := strings.ToLower(word)
	var exact, short, subjects []tasks.Key
	for c := range Columns {
		for s := range b.columns[c].each {
			t := b.slots[s].task
			switch {
			case t == nil || t.List != list:
			case t.ID.Text == id:
				exact = append(exact, t.Key)
			case len(short) < limit && idMatches(t.ID.Text, id):
				short = append(short, t.Key)
			case len(subjects) < limit && len(t.Subject) >= len(word) && strings.HasPrefix(strings.ToLower(t.Subject), start):
				subjects = append(subjects, t.Key)
			}
		}
	}
	all := append(append(exact, short...), subjects...)
	return all[:min(limit, len(all))]
}
