package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

// What is what a line tells.
type What string

const (
	Opened    What = "opened"    // the first line of a file: Path
	Temp      What = "temp"      // a temporary file is about to be made: Temp
	Prepared  What = "prepared"  // File is about to be changed: everything needed to finish, to look, and to take back
	Done      What = "done"      // the edit was carried out: Made, Applied; Error where a later step was left
	Refused   What = "refused"   // nothing was written: Error
	Reapplied What = "reapplied" // an agent had put File back without knowing, and it was changed again
	PutBack   What = "put back"  // an agent put File back, and it was left so
	Lost      What = "lost"      // an agent wrote other values over those of the edit
	Locked    What = "locked"    // the lock directory File was made: Sum tells it apart
	Recovered What = "recovered" // a process crashed in the middle, and another one looked: Applied is what stands now
)

// Entry is one line.
type Entry struct {
	At       time.Time
	What     What
	Dev, Ino uint64 // the task directory
	Path     string
	ID       tasks.EditID
	Edit     tasks.Edit // Prepared: whole, with its steps and needs
	Step     int        // Prepared: which step of the edit
	File     string
	Temp     string
	Subject  string // Prepared: of the task the edit is about, at that time
	Before   []byte // Prepared: the bytes of File, nil for a new one
	After    []byte // Prepared of a new file: its bytes
	Sum      string // Prepared: Sum of the bytes that are to be File; Locked: what tells the directory apart
	Made     []tasks.Key
	Applied  []tasks.Step
	Error    string
	Kept     string
	Unknown  bool // read only: a later version wrote it, in words that are not known here
}

// setList gives all keys of an entry that was just read the same List.
func (e *Entry) setList(list string) {
	e.Edit.Of.List = list
	for i := range e.Edit.Needs {
		e.Edit.Needs[i].Key.List = list
	}
	for i := range e.Edit.Steps {
		e.Edit.Steps[i].Key.List = list
	}
	for i := range e.Applied {
		e.Applied[i].Key.List = list
	}
	for i := range e.Made {
		e.Made[i].List = list
	}
}

// Ends reports whether after this line nothing about its edit is open.
func (e Entry) Ends() bool { return e.What == Done || e.What == Refused || e.What == Recovered }

// Sum tells bytes apart without keeping them.
func Sum(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

// encode returns the line of an entry, with its newline.
func encode(e Entry) ([]byte, error) {
	l := line{
		At: e.At, What: e.What, Dev: e.Dev, Ino: e.Ino, Path: e.Path, ID: uint64(e.ID), File: e.File, Temp: e.Temp,
		Subject: e.Subject, Step: e.Step, Before: bytesOf(e.Before), After: bytesOf(e.After), Sum: e.Sum,
		Applied: stepLines(e.Applied), Error: e.Error, Kept: e.Kept,
	}
	for _, k := range e.Made {
		l.Made = append(l.Made, withoutList(k))
	}
	if e.What == Prepared {
		ed, of := e.Edit, withoutList(e.Edit.Of)
		l.ID, l.Verb, l.Of, l.Who, l.Undoes, l.Draft = uint64(ed.ID), ed.Verb.String(), &of, ed.Who, uint64(ed.Undoes), ed.Draft
		l.Asked, l.Group, l.Steps = &ed.At, uint64(ed.Group), stepLines(ed.Steps)
		for _, n := range ed.Needs {
			l.Needs = append(l.Needs, needLine{withoutList(n.Key), n.Field.String(), valueOf(n.Is), n.Idle})
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(l)
	return b.Bytes(), err
}

// withoutList is a key as it is written down: what a list is called is known only to who opened it.
func withoutList(k tasks.Key) tasks.Key { return tasks.Key{Name: k.Name} }

func stepLines(steps []tasks.Step) (all []stepLine) {
	for _, st := range steps {
		s := stepLine{Do: st.Kind.String(), Key: withoutList(st.Key), Mark: st.Mark, Raw: bytesOf(st.Raw)}
		for _, c := range st.Changes {
			s.Changes = append(s.Changes, changeLine{c.Field.String(), c.Member, c.Op.String(), valueOf(c.From), valueOf(c.To)})
		}
		all = append(all, s)
	}
	return all
}

var errNoObject = errors.New("the line is no JSON object")

// decode is the inverse of encode.
func decode(raw []byte) (e Entry, err error) {
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return e, errNoObject // no version ever wrote such a line
	}
	var l line
	strange := json.Unmarshal(raw, &l)
	var other *json.UnmarshalTypeError // a value of another type: the rest of the line is there all the same
	if strange != nil && !errors.As(strange, &other) {
		return e, strange
	}
	e = Entry{
		At: l.At, What: l.What, Dev: l.Dev, Ino: l.Ino, Path: l.Path, ID: tasks.EditID(l.ID), Step: l.Step, File: l.File,
		Temp: l.Temp, Subject: l.Subject, Sum: l.Sum, Made: l.Made, Error: l.Error, Kept: l.Kept,
	}
	defer func() { e.Unknown = err != nil }() // it is a whole line, and something in it is new
	if strange != nil {
		return e, strange
	}
	if e.Before, err = l.Before.raw(); err != nil {
		return e, err
	}
	if e.After, err = l.After.raw(); err != nil {
		return e, err
	}
	if e.Applied, err = steps(l.Applied); err != nil || l.What != Prepared {
		return e, err
	}
	e.Edit = tasks.Edit{ID: e.ID, Who: l.Who, Undoes: tasks.EditID(l.Undoes), Group: tasks.EditID(l.Group), Draft: l.Draft}
	if l.Of != nil {
		e.Edit.Of = *l.Of
	}
	if l.Asked != nil {
		e.Edit.At = *l.Asked
	}
	if e.Edit.Verb, err = wordOf(tasks.VerbClaim, tasks.VerbUndo, l.Verb); err != nil {
		return e, err
	}
	for _, n := range l.Needs {
		need := tasks.Need{Key: n.Key, Is: n.Is.value(), Idle: n.Idle}
		if n.Field != "" {
			if need.Field, err = wordOf(tasks.FieldStatus, tasks.FieldMember, n.Field); err != nil {
				return e, err
			}
		}
		e.Edit.Needs = append(e.Edit.Needs, need)
	}
	e.Edit.Steps, err = steps(l.Steps)
	return e, err
}

func steps(lines []stepLine) (all []tasks.Step, err error) {
	for _, l := range lines {
		st := tasks.Step{Key: l.Key, Mark: l.Mark}
		if st.Kind, err = wordOf(tasks.ChangeFile, tasks.SetLine, l.Do); err != nil {
			return nil, err
		}
		if st.Raw, err = l.Raw.raw(); err != nil {
			return nil, err
		}
		for _, c := range l.Changes {
			ch := tasks.Change{Member: c.Member, From: c.From.value(), To: c.To.value()}
			if ch.Field, err = wordOf(tasks.FieldStatus, tasks.FieldMember, c.Field); err != nil {
				return nil, err
			}
			if ch.Op, err = wordOf(tasks.Set, tasks.Unset, c.Op); err != nil {
				return nil, err
			}
			st.Changes = append(st.Changes, ch)
		}
		all = append(all, st)
	}
	return all, nil
}

// The bounds of what is read: the bytes of a line, which has a file twice at most, and the lines of a file or of several.
const (
	maxLine  = 8 << 20
	maxLines = 1 << 14
)

// decodeAll reads the lines of a file, the newest most of them, whose keys get a List; one that cannot be read is a crash's last, and
// skipped. A line whose words are not known here was written by a later version of this program: of it only Unknown is set.
func decodeAll(from io.ReadSeeker, list string, most int) (all []Entry, err error) {
	left := 0
	if err := EachLine(from, maxLine, func([]byte) { left++ }); err != nil {
		return nil, err
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	err = EachLine(from, maxLine, func(l []byte) {
		if left--; left >= most {
			return
		}
		if e, err := decode(l); err == nil || e.Unknown {
			e.setList(list)
			all = append(all, e)
		}
	})
	return all, err
}

// EachLine visits the lines of a file, each with its newline, if it has one. One that is longer than most is passed over without being
// held: it is visited as nil. No line may be kept.
func EachLine(from io.Reader, most int, visit func(line []byte)) error {
	in := bufio.NewReaderSize(from, 1<<16)
	var long []byte
	for size := 0; ; {
		line, err := in.ReadSlice('\n')
		size += len(line)
		full := errors.Is(err, bufio.ErrBufferFull)
		if size > most {
			line, long = nil, nil
		} else if full || len(long) > 0 {
			long = append(long, line...)
			line = long
		}
		switch {
		case full:
			continue
		case err != nil && err != io.EOF:
			return err
		case size > 0:
			visit(line)
		}
		if err != nil {
			return nil
		}
		size, long = 0, long[:0]
	}
}

// dropUnknown leaves out what a later version wrote.
func dropUnknown(all []Entry) []Entry {
	return slices.DeleteFunc(all, func(e Entry) bool { return e.Unknown })
}

// line is an entry as it is spelled: words where the program has numbers, because people read it when something
// went wrong.
type line struct {
	At      time.Time    `json:"at"`
	What    What         `json:"what"`
	Dev     uint64       `json:"dev"`
	Ino     uint64       `json:"ino"`
	Path    string       `json:"path,omitempty"`
	ID      uint64       `json:"edit,omitempty,string"`
	Verb    string       `json:"verb,omitempty"`
	Of      *tasks.Key   `json:"of,omitempty"`
	Who     string       `json:"who,omitempty"`
	Asked   *time.Time   `json:"asked,omitempty"`
	Undoes  uint64       `json:"undoes,omitempty,string"`
	Group   uint64       `json:"group,omitempty,string"`
	Subject string       `json:"subject,omitempty"`
	Step    int          `json:"step,omitempty"`
	File    string       `json:"file,omitempty"`
	Temp    string       `json:"temp,omitempty"`
	Needs   []needLine   `json:"needs,omitempty"`
	Steps   []stepLine   `json:"steps,omitempty"`
	Draft   *tasks.Draft `json:"draft,omitempty"`
	Made    []tasks.Key  `json:"made,omitempty"`
	Applied []stepLine   `json:"applied,omitempty"`
	Before  *bytesLine   `json:"before,omitempty"`
	After   *bytesLine   `json:"after,omitempty"`
	Sum     string       `json:"sum,omitempty"`
	Error   string       `json:"error,omitempty"`
	Kept    string       `json:"kept,omitempty"`
}

type stepLine struct {
	Do      string       `json:"do"`
	Key     tasks.Key    `json:"file"`
	Changes []changeLine `json:"changes,omitempty"`
	Mark    uint64       `json:"mark,omitempty"`
	Raw     *bytesLine   `json:"bytes,omitempty"`
}

type changeLine struct {
	Field  string     `json:"field"`
	Member string     `json:"member,omitempty"`
	Op     string     `json:"op"`
	From   *valueLine `json:"from,omitempty"`
	To     *valueLine `json:"to,omitempty"`
}

type needLine struct {
	Key   tasks.Key  `json:"file"`
	Field string     `json:"field,omitempty"`
	Is    *valueLine `json:"is,omitempty"`
	Idle  string     `json:"idle,omitempty"`
}

// valueLine is a value; none at all is tasks.None.
type valueLine struct {
	Text *string     `json:"text,omitempty"`
	Ref  *tasks.ID   `json:"ref,omitempty"`
	Refs *[]tasks.ID `json:"refs,omitempty"`
	Raw  *string     `json:"raw,omitempty"`
}

// bytesLine is text as itself, and what is no text in base 64.
type bytesLine struct {
	Text   string `json:"text,omitempty"`
	Base64 string `json:"base64,omitempty"`
}

func bytesOf(raw []byte) *bytesLine {
	switch {
	case raw == nil:
		return nil
	case utf8.Valid(raw):
		return &bytesLine{Text: string(raw)}
	}
	return &bytesLine{Base64: base64.StdEncoding.EncodeToString(raw)}
}

func (b *bytesLine) raw() ([]byte, error) {
	switch {
	case b == nil:
		return nil, nil
	case b.Base64 != "":
		return base64.StdEncoding.DecodeString(b.Base64)
	}
	return []byte(b.Text), nil
}

func valueOf(v tasks.Value) *valueLine {
	switch v.Kind {
	case tasks.Text:
		return &valueLine{Text: &v.Text}
	case tasks.Ref:
		return &valueLine{Ref: &v.ID}
	case tasks.Refs:
		ids := v.IDs()
		if ids == nil {
			ids = []tasks.ID{}
		}
		return &valueLine{Refs: &ids}
	case tasks.RawVal:
		return &valueLine{Raw: &v.Text}
	}
	return nil
}

func (v *valueLine) value() tasks.Value {
	switch {
	case v == nil:
		return tasks.Value{}
	case v.Text != nil:
		return tasks.Value{Kind: tasks.Text, Text: *v.Text}
	case v.Ref != nil:
		return tasks.RefValue(*v.Ref)
	case v.Refs != nil:
		return tasks.RefsValue(*v.Refs)
	case v.Raw != nil:
		return tasks.Value{Kind: tasks.RawVal, Text: *v.Raw}
	}
	return tasks.Value{}
}

// wordOf returns which of the values from first to last a word names.
func wordOf[V interface {
	~uint8
	String() string
}](first, last V, word string) (V, error) {
	for v := first; v <= last; v++ {
		if v.String() == word {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown word %q", word)
}
