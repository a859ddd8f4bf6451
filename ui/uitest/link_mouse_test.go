package uitest

import (
	"strings"
	"testing"
	"time"
)

func TestScenarioALinkIsDraggedToABoxWhileAnAgentWrites(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	bob := h.Agent("s12", "bob")
	h.Choose("Logo").Press("2").At("Logo")
	x, y := h.Cell("Logo")
	toX, toY := h.Box("Tests")
	h.Down(x, y).Drag(x+2, y).Drag(toX, toY).Sees("Drop to link: #0005 will wait for #0006", "┆")
	bob.Writes(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.SeesRow("◐ Parser").Up(toX, toY)
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs, planLogo))).SeesNot("Drop to link", "┆")
	h.Still(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.Press("u").Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs)))
}

func TestScenarioAClickSelectsABoxALinkAndAView(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{At: time.Now()}) // two clicks are a double click however busy the machine is
	before := h.all()
	h.Choose("Parser").Press("2").At("Parser")
	x, y := h.Box("Docs")
	h.Click(x, y).At("Docs").Click(x, y).Sees("File  ").Press("esc").SeesNot("File  ").At("Docs")
	h.Await("the link between Docs and Tests to be picked", func() bool { // it starts at the right of the box of Docs
		x, y := h.Box("Docs")
		row := h.Cells()[y]
		for x < len(row) && !strings.ContainsAny(row[x], "━─") {
			x++
		}
		h.Click(x+1, y)
		return h.Row(h.h-3) != "" && strings.Contains(h.Screen(), "#0005 waits for #0004: X unlinks")
	})
	h.Press("esc").Press("enter").Sees("File  ").Press("esc").SeesNot("File  ")
	x, y = h.Box("Docs")
	row := h.Cells()[y]
	for x < len(row) && !strings.ContainsAny(row[x], "━─") {
		x++
	}
	h.Click(x+1, y).Sees("#0005 waits for #0004").Press("X")
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints))).Press("u").Sees("Undone").Unwritten(before)
	h.Click(x+1, y).Sees("#0005 waits for #0004").Press("L").SeesRow("▌", "Docs").Press("i").Sees("between #0004 and #0005").Type("logo").SeesRow("▌", "Logo").Press("enter")
	h.Reads(planLogo+".json", s12(planLogo, "Logo", "pending", "null", ids(planDocs)))
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planLogo))).Press("u").Sees("Undone").Unwritten(before)
	x, y = h.Cell("Now")
	h.Click(x, y).Sees("in the last hour")
	x, y = h.Cell("Dependencies")
	h.Click(x, y).Sees("Step 1")
	x, y = h.Cell("Logo")
	h.Click(x, y).At("Logo")
	x, y = h.Cell("Board")
	h.Click(x, y).Sees("In progress").On("Logo")
}
