package dialect

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Facts returns what a workflow file says of its task outside of the fields of a record, nil for other files.
func (c *Codec) Facts(raw []byte) []tasks.Fact {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil || !c.classify(f, "", c.folder.Load()).usesTitle() {
		return nil
	}
	w := factCollector{f: f}
	w.collect(factSources[:]...)
	w.inherited()
	return w.facts
}

// withJob returns the members of a workflow file with the agent and the type of work in it.
func (f *file) withJob(m *tasks.Members) *tasks.Members {
	job := tasks.Job{Agent: f.firstFact(factSources[0]), Type: f.firstFact(factSources[1])}
	if job == (tasks.Job{}) {
		return m
	}
	of := tasks.Members{}
	if m != nil {
		of = *m
	}
	of.Job = job
	return &of
}

// firstFact returns the first value of a fact, "" for none.
func (f *file) firstFact(source factSource) string {
	w := factCollector{f: f}
	w.collect(source)
	if len(w.facts) == 0 {
		return ""
	}
	return w.facts[0].Values[0]
}

// collect adds the facts of some sources.
func (w *factCollector) collect(sources ...factSource) {
	for _, source := range sources {
		for _, at := range source.at {
			if in, m, _ := w.f.find(at); at.outer != keyOther || m.Kind != jsonedit.KindObject {
				w.addMember(source.name, in, m, source.split)
			}
		}
	}
}

// factSource is a fact, and its places in the generations.
type factSource struct {
	name  string
	split bool // a text lists several, separated by semicolons
	at    []place
}

// factSources are the facts in reading order, the agent and the type first.
var factSources = [...]factSource{
	{name: "agent", at: []place{{keyOther, "agent"}, {keyMeta, "agent"}, {keyOther, "assigned_agent"}, {keyOther, "owner_hint"}, {keyOther, "executor"}}},
	{name: "type", at: []place{{keyOther, "type"}, {keyMeta, "type"}}},
	{name: "priority", at: []place{{keyOther, "priority"}, {keyMeta, "priority"}}},
	{name: "effort", at: []place{{keyOther, "effort"}}},
	{name: "action", at: []place{{keyOther, "action"}}},
	{name: "wave", at: []place{{keyOther, "wave"}}},
	{name: "group", at: []place{{keyOther, "parallel_group"}, {keyMeta, "execution_group"}, {keyOther, "execution_group"}}},
	{name: "objective", at: []place{{keyOther, "objective"}}},
	{name: "requirements", at: []place{{keyContext, "requirements"}, {keyOther, "requirements"}, {keyOther, "requirement_refs"}}},
	{name: "paths", split: true, at: []place{
		{keyOther, "paths"}, {keyContext, "focus_paths"}, {keyOther, "focus_paths"}, {keyContext, "scope"},
		{keyOther, "scope"},
		{keyOther, "files"}, {keyFlow, "target_files"},
	}},
	{name: "read first", at: []place{{keyOther, "read_first"}}},
	{name: "acceptance", at: []place{
		{keyContext, "acceptance"}, {keyOther, "acceptance"}, {keyOther, "acceptance_criteria"},
		{keyOther, "convergence"},
		{keyConvergence, "criteria"}, {keyOther, "convergence_criteria"},
	}},
	{name: "verification", at: []place{{keyConvergence, "verification"}, {keyOther, "verification"}, {keyOther, "verify"}}},
	{name: "done means", at: []place{{keyConvergence, "definition_of_done"}}},
	{name: "attempts", at: []place{{keyExecution, "attempts"}}},
	{name: "last attempt", at: []place{{keyExecution, "last_attempt"}}},
	{name: "completed at", at: []place{{keyOther, "completed_at"}, {keyOther, "executed_at"}}},
}

// findFact returns the text or the list of a fact, its place and the object that it is in.
func (f *file) findFact(name string) (in *file, at place, m jsonedit.Member, ok bool) {
	i := slices.IndexFunc(factSources[:], func(source factSource) bool { return source.name == name })
	for _, at := range factSources[i].at {
		if in, m, _ := f.find(at); m.Kind == jsonedit.KindString || m.Kind == jsonedit.KindArray {
			return in, at, m, true
		}
	}
	return nil, at, m, false
}

// FactText returns the text for SetFact that leaves a fact as it is: the texts of a list are separated by commas. It is
// false if the file does not have the fact, or a list has other elements or a comma in one.
func FactText(raw []byte, name string) (text string, is bool) {
	f := new(file)
	if f.parse(raw) != nil {
		return "", false
	}
	in, _, m, ok := f.findFact(name)
	if !ok {
		return "", false
	}
	if m.Kind == jsonedit.KindString {
		return in.String(m), true
	}
	var all []string
	for _, e := range in.Elems(nil, m) {
		if e.Kind != jsonedit.KindString || bytes.Contains(in.Bytes(e), []byte(",")) {
			return "", false
		}
		all = append(all, in.TextAt(e.Start, e.End))
	}
	return strings.Join(all, ", "), true
}

// SetFact returns the bytes of a workflow file with another text for a fact that it has: for a list, the parts between
// commas.
func SetFact(raw []byte, name, to string) ([]byte, error) {
	f := new(file)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	in, at, m, ok := f.findFact(name)
	if !ok {
		return nil, errors.New("its file has no " + name)
	}
	text := jsonedit.Quote(to, jsonedit.EscapesOf(raw))
	if m.Kind == jsonedit.KindArray {
		var parts [][]byte
		for part := range strings.SplitSeq(to, ",") {
			if part = strings.TrimSpace(part); part != "" {
				parts = append(parts, jsonedit.Quote(part, jsonedit.EscapesOf(raw)))
			}
		}
		text = append(append([]byte("["), bytes.Join(parts, []byte(", "))...), ']')
	}
	return jsonedit.Apply(raw, f.within(in, at.outer, jsonedit.SetValue(at.name, text)))
}

// AddPart returns the bytes of a workflow file with one more id in its list of parts; nil if it has no such list, or
// the id is in it.
func AddPart(raw []byte, id tasks.ID) ([]byte, error) {
	f := new(file)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	for _, outer := range [...]key{keyRelations, keyContext, keyOther} {
		in := f.inner(outer)
		for _, name := range [...]key{keySubtasks, keyChildren} {
			if m, _ := in.get(name); m.Kind == jsonedit.KindArray {
				if slices.Contains(in.parts(), id) {
					return nil, nil
				}
				return jsonedit.Apply(raw,
					f.within(in, outer, jsonedit.AddElem(in.Key(m), jsonedit.Quote(id.Text, jsonedit.EscapesOf(raw)))))
			}
		}
	}
	return nil, nil
}

// isShownAsFact reports whether all of a member is shown by a field of the record or by a fact.
func isShownAsFact(name string, raw []byte) bool {
	switch keyOf(name) {
	case keyID, keyTaskID, keyTitle, keyDescription, keyStatus, keyDependsOn, keyDependencies, keyRelations,
		keyExecution,
		keyParent, keySubtasks, keyChildren:
		return true
	case keyContext, keyMeta, keyFlow, keyConvergence: // they may have other members
		if raw[0] == '{' {
			return isShownInside(keyOf(name), raw)
		}
	}
	for _, source := range factSources {
		if slices.Contains(source.at, place{keyOther, name}) {
			return !hasMore(raw)
		}
	}
	return name == "deps"
}

// hasMore reports whether a value is a list with an object of several members, of which a fact shows one.
func hasMore(raw []byte) bool {
	in, m := valueOf(raw)
	return slices.ContainsFunc(in.Elems(nil, m), func(e jsonedit.Elem) bool {
		one := new(file)
		return one.parse(in.Bytes(e)) == nil && len(one.Object.Members()) > 1
	})
}

// isShownInside reports whether every member of an object is empty or shown by a fact.
func isShownInside(outer key, raw []byte) bool {
	var in file
	if in.parse(raw) != nil {
		return false
	}
	for _, m := range in.Object.Members() {
		name := in.Key(m)
		shown := empty(jsonedit.Canonical(in.Raw(m)))
		for _, source := range factSources {
			shown = shown || slices.Contains(source.at, place{outer, name})
		}
		switch name {
		case "depends_on", "parent", "subtasks", "children", "inherited", "inherited_from", "shared_context":
			shown = shown || outer == keyContext
		}
		if !shown {
			return false
		}
	}
	return true
}

// factCollector collects the facts of one file.
type factCollector struct {
	f     *file
	facts []tasks.Fact
}

// addMember adds the values of a member to a fact.
func (w *factCollector) addMember(name string, in *file, m jsonedit.Member, split bool) {
	var values []string
	for _, text := range in.texts(m) {
		if !split || m.Kind != jsonedit.KindString {
			values = append(values, text)
			continue
		}
		for part := range strings.SplitSeq(text, ";") {
			if part = strings.TrimSpace(part); part != "" {
				values = append(values, part)
			}
		}
	}
	w.addValues(name, "", values)
}

// addValues adds values to a fact, without those that it has already.
func (w *factCollector) addValues(name, from string, values []string) {
	if len(values) == 0 && from == "" {
		return
	}
	for i := range w.facts {
		if known := &w.facts[i]; known.Name == name && known.From == from {
			for _, v := range values {
				if !slices.Contains(known.Values, v) {
					known.Values = append(known.Values, v)
				}
			}
			return
		}
	}
	w.facts = append(w.facts, tasks.Fact{Name: name, Values: values, From: from})
}

// inherited adds what the task got from its parent or its session.
func (w *factCollector) inherited() {
	context := w.f.inner(keyContext)
	w.addValues("inherited", context.textNamed("inherited_from"), nil)
	shared, _ := context.Get("shared_context")
	w.addValues("shared context", "", context.texts(shared))
	for _, in := range [...]*file{context, w.f} {
		m, _ := in.Get("inherited")
		inside := in.object(m)
		given, _ := inside.Get("context")
		from := inside.textNamed("from")
		values := inside.texts(given)
		if len(values) > 0 && from == "" {
			from = "its parent"
		}
		w.addValues("inherited", from, values)
	}
}

// texts returns a value as texts: a scalar is itself, a list its elements, an object its scalar members. null and empty
// values have none.
func (f *file) texts(m jsonedit.Member) []string {
	switch m.Kind {
	case jsonedit.KindString:
		if text := f.String(m); text != "" {
			return []string{text}
		}
	case jsonedit.KindNumber, jsonedit.KindTrue, jsonedit.KindFalse:
		return []string{string(f.Raw(m))}
	case jsonedit.KindArray:
		var all []string
		for _, e := range f.Elems(nil, m) {
			all = append(all, textOfElem(f, e))
		}
		return slices.DeleteFunc(all, func(s string) bool { return s == "" })
	case jsonedit.KindObject:
		var all []string
		in := f.object(m)
		for _, inner := range in.Object.Members() {
			if inner.Kind != jsonedit.KindObject && inner.Kind != jsonedit.KindArray {
				for _, text := range in.texts(inner) {
					all = append(all, in.Key(inner)+": "+text)
				}
			}
		}
		return all
	}
	return nil
}

// textOfElem returns an element as a text: an object as its path, title, description or criterion, if it has one.
func textOfElem(f *file, e jsonedit.Elem) string {
	switch e.Kind {
	case jsonedit.KindString:
		return f.TextAt(e.Start, e.End)
	case jsonedit.KindNull:
		return ""
	case jsonedit.KindObject:
		in := new(file)
		if in.parse(f.Bytes(e)) == nil {
			for _, name := range [...]string{"path", "title", "description", "criterion"} {
				if m, _ := in.Get(name); m.Kind == jsonedit.KindString {
					return in.String(m)
				}
			}
		}
	}
	return string(jsonedit.Canonical(f.Bytes(e)))
}

// Lacks returns the members that a workflow generation demands and a file does not have, such as "context" or
// "convergence.criteria", and, in words, those of another kind. Both are nil for other dialects, and for a file that
// cannot be read.
func Lacks(as *tasks.Traits, raw []byte) (lacks, others []string) {
	sp := specOf(as)
	var f file
	if sp.flow == nil || f.parse(raw) != nil {
		return nil, nil
	}
	for _, m := range sp.flow.must {
		name := m.name
		if m.outer != keyOther {
			name = keyNames[m.outer] + "." + m.name
		}
		if m.outer != keyOther && !f.isObject(m.outer) {
			continue // it is enough to say that the object itself is missing
		}
		in, got, _ := f.find(m.place)
		switch {
		case got.None():
			lacks = append(lacks, name)
		case m.kind != 0 && got.Kind != m.kind:
			others = append(others, name+" is "+kindWord(got.Kind)+", and the schema wants "+kindWord(m.kind))
		case m.kind == jsonedit.KindArray && m.outer != keyOther && len(in.Elems(nil, got)) == 0:
			others = append(others, name+" is empty")
		}
	}
	return lacks, others
}

// published are the words that the first generation has for some members.
var published = [...]struct {
	at    place
	words string
}{
	{place{keyOther, "type"}, "feature bugfix refactor test docs"},
	{place{keyOther, "agent"}, "code-developer planning-agent code-review-test-agent test-agent docs-agent"},
	{place{keyImplementation, "analysis_source"}, "manual gemini codex auto-detected"},
}

// Unpublished returns, in words, where a file of the first generation has other words than its rules, and whether its
// implementation is empty. It is nil for other dialects, and for a file that cannot be read.
func Unpublished(as *tasks.Traits, raw []byte) (odd []string) {
	var f file
	if as != CCW10 || f.parse(raw) != nil {
		return nil
	}
	for _, p := range published {
		if in, m, _ := f.find(p.at); m.Kind == jsonedit.KindString &&
			!slices.Contains(strings.Fields(p.words), in.String(m)) {
			odd = append(odd, "its "+p.at.name+" is "+quoted(in.String(m))+", none of "+
				strings.ReplaceAll(p.words, " ", ", "))
		}
	}
	if in := f.inner(keyImplementation); f.isObject(keyImplementation) && !in.lists("files") &&
		!in.lists("preparation_tasks") {
		odd = append(odd, "its implementation names no files and no preparation")
	}
	return odd
}

// lists reports whether a member is a list with elements.
func (f *file) lists(name string) bool {
	m, _ := f.Get(name)
	return len(f.Elems(nil, m)) > 0
}

// Wildcards returns the paths of a workflow file that are patterns and should be plain. A bracket is not a pattern:
// routes have brackets in their names.
func Wildcards(raw []byte) []string {
	var f file
	if f.parse(raw) != nil {
		return nil
	}
	w := factCollector{f: &f}
	w.collect(factSource{name: "paths", split: true,
		at: []place{{keyOther, "paths"}, {keyOther, "focus_paths"}, {keyContext, "focus_paths"}}})
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
