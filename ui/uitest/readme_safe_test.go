package uitest

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// TestReadmeSaysOfEveryDialectWhatIsSafe makes the table of what is promised from what the writing goes by, so that a
// new dialect without a row, or a lock that changed, is noticed.
func TestReadmeSaysOfEveryDialectWhatIsSafe(t *testing.T) {
	var b strings.Builder
	b.WriteString("| files of | held while your edit is written | an old copy that an agent writes over it | a task that you create |\n|---|---|---|---|\n")
	var rules []string // in the order of the first design each holds for
	of := map[string][]string{}
	for _, d := range dialect.All() {
		held := map[tasks.LockKind]string{
			tasks.NoLock: "our lock against other boards; they take none", tasks.FlockLock: "ours, and their flock on `.lock`",
			tasks.MkdirLock: "ours, and their lock directory",
		}[d.Lock]
		after := "within 0.25 s your edit is made again, up to 3 times; up to 2 s you are told"
		if d.Lock != tasks.NoLock {
			after = "they lock, so it was meant: never fought; up to 2 s you are told"
		}
		made := "never takes a name that is taken"
		if d.CachedIDs {
			made = "an agent that runs may use its id again: said when you create it, told when it happens"
		}
		rule := fmt.Sprintf("%s | %s | %s", held, after, made)
		if of[rule] == nil {
			rules = append(rules, rule)
		}
		of[rule] = append(of[rule], fmt.Sprintf("`%s`", d.Dialect))
	}
	for _, rule := range rules {
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(of[rule], ", "), rule)
	}
	fmt.Fprintf(&b, "| `%s`, `%s`, `%s`, `%s`, %s | nothing: they are shown and never written | | |\n",
		dialect.Maestro.Dialect, dialect.ClawTeam.Dialect, dialect.OMC.Dialect, dialect.OMO.Dialect, dialect.Unknown.Title)
	part(t, "safe", strings.TrimSuffix(b.String(), "\n"))
}
