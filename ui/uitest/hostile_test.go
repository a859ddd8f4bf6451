package uitest

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/ui"
)

// attacks are texts that do something to a terminal unless they are shown as text.
var attacks = []string{
	"\x1b]0;title\x07", "\x1b]2;title\x1b\\", "\x1b]52;c;ZXZpbA==\x07", "\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\", "\x1b]1337;File=x\x07",
	"\x1b[5;8;31mblink\x1b[0m", "\x1b[2J\x1b[H", "\x1b[?1049l", "\x1bc", "\x1b[6n", "\x1bP+q544e\x1b\\", "\x1b_apc\x1b\\", "\x1b]unterminated",
	"\u009b31mC1", "\u009d0;title\u009c", "\u0090dcs\u009c", "\u0085next line", "bell\x07back\bnull\x00del\x7f", "line\r\nover\rwritten\ttab\vvt\fff",
	"\u202eoverride\u202d\u2066isolate\u2069\u200e\u200f\u061c", "zero\u200bwidth\u2060word\ufeffjoiner\u00adsoft", "tags\U000e0041\U000e0042\U000e007f",
	"\u2028line\u2029paragraph", "noncharacters\ufffe\uffff\ufdd0", "\ufff9annotated\ufffa\ufffb", "a" + strings.Repeat("\u0301", 200), "\u200d\ufe0f\u200c", "\u3164\u115f\u180e",
	"\x0e\x0fshift\x1b(0graphics", "\x1b%G\x1b#8", "\x1b[20h\x1b[4h",
}

// raw are bytes that are not valid text.
const raw = "\xff\xfe\x9b31m\x9d0;x\x9c\xc3\x28\xed\xa0\x80"

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}

// hostileFile has an attack everywhere a task file can have text.
func hostileFile(id int, status, attack string) string {
	text := quote(attack)
	return fmt.Sprintf("{\"id\": %d, \"subject\": %s, \"description\": %s, \"status\": %s, \"blockedBy\": [%s], \"owner\": %s, \"active_form\": %s, %s: %s}",
		id, text, quote("# "+attack+"\n\n- "+attack+"\n\n`"+attack+"` ["+attack+"]("+attack+")\n\n```"+attack+"\n"+attack+"\n```\n\n| "+attack+" | b |\n|---|---|\n| c | "+attack+" |\n"),
		status, text, text, text, quote("unknown "+attack), text)
}

func TestScenarioATasksFilesReachTheTerminalOnlyAsText(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true, W: 160, H: 80, As: attacks[0]})
	for i, attack := range attacks {
		status := []string{`"pending"`, `"in_progress"`, `"completed"`, quote(attack)}[i%4]
		h.Write(fmt.Sprintf("task_%d.json", i+1), hostileFile(i+1, status, attack))
	}
	h.Write("task_98.json", strings.Replace(s07("98", "@", "pending", "[]"), "@", raw, 1))
	h.Write("task_99.json", "{\"id\": 99, \x1b]0;broken\x07").Write("evil\x1b]2;name\x07\u009b31m.json", "[\""+attacks[0]+"\"]")
	h.Write("task_\x1b[31m\u202e.json", "{")
	h.Sees("done", "need you", "task_99.json")
	var members []string
	for i, attack := range attacks {
		members = append(members, fmt.Sprintf(`{"name": %s, "role": %s, "status": %q}`, quote(attack), quote(attack), []string{"working", "idle", "shutdown"}[i%3]))
	}
	h.Team(`{"team_name": ` + quote(attacks[0]) + `, "members": [` + strings.Join(members, ", ") + `]}`).Sees("is gone")
	h.Press("3").Sees("in the last hour").Press("G", "pgup", "esc")
	h.tour()
	for i, attack := range attacks { // and once more as news
		h.Write(fmt.Sprintf("task_%d.json", i+1), hostileFile(i+1, `"completed"`, attack+" again"))
	}
	h.Sees(" again ", "88% of 35 done").Press("q").Ended()
	if err := Trespass(h.Sent()); err != nil {
		t.Error(err)
	}
}

// tour opens every panel over every task, and types the same attacks.
func (h *Driver) tour() {
	h.T.Helper()
	h.Press("enter", "enter")
	for range len(attacks) + 6 {
		h.Press("j", "J", "K")
	}
	h.Press("esc", "l")
	for range 14 {
		h.Press("j", "c")
	}
	h.Press("g").Press("e").Sees("Edit").Press("tab", "tab", "tab").Paste(strings.Join(attacks[12:], " ")).Press("esc").Sees("Throw away")
	h.Press("y").SeesNot("Throw away").Press("D").Sees("Delete").Press("n").SeesNot("Delete")
	h.Press("!").SeesRow("▌", "need you").Press("j", "j", "G", "esc").SeesNot("esc back")
	h.Press("/").Sees("@owner").Paste("\u009b31m\u202e"+attacks[18]).Sees("0 found").Press("enter").Sees("filter").Press("esc", "esc").SeesNot("filter \u25af")
	h.Press("/").Sees("@owner").Type("is:\u009b").Sees("is not known").Press("esc")
	h.Press("n").Sees("New task").Type("x").Press("shift+tab").Paste("\u009bno\u202e").Press("ctrl+s").Sees("no task is called").Press("esc").Sees("Throw").Press("y")
	h.Press("?").Sees("Move").Press("esc").Press("y").Sees("Sent ").Press(".").Press("esc")
	h.Resize(60, 20).Press("enter").Sees("more below").Press("G").SeesNot("more below").Press("esc").Resize(160, 50)
}

func TestScenarioTheFirstScreenShowsHostileListsAsText(t *testing.T) {
	t.Parallel()
	cwd, config := claudeProject(t)
	for _, name := range []string{"evil\x1b]0;x\x07", "\u009b31mlist", "bidi\u202elist"} {
		mkdir(t, config+"/tasks/"+name)
		put(t, config+"/tasks/"+name+"/1.json", cc("1", "Schema", "pending", "", "[]", "[]"))
	}
	transcript(t, config, cwd, "evil\x1b]0;x\x07")
	paths, _ := filepath.Glob(config + "/projects/*/evil*.jsonl")
	put(t, paths[0], `{"type":"user","message":{"content":"say \u001b]2;x\u0007 \u009b31m\u202e"}}`)
	h := OpenIn(t, cwd, Options{NoDir: true, Record: true, Env: map[string]string{"CLAUDE_TEAM_NAME": "\x1b]2;x\x07\u009b\u202e"}})
	h.Sees("Which list?", "of 1 open", "say ").Press("s").Sees("esc").Press("esc", "q").Ended()
	if err := Trespass(h.Sent()); err != nil {
		t.Error(err)
	}
}

func TestScenarioWithASCIIOnlyASCIIIsDrawn(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Record: true, Board: func(o *ui.Options) { o.ASCII = true }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Write("task_2.json", s07("2", "Emit", "in_progress", list("1")))
	h.Sees("of 2 done").Press("enter").Sees("File  ").Press("esc", "n").Sees("New task").Press("esc", "?").Sees("Move").Press("esc", "D").Sees("Delete").Press("q", "q").Ended()
	for _, s := range sequences(h.Sent()) {
		if s.kind == 't' && s.text >= "\x7f" {
			t.Fatalf("%q was sent", s.text)
		}
	}
}

func TestTheCheckOfSentBytesCatchesEscapes(t *testing.T) {
	t.Parallel()
	for _, attack := range append(attacks, raw) {
		if strings.Trim(attack, "a\u0301\u200d\ufe0f\u200c") == "" || attack == "\u3164\u115f\u180e" || attack == "\x1b[2J\x1b[H" || attack == "\x1b[?1049l" || attack == attacks[2] {
			continue // marks and erasing are the board's own words too
		}
		if Trespass([]byte("before "+attack+" after")) == nil {
			t.Errorf("%q would pass", attack)
		}
	}
	if err := Trespass([]byte("\x1b[?1049h\x1b[38;2;1;2;3mtext ✓ 日本語 👩‍👧\x1b[m\x1b]2;1 needs you, sideboard: 1 ready, 0 in progress, 2 of 3 done\x07\r\n\x1b[5;3H")); err != nil {
		t.Error(err)
	}
}
