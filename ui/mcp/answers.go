package mcp

import (
	"strings"
	"time"

	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
)

// oneLine returns text of a file or of a caller as one line, without characters that a terminal obeys or that nobody
// sees. A line break in it begins no line of an answer.
func oneLine(s string) string { return safetext.Line(s).String() }

// writer writes an answer in lines.
type writer struct{ strings.Builder }

// line writes its parts as one line.
func (w *writer) line(parts ...string) {
	w.WriteString(oneLine(strings.Join(parts, "")) + "\n")
}

// text writes text of several lines. Its tabs stay.
func (w *writer) text(s string) {
	for line := range strings.SplitSeq(s, "\n") {
		cells := strings.Split(strings.TrimSuffix(line, "\r"), "\t")
		for i := range cells {
			cells[i] = oneLine(cells[i])
		}
		w.WriteString(strings.Join(cells, "\t") + "\n")
	}
}

// words returns what was written, without the line break at its end.
func (w *writer) words() string { return strings.TrimSuffix(w.String(), "\n") }

// listWords returns a list of tasks, one per line.
func listWords(v *verbs.Session, l verbs.List) string {
	var w writer
	for _, t := range l.Tasks {
		w.line(taskWords(v, t))
	}
	w.line(l.Count(), "; ", l.InWords())
	return w.words()
}

// taskWords returns a task as a line.
func taskWords(v *verbs.Session, t verbs.Task) string {
	s := t.Short + " [" + t.State + "] " + t.Subject
	if t.ID == "" {
		s = t.File + " [" + t.State + "]"
	}
	if t.Owner != "" {
		s += " (" + t.Owner + ")"
	}
	if len(t.OpenBlocks) > 0 {
		var on []string
		for _, id := range t.OpenBlocks {
			on = append(on, v.Short(id))
		}
		s += " [blocked by " + strings.Join(on, ", ") + "]"
	}
	if t.Problem != "" {
		s += " (" + t.Problem + ")"
	}
	return s + wholeID(t)
}

// wholeID returns the id of a task, if the short id is only a part of it.
func wholeID(t verbs.Task) string {
	if t.ID == "" || t.Short == "#"+t.ID {
		return ""
	}
	return ", id " + t.ID
}

// detailWords returns everything about a task in words.
func detailWords(v *verbs.Session, d verbs.Detail) string {
	var w writer
	w.line(taskWords(v, d.Task))
	refs := func(what string, all []verbs.Ref) {
		for _, r := range all {
			status := r.Status
			if r.Owner != "" {
				status += ", " + r.Owner
			}
			w.line(what, r.Short, " ", r.Subject, " (", status, ")")
		}
	}
	refs("waits for ", d.WaitsFor)
	refs("blocks ", d.Blocks)
	for _, f := range []verbs.Fact{{Name: "activeForm", Values: []string{d.Task.ActiveForm}},
		{Name: "worktree", Values: []string{d.Task.Worktree}}} {
		if f.Values[0] != "" {
			w.line(f.Name, ": ", f.Values[0])
		}
	}
	w.work(d)
	return w.words()
}

// work writes what a task's file says about the work.
func (w *writer) work(d verbs.Detail) {
	for _, f := range d.Facts {
		w.line(f.Name, ": ", strings.Join(f.Values, "; "))
	}
	for _, m := range d.Members {
		for _, l := range m.Lines() {
			w.line(l)
		}
	}
	if d.Description != "" {
		w.line()
		w.text(d.Description)
	}
}

// actsWords returns what a person did, one act per line, and what to ask with next.
func actsWords(acts []verbs.Act, next verbs.Mark) string {
	var w writer
	for _, a := range acts {
		w.line("the person ", a.Verb, " ", a.Task.Short, " ", a.Task.Subject, " at ", a.At.UTC().Format(time.RFC3339))
	}
	if len(acts) == 0 {
		w.line("the person changed none of your tasks")
	}
	w.line("next: ", next.String())
	return w.words()
}

// changed returns the answer to a change in words, or the error that prevented it.
func changed(c verbs.Change, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var w writer
	w.change(c)
	return w.words(), nil
}

// change writes what was done to each task, which tasks are ready because of it, and what could not be done.
func (w *writer) change(c verbs.Change) {
	for _, t := range c.Tasks {
		w.line(c.Verb, " ", t.Short, " ", t.Subject, wholeID(t))
	}
	for _, r := range c.Unblocked {
		w.line("ready now: ", r.Short, " ", r.Subject)
	}
	if c.Notice != "" {
		w.line(c.Notice)
	}
	for _, l := range c.Left {
		w.line("not done: ", l)
	}
}

// withTask adds the whole task to the answer to a claim, so that work can begin without another call.
func withTask(v *verbs.Session) func(verbs.Change, error) (string, error) {
	return func(c verbs.Change, err error) (string, error) {
		if err != nil || len(c.Tasks) != 1 {
			return changed(c, err)
		}
		var w writer
		w.change(c)
		if d, err := v.Show(c.Tasks[0].File); err == nil {
			w.work(d)
		}
		return w.words(), nil
	}
}
