package effects

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	tea "charm.land/bubbletea/v2"
	"sideboard/tasks"
	"sideboard/tasks/worktree"
	"sideboard/ui/workspace"
)

// What is done to what lies beside the tasks: their worktrees, a session's plan, and the terminals of who works on them.

// Work asks git about a worktree of the project of a list, after a rest: by the name a task has for it, or by its path.
func Work(d *workspace.Workspace, list string, t *tasks.Traits, name, path string, rest time.Duration, then func(workspace.Work, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, rest)
		return then(d.Work(list, t, name, path))
	}
}

// CreateTree makes a worktree, for a task or for none in the project of its list.
func CreateTree(d *workspace.Workspace, t *tasks.Task, forIt bool, name string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		_, err := d.CreateTree(t, forIt, name, nil)
		return then(err)
	}
}

// KeepTree notes that a worktree is kept.
func KeepTree(d *workspace.Workspace, t *tasks.Task, name string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.KeepTree(t, name)) }
}

// RemoveTree removes a worktree, and of the work in it no more than may be discarded.
func RemoveTree(d *workspace.Workspace, t *tasks.Task, name string, discard *worktree.UnsavedError, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.RemoveTree(t, name, discard)) }
}

// GoToPane shows a pane of the tmux this program runs in. server is what tmux calls its environment.
func GoToPane(pane, server string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		tmux := func(args ...string) (string, error) {
			cmd := exec.CommandContext(ctx, "tmux", args...)
			cmd.Env = append(os.Environ(), "TMUX="+server)
			out, err := cmd.CombinedOutput()
			said := strings.TrimSpace(string(out))
			if err != nil && said != "" {
				err = errors.New("tmux: " + said)
			}
			return said, err
		}
		if said, err := tmux("display-message", "-p", "-t", pane, "#{pane_id}"); err != nil || said != pane {
			return then(errors.New("tmux has no pane " + pane + " any more"))
		}
		for _, to := range []string{"select-window", "select-pane", "switch-client"} {
			if _, err := tmux(to, "-t", pane); err != nil {
				return then(err)
			}
		}
		return then(nil)
	}
}

// clipboard is a program that takes a text to where it can be pasted from.
type clipboard struct {
	args  []string
	where string // where the text is then, as it is told
	env   string // it works where this variable is set
	goos  string // or on this system
	utf16 bool   // it takes no other encoding for what is not ASCII
}

// clipboards are tried in this order. Over ssh the desktop is another machine's: there only tmux, and the terminal
// itself, reach the person.
var clipboards = []clipboard{
	{args: []string{"tmux", "load-buffer", "-w", "-"}, where: "tmux's buffer, and sent on to the terminal", env: "TMUX"},
	{args: []string{"tmux", "load-buffer", "-"}, where: "tmux's buffer", env: "TMUX"}, // before 3.2
	{args: []string{"pbcopy"}, where: "the clipboard", goos: "darwin"},
	{args: []string{"wl-copy"}, where: "the clipboard", env: "WAYLAND_DISPLAY"},
	{args: []string{"xclip", "-selection", "clipboard"}, where: "the clipboard", env: "DISPLAY"},
	{args: []string{"xsel", "--clipboard", "--input"}, where: "the clipboard", env: "DISPLAY"},
	{args: []string{"clip.exe"}, where: "the clipboard", env: "WSL_DISTRO_NAME", goos: "windows", utf16: true},
}

// Clip hands a text to the first program that takes it, and answers where it is then, "" when none took it.
func Clip(getenv func(string) string, text string, then func(where string) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(taken(getenv, text)) }
}

// taken returns where a text went, "" for nowhere.
func taken(getenv func(string) string, text string) string {
	ssh := getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for _, c := range clipboards {
		if ssh && c.env != "TMUX" || getenv(c.env) == "" && runtime.GOOS != c.goos {
			continue
		}
		cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
		cmd.Env = os.Environ()
		for _, name := range []string{"TMUX", "WAYLAND_DISPLAY", "DISPLAY"} {
			if v := getenv(name); v != "" {
				cmd.Env = append(cmd.Env, name+"="+v)
			}
		}
		cmd.Stdin = strings.NewReader(text) // its output is not read: some stay behind, and would keep it open
		if c.utf16 {
			cmd.Stdin = strings.NewReader(inUTF16(text))
		}
		cmd.WaitDelay = time.Second
		if cmd.Run() == nil {
			return c.where
		}
	}
	return ""
}

// inUTF16 is a text as UTF-16, marked as such.
func inUTF16(text string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return string(out)
}

// A File is what a file is to be called, and its bytes.
type File struct {
	Name string
	Raw  []byte
}

// maxCopies is how many names are tried for a file.
const maxCopies = 10_000

// Export writes files into a directory, which is made if it is not there, and answers how many. It never writes over what is there:
// a name that is taken gets a number. Into the directory not, where agents read, nothing is exported.
func Export(dir string, not string, files []File, then func(written int, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(export(dir, not, files)) }
}

func export(dir, not string, files []File) (written int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	is, err := os.Stat(dir)
	if err != nil {
		return 0, err
	}
	if other, err := os.Stat(not); err == nil && os.SameFile(is, other) {
		return 0, errors.New("that is the task directory, where agents would take them for tasks")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, f := range files {
		if err := exportOne(root, f); err != nil {
			return written, fmt.Errorf("after %d of %d files: %w", written, len(files), err)
		}
		written++
	}
	return written, nil
}

func exportOne(root *os.Root, f File) error {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:`, r) || r < ' ' {
			return '_'
		}
		return r
	}, f.Name)
	ext := filepath.Ext(name)
	for n := 1; n < maxCopies; n++ {
		try := name
		if n > 1 {
			try = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
		}
		file, err := root.OpenFile(try, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return err
		}
		_, err = file.Write(f.Raw)
		return errors.Join(err, file.Close())
	}
	return fmt.Errorf("%s: too many files of that name", name)
}
