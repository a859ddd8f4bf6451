package uitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// Worktrees on a real repository. Tests skip where git is not installed.

func s18(id, subject, status, owner, worktree string) string {
	return strings.TrimSuffix(s12(id, subject, status, owner, "[]"), "\n}") + ",\n  \"worktree\": " + worktree + "\n}"
}

const parseTask, drawTask = "task_1782370547_9110", "task_1782370548_9111"

// git runs git with a fixed author, whatever the configuration of the machine.
func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Somebody", "-c", "user.email=somebody@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return string(out)
}

// repository returns a project under git with one commit.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cwd := filepath.Join(t.TempDir(), "my-service")
	mkdir(t, cwd)
	git(t, cwd, "init", "-q", "-b", "main")
	put(t, filepath.Join(cwd, "README"), "one\n")
	put(t, filepath.Join(cwd, ".gitignore"), ".tasks\n.worktrees\n")
	git(t, cwd, "add", ".")
	git(t, cwd, "commit", "-q", "-m", "Begin")
	return cwd
}

// openRepository opens a board over two tasks of s18 in a repository.
func openRepository(t *testing.T, o Options) *Driver {
	t.Helper()
	h := OpenIn(t, repository(t), o)
	h.Write(parseTask+".json", s18(parseTask, "Write the parser", "pending", "null", "null"))
	h.Write(drawTask+".json", s18(drawTask, "Draw the cards", "pending", "null", "null"))
	h.Sees("of 2 done").Choose("Write the parser")
	return h
}

// HasEvent waits until the event log of the worktrees has a line with all the words.
func (h *Driver) HasEvent(words ...string) *Driver {
	h.T.Helper()
	path := filepath.Join(h.Cwd, ".worktrees", "events.jsonl")
	h.Await(fmt.Sprintf("events to tell %q", words), func() bool {
		raw, _ := os.ReadFile(path)
		for line := range strings.Lines(string(raw)) {
			if inOrder(line, words) {
				return true
			}
		}
		return false
	})
	return h
}

// tree returns a path in a worktree.
func (h *Driver) tree(path ...string) string {
	return filepath.Join(append([]string{h.Cwd, ".worktrees"}, path...)...)
}

// MakesWorktree creates a worktree for the selected task.
func (h *Driver) MakesWorktree(name string) *Driver {
	h.T.Helper()
	h.Press("t").Sees("create and bind one").Press("c").Sees("New worktree for")
	return h.Press("ctrl+u").Type(name).Sees("branch wt/" + name).Press("enter").Exists(h.tree(name, "README"))
}

func TestScenarioAWorktreeIsCreatedAndBoundAndUndoUnbindsIt(t *testing.T) {
	t.Parallel()
	h := openRepository(t, Options{})
	h.Press("t").Sees("Worktree of #9110").Press("c")
	h.Sees("New worktree for #9110", "write-the-parser", "branch wt/write-the-parser").Press("enter")
	h.Exists(h.tree("write-the-parser", "README"))
	h.Reads(parseTask+".json", s18(parseTask, "Write the parser", "pending", "null", `"write-the-parser"`))
	h.HasEvent(`{"type": "create", "worktree": "write-the-parser", "task_id": "` + parseTask + `"`)
	if b := git(t, h.Cwd, "branch", "--list", "wt/*"); !strings.Contains(b, "wt/write-the-parser") {
		t.Errorf("branches: %q", b)
	}
	h.SeesRow("#9110", "⎇ write-the-parser").Sees("you bound Write the parser to worktree write-the-parser")
	h.Press("u")
	h.Reads(parseTask+".json", s18(parseTask, "Write the parser", "pending", "null", "null"))
	h.Exists(h.tree("write-the-parser")).SeesNot("⎇")
	h.Press("t", "b").Sees("Worktrees, for #9110", "write-the-parser", "of no open task").Press("enter")
	h.Says(parseTask+".json", "worktree", `"write-the-parser"`).Says(parseTask+".json", "status", `"pending"`)
	h.NoLitter()
}

// The exercise of the lesson: two tasks in two worktrees, claimed by two agents.
func TestScenarioS18TwoAgentsWorkInTwoBoundWorktrees(t *testing.T) {
	t.Parallel()
	h := openRepository(t, Options{W: 148, H: 45})
	h.MakesWorktree("alice-work").Says(parseTask+".json", "worktree", `"alice-work"`)
	h.Choose("Draw the cards").MakesWorktree("bob-work").Says(drawTask+".json", "worktree", `"bob-work"`)
	h.Says(parseTask+".json", "status", `"pending"`).Says(drawTask+".json", "status", `"pending"`)
	h.Says(parseTask+".json", "owner", "null").Says(drawTask+".json", "owner", "null")

	alice, bob := h.Agent("s18", "alice"), h.Agent("s18", "bob")
	alice.Finds(parseTask, "pending", true).Claims(parseTask)
	bob.MayNotClaim(parseTask).Claims(drawTask)
	h.SeesRow("#9110", "alice", "⎇ alice-work").SeesRow("#9111", "bob", "⎇ bob-work")
	h.Reads(drawTask+".json", s18(drawTask, "Draw the cards", "in_progress", `"bob"`, `"bob-work"`))

	put(t, h.tree("bob-work", "cards.go"), "package cards\n")
	h.Press("enter").Sees("1 file, 1 not committed") // the detail of bob's
	h.Press("t", "r").Sees("Remove worktree bob-work?", "bob may be at work in it").Press("y")
	h.Sees("Discard what is in bob-work?", "Worktree bob-work has 1 file that is not committed.").Press("n")
	h.Exists(h.tree("bob-work", "cards.go"))

	git(t, h.tree("bob-work"), "add", ".")
	git(t, h.tree("bob-work"), "commit", "-q", "-m", "Draw a card")
	h.Press("t", "r").Sees("Remove worktree bob-work?").Press("y")
	h.Sees("Discard what is in bob-work?", "has 1 commit that no other branch has").Press("n")
	h.Press("t", "k").Sees("Noted that worktree bob-work is kept").HasEvent(`{"type": "keep", "worktree": "bob-work", "task_id": "", `)
	h.Sees("1 commit ahead", "kept just now")

	git(t, h.Cwd, "merge", "-q", "wt/bob-work")
	bob.Completes(drawTask)
	h.Sees("bob completed Draw the cards").Choose("Draw the cards")
	h.Press("t", "r").Sees("Remove worktree bob-work?").SeesNot("may be at work").Press("y")
	h.Sees("Removed worktree bob-work").HasEvent(`{"type": "remove", "worktree": "bob-work", "task_id": "", `)
	h.Await("the directory to be gone", func() bool { _, err := os.Lstat(h.tree("bob-work")); return os.IsNotExist(err) })
	// The task still names the worktree, which is normal for its agents; the board says that it is gone.
	h.Reads(drawTask+".json", s18(drawTask, "Draw the cards", "completed", `"bob"`, `"bob-work"`))
	h.Sees("knows no such worktree").NoLitter()
	alice.Finds(parseTask, "in_progress", false).Completes(parseTask)
	h.Sees("2 tasks completed")
}

func TestScenarioAShellIsOpenedInTheWorktree(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("no shell scripts")
	}
	shell := filepath.Join(t.TempDir(), "shell")
	testdir.Must(t, os.WriteFile(shell, []byte("#!/bin/sh\npwd > made-by-the-shell\nexit 3\n"), 0o755))
	h := openRepository(t, Options{Env: map[string]string{"SHELL": shell}})
	h.MakesWorktree("w").Says(parseTask+".json", "worktree", `"w"`)
	h.Press("enter").Sees("wt/w").Press("t", "s").Exists(h.tree("w", "made-by-the-shell"))
	h.Sees("1 file, 1 not committed").SeesNot("No shell")
}
