package dialect

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// TodoName is the list that a workflow session keeps beside its tasks. Its agents go by it: they do what it does not
// tick off, and do not know of what it lacks.
const TodoName = "TODO_LIST.md"

// TodoLine is a line of TODO_LIST.md that stands for a task: - [x] **IMPL-1.2**: what it is → where it is. A container
// has no box: ▸ **IMPL-1**: what it is.
type TodoLine struct {
	ID     string
	Ticked bool
	Box    bool   // it has a box: it is no container
	Text   string // the whole line, without its end

	end int // where its text ends in the list
	box int // where the sign in its box stands in Text
}

// pattern is a regular expression that is compiled when it is used first: few commands look at a TODO_LIST.md, and each would
// wait for it.
func pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// todoLine finds the box, the arrow of a container and the id. An id is a word, a dash and a number, which the letter
// of a module may stand before: IMPL-A1.
var todoLine = pattern(`^\s*(?:[-*]\s+\[(.)\]|(?:[-*]\s+)?(▸))\s+\**\s*([A-Za-z][A-Za-z0-9_-]*-[A-Z]?[0-9](?:[0-9A-Za-z.-]*[0-9A-Za-z])?)`)

// TodoLines returns the lines of TODO_LIST.md that stand for tasks.
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

// TodoFor returns the line with a box that stands for a task: the first whose box says other than over, else the first.
// Agents write ids in capitals there, whatever the file does.
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

// todoLink is how a line leads to the file of its task.
var todoLink = pattern(`\s*(?:→|->)\s*\[[^\]]*\]\((?:\./)?\.task/[^)]*\)`)

// NewTodoLine returns the line that a task would have, formed as the last one of the list that is no part's, with its
// link where that has one.
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

// SetTodoLine returns the list with one line in the place of another. Without a line before, the new one goes behind
// the last that stands for a task; without one after, the line before is taken out. ok is false where the list does
// not have the line before, or has the new one already.
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
		if after == "" && from > 0 { // with the end of the line above
			return splice(list, len(bytes.TrimSuffix(bytes.TrimSuffix(list[:from], []byte("\n")), []byte("\r"))), l.end, ""), true
		}
		return splice(list, from, l.end, after), true
	}
	return nil, false
}

func splice(text []byte, from, to int, with string) []byte {
	return slices.Concat(text[:from], []byte(with), text[to:])
}
