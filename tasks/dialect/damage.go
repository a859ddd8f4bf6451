package dialect

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// broken returns the *BrokenError for an error of the parser about raw.
func broken(raw []byte, err error) *BrokenError {
	at, ok := errors.AsType[*jsonedit.SyntaxError](err)
	if !ok {
		return &BrokenError{Kind: tasks.NotATask, Text: "JSON, but not an object"}
	}
	b := &BrokenError{Kind: tasks.Unparsable, Text: at.Msg, Line: at.Line, Col: at.Col}
	conflict, isConflict := parseConflict(raw)
	switch {
	case isUTF16(raw):
		b.Damage, b.Text, b.Line, b.Col = tasks.NotUTF8, "it is text in UTF-16, and task files are UTF-8", 0, 0
	case isConflict:
		b.Damage, b.Text, b.Line, b.Col = tasks.MergeConflict, "git conflict markers: "+conflict.words(), conflict.line,
			1
	case at.CutOff:
		b.Damage = tasks.CutOff
	}
	return b
}

// isUTF16 reports whether a text begins as UTF-16 does: with a byte order mark, or with an ASCII character in two
// bytes.
func isUTF16(raw []byte) bool {
	if len(raw) < 2 {
		return false
	}
	first := [2]byte(raw)
	return first == [2]byte{0xFF, 0xFE} || first == [2]byte{0xFE, 0xFF} || first == [2]byte{'{', 0} ||
		first == [2]byte{0, '{'}
}

// conflict is a file in which git left both sides of a merge between markers.
type conflict struct {
	line  int       // of the first marker, from 1
	names [2]string // of the sides, as the markers spell them
	sides [2][]byte // the whole file on each side
}

// parseConflict returns both sides of a file with the markers of a merge, and whether it has any. The common
// ancestor, which git writes with its style diff3, is left out.
func parseConflict(raw []byte) (conflict, bool) {
	const both, ours, base, theirs = -1, 0, 1, 2
	var c conflict
	if !bytes.Contains(raw, []byte("<<<<<<<")) {
		return c, false
	}
	at, line, whole := both, 0, false
	for text := range bytes.Lines(raw) {
		line++
		marker, name, _ := strings.Cut(strings.TrimRight(string(text[:min(len(text), 200)]), "\r\n"), " ")
		switch {
		case marker == "<<<<<<<" && at == both:
			at = ours
			if c.line == 0 {
				c.line, c.names[0] = line, name
			}
		case marker == "|||||||" && at == ours:
			at = base
		case marker == "=======" && (at == ours || at == base):
			at = theirs
		case marker == ">>>>>>>" && at == theirs:
			at, whole = both, true
			if c.names[1] == "" {
				c.names[1] = name
			}
		case at == ours:
			c.sides[0] = append(c.sides[0], text...)
		case at == theirs:
			c.sides[1] = append(c.sides[1], text...)
		case at == both:
			c.sides[0] = append(c.sides[0], text...)
			c.sides[1] = append(c.sides[1], text...)
		}
	}
	return c, whole && at == both
}

// words says how the two sides differ: by what state and owner each has, else by their members.
func (c conflict) words() string {
	names := c.names
	for i, other := range [2]string{"one side", "the other"} {
		if names[i] == "" {
			names[i] = other
		}
	}
	var sides [2]*file
	for i, raw := range c.sides {
		sides[i] = new(file)
		if sides[i].parse(raw) != nil {
			return "the sides " + names[0] + " and " + names[1]
		}
	}
	said := [2]string{sides[0].stateWords(), sides[1].stateWords()}
	if said[0] != said[1] {
		return names[0] + " says " + said[0] + ", " + names[1] + " says " + said[1]
	}
	if differ := differingMembers(sides[0], sides[1]); len(differ) > 0 {
		return names[0] + " and " + names[1] + " differ in " + strings.Join(differ, ", ")
	}
	return names[0] + " and " + names[1] + " say the same"
}

// stateWords returns the status and the owner of a file in words: "in progress by zoe".
func (f *file) stateWords() string {
	status, _ := f.get(keyStatus)
	words := "no status"
	if !status.None() {
		words = strings.ReplaceAll(f.wordOf(status), "_", " ")
	}
	if owner, _ := f.get(keyOwner); owner.Kind == jsonedit.KindString && f.String(owner) != "" {
		words += " by " + f.String(owner)
	}
	return words
}

// differingMembers returns the keys of the members in which two files differ, in the order of the first.
func differingMembers(a, b *file) (differ []string) {
	for _, f := range [2]*file{a, b} {
		for _, m := range f.Object.Members() {
			name := f.Key(m)
			one, _ := a.Get(name)
			other, _ := b.Get(name)
			if memberValue(a.Raw(one)) != memberValue(b.Raw(other)) && !slices.Contains(differ, name) {
				differ = append(differ, name)
			}
		}
	}
	return differ
}
