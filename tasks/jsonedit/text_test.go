package jsonedit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks/testdir"
)

func TestGBKTrailByteIsNoEscape(t *testing.T) {
	// The second byte of this character is 0x5C, a backslash.
	in := []byte("{\"subject\": \"\x95\x5c\", \"x\": \"\xc4\xe3\xba\xc3\\n\"}")
	o, err := Parse(in)
	if err != nil || o.Encoding != GBK {
		t.Fatalf("%v, encoding %v", err, o)
	}
	m, _ := o.Get("subject")
	if got := o.String(m); got != "昞" {
		t.Errorf("decoded %q", got)
	}
	m, _ = o.Get("x")
	if got := o.String(m); got != "你好\n" {
		t.Errorf("decoded %q", got)
	}
}

func TestOtherEncodingsAreToldApart(t *testing.T) {
	for in, want := range map[string]Encoding{
		`{"a":"é"}`:                         UTF8,
		"{\"a\":\"caf\xe9\"}":               Unknown8, // Latin-1
		"{\"a\":\"你好你好 \xe4\xbd cut\"}":     Unknown8, // damaged UTF-8
		"{\"a\":\"\xc4\xe3\xba\xc3\"}":      GBK,
		"{\"a\":\"\x81\x30\x81\x30 \\\\\"}": GBK, // four bytes of GB18030
	} {
		o, err := Parse([]byte(in))
		if err != nil || o.Encoding != want {
			t.Errorf("%q: %v, %v", in, err, o)
		}
	}
	if o, err := Parse([]byte("\xef\xbb\xbf{}")); err != nil || !o.BOM {
		t.Errorf("a byte order mark: %v", err)
	}
}

func TestLoneSurrogatesSurviveDecodingAndQuoting(t *testing.T) {
	o, err := Parse([]byte(`{"a":"\ud800 \udfff\ud800x","b":"\ud83d\ude80"}`))
	testdir.Must(t, err)
	a, b := o.Members()[0], o.Members()[1]
	for _, st := range []Escapes{ASCII, Raw} {
		if got := Quote(o.String(a), st); string(got) != string(o.Raw(a)) {
			t.Errorf("%s became %s", o.Raw(a), got)
		}
	}
	if o.String(b) != "🚀" {
		t.Errorf("a pair became %q", o.String(b))
	}
}

func TestQuoteWritesAsItsTwoModelsDo(t *testing.T) {
	in := "é\u2028 <a&b> \"q\" \\ / \x00\x1f\x7f\b\f\n\r\t🚀"
	if got := string(Quote(in, ASCII)); got != `"\u00e9\u2028 <a&b> \"q\" \\ / \u0000\u001f\u007f\b\f\n\r\t\ud83d\ude80"` {
		t.Errorf("ASCII: %s", got)
	}
	if got := string(Quote(in, Raw)); got != "\"é\u2028 <a&b> \\\"q\\\" \\\\ / \\u0000\\u001f\x7f\\b\\f\\n\\r\\t🚀\"" {
		t.Errorf("raw: %s", got)
	}
	if got := string(Quote("a\xffb", Raw)); got != `"a`+"\uFFFD"+`b"` {
		t.Errorf("invalid: %s", got)
	}
}

func TestEscapesAreLearnt(t *testing.T) {
	for in, want := range map[string]Escapes{
		`{"a":"x\n\u0001"}`:    UnknownEscapes,
		`{"a":"\u00e9"}`:       ASCII,
		`{"a":"\\u00e9"}`:      UnknownEscapes,
		`{"a":"\ud83d\ude80"}`: ASCII,
		`{"a":"\ud83d"}`:       UnknownEscapes,
		`{"a":"é \u00e9"}`:     Raw,
		"\xef\xbb\xbf{}":       UnknownEscapes,
	} {
		if got := EscapesOf([]byte(in)); got != want {
			t.Errorf("%s: %d, want %d", in, got, want)
		}
	}
}

func TestCanonicalMakesEqualMeaningEqualText(t *testing.T) {
	a := Canonical([]byte("{ \"a\" : [ 1, \"\\u00e9\" ],\n\"b\":1.50}"))
	if b := Canonical([]byte(`{"a":["é"` + `]}`)); bytes.Equal(a, b) {
		t.Error("different values look the same")
	}
	if want := `{"a":[1,"é"],"b":1.50}`; string(a) != want {
		t.Errorf("got %s", a)
	}
}

func FuzzQuoteIsUndoneByDecoding(f *testing.F) {
	f.Add("é\u2028<>&\"\\\x00\x7f🚀", true)
	f.Fuzz(func(t *testing.T, s string, ascii bool) {
		st := Raw
		if ascii {
			st = ASCII
		}
		q := Quote(s, st)
		o, err := Parse(slices.Concat([]byte(`{"a":`), q, []byte("}")))
		if err != nil {
			t.Fatalf("%s: %v", q, err)
		}
		var std string
		if json.Unmarshal(q, &std) != nil {
			t.Fatalf("encoding/json refuses %s", q)
		}
		if clean := strings.ToValidUTF8(s, ""); clean == s && (o.String(o.Members()[0]) != s || std != s) {
			t.Fatalf("%q became %q", s, o.String(o.Members()[0]))
		}
	})
}
