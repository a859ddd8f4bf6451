package dialect

import (
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// workflow is any other file with a title instead of a subject. What such files are nobody has written down, so they
// are shown and never edited.
var workflow = &spec{
	traits: tasks.Traits{Dialect: "workflow", Title: "no known design", Blocked: tasks.UnfinishedOrMissing, Nests: true, ReadOnly: readOnlyUnknown},
	ids:    noRule,
	reader: reader{glob: globAll, pending: true},
	finish: `When it is done, set its status to "completed" in its file.`,
}

// maestro is a task of a run of Maestro Flow, which keeps what its runs put out below .workflow/sessions.
var maestro = &spec{
	traits: tasks.Traits{
		Dialect: "maestro", Title: "Maestro Flow", Blocked: tasks.UnfinishedOrMissing, Nests: true,
		ReadOnly: "Maestro Flow registers and seals what a run puts out: its tasks are only shown here",
	},
	ids:    noRule,
	reader: reader{glob: globAll, pending: true},
	finish: `When it is done, complete it with Maestro Flow.`,
}

// planned reports whether a file is a task of a run of Maestro Flow, which says so in a member of its own.
func (f *file) planned() bool {
	m, ok := f.Get("_meta")
	if !ok || m.Kind != jsonedit.KindObject {
		return false
	}
	in := new(file)
	if in.parse(f.Raw(m)) != nil {
		return false
	}
	kind, ok := in.Get("kind")
	return ok && kind.Kind == jsonedit.KindString && in.String(kind) == "plan-task"
}

// titled says that the files of a dialect call their subject a title, and spell the rest as workflow files do.
func (sp *spec) titled() bool { return sp == workflow || sp == maestro || sp.flow != nil }

// workflowStatus maps the words of all generations of such files.
func workflowStatus(word string) tasks.Status {
	if word == runningWords[1] {
		return tasks.InProgress
	}
	return tasks.StatusNamed(word)
}

// runningWords are the two words for a task in progress.
var runningWords = [...]string{"in_progress", "active"}

// flowStatus reads a status that may be missing, which means pending, or an object that holds the word.
func (f *file) flowStatus() (tasks.Status, string) {
	m, ok := f.get(keyStatus)
	if !ok || m.Kind == jsonedit.KindNull {
		return tasks.Pending, ""
	}
	word := f.flowWord(m)
	if s := workflowStatus(word); s != tasks.Foreign {
		return s, ""
	}
	return tasks.Foreign, word
}

// flowWord is the word of a status as it stands in the file.
func (f *file) flowWord(m jsonedit.Member) string {
	if m.Kind == jsonedit.KindObject {
		if in, name, ok := f.wordInside(m); ok {
			held, _ := in.Get(name)
			return in.String(held)
		}
	}
	return f.statusWord(m)
}

// wordInside finds the member of a status object that holds the word.
func (f *file) wordInside(m jsonedit.Member) (in *file, name string, ok bool) {
	in = new(file)
	if in.parse(f.Raw(m)) != nil {
		return nil, "", false
	}
	for _, name := range [...]string{"state", "value"} {
		if held, ok := in.Get(name); ok && held.Kind == jsonedit.KindString {
			return in, name, true
		}
	}
	return nil, "", false
}

// asWorkflow fills in what such a file says in its own words.
func (b *Codec) asWorkflow(f *file, sp *spec, t *tasks.Task) {
	if why := sp.traits.ReadOnly; why != "" {
		t.Limits, t.Why = tasks.NoEdit, why
	}
	t.Subject = f.textOf(f.titleKey())
	t.Status, t.StatusText = f.flowStatus()
	t.WaitsFor, t.Waits = nil, false
	if _, _, in, m, ok := f.flowList(sp); ok {
		in.waits(t, m)
	}
	t.Parent, t.Children, t.ByForm = f.family(t.ID)
}

// titleKey is what the file calls its subject.
func (f *file) titleKey() key {
	if !f.has(keyTitle) && f.has(keySubject) {
		return keySubject
	}
	return keyTitle
}

// inner parses the object that is the value of a key.
func (f *file) inner(k key) (*file, bool) {
	m, ok := f.get(k)
	if !ok || m.Kind != jsonedit.KindObject {
		return nil, false
	}
	in := new(file)
	return in, in.parse(f.Raw(m)) == nil
}

func (f *file) idsNamed(name string) []tasks.ID {
	if m, ok := f.Get(name); ok {
		return f.ids(m)
	}
	return nil
}

func (f *file) idNamed(name string) tasks.ID {
	if m, ok := f.Get(name); ok && m.Kind == jsonedit.KindString {
		return tasks.ID{Text: f.String(m)}
	}
	return tasks.ID{}
}
