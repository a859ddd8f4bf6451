package board

import (
	"fmt"
	"strings"

	"sideboard/tasks"
)

// AllowText is what a person allows for files that no published design writes.
var AllowText = strings.ToUpper(tasks.NoDesign[:1]) + tasks.NoDesign[1:] + ". sideboard changes only status, owner, " +
	"links, title and description, in place; times and counters stay as they are."

// FormStates are the words for the three states of a form.
var FormStates = [...]string{"pending", "in progress", "completed"}

// FormPart is a part of a form in words: what it is called here, in the files, and its values. The last two are raw
// text.
type FormPart struct{ Ours, Theirs, Values string }

// FormParts returns the parts of a form that can be edited, in reading order.
func FormParts(f *tasks.Form) []FormPart {
	var parts []FormPart
	add := func(ours, theirs, values string) {
		if theirs != "" {
			parts = append(parts, FormPart{ours, theirs, values})
		}
	}
	words := make([]string, 0, len(f.Words))
	for _, word := range f.Words {
		if word != "" {
			words = append(words, word)
		}
	}
	add("status", f.Status, strings.Join(words, " · "))
	owners := ""
	if f.Owners > 0 {
		owners = fmt.Sprintf("%d %s", f.Owners, tasks.Plural(f.Owners, "name", "names"))
	}
	add("owner", f.Owner, owners)
	add("links", f.WaitsFor, "ids of this folder")
	add("also", f.Blocks, "the other side of links")
	add("title", f.Subject, "")
	add("description", f.Description, "")
	return parts
}
