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
	why   map[line]string // why the files of a line are of no known design, "" where they are of one
	known bool            // the directory is of a known design, whatever else comes

	trusted bool // see Trust
}

// evidence is what the files of one line tell.
type evidence struct {
	sp        *spec
	files     int
	named     bool                     // some file has the name that the design gives it
	misnamed  string                   // a file that has not
	bound     bool                     // agents of old s12 work there, who leave finished tasks in lists
	completed []*tasks.Task            // in designs that take a completed task out of every list
	waits     map[tasks.ID]*tasks.Task // by what is waited for there: who waits, a completed task if there is one
}

// Settle decides of which lines the files of the directory are, once there are any, and reports whether some are of no
// known design although their forms are: they have to be decoded again.
func (b *Codec) Settle(w World) bool {
	if b.settled.Load() != nil {
		return false
	}
	lines, all := map[line]*evidence{}, 0
	var sp *spec
	var e *evidence // of its line, nil where that is not judged
	w.Each(func(t *tasks.Task) bool {
		if all++; sp == nil || t.Traits != &sp.traits {
			sp, e = specOf(t.Traits), nil
			if of := sp.line(); sp.judged() {
				if e = lines[of]; e == nil {
					e = &evidence{sp: sp, waits: map[tasks.ID]*tasks.Task{}}
					lines[of] = e
				}
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
		found.why[of] = b.against(e)
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
func (b *Codec) Unsettle() {
	b.settled.Store(nil)
	for i := range b.habits.fits {
		b.habits.fits[i].Store(false)
		b.habits.strange[i].Store(nil)
	}
}

// weigh notes of a file whether the code of a design could have written its members. One that could is enough: others may
// have been cut short.
func (b *Codec) weigh(sp *spec, f *file) {
	if b.settled.Load() != nil || !sp.judged() {
		return
	}
	i := sp.index()
	if b.habits.fits[i].Load() {
		return
	}
	if why := sp.strange(f); why != "" {
		b.habits.strange[i].Store(&why)
	} else {
		b.habits.fits[i].Store(true)
	}
}

// weighed returns what weigh noted of the files of a line, and how those that nobody owns say so.
func (h *habits) weighed(of line) (strange string, none [3]uint32) {
	fits := false
	for i, sp := range specs() {
		if sp.line() != of || !sp.judged() {
			continue
		}
		fits = fits || h.fits[i].Load()
		if why := h.strange[i].Load(); why != nil {
			strange = *why
		}
		for form := range none {
			none[form] += h.none[i][form].Load()
		}
	}
	if fits {
		strange = ""
	}
	return strange, none
}

func (e *evidence) add(t *tasks.Task) {
	e.files++
	if e.named = e.named || IsNameOf(t.Traits, t.Name, t.ID); !e.named {
		e.misnamed = t.Name
	}
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

// left returns who still waits for what is completed: of the completed tasks that are waited for some are waited for by
// completed ones, or most of all are. An agent may link a task to a completed one, or put an old list back in a race: one
// such link alone tells nothing.
func (e *evidence) left() (waits, done *tasks.Task) {
	n, over := 0, false
	for _, t := range e.completed {
		if by := e.waits[t.ID]; by != nil && by != t && !e.bound {
			n, over = n+1, over || by.Status == tasks.Completed
			waits, done = by, t
		}
	}
	if over || 2*n > len(e.completed) {
		return waits, done
	}
	return nil, nil
}

// against returns what the code of a design could never have written, "" where there is nothing of the kind.
func (b *Codec) against(e *evidence) string {
	title := e.sp.traits.Title
	strange, none := b.habits.weighed(e.sp.line())
	switch {
	case strange != "":
		return strange
	case !e.named:
		return "the file " + e.misnamed + " is named by another rule than that of " + title
	case !e.sp.traits.NumericIDs && !b.claude && none[e.sp.none] == 0 && none[noneNull]+none[noneEmpty] > 0:
		return "no task that nobody owns says so as " + title + " does"
	}
	if by, done := e.left(); by != nil {
		return by.ID.Text + " waits for " + done.ID.Text + ", which is completed, and which " + title + " takes out of every list"
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
	id, _ := f.id(name)
	if name != "" && !IsNameOf(&sp.traits, name, id) {
		return "the file " + name + " is named by another rule than that of " + sp.traits.Title
	}
	return sp.strange(f)
}

// strange returns which member a file lacks that the code of a design always writes, "" where none is missing. Ports of the
// designs with numbers for ids leave some out, and ports of all add some.
func (sp *spec) strange(f *file) string {
	if sp.traits.NumericIDs {
		return ""
	}
	for _, k := range sp.order {
		if !f.hasSpelled(k) && k != keyMetadata && !slices.Contains(sp.option, k) {
			return "the key " + quoted(keyNames[k]) + " is missing, which " + sp.traits.Title + " always writes"
		}
	}
	return ""
}

// replaces reports whether a file has a member of another name in place of one that every design with numbers for ids writes.
func (f *file) replaces() bool {
	for k, names := range map[key][]string{keyOwner: ownerNames[:], keyStatus: statusNames[:], keyWaits: waitsNames[:]} {
		for _, name := range names {
			if _, there := f.Get(name); there && !f.has(k) {
				return true
			}
		}
	}
	return false
}
