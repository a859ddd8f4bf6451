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
	{Release, "release", "cancel drop stop unclaim unassign kill"},
	{Reopen, "reopen", "reopen uncomplete undone reset"},
	{Assign, "edit --owner", "assign assignee reassign owner delegate"},
	{Edit, "edit", "rename change modify title subject describe note comment priority update"},
	{New, "add", "add create duplicate clone"},
	{Delete, "delete", "remove rm del trash erase"},
	{Link, "link", "depend dependency depends block wait"},
	{Link, "split", "insert between"},
	{Link, "doctor", "repair"},
	{Split, "split", "split divide break decompose parts"},
	{Unlink, "unlink", "relink unblock"},
	{GoToBlocker, "", "blocked"},
	{Filter, "list", "search grep query sort order"},
	{ShowPast, "log", "activity history log events"},
	{ShowPast, "", "deleted restore undelete recover export"},
	{StepBack, "replay", "rewind playback then"},
	{ShowProblems, "doctor", "errors problems warnings fix doctor cycle loop merge conflict"},
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
	{Fold, "", "collapse expand"},
	{OpenDetail, "show", "zoom details"},
	{Help, "config", "config settings light dark bell sound"},
	{Help, "mcp", "mcp server"},
	{Help, "serve", "serve bucket remote host ssh"},
	{Help, "", "read-only pause"},
	{Help, "help", "manual shortcuts docs"},
	{Quit, "", "exit"},
}

// rankSynonym returns how well a text matches the synonyms of an action: 0 for a whole word, 1 for its beginning, -1
// for neither.
func rankSynonym(a Action, typed string) int {
	best, typed := -1, strings.ToLower(typed)
	if len(typed) < 2 {
		return best
	}
	for _, s := range synonyms {
		if s.Action != a {
			continue
		}
		for word := range strings.FieldsSeq(s.Words) {
			if word == typed {
				return 0
			}
			if strings.HasPrefix(word, typed) {
				best = 1
			}
		}
	}
	return best
}

// Synonym returns the synonym of an action that a text is or begins, "" for none.
func Synonym(a Action, typed string) string {
	for _, s := range synonyms {
		for word := range strings.FieldsSeq(s.Words) {
			if s.Action == a && len(typed) > 1 && strings.HasPrefix(word, strings.ToLower(typed)) {
				return word
			}
		}
	}
	return ""
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
