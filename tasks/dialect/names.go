package dialect

import (
	"slices"
	"strconv"
	"strings"

	"sideboard/tasks"
)

// nameKind is the form of a file's name. It may have several: task_12345678.json is a number and eight hex digits.
type nameKind uint8

const (
	nameTask nameKind = 1 << iota // task_<anything>.json
	nameInt                       // task_<digits>.json
	nameHex                       // task_<8 hex digits>.json
	nameUnix                      // task_<10 digits>_<4 digits>.json
	nameBare                      // <digits>.json
)

// stemOf returns a name without .json.
func stemOf(name string) string { return strings.TrimSuffix(name, ".json") }

func kindOf(name string) nameKind {
	stem := stemOf(name)
	rest, ok := strings.CutPrefix(stem, "task_")
	if !ok {
		if digits(stem) {
			return nameBare
		}
		return 0
	}
	kind := nameTask
	if digits(rest) {
		kind |= nameInt
	}
	if isHex(rest) {
		kind |= nameHex
	}
	if len(rest) == 15 && rest[10] == '_' && digits(rest[:10]) && digits(rest[11:]) {
		kind |= nameUnix
	}
	return kind
}

// countIn returns the number in a name of the two counting forms, 0 for any other name.
func countIn(name string) uint64 {
	n, ok := whole(strings.TrimPrefix(stemOf(name), "task_"))
	if !ok {
		return 0
	}
	return n
}

// maxClock is about the last second whose nanoseconds fit into an int64.
const maxClock = 9_000_000_000

// clockIn returns the time in a name made of the clock, in nanoseconds since 1970, 0 for any other name.
func clockIn(name string) int64 {
	if kindOf(name)&nameUnix == 0 {
		return 0
	}
	seconds, _ := strconv.ParseInt(name[len("task_"):len("task_")+10], 10, 64)
	return min(seconds, maxClock) * 1e9
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isHex reports whether s is eight lowercase hex digits, as ids are.
func isHex(s string) bool { return len(s) == 8 && strings.Trim(s, "0123456789abcdef") == "" }

// leadsWithInt reports whether a number follows the first underscore of the stem, up to the next one: the agents of the
// counting dialects read the id from there, and fail if it is none.
func leadsWithInt(name string) bool {
	_, rest, _ := strings.Cut(stemOf(name), "_")
	number, _, _ := strings.Cut(rest, "_")
	return digits(number)
}

// Noise reports whether a file of this name is neither a task nor a problem: dot-files, temporary files, locks, and
// everything that does not end in .json.
func Noise(name string) bool {
	return !strings.HasSuffix(name, ".json") || strings.HasPrefix(name, ".")
}

// Leftover reports whether agents, editors and this program leave files of this name next to tasks: locks, temporary
// files, dot-files.
func Leftover(name string) bool {
	for _, end := range []string{".lock", ".tmp", ".swp", "~"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return strings.HasPrefix(name, ".") || name == "4913"
}

// IsNote reports whether a person leaves a text of this name in any directory: README.md, AGENTS.md, notes.txt.
func IsNote(name string) bool {
	notes := strings.Fields("readme agents claude gemini notes license contributing changelog")
	stem, end, _ := strings.Cut(strings.ToLower(name), ".")
	return slices.Contains([]string{"", "md", "txt", "rst"}, end) && slices.Contains(notes, stem)
}

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
