package dialect

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// TodoName is the list of a workflow session. Its agents follow it: they do what is not ticked, and do not know a task
// that it does not have.
const TodoName = "TODO_LIST.md"

// TodoLine is the line of a task in TODO_LIST.md: - [x] **IMPL-1.2**: title → link. A container has no box: ▸
// **IMPL-1**: title.
type TodoLine struct {
	ID     string
	Ticked bool
	Box    bool   // it has a box: it is no container
	Text   string // the whole line, without its end

	end int // the offset of the end of Text in the list
	box int // the offset in Text of the sign in its box
}

// pattern returns a regular expression that is compiled at its first use: few commands read a TODO_LIST.md.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// todoLine finds the box, the arrow of a container and the id. An id is a word, a dash and a number, before which there
// may be the letter of a module: IMPL-A1.
var todoLine = pattern(`^\s*(?:[-*]\s+\[(.)\]|(?:[-*]\s+)?(▸))\s+\**\s*([A-Za-z][A-Za-z0-9_-]*-[A-Z]?[0-9](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)`)

// TodoLines returns the lines of tasks in TODO_LIST.md.
func TodoLines(list []byte) []TodoLine {
	var all []TodoLine
	at := 0
	for line := range bytes.Lines(list) {
		text := strings.TrimRight(string(line), "\r\n")
		if m := todoLine().FindStringSubmatchIndex(text); m != nil {
			l := TodoLine{ID: text[m[6]:m[7]], Text: text, end: at + len(text)}
			if l.Box = m[2] >= 0; l.Box {
				l.box, l.Ticked = m[2], strings.EqualFold(text[m[2]:m[3]], "x")
			}
			all = append(all, l)
		}
		at += len(line)
	}
	return all
}

// TodoFor returns the line with a box of a task: the first that is ticked although the task is not over, or the other
// way round; else the first. Agents write ids in capitals there, whatever the file has.
func TodoFor(list []byte, id string, over bool) (TodoLine, bool) {
	var first TodoLine
	found := false
	for _, l := range TodoLines(list) {
		switch {
		case !l.Box || !strings.EqualFold(l.ID, id):
		case l.Ticked != over:
			return l, true
		case !found:
			first, found = l, true
		}
	}
	return first, found
}

// Marked returns the text of a line with its box ticked or empty.
func (l TodoLine) Marked(over bool) string {
	if !l.Box || l.Ticked == over {
		return l.Text
	}
	sign := " "
	if over {
		sign = "x"
	}
	_, rest, _ := strings.Cut(l.Text[l.box:], "]")
	return l.Text[:l.box] + sign + "]" + rest
}

// todoLink finds the link of a line to the file of its task.
var todoLink = pattern(`\s*(?:→|->)\s*\[[^\]]*\]\((?:\./)?\.task/[^)]*\)`)

// NewTodoLine returns the line of a new task, with a link if the first link of the list can be copied.
func NewTodoLine(list []byte, id, title, file string) string {
	line := "- [ ] **" + id + "**: " + strings.Join(strings.Fields(title), " ")
	for _, l := range TodoLines(list) {
		link := todoLink().FindString(l.Text)
		if at := strings.LastIndex(link, ".task/"); at >= 0 {
			return line + link[:at] + ".task/" + file + ")"
		}
	}
	return line
}

// SetTodoLine returns the list with the line before replaced by after. If before is "", after is added after the last
// line of a task; if after is "", before is removed. ok is false if the list does not have before, or has after
// already.
func SetTodoLine(list []byte, before, after string) (next []byte, ok bool) {
	lines := TodoLines(list)
	if before == "" {
		at, end := len(bytes.TrimRight(list, "\r\n")), "\n"
		if bytes.Contains(list, []byte("\r\n")) {
			end = "\r\n"
		}
		for _, l := range lines {
			if l.Text == after {
				return nil, false
			}
			at = l.end
		}
		return splice(list, at, at, end+after), true
	}
	for _, l := range lines {
		if l.Text != before {
			continue
		}
		from := l.end - len(l.Text)
		if after == "" { // with the end of the line above
			return splice(list, len(bytes.TrimSuffix(bytes.TrimSuffix(list[:from], []byte("\n")), []byte("\r"))), l.end,
				""), true
		}
		return splice(list, from, l.end, after), true
	}
	return nil, false
}

// splice returns a text with the bytes from from to to replaced.
func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}
