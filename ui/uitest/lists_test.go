package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

const otherSession = "9e9e9e9e-1111-4222-8333-444455556666"

func TestScenarioAListThatClaudeCodeResetsKeepsItsLastPicture(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "")
	for i := range 7 {
		h.Write(fmt.Sprintf("%d.json", i+1), cc(fmt.Sprint(i+1), fmt.Sprintf("Step %d", i+1), "completed", "bob", "[]", "[]"))
	}
	h.Sees("100% done", "7 tasks completed")
	h.Write(".highwatermark", "7")
	for i := range 7 {
		h.Remove(fmt.Sprintf("%d.json", i+1))
	}
	h.Sees("Finished, list reset", "7 of 7 completed", "Step ", "the list was reset by its agents")
	h.Press("o").Sees("Not reopened: the list was reset by its agents")
	h.Write("8.json", cc("8", "Begin again", "pending", "", "[]", "[]"))
	h.SeesRow("●", "Begin again").SeesNot("✓ Step", "list reset").Sees("1 task ").On("Begin again")
}

func TestScenarioAListThatClaudeCodeWipedIsReadAndRestored(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Sees("No tasks yet").Press("O").Sees("O is removed: press A, then 3").Press("A", "3").Sees("Nothing was deleted by others").Press("esc")
	h.Write(".lock", "")
	h.Write("1.json", cc("1", "Parse", "completed", "bob", "[]", "[]")).Write("2.json", cc("2", "Draw", "completed", "ann", "[]", "[]")).Sees("2 tasks completed")
	h.Write(".highwatermark", "2").Remove("1.json").Remove("2.json")
	h.Sees("Finished, list reset", "A 3 shows what was deleted").Press("A").Sees("new one like it", "Parse", "bob", "Draw", "2 of 2 done")
	h.Press("enter").Sees("The file as it was", `"status": "completed"`).Press("esc").Sees("The past")
	h.Press("r").Sees("1 task ").SeesNot("list reset")
	h.Says("3.json", "status", `"pending"`)
	h.Press("u").Sees("Undone").SeesNot("1 task ").Press("A").Sees("2 of 2 done").Press("esc").NoLitter()
}

func TestScenarioAWipedListIsAHeadOnTheBoardUntilItIsRestored(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{120, 40}, {44, 50}, {80, 24}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			t.Parallel()
			h := openClaude(t, Options{W: size[0], H: size[1]})
			h.Write(".lock", "")
			h.Write("1.json", cc("1", "Parse", "completed", "bob", "[]", "[]")).Write("2.json", cc("2", "Draw", "completed", "ann", "[]", "[]")).Sees("2 tasks completed")
			h.Write(".highwatermark", "2").Remove("1.json").Remove("2.json")
			h.Sees("Finished, list reset").Press("enter").Sees("new one like it", "2 of 2 done").Press("esc").SeesNot("new one like it")
			h.Write("3.json", cc("3", "Begin again", "pending", "", "[]", "[]"))
			h.Sees("Begin again").SeesRow("▸ wiped", "2 of 2 done", "A").SeesNot("list reset")
			x, y := h.Cell("wiped")
			h.Click(x, y).Sees("new one like it", "Parse").Press("R").Sees("Restore 0 of 2 tasks").Press("space", "space").Sees("restore 2 tasks").Press("enter")
			h.Says("1.json", "status", `"completed"`).SeesNot("wiped").NoLitter()
		})
	}
}

func TestScenarioDeletedTasksAreKept(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 44, H: 50})
	h.Write("task_1.json", s07by("1", "Parse", "in_progress", "bob", "[]")).Write("task_2.json", s07("2", "Draw", "pending", "[1]")).Sees("Parse", "Draw")
	h.Remove("task_2.json").Sees("Draw was deleted").SeesRow("1 deleted by others", "A").Press("A").Sees("new one like it").Press("r")
	h.SeesRow("Blocked  1").SeesRow("Draw").SeesRow("← Parse")
	h.Write("task_3.json", s07("3", "Ship", "completed", "[]")).Write("task_4.json", s07("4", "Sail", "completed", "[]")).Sees("Ship", "Sail")
	h.Remove("task_3.json").Sees("Ship was deleted").Remove("task_4.json").SeesRow("2 deleted by others", "A")
	h.Press("A").Sees("3 deleted").SeesNot("wiped").Press("esc").NoLitter() // Claude Code's agents wipe a list, these only delete tasks
}

func TestScenarioThePastHasThreeTabsAndRemembersTheOneInUse(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Draw", "pending", "[]")).Sees("Parse", "Draw")
	h.Press("A").Sees("1 What happened", "2 My edits", "3 Deleted", "Draw was created").Press("?").Sees("the next tab", "go to the top or the end").SeesNot("claim it").Press("esc").Press("tab").Sees("You have edited nothing here yet")
	h.Press("tab").Sees("Nothing was deleted by others").Press("tab").Sees("Draw was created").Press("shift+tab").Sees("Nothing was deleted").Press("esc")
	h.Press("c").SeesRow("◐", "Parse").Press("A").Sees("Nothing was deleted").Press("2").SeesRow("▌ claimed Parse").Press("/").Type("draw").Sees("Nothing matches").Press("esc")
	h.Remove("task_2.json").SeesNot("Nothing matches").Press("esc").Sees("1 deleted by others").Press("A").SeesRow("Draw", "deleted").Press("1").Sees("Draw was deleted").Press("esc")
	h.Press("A").Sees("Draw was deleted") // the deletion was seen before, so the last tab opens
	x, y := h.Cell("3 Deleted")
	h.Click(x+3, y).Sees("new one like it").Press("esc").NoLitter()
}

func TestScenarioANewerListOfTheProjectIsAnnouncedAndOneKeySwitches(t *testing.T) {
	t.Parallel()
	cwd, config := claudeProject(t)
	dir, newer := filepath.Join(config, "tasks", session), filepath.Join(config, "tasks", otherSession)
	mkdir(t, dir)
	put(t, filepath.Join(dir, "1.json"), cc("1", "Schema", "pending", "", "[]", "[]"))
	transcript(t, config, cwd, session)
	h := OpenIn(t, cwd, Options{List: session, Sub: filepath.Join("..", ".claude", "tasks", otherSession), NoDir: true})
	h.SeesRow("●", "Schema").Press("s").SeesRow("(open now)", "Claude Code").Press("esc").SeesNot("(open now)")
	transcript(t, config, cwd, otherSession)
	h.Agent("claude-code", "bob").Makes().Writes("1.json", cc("1", "Another day", "pending", "", "[]", "[]"))
	h.Sees("newer list", "Press s to switch").Sees("Schema").Press("s").SeesRow("●", "Another day").SeesNot("Schema")
	h.Press("c").Reads("1.json", cc("1", "Another day", "in_progress", "ann", "[]", "[]"))
	if _, err := os.Stat(newer); err != nil {
		t.Fatal(err)
	}
}

func TestScenarioAnotherListIsOpenedFromTheListOfAll(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s12("task_1", "Here", "pending", "null", "[]"))
	red := filepath.Join(h.Dir, "red")
	mkdir(t, red)
	put(t, filepath.Join(red, "task_1.json"), s12("task_1", "There", "pending", "null", "[]"))
	h.SeesRow("●", "Here").Press("s").SeesRow("(open now)", "1 of 1 open", ".tasks").SeesRow("red", "1 of 1 open", "list in")
	h.Press("j", "enter").SeesRow("●", "There").SeesNot("Here")
	h.Press("c").SeesRow("◐", "There")
	h.Reads("task_1.json", s12("task_1", "Here", "pending", "null", "[]"))
	h.Press("s", "k", "enter").SeesRow("●", "Here").SeesNot("There")
}

func TestScenarioAListNextToANamedDirectoryIsOfferedToo(t *testing.T) {
	t.Parallel()
	there := filepath.Join(t.TempDir(), "shop")
	mkdir(t, filepath.Join(there, ".git"))
	mkdir(t, filepath.Join(there, ".tasks", "red"))
	put(t, filepath.Join(there, ".tasks", "task_1.json"), s12("task_1", "Here", "pending", "null", "[]"))
	put(t, filepath.Join(there, ".tasks", "red", "task_1.json"), s12("task_1", "There", "pending", "null", "[]"))
	h := Open(t, Options{NoDir: true, Arg: there})
	h.SeesRow("●", "Here").Press("s").SeesRow("shop", "(open now)").SeesRow("red", "list in shop/.tasks").SeesNot("All together")
	h.Press("j", "enter").SeesRow("●", "There")
}

func TestScenarioTheFirstScreenSaysWhatWasLookedFor(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true, Env: map[string]string{"CLAUDE_TEAM_NAME": "red team"}})
	h.Sees("No task directory", "Looked for .tasks in ", "lists in ~", "CLAUDE_TEAM_NAME names it, but it does not exist").SeesNot("CLAUDE_CODE_TASK_LIST_ID", "the search ends")
	h.Sees("make .tasks here")
	h.Press("m").Sees("No tasks yet", "live")
	if info, err := os.Stat(h.Dir); err != nil || !info.IsDir() {
		t.Fatalf(".tasks is %v, %v", info, err)
	}
	h.Press("n").Sees("New task").Type("First").Press("ctrl+s").SeesRow("●", "First")
}

func TestScenarioADirectoryThatAppearsOpensByItself(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	h.Sees("No task directory").Press("?").Sees("What you can do now", "go up or down").Press("esc").SeesNot("What you can do now").Sees("No task directory")
	h.Agent("s07", "bob").Makes().Writes("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.SeesRow("●", "Parse").SeesNot("No task directory")
}

func TestScenarioClaudeCodesListsAreOfferedThisProjectsFirst(t *testing.T) {
	t.Parallel()
	cwd, config := claudeProject(t)
	for i, list := range []string{"red-team", otherSession, session, "second"} {
		dir := filepath.Join(config, "tasks", list)
		mkdir(t, dir)
		put(t, filepath.Join(dir, "1.json"), cc("1", fmt.Sprintf("Of list %d", i), "pending", "", "[]", "[]"))
		put(t, filepath.Join(dir, "2.json"), cc("2", "Done", "completed", "", "[]", "[]"))
		old := time.Now().Add(-time.Duration(i+1) * time.Hour)
		for _, path := range []string{filepath.Join(dir, "1.json"), filepath.Join(dir, "2.json"), dir} {
			testdir.Must(t, os.Chtimes(path, old, old))
		}
	}
	transcript(t, config, cwd, session)
	transcript(t, config, cwd, "second")
	h := OpenIn(t, cwd, Options{NoDir: true})
	h.Sees("Which list?", "1 of 2 open", "red-team", otherSession).SeesRow("my-service", "this project")
	_, mine := h.Cell("this project")
	_, red := h.Cell("red-team")
	_, other := h.Cell(otherSession)
	if mine >= red || red >= other {
		t.Errorf("the lists are at rows %d, %d, %d; this project's comes first, then the newest", mine, red, other)
	}
	h.Press("j", "k", "j", "j", "enter").SeesRow("●", "Of list 0").Sees("2 tasks", "50% done")
}

func TestScenarioASubListIsOpenedByName(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Sub: filepath.Join(".tasks", "team"), Env: map[string]string{"CLAUDE_CODE_TASK_LIST_ID": "team"}})
	h.Write("1.json", v6("1", "Of the team", "pending", "", "[]", "[]")).SeesRow("●", "Of the team").Sees("team")
}

// A deleted task used to be an id without a name wherever it is still mentioned.
func TestScenarioADeletedTaskKeepsItsNameEverywhere(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(idA+".json", s12(idA, "Alpha", "pending", "null", "[]")).Write(idB+".json", s12(idB, "Beta", "pending", "null", ids(idA))).Sees("2 tasks")
	bob := h.Agent("s12", "bob")
	bob.Claims(idA)
	h.SeesRow("◐", "Alpha")
	bob.Completes(idA)
	h.SeesRow("✓", "Alpha").Remove(idA + ".json").Sees("Alpha was deleted")
	h.Press("2", "2").SeesRow("⊘", "#0001", "Alpha (deleted)")
	h.Press("3").SeesRow("bob", "✓", "#0001", "Alpha (deleted)").SeesNot("no subject")
}
