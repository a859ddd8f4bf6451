package workspace_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
	"sideboard/ui/workspace"
)

// Later previews of a plan build on earlier ones, and nothing is written.
func TestAPreviewIsSeenByTheNextOne(t *testing.T) {
	const text = `{"id":"task_1","subject":"S","description":"","status":"pending","owner":null,"blockedBy":[]}`
	dir := layOut(t, filepath.Join(t.TempDir(), ".tasks"), map[string]string{"task_1.json": text})
	w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{ReadOnly: true})
	testdir.Must(t, err)
	defer w.Close()
	var subjects []string
	for loading := true; loading || w.Edits() > 0 && len(subjects) < 2; {
		d, err := w.Next(t.Context())
		testdir.Must(t, err)
		for _, put := range d.Put {
			subjects = append(subjects, put.Subject)
		}
		if loading = d.Loading; loading || w.Edits() > 0 {
			continue
		}
		e := rename("", "S", "T")
		files, err := w.Preview(t.Context(), e)
		testdir.Must(t, err)
		testdir.Must(t, w.ApplyPreview(e, files))
	}
	if got := strings.Join(subjects, " "); got != "S T" {
		t.Errorf("the subjects were %s", got)
	}
	files, err := w.Preview(t.Context(), rename("", "T", "U"))
	if err != nil || !strings.Contains(string(files[0].Before), `"T"`) || !strings.Contains(string(files[0].After), `"U"`) {
		t.Errorf("the next preview is %+v, %v", files, err)
	}
	if raw, err := os.ReadFile(filepath.Join(dir, "task_1.json")); err != nil || string(raw) != text {
		t.Errorf("the file is %s, %v", raw, err)
	}
	if _, err := w.Batch().Apply(t.Context(), rename("", "S", "T")); err == nil || w.Writable() == nil || w.Undoable() == nil {
		t.Error("a workspace that only reads writes")
	}
}

func TestFactsOfAWorkflowFileAreReadAndChanged(t *testing.T) {
	const file = `{"id": "IMPL-1", "title": "T", "status": "pending", "meta": {"type": "feature", "agent": "bob"}, "context": {}, "flow_control": {}}`
	w := openWith(t, filepath.Join(t.TempDir(), ".workflow", "WFS-a", ".task"), map[string]string{"IMPL-1.json": file, "../../../.tasks/task_1.json": claudeTask(1)})
	k := tasks.Key{Name: "IMPL-1.json"}
	doc, err := w.Read(k)
	testdir.Must(t, err)
	for name, want := range map[string]string{"agent": "bob", "type": "feature", "paths": ""} {
		if got, ok := workspace.FactText(doc, name); got != want || ok != (want != "") {
			t.Errorf("%s is %q, %v", name, got, ok)
		}
	}
	if _, ok := workspace.FactText(tasks.Document{Raw: doc.Raw}, "agent"); ok {
		t.Error("a file without facts has an agent")
	}
	changes, err := w.ChangeFacts(k, doc.Raw, map[string]string{"agent": "ann"})
	if err != nil || len(changes) != 1 {
		t.Errorf("the changes are %+v, %v", changes, err)
	}
	if _, err := w.ChangeFacts(k, doc.Raw, map[string]string{"paths": "src"}); err == nil {
		t.Error("paths are added")
	}
	words, err := w.Instruction(k)
	if err != nil || !strings.Contains(words, "IMPL-1") {
		t.Errorf("an agent reads %q, %v", words, err)
	}
	if file, dir := w.FileOf(k); file != filepath.Join(dir, "IMPL-1.json") {
		t.Errorf("its file is %s in %s", file, dir)
	}
	if file, _ := w.FileOf(tasks.Key{List: "red", Name: "1.json"}); file != "" || w.Traits("red") != nil {
		t.Errorf("a list that is not open has %s", file)
	}
}

// The format of the first task can be chosen, except those whose agents make their directories elsewhere.
func TestADialectIsChosenForAnEmptyDirectory(t *testing.T) {
	for _, d := range dialect.All() {
		w, err := workspace.Open(locate.Place{Dir: t.TempDir()}, workspace.Options{Dialect: d.Dialect})
		testdir.Must(t, err)
		chosen := w.Traits("").Dialect == d.Dialect
		if chosen != slices.Contains(workspace.Dialects(), d.Dialect) || chosen != (!d.Nests && d.Lock != tasks.MkdirLock) {
			t.Errorf("%s is chosen: %v", d.Dialect, chosen)
		}
		testdir.Must(t, w.Close())
	}
}

// An agent that gets a task of an inferred form reads the members and the words of its files.
func TestAnAgentReadsHowFilesOfAnInferredFormSayAStatus(t *testing.T) {
	for _, c := range []struct{ one, two, want string }{
		{
			`{"id": "1", "title": "One", "state": "todo", "assignee": null}`,
			`{"id": "2", "title": "Two", "state": "doing", "assignee": "bob"}`,
			`First set its "state" to "doing" and its "assignee" to your name, in its file.` + "\n" +
				`When it is done, set its "state" to "done" in its file, and change nothing else.`,
		},
		{
			`{"id": "1", "title": "One", "done": false}`, `{"id": "2", "title": "Two", "done": true}`,
			`When it is done, set its "done" to true in its file, and change nothing else.`,
		},
	} {
		dir := layOut(t, filepath.Join(t.TempDir(), "items"), map[string]string{"1.json": c.one, "2.json": c.two})
		w, err := workspace.Open(locate.Place{Dir: dir}, workspace.Options{})
		testdir.Must(t, err)
		t.Cleanup(func() { w.Close() })
		for loading := true; loading; {
			d, err := w.Next(t.Context())
			testdir.Must(t, err)
			loading = d.Loading
		}
		words, err := w.Instruction(tasks.Key{Name: "1.json"})
		if err != nil || !strings.HasSuffix(words, "\n\n"+c.want+"\n") {
			t.Errorf("an agent reads %q, %v", words, err)
		}
	}
}
