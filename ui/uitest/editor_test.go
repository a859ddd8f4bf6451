package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/ui"
)

// openEditor opens the board with an editor that is a shell script; its "$1" is the file to edit.
func openEditor(t *testing.T, script string) *Driver {
	t.Helper()
	path := filepath.Join(t.TempDir(), "editor")
	put(t, path, script+"\n")
	return Open(t, Options{W: 120, H: 24, Board: func(o *ui.Options) { o.Editor = "sh '" + path + "'" }})
}

// kept reads the copy that a notice or a question names.
func (h *Driver) kept() string {
	h.T.Helper()
	var text []byte
	h.Await("the name of the copy on the screen", func() bool {
		words := strings.NewReplacer("│", " ", "\n", " ").Replace(h.Screen())
		_, words, _ = strings.Cut(words, "What you typed is in ")
		parts := strings.Fields(words)
		for n := 1; n <= min(len(parts), 3); n++ { // a long name is wrapped
			b, err := os.ReadFile(strings.TrimRight(strings.Join(parts[:n], ""), "."))
			if err == nil {
				text = b
				return true
			}
		}
		return false
	})
	return string(text)
}

func TestScenarioTheEditorChangesMembersOnTheCurrentBytes(t *testing.T) {
	t.Parallel()
	there, wait := filepath.Join(t.TempDir(), "there"), filepath.Join(t.TempDir(), "go-on")
	h := openEditor(t, `sed -i 's/Parse/Parse all/; s/"note": 1.50/"note": 2/' "$1"; touch '`+there+`'; until test -e '`+wait+`'; do sleep 0.01; done`)
	before := strings.Replace(s07("1", "Parse", "pending", "[]"), "\n}", ",\n  \"note\": 1.50\n}", 1)
	h.Write("task_1.json", before).Sees("1 task").Press("E").Exists(there)
	bob := h.Agent("s07", "bob")
	bob.Writes("task_1.json", strings.Replace(before, `"owner": ""`, `"owner":   "ann"`, 1))
	put(t, wait, "")
	after := strings.NewReplacer(`"owner": ""`, `"owner":   "ann"`, "Parse", "Parse all", "1.50", "2").Replace(before)
	h.Reads("task_1.json", after).Sees("Parse all").NoLitter()
	if names := h.Names(); len(names) != 1 {
		t.Errorf("the editor left %v in the task directory", names)
	}
	h.Press("c").Says("task_1.json", "status", `"in_progress"`) // the keys go to the board again
}

func TestScenarioBrokenJSONCanBeEditedAgainAndNothingTypedIsLost(t *testing.T) {
	t.Parallel()
	second := filepath.Join(t.TempDir(), "second")
	h := openEditor(t, `if test -e '`+second+`'; then sed -i 's/,,/,/' "$1"; else touch '`+second+`'; sed -i 's/"Parse",/"Parse all",,/' "$1"; fi`)
	before := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", before).Sees("1 task").Press("E")
	h.Sees("This cannot be written. Edit #1 again?", "line 3", "column").Still("task_1.json", before)
	h.Press("y").Reads("task_1.json", s07("1", "Parse all", "pending", "[]")).SeesNot("cannot be written")
}

func TestScenarioBrokenJSONThatIsNotEditedAgainIsKept(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `echo '{ "subject": oh no' > "$1"`)
	before := s07("1", "Parse", "pending", "[]")
	h.Write("task_1.json", before).Sees("1 task").Press("E").Sees("This cannot be written")
	if got := h.kept(); got != "{ \"subject\": oh no\n" {
		t.Errorf("kept %q", got)
	}
	h.Press("n").SeesNot("cannot be written")
	if got := h.kept(); got != "{ \"subject\": oh no\n" {
		t.Errorf("kept %q after it was given up", got)
	}
	h.Still("task_1.json", before)
}

func TestScenarioAnEditorThatChangesNothingWritesNothing(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `touch "$1"`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E").Sees("Nothing changed")
	h.Still("task_1.json", s07("1", "Parse", "pending", "[]"))
}

func TestScenarioAnEditorThatOnlyChangesTheLayoutWritesNothing(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `tr -d '\n ' < "$1" > "$1.new" && mv "$1.new" "$1"`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E").Sees("Nothing changed but the layout")
	h.Still("task_1.json", s07("1", "Parse", "pending", "[]"))
}

func TestScenarioAnEditorThatFailsWritesNothingAndSaysWhereTheTextIs(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `echo precious > "$1"; exit 1`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E").Sees("Not edited: the editor ended with exit status 1")
	if got := h.kept(); got != "precious\n" {
		t.Errorf("kept %q", got)
	}
	h.Still("task_1.json", s07("1", "Parse", "pending", "[]"))
}

func TestScenarioAnEditorTextWithAConflictIsKept(t *testing.T) {
	t.Parallel()
	there, wait := filepath.Join(t.TempDir(), "there"), filepath.Join(t.TempDir(), "go-on")
	h := openEditor(t, `sed -i 's/Parse/Parse mine/' "$1"; touch '`+there+`'; until test -e '`+wait+`'; do sleep 0.01; done`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E").Exists(there)
	h.Agent("s07", "bob").Writes("task_1.json", s07("1", "Parse theirs", "pending", "[]"))
	put(t, wait, "")
	h.Sees("Somebody changed this meanwhile", "Parse theirs", "Parse mine").Press("esc").Sees("What you typed is in")
	if got := h.kept(); !strings.Contains(got, "Parse mine") {
		t.Errorf("kept %q", got)
	}
	h.Still("task_1.json", s07("1", "Parse theirs", "pending", "[]"))
}

func TestScenarioAFieldIsEditedInTheEditor(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `printf 'one\ntwo\n' >> "$1"`)
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("e").Sees("Edit #1").Press("tab", "ctrl+o")
	h.Sees("two").Press("ctrl+s").Says("task_1.json", "description", `"one\ntwo"`).SeesNot("Edit #1")
}

func TestScenarioATextThatNoFormCanHoldIsEditedInTheEditor(t *testing.T) {
	t.Parallel()
	h := openEditor(t, `printf short > "$1"`)
	big := strings.Replace(s07("1", "Parse", "pending", "[]"), `"description": ""`, `"description": "`+strings.Repeat("word ", 14_000)+`"`, 1)
	h.Write("task_1.json", big).Sees("1 task").Press("e").Sees("longer than 64 KiB").Press("tab", "ctrl+o").Sees("short").SeesNot("longer than")
	h.Press("ctrl+s").Says("task_1.json", "description", `"short"`)
}

func TestScenarioAMissingEditorIsNamed(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) { o.Editor = "no-such-editor --wait" }})
	h.Write("task_1.json", s07("1", "Parse", "pending", "[]")).Sees("1 task").Press("E")
	h.Sees("no-such-editor --wait was not found", "Set VISUAL or EDITOR")
}

func TestScenarioAnUnknownStatusFromTheEditorIsConfirmed(t *testing.T) {
	t.Parallel()
	h := Open(t, Options{Board: func(o *ui.Options) { o.Editor = `sed -i s/pending/pnding/` }})
	before := s12(undoA, "Parse", "pending", "null", "[]")
	h.Write(undoA+".json", before).SeesRow("●", "Parse").Press("E").Sees(`Write the status "pnding" of Parse?`, "None of them would start").Press("n").Sees("What you typed is in")
	h.Still(undoA+".json", before).Press("E").Sees(`Write the status "pnding" of Parse?`).Press("y").Says(undoA+".json", "status", `"pnding"`)
}
