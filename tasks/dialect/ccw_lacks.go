package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/span"
)

// Lacks gives the members that the rules of a workflow generation demand and a file does not have, or has as something
// else: "context", "convergence.criteria". It is nil for other dialects, and for what cannot be read.
func Lacks(as *tasks.Traits, raw []byte) []string {
	sp := specOf(as)
	var f file
	if sp.flow == nil || f.parse(raw) != nil {
		return nil
	}
	var lacks []string
	for _, m := range sp.flow.must {
		in, name := &f, m.name
		if m.outer != keyOther {
			name = keyNames[m.outer] + "." + m.name
			inside, ok := f.inner(m.outer)
			if !ok {
				continue // the object itself is told
			}
			in = inside
		}
		got, ok := in.Get(m.name)
		empty := m.kind == span.KindArray && m.outer != keyOther && len(in.Elems(nil, got)) == 0
		if !ok || m.kind != 0 && got.Kind != m.kind || empty {
			lacks = append(lacks, name)
		}
	}
	return lacks
}

// Paths gives where a workflow file says its task works, each place once.
func (b *Book) Paths(raw []byte) []string {
	for _, fact := range b.Facts(raw) {
		if fact.Name == "paths" {
			return fact.Values
		}
	}
	return nil
}
