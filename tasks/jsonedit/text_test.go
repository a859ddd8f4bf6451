package jsonedit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks/testdir"
)

// In GBK the second byte of a character may be 0x5C, a backslash, which only a reader that knows the encoding takes for a part of it.
func TestAFileWhoseBackslashMayBeHalfOfACharacterIsAmbiguous(t *testing.T) {
	for _, c := range []struct {
		in        string
		is        Encoding
		ambiguous bool
	}{
		{`{"a":"é \ufffd"}`, UTF8, false},
		{"{\"a\":\"caf\xe9\"}", Unknown8, false},                  // Latin-1
		{"{\"a\": \"\xc4\xe3\xba\xc3\\n\"}", Unknown8, false},     // GBK, and no end of a string in any encoding
		{"{\"a\": \"\x95\\\", \", \"b\": \"x\"}", Unknown8, true}, // GBK
		{"{\"a\": \"\x95\\\\\", \"b\": \"x\"}", Unknown8, true},
		{"{\"a\": \"你好你\\\"\xe4\xbd\"}", Unknown8, false},                // damaged UTF-8
		{"{\"a\": \"\ufffd\ufffd\ufffd\\\"\xe4\xbd\"}", Unknown8, false}, // the same, with the sign for what was damaged before
		{"{\"a\": \"é\\\"\", \"b\": \"\\\\\"}", UTF8, false},
		{"{\"a\": \"\xc4\", \"b\": \"\\\"\\\\\"}", Unknown8, false},
	} {
		if o, err := Parse([]byte(c.in)); err != nil || o.Encoding != c.is || o.Ambiguous != c.ambiguous {
			t.Errorf("%q: %v, %+v", c.in, err, o)
		}
	}
}

func TestAnErrorInATextThatIsNotUTF8SaysSo(t *testing.T) {
	if _, err := Parse([]byte("{\"a\": \"\x95\\\", \"b\": 1}")); err == nil || !strings.Contains(err.Error(), "the text is not UTF-8") {
		t.Errorf("a string that only ends in GBK: %v", err)
	}
}

func TestAByteOrderMarkIsNoted(t *testing.T) {
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
	for in, want := range map[string]string{"\uffff": `"\uffff"`, "\U00010000": `"\ud800\udc00"`, "\ufffd": `"\ufffd"`} {
		if got := string(Quote(in, ASCII)); got != want {
			t.Errorf("%q became %s, want %s", in, got, want)
		}
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
		`{"a":"é \u00e9"}`:     Raw,
		`\ud83d\ude80`:         ASCII,
		`{"a":"\u007f"}`:       ASCII,
		`{"a":"\u007e"}`:       UnknownEscapes,
		`{"a":"\n00e9"}`:       UnknownEscapes, // no u
		`{"a":"\u00e9"`:        ASCII,
		`\u00e`:                UnknownEscapes,
		"\xef\xbb\xbf{}":       UnknownEscapes,
		"\xef\xbb":             Raw,
		"\xef{}":               Raw, // the beginning of a byte order mark
		"{\"a\":\"\xef\"}":     Raw,
		"\x80":                 Raw,
		`"aucafe1"`:            UnknownEscapes,
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

func TestQuoteIsUndoneByDecoding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		for _, st := range []Escapes{ASCII, Raw} {
			var std string
			q := Quote(text, st)
			o, err := Parse(slices.Concat([]byte(`{"a":`), q, []byte("}")))
			if err != nil || o.String(o.Members()[0]) != text || json.Unmarshal(q, &std) != nil || std != text {
				t.Fatalf("%q is quoted as %s, %v", text, q, err)
			}
		}
	})
}

// Three bytes spell a surrogate as WTF-8 does, and nothing that is near to them does.
func TestOnlySurrogatesAreReadAsSurrogates(t *testing.T) {
	for in, want := range map[string]rune{"\xed\xa0\x80": 0xd800, "\xed\xbf\xbf": 0xdfff, "\xed\xa0\x80x": 0xd800} {
		if got, ok := surrogate(in); !ok || got != want {
			t.Errorf("% x is %x", in, got)
		}
	}
	for _, in := range []string{"", "\xed", "\xed\xa0", "\xec\xa0\x80", "\xee\xa0\x80", "\xed\x9f\x80", "\xed\xc0\x80", "\xed\xa0\x00", "\xed\xa0\xc0", "\xed\xa0\xff"} {
		if got, ok := surrogate(in); ok {
			t.Errorf("% x is the surrogate %x", in, got)
		}
	}
}

func TestASurrogateWithoutItsPartnerIsReadAlone(t *testing.T) {
	for in, want := range map[string]string{`"\ud83dx"`: "\xed\xa0\xbdx", `"\ud83d\n"`: "\xed\xa0\xbd\n", `"\ud83d\ud83d"`: "\xed\xa0\xbd\xed\xa0\xbd", `"\ud83d------"`: "\xed\xa0\xbd------", `"\ud83d\ndddd"`: "\xed\xa0\xbd\ndddd", `"\ud83dxude00"`: "\xed\xa0\xbdxude00"} {
		o, err := Parse([]byte(`{"a":` + in + `}`))
		if err != nil || o.String(o.Members()[0]) != want {
			t.Errorf("%s: %q, %v", in, o.String(o.Members()[0]), err)
		}
	}
}

func TestOnlyATextWithoutEscapesInUTF8IsPlain(t *testing.T) {
	for in, want := range map[string]bool{`"a"`: true, `""`: true, `"é"`: true, `"\u0061"`: false, `"a\n"`: false, "\"\xe9\"": false} {
		o, err := Parse([]byte(`{"a":` + in + `}`))
		testdir.Must(t, err)
		text, plain := o.Plain(o.Members()[0].ValStart, o.Members()[0].ValEnd)
		if plain != want || plain && string(text) != o.String(o.Members()[0]) {
			t.Errorf("%s: %q, %v", in, text, plain)
		}
	}
}
