package uitest

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestScenarioTheNewsSayWhoDidWhatAndWhatFollowed(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Sees("No tasks yet") // the state at the start is no news
	bob := h.Agent("s12", "bob")
	bob.Writes(idA+".json", s12(idA, "Schema", "pending", "null", "[]"))
	h.Sees("Schema was created")
	bob.Writes(idB+".json", s12(idB, "Endpoints", "pending", "null", ids(idA)))
	h.Sees("Endpoints was created")
	bob.Claims(idA)
	h.Sees("bob claimed Schema")
	bob.Writes(idA+".json", s12(idA, "Schema", "in_progress", `"eve"`, "[]"))
	h.Sees("Schema was given to eve (was bob's)")
	bob.Writes(idA+".json", s12(idA, "Schema v2", "in_progress", `"eve"`, "[]"))
	h.Sees("Schema v2 was edited: subject")
	bob.Completes(idA)
	h.Sees("eve: Schema v2 was completed", "unblocked Endpoints")
	bob.Writes(idA+".json", s12(idA, "Schema v2", "pending", "null", "[]"))
	h.Sees("Schema v2 was reopened", "blocked again Endpoints")
	bob.Removes(idB + ".json")
	h.Sees("Endpoints was deleted")
	h.Choose("Schema v2").Press("c").Sees("you claimed Schema v2").Press("`", "d").Sees("you completed Schema v2")
}

func TestScenarioAClaimAndACompletionAtOnceAreBothInTheNews(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "in_progress", `"eve"`, "[]"))
	h.Write(idB+".json", s12(idB, "Endpoints", "pending", "null", ids(idA)))
	h.Write(idC+".json", s12(idC, "Docs", "pending", "null", "[]"))
	h.Sees("3 tasks")
	// Both within the time for which changes are gathered.
	h.Write(idC+".json", s12(idC, "Docs", "in_progress", `"bob"`, "[]"))
	h.Write(idA+".json", s12(idA, "Schema", "completed", `"eve"`, "[]"))
	h.SeesRow("✓", "Schema").SeesRow("◐", "Docs").SeesRow("●", "Endpoints")
	h.Sees("eve: Schema was completed", "unblocked Endpoints")
}

func TestScenarioATaskClaimedAndCompletedInOneWriteIsInTheNewsForBoth(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Poll: true}) // polling is slow, so that both are one change
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Docs", "pending", "null", "[]"))
	h.Sees("2 tasks", "polling")
	h.Agent("s12", "bob").Claims(idA).Completes(idA).Claims(idB)
	h.SeesRow("✓", "Schema").SeesRow("◐", "Docs")
	h.Sees("bob claimed Schema", "Schema was completed", "bob claimed Docs")
}

func TestScenarioNewsNamesTheTasksOfALinkThatChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 140, H: 40})
	h.Write("task_1.json", s12("task_1", "Schema", "pending", "null", "[]"))
	h.Write("task_2.json", s12("task_2", "Parser", "pending", "null", "[]"))
	h.Write("task_3.json", s12("task_3", "Docs", "pending", "null", "[]"))
	h.Sees("Schema", "Parser", "Docs")
	h.Write("task_3.json", s12("task_3", "Docs", "pending", "null", ids("task_1")))
	h.SeesRow("Docs was edited: now waits for Schema")
	h.Write("task_3.json", s12("task_3", "Docs", "pending", "null", ids("task_2")))
	h.SeesRow("Docs was edited: now waits for Parser, unlinked from Schema")
	h.Write("task_3.json", s12("task_3", "Docs", "pending", "null", ids("task_2", "task_9")))
	h.SeesRow("Docs was edited: now waits for task_9")
}

func TestScenarioTheNewsNameNobodyIfTheAuthorIsUncertain(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{As: "me"})
	write := func(status, owner string) { h.Write(idA+".json", s12(idA, "Mine", status, owner, "[]")) }
	write("in_progress", `"me"`)
	h.Sees("1 task")
	write("pending", "null")
	h.Sees("Mine was released (was yours)")
	write("in_progress", `"me"`)
	h.Sees("Mine was claimed in your name")
	write("completed", `"me"`)
	h.Sees("your Mine was completed").SeesNot("you completed")
	write("in_progress", `"bob"`)
	h.Sees("bob claimed Mine")
	write("in_progress", `"eve"`)
	h.Sees("Mine was given to eve (was bob's)")
}

func TestScenarioTheNewsSayWhoATaskWasGivenTo(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Schema", "pending", "null", "[]")).Sees("1 task")
	h.Press("e").Sees("Edit #0001").Press("tab", "tab").Type("bob").Press("ctrl+s").Sees("Give Schema to bob?").Press("y")
	h.Sees("you gave Schema to bob").Says(idA+".json", "owner", `"bob"`)
}

func TestScenarioABurstIsCountedCorrectly(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 160, H: 40, At: time.Now()}) // the clock does not run between the readings
	for i := range 12 {
		id := fmt.Sprintf("task_17780000%02d_00%02d", i, i)
		h.Write(id+".json", s12(id, fmt.Sprintf("Job %02d", i), "pending", "null", "[]"))
	}
	h.Sees("12 tasks")
	bob := h.Agent("s12", "bob")
	for i := range 12 { // in several readings: each is shown before the next is written
		if i == 4 || i == 8 {
			h.SeesNot(fmt.Sprintf("● Job %02d", i-1))
		}
		bob.Removes(fmt.Sprintf("task_17780000%02d_00%02d.json", i, i))
	}
	h.Sees("12 tasks were deleted").SeesNot("more change")
}

// Members that an agent removes or changes besides the fields are named. A file that was only touched is no news.
func TestScenarioTheNewsNameAKeyThatIsGoneFromAFile(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 140, H: 30})
	with := func(more string) string {
		return strings.Replace(s07("1", "Parse", "pending", "[]"), "\n}", more+"\n}", 1)
	}
	h.Write("task_1.json", with(",\n  \"priority\": 2,\n  \"metadata\": {\"a\": 1}")).Sees("1 task")
	h.Write("task_1.json", with(",\n  \"metadata\": {\"a\": 1}")).Sees("Parse was edited: priority is gone from its file")
	h.Write("task_1.json", with(",\n  \"metadata\": {\"a\": 2}")).Sees("Parse was edited: metadata ")
	h.Write("task_1.json", with(",\n\n  \"metadata\": {  \"a\":2 }")).Sees("Parse was edited: layout only")
	h.Write("task_1.json", with(",\n  \"metadata\": {\"a\": 2},\n  \"effort\": 3")).Sees("Parse was edited: effort is new")
}

// Claude Code's agents write the owner and then the status: together that is one claim.
func TestScenarioAClaimInTwoWritesIsOneInTheNews(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{W: 160, H: 40})
	h.Write("7.json", cc("7", "Short codes", "pending", "", "[]", "[]")).Sees("1 task", "Short codes")
	h.Write("7.json", cc("7", "Short codes", "pending", "agent-4", "[]", "[]")).SeesRow("agent-4", "#7").SeesNot("was given")
	h.Write("7.json", cc("7", "Short codes", "in_progress", "agent-4", "[]", "[]")).Sees("agent-4 claimed Short codes")
	h.SeesNot("was given").SeesNot("was started")
	h.Write("9.json", cc("9", "Icons", "pending", "agent-2", "[]", "[]")).SeesRow("agent-2", "#9").Later(time.Second).Sees("Icons was given to agent-2")
	h.Write("9.json", cc("9", "Icons", "in_progress", "agent-2", "[]", "[]")).Sees("agent-2 claimed Icons").SeesNot("was given")
	h.Write("8.json", cc("8", "Links", "pending", "agent-1", "[]", "[]")).Sees("Links was created")
	h.Later(time.Hour).Write("8.json", cc("8", "Links", "in_progress", "agent-1", "[]", "[]")).Sees("Links was started")
}

// Next to a wide board the feed is below the detail; a click goes to the task of an item.
func TestScenarioTheFeedIsShownNextToAWideBoard(t *testing.T) {
	t.Parallel()
	h := openMouse(t, Options{W: 160, H: 40})
	h.Sees("File  ").SeesRow("What happened")
	h.Agent("s12", "bob").Claims(strings.TrimSuffix(job(25), ".json"))
	h.SeesRow("now", "bob claimed Job 25").SeesNot("nothing recorded")
	h.Later(10*time.Minute).SeesRow("10m", "bob claimed Job 25")
	h.Agent("s12", "eve").Claims(strings.TrimSuffix(job(26), ".json"))
	h.SeesRow("now", "eve claimed Job 26").SeesRow("10m", "bob claimed Job 25")
	x, y := h.Cell("bob claimed Job 25")
	h.Click(x, y).On("Job 25").Sees("File  ", "What happened")
	h.Press("2").Sees("TASK").Press("1").SeesNot("TASK").Sees("What happened").Resize(149, 40).SeesNot("What happened").Resize(160, 40).Sees("What happened")
	h.Press("H").SeesNot("live").SeesNot("What happened")
}
