package board

import (
	"slices"
	"strings"

	"sideboard/tasks"
)

// FilterKeys returns the keys of the filter language.
func FilterKeys() (words []QueryWord) {
	for _, k := range queryKeyWords {
		words = append(words, k.QueryWord)
	}
	return words
}

// HasKey reports whether a word of a filter begins with one of FilterKeys, @ or #.
func HasKey(word string) bool {
	key, _, _ := strings.Cut(word, ":")
	_, ok := queryKeyOf(key)
	return ok || strings.HasPrefix(word, "@") || strings.HasPrefix(word, "#")
}

// CompleteFilter returns completions of the word before index at of a line, and where that word begins: keys, states,
// owners, lists, the id of the selected task. A plain word has none.
func (b *Board) CompleteFilter(line string, at int, selected tasks.Key) (from int, offers []string) {
	at = min(max(at, 0), len(line))
	for next := 0; ; {
		start, end := nextQueryWord(line, next)
		if start >= at || start == len(line) {
			return at, nil
		}
		next = end
		if end >= at {
			from = start
			break
		}
	}
	word := line[from:at]
	if len(word) > 1 && word[0] == '-' {
		word, from = word[1:], from+1
	}
	head := ""
	switch name, _, found := strings.Cut(word, ":"); {
	case word[0] == '@' || word[0] == '#':
		head = word[:1]
	case found:
		head = word[:len(name)+1]
	}
	for _, w := range b.filterWords(strings.ToLower(head), selected) {
		typed, whole := strings.TrimPrefix(word[len(head):], `"`), strings.TrimPrefix(w, `"`)
		if offer := head + w; len(whole) > len(typed) && strings.EqualFold(whole[:len(typed)], typed) &&
			!slices.Contains(offers, offer) {
			offers = append(offers, offer)
		}
	}
	return from, offers
}

// filterWords returns what can follow a key, or with "" the keys.
func (b *Board) filterWords(head string, selected tasks.Key) (words []string) {
	switch head {
	case "":
		for _, k := range queryKeyWords {
			words = append(words, k.Word)
		}
	case "is:":
		words = stateWords()
	case "@", "owner:":
		words = append([]string{"me", "none"}, b.ownerWords()...)
	case "#", "id:":
		words = b.idWords(selected, "")
	case "waits-for:", "unblocks:":
		words = b.idWords(selected, "#")
		for _, o := range append([]string{"me"}, b.ownerWords()...) {
			words = append(words, "@"+o)
		}
	case "list:":
		for name := range b.lists {
			if name != "" {
				words = append(words, quoteFilterWord(name))
			}
		}
		slices.Sort(words)
	}
	return words
}

func (b *Board) idWords(selected tasks.Key, sign string) []string {
	if t := b.Task(selected); t == nil || t.ID.Empty() {
		return nil
	}
	return []string{sign + strings.TrimPrefix(b.ShortID(selected), "#")}
}

func (b *Board) ownerWords() (words []string) {
	for _, o := range b.Owners() {
		words = append(words, quoteFilterWord(o))
	}
	return words
}

// quoteFilterWord returns a value as it has to be typed.
func quoteFilterWord(s string) string {
	if strings.ContainsAny(s, blanks) {
		return `"` + s + `"`
	}
	return s
}
