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

// Work asks git about a worktree of the project of a list, after a rest: by its name, or by its path.
func Work(d *workspace.Workspace, list string, t *tasks.Traits, name, path string, rest time.Duration,
	then func(workspace.Work, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		sleep(d, rest)
		return then(d.Work(list, t, name, path))
	}
}

// CreateWorktree makes a worktree: for a task, or for none in the project of its list.
func CreateWorktree(d *workspace.Workspace, t *tasks.Task, forIt bool, name string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		_, err := d.CreateWorktree(t, forIt, name, nil)
		return then(err)
	}
}

// KeepWorktree notes that a worktree is kept.
func KeepWorktree(d *workspace.Workspace, t *tasks.Task, name string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.KeepWorktree(t, name)) }
}

// RemoveWorktree removes a worktree. Only the work in discard may be lost.
func RemoveWorktree(d *workspace.Workspace, t *tasks.Task, name string, discard *worktree.UnsavedError,
	then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(d.RemoveWorktree(t, name, discard)) }
}

// GoToPane shows a pane of the tmux that this program runs in. server is the TMUX variable.
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

// clipboard is a program that copies a text.
type clipboard struct {
	args  []string
	where string // where the text is then, in words
	env   string // it is tried if this variable is set
	goos  string // or on this system
	utf16 bool   // it wants UTF-16
}

// clipboards are tried in this order. Over ssh only tmux and the terminal reach the person: the desktop is that of
// another machine.
var clipboards = []clipboard{
	{args: []string{"tmux", "load-buffer", "-w", "-"}, where: "tmux's buffer, and sent on to the terminal", env: "TMUX"},
	{args: []string{"tmux", "load-buffer", "-"}, where: "tmux's buffer", env: "TMUX"}, // before 3.2
	{args: []string{"pbcopy"}, where: "the clipboard", goos: "darwin"},
	{args: []string{"wl-copy"}, where: "the clipboard", env: "WAYLAND_DISPLAY"},
	{args: []string{"xclip", "-selection", "clipboard"}, where: "the clipboard", env: "DISPLAY"},
	{args: []string{"xsel", "--clipboard", "--input"}, where: "the clipboard", env: "DISPLAY"},
	{args: []string{"clip.exe"}, where: "the clipboard", env: "WSL_DISTRO_NAME", goos: "windows", utf16: true},
}

// Clip copies a text with the first program that works. where is "" if none does.
func Clip(getenv func(string) string, text string, then func(where string) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(copyText(getenv, text)) }
}

// copyText copies a text, and returns where it is then, in words; "" if no program works.
func copyText(getenv func(string) string, text string) string {
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
		cmd.Stdin = strings.NewReader(text) // its output is not read: some go on running and would keep it open
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

// inUTF16 returns a text in little-endian UTF-16 with a byte order mark.
func inUTF16(text string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune("\ufeff" + text)) {
		out = binary.LittleEndian.AppendUint16(out, u)
	}
	return string(out)
}

// A File is the name of a file to export, and its bytes.
type File struct {
	Name string
	Raw  []byte
}

// maxCopies is the largest number of names that are tried for a file.
const maxCopies = 10_000

// Export writes files to a directory, which it creates if necessary. It overwrites nothing: a name that is taken gets a
// number. It exports nothing to taskDir, which agents read.
func Export(dir, taskDir string, files []File, then func(written int, err error) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(export(dir, taskDir, files)) }
}

func export(dir, taskDir string, files []File) (written int, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	is, err := os.Stat(dir)
	if err != nil {
		return 0, err
	}
	if other, err := os.Stat(taskDir); err == nil && os.SameFile(is, other) {
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
