package tasks

import (
	"strings"
	"testing"
)

func TestTheIDThatWasMeant(t *testing.T) {
	for _, c := range []struct{ id, all, want string }{
		{"impl-1", "IMPL-1 IMPL-2", "IMPL-1"},
		{"IMPL-1", "IMPL-001 IMPL-002 IMPL-010", "IMPL-001"},
		{"IMPL-001", "IMPL-1 IMPL-2", "IMPL-1"},
		{"IMPL-10", "IMPL-010 IMPL-001", "IMPL-010"},
		{"IMLP-3", "IMPL-3 IMPL-4", "IMPL-3"},
		{"TASK-02", "TASK-002 TASK-003", "TASK-002"},
		{"IMPL-9", "IMPL-1 IMPL-2", ""},
		{"IMP-1", "IMPL-1 IMPA-1", ""}, // both are one letter away
		{"X-1", "TASK-7", ""},
		{"a", "b c", ""},
		{"IMPL-1.2", "IMPL-1.2.1 IMPL-12", "IMPL-12"},
		{"x", "", ""},
	} {
		var all []ID
		for s := range strings.FieldsSeq(c.all) {
			all = append(all, ID{Text: s})
		}
		got, ok := Nearest(ID{Text: c.id}, all)
		if got.Text != c.want && ok || ok != (c.want != "") {
			t.Errorf("%s among %s: %q, %v", c.id, c.all, got.Text, ok)
		}
	}
}
