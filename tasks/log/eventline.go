package log

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// The words of lines of a history that tell of no event.
const (
	headWord   = "begin"  // how many tasks there were, a line each, when a segment was begun
	stateWord  = "state"  // what one of them was
	lookedWord = "looked" // a board ended, and until when a person had looked at it
)

// record is one line of a history: an event, where it has a Kind.
type record struct {
	Event
	word    string    // where it has none
	atLeast bool      // of a state
	count   int       // of a head
	looked  time.Time // of a looked
}

const timeForm = "2006-01-02T15:04:05.000Z07:00" // as time.RFC3339, in milliseconds

// appendRecord appends a line, with its newline: a JSON object, as every line of a log. Tens of thousands are read at a start, so they
// are not left to encoding/json, which takes five times as long.
func appendRecord(to []byte, r *record) []byte {
	key := func(name string) { to = append(append(append(to, `,"`...), name...), `":`...) }
	put := func(name string, raw []byte) {
		key(name)
		to = append(to, raw...)
	}
	text := func(name, s string) {
		if s != "" {
			key(name)
			to = jsonedit.AppendQuote(to, s, jsonedit.Raw)
		}
	}
	number := func(name string, n int) {
		if n != 0 {
			key(name)
			to = strconv.AppendInt(to, int64(n), 10)
		}
	}
	flag := func(name string, is bool) {
		if is {
			key(name)
			to = append(to, "true"...)
		}
	}
	to = append(r.At.UTC().AppendFormat(append(to, `{"at":"`...), timeForm), '"')
	if text("what", r.word); r.Kind != 0 {
		text("what", r.Kind.String())
	}
	number("tasks", r.count)
	if !r.looked.IsZero() {
		text("until", r.looked.UTC().Format(timeForm))
	}
	text("task", quoteName(r.Key.Name))
	text("from", r.From.word())
	text("to", r.To.word())
	text("was", r.From.Owner)
	text("owner", r.To.Owner)
	text("subject", r.Subject)
	flag("ours", r.Ours)
	flag("found", r.Found)
	flag("at_least", r.atLeast)
	if len(r.Unblocked) > 0 {
		raw := []byte{'['}
		for _, k := range r.Unblocked {
			raw = append(append(raw, jsonedit.Quote(quoteName(k.Name), jsonedit.Raw)...), ',')
		}
		raw[len(raw)-1] = ']'
		put("unblocked", raw)
	}
	number("more", r.More)
	if r.Kind == tasks.EventLinked {
		raw := jsonedit.Quote(r.Link.To.Text, jsonedit.Raw)
		if r.Link.To.Num {
			raw = raw[1 : len(raw)-1]
		}
		put(map[bool]string{false: "waits_for", true: "blocks"}[r.Link.Blocks], raw)
		flag("removed", r.Link.Removed)
	}
	return append(to, "}\n"...)
}

// word returns the word for the status of a task, "" where there is none.
func (s State) word() string {
	if !s.There {
		return ""
	}
	return s.Status.String()
}

// quoteName returns the name of a file as text that can be JSON, whatever its bytes.
func quoteName(name string) string {
	if utf8.ValidString(name) && !strings.HasPrefix(name, `"`) {
		return name
	}
	return strconv.Quote(name)
}

// reader makes records of lines. Texts that come again and again are kept once.
type reader struct {
	texts  map[string]string
	object jsonedit.Object
	elems  []jsonedit.Elem
}

// read reads a line into a record that is zero, and reports whether it is one.
func (d *reader) read(r *record, line []byte) bool {
	o := &d.object
	if o.Parse(line) != nil {
		return false
	}
	for _, m := range o.Members() {
		raw, is := o.Raw(m), m.Kind == jsonedit.KindTrue
		if m.Kind == jsonedit.KindString {
			if plain, is := o.Plain(m.ValStart, m.ValEnd); is {
				raw = plain
			} else {
				raw = []byte(o.String(m))
			}
		}
		switch key := string(o.KeyBytes(m)); key {
		case "at":
			_ = r.At.UnmarshalText(raw)
		case "what":
			if r.Kind = tasks.EventNamed(string(raw)); r.Kind == 0 {
				r.word = d.text(raw)
			}
		case "tasks":
			r.count, _ = strconv.Atoi(string(raw))
		case "until":
			_ = r.looked.UnmarshalText(raw)
		case "task":
			r.Key = d.key(raw)
		case "from":
			r.From.There, r.From.Status = true, tasks.StatusNamed(string(raw))
		case "to":
			r.To.There, r.To.Status = true, tasks.StatusNamed(string(raw))
		case "was":
			r.From.Owner = d.text(raw)
		case "owner":
			r.To.Owner = d.text(raw)
		case "subject":
			r.Subject = string(raw)
		case "ours":
			r.Ours = is
		case "found":
			r.Found = is
		case "at_least":
			r.atLeast = is
		case "unblocked":
			d.elems = o.Elems(d.elems[:0], m)
			for _, e := range d.elems {
				if e.Kind == jsonedit.KindString {
					r.Unblocked = append(r.Unblocked, d.key([]byte(o.TextAt(e.Start, e.End))))
				}
			}
		case "more":
			r.More, _ = strconv.Atoi(string(raw))
		case "waits_for", "blocks":
			r.Link.To, r.Link.Blocks = tasks.ID{Text: d.text(raw), Num: m.Kind == jsonedit.KindNumber}, key == "blocks"
		case "removed":
			r.Link.Removed = is
		}
	}
	r.At, r.looked = r.At.Local(), r.looked.Local()
	return r.count >= 0 && r.More >= 0 && (r.Key.Name != "" || r.word == headWord || r.word == lookedWord)
}

// text returns a text, the same for the same bytes: names and owners come again.
func (d *reader) text(raw []byte) string {
	if s, known := d.texts[string(raw)]; known {
		return s
	}
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	s := string(raw)
	d.texts[s] = s
	return s
}

// key returns the key of a file by its name, which quoteName may have quoted.
func (d *reader) key(raw []byte) tasks.Key {
	if len(raw) > 0 && raw[0] == '"' {
		if s, err := strconv.Unquote(string(raw)); err == nil {
			raw = []byte(s)
		}
	}
	return tasks.Key{Name: d.text(raw)}
}
