package detail

import (
	"strconv"

	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
)

// mostCounted is of how many tasks that wait for one it is told what else they wait for; far more than a detail shows.
const mostCounted = 100

// others says for how many tasks beside one a task waits, empty for none.
func (m *Model) others(k, beside tasks.Key) safetext.Text {
	n := 0
	for _, l := range m.Board().WaitsFor(k) {
		if l.Open && l.Key != beside {
			n++
		}
	}
	if n == 0 {
		return safetext.Text{}
	}
	return safetext.Line("waits for " + strconv.Itoa(n) + phrase.Plural(n, " other", " others"))
}
