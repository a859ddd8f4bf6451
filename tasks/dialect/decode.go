package dialect

import (
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Decode returns the record of a file. Its Version is for the caller to set. The error is always a *BrokenError.
func (c *Codec) Decode(name tasks.Key, raw []byte, st tasks.Stamp) (*tasks.Task, error) {
	f := c.open()
	defer c.done(f)
	if err := f.parse(raw); err != nil {
		return nil, err
	}
	id, err := c.taskID(f, name.Name)
	if err != nil {
		return nil, err
	}
	d := c.folder.Load()
	sp := c.formOf(f, name.Name, d)
	c.addEvidence(sp, f, name.Name)
	doubt := c.doubt(sp, f, name.Name)
	if doubt != "" {
		sp = unknown
	}
	t := &tasks.Task{Key: name, ID: id, Traits: &sp.traits, Stamp: st}
	switch {
	case sp.foreign:
		c.asForeign(f, sp, t)
		if doubt != "" {
			t.Why = doubt + ": no design known here writes such files, and they are only shown"
		}
	case sp.usesTitle():
		c.asWorkflow(f, sp, t)
	default:
		c.fill(f, sp, t)
	}
	if sp.traits.ReadOnly == "" {
		c.habits.learn(sp, f)
	}
	shorten(t)
	t.Clock = f.clock()
	t.Members, t.DescriptionSum = c.members(f, sp), descriptionSum(f)
	if sp.usesTitle() {
		t.Members = f.withJob(t.Members)
	}
	limit(f, t)
	if why := sp.unseen(f, t, d); why != "" {
		t.Unseen = true
		because(t, why)
	} else if t.Status == tasks.Foreign && sp.traits.ReadOnly == "" {
		because(t, "the status "+quoted(t.StatusText)+" is not one its agents know: they list the task and never start it")
	}
	return t, nil
}

func (c *Codec) open() *file {
	return c.files.Get().(*file)
}

func (c *Codec) done(f *file) {
	f.release()
	c.files.Put(f)
}

// maxText is the largest number of bytes that a record keeps of one text. A subject may fill a file of a megabyte, and hundreds of
// those would fill the memory, although only the beginning is shown.
const maxText = 16 << 10

// shorten cuts the texts of a record that are longer than is kept. A text that was cut must not be edited: the edit would
// expect another value than the file has.
func shorten(t *tasks.Task) {
	cut := func(text *string, name string, then tasks.Limits, still string) {
		if len(*text) <= maxText {
			return
		}
		*text = beginning(*text, maxText)
		if t.Limits&tasks.NoEdit == 0 {
			t.Limits |= then
			because(t, "its "+name+" is longer than the 16 KiB that are shown"+still)
		}
	}
	cut(&t.Subject, "subject", tasks.NoText, cannotText)
	cut(&t.ActiveForm, "active form", tasks.NoText, cannotText)
	cut(&t.Owner, "owner", tasks.NoEdit, "")
	cut(&t.Worktree, "worktree", tasks.NoEdit, "")
	t.StatusText = beginning(t.StatusText, maxText)
}

// taskID returns the id of a task, or why an object is none.
func (c *Codec) taskID(f *file, name string) (tasks.ID, error) {
	if c.tool == trellis && (f.has(keyTitle) || f.has(keyName)) {
		return tasks.ID{Text: stemOf(name)}, nil // others name it by its folder
	}
	id, ok := f.id(name)
	named := kindOf(name)&(nameTask|nameBare) != 0
	switch {
	case c.workflow && (name == "tmp.json" || name == "temp.json"):
		return id, &BrokenError{Kind: tasks.NotATask, Text: "a temporary file, which agents give the name of a task when it is whole"}
	case len(id.Text) > maxText:
		return id, &BrokenError{Kind: tasks.TooLarge, Text: "its id is longer than 16 KiB"}
	case ok && (named || f.has(keySubject) || f.has(keyTitle) || c.workflow && f.has(keyStatus)):
		return id, nil
	case !f.has(keyID) && (f.has(keySubject) || f.has(keyTitle) || f.has(keyName)):
		if id, ok := f.foreignID(); ok {
			return id, nil
		}
	}
	if named || f.has(keySubject) {
		return id, &BrokenError{Kind: tasks.NoID, Text: "it has no id"}
	}
	return id, &BrokenError{Kind: tasks.NotATask, Text: "JSON, but not a task: it lacks an id or a subject"}
}

// fill sets the fields that all editable dialects have.
func (c *Codec) fill(f *file, sp *spec, t *tasks.Task) {
	t.Subject = f.textOf(keySubject)
	t.ActiveForm = f.textOf(keyActive)
	t.Worktree = f.textOf(keyWorktree)
	t.Owner = c.owner(f)
	if m, ok := f.get(keyWaits); ok {
		f.waits(t, m)
	}
	if m, ok := f.get(keyBlocks); ok {
		more := 0
		t.Blocks, more = f.firstIDs(m, tasks.MaxLinks)
		t.DroppedLinks += uint32(more)
	}
	t.Status, t.StatusText = f.status(sp)
	t.Internal = f.internal()
}

// waits sets what a task waits for.
func (f *file) waits(t *tasks.Task, m jsonedit.Member) {
	ids, more := f.firstIDs(m, tasks.MaxLinks)
	t.WaitsFor = ids
	t.DroppedLinks += uint32(more)
	t.DroppedBlockers = more > 0
}

// owner returns the owner's name, the JSON text of a value that is no string.
func (c *Codec) owner(f *file) string {
	m, _ := f.get(keyOwner)
	switch {
	case m.None():
		return ""
	case m.Kind != jsonedit.KindString:
		return string(f.Raw(m))
	}
	text, plain := f.Plain(m.ValStart, m.ValEnd)
	if !plain || len(text) == 0 || len(text) > maxText {
		return f.String(m)
	}
	return c.intern(text)
}

// status returns the status, and the word of a Foreign one.
func (f *file) status(sp *spec) (tasks.Status, string) {
	if sp.usesTitle() {
		return f.flowStatus()
	}
	m, ok := f.get(keyStatus)
	if !ok {
		if sp.reader.pending {
			return tasks.Pending, ""
		}
		return tasks.Foreign, ""
	}
	if m.Kind == jsonedit.KindString {
		if s := tasks.StatusOf(f.String(m)); s != tasks.Foreign {
			return s, ""
		}
	}
	return tasks.Foreign, f.wordOf(m)
}

// limit sets what must not be edited. Text in another encoding or with Windows line ends comes from a writer whose next edit
// would look like damage; an ASCII word in place of another is safe, as long as it is certain where the strings end.
func limit(f *file, t *tasks.Task) {
	if name, dup := f.duplicate(); dup {
		t.Limits |= tasks.NoEdit
		because(t, "the key "+quoted(name)+" occurs twice in it, so that its readers disagree about it")
	}
	why := ""
	switch {
	case f.Ambiguous:
		t.Limits |= tasks.NoEdit
		because(t, "its text is not UTF-8, and a backslash in it may be half of a character")
		return
	case f.Encoding == jsonedit.Unknown8:
		why = "its text is not UTF-8"
	case f.BOM:
		why = "it begins with a byte order mark"
	case f.crlf():
		why = "it has Windows line ends (CRLF)"
	default:
		return
	}
	t.Limits |= tasks.NoText
	because(t, why+cannotText)
}

// cannotText is what may be edited of a task whose texts may not.
const cannotText = ": status, owner and links can be set, text cannot"

// because adds a reason to those why a task is limited.
func because(t *tasks.Task, why string) {
	if t.Why != "" {
		t.Why += "; "
	}
	t.Why += why
}

// quoted returns a text of the file for a sentence, cut if it is long.
func quoted(s string) string { return "“" + beginning(s, 200) + "”" }

// beginning returns s if it has at most most bytes, else a copy of its beginning.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// Description returns the decoded description of a file, "" for none.
func (c *Codec) Description(raw []byte) string {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil {
		return ""
	}
	if in := f.wrapped(); in != nil && !f.has(keyDescription) {
		return in.textOf(keyDescription)
	}
	return f.textOf(keyDescription)
}
