package doctor

import (
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// todo tells where TODO_LIST.md and the files disagree.
func (w *session) todo(text []byte) {
	entries := dialect.TodoLines(text)
	if !slices.ContainsFunc(entries, func(l dialect.TodoLine) bool { return l.Box }) {
		return
	}
	byID := map[string]*tasks.Task{}
	for _, t := range w.all {
		byID[upper(t.ID.Text)] = t
	}
	var ticked, unticked, unknown, unnamed disagreement
	named := map[*tasks.Task]bool{}
	for _, e := range entries {
		t := byID[upper(e.ID)]
		switch {
		case t == nil:
			unknown.ids = append(unknown.ids, e.ID)
		case !e.Box: // a container's
		case e.Ticked && !w.over(t):
			ticked.note(t)
		case !e.Ticked && w.over(t):
			unticked.note(t)
		}
		if t != nil {
			named[t] = true
		}
	}
	for _, t := range w.all {
		if !named[t] {
			unnamed.note(t)
		}
	}
	ticked.add(w, Warning, "TODO_LIST.md ticks it off, and its file does not", "agents that go by the list take it for done")
	unticked.add(w, Warning, "it is over, and TODO_LIST.md does not tick it off", "agents that go by the list do it again")
	unnamed.add(w, Note, "TODO_LIST.md does not name it", "agents that go by the list do not know of it")
	if len(unknown.ids) > 0 {
		slices.Sort(unknown.ids)
		f := Finding{
			Severity: Note, Kind: TodoDiffers, Files: []tasks.Key{w.all[0].Key}, What: "TODO_LIST.md names " + list(slices.Compact(unknown.ids)) + ", which no file has",
			Why: "agents that go by the list look for it", Hint: todoHint,
		}
		f.Files[0].Name = "TODO_LIST.md"
		if len(unknown.ids) == 1 {
			f.Hint = w.meant(tasks.ID{Text: unknown.ids[0]}) + f.Hint
		}
		w.add(f)
	}
}

const todoHint = "Bring TODO_LIST.md up to date: V on the board puts the line of a task right."

// over reports whether a task needs nothing more: it is finished, or all that it stands for is.
func (w *session) over(t *tasks.Task) bool {
	if len(w.parts[t]) == 0 {
		return finished(t)
	}
	open, _ := w.open(t)
	return len(open) == 0
}

// disagreement is the tasks about which the list says one and the same wrong thing.
type disagreement struct {
	ids  []string
	keys []tasks.Key
}

func (d *disagreement) note(t *tasks.Task) {
	d.ids, d.keys = append(d.ids, t.ID.Text), append(d.keys, t.Key)
}

func (d *disagreement) add(w *session, s Severity, what, why string) {
	if len(d.keys) == 0 {
		return
	}
	if len(d.ids) > 1 {
		what += ": " + list(d.ids)
	}
	w.add(Finding{Severity: s, Kind: TodoDiffers, Files: d.keys, What: what, Why: why, Hint: todoHint})
}
