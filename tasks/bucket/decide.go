package bucket

// here is what a directory has of a file, compared with the base: the last state in which the file was the same in
// both places. A value is also a set of states, for the rows of the table.
type here uint8

const (
	absent    here = 1 << iota // no file, and the base has none
	missing                    // no file, and the base has one
	fresh                      // a file, and the base has none
	unchanged                  // the file of the base
	changed                    // another one

	anyFile = unchanged | changed
	anyHere = absent | missing | fresh | anyFile
)

// there is what a bucket has of a file, compared with the base; also a set.
type there uint8

const (
	gone     there = 1 << iota // no value, and no newer mark of a deletion: it was purged, or never was
	deleted                    // a mark of a deletion that is newer than the base
	same                       // the value of the base
	newer                      // a value that is newer than the base
	fellBack                   // a value that is older than the base: the server lost what it had

	anyThere = gone | deleted | same | newer | fellBack
)

// evidence is what else is known of a file. Nothing is deleted for less.
type evidence struct {
	linked  bool // it is a link or has several names
	unfit   bool // in one of the places it is half-written, no task, too large, or has no proper name
	early   bool // it is missing or unfit for so short that this may pass
	mark    bool // it is .highwatermark
	equal   bool // both places have the same bytes, or nothing
	dropped bool // the base says that it was deleted

	// Of a missing file.
	removed bool // by an edit of this program: its journal says so
	renamed bool // there is a new file with the same id or bytes
	wiped   bool // Claude Code wiped a finished list: all are missing, were completed, and it noted the highest number
	many    bool // it was missing at the start, or others went missing at the same time, or all are
	agents  bool // the agents of its design delete tasks

	// Of a changed file.
	late  bool // it was written within a quarter of a second after it was replaced here
	taken bool // within a minute after it was replaced here, a member has its former value again

	// Of a file that both have.
	known   bool // it is what the bucket had at some time since the base
	alike   bool // not in the base, but the same task: it has the same subject, or the bucket was made again
	counted bool // its name follows from a number that each host counts
}

// action is what is done with a file.
type action uint8

const (
	leave       action = iota // nothing; reported
	wait                      // nothing yet
	note                      // it is the same: that is the base now
	raise                     // the higher number goes to the other place
	take                      // the directory gets what the bucket has
	restore                   // the same, for a file that is missing; reported
	restoreOne                // the same, and how to delete a task is reported too
	dropHere                  // the file is deleted, and kept aside
	dropThere                 // the value is deleted, and kept aside
	dropAgain                 // the same; reported
	rename                    // the file with the new name is sent, then the old value is deleted and kept aside
	send                      // the bucket gets what the directory has
	sendAgain                 // the same, for what the bucket has lost or deleted; reported
	sendBoth                  // the same; what both had is kept aside and reported
	merge                     // what changed here is an edit on top of the bucket; what contradicts that is put back
	mergeLate                 // the same, for a change of the file that was replaced
	putBack                   // the directory gets what the bucket has; its own file is kept aside and reported
	renumber                  // the file gets a new number, then the directory gets what the bucket has; reported
	actionCount               // no action
)

// row says what is done in a state.
type row struct {
	here  here
	there there
	when  func(evidence) bool // nil for always
	do    action
}

// rows are tried in order; the first that fits decides.
var rows = []row{
	{anyHere, anyThere, func(e evidence) bool { return e.linked }, leave},
	{anyHere, anyThere, func(e evidence) bool { return e.unfit && e.early }, wait},
	{anyHere, anyThere, func(e evidence) bool { return e.unfit }, leave},
	{anyHere, anyThere, func(e evidence) bool { return e.mark }, raise},
	{anyHere, anyThere, func(e evidence) bool { return e.equal }, note},

	{absent, fellBack, func(e evidence) bool { return e.dropped }, dropAgain},
	{absent, same | newer | fellBack, nil, take},

	{missing, same | fellBack, func(e evidence) bool { return e.removed }, dropThere},
	{missing, same | newer | fellBack, func(e evidence) bool { return e.early }, wait},
	{missing, same, func(e evidence) bool { return e.renamed }, rename},
	{missing, same, func(e evidence) bool { return e.wiped }, dropThere},
	{missing, same | newer | fellBack, func(e evidence) bool { return e.many }, restore},
	{missing, same, func(e evidence) bool { return e.agents }, dropThere},
	{missing, same, nil, restoreOne},
	{missing, newer | fellBack, nil, restore},

	// A directory whose base was lost may have files that were deleted meanwhile; with a base, the id is used again.
	{fresh, deleted, func(e evidence) bool { return e.known && !e.dropped }, dropHere},
	{fresh, gone | deleted, nil, send},
	{unchanged, deleted, nil, dropHere},
	{changed, deleted, nil, sendAgain},
	{anyFile, gone, nil, sendAgain},

	{unchanged, newer, nil, take},
	{changed, newer, func(e evidence) bool { return e.known }, take}, // it was sent before the base was written
	{changed, same, func(e evidence) bool { return e.late }, mergeLate},
	{changed, same, func(e evidence) bool { return e.taken }, sendBoth},
	{changed, same, nil, send},
	{anyFile, fellBack, nil, sendAgain},

	{fresh, newer | fellBack, func(e evidence) bool { return e.known }, take},
	{fresh, newer | fellBack, func(e evidence) bool { return e.alike }, putBack},
	{fresh, newer | fellBack, func(e evidence) bool { return e.counted }, renumber},
	{changed, newer, nil, merge},
}

func (r row) fits(h here, t there, e evidence) bool {
	return r.here&h != 0 && r.there&t != 0 && (r.when == nil || r.when(e))
}

// decide returns what is done with a file in a state. What no row has is left as it is.
func decide(h here, t there, e evidence) action {
	for _, r := range rows {
		if r.fits(h, t, e) {
			return r.do
		}
	}
	return leave
}
