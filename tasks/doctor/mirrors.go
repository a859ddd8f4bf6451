package doctor

import (
	"slices"

	"sideboard/tasks"
)

// mirrors tells of links that only one of their two files knows, where both should. What is satisfied is no link any
// more: the blocks of a completed task stay where completing clears the other side.
func (x *exam) mirrors() {
	for _, t := range x.tasks {
		if !t.Traits.Mirrors || !x.looked(t) {
			continue
		}
		x.unmirrored(t)
		x.unreturned(t)
	}
}

// unmirrored tells of blockers that do not know that this task waits for them.
func (x *exam) unmirrored(t *tasks.Task) {
	for _, id := range unique(t.WaitsFor) {
		o, broken := x.find(t, id)
		if broken || o == nil || o == t || o.Status == tasks.Completed || !o.Traits.Mirrors || slices.Contains(o.Blocks, t.ID) {
			continue
		}
		f := Finding{
			Severity: Note, Kind: OneSided, Files: []tasks.Key{o.Key, t.Key},
			What: t.ID.Text + " waits for " + o.ID.Text + ", whose blocks do not name it",
			Why:  "it waits all the same; only who reads the other file does not see it",
			Hint: "Link them again.",
		}
		if editable(o) {
			f.Repair = &Repair{What: "add " + t.ID.Text + " to the blocks of " + o.ID.Text, Edit: &tasks.Edit{
				Verb: tasks.VerbLink, Of: o.Key,
				Needs: []tasks.Need{{Key: t.Key, Field: tasks.FieldWaitsFor, Is: tasks.RefsValue(t.WaitsFor)}},
				Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: o.Key, Changes: []tasks.Change{
					{Field: tasks.FieldBlocks, Op: tasks.Add, To: tasks.RefValue(t.ID)},
				}}},
			}}
		}
		x.add(f)
	}
}

// unreturned tells of tasks that are said to wait for this one and do not.
func (x *exam) unreturned(t *tasks.Task) {
	done := t.Status == tasks.Completed
	if done && t.Traits.ClearsOnComplete {
		return
	}
	for _, id := range unique(t.Blocks) {
		o, broken := x.find(t, id)
		if broken || o == t || o != nil && slices.Contains(o.WaitsFor, t.ID) {
			continue
		}
		f := Finding{Severity: Note, Kind: OneSided, Files: []tasks.Key{t.Key}, What: "its blocks name " + id.Text + ", which no file has"}
		f.Why = "nothing waits there; no agent is held up by it"
		if o == nil {
			if f.Hint = "Take it out of the list."; editable(t) {
				cs := dropped(tasks.FieldBlocks, id)
				f.Repair = &Repair{What: "take " + id.Text + " out of its blocks", Edit: &tasks.Edit{
					Verb: tasks.VerbUnlink, Of: t.Key, Steps: []tasks.Step{{Kind: tasks.ChangeFile, Key: t.Key, Changes: cs}},
				}}
			}
			x.add(f)
			continue
		}
		f.Files = append(f.Files, o.Key)
		f.What = "its blocks name " + id.Text + ", which does not wait for it"
		if !done && !finished(o) {
			f.Severity, f.Why = Warning, "if "+id.Text+" was to wait, it does not: "+x.agents()+" go by its own list"
			f.Hint = "Link the two if the one is to wait for the other, else take it out of the blocks."
			if o.Status == tasks.Pending && editable(o) && o.ID.Num == t.ID.Num && !x.waitsThrough(t, o) {
				f.Repair = &Repair{What: "let " + id.Text + " wait for " + t.ID.Text, Asks: true, Edit: &tasks.Edit{
					Verb: tasks.VerbLink, Of: o.Key,
					Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(t.ID)}},
				}}
			}
		}
		x.add(f)
	}
}

// waitsThrough says that a task waits for another, through any number of others: a link back would close a loop.
func (x *exam) waitsThrough(t, other *tasks.Task) bool {
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

func unique(ids []tasks.ID) []tasks.ID {
	var out []tasks.ID
	seen := map[tasks.ID]bool{}
	for _, id := range ids {
		if !seen[id] {
			out = append(out, id)
		}
		seen[id] = true
	}
	return out
}
