package mcp

import (
	"fmt"
	"strings"

	"sideboard/ui/verbs"
)

// listWords says a list of tasks, a line each.
func listWords(l verbs.List) string {
	var b strings.Builder
	for _, t := range l.Tasks {
		b.WriteString(taskWords(t) + "\n")
	}
	b.WriteString(fmt.Sprintf("%d of %d tasks; %d ready, %d blocked, %d in progress, %d completed", len(l.Tasks), l.Total, l.Ready, l.Blocked, l.Running, l.Done))
	return b.String()
}

// taskWords says a task in a line.
func taskWords(t verbs.Task) string {
	s := "#" + t.ID + " [" + t.State + "] " + t.Subject
	if t.ID == "" {
		s = t.File + " [" + t.State + "]"
	}
	if t.Owner != "" {
		s += " (" + t.Owner + ")"
	}
	if len(t.OpenBlocks) > 0 {
		s += " [blocked by #" + strings.Join(t.OpenBlocks, ", #") + "]"
	}
	if t.Problem != "" {
		s += " (" + t.Problem + ")"
	}
	return s
}

// detailWords says everything about a task.
func detailWords(d verbs.Detail) string {
	var b strings.Builder
	b.WriteString(taskWords(d.Task) + "\n")
	refs := func(what string, all []verbs.Ref) {
		for _, r := range all {
			words := "#" + r.ID + " " + r.Subject + " (" + r.Status
			if r.Owner != "" {
				words += ", " + r.Owner
			}
			b.WriteString(what + words + ")\n")
		}
	}
	refs("waits for ", d.WaitsFor)
	refs("blocks ", d.Blocks)
	for _, f := range d.Facts {
		b.WriteString(f.Name + ": " + strings.Join(f.Values, "; ") + "\n")
	}
	if d.Description != "" {
		b.WriteString("\n" + d.Description)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// changed is the answer to what was written.
func changed(c verbs.Change, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	var b strings.Builder
	for _, t := range c.Tasks {
		b.WriteString(c.Verb + " #" + t.ID + " " + t.Subject + "\n")
	}
	for _, r := range c.Unblocked {
		b.WriteString("ready now: #" + r.ID + " " + r.Subject + "\n")
	}
	if c.Notice != "" {
		b.WriteString(c.Notice + "\n")
	}
	for _, l := range c.Left {
		b.WriteString("not done: " + l + "\n")
	}
	return answer{strings.TrimSuffix(b.String(), "\n"), c}, nil
}

// withTask answers a claim with the whole task, so that work can begin without another call.
func withTask(v *verbs.Session) func(verbs.Change, error) (answer, error) {
	return func(c verbs.Change, err error) (answer, error) {
		a, err := changed(c, err)
		if err != nil || len(c.Tasks) != 1 {
			return a, err
		}
		if d, err := v.Show(c.Tasks[0].File); err == nil && d.Description != "" {
			a.words += "\n\n" + d.Description
		}
		return a, nil
	}
}
