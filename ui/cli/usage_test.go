package cli_test

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
	"sideboard/ui/cli"
)

// asked runs the program and returns the boards it showed, and how it ended.
func asked(t *testing.T, args ...string) (shown []cli.BoardOptions, err error) {
	t.Helper()
	c := cli.Command(cli.Program{
		Version: "test", Getenv: os.Getenv, ASCII: func(func(string) string) bool { return false },
		Show: func(b cli.BoardOptions) error { shown = append(shown, b); return nil },
	})
	c.SetArgs(append([]string{}, args...)) // nil would be those of the test
	c.SetOut(new(strings.Builder))
	c.SetErr(new(strings.Builder))
	err = c.Execute()
	return shown, err
}

func TestWrongUseIsRefusedBeforeAnythingIsDrawn(t *testing.T) {
	environment(t)
	for _, c := range []struct {
		args  []string
		words []string
	}{
		{[]string{"purple"}, []string{"purple is neither a command nor a directory here", "Commands: add, allow, claim, complete, ", "sideboard --help"}},
		{[]string{"lst"}, []string{"did you mean list?"}},
		{[]string{"done", "3"}, []string{"did you mean complete?"}},
		{[]string{"start"}, []string{"did you mean claim?"}},
		{[]string{"assign"}, []string{"did you mean edit --owner?"}},
		{[]string{"listz"}, []string{"did you mean list?"}},
		{[]string{"docter", "--read-only"}, []string{"did you mean doctor?"}},
		{[]string{"seize", "3"}, []string{"seize is neither a command nor a directory"}},
		{[]string{".", "3"}, []string{"takes one directory", `"3" is one too many`}},
		{[]string{"./nowhere"}, []string{"does not exist"}},
		{[]string{"/nowhere/at/all"}, []string{"does not exist"}},
		{[]string{".git/HEAD"}, []string{"is a file"}},
		{[]string{"--all", "./nowhere"}, []string{"does not exist"}},
		{[]string{"--stalled", "5"}, []string{"--stalled", "write a number with its unit, for instance 30m"}},
		{[]string{"--stalled", "-5m"}, []string{"above zero"}},
		{[]string{"--no-such-flag"}, []string{"no-such-flag"}},
		{[]string{"demo", "--agents", "0"}, []string{"from 1 to 32"}},
		{[]string{"demo", "now"}, []string{"takes no arguments"}},
		{[]string{"mcp", "--install", "./nowhere"}, []string{"does not exist"}},
		{[]string{"lists", "red"}, []string{"takes a directory, and red is none"}},
		{[]string{"graph", ".", "red"}, []string{"takes one directory"}},
		{[]string{"--theme", ""}, []string{"choose one of"}},
		{[]string{"graph", "--format", "picture"}, []string{"picture"}},
		{[]string{"graph", "--width", "39"}, []string{"40"}},
		{[]string{"graph", "--width", "-1"}, []string{"40"}},
		{[]string{"graph", "--list", "none"}, []string{"none"}},
		{[]string{"doctor", ".", "."}, []string{"takes one directory"}},
		{[]string{"doctor", "--fix=some"}, []string{"some"}},
		{[]string{"doctor", "--fix", "--read-only"}, []string{"--read-only"}},
		{[]string{"doctor", "--list", "none"}, []string{"none"}},
		{[]string{"doctor", "--stalled", "-1s"}, []string{"above zero"}},
		{[]string{"graph", "--json", "--format", "dot"}, []string{"choose one"}},
		{[]string{"graph", "--widht", "3"}, []string{"widht"}},
		{[]string{"completion", "zshh"}, []string{"zshh", "did you mean zsh?", "bash, fish, powershell, zsh"}},
		{[]string{"completion", "zsh", "more"}, []string{"takes no arguments"}},
		{[]string{"help", "grahp"}, []string{"grahp is not a command", "did you mean graph?"}},
	} {
		shown, err := asked(t, c.args...)
		var end *cli.Exit
		if !errors.As(err, &end) || end.Code != 2 || len(shown) > 0 {
			t.Errorf("%q: %v, %d boards; want a refusal that ends with 2", c.args, err, len(shown))
			continue
		}
		for _, w := range c.words {
			if !strings.Contains(err.Error(), w) {
				t.Errorf("%q is refused with\n%v\nwithout %q", c.args, err, w)
			}
		}
	}
}

func TestRightUseIsNotRefused(t *testing.T) {
	environment(t)
	testdir.Must(t, os.MkdirAll("purple", 0o755))
	for _, args := range [][]string{{}, {"."}, {"purple"}, {"--list", "red\x1b[31m"}, {"--list", "not-there-yet"}, {"--stalled", "90s", ".tasks"}, {"demo"}, {"demo", "--agents", "1"}, {"demo", "--agents", "32"}} {
		if shown, err := asked(t, args...); err != nil || len(shown) != 1 {
			t.Errorf("%q: %v, %d boards", args, err, len(shown))
		}
	}
	if shown, _ := asked(t, "--stalled", "90s"); shown[0].Stalled != 90*time.Second {
		t.Errorf("stalled after %s", shown[0].Stalled)
	}
	for _, args := range [][]string{{"help"}, {"help", "graph"}, {"graph", "--json", "--format", "json"}, {"graph", "--width", "40"}, {"completion"}, {"--help"}} {
		if shown, err := asked(t, args...); err != nil || len(shown) > 0 {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestTheVersionSaysWhatWasBuilt(t *testing.T) {
	setting := func(pairs ...string) (all []debug.BuildSetting) {
		for i := 0; i < len(pairs); i += 2 {
			all = append(all, debug.BuildSetting{Key: pairs[i], Value: pairs[i+1]})
		}
		return all
	}
	for _, c := range []struct {
		main     string
		settings []debug.BuildSetting
		want     string
	}{
		{"v1.2.3", nil, "v1.2.3 ("},
		{"(devel)", setting("vcs.revision", "0123456789abcdef", "vcs.time", "2026-11-22T03:04:05Z"), "devel, commit 0123456789ab of 2026-11-22 ("},
		{"", setting("vcs.revision", "0123456789abcdef", "vcs.time", "2026-11-22T03:04:05Z", "vcs.modified", "true"), "devel, commit 0123456789ab of 2026-11-22, with changes ("},
		{"(devel)", nil, "devel, of no known commit ("},
	} {
		got := cli.Version(&debug.BuildInfo{Main: debug.Module{Version: c.main}, Settings: c.settings})
		if !strings.HasPrefix(got, c.want) || !strings.Contains(got, "/") {
			t.Errorf("%q: %q, want %q and the system", c.main, got, c.want)
		}
	}
	if got := cli.Version(nil); !strings.HasPrefix(got, "devel") {
		t.Errorf("without build information: %q", got)
	}
}

func TestAFlagGoesBeforeTheFileEvenWithTheDefault(t *testing.T) {
	environment(t)
	home := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("SIDEBOARD_AS", "")
	t.Setenv("USER", "ann")
	testdir.Must(t, os.MkdirAll(home+"/sideboard", 0o755))
	config := "theme = \"contrast\"\nstalled = \"5m\"\nstill = true\nas = \"eve\"\nascii = true\nmouse = false\nbell = true\nbare = true\non-event = [\"say\"]\n"
	summary := func(b cli.BoardOptions) string {
		return fmt.Sprintf("%s %s still %v as %s ascii %v mouse %v bell %v bare %v %q", b.Theme, b.Stalled, b.Still, b.As, b.ASCII, !b.NoMouse, b.Bell, b.Bare, b.OnEvent)
	}
	for _, c := range []struct{ file, env, args, want string }{
		{"", "", "", `default 30m0s still false as ann ascii false mouse true bell false bare false []`},
		{"", "bob", "--bell --no-mouse", `default 30m0s still false as bob ascii false mouse false bell true bare false []`},
		{config, "", "", `contrast 5m0s still true as eve ascii true mouse false bell true bare true ["say"]`},
		{config, "bob", "demo --theme default", `default 5m0s still true as bob ascii true mouse false bell true bare true ["say"]`},
		{config, "", "--as ann --no-mouse=false --theme default --stalled 30m --still=false --bell=false --ascii=false --on-event=",
			`default 30m0s still false as ann ascii false mouse true bell false bare true []`},
	} {
		testdir.Must(t, os.WriteFile(home+"/sideboard/config.toml", []byte(c.file), 0o644))
		t.Setenv("SIDEBOARD_AS", c.env)
		shown, err := asked(t, strings.Fields(c.args)...)
		if err != nil || len(shown) != 1 || summary(shown[0]) != c.want || shown[0].DemoNow != strings.HasPrefix(c.args, "demo") {
			t.Errorf("%s: %v, %s\nwant %s", c.args, err, summary(shown[0]), c.want)
		}
	}
}

func TestACommandLineIsSplitAtBlanksAndByNothingElse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`notify-send sideboard`:           `["notify-send" "sideboard"]`,
		`  sh -c	'a "b" c'  `:             `["sh" "-c" "a \"b\" c"]`,
		`say "it's" x'y z'w ""`:           `["say" "it's" "xy zw" ""]`,
		`~/x $HOME \n * ; rm >a | b && c`: `["~/x" "$HOME" "\\n" "*" ";" "rm" ">a" "|" "b" "&&" "c"]`,
		`say 'it`:                         `a quote ' is not closed`,
		` `:                               `it names no command`,
		`"" x`:                            `it names no command`,
		"a\x00b":                          `a command cannot have a NUL`,
	} {
		shown, err := asked(t, "--on-event", text)
		switch {
		case err != nil && !strings.HasPrefix(want, "[") && strings.Contains(err.Error(), want):
		case err != nil || len(shown) != 1 || fmt.Sprintf("%q", shown[0].OnEvent) != want:
			t.Errorf("%q: %+v, %v, want %s", text, shown, err, want)
		}
	}
}
