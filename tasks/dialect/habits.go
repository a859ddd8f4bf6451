package dialect

import (
	"slices"
	"sync/atomic"

	"sideboard/tasks/jsonedit"
)

// habits count what the files of a directory do where a dialect leaves a choice. The first files are enough.
type habits struct {
	looked     atomic.Uint32 // how many files were looked at
	ascii, raw atomic.Uint32
	none       [dialects][2]atomic.Uint32 // by dialect: owners that are "" and null
	running    [dialects][2]atomic.Uint32 // by dialect: statuses that are each of runningWords, said now or in a history
}

// maxLooked bounds how many files are looked at.
const maxLooked = 256

func (h *habits) learn(sp *spec, f *file) {
	if h.looked.Load() >= maxLooked {
		return
	}
	h.looked.Add(1)
	if form, ok := f.noneForm(); ok {
		h.none[sp.index()][form].Add(1)
	}
	if sp.flow != nil {
		if i, ok := f.runningSaid(); ok {
			h.running[sp.index()][i].Add(1)
		}
	}
	switch jsonedit.EscapesOf(f.raw) {
	case jsonedit.ASCII:
		h.ascii.Add(1)
	case jsonedit.Raw:
		h.raw.Add(1)
	}
}

// runningSaid returns which of runningWords a file uses, or used.
func (f *file) runningSaid() (int, bool) {
	if m, ok := f.get(keyStatus); ok {
		if i := slices.Index(runningWords[:], f.flowWord(m)); i >= 0 {
			return i, true
		}
	}
	return f.runningInHistory()
}

// noneForm is how this file says that nobody owns its task; false where somebody does, or the key is absent.
func (f *file) noneForm() (noneForm, bool) {
	m, ok := f.get(keyOwner)
	switch {
	case ok && m.Kind == jsonedit.KindNull:
		return noneNull, true
	case ok && m.Kind == jsonedit.KindString && m.ValEnd-m.ValStart == 2:
		return noneEmpty, true
	}
	return 0, false
}

// noneForm is how the directory's files of a dialect say that nobody owns a task.
func (h *habits) noneForm(sp *spec) noneForm {
	if sp.none == noneAbsent {
		return noneAbsent
	}
	empty, null := h.none[sp.index()][noneEmpty].Load(), h.none[sp.index()][noneNull].Load()
	switch {
	case empty > null:
		return noneEmpty
	case null > empty:
		return noneNull
	}
	return sp.none
}

// escapes is how the directory's files spell characters beyond ASCII.
func (h *habits) escapes(sp *spec) jsonedit.Escapes {
	ascii, raw := h.ascii.Load(), h.raw.Load()
	switch {
	case ascii > raw:
		return jsonedit.ASCII
	case raw > ascii:
		return jsonedit.Raw
	}
	return sp.escapes
}
