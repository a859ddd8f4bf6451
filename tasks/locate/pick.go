package locate

import (
	"fmt"
	"slices"
	"strings"
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

// maxCandidates is how many candidates an error names.
const maxCandidates = 8

// AmbiguousError is the error when the start of an id is that of several lists.
type AmbiguousError struct {
	Prefix string
	Lists  []List
}

// Error names the candidates.
func (a *AmbiguousError) Error() string {
	var b strings.Builder
	b.WriteString(fmt.Sprintf("--list %s begins the names of %d lists: write more of it", a.Prefix, len(a.Lists)))
	for i, l := range a.Lists {
		if i == maxCandidates {
			b.WriteString(fmt.Sprintf("\n  and %d more", len(a.Lists)-i))
			break
		}
		b.WriteString("\n  " + l.ID)
		if name := l.Label(); name != l.ID {
			b.WriteString("  " + name)
		}
	}
	return b.String()
}

// findByPrefix returns the list whose id begins with start, the zero List where there is none, an *AmbiguousError where there are
// several.
func findByPrefix(start string, all []List) (List, error) {
	var found []List
	for _, l := range all {
		if start != "" && strings.HasPrefix(l.ID, start) {
			found = append(found, l)
		}
	}
	switch len(found) {
	case 0:
		return List{}, nil
	case 1:
		return found[0], nil
	}
	return List{}, &AmbiguousError{Prefix: start, Lists: found}
}

// prefixCandidates returns the lists whose ids --list takes: those in the nearest .tasks, workflow sessions, and Claude
// Code's.
func prefixCandidates(e Env, near string) (lists []List) {
	all, _ := e.enumerate(nearScope(e, near)) // what cannot be read has no lists to name
	for _, l := range all {
		if l.Kind != TasksDir {
			lists = append(lists, l.List)
		}
	}
	return lists
}

// nearScope returns the scope of the nearest .tasks, "" for none, the nearest .workflow and Claude Code's lists.
func nearScope(e Env, near string) scope {
	where := scope{workflow: nearestWorkflow(e), claude: true}
	if near != "" {
		where.tasksDirs = []string{near}
	}
	return where
}
