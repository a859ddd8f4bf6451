package log

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"sideboard/tasks"
)

// What is the kind of a line.
type What string

const (
	Opened    What = "opened"    // the first line of a file: Path
	Temp      What = "temp"      // a temporary file is about to be made: Temp
	Prepared  What = "prepared"  // File is about to be changed: all that is needed to finish, compare and undo that
	Done      What = "done"      // the edit was carried out: Made, Applied; Error if a later step was left
	Refused   What = "refused"   // nothing was written: Error
	Reapplied What = "reapplied" // an agent had overwritten File with an old copy, and the edit was applied again
	PutBack   What = "put back"  // an agent changed File back, and it was left so
	Lost      What = "lost"      // an agent wrote other values over those of the edit
	Locked    What = "locked"    // the lock directory File was made; Sum identifies it
	Put       What = "put"       // File is about to get the bytes with Sum for those with Was; no person asked for it
	Recovered What = "recovered" // another process finished the edit of one that crashed; Applied is what was written
)

// Entry is one line of a journal.
type Entry struct {
	At         time.Time   `json:"at"`
	What       What        `json:"what"`
	Dev        uint64      `json:"dev"` // the task directory
	Ino        uint64      `json:"ino"`
	Path       string      `json:"path,omitempty"`
	tasks.Edit             // Prepared: with its steps and needs; else only its ID
	Step       int         `json:"step,omitempty"` // Prepared: which step of the edit
	File       string      `json:"file,omitempty"`
	Temp       string      `json:"temp,omitempty"`
	Subject    string      `json:"subject,omitempty"` // Prepared: of the task at that time
	Before     tasks.Bytes `json:"before,omitzero"`   // Prepared: the bytes of File, nil for a new file
	After      tasks.Bytes `json:"after,omitzero"`    // Prepared of a new file: its bytes
	// Prepared: Sum of the new bytes of File; Locked: what identifies the directory
	Sum     string       `json:"sum,omitempty"`
	Was     string       `json:"was,omitempty"` // Put: Sum of the bytes of File before
	Made    []tasks.Key  `json:"made,omitempty"`
	Applied []tasks.Step `json:"applied,omitempty"`
	Error   string       `json:"error,omitempty"`
	Kept    string       `json:"kept,omitempty"` // the path of the bytes of File that were replaced
	Unknown bool         `json:"-"`              // a later version of the program wrote it
}

// setList sets the List of all keys.
func (e *Entry) setList(list string) {
	e.Of.List = list
	for i := range e.Needs {
		e.Needs[i].Key.List = list
	}
	for i := range e.Steps {
		e.Steps[i].Key.List = list
	}
	for i := range e.Applied {
		e.Applied[i].Key.List = list
	}
	for i := range e.Made {
		e.Made[i].List = list
	}
}

// Ends reports whether the edit ends with this line.
func (e Entry) Ends() bool { return e.What == Done || e.What == Refused || e.What == Recovered }

// Sum returns the SHA-256 of raw in hexadecimal.
func Sum(raw []byte) string { return fmt.Sprintf("%x", sha256.Sum256(raw)) }

// encode returns a value as a line, with its newline.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}

// decode reads the line of an entry. An object with something that is not known here becomes an Unknown entry, with
// what every line has, and an error.
func decode(raw []byte) (e Entry, err error) {
	if !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		return e, errors.New("the line is no JSON object") // of no version
	}
	if err = json.Unmarshal(raw, &e); err == nil {
		err = checkSteps(slices.Concat(e.Edit.Steps, e.Applied))
	}
	if err == nil {
		return e, nil
	}
	var known struct {
		At       time.Time
		What     What
		Dev, Ino uint64
		Edit     tasks.EditID `json:",string"`
		File     string
	}
	var syntax *json.SyntaxError
	if errors.As(json.Unmarshal(raw, &known), &syntax) {
		return Entry{}, err
	}
	e = Entry{At: known.At, What: known.What, Dev: known.Dev, Ino: known.Ino, Edit: tasks.Edit{ID: known.Edit},
		File: known.File, Unknown: true}
	return e, err
}

// checkSteps returns an error if a step does not say what it does, or a change what it changes and how.
func checkSteps(steps []tasks.Step) error {
	isIncomplete := func(c tasks.Change) bool { return c.Field == 0 || c.Op == 0 }
	for _, s := range steps {
		if s.Kind == 0 || slices.ContainsFunc(s.Changes, isIncomplete) {
			return fmt.Errorf("a step of %q is incomplete", s.Key.Name)
		}
	}
	return nil
}

// The bounds of what is read of a journal: the bytes of a line, which has a file at most twice, and the number of
// lines.
const (
	maxLine  = 8 << 20
	maxLines = 1 << 14
)

// decodeAll returns the newest entries of a file, at most most. It skips lines that cannot be read, such as one that
// was cut off by a crash.
func decodeAll(from io.ReadSeeker, list string, most int) (all []Entry, err error) {
	left := 0 // lines that follow
	if err := eachLine(from, maxLine, func([]byte) { left++ }); err != nil {
		return nil, err
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	err = eachLine(from, maxLine, func(l []byte) {
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
