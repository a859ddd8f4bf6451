package locate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"sideboard/tasks"
)

// unreadPlaces are the places in a project where tools keep tasks in a form that is not read: all in one file, or as
// Markdown.
var unreadPlaces = [...]struct {
	path  string
	tool  string // "" if the file has no tool that everybody means by it
	one   string // what is in it
	many  string
	count func(path string) (n int, known bool)
	must  bool // other files have this name too: it counts only with items
}{
	{".taskmaster/tasks/tasks.json", "Taskmaster", "task", "tasks", countInFile, false},
	{"tasks/tasks.json", "Taskmaster", "task", "tasks", countInFile, true},
	{".beads", "beads", "issue", "issues", countBeads, false},
	{"backlog/tasks", "Backlog.md", "task", "tasks", countMarkdown, true},
	{"prd.json", "Ralph", "story", "stories", countInFile, true},
	{"scripts/ralph/prd.json", "Ralph", "story", "stories", countInFile, true},
	{"ralph/prd.json", "Ralph", "story", "stories", countInFile, true},
	{".ralph/prd.json", "Ralph", "story", "stories", countInFile, true},
	{"plans/prd.json", "Ralph", "story", "stories", countInFile, true},
	{"feature_list.json", "", "feature", "features", countInFile, false},
	{".agent/tasks.json", "", "task", "tasks", countInFile, false},
	{".claude/tasks.json", "", "task", "tasks", countInFile, false},
	{".claude/tasks/tasks.json", "", "task", "tasks", countInFile, false},
	{".tasks/tasks.json", "", "task", "tasks", countInFile, false},
}

// Unread returns, in words, which tools keep tasks in a project in a form that is not read here: "Taskmaster keeps 34
// tasks in one file, .taskmaster/tasks/tasks.json: not read here".
func Unread(project string) (all []string) {
	for _, p := range unreadPlaces {
		path := filepath.Join(project, filepath.FromSlash(p.path))
		if !Exists(path) {
			continue
		}
		n, known := p.count(path)
		if n == 0 && (p.must || known) {
			continue
		}
		what := "its " + p.many
		if known {
			what = fmt.Sprint(n, " ", tasks.Plural(n, p.one, p.many))
		}
		words := p.path + " keeps " + what + " in one file"
		switch {
		case p.tool != "" && strings.HasSuffix(p.path, ".json"):
			words = p.tool + " keeps " + what + " in one file, " + p.path
		case p.tool != "":
			words = p.tool + " keeps " + what + " in " + p.path
		}
		all = append(all, words+": not read here")
	}
	return all
}

// maxUnread is the largest file whose tasks are counted.
const maxUnread = 8 << 20

// countInFile returns the number of tasks in a file that has all of them.
func countInFile(path string) (int, bool) {
	raw, _, err := ReadSmall(path, maxUnread)
	var all any
	if err != nil || json.Unmarshal(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")), &all) != nil {
		return 0, false
	}
	return countItems(all, true)
}

// countItems returns the number of elements of a list of tasks: a list itself, a member with one of the usual names, or
// those of all members that are such objects, as Taskmaster has one for each tag.
func countItems(value any, nested bool) (n int, known bool) {
	if list, is := value.([]any); is {
		return len(list), true
	}
	members, _ := value.(map[string]any)
	for _, name := range [...]string{"tasks", "userStories", "features", "stories", "items"} {
		if list, is := members[name].([]any); is {
			return len(list), true
		}
	}
	for _, in := range members {
		if _, object := in.(map[string]any); object && nested {
			more, is := countItems(in, false)
			n, known = n+more, known || is
		}
	}
	return n, known
}

// countBeads returns the number of lines of the files of issues in a .beads.
func countBeads(dir string) (n int, known bool) {
	_, _ = readEntries(dir, newBudget(), func(d fs.DirEntry) bool { // a directory that cannot be read has none
		if name := d.Name(); name == "issues.jsonl" || name == "beads.jsonl" {
			raw, _, err := ReadSmall(filepath.Join(dir, name), maxUnread)
			if err == nil {
				n, known = n+countLines(raw), true
			}
		}
		return true
	})
	return n, known
}

// countLines returns the number of lines that are not empty.
func countLines(raw []byte) (n int) {
	for line := range bytes.Lines(raw) {
		if len(bytes.TrimSpace(line)) > 0 {
			n++
		}
	}
	return n
}

// countMarkdown returns the number of Markdown files in a directory.
func countMarkdown(dir string) (n int, known bool) {
	_, err := readEntries(dir, newBudget(), func(d fs.DirEntry) bool {
		if strings.HasSuffix(d.Name(), ".md") {
			n++
		}
		return true
	})
	return n, err == nil
}

// unreadAttempts returns what Unread says of the first of some directories that has anything.
func unreadAttempts(dirs ...string) (tried []Attempt) {
	for _, dir := range dirs {
		for _, words := range Unread(dir) {
			tried = append(tried, Attempt{Why: words})
		}
		if tried != nil {
			return tried
		}
	}
	return nil
}

// noTasksIn returns why a directory without task files is none of tasks.
func noTasksIn(dir string) string {
	n := 0
	_, _ = readEntries(dir, newBudget(), func(d fs.DirEntry) bool {
		if d.Type().IsRegular() && strings.HasSuffix(d.Name(), ".json") && !strings.HasPrefix(d.Name(), ".") {
			n++
		}
		return true
	})
	switch n {
	case 0:
		return "holds no task files"
	case 1:
		return "holds one JSON file, which is not a task that is known here"
	}
	return fmt.Sprintf("holds %d JSON files, and none is a task that is known here", n)
}
