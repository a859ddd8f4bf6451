//go:build unix

package uitest

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui"
	"sideboard/ui/config"
)

// openOwn opens the board with the person's own commands. Their arguments are written to the file "got" of the returned directory, one a
// line.
func openOwn(t *testing.T, commands func(dir string) []config.Command) (h *Driver, dir string) {
	t.Helper()
	dir = t.TempDir()
	put(t, filepath.Join(dir, "prog"), "#!/bin/sh\nprintf '<%s>\\n' \"$@\" \"$SIDEBOARD_TASK_SUBJECT\" > \"$0.part\" && mv \"$0.part\" \""+dir+"/got\"\n")
	testdir.Must(t, os.Chmod(filepath.Join(dir, "prog"), 0o755))
	h = Open(t, Options{Board: func(o *ui.Options) { o.Config.Commands = commands(dir) }})
	return h, dir
}

func TestScenarioAnOwnCommandGetsTheTaskAsArguments(t *testing.T) {
	t.Parallel()
	h, dir := openOwn(t, func(dir string) []config.Command {
		return []config.Command{
			{Key: "ctrl+g", Name: "hand it over", Run: []string{filepath.Join(dir, "prog"), "--", "{subject}", "{id} of {owner}", "{file}"}},
			{Key: "F6", Name: "in a shell", Run: []string{"sh", "-c", `"` + filepath.Join(dir, "prog") + `" shell "$SIDEBOARD_TASK_SUBJECT"`}},
			{Key: "F7", Name: "broken", Run: []string{"sh", "-c", "echo no route; exit 3"}},
			{Key: "F8", Name: "nowhere", Run: []string{filepath.Join(dir, "missing"), "{id}"}, Screen: true},
			{Key: "F9", Name: "öffnen", Run: []string{"sh", "-c", "printf shown; sleep 0.01"}, Screen: true},
		}
	})
	hostile := `$(touch pwned); {id} --x "y" 'z'`
	h.Sees("No tasks yet").Press("ctrl+g").Sees("hand it over is about a task")
	h.Write("task_1.json", s07by("1", strings.ReplaceAll(hostile, `"`, `\"`), "in_progress", "bob", "[]")).Sees("touch pwned")
	h.Press("ctrl+g").Sees("hand it over is done")
	got := filepath.Join(dir, "got")
	want := "<-->\n<" + hostile + ">\n<1 of bob>\n<" + filepath.Join(h.Dir, "task_1.json") + ">\n<" + hostile + ">\n"
	if b, err := os.ReadFile(got); err != nil || string(b) != want {
		t.Errorf("it was given %q, %v; want %q", b, err, want)
	}
	h.Press("f6").Sees("in a shell is done")
	if b, err := os.ReadFile(got); err != nil || string(b) != "<shell>\n<"+hostile+">\n<"+hostile+">\n" {
		t.Errorf("the shell's was given %q, %v", b, err)
	}
	h.Press("f7").Sees("broken failed", "exit status 3: no route").Press("f8").Sees("nowhere failed").Press("f9").Sees("shown", "[press a key to go back to the board]").Press("x").Sees("öffnen is done")
	h.Press(":").Type("hand it").SeesRow("Hand it over", "ctrl+g").Press("esc").Press("?").Press("/").Type("öff").SeesRow("F9", "öffnen").Press("esc", "esc")
	if left, _ := filepath.Glob(filepath.Join(h.Dir, "pwned")); len(left) > 0 {
		t.Error("what the task says was run")
	}
	h.NoLitter()
}

func TestScenarioACommandInTheBackgroundEndsWithTheBoard(t *testing.T) {
	t.Parallel()
	script := `echo $$ > "$0.part"; mv "$0.part" "$0"; sleep 600 & wait`
	h, dir := openOwn(t, func(dir string) []config.Command {
		return []config.Command{
			{Key: "F6", Name: "serve", Run: []string{"sh", "-c", script, filepath.Join(dir, "serve")}},
		}
	})
	pid := func(name string) (pid int) {
		h.Await(name+" to begin", func() bool {
			raw, _ := os.ReadFile(filepath.Join(dir, name))
			pid, _ = strconv.Atoi(strings.TrimSpace(string(raw)))
			return pid > 0
		})
		return pid
	}
	h.Sees("No tasks yet").Press("f6").Sees("serve runs in the background, and ends with the board")
	ends := pid("serve")
	h.Press("q").Ended()
	h.Await("it to end", func() bool { return syscall.Kill(ends, 0) != nil })
}
