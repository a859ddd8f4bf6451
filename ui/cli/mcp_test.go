package cli_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
)

// writerFunc is a writer that calls a function.
type writerFunc func(string)

func (f writerFunc) Write(raw []byte) (int, error) {
	f(string(raw))
	return len(raw), nil
}

func TestMCPOverHTTPSaysWhatItServes(t *testing.T) {
	environment(t)
	here, err := os.Getwd()
	testdir.Must(t, err)
	testdir.Must(t, os.Mkdir("empty", 0o700))
	for _, c := range []struct{ args, serves string }{
		{"", filepath.Join(here, ".tasks")},
		{".", filepath.Join(here, ".tasks")},
		{"empty", "the tasks of " + filepath.Join(here, "empty")},
		{"nats://ann:secret@127.0.0.1:1/plan", "nats://127.0.0.1:1/plan"},
		{"--public --tls-cert none.pem --tls-key none.pem", ""},
	} {
		ctx, stop := context.WithCancel(t.Context())
		root := cli.Command(cli.Program{Version: "test", Getenv: os.Getenv, ASCII: func(func(string) string) bool { return false }})
		said := ""
		root.SetErr(writerFunc(func(text string) {
			said += text
			stop() // it serves
		}))
		root.SetArgs(append(strings.Fields("mcp --http 127.0.0.1:0"), strings.Fields(c.args)...))
		err := root.ExecuteContext(ctx)
		stop()
		switch {
		case c.serves == "":
			if err == nil || said != "" || !strings.Contains(err.Error(), "none.pem") {
				t.Errorf("%q: %v, %q", c.args, err, said)
			}
		case err != nil || !strings.HasPrefix(said, "Serving "+c.serves+" at http://127.0.0.1:"):
			t.Errorf("%q: %v, %q, want %s", c.args, err, said, c.serves)
		}
	}
}
