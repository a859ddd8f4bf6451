package forms

import (
	"strings"
	"testing"

	"sideboard/ui/host/hosttest"
)

// described is a file of s07 with a description.
func described(text string, pairs ...string) string {
	return strings.Replace(parse(pairs...), `"description": ""`, `"description": "`+text+`"`, 1)
}

// While the editor is open an agent changes the same: the person decides field by field, and theirs stays unless the person says otherwise.
func TestAConflictWithWhatAnAgentWroteIsDecided(t *testing.T) {
	member := func(json string) string { return parse("\n}", ",\n  \"note\": "+json+"\n}") }
	for _, c := range []struct {
		name   string
		before string
		edit   string // what the person's editor does to $1
		theirs string
		do     func(*hosttest.Harness)
		want   string
	}{
		{"theirs, if nothing is chosen", parse(), `s/Parse/Parse mine/`, parse("Parse", "Parse theirs", `"owner": ""`, `"owner": "bob"`), func(h *hosttest.Harness) {
			h.Sees("Edit #1", "Nothing is written yet", "subject", "was...Parse", "theirs...Parse theirs...bob...now", "yours...Parse mine", "keep theirs", "keep mine", "write this", "cancel")
			h.Press("enter").Sees("Left as it is", "What you typed is in", "no: meanwhile")
		}, parse("Parse", "Parse theirs", `"owner": ""`, `"owner": "bob"`)},
		{"mine", parse(), `s/Parse/Parse mine/`, parse("Parse", "Parse theirs"), func(h *hosttest.Harness) { h.Press("m").Sees("›...yours").Press("enter").Sees("no: meanwhile") }, parse("Parse", "Parse mine")},
		{"mine and then theirs", parse(), `s/Parse/Parse mine/`, parse("Parse", "Parse theirs"), func(h *hosttest.Harness) { h.Press("m", "t").Sees("›...theirs").Press("enter") }, parse("Parse", "Parse theirs")},
		{"nothing, and the text from the editor is kept", parse(), `s/Parse/Parse mine/`, parse("Parse", "Parse theirs"), func(h *hosttest.Harness) {
			h.Press("m", "esc").Sees("What you typed is in", "Left as it is")
			if text := kept(h.T.(*testing.T), h); text != parse("Parse", "Parse mine") {
				h.T.Errorf("kept %q", text)
			}
		}, parse("Parse", "Parse theirs")},
		{"a value of its own", parse(), `s/Parse/Parse mine/`, parse("Parse", "Parse theirs"), func(h *hosttest.Harness) {
			h.Press("e").Sees("By hand", "theirs...Parse theirs", "enter take it", "ctrl+o $EDITOR", "esc back").Press(` "and" theirs`).Sees(`Parse mine "and" theirs`)
			h.Press("esc").Sees(`by hand...Parse mine \"and\" theirs`, "›...theirs").Press("e", "!", "enter").Sees("no: By hand")
		}, parse("Parse", `Parse mine \"and\" theirs!`)},
		{"each field by itself", parse(), `s/Parse/Parse mine/; s/"description": ""/"description": "Mine."/`, described("Theirs.", "Parse", "Parse theirs"), func(h *hosttest.Harness) {
			h.Sees("subject", "description", "Theirs.", "Mine.").Press("m", "j", "e").Sees("By hand").Press("ctrl+w", "Both.", "enter").Sees("›...by hand...Both.").Reads(one, described("Theirs.", "Parse", "Parse theirs"))
			h.Press("k", "j", "enter").Sees("no: meanwhile")
		}, described("Both.", "Parse", "Parse mine")},
		{"a text of several lines", parse(), `s/"description": ""/"description": "One.\\nTwo."/`, described("Theirs."), func(h *hosttest.Harness) {
			h.Press("e").Sees("ctrl+s take it").Press("Zero.", "enter").Sees("Zero.").Reads(one, described("Theirs.")).Press("ctrl+s")
		}, described(`Zero.\nOne.\nTwo.`)},
		{"a member that is no text", member("1"), `s/"note": 1/"note": 2/`, member("3"), func(h *hosttest.Harness) {
			h.Sees("note", "was...1", "theirs...3", "yours...2").Press("e", ",", "enter").Sees("This member is JSON, and that is none").Press("backspace", "3", "enter")
		}, member("23")},
		{"a member that is a text", member(`"<a>"`), `s/<a>/<b>/`, member(`"<c>"`), func(h *hosttest.Harness) { h.Press("e").Sees("<b>").Press(` "d"`, "enter") }, member(`"<b> \"d\""`)},
		{"a member that was removed here", member(`1`), `s/,$//; s/"note".*//; s/"owner".*/"owner": ""/; s/: \[\]/: [],/; s/Parse"/&,/; s/task_1"/&,/; s/: 1/&,/; s/"pending"/&,/; s/description": ""/&,/`, member("3"), func(h *hosttest.Harness) {
			h.Sees("note", "yours...nothing").Press("e").Sees("This has no words of its own: keep theirs or yours", "no: By hand").Press("m", "enter")
		}, parse()},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "sed -i '"+c.edit+`' "$1"; cat > `+one+" <<'EOF'\n"+c.theirs+"\nEOF\ntruncate -s -1 "+one, map[string]string{one: c.before})
			c.do(h.Press("E").Sees("Somebody changed this meanwhile"))
			h.Reads(one, c.want)
		})
	}
}

func TestAConflictOfAnUndoIsDecided(t *testing.T) {
	file := func(subject string) string { return s12(idA, subject, "pending", "", "[]") }
	long := strings.Repeat("the same words again ", 12) + "éééééé."
	for _, c := range []struct {
		name           string
		before, theirs string
		press          []string // what is undone
		do             func(*hosttest.Harness)
		want           string
	}{
		{"theirs, if nothing is chosen", file("Parse"), file("Parse all"), []string{"e", " it", "ctrl+s"}, func(h *hosttest.Harness) {
			h.Sees("Undo edited Parse", "theirs...Parse all", "yours...Parse").Press("enter").Sees("Undone: edited Parse")
			h.Press("ctrl+r").Sees("Done again: edited Parse")
		}, file("Parse all")},
		{"yours", file("Parse"), file("Parse all"), []string{"e", " it", "ctrl+s"}, func(h *hosttest.Harness) { h.Press("m", "enter").Sees("Undone") }, file("Parse")},
		{"left as it is", file("Parse"), file("Parse all"), []string{"e", " it", "ctrl+s"}, func(h *hosttest.Harness) { h.Press("esc").Sees("Left as it is", "no: What you typed") }, file("Parse all")},
		{"by hand", file("Parse"), file("Parse all"), []string{"e", " it", "ctrl+s"}, func(h *hosttest.Harness) {
			h.Press("e", " files", "enter").Sees("Undone").Reads(idA+".json", file("Parse files")).Press("ctrl+r").Sees("Done again")
		}, file("Parse all")},
		{"not by hand as no subject", file("Parse"), file("Parse all"), []string{"e", " it", "ctrl+s"}, func(h *hosttest.Harness) {
			h.Press("e", "ctrl+u", "enter").Sees("A task needs a subject").Press("esc", "esc").Sees("Left as it is")
		}, file("Parse all")},
		{"a status only from the two", file("Parse"), s12(idA, "Parse", "completed", "ann", "[]"), []string{"c"}, func(h *hosttest.Harness) {
			h.Sees("Undo claimed Parse", "status", "no: $EDITOR").Press("e").Sees("keep theirs or yours").Press("m", "enter").Sees("Undone")
		}, s12(idA, "Parse", "pending", "", "[]")},
		{"an owner by hand", file("Parse"), s12(idA, "Parse", "pending", "eve", "[]"), []string{"e", "tab", "tab", "bob", "ctrl+s", "y"}, func(h *hosttest.Harness) {
			h.Sees("theirs...eve", "yours...nothing").Press("e", " una ", "enter").Sees("Undone")
		}, s12(idA, "Parse", "pending", "una", "[]")},
		{"long texts from where they differ", file(long + "A"), file(long + "C"), []string{"e", "backspace", "B", "ctrl+s"}, func(h *hosttest.Harness) {
			h.Sees("was...…éééééé.B", "theirs...…éééééé.C", "yours...…éééééé.A").Press("esc")
		}, file(long + "C")},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _ := openFiles(t, "", map[string]string{idA + ".json": c.before})
			h.Press(c.press...).Writes(idA+".json", c.theirs)
			c.do(h.Press("u").Sees("Undo ", "Somebody changed this meanwhile"))
			h.Reads(idA+".json", c.want)
		})
	}
}

// A created file is removed as a whole or not at all.
func TestUndoingACreationAsksIfTheTaskWasChangedSince(t *testing.T) {
	h, _ := openFiles(t, "", map[string]string{one: parse()})
	const made = "task_2.json"
	theirs := hosttest.S07("2", "Emit all", "pending", "", "[]")
	h.Press("n", "Emit", "ctrl+s").Reads(made, hosttest.S07("2", "Emit", "pending", "", "[]")).Writes(made, theirs)
	h.Press("u").Sees("Undo created Emit", "Emit all").Press("enter").Sees("Undone").Reads(made, theirs)
	h.Press("ctrl+r").Sees("Done again").Reads(made, theirs)
	h.Press("u", "m", "enter").Sees("Undone").Reads(made, "")
}

func TestAnUndoThatConflictsIsRefusedWhileAFormIsOpen(t *testing.T) {
	h, m := openFiles(t, "", map[string]string{idA + ".json": s12(idA, "Parse", "pending", "", "[]")})
	h.Press("e", " it", "ctrl+s").Writes(idA+".json", s12(idA, "Parse all", "pending", "", "[]"))
	past, err := h.Workspace.PastEdits()
	if err != nil {
		t.Fatal(err)
	}
	h.Press("e")
	h.Run(m.Writer.Undo(past[0], false, nil))
	h.Sees("Not undone: others changed the same since. Ask again when the form is closed", "Edit #0001").Press("esc")
}
