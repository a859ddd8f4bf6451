package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

const otherSession = "9e9e9e9e-1111-4222-8333-444455556666"

func TestScenarioAListThatClaudeCodeResetsKeepsItsLastPicture(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "")
	for i := range 7 {
		h.Write(fmt.Sprintf("%d.json", i+1), cc(fmt.Sprint(i+1), fmt.Sprintf("Step %d", i+1), "completed", "bob", "[]", "[]"))
	}
	h.Sees("100% of 7 done", "7 tasks completed")
	h.Write(".highwatermark", "7")
	for i := range 7 {
		h.Remove(fmt.Sprintf("%d.json", i+1))
	}
	h.Sees("Finished, list reset", "7 of 7 completed", "Step ", "the list was reset by its agents")
	h.Press("o").Sees("Not reopened: the list was reset by its agents")
	h.Write("8.json", cc("8", "Begin again", "pending", "", "[]", "[]"))
	h.SeesRow("●", "Begin again").SeesNot("✓ Step", "list reset").Sees("of 1 done").On("Begin again")
}

func TestScenarioAListThatClaudeCodeWipedIsReadAndRestored(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Sees("No tasks yet").Press("A", "3").Sees("Nothing was deleted by others").Press("esc")
	h.Write(".lock", "")
	h.Write("1.json", cc("1", "Parse", "completed", "bob", "[]", "[]")).Write("2.json", cc("2", "Draw", "completed", "ann", "[]", "[]")).Sees("2 tasks completed")
	h.Write(".highwatermark", "2").Remove("1.json").Remove("2.json")
	h.Sees("Finished, list reset", "A 3 shows what was deleted").Press("A").Sees("new one like it", "Parse", "bob", "Draw", "2 of 2 done")
	h.Press("enter").Sees("The file as it was", `"status": "completed"`).Press("esc").Sees("The past")
	h.Press("r").Sees("of 1 done").SeesNot("list reset")
	h.Says("3.json", "status", `"pending"`)
	h.Press("u").Sees("Undone").SeesNot("of 1 done").Press("A").Sees("2 of 2 done").Press("esc").NoLitter()
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

func TestScenarioTheFirstScreenSaysWhatWasLookedFor(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true, Env: map[string]string{"CLAUDE_TEAM_NAME": "red team"}})
	h.Sees("A live board", "Looked for", ".tasks", "lists of Claude Code in ~", "CLAUDE_TEAM_NAME names it, but it does not exist").SeesNot("CLAUDE_CODE_TASK_LIST_ID", "the search ends")
	h.Sees("new list")
	h.Press("m").Sees("No tasks yet", "live")
	if info, err := os.Stat(h.Dir); err != nil || !info.IsDir() {
		t.Fatalf(".tasks is %v, %v", info, err)
	}
	h.Press("n").Sees("New task").Type("First").Press("ctrl+s").SeesRow("●", "First")
}

func TestScenarioAListThatIsNotThereIsNamedAndTheOthersAreOffered(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{List: "zzz", Before: map[string]string{"task_1.json": s12("task_1", "Here", "pending", "null", "[]")}})
	h.Sees("No list is called zzz", "s shows the lists that there are").SeesNot("A live board", "new list")
	h.Press("s").SeesRow("my-service", "1 of 1 open").Press("enter").SeesRow("●", "Here")
}

func TestScenarioADirectoryThatAppearsOpensByItself(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{NoDir: true})
	h.Sees("A live board", ".tasks  .claude/tasks  .workflow", ".story/tickets").Press("?").Sees("What you can do now", "go up or down").Press("esc").SeesNot("What you can do now").Sees("A live board of")
	h.Agent("s07", "bob").Makes().Writes("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.SeesRow("●", "Parse").SeesNot("A live board of")
}
