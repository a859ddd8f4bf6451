//go:build unix

package effects

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestATextGoesToWhereThePersonCanPasteIt(t *testing.T) {
	if runtime.GOOS == "darwin" {
		t.Skip("pbcopy always counts as there")
	}
	for _, c := range []struct {
		name  string
		tools string // what is on the PATH; with ! it fails
		env   string
		by    string // who must get the text, "" for the terminal
		where string
	}{
		{"inside tmux", "tmux xclip wl-copy", "TMUX DISPLAY WAYLAND_DISPLAY", "tmux load-buffer -w -", "tmux's buffer, and sent on to the terminal"},
		{"inside tmux, over ssh", "tmux xclip", "TMUX DISPLAY SSH_CONNECTION", "tmux load-buffer -w -", "tmux's buffer, and sent on to the terminal"},
		{"tmux is gone", "!tmux xclip", "TMUX DISPLAY", "xclip -selection clipboard", "the clipboard"},
		{"Wayland", "wl-copy xclip", "WAYLAND_DISPLAY DISPLAY", "wl-copy", "the clipboard"},
		{"Wayland without its program", "xsel", "WAYLAND_DISPLAY DISPLAY", "xsel --clipboard --input", "the clipboard"},
		{"X", "xclip xsel", "DISPLAY", "xclip -selection clipboard", "the clipboard"},
		{"X without a display", "!xclip !xsel", "DISPLAY", "", ""},
		{"programs and no desktop", "tmux wl-copy xclip xsel clip.exe", "", "", ""},
		{"over ssh the desktop is another machine's", "wl-copy xclip", "WAYLAND_DISPLAY DISPLAY SSH_TTY", "", ""},
		{"Windows below", "clip.exe", "WSL_DISTRO_NAME", "clip.exe", "the clipboard"},
		{"nothing", "", "TMUX DISPLAY WAYLAND_DISPLAY WSL_DISTRO_NAME", "", ""},
	} {
		dir := t.TempDir()
		for tool := range strings.FieldsSeq(c.tools) {
			name, fails := strings.CutPrefix(tool, "!")
			script := "#!/bin/sh\necho \"" + name + "${1:+ $*}\" >'" + dir + "/by'\n/bin/cat >'" + dir + "/text'\n"
			if fails {
				script = "#!/bin/sh\nexit 1\n"
			}
			testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755))
		}
		t.Setenv("PATH", dir)
		where := copyText(func(name string) string {
			if strings.Contains(" "+c.env+" ", " "+name+" ") {
				return "x"
			}
			return ""
		}, "naïve\n")
		by, _ := os.ReadFile(filepath.Join(dir, "by"))
		text, _ := os.ReadFile(filepath.Join(dir, "text"))
		want := "naïve\n"
		if c.by == "clip.exe" {
			want = "\xff\xfen\x00a\x00\xef\x00v\x00e\x00\n\x00"
		}
		if c.by == "" {
			want = ""
		}
		if where != c.where || strings.TrimSpace(string(by)) != c.by || string(text) != want {
			t.Errorf("%s: %q reported, %q got %q", c.name, where, by, text)
		}
	}
}
