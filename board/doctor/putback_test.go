package doctor_test

import (
	"testing"
	"time"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// A claim for which somebody else was faster stops nobody: its agent learns of it.
func TestWhatServePutBackNeedsAPersonUnlessItWasAClaim(t *testing.T) {
	s, _ := examine(t, laid(t, ".tasks", map[string]string{
		"task_1.json": `{"id": 1, "subject": "Parse", "description": "", "status": "pending", "blockedBy": [], "owner": ""}`,
	}))
	v, err := s.Survey(t.Context())
	testdir.Must(t, err)
	said := func(members ...string) (all []tasks.Change) {
		for _, m := range members {
			raw := tasks.Value{Kind: tasks.RawVal, Text: `"x"`}
			all = append(all, tasks.Change{Field: tasks.FieldMember, Op: tasks.Set, Member: m, To: raw})
		}
		return all
	}
	for _, c := range []struct {
		said     []tasks.Change
		severity doctor.Severity
		repair   string
	}{
		{said("status", "owner", "updated_at"), doctor.Note, "write its status, owner, updated_at again, as it was here"},
		{said("subject"), doctor.Error, "write its subject again, as it was here"},
		{said("status", "description"), doctor.Error, "write its status, description again, as it was here"},
	} {
		p := doctor.PutBack{Name: "task_1.json", Why: "ann was first", Said: c.said}
		gone := doctor.PutBack{Name: "task_2.json", Why: "ann was first", Said: c.said}
		fs := doctor.Examine(doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Files: raws{s}, Now: time.Now(), PutBack: []doctor.PutBack{p, gone}})
		if len(fs) != 1 || fs[0].Kind != doctor.PutBackFile || fs[0].Severity != c.severity || fs[0].What != "put back: ann was first" {
			t.Fatalf("it finds %s", listed(fs))
		}
		if r := fs[0].Repair; r == nil || !r.Asks || r.What != c.repair || len(r.Edit.Changes) != len(c.said) {
			t.Errorf("the repair is %+v", r)
		}
	}
}
