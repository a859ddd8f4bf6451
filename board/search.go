package board

import (
	"cmp"
	"slices"
	"strings"

	"sideboard/tasks"
)

// Search finds tasks by what a person types for them, the likeliest first: an id or the end of one, the beginning of a
// subject or of a word in it, a part of either, letters of a subject in their order. Without a text it gives all tasks in
// the order of the board, those behind k first. k itself is left out, and internal tasks. Of equals, unfinished come first.
func (b *Board) Search(text string, k tasks.Key) []tasks.Key {
	text = strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), "#")
	if text == "" {
		return b.around(k)
	}
	type hit struct {
		key  tasks.Key
		rank int
	}
	var hits []hit
	for s := range b.slots {
		t := b.slots[s].task
		if t == nil || b.slots[s].dead || t.Key == k || b.hidden(t) {
			continue
		}
		if r := rankOf(t, text); r >= 0 {
			if finished(t) {
				r = 2*r + 1
			} else {
				r *= 2
			}
			hits = append(hits, hit{t.Key, r})
		}
	}
	slices.SortFunc(hits, func(x, y hit) int {
		return cmp.Or(cmp.Compare(x.rank, y.rank), x.key.Compare(y.key))
	})
	keys := make([]tasks.Key, len(hits))
	for i := range hits {
		keys[i] = hits[i].key
	}
	return keys
}

// rankOf is how well a task fits a typed text, 0 best, -1 not at all.
func rankOf(t *tasks.Task, text string) int {
	id, subject := strings.ToLower(t.ID.Text), strings.ToLower(t.Subject)
	switch {
	case idMeans(t.ID.Text, text):
		return 0
	case digits(text) && endsInNumber(id, text):
		return 1
	case strings.HasPrefix(subject, text):
		return 2
	case strings.Contains(subject, " "+text):
		return 3
	case strings.Contains(subject, text) || strings.Contains(id, text):
		return 4
	case everyWord(subject, text):
		return 5
	case inOrder(subject, text):
		return 6
	}
	return -1
}

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// endsInNumber says that the last number of an id is the typed one: 12 for task_1778000000_0012.
func endsInNumber(id, number string) bool {
	tail := id[len(strings.TrimRight(id, "0123456789")):]
	return tail != "" && strings.TrimLeft(tail, "0") == strings.TrimLeft(number, "0")
}

func everyWord(subject, text string) bool {
	for _, w := range strings.Fields(text) {
		if !strings.Contains(subject, w) {
			return false
		}
	}
	return true
}

// inOrder says that all letters of a text occur in a subject in their order, beginning with a word.
func inOrder(subject, text string) bool {
	first := text[:1]
	if !strings.HasPrefix(subject, first) && !strings.Contains(subject, " "+first) {
		return false
	}
	at := 0
	for _, r := range text {
		if r == ' ' {
			continue
		}
		i := strings.IndexRune(subject[at:], r)
		if i < 0 {
			return false
		}
		at += i + len(string(r))
	}
	return true
}

// around are all tasks in the order of the board, those behind one first, finished ones last.
func (b *Board) around(k tasks.Key) []tasks.Key {
	var keys []tasks.Key
	at := 0
	for c := range Column(Columns) {
		for s := range b.full[c].each {
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

// Near are the tasks whose ids a mistyped one may have meant, the likeliest first; none where nothing is like it.
func (b *Board) Near(list string, id tasks.ID, limit int) []tasks.Key {
	type near struct {
		key  tasks.Key
		away int
	}
	var all []near
	for s := range b.slots {
		t := b.slots[s].task
		if t == nil || b.slots[s].dead || t.List != list || b.hidden(t) {
			continue
		}
		if d := distance(t.ID.Text, id.Text); d <= 1+len(id.Text)/6 {
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

// distance is how many characters have to be put, taken or changed to make one id of another; of long ones a guess that
// is too large.
func distance(a, b string) int {
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
