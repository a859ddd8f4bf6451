//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
)

func TestScenarioABrokenFileIsACardWithTheReasonUntilItIsRepaired(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 24})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).SeesRow("Pending 1", "Completed 0")
	bob := h.Agent("s07", "bob")
	bob.Writes("task_2.json", "{\n  \"id\": 2,\n  \"subject\": oh\n}")
	h.SeesRow("!", "task_2.json").Sees("1 needs you", "Pending 2").Press("!").SeesRow("▌ 1 needs you").Sees("task_2.json", "line 3, column")
	h.Press("enter").SeesNot("esc back").On("task_2.json").Press("c").Sees("Not claimed: the file is half-written or broken")
	h.Press("e").Sees("Not edited: the file is half-written or broken").Press("D").Sees("Not deleted")
	h.Still("task_2.json", "{\n  \"id\": 2,\n  \"subject\": oh\n}")
	bob.Writes("task_2.json", s07("2", "Emit", "pending", "[]"))
	h.SeesRow("●", "Emit").SeesNot("1 needs you", "task_2.json").On("Emit")
}

func TestScenarioAHalfWrittenFileKeepsItsLastGoodVersion(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	good := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", good).Sees("of 1 done")
	bob := h.Agent("s07", "bob")
	bob.Writes("task_1.json", good[:30])
	h.Sees("1 needs you", "● Pending 1").SeesRow("!", "Parse").Press("c").Sees("Not claimed: the file is half-written or broken")
	h.Press("!").SeesRow("▌ 1 needs you").Sees("task_1.json").Press("esc").Still("task_1.json", good[:30])
	bob.Writes("task_1.json", "")
	h.SeesRow("!", "Parse").Sees("1 needs you", "● Pending 1")
	bob.Writes("task_1.json", strings.Replace(good, "Parse", "Parse again", 1))
	h.SeesRow("●", "Parse again").SeesNot("1 needs you")
}

func TestScenarioNothingOnTheDiskBlocksTheBoard(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]"))
	if err := syscall.Mkfifo(filepath.Join(h.Dir, "task_2.json"), 0o644); err != nil {
		t.Skip("no named pipes here:", err)
	}
	mkdir(t, filepath.Join(h.Dir, "task_3.json"))
	put(t, filepath.Join(h.Cwd, "secret.json"), s07("4", "Secret", "pending", "[]"))
	link(t, filepath.Join(h.Cwd, "secret.json"), filepath.Join(h.Dir, "task_4.json"))
	link(t, "nowhere.json", filepath.Join(h.Dir, "task_5.json"))
	link(t, "task_6.json", filepath.Join(h.Dir, "task_6.json"))
	h.Write("task_7.json", `{"id": 7, "subject": "`+strings.Repeat("x", 2<<20)+`"}`)
	h.Write("current_todos.json", "[]").Write("index.json", `{"worktrees": []}`).Write("notes.txt", "no task")
	h.Write("task_8.json.tmp", "{").Write(".task_9.json.swp", "x").Write("4913", "").Write("task_1.json~", "{")
	h.SeesRow("!", "task_2.json").SeesRow("!", "task_3.json").SeesRow("!", "task_4.json").SeesRow("!", "task_7.json")
	h.SeesRow("●", "Parse").SeesNot("Secret", "notes.txt", "task_8", "task_9", "4913", "▎ ! current_todos", "task_1.json~")
	h.Press("!").SeesRow("▌", " need you, 2 notes").Sees("task_2.json").Press("G").Sees("current_todos.json", "index.json").Sees("task_7.json").Press("esc")
	h.Choose("Parse").Press("c").Reads("task_1.json", s07by("1", "Parse", "in_progress", "ann", "[]"))
	bob := h.Agent("s07", "bob")
	testdir.Must(t, os.Remove(filepath.Join(h.Dir, "task_2.json")))
	bob.Writes("task_2.json", s07("2", "No pipe any more", "pending", "[]"))
	h.SeesRow("●", "No pipe any more")
}

func link(t *testing.T, to, from string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Skip("no links here:", err)
	}
}
