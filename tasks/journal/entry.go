package journal

import (
	"time"

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
