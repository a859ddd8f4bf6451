package doctor

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// detectNewerAgents detects agents with worktrees in a folder of agents without. They add the key to a file when they
// write it, so most files may still be in the older form. Only such an agent writes a worktree that is not empty.
func (x *exam) detectNewerAgents() {
	newer := map[*tasks.Traits]*tasks.Traits{dialect.S12: dialect.S18, dialect.S10: dialect.S13}[x.own]
	if newer == nil {
		return
	}
	without := x.agents()
	for _, t := range x.tasks {
		if t.Traits == newer && t.Worktree != "" {
			x.own = newer
			x.add(Finding{
				Severity: Warning, Kind: FailsAll, Files: []tasks.Key{t.Key}, What: "it is bound to the worktree " +
					quoted(t.Worktree),
				Why:  without + " fail to list any task that has a worktree; those that bound it do not",
				Hint: "Let only agents that know worktrees work here.",
			})
		}
	}
}

// judgeFiles reads every file that the folder's agents read, and judges it as they would.
func (x *exam) judgeFiles() {
	before := x.c.Seen.recall(x.own)
	now := judgedFiles{by: x.own, good: make([]*tasks.Task, 0, len(x.tasks))}
	sets := map[*tasks.Keys]bool{}
	for _, t := range x.tasks {
		sets[t.Surplus()] = true
	}
	x.common = tasks.OwnKeys(maps.Keys(sets), len(x.tasks))
	slices.Sort(x.common)
	now.common = x.common
	known := before.good
	if !slices.Equal(before.common, now.common) {
		known = nil
	}
	for _, t := range x.tasks {
		for len(known) > 0 && known[0].Key.Compare(t.Key) < 0 {
			known = known[1:]
		}
		_, broken := x.problems[t.Name]
		if len(known) > 0 && known[0] == t && !broken && !isWorkflow(t) || x.judgeFile(t.Name, t) {
			now.good = append(now.good, t)
		}
	}
	x.c.Seen.keep(now)
	for name, p := range x.problems {
		switch p.Kind {
		case tasks.Unparsable, tasks.NotATask, tasks.NoID:
			if x.byName(name) == nil { // otherwise it was judged with its task
				x.judgeFile(name, nil)
			}
		}
	}
	for _, e := range x.c.Entries {
		if strings.HasPrefix(e.Name, ".") && dialect.Matches(x.own, e.Name) {
			x.judgeFile(e.Name, nil)
		}
	}
}

// judgeFile judges a file, of the task t unless it is nil, and reports whether it is a task without faults.
func (x *exam) judgeFile(name string, t *tasks.Task) (good bool) {
	raw, err := x.c.Files.Raw(name)
	if err != nil { // deleted since, or it has a problem
		if t != nil {
			x.unread[t] = true
		}
		return false
	}
	err = x.object.Parse(raw)
	_, broken := x.problems[name]
	if t != nil && err != nil && !broken {
		return false // an agent is writing it
	}
	v := x.c.Codec.Judge(x.own, name, raw, x.common)
	if err == nil {
		if twice := x.object.Duplicates(); twice != nil {
			x.duplicateKeys[name] = twice[0]
		}
		if t != nil && isWorkflow(t) {
			x.checkMembers(t, raw)
		}
	}
	if !broken && v.Take == dialect.Taken {
		return x.duplicateKeys[name] == ""
	}
	x.verdicts[name] = v
	return false
}

// checkFiles reports the files that the folder's agents cannot use.
func (x *exam) checkFiles() {
	for _, t := range x.tasks {
		if _, broken := x.problems[t.Name]; broken {
			continue
		}
		if c, isCopy := x.copies[t]; isCopy {
			x.reportCopy(t, c)
			continue
		}
		x.checkVerdict(t)
		x.checkLimits(t)
	}
	for name, v := range x.verdicts {
		_, broken := x.problems[name]
		if !broken && x.byName(name) == nil { // a dot-file
			f := Finding{
				Severity: Note, Kind: ForeignFile, Files: []tasks.Key{x.key(name)},
				What: v.Why, Why: x.effectWords(v.Take),
				Hint: "Remove it, or give it another name, when nothing needs it.",
			}
			if v.Take == dialect.FailsAll {
				f.Severity, f.Kind = Error, FailsAll
			}
			x.add(f)
		}
	}
	for _, p := range x.problems {
		x.reportProblem(p)
	}
}

// checkVerdict reports a task that can be read, but not by the folder's agents.
func (x *exam) checkVerdict(t *tasks.Task) {
	v := x.verdicts[t.Name]
	if v.Take == dialect.Taken {
		return
	}
	f := Finding{Severity: Error, Files: []tasks.Key{t.Key}, What: v.Why, Why: x.effectWords(v.Take)}
	f.Kind = map[dialect.Take]Kind{dialect.Ignored: IgnoredFile, dialect.Skipped: SkippedFile,
		dialect.FailsAll: FailsAll, dialect.FailsOver: FailsOver}[v.Take]
	if v.Take == dialect.Skipped && !dialect.Named(x.own, t.Name) {
		f.Severity = Warning // a task of other agents
	}
	if other := x.otherFileWithID(t); other != nil && v.Take != dialect.FailsAll && v.Take != dialect.FailsOver {
		f.Severity = Warning
		f.Why += "; they do see " + other.Name + ", which has the same id"
	}
	switch {
	case v.Repair != nil && isEditable(t) && x.haveMembers(v.Repair):
		f.Repair = &Repair{What: "put that right in " + t.Name, Asks: v.Lossy,
			Edit: &tasks.Edit{Verb: tasks.VerbEdit, Of: t.Key, Changes: v.Repair}}
		if v.Lossy {
			f.Repair.What = "take away the keys they do not know: " + list(members(v.Repair))
		}
	case v.Take == dialect.Ignored:
		f.Hint = "Give the file a name that they look at, or remove it."
	default:
		f.Hint = "Look at the file and decide what it should say, or move it out of the folder."
		f.Repair = statusRepair(t)
	}
	x.add(f)
}

// haveMembers reports whether a file of the folder has each member that changes would set or remove: no agent there
// writes a member that no file has.
func (x *exam) haveMembers(cs []tasks.Change) bool {
	has := func(o *tasks.Task, name string) bool {
		raw, _ := x.c.Files.Raw(o.Name)
		if x.object.Parse(raw) != nil {
			return false
		}
		_, there := x.object.Get(name)
		return there
	}
	for _, c := range cs {
		if !slices.ContainsFunc(x.tasks, func(o *tasks.Task) bool { return has(o, c.Member) }) {
			return false
		}
	}
	return true
}

// members returns the names of the members that changes remove.
func members(cs []tasks.Change) []string {
	var names []string
	for _, c := range cs {
		if c.Op == tasks.Unset {
			names = append(names, c.Member)
		}
	}
	return names
}

// otherFileWithID returns another task with the same id that the agents list, nil for none.
func (x *exam) otherFileWithID(t *tasks.Task) *tasks.Task {
	for _, o := range x.byID(t.ID) {
		if o != t && x.isListed(o) {
			return o
		}
	}
	return nil
}

// effectWords says what agents do with a file. Those that write no published design may do anything.
func (x *exam) effectWords(take dialect.Take) string {
	if !x.own.Published() {
		return "what the tool that writes these files does with it is not known"
	}
	switch take {
	case dialect.FailsAll:
		return x.agents() + " fail to list any task while this file is there"
	case dialect.FailsOver:
		return x.agents() + " list it, and then fail to complete any task while this file is there"
	case dialect.Skipped:
		return x.agents() + " skip the file silently"
	}
	return x.agents() + " never look at it"
}

// checkLimits reports a file that the folder's agents can read and that cannot be edited here, or not all of it.
func (x *exam) checkLimits(t *tasks.Task) {
	if t.Limits == 0 || !t.Traits.Published() || !x.isListed(t) {
		return
	}
	f := Finding{Severity: Note, Kind: FixedText, Files: []tasks.Key{t.Key}, What: t.Why,
		Why: "its agents are not held up by that"}
	switch {
	case x.duplicateKeys[t.Name] != "":
		f.Severity, f.Kind, f.What = Warning, DoubleKey, "it has the key "+quoted(x.duplicateKeys[t.Name])+" twice"
		f.Why = "its readers take one of the two, the next write drops the other; it is not edited here"
		f.Hint = "Remove one of the two by hand."
	case t.Limits&tasks.NoEdit != 0:
		f.Kind, f.Why = LinkedFile, "its agents follow it; it is shown here and not edited, because replacing it would cut the link"
	}
	x.add(f)
}

// damageHint says where a damage comes from, and what a person can do about it.
func damageHint(d tasks.Damage) string {
	switch d {
	case tasks.CutOff:
		return "Its writer died in the middle: repair it with an editor, or restore it."
	case tasks.NotUTF8:
		return "Save it as UTF-8: Windows PowerShell writes UTF-16 with > and Out-File."
	case tasks.MergeConflict:
		return "Choose a side with git checkout --ours or --theirs and the name of the file, or merge the two with an " +
			"editor; then git add."
	}
	return "Repair it with an editor, or restore it."
}

// reportProblem reports a file that cannot be read.
func (x *exam) reportProblem(p tasks.Problem) {
	f := Finding{Severity: Note, Files: []tasks.Key{p.Key}, What: p.Text}
	take := dialect.TakeUnreadable(x.own, p.Key.Name)
	if v, judged := x.verdicts[p.Key.Name]; judged {
		take = v.Take
	}
	f.Why = x.effectWords(take)
	hidden := take == dialect.Skipped && (dialect.Named(x.own, p.Key.Name) || x.byName(p.Key.Name) != nil)
	switch p.Kind {
	case tasks.BeingWritten:
		f.Kind, f.What, f.Why = BrokenFile, "it is being written at this moment", "it may be complete in an instant"
	case tasks.Unparsable:
		f.Kind, f.Severity = BrokenFile, Warning
		if p.Line > 0 {
			f.What = fmt.Sprintf("line %d, column %d: %s", p.Line, p.Col, p.Text)
		}
		f.Hint = damageHint(p.Damage)
		if hidden {
			f.Severity, f.Why = Error, x.agents()+" do not know the task until the file is repaired"
		}
	case tasks.NotATask:
		f.Kind, f.Hint = NotATask, "Keep it in another folder."
		switch {
		case !x.own.Published() && len(x.tasks) > 0:
			return // a file of the other tool
		case !x.own.Published():
			f.Why, f.Hint = "its tool knows what it is; here only files that hold one task each are read", ""
		}
		if hidden {
			f.Severity, f.Why = Error, x.agents()+" do not see the task that it is named after"
		}
	case tasks.NoID:
		f.Kind, f.Severity, f.Hint = BrokenFile, Warning, "Give it its id, or keep it in another folder."
		if hidden {
			f.Severity = Error
		}
	case tasks.TooLarge:
		f.Kind, f.Severity, f.Why = TooLarge, Warning, "agents may read it; it is not read here"
		x.add(f)
		return
	case tasks.NotAFile:
		f.Kind, f.Severity = NotAFile, Warning
		if x.entries[p.Key.Name].Kind == Special && take != dialect.Ignored {
			f.Severity, f.Why = Error, "agents that open it wait for ever"
		}
		f.Hint = "Remove it, or give it another name."
	case tasks.OutsideLink:
		f.Kind, f.Severity, f.Why = LinkedFile, Warning,
			"agents follow it; it is not followed here, because it could lead anywhere"
		x.add(f)
		return
	case tasks.Unreadable:
		f.Kind, f.Severity = UnreadableFile, Warning
		f.Hint = "Look at what it leads to, and at who may read it."
		if hidden && x.entries[p.Key.Name].Kind == File {
			f.Severity = Error
		}
	}
	if take == dialect.FailsAll && p.Kind != tasks.BeingWritten {
		f.Severity = Error
		if f.Kind != BrokenFile && f.Kind != UnreadableFile && f.Kind != NotAFile {
			f.Kind = FailsAll
		}
	}
	x.add(f)
}
