package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Query is which cards to show: those that meet all of its terms. Terms of one key are alternatives, "owner:ann owner:bob"
// shows the cards of both; words, ages and terms that begin with "-" each hold for themselves. The zero Query shows all.
type Query struct {
	terms []term
	me    string // whose tasks are mine

	Circumstances // by which ages and what needs a person are judged
}

// term is one part of a query.
type term struct {
	key    queryKey
	not    bool
	owner  bool       // the task that is linked is any task of an owner
	exact  bool       // nobody whose name only begins like the value
	newer  bool       // the file changed after age, not before
	states conditions // what may be meant while the word is typed
	value  string
	age    time.Duration
}

// queryKey is what a term asks about.
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

// condition is a state to filter by, conditions several of them.
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
)

func (c conditions) has(is condition) bool { return c&(1<<is) != 0 }

// QueryError is what cannot be understood in a line, and where it stands: the bytes from At to End.
type QueryError struct {
	At, End int
	Why     string
}

func (e *QueryError) Error() string { return e.Why }

// Empty reports whether the query shows everything.
func (q Query) Empty() bool { return len(q.terms) == 0 }

// Words returns what has to stand somewhere in a card, a word on each line.
func (q Query) Words() string {
	var words []string
	for _, t := range q.terms {
		if t.key == wordKey && !t.not {
			words = append(words, t.value)
		}
	}
	return strings.Join(words, "\n")
}

// FollowsTime reports whether cards come to match, or cease to, although no file changes.
func (q Query) FollowsTime() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool {
		return t.key == changedKey || t.states.has(isStalled) || t.states.has(needsMe)
	})
}

// followsOthers reports whether a card comes to match, or ceases to, because of what happens to other tasks.
func (q Query) followsOthers() bool {
	return q.followsNeeds() || slices.ContainsFunc(q.terms, func(t term) bool { return t.key == waitsForKey || t.key == unblocksKey })
}

// followsNeeds reports whether it matters what needs a person.
func (q Query) followsNeeds() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.states.has(needsMe) })
}

// followsOwners reports whether it matters who else owns a task: a name that nobody has means all that begin with it.
func (q Query) followsOwners() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.key == ownerKey && !t.exact })
}

// followsLoops reports whether being stuck matters.
func (q Query) followsLoops() bool {
	return slices.ContainsFunc(q.terms, func(t term) bool { return t.states.has(isStuck) })
}

// ParseQuery reads one line as typed: "schema @agent-1 is:blocked -changed<10m". @me and is:mine mean the given name. What
// is still being typed, "is:bl", means all it can become. The error is a *QueryError that points at the first word that can
// become nothing; the query then holds all the others.
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

// nextQueryWord returns where the next word of a line begins and ends. What stands in quotes is part of one word; quotes that are
// still open go on to the end.
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

// parseTerm reads one word. Where it means nothing it returns why, and where in the word that stands. A term without anything to
// compare, "owner:" while it is typed, asks for nothing.
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
		if key, is := queryKeyOf(name); is {
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
		if name, is := strings.CutPrefix(t.value, "@"); is {
			t.value, t.owner = unquote(name), true
			t.nameOwner(me)
		} else {
			t.value = strings.TrimPrefix(t.value, "#")
		}
	case stateKey:
		t.states = conditionsOf(t.value)
		if t.value != "" && t.states == 0 {
			return t, from, fmt.Sprintf("%s is not known: is:%s", strconv.Quote(t.value), strings.Join(stateWords(), ", "))
		}
	}
	return t, from, ""
}

// nameOwner takes the value as a name: "me" is the given one, "none" and "nobody" are no owner at all.
func (t *term) nameOwner(me string) {
	switch strings.ToLower(t.value) {
	case "me":
		t.value, t.exact = me, true
	case "none", "nobody":
		t.value, t.exact = nobody, true
	}
}

// nobody stands for tasks without an owner; no name is spelled so.
const nobody = "\x00"

// unquote takes the quotes off what is quoted, whether or not they are closed yet.
func unquote(s string) string {
	if inner, quoted := strings.CutPrefix(s, `"`); quoted {
		return strings.TrimSuffix(inner, `"`)
	}
	return s
}

// ageUnits are the units of an age, by their letter.
var ageUnits = map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour, 'w': 7 * 24 * time.Hour}

// parseAge reads "90s", "10m", "2h", "3d", "1w"; a number alone is minutes.
func parseAge(s string) (age time.Duration, why string) {
	if s == "" {
		return 0, ""
	}
	unit := time.Minute
	number := s
	if u, is := ageUnits[lowerByte(s[len(s)-1])]; is {
		unit, number = u, s[:len(s)-1]
	}
	n, err := strconv.ParseUint(number, 10, 16)
	if err != nil || n == 0 || utf8.RuneCountInString(s) > 6 {
		return 0, strconv.Quote(s) + " is no age: try 10m, 2h or 3d"
	}
	return time.Duration(n) * unit, ""
}
