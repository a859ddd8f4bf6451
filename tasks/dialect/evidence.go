package dialect

import (
	"slices"

	"sideboard/tasks"
)

// lineage identifies designs whose files may be of one project: their ids have one form, and their agents read each
// other's files.
type lineage struct {
	ids            idRule
	numeric, fixed bool
}

func (sp *spec) lineage() lineage { return lineage{sp.ids, sp.traits.NumericIDs, sp.traits.FixedKeys} }

// judged reports whether it has to be decided if a design wrote a file. Workflow files are known by their folder.
func (sp *spec) judged() bool { return sp.flow == nil && sp.traits.Published() }

// evidence is what the files of one lineage say about it. Of each fact one file is enough: others may have been cut
// short, copied or written by hand.
type evidence struct {
	title    string
	misnamed string // unless named: the first file by name
	named    bool   // a file has the name that the design gives its id
	missing  key    // unless whole: what a file lacks
	whole    bool   // a file has all members that the design always writes
	worded   bool   // a file has one of the design's words for a status
	wrong    bool   // a task without an owner says so in another way than the design
	right    bool   // a task without an owner says so as the design does
}

// verdicts say why the files of a lineage are of no known design, "" if they are of one.
type verdicts map[lineage]string

// objection returns why no design of a lineage can have written its files, "" if one can. Ports of the designs with
// numbers as ids leave members out, and write nobody in any way.
func (e *evidence) objection(of lineage) string {
	switch {
	case !e.named:
		return "the file " + e.misnamed + " is named by another rule than that of " + e.title
	case !e.whole && !of.numeric:
		return "the key " + quoted(keyNames[e.missing]) + " is missing, which " + e.title + " always writes"
	case e.wrong && !e.right:
		return "no task that nobody owns says so as " + e.title + " does"
	case !e.worded:
		return "no task has a status in the words of " + e.title
	}
	return ""
}

// lacks returns a key that the design always writes and a file does not have, keyOther for none.
func (sp *spec) lacks(f *file) key {
	for _, k := range sp.order {
		if !f.hasSpelled(k) && k != keyMetadata && !slices.Contains(sp.option, k) {
			return k
		}
	}
	return keyOther
}

// hasDesignWord reports whether a file has one of the words for a status that all designs know.
func (f *file) hasDesignWord() bool { return tasks.StatusOf(f.textOf(keyStatus)) != tasks.Foreign }

// otherNames are keys that tools use in place of those of the designs.
var otherNames = func() map[string]key {
	names := map[string]key{}
	for k, all := range map[key][]string{keyOwner: ownerNames[:], keyStatus: statusNames[:], keyWaits: waitsNames[:]} {
		for _, name := range all {
			names[name] = k
		}
	}
	return names
}()

// hasOtherNames reports whether a file has a status, an owner or blockers where the agents of the designs do not look.
// An owner under another name counts also if the file says in its own place that there is none.
func (f *file) hasOtherNames() bool {
	for i, m := range f.Object.Members() {
		code := f.codes[i]
		if isField(code) {
			continue
		}
		of := otherNames[keyNames[code]]
		if code == keyOther {
			of = otherNames[string(f.KeyBytes(m))]
		}
		if of == keyOther {
			continue
		}
		own, there := f.get(of)
		if !there || of == keyOwner && f.isNobody(own) && !f.isNobody(m) {
			return true
		}
	}
	return false
}
