package keymap

import "fmt"

// A Removal is an action that no longer exists, with the action that is used instead.
type Removal struct {
	Key   string // as the terminal names it; "" where only the name is another
	Name  string // in the [keys] of a configuration
	Now   Action
	Words string // what to do after the key of Now; "" for nothing
}

// Removals are the removed keys. They are listed until the first release, so that a key that is still in the fingers names the new one.
var Removals = []Removal{
	{"alt+1", "view-1", Filter, ", then ↑ for your recent filters"},
	{"alt+2", "view-2", Filter, ", then ↑ for your recent filters"},
	{"alt+3", "view-3", Filter, ", then ↑ for your recent filters"},
	{"U", "your-edits", ShowPast, ", then 2 for your edits"},
	{"O", "deleted", ShowPast, ", then 3 for the deleted tasks"},
	{"w", "work-done", Worktree, ", then w for the work in it"},
	{"W", "shell-there", Worktree, ", then s for a shell"},
	{"V", "into-the-plan", ReadPlan, ", then a to note the task in its list"},
	{"", "activity", ShowPast, ""},
	{"S", "put-between", Unlink, ", then i to put a task between"},
	{"R", "repair-links", Unlink, ", then R to repair its links"},
	{"B", "waiting", Link, ", then ↓ and enter to go to one that waits"},
}

// Removed returns what to press instead of a removed key, "" for any other key.
func (m *Map) Removed(press fmt.Stringer) string {
	for _, r := range Removals {
		if r.Key == press.String() {
			return r.Key + " is removed: press " + m.KeyOf(r.Now) + r.Words
		}
	}
	return ""
}
