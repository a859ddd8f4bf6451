package uitest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// session is the name of a list of Claude Code: the id of its session.
const session = "0f3c2b1a-1111-4222-8333-444455556666"

// claudeProject makes a project and a configuration directory of Claude Code next to it.
func claudeProject(t *testing.T) (cwd, config string) {
	t.Helper()
	root := t.TempDir()
	cwd, config = filepath.Join(root, "my-service"), filepath.Join(root, ".claude")
	mkdir(t, filepath.Join(cwd, ".git"))
	return cwd, config
}

// transcript writes the transcript that ties a list to the project of a directory.
func transcript(t *testing.T, config, cwd, list string) {
	t.Helper()
	dir := filepath.Join(config, "projects", strings.NewReplacer("/", "-", ".", "-").Replace(cwd))
	mkdir(t, dir)
	put(t, filepath.Join(dir, list+".jsonl"), `{"cwd":"`+cwd+`"}`+"\n")
}

// openClaude opens the board on a list of Claude Code.
func openClaude(t *testing.T, o Options) *Driver {
	t.Helper()
	cwd, config := claudeProject(t)
	dir := filepath.Join(config, "tasks", session)
	mkdir(t, dir)
	o.NoDir, o.Arg, o.Sub = true, dir, filepath.Join("..", ".claude", "tasks", session)
	return OpenIn(t, cwd, o)
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	testdir.Must(t, os.MkdirAll(dir, 0o755))
}

func put(t *testing.T, path, content string) {
	t.Helper()
	testdir.Must(t, os.WriteFile(path, []byte(content), 0o644))
}

// The id of the session is the name of its list: the key that copies the id of a task copies the command that goes back to it.
func TestScenarioTheSessionOfAListIsResumed(t *testing.T) {
	t.Parallel()
	h := openClaude(t, Options{Record: true})
	h.Write("7.json", cc("7", "Short codes", "pending", "", "[]", "[]")).Sees("Short codes").Press("y").Sees("Sent 7 to")
	h.Press("enter", "y").Sees("7 (y again for claude --resume)").Press("y").Sees("Sent claude --resume " + session)
	h.Await("all to be sent", func() bool { return len(h.clipboard()) == 3 })
	if clips := h.clipboard(); clips[1] != "7" || clips[2] != "claude --resume "+session {
		t.Errorf("%q", clips)
	}
}
