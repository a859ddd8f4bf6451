package jsonedit

import (
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"sideboard/tasks/testdir"
)

// suiteCase is a line of testdata/suite.txt.
type suiteCase struct{ verdict, name, text string }

func suite(t *testing.T) (all []suiteCase) {
	raw, err := os.ReadFile("testdata/suite.txt")
	testdir.Must(t, err)
	for line := range strings.Lines(string(raw)) {
		verdict, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if verdict == "#" {
			continue
		}
		c := suiteCase{verdict: verdict}
		c.name, rest, _ = strings.Cut(rest, " ")
		for rest != "" {
			quoted, err := strconv.QuotedPrefix(rest)
			testdir.Must(t, err)
			text, err := strconv.Unquote(quoted)
			testdir.Must(t, err)
			count := ""
			if rest = strings.TrimSpace(rest[len(quoted):]); rest != "" {
				count, rest, _ = strings.Cut(rest, " ")
				n, err := strconv.Atoi(count)
				testdir.Must(t, err)
				text = strings.Repeat(text, n)
			}
			c.text += text
		}
		all = append(all, c)
	}
	if len(all) != 318 {
		t.Fatalf("the suite has 318 cases, and %d are read", len(all))
	}
	return all
}

func TestTheCasesOfTheSuiteAreReadAsAllParsersDo(t *testing.T) {
	for _, c := range suite(t) {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse([]byte(c.text))
			isJSON := err == nil || errors.Is(err, ErrNotObject)
			if isObject := strings.HasPrefix(strings.TrimSpace(c.text), "{"); isObject && errors.Is(err, ErrNotObject) || !isObject && err == nil && c.name != "structure_UTF-8_BOM_empty_object" {
				t.Errorf("an object: %v, %v", isObject, err)
			}
			want := c.verdict != "reject"
			switch c.name {
			case "number_NaN", "number_infinity", "number_minus_infinity": // which Python writes
				want = true
			case "string_UTF-16LE_with_BOM", "string_utf16BE_no_BOM", "string_utf16LE_no_BOM": // zero bytes between the characters
				want = false
			}
			if isJSON != want {
				t.Errorf("%.80q is JSON: %v, %v", c.text, isJSON, err)
			}
		})
	}
}

// As a member, an element, or anything inside of these, a value is what it is alone.
func TestTheCasesOfTheSuiteAreTheSameInsideAnObject(t *testing.T) {
	for _, c := range suite(t) {
		if !utf8.ValidString(c.text) || strings.HasPrefix(c.name, "number_NaN") || strings.HasSuffix(c.name, "nfinity") {
			continue
		}
		for _, in := range [][2]string{{`{"a":`, `}`}, {`{"x":[],"a": `, ` ,"y":{}}`}, {`{"a":[`, `]}`}, {`{"a":[1,`, `,{}]}`}, {`{"a":[{"b":`, `}]}`}, {`{"a":{"b":{},"c":`, `}}`}} {
			doc := []byte(in[0] + c.text + in[1])
			if _, err := Parse(doc); (err == nil) != json.Valid(doc) {
				t.Errorf("%s: %.80q: %v", c.name, doc, err)
			}
		}
	}
}
