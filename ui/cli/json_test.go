package cli

import (
	"bytes"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// widest is a writer that remembers the largest piece it was given.
type widest struct {
	bytes.Buffer
	most int
}

func (w *widest) Write(p []byte) (int, error) {
	w.most = max(w.most, len(p))
	return w.Buffer.Write(p)
}

func TestJSONIsWrittenInPiecesAndAListMayBeMadeAsItIsWritten(t *testing.T) {
	type part struct {
		Name  string   `json:"name"`
		Waits []string `json:"waits"`
	}
	var parts []part
	for range 10_000 {
		parts = append(parts, part{Name: "ü\n<&> " + strings.Repeat("x", 100), Waits: []string{"1", "2"}})
	}
	var out widest
	if err := writeJSON(&out, struct {
		None  []part `json:"none"`
		Parts []part `json:"parts"`
	}{[]part{}, parts}); err != nil || out.most > 64<<10 {
		t.Errorf("%v, a piece of %d bytes", err, out.most)
	}
	each := func(parts []part) iter.Seq[any] {
		return func(yield func(any) bool) { slices.Values(parts)(func(p part) bool { return yield(p) }) }
	}
	made := jsonText(struct {
		None  iter.Seq[any] `json:"none"`
		Parts iter.Seq[any] `json:"parts"`
	}{each(nil), each(parts)})
	if made != out.String() {
		t.Errorf("%d bytes, want %d: %.300s", len(made), out.Len(), made)
	}
}

// jsonSample has everything that is printed as JSON.
type jsonSample struct {
	own     bool       // no program is told
	Text    string     `json:"text"`
	Number  int        `json:"number"`
	Large   *int64     `json:"large"`
	Truth   bool       `json:"truth"`
	At      time.Time  `json:"at"`
	Changed *time.Time `json:"changed"`
	Names   []string   `json:"names"`
	Parts   []struct {
		Deep [][]string `json:"deep"`
		Any  any        `json:"any"`
	} `json:"parts"`
}

func TestJSONIsWrittenAsTheEncoderWould(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("a\"\\/<&>\x00\b\f\n\r\t\x7f\u2028ü\U0001f600"))),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		names := rapid.SliceOf(text)
		v := jsonSample{own: true, Text: text.Draw(r, "text"), Number: rapid.Int().Draw(r, "number"), Truth: rapid.Bool().Draw(r, "truth")}
		v.At = time.Unix(rapid.Int64Range(0, 1<<35).Draw(r, "at"), rapid.Int64Range(0, 999_999_999).Draw(r, "part")).UTC()
		if rapid.Bool().Draw(r, "known") {
			n := rapid.Int64().Draw(r, "large")
			v.Large, v.Changed, v.Names = &n, &v.At, names.Draw(r, "names")
		}
		v.Parts = slices.Grow(v.Parts, 3)[:rapid.IntRange(0, 3).Draw(r, "parts")]
		for i := range v.Parts {
			v.Parts[i].Deep = rapid.SliceOf(names).Draw(r, "deep")
			v.Parts[i].Any = []any{nil, 1, text.Draw(r, "any"), []string{}}[rapid.IntRange(0, 3).Draw(r, "kind")]
		}
		var line strings.Builder
		if err := writeJSONLine(&line, v); err != nil {
			r.Fatal(err)
		}
		whole := jsonText(v)
		if want := encoded(r, v, "  "); whole != want {
			r.Fatalf("%s\nwant\n%s", whole, want)
		}
		if want := encoded(r, v, ""); line.String() != want {
			r.Fatalf("%s\nwant\n%s", line.String(), want)
		}
	})
}

// encoded returns what encoding/json makes of a value, with what is beyond ASCII escaped.
func encoded(r *rapid.T, v any, indent string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	if err := enc.Encode(v); err != nil {
		r.Fatal(err)
	}
	var ascii strings.Builder
	for _, c := range b.String() {
		switch {
		case c < 0x7f:
			ascii.WriteRune(c)
		default:
			w := jsonText(string(c))
			ascii.WriteString(w[1 : len(w)-2])
		}
	}
	return ascii.String()
}

func TestJSONIsASCIIThatMeansTheText(t *testing.T) {
	const beyond = "\"über \u2028\x7f \U0001f600 \xff\"\\"
	got := jsonText(beyond)
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(beyond, "\ufffd") || strings.ContainsFunc(got, func(r rune) bool { return r >= 0x7f }) {
		t.Errorf("%v %q %s", err, back, got)
	}
}
