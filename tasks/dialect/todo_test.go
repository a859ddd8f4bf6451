package dialect

import (
	"fmt"
	"strings"
	"testing"
)

const todoList = "# Tasks: Login\n\n## Task Progress\n▸ **IMPL-001**: Sign in → [📋](./.task/IMPL-001.json)\n" +
	"  - [ ] **IMPL-001.1**: Token → [📋](./.task/IMPL-001.1.json)\n  - [X] **IMPL-001.2**: Refresh → [📋](./.task/IMPL-001.2.json) | [✅](./.summaries/IMPL-001.2-summary.md)\n\n" +
	"- [x] **IMPL-A1**: Schema\n* [ ] impl-3 pages\n- [-] **IMPL-4**\n\n## Status Legend\n- `▸` = Container task (has subtasks)\n- `- [ ]` = Pending leaf task\n- [ ] write it down\n"

func TestTheLinesOfATodoListAreRead(t *testing.T) {
	var got []string
	for _, l := range TodoLines([]byte(todoList)) {
		got = append(got, fmt.Sprintf("%s box %v ticked %v", l.ID, l.Box, l.Ticked))
	}
	want := []string{
		"IMPL-001 box false ticked false", "IMPL-001.1 box true ticked false", "IMPL-001.2 box true ticked true", "IMPL-A1 box true ticked true",
		"impl-3 box true ticked false", "IMPL-4 box true ticked false",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s", strings.Join(got, "\n"))
	}
}

func TestABoxIsTickedAndEmptiedInItsOwnLine(t *testing.T) {
	for _, c := range []struct {
		id         string
		over       bool
		line, want string // want "" for no such line
	}{
		{"IMPL-001.1", true, "  - [ ] **IMPL-001.1**: Token → [📋](./.task/IMPL-001.1.json)", "  - [x] **IMPL-001.1**: Token → [📋](./.task/IMPL-001.1.json)"},
		{"IMPL-001.2", false, "  - [X] **IMPL-001.2**: Refresh → [📋](./.task/IMPL-001.2.json) | [✅](./.summaries/IMPL-001.2-summary.md)", "  - [ ] **IMPL-001.2**: Refresh → [📋](./.task/IMPL-001.2.json) | [✅](./.summaries/IMPL-001.2-summary.md)"},
		{"IMPL-001.2", true, "  - [X] **IMPL-001.2**: Refresh → [📋](./.task/IMPL-001.2.json) | [✅](./.summaries/IMPL-001.2-summary.md)", "  - [X] **IMPL-001.2**: Refresh → [📋](./.task/IMPL-001.2.json) | [✅](./.summaries/IMPL-001.2-summary.md)"},
		{"IMPL-3", true, "* [ ] impl-3 pages", "* [x] impl-3 pages"},
		{"IMPL-4", true, "- [-] **IMPL-4**", "- [x] **IMPL-4**"},
		{"IMPL-A1", true, "- [x] **IMPL-A1**: Schema", "- [x] **IMPL-A1**: Schema"},
		{"IMPL-001", true, "", ""}, // a container has no box
		{"IMPL-5", true, "", ""},
	} {
		l, ok := TodoFor([]byte(todoList), c.id, c.over)
		if ok != (c.want != "") || l.Text != c.line || l.Marked(c.over) != c.want {
			t.Errorf("%s: %v %q becomes %q", c.id, ok, l.Text, l.Marked(c.over))
		}
		if !ok || c.line == c.want {
			continue
		}
		next, ok := SetTodoLine([]byte(todoList), l.Text, l.Marked(c.over))
		if want := strings.Replace(todoList, c.line+"\n", c.want+"\n", 1); !ok || string(next) != want {
			t.Errorf("%s: %v\n%s", c.id, ok, next)
		}
		if back, ok := SetTodoLine(next, l.Marked(c.over), l.Text); !ok || string(back) != todoList {
			t.Errorf("%s does not come back: %v\n%s", c.id, ok, back)
		}
	}
}

func TestANewTaskGetsALineAsTheOthersHaveIt(t *testing.T) {
	line := "- [ ] **IMPL-5**: Log in again"
	for list, want := range map[string]string{
		todoList: strings.Replace(todoList, "- [-] **IMPL-4**\n", "- [-] **IMPL-4**\n"+line+" → [📋](./.task/IMPL-5.json)\n", 1),
		"# Tasks\r\n- [ ] **IMPL-1**: a → [Task](.task/IMPL-1.json)\r\n\r\nend": "# Tasks\r\n- [ ] **IMPL-1**: a → [Task](.task/IMPL-1.json)\r\n" + line + " → [Task](.task/IMPL-5.json)\r\n\r\nend",
		"- [ ] **IMPL-1**: a": "- [ ] **IMPL-1**: a\n" + line,
		"# Tasks\n":           "# Tasks\n" + line + "\n",
	} {
		made := NewTodoLine([]byte(list), "IMPL-5", "Log in\n  again", "IMPL-5.json")
		next, ok := SetTodoLine([]byte(list), "", made)
		if !ok || string(next) != want {
			t.Errorf("%v\n%q\nwant\n%q", ok, next, want)
		}
		if _, again := SetTodoLine(next, "", made); again {
			t.Error("it is added twice")
		}
		if back, ok := SetTodoLine(next, made, ""); !ok || string(back) != list {
			t.Errorf("it is not taken out again: %v\n%q", ok, back)
		}
	}
}

func TestAContainerIsNotMarked(t *testing.T) {
	if container := TodoLines([]byte(todoList))[0]; container.Marked(true) != container.Text {
		t.Errorf("%s", container.Marked(true))
	}
}

func TestTheFirstLineOfATodoListIsTakenOut(t *testing.T) {
	if next, ok := SetTodoLine([]byte("- [ ] **IMPL-1**\nend\n"), "- [ ] **IMPL-1**", ""); !ok || string(next) != "\nend\n" {
		t.Errorf("%q", next)
	}
}

func TestALineThatIsNotThereIsNotReplaced(t *testing.T) {
	if _, ok := SetTodoLine([]byte(todoList), "- [ ] **IMPL-9**", "- [x] **IMPL-9**"); ok {
		t.Error("it was replaced")
	}
}
