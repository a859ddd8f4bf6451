package board

import (
	"strings"
	"unicode"
)

// OutlineLine is a line of a plan that names a task.
type OutlineLine struct {
	Line    int    // in the text, from 1
	Subject string // without list marks
	Under   int    // the index of the line it is indented under, and waits for; -1 for none
	Depth   int    // the number of lines it is indented under
	Done    bool   // ticked
}

// ReadOutline parses a plan as people and agents write one: one task per line, which waits for the line it is indented
// under. List marks (-, *, +, •, 1., 2)) and check boxes are not part of the subject. Blank lines, headings and rules
// are no tasks. A heading ends all indentation.
func ReadOutline(text string) (lines []OutlineLine) {
	type open struct{ indent, line int }
	var above []open
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff"))
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		l := OutlineLine{Line: n, Subject: strings.TrimSpace(line), Under: -1}
		if isHeading(l.Subject) {
			above = nil
			continue
		}
		if isRule(l.Subject) || !l.readItem() {
			continue
		}
		indent := indentOf(line)
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		if len(above) > 0 {
			l.Under, l.Depth = above[len(above)-1].line, len(above)
		}
		above = append(above, open{indent, len(lines)})
		lines = append(lines, l)
	}
	return lines
}

// WaitsFor returns the nearest line that line i is indented under and for which made is true, -1 for none.
func WaitsFor(lines []OutlineLine, i int, made func(int) bool) int {
	for i = lines[i].Under; i >= 0 && !made(i); {
		i = lines[i].Under
	}
	return i
}

// readItem removes list marks from a line, and reports whether a subject is left.
func (l *OutlineLine) readItem() bool {
	rest := l.Subject
	mark, after, ok := strings.Cut(rest, " ")
	if ok && isMark(mark) {
		rest = strings.TrimSpace(after)
	} else if isMark(rest) {
		return false
	}
	for _, box := range [...]string{"[ ]", "[x]", "[X]"} {
		after, ok := strings.CutPrefix(rest, box)
		// a space follows a box: [x]y is a subject
		if text := strings.TrimSpace(after); ok && (text == "" || !strings.HasPrefix(after, text)) {
			rest, l.Done = text, box != "[ ]"
			break
		}
	}
	l.Subject = rest
	return rest != ""
}

// maxNumber is the most digits in the number of an item: 2026. is a year.
const maxNumber = 3

// isMark reports whether a word is a list mark.
func isMark(word string) bool {
	switch word {
	case "-", "*", "+", "•":
		return true
	case "":
		return false
	}
	digits, ok := strings.CutSuffix(word, ".")
	if !ok {
		if digits, ok = strings.CutSuffix(word, ")"); !ok {
			return false
		}
	}
	for number := range strings.SplitSeq(digits, ".") {
		if number == "" || len(number) > maxNumber || strings.Trim(number, "0123456789") != "" {
			return false
		}
	}
	return true
}

// isHeading reports whether a line is a Markdown heading.
func isHeading(line string) bool {
	rest := strings.TrimLeft(line, "#")
	return rest != line && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// isRule reports whether a line is a horizontal rule.
func isRule(line string) bool {
	return len(line) >= 3 && (strings.Trim(line, "-") == "" || strings.Trim(line, "*") == "" ||
		strings.Trim(line, "_") == "" || strings.Trim(line, "=") == "")
}

// indentOf returns the indentation of a line in cells, with tab stops every four cells.
func indentOf(line string) (n int) {
	for _, c := range line {
		if !unicode.IsSpace(c) {
			break
		}
		n++
		if c == '\t' {
			n += 3 - (n-1)%4
		}
	}
	return n
}
