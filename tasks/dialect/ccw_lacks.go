package dialect

import (
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Lacks returns the members that the rules of a workflow generation demand and a file does not have: "context",
// "convergence.criteria"; and in words those that it has as something else. Both are nil for other dialects, and for
// what cannot be read.
func Lacks(as *tasks.Traits, raw []byte) (lacks, others []string) {
	sp := specOf(as)
	var f file
	if sp.flow == nil || f.parse(raw) != nil {
		return nil, nil
	}
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
		switch {
		case !ok || got.Kind == jsonedit.KindNull:
			lacks = append(lacks, name)
		case m.kind != 0 && got.Kind != m.kind:
			others = append(others, name+" is "+kindWord(got.Kind)+", and the schema wants "+kindWord(m.kind))
		case m.kind == jsonedit.KindArray && m.outer != keyOther && len(in.Elems(nil, got)) == 0:
			others = append(others, name+" is empty")
		}
	}
	return lacks, others
}

// Wildcards gives the paths of a workflow file that are patterns and should be plain. A bracket is none: routes have
// brackets in their names.
func Wildcards(raw []byte) []string {
	var f file
	if f.parse(raw) != nil {
		return nil
	}
	w := wording{f: &f}
	if m, ok := f.get(keyPaths); ok {
		w.add("paths", &f, m, true)
	}
	in, _ := f.inner(keyContext)
	for _, from := range []*file{&f, in} {
		if from == nil {
			continue
		}
		if m, ok := from.Get("focus_paths"); ok {
			w.add("paths", from, m, true)
		}
	}
	var patterns []string
	for _, fact := range w.facts {
		for _, path := range fact.Values {
			if strings.ContainsAny(path, "*?") {
				patterns = append(patterns, path)
			}
		}
	}
	return patterns
}
