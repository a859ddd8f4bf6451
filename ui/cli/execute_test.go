package cli_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"sideboard/ui/cli"
	"sideboard/ui/verbs"
)

// executed runs the program and returns what it ended with and what it said on stderr.
func executed(line ...string) (code int, said string) {
	c := cli.Command(cli.Program{
		Version: "test", Getenv: os.Getenv, ASCII: func(func(string) string) bool { return false },
		Show: func(cli.BoardOptions) error { return nil },
	})
	var failed strings.Builder
	c.SetOut(new(strings.Builder))
	c.SetIn(strings.NewReader(""))
	c.SetErr(&failed)
	code = cli.Execute(c, line)
	return code, failed.String()
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
