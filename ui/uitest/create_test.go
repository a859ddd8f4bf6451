package uitest

import (
	"regexp"
	"slices"
	"testing"
)

// fresh waits for a new file, and returns its name.
func (h *Driver) fresh(pattern string, known ...string) string {
	h.T.Helper()
	var found string
	h.Await("a new file "+pattern, func() bool {
		for _, name := range h.Names() {
			if ok, _ := regexp.MatchString("^"+pattern+"$", name); ok && !slices.Contains(known, name) && len(h.Bytes(name)) > 0 {
				found = name
				return true
			}
		}
		return false
	})
	return found
}

func TestScenarioPastedTextIsTypedWholeAndIsNotReadAsKeys(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("of 1 done")
	h.Paste("cdDqy") // the board ignores a paste
	h.Press("e").Sees("Edit #1").Press("tab").Paste("# Plan\n- one\n- two\t3").Press("ctrl+s")
	h.Says("task_1.json", "description", `"# Plan\n- one\n- two\t3"`).Says("task_1.json", "status", `"pending"`)
	h.SeesNot("Edit #1").Press("e").Sees("Edit #1").Press("ctrl+u").Paste("two\nlines").Sees("Line breaks became spaces")
	h.Press("ctrl+s").Says("task_1.json", "subject", `"two lines"`)
}
