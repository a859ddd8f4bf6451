package uitest

import (
	"fmt"
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go/token"
)

// writing are the calls that create, change, rename or remove something on the disk, or open it for writing.
var writing = regexp.MustCompile(`^(OpenFile|WriteFile|Create|CreateTemp|OpenRoot|Mkdir|MkdirAll|MkdirTemp|Rename|Link|Symlink|Remove|RemoveAll|Truncate|Chmod|Chown|Lchown|Chtimes|CopyFS|Open|Openat|Openat2|Creat|Renameat|Renameat2|RenameatxNp|Linkat|Symlinkat|Unlinkat|Mkdirat|Mkfifo|Mknod|StartProcess|Command|CommandContext)$`)

// disks are the packages and the names of open directories that have these calls.
var disks = regexp.MustCompile(`^(os|unix|syscall|exec|ioutil)$|(^|\.)(root|dir|sub)$`)

// writers are all places that write to the disk or start a program, by file, and why an obstacle in their path is harmless. Add new places here,
// and their path to TestScenarioNothingIsWrittenThroughObstacles.
var writers = map[string]struct {
	calls string
	why   string
}{
	"tasks/locate/read.go":         {"OpenFile", "reads a directory, and a file: no link, no pipe, and the one that was examined"},
	"tasks/log/disk.go":            {"Chmod MkdirAll Open OpenFile Remove Rename", "the person's own state directory, open to nobody else; a file of it is made anew or not at all"},
	"tasks/lock/flock_unix.go":     {"OpenFile", "no link, no pipe; never written, and a directory is refused"},
	"tasks/lock/lock.go":           {"Mkdir OpenRoot Remove", "a directory made anew or not at all, removed only while it is the one that was made"},
	"tasks/store/locks.go":         {"Mkdir", "the lock of its agents, by package lock"},
	"tasks/store/osdisk.go":        {"Link Open OpenFile OpenRoot Remove Rename", "in the directory that is open; a new name or none"},
	"tasks/store/disk.go":          {"Remove", "a file of ours in the directory that is open, by a name that we made or that the journal has"},
	"tasks/store/folders.go":       {"Open OpenRoot", "reads a folder in the directory that is open: a link out of it is refused, and what is no directory too"},
	"tasks/store/oslist_other.go":  {"Open", "reads the directory that is open"},
	"tasks/store/crash.go":         {"Remove", "a file of ours in the directory or the session's, which is open, by a name that we made or that the journal has; a lock only while it is the very directory a dead process of ours made"},
	"tasks/store/osdisk_unix.go":   {"Openat", "reads: no link, no pipe"},
	"tasks/store/osdisk_other.go":  {"Open", "reads: the file that was examined is the one that is opened"},
	"tasks/store/rename_darwin.go": {"RenameatxNp", "names in the directory that is open"},
	"tasks/store/osdisk_linux.go":  {"Openat Renameat2", "reads the directory that is open, and names in it"},
	"tasks/team/read.go":           {"Open", "reads a directory"},
	"tasks/worktree/change.go":     {"Remove", ".worktrees, if it is empty and was made just now"},
	"tasks/team/panes.go":          {"Command CommandContext", "tmux and ps, which only list: fixed arguments, the number of a process the only other"},
	"tasks/worktree/git.go":        {"CommandContext", "git, with what a repository could have it run switched off where it only looks"},
	"tasks/worktree/files.go":      {"Mkdir OpenFile OpenRoot Remove Rename", "examined before and after it is opened: no link, no pipe, one name"},
	"ui/effects/outside.go":        {"CommandContext MkdirAll OpenFile OpenRoot", "tmux, and programs of fixed names that get the text on their input; a directory the person names, in which a file is made anew or not at all"},
	"ui/effects/command.go":        {"Command CommandContext", "the person's own commands, without a shell unless they ask for one; what a task says is one argument, or in the environment"},
	"ui/setup/setup.go":            {"MkdirAll OpenFile Remove", "a file made anew or not at all, which the person saw before; removed if it could not be written whole"},
	"ui/release/main.go":           {"MkdirAll WriteFile", "runs for a release, not for a person, in the directory it is given"},
	"ui/workspace/finder.go":       {"Mkdir Remove", "a directory made anew or not at all, and removed while it is empty"},
	"ui/forms/editor.go":           {"Command MkdirTemp Remove RemoveAll WriteFile", "a new directory open to nobody else, and the person's own editor"},
	"tasks/remote/link.go":         {"CommandContext", "ssh, with the host as its one argument after --, and a line for the shell there in which every word is quoted"},
	"ui/cli/recording.go":          {"WriteFile", "a file that the person names, as the > of a shell writes it"},
	"ui/cli/remote.go":             {"Command", "the same for one command"},
	"ui/worktrees/worktrees.go":    {"Command", "the person's own shell"},
	"ui/cli/serve.go":              {"Mkdir Remove", "a directory made anew or not at all, and removed while it is empty"},
	"tasks/bucket/only.go":         {"WriteFile", "the person's own state directory; the file is locked, and a link is refused for that"},
}

// simulations are the packages that act as agents: the demo, in a directory of its own, and those for tests.
var simulations = []string{"tasks/demo", "tasks/refagents", "tasks/testdir", "ui/host/hosttest"}

func TestEveryPlaceThatWritesIsListed(t *testing.T) {
	seen := map[string]map[string]bool{}
	eachFile(t, func(pkg, path string, f *ast.File, _ *token.FileSet, _ []byte) {
		if strings.HasSuffix(path, "_test.go") || slices.Contains(simulations, pkg) {
			return
		}
		file := strings.TrimPrefix(path, root+"/")
		ast.Inspect(f, func(n ast.Node) bool {
			sel, ok := n.(*ast.SelectorExpr)
			if ok && writing.MatchString(sel.Sel.Name) && disks.MatchString(spelled(sel.X)) {
				if seen[file] == nil {
					seen[file] = map[string]bool{}
				}
				seen[file][sel.Sel.Name] = true
			}
			return true
		})
	})
	for file, calls := range seen {
		for call := range strings.FieldsSeq(writers[file].calls) {
			if !calls[call] {
				t.Errorf("%s calls %s no longer; take it out of the list", file, call)
			}
		}
		for call := range calls {
			if !slices.Contains(strings.Fields(writers[file].calls), call) {
				t.Errorf("%s calls %s: say in the list why what lies in its way leads nowhere", file, call)
			}
		}
	}
	for file, w := range writers {
		if seen[file] == nil || w.why == "" {
			t.Errorf("%s is in the list, and writes nothing or says nothing", file)
		}
	}
}

// spelled returns an expression of names and dots as text.
func spelled(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return fmt.Sprintf("%s.%s", spelled(x.X), x.Sel.Name)
	}
	return ""
}
