package uitest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestScenarioALinkIsDraggedFromBoxToBoxWhileAnAgentWrites(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	bob := h.Agent("s12", "bob")
	h.Choose("Logo").Press("2").At("Logo")
	x, y := h.Box("Logo")
	toX, toY := h.Box("Tests")
	h.Down(x, y).Drag(x+2, y).Drag(toX, toY).Sees("Drop to link: #0005 will wait for #0006", "┄┄")
	bob.Writes(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.SeesRow("◐ #0002", "bob").Up(toX, toY)
	h.Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs, planLogo))).SeesNot("Drop to link", "┄┄")
	h.Still(planParser+".json", s12(planParser, "Parser", "in_progress", `"bob"`, ids(planSchema)))
	h.Press("u").Reads(planTests+".json", s12(planTests, "Tests", "pending", "null", ids(planEndpoints, planDocs)))
}

func TestScenarioADragThatWouldCloseALoopSaysSoAndWritesNothing(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	h.Choose("Tests").Press("2").At("Tests")
	x, y := h.Box("Tests")
	toX, toY := h.Box("Parser")
	h.Down(x, y).Drag(toX, toY).Sees("Not linked: that closes a loop").Up(toX, toY).Sees("Not linked")
	h.Down(x, y).Drag(toX, toY).Drag(2, 20).SeesNot("Not linked").Up(2, 20) // dropped on nothing
	x, y = h.Box("Parser")
	toX, toY = h.Box("Docs")
	h.Down(x, y).Drag(toX, toY).Sees("Not linked: it waits for Parser already").Up(toX, toY)
	h.Down(x, y).Drag(toX, toY).Drag(x, y).SeesNot("Not linked").Up(x, y) // dropped on its own box
	h.Unwritten(before).NoLitter()
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
		for x < len(row) && !strings.ContainsAny(row[x], "├┣┝┠╟╞╠") {
			x++
		}
		h.Click(x+1, y)
		return h.Row(h.h-3) != "" && strings.Contains(h.Screen(), "#0005 waits for #0004: X unlinks")
	})
	h.Press("esc").Press("enter").Sees("File  ").Press("esc").SeesNot("File  ")
	x, y = h.Box("Docs")
	row := h.Cells()[y]
	for x < len(row) && !strings.ContainsAny(row[x], "├┣┝┠╟╞╠") {
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
	h.Click(x, y).Sees("NOW")
	x, y = h.Cell("Logo")
	h.Click(x, y).At("Logo")
	x, y = h.Cell("Board")
	h.Click(x, y).Sees("In progress").On("Logo")
}

func TestScenarioTheWheelScrollsThePictures(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 80, H: 24})
	id := func(i int) string { return fmt.Sprintf("task_17780000%02d_%04d", i, i) }
	for i := range 40 {
		waits := "[]"
		if i >= 10 {
			waits = ids(id(i - 10))
		}
		h.Write(id(i)+".json", s12(id(i), fmt.Sprintf("Job %02d", i), "pending", "null", waits))
	}
	h.Sees("40 tasks").On("Job 00").Press("2").Sees("TASK").At("Job 00")
	h.Wheel(20, 12, 60).Sees("Job 30").SeesNot("Job 01").Wheel(20, 12, -60).Sees("Job 01").SeesNot("Job 00").Press("j").At("Job 10")
}

func TestScenarioACardDroppedOnAnotherOfItsColumnShowsTheLinkBeforeItIsMade(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{})
	before := h.all()
	x, y := h.Card("Logo")
	toX, toY := h.Card("Docs")
	h.Down(x, y).Drag(toX+3, toY).Sees("Drop to link: #0004 would wait for #0006").Up(toX+3, toY)
	h.Sees("Links of #0006 Logo", "unblocks: #0004").SeesRow("▌", "Docs").Unwritten(before).Press("esc", "esc").SeesNot("Links of").On("Logo").Unwritten(before)
	h.Down(x, y).Drag(toX+3, toY).Up(toX+3, toY).SeesRow("▌", "Docs").Press("enter")
	h.Reads(planDocs+".json", s12(planDocs, "Docs", "pending", "null", ids(planParser, planLogo))).SeesNot("Links of")
	h.Press("u").Sees("Undone").Unwritten(before)
}

func TestScenarioALinkIsClickedInTheListOfLinks(t *testing.T) {
	t.Parallel()
	h := openPlan(t, Options{At: time.Now()})
	h.Choose("Parser").Press("L").SeesRow("Docs", "#0004   │")
	click := func(id string) *Driver {
		x, y := h.Cell(id + "   │")
		return h.Click(x, y)
	}
	click("#0004").SeesRow("▌", "Docs", "#0004   │")
	click("#0001").SeesRow("▌", "Schema", "#0001   │")
	click("#0003").SeesRow("▌", "Endpoints", "#0003   │")
	click("#0003").On("Endpoints").SeesNot("Links of").NoLitter()
}
