package jsonedit

import (
	"strings"
	"testing"
)

// printed is an outline as it is printed.
func printed(raw string) string {
	lines, ok := Outline([]byte(raw))
	if !ok {
		return "no JSON"
	}
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(l.String() + "\n")
	}
	return b.String()
}

func TestAStructuredValueIsReadAsLines(t *testing.T) {
	for raw, want := range map[string]string{
		`"text"`: "text\n", `12345678901234567890.50`: "12345678901234567890.50\n", `true`: "yes\n", `null`: "", `{}`: "", `[]`: "", `{"a":1`: "no JSON", `x`: "no JSON",
		`["a","b"]`:                            "- a\n- b\n",
		`{"complexity":"medium","ok":false}`:   "complexity: medium\nok: no\n",
		`{"empty":{},"none":null,"list":[[]]}`: "",
		`{"notes":"one\n\n  two\n"}`:           "notes\n  one\n  \n    two\n",
		`["one\ntwo"]`:                         "- one\n  two\n",
		`{"files":[{"path":"src/a.ts","lines":[1,2]},{"path":"src/b.ts"}],"context_notes":{"risks":["slow"]}}`: "files\n  - path: src/a.ts\n    lines\n      - 1\n      - 2\n  - path: src/b.ts\ncontext notes\n  risks\n    - slow\n",
		`[{"a":{"b":1},"c":2}]`: "- a\n    b: 1\n  c: 2\n",
	} {
		if got := printed(raw); got != want {
			t.Errorf("%s:\n%swant\n%s", raw, got, want)
		}
	}
}

func TestALongOutlineEndsWithTheRemarkThatThereIsMore(t *testing.T) {
	long := printed("[" + strings.Repeat("1,", 5000) + "1]")
	if n := strings.Count(long, "\n"); n != mostOutlined+1 || !strings.HasSuffix(long, "its file has the rest\n") {
		t.Errorf("%d lines", n)
	}
}

func TestAValueThatIsNestedDeepHasAnOutline(t *testing.T) {
	deep := printed(strings.Repeat(`{"a":`, 2000) + "1" + strings.Repeat("}", 2000))
	if deep == "no JSON" {
		t.Error("what is nested deep is not read")
	}
}
