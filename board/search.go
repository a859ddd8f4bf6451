package board

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"sideboard/tasks"
)

// Search finds tasks by what a person types for them, the likeliest first: an id or the end of one, the beginning of a
// subject or of a word in it, a part of either, letters of a subject in their order. Without a text it gives all tasks in
// the order of the board, those behind k first. k itself is left out, and internal tasks. Of equals, unfinished come first.
func (b *Board) Search(text string, k tasks.Key) []tasks.Key {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "#")
	if text == "" {
		return b.tasksAround(k)
	}
	like := newSearchPattern(text)
	var found [2 * ranks][]int32 // by rank, of each the unfinished first
	for s := range b.slots {
		t := b.slots[s].task
		if t == nil || b.slots[s].dead || t.Key == k || b.isHidden(t) {
			continue
		}
		if r := like.rank(t); r >= 0 {
			r *= 2
			if isFinished(t) {
				r++
			}
			found[r] = append(found[r], int32(s))
		}
	}
	var keys []tasks.Key
	for _, slots := range found { // they are mostly in order already
		slices.SortFunc(slots, func(x, y int32) int { return b.slots[x].task.Key.Compare(b.slots[y].task.Key) })
		keys = slices.Grow(keys, len(slots))
		for _, s := range slots {
			keys = append(keys, b.slots[s].task.Key)
		}
	}
	return keys
}

// ranks is how many degrees of likeness there are.
const ranks = 7

// searchPattern is a typed text in the forms in which it is looked for, and room for the texts of one task: among a hundred
// thousand of them nothing is allocated for each.
type searchPattern struct {
	text, innerText        []byte // as it is typed, and behind a blank
	words                  [][]byte
	letters                []rune // but for blanks
	digits                 bool
	id, subject            []byte
	firstLetter, wordStart []byte // the first letter, and behind a blank
}

func newSearchPattern(text string) *searchPattern {
	l := &searchPattern{text: []byte(text), innerText: []byte(" " + text), words: bytes.Fields([]byte(text)), digits: isNumber(text)}
	l.letters = []rune(strings.ReplaceAll(text, " ", ""))
	l.firstLetter, l.wordStart = l.text[:1], l.innerText[:2]
	return l
}

// rank is how well a task fits, 0 best, -1 not at all.
func (l *searchPattern) rank(t *tasks.Task) int {
	l.id, l.subject = appendLower(l.id[:0], t.ID.Text), appendLower(l.subject[:0], t.Subject)
	switch {
	case idMatches(t.ID.Text, string(l.text)):
		return 0
	case l.digits && endsInNumber(t.ID.Text, string(l.text)):
		return 1
	case bytes.HasPrefix(l.subject, l.text):
		return 2
	case bytes.Contains(l.subject, l.innerText):
		return 3
	case bytes.Contains(l.subject, l.text) || bytes.Contains(l.id, l.text):
		return 4
	case l.hasEveryWord():
		return 5
	case l.hasLettersInOrder():
		return 6
	}
	return -1
}

// appendLower adds a text in small letters.
func appendLower(to []byte, s string) []byte {
	at := len(to)
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			return append(to[:at], strings.ToLower(s)...)
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// endsInNumber reports whether the last number of an id is the typed one: 12 for task_1778000000_0012.
func endsInNumber(id, number string) bool {
	tail := id[len(strings.TrimRight(id, "0123456789")):]
	return tail != "" && strings.TrimLeft(tail, "0") == strings.TrimLeft(number, "0")
}

func (l *searchPattern) hasEveryWord() bool {
	for _, w := range l.words {
		if !bytes.Contains(l.subject, w) {
			return false
		}
	}
	return true
}

// hasLettersInOrder reports whether all letters of the text occur in the subject in their order, beginning with a word.
func (l *searchPattern) hasLettersInOrder() bool {
	if !bytes.HasPrefix(l.subject, l.firstLetter) && !bytes.Contains(l.subject, l.wordStart) {
		return false
	}
	rest := l.subject
	for _, r := range l.letters {
		i := bytes.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[min(i+utf8.RuneLen(r), len(rest)):]
	}
	return true
}

// tasksAround returns all tasks in the order of the board, those behind one first, finished ones last.
func (b *Board) tasksAround(k tasks.Key) []tasks.Key {
	var keys []tasks.Key
	at := 0
	for c := range Column(Columns) {
		for s := range b.columns[c].each {
			switch t := b.slots[s].task; {
			case b.keyOf(s) == k:
				if c != CompletedColumn {
					at = len(keys)
				}
			case t != nil:
				keys = append(keys, t.Key)
			}
		}
		if c == InProgressColumn {
			keys = append(slices.Clone(keys[at:]), keys[:at]...)
		}
	}
	return keys
}

// SimilarIDs returns the tasks whose ids a mistyped one may have meant, the likeliest first; none where nothing is like it.
func (b *Board) SimilarIDs(list string, id tasks.ID, limit int) []tasks.Key {
	type near struct {
		key  tasks.Key
		away int
	}
	var all []near
	for s := range b.slots {
		t := b.slots[s].task
		if t == nil || b.slots[s].dead || t.List != list || b.isHidden(t) {
			continue
		}
		if d := editDistance(t.ID.Text, id.Text); d <= 1+len(id.Text)/6 {
			all = append(all, near{t.Key, d})
		}
	}
	slices.SortFunc(all, func(x, y near) int { return cmp.Or(cmp.Compare(x.away, y.away), x.key.Compare(y.key)) })
	var keys []tasks.Key
	for _, n := range all[:min(limit, len(all))] {
		keys = append(keys, n.key)
	}
	return keys
}

// editDistance returns how many characters have to be put, taken or changed to make one id of another; of long ones a guess that
// is too large.
func editDistance(a, b string) int {
	const long = 80
	if len(a) > long || len(b) > long {
		return long
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		slant := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := slant
			if a[i] != b[j] {
				change++
			}
			slant = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
