package uitest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fresh waits for a new file, and returns its name.
func (h *Driver) fresh(pattern string, known ...string) string {
	h.T.Helper()
	var found string
	h.Await("a new file "+pattern, func() bool {
		for _, name := range h.Names() {
			if ok, _ := regexp.MatchString("^"+pattern+"$", name); ok && !slices.Contains(known, name) && len(h.Bytes(name)) > 0 {
				found = name
				return true
			}
		}
		return false
	})
	return found
}

func TestScenarioCreatingInS07TakesTheNextNumberAndCopiesTheLayout(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_7.json", s07("7", "Emit", "pending", "[]"))
	h.Sees("2 tasks").Press("n").Sees("New task", "Subject", "Waits for").Type("Füße zählen <&>").Press("ctrl+s")
	h.Reads("task_8.json", s07("8", "Füße zählen <&>", "pending", "[]")).SeesNot("New task").On("Füße zählen <&>")
	h.Sees("you created Füße zählen").Choose("Emit").Press("N").Sees("New task", "#7").Type("Test").Press("ctrl+s")
	h.Reads("task_9.json", s07("9", "Test", "pending", list("7"))).On("Test").SeesRow("○", "Test").NoLitter()
}

func TestScenarioCreatingInS12MakesAnIDFromTheClock(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Sees("No tasks yet").Press("n").Sees("New task").Type("Größe 👍 prüfen").Press("ctrl+s")
	name := h.fresh(`task_\d{10}_\d{4}\.json`)
	id := strings.TrimSuffix(name, ".json")
	h.Reads(name, s12(id, `Gr\u00f6\u00dfe \ud83d\udc4d pr\u00fcfen`, "pending", "null", "[]")).On("Größe 👍 prüfen")
	bob := h.Agent("s12", "bob").Finds(id, "pending", true)
	h.Press("N").Sees("New task").Type("Docs").Press("ctrl+s").On("Docs").SeesRow("○", "Docs")
	bob.Claims(id).Completes(id)
	h.SeesRow("●", "Docs").NoLitter()
}

func TestScenarioCreatingInS13IsExclusiveAndTakesOnlyTasksThatExist(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(".lock", "").Write("task_000000a1.json", s13("task_000000a1", "Schema", "pending", "null", "[]"))
	h.Sees("1 task").Press("N").Sees("New task").Type("Docs").Press("ctrl+s")
	name := h.fresh(`task_[0-9a-f]{8}\.json`, "task_000000a1.json")
	h.Reads(name, s13(strings.TrimSuffix(name, ".json"), "Docs", "pending", "null", ids("task_000000a1"))).On("Docs")
	h.Press("n").Sees("New task").Type("Logo").Press("shift+tab").Type("nonsense").Press("ctrl+s")
	h.Sees(`no task is called "nonsense"`, "New task")
	h.Agent("s13", "bob").Finds("task_000000a1", "pending", true).Finds(strings.TrimSuffix(name, ".json"), "pending", false)
}

func TestScenarioCreatingInV6WritesBothSidesAndTheHighWaterMark(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(".highwatermark", "4").Write("1.json", v6("1", "Design", "pending", "", "[]", "[]"))
	h.Sees("1 task").Press("N").Sees("New task", "Doing").Type("Build").Press("ctrl+s")
	h.Reads("5.json", v6("5", "Build", "pending", "", "[]", ids("1"))).Reads(".highwatermark", "5")
	h.Reads("1.json", v6("1", "Design", "pending", "", ids("5"), "[]")).On("Build")
	h.Agent("v6", "bob").Finds("5", "pending", false).Finds("1", "pending", true)
}

func TestScenarioCreatingInClaudeCodeNeverUsesAnIDAgain(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{})
	h.Write(".lock", "").Write(".highwatermark", "9").Write("3.json", cc("3", "Schema", "pending", "", "[]", "[]"))
	h.Sees("1 task").Press("n").Sees("New task").Type("Docs").Press("ctrl+s")
	h.Reads("10.json", cc("10", "Docs", "pending", "", "[]", "[]")).On("Docs").NoLitter()
	h.Agent("claude-code", "bob").Finds("10", "pending", true)
	if info, err := os.Stat(filepath.Join(h.Dir, ".lock")); err != nil || info.Size() != 0 {
		t.Errorf("the agents' lock file is %v, %v", info, err)
	}
}

func TestScenarioATaskNeedsASubject(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Sees("No tasks yet").Press("n").Sees("New task").Press("ctrl+s").Sees("it has no subject")
	h.Press("esc").SeesNot("New task")
	if names := h.Names(); len(names) > 0 {
		t.Errorf("there are files: %v", names)
	}
}

func TestScenarioAFormWritesOnlyWhatWasChanged(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	// Tabs, CRLF, C1, both kinds of escapes, numbers and an unusual layout: all of it stays.
	const before = "{ \"id\":1,\n\t\"subject\" : \"Parse\",\"description\":\"a\\tb\\r\\n\u0085c \\u00e9é\\u001b[31m\",\n\"status\":\"pending\",\"blockedBy\":[ ],\"owner\":\"\",\n \"weight\": 1.50e+00 , \"note\":null}\r\n"
	h.Write("task_1.json", before).Sees("1 task").Press("e").Sees("Edit #1", "Parse").Type(" it").Press("ctrl+s")
	h.Reads("task_1.json", strings.Replace(before, `"Parse"`, `"Parse it"`, 1)).SeesNot("Edit #1").Sees("Parse it")
	h.Press("e").Sees("Edit #1").Press("ctrl+s").Sees("Nothing changed")
	h.Still("task_1.json", strings.Replace(before, `"Parse"`, `"Parse it"`, 1)).NoLitter()
}

func TestScenarioLeavingAFormAsksWhenSomethingWasTyped(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task")
	h.Press("e").Sees("Edit #1").Press("esc").SeesNot("Edit #1").SeesNot("Throw away")
	h.Press("e").Sees("Edit #1").Type("!").Sees("Parse!").Press("esc").Sees("Throw away what you typed for #1?", "y  throw away", "n  go on")
	h.Press("n").Sees("Edit #1", "Parse!").Press("esc").Sees("Throw away").Press("y").SeesNot("Edit #1")
	h.Still("task_1.json", s07("1", "Parse", "pending", "[]"))
}

func TestScenarioPastedTextIsTypedWholeAndIsNotReadAsKeys(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task")
	h.Paste("cdDqy") // the board ignores a paste
	h.Press("e").Sees("Edit #1").Press("tab").Paste("# Plan\n- one\n- two\t3").Press("ctrl+s")
	h.Says("task_1.json", "description", `"# Plan\n- one\n- two\t3"`).Says("task_1.json", "status", `"pending"`)
	h.SeesNot("Edit #1").Press("e").Sees("Edit #1").Press("ctrl+u").Paste("two\nlines").Sees("Line breaks became spaces")
	h.Press("ctrl+s").Says("task_1.json", "subject", `"two lines"`)
}

func TestScenarioWaitsForIsCompletedByTab(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Emit code", "pending", "[]"))
	h.Write("task_3.json", s07("3", "Emit docs", "pending", "[]")).Sees("3 tasks")
	h.Choose("Parse").Press("e").Sees("Edit #1").Press("shift+tab").Type("emi").Sees("#2  Emit code", "#3  Emit docs")
	h.Press("down", "tab").SeesNot("#2  Emit code").Type(", 2").Sees("#3, 2").Press("ctrl+s")
	h.Reads("task_1.json", s07("1", "Parse", "pending", list("3", "2"))).SeesRow("○", "Parse").Sees("← 2 tasks")
	h.SeesNot("Edit #1").Choose("Emit code").Press("e").Sees("Edit #2").Press("shift+tab").Type("parse").Press("ctrl+s")
	h.Sees("closes a loop: Emit code > Parse > Emit code").Still("task_2.json", s07("2", "Emit code", "pending", "[]"))
}

func TestScenarioUnlinkingInAFormDropsOneIDAndKeepsTheLayout(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Emit", "pending", "[]"))
	h.Write("task_3.json", s07("3", "Test", "pending", "[1, 2]")).Sees("3 tasks")
	h.Choose("Test").Press("e").Sees("Edit #3", "● #1 Parse  ● #2 Emit").Press("shift+tab", "ctrl+u").Type("#2").Press("ctrl+s")
	h.Reads("task_3.json", s07("3", "Test", "pending", "[2]")).Sees("← Emit")
}

func TestScenarioTextAFieldCannotHoldIsForTheEditorOnly(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	big := strings.Repeat("word ", 14_000)
	before := strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "`+big+`"`, 1)
	h.Write("task_1.json", before).Sees("1 task").Press("e").Sees("Edit #1", "longer than 64 KiB")
	h.Press("tab").Type("x").Sees("Description cannot be edited here").Press("shift+tab").Type("!").Press("ctrl+s")
	h.Reads("task_1.json", strings.Replace(before, `"Parse"`, `"Parse!"`, 1))
}

func TestScenarioTextOfAnOldWindowsFileIsNotWrittenButItsStatusIs(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	before := strings.Replace(s07("1", "\xd6\xd0\xce\xc4", "pending", "[]"), "\n", "\r\n", -1) // GBK
	h.Write("task_1.json", before).Sees("1 task").Press("e").Sees("Edit #1", "its text is not UTF-8").Press("esc").SeesNot("Edit #1")
	h.Press("c").Reads("task_1.json", strings.NewReplacer(`"pending"`, `"in_progress"`, `"owner": ""`, `"owner": "ann"`).Replace(before))
}

func TestScenarioAFormKeepsWhatWasTypedIfAnotherWroteFirst(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("e").Sees("Edit #1").Type(" it").Sees("Parse it")
	h.Agent("s07", "bob").Writes("task_1.json", s07("1", "Parse all", "pending", "[]"))
	h.Press("ctrl+s").Sees("meanwhile", "Parse it").Still("task_1.json", s07("1", "Parse all", "pending", "[]"))
}

func TestScenarioAKnownOwnerIsCompleted(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write("task_1.json", s12("task_1", "Parse", "pending", `"agent-1"`, "[]"))
	h.Write("task_2.json", s12("task_2", "Emit", "pending", `"agent-2"`, "[]"))
	h.Write("task_3.json", s12("task_3", "Test", "pending", "null", "[]"))
	h.SeesRow("●", "Test").Press("G").On("Test").Press("e").Sees("Edit").Press("tab", "tab").Type("ag")
	h.Sees("agent-1").Sees("agent-2").Press("down", "tab").Press("ctrl+s").Sees("Give Test to agent-2?").Press("y")
	h.Says("task_3.json", "owner", `"agent-2"`)
}
