package uitest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// teamConfig is what agents of s_full and old s11 write about their team.
func teamConfig(members ...string) string {
	var all []string
	for _, m := range members {
		name, status, _ := strings.Cut(m, " ")
		all = append(all, fmt.Sprintf(`{"name": %s, "role": "coder", "status": %s}`, quote(name), quote(status)))
	}
	return `{"team_name": "red", "members": [` + strings.Join(all, ", ") + `]}`
}

func running12(id, subject, owner string) string {
	return s12(id, subject, "in_progress", quote(owner), "[]")
}

// openTeam opens a board over two tasks that alice and bob run.
func openTeam(t *testing.T, o Options) *Driver {
	t.Helper()
	h := Open(t, o)
	h.Team(teamConfig("alice working", "bob working"))
	h.Write(parseTask+".json", running12(parseTask, "Write the parser", "alice"))
	h.Write(drawTask+".json", running12(drawTask, "Draw the cards", "bob"))
	h.Sees("of 2 done").Later(time.Minute).SeesRow("#9110", "alice active").SeesRow("#9111", "bob active")
	return h
}

// Team writes the files of a team, and waits until the board has read them.
func (h *Driver) Team(config string) *Driver {
	h.T.Helper()
	path := filepath.Join(h.Cwd, ".team", "config.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		h.T.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(config), 0o644); err != nil {
		h.T.Fatal(err)
	}
	return h.Later(0)
}

func TestScenarioAnOwnerThatIsGoneIsMarkedAndItsTaskReleased(t *testing.T) {
	t.Parallel()
	h := openTeam(t, Options{})
	h.Team(teamConfig("alice idle", "bob shutdown"))
	h.SeesRow("#9110", "alice idle").SeesRow("! Draw the cards").SeesRow("bob is gone", "r release").SeesNot("alice is gone")
	h.Choose("Write the parser").Press(".").On("Draw the cards").Sees("#9111 needs you: bob is gone", "r releases it")
	h.Press("r").Sees("Release Draw the cards?", "bob is gone", "bob is not notified, and may still complete it").Press("y")
	h.Reads(drawTask+".json", s12(drawTask, "Draw the cards", "pending", "null", "[]"))
	h.SeesNot("bob is gone").NoLitter()
}

// claudeTeam opens a list of a team of Claude Code, in a project under git.
func claudeTeam(t *testing.T, o Options, members string) *Driver {
	t.Helper()
	cwd := repository(t)
	config := filepath.Join(filepath.Dir(cwd), ".claude")
	dir := filepath.Join(config, "tasks", "red")
	mkdir(t, dir)
	mkdir(t, filepath.Join(config, "teams", "red"))
	put(t, filepath.Join(config, "teams", "red", "config.json"), `{"name":"red","leadAgentId":"lead@red","members":[`+members+`]}`)
	o.NoDir, o.Arg, o.Sub = true, dir, filepath.Join("..", ".claude", "tasks", "red")
	return OpenIn(t, cwd, o)
}

func TestScenarioTheWorktreesOfClaudeCodesTeamAreShown(t *testing.T) {
	t.Parallel()
	h := claudeTeam(t, Options{W: 160, H: 45}, "")
	where := filepath.Join(h.Cwd, ".claude", "worktrees", "eve")
	git(t, h.Cwd, "worktree", "add", "-q", "-b", "worktree-eve", where)
	put(t, filepath.Join(where, "new.go"), "package new\n")
	other := filepath.Join(filepath.Dir(h.Cwd), "elsewhere")
	git(t, h.Cwd, "worktree", "add", "-q", "-b", "of-bob", other)
	config := filepath.Join(filepath.Dir(h.Cwd), ".claude", "teams", "red", "config.json")
	put(t, config, `{"name":"red","members":[{"agentId":"lead@red","name":"lead","joinedAt":1782370547000},{"agentId":"eve@red","name":"eve","joinedAt":1782370547000,"isActive":true},
	  {"agentId":"bob@red","name":"bob","joinedAt":1782370547000,"isActive":false,"worktreePath":`+quote(other)+`},
	  {"agentId":"mallory@red","name":"mallory","joinedAt":1782370547000,"worktreePath":"/"}]}`)
	for i, owner := range []string{"eve", "bob@red", "mallory", "zoe", "ann"} {
		h.Write(fmt.Sprintf("%d.json", i+1), cc(strconv.Itoa(i+1), "Of "+owner, "in_progress", owner, "[]", "[]"))
	}
	h.Later(time.Minute).Sees("of 5 done").SeesRow("eve", "active").SeesRow("bob@red", "idle").SeesRow("zoe is not in the", "release").SeesNot("ann is", "you is", "you are")
	h.Choose("Of eve").SeesRow("name", "eve").SeesRow("branch", "worktree-eve").SeesRow("changed", "1 file, 1 not committed")
	h.Choose("Of bob@red").SeesRow("branch", "of-bob").SeesRow("changed", "nothing").SeesRow("state", "idle")
	h.Choose("Of mallory").Sees("knows no such worktree") // git is not run in a directory only because a file names it
	h.Choose("Of zoe").SeesRow("state", "not in the team").SeesNot("branch")
	h.Choose("Of bob@red").Press("t").Sees("show the work in it").SeesNot("create one").Press("w").Sees("Changed files").Press("esc")
	h.Press("t", "c").Sees("Not bound")
}

func TestScenarioInsideTmuxThePaneOfAnOwnerIsSelected(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	socket := filepath.Join(t.TempDir(), "tmux")
	tmux := func(args ...string) string {
		t.Helper()
		cmd := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...)
		cmd.Env = append(os.Environ(), "TERM=xterm-256color", "TMUX=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Skipf("tmux %s: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	tmux("new-session", "-d", "-x", "80", "-y", "24", "cat")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", socket, "kill-server").Run() })
	eve := tmux("split-window", "-d", "-P", "-F", "#{pane_id}", "cat")
	server := tmux("display-message", "-p", "#{socket_path},#{pid},0")
	if tmux("display-message", "-p", "#{pane_id}") == eve {
		t.Fatal("the pane is selected before")
	}
	h := claudeTeam(t, Options{Env: map[string]string{"TMUX": server}}, `{"agentId":"eve@red","name":"eve","tmuxPaneId":"`+eve+`"},{"agentId":"bob@red","name":"bob","tmuxPaneId":"%99"}`)
	h.Write("1.json", cc("1", "Of eve", "in_progress", "eve", "[]", "[]")).Write("2.json", cc("2", "Of bob", "in_progress", "bob", "[]", "[]"))
	h.Choose("Of bob").Later(0).Press("P").Sees("No pane: nothing names one for bob")
	h.Choose("Of eve").Press("P")
	h.Await("the pane to be selected", func() bool { return tmux("display-message", "-p", "#{pane_id}") == eve })
}
