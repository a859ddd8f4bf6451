package doctor

import (
	"fmt"
	"slices"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// findParts finds the parts of containers, and reports where the files disagree about them.
func (w *session) findParts() {
	type pair struct{ whole, part *tasks.Task }
	joined := map[pair]bool{}
	join := func(whole, part *tasks.Task) {
		if p := (pair{whole, part}); whole != part && !joined[p] {
			joined[p] = true
			w.parts[whole] = append(w.parts[whole], part)
		}
	}
	w.findPartsByForm()
	for _, t := range w.all {
		if whole := w.parent(t); whole != nil {
			join(whole, t)
		} else if !w.parentID(t).Empty() {
			w.reportMissingParent(t)
		}
		var missing []tasks.ID
		for _, id := range unique(t.Children) {
			w.containersOf[id] = append(w.containersOf[id], t)
			part, broken := w.find(t, id)
			switch {
			case part != nil:
				join(t, part)
			case !broken:
				missing = append(missing, id)
			}
		}
		w.reportMissingParts(t, missing)
	}
	for _, t := range w.all {
		w.checkParents(t)
	}
}

// findPartsByForm finds the tasks that are parts by their ids alone.
func (w *session) findPartsByForm() {
	type family struct {
		stated     bool
		candidates []*tasks.Task
	}
	families := map[*tasks.Task]*family{}
	for _, t := range w.all {
		whole, _ := w.find(t, t.Parent)
		if whole == nil {
			continue
		}
		if families[whole] == nil {
			families[whole] = &family{stated: len(whole.Children) > 0}
		}
		f := families[whole]
		f.stated = f.stated || !t.Marks.Has(tasks.ByForm)
		f.candidates = append(f.candidates, t)
	}
	for whole, f := range families {
		for _, t := range tasks.PartsByForm(whole, f.stated, f.candidates) {
			w.partsByForm[t] = true
		}
	}
}

// parentID returns the id of the container that a task is a part of, empty for none.
func (w *session) parentID(t *tasks.Task) tasks.ID {
	if t.Marks.Has(tasks.ByForm) && !w.partsByForm[t] {
		return tasks.ID{}
	}
	return t.Parent
}

// parent returns the container that a task is a part of, nil for none.
func (w *session) parent(t *tasks.Task) *tasks.Task {
	whole, _ := w.find(t, w.parentID(t))
	return whole
}

// reportMissingParent reports a part whose container does not exist.
func (w *session) reportMissingParent(t *tasks.Task) {
	if _, broken := w.find(t, t.Parent); broken {
		return
	}
	w.add(Finding{
		Severity: Warning, Kind: WrongParent, Files: []tasks.Key{t.Key}, What: "it is a part of " + t.Parent.Text +
			", which no file has",
		Why:  "agents look in its container for the decisions it inherits, and find nothing",
		Hint: w.suggestion(t.Parent) + "Bring the container back, or take the parent out of the file.",
	})
}

// reportMissingParts reports parts that a container names and that do not exist.
func (w *session) reportMissingParts(t *tasks.Task, missing []tasks.ID) {
	if len(missing) == 0 {
		return
	}
	f := Finding{
		Severity: Warning, Kind: WrongParent, Files: []tasks.Key{t.Key},
		What: "it names " + joinIDs(missing) + " as " + tasks.Plural(len(missing), "its part", "its parts") +
			", which no file has",
		Why: "it is never finished: agents wait for all its parts", Hint: "Take " +
			tasks.Plural(len(missing), "it", "them") + " out of its list, or bring the " +
			tasks.Plural(len(missing), "file", "files") + " back.",
	}
	if len(missing) == 1 {
		f.Hint = w.suggestion(missing[0]) + f.Hint
	}
	w.add(f)
}

// checkParents reports a part that is not in the list of its container, and one that several containers name.
func (w *session) checkParents(t *tasks.Task) {
	if whole := w.parent(t); whole != nil && len(whole.Children) > 0 && !slices.Contains(w.containersOf[t.ID], whole) {
		w.add(Finding{
			Severity: Warning, Kind: WrongParent, Files: []tasks.Key{t.Key, whole.Key}, What: "it is a part of " +
				whole.ID.Text + ", whose list does not have it",
			Why:  "agents that read the list of " + whole.ID.Text + " do not see that this belongs to it",
			Hint: "Put it into the list, or take the parent out of this file.",
		})
	}
	for _, o := range w.containersOf[t.ID][:min(len(w.containersOf[t.ID]), 3)] {
		if id := w.parentID(t); o != t && !id.Empty() && id != o.ID {
			w.add(Finding{
				Severity: Warning, Kind: WrongParent, Files: []tasks.Key{t.Key, o.Key}, What: o.ID.Text +
					" names it as its part, and its own file says it is one of " + t.Parent.Text,
				Why:  "what it inherits, and when its container is finished, depends on which of the two an agent reads",
				Hint: "Let the two files say the same.",
			})
		}
	}
}

// checkDepth reports a task that is nested too deep, or a part of itself.
func (w *session) checkDepth(t *tasks.Task) {
	deep, up := 1, t
	for seen := map[*tasks.Task]bool{t: true}; ; deep++ {
		if up = w.parent(up); up == nil {
			break
		}
		if seen[up] {
			if up == t {
				w.add(Finding{
					Severity: Error, Kind: WrongParent, Files: []tasks.Key{t.Key},
					What: "it is a part of itself, through its containers",
					Why:  "none of them is ever finished", Hint: "Take the parent out of one of their files.",
				})
			}
			return
		}
		seen[up] = true
	}
	if !w.parentID(t).Empty() {
		deep = max(deep, dialect.Depth(t.ID))
	}
	if deep > maxDepth {
		w.add(Finding{
			Severity: Warning, Kind: TooDeep, Files: []tasks.Key{t.Key},
			What: fmt.Sprintf("it is %d levels deep, and two are allowed", deep),
			Why:  "agents plan and complete a container and its parts, and nothing below",
			Hint: "Make it a part of the container at the top.",
		})
	}
}

// openParts returns the ids of the unfinished parts of a container, at any depth.
func (w *session) openParts(t *tasks.Task) (open []string) {
	seen := map[*tasks.Task]bool{t: true}
	for queue := slices.Clone(w.parts[t]); len(queue) > 0; queue = queue[1:] {
		part := queue[0]
		if seen[part] {
			continue
		}
		seen[part] = true
		if inner := w.parts[part]; len(inner) > 0 {
			queue = append(queue, inner...)
			continue
		}
		if !part.Status.Finished() {
			open = append(open, part.ID.Text)
		}
	}
	return open
}

// checkContainer reports a container that has no parts, or whose status disagrees with its parts.
func (w *session) checkContainer(t *tasks.Task) {
	parts := w.parts[t]
	if len(parts) == 0 {
		if t.Status == tasks.Container {
			w.add(Finding{
				Severity: Warning, Kind: EmptyContainer, Files: []tasks.Key{t.Key},
				What: "it is a container and has no parts",
				Why:  "nobody works on a container, so tasks that wait for it wait for ever",
				Hint: "Give it parts, or set it to pending so that somebody does it.",
			})
		}
		return
	}
	open := w.openParts(t)
	w.checkPartWaits(t)
	knows := t.Traits == dialect.CCW10 || t.Traits == dialect.CCW5 // the word container
	switch {
	case t.Status.Finished() && len(open) > 0:
		w.add(Finding{
			Severity: Warning, Kind: WrongContainer, Files: []tasks.Key{t.Key},
			What: "it says that it is " + t.Status.String() + ", and " + list(open) + " " +
				tasks.Plural(len(open), "is", "are") + " not",
			Why: "what waits for it may be started too early", Hint: "Finish its parts, or set it back.",
		})
	case len(open) == 0 && !t.Status.Finished():
		w.add(Finding{
			Severity: Note, Kind: WrongContainer, Files: []tasks.Key{t.Key},
			What: "all its parts are finished, and it says " + t.Status.String(),
			Why:  "agents see from its parts that it is finished; nothing needs to be done",
		})
	case knows && t.Status != tasks.Container && !t.Status.Finished():
		f := Finding{
			Severity: Warning, Kind: WrongContainer, Files: []tasks.Key{t.Key},
			What: "it has parts, and does not say that it is a container",
			Why:  "an agent may do the whole of it while others do its parts", Hint: "Set its status to container.",
		}
		if isEditable(t) && t.Status != tasks.InProgress {
			f.Repair = &Repair{What: "say that it is a container", Asks: true, Edit: statusEdit(t, tasks.Container)}
		}
		w.add(f)
	}
}

// checkPartWaits reports a container and one of its parts that wait for each other.
func (w *session) checkPartWaits(whole *tasks.Task) {
	for _, part := range w.parts[whole] {
		from, to := whole, part
		if slices.Contains(part.WaitsFor, whole.ID) {
			from, to = part, whole
		} else if !slices.Contains(whole.WaitsFor, part.ID) {
			continue
		}
		f := Finding{
			Severity: Warning, Kind: PartWaits, Files: []tasks.Key{from.Key, to.Key},
			What: "a container waits for its own part " + to.ID.Text,
			Why:  "it is finished when its parts are, without waiting", Hint: "Take it out of the list.",
			Repair: unlinkRepair(from, true, to.ID),
		}
		if from == part {
			f.Severity, f.What = startSeverity(part), "it waits for "+to.ID.Text+", which it is a part of"
			f.Why = "that is finished when this is: neither is ever started"
		}
		if from.Status.Finished() {
			f.Severity = Note
		}
		w.add(f)
	}
}
