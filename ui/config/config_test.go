package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sideboard/keymap"
	"sideboard/tasks/testdir"
)

func TestAFileIsReadAndWrittenAsItWas(t *testing.T) {
	want := Config{
		As: "ann", ASCII: true, Mouse: new(bool), Theme: "contrast", Stalled: "45m", Still: true, Bell: true, Bare: true, ByOwner: true, All: true, ReadOnly: true, Poll: true, NoStatus: true, OnEvent: []string{"sh", "-c", "cat > \"$1\"", ""},
		Keys: map[string]string{"claim": "ctrl+y c", "quit": "Q"},
		Commands: []Command{
			{Key: "ctrl+g", Name: "show the commits", Run: []string{"git", "log", "--grep", "{id}"}, Screen: true},
			{Key: "F6", Name: "say \"it\"", Run: []string{"sh", "-c", "notify-send -- \"$SIDEBOARD_TASK_SUBJECT\" 'now'"}},
		},
	}
	got, err := Parse([]byte(want.Text("/home/ann/.config/sideboard/config.toml")))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("it is %+v, %v; if a key in it is one of the board now, choose others here and in the examples of config.go, testdata/default.toml and ui/manual/start.md", got, err)
	}
}

func TestTheDefaultIsAFileOfComments(t *testing.T) {
	want, err := os.ReadFile("testdata/default.toml")
	testdir.Must(t, err)
	text := (&Config{}).Text("~/.config/sideboard/config.toml")
	if text != string(want) {
		t.Errorf("it is\n%s", text)
	}
	if got, err := Parse([]byte(text)); err != nil || !reflect.DeepEqual(got, Config{}) {
		t.Errorf("it is read as %+v, %v", got, err)
	}
}

func TestAFileThatNeedsNoCorrectionIsTaken(t *testing.T) {
	most := ""
	for _, letter := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef"[:keymap.MaxCommands] {
		most += fmt.Sprintf("[[commands]]\nkey = \"alt+%c\"\nname = \"a\"\nrun = [\"x\"]\n", letter)
	}
	for what, text := range map[string]string{
		"as many commands as have a key": most,
		"a shell without a script":       "[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"sh\", \"-c\"]\n",
		"a file for a shell":             "[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"sh\", \"-x\", \"{file}\"]\n",
		"a word that is no flag":         "[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"sh\", \"sync\", \"{file}\"]\n",
		"the flag of another program":    "[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"git\", \"-c\", \"{file}\"]\n",
	} {
		t.Run(what, func(t *testing.T) {
			if c, err := Parse([]byte(text)); err != nil || c.Wrong != nil {
				t.Error(c.Wrong, err)
			}
		})
	}
	c, err := Parse([]byte(most + "[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"x\"]\n"))
	if err != nil || len(c.Wrong) != 1 || c.Wrong[0].Line != 4*keymap.MaxCommands+2 {
		t.Errorf("one command more: %v, %v", c.Wrong, err)
	}
}

func TestTheFileIsInTheConfigurationDirectory(t *testing.T) {
	for _, c := range []struct{ xdg, home, want string }{
		{"", "/home/ann", "/home/ann/.config/sideboard/config.toml"},
		{"/etc/xdg", "/home/ann", "/etc/xdg/sideboard/config.toml"},
		{"relative", "/home/ann", "/home/ann/.config/sideboard/config.toml"},
		{"/etc/xdg", "", "/etc/xdg/sideboard/config.toml"},
		{"", "", ""},
	} {
		if got := Path(func(string) string { return c.xdg }, c.home); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

func TestAMistakeIsPointedAt(t *testing.T) {
	for text, want := range map[string]string{
		"theme = \"contrast\"\ncolour = 3\n":                            "F:2:1: colour is not known; known are as, theme, ascii, mouse, stalled, still, bell, bare, by-owner, all, read-only, poll, review, on-event, no-program-status, keys, commands",
		"on-event = \"notify-send it\"\n":                               "F:1:12: on-event is a list of strings: [\"notify-send\", \"sideboard\"]",
		"stalled = 45\n":                                                "F:1:11: stalled is a string in quotes",
		"bell = \"yes\"\n":                                              "F:1:8: bell is true or false",
		"mouse = 1\n":                                                   "F:1:9: mouse is true or false",
		"keys = \"c\"\n":                                                "F:1:8: keys is a table, below a line [keys]",
		"[keys]\nclaim = 3\n":                                           "F:2:9: keys.claim is a string in quotes",
		"[[commands]]\nkey = \"F6\"\nrun = \"ls\"\n":                    "F:3:7: commands.run is a list of strings: [\"notify-send\", \"sideboard\"]",
		"[[commands]]\nkey = \"F6\"\nscreen = \"yes\"\n":                "F:3:10: commands.screen is true or false",
		"[keys]\nclaim = \"foo\"\n":                                     "F:2:1: no terminal sends a key \"foo\": write one like x, X, f6, ctrl+x, alt+x, shift+up or space",
		"[keys]\nclaim = \"hyper+z\"\n":                                 "F:2:1: no terminal sends a key \"hyper+z\": write one like x, X, f6, ctrl+x, alt+x, shift+up or space",
		"[keys]\nclaim = \"ctrl+shift+alt+Q\"\n":                        "F:2:1: no terminal sends a key \"ctrl+shift+alt+Q\": write one like x, X, f6, ctrl+x, alt+x, shift+up or space",
		"[[commands]]\nkey = \"F99\"\nname = \"b\"\nrun = [\"true\"]\n": "F:2:7: no terminal sends a key \"F99\": write one like x, X, f6, ctrl+x, alt+x, shift+up or space",
		"bell = true\non-event = []\n":                                  "F:2:1: on-event names no command",
		"\n  theme = \"pink\"\n":                                        "F:2:12: there is no theme \"pink\": choose one of [default contrast colour-blind terminal]",
		"stalled = \"soon\"\n":                                          "F:1:12: \"soon\" is not a time above zero: write 30m, 90s or 1h30m",
		"[keys]\nclaim = \"d\"\n":                                       "F:2:1: d is the key of claim and of complete",
		"[keys]\n# claim\nclaim = \"\"\n":                               "F:3:1: it has no key",
		"[keys]\nfly = \"f\"\n":                                         "F:2:1: there is no action \"fly\": sideboard config --keys names them",
		"[[commands]]\nkey = \"ctrl+g\"\nname = \"a\"\nrun = [\"true\"]\n[[commands]]\nname = \"b\"\n  key =  \"c\"\nrun = [\"true\"]\n": "F:7:10: c is the key of claim and of b",
		"[keys]\nclaim = \"f6\"\n[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"true\"]\n":                                           "F:4:7: F6 is the key of claim and of b",
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"true\"]\n[[commands]]\nkey = \"F6\"\nname = \"c\"\nrun = [\"true\"]\n":       "F:6:7: F6 is the key of b and of c",
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\n":                                                            `F:1:1: b runs nothing: run is a list of a program and its arguments: ["gh", "issue", "view", "{id}"]`,
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"echo\", \"{name}\"]\n":                              "F:4:7: b: there is no field {name}; fields are {id}, {subject}, {owner}, {status}, {worktree}, {list}, {file}, {dir}",
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"env\", \"/bin/sh\", \"-ec\", \"echo {subject}\"]\n": "F:4:7: a shell reads b, and would run the text of a task: write \"$SIDEBOARD_TASK_SUBJECT\" for {subject}",
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"{subject}\"]\n":                                     "F:4:7: the program of b cannot come from a task",
		"stalled = \"0s\"\n":                                                        "F:1:12: \"0s\" is not a time above zero: write 30m, 90s or 1h30m",
		"on-event = [\"\"]\n":                                                       "F:1:1: on-event names no command",
		"on-event = [\"a\", \"\\u0000\"]\n":                                         "F:1:1: an argument of a command cannot have a NUL",
		"[[commands]]\nkey = \"F6\"\nname = \" \"\nrun = [\"x\"]\n":                 "F:3:8: a command needs a name",
		"[[commands]]\nkey = \"F6 F7\"\nname = \"b\"\nrun = [\"x\"]\n":              `F:2:7: b needs one key, like "F6" or "ctrl+g"`,
		"[[ commands ]]\nname = \"b\"\nrun = [\"x\"]\n[[commands]]\nkey = \"F6\"\n": `F:1:1: b needs one key, like "F6" or "ctrl+g"`,
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\" \"]\n":                 `F:4:7: b runs nothing: run is a list of a program and its arguments: ["gh", "issue", "view", "{id}"]`,
		"[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"x\", \"\\u0000\"]\n":    "F:4:7: an argument of a command cannot have a NUL",
		"commands = [{key = \"F6\", run = [\"x\"]}]\n":                              "F:1:1: a command needs a name",
		"commands = 3\n":  "F:1:12: commands is tables, each below a line [[commands]]",
		"still = maybe\n": "F:1:9: unexpected character U+006D 'm' at start of value",
	} {
		t.Run(text, func(t *testing.T) {
			c, err := Parse([]byte(text))
			if err == nil && len(c.Wrong) == 1 {
				err = c.Wrong[0]
			}
			if err == nil {
				t.Fatal("it is taken")
			}
			if err.Path = "F"; err.Error() != want {
				t.Errorf("\n got %s\nwant %s", err, want)
			}
		})
	}
}

func TestAWrongValueTakesOnlyItsMemberOutOfForce(t *testing.T) {
	c, err := Parse([]byte("theme = \"pink\"\nbell = true\nstalled = \"45m\"\n[keys]\nclaim = \"f6\"\n[[commands]]\nkey = \"F7\"\nname = \"b\"\nrun = [\"true\"]\n"))
	if err != nil || len(c.Wrong) != 1 || c.Theme != "" || !c.Bell || c.Stalled == "" || len(c.Keys) != 1 || len(c.Commands) != 1 {
		t.Errorf("with a theme that is not there the rest is %+v, %v", c, err)
	}
	c, err = Parse([]byte("theme = \"contrast\"\nstalled = \"soon\"\non-event = []\n[keys]\nclaim = \"q\"\n[[commands]]\nkey = \"c\"\nname = \"b\"\nrun = [\"true\"]\n"))
	if err != nil || len(c.Wrong) != 4 || c.Theme == "" || c.Stalled != "" || c.OnEvent != nil || c.Keys != nil || c.Commands != nil {
		t.Errorf("with four wrong values it is %+v, %v", c, err)
	}
	c, err = Parse([]byte("theme = 5\nstil = true\nbell = \"yes\"\nreview = true\n[keys]\nclaim = \"f6\"\n"))
	if err != nil || len(c.Wrong) != 3 || c.Theme != "" || c.Bell || !c.Review || c.Keys["claim"] != "f6" {
		t.Errorf("with two values of a wrong type and an unknown member it is %+v, %v", c, err)
	}
	for i, line := range []int{1, 3, 2} {
		if c.Wrong[i].Line != line {
			t.Errorf("mistake %d is said to be in line %d, not %d: %v", i, c.Wrong[i].Line, line, c.Wrong[i])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("theme = \"terminal\"\n[keys]\nclaim = \"x\"\n"))
	f.Add([]byte("[[commands]]\nkey = \"F6\"\nname = \"b\"\nrun = [\"echo\", \"{id}\"]\nscreen = true\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		again, err := Parse([]byte(c.Text("")))
		if err != nil || len(again.Keys) != len(c.Keys) || len(again.Commands) != len(c.Commands) {
			t.Fatalf("%q is written as %q: %v", data, c.Text(""), err)
		}
	})
}

// TestWhatATaskSaysIsOneArgument holds every text that a shell, a program or this one could read as more than that.
func TestWhatATaskSaysIsOneArgument(t *testing.T) {
	for _, hostile := range []string{"$(touch x)", "`touch x`", "; touch x", "a b  c", "--force", "-", "", "'\"\\", "{id}", "{subject}", "a\nb", "*", "~", "\xff\xfe", "\x1b[31m"} {
		of := map[string]string{"id": hostile, "subject": hostile, "owner": hostile, "file": "/a dir/" + hostile}
		c := Command{Key: "F6", Name: "n", Run: []string{"prog", "--", "{subject}", "by {owner}, {id}", "{file}", "plain"}}
		args, env, err := c.Process(of)
		want := []string{"prog", "--", hostile, "by " + hostile + ", " + hostile, "/a dir/" + hostile, "plain"}
		if err != nil || !slices.Equal(args, want) || !slices.Contains(env, "SIDEBOARD_TASK_SUBJECT="+hostile) {
			t.Errorf("%q: %q, %q, %v", hostile, args, env, err)
		}
		c = Command{Key: "F6", Name: "n", Run: []string{"prog", "show", "{list}{subject}", "--", "{id}"}}
		if args, _, err := c.Process(of); strings.HasPrefix(hostile, "-") != (err != nil) {
			t.Errorf("%q where an option may be: %q, %v", hostile, args, err)
		}
		c = Command{Key: "F6", Name: "n", Run: []string{"sh", "-c", `prog "$SIDEBOARD_TASK_SUBJECT"`}}
		if args, env, err := c.Process(of); err != nil || !slices.Equal(args, []string{"sh", "-c", `prog "$SIDEBOARD_TASK_SUBJECT"`}) || !slices.Contains(env, "SIDEBOARD_TASK_ID="+hostile) || !c.NeedsTask() {
			t.Errorf("%q to a shell: %q, %q, %v", hostile, args, env, err)
		}
	}
	c := Command{Run: []string{"prog", "{subject}"}}
	if !c.NeedsTask() || (&Command{Run: []string{"prog", "{}"}}).NeedsTask() {
		t.Error("a command needs a task when it has a field of one")
	}
	if _, _, err := c.Process(map[string]string{"subject": "a\x00b"}); err == nil {
		t.Error("a NUL is handed on")
	}
}
