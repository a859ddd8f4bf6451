package cli_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

var update = flag.Bool("update", false, "write the goldens anew")

// oneSided has a link that only the file of the blocker has.
func oneSided(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), ".claude", "tasks", "list")
	testdir.Must(t, os.MkdirAll(dir, 0o755))
	for name, text := range map[string]string{
		"1.json": `{"id": "1", "subject": "Roof", "description": "", "status": "pending", "blocks": [], "blockedBy": []}`,
		"2.json": `{"id": "2", "subject": "Wall", "description": "", "status": "pending", "owner": "eve", "blocks": ["1"], "blockedBy": []}`,
	} {
		testdir.Must(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644))
	}
	return dir
}

// The whole output, for people and for programs that draw. Look at the difference before you accept one: go test ./ui/cli -update.
func TestGraphPrintsEveryFormat(t *testing.T) {
	for name, c := range map[string]struct {
		dir  func(*testing.T) string
		args string
	}{
		"small.txt":       {small, "--width 100"},
		"small-all.txt":   {small, "--all"},
		"tangled.txt":     {tangled, "--width 80"},
		"tangled-all.txt": {tangled, "--width 50 --all --ascii"},
		"onesided.txt":    {oneSided, ""},
		"small.mermaid":   {small, "--format mermaid --all --redundant"},
		"tangled.mermaid": {tangled, "--format mermaid"},
		"small.dot":       {small, "--format dot --all --redundant"},
		"tangled.dot":     {tangled, "--format dot"},
		"onesided.dot":    {oneSided, "--format dot"},
		"small.svg":       {small, "--format svg --all --redundant"},
		"tangled.svg":     {tangled, "--format svg"},
		"onesided.svg":    {oneSided, "--format svg --ascii"},
	} {
		t.Run(name, func(t *testing.T) {
			out, code := run(t, append([]string{"graph", c.dir(t)}, strings.Fields(c.args)...)...)
			if strings.HasSuffix(name, ".txt") { // a long name of a directory is wrapped, at any place
				out = out[regexp.MustCompile(`(?m)^\d+ tasks`).FindStringIndex(out)[0]:]
			}
			out = regexp.MustCompile(`(?s)<style>.*</style>`).ReplaceAllString(out, "<style/>") // the colours are those of ui/style
			golden := filepath.Join("testdata", "graph", name)
			if *update {
				testdir.Must(t, os.MkdirAll(filepath.Dir(golden), 0o755))
				testdir.Must(t, os.WriteFile(golden, []byte(out), 0o644))
			}
			want, err := os.ReadFile(golden)
			testdir.Must(t, err)
			if code != 0 || out != string(want) {
				t.Errorf("it ends with %d and prints\n%s\nwant\n%s", code, out, want)
			}
		})
	}
}
