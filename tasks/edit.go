package tasks

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// EditID identifies an edit, across processes and restarts.
type EditID uint64

// Verb is what a person asks for. The key, the rule, the command and the test use the same word.
type Verb uint8

const (
	VerbClaim Verb = iota + 1
	VerbComplete
	VerbRelease
	VerbReopen
	VerbCreate
	VerbEdit // change fields, in a form or in an editor
	VerbDelete
	VerbLink
	VerbUnlink
	VerbBind // bind to a git worktree, or unbind
	VerbNote // change the TODO_LIST.md of a workflow session
	VerbUndo // take back another edit: Edit.Undoes
	VerbSync // make a file what it is in a bucket: no person asked for it, and none takes it back
)

// String returns the verb in the infinitive.
func (v Verb) String() string {
	return word(v, "verb", "claim", "complete", "release", "reopen", "create", "edit", "delete", "link", "unlink",
		"bind", "note", "undo", "sync")
}

// Past returns the past participle: "claimed".
func (v Verb) Past() string {
	return word(v, "verb", "claimed", "completed", "released", "reopened", "created", "edited", "deleted", "linked",
		"unlinked", "bound", "noted", "undone", "synced")
}

// word returns the word for a constant that counts from 1: "" for 0, and "verb 200" for one that this version does not
// have. Such values come in the journals of other versions, and from other hosts.
func word[T ~uint8](of T, kind string, words ...string) string {
	switch {
	case of == 0:
		return ""
	case int(of) <= len(words):
		return words[of-1]
	}
	return fmt.Sprint(kind, " ", uint8(of))
}

// Field is a part of a task that an edit can change.
type Field uint8

const (
	FieldStatus Field = iota + 1
	FieldOwner
	FieldSubject
	FieldDescription
	FieldActiveForm
	FieldWaitsFor // a set: only Add and Drop
	FieldBlocks   // a set: only Add and Drop
	FieldWorktree
	FieldUpdated // the file's own time of last change: only Touch
	FieldLine    // a line of TODO_LIST.md, its whole text: only in a SetLine
	FieldMember  // any other member of the object, named by Change.Member, as raw JSON
	FieldLayout  // nothing but the layout of the file
)

// String returns the field's name for people.
func (f Field) String() string {
	return word(f, "field", "status", "owner", "subject", "description", "active form", "waits for", "blocks",
		"worktree", "time of change", "line", "member", "layout only")
}

// ValueKind is the kind of a Value.
type ValueKind uint8

const (
	None   ValueKind = iota // no value: "" or null or an absent key, whichever the file has for it
	Text                    // a decoded text; for FieldStatus the canonical word
	Ref                     // one id, of a set
	Refs                    // all ids of a set, joined by joinIDs
	RawVal                  // JSON text
)

// Value is the canonical value of a field: two values are equal with == if they mean the same, however a file spells
// them.
type Value struct {
	Kind ValueKind
	Text string // of Text, Refs and RawVal
	ID   ID     // of Ref
}

// TextValue returns a Text value, None for "".
func TextValue(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{Kind: Text, Text: s}
}

// StatusValue returns the value of a status.
func StatusValue(s Status) Value { return Value{Kind: Text, Text: s.String()} }

// RefValue returns the value of one id.
func RefValue(id ID) Value { return Value{Kind: Ref, ID: id} }

// RefsValue returns the value of a set of ids; order and duplicates do not matter.
func RefsValue(ids []ID) Value {
	if len(ids) == 0 {
		return Value{Kind: Refs}
	}
	return Value{Kind: Refs, Text: joinIDs(ids)}
}

// IDs returns the ids of a Refs or Ref value, in no particular order.
func (v Value) IDs() []ID {
	switch {
	case v.Kind == Ref:
		return []ID{v.ID}
	case v.Kind != Refs || v.Text == "":
		return nil
	}
	return splitIDs(v.Text)
}

// Op is how a change applies to a field.
type Op uint8

const (
	Set   Op = iota + 1 // set it to To, if it is still From
	Touch               // set it to the current time (FieldUpdated), if the file has it
	Add                 // add To.ID to a set
	Drop                // remove To.ID from a set
	Unset               // remove the member (FieldMember), if it is still From
)

// String returns the operation's word.
func (o Op) String() string { return word(o, "operation", "set", "touch", "add", "drop", "unset") }

// Change is a change of one field of one file.
type Change struct {
	Field  Field  `json:"field"`
	Op     Op     `json:"op"`
	From   Value  `json:"from,omitzero"`
	To     Value  `json:"to,omitzero"`
	Member string `json:"member,omitempty"` // for FieldMember its key; for FieldWorktree the key that may be added
	// for FieldOwner, if To is None: the JSON that the file had for that before, "" if not known
	Nobody string `json:"-"`
}

// Need is a value that a rule relied on to allow an edit: it is not written, but must still hold when the edit is.
type Need struct {
	Key   Key    `json:"file"`
	Field Field  `json:"field,omitzero"`
	Is    Value  `json:"is,omitzero"`
	Idle  string `json:"idle,omitempty"` // if not "", the need is instead that this owner runs no task but Key
}

// StepKind is what a step does to its file.
type StepKind uint8

const (
	ChangeFile StepKind = iota + 1
	CreateFile
	DeleteFile
	RaiseHighWaterMark // .highwatermark becomes at least HighWaterMark
	SetLine            // change a line of TODO_LIST.md by one Change of FieldLine; None is no line
	PutFile            // the file gets the bytes Raw, or goes if there are none, if it still has the Sum
)

// String returns the words for what the step does.
func (k StepKind) String() string {
	return word(k, "step", "change", "create", "delete", "raise the mark", "set a line", "put")
}

// Step is what an edit does to one file. If the first step of an edit fails, none is taken; the others only add to sets
// or drop from them, and are always finished.
type Step struct {
	Kind          StepKind `json:"do"`
	Key           Key      `json:"file"`
	Changes       []Change `json:"changes,omitempty"`
	HighWaterMark uint64   `json:"mark,omitempty"`
	// CreateFile: the bytes of Key, instead of a task made from the draft; PutFile
	Raw Bytes  `json:"bytes,omitzero"`
	Sum string `json:"sum,omitempty"` // PutFile: log.Sum of the bytes before, "" for no file
}

// Draft is a task to be created.
type Draft struct {
	Subject, Description, ActiveForm, Owner string
	ID                                      string // the chosen id, where ids are chosen; "" for the next number
	WaitsFor                                []ID
	Metadata                                []byte // a JSON object, nil for none
}

// Via is where an edit was made.
type Via string

// Where edits are made. An edit of an older journal has "".
const (
	ViaBoard   Via = "board"
	ViaCommand Via = "command"
	ViaRing    Via = "ring" // a command with --ring, which a person's script uses to tell agents
	ViaMCP     Via = "mcp"
)

// ByPerson reports whether an edit counts as a person's: agents that follow their tasks are told of it. An edit by a
// command does so only with --ring, because agents use commands, too.
func (v Via) ByPerson() bool { return v == ViaBoard || v == ViaRing }

// Edit is one thing a person asked for. A rule of package board makes it from a verb, package tasks/dialect fills in
// the steps, package tasks/store carries it out.
type Edit struct {
	ID      EditID    `json:"edit,omitempty,string"`
	Verb    Verb      `json:"verb,omitzero"`
	Of      Key       `json:"of,omitzero"` // the task; zero for VerbCreate
	Who     string    `json:"who,omitempty"`
	Via     Via       `json:"via,omitempty"`
	At      time.Time `json:"asked,omitzero"`
	Needs   []Need    `json:"needs,omitempty"`
	Changes []Change  `json:"-"` // the changes of Of: VerbEdit, VerbLink, VerbUnlink, VerbBind
	// VerbLink, VerbCreate: changes of other tasks that belong to it, in links only; VerbEdit: the deletion of a copy
	Also  []Step `json:"-"`
	Draft *Draft `json:"draft,omitempty"` // VerbCreate
	Steps []Step `json:"steps,omitempty"` // what it does to each file, filled in by the dialect
	// VerbUndo: the edit it takes back, itself a VerbUndo to do an edit again
	Undoes EditID `json:"undoes,omitempty,string"`
	// the first edit of one action, whose edits are taken back together; 0 for an edit alone
	Group EditID `json:"group,omitempty,string"`
}

// Check returns an error for an edit that no program of this version makes: it came from elsewhere, and could be
// neither carried out nor noted.
func (e Edit) Check() error {
	if e.Verb == 0 || e.Verb > VerbSync {
		return fmt.Errorf("%s is not known here", cmp.Or(e.Verb.String(), "an edit without a verb"))
	}
	if y := e.At.Year(); y < 1 || y > 9999 { // JSON has no other years
		return errors.New("its time is no time that can be written down")
	}
	changes := slices.Clone(e.Changes)
	for _, st := range slices.Concat(e.Also, e.Steps) {
		if st.Kind > PutFile {
			return fmt.Errorf("%s is not known here", st.Kind)
		}
		changes = append(changes, st.Changes...)
	}
	for _, n := range e.Needs {
		changes = append(changes, Change{Field: n.Field})
	}
	for _, c := range changes {
		switch {
		case c.Field > FieldLayout:
			return fmt.Errorf("%s is not known here", c.Field)
		case c.Op > Unset:
			return fmt.Errorf("%s is not known here", c.Op)
		}
	}
	return nil
}

// Result is the result of an edit that was carried out.
type Result struct {
	Edit    EditID
	Made    []Key  // files that were created
	ID      ID     // of the task that was created
	Applied []Step // the steps, with only the changes that made a difference
}

// Names returns the names of the task files that were written, those that were made first. A name may occur twice.
func (r Result) Names() (names []string) {
	for _, k := range r.Made {
		names = append(names, k.Name)
	}
	for _, st := range r.Applied {
		if st.Key.Name != "" {
			names = append(names, st.Key.Name)
		}
	}
	return names
}

// Clash is a value that another process changed before an edit could.
type Clash struct {
	Key    Key
	Field  Field
	Member string // of FieldMember: its key
	Base   Value  // the value that the edit expects
	Ours   Value  // the value that the edit would set; None if it is only a condition of the edit
	Theirs Value  // the current value
	By     string // the owner in the file now, who is taken for the one who changed it; "" for none
	Since  time.Time
}

// ConflictError is the error of an edit that was not carried out because files have changed. Nothing was written.
type ConflictError struct {
	Clash           // the first, or the file that is gone or taken
	Gone    bool    // the file is gone
	Taken   bool    // the file is to be created, and there is one of this name
	Clashes []Clash // all of them
}

// Clashing returns the conflict of one or more clashes.
func Clashing(all ...Clash) *ConflictError { return &ConflictError{Clash: all[0], Clashes: all} }

// Error returns the file and what happened to it.
func (c *ConflictError) Error() string { return c.Key.Name + ": " + c.Why("") }

// Why returns what happened to the file, for who, who asked for the edit.
func (c *ConflictError) Why(who string) string {
	switch {
	case c.Gone:
		return "its file is gone"
	case c.Taken:
		return "there is another file of this name"
	case c.By != "" && c.By != who:
		return c.By + " was first"
	case len(c.Clashes) > 1:
		return fmt.Sprintf("its %s and %d more changed meanwhile", c.Field, len(c.Clashes)-1)
	case c.Member != "":
		return fmt.Sprintf("its %q changed meanwhile", c.Member)
	}
	return fmt.Sprintf("its %s changed meanwhile", c.Field)
}

// joinIDs returns one text for a set of ids: equal sets have equal texts. A letter before each says whether it is a
// number or a string.
func joinIDs(ids []ID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = "s" + id.Text
		if id.Num {
			words[i] = "n" + id.Text
		}
	}
	slices.Sort(words)
	return strings.Join(slices.Compact(words), "\x00")
}

// splitIDs returns the ids of a text that joinIDs returned, which is not "".
func splitIDs(joined string) []ID {
	words := strings.Split(joined, "\x00")
	ids := make([]ID, len(words))
	for i, w := range words {
		ids[i] = ID{Text: w[1:], Num: w[0] == 'n'}
	}
	return ids
}
