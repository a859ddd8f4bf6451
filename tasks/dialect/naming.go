package dialect

import (
	"strings"

	"sideboard/tasks"
)

// Matches reports whether the agents of a dialect read files of this name. Those that read *.json read dot-files too.
func Matches(as *tasks.Traits, name string) bool {
	return strings.HasSuffix(name, ".json") && (specOf(as).readsAll() || strings.HasPrefix(name, "task_"))
}

// Named reports whether a name has the form that the agents of a dialect give their own files.
func Named(as *tasks.Traits, name string) bool {
	kind := kindOf(name)
	switch specOf(as).ids {
	case taskCounter, taskStem:
		return kind&nameInt != 0
	case bareCounter:
		return kind&nameBare != 0
	case taskHex:
		return kind&nameHex != 0
	case chosen:
		_, _, number := splitID(stemOf(name))
		return number != ""
	}
	return kind&nameTask != 0
}

// NamedFor reports whether a name shows the agents of a dialect the id of its file: a workflow also writes
// <id>-<word>.json, and gives its agents the path.
func NamedFor(as *tasks.Traits, name string, id tasks.ID) bool {
	if IsNameOf(as, name, id) {
		return true
	}
	word, ok := strings.CutPrefix(stemOf(name), id.Text+"-")
	return ok && specOf(as).flow != nil && word != "" && !digits(word[:1])
}

// NameOf returns the name of the file in which the agents of a dialect look for an id, "" if they have no rule.
func NameOf(as *tasks.Traits, id tasks.ID) string {
	prefix, rest, ok := specOf(as).stem(id)
	if !ok {
		return ""
	}
	return prefix + rest + ".json"
}

// IsNameOf reports whether NameOf returns this name, without allocating: it is called for every link of a folder.
func IsNameOf(as *tasks.Traits, name string, id tasks.ID) bool {
	prefix, rest, ok := specOf(as).stem(id)
	if !ok {
		return name == ""
	}
	name, prefixed := strings.CutPrefix(name, prefix)
	stem, json := strings.CutSuffix(name, ".json")
	return prefixed && json && stem == rest
}

// stem returns the name of a task's file without .json, in two parts, and whether there is a rule for it.
func (sp *spec) stem(id tasks.ID) (prefix, rest string, ok bool) {
	switch sp.ids {
	case taskCounter:
		return "task_", id.Text, true
	case bareCounter:
		return "", strings.Map(inName, id.Text), true
	case noRule:
		return "", id.Text, sp.flow != nil
	}
	return "", id.Text, true
}

// inName returns the letter in a file's name for a letter of the id.
func inName(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9', r == '_', r == '-':
		return r
	}
	return '-'
}
