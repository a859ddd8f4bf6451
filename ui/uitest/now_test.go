package uitest

import (
	"testing"
	"time"
)

func TestScenarioNowShowsWhoWorksOnWhatOverTime(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{At: time.Now(), Before: map[string]string{
		"task_1.json": s07by("1", "Parse", "in_progress", "bob", "[]"), "task_2.json": s07("2", "Emit", "pending", list("1")), "task_3.json": s07("3", "Ship", "pending", "[]"),
	}})
	h.Sees("of 3 done").Choose("Ship").Press("3").SeesRow("▌ ● Ship").SeesRow("Agents 1").SeesRow("bob", "◐ Parse", "━").Sees("Ready 1", "● Ship", "Next up 1", "○ Emit", "#2 after #1")
	h.Replace("task_3.json", s07by("3", "Ship", "in_progress", "eve", "[]")).SeesRow("eve", "◐ Ship", "now").Sees("nothing is ready yet")
	h.Later(20*time.Minute+30*time.Second).SeesRow("eve", "Ship", "━", "20m")
	h.Replace("task_3.json", s07by("3", "Ship", "completed", "eve", "[]")).SeesRow("eve", "free", "✓").SeesRow("✓ Ship").Sees("1 done in the last hour")
	h.Press("d").Sees("No task is selected").Press("j").SeesRow("▌ bob").Press("j").SeesRow("▌ eve").Press("d").Sees("it is completed already").Press("k").SeesRow("▌ bob").Press("enter").Sees("task_1.json").Press("esc").SeesRow("3 Now")
	h.Press("j", "j").SeesRow("▌ ○ Emit").Press("k", "k").SeesRow("▌ bob")
	h.Press("h", "h", "h", "h", "h").SeesNot("━━").Press("l", "l", "l", "l", "l", "-", "+").SeesRow("bob", "Parse", "━")
	h.Later(40*time.Minute).SeesRow("bob", "! Parse", "╌╌", "1h").SeesRow("stalled", "r release").Sees("1 needs you").SeesNot("Needs you")
	h.Press("tab").Sees("In progress").Press("shift+tab").SeesRow("Agents 2").Press("esc").Sees("Completed").Press("2").SeesNot("Agents 2").Press("tab").SeesRow("Agents 2")

	// A key acts on the selected task of the lanes, whatever is selected on the board.
	h.Press("1").Choose("Ship").Press("3").SeesRow("▌ bob").Press("d")
	h.Sees("Complete").Press("y").Says("task_1.json", "status", `"completed"`).SeesRow("● 1 ready")
	h.Says("task_2.json", "status", `"pending"`).Remove("task_1.json").SeesRow("✓ Parse (deleted)")
}
