package tasks

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// EditID tells edits apart, across processes and restarts.
type EditID uint64

// Verb is what a person asks for. The same word stands on the key, the rule, the command and the test.
type Verb uint8

const (
	VerbClaim Verb = iota + 1
	VerbComplete
	VerbRelease
	VerbReopen
	VerbCreate
	VerbEdit // of fields, in a form or in an editor
	VerbDelete
	VerbLink
	VerbUnlink
	VerbBind // to a git worktree, or from one
	VerbNote // in the list that a workflow session keeps beside its tasks
	VerbUndo // take back another edit: Edit.Undoes
)

// String gives the verb in the infinitive.
func (v Verb) String() string {
	return [...]string{"", "claim", "complete", "release", "reopen", "create", "edit", "delete", "link", "unlink", "bind", "note", "undo"}[v]
}

// Past gives the verb as it is told afterwards: "claimed".
func (v Verb) Past() string {
	return [...]string{"", "claimed", "completed", "released", "reopened", "created", "edited", "deleted", "linked", "unlinked", "bound", "noted", "undone"}[v]
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
	FieldLine    // of a list beside the tasks, its whole text: only in a SetLine
	FieldMember  // any other member of the object, named by Change.Member, as raw JSON
	FieldLayout  // none: the file was written anew and says the same
)

// String gives the field's word for people.
func (f Field) String() string {
	return [...]string{"", "status", "owner", "subject", "description", "active form", "waits for", "blocks", "worktree", "time of change", "line", "member", "layout only"}[f]
}

// ValueKind is which part of a Value counts.
type ValueKind uint8

const (
	None   ValueKind = iota // nothing: "" or null or absent, whichever this file writes for it
	Text                    // a text, decoded; for FieldStatus the canonical word
	Ref                     // one id, of a set
	Refs                    // all ids of a set, joined by JoinIDs
	RawVal                  // the value's JSON text
)

// Value is the value of a field in canonical words. Values are comparable with ==, and are equal when they mean
// the same, however a file spells them.
type Value struct {
	Kind ValueKind
	Text string
	ID   ID
}

// TextValue makes a Text value, None of "".
func TextValue(s string) Value {
	if s == "" {
		return Value{}
	}
	return Value{Kind: Text, Text: s}
}

// StatusValue makes the value of a status.
func StatusValue(s Status) Value { return Value{Kind: Text, Text: s.String()} }

// RefValue makes the value of one id.
func RefValue(id ID) Value { return Value{Kind: Ref, ID: id} }

// RefsValue makes the value of a whole set of ids; order and duplicates do not count.
func RefsValue(ids []ID) Value {
	if len(ids) == 0 {
		return Value{Kind: Refs}
	}
	return Value{Kind: Refs, Text: joinIDs(ids)}
}

// IDs gives the ids of a Refs or Ref value, in no particular order.
func (v Value) IDs() []ID {
	switch {
	case v.Kind == Ref:
		return []ID{v.ID}
	case v.Kind != Refs || v.Text == "":
		return nil
	}
	return splitIDs(v.Text)
}

// Op is how a change applies.
type Op uint8

const (
	Set   Op = iota + 1 // From must still hold; it becomes To
	Touch               // no From: it becomes now (FieldUpdated), and only where the file has it
	Add                 // add To.ID to a set; nothing to do if it is there
	Drop                // remove To.ID from a set; nothing to do if it is not there
	Unset               // remove the member (FieldMember); From must still hold
)

// String gives the operation's word.
func (o Op) String() string { return [...]string{"", "set", "touch", "add", "drop", "unset"}[o] }

// Change is one field of one file.
type Change struct {
	Field  Field  `json:"field"`
	Op     Op     `json:"op"`
	From   Value  `json:"from,omitzero"`
	To     Value  `json:"to,omitzero"`
	Member string `json:"member,omitempty"` // the key of a JSON member, for FieldMember; for FieldWorktree the key that may be added where the file has none
	Nobody string `json:"-"`                // for FieldOwner, where To is nobody: how the file said so before, as raw JSON; "" where that is not known
}

// Need is something a rule read to allow an edit, which is not written but must still hold when it is.
type Need struct {
	Key   Key    `json:"file"`
	Field Field  `json:"field,omitzero"`
	Is    Value  `json:"is,omitzero"`
	Idle  string `json:"idle,omitempty"` // when not "", the need is that this owner runs no other task than Key
}

// StepKind is what a step does to its file.
type StepKind uint8

const (
	ChangeFile StepKind = iota + 1
	CreateFile
	DeleteFile
	RaiseMark // .highwatermark becomes at least Mark
	SetLine   // a line of the TODO_LIST.md beside the directory: one change, of FieldLine, None for no line
)

// String gives the words for what the step does.
func (k StepKind) String() string {
	return [...]string{"", "change", "create", "delete", "raise the mark", "set a line"}[k]
}

// Step is what an edit does to one file, in canonical words. The first step decides: if it can not be taken,
// none is; the others are set operations that only roll forward.
type Step struct {
	Kind    StepKind `json:"do"`
	Key     Key      `json:"file"`
	Changes []Change `json:"changes,omitempty"`
	Mark    uint64   `json:"mark,omitempty"`
	Raw     Bytes    `json:"bytes,omitzero"` // CreateFile: these very bytes under Key's own name, instead of a new task made from the draft
}

// Draft is a task that does not exist yet.
type Draft struct {
	Subject, Description, ActiveForm, Owner string
	ID                                      string // where ids are chosen; "" for the next in order
	WaitsFor                                []ID
	Metadata                                []byte // a JSON object, nil for none
}

// Edit is one thing a person asked for. A rule makes it from a verb (package board), the dialect fills in the
// steps (package tasks/dialect), the store carries it out.
type Edit struct {
	ID      EditID    `json:"edit,omitempty,string"`
	Verb    Verb      `json:"verb,omitzero"`
	Of      Key       `json:"of,omitzero"` // the task it is about; zero for VerbCreate
	Who     string    `json:"who,omitempty"`
	At      time.Time `json:"asked,omitzero"`
	Needs   []Need    `json:"needs,omitempty"`
	Changes []Change  `json:"-"`                       // what was asked of Of beyond the verb: VerbEdit, VerbLink, VerbUnlink, VerbBind
	Also    []Step    `json:"-"`                       // VerbLink: what the same gesture changes in the lists of other tasks, only Add and Drop
	Draft   *Draft    `json:"draft,omitempty"`         // VerbCreate
	Steps   []Step    `json:"steps,omitempty"`         // every file this edit means, filled in by the dialect
	Undoes  EditID    `json:"undoes,omitempty,string"` // VerbUndo: the edit it takes back; taking back one that took back is doing it again
	Group   EditID    `json:"group,omitempty,string"`  // the first of the edits that were asked for as one action, and are taken back as one; 0 for one alone
}

// Result is what came of an edit that was carried out.
type Result struct {
	Edit    EditID
	Made    []Key  // files that were created
	ID      ID     // of the task that was created
	Applied []Step // what was really replaced: only changes that made a difference
}

// Names returns the names of the task files that were written.
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

// Clash is one value that an edit rests on and that is another by now.
type Clash struct {
	Key    Key
	Field  Field
	Member string // of FieldMember: which one
	Base   Value  // what the edit takes it to be
	Ours   Value  // what the edit makes of it; None where it is only a condition of the edit
	Theirs Value  // what it is
	By     string // the owner the file names now, where it tells who was first
	Since  time.Time
}

// Conflict is an edit that was not carried out, because what it rests on no longer holds. Nothing was written.
type Conflict struct {
	Clash           // the first, or the file that is gone or taken
	Gone    bool    // the file is not there any more
	Taken   bool    // the file is to be made anew, and there is one of this name
	Clashes []Clash // every value that differs
}

// Clashing makes the conflict of one or more clashes.
func Clashing(all ...Clash) *Conflict { return &Conflict{Clash: all[0], Clashes: all} }

// Error returns of which file what came between.
func (c *Conflict) Error() string { return c.Key.Name + ": " + c.Why("") }

// Why returns what came between, for the one who wanted the edit: who else was first, as far as the file tells.
func (c *Conflict) Why(who string) string {
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

func splitIDs(joined string) []ID {
	words := strings.Split(joined, "\x00")
	ids := make([]ID, len(words))
	for i, w := range words {
		ids[i] = ID{Text: w[1:], Num: w[0] == 'n'}
	}
	return ids
}
