package dialect

import (
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// A Difference is a member that two versions of a file have in different forms, as JSON; "" for none.
type Difference struct {
	Name         string
	Mine, Theirs string
	Taken        bool // the merge has theirs, or both of two lists
}

// Merge returns the changes of a task's file after which it has what another version of it says, and the members in
// which the two differ. There is no version that both were made from, so each member decides alone: what is in one
// list is in the merged one, the further status counts, with its owner, something counts more than nothing, and of
// two texts that of the newer file: newer says that this is theirs. over reports whether nothing has to wait for a task
// any more.
func (c *Codec) Merge(
	t *tasks.Task, mine, theirs []byte, newer bool, over func(tasks.ID) bool,
) (changes []tasks.Change, differ []Difference, err error) {
	m := merge{sp: specOf(t.Traits), mine: c.open(), theirs: c.open(), newer: newer, over: over}
	defer c.done(m.mine)
	defer c.done(m.theirs)
	if err := m.mine.parse(mine); err != nil {
		return nil, nil, err
	}
	if err := m.theirs.parse(theirs); err != nil {
		return nil, nil, err
	}
	for _, name := range differingMembers(m.mine, m.theirs) {
		if k := keyOf(name).meaning(); k == keyID || k == keyUpdated {
			continue
		}
		a, _ := m.mine.Get(name)
		b, _ := m.theirs.Get(name)
		if keyOf(name).isList() && tasks.RefsValue(m.mine.ids(a)) == tasks.RefsValue(m.theirs.ids(b)) {
			continue // in another order
		}
		change, taken := m.member(name, a, b)
		if taken {
			changes = append(changes, change...)
		}
		differ = append(differ, Difference{
			Name: name, Mine: string(m.mine.Raw(a)), Theirs: string(m.theirs.Raw(b)), Taken: taken,
		})
	}
	return changes, differ, nil
}

// merge is one call of Merge.
type merge struct {
	sp           *spec
	mine, theirs *file
	newer        bool // theirs is the newer file
	over         func(tasks.ID) bool
}

// member returns the changes after which a member is merged, and whether anything of theirs is in it.
func (m *merge) member(name string, a, b jsonedit.Member) (changes []tasks.Change, taken bool) {
	k := keyOf(name)
	switch {
	case k.isList() && m.sp.flow == nil && b.Kind == jsonedit.KindArray:
		changes = m.list(k, a, b)
		return changes, len(changes) > 0
	case k == keyStatus:
		taken = m.takesStatus()
	case k == keyOwner && m.rank(m.mine) != m.rank(m.theirs):
		taken = m.takesStatus()
	case m.theirs.saysNothing(b), a.Kind == 0 && m.sp.isSurplus(k):
		return nil, false
	case m.mine.saysNothing(a):
		taken = true
	default:
		taken = m.newer
	}
	to := memberValue(m.theirs.Raw(b))
	to.Text = string(m.theirs.Raw(b)) // spelled as they do
	op := tasks.Set
	if b.Kind == 0 {
		op, to = tasks.Unset, tasks.Value{}
	}
	from := memberValue(m.mine.Raw(a))
	return []tasks.Change{{Field: tasks.FieldMember, Member: name, Op: op, From: from, To: to}}, taken
}

// list returns the changes that add what their list has to mine.
func (m *merge) list(k key, a, b jsonedit.Member) (changes []tasks.Change) {
	field := tasks.FieldWaitsFor
	if k.meaning() == keyBlocks {
		field = tasks.FieldBlocks
	}
	have := map[tasks.ID]bool{}
	for _, id := range m.mine.ids(a) {
		have[id] = true
	}
	for _, id := range m.theirs.ids(b) {
		cleared := field == tasks.FieldWaitsFor && m.sp.traits.ClearsOnComplete && m.over(id)
		if !have[id] && !cleared {
			have[id] = true
			changes = append(changes, tasks.Change{Field: field, Op: tasks.Add, To: tasks.RefValue(id)})
		}
	}
	return changes
}

// takesStatus reports whether their status counts: it is further, or as far in the newer file.
func (m *merge) takesStatus() bool {
	a, b := m.rank(m.mine), m.rank(m.theirs)
	return b > a || a == b && m.newer
}

// rank returns how far the work on a task is by its status, 0 also for an unknown one.
func (m *merge) rank(f *file) int {
	switch s, _ := f.status(m.sp); {
	case s.Finished():
		return 2
	case s == tasks.InProgress:
		return 1
	}
	return 0
}

// saysNothing reports whether a member is absent, null or empty.
func (f *file) saysNothing(m jsonedit.Member) bool {
	return m.Kind == 0 || empty(jsonedit.Canonical(f.Raw(m)))
}

// Brief returns the words for a value of a Difference: the beginning of a long one, "nothing" for nothing.
func Brief(raw string) string {
	in, m := valueOf([]byte(raw))
	switch {
	case in.saysNothing(m):
		return "nothing"
	case m.Kind == jsonedit.KindString:
		return quoted(beginning(strings.Join(strings.Fields(in.String(m)), " "), 40))
	}
	return beginning(string(jsonedit.Canonical([]byte(raw))), 40)
}
