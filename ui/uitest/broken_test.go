//go:build unix

package uitest

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

func TestScenarioABrokenFileIsACardWithTheReasonUntilItIsRepaired(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 120, H: 24})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task")
	bob := h.Agent("s07", "bob")
	bob.Writes("task_2.json", "{\n  \"id\": 2,\n  \"subject\": oh\n}")
	h.SeesRow("!", "task_2.json").Sees("1 needs you", "2 tasks").Press("!").SeesRow("╭", "1 needs you").Sees("task_2.json", "Line 3, column")
	h.Press("enter").SeesNot("╭").On("task_2.json").Press("c").Sees("Not claimed: the file is half-written or broken")
	h.Press("e").Sees("Not edited: the file is half-written or broken").Press("D").Sees("Not deleted")
	h.Still("task_2.json", "{\n  \"id\": 2,\n  \"subject\": oh\n}")
	bob.Writes("task_2.json", s07("2", "Emit", "pending", "[]"))
	h.SeesRow("●", "Emit").SeesNot("1 needs you", "task_2.json").On("Emit")
}

func TestScenarioATaskWithTooManyLinksToKeepSaysWhyItIsNotReady(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s12("task_1", "Parse", "completed", "null", "[]"))
	h.Write("task_2.json", s12("task_2", "Emit", "pending", "null", `["`+strings.Repeat(`task_1", "`, tasks.MaxLinks)+`task_1"]`))
	h.SeesRow("○", "Emit").SeesRow("← more than is shown").SeesRow("1 more link than is shown")
}

func TestScenarioAHalfWrittenFileKeepsItsLastGoodVersion(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	good := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", good).Sees("1 task")
	bob := h.Agent("s07", "bob")
	bob.Writes("task_1.json", good[:30])
	h.Sees("1 needs you").SeesRow("●", "Parse").Press("c").Sees("Not claimed: the file is half-written or broken")
	h.Press("!").SeesRow("╭", "1 needs you").Sees("task_1.json").Press("esc").Still("task_1.json", good[:30])
	bob.Writes("task_1.json", "")
	h.SeesRow("●", "Parse").Sees("1 needs you")
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
	h.Press("!").SeesRow("╭", " need you").Sees("current_todos.json", "index.json", "task_2.json").Press("G").Sees("task_7.json").Press("esc")
	h.Choose("Parse").Press("c").Reads("task_1.json", s07by("1", "Parse", "in_progress", "ann", "[]"))
	bob := h.Agent("s07", "bob")
	testdir.Must(t, os.Remove(filepath.Join(h.Dir, "task_2.json")))
	bob.Writes("task_2.json", s07("2", "No pipe any more", "pending", "[]"))
	h.SeesRow("●", "No pipe any more")
}

func TestScenarioASymbolicLinkInTheDirectoryIsShownAndNotWritten(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]"))
	link(t, "task_1.json", filepath.Join(h.Dir, "task_2.json"))
	h.Sees("2 tasks")
	h.Press("G", "c")
	h.Await("a refusal or an edit of the file itself", func() bool {
		return strings.Contains(h.Screen(), "Not claimed") || strings.Contains(h.Screen(), "you claimed")
	})
	if info, err := os.Lstat(filepath.Join(h.Dir, "task_2.json")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v; it must not be replaced by a file", info, err)
	}
}

func TestScenarioAFileWithDuplicateKeysIsShownAndNeverWritten(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	twice := strings.Replace(s07("1", "Parse", "pending", "[]"), `"status"`, `"subject": "Other",`+"\n  "+`"status"`, 1)
	h.Write("task_1.json", twice).Sees("1 task").Press("c").Sees("Not claimed").Press("e").Sees("Not edited")
	h.Press("E").Sees("Not edited").Still("task_1.json", twice)
}

func link(t *testing.T, to, from string) {
	t.Helper()
	if err := os.Symlink(to, from); err != nil {
		t.Skip("no links here:", err)
	}
}

func TestScenarioBrokenFilesComeBeforeReadyAndWaitingTasks(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	for i := range 5 {
		h.Write(fmt.Sprintf("task_%02d.json", i+1), "{ oh")
	}
	h.Write("task_20.json", s07("20", "Parse", "pending", "[]")).Write("task_21.json", s07("21", "Emit", "pending", "[20]"))
	h.Sees("7 tasks", "5 need you").SeesRow("●", "Parse").SeesRow("Emit").SeesRow("!", "task_01.json")
	h.Choose("task_05.json").Press("j").On("Parse").Press("j").On("Emit").Press("g").On("task_01.json").Press("G").On("Emit")
}

func TestScenarioATaskWithFarTooManyLinksIsBlockedAndSaysSo(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	ids := make([]string, 1500)
	for i := range ids {
		ids[i] = strconv.Itoa(i + 100)
	}
	many := s07("1", "Parse", "pending", "["+strings.Join(ids, ", ")+"]")
	h.Write("task_1.json", many).Sees("Parse", "500 more links").Press("c").Sees("Claim Parse although it is blocked?").Press("n").SeesNot("although").Press("!").Sees("Its lists name 500 more tasks than are shown")
	h.Still("task_1.json", many)
}

func TestScenarioTheHeaderCountsWhatTheListAndTheDoctorCount(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pnding", "[]")).Sees("1 needs you")
	h.Write("task_2.json", s07("2", "Emit", "pending", list("3"))).Write("task_3.json", s07("3", "Link", "pending", list("2")))
	h.Sees("2 need you") // a loop
	h.Write("task_4.json", `{"id": 4, "subject": "Cut o`).Sees("3 need you", "half-written")
	h.Press("!").SeesRow("╭", "3 need you").Press("esc").Sees("3 need you")
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_4.json", s07("4", "Cut", "pending", "[]")).Sees("1 needs you")
	h.Write("task_3.json", s07("3", "Link", "pending", "[]")).SeesNot("needs you")
}

func TestScenarioAnUnknownKeyThatEveryFileHasIsNotReported(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{W: 148, H: 40})
	task := func(id, subject, more string) string {
		return strings.Replace(s12(id, subject, "pending", "null", "[]"), `"status"`, more+`"status"`, 1)
	}
	const own, card = `"priority": "high", `, "the key “priority” is one"
	h.Write("task_1.json", task("task_1", "Parse", own)).Sees(card, "1 needs you") // a single file says nothing about the folder
	h.Write("task_2.json", task("task_2", "Emit", own)).SeesNot(card, "needs you", "need you")
	h.Press("n").Type("Lint").Press("ctrl+s").Sees("every file here has the key “priority”").Press("esc", "y")
	h.Write("task_3.json", task("task_3", "Link", "")).Sees(card, "2 need you").Press("!").SeesRow("╭", "2 need you").Press("esc")
	h.Remove("task_3.json").SeesNot(card, "needs you", "need you")
	h.Write("task_3.json", task("task_3", "Link", `"tags": [], `+own)).Sees("the key “tags” is one too many", "1 needs you").SeesNot(card)
}
