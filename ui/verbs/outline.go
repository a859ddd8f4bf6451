package verbs

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// maxInput is how much is read of what new tasks are made of.
const maxInput = 16 << 20

// ReadDrafts reads new tasks: a JSON object a line, where the first line begins with a brace, else an outline.
func ReadDrafts(in io.Reader) ([]Draft, error) {
	raw, err := io.ReadAll(io.LimitReader(in, maxInput+1))
	switch {
	case err != nil:
		return nil, err
	case len(raw) > maxInput:
		return nil, &UsageError{fmt.Errorf("more than %d MB of new tasks", maxInput>>20)}
	}
	var drafts []Draft
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		drafts, err = readLines(raw)
	} else {
		drafts, err = readOutline(string(raw))
	}
	if err == nil && len(drafts) == 0 {
		err = errors.New("there is no task to add: give a subject, or tasks on the input")
	}
	if err != nil {
		return nil, &UsageError{err}
	}
	return drafts, nil
}

// readLines reads a JSON object a line.
func readLines(raw []byte) (drafts []Draft, err error) {
	lines := bufio.NewScanner(bytes.NewReader(raw))
	lines.Buffer(nil, maxInput)
	for n := 1; lines.Scan(); n++ {
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.DisallowUnknownFields()
		var d Draft
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if dec.More() {
			return nil, fmt.Errorf("line %d: more than one JSON object", n)
		}
		if strings.TrimSpace(d.Subject) == "" {
			return nil, fmt.Errorf("line %d: it has no subject", n)
		}
		drafts = append(drafts, d)
	}
	return drafts, lines.Err()
}

// readOutline reads a subject a line. A line that is indented is done before the line it stands under, which waits for it.
func readOutline(text string) (drafts []Draft, err error) {
	type open struct{ indent, draft int }
	var above []open
	for n, line := range strings.Split(text, "\n") {
		subject := strings.TrimSpace(line)
		if subject == "" {
			continue
		}
		indent := 0
		for _, c := range line {
			if !unicode.IsSpace(c) {
				break
			}
			if indent++; c == '\t' {
				indent += 3 - (indent-1)%4
			}
		}
		for _, bullet := range []string{"- [ ] ", "* [ ] ", "- ", "* "} {
			if rest, ok := strings.CutPrefix(subject, bullet); ok {
				subject = strings.TrimSpace(rest)
				break
			}
		}
		if subject == "" || subject == "-" || subject == "*" {
			return nil, fmt.Errorf("line %d: it has no subject", n+1)
		}
		for len(above) > 0 && above[len(above)-1].indent >= indent {
			above = above[:len(above)-1]
		}
		// No id of a task has a blank in it, so that a line of an outline is never taken for one.
		d := Draft{ID: fmt.Sprint("line ", n+1), Subject: subject}
		if len(above) > 0 {
			parent := &drafts[above[len(above)-1].draft]
			parent.BlockedBy = append(parent.BlockedBy, d.ID)
		}
		above = append(above, open{indent, len(drafts)})
		drafts = append(drafts, d)
	}
	return drafts, nil
}
