package cli

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/locate"
	"sideboard/tasks/testdir"
)

func TestServeMakesADirectoryThatIsNotThere(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		arg   string
		there []string // before
		file  string   // in the way
		made  []string // nil if it is refused
	}{
		{arg: "project", made: []string{"project", "project/.tasks"}},
		{arg: "project", there: []string{"project"}, made: []string{"project/.tasks"}},
		{arg: "project/.tasks", there: []string{"project"}, made: []string{"project/.tasks"}},
		{arg: ".claude/tasks/list", there: []string{".claude/tasks"}, made: []string{".claude/tasks/list"}},
		{arg: "project", there: []string{"project/.tasks"}, made: []string{}},
		{arg: "far/project"},
		{arg: "project", file: "project"},
		{arg: "project", there: []string{"project"}, file: "project/.tasks"},
	} {
		home := t.TempDir()
		for _, dir := range c.there {
			testdir.Must(t, os.MkdirAll(filepath.Join(home, dir), 0o700))
		}
		if c.file != "" {
			testdir.Must(t, os.WriteFile(filepath.Join(home, c.file), nil, 0o600))
		}
		e := locate.Env{Cwd: home, Home: home, Getenv: func(string) string { return "" }}
		place, made, err := findOrMake(e, c.arg, "")
		var want []string
		for _, dir := range c.made {
			want = append(want, filepath.Join(home, dir))
		}
		switch {
		case (err != nil) != (c.made == nil) || !slices.Equal(made, want):
			t.Errorf("%s: made %q, %v, want %q", c.arg, made, err, want)
		case len(want) > 0 && place.Dir != want[len(want)-1]:
			t.Errorf("%s: it is %s", c.arg, place.Dir)
		}
		removeEmpty(made)
		for _, dir := range made {
			if _, err := os.Lstat(dir); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s stays, though nothing came into it: %v", dir, err)
			}
		}
	}
}

func TestAQuestionIsASCIIWithASCII(t *testing.T) {
	t.Parallel()
	for _, ascii := range []bool{false, true} {
		c := Command(Program{Getenv: os.Getenv, ASCII: func(func(string) string) bool { return ascii }})
		var said strings.Builder
		c.SetOut(&said)
		say(c, "“größer”?")
		if strings.ContainsFunc(said.String(), func(r rune) bool { return r > '~' }) == ascii {
			t.Errorf("with ASCII alone %v it asks %q", ascii, said.String())
		}
	}
}
