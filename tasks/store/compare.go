package store

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// comparison is what one look says of the changes.
type comparison struct {
	total    int
	reverted int           // as they were before
	clashes  []tasks.Clash // those that are not ours any more
}

// compareChanges compares a file with what the edit made of it.
func (s *Store) compareChanges(now state, changes []tasks.Change) (st comparison, err error) {
	sets := s.idSets(now)
	for _, c := range changes {
		if c.Op == tasks.Touch {
			continue
		}
		if c.Op == tasks.Add || c.Op == tasks.Drop {
			set, err := sets(c.Field)
			if err != nil {
				return st, err
			}
			if set[c.To.ID] == (c.Op == tasks.Add) {
				st.total++
				continue
			}
		}
		v, err := s.codec.Value(now.raw, c.Field, c.Member, now.task)
		if err != nil {
			return st, err
		}
		st.total++
		if isApplied(c, v) {
			continue
		}
		if isReverted(c, v) {
			st.reverted++
		}
		clash := now.clash(c.Field, c.Member, c.From, v)
		clash.Ours = c.To
		st.clashes = append(st.clashes, clash)
	}
	return st, nil
}

// isApplied reports whether a field's value is what a change made of it.
func isApplied(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add:
		return slices.Contains(now.IDs(), c.To.ID)
	case tasks.Drop:
		return !slices.Contains(now.IDs(), c.To.ID)
	case tasks.Unset:
		return now.Kind == tasks.None
	}
	return now == canonicalValue(c.To)
}

// isReverted reports whether it is what it was before the change.
func isReverted(c tasks.Change, now tasks.Value) bool {
	switch c.Op {
	case tasks.Add, tasks.Drop:
		return !isApplied(c, now)
	}
	return now == c.From
}

// canonicalValue is a value of a change as the file's values are compared: raw JSON without its spelling.
func canonicalValue(v tasks.Value) tasks.Value {
	if v.Kind == tasks.RawVal {
		v.Text = string(jsonedit.Canonical([]byte(v.Text)))
	}
	return v
}

// overlap reports whether two changes are of the same thing: then the later intent alone counts. A raw member may be any
// field.
func overlap(a, b tasks.Change) bool {
	if a.Field == tasks.FieldMember || b.Field == tasks.FieldMember {
		return a.Field != b.Field || a.Member == b.Member
	}
	if a.Field != b.Field || a.Op == tasks.Touch {
		return false
	}
	set := (a.Op == tasks.Add || a.Op == tasks.Drop) && (b.Op == tasks.Add || b.Op == tasks.Drop)
	return !set || a.To.ID == b.To.ID
}
