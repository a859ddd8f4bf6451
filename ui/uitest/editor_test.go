package uitest

import (
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

func TestScenarioTheEditorChangesMembersOnTheCurrentBytes(t *testing.T) {
	t.Parallel()
	there, wait := filepath.Join(t.TempDir(), "there"), filepath.Join(t.TempDir(), "go-on")
	h := openEditor(t, `sed -i 's/Parse/Parse all/; s/"note": 1.50/"note": 2/' "$1"; touch '`+there+`'; until test -e '`+wait+`'; do sleep 0.01; done`)
	before := strings.Replace(s07("1", "Parse", "pending", "[]"), "\n}", ",\n  \"note\": 1.50\n}", 1)
	h.Write("task_1.json", before).SeesRow("Pending 1", "Completed 0").Press("E").Exists(there)
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
