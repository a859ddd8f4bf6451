package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Surplus returns the names of the members that the agents of a dialect would rather not find in a file: keys they do
// not know where one too many makes them fail, and an owner that is null where nobody's key must be absent. What every
// task file of a folder has was written by the agents that work there, so that it is no fault.
func (b *Codec) Surplus(as *tasks.Traits, raw []byte) []string {
	sp := specOf(as)
	f := b.open()
	defer b.done(f)
	if sp.reader.only == nil && sp.none != noneAbsent || f.parse(raw) != nil {
		return nil
	}
	var names []string
	for i, m := range f.Object.Members() {
		nobody := f.codes[i] == keyOwner && sp.none == noneAbsent && m.Kind == jsonedit.KindNull
		if sp.isSurplus(f.codes[i]) || nobody {
			names = append(names, f.Name(m))
		}
	}
	return names
}

// isSurplus reports whether a key is one too many for the dialect's agents.
func (sp *spec) isSurplus(k key) bool { return sp.reader.only != nil && !has(sp.reader.only, k) }
