package locate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestMain(m *testing.M) { testdir.Main(m) }

// makeTree builds a directory tree: names that end in / are directories, "a -> b" is a link, others are files that
// hold the text after =, or an open task.
func makeTree(t *testing.T, entries ...string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	testdir.Must(t, err)
	for _, entry := range entries {
		if from, to, ok := strings.Cut(entry, " -> "); ok {
			testdir.Must(t, os.MkdirAll(filepath.Dir(filepath.Join(root, from)), 0o755))
			if err := os.Symlink(filepath.FromSlash(to), filepath.Join(root, from)); err != nil {
				t.Skip("no links here:", err)
			}
			continue
		}
		name, text, ok := strings.Cut(entry, "=")
		if !ok {
			text = `{"id": "1", "subject": "s", "status": "pending"}`
		}
		path := filepath.Join(root, name)
		if strings.HasSuffix(name, "/") {
			testdir.Must(t, os.MkdirAll(path, 0o755))
			continue
		}
		testdir.Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		testdir.Must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return root
}

// makeOld makes a path and what is in it that many minutes old.
func makeOld(t *testing.T, minutes int, path string) {
	t.Helper()
	when := time.Now().Add(-time.Duration(minutes) * time.Minute)
	testdir.Must(t, filepath.WalkDir(path, func(p string, _ fs.DirEntry, err error) error {
		testdir.Must(t, err)
		return os.Chtimes(p, when, when)
	}))
}

// testEnv has the working directory cwd under root, home is root/home, with variables as NAME=value; @ in a value is root.
func testEnv(root, cwd string, variables ...string) Env {
	return Env{
		Cwd:  filepath.Join(root, cwd),
		Home: filepath.Join(root, "home"),
		Getenv: func(name string) string {
			for _, v := range variables {
				if n, value, _ := strings.Cut(v, "="); n == name {
					return strings.ReplaceAll(value, "@", root)
				}
			}
			return ""
		},
	}
}

func TestResolveFindsTheDirectoryThatIsMeant(t *testing.T) {
	project := []string{"p/.git/", "p/.tasks/task_1.json", "p/.tasks/team/1.json", "p/sub/deep/"}
	for _, c := range []struct {
		name      string
		disk      []string
		cwd       string
		vars      []string
		arg, list string
		dir       string
		kind      Kind
		project   string
	}{
		{name: "here", disk: project, cwd: "p", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "further up", disk: project, cwd: "p/sub/deep", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a link", disk: []string{"p/.tasks -> ../store", "store/task_1.json"}, cwd: "p", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "only a list is used", disk: []string{"p/.tasks/a/1.json"}, cwd: "p", dir: "p/.tasks/a", kind: SubList, project: "p"},
		{name: "a mark means the base is used", disk: []string{"p/.tasks/a/1.json", "p/.tasks/.highwatermark=3"}, cwd: "p", dir: "p/.tasks", kind: TasksDir, project: "p"},

		{name: "a lock means the base is used", disk: []string{"p/.tasks/a/1.json", "p/.tasks/.lock="}, cwd: "p", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a project with tasks of its own and a workflow", disk: []string{"p/1.json", "p/.workflow/active/WFS-a/.task/1.json"}, arg: "p", dir: "p", kind: Explicit, project: "p"},
		{name: "a team of CCW's without its file", disk: []string{"p/.workflow/.team/a/1.json"}, arg: "p/.workflow/.team/a", dir: "p/.workflow/.team/a", kind: Explicit, project: "a"},
		{name: "lists of Claude Code's, by their folder", disk: []string{"home/.claude/tasks/x/1.json"}, arg: "home/.claude/tasks", dir: "home/.claude/tasks/x", kind: ClaudeCode, project: "x"},

		{name: "the variable names a sub-list", disk: project, cwd: "p", vars: []string{"CLAUDE_CODE_TASK_LIST_ID=team"}, dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "the first variable wins", disk: append(project, "p/.tasks/b/"), cwd: "p", vars: []string{"CLAUDE_TEAM_NAME=b", "CLAUDE_CODE_TASK_LIST_ID=team"}, dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "then the second", disk: append(project, "p/.tasks/b/"), cwd: "p", vars: []string{"CLAUDE_CODE_TEAM_NAME=team", "CLAUDE_TEAM_NAME=b"}, dir: "p/.tasks/b", kind: SubList, project: "p"},
		{name: "default is the base", disk: project, cwd: "p", vars: []string{"CLAUDE_TEAM_NAME=default"}, dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a list of Claude Code's", disk: append(project, "home/.claude/tasks/my-team-/1.json"), cwd: "p", vars: []string{"CLAUDE_CODE_TEAM_NAME=my team!"}, dir: "home/.claude/tasks/my-team-", kind: ClaudeCode, project: "my-team-"},
		{name: "its config directory moved", disk: []string{"p/", "cfg/tasks/x/1.json"}, cwd: "p", vars: []string{"CLAUDE_CODE_TASK_LIST_ID=x", "CLAUDE_CONFIG_DIR=@/cfg"}, dir: "cfg/tasks/x", kind: ClaudeCode, project: "x"},
		{name: "the .tasks goes before Claude Code", disk: append(project, "home/.claude/tasks/team/1.json"), cwd: "p", vars: []string{"CLAUDE_CODE_TASK_LIST_ID=team"}, dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "a list that is not there yet", disk: project, cwd: "p", vars: []string{"CLAUDE_CODE_TASK_LIST_ID=later"}, dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "an id that leads out", disk: append(project, "p/secret/1.json"), cwd: "p", vars: []string{"CLAUDE_CODE_TASK_LIST_ID=../secret"}, dir: "p/.tasks", kind: TasksDir, project: "p"},

		{name: "--list before a variable", disk: project, cwd: "p", list: "team", vars: []string{"CLAUDE_TEAM_NAME=default"}, dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "--list default", disk: project, cwd: "p", list: "default", dir: "p/.tasks", kind: TasksDir, project: "p"},

		{name: "a task directory", disk: []string{"x/task_1.json"}, arg: "x", dir: "x", kind: Explicit, project: "x"},
		{name: "named before a variable", disk: append(project, "x/task_1.json"), cwd: "p", arg: "../x", vars: []string{"CLAUDE_TEAM_NAME=team"}, dir: "x", kind: Explicit, project: "x"},
		{name: "any names, if they hold tasks", disk: []string{"x/parse.json"}, arg: "x", dir: "x", kind: Explicit, project: "x"},
		{name: "a folder that holds .tasks", disk: append(project, "p/package.json={}"), arg: "p", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a .tasks", disk: project, arg: "p/.tasks", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a sub-list", disk: project, arg: "p/.tasks/team", dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "a list of Claude Code's, reset", disk: []string{"home/.claude/tasks/x/.lock="}, arg: "home/.claude/tasks/x", dir: "home/.claude/tasks/x", kind: ClaudeCode, project: "x"},
		{name: "a team's folder outside of a workflow", disk: []string{"x/.team/a/1.json", "x/.team/a/tasks.json={}"}, arg: "x/.team/a", dir: "x/.team/a", kind: Explicit, project: "a"},
		{name: "a folder of a workflow that is no team's", disk: []string{"p/.workflow/x/1.json", "p/.workflow/x/tasks.json={}"}, arg: "p/.workflow/x", dir: "p/.workflow/x", kind: Explicit, project: "x"},
		{name: "a folder with outputs outside of a workflow", disk: []string{"x/1.json", "x/outputs/tasks/1.json"}, arg: "x", dir: "x", kind: Explicit, project: "x"},
		{name: "a list in a folder that is no workflow", disk: []string{"lists/x/1.json", "lists/x/.task/1.json"}, arg: "lists", list: "x", dir: "lists/x", kind: Explicit, project: "x"},
		{name: "a link to a list", disk: []string{"lists/a -> ../store", "store/1.json"}, arg: "lists", dir: "lists/a", kind: Explicit, project: "a"},
		{name: "a list in the directory named", disk: project, arg: "p", list: "team", dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "the newest list in the directory named", disk: []string{"p/.tasks/a/1.json", "p/.tasks/none/"}, arg: "p", list: Latest, dir: "p/.tasks/a", kind: SubList, project: "p"},
		{name: "the default list in the directory named", disk: project, arg: "p", list: "default", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a list by its id before it is sanitized", disk: []string{"x/my-team/1.json"}, arg: "x", list: "my team", dir: "x/my-team", kind: Explicit, project: "my-team"},
		{name: "a list by the beginning of its id", disk: []string{"x/6513/1.json", "x/77/1.json"}, arg: "x", list: "65", dir: "x/6513", kind: Explicit, project: "6513"},
		{name: "a .tasks with lists alone", disk: []string{"p/.tasks/team/1.json", "p/.tasks/none/"}, arg: "p/.tasks", dir: "p/.tasks/team", kind: SubList, project: "p"},
		{name: "a .tasks with empty lists", disk: []string{"p/.tasks/none/.lock="}, arg: "p/.tasks", dir: "p/.tasks", kind: TasksDir, project: "p"},
		{name: "a project's own .claude", disk: []string{"p/.claude/tasks/1.json"}, arg: "p", dir: "p/.claude/tasks", kind: TasksDir, project: "p"},
		{name: "another folder of a .claude", disk: []string{"p/.claude/x/1.json"}, arg: "p/.claude/x", dir: "p/.claude/x", kind: Explicit, project: "x"},
		{name: "a .claude without tasks", disk: []string{"p/.claude/tasks/none/", "p/1.json"}, arg: "p", dir: "p", kind: Explicit, project: "p"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := makeTree(t, c.disk...)
			p, err := Resolve(testEnv(root, c.cwd, c.vars...), filepath.FromSlash(c.arg), c.list)
			testdir.Must(t, err)
			if want := filepath.Join(root, c.dir); p.Dir != want {
				t.Errorf("found %s, want %s", p.Dir, want)
			}
			if p.Kind != c.kind || p.Project != c.project {
				t.Errorf("kind %d, project %q, want %d, %q", p.Kind, p.Project, c.kind, c.project)
			}
		})
	}
}

func TestAFolderOfListsOpensTheNewest(t *testing.T) {
	root := makeTree(t, "lists/old/1.json", "lists/new/1.json", "lists/newest/.lock=", "lists/mid/task_1.json", "lists/docs/README.md=")
	makeOld(t, 30, filepath.Join(root, "lists/old"))
	makeOld(t, 20, filepath.Join(root, "lists/mid"))
	makeOld(t, 10, filepath.Join(root, "lists/new"))
	p, err := Resolve(testEnv(root, ""), "lists", "")
	testdir.Must(t, err)
	if p.List != "new" {
		t.Errorf("opened %q", p.List)
	}
}

func TestLatestIsTheNewestListThatHasTasks(t *testing.T) {
	root := makeTree(t, "p/.tasks/task_1.json", "p/.tasks/a/1.json", "home/.claude/tasks/b/1.json", "home/.claude/tasks/reset/.lock=")
	makeOld(t, 30, filepath.Join(root, "p/.tasks"))
	makeOld(t, 20, filepath.Join(root, "p/.tasks/a"))
	makeOld(t, 10, filepath.Join(root, "home/.claude/tasks/b"))
	makeOld(t, 25, filepath.Join(root, "p/.tasks/task_1.json"))
	for _, want := range []string{"home/.claude/tasks/b", "p/.tasks/a", "p/.tasks"} {
		p, err := Resolve(testEnv(root, "p"), "", Latest)
		testdir.Must(t, err)
		if p.Dir != filepath.Join(root, want) {
			t.Errorf("latest is %s, want %s", p.Dir, want)
		}
		makeOld(t, 60, p.Dir)
	}
}

func TestTheSearchEndsAtTheRepositoryAndAtHome(t *testing.T) {
	for name, c := range map[string]struct {
		disk []string
		cwd  string
	}{
		"a repository":             {[]string{".tasks/task_1.json", "p/.git/", "p/sub/"}, "p/sub"},
		"a worktree's .git file":   {[]string{".tasks/task_1.json", "p/.git=gitdir: x", "p/sub/"}, "p/sub"},
		"the home directory":       {[]string{".tasks/task_1.json", "home/sub/"}, "home/sub"},
		"the home, through a link": {[]string{".tasks/task_1.json", "home/sub/", "alias -> home"}, "alias/sub"},
	} {
		t.Run(name, func(t *testing.T) {
			root := makeTree(t, c.disk...)
			p, err := Resolve(testEnv(root, c.cwd), "", "")
			var nf *NotFoundError
			if !errors.As(err, &nf) {
				t.Fatalf("found %s, %v", p.Dir, err)
			}
			last, others := nf.Tried[len(nf.Tried)-2], nf.Tried[len(nf.Tried)-1]
			if !strings.Contains(last.Why, "the search ends") {
				t.Errorf("the last reason is %q", last.Why)
			}
			if !strings.Contains(others.Why, ".claude/tasks, .workflow, .trellis/tasks or .story/tickets") || !others.Usual {
				t.Errorf("other directories: %+v", others)
			}
		})
	}
}

func TestNotFoundListsAllAttemptsInOrder(t *testing.T) {
	root := makeTree(t, "p/.git/", "p/sub/.tasks=a file", "p/.tasks -> gone")
	_, err := Resolve(testEnv(root, "p/sub", "CLAUDE_TEAM_NAME=red team"), "", "")
	var nf *NotFoundError
	if !errors.As(err, &nf) {
		t.Fatal(err)
	}
	var got []string
	for _, l := range nf.Tried {
		path := strings.TrimPrefix(l.Path, root)
		got = append(got, strings.TrimSpace(filepath.ToSlash(path)+" "+l.Why))
	}
	want := []string{
		"/home/.claude/tasks/red-team CLAUDE_TEAM_NAME names it, but it does not exist",
		"CLAUDE_CODE_TASK_LIST_ID and CLAUDE_CODE_TEAM_NAME are not set",
		"/p/sub/.tasks is a file, not a directory",
		"/p/.tasks is a link that leads nowhere; the git repository starts here, so the search ends",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("tried:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestADirectoryThatCannotBeUsedSaysWhyAndWhatToDo(t *testing.T) {
	root := makeTree(t, "file.json", "p/.tasks=", "dangling -> gone", "locked/task_1.json")
	testdir.Must(t, os.Chmod(filepath.Join(root, "locked"), 0))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "locked"), 0o755) })
	for arg, want := range map[string]string{
		"gone":      "does not exist: check the spelling, or create it first",
		"file.json": "is a file, not a directory: name the directory it is in, @",
		"dangling":  "is a link that leads nowhere: remove the link, or create what it points to",
		"p":         "/.tasks is a file, not a directory: name the directory it is in, @/p",
		"locked":    "cannot be read: permission denied: check who may read it",
	} {
		t.Run(arg, func(t *testing.T) {
			if arg == "locked" && os.Geteuid() <= 0 {
				t.Skip("this user may read everything")
			}
			_, err := Resolve(testEnv(root, ""), arg, "")
			var bad *BadDirError
			if !errors.As(err, &bad) {
				t.Fatal(err)
			}
			got := strings.TrimSpace(strings.TrimPrefix(err.Error(), filepath.Join(root, arg)))
			if want := strings.ReplaceAll(want, "@", root); filepath.ToSlash(got) != filepath.ToSlash(want) {
				t.Errorf("%q\nwant %q", got, want)
			}
		})
	}
}

func TestIDsAndPathsHaveNamesOfDirectories(t *testing.T) {
	for what, c := range map[string]struct {
		of    func(string) string
		names map[string]string
	}{
		"a list of Claude Code's": {Sanitize, map[string]string{"a-b_AZaz09": "a-b_AZaz09", "my team!": "my-team-", "../x": "---x", "é": "-", "👍": "--", "[@`{/:": "------"}},
		"its transcripts":         {transcriptDirName, map[string]string{"/az/AZ.09": "-az-AZ-09", "a_é": "a--", "[@`{/:": "------"}},
		"a list of a .tasks": {func(id string) string { dir, _ := joinID("d", id); return filepath.ToSlash(dir) },
			map[string]string{"a b": "d/a b", ".": "", "a/..": "", "../a": "", "/a": "", "": "", "a\x00b": ""}},
	} {
		for id, want := range c.names {
			if got := c.of(id); got != want {
				t.Errorf("%s: %q is %q, want %q", what, id, got, want)
			}
		}
	}
}

func TestWithoutTasksEveryAttemptIsNamed(t *testing.T) {
	root := makeTree(t, "p/.git/", "none/.tasks/", "file=")
	for _, c := range []struct {
		cwd, arg, list, variable, want string
	}{
		{"p", "", Latest, "", "no task directory found: @/p/.tasks: does not exist; the git repository starts here, so the search ends; @/home/.claude/tasks: holds no list"},
		{"p", "", "", "CLAUDE_TEAM_NAME=a\x00b", "no task directory found: @/home/.claude/tasks/a-b: CLAUDE_TEAM_NAME names it, but it does not exist; " +
			"CLAUDE_CODE_TASK_LIST_ID and CLAUDE_CODE_TEAM_NAME are not set; @/p/.tasks: does not exist; the git repository starts here, so the search ends"},
		{"", "none", Latest, "", "no task directory found: @/none/.tasks: holds no list"},
		{"", "none", "a b", "", "no task directory found: @/none/.tasks/a b: does not exist; @/none/.tasks/a-b: does not exist; there is no list here that could be called a b"},
	} {
		e := testEnv(root, c.cwd, c.variable)
		if e.NamesList() != (c.variable != "") {
			t.Errorf("with %q the environment names a list: %v", c.variable, !e.NamesList())
		}
		_, err := Resolve(e, c.arg, c.list)
		if got := strings.ReplaceAll(fmt.Sprint(err), root, "@"); got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestCheckDirRefusesWhatIsNoDirectory(t *testing.T) {
	root := makeTree(t, "p/", "file=")
	for arg, want := range map[string]string{"": "<nil>", "p": "<nil>", "file": "@/file is a file, not a directory: name the directory it is in, @"} {
		if got := strings.ReplaceAll(fmt.Sprint(CheckDir(testEnv(root, ""), arg)), root, "@"); got != want {
			t.Errorf("%q: %s", arg, got)
		}
	}
}

func TestAFileThatIsReplacedAllTheTimeIsRead(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a file that is open cannot be replaced there")
	}
	path := filepath.Join(t.TempDir(), "config.json")
	testdir.Must(t, os.WriteFile(path, []byte("{}"), 0o600))
	stop, stopped := make(chan struct{}), make(chan error)
	go func() {
		for {
			err := os.WriteFile(path+".tmp", []byte("{}"), 0o600)
			if err == nil {
				err = os.Rename(path+".tmp", path)
			}
			select {
			case <-stop:
				stopped <- err
				return
			default:
			}
		}
	}()
	for range 3000 {
		if raw, _, err := ReadSmall(path, 10); string(raw) != "{}" {
			t.Errorf("it is read as %q, %v", raw, err)
			break
		}
	}
	close(stop)
	testdir.Must(t, <-stopped)
}
