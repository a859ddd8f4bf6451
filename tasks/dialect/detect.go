package dialect

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"sideboard/tasks"
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

// hasSpelled reports whether the file has a key in exactly this spelling.
func (f *file) hasSpelled(k key) bool {
	i := f.at[k.meaning()]
	return i != 0 && f.codes[i-1] == k
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

// habits count what the files of a directory do where a dialect leaves a choice.
type habits struct {
	mu         sync.Mutex // guards all
	seen       int        // the number of files that were counted
	ascii, raw int
	of         map[*spec]*habit
}

// habit is what the files of one dialect do.
type habit struct {
	none    map[string]int // owners that are nobody, by their JSON
	running [2]int         // statuses that are each of runningWords, now or in the history
}

// maxSeen is the largest number of files that are counted: the first ones are enough.
const maxSeen = 256

func (h *habits) learn(sp *spec, f *file) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen >= maxSeen {
		return
	}
	h.seen++
	of := h.of[sp]
	if of == nil {
		of = &habit{none: map[string]int{}}
		if h.of == nil {
			h.of = map[*spec]*habit{}
		}
		h.of[sp] = of
	}
	if form := f.nobody(keyOwner); form != "" {
		of.none[form]++
	}
	if sp.flow != nil {
		if i, ok := f.runningSaid(); ok {
			of.running[i]++
		}
	}
	switch jsonedit.EscapesOf(f.raw) {
	case jsonedit.ASCII:
		h.ascii++
	case jsonedit.Raw:
		h.raw++
	}
}

// counted returns what the files of a dialect do.
func (h *habits) counted(sp *spec) habit {
	h.mu.Lock()
	defer h.mu.Unlock()
	if of := h.of[sp]; of != nil {
		return *of
	}
	return habit{}
}

// runningSaid returns the one of runningWords that a file has, or had.
func (f *file) runningSaid() (int, bool) {
	if m, ok := f.get(keyStatus); ok {
		if i := slices.Index(runningWords[:], f.flowWord(m)); i >= 0 {
			return i, true
		}
	}
	return f.runningInHistory()
}

// Nobody returns the bytes by which a file says that its task has no owner; "" if it has one, or no key for it, where
// files of an inferred form say it so too: tasks.FormAbsent.
func (c *Codec) Nobody(raw []byte) string {
	f := c.open()
	defer c.done(f)
	if f.parse(raw) != nil {
		return ""
	}
	m, there := f.get(keyOwner)
	sp := c.inferred.Load()
	inferred := sp != nil && sp.form.Owner != "" && sp.form.fits(f, "")
	if inferred {
		m, there = f.Get(sp.form.Owner)
	}
	switch {
	case !there && inferred:
		return tasks.FormAbsent
	case !there || !f.isNobody(m):
		return ""
	}
	return string(f.Raw(m))
}

// nobody returns the JSON by which most of the files next to those of a dialect say that a task has no owner, else that
// of the dialect's own agents. Files of other dialects count if their agents read each other's files.
func (h *habits) nobody(sp *spec) string {
	best := nobodyTexts[sp.none]
	if sp.none == noneAbsent {
		return best
	}
	counts := map[string]int{}
	h.mu.Lock()
	for other, of := range h.of {
		if other.lineage() == sp.lineage() {
			for form, n := range of.none {
				counts[form] += n
			}
		}
	}
	h.mu.Unlock()
	for _, form := range slices.Sorted(maps.Keys(counts)) {
		if counts[form] > counts[best] {
			best = form
		}
	}
	return best
}

// escapes returns how the directory's files write characters beyond ASCII.
func (h *habits) escapes(sp *spec) jsonedit.Escapes {
	h.mu.Lock()
	defer h.mu.Unlock()
	return majority(h.ascii, h.raw, jsonedit.ASCII, jsonedit.Raw, sp.escapes)
}

// majority returns the form of two that was counted more often, or otherwise.
func majority[V any](first, second int, one, other, otherwise V) V {
	switch cmp.Compare(first, second) {
	case 1:
		return one
	case -1:
		return other
	}
	return otherwise
}
