package board

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"sideboard/tasks"
)

// Search returns the tasks that a text matches, best match first: an id or the end of one, the beginning of a subject
// or of a word in it, a part of either, letters of a subject in their order. Unfinished tasks come first among equals.
// An empty text matches all tasks, in the order of the board from k on. k itself and hidden tasks are left out.
func (cs *cards) Search(text string, k tasks.Key) []tasks.Key {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "#")
	if text == "" {
		return cs.tasksAround(k)
	}
	like := newSearchPattern(text)
	var found [2 * ranks][]int32 // by rank, of each the unfinished first
	for s, t := range cs.records() {
		if t.Key == k || cs.isHidden(t) {
			continue
		}
		if r := like.rank(t); r >= 0 {
			r *= 2
			if isFinished(t) {
				r++
			}
			found[r] = append(found[r], s)
		}
	}
	var keys []tasks.Key
	for _, slots := range found {
		slices.SortFunc(slots, func(x, y int32) int { return cs.slots[x].task.Key.Compare(cs.slots[y].task.Key) })
		keys = slices.Grow(keys, len(slots))
		for _, s := range slots {
			keys = append(keys, cs.slots[s].task.Key)
		}
	}
	return keys
}

// ranks is the number of ranks of a searchPattern.
const ranks = 7

// searchPattern is a text to search for, with buffers for the texts of one task: a search among a hundred thousand
// tasks allocates nothing for each of them.
type searchPattern struct {
	text, innerText        []byte // as typed, and with a space before it
	words                  [][]byte
	letters                []rune // without spaces
	digits                 bool
	id, subject            []byte
	firstLetter, wordStart []byte // the first letter, and with a space before it
}

func newSearchPattern(text string) *searchPattern {
	p := &searchPattern{text: []byte(text), innerText: []byte(" " + text), words: bytes.Fields([]byte(text)),
		digits: strings.Trim(text, "0123456789") == ""}
	p.letters = []rune(strings.ReplaceAll(text, " ", ""))
	p.firstLetter, p.wordStart = p.text[:1], p.innerText[:2]
	return p
}

// rank returns how well a task matches, 0 best, -1 not at all.
func (p *searchPattern) rank(t *tasks.Task) int {
	p.id, p.subject = appendLower(p.id[:0], t.ID.Text), appendLower(p.subject[:0], t.Subject)
	switch {
	case idMatches(t.ID.Text, string(p.text)):
		return 0
	case p.digits && endsInNumber(t.ID.Text, string(p.text)):
		return 1
	case bytes.HasPrefix(p.subject, p.text):
		return 2
	case bytes.Contains(p.subject, p.innerText):
		return 3
	case bytes.Contains(p.subject, p.text) || bytes.Contains(p.id, p.text):
		return 4
	case p.hasEveryWord():
		return 5
	case p.hasLettersInOrder():
		return 6
	}
	return -1
}

// endsInNumber reports whether the last number of an id is this one: 12 for task_1778000000_0012.
func endsInNumber(id, number string) bool {
	tail := id[len(strings.TrimRight(id, "0123456789")):]
	return tail != "" && strings.TrimLeft(tail, "0") == strings.TrimLeft(number, "0")
}

func (p *searchPattern) hasEveryWord() bool {
	for _, w := range p.words {
		if !bytes.Contains(p.subject, w) {
			return false
		}
	}
	return true
}

// hasLettersInOrder reports whether the subject has all letters of the text in their order, the first at the start of a
// word.
func (p *searchPattern) hasLettersInOrder() bool {
	if !bytes.HasPrefix(p.subject, p.firstLetter) && !bytes.Contains(p.subject, p.wordStart) {
		return false
	}
	rest := p.subject
	for _, r := range p.letters {
		i := bytes.IndexRune(rest, r)
		if i < 0 {
			return false
		}
		rest = rest[min(i+utf8.RuneLen(r), len(rest)):]
	}
	return true
}

// tasksAround returns all tasks in the order of the board: those after k, those before it, finished ones.
func (cs *cards) tasksAround(k tasks.Key) []tasks.Key {
	var keys []tasks.Key
	at := 0
	for c := range Column(Columns) {
		for s := range cs.columns[c].each {
			switch t := cs.slots[s].task; {
			case cs.keyOf(s) == k:
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

// Resolve returns the tasks of a list that a word names, at most maxResolved: by id, then by short id, then by the
// beginning of the subject.
func (cs *cards) Resolve(list, word string) []tasks.Key {
	exact, short, subjects := cs.resolve(list, word)
	all := append(append(exact, short...), subjects...)
	return all[:min(maxResolved, len(all))]
}

// ResolveID returns the tasks of a list with an id; if there are none, the broken file that is named after it, else the
// tasks with this short id, else those whose id begins or ends with the word.
func (cs *cards) ResolveID(list, word string) []tasks.Key {
	exact, found, _ := cs.resolve(list, word)
	if len(exact) > 0 {
		return exact
	}
	part := strings.TrimPrefix(strings.TrimSpace(word), "#")
	if len(found) > 0 || part == "" {
		return found
	}
	for c := range Columns {
		for s := range cs.columns[c].each {
			if k := cs.keyOf(s); k.List == list && cs.slots[s].task != nil &&
				isPartOfID(cs.slots[s].task.ID.Text, cs.ShortID(k)[1:], part) {
				found = append(found, k)
			}
		}
	}
	return found
}

// isPartOfID reports whether an id, or its short form, begins or ends with a part.
func isPartOfID(id, short, part string) bool {
	plain := strings.TrimPrefix(id, "task_")
	for _, text := range [...]string{id, plain, short} {
		n := len(text) - len(part)
		begins := n > 0 && strings.EqualFold(text[:len(part)], part) && !cutsCount(text, len(part), len(plain))
		ends := n > 0 && strings.EqualFold(text[n:], part) && !cutsCount(text, n, len(plain))
		// what all ids begin with, task_, names none of them
		if (begins || ends) && (text != id || len(part) > len(id)-len(plain)) {
			return true
		}
	}
	return false
}

// maxResolved is the most tasks that Resolve returns.
const maxResolved = 50

// resolve returns the tasks of a list that a word names: by id, or where none has it the broken files that are named
// after it; by short id; and by the beginning of the subject. Of the last two there are at most maxResolved.
func (cs *cards) resolve(list, word string) (exact, short, subjects []tasks.Key) {
	word = strings.TrimSpace(word)
	id := strings.TrimPrefix(word, "#")
	if id == "" {
		return nil, nil, nil
	}
	start := strings.ToLower(word)
	var broken []tasks.Key
	for c := range Columns {
		for s := range cs.columns[c].each {
			t := cs.slots[s].task
			switch k := cs.keyOf(s); {
			case k.List != list:
			case t == nil && isNamedAfter(stemOf(k.Name), id):
				broken = append(broken, k)
			case t == nil:
			case t.ID.Text == id:
				exact = append(exact, t.Key)
			case len(short) < maxResolved && idMatches(t.ID.Text, id):
				short = append(short, t.Key)
			case len(subjects) < maxResolved && len(t.Subject) >= len(word) &&
				strings.HasPrefix(strings.ToLower(t.Subject), start):
				subjects = append(subjects, t.Key)
			}
		}
	}
	if len(exact) == 0 {
		exact = broken
	}
	return exact, short, subjects
}
