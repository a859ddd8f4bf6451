package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// WithName returns the dialect with a short name, nil if there is none.
func WithName(short string) *tasks.Traits {
	for _, sp := range specs {
		if sp.traits.Dialect == short {
			return &sp.traits
		}
	}
	return nil
}

// Related reports whether the agents of two designs can share a directory: their ids and the names of their files
// have one form, and the files of both are written.
func Related(a, b *tasks.Traits) bool {
	x, y := specOf(a), specOf(b)
	return x == y || x.lineage() == y.lineage() && a.ReadOnly == "" && b.ReadOnly == "" && a.Nests == b.Nests
}

// CountsIDs reports whether new tasks of a task's design get the number after the highest one as their id: then two
// hosts may give one number to two tasks.
func (c *Codec) CountsIDs(t *tasks.Task, w World) bool {
	switch specOf(t.Traits).ids {
	case taskCounter, taskStem, bareCounter:
		return true
	case taskClock:
		return countsStems(w)
	}
	return false
}

// Renumber returns the name, the id and the bytes of a task's file under the next number above all of w and a mark.
// Nothing but the id changes.
func (c *Codec) Renumber(t *tasks.Task, raw []byte, w World, mark uint64) (name string, id tasks.ID, out []byte,
	err error) {
	stem, id := c.newID(specOf(t.Traits), w, mark, t.Stamp.Time(), func(int) int { return 0 })
	id.Num = t.ID.Num
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return "", id, nil, err
	}
	out = raw
	if f.has(keyID) {
		out, err = jsonedit.Apply(raw, jsonedit.SetValue(f.spelled(keyID), idRaw(id, jsonedit.ASCII)))
	}
	return stem + ".json", id, out, err
}

// CountIn returns the number in a file's name of the two counting forms, 0 for any other name.
func CountIn(name string) uint64 { return countIn(name) }
