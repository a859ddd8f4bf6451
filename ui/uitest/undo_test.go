package uitest

import (
	"strings"
	"testing"
	"time"
)

const undoA = "task_1778000000_0001"

func TestScenarioAnOverwrittenEditCanBeAppliedAgain(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	before := s12(undoA, "Parse", "pending", "null", "[]")
	h.Write(undoA+".json", before)
	h.SeesRow("●", "Parse").Press("c").Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
	bob := h.Agent("s12", "bob")
	claimed := time.Now()
	h.Await("the stale copy to stand", func() bool { // right after the edit it is applied again automatically
		bob.Writes(undoA+".json", before)
		if time.Since(claimed) > 10*time.Second { // on a busy machine all copies came so late that they are news
			claimed = time.Now()
			h.Press("c")
		}
		return strings.Contains(h.Screen(), "overwrote your edit")
	})
	h.Sees("overwrote your edit", "Press a").Press("a")
	h.Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
}
