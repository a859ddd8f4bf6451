package cli_test

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sideboard/ui/manual"
)

// memberNames adds the names of all members of a value of JSON, of what is in it too.
func memberNames(v any, names map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for name, in := range v {
			names[name] = true
			memberNames(in, names)
		}
	case []any:
		for _, in := range v {
			memberNames(in, names)
		}
	}
}

// tableNames returns the names in the first cells of the table that follows a sentence of a page.
func tableNames(t *testing.T, page, sentence string) map[string]bool {
	t.Helper()
	found, _ := manual.Find(page)
	_, rest, ok := strings.Cut(found.Text, sentence)
	if !ok {
		t.Fatalf("the page %s does not say %q", page, sentence)
	}
	_, rest, _ = strings.Cut(rest, "|---|---|\n")
	names := map[string]bool{}
	for line := range strings.Lines(rest) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		for _, name := range regexp.MustCompile("`([A-Za-z]+)`").FindAllStringSubmatch(strings.Split(line, "|")[1], -1) {
			names[name[1]] = true
		}
	}
	return names
}

func TestTheManualHasTheNamesProgramsAreTold(t *testing.T) {
	environment(t)
	for _, c := range []struct {
		page, sentence string
		args           []string
		inRow          []string // said where another name is explained
	}{
		{"lists", "`sideboard lists --json` prints", []string{"lists", "--json"}, nil},
		{"doctor", "`--json` prints", []string{"doctor", "--json", ill(t)}, []string{"asks", "failed"}},
		{"graph", "The JSON is one object", []string{"graph", "--json", tangled(t)}, []string{"nodes"}},
	} {
		out, _ := run(t, c.args...)
		var v any
		if err := json.Unmarshal([]byte(out), &v); err != nil {
			t.Fatalf("%s: %v in %s", c.page, err, out)
		}
		told := map[string]bool{}
		memberNames(v, told)
		want := tableNames(t, c.page, c.sentence)
		for _, name := range c.inRow {
			want[name] = true
		}
		if got, want := slices.Sorted(maps.Keys(told)), slices.Sorted(maps.Keys(want)); !slices.Equal(got, want) {
			t.Errorf("%s tells programs %q, and the manual has %q", c.page, got, want)
		}
	}
}
