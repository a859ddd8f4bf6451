package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
	"sideboard/ui/verbs"
)

// executed runs the program and returns what it ended with and what it said on stderr.
func executed(line ...string) (code int, said string) {
	code, _, said = answered(line...)
	return code, said
}

// answered is executed with what the program wrote to stdout.
func answered(line ...string) (code int, out, said string) {
	c := cli.Command(cli.Program{
		Version: "test", Getenv: os.Getenv, ASCII: func(func(string) string) bool { return false },
		Show: func(cli.BoardOptions) error { return nil },
	})
	var answer, failed strings.Builder
	c.SetOut(&answer)
	c.SetIn(strings.NewReader(""))
	c.SetErr(&failed)
	code = cli.Execute(c, line)
	return code, answer.String(), failed.String()
}

func TestWithASCIIAFailureHasNothingElse(t *testing.T) {
	environment(t)
	for _, line := range []string{"show ü", "list is:ü", "setup ü", "help ü", "ü", "list --ü", "--stalled ü", "mcp --http ü", "allow ü"} {
		_, plain := executed(strings.Fields(line)...)
		_, said := executed(append([]string{"--ascii"}, strings.Fields(line)...)...)
		_, after := executed(append(strings.Fields(line), "--ascii")...)
		isOther := func(r rune) bool { return r > '~' }
		if !strings.ContainsFunc(plain, isOther) || strings.ContainsFunc(said+after, isOther) || said == "" {
			t.Errorf("%s says %q, with --ascii %q and %q", line, plain, said, after)
		}
	}
}

// The configuration says it for commands too: their answers, and what they say on stderr.
func TestWithASCIIInTheConfigurationCommandsWriteNothingElse(t *testing.T) {
	environment(t)
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	testdir.Must(t, os.MkdirAll(filepath.Join(home, "sideboard"), 0o700))
	dir := t.TempDir()
	task := `{"id":1,"subject":"größer 翻訳","description":"","status":"pending","blockedBy":[],"owner":""}`
	testdir.Must(t, os.WriteFile(filepath.Join(dir, "task_1.json"), []byte(task), 0o600))
	for _, line := range []string{
		"list --dir " + dir, "show 1 --dir " + dir, "status " + dir, "doctor " + dir, "graph " + dir, "show ü --dir " + dir, "list --ü",
		"help start", "claim --help", "lists",
	} {
		plain := func(configured string, more ...string) bool {
			testdir.Must(t, os.WriteFile(filepath.Join(home, "sideboard", "config.toml"), []byte(configured), 0o600))
			_, out, said := answered(append(more, strings.Fields(line)...)...)
			return !strings.ContainsFunc(out+said, func(r rune) bool { return r > '~' })
		}
		if !plain("ascii = true\n") {
			t.Errorf("%s writes something else", line)
		}
		if shows := plain(""); shows != plain("ascii = true\n", "--ascii=false") {
			t.Errorf("%s with --ascii=false is not as without the configuration", line)
		}
	}
	if _, out, _ := answered("show", "1", "--dir", dir); !strings.Contains(out, "gr??er") {
		t.Errorf("show writes %s", out)
	}
}

// With --json every failure is a Failure on stderr, whatever is wrong with the command line.
func TestAFailureIsJSONWithJSON(t *testing.T) {
	environment(t)
	for _, c := range []struct{ line, word string }{
		{"list --json --purple", "usage"},
		{"list --purple --json", "usage"},
		{"list --json --stalled soon", "usage"},
		{"list is:purple --json", "usage"},
		{"show --json", "usage"},
		{"claim 3 --next --json", "usage"},
		{"init . --dialect s99 --first Plan --json", "usage"},
		{"lists red --json", "usage"},
		{"lists --red --json", "usage"},
		{"status ./nowhere --json", "not-found"},
		{"status --format {{ --json", "usage"},
		{"watch ./nowhere --json", "not-found"},
		{"watch a b --json", "usage"},
		{"doctor ./nowhere --json", "not-found"},
		{"doctor --fix=some --json", "usage"},
		{"doctor --fix --read-only --json", "usage"},
	} {
		code, said := executed(strings.Fields(c.line)...)
		var f verbs.Failure
		d := json.NewDecoder(strings.NewReader(said))
		d.DisallowUnknownFields()
		if err := d.Decode(&f); err != nil || d.More() {
			t.Errorf("%s: %v in %q", c.line, err, said)
			continue
		}
		if f.Version != verbs.Version || f.Exit != code || code == 0 || f.Code != c.word || f.Reason == "" || f.Tasks == nil {
			t.Errorf("%s ended with %d and said %s; want the word %s", c.line, code, said, c.word)
		}
	}
}
