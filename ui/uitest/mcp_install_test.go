package uitest

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// The configuration is printed for the requested tasks and name in each agent's form, and nothing is written.
func TestCommandMCPInstallPrintsTheConfigurationAndWritesNothing(t *testing.T) {
	t.Parallel()
	odd := filepath.Join(t.TempDir(), `it's "a" dir`, ".tasks")
	mkdir(t, odd)
	for _, row := range []struct{ asked, served []string }{
		{nil, nil},
		{[]string{odd}, []string{"--dir", odd}},
		{[]string{"--dir", odd, "--as", "bob", "--read-only"}, []string{"--dir", odd, "--read-only", "--as", "bob"}},
		{[]string{"--list", "l x", "--as", "O'Hara"}, []string{"--list", "l x", "--as", "O'Hara"}},
	} {
		cmd := program(t, append([]string{"mcp", "--install"}, row.asked...)...)
		out, err := cmd.CombinedOutput()
		testdir.Must(t, err)
		if entries, err := os.ReadDir(cmd.Dir); err != nil || len(entries) > 0 {
			t.Errorf("%v %v", entries, err)
		}
		for agent, start := range installed(t, string(out)) {
			want := append([]string{"mcp"}, row.served...)
			if !slices.Contains(row.served, "--as") {
				want = append(want, "--as", agent)
			}
			if !slices.Equal(start, want) {
				t.Errorf("%s starts it with %q, not %q", agent, start, want)
			}
		}
	}
	cmd := program(t, "mcp", "--install", ".")
	out, err := cmd.Output()
	testdir.Must(t, err)
	if here := installed(t, string(out))["codex"]; !slices.Contains(here, cmd.Dir) {
		t.Errorf("it is started in %s with %q", cmd.Dir, here)
	}
	for _, args := range [][]string{{"nowhere"}, {"--dir", "nowhere"}} {
		if out, err := program(t, append([]string{"mcp", "--install"}, args...)...).CombinedOutput(); err == nil || !strings.Contains(string(out), "does not exist") {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// installed returns the arguments with which each agent would start the server.
func installed(t *testing.T, out string) map[string][]string {
	t.Helper()
	starts := map[string][]string{}
	for line := range strings.SplitSeq(out, "\n") {
		line = strings.TrimSpace(line)
		var args []string
		switch {
		case strings.HasPrefix(line, "claude "):
			said, err := exec.Command("sh", "-c", `claude() { shift 5; printf '%s\n' "$@"; }; `+line).Output()
			testdir.Must(t, err)
			starts["claude"] = strings.Split(strings.TrimSpace(string(said)), "\n")
		case strings.HasPrefix(line, "args = "):
			testdir.Must(t, json.Unmarshal([]byte(strings.TrimPrefix(line, "args = ")), &args))
			starts["codex"] = args
		case strings.HasPrefix(line, "{"):
			if !json.Valid([]byte(line)) {
				t.Fatalf("%s is no JSON", line)
			}
			list := line[strings.Index(line, "["):]
			testdir.Must(t, json.Unmarshal([]byte(list[:strings.LastIndex(list, "]")+1]), &args))
			starts[[]string{"gemini", "opencode", "copilot", "crush"}[len(starts)-2]] = slices.DeleteFunc(args, func(arg string) bool { return arg == "sideboard" })
		}
	}
	if len(starts) != 6 {
		t.Fatalf("it names %d agents: %s", len(starts), out)
	}
	return starts
}
