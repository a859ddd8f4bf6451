package board

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
)

// displayName returns the name of a task in a sentence: its subject, or its id if that is blank.
func (x *table) displayName(k tasks.Key) string {
	if t := x.Task(k); t != nil && strings.TrimSpace(t.Subject) != "" {
		return t.Subject
	}
	return x.ShortID(k)
}

// displayNameOf returns the name of a task in a sentence, by its id.
func (x *table) displayNameOf(list string, id tasks.ID) string {
	if to, _ := x.taskOfID(list, id); to != (tasks.Key{}) {
		return x.displayName(to)
	}
	return id.Text
}

func (x *table) displayNames(keys []tasks.Key) string {
	return joinNames(x.names(keys))
}

// namesAre returns names as the beginning of a sentence: "Parser is", "Parser and Lexer are".
func (x *table) namesAre(keys []tasks.Key) string {
	return x.displayNames(keys) + " " + tasks.Plural(len(keys), "is", "are")
}

func (x *table) names(keys []tasks.Key) []string {
	var names []string
	for _, k := range keys {
		names = append(names, x.displayName(k))
	}
	return names
}

// joinNames joins two names by "and"; of more it returns the first and the number of the others.
func joinNames(names []string) string {
	if len(names) > 2 {
		return fmt.Sprintf("%s and %d more", names[0], len(names)-1)
	}
	return strings.Join(names, " and ")
}

// describeLoop names the tasks of a loop, from a task back to itself, each to be done before the next; of a long loop
// the beginning and the end.
func (x *table) describeLoop(k tasks.Key, loop []tasks.Key) string {
	words := []string{x.displayName(k)}
	for i, l := range loop {
		switch {
		case len(loop) > 8 && i == 4:
			words = append(words, fmt.Sprintf("%d more", len(loop)-7))
		case len(loop) > 8 && i > 4 && i < len(loop)-3:
		default:
			words = append(words, x.displayName(l))
		}
	}
	slices.Reverse(words) // each of the loop waits for the next
	return strings.Join(words, " > ")
}
