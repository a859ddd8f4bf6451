package doctor

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/jsonedit"
)

// syncCopy says of a file that a synchroniser made what it is a copy of.
type syncCopy struct {
	of *tasks.Task
	by string // the name of the synchroniser
}

// findCopies finds the files that a synchroniser made because one file was changed on two machines.
func (x *exam) findCopies() {
	for rest := x.byIDs; len(rest) > 1; {
		same := sameID(rest, rest[0].ID)
		rest = rest[len(same):]
		if len(same) == 1 {
			continue
		}
		named := func(name string) int {
			return slices.IndexFunc(same, func(o *tasks.Task) bool { return o.Name == name })
		}
		for _, t := range same {
			name, by := dialect.CopyOf(t.Name, func(name string) bool { return named(name) >= 0 })
			if i := named(name); i >= 0 && same[i] != t {
				x.copies[t] = syncCopy{same[i], by}
			}
		}
	}
}

// reportCopy compares a copy with its original, and proposes to merge the two.
func (x *exam) reportCopy(t *tasks.Task, c syncCopy) {
	raw, err := x.c.Files.Raw(c.of.Name)
	mine := bytes.Clone(raw)
	if err != nil {
		return // deleted since
	}
	theirs, err := x.c.Files.Raw(t.Name)
	if err != nil {
		return
	}
	over := func(id tasks.ID) bool {
		return slices.ContainsFunc(x.byID(id), func(o *tasks.Task) bool { return o.Status.Finished() })
	}
	changes, differ, err := x.c.Codec.Merge(c.of, mine, theirs, t.Stamp.Mtime > c.of.Stamp.Mtime, over)
	if err != nil {
		return // an agent is writing one of them
	}
	f := Finding{
		Severity: Warning, Kind: SyncCopy, Files: []tasks.Key{t.Key, c.of.Key},
		What: c.by + " made this copy of " + c.of.Name + ": " + differences(differ),
		Hint: "Put what is right into " + c.of.Name + ", and remove the copy.",
	}
	switch v := x.verdicts[t.Name]; {
	case !x.own.Published():
		f.Severity, f.Why = Note, "the file was changed on two machines"
	case v.Take == dialect.Taken:
		f.Why = "the file was changed on two machines, and " + x.agents() + " list both"
		if t.Status != tasks.Completed {
			f.Severity = Error // it is never started
		}
	default:
		f.Why = "the file was changed on two machines; " + x.effectWords(v.Take)
		if v.Take == dialect.FailsAll || v.Take == dialect.FailsOver {
			f.Severity = Error
		}
	}
	if x.own.Published() && isEditable(t) && isEditable(c.of) {
		f.Repair = &Repair{What: mergeWords(c.of.Name, differ), Asks: true, Edit: &tasks.Edit{
			Verb: tasks.VerbEdit, Of: c.of.Key, Changes: changes, Also: []tasks.Step{x.deleteAsRead(t.Key, theirs)},
		}}
	}
	x.add(f)
}

// deleteAsRead returns the step that deletes a file if it still says what raw says.
func (x *exam) deleteAsRead(k tasks.Key, raw []byte) tasks.Step {
	st := tasks.Step{Kind: tasks.DeleteFile, Key: k}
	all, _ := x.c.Codec.Members(raw) // raw was parsed
	for _, m := range all {
		v := tasks.Value{Kind: tasks.RawVal, Text: string(jsonedit.Canonical(m.Raw))}
		same := tasks.Change{Field: tasks.FieldMember, Member: m.Name, Op: tasks.Set, From: v, To: v}
		st.Changes = append(st.Changes, same)
	}
	return st
}

// differences returns what a copy and its original say differently, the first few of it.
func differences(all []dialect.Difference) string {
	const most = 3
	if len(all) == 0 {
		return "both say the same"
	}
	var words []string
	for i, d := range all {
		if i == most {
			words = append(words, fmt.Sprintf("%d more", len(all)-most))
			break
		}
		words = append(words, d.Name+" "+dialect.Brief(d.Theirs)+" here, "+dialect.Brief(d.Mine)+" there")
	}
	return strings.Join(words, "; ")
}

// mergeWords says what merging a copy into its original does.
func mergeWords(original string, all []dialect.Difference) string {
	var taken, lost []string
	for _, d := range all {
		if d.Taken {
			taken = append(taken, d.Name)
		} else {
			lost = append(lost, d.Name)
		}
	}
	words := "delete this copy"
	if len(taken) > 0 {
		words = "put its " + list(taken) + " into " + original + ", and delete this copy"
	}
	if len(lost) > 0 {
		words += " with its " + list(lost)
	}
	return words
}
