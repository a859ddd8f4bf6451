package uitest

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// claudeList makes a list of Claude Code with one open task, and the transcript of its session.
func claudeList(t *testing.T, config, cwd, id, subject string) {
	t.Helper()
	dir := filepath.Join(config, "tasks", id)
	mkdir(t, dir)
	put(t, filepath.Join(dir, "1.json"), cc("1", subject, "pending", "", "[]", "[]"))
	transcript(t, config, cwd, id)
}

func TestScenarioAListOfClaudeCodeThatAppearsOpensByItself(t *testing.T) {
	t.Parallel()
	for name, there := range map[string]func(t *testing.T, config string){
		"no configuration":    func(*testing.T, string) {},
		"an empty one":        func(t *testing.T, config string) { mkdir(t, config) },
		"no lists":            func(t *testing.T, config string) { mkdir(t, filepath.Join(config, "tasks")) },
		"another one's lists": func(t *testing.T, config string) { claudeList(t, config, "/elsewhere/blog", "theirs", "Not mine") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cwd, config := claudeProject(t)
			there(t, config)
			h := OpenIn(t, cwd, Options{NoDir: true})
			h.Sees("new list")
			claudeList(t, config, cwd, session, "Wire it up")
			h.SeesRow("●", "Wire it up").Sees("the only list of this project with open tasks", "Press s")
		})
	}
}

func TestScenarioNothingOpensByItselfWhileThePersonChooses(t *testing.T) {
	t.Parallel()
	cwd, config := claudeProject(t)
	claudeList(t, config, "/elsewhere/blog", "theirs", "Not mine")
	claudeList(t, config, "/elsewhere/notes", "others", "Not mine either")
	h := OpenIn(t, cwd, Options{NoDir: true})
	h.Sees("blog", "notes")
	chosen := func() string {
		rows := strings.Split(h.Screen(), "\n")
		return strings.Join(slices.DeleteFunc(rows, func(row string) bool { return !strings.Contains(row, "▌") }), "")
	}
	was := chosen()
	h.Press("j").Await("the next one to be chosen", func() bool { return chosen() != was })
	claudeList(t, config, cwd, session, "Wire it up")
	h.SeesRow("my-service", "this project").Sees("Which list?").Press("g", "enter").SeesRow("●", "Wire it up")
}

func TestScenarioADirectoryThatAppearsDoesNotReplaceTheChosenOne(t *testing.T) {
	t.Parallel()
	cwd, config := claudeProject(t)
	claudeList(t, config, "/elsewhere/blog", "theirs", "Chosen")
	h := OpenIn(t, cwd, Options{NoDir: true})
	h.Sees("blog").Press("enter").SeesRow("●", "Chosen")
	h.Agent("s07", "bob").Makes().Writes("task_1.json", s07("1", "Parse", "pending", "[]"))
	h.Press("s").SeesRow("my-service", "1 of 1 open").Press("esc").SeesRow("●", "Chosen").SeesNot("Parse")
}

func TestScenarioAnEmptyListOfClaudeCodeSaysWhy(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "")
	h.Sees("No tasks yet", "CLAUDE_CODE_ENABLE_TODO_TOOLS=1", "2.1.233")
	wiped := openClaude(t, Options{})
	wiped.Write(".highwatermark", "7")
	wiped.Sees("Nothing is left here", "up to number 7", "wipes a")
}
