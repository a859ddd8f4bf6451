package refagents

import (
	"encoding/json"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestBothLanguagesTakeWhatIsJSONAndNothingElse(t *testing.T) {
	texts := []string{
		``, ` `, `{}`, `[]`, `{"a":1,}`, `[1,]`, `[1 2]`, `{"a" 1}`, `{a:1}`, `"\u00e9"`, `"\ud83d\ude80"`, `"\u12"`, `"\x"`, "\"\t\"",
		`01`, `-0`, `-`, `1.`, `.5`, `1e`, `1e+`, `1.5e-7`, `true`, `tru`, `nullx`, `{"a":{"b":[null,true,-1.5E+10]}}`, `{"a":1}x`,
		`"unterminated`, `"end\`, `[`, `{`, `{"a"`, `{"a":`, "\n{ \"a\" : [ ] }\r\n", `1 2`, `"/\/"`,
	}
	for _, text := range texts {
		for _, lang := range []language{python, javascript} {
			if _, err := parse([]byte(text), lang); (err == nil) != json.Valid([]byte(text)) {
				t.Errorf("parse(%q) gave %v, encoding/json says valid = %v", text, err, json.Valid([]byte(text)))
			}
		}
	}
}

func TestWhatTheLanguagesDisagreeOn(t *testing.T) {
	for _, c := range []struct {
		text       string
		python, js bool
	}{
		{`NaN`, true, false},
		{`-Infinity`, true, false},
		{"\"\xff\"", false, true},
		{"\ufeff{}", false, false},
		{strings.Repeat("[", 2000) + strings.Repeat("]", 2000), false, false},
	} {
		_, py := parse([]byte(c.text), python)
		_, js := parse([]byte(c.text), javascript)
		if (py == nil) != c.python || (js == nil) != c.js {
			t.Errorf("%.20q: python %v, javascript %v", c.text, py, js)
		}
	}
}

func TestEncodingIsTheLanguagesOwn(t *testing.T) {
	const in = `{"a":"é\u007f\ud83d\ude80\ud800<&>\u2028\b\u0001\"\\/","n":[1774445042.2717857,1e5,0.00001,1e400,9007199254740993,-0],"e":[],"o":{},"a":"last"}`
	for _, c := range []struct {
		name  string
		lang  language
		ascii bool
		want  string
	}{
		{"json.dumps", python, true, "{\n  \"a\": \"last\",\n  \"n\": [\n    1774445042.2717857,\n    100000.0,\n    1e-05,\n    Infinity,\n    9007199254740993,\n    0\n  ],\n  \"e\": [],\n  \"o\": {}\n}"},
		{"JSON.stringify", javascript, false, "{\n  \"a\": \"last\",\n  \"n\": [\n    1774445042.2717857,\n    100000,\n    0.00001,\n    null,\n    9007199254740992,\n    0\n  ],\n  \"e\": [],\n  \"o\": {}\n}"},
	} {
		v, err := parse([]byte(in), c.lang)
		testdir.Must(t, err)
		if got := string(encode(v, c.lang, c.ascii)); got != c.want {
			t.Errorf("%s gave\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	v, _ := parse([]byte(`"é\u007f\ud83d\ude80\ud800<&>\u2028\b\u0001\"\\/"`), python)
	if got, want := string(encode(v, python, true)), `"\u00e9\u007f\ud83d\ude80\ud800<&>\u2028\b\u0001\"\\/"`; got != want {
		t.Errorf("ensure_ascii gave %s, want %s", got, want)
	}
	if got, want := string(encode(v, javascript, false)), "\"é\x7f🚀\\ud800<&>\u2028\\b\\u0001\\\"\\\\/\""; got != want {
		t.Errorf("JSON.stringify gave %s, want %s", got, want)
	}
}
