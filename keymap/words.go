package keymap

import (
	"slices"
	"strings"
)

// synonyms are other words for an action, and the command that does the same, "" for none.
var synonyms = []struct {
	Action  Action
	Command string
	Words   string
}{
	{Claim, "claim", "start begin take pick work"},
	{Complete, "complete", "finish done close check"},
	{Release, "release", "cancel drop stop unclaim unassign"},
	{Reopen, "reopen", "reopen uncomplete undone reset"},
	{Assign, "edit --owner", "assign assignee reassign owner delegate"},
	{Edit, "edit", "rename change modify title subject describe note comment priority update"},
	{New, "add", "add create"},
	{Delete, "delete", "remove rm del trash erase"},
	{Link, "link", "depend dependency depends block wait"},
	{Link, "split", "insert between"},
	{Link, "doctor", "repair"},
	{Split, "split", "split divide break decompose parts"},
	{Unlink, "unlink", "relink unblock"},
	{GoToBlocker, "", "blocked"},
	{Filter, "list", "search grep query"},
	{ShowPast, "log", "activity history log events"},
	{ShowPast, "", "deleted restore undelete recover export"},
	{StepBack, "replay", "rewind playback then"},
	{ShowProblems, "doctor", "errors problems warnings"},
	{ShowDependencies, "graph", "graph picture tree waves"},
	{ShowNow, "status", "stats statistics progress"},
	{ShowNow, "", "agents team who workers idle"},
	{SwitchList, "lists", "projects sessions directories switch"},
	{ShowInternal, "", "hidden"},
	{OnlyCards, "", "hide compact zen"},
	{Worktree, "worktree", "shell commits bind"},
	{Redraw, "", "refresh reload rescan"},
	{Undo, "undo", "revert back"},
	{GroupByOwner, "", "lanes"},
	{Mark, "", "select bulk multiple"},
	{Sweep, "", "clean cleanup archive"},
	{CopyID, "", "yank clipboard"},
	{Fold, "", "collapse"},
	{Help, "help", "manual shortcuts docs"},
	{Quit, "", "exit"},
}

// rankSynonym returns how well a text matches the synonyms of an action: 0 for a whole word, 1 for its beginning, -1 for
// neither.
func rankSynonym(a Action, typed string) int {
	best := -1
	for _, s := range synonyms {
		words := strings.Fields(s.Words)
		switch {
		case s.Action != a || len(typed) < 2:
		case slices.Contains(words, strings.ToLower(typed)):
			return 0
		case slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, strings.ToLower(typed)) }):
			best = 1
		}
	}
	return best
}

// CommandFor returns the command for a synonym, "" for none.
func CommandFor(word string) string {
	for _, s := range synonyms {
		if slices.Contains(strings.Fields(s.Words), strings.ToLower(word)) {
			return s.Command
		}
	}
	return ""
}
