package dialect

import (
	"maps"

	"sideboard/tasks"
)

// A design is chosen for the files of a directory by what its agents need in order to find and read them: the name of a
// file, the kind of its id, the names of its members, the words for a status. How the tasks are linked, what a file has
// beyond that, and what lies next to the tasks says nothing about the design: the designs' own agents write links in
// any state.
//
// Every file is decoded by its form first. Settle then decides about the designs, and names the files that have to be
// decoded again. A design that was found to fit is kept as long as the directory is open.

// verdict returns why the files of a lineage are of no known design, and whether that is decided.
func (c *Codec) verdict(of lineage) (why string, decided bool) {
	if settled := c.settled.Load(); settled != nil {
		why, decided = (*settled)[of]
	}
	return why, decided
}

// addEvidence notes what the bytes of a file say about its lineage, until a design of it is found to fit.
func (c *Codec) addEvidence(sp *spec, f *file, name string) {
	if !sp.judged() {
		return
	}
	of := sp.lineage()
	if why, decided := c.verdict(of); decided && why == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.evidence[of]
	if e == nil {
		e = &evidence{title: sp.traits.Title, misnamed: name, missing: keys} // more than any key
		c.evidence[of] = e
	}
	c.newEvidence = true
	e.title, e.misnamed = min(e.title, sp.traits.Title), min(e.misnamed, name)
	if !e.named {
		id, _ := f.id(name)
		e.named = IsNameOf(&sp.traits, name, id)
	}
	if !e.whole {
		e.missing = min(e.missing, sp.lacks(f))
		e.whole = e.missing == keyOther
	}
	e.worded = e.worded || f.hasDesignWord()
	switch owner, _ := f.get(keyOwner); {
	case of.numeric, c.at.Load().claude, !f.isNobody(owner): // any way will do
	case f.nobody(keyOwner) == nobodyTexts[sp.none]:
		e.right = true
	default:
		e.wrong = true
	}
}

// Settle decides about the lineages whose files were decoded since its last call. It returns which records have to be
// made again from their files, nil if none.
func (c *Codec) Settle() (again func(*tasks.Task) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.newEvidence {
		return nil
	}
	c.newEvidence = false
	found := verdicts{}
	if settled := c.settled.Load(); settled != nil {
		maps.Copy(found, *settled)
	}
	changed := map[lineage]bool{}
	for of, e := range c.evidence {
		why := e.objection(of)
		if (why == "") != (found[of] == "") {
			changed[of] = true
		}
		found[of] = why
	}
	c.settled.Store(&found)
	if len(changed) == 0 {
		return nil
	}
	return func(t *tasks.Task) bool { return specOf(t.Traits) == unknown || changed[specOf(t.Traits).lineage()] }
}

// Unsettle forgets the decisions, before another directory is read.
func (c *Codec) Unsettle() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.settled.Store(nil)
	clear(c.evidence)
}

// doubt returns why a file is of no known design although it has the form of one, "" if it is of one.
func (c *Codec) doubt(sp *spec) string {
	if !sp.judged() {
		return ""
	}
	why, _ := c.verdict(sp.lineage())
	return why
}
