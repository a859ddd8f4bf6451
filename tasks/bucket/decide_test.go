package bucket

import (
	"fmt"
	"slices"
	"testing"
)

// flags are the members of the evidence.
var flags = []struct {
	name string
	set  func(*evidence)
}{
	{"linked", func(e *evidence) { e.linked = true }},
	{"unfit", func(e *evidence) { e.unfit = true }},
	{"early", func(e *evidence) { e.early = true }},
	{"mark", func(e *evidence) { e.mark = true }},
	{"equal", func(e *evidence) { e.equal = true }},
	{"dropped", func(e *evidence) { e.dropped = true }},
	{"removed", func(e *evidence) { e.removed = true }},
	{"renamed", func(e *evidence) { e.renamed = true }},
	{"wiped", func(e *evidence) { e.wiped = true }},
	{"many", func(e *evidence) { e.many = true }},
	{"agents", func(e *evidence) { e.agents = true }},
	{"late", func(e *evidence) { e.late = true }},
	{"taken", func(e *evidence) { e.taken = true }},
	{"known", func(e *evidence) { e.known = true }},
	{"alike", func(e *evidence) { e.alike = true }},
	{"counted", func(e *evidence) { e.counted = true }},
}

// eachState visits every state with every evidence that goes with it.
func eachState(visit func(here, there, evidence)) {
	for h := absent; h <= changed; h <<= 1 {
		for to := gone; to <= fellBack; to <<= 1 {
			for bits := range 1 << len(flags) {
				var e evidence
				for i, f := range flags {
					if bits>>i&1 != 0 {
						f.set(&e)
					}
				}
				if isPossible(h, to, e) {
					visit(h, to, e)
				}
			}
		}
	}
}

// isPossible reports whether a file can be in a state.
func isPossible(h here, t there, e evidence) bool {
	hasFile, hasValue := h&(fresh|unchanged|changed) != 0, t&(same|newer|fellBack) != 0
	inBase := h&(missing|unchanged|changed) != 0
	switch {
	case e.dropped && inBase, t == same && !inBase, t == fellBack && !inBase && !e.dropped:
		return false // a value is as the base has it, or older, only if that has it
	case !hasFile && !hasValue, h == unchanged && t == same:
		return e.equal
	case hasFile && hasValue && t != same:
		return true // others may have written the same
	}
	return !e.equal
}

// What follows says the rules again, each for itself: whatever the table is, these hold.

func TestNothingIsDeletedWithoutEvidence(t *testing.T) {
	t.Parallel()
	eachState(func(h here, to there, e evidence) {
		switch do := decide(h, to, e); do {
		case dropThere:
			grounds := e.removed && to != newer || to == same && !e.early && (e.wiped || e.agents && !e.many)
			if h != missing || !grounds {
				t.Fatalf("%s: the value is deleted", state(h, to, e))
			}
		case rename:
			if h != missing || to != same || !e.renamed {
				t.Fatalf("%s: the old name is deleted", state(h, to, e))
			}
		case dropAgain:
			if h != absent || !e.dropped || to != fellBack {
				t.Fatalf("%s: it is deleted again", state(h, to, e))
			}
		case dropHere:
			if to != deleted || h != unchanged && !(h == fresh && e.known && !e.dropped) {
				t.Fatalf("%s: the file is deleted", state(h, to, e))
			}
		}
	})
}

func TestNoBytesAreLost(t *testing.T) {
	t.Parallel()
	eachState(func(h here, to there, e evidence) {
		do := decide(h, to, e)
		hasFile, hasValue := h&(fresh|unchanged|changed) != 0, to&(same|newer|fellBack) != 0
		inHistory := h == unchanged || e.known || e.equal // the bucket has had what is here
		switch do {
		case take:
			if hasFile && !inHistory {
				t.Fatalf("%s: the file is replaced, and nobody else has it", state(h, to, e))
			}
		case restore, restoreOne:
			if hasFile || !hasValue {
				t.Fatalf("%s: nothing is to come back", state(h, to, e))
			}
		case send:
			if !hasFile || hasValue && to != same {
				t.Fatalf("%s: a value that nobody here has seen is replaced", state(h, to, e))
			}
		case sendAgain:
			if !hasFile || to == newer {
				t.Fatalf("%s: a newer value is replaced", state(h, to, e))
			}
		case sendBoth, merge, mergeLate, putBack, renumber: // they keep what they replace, or make one of both
			if !hasFile || !hasValue {
				t.Fatalf("%s: there are no two to choose from", state(h, to, e))
			}
		case note:
			if !e.equal {
				t.Fatalf("%s: it is taken to be the same", state(h, to, e))
			}
		}
	})
}

func TestEveryStateIsDecided(t *testing.T) {
	t.Parallel()
	used, decided := make([]int, actionCount), make([]int, len(rows))
	eachState(func(h here, to there, e evidence) {
		do := decide(h, to, e)
		used[do]++
		if i := slices.IndexFunc(rows, func(r row) bool { return r.fits(h, to, e) }); i >= 0 {
			decided[i]++
		}
		quiet := e.linked || e.unfit
		switch {
		case quiet && do != leave && do != wait:
			t.Fatalf("%s: what cannot be kept equal is touched", state(h, to, e))
		case quiet || e.mark || e.equal:
		case do == leave && !(h == fresh && to&(newer|fellBack) != 0):
			t.Fatalf("%s: nothing is ever done", state(h, to, e))
		case do == wait && !e.early:
			t.Fatalf("%s: it waits for nothing", state(h, to, e))
		}
	})
	for do, n := range used {
		if n == 0 {
			t.Errorf("action %d never happens", do)
		}
	}
	for i, n := range decided {
		if n == 0 {
			t.Errorf("row %d (%v, %v) never decides", i, rows[i].here, rows[i].there)
		}
	}
}

func TestTheMarkIsNeverLowered(t *testing.T) {
	t.Parallel()
	eachState(func(h here, to there, e evidence) {
		if do := decide(h, to, e); e.mark && !e.linked && !e.unfit && do != raise {
			t.Fatalf("%s: the mark is not raised but %d", state(h, to, e), do)
		}
	})
}

func state(h here, t there, e evidence) string { return fmt.Sprintf("here %d, there %d, %+v", h, t, e) }
