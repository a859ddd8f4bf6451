package locate

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A list that was written recently, while all others have rested for restsAfter, is the one that is worked on.
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

// AmbiguousError is the error when several lists are called by a name, or their ids begin with it.
type AmbiguousError struct {
	Name  string
	Whole bool // it is all of what they are called: no more of it can be written
	Lists []List
}

// Error names the candidates.
func (a *AmbiguousError) Error() string {
	var b strings.Builder
	if a.Whole {
		b.WriteString(fmt.Sprintf("--list %s is what %d lists are called: write the id of one", a.Name, len(a.Lists)))
	} else {
		b.WriteString(fmt.Sprintf("--list %s begins the names of %d lists: write more of it", a.Name, len(a.Lists)))
	}
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

// findNamed returns the list that is called so, by its team, project or session, or else the one whose id begins so;
// the zero List where there is none, an *AmbiguousError where there are several, and a *BadDirError for a list that cannot
// be opened because one file holds all of it.
func findNamed(name string, all []FoundList) (List, error) {
	var called, begins []List
	for _, l := range all {
		if name == "" {
			break
		}
		if l.Kind == ClaudeCode && (l.Title == name || l.Project == name) {
			called = append(called, l.List)
		}
		if strings.HasPrefix(l.ID, name) {
			begins = append(begins, l.List)
		}
	}
	found := called
	if len(called) == 0 {
		found = begins
	}
	switch {
	case len(found) == 0:
		return List{}, nil
	case len(found) > 1:
		return List{}, &AmbiguousError{Name: name, Whole: len(called) > 0, Lists: found}
	case found[0].isOneFile():
		return List{}, oneFileError(found[0].Dir, found[0].OneFile)
	}
	return found[0], nil
}

// otherLists says which lists there are where none is called by a name.
func otherLists(name string, all []FoundList) Attempt {
	var names []string
	for _, l := range all {
		called := l.ID
		if label := l.Label(); l.Kind == ClaudeCode && ShortName(label) == label {
			called = label
		}
		if !l.isOneFile() && !slices.Contains(names, called) {
			names = append(names, called)
		}
	}
	if len(names) == 0 {
		return Attempt{Why: "there is no list here that could be called " + name}
	}
	if more := len(names) - maxCandidates; more > 0 {
		names = append(names[:maxCandidates], fmt.Sprintf("%d more", more))
	}
	return Attempt{Why: "no list is called " + name + "; there are " + strings.Join(names, ", ")}
}

// namedLists returns the lists that --list can name: those in the nearest .tasks, workflow sessions, and Claude
// Code's.
func namedLists(e Env, near string) (lists []FoundList) {
	all, _ := e.enumerate(nearScope(e, near)) // what cannot be read has no lists to name
	for _, l := range all {
		if l.Kind != TasksDir {
			lists = append(lists, l)
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
