package forms

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// s12 is a task of s12, and idA and idB are the ids of two.
func s12(id, subject, status, owner, waits string) string {
	return hosttest.S12(id, subject, status, owner, waits)
}

const idA, idB = "task_1778000000_0001", "task_1778000001_0002"

func TestAFormOfATask(t *testing.T) {
	big := strings.Repeat("word ", 14_000)
	long := strings.NewReplacer(`"description": ""`, `"description": "`+big+`"`)
	windows := parse("Parse", "\xd6\xd0\xce\xc4", "\n", "\r\n") // GBK
	// Tabs, CRLF, C1, both kinds of escapes, numbers and an unusual layout: all of it stays.
	const strange = "{ \"id\":1,\n\t\"subject\" : \"Parse\",\"description\":\"a\\tb\\r\\n\u0085c \\u00e9é\\u001b[31m\",\n\"status\":\"pending\",\"blockedBy\":[ ],\"owner\":\"\",\n \"weight\": 1.50e+00 , \"note\":null}\r\n"
	for _, c := range []struct {
		name, file string
		do         func(*hosttest.Harness)
		pairs      []string // what is different in the file afterwards
	}{
		{"writes one member and keeps every other byte", strange, func(h *hosttest.Harness) {
			h.Press(" it").Sees("Edit #1... ● ready", "Parse it").Press("ctrl+s").Sees("no: Edit #1")
		}, []string{`"Parse"`, `"Parse it"`}},
		{"that nobody changed writes nothing", strange, func(h *hosttest.Harness) { h.Press("ctrl+s").Sees("Nothing changed", "no: Edit #1") }, nil},
		{"with a subject of other blanks writes nothing", parse(), func(h *hosttest.Harness) { h.Press("  ", "ctrl+s").Sees("Nothing changed") }, nil},
		{"leaves out the blanks around a subject, and says so", parse(), func(h *hosttest.Harness) {
			h.Press(" all  ", "ctrl+s").Sees("The blanks around the subject are left out")
		}, []string{"Parse", "Parse all"}},
		{"says no such thing of a subject without blanks", parse(), func(h *hosttest.Harness) { h.Press("r", "ctrl+s").Sees("no: blanks") }, []string{"Parse", "Parser"}},
		{"needs a subject", parse(), func(h *hosttest.Harness) {
			if h.Press("ctrl+u", "ctrl+s").Sees("Edit #1", "it would have no subject"); h.NoticeText() != "" {
				h.T.Errorf("the notice repeats it: %q", h.NoticeText())
			}
		}, nil},
		{"closes at once if nothing was typed", parse(), func(h *hosttest.Harness) { h.Press("esc").Sees("no: Edit #1", "no: Throw away") }, nil},
		{"asks before it throws away what was typed", parse(), func(h *hosttest.Harness) {
			h.Press("!", "esc").Sees("Throw away what you typed for #1?", "y/enter throw away", "n go on").Press("n").Sees("Parse!")
			h.Press("esc", "y").Sees("no: Edit #1").Press("e").Sees("no: Parse!")
		}, nil},
		{"goes to the next field and back, around both ends", parse(), func(h *hosttest.Harness) {
			h.Press("tab", "one", "tab", "two", "tab", "shift+tab", "shift+tab", "!", "shift+tab", "shift+tab", "up", "down").Sees("Waits for").Press("tab", "?", "ctrl+s", "y")
		}, []string{`"Parse"`, `"Parse?"`, `"description": ""`, `"description": "one!"`, `"owner": ""`, `"owner": "two"`}},
		{"goes on with enter, and saves with enter in the last field", parse(), func(h *hosttest.Harness) {
			h.Press("!").Sees("enter next field", "ctrl+s save").Press("enter", "tab", "enter").Sees("enter save", "no: ctrl+s").Press("enter").Sees("no: Edit #1")
		}, []string{"Parse", "Parse!"}},
		{"has lines in the description, which enter breaks and arrows walk", parse(), func(h *hosttest.Harness) {
			h.Press("down").Sees("enter new line", "tab next", "ctrl+o $EDITOR").Press("one", "enter", "two", "up", "!", "down", "down", "bob", "ctrl+s", "y")
		}, []string{`"description": ""`, `"description": "one!\ntwo"`, `"owner": ""`, `"owner": "bob"`}},
		{"takes a paste whole, with its line breaks where there can be some", parse(), func(h *hosttest.Harness) {
			h.Press("tab", "# Plan\n- one\n- two\t3", "shift+tab", "ctrl+u", "two\nlines").Sees("Line breaks became spaces: subject is one line")
			h.Press("!").Sees("no: Line breaks").Press("ctrl+s")
		}, []string{"Parse", "two lines!", `"description": ""`, `"description": "# Plan\n- one\n- two\t3"`}},
		{"does not take a text that is too long for it", parse(), func(h *hosttest.Harness) {
			h.Press("tab", big).Sees("Description would get too long for a form: use $EDITOR").Press("esc").Sees("no: Edit #1")
		}, nil},
		{"leaves a text alone that it cannot hold", long.Replace(parse()), func(h *hosttest.Harness) {
			h.Sees("longer than 64 KiB").Press("tab", "x").Sees("Description cannot be edited here: longer").Press("shift+tab", "!", "ctrl+s")
		}, []string{`"Parse"`, `"Parse!"`}},
		{"of a file that is not UTF-8 has only what is no text", windows, func(h *hosttest.Harness) {
			h.Sees("its text is not UTF-8").Press("shift+tab", "x").Sees("Description cannot be edited here: its text is not UTF-8").Press("ctrl+o").Sees("Description cannot be edited: its text").Press("esc", "c")
		}, []string{`"pending"`, `"in_progress"`, `"owner": ""`, `"owner": "ann"`}},
		{"trims the name of an owner", parse(), func(h *hosttest.Harness) {
			h.Press("tab", "tab", " eve ", "ctrl+s").Sees("Give Parse to eve?").Press("y")
		}, []string{`"owner": ""`, `"owner": "eve"`}},
		{"cannot become several tasks", parse(), func(h *hosttest.Harness) { h.Press("ctrl+j").Sees("This is one task that is there") }, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "", map[string]string{one: c.file})
			c.do(h.Press("e").Sees("Edit #1"))
			h.Reads(one, strings.NewReplacer(c.pairs...).Replace(c.file))
		})
	}
}

// What another writes while a form is open is shown in it; what the person typed stays, and replaces another's text only at a second save.
func TestAnotherWritesWhileAFormIsOpen(t *testing.T) {
	before := s12(idA, "Parse", "pending", "", "[]")
	for _, c := range []struct {
		name   string
		press  []string // before
		theirs string   // "" to remove the file
		do     func(*hosttest.Harness)
		want   string
	}{
		{"another field", []string{" it"}, s12(idA, "Parse", "in_progress", "bob", "[]"), func(h *hosttest.Harness) {
			h.Sees("◐ in progress", "just changed by somebody else", "bob", "Parse it").Press("ctrl+s").Sees("no: Edit")
		}, s12(idA, "Parse it", "in_progress", "bob", "[]")},
		{"the same field", []string{" it"}, s12(idA, "Parse files", "pending", "", "[]"), func(h *hosttest.Harness) {
			h.Sees("Somebody else changed this meanwhile to “Parse files”", "no: just changed").Press("ctrl+s").Sees("Not saved, Subject has changed: save again to put yours").Reads(idA+".json", s12(idA, "Parse files", "pending", "", "[]"))
			h.Press("ctrl+s").Sees("no: Edit")
		}, s12(idA, "Parse it", "pending", "", "[]")},
		{"the same field, and it is put back to theirs", []string{" it"}, s12(idA, "Parse files", "pending", "", "[]"), func(h *hosttest.Harness) {
			h.Press("ctrl+u", "Parse files").Sees("no: meanwhile").Press("ctrl+s").Sees("Nothing changed")
		}, s12(idA, "Parse files", "pending", "", "[]")},
		{"two fields that were changed here too", []string{"!", "tab", "tab", "eve"}, s12(idA, "Parse files", "pending", "bob", "[]"), func(h *hosttest.Harness) {
			h.Press("ctrl+s").Sees("Not saved, Subject and Owner have changed").Writes(idA+".json", s12(idA, "Parse all files", "pending", "bob", "[]"))
			h.Sees("to “Parse all files”").Press("ctrl+s").Sees("Not saved").Press("ctrl+s").Sees("Give Parse all files to eve?").Press("y")
		}, s12(idA, "Parse!", "pending", "eve", "[]")},
		{"a field that was changed here to nothing", []string{"tab", "tab", "eve"}, s12(idA, "A subject of more than thirty letters", "pending", "", "[]"), func(h *hosttest.Harness) {
			h.Sees("A subject of more").Press("esc").Sees("Throw away").Press("y")
		}, s12(idA, "A subject of more than thirty letters", "pending", "", "[]")},
		{"a blocker", []string{"!"}, s12(idA, "Parse", "pending", "", `["`+idB+`"]`), func(h *hosttest.Harness) {
			h.Sees("just changed", "● #0002 Emit").Press("shift+tab", "tab", "ctrl+s").Sees("no: Edit")
		}, s12(idA, "Parse!", "pending", "", `["`+idB+`"]`)},
		{"nothing any more: the file is gone", []string{" it"}, "", func(h *hosttest.Harness) { h.Sees("The file is gone: what you typed cannot be saved here", "Parse it") }, ""},
		{"half a file", []string{" it"}, before[:40], func(h *hosttest.Harness) {
			h.Sees("Parse it", "no: gone").Writes(idA+".json", s12(idA, "Parse", "pending", "bob", "[]"))
			h.Sees("bob").Press("ctrl+s")
		}, s12(idA, "Parse it", "pending", "bob", "[]")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "", map[string]string{idA + ".json": before, idB + ".json": s12(idB, "Emit", "pending", "", "[]")})
			h.On = tasks.Key{Name: idA + ".json"}
			h.Press("e").Press(c.press...).Writes(idA+".json", c.theirs)
			c.do(h)
			h.Reads(idA+".json", c.want)
		})
	}
}

func TestWhatATaskWaitsForIsTypedInItsForm(t *testing.T) {
	task := func(id, subject, waits string) string { return hosttest.S07(id, subject, "pending", "", waits) }
	for _, c := range []struct {
		name  string
		waits string // of task 1, at first
		do    func(*hosttest.Harness)
		want  string
	}{
		{"by a part of a subject, completed by tab", "[]", func(h *hosttest.Harness) {
			h.Press("emi").Sees("● Emit code...#2", "● Emit docs...#3", "fill in").Press("down", "tab").Sees("no: Emit code").Press(", emi", "tab", "ctrl+s")
		}, "[\n    3,\n    2\n  ]"},
		{"by a completion that is chosen upwards, around the end", "[]", func(h *hosttest.Harness) { h.Press("emi", "up", "enter", "enter").Sees("no: Edit #1") }, "[\n    3\n  ]"},
		{"by a whole subject", "[]", func(h *hosttest.Harness) { h.Press(" emit docs , ,2,", "ctrl+s") }, "[\n    3,\n    2\n  ]"},
		{"by a word of none", "[]", func(h *hosttest.Harness) {
			h.Press("nonsense", "ctrl+s").Sees(`no task is called "nonsense"`, "Edit #1")
		}, "[]"},
		{"by a word of two", "[]", func(h *hosttest.Harness) { h.Press("emit", "ctrl+s").Sees(`"emit" could be #2 or #3`) }, "[]"},
		{"by its own name, which is not offered", "[]", func(h *hosttest.Harness) {
			h.Press("parse").Sees("no: Parse...#1").Press("ctrl+s").Sees("cannot wait for itself")
		}, "[]"},
		{"with the tasks it has, named until they change", "[2, 3]", func(h *hosttest.Harness) {
			h.Press("tab").Sees("● #2 Emit code  ● #3 Emit docs").Press("shift+tab", "ctrl+u", "#3").Sees("no: Emit code", "● Emit docs...#3").Press("ctrl+s")
		}, "[3]"},
		{"in a loop", "[]", func(h *hosttest.Harness) { h.Press("test", "ctrl+s").Sees("closes a loop: Parse > Test > Parse") }, "[]"},
		{"of a missing task, which stays", "[9]", func(h *hosttest.Harness) { h.Press("end", ", 2", "ctrl+s") }, "[9, 2]"},
		{"by nothing more", "[2, 9]", func(h *hosttest.Harness) { h.Press("ctrl+u", "ctrl+s") }, "[]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "", map[string]string{one: task("1", "Parse", c.waits), "task_2.json": task("2", "Emit code", "[]"), "task_3.json": task("3", "Emit docs", "[]"), "task_4.json": task("4", "Test", "[1]")})
			h.On = tasks.Key{Name: one}
			c.do(h.Press("e").Sees("Edit #1").Press("shift+tab"))
			h.Reads(one, task("1", "Parse", c.want))
		})
	}
}

func TestTheFirstCompletionIsChosenAndOtherFilesChangeNoForm(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{one: parse(), "task_2.json": hosttest.S07("2", "Emit", "pending", "", "[]")})
	h.Press("e", "shift+tab", "emi")
	f := m.Mode().(*form)
	if out, chosen := f.completionViews(); len(out) != 1 || chosen != 0 {
		t.Errorf("of %v the completion %d is chosen", out, chosen)
	}
	if !f.Applies(keymap.Submit) || f.Applies(keymap.AnotherTask) {
		t.Error("the form of a task is saved, and creates no other")
	}
	other := tasks.Key{Name: "task_2.json"}
	doc, err := h.Workspace.Read(other)
	if m.mergeForm(other, doc, err); f.fields[0].value() != "Parse" || f.doc.Task.Key == other {
		t.Errorf("the form of another task has its subject: %q", f.fields[0].value())
	}
}

func TestAnOwnerIsCompletedFromTheKnownNames(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{idA + ".json": s12(idA, "Parse", "pending", "", "[]"), idB + ".json": s12(idB, "Emit", "pending", "agent-2", "[]")})
	m.Team = func() []string { return []string{"agent-1", "agent-2", "Bob", "eve", "una", "ina", "ada"} }
	h.On = tasks.Key{Name: idA + ".json"}
	h.Press("e", "tab", "tab").Sees("no: agent-1").Press("A").Sees("ada", "agent-1", "agent-2", "ann", "no: eve")
	h.Press("g", "down", "tab").Sees("agent-2", "no: agent-1").Press("ctrl+s").Sees("Give Parse to agent-2?").Press("n").Sees("Edit #0001").Press("ctrl+s", "y")
	h.Reads(idA+".json", s12(idA, "Parse", "pending", "agent-2", "[]"))
	h.Press("e", "tab", "tab", "ctrl+u", "bob").Sees("no: Bob").Press("backspace", "enter").Sees("Bob").Press("ctrl+s", "y").Reads(idA+".json", s12(idA, "Parse", "pending", "Bob", "[]"))
}

func TestANewTask(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		do    func(*hosttest.Harness)
		file  string // that is then there
		want  string
	}{
		{"of s07 has the next number", map[string]string{one: parse(), "task_7.json": hosttest.S07("7", "Emit", "pending", "", "[]")}, func(h *hosttest.Harness) {
			h.Press("n").Sees("New task", "Subject", "Description", "Owner", "Waits for", "no: Doing", "no:  ID").Press(" Füße <&> ", "ctrl+s").Sees("no: New task")
		}, "task_8.json", hosttest.S07("8", "Füße <&>", "pending", "", "[]")},
		{"waits for the one that was selected", map[string]string{one: parse()}, func(h *hosttest.Harness) {
			h.Press("N").Sees("New task", "● #1 Parse").Press("Test", "tab", "tab", " bob ", "ctrl+s")
		}, "task_2.json", hosttest.S07("2", "Test", "pending", "bob", "[\n    1\n  ]")},
		{"may have all of its fields", map[string]string{"1.json": `{"id":"1","subject":"A","description":"","status":"pending","active_form":"","owner":"","blocks":[],"blocked_by":[],"metadata":{}}`}, func(h *hosttest.Harness) {
			h.Press("n").Sees("Doing", "another task").Press("B", "enter").Sees("no: another task").Press("All", "enter", "of it", "tab", "Doing it", "tab", "bob", "tab", "a", "ctrl+s")
		}, "2.json", `{"id":"2","subject":"B","description":"All\nof it","status":"pending","active_form":"Doing it","owner":"bob","blocks":[],"blocked_by":["1"],"metadata":{}}`},
		{"needs a subject", map[string]string{one: parse()}, func(h *hosttest.Harness) {
			h.Press("n", "ctrl+s").Sees("it has no subject", "New task").Press("esc").Sees("no: New task")
		}, "task_2.json", ""},
		{"waits only for tasks that exist", map[string]string{one: parse()}, func(h *hosttest.Harness) {
			h.Press("n", "Logo", "shift+tab", "nonsense", "ctrl+s").Sees(`no task is called "nonsense"`)
		}, "task_2.json", ""},
		{"is asked about before it is thrown away", map[string]string{one: parse()}, func(h *hosttest.Harness) { h.Press("n", "x", "esc").Sees("Throw away what you typed?").Press("y") }, "task_2.json", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m := openFiles(t, "", c.files)
			c.do(h)
			h.Reads(c.file, c.want)
			if c.want != "" && (h.On.Name != c.file || m.Writer.NewestEdited() != h.On) {
				t.Errorf("%s is selected", h.On.Name)
			}
		})
	}
}

// Files of a workflow have facts of their own, and their creator chooses the ids. A container lists its parts.
func TestTheFormOfAWorkflowTask(t *testing.T) {
	const file = `{"id": "IMPL-1", "title": "Sign in", "status": "pending", "meta": {"type": "feature",  "agent": ""}, "context": {"focus_paths": ["src/a.ts", "b.ts"], "depends_on": []}, "flow_control": {}}`
	whole := func(parts string) string {
		return `{"id": "IMPL-3", "title": "Login", "status": "container", "meta": {"type": "feature"}, "context": {"subtasks": [` + parts + `], "depends_on": []}, "flow_control": {}}`
	}
	h := hosttest.OnFilesIn(t, ".workflow/WFS-login/.task", map[string]string{
		"IMPL-1.json": file, "IMPL-2.json": `{"id": "IMPL-2", "title": "Sign out", "status": "pending", "meta": {}, "context": {}, "flow_control": {}}`,
		"IMPL-3.json": whole(`"IMPL-3.1"`), "IMPL-3.1.json": `{"id": "IMPL-3.1", "title": "Form", "status": "pending", "meta": {}, "context": {"depends_on": []}, "flow_control": {}}`,
	})
	m := overFiles(t, h, "")
	h.On = tasks.Key{Name: "IMPL-1.json"}
	h.Press("e").Sees("Type...feature", "Paths...src/a.ts, b.ts", "files of CCW, five members have no place for one").Press("tab", "x").Sees("Description cannot be edited here").Press("tab", "bob", "tab", "tab", " , c.ts", "ctrl+s").Sees("no: Edit")
	after := strings.NewReplacer(`"agent": ""`, `"agent": "bob"`, `"b.ts"]`, `"b.ts", "c.ts"]`).Replace(file)
	h.Reads("IMPL-1.json", after).Press("e", "ctrl+s").Sees("Nothing changed").Press("u").Reads("IMPL-1.json", file)
	h.On = tasks.Key{Name: "IMPL-2.json"}
	h.Press("e").Sees("Waits for", "no: Paths", "no: Type").Press("esc")
	h.Press("n").Sees("ID...the next in order").Press("Session", "tab", "tab", "IMPL-3.2", "ctrl+s").Reads("IMPL-3.json", whole(`"IMPL-3.1", "IMPL-3.2"`))
	h.Run(m.Writer.PastEdits(func(rows []host.PastRow, _ error) tea.Cmd {
		if rows[0].Label.String() != "created Session" || rows[0].Note.String() != " 2 files" {
			t.Errorf("it is listed as %q, %q", rows[0].Label, rows[0].Note)
		}
		return nil
	}))
	h.Press("u").Reads("IMPL-3.2.json", "").Reads("IMPL-3.json", whole(`"IMPL-3.1"`))
	m.ListHere = func() string { return "nowhere" }
	h.Press("n").Sees("New task...nowhere")
}
