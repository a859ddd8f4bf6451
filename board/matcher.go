package board

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sideboard/tasks"
)

// matcher is a query prepared for many cards.
type matcher struct {
	words, notWords [][]byte         // in lower case
	text            []byte           // a buffer of matchesText
	either          [][]preparedTerm // of each of these one must match
	each            []preparedTerm   // these must all match
}

// preparedTerm is a term of a matcher.
type preparedTerm struct {
	term
	lower string             // the value in lower case
	known map[string]bool    // by owner: a cache of isOwner
	slots []bool             // of waitsForKey and unblocksKey: the slots that match
	needs map[tasks.Key]bool // of is:needs-me: the tasks that need the person
	since int64              // nanoseconds: files that changed later are newer than the age
}

// isOwner reports whether a term names the owner of a task: by the exact name or, where nobody has that, by its
// beginning.
func (p *preparedTerm) isOwner(t *tasks.Task) bool {
	switch {
	case t == nil:
		return false
	case p.value == nobody:
		return t.Owner == ""
	case p.value == "":
		return false
	}
	is, known := p.known[t.Owner]
	if !known {
		is = p.exact && strings.EqualFold(t.Owner, p.value) || !p.exact &&
			strings.HasPrefix(strings.ToLower(t.Owner), p.lower)
		p.known[t.Owner] = is
	}
	return is
}

// matchesText reports whether the texts contain every word of the query and none of those with a "-".
func (m *matcher) matchesText(texts ...string) bool {
	m.text = m.text[:0]
	for _, t := range texts {
		m.text = append(appendLower(m.text, t), '\n')
	}
	contains := func(word []byte) bool { return bytes.Contains(m.text, word) }
	for _, word := range m.words {
		if !contains(word) {
			return false
		}
	}
	return !slices.ContainsFunc(m.notWords, contains)
}

// appendLower appends a text in lower case.
func appendLower(to []byte, s string) []byte {
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			for _, r := range s[i:] {
				to = utf8.AppendRune(to, unicode.ToLower(r))
			}
			return to
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}
