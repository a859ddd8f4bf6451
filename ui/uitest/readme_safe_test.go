package uitest

import (
	"fmt"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// TestReadmeSaysForEveryDialectWhatIsSafe generates the table of promises from the traits that writing uses, so that a new dialect without a
// row or a changed lock is noticed.
func TestReadmeSaysForEveryDialectWhatIsSafe(t *testing.T) {
	var b strings.Builder
	b.WriteString("| format | lock during your edit | if an agent writes an old copy over it | a task that you create |\n|---|---|---|---|\n")
	var rules []string // in the order of the first design each applies to
	of := map[string][]string{}
	for _, d := range dialect.All() {
		held := map[tasks.LockKind]string{
			tasks.NoLock: "sideboard's own; the agents take none", tasks.FlockLock: "also the agents' flock on `.lock`",
			tasks.MkdirLock: "also the agents' lock directory",
		}[d.Lock]
		after := "within 0.25 s sideboard applies your edit again, up to 3 times; until 2 s it notifies you"
		if d.Lock != tasks.NoLock {
			after = "the agent meant it, so it stays; until 2 s sideboard notifies you"
		}
		made := "never gets a name that is taken"
		if d.CachedIDs {
			made = "a running agent may reuse its id: sideboard warns you, and notifies you if it happens"
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
	b.WriteString("| `inferred`, after you allowed it | sideboard's own; which lock the agents take is not known | it stays; until 2 s sideboard notifies you | " +
		"never gets a name that is taken; a running agent may reuse its id |\n")
	fmt.Fprintf(&b, "| `%s`, `%s`, `%s`, `%s`, `%s`, `%s`, `%s`, `%s` | none: never written | | |\n",
		dialect.Maestro.Dialect, dialect.ClawTeam.Dialect, dialect.OMC.Dialect, dialect.OMO.Dialect,
		dialect.Storybloq.Dialect, dialect.Trellis.Dialect, dialect.Gemini.Dialect, dialect.Unknown.Dialect)
	part(t, "safe", strings.TrimSuffix(b.String(), "\n"))
}
