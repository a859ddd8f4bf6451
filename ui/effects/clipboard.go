package effects

import (
	"context"
	"encoding/binary"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
	"unicode/utf16"

	tea "charm.land/bubbletea/v2"
)

// clipboard is a program that takes a text to where it can be pasted from.
type clipboard struct {
	args   []string
	where  string // where the text is then, as it is told
	remote bool   // it reaches the person over ssh too
	works  func(getenv func(string) string) bool
	utf16  bool // it takes no other encoding for what is not ASCII
}

// clipboards are tried in this order. Over ssh the desktop is another machine's: there only tmux, and the terminal
// itself, reach the person.
var clipboards = []clipboard{
	{[]string{"tmux", "load-buffer", "-w", "-"}, "tmux's buffer, and sent on to the terminal", true, has("TMUX"), false},
	{[]string{"tmux", "load-buffer", "-"}, "tmux's buffer", true, has("TMUX"), false}, // before 3.2
	{[]string{"pbcopy"}, "the clipboard", false, func(func(string) string) bool { return runtime.GOOS == "darwin" }, false},
	{[]string{"wl-copy"}, "the clipboard", false, has("WAYLAND_DISPLAY"), false},
	{[]string{"xclip", "-selection", "clipboard"}, "the clipboard", false, has("DISPLAY"), false},
	{[]string{"xsel", "--clipboard", "--input"}, "the clipboard", false, has("DISPLAY"), false},
	{[]string{"clip.exe"}, "the clipboard", false, func(getenv func(string) string) bool {
		return runtime.GOOS == "windows" || getenv("WSL_DISTRO_NAME") != ""
	}, true},
}

func has(name string) func(func(string) string) bool {
	return func(getenv func(string) string) bool { return getenv(name) != "" }
}

// Clip hands a text to the first program that takes it, and answers where it is then, "" when none took it.
func Clip(getenv func(string) string, text string, then func(where string) tea.Msg) tea.Cmd {
	return func() tea.Msg { return then(taken(getenv, text)) }
}

// taken says where a text went, "" for nowhere.
func taken(getenv func(string) string, text string) string {
	ssh := getenv("SSH_CONNECTION") != "" || getenv("SSH_TTY") != ""
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	for _, c := range clipboards {
		if ssh && !c.remote || !c.works(getenv) {
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
