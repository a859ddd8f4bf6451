package forms

import (
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
)

// effect says what saving a form does, as far as it is known while the person types.
func (f *form) effect() string {
	if f.verb == tasks.VerbEdit {
		return f.changedFields()
	}
	if several := f.plan(); several != nil {
		return phrase.Tasks(len(several)) + " are new. What is indented waits for the line above it."
	}
	if strings.TrimSpace(f.fields[0].value()) == "" {
		return "nothing yet: it has no subject."
	}
	words := "it is ready at once: it waits for nothing."
	switch ids, open := f.typedTasks(); {
	case open == 1 && ids == 1:
		words = "it is blocked until that task is completed."
	case open > 0:
		words = "it waits for " + strconv.Itoa(open) + phrase.Plural(open, " task", " tasks") + " to be completed."
	case ids > 0:
		words = "it is ready at once: what it waits for is completed."
	}
	for i := range f.fields {
		if fd := &f.fields[i]; fd.kind == tasks.FieldOwner {
			if owner := strings.TrimSpace(fd.value()); owner != "" {
				return words + " It is for " + owner + "."
			}
			return words + " Nobody has it."
		}
	}
	return words
}

// changedFields says which fields of a task were changed.
func (f *form) changedFields() string {
	var names []string
	for i := range f.fields {
		if f.fields[i].changed() {
			names = append(names, strings.ToLower(f.fields[i].label))
		}
	}
	if len(names) == 0 {
		return "nothing is changed yet."
	}
	return "its " + strings.Join(names, ", ") + phrase.Plural(len(names), " changes", " change") +
		". All else in its file stays."
}

// typedTasks returns the number of tasks that the words of "waits for" stand for, without those that stand for none
// yet, and how many of these are not completed.
func (f *form) typedTasks() (n, open int) {
	m := f.m
	for word := range strings.SplitSeq(f.fields[len(f.fields)-1].value(), ",") {
		word = strings.TrimSpace(word)
		if word == "" {
			continue
		}
		if found := m.Board.Resolve(f.key.List, word); len(found) == 1 {
			n++
			if s := m.Board.State(found[0]); s != board.Done && s != board.Skipped {
				open++
			}
		}
	}
	return n, open
}
