package locate

import (
	"slices"
	"time"
)

// A list that was written within justNow, while all others rest since longAgo, is the one that is worked on.
const (
	recently   = 10 * time.Minute
	restsAfter = 24 * time.Hour
)

// PickList returns the list that is clearly the one a person of this project means, and why in words: the only one of the
// project with open tasks, or the one that was written within the last ten minutes while the project's others with open
// tasks are more than a day old. False where that is a matter of opinion.
func PickList(all []List, now time.Time) (List, string, bool) {
	var open []List
	for _, l := range all {
		if l.Here && l.Open > 0 {
			open = append(open, l)
		}
	}
	slices.SortStableFunc(open, compareNewest)
	switch {
	case len(open) == 0:
		return List{}, "", false
	case len(open) == 1:
		return open[0], "the only list of this project with open tasks", true
	case now.Sub(open[0].Changed) <= recently && now.Sub(open[1].Changed) > restsAfter:
		return open[0], "the only list of this project written within a day", true
	}
	return List{}, "", false
}

// NamesList reports whether the surroundings name a list, be it one that is not there.
func (e Env) NamesList() bool {
	return slices.ContainsFunc(listVariables[:], func(name string) bool { return e.getenv(name) != "" })
}
