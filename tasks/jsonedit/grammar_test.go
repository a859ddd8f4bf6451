package jsonedit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParseReadsNaNAndInfinityAsNumbersThatStrictJSONLacks(t *testing.T) {
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

func TestEveryMemberIsReadAsTheStandardLibraryReadsIt(t *testing.T) {
	for _, doc := range []string{python, `{}`, `{"a":"\ud800"}`, `{"a":-0.1e+9}`, `{"a":1,"\u0061":2,"b":3,"b":4,"b":5}`} {
		agrees(t, []byte(doc))
	}
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		agrees(t, []byte(object(r, 3, func() string { return [...]string{"", " ", "\n"}[r.IntN(3)] })))
	}
}

func FuzzParseAgreesWithEncodingJSON(f *testing.F) {
	for _, s := range []string{python, `{"a":{"b":[1,2,{}]}}`, "{\"a\":\"\x95\x5c\"}", `{"a":1}x`, `[1]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) { agrees(t, in) })
}

// agrees compares what Parse finds in a text with what the standard library finds: whether it is an object, and the key, the bytes,
// the text and the elements of each member. The two differ on purpose about Python's words, and about what is not UTF-8.
func agrees(t *testing.T, in []byte) {
	t.Helper()
	o, err := Parse(in)
	var std map[string]json.RawMessage
	want := json.Unmarshal(in, &std) == nil && std != nil
	switch {
	case err == nil && (o.Loose || o.BOM || o.Encoding != UTF8), err != nil && !utf8.Valid(in):
		return
	case (err == nil) != want:
		t.Errorf("%q: %v, for the standard library it is an object: %v", in, err, want)
		return
	case err != nil:
		return
	}
	d := json.NewDecoder(bytes.NewReader(in))
	_, _ = d.Token()
	seen, dups := map[string]bool{}, 0
	for _, m := range o.Members() {
		key, _ := d.Token()
		var raw json.RawMessage
		decoded := strings.ToValidUTF8(o.Key(m), "\ufffd\ufffd\ufffd") // a lone surrogate has three bytes here, and is one sign there
		if err := d.Decode(&raw); err != nil || decoded != key && !strings.Contains(decoded, "\ufffd") || !bytes.Equal(o.Raw(m), raw) {
			t.Fatalf("%q: %q is %s, want %q, %s (%v)", in, o.Key(m), o.Raw(m), key, raw, err)
		}
		if b := o.KeyBytes(m); b != nil && string(b) != o.Key(m) {
			t.Errorf("%q: the bytes of the key %q are %q", in, key, b)
		}
		var text string
		if m.Kind == KindString && (json.Unmarshal(raw, &text) != nil || o.String(m) != text && !strings.Contains(text, "\ufffd")) {
			t.Errorf("%q: %q is read as %q", in, text, o.String(m))
		}
		var elems []json.RawMessage
		if m.Kind == KindArray && json.Unmarshal(raw, &elems) == nil {
			got := o.Elems(nil, m)
			if !slices.EqualFunc(got, elems, func(e Elem, raw json.RawMessage) bool { return bytes.Equal(o.Bytes(e), raw) }) {
				t.Errorf("%q: elements %v, want those of %s", in, got, raw)
			}
		}
		if a, b := json.Valid(o.Raw(m)), Valid(o.Raw(m)) == nil; a != b {
			t.Errorf("%s: valid %v and %v", o.Raw(m), a, b)
		}
		if seen[o.Key(m)] {
			dups++
		}
		seen[o.Key(m)] = true
	}
	if got := o.Duplicates(); dups != len(got) {
		t.Errorf("%q: duplicates %q, want %d", in, got, dups)
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
				agrees(t, broken)
			}
		}
	}
}
