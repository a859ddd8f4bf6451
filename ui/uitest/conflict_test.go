package uitest

import (
	"strings"
	"testing"
)

// openConflict opens a form, types, and lets an agent change the same fields while the form is being saved: after the form has read the
// file, which an editor delays.
func openConflict(t *testing.T, mine, theirs string) *Driver {
	t.Helper()
	dir := t.TempDir()
	h := openEditor(t, mine+`; touch '`+dir+`/there'; until test -e '`+dir+`/go-on'; do sleep 0.01; done`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E").Exists(dir + "/there")
	h.Agent("s07", "bob").Writes("task_1.json", theirs)
	put(t, dir+"/go-on", "")
	return h.Sees("Somebody changed this meanwhile", "was", "theirs", "yours")
}

func TestScenarioAConflictShowsTheOldValueTheirsAndYours(t *testing.T) {
	t.Parallel()
	theirs := strings.Replace(s07("1", "Parse theirs", "pending", "[]"), `"owner": ""`, `"owner": "bob"`, 1)
	h := openConflict(t, `sed -i 's/Parse/Parse mine/' "$1"`, theirs)
	h.SeesRow("was", "Parse").SeesRow("theirs", "Parse theirs", "bob", "now").SeesRow("yours", "Parse mine")
	h.Sees("keep theirs", "keep mine", "edit", "write this", "cancel")
	h.Press("enter").SeesNot("meanwhile").Still("task_1.json", theirs) // their value stays by default
}

func TestScenarioInAConflictAValueIsTyped(t *testing.T) {
	t.Parallel()
	h := openConflict(t, `sed -i 's/Parse/Parse mine/' "$1"`, s07("1", "Parse theirs", "pending", "[]"))
	h.Press("e").Sees("By hand").SeesRow("theirs", "Parse theirs").Type(" \"and\" theirs").SeesRow(`Parse mine "and" theirs`)
	h.Press("esc").SeesRow("by hand", `Parse mine \"and\" theirs`).SeesRow("›", "theirs").Press("e").Type("!").Press("enter")
	h.Reads("task_1.json", s07("1", `Parse mine \"and\" theirs!`, "pending", "[]")).SeesNot("By hand")
	h.Press("u").Says("task_1.json", "subject", `"Parse theirs"`).Sees("Undone").NoLitter()
}

func TestScenarioSeveralFieldsAreDecidedOneByOne(t *testing.T) {
	t.Parallel()
	theirs := strings.Replace(s07("1", "Parse theirs", "pending", "[]"), `"description": ""`, `"description": "Theirs."`, 1)
	h := openConflict(t, `sed -i 's/Parse/Parse mine/; s/"description": ""/"description": "Mine."/' "$1"`, theirs)
	h.Sees("subject", "description", "Theirs.", "Mine.").Press("m", "j", "e").Sees("By hand")
	h.Press("ctrl+w").Type("Both.").Press("enter").SeesRow("›", "by hand", "Both.").Still("task_1.json", theirs)
	h.Press("enter").Says("task_1.json", "subject", `"Parse mine"`).Says("task_1.json", "description", `"Both."`).NoLitter()
}

func TestScenarioATextOfSeveralLinesIsTypedInstead(t *testing.T) {
	t.Parallel()
	theirs := strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "Theirs."`, 1)
	h := openConflict(t, `sed -i 's/"description": ""/"description": "One.\\nTwo."/' "$1"`, theirs)
	h.Press("e").Sees("By hand").SeesRow("One.").Type("Zero.").Press("enter").SeesRow("Zero.").Still("task_1.json", theirs)
	h.Press("ctrl+s").Says("task_1.json", "description", `"Zero.\nOne.\nTwo."`)
}

func TestScenarioAMemberThatIsNoTextIsTypedAsJSON(t *testing.T) {
	t.Parallel()
	before := strings.Replace(s07("1", "Parse", "pending", "[]"), "\n}", ",\n  \"note\": 1\n}", 1)
	dir := t.TempDir()
	h := openEditor(t, `sed -i 's/"note": 1/"note": 2/' "$1"; touch '`+dir+`/there'; until test -e '`+dir+`/go-on'; do sleep 0.01; done`)
	h.Write("task_1.json", before).Sees("1 task").Press("E").Exists(dir + "/there")
	h.Agent("s07", "bob").Writes("task_1.json", strings.Replace(before, `"note": 1`, `"note": 3`, 1))
	put(t, dir+"/go-on", "")
	h.Sees("Somebody changed this meanwhile").Press("e").Sees("By hand").Type(",").Press("enter").Sees("that is none")
	h.Press("backspace").Type("3").Press("enter").Reads("task_1.json", strings.Replace(before, `"note": 1`, `"note": 23`, 1))
}

func TestScenarioInTheConflictOfAnUndoAValueIsTyped(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").Press("e").Sees("Edit #0001").Type(" it").Press("ctrl+s")
	h.Says(undoA+".json", "subject", `"Parse it"`).SeesRow("Parse it")
	h.Agent("s12", "bob").Writes(undoA+".json", s12(undoA, "Parse all files", "pending", "null", "[]"))
	h.SeesRow("Parse all files").Press("u").Sees("Undo edited Parse").Press("e").Sees("By hand").Type(" files").Press("enter")
	h.Reads(undoA+".json", s12(undoA, "Parse files", "pending", "null", "[]")).Sees("Undone")
	h.Press("\x12").Sees("Done again").Reads(undoA+".json", s12(undoA, "Parse all files", "pending", "null", "[]")) // ctrl+r, as before the undo
}

func TestScenarioAStatusCanOnlyBeTheirsOrYours(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").Press("c").Says(undoA+".json", "owner", `"ann"`).SeesRow("◐", "Parse")
	done := s12(undoA, "Parse", "completed", `"ann"`, "[]")
	h.Agent("s12", "bob").Writes(undoA+".json", done)
	h.SeesRow("✓", "Parse").Press("u").Sees("Undo claimed Parse", "status").Press("e").Sees("keep theirs or yours").SeesNot("By hand")
	h.Still(undoA+".json", done).Press("m", "enter").Says(undoA+".json", "status", `"pending"`)
}

func TestScenarioUndoingACreationAsksIfTheTaskWasChangedSince(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{})
	h.Write(undoA+".json", s12(undoA, "Parse", "pending", "null", "[]"))
	h.SeesRow("●", "Parse").Press("n").Sees("New task").Type("Emit").Press("ctrl+s").SeesRow("●", "Emit")
	var made string
	h.Await("the new file", func() bool {
		for _, name := range h.Names() {
			if name != undoA+".json" {
				made = name
			}
		}
		return made != ""
	})
	theirs := strings.Replace(string(h.Bytes(made)), `"Emit"`, `"Emit all"`, 1)
	h.Agent("s12", "bob").Writes(made, theirs)
	h.SeesRow("Emit all").Press("u").Sees("Undo created Emit", "Emit all").Press("enter").Sees("Undone").Still(made, theirs)
	h.Press("\x12").Sees("Done again").Still(made, theirs)
	h.Press("u").Sees("Undo created Emit", "Emit all").Press("m", "enter").Gone(made)
}

func TestScenarioLongTextsAreShownFromWhereTheyDiffer(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("the same words again ", 12)
	h := Open(t, Options{})
	long += "in snake_case "
	h.Write(undoA+".json", s12(undoA, long+"A", "pending", "null", "[]"))
	h.SeesRow("●", "the same").Press("e").Sees("Edit #0001").Press("backspace").Type("B").Press("ctrl+s")
	h.Says(undoA+".json", "subject", `"`+long+`B"`)
	h.Write(undoA+".json", s12(undoA, long+"C", "pending", "null", "[]"))
	h.Sees("live").SeesNot("Edit #0001").Press("u").SeesRow("was", "…", "snake_case B").SeesRow("theirs", "…", "snake_case C").SeesRow("yours", "…", "snake_case A")
}
