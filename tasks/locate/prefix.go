package locate

import (
	"fmt"
	"strings"
)

// maxNamed is how many candidates an error names.
const maxNamed = 8

// Ambiguous is the error when the start of an id is that of several lists.
type Ambiguous struct {
	Start string
	Lists []List
}

// Error names the candidates.
func (a *Ambiguous) Error() string {
	var b strings.Builder
	b.WriteString(fmt.Sprintf("--list %s begins the names of %d lists: write more of it", a.Start, len(a.Lists)))
	for i, l := range a.Lists {
		if i == maxNamed {
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

// beginning returns the list whose id begins with start, the zero List where there is none, an *Ambiguous where there are
// several.
func beginning(start string, all []List) (List, error) {
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
	return List{}, &Ambiguous{Start: start, Lists: found}
}

// every returns the lists whose ids --list takes: those in the nearest .tasks, workflow sessions, and Claude Code's.
func every(e Env, near string) (all []List) {
	if near != "" {
		all = subLists(near, newBudget())
	}
	sessions, _ := Sessions(e)
	all = append(all, sessionLists(sessions)...)
	claude, _ := Lists(e)
	return append(all, claude...)
}
