package board

import (
	"slices"
	"strings"

	"sideboard/tasks"
)

// SetFilter shows only the cards that match a query. The zero Query shows all.
func (b *Board) SetFilter(q Query) {
	b.query = q
	b.matcher = b.newMatcher(q)
	b.refilter()
}

// Filter returns the query of the last SetFilter.
func (b *Board) Filter() Query { return b.query }

// newMatcher prepares a query for the board as it is now.
func (b *Board) newMatcher(q Query) matcher {
	m := matcher{text: b.matcher.text}
	var either [queryKeys][]preparedTerm
	needs := map[tasks.Key]bool{}
	if q.followsNeeds() {
		for _, n := range b.Needs(q.Circumstances, nil) {
			needs[n.Key] = true
		}
	}
	for _, t := range q.terms {
		switch {
		case t.key == wordKey && t.not:
			m.notWords = append(m.notWords, appendLower(nil, t.value))
			continue
		case t.key == wordKey:
			m.words = append(m.words, appendLower(nil, t.value))
			continue
		}
		p := preparedTerm{term: t, lower: strings.ToLower(t.value), known: map[string]bool{}, needs: needs,
			since: q.Now.Add(-t.age).UnixNano()}
		for o := range b.owners {
			p.exact = p.exact || strings.EqualFold(o, t.value)
		}
		switch t.key {
		case waitsForKey:
			p.slots = b.slotsWaitingFor(&p)
		case unblocksKey:
			p.slots = b.slotsUnblocking(&p)
		}
		if t.not || t.key == changedKey {
			m.each = append(m.each, p)
		} else {
			either[t.key] = append(either[t.key], p)
		}
	}
	for _, terms := range either {
		if len(terms) > 0 {
			m.either = append(m.either, terms)
		}
	}
	return m
}

// EventFilter returns a function that reports whether an event matches a query. An owner matches the names in the event
// and the present owner of its task, an age matches the time of the event; everything else matches its task as it is
// now.
func (b *Board) EventFilter(q Query) func(Event) bool {
	m := b.newMatcher(q)
	return func(e Event) bool {
		for _, terms := range m.either {
			if !slices.ContainsFunc(terms, func(p preparedTerm) bool { return b.meetsEvent(&p, &e) }) {
				return false
			}
		}
		for i := range m.each {
			if b.meetsEvent(&m.each[i], &e) == m.each[i].not {
				return false
			}
		}
		texts := []string{e.Subject, e.Key.Name, e.Who}
		if t := b.Task(e.Key); t != nil {
			texts = append(texts, t.Subject, t.Owner, t.ID.Text)
		}
		return m.matchesText(texts...)
	}
}

// meetsEvent reports whether an event matches a term, without regard to its "-".
func (b *Board) meetsEvent(p *preparedTerm, e *Event) bool {
	s := b.slotOf(e.Key)
	switch p.key {
	case changedKey:
		return (e.At.UnixNano() > p.since) == p.newer
	case listKey:
		return strings.Contains(strings.ToLower(e.Key.List), p.lower)
	case idKey:
		return idMatches(stemOf(e.Key.Name), p.value) || s >= 0 && b.meets(p, s, b.slots[s].placed())
	case ownerKey:
		names := []string{e.Who}
		for _, f := range e.Fields {
			if f.Field == tasks.FieldOwner {
				names = append(names, f.Before.Text, f.After.Text)
			}
		}
		named := func(name string) bool { return name != "" && p.isOwner(&tasks.Task{Owner: name}) }
		return slices.ContainsFunc(names, named) || s >= 0 && p.isOwner(b.slots[s].task)
	}
	return s >= 0 && b.meets(p, s, b.slots[s].placed())
}

// slotsWaitingFor returns, by slot, which tasks wait for a task that a term names.
func (b *Board) slotsWaitingFor(p *preparedTerm) []bool {
	found := make([]bool, len(b.slots))
	for n := range b.nodes {
		nd := &b.nodes[n]
		if len(nd.dependants) == 0 || !(p.owner && nd.slot >= 0 && p.isOwner(b.slots[nd.slot].task) || !p.owner &&
			idMatches(nd.text, p.value)) {
			continue
		}
		for _, d := range nd.dependants {
			found[d] = true
		}
	}
	return found
}

// slotsUnblocking returns, by slot, which tasks a task that a term names waits for.
func (b *Board) slotsUnblocking(p *preparedTerm) []bool {
	found := make([]bool, len(b.slots))
	for s, t := range b.records() {
		if !(p.owner && p.isOwner(t) || !p.owner && idMatches(t.ID.Text, p.value)) {
			continue
		}
		for _, n := range b.slots[s].refs {
			if to := b.nodes[n].slot; to >= 0 {
				found[to] = true
			}
		}
	}
	return found
}

// refilter applies the filter to all cards.
func (b *Board) refilter() {
	b.filtering = !b.query.Empty() || len(b.folded) > 0
	for c := range Columns {
		var show []int32
		for s := range b.columns[c].each {
			sl := &b.slots[s]
			if sl.shown = b.filtering && b.matchPlaced(s, sl.placed()); sl.shown {
				show = append(show, s)
			}
		}
		b.shownColumns[c].fill(show)
	}
}

// matchPlaced reports whether the filter shows a card that has, or is about to have, this place.
func (b *Board) matchPlaced(s int32, p place) bool {
	if b.query.Empty() {
		return !b.isInFolded(s)
	}
	m := &b.matcher
	for _, terms := range m.either {
		met := false
		for i := 0; i < len(terms) && !met; i++ {
			met = b.meets(&terms[i], s, p)
		}
		if !met {
			return false
		}
	}
	for i := range m.each {
		if b.meets(&m.each[i], s, p) == m.each[i].not {
			return false
		}
	}
	if len(m.words)+len(m.notWords) == 0 {
		return true
	}
	t := b.slots[s].task
	switch {
	case t == nil:
		return m.matchesText(b.keyOf(s).Name)
	case strings.Contains(t.Name, t.ID.Text): // nearly always: then the name is enough
		return m.matchesText(t.Subject, t.Name, t.Owner)
	}
	return m.matchesText(t.Subject, t.Name, t.Owner, t.ID.Text)
}

// meets reports whether a card matches a term, without regard to its "-".
func (b *Board) meets(p *preparedTerm, s int32, at place) bool {
	t := b.slots[s].task
	switch p.key {
	case stateKey:
		return b.meetsState(p, s, at)
	case waitsForKey, unblocksKey:
		return int(s) < len(p.slots) && p.slots[s]
	case listKey:
		return strings.Contains(strings.ToLower(b.keyOf(s).List), p.lower)
	case ownerKey:
		return p.isOwner(t)
	case idKey:
		return t != nil && idMatches(t.ID.Text, p.value)
	case agentKey:
		return t != nil && t.Job().Agent != "" && strings.HasPrefix(strings.ToLower(t.Job().Agent), p.lower)
	case typeKey:
		return t != nil && t.Job().Type != "" && strings.HasPrefix(strings.ToLower(t.Job().Type), p.lower)
	case changedKey:
		return t != nil && t.Stamp.Mtime != 0 && (t.Stamp.Mtime > p.since) == p.newer
	}
	return false
}

func (b *Board) meetsState(term *preparedTerm, s int32, p place) bool {
	p.owner = 0 // conditions are the same in all lanes
	for is := range condition(len(conditionWords)) {
		if term.states.has(is) && b.holds(is, term, s, p) {
			return true
		}
	}
	return false
}

// holds reports whether a card that has this place is in a state.
func (b *Board) holds(is condition, term *preparedTerm, s int32, p place) bool {
	switch is {
	case isReady:
		return p == place{col: PendingColumn, group: groupReady}
	case isBlocked:
		return p == place{col: PendingColumn, group: groupBlocked}
	case isStuck:
		st := b.stateAt(s, p)
		return st == Stuck || st == Missing
	case isRunning:
		return p.col == InProgressColumn && !p.container
	case isStalled:
		return b.silence(s, b.query.Now, b.query.Stalled) == Stalled
	case isMine:
		t := b.slots[s].task
		return t != nil && t.Owner != "" && strings.EqualFold(t.Owner, b.query.me)
	case needsMe:
		return term.needs[b.keyOf(s)]
	case isDone:
		return p.col == CompletedColumn && !p.container
	case isNew:
		return p.col == CompletedColumn && b.isNewFunc != nil && b.isNewFunc(b.keyOf(s))
	case isFailed:
		return p == place{col: PendingColumn, group: groupFailed}
	case isBroken:
		return b.slots[s].hasProblem
	case isUnknown:
		return p == place{col: PendingColumn, group: groupUnknown}
	}
	return p.container // isContainer
}

// Fold hides or shows the parts of a container, and reports whether the task is one. A filter shows all parts that
// match.
func (b *Board) Fold(k tasks.Key, fold bool) bool {
	s := b.slotOf(k)
	if s < 0 || !b.isContainer(s) {
		return false
	}
	if b.folded[k] == fold {
		return true
	}
	if fold {
		b.folded[k] = true
	} else {
		delete(b.folded, k)
	}
	b.refilter()
	return true
}

// Folded reports whether the parts of a container are hidden.
func (b *Board) Folded(k tasks.Key) bool { return b.folded[k] }
