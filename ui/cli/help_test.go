package cli

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui/manual"
	"sideboard/ui/safetext"
)

// helped returns what the help command prints.
func helped(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	cmd := Command(Program{Getenv: func(string) string { return "" }, ASCII: func(func(string) string) bool { return false }})
	cmd.SetOut(&out)
	cmd.SetErr(&out)
	cmd.SetArgs(append([]string{"help"}, args...))
	err := cmd.Execute()
	return out.String(), err
}

func TestHelpListsEveryCommandAndEveryPage(t *testing.T) {
	text, err := helped(t)
	testdir.Must(t, err)
	for _, page := range manual.Pages() {
		if !strings.Contains(text, page.Name) || !strings.Contains(text, page.About) {
			t.Errorf("help does not list the page %s of ui/manual", page.Name)
		}
	}
	for _, name := range commandNames(Command(Program{})) {
		if !strings.Contains(text, "\n  "+name+" ") {
			t.Errorf("help does not list %s: name it in a group of groups in ui/cli/help.go", name)
		}
	}
}

func TestHelpOfACommandIsItsUsageAndThenItsPage(t *testing.T) {
	text, err := helped(t, "doctor")
	page, _ := manual.Find("doctor")
	if err != nil || !strings.Contains(text, "--fix") || !strings.Contains(text, "\nUsage\n") || !strings.HasSuffix(text, page.Text) {
		t.Errorf("%v:\n%s", err, text)
	}
	if text, err = helped(t, "completion", "bash"); err != nil || !strings.Contains(text, "\nUsage\n") {
		t.Errorf("a command without a page: %v:\n%s", err, text)
	}
}

func TestHelpIsFilledToTheTerminalAndNoWider(t *testing.T) {
	p := Program{Getenv: func(string) string { return "" }, ASCII: func(func(string) string) bool { return false }}
	root := Command(p)
	for _, cmd := range append(root.Commands(), root) {
		for _, width := range []int{60, 80, 120} {
			w := newPaper(&bytes.Buffer{}, p, &flags{ascii: &asciiFlag{usual: func() bool { return false }}}, time.Time{})
			w.width = width
			w.explain(cmd)
			for line := range strings.Lines(w.String()) {
				if line = strings.TrimRight(line, "\n"); safetext.Line(line).Width() > width {
					t.Errorf("%s at %d: %q", cmd.Name(), width, line)
				}
			}
		}
	}
}

// A command that was added without them is found neither in the help nor in the manual.
func TestEveryCommandIsInAGroupAndInTheManual(t *testing.T) {
	grouped := map[string]bool{}
	for _, g := range groups {
		for _, name := range g.names {
			grouped[name] = true
		}
	}
	page, err := os.ReadFile("../manual/commands.md")
	testdir.Must(t, err)
	table := regexp.MustCompile(`(?m)^\| .*?\|`).FindAllString(string(page), -1)
	for _, cmd := range Command(Program{}).Commands() {
		name := cmd.Name()
		if cmd.Hidden {
			continue
		}
		if !grouped[name] {
			t.Errorf("sideboard %s: name it in a group of groups in ui/cli/help.go", name)
		}
		row := regexp.MustCompile("`" + name + `\b`)
		if !slices.ContainsFunc(table, row.MatchString) {
			t.Errorf("sideboard %s: add its row to ui/manual/commands.md", name)
		}
	}
}

func TestACommandIsNotExplainedByFlagsOfTheScreen(t *testing.T) {
	for _, cmd := range Command(Program{}).Commands() {
		for _, flag := range []string{"still", "bell", "on-event", "no-mouse", "theme"} {
			if has := cmd.Flag(flag) != nil; has != (cmd.Name() == "demo" || cmd.Name() == "replay") {
				t.Errorf("%s --%s: %v", cmd.Name(), flag, has)
			}
		}
	}
}
