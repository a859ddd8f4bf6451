package doctor

import (
	"slices"
	"strings"

	"sideboard/tasks"
)

// PutBack is a file to which serve gave what a bucket has, in place of what was written here.
type PutBack struct {
	Name string
	Why  string
	Said []tasks.Change // what makes it say again what it said
}

// checkPutBack reports what serve put back. That another host was faster with a claim is no error: its agent learns of
// it.
func (x *exam) checkPutBack() {
	for _, p := range x.c.PutBack {
		t := x.byName(p.Name)
		if t == nil {
			continue
		}
		f := Finding{
			Severity: Note, Kind: PutBackFile, Files: []tasks.Key{t.Key}, What: "put back: " + p.Why,
			Why: "serve gave it what the bucket has, because another host wrote the same; what was written here is kept",
		}
		var names []string
		for _, c := range p.Said {
			names = append(names, c.Member)
		}
		if slices.ContainsFunc(names, isMoreThanAClaim) {
			f.Severity = Error
		}
		if isEditable(t) {
			f.Repair = &Repair{What: "write its " + list(names) + " again, as it was here", Asks: true,
				Edit: &tasks.Edit{
					Verb: tasks.VerbEdit, Of: t.Key, Changes: p.Said,
				}}
		}
		x.add(f)
	}
}

// isMoreThanAClaim reports whether a member is none that a claim or a completion changes.
func isMoreThanAClaim(member string) bool {
	return member != "status" && member != "owner" && !strings.HasSuffix(member, "_at") &&
		!strings.HasSuffix(member, "At")
}
