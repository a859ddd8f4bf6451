package dialect

import (
	"strings"

	"sideboard/tasks"
)

// Instruction is a text a person can hand to an agent: the task, what it waits for, and how that dialect's agents
// begin and finish it. It holds text of task files as it is there.
func (b *Codec) Instruction(t *tasks.Task, description string, w World) string {
	sp := specOf(t.Traits)
	var s strings.Builder
	s.WriteString("Task " + t.ID.Text + ": " + t.Subject + "\n(file " + t.Name + ")\n")
	if text := strings.TrimSpace(description); text != "" {
		s.WriteString("\n" + text + "\n")
	}
	if len(t.WaitsFor) > 0 {
		s.WriteString("\nIt waits for:\n")
		for _, id := range t.WaitsFor {
			s.WriteString("- " + id.Text + ": " + told(w, t, id) + "\n")
		}
	}
	s.WriteString("\n")
	if sp.begin != "" && t.Status != tasks.InProgress {
		s.WriteString(strings.NewReplacer("{id}", t.ID.Text, "{running}", b.RunningWord(t.Traits)).Replace(sp.begin) + "\n")
	}
	s.WriteString(strings.ReplaceAll(sp.finish, "{id}", t.ID.Text) + "\n")
	return s.String()
}

// told is the subject and the status of a blocker.
func told(w World, t *tasks.Task, id tasks.ID) string {
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
