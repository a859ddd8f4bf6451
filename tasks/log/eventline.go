package log

import (
	"bytes"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

// What a line of a history is about that is no event.
const (
	headWord  = "begin"  // the number of tasks when the file was begun; a line of stateWord for each follows
	stateWord = "state"  // the state of one of them
	visitWord = "looked" // a board was closed: the last visit of a person
)

// record is one line of a history: an event if it has a Kind.
type record struct {
	Event
	word      string    // if it has none
	atLeast   bool      // of a state
	count     int       // of a head
	lastVisit time.Time // of visitWord
}

// eventLine is the line of a record. Texts that are no UTF-8 are quoted, see quote.
type eventLine struct {
	At        time.Time       `json:"at"`
	What      string          `json:"what"`
	Tasks     int             `json:"tasks,omitempty"`
	Until     time.Time       `json:"until,omitzero"`
	Task      string          `json:"task,omitempty"`
	From      string          `json:"from,omitempty"` // the status, "" if the task did not exist
	To        string          `json:"to,omitempty"`
	Was       string          `json:"was,omitempty"` // the owner
	Owner     string          `json:"owner,omitempty"`
	Subject   string          `json:"subject,omitempty"`
	Ours      bool            `json:"ours,omitempty"`
	Found     bool            `json:"found,omitempty"`
	AtLeast   bool            `json:"at_least,omitempty"`
	Unblocked []string        `json:"unblocked,omitempty"`
	More      int             `json:"more,omitempty"`
	WaitsFor  json.RawMessage `json:"waits_for,omitempty"` // one link, which was added or removed
	Blocks    json.RawMessage `json:"blocks,omitempty"`
	Removed   bool            `json:"removed,omitempty"`
}

// lineWriter writes records as lines. It reuses its memory: there may be tens of thousands.
type lineWriter struct {
	to      io.Writer
	buf     bytes.Buffer
	encoder *json.Encoder
	line    eventLine
}

func newLineWriter(to io.Writer) *lineWriter {
	w := &lineWriter{to: to}
	w.encoder = json.NewEncoder(&w.buf)
	w.encoder.SetEscapeHTML(false)
	return w
}

// write writes the line of a record. It leaves out a record that cannot be JSON.
func (w *lineWriter) write(r *record) error {
	w.buf.Reset()
	w.line = lineOf(r)
	if w.encoder.Encode(&w.line) != nil {
		return nil
	}
	_, err := w.to.Write(w.buf.Bytes())
	return err
}

func lineOf(r *record) eventLine {
	l := eventLine{
		At: r.At.UTC().Truncate(time.Millisecond), What: r.word, Tasks: r.count, Task: quote(r.Key.Name),
		From: r.From.word(), To: r.To.word(), Was: quote(r.From.Owner), Owner: quote(r.To.Owner),
		Subject: quote(r.Subject),
		Ours:    r.Ours, Found: r.Found, AtLeast: r.atLeast, More: r.More,
	}
	if r.Kind != 0 {
		l.What = r.Kind.String()
	}
	if !r.lastVisit.IsZero() {
		l.Until = r.lastVisit.UTC().Truncate(time.Millisecond)
	}
	for _, k := range r.Unblocked {
		l.Unblocked = append(l.Unblocked, quote(k.Name))
	}
	if r.Kind == tasks.EventLinked {
		id, _ := json.Marshal(r.Link.To.Text)
		if r.Link.To.Num {
			id = []byte(r.Link.To.Text)
		}
		if r.Link.Blocks {
			l.Blocks = id
		} else {
			l.WaitsFor = id
		}
		l.Removed = r.Link.Removed
	}
	return l
}

// word returns the word for the status of a task, "" if it does not exist.
func (s State) word() string {
	if !s.There {
		return ""
	}
	return s.Status.String()
}

// quote returns a text as UTF-8: in JSON other bytes would be lost.
func quote(s string) string {
	if utf8.ValidString(s) && !strings.HasPrefix(s, `"`) {
		return s
	}
	return strconv.Quote(s)
}

// unquote undoes quote.
func unquote(s string) string {
	if strings.HasPrefix(s, `"`) {
		if text, err := strconv.Unquote(s); err == nil {
			return text
		}
	}
	return s
}

// lineReader makes records of lines. Texts that occur again and again are kept once.
type lineReader struct{ texts map[string]string }

// read reads a line into a record that is zero, and reports whether it is one.
func (d *lineReader) read(r *record, raw []byte) bool {
	var l eventLine
	if json.Unmarshal(raw, &l) != nil {
		return false
	}
	r.At, r.lastVisit = l.At.Local(), l.Until.Local()
	if r.Kind = tasks.EventNamed(l.What); r.Kind == 0 {
		r.word = d.text(l.What)
	}
	r.Key.Name, r.Subject, r.count, r.More = d.text(l.Task), unquote(l.Subject), l.Tasks, l.More
	r.From, r.To = d.state(l.From, l.Was), d.state(l.To, l.Owner)
	r.Ours, r.Found, r.atLeast = l.Ours, l.Found, l.AtLeast
	for _, name := range l.Unblocked {
		r.Unblocked = append(r.Unblocked, tasks.Key{Name: d.text(name)})
	}
	if r.Kind == tasks.EventLinked {
		r.Link = tasks.LinkChange{Blocks: l.Blocks != nil, Removed: l.Removed}
		id, text := append(l.WaitsFor, l.Blocks...), "" // the line has only one of them
		// an id that is no JSON string is a number
		if r.Link.To.Num = json.Unmarshal(id, &text) != nil; r.Link.To.Num {
			text = string(id)
		}
		r.Link.To.Text = d.text(text)
	}
	return r.count >= 0 && r.More >= 0 && (r.Key.Name != "" || r.word == headWord || r.word == visitWord)
}

// state returns a state as a line has it: "" for status is that of no task.
func (d *lineReader) state(status, owner string) State {
	if status == "" {
		return State{}
	}
	return State{There: true, Status: tasks.StatusNamed(status), Owner: d.text(owner)}
}

// text is unquote for a text that occurs again and again.
func (d *lineReader) text(s string) string {
	if known, ok := d.texts[s]; ok {
		return known
	}
	if d.texts == nil {
		d.texts = map[string]string{}
	}
	d.texts[s] = unquote(s)
	return d.texts[s]
}
