package dialect

import (
	"sideboard/tasks/jsonedit"
)

// classify returns the dialect of one file: that of its form, or unknown if no design fits the files of that form.
func (c *Codec) classify(f *file, name string, d *folder) *spec {
	sp := c.formOf(f, name, d)
	if c.doubt(sp) != "" {
		return unknown
	}
	return sp
}

// formOf returns the dialect whose form a file has. Its keys decide; its name, its path and its folder count only where
// the keys are ambiguous.
func (c *Codec) formOf(f *file, name string, d *folder) *spec {
	kind := kindOf(name)
	if c.at.Load().tool != nil {
		return c.at.Load().tool
	}
	if sp := c.flowOf(f); sp != nil {
		return sp
	}
	if c.at.Load().claude {
		return claudeCode
	}
	if sp := c.foreignForm(f, name, kind, d); sp != nil {
		return sp
	}
	m, _ := f.get(keyID)
	numeric := m.Kind == jsonedit.KindNumber
	snake := f.has(keyWaits) && f.codes[f.at[keyWaits]-1] == keyWaitsSnake
	if !f.has(keyWaits) {
		snake = f.has(keyActive) && f.codes[f.at[keyActive]-1] == keyActive
	}
	switch {
	case f.hasOtherNames():
		return unknown
	case numeric:
		return numericForm(f, snake)
	case snake:
		return c.v6Form(f, kind, d)
	case kind&nameBare != 0, kind&nameTask == 0 && (f.has(keyBlocks) || f.has(keyActive)):
		return claudeCode
	}
	return textForm(f, kind, d)
}

// numericForm returns the dialect of a file with a number as id. The old s12 added worktree and times to files of s07,
// so a worktree counts more than blocks; descendants of s07 have times alone. Descendants with blocked_by and times are
// old s12.
func numericForm(f *file, snake bool) *spec {
	times := f.has(keyUpdated) || f.has(keyCreated)
	snakeTimes := f.hasSpelled(keyUpdated) || f.hasSpelled(keyCreated)
	owner := f.has(keyOwner)
	switch {
	case f.has(keyWorktree) && f.has(keyBlocks):
		return s12wtBlocks
	case f.has(keyWorktree):
		return s12wt
	case f.has(keyBlocks) && owner:
		return s07Blocks
	case f.has(keyBlocks):
		return s07BlocksNoOwner
	case snakeTimes, snake && times:
		return s12wt
	case !owner:
		return s07NoOwner
	case f.isFullForm():
		return sFull
	}
	return s07
}

// isFullForm reports whether the owner is null, or comes before the list as s_full writes it.
func (f *file) isFullForm() bool {
	m, _ := f.get(keyOwner)
	return m.Kind == jsonedit.KindNull || f.at[keyOwner] < f.at[keyWaits]
}

// v6Form returns the dialect of a file of the v6 family. A file with a name of neither form belongs to the agents of
// the other files: those that read task_… do not see it.
func (c *Codec) v6Form(f *file, kind nameKind, d *folder) *spec {
	switch {
	case kind&nameBare != 0, kind&nameTask == 0 && d.ints <= d.bare:
		return v6
	case f.has(keyMetadata) || d.mark:
		return v6Mid
	case c.assumed.Load() == v9:
		return v9
	}
	return v6Early
}

// textForm returns the dialect of a file of s12 or its descendants. Lessons 10, 13 and 15 came last, and are known by
// their ids.
func textForm(f *file, kind nameKind, d *folder) *spec {
	worktree := f.has(keyWorktree)
	switch {
	case kind&nameHex != 0 && (worktree || d.lock):
		return s13
	case kind&nameHex != 0:
		return s10
	case f.has(keyBlocks):
		return s12Blocks
	case worktree:
		return s18
	}
	return s12
}

// flowOf returns the generation of a workflow file, nil for other files. Outside the folders of sessions, only members
// that nothing else has make a file one of theirs: other tools have titles too. No generation has a list of blockers.
func (c *Codec) flowOf(f *file) *spec {
	m, _ := f.get(keyID)
	switch {
	case !c.at.Load().workflow && (f.has(keySubject) || !f.has(keyTitle) || m.Kind == jsonedit.KindNumber):
		return nil
	case f.isMaestroTask():
		return maestro
	case f.has(keyWaits):
		return unknown
	case f.has(keyFlow):
		return ccw5
	case f.isObject(keyRelations), f.has(keyExecution) && f.has(keyContext):
		return ccw10
	case f.has(keyConvergence):
		return ccw
	case f.isObject(keyMeta) && f.isObject(keyContext):
		return ccw5
	case c.at.Load().workflow:
		return ccwFree
	}
	return unknown
}

// foreignForm returns the tool of a file if no known design names files like that, or gives its tasks no subject; nil
// if it may be of a known design. Among files of a known design, a name alone does not count.
func (c *Codec) foreignForm(f *file, name string, kind nameKind, d *folder) *spec {
	if !f.has(keyID) || !f.has(keySubject) && (f.has(keyTitle) || f.has(keyName) || f.wrapped() != nil) {
		return unknown
	}
	if sp := f.toolOf(); sp != nil {
		return sp
	}
	m, _ := f.get(keyID)
	number := m.Kind == jsonedit.KindNumber
	if name == "" || kind&nameTask != 0 || kind&nameBare != 0 && !number {
		return nil
	}
	switch {
	case d.ints > 0, !number && d.named > 0:
		return nil // a strange name among files of a known design
	case f.hasSpelled(keyWaitsSnake) && !number:
		return nil // v6 names a file by whatever its id is
	}
	return unknown
}

// among returns the dialect of a file in its directory, whose own form gives sp: where a form was inferred, all files
// are of that or only shown.
func (c *Codec) among(sp *spec, f *file, name string) *spec {
	own := c.inferred.Load()
	switch {
	case own != nil && own.form.fits(f, name):
		return own
	case own != nil && (sp == unknown || sp.traits.Published()):
		return otherForm
	case sp == unknown:
		if shown := c.shown.Load(); shown != nil {
			return shown
		}
	}
	return sp
}
