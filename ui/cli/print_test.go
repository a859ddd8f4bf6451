package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
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

func TestJSONIsWrittenInPiecesAndReadsAsOne(t *testing.T) {
	type part struct {
		Name  string   `json:"name"`
		Waits []string `json:"waits"`
	}
	whole := struct {
		Version int      `json:"version"`
		None    []part   `json:"none"`
		Parts   []part   `json:"parts"`
		Names   []string `json:"names"`
	}{Version: 1, None: []part{}, Names: []string{"a", "b"}}
	for range 10_000 {
		whole.Parts = append(whole.Parts, part{Name: "ü\n<&> " + strings.Repeat("x", 100), Waits: []string{"1", "2"}})
	}
	each := func(parts []part) func(func(any) bool) {
		return func(yield func(any) bool) { slices.Values(parts)(func(p part) bool { return yield(p) }) }
	}
	var out widest
	err := writeJSON(&out, jsonMember{name: "version", value: whole.Version}, jsonMember{name: "none", each: each(whole.None)},
		jsonMember{name: "parts", each: each(whole.Parts)}, jsonMember{name: "names", value: whole.Names})
	if want := jsonText(whole); err != nil || out.String() != want {
		t.Errorf("%v: %d bytes, want %d: %.300s", err, out.Len(), len(want), out.String())
	}
	var again strings.Builder
	if err := writeJSON(&again, membersOf(whole)...); err != nil || again.String() != out.String() {
		t.Errorf("%v: by the members of a value it is another: %.300s", err, again.String())
	}
	if out.most > 64<<10 {
		t.Errorf("a piece of %d bytes", out.most)
	}
}

func TestJSONIsIndentedAsTheEncoderWould(t *testing.T) {
	type inner struct {
		Empty []int          `json:"empty"`
		None  map[string]int `json:"none"`
		Nil   []string       `json:"nil"`
		Deep  [][]any        `json:"deep"`
	}
	for _, v := range []any{
		nil, true, -1.5e300, "", `a "quoted" \ back{sl}ash, [and]: more\`, []any{}, map[string]any{}, inner{None: map[string]int{}, Empty: []int{}},
		[]inner{{Deep: [][]any{{}, {1, "x,y:{}[]", nil}}}, {None: map[string]int{"a:b": 1, "{": 2}}},
	} {
		want, err := json.MarshalIndent(v, "", "  ")
		if got := jsonText(v); err != nil || got != string(want)+"\n" {
			t.Errorf("%v\n%s\nwant\n%s", err, got, want)
		}
	}
	const beyond = "\"über \u2028\x7f \U0001f600 \xff\"\\"
	got := jsonText(beyond)
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(beyond, "\ufffd") || strings.ContainsFunc(got, func(r rune) bool { return r >= 0x7f }) {
		t.Errorf("%v %q %s", err, back, got)
	}
}

func TestAnErrorIsWrappedAtWordsOnATerminalAlone(t *testing.T) {
	for _, c := range []struct {
		width    int
		in, want string
	}{
		{0, "sideboard: no task of this list has an id like 9", "sideboard: no task of this list has an id like 9"},
		{24, "sideboard: no task of this list", "sideboard: no task of\n  this list"},
		{24, "sideboard: a list:\n  one that is longer than a line", "sideboard: a list:\n  one that is longer\n    than a line"},
		{20, "sideboard: /a/path/longer/than/a/line is gone", "sideboard:\n  /a/path/longer/than/a/line\n  is gone"},
		{19, "sideboard: 翻訳 翻訳 翻訳", "sideboard: 翻訳\n  翻訳 翻訳"},
	} {
		if got := wrapWords(c.in, c.width); got != c.want {
			t.Errorf("%q in %d cells is %q, want %q", c.in, c.width, got, c.want)
		}
	}
	if got := Complaint(io.Discard, errors.New(strings.Repeat("word ", 60)+"end")); strings.Count(got, "\n") != 1 {
		t.Errorf("for a program it is %q", got)
	}
}
