package config

import (
	"reflect"
	"testing"
)

func TestAFileIsReadAndWrittenAsItWas(t *testing.T) {
	want := Config{
		Theme: "contrast", Stalled: "45m", Still: true, Bell: true, OnEvent: []string{"sh", "-c", "cat > \"$1\"", ""}, Views: []View{{"mine \"now\"", "is:mine -is:done"}, {"late", "changed>2h"}},
		Keys: map[string]string{"claim": "ctrl+y c", "quit": "Q"},
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
		"theme = \"contrast\"\ncolour = 3\n":               "F:2:1: colour is not known: theme, stalled, still, bell, on-event, views and keys are",
		"on-event = \"notify-send it\"\n":                  "F:1:12: on-event is a list, of a command and its arguments: [\"notify-send\", \"sideboard\"]",
		"bell = true\non-event = []\n":                     "F:2:1: on-event names no command",
		"\n  theme = \"pink\"\n":                           "F:2:12: there is no theme \"pink\": choose one of [default contrast colour-blind terminal]",
		"stalled = \"soon\"\n":                             "F:1:12: \"soon\" is no time above zero: write 30m, 90s or 1h30m",
		"[[views]]\nname = \"x\"\nfilter = \"a is:odd\"\n": "F:3:16: the view x: \"odd\" is not known: is:ready, blocked, stuck, running, stalled, mine, needs-me, done, failed, broken, unknown, container",
		"[keys]\nclaim = \"d\"\n":                          "F:2:1: d is the key of claim and of complete",
		"[keys]\n# claim\nclaim = \"\"\n":                  "F:3:1: it has no key",
		"[keys]\nfly = \"f\"\n":                            "F:2:1: there is no action \"fly\": sideboard config --keys names them",
		"still = maybe\n":                                  "F:1:9: unexpected character U+006D 'm' at start of value",
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

func FuzzParse(f *testing.F) {
	f.Add([]byte("theme = \"terminal\"\n[keys]\nclaim = \"x\"\n"))
	f.Add([]byte("[[views]]\nname = \"a\"\nfilter = \"is:\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(data)
		if err != nil {
			return
		}
		again, err := Parse([]byte(c.Text("")))
		if err != nil || len(again.Keys) != len(c.Keys) || !reflect.DeepEqual(again.Views, c.Views) && len(c.Views) > 0 {
			t.Fatalf("%q is written as %q: %v", data, c.Text(""), err)
		}
	})
}
