package dialect

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"sideboard/tasks/jsonedit"
)

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

// learn counts what a file of a dialect does.
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

// runningSaid returns the index of the one of runningWords that a file has, or had; false for none.
func (f *file) runningSaid() (int, bool) {
	if m, ok := f.get(keyStatus); ok {
		if i := slices.Index(runningWords[:], f.flowWord(m)); i >= 0 {
			return i, true
		}
	}
	return f.runningInHistory()
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
