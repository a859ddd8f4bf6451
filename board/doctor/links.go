package doctor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sideboard/board/graph"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// find returns the task that an id in the list of t means, nil for none: that in the file of the id, else, where agents
// go by ids and not by file names, the first that has the id. broken reports whether there is a file for the id that
// cannot be read; there is a finding about that file.
func (x *exam) find(t *tasks.Task, id tasks.ID) (found *tasks.Task, broken bool) {
	by, same := x.dialectOf(t), x.byID(id)
	named := t.Traits.ByName && t.Traits.NumericIDs == id.Num // an id of the other type names no file
	if i := slices.IndexFunc(same, func(o *tasks.Task) bool { return dialect.IsNameOf(by, o.Name, id) }); i >= 0 {
		found = same[i]
	} else {
		name := dialect.NameOf(by, id)
		other := x.byName(name)
		if _, there := x.entries[name]; there && other == nil {
			return nil, true // broken, or written since the tasks were read
		}
		if named {
			return other, false
		}
		if len(same) > 0 {
			found = same[0]
		}
	}
	if named {
		return found, false
	}
	if t.Traits.Blocked == tasks.UnfinishedOnly {
		if found != nil && !x.isListed(found) {
			found = nil
		}
		for _, o := range same { // any of them that is unfinished holds it back
			if x.isListed(o) && (found == nil || found.Status.Finished() && !o.Status.Finished()) {
				found = o
			}
		}
	}
	return found, false
}

// dialectOf returns the dialect by which the blockers of a task are found: that of the folder, unless it is read only.
func (x *exam) dialectOf(t *tasks.Task) *tasks.Traits {
	if !x.own.Published() {
		return t.Traits
	}
	return x.own
}

// blockerFaults are what is wrong with the tasks that a task waits for.
type blockerFaults struct {
	missing, finished []tasks.ID
	cleared           []*tasks.Task // the tasks of finished, whose ids should have been cleared from the list
	skipped           []*tasks.Task // tasks that no agent sees
	self              bool
}

// checkLinks reports lists that keep a task from being started.
func (x *exam) checkLinks() {
	for _, t := range x.tasks {
		if t.DroppedLinks > 0 {
			x.reportTruncatedLists(t)
		}
		if len(t.WaitsFor) == 0 || t.Status.Finished() || !x.isRead(t) || isUnknownDesign(t.Traits) {
			continue
		}
		var b blockerFaults
		for _, id := range unique(t.WaitsFor) {
			o, broken := x.find(t, id)
			switch {
			case id == t.ID || o == t:
				b.self = true
			case broken:
			case o == nil && len(x.byID(id)) > 0 && t.Traits.Blocked == tasks.UnfinishedOnly:
				b.skipped = append(b.skipped, x.byID(id)[0])
			case o == nil:
				if right := x.mistypedID(t, id); right == nil {
					b.missing = append(b.missing, id)
				} else if x.isListed(t) {
					x.reportMistyped(t, id, right)
				}
			case o.Status.Finished() && t.Traits.Blocked == tasks.ListNotEmpty:
				b.finished, b.cleared = append(b.finished, id), append(b.cleared, o)
			}
		}
		x.reportSelfLink(t, b.self)
		x.reportMissing(t, b.missing)
		for _, o := range b.skipped {
			v := x.verdicts[o.Name]
			x.add(Finding{
				Severity: Note, Kind: MissingBlocker, Files: []tasks.Key{t.Key, o.Key},
				What: "it waits for " + o.ID.Text + ", and " + x.effectWords(v.Take) + ": " + v.Why,
				Why:  "they do not wait for what they do not see", Hint: "Put " + o.Name + " right.",
			})
		}
		x.reportFinishedBlockers(t, b)
	}
}

// reportTruncatedLists reports lists that are longer than MaxLinks.
func (x *exam) reportTruncatedLists(t *tasks.Task) {
	more := tasks.Plural(int(t.DroppedLinks), "task than is", "tasks than are")
	f := Finding{
		Severity: Warning, Kind: ManyLinks, Files: []tasks.Key{t.Key},
		What: fmt.Sprintf("its lists name %d more %s shown", t.DroppedLinks, more),
		Why:  "edits leave the others as they are",
		Hint: "Shorten its list.",
	}
	if t.DroppedBlockers {
		f.Why = "the others are not read: it counts as blocked while they are there"
	}
	x.add(f)
}

// startSeverity returns the severity of a fault that keeps a task from being started: it does no harm to one that is.
func startSeverity(t *tasks.Task) Severity {
	if t.Status == tasks.Pending {
		return Error
	}
	return Warning
}

// dropChanges returns the changes that take ids out of a field.
func dropChanges(f tasks.Field, ids ...tasks.ID) []tasks.Change {
	var cs []tasks.Change
	for _, id := range ids {
		cs = append(cs, tasks.Change{Field: f, Op: tasks.Drop, To: tasks.RefValue(id)})
	}
	return cs
}

// unlinkRepair returns the repair that removes ids from the list of a task, and the task from theirs; nil if its file
// cannot be edited.
func unlinkRepair(t *tasks.Task, asks bool, ids ...tasks.ID) *Repair {
	if !isEditable(t) {
		return nil
	}
	return &Repair{
		What: "take " + joinIDs(ids) + " out of its list", Asks: asks,
		Edit: &tasks.Edit{Verb: tasks.VerbUnlink, Of: t.Key, Changes: dropChanges(tasks.FieldWaitsFor, ids...)},
	}
}

// reportMissing reports ids in the list of a task that no file has.
func (x *exam) reportMissing(t *tasks.Task, ids []tasks.ID) {
	if len(ids) == 0 {
		return
	}
	f := Finding{
		Severity: startSeverity(t), Kind: MissingBlocker, Files: []tasks.Key{t.Key},
		What:   "it waits for " + joinIDs(ids) + ", which no file has",
		Why:    "nobody can ever complete that, so it never starts",
		Hint:   "Take it out of the list if it is not needed, or bring the file back.",
		Repair: unlinkRepair(t, true, ids...),
	}
	if t.Traits.Blocked == tasks.UnfinishedOnly {
		f.Severity, f.Why = Note, x.agents()+" do not wait for what is not there"
	} else if t.Status != tasks.Pending {
		f.Why = "it runs already; once released it could never be started again"
	}
	x.addSuggestion(&f, t, ids)
	x.add(f)
}

// reportSelfLink reports that a task waits for itself, if it does.
func (x *exam) reportSelfLink(t *tasks.Task, self bool) {
	if !self {
		return
	}
	f := Finding{
		Severity: startSeverity(t), Kind: SelfLink, Files: []tasks.Key{t.Key},
		What: "it waits for itself: " + t.ID.Text + " > " + t.ID.Text, Why: "it can never start",
		Hint: "Take it out of its own list.",
	}
	if t.Status != tasks.Pending {
		f.Why = "it runs already; once released it could never be started again"
	}
	if slices.Contains(t.WaitsFor, t.ID) {
		if f.Repair = unlinkRepair(t, false, t.ID); f.Repair != nil && slices.Contains(t.Blocks, t.ID) {
			f.Repair.Edit.Changes = append(f.Repair.Edit.Changes, dropChanges(tasks.FieldBlocks, t.ID)...)
		}
	}
	x.add(f)
}

// reportFinishedBlockers reports completed blockers in a list, in a dialect in which a task is ready when its list is
// empty. The repair does what completing should have done: it leaves the blocks of the completed task alone.
func (x *exam) reportFinishedBlockers(t *tasks.Task, b blockerFaults) {
	if len(b.finished) == 0 {
		return
	}
	are, over := tasks.Plural(len(b.finished), "which is", "which are"), " completed"
	if slices.ContainsFunc(b.cleared, func(o *tasks.Task) bool { return o.Status != tasks.Completed }) {
		over = " over"
	}
	f := Finding{
		Severity: startSeverity(t), Kind: FinishedBlocker, Files: []tasks.Key{t.Key},
		What: "its list still names " + joinIDs(b.finished) + ", " + are + over,
		Why:  x.agents() + " start a task when its list is empty, and completing clears only once: it never starts",
		Hint: "Take it out of the list.",
	}
	if t.Status != tasks.Pending {
		f.Why = "it runs already; once released it could never be started again"
	}
	for _, o := range b.cleared {
		f.Files = append(f.Files, o.Key)
	}
	if isEditable(t) {
		e := &tasks.Edit{Verb: tasks.VerbUnlink, Of: t.Key, Changes: dropChanges(tasks.FieldWaitsFor, b.finished...)}
		e.Steps = []tasks.Step{{Kind: tasks.ChangeFile, Key: t.Key, Changes: e.Changes}}
		for _, o := range b.cleared {
			e.Needs = append(e.Needs, tasks.Need{Key: o.Key, Field: tasks.FieldStatus,
				Is: tasks.StatusValue(tasks.Completed)})
		}
		f.Repair = &Repair{What: "clear " + joinIDs(b.finished) + " from its list, as completing should have", Edit: e}
	}
	x.add(f)
}

// mistypedID returns the task that has an id as a string that is a number here, or the other way round; nil for none.
func (x *exam) mistypedID(t *tasks.Task, id tasks.ID) *tasks.Task {
	o, _ := x.find(t, tasks.ID{Text: id.Text, Num: !id.Num})
	if o == nil || o.ID.Num == id.Num {
		return nil
	}
	return o
}

// reportMistyped reports an id in the list of a task that is written as a number where the id of the task that is meant
// is a text, or the other way round.
func (x *exam) reportMistyped(t *tasks.Task, id tasks.ID, right *tasks.Task) {
	as := map[bool]string{true: "a number", false: "a text"}
	f := Finding{
		Severity: startSeverity(t), Kind: MistypedBlocker, Files: []tasks.Key{t.Key, right.Key},
		What: "its list names " + id.Text + " as " + as[id.Num] + ", and the task's id is " + as[right.ID.Num],
		Why:  "to " + x.agents() + " these are two ids: completing the one never clears the other, so it never starts",
		Hint: "Write the id as its own file does.",
	}
	if isEditable(t) && t.ID.Num == right.ID.Num {
		e := &tasks.Edit{Verb: tasks.VerbLink, Of: t.Key, Changes: dropChanges(tasks.FieldWaitsFor, id)}
		if right.Status != tasks.Completed || !t.Traits.ClearsOnComplete {
			e.Changes = append(e.Changes,
				tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(right.ID)})
		}
		f.Repair = &Repair{What: "write the id as " + as[right.ID.Num], Edit: e}
	}
	x.add(f)
}

// checkLoops reports loops of tasks, one for each set of tasks that wait for each other. There is no repair: the files
// do not say which of the links is wrong.
func (x *exam) checkLoops() {
	ends := func(t *tasks.Task) bool { return len(t.WaitsFor) == 0 || t.Status.Finished() }
	waiting := slices.DeleteFunc(slices.Clone(x.tasks), ends)
	nodes, place, n := make([]graph.Node, len(waiting)), make(map[*tasks.Task]int32, len(waiting)), 0
	for i, t := range waiting {
		nodes[i].Name, place[t] = t.Name, int32(i)
		n += len(t.WaitsFor)
	}
	links := make([]graph.Edge, 0, n)
	for i, t := range waiting {
		for _, id := range t.WaitsFor {
			o, _ := x.find(t, id)
			if to, waits := place[o]; waits {
				links = append(links, graph.Edge{From: to, To: int32(i), Open: true})
			}
		}
	}
	g := graph.New(nodes, links)
	held := make([]int, len(g.Loops()))
	for i := range nodes {
		if k := g.Loop(int32(i)); k >= 0 {
			held[k]++
		}
	}
	for k, way := range g.Loops() {
		f := Finding{
			Severity: Error, Kind: Loop, Why: "no task of this loop can ever start",
			Hint: "Remove one of these links.",
		}
		var ids []string
		for _, i := range way {
			t := waiting[i]
			f.Files = append(f.Files, t.Key)
			ids = append(ids, t.ID.Text)
			if t.Status == tasks.InProgress {
				f.Severity, f.Why = Warning, "one of them is in progress; if it is released, none can ever start"
			}
		}
		f.What = "they wait for each other: " + joinLoop(append(ids, ids[0]))
		if more := held[k] - len(way); more > 0 {
			f.Why += "; " + strconv.Itoa(more) + tasks.Plural(more, " more task is", " more tasks are") +
				" in a loop with them"
		}
		x.add(f)
	}
}

// joinLoop joins the ids of a loop; of a long one, the beginning and the end.
func joinLoop(ids []string) string {
	const most, end = 12, 5
	if len(ids) > most {
		ids = slices.Concat(ids[:end], []string{"…"}, ids[len(ids)-end:])
	}
	return strings.Join(ids, " > ")
}
