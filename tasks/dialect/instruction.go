package dialect

import (
	"strings"
	"unicode"

	"sideboard/tasks"
)

// Instruction returns a text for an agent: the task, what it waits for, and how the dialect's agents start and finish
// it. Ids and subjects are put on one line each, so that no text of a file reads as a line of this program.
func (c *Codec) Instruction(t *tasks.Task, description string, w World) string {
	sp := c.specOf(t.Traits)
	var s strings.Builder
	id := oneLine(t.ID.Text)
	s.WriteString("Task " + id + ": " + oneLine(t.Subject) + "\n(file " + oneLine(t.Name) + ")\n")
	if text := strings.TrimSpace(description); text != "" {
		s.WriteString("\n" + text + "\n")
	}
	if len(t.WaitsFor) > 0 {
		s.WriteString("\nIt waits for:\n")
		for _, id := range t.WaitsFor {
			s.WriteString("- " + oneLine(id.Text+": "+blockerSummary(w, t, id)) + "\n")
		}
	}
	s.WriteString("\n")
	if sp.begin != "" && t.Status != tasks.InProgress {
		s.WriteString(strings.NewReplacer("{id}", id, "{running}", c.RunningWord(t.Traits)).Replace(sp.begin) + "\n")
	}
	s.WriteString(strings.ReplaceAll(sp.finish, "{id}", id) + "\n")
	return s.String()
}

// oneLine returns a text with a space for each control character and each other end of a line.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, s)
}

// blockerSummary returns the subject and the status of a blocker.
func blockerSummary(w World, t *tasks.Task, id tasks.ID) string {
	text := "no file has this id"
	w.Each(func(o *tasks.Task) bool {
		if o.ID != id || o.List != t.List {
			return true
		}
		text = o.Subject + " (" + o.Status.String() + ")"
		if o.Status == tasks.Foreign {
			text = o.Subject + " (" + o.StatusText + ")"
		}
		return false
	})
	return text
}
