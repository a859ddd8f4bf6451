package board

import (
	"slices"
	"strings"

	"sideboard/tasks"
)

// QueryWord is a word of the filter language, and what it shows.
type QueryWord struct{ Word, Shows string }

// queryKeyWords are the keys, in the order in which they are offered.
var queryKeyWords = [...]struct {
	QueryWord
	key queryKey
}{
	{QueryWord{"is:", "tasks in a state, see below"}, stateKey},
	{QueryWord{"owner:", "an owner's tasks, like `@`: `owner:me`, `owner:none`, `owner:\"Jane Doe\"`, or how the name begins"}, ownerKey},
	{QueryWord{"id:", "the task with an id or the end of one, like `#`"}, idKey},
	{QueryWord{"waits-for:", "tasks that wait for task 12, `waits-for:12`, or for a task of ann, `waits-for:@ann`"}, waitsForKey},
	{QueryWord{"unblocks:", "tasks that task 12 waits for, `unblocks:12`, or a task of ann, `unblocks:@ann`"}, unblocksKey},
	{QueryWord{"changed<", "whose file changed within the last `10m`, `2h`, `3d`; `changed>` before that"}, changedKey},
	{QueryWord{"agent:", "workflow tasks for an agent whose name begins so"}, agentKey},
	{QueryWord{"type:", "workflow tasks of a type that begins so: `feature`, `bugfix`, `test-fix`"}, typeKey},
	{QueryWord{"list:", "the tasks of a list whose name has this text"}, listKey},
}

// conditionWords are the values of "is:", in the order in which they are offered.
var conditionWords = [...]struct {
	QueryWord
	is condition
}{
	{QueryWord{"ready", "can be started"}, isReady},
	{QueryWord{"blocked", "waits for others"}, isBlocked},
	{QueryWord{"stuck", "cannot start: in a loop, or waits for a missing task"}, isStuck},
	{QueryWord{"running", "in progress; also `is:in-progress`"}, isRunning},
	{QueryWord{"stalled", "in progress, and its file has not changed for long"}, isStalled},
	{QueryWord{"mine", "yours"}, isMine},
	{QueryWord{"needs-me", "what needs you; `.` goes through it"}, needsMe},
	{QueryWord{"done", "finished; also `is:completed`"}, isDone},
	{QueryWord{"new", "completed by others, and you have not seen it"}, isNew},
	{QueryWord{"failed", "failed"}, isFailed},
	{QueryWord{"broken", "its file cannot be read"}, isBroken},
	{QueryWord{"unknown", "its status is a word its agents do not know"}, isUnknown},
	{QueryWord{"container", "has parts that are tasks"}, isContainer},
	{QueryWord{"in-progress", ""}, isRunning},
	{QueryWord{"completed", ""}, isDone},
}

// FilterKeys returns the keys of the filter language.
func FilterKeys() (words []QueryWord) {
	for _, k := range queryKeyWords {
		words = append(words, k.QueryWord)
	}
	return words
}

// FilterStates returns the values of "is:", without synonyms.
func FilterStates() (words []QueryWord) {
	for _, c := range conditionWords {
		if c.Shows != "" {
			words = append(words, c.QueryWord)
		}
	}
	return words
}

// HasKey reports whether a word of a filter begins with one of FilterKeys, @ or #.
func HasKey(word string) bool {
	key, _, _ := strings.Cut(word, ":")
	_, ok := queryKeyOf(key)
	return ok || strings.HasPrefix(word, "@") || strings.HasPrefix(word, "#")
}

func queryKeyOf(name string) (queryKey, bool) {
	for _, k := range queryKeyWords {
		if head, ok := strings.CutSuffix(k.Word, ":"); ok && strings.EqualFold(head, name) {
			return k.key, true
		}
	}
	return 0, false
}

// conditionsOf returns the conditions whose words begin with what is typed.
func conditionsOf(typed string) (found conditions) {
	typed = strings.ToLower(typed)
	for _, c := range conditionWords {
		if c.Word == typed {
			return 1 << c.is
		}
		if typed != "" && strings.HasPrefix(c.Word, typed) {
			found |= 1 << c.is
		}
	}
	return found
}

func stateWords() (words []string) {
	for _, w := range FilterStates() {
		words = append(words, w.Word)
	}
	return words
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
