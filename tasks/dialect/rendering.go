package dialect

import (
	"time"

	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// rendering is one call of Render.
type rendering struct {
	codec *Codec
	f     *file
	sp    *spec
	t     *tasks.Task
	at    time.Time // the time of the change
}

// refuse returns the error for a change that is not made.
func (r *rendering) refuse(why string) error {
	if why == "" {
		why = "it cannot be edited"
	}
	return &RefusedError{Key: r.t.Key, Why: why}
}

// escapes returns how this file writes characters beyond ASCII, or else its siblings, or else its dialect's agents. In
// an encoding that is not UTF-8 only escapes are right.
func (r *rendering) escapes() jsonedit.Escapes {
	if r.f.Encoding != jsonedit.UTF8 {
		return jsonedit.ASCII
	}
	if st := jsonedit.EscapesOf(r.f.raw); st != jsonedit.UnknownEscapes {
		return st
	}
	return r.codec.habits.escapes(r.sp)
}

// put returns the edits that set the value of a key, in the file's spelling; a missing key is inserted if its dialect
// has it.
func (r *rendering) put(k key, raw []byte) []jsonedit.Op {
	if r.f.has(k) {
		return []jsonedit.Op{jsonedit.SetValue(r.f.spelled(k), raw)}
	}
	return []jsonedit.Op{jsonedit.Insert(r.name(k), raw, r.before(k))}
}

// name returns the dialect's spelling of a key.
func (r *rendering) name(k key) string {
	for _, own := range r.sp.order {
		if own.meaning() == k.meaning() {
			return keyNames[own]
		}
	}
	return r.f.spelled(k)
}

// before returns the key that a new key is inserted after: the nearest before it in the dialect that the file has; ""
// for the end. Claude Code's own claim puts a new owner at the end.
func (r *rendering) before(k key) string {
	if k == keyOwner && r.sp.none == noneAbsent {
		return ""
	}
	last := ""
	for _, own := range r.sp.order {
		if own.meaning() == k.meaning() {
			return last
		}
		if r.f.has(own) {
			last = r.f.spelled(own)
		}
	}
	return ""
}
