package dialect

import (
	"slices"

	"sideboard/tasks"
)

// A design is chosen for the files of a directory only if its own code could have written them. Who reads a directory
// for the first time decodes every file by its form, calls Settle, and decodes again what turned out to be of no design
// known here. What is written later changes nothing about that: a file of a form that was not there is judged alone.

// line is the designs whose files may be of one project: their ids are formed alike, and their agents read each other's files.
type line struct {
	ids            idRule
	numeric, fixed bool
}

func (sp *spec) line() line { return line{sp.ids, sp.traits.NumericIDs, sp.traits.FixedKeys} }

// judged reports whether it is asked of a design whether it wrote a file. Workflow files are known by their folder.
func (sp *spec) judged() bool { return sp.flow == nil && sp.traits.ReadOnly == "" }

// verdicts are what was decided of a directory.
type verdicts struct {
	why     map[line]string // why the files of a line are of no known design, "" where they are of one
	known   bool            // the directory is of a known design, whatever else comes
	trusted bool            // see Trust
}

// evidence is what the files of one line tell.
type evidence struct {
	title        string
	fits         bool   // the design's code could have written some file
	strange      string // why not another
	right, wrong bool   // a task that nobody owns says so as the design does; in another way

	files     int
	bound     bool                     // agents of old s12 work there, who leave finished tasks in lists
	completed []*tasks.Task            // in designs that take a completed task out of every list
	waits     map[tasks.ID]*tasks.Task // by what is waited for there: who waits, a completed task if there is one
}

// weigh notes what the bytes of a file tell of its line. One file that its design could have written is enough: others may
// have been cut short, or copied.
func (b *Codec) weigh(sp *spec, f *file, name string) {
	if b.settled.Load() != nil || !sp.judged() {
		return
	}
	form, nobody := f.noneForm()
	if !f.has(keyOwner) {
		form, nobody = noneAbsent, true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.evidence[sp.line()]
	if e == nil {
		e = &evidence{title: sp.traits.Title, waits: map[tasks.ID]*tasks.Task{}}
		b.evidence[sp.line()] = e
	}
	if !e.fits {
		e.strange = sp.strange(f, name)
		e.fits = e.strange == ""
	}
	if nobody && !sp.traits.NumericIDs && !b.claude {
		e.right, e.wrong = e.right || form == sp.none, e.wrong || form != sp.none
	}
}

// Settle decides of which lines the files of the directory are, once there are any, and reports whether some are of no
// known design although their forms are: they have to be decoded again.
func (b *Codec) Settle(w World) bool {
	if b.settled.Load() != nil {
		return false
	}
	b.mu.Lock()
	lines := b.evidence // mu is not held while w is asked: who holds its lock asks the codec
	b.evidence = map[line]*evidence{}
	b.mu.Unlock()
	all := 0
	var sp *spec
	var e *evidence // of its line, nil where that is not judged
	w.Each(func(t *tasks.Task) bool {
		if all++; sp == nil || t.Traits != &sp.traits {
			if sp, e = specOf(t.Traits), nil; sp.judged() {
				e = lines[sp.line()]
			}
		}
		if e != nil {
			e.add(t)
		}
		return true
	})
	if all == 0 {
		return false
	}
	found, doubt := verdicts{why: map[line]string{}}, false
	for of, e := range lines {
		found.why[of] = e.against()
		doubt = doubt || found.why[of] != ""
		found.known = found.known || found.why[of] == "" && 2*e.files > all
	}
	b.settled.Store(&found)
	return doubt
}

// Trust takes every file for what its form says, without asking whether its design could have written it: the directory
// is known from before.
func (b *Codec) Trust() { b.settled.Store(&verdicts{known: true, trusted: true}) }

// Unsettle forgets what was decided: another directory is read.
func (b *Codec) Unsettle() { b.settled.Store(nil) }

func (e *evidence) add(t *tasks.Task) {
	e.files++
	e.bound = e.bound || t.Traits == &s12wt.traits || t.Traits == &s12wtBlocks.traits
	if t.Traits.Blocked != tasks.ListNotEmpty {
		return
	}
	if t.Status == tasks.Completed {
		e.completed = append(e.completed, t)
	}
	for _, id := range t.WaitsFor {
		if e.waits[id] == nil || t.Status == tasks.Completed {
			e.waits[id] = t
		}
	}
}

// against returns what the code of a design could never have written, "" where there is nothing of the kind. In a design
// that clears lists, an agent may link a task to a completed one, or put an old list back in a race: one such link alone
// tells nothing, but a completed task that waits for a completed one does, and most completed tasks.
func (e *evidence) against() string {
	switch {
	case !e.fits:
		return e.strange
	case e.wrong && !e.right:
		return "no task that nobody owns says so as " + e.title + " does"
	}
	n, over, why := 0, false, ""
	for _, t := range e.completed {
		if by := e.waits[t.ID]; by != nil && by != t && !e.bound {
			n, over = n+1, over || by.Status == tasks.Completed
			why = by.ID.Text + " waits for " + t.ID.Text + ", which is completed, and which " + e.title + " takes out of every list"
		}
	}
	if over || 2*n > len(e.completed) {
		return why
	}
	return ""
}

// doubt returns why a file is of no known design although its form is that of one, "" where it is. Without a name it is not
// asked what the file is called.
func (b *Codec) doubt(sp *spec, f *file, name string) string {
	settled := b.settled.Load()
	if settled == nil || settled.trusted || !sp.judged() {
		return ""
	}
	if why, there := settled.why[sp.line()]; there {
		return why
	}
	return sp.strange(f, name)
}

// strange returns why the code of a design could not have written a file: by its name, or by a member that it always
// writes and that is missing; "" where it could. Ports of the designs with numbers for ids leave some out.
func (sp *spec) strange(f *file, name string) string {
	id, _ := f.id(name)
	if name != "" && !IsNameOf(&sp.traits, name, id) {
		return "the file " + name + " is named by another rule than that of " + sp.traits.Title
	}
	for _, k := range sp.order {
		if !f.hasSpelled(k) && k != keyMetadata && !slices.Contains(sp.option, k) && !sp.traits.NumericIDs {
			return "the key " + quoted(keyNames[k]) + " is missing, which " + sp.traits.Title + " always writes"
		}
	}
	return ""
}

// replaces reports whether a file has a member of another name in place of one that every design with numbers for ids writes.
func (f *file) replaces() bool {
	for k, names := range map[key][]string{keyOwner: ownerNames[:], keyStatus: statusNames[:], keyWaits: waitsNames[:]} {
		has := func(name string) bool { _, there := f.Get(name); return there }
		if !f.has(k) && slices.ContainsFunc(names, has) {
			return true
		}
	}
	return false
}
