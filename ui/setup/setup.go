// Package setup has the files by which other programs use sideboard, plugins and completions. It writes those that do
// not exist, and changes none.
package setup

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

//go:embed files
var files embed.FS

// Names are the programs that can be set up.
var Names = []string{"claude", "tmux", "bash", "zsh", "fish"}

// Target is what a program needs.
type Target struct {
	Files []File
	Then  string // what is left to do
}

// File is a file to write.
type File struct {
	Path, Text string
	// what the person is to add if they have a file of their own there, for which Text is not shown; "" if only
	// sideboard has such a file
	Add  string
	mode fs.FileMode            // 0 for 0644
	has  func(text string) bool // reports whether another text will do as well; nil for none
}

// For returns what one of Names needs. The directory claude is Claude Code's own, home the person's; script is the
// completion if it is a shell.
func For(name string, getenv func(string) string, home, claude string, script string) (Target, error) {
	config, data := xdg(getenv, home, "XDG_CONFIG_HOME", ".config"), xdg(getenv, home, "XDG_DATA_HOME", ".local/share")
	if claude == "" || config == "" || data == "" {
		return Target{}, errors.New("your home directory is not known; set HOME")
	}
	var place, then string
	switch name {
	case "claude":
		dir := filepath.Join(claude, "skills", "sideboard")
		return Target{[]File{
			{Path: filepath.Join(dir, ".claude-plugin", "plugin.json"), Text: embedded("claude/plugin.json")},
			{Path: filepath.Join(dir, ".mcp.json"), Text: embedded("claude/mcp.json")},
			{Path: filepath.Join(dir, "monitors", "monitors.json"), Text: embedded("claude/monitors.json")},
			{Path: filepath.Join(dir, "skills", "follow", "SKILL.md"), Text: embedded("claude/follow.md")},
			{Path: filepath.Join(claude, "settings.json"), Text: embedded("claude/settings.json"), has: enablesTasks,
				Add: `"` + tasksVariable + `": "1" under "env"`},
		}, "The next session of Claude Code 2.1.157 or newer loads the plugin. For an older one: claude --plugin-dir " +
			dir +
			"\nIn a session, /sideboard:follow lets Claude Code hear what you do on the board."}, nil
	case "tmux":
		path := filepath.Join(config, "tmux", "plugins", "sideboard", "sideboard.tmux")
		return Target{[]File{{Path: path, Text: embedded("tmux/sideboard.tmux"), mode: 0o755}},
			"Add this line to tmux.conf, and load that again: run-shell '" + path +
				"'\nThen prefix b opens and closes the board."}, nil
	case "bash":
		place = filepath.Join(cmp.Or(getenv("BASH_COMPLETION_USER_DIR"), filepath.Join(data, "bash-completion")),
			"completions", "sideboard")
		then = "A new shell completes, if it loads the package bash-completion."
	case "zsh":
		place = filepath.Join(data, "zsh", "site-functions", "_sideboard")
		then = "Add this to .zshrc, unless it is there: fpath=('" + filepath.Dir(place) +
			"' $fpath); autoload -U compinit; compinit"
	case "fish":
		place = filepath.Join(config, "fish", "completions", "sideboard.fish")
		then = "A new shell completes."
	}
	return Target{[]File{{Path: place, Text: script}}, then}, nil
}

// xdg returns the directory that a variable names with an absolute path, else the usual one in the home directory, ""
// without one.
func xdg(getenv func(string) string, home, name, usual string) string {
	if dir := getenv(name); filepath.IsAbs(dir) {
		return dir
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, filepath.FromSlash(usual))
}

func embedded(name string) string {
	raw, err := files.ReadFile("files/" + name)
	if err != nil {
		panic(err) // the file is embedded
	}
	return string(raw)
}

// tasksVariable makes the newest models of Claude Code keep tasks. A plugin cannot set it, settings can.
const tasksVariable = "CLAUDE_CODE_ENABLE_TODO_TOOLS"

// enablesTasks reports whether settings of Claude Code set the variable.
func enablesTasks(settings string) bool {
	var s struct{ Env map[string]string }
	return json.Unmarshal([]byte(settings), &s) == nil && s.Env[tasksVariable] != "" && s.Env[tasksVariable] != "0"
}

// maxSize limits the size of a file that is compared, in bytes.
const maxSize = 1 << 20

// Found returns the text that is at the path, nil for nothing.
func (f File) Found() (*string, error) {
	if _, err := os.Lstat(f.Path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	info, err := os.Stat(f.Path)
	if err != nil {
		return nil, fmt.Errorf("%w; move what is there away", err)
	}
	if !info.Mode().IsRegular() || info.Size() > maxSize {
		return nil, fmt.Errorf("%s is not a file that sideboard could have written; move it away", f.Path)
	}
	raw, err := os.ReadFile(f.Path)
	text := string(raw)
	return &text, err
}

// Does reports whether a text that was found will do.
func (f File) Does(found string) bool { return found == f.Text || f.has != nil && f.has(found) }

// Write creates the file, and its directory if necessary. It fails if there is anything at the path.
func (f File) Write() error {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o755); err != nil {
		return err
	}
	file, err := os.OpenFile(f.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, cmp.Or(f.mode, 0o644))
	if err != nil {
		return err
	}
	_, err = file.WriteString(f.Text)
	if err = errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(f.Path) // it was created just now
	}
	return err
}
