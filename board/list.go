package board

import (
	"maps"
	"slices"
	"time"

	"sideboard/tasks"
)

// list holds the names within one List: of files and of ids.
type list struct {
	name        string
	slots       map[string]int32 // by file name
	text, num   map[string]int32 // the nodes of ids written as strings, and as numbers
	total, done int              // its cards without containers, and those of them in the completed column
	surplus     surplus
	pauses      pauses
}

// ids returns the nodes of ids that are numbers, or of those that are strings.
func (l *list) ids(num bool) map[string]int32 {
	if num {
		return l.num
	}
	return l.text
}

// listID is an id within a list.
type listID struct {
	list string
	id   tasks.ID
}

// surplus counts the sets of unknown members in the records of a list. Most files of a list have the same set, or none.
type surplus struct {
	sets  map[*tasks.Keys]int
	files int
	own   []string // a cache of tasks.OwnKeys
	stale bool     // own is out of date
}

// count counts the set of unknown members of a record, or with by -1 removes it.
func (s *surplus) count(t *tasks.Task, by int) {
	keys := t.Surplus()
	before, files := s.sets[keys], s.files
	s.files += by
	s.sets[keys] = before + by
	if before+by == 0 {
		delete(s.sets, keys)
	}
	// tasks.OwnKeys depends on which sets there are, and on whether there is more than one file
	s.stale = s.stale || (before == 0) != (before+by == 0) || (files < 2) != (s.files < 2)
}

func (s *surplus) ownKeys() []string {
	if s.stale {
		s.own, s.stale = tasks.OwnKeys(maps.Keys(s.sets), s.files), false
	}
	return s.own
}

// pauses are the newest times between two writes of a task in progress, for one list.
type pauses struct {
	newest [31]time.Duration
	count  int           // of all pauses
	median time.Duration // of the newest
}

const (
	fewestPauses  = 5           // that show what is usual
	shortestPause = time.Second // a shorter one is between two writes of one action
	soonestQuiet  = time.Minute // the unit in which ages are shown
)

// add adds the pause between two records of a task.
func (p *pauses) add(old, t *tasks.Task) {
	pause := time.Duration(t.Stamp.Mtime - old.Stamp.Mtime)
	if old.Status != tasks.InProgress || pause < shortestPause {
		return
	}
	p.newest[p.count%len(p.newest)] = pause
	p.count++
	sorted := p.newest
	known := sorted[:min(p.count, len(sorted))]
	slices.Sort(known)
	p.median = known[len(known)/2]
}

// quiet returns how long the file of a quiet task has been unchanged, 0 if that is not known yet.
func (p *pauses) quiet() time.Duration {
	if p.count < fewestPauses {
		return 0
	}
	return max(3*p.median, soonestQuiet)
}
