package tasks

import (
	"cmp"
	"slices"
	"strings"
)

// Form is the form of task files that no published design has, as it is inferred from the files of a directory. Its
// texts come from there: show them only through safetext.
type Form struct {
	FormMembers
	Words    [3]string   // how the files say pending, in progress and completed; "" where nothing says how
	Choices  [3][]string // all words that would do; Words has the first, or the one a person chose
	Shown    [3][]string // the words that files have
	Files    int         // the number of files of this form
	Others   int         // the number of other JSON files, which are only shown
	Owners   int         // the number of different owners
	NoOwner  string      // how the files say nobody: JSON text, "absent" for no member, "" if none says it
	Allowed  bool        // a person has allowed to edit such files
	NoNew    string      // why no task can be created, "" if one can
	NoDelete string      // why no task can be deleted, "" if one can
	NoLinks  string      // why links are not changed, "" if they are
}

// FormMembers are the rule for names and the members of a Form, as places such as "context.depends_on"; "" for none.
type FormMembers struct {
	Name        string `json:"name"` // such as "task-<id>.json"; "" if the names follow no rule
	ID          string `json:"id"`   // "" if the name of the file is the id
	Subject     string `json:"subject"`
	Description string `json:"description,omitempty"`
	Status      string `json:"status"`
	Owner       string `json:"owner,omitempty"`
	WaitsFor    string `json:"waitsFor,omitempty"`
	Blocks      string `json:"blocks,omitempty"`
}

// NoDesign begins what is said of files whose design is not known.
const NoDesign = "no published design writes these files"

// AllowHint says how a person allows to edit files of an inferred form.
const AllowHint = "a person allows it once: with sideboard allow and the directory at a terminal, " +
	"or with y at the question on the board"

// FormAbsent is the NoOwner of files that leave the member out.
const FormAbsent = "absent"

// Word returns how the files say a status, "" if that is not known.
func (f *Form) Word(s Status) string {
	if s < Pending || s > Completed {
		return ""
	}
	return f.Words[s-Pending]
}

// Accepts reports whether the permission to edit files with these members and words covers files of form f, too: the
// members and the rule for names are the same, and for each status that files of f have, one of the words they use is
// the permitted one or was seen when the permission was given or later.
func (f *Form) Accepts(members FormMembers, words [3]string, seen [3][]string) bool {
	if f.FormMembers != members {
		return false
	}
	for i, shown := range f.Shown {
		isPermitted := func(word string) bool { return word == words[i] || slices.Contains(seen[i], word) }
		known := words[i] == f.Words[i] || slices.ContainsFunc(shown, isPermitted)
		if !known && (len(shown) > 0 || words[i] == "") {
			return false
		}
	}
	return true
}

// AddShown adds to seen the words that files of f use, and reports whether any was new.
func (f *Form) AddShown(seen *[3][]string) (more bool) {
	for i, shown := range f.Shown {
		for _, word := range shown {
			if !slices.Contains(seen[i], word) {
				seen[i], more = append(slices.Clip(seen[i]), word), true
			}
		}
	}
	return more
}

// Refusals are why parts of a task are not edited although its file is, "" for what is: a file of an inferred form
// may have members that mean something nobody knows here.
type Refusals struct {
	Claim  string // why nobody may start it
	Status string // why its status is not set
	Owner  string // why its owner is not set
	Links  string // why its links are not changed
}

// Refusals returns why parts of a task are not edited.
func (t *Task) Refusals() Refusals {
	if t.Members == nil {
		return Refusals{}
	}
	return t.Members.Refusals
}

// Published reports whether a published design writes the files: its agents' rules are known.
func (t *Traits) Published() bool { return t.ReadOnly == "" && t.Form == nil }

// WhyNot returns why a verb does not apply to a task of an inferred form, "" if it does.
func (t *Task) WhyNot(v Verb) string {
	form, no := t.Traits.Form, t.Refusals()
	if form == nil {
		return ""
	}
	switch v {
	case VerbClaim:
		switch {
		case no.Claim != "":
			return no.Claim
		case t.Status == Blocked:
			return "its status is \"blocked\", and its tool changes that word itself"
		}
		return cmp.Or(no.Status, form.whyNoWord(InProgress))
	case VerbComplete:
		return cmp.Or(no.Status, form.whyNoWord(Completed))
	case VerbRelease, VerbReopen:
		if v == VerbRelease && no.Owner != "" && t.Status != InProgress {
			return no.Owner
		}
		return cmp.Or(no.Status, form.whyNoWord(Pending))
	case VerbDelete:
		return form.NoDelete
	case VerbLink, VerbUnlink:
		return cmp.Or(no.Links, form.whyNoLinks())
	case VerbBind:
		return "files of this form keep no worktree"
	}
	return ""
}

// WhyNotChange returns why a change of a task of an inferred form is not made, "" if it is.
func (t *Task) WhyNotChange(c Change) string {
	form, no := t.Traits.Form, t.Refusals()
	if form == nil {
		return ""
	}
	switch c.Field {
	case FieldStatus:
		return cmp.Or(no.Status, form.whyNoWord(StatusNamed(c.To.Text)))
	case FieldOwner:
		return no.Owner
	case FieldWaitsFor, FieldBlocks:
		return cmp.Or(no.Links, form.whyNoLinks())
	case FieldDescription:
		if form.Description == "" {
			return "files of this form keep no description"
		}
	case FieldActiveForm, FieldWorktree:
		return "files of this form keep no " + c.Field.String()
	}
	return ""
}

func (f *Form) whyNoLinks() string {
	if f.WaitsFor == "" {
		return "no file here names what a task waits for"
	}
	return f.NoLinks
}

// whyNoWord returns why a status cannot be set.
func (f *Form) whyNoWord(s Status) string {
	switch {
	case f.Word(s) != "":
		return ""
	case f.Words[0] == "false":
		return "its \"" + f.Status + "\" is only true or false: nothing says that it is " + statusWords(s)
	}
	return "no file here shows the word for " + statusWords(s)
}

func statusWords(s Status) string { return strings.ReplaceAll(s.String(), "_", " ") }
