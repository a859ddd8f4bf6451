package uitest

import (
	"fmt"
	"strings"
)

// The task files of the dialects, in the layout of their agents.

// Ids of s12 in the order of their creation.
const (
	idA = "task_1778000000_0001"
	idB = "task_1778000001_0002"
	idC = "task_1778000002_0003"
	idD = "task_1778000003_0004"
	idE = "task_1778000004_0005"
	idF = "task_1778000005_0006"
)

// list formats JSON values, one on a line, as the agents do in both languages.
func list(values ...string) string {
	if len(values) == 0 {
		return "[]"
	}
	return "[\n    " + strings.Join(values, ",\n    ") + "\n  ]"
}

// ids formats a list of string ids.
func ids(values ...string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = `"` + v + `"`
	}
	return list(quoted...)
}

// cc is a file of Claude Code; it has no key for the owner if there is none.
func cc(id, subject, status, owner, blocks, waits string) string {
	if owner != "" {
		owner = fmt.Sprintf("\n  \"owner\": %q,", owner)
	}
	return fmt.Sprintf("{\n  \"id\": %q,\n  \"subject\": %q,\n  \"description\": \"\",\n  \"status\": %q,\n  \"blocks\": %s,\n  \"blockedBy\": %s",
		id, subject, status, blocks, waits) + strings.TrimSuffix(strings.Replace(owner, "\n", ",\n", 1), ",") + "\n}"
}

// s07by is an s07 file with an owner.
func s07by(id, subject, status, owner, waits string) string {
	return strings.Replace(s07(id, subject, status, waits), `"owner": ""`, `"owner": "`+owner+`"`, 1)
}
