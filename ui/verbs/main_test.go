package verbs_test

import (
	"os"
	"testing"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
	"sideboard/ui/style"
)

func TestMain(m *testing.M) {
	testdir.Program(func() int {
		return cli.Execute(cli.Command(cli.Program{Version: "test", Getenv: os.Getenv, ASCII: style.WantsASCII}), os.Args[1:])
	})
	testdir.Main(m)
}

// What commands print, what they write, and how they end.
func TestScripts(t *testing.T) { testdir.Scripts(t, "testdata/scripts") }
