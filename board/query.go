package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Query selects cards: those that match all of its terms. Terms with the same key are alternatives, "owner:ann
// owner:bob" selects the cards of both; but words, ages and terms with a "-" all have to match. The zero Query selects
// all cards.
type Query struct {
	terms []term
	me    string // the owner that "me" and is:mine mean

	Circumstances // for ages and is:needs-me
}

// term is one word of a query.
type term struct {
	key    queryKey
	not    bool
	owner  bool       // of waitsForKey and unblocksKey: value is an owner, not an id
	exact  bool       // value is a whole name, not the beginning of one
	newer  bool       // the file changed within age, not before
	states conditions // all that the value can become while it is typed
	value  string
	age    time.Duration
}

// queryKey is the kind of a term.
type queryKey uint8

const (
	wordKey queryKey = iota
	ownerKey
	stateKey
	idKey
	waitsForKey
	unblocksKey
	changedKey
	listKey
	agentKey
	typeKey
	queryKeys = 10
)

// condition is a value of "is:", conditions a set of them.
type (
	condition  uint8
	conditions uint16
)

const (
	isReady condition = iota
	isBlocked
	isStuck
	isRunning
	isStalled
	isMine
	needsMe
	isDone
	isFailed
	isBroken
	isUnknown
	isContainer
	isNew
)

func (c conditions) has(is condition) bool { return c&(1<<is) != 0 }

// QueryError is an error in a line, and its place: the bytes from At to End.
type QueryError struct {
	At, End int
	Why     string
}

func (e *QueryError) Error() string { return e.Why }

// Empty reports whether the query selects all cards.
func (q Query) Empty() bool { return len(q.terms) == 0 }

// Words returns the words that have to be in the text of a card, one per line.
func (q Query) Words() string {
	var words []string
	for _, t := range q.terms {
		if t.key == wordKey && !t.not {
			words = append(words, t.value)
		}
	}
	return strings.Join(words, "\n")
}

// FollowsTime reports whether the cards that match change with time, although no file changes.
func (q Query) FollowsTime() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool {
		return t.key == changedKey || t.states.has(isStalled) || t.states.has(needsMe)
	})
}

// FollowsNew reports whether the cards that match change with what is new.
func (q Query) FollowsNew() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.states.has(isNew) })
}

// followsOthers reports whether a change of one task can change whether another one matches.
func (q Query) followsOthers() bool {
	return q.followsNeeds() || slices.ContainsFunc(q.terms, func(t term) bool {
		return t.key == waitsForKey || t.key == unblocksKey
	})
}

// followsNeeds reports whether the query has is:needs-me.
func (q Query) followsNeeds() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.states.has(needsMe) })
}

// followsOwners reports whether a new owner of one task can change whether another one matches: a name that nobody has
// matches all names that begin with it.
func (q Query) followsOwners() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.key == ownerKey && !t.exact })
}

// followsLoops reports whether the query has is:stuck.
func (q Query) followsLoops() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.states.has(isStuck) })
}

// ParseQuery parses a line as typed: "schema @agent-1 is:blocked -changed<10m". @me and is:mine mean the name me. A
// word that is not complete, "is:bl", means all that it can become. The error is a *QueryError for the first word that
// can become nothing; the query then has all other words.
func ParseQuery(line, me string) (Query, error) {
	q := Query{me: me}
	var err error
	for rest := 0; ; {
		at, end := nextQueryWord(line, rest)
		if at == len(line) {
			return q, err
		}
		rest = end
		t, from, why := parseTerm(line[at:end], me)
		switch {
		case why != "":
			if err == nil {
				err = &QueryError{at + from, end, why}
			}
		case t.value != "" || t.states != 0 || t.age != 0:
			q.terms = append(q.terms, t)
		}
	}
}

// nextQueryWord returns where the next word of a line begins and ends. Quotes group; one that is not closed yet extends
// to the end of the line.
func nextQueryWord(line string, from int) (at, end int) {
	at = from + len(line[from:]) - len(strings.TrimLeft(line[from:], blanks))
	quoted := false
	for end = at; end < len(line); end++ {
		switch {
		case line[end] == '"' && (quoted || end == at || strings.IndexByte("-:@#", line[end-1]) >= 0):
			quoted = !quoted
		case !quoted && strings.IndexByte(blanks, line[end]) >= 0:
			return at, end
		}
	}
	return at, end
}

const blanks = " \t\r\n"

// parseTerm parses one word. If that fails it returns why, and the index of the error in the word. A term without a
// value, "owner:" while it is typed, matches every card.
func parseTerm(word, me string) (t term, from int, why string) {
	if len(word) > 1 && word[0] == '-' {
		t.not, from = true, 1
	} else if word == "-" {
		return t, 0, ""
	}
	body := word[from:]
	if op := strings.IndexAny(body, "<>:"); op >= 0 && strings.EqualFold(body[:op], "changed") {
		t.key, t.newer, from = changedKey, body[op] != '>', from+op+1
		t.age, why = parseAge(body[op+1:])
		return t, from, why
	}
	t.key, t.value = wordKey, body
	switch name, value, found := strings.Cut(body, ":"); {
	case body[0] == '@':
		t.key, t.value = ownerKey, body[1:]
		from++
	case body[0] == '#':
		t.key, t.value = idKey, strings.TrimPrefix(body, "#")
		from++
	case found && body[0] != '"':
		if key, ok := queryKeyOf(name); ok {
			t.key, t.value = key, value
			from += len(name) + 1
		}
	}
	t.value = unquote(t.value)
	switch t.key {
	case ownerKey:
		t.nameOwner(me)
	case idKey:
		t.value = strings.TrimPrefix(t.value, "#")
	case waitsForKey, unblocksKey:
		if name, ok := strings.CutPrefix(t.value, "@"); ok {
			t.value, t.owner = unquote(name), true
			t.nameOwner(me)
		} else {
			t.value = strings.TrimPrefix(t.value, "#")
		}
	case stateKey:
		t.states = conditionsOf(t.value)
		if t.value != "" && t.states == 0 {
			return t, from, fmt.Sprintf("%s is not known: is:%s", strconv.Quote(t.value),
				strings.Join(stateWords(), ", "))
		}
	}
	return t, from, ""
}

// nameOwner takes the value for an owner: "me" is the given one, "none" and "nobody" mean no owner.
func (t *term) nameOwner(me string) {
	switch strings.ToLower(t.value) {
	case "me":
		t.value, t.exact = me, true
	case "none", "nobody":
		t.value, t.exact = nobody, true
	}
}

// nobody is the value for tasks without an owner. No owner has this name.
const nobody = "\x00"

// unquote removes quotes, whether or not they are closed yet.
func unquote(s string) string {
	if inner, quoted := strings.CutPrefix(s, `"`); quoted {
		return strings.TrimSuffix(inner, `"`)
	}
	return s
}

// ageUnits are the units of an age, by their letter.
var ageUnits = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour,
	'w': 7 * 24 * time.Hour}

// parseAge parses "90s", "10m", "2h", "3d", "1w"; a number alone is minutes.
func parseAge(s string) (age time.Duration, why string) {
	if s == "" {
		return 0, ""
	}
	unit := time.Minute
	number := s
	if u, ok := ageUnits[strings.ToLower(s)[len(s)-1]]; ok {
		unit, number = u, s[:len(s)-1]
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n == 0 || utf8.RuneCountInString(s) > 6 {
		return 0, strconv.Quote(s) + " is no age: try 10m, 2h or 3d"
	}
	return time.Duration(n) * unit, ""
}

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

// QueryWord is a word of the filter language, and what it shows.
type QueryWord struct{ Word, Shows string }

// FilterStates returns the values of "is:", without synonyms.
func FilterStates() (words []QueryWord) {
	for _, c := range conditionWords {
		if c.Shows != "" {
			words = append(words, c.QueryWord)
		}
	}
	return words
}
