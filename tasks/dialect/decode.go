package dialect

import (
	"cmp"
	"strings"

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
	original := originalName(name.Name)
	sp := c.formOf(f, original, d)
	c.addEvidence(sp, f, original)
	doubt := c.doubt(sp)
	if doubt != "" {
		sp = unknown
	}
	sp = c.among(sp, f, name.Name)
	t := &tasks.Task{Key: name, ID: id, Traits: &sp.traits, Stamp: st}
	var no tasks.Refusals
	switch {
	case sp.form != nil:
		no = c.asForm(f, sp, t)
	case sp.foreign:
		c.asForeign(f, sp, t)
		if doubt != "" && sp == unknown {
			t.Why = onlyShown(doubt)
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
	if no != (tasks.Refusals{}) {
		t.Members = withRefusals(t.Members, no)
	}
	limit(f, t)
	if why := sp.unseen(f, t, d); why != "" {
		t.Unseen = true
		because(t, why)
	} else if sp.traits.Published() && (t.Status == tasks.Foreign || t.StatusText != "") {
		because(t, "the status "+quoted(t.StatusText)+" is not one its agents know: "+unknownWordEffect(t.Status))
	}
	return t, nil
}

// taskID returns the id of a task, or why an object is none.
func (c *Codec) taskID(f *file, name string) (tasks.ID, error) {
	if sp := c.inferred.Load(); sp != nil && sp.form.fits(f, name) {
		return sp.form.id(f, name), nil
	}
	if c.at.Load().tool == trellis && (f.has(keyTitle) || f.has(keyName)) {
		return tasks.ID{Text: stemOf(name)}, nil // others name it by its folder
	}
	id, ok := f.id(name)
	named := kindOf(name)&(nameTask|nameBare) != 0
	switch {
	case c.at.Load().workflow && (name == "tmp.json" || name == "temp.json"):
		return id, &BrokenError{Kind: tasks.NotATask,
			Text: "a temporary file, which agents give the name of a task when it is whole"}
	case len(id.Text) > maxText:
		return id, &BrokenError{Kind: tasks.TooLarge, Text: "its id is longer than 16 KiB"}
	case ok && (named || f.has(keySubject) || f.has(keyTitle) || c.at.Load().workflow && f.has(keyStatus)):
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

// asWorkflow sets the fields of a record from a workflow file.
func (c *Codec) asWorkflow(f *file, sp *spec, t *tasks.Task) {
	if why := sp.traits.ReadOnly; why != "" {
		t.Limits, t.Why = tasks.NoEdit, why
	}
	t.Subject = f.textOf(f.titleKey())
	t.Status, t.StatusText = f.flowStatus()
	_, in, m := f.flowList(sp)
	in.waits(t, m)
	f.asFamily(t)
}

// asForeign sets the fields of a record by the words that other tools use.
func (c *Codec) asForeign(f *file, sp *spec, t *tasks.Task) {
	t.Limits, t.Why = tasks.NoEdit, sp.traits.ReadOnly
	if in := f.wrapped(); in != nil {
		f = in
	}
	t.Subject = f.foreignSubject()
	t.ActiveForm = f.textOf(keyActive)
	t.Owner = cmp.Or(c.owner(f), f.firstText(ownerNames[:]))
	if sp == storybloq {
		claim, _ := f.Get("claim")
		t.Owner = cmp.Or(t.Owner, f.object(claim).textNamed("user"), f.textNamed("claimedBySession"))
	}
	t.Status, t.StatusText = f.foreignStatus()
	switch {
	case sp == trellis && t.StatusText == "planning":
		t.Status, t.StatusText = tasks.Pending, "" // until its scripts start it
	case sp == storybloq && f.textNamed("lifecycle") == "deleted":
		t.Status, t.StatusText = tasks.Cancelled, "" // its file stays
	}
	f.foreignWaits(sp, t)
	if sp.traits.Nests {
		f.asFamily(t)
		if parent := f.firstText(parentNames[:]); parent != "" {
			t.Parent = tasks.ID{Text: parent, Num: sp.isUnknown() && t.ID.Num}
			t.Marks.Set(tasks.ByForm, false)
		}
	}
	if m, _ := f.get(keyChildren); sp == trellis {
		t.Children, _ = f.firstIDs(m, tasks.MaxLinks) // its subtasks are notes
	}
}

// asForm sets the fields of a record of an inferred form, and what of it cannot be edited.
func (c *Codec) asForm(f *file, sp *spec, t *tasks.Task) tasks.Refusals {
	fm := sp.form
	t.Subject = f.textNamed(fm.Subject)
	t.Status, t.StatusText = f.formStatus(fm)
	var no tasks.Refusals
	if m, _ := f.Get(fm.Owner); !f.isNobody(m) {
		t.Owner = f.wordOf(m)
		if m.Kind != jsonedit.KindString {
			no.Owner = "its " + quoted(fm.Owner) + " is no name"
			no.Claim = no.Owner
		}
	}
	if t.Owner == "" {
		if name := f.otherOwner(fm); name != "" {
			t.Owner = f.textNamed(name)
			no.Claim = quoted(name) + " says who has it, and what that means is not known here"
			no.Owner = no.Claim
		}
	}
	if fm.twoStates(f) != "" {
		no.Status = "its state is kept in two members, " + quoted(fm.Status) + " and " + quoted(fm.twoStates(f))
	}
	var why string
	if t.WaitsFor, why = f.formLinks(fm.waits, fm); why != "" {
		no.Links = why
	}
	if other := f.otherLinks(fm); other != "" {
		no.Links = "it also keeps links in " + quoted(other)
	}
	if more := len(t.WaitsFor) - tasks.MaxLinks; more > 0 {
		t.WaitsFor, t.DroppedLinks, t.DroppedBlockers = t.WaitsFor[:tasks.MaxLinks], uint32(more), true
	}
	if fm.Blocks != "" {
		t.Blocks, _ = f.formLinks(place{name: fm.Blocks}, fm)
		t.Blocks = t.Blocks[:min(len(t.Blocks), tasks.MaxLinks)]
	}
	if why != "" && no.Claim == "" && !strings.HasSuffix(why, readWhole) {
		no.Claim = why
	}
	f.asFamily(t)
	if parent := f.firstText(parentNames[:]); parent != "" {
		t.Parent = tasks.ID{Text: parent, Num: fm.numeric}
		t.Marks.Set(tasks.ByForm, false)
	}
	if !fm.Allowed {
		t.Limits, t.Why = tasks.NoEdit, sp.traits.ReadOnly
	}
	return no
}

// unknownWordEffect says what agents do with a task whose word for its status they do not know.
func unknownWordEffect(s tasks.Status) string {
	if s.Finished() {
		return "to them the task is not completed"
	}
	return "they list the task and never start it"
}

// shorten cuts the texts of a record that are longer than is kept. A text that was cut must not be edited: the edit
// would expect another value than the file has.
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

// limit sets what must not be edited. What a text in another encoding says is not known, so that an edit of it would be
// a guess; an ASCII word in place of another is safe, as long as it is certain where the strings end.
func limit(f *file, t *tasks.Task) {
	if name, dup := f.duplicate(); dup {
		t.Limits |= tasks.NoEdit
		because(t, "the key "+quoted(name)+" occurs twice in it, so that its readers disagree about it")
	}
	switch {
	case f.Ambiguous:
		t.Limits |= tasks.NoEdit
		because(t, "its text is not UTF-8, and a backslash in it may be half of a character")
	case f.Encoding == jsonedit.Unknown8 && t.Limits&tasks.NoEdit == 0:
		t.Limits |= tasks.NoText
		because(t, "its text is not UTF-8"+cannotText)
	}
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

// Description returns the decoded description of a file, "" for none.
func (c *Codec) Description(raw []byte) string {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil {
		return ""
	}
	if sp := c.inferred.Load(); sp != nil && sp.form.fits(f, "") {
		return f.textNamed(sp.form.Description)
	}
	if in := f.wrapped(); in != nil && !f.has(keyDescription) {
		return in.textOf(keyDescription)
	}
	return f.textOf(keyDescription)
}
