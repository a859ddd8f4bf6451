package keymap

import (
	"fmt"
	"slices"
)

// A Removal is an action that no longer exists, and the action to use instead.
type Removal struct {
	In    ScopeName // the scope of the key, BoardScope for all scopes
	Key   string    // as terminals name it; "" if only the name changed
	Name  string    // in the [keys] of a configuration; "" if another action has it now
	Now   Action
	Words string // what to do after the key of Now; "" for nothing
}

// Removals are the removed keys. The list stays until the first release.
var Removals = []Removal{
	{BoardScope, "alt+1", "view-1", Filter, ", then ↑ for your recent filters"},
	{BoardScope, "alt+2", "view-2", Filter, ", then ↑ for your recent filters"},
	{BoardScope, "alt+3", "view-3", Filter, ", then ↑ for your recent filters"},
	{BoardScope, "U", "your-edits", ShowPast, ", then 2 for your edits"},
	{BoardScope, "O", "deleted", ShowPast, ", then 3 for the deleted tasks"},
	{BoardScope, "w", "work-done", Worktree, ", then w for the work in it"},
	{BoardScope, "W", "shell-there", Worktree, ", then s for a shell"},
	{BoardScope, "V", "into-the-plan", ReadPlan, ", then a to note the task in its list"},
	{BoardScope, "S", "put-between", Unlink, ", then i to put a task between"},
	{BoardScope, "R", "repair-links", Unlink, ", then R to repair its links"},
	{BoardScope, "B", "waiting", Link, ", then ↓ and enter to go to one that waits"},
	{BoardScope, "4", "order", ShowDependencies, ", again for picture or tree"},
	{BoardScope, "5", "", ShowNow, ""},
	{DepViewScope, "f", "what-if", OpenDetail, " for what waits for it"},
	{DepViewScope, "x", "all-links", Palette, ", then implied for the links a path implies"},
	{DepViewScope, "F", "tidy", ShowDependencies, " for picture or tree"},
	{DepViewScope, "C", "longest-chain", ShowDependencies, " for the picture, which draws the longest chain heavy"},
	{DepViewScope, "Z", "unlinked", FoldFinished, " for what is done and what has no links"},
	{BoardScope, "", "next-found", Palette, ", then type to find a task"},
	{BoardScope, "", "found-before", Palette, ", then type to find a task"},
	{DepViewScope, "-", "smaller", ShowDependencies, " for picture or tree"},
	{DepViewScope, "+", "larger", ShowDependencies, " for picture or tree"},
	{DepViewScope, "*", "another-part", ShowDependencies, " for picture or tree"},
	{BoardScope, "", "focus", OpenDetail, ""},
	{BoardScope, "", "graph", ShowDependencies, ""},
	{BoardScope, "", "activity", ShowPast, ""},
	{BoardScope, "", "problems", ShowProblems, ""},
	{BoardScope, "T", "agents", ShowNow, ""},
}

// Removed returns what to press instead of a key that is removed in these scopes, "" for any other key.
func (m *Map) Removed(press fmt.Stringer, in ...ScopeName) string {
	for _, r := range Removals {
		if r.Key == press.String() && (r.In == BoardScope || slices.Contains(in, r.In)) {
			return r.Key + " is removed: press " + m.KeyOf(r.Now) + r.Words
		}
	}
	return ""
}
