package dialect

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
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

// kindOf returns the forms of a name, 0 for another name.
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

// digits reports whether a text has digits and nothing else.
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
	return strings.HasPrefix(name, ".") || name == "4913" // with which vim tries whether it may make files
}

// IsNote reports whether a person leaves a text of this name in any directory: README.md, AGENTS.md, notes.txt.
func IsNote(name string) bool {
	notes := strings.Fields("readme agents claude gemini notes license contributing changelog")
	stem, end, _ := strings.Cut(strings.ToLower(name), ".")
	return slices.Contains([]string{"", "md", "txt", "rst"}, end) && slices.Contains(notes, stem)
}

// copyNames are the names that synchronisers give a file that was changed on two machines, with the name of the file
// as first part.
var copyNames = [...]struct {
	by   string
	name *regexp.Regexp
}{
	{"Syncthing", regexp.MustCompile(`^(.+)\.sync-conflict-\d{8}-\d{6}-[0-9A-Z]{7}\.json$`)},
	{"Dropbox or Nextcloud", regexp.MustCompile(`(?i)^(.+?) \(.*conflicted copy.*\)\.json$`)},
	{"ownCloud", regexp.MustCompile(`^(.+)_conflict-\d{8}-\d{6}\.json$`)},
	{"iCloud", regexp.MustCompile(`^(.+) (?:[2-9]|[1-9]\d)\.json$`)},
	{"Google Drive", regexp.MustCompile(`^(.+) \(\d+\)\.json$`)},
}

// CopyOf returns the name of the file of which a synchroniser made a copy with this name, and the synchroniser; ""
// if none did. OneDrive appends the name of a machine, so that there also has to be a file with the name before it.
func CopyOf(name string, exists func(string) bool) (original, by string) {
	for _, c := range copyNames {
		if m := c.name.FindStringSubmatch(name); m != nil {
			return m[1] + ".json", c.by
		}
	}
	stem := stemOf(name)
	for i := range len(stem) {
		if rest := stem[i+1:]; stem[i] == '-' && rest != "" && !digits(rest[:1]) && exists(stem[:i]+".json") {
			return stem[:i] + ".json", "OneDrive"
		}
	}
	return "", ""
}

// originalName returns the name of the file of which this is a copy, else the name itself. A copy is of the design
// of its original.
func originalName(name string) string {
	if stem := stemOf(name); strings.ContainsAny(stem, " .") || strings.Contains(stem, "_conflict-") {
		if original, _ := CopyOf(name, func(string) bool { return false }); original != "" {
			return original
		}
	}
	return name
}
