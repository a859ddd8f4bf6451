package dialect

import (
	"slices"

	"sideboard/tasks"
)

// A design is chosen for the files of a directory only if its own code could have written them. The first read of a directory
// decodes every file by its form, calls Settle, and decodes again the files that turned out to be of no known design. Later
// changes do not change that: a file of a form that was not there before is judged alone.

// lineage identifies designs whose files may be of one project: their ids have one form, and their agents read each other's
// files.
type lineage struct {
	ids            idRule
	numeric, fixed bool
}

func (sp *spec) lineage() lineage { return lineage{sp.ids, sp.traits.NumericIDs, sp.traits.FixedKeys} }

// judged reports whether it has to be decided if a design wrote a file. Workflow files are known by their folder.
func (sp *spec) judged() bool { return sp.flow == nil && sp.traits.ReadOnly == "" }

// verdicts are the decisions about a directory.
type verdicts struct {
	why     map[lineage]string // why the files of a lineage are of no known design, "" if they are of one
	known   bool               // the directory is of a known design, whatever is added later
	trusted bool               // see Trust
}

// evidence is what the files of one lineage say about it.
type evidence struct {
	title        string
	fits         bool   // the design's code could have written a file
	mismatch     string // why it could not have written another
	right, wrong bool   // a task without an owner says so as the design does; in another way

	files     int
	bound     bool                     // there are agents of old s12, which leave completed tasks in lists
	completed []*tasks.Task            // in designs that remove a completed task from every list
	waits     map[tasks.ID]*tasks.Task // by blocker, in the same designs: who waits for it, preferably a completed task
}

// addEvidence notes what the bytes of a file say about its lineage. One file that the design could have written is enough: others
// may have been cut short, or copied.
func (c *Codec) addEvidence(sp *spec, f *file, name string) {
	if c.settled.Load() != nil || !sp.judged() {
		return
	}
	form, nobody := f.noneForm(keyOwner)
	if !f.has(keyOwner) {
		form, nobody = noneAbsent, true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.evidence[sp.lineage()]
	if e == nil {
		e = &evidence{title: sp.traits.Title, waits: map[tasks.ID]*tasks.Task{}}
		c.evidence[sp.lineage()] = e
	}
	if !e.fits {
		e.mismatch = sp.mismatch(f, name)
		e.fits = e.mismatch == ""
	}
	if nobody && !sp.traits.NumericIDs && !c.claude {
		if form == sp.none {
			e.right = true
		} else {
			e.wrong = true
		}
	}
}

// Settle decides about the lineages of the directory as soon as there are files. It reports whether some files are of no known
// design although they have the form of one: they have to be decoded again.
func (c *Codec) Settle(w World) bool {
	if c.settled.Load() != nil {
		return false
	}
	c.mu.Lock()
	lines := c.evidence // mu is not held while w is read: a holder of its lock may call the codec
	c.evidence = map[lineage]*evidence{}
	c.mu.Unlock()
	all := 0
	var sp *spec
	var e *evidence // of the lineage of sp, nil if that is not judged
	w.Each(func(t *tasks.Task) bool {
		if all++; sp == nil || t.Traits != &sp.traits {
			if sp, e = specOf(t.Traits), nil; sp.judged() {
				e = lines[sp.lineage()]
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
	found, doubt := verdicts{why: map[lineage]string{}}, false
	for of, e := range lines {
		found.why[of] = e.objection()
		if found.why[of] != "" {
			doubt = true
		} else if 2*e.files > all {
			found.known = true
		}
	}
	c.settled.Store(&found)
	return doubt
}

// Trust accepts the form of every file without asking whether its design could have written it: the directory is known from
// before.
func (c *Codec) Trust() { c.settled.Store(&verdicts{known: true, trusted: true}) }

// Unsettle forgets the decisions, before another directory is read.
func (c *Codec) Unsettle() { c.settled.Store(nil) }

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
		was, done := e.waits[id], t.Status == tasks.Completed
		switch { // a completed task before another, then the smaller id: the reason is the same each time
		case was == nil, done && was.Status != tasks.Completed, done == (was.Status == tasks.Completed) && t.Key.Compare(was.Key) < 0:
			e.waits[id] = t
		}
	}
}

// objection returns why the code of a design cannot have written these files, "" if it can. In a design that clears lists, an
// agent may link a task to a completed one, or restore an old list in a race: one such link alone does not count, but a
// completed task that waits for a completed one does, and links to most completed tasks.
func (e *evidence) objection() string {
	switch {
	case !e.fits:
		return e.mismatch
	case e.wrong && !e.right:
		return "no task that nobody owns says so as " + e.title + " does"
	}
	n, over, why := 0, false, ""
	slices.SortFunc(e.completed, func(a, b *tasks.Task) int { return b.Key.Compare(a.Key) })
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

// doubt returns why a file is of no known design although it has the form of one, "" if it is of one. Without a name, names are
// not checked.
func (c *Codec) doubt(sp *spec, f *file, name string) string {
	settled := c.settled.Load()
	if settled == nil || settled.trusted || !sp.judged() {
		return ""
	}
	if why, there := settled.why[sp.lineage()]; there {
		return why
	}
	return sp.mismatch(f, name)
}

// mismatch returns why the code of a design cannot have written a file, by its name or by a missing member that it always writes;
// "" if it can. Ports of the designs with numbers as ids leave some members out.
func (sp *spec) mismatch(f *file, name string) string {
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

// hasOtherNames reports whether a file has another key in place of one that every design with numbers as ids writes.
func (f *file) hasOtherNames() bool {
	for k, names := range map[key][]string{keyOwner: ownerNames[:], keyStatus: statusNames[:], keyWaits: waitsNames[:]} {
		has := func(name string) bool { _, there := f.Get(name); return there }
		if !f.has(k) && slices.ContainsFunc(names, has) {
			return true
		}
	}
	return false
}
