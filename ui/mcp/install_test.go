package mcp

import (
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

// Each agent starts the server with the same arguments, quoted for its shell or as JSON, and with its own name unless
// --as gives one.
func TestInstallPrintsTheArgumentsInTheFormOfEachAgent(t *testing.T) {
	for _, c := range []struct {
		args []string
		as   string
		want string // of JSON; %s is the name
	}{
		{[]string{"mcp"}, "", `"mcp", "--as", "%s"`},
		{[]string{"mcp", "--dir", `/it's "a" dir`}, "O'Hara", `"mcp", "--dir", "/it's \"a\" dir", "--as", "O'Hara"`},
	} {
		var out strings.Builder
		testdir.Must(t, Install(&out, c.args, c.as))
		for _, name := range []string{"codex", "gemini", "opencode", "copilot", "crush"} {
			if want := strings.ReplaceAll(c.want, "%s", name); !strings.Contains(out.String(), want) {
				t.Errorf("%s does not get %s:\n%s", name, want, out.String())
			}
		}
		line := regexp.MustCompile(`claude mcp add .*`).FindString(out.String())
		words, err := exec.Command("sh", "-c", `claude() { shift 5; printf '%s\n' "$@"; }; `+line).Output()
		testdir.Must(t, err)
		as := map[bool]string{true: "claude", false: c.as}[c.as == ""]
		if got := strings.Split(strings.TrimSpace(string(words)), "\n"); !slices.Equal(got, append(slices.Clone(c.args), "--as", as)) {
			t.Errorf("the shell reads %q in %s", fmt.Sprint(got), line)
		}
	}
}
