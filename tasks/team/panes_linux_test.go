package team

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// tmuxServer starts a tmux of its own and returns what runs its commands and what it calls itself.
func tmuxServer(t *testing.T) (tmux func(args ...string) string, server string) {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	socket := filepath.Join(t.TempDir(), "tmux")
	tmux = func(args ...string) string {
		t.Helper()
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMUX=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %s: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	tmux("new-session", "-d", "-x", "80", "-y", "24", "cat")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", socket, "kill-server").Run() })
	return tmux, tmux("display-message", "-p", "#{socket_path},#{pid},0")
}

// childOf returns a process that another one started.
func childOf(t *testing.T, parent int) (child int) {
	t.Helper()
	if !testdir.Soon(func() bool {
		all, _ := os.ReadDir("/proc")
		at := slices.IndexFunc(all, func(e os.DirEntry) bool {
			pid, err := strconv.Atoi(e.Name())
			child = pid
			return err == nil && parentOf(pid) == parent
		})
		return at >= 0
	}) {
		t.Fatal("the pane's process has no child")
	}
	return child
}

func TestThePaneOfASessionIsFoundByItsProcess(t *testing.T) {
	tmux, server := tmuxServer(t)
	pane := tmux("split-window", "-d", "-P", "-F", "#{pane_id} #{pane_pid}", "sh -c 'sleep 600; true'")
	name, number, _ := strings.Cut(pane, " ")
	shell, err := strconv.Atoi(number)
	testdir.Must(t, err)
	pid := childOf(t, shell)
	start, err := startOf(pid)
	testdir.Must(t, err)
	root := writeFiles(t, sessionFile(pid, start, "0f3c-2b1a", "waiting", fmt.Sprintf(`,"pidDomain":%q`, PIDDomain())), "tasks/0f3c-2b1a/1.json={}")
	find := func(server string) string {
		r := Read(filepath.Join(root, "tasks/0f3c-2b1a"), []string{root})
		r.FindPanes(context.Background(), server)
		m, _ := r.Owner("")
		return m.Pane
	}
	if in, out := find(server), find(""); in != name || out != "" {
		t.Errorf("it has the pane %q, not %s, and outside of tmux %q", in, name, out)
	}
}

func TestAMemberWhosePaneWasClosedIsGone(t *testing.T) {
	tmux, server := tmuxServer(t)
	eve := tmux("display-message", "-p", "#{pane_id}")
	lead, err := strconv.Atoi(tmux("split-window", "-d", "-P", "-F", "#{pane_pid}", "cat"))
	testdir.Must(t, err)
	start, err := startOf(lead)
	testdir.Must(t, err)
	team := fmt.Sprintf(`{"name":"red","leadAgentId":"lead@red","leadSessionId":"5555","members":[{"agentId":"lead@red","name":"lead"},{"agentId":"eve@red","name":"eve","tmuxPaneId":%q}]}`, eve)
	read := func(start string) Roster {
		root := writeFiles(t, sessionFile(lead, start, "5555", "busy", ""), "teams/red/config.json="+team, "tasks/red/1.json={}")
		r := Read(filepath.Join(root, "tasks/red"), []string{root})
		r.FindPanes(context.Background(), server)
		return r
	}
	state := func(r Roster) string {
		return strings.TrimSpace(r.OwnerState("eve", "").State.String() + " " + r.Members[1].Pane)
	}
	r := read(start)
	if got := state(r); got != "active "+eve {
		t.Errorf("with its pane it is %q", got)
	}
	tmux("kill-pane", "-t", eve)
	if !testdir.Soon(r.Stale) {
		t.Error("the end of its pane goes unnoticed")
	}
	if got := state(read(start)); got != "gone" {
		t.Errorf("without its pane it is %q", got)
	}
	if got := state(read("0" + start)); got != "active" {
		t.Errorf("where the leader is not in this tmux it is %q: the pane may be another tmux's", got)
	}
}
