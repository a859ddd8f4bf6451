package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestAFileIsReadAndWrittenAsItWas(t *testing.T) {
	want := Config{
		As: "ann", ASCII: true, Mouse: new(bool), Theme: "contrast", Stalled: "45m", Still: true, Bell: true, Bare: true, ByOwner: true, NoStatus: true, OnEvent: []string{"sh", "-c", "cat > \"$1\"", ""},
		Keys: map[string]string{"claim": "ctrl+y c", "quit": "Q"},
		Commands: []Command{
			{Key: "ctrl+g", Name: "show the commits", Run: []string{"git", "log", "--grep", "{id}"}, Screen: true},
			{Key: "F6", Name: "say \"it\"", Run: []string{"sh", "-c", "notify-send -- \"$SIDEBOARD_TASK_SUBJECT\" 'now'"}},
		},
	}
	got, err := Parse([]byte(want.Text("/home/ann/.config/sideboard/config.toml")))
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Parse([]byte((&Config{}).Text(""))); err != nil || !reflect.DeepEqual(got, Config{}) {
		t.Errorf("nothing: %+v, %v", got, err)
	}
}

func TestAMistakeIsPointedAt(t *testing.T) {
	for text, want := range map[string]string{
		"theme = \"contrast\"\ncolour = 3\n":                            "F:2:1: colour is not known; known are as, theme, ascii, mouse, stalled, still, bell, bare, by-owner, on-event, no-program-status, keys, commands",
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
		"still = maybe\n": "F:1:9: unexpected character U+006D 'm' at start of value",
	} {
		_, err := Parse([]byte(text))
		if err == nil {
			t.Errorf("%q is taken", text)
			continue
		}
		err.Path = "F"
		if err.Error() != want {
			t.Errorf("%q:\n got %s\nwant %s", text, err, want)
		}
	}
}

func TestWhatIsRemovedIsAWarning(t *testing.T) {
	for text, want := range map[string]string{
		"bell = true\n[[views]]\nname = \"a\"\nfilter = \"x\"\n[[views]]\nname = \"b\"\n":      "F:2:3: views are removed: in the filter, up brings back your recent filters",
		"bell = true\n[keys]\nview-1 = \"F6\"\n":                                               "F:3:1: the action view-1 is removed",
		"bell = true\n[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"x\"]\nshell = true\n": `F:6:1: shell is removed: write run = ["sh", "-c", "..."]`,
		"bell = true\n[[commands]]\nkey = \"F6\"\nname = \"a\"\nrun = [\"x\"]\nstay = true\n":  `F:6:1: stay is removed: a command ends with the board, unless it starts in a session of its own: run = ["setsid", ...]`,
	} {
		c, err := Parse([]byte(text))
		if err != nil || !c.Bell || len(c.Removed) != 1 {
			t.Errorf("%q: %+v, %v", text, c, err)
			continue
		}
		if c.Removed[0].Path = "F"; c.Removed[0].Error() != want {
			t.Errorf("%q: %s", text, c.Removed[0])
		}
	}
	if _, err := Parse([]byte("[[views]]\nname = \"a\"\n[colours]\nred = 1\n")); err == nil {
		t.Error("a removed member hides one that is not known")
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
	if _, _, err := c.Process(map[string]string{"subject": "a\x00b"}); err == nil {
		t.Error("a NUL is handed on")
	}
}
