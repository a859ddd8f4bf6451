//go:build unix

package effects

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"sideboard/tasks/testdir"

	tea "charm.land/bubbletea/v2"
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
		{"also without a terminal", "xclip", "DISPLAY SSH_CONNECTION", "", ""},
		{"Windows below", "clip.exe", "WSL_DISTRO_NAME", "clip.exe", "the clipboard"},
		{"nothing", "", "TMUX DISPLAY WAYLAND_DISPLAY WSL_DISTRO_NAME", "", ""},
	} {
		dir := t.TempDir()
		for tool := range strings.FieldsSeq(c.tools) {
			name, fails := strings.CutPrefix(tool, "!")
			needs := map[string]string{"tmux": "$TMUX", "wl-copy": "$WAYLAND_DISPLAY", "clip.exe": "x"}
			script := "#!/bin/sh\n[ " + cmp.Or(needs[name], "$DISPLAY") + " = x ] || exit 1\necho \"" + name + "${1:+ $*}\" >'" + dir + "/by'\n/bin/cat >'" + dir + "/text'\n"
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

// A pane is selected with the window it is in, on the server of the person.
func TestAPaneIsSelectedUnlessItIsGone(t *testing.T) {
	for name, c := range map[string]struct {
		script     string
		calls, err string
	}{
		"it is there": {`case $1 in display-message) echo %3; esac`, "display-message select-window select-pane switch-client", ""},
		"it is gone":  {`echo %1`, "display-message", "tmux has no pane %3 any more"},
		"it fails":    {`echo %3; exit 1`, "display-message", "tmux has no pane %3 any more"},
		"no server":   {`echo no server; exit 1`, "display-message", "tmux has no pane %3 any more"},
		"a select fails": {`case $1 in display-message) echo %3;; select-pane) echo no space; exit 1; esac`,
			"display-message select-window select-pane", "tmux: no space"},
		"a select fails silently": {`case $1 in display-message) echo %3;; *) exit 1; esac`, "display-message select-window", "exit status 1"},
	} {
		dir := t.TempDir()
		testdir.Must(t, os.WriteFile(filepath.Join(dir, "tmux"), []byte("#!/bin/sh\n/bin/echo $TMUX $1 >> "+dir+"/calls\n"+c.script+"\n"), 0o755))
		t.Setenv("PATH", dir)
		said := ""
		GoToPane("%3", "server", func(err error) tea.Msg {
			if err != nil {
				said = err.Error()
			}
			return nil
		})()
		calls, err := os.ReadFile(filepath.Join(dir, "calls"))
		testdir.Must(t, err)
		if want := "server " + strings.ReplaceAll(c.calls, " ", "\nserver ") + "\n"; string(calls) != want || said != c.err {
			t.Errorf("%s: tmux is called with\n%s, and the error is %q", name, calls, said)
		}
	}
}

func TestACommandOnTheScreenHasTheEnvironmentOfTheProgramAndItsOwn(t *testing.T) {
	t.Setenv("OF_THE_PROGRAM", "a")
	out, err := OwnProcess([]string{"/bin/sh", "-c", `echo "$OF_THE_PROGRAM$OF_THE_TASK$1"`, "sh", "c"}, []string{"OF_THE_TASK=b"}).Output()
	if err != nil || string(out) != "abc\n" {
		t.Errorf("it prints %q, %v", out, err)
	}
}
