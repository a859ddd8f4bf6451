package doctor

import (
	"cmp"
	"slices"
	"strconv"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// reportOnlyShown reports files of designs that are read and never written, one finding for each design.
func (x *exam) reportOnlyShown() {
	counts := map[*tasks.Traits][]*tasks.Task{}
	for _, t := range x.tasks {
		if t.Traits.ReadOnly != "" {
			counts[t.Traits] = append(counts[t.Traits], t)
		}
	}
	for d, ts := range counts {
		f := Finding{
			Severity: Note, Kind: OnlyShown, Files: []tasks.Key{ts[0].Key}, Why: ts[0].Why,
			Hint: "Change it with " + toolOf(d) + ".",
		}
		if d.Form != nil {
			f.Hint = "A person may allow to edit them: sideboard allow, with the directory, at a terminal."
		}
		it, are := "it", "is a file"
		if n := len(ts); n > 1 {
			it, are = "it and "+strconv.Itoa(n-1)+" "+tasks.Plural(n-1, "other", "others"), "are files"
		}
		of := d.Title
		if toolOf(d) != d.Title {
			of = "no published design"
		}
		f.What = it + " " + are + " of " + of
		x.add(f)
	}
}

// toolOf names the tool of a design that is never written.
func toolOf(d *tasks.Traits) string {
	if d.Form != nil || d.Dialect == dialect.Unknown.Dialect {
		return "the tool it belongs to"
	}
	return d.Title
}

// isUnknownDesign reports whether the rules of a design are not known.
func isUnknownDesign(d *tasks.Traits) bool {
	return d.Form != nil || d.Dialect == dialect.Unknown.Dialect || d == dialect.Maestro
}

// checkIDs reports ids that several files have, and ids that are not in the file where agents look for them.
func (x *exam) checkIDs() {
	if !x.own.Published() {
		return
	}
	for rest := x.byIDs; len(rest) > 0; {
		same := sameID(rest, rest[0].ID)
		rest = rest[len(same):]
		if len(same) > 1 {
			same = slices.DeleteFunc(slices.Clone(same), func(o *tasks.Task) bool {
				return !x.isListed(o) || x.copies[o].of != nil
			})
		}
		if len(same) > 1 {
			x.reportDuplicateID(same[0].ID, same)
			continue
		}
		if len(same) == 0 || !x.isListed(same[0]) {
			continue
		}
		if t := same[0]; !dialect.NamedFor(x.own, t.Name, t.ID) {
			want := dialect.NameOf(x.own, t.ID)
			x.add(Finding{
				Severity: severityUnless(t.Status == tasks.Completed), Kind: MisnamedID, Files: []tasks.Key{t.Key},
				What: "its id is " + quoted(t.ID.Text) + ", which belongs in " + want,
				Why:  x.agents() + " look for a task in the file of its id: they cannot claim or complete this one",
				Hint: "Give the file the name of its id, or the task the id of its file. Look first at which of the two other tasks wait for.",
			})
		}
	}
}

// reportDuplicateID reports several files with one id.
func (x *exam) reportDuplicateID(id tasks.ID, same []*tasks.Task) {
	want := dialect.NameOf(x.own, id)
	f := Finding{
		Severity: Warning, Kind: DoubleID, What: "they all have the id " + quoted(id.Text),
		Hint: "Remove the copy, or give it an id and a name of its own.",
	}
	there := false
	for _, t := range same {
		f.Files = append(f.Files, t.Key)
		there = there || t.Name == want
		if t.Name != want && t.Status != tasks.Completed {
			f.Severity = Error
		}
	}
	f.Why = "it is not clear which is meant: " + x.agents() + " open " + want
	if !there {
		f.Why += ", which does not exist"
	} else {
		f.Why += " and never claim or complete the other"
	}
	x.add(f)
}

// severityUnless returns the severity of a fault that keeps agents from working on a task: Error, unless the task is
// done.
func severityUnless(done bool) Severity {
	if done {
		return Warning
	}
	return Error
}

// checkStates reports statuses and owners that keep tasks from being started or completed.
func (x *exam) checkStates() {
	for _, t := range x.tasks {
		if !x.isRead(t) || isUnknownDesign(t.Traits) {
			continue
		}
		switch {
		case t.Status == tasks.Foreign && x.isListed(t):
			f := Finding{
				Severity: Error, Kind: UnknownStatus, Files: []tasks.Key{t.Key}, What: "its status is " +
					quoted(t.StatusText),
				Why: x.agents() + " do not know that word: they start neither the task nor what waits for it",
				Hint: "Look at whether the work is done, and set the status to pending, " +
					cmp.Or(x.c.Codec.RunningWord(t.Traits), tasks.InProgress.String()) + " or completed.",
			}
			if t.StatusText == "" {
				f.What = "it has no status"
			}
			f.Repair = statusRepair(t)
			x.add(f)
		case t.Status == tasks.Pending && t.Owner != "" && !t.Traits.OwnerIsClaim && t.Traits.Published():
			f := Finding{
				Severity: Error, Kind: OwnerOnPending, Files: []tasks.Key{t.Key},
				What: "it is pending and still belongs to " + quoted(t.Owner),
				Why:  x.agents() + " that look for work pick only tasks that nobody owns: this one is never started",
				Hint: "Release it, or start it.", Repair: releaseRepair(t),
			}
			if x.c.Given != nil && x.c.Given(t.Key, t.Owner) {
				f.Severity, f.What = Note, "it was given to "+quoted(t.Owner)+" and is not started"
				if f.Repair != nil {
					f.Repair.Asks = true // the person wants it so
				}
			}
			x.add(f)
		case t.Status == tasks.InProgress && t.Owner == "" && t.Traits.OwnerCompletes:
			x.add(Finding{
				Severity: Error, Kind: NobodyRuns, Files: []tasks.Key{t.Key},
				What: "it is in progress and belongs to nobody",
				Why:  "only its owner could complete it: " + x.agents() + " refuse everybody else",
				Hint: "Release it, so that an agent can claim it.", Repair: releaseRepair(t),
			})
		}
	}
}

// checkTimes reports files whose time of last change is in the future.
func (x *exam) checkTimes() {
	f := Finding{
		Severity: Note, Kind: FutureTime, What: "its time of last change is in the future",
		Why:  "that is not believed here: its age counts from when it was read",
		Hint: "Look at the clock of the machine that wrote it; then touch the file.",
	}
	for _, t := range x.tasks {
		if t.Marks.Has(tasks.Misdated) {
			f.Files = append(f.Files, t.Key)
		}
	}
	if len(f.Files) > 0 {
		x.add(f)
	}
}

// statusRepair returns the repair that replaces an unknown status by the one it means, nil if that is not clear.
func statusRepair(t *tasks.Task) *Repair {
	s := tasks.StatusMeant(t.StatusText)
	if !isEditable(t) || t.Status != tasks.Foreign || tasks.StatusOf(s.String()) == tasks.Foreign {
		return nil
	}
	e := &tasks.Edit{Verb: tasks.VerbEdit, Of: t.Key,
		Changes: []tasks.Change{{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(s)}}}
	if s == tasks.Completed {
		e = &tasks.Edit{Verb: tasks.VerbComplete, Of: t.Key}
	}
	return &Repair{What: "write " + quoted(s.String()) + " in place of " + quoted(t.StatusText), Asks: true, Edit: e}
}

// releaseRepair returns the repair that releases a task, unless its status has changed in the meantime.
func releaseRepair(t *tasks.Task) *Repair {
	if !isEditable(t) {
		return nil
	}
	return &Repair{What: "release it", Edit: &tasks.Edit{
		Verb: tasks.VerbRelease, Of: t.Key,
		Needs: []tasks.Need{{Key: t.Key, Field: tasks.FieldStatus, Is: tasks.StatusValue(t.Status)}},
	}}
}

// checkWorktrees reports unfinished tasks that are bound to a worktree that git does not know. Agents leave the name in
// finished ones.
func (x *exam) checkWorktrees() {
	if x.c.Worktrees == nil {
		return
	}
	for _, t := range x.tasks {
		if t.Worktree == "" || x.c.Worktrees[t.Worktree] || t.Status.Finished() {
			continue
		}
		f := Finding{
			Severity: Warning, Kind: LostWorktree, Files: []tasks.Key{t.Key},
			What: "it is bound to the worktree " + quoted(t.Worktree) + ", which git does not know",
			Why:  "it has no place to work in: the worktree was removed, or never made",
			Hint: "Make the worktree again, or bind the task to another one.",
		}
		if t.Traits == dialect.S13 && t.Status == tasks.Pending {
			f.Severity, f.Why = Error, x.agents()+" refuse to claim a task whose worktree does not exist"
		}
		if isEditable(t) {
			f.Repair = &Repair{What: "unbind it", Asks: true,
				Edit: &tasks.Edit{Verb: tasks.VerbBind, Of: t.Key, Changes: []tasks.Change{
					{Field: tasks.FieldWorktree, Op: tasks.Set, From: tasks.TextValue(t.Worktree)},
				}}}
		}
		x.add(f)
	}
}
