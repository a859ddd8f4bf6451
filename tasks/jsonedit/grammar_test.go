package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The grammar of RFC 8259, form by form: what is a value, and what only looks like one.
var grammar = []struct {
	name  string
	valid bool
	texts []string
}{
	{"numbers", true, []string{"0", "-0", "7", "10", "-10", "1.5", "0.1", "-0.0", "1e1", "1E1", "1e+1", "1e-1", "0e0", "1.5E+10", "123456789012345678901234567890"}},
	{"what is no number", false, []string{"-", "+1", "00", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "1E-", "0x1", "1_000", "--1", "1.5.5", "1ee1", "- 1", "Nan", "nan", "-Inf", "-NaN", "+Infinity", "infinity", "Infinit"}},
	{"words", true, []string{"true", "false", "null"}},
	{"what is no word", false, []string{"True", "tru", "truee", "fals", "nul", "nulll", "none", "undefined", "t", "'a'", "a"}},
	{"strings", true, []string{`""`, `"a"`, `"\""`, `"\\"`, `"\/"`, `"\b\f\n\r\t"`, `"\u0041"`, `"\uFFFF"`, `"\uffff"`, `"\u09af"`, `"\uD83D\uDE80"`, `"\ud800"`, `"é🚀"`, "\"\x7f\"", `"{[]}:,"`, `" ! "`, `"12345678"`, `"1234567\\"`, `"12345678\\"`}},
	{"what is no string", false, []string{`"`, `"a`, `"\`, `"\"`, `"\x41"`, `"\u"`, `"\u1"`, `"\u12"`, `"\u123"`, `"\u123g"`, `"\U0041"`, `"\'"`, "\"\x00\"", "\"\x1f\"", "\"\n\"", "\"12345678\x1f\"", `"a" "b"`, `a"`, "\"1234567\x01\""}},
	{"arrays", true, []string{"[]", "[ ]", "[1]", "[1,2]", "[ 1 , 2 ]", "[[]]", "[[],[]]", "[{}]", "[\n\t\r 1]", `[1,"a",true,null,{},[]]`}},
	{"what is no array", false, []string{"[", "]", "[1", "[1,", "[,]", "[,1]", "[1,]", "[1 2]", "[1,,2]", "[1:2]", "[1}", "[[]", "[]]", `["a":1]`, "[1]]"}},
	{"objects", true, []string{"{}", "{ }", `{"a":1}`, `{ "a" : 1 , "b" : 2 }`, `{"":{}}`, `{"a":{"b":{"c":[]}}}`, `{"a":1,"a":2}`, `{"\u0061":1}`}},
	{"what is no object", false, []string{"{", "}", "{a:1}", `{"a"}`, `{"a":}`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{"a":1 "b":2}`, `{"a":1,,"b":2}`, `{"a" 1}`, `{"a"::1}`, `{1:2}`, `{null:1}`, `{"a":1]`, `{"a":{"b":1]}`, `{"a":[1}`, `{"a":1}}`, `{"a":1,1}`, `{"a",1}`, `{"a":1:2}`}},
	{"blanks", true, []string{" 1", "1 ", "\t1\r\n"}},
	{"what is no blank", false, []string{"\v1", "\f1", "1\x00", "\u00a01", "1\ufeff", "// a\n1", "1/**/"}},
}

func TestParseReadsTheGrammarAndNothingElse(t *testing.T) {
	for _, form := range grammar {
		t.Run(form.name, func(t *testing.T) {
			for _, text := range form.texts {
				// Alone as a member, between others, and inside an array and an object in that.
				for _, in := range []string{`{"a":%s}`, `{"x":[],"a": %s ,"y":{}}`, `{"a":[%s]}`, `{"a":[1,%s,{}]}`, `{"a":[{"b":%s}]}`, `{"a":{"b":{},"c":%s}}`} {
					doc := fmt.Sprintf(in, text)
					if json.Valid([]byte(doc)) != form.valid && !strings.Contains(text, "]") { // a bracket may close the list around it
						t.Fatalf("%s: the table and the standard library disagree", doc)
					}
					if _, err := Parse([]byte(doc)); (err == nil) != json.Valid([]byte(doc)) {
						t.Errorf("%q: %v", doc, err)
					}
				}
			}
		})
	}
}

func TestParseReadsPythonsWordsForWhatIsNoNumber(t *testing.T) {
	for _, word := range []string{"NaN", "Infinity", "-Infinity"} {
		for _, in := range []string{`{"a": %s}`, `{"a": [%s, 1]}`, `{"a": {"b": %s}}`} {
			doc := fmt.Sprintf(in, word)
			o, err := Parse([]byte(doc))
			if err != nil || !o.Loose {
				t.Errorf("%s: %v, loose %v", doc, err, o != nil && o.Loose)
			} else if m, _ := o.Get("a"); in == `{"a": %s}` && (m.Kind != KindNumber || string(o.Raw(m)) != word) {
				t.Errorf("%s: kind %d, %s", doc, m.Kind, o.Raw(m))
			}
		}
	}
}

// document writes a random JSON value.
func document(r *rand.Rand, depth int) string {
	blank := func() string { return [...]string{"", "", "", " ", "\n  ", "\r\n\t"}[r.IntN(6)] }
	switch kind := r.IntN(8 + 2*depth); {
	case kind < 2:
		return [...]string{"true", "false", "null"}[r.IntN(3)]
	case kind < 4:
		return [...]string{"0", "-1", "12", "0.5", "1e3", "-2.50E-7"}[r.IntN(6)]
	case kind < 8:
		return word(r)
	case kind%2 == 0:
		var s []string
		for range r.IntN(4) {
			s = append(s, blank()+document(r, depth-1)+blank())
		}
		return "[" + strings.Join(s, ",") + "]"
	}
	return object(r, depth, blank)
}

func object(r *rand.Rand, depth int, blank func() string) string {
	var s []string
	for range r.IntN(5) {
		s = append(s, blank()+word(r)+blank()+":"+blank()+document(r, depth-1)+blank())
	}
	return "{" + strings.Join(s, ",") + "}"
}

// word writes a random string.
func word(r *rand.Rand) string {
	pieces := [...]string{"a", "bc", " ", "é", "🚀", "日本", `\n`, `\"`, `\\`, `\/`, `\b`, `\f`, `\r`, `\t`, `\u00e9`, `\u0041`, `\uD83D\uDE80`, `\uABCD`, "{", "}", "[", ",", ":", "long enough for a word"}
	var b strings.Builder
	for range r.IntN(5) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return `"` + b.String() + `"`
}

// Of any object every member is found with the bytes, the key and the text that the standard library finds.
func TestEveryMemberIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		doc := []byte(object(r, 3, func() string { return [...]string{"", " ", "\n"}[r.IntN(3)] }))
		o, err := Parse(doc)
		if err != nil {
			t.Fatalf("%s: %v", doc, err)
		}
		d := json.NewDecoder(bytes.NewReader(doc))
		_, _ = d.Token()
		seen := map[string]int{}
		for _, m := range o.Members() {
			key, _ := d.Token()
			var raw json.RawMessage
			if err := d.Decode(&raw); err != nil || o.Key(m) != key || !bytes.Equal(o.Raw(m), raw) {
				t.Fatalf("%s: %q is %s, want %q, %s (%v)", doc, o.Key(m), o.Raw(m), key, raw, err)
			}
			if b := o.KeyBytes(m); b != nil && string(b) != key {
				t.Errorf("%s: the bytes of the key %q are %q", doc, key, b)
			}
			seen[o.Key(m)]++
			var text string
			if m.Kind == KindString && (json.Unmarshal(raw, &text) != nil || o.String(m) != text) {
				t.Errorf("%s: %q is read as %q", doc, text, o.String(m))
			}
			var elems []json.RawMessage
			if m.Kind == KindArray && json.Unmarshal(raw, &elems) == nil {
				got := o.Elems(nil, m)
				if !slices.EqualFunc(got, elems, func(e Elem, raw json.RawMessage) bool { return bytes.Equal(o.Bytes(e), raw) }) {
					t.Errorf("%s: elements %v, want those of %s", doc, got, raw)
				}
			}
		}
		dups := 0
		for _, n := range seen {
			if n > 1 {
				dups++
			}
		}
		if got := o.Duplicates(); (dups > 0) != (len(got) > 0) {
			t.Errorf("%s: duplicates %q, want %d", doc, got, dups)
		}
	}
}

// A text with a byte replaced, removed or doubled is JSON for this package exactly if it is for the standard library.
func TestABrokenByteIsSeenWhereTheStandardLibrarySeesIt(t *testing.T) {
	const bytesOfJSON = "{}[]:,\"\\0189-+.eEutrfalsn \n\x00\x1fx/"
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 2))
		doc := []byte(object(r, 2, func() string { return "" }))
		for i := range doc {
			for _, broken := range [][]byte{
				slices.Concat(doc[:i], doc[i+1:]), slices.Concat(doc[:i+1], doc[i:]), slices.Clone(doc[:i]),
				slices.Concat(doc[:i], []byte{bytesOfJSON[r.IntN(len(bytesOfJSON))]}, doc[i+1:]),
				slices.Concat(doc[:i], []byte{bytesOfJSON[r.IntN(len(bytesOfJSON))]}, doc[i:]),
			} {
				var is map[string]json.RawMessage
				if !ascii(broken) { // broken characters are read as another encoding
					continue
				}
				want := json.Unmarshal(broken, &is) == nil && is != nil
				if _, err := Parse(broken); (err == nil) != want {
					t.Errorf("%q: %v, for the standard library %v", broken, err, want)
				}
			}
		}
	}
}

func ascii(b []byte) bool { return !slices.ContainsFunc(b, func(c byte) bool { return c >= 0x80 }) }

// Levels are remembered beyond the 64 that fit into a word, and each ends with its own bracket.
func TestEveryLevelEndsWithItsOwnBracket(t *testing.T) {
	for _, depth := range []int{1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 130, 200} {
		for seed := range uint64(8) {
			r := rand.New(rand.NewPCG(seed, uint64(depth)))
			open, end := `{"a":`, "}"
			for range depth {
				if r.IntN(2) == 0 {
					open, end = open+"[", "]"+end
				} else {
					open, end = open+`{"b":`, "}"+end
				}
			}
			if _, err := Parse([]byte(open + "1" + end)); err != nil {
				t.Fatalf("depth %d: %v", depth, err)
			}
			at := r.IntN(len(end))
			other := []byte(end)
			other[at] ^= '}' ^ ']'
			if _, err := Parse([]byte(open + "1" + string(other))); err == nil {
				t.Fatalf("depth %d: bracket %d of %s is another, and nobody sees it", depth, at, end)
			}
		}
	}
}
