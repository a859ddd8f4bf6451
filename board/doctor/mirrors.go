package doctor

import (
	"slices"

	"sideboard/tasks"
)

// checkMirrors reports links that only one of their two files has, in dialects that keep both sides. Links to a
// completed task do not count: where completing clears the lists of its dependants, its own blocks stay.
func (x *exam) checkMirrors() {
	unnamed := map[*tasks.Task][]*tasks.Task{} // by task: those that wait for it and that its blocks do not name
	for _, t := range x.tasks {
		if !t.Traits.Mirrors || !x.isRead(t) {
			continue
		}
		x.checkBlocks(t)
		for _, id := range unique(t.WaitsFor) {
			o, _ := x.find(t, id)
			if o != nil && o != t && o.Status != tasks.Completed && o.Traits.Mirrors && o.DroppedLinks == 0 &&
				!t.DroppedBlockers && !slices.Contains(o.Blocks, t.ID) {
				unnamed[o] = append(unnamed[o], t)
			}
		}
	}
	for _, o := range x.tasks {
		if waiting := unnamed[o]; waiting != nil {
			x.reportMissingBlocks(o, waiting)
		}
	}
}

// reportMissingBlocks reports tasks that wait for o and that its own file does not name.
func (x *exam) reportMissingBlocks(o *tasks.Task, waiting []*tasks.Task) {
	f := Finding{
		Severity: Note, Kind: OneSided, Files: []tasks.Key{o.Key},
		Why:  "they wait for it, but an agent that reads only this file does not see it",
		Hint: "Link them again.",
	}
	step := tasks.Step{Kind: tasks.ChangeFile, Key: o.Key}
	e := &tasks.Edit{Verb: tasks.VerbLink, Of: o.Key}
	var ids []tasks.ID
	for _, t := range waiting {
		f.Files, ids = append(f.Files, t.Key), append(ids, t.ID)
		e.Needs = append(e.Needs, tasks.Need{Key: t.Key, Field: tasks.FieldWaitsFor, Is: tasks.RefsValue(t.WaitsFor)})
		step.Changes = append(step.Changes,
			tasks.Change{Field: tasks.FieldBlocks, Op: tasks.Add, To: tasks.RefValue(t.ID)})
	}
	f.What = "its blocks do not name " + joinIDs(ids) + ", which " + tasks.Plural(len(ids), "waits", "wait") + " for it"
	if e.Steps = []tasks.Step{step}; isEditable(o) {
		f.Repair = &Repair{What: "add " + joinIDs(ids) + " to its blocks", Edit: e}
	}
	x.add(f)
}

// checkBlocks reports tasks that do not wait for t although its blocks name them.
func (x *exam) checkBlocks(t *tasks.Task) {
	done := t.Status == tasks.Completed
	if done && t.Traits.ClearsOnComplete {
		return
	}
	var nobody []tasks.ID
	for _, id := range unique(t.Blocks) {
		o, broken := x.find(t, id)
		switch {
		case broken || o == t || o != nil && (o.DroppedBlockers || slices.Contains(o.WaitsFor, t.ID)):
		case o == nil && len(x.byID(id)) > 0: // no agent sees it: there is a finding about its file
		case o == nil:
			nobody = append(nobody, id)
		default:
			x.reportNotWaiting(t, o, done || o.Status.Finished())
		}
	}
	if len(nobody) == 0 {
		return
	}
	f := Finding{
		Severity: Note, Kind: OneSided, Files: []tasks.Key{t.Key}, What: "its blocks name " + joinIDs(nobody) +
			", which no file has",
		Why: "it does no harm: no task waits because of it", Hint: "Take it out of the list.",
	}
	if isEditable(t) {
		f.Repair = &Repair{What: "take " + joinIDs(nobody) + " out of its blocks", Asks: true, Edit: &tasks.Edit{
			Verb: tasks.VerbUnlink, Of: t.Key,
			Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: t.Key,
				Changes: dropChanges(tasks.FieldBlocks, nobody...)}},
		}}
	}
	x.add(f)
}

// reportNotWaiting reports that o does not wait for t although the blocks of t name it. The files do not say which of
// the two is right; a person decides whether o is to wait. past says that it does not matter any more.
func (x *exam) reportNotWaiting(t, o *tasks.Task, past bool) {
	f := Finding{
		Severity: Warning, Kind: OneSided, Files: []tasks.Key{t.Key, o.Key},
		What: "its blocks name " + o.ID.Text + ", which does not wait for it",
		Why:  "if " + o.ID.Text + " was to wait, it does not: " + x.agents() + " go by its own list",
		Hint: "Link the two if one is to wait for the other, otherwise take it out of the blocks.",
	}
	switch {
	case past:
		f.Severity, f.Why = Note, "one of the two is finished, so that it does not matter any more"
	case t.Traits.ClearsOnComplete:
		f.Severity, f.Why = Note, "completing a task and reopening it leaves that behind: "+x.agents()+
			" go by the list of the one that waits"
	case o.Status == tasks.Pending && isEditable(o) && o.ID.Num == t.ID.Num && !x.waitsFor(t, o):
		f.Repair = &Repair{What: "let " + o.ID.Text + " wait for " + t.ID.Text, Asks: true, Edit: &tasks.Edit{
			Verb: tasks.VerbLink, Of: o.Key,
			Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(t.ID)}},
		}}
	}
	x.add(f)
}

// waitsFor reports whether a task waits for another, directly or through others: a link back would close a loop.
func (x *exam) waitsFor(t, other *tasks.Task) bool {
	seen := map[*tasks.Task]bool{t: true}
	for queue := []*tasks.Task{t}; len(queue) > 0; queue = queue[1:] {
		for _, id := range queue[0].WaitsFor {
			o, _ := x.find(queue[0], id)
			if o == other {
				return true
			}
			if o != nil && !seen[o] {
				seen[o] = true
				queue = append(queue, o)
			}
		}
	}
	return false
}

// unique returns ids without repetitions. It allocates nothing for a short list without any, as most are.
func unique(ids []tasks.ID) []tasks.ID {
	const short = 8
	once := len(ids) <= short
	for i := 1; i < len(ids) && once; i++ {
		once = !slices.Contains(ids[:i], ids[i])
	}
	if once {
		return ids
	}
	var out []tasks.ID
	seen := make(map[tasks.ID]bool, len(ids))
	for _, id := range ids {
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return out
}
