package worktree

import (
	"fmt"
	"regexp"
)

// Form is how a version of the agents keeps its worktrees.
type Form uint8

// The forms, by the dialects that use them.
const (
	NoForm Form = iota // binds no tasks to worktrees
	S12wt              // old s12: an index, events with the task and the worktree in them; removing keeps the branch
	S13                // s13 and s15: nothing is written down but the binding, and removing keeps the branch and ends it
	S18                // s18 to s20: events with four members; removing deletes the branch
)

// FormOf returns the form of a dialect by its name (Traits.Dialect). Tasks of a version without worktrees have that of the
// version that reads them too.
func FormOf(dialect string) Form {
	switch dialect {
	case "s12wt":
		return S12wt
	case "s10", "s13":
		return S13
	case "s12", "s18":
		return S18
	}
	return NoForm
}

var nameRules = map[Form]struct {
	rule *regexp.Regexp
	says string
}{
	S12wt: {regexp.MustCompile(`^[A-Za-z0-9._-]{1,40}$`), "1 to 40 letters, digits, dots, dashes and underscores"},
	S13:   {regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`), "1 to 64 letters, digits, dots, dashes and underscores, a letter or digit first"},
	S18:   {regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`), "1 to 64 letters, digits, dots, dashes and underscores"},
}

// LogsEvents reports whether agents of this form write down what became of a worktree.
func (f Form) LogsEvents() bool { return f == S12wt || f == S18 }

// KeepsBranch reports whether removing a worktree leaves its branch.
func (f Form) KeepsBranch() bool { return f == S12wt || f == S13 }

// CheckName returns nil for a name the agents of this form accept and git can make a branch of, else what a name must be.
func (f Form) CheckName(name string) error {
	n, ok := nameRules[f]
	switch {
	case !ok:
		return fmt.Errorf("agents of this directory keep no worktrees")
	case !n.rule.MatchString(name):
		return fmt.Errorf("%q is no name for a worktree: it must be %s", name, n.says)
	case name == eventsFile || name == indexFile:
		return fmt.Errorf("%q is no name for a worktree: a file beside the worktrees is called so", name)
	case name == "." || name == ".." || forbiddenDots.MatchString(name):
		return fmt.Errorf("%q is no name for a worktree: git makes no branch of it", name)
	}
	return nil
}

// forbiddenDots are what the names of branches may not have.
var forbiddenDots = regexp.MustCompile(`^\.|\.\.|\.lock$|\.$`)
