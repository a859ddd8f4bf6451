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

// memberRows returns the names in the rows of the manual about a command's JSON, up to those of the next command.
func memberRows(t *testing.T, command string) map[string]bool {
	t.Helper()
	page, _ := manual.Find("json")
	_, tables, _ := strings.Cut(page.Text, "`lists --json` prints")
	_, rows, ok := strings.Cut(tables, "\n| **"+command+"** ")
	if !ok {
		t.Fatalf("the manual does not describe the JSON of %s", command)
	}
	rows, _, _ = strings.Cut(rows, "\n| **")
	names := map[string]bool{}
	for _, name := range regexp.MustCompile("`([A-Za-z]+)`").FindAllStringSubmatch(rows, -1) {
		names[name[1]] = true
	}
	return names
}

func TestTheManualHasTheNamesOfTheJSON(t *testing.T) {
	environment(t)
	for command, args := range map[string][]string{"lists": {"lists", "--json"}, "doctor": {"doctor", "--json", ill(t)}, "graph": {"graph", "--json", tangled(t)}} {
		out, _ := run(t, args...)
		var v any
		if err := json.Unmarshal([]byte(out), &v); err != nil {
			t.Fatalf("%s: %v in %s", command, err, out)
		}
		printed := map[string]bool{}
		memberNames(v, printed)
		described := memberRows(t, command)
		for _, severity := range []string{"error", "warning", "note"} { // in the same rows
			delete(described, severity)
		}
		if !maps.Equal(printed, described) {
			t.Errorf("%s prints %v, and the manual describes %v", command, slices.Sorted(maps.Keys(printed)), slices.Sorted(maps.Keys(described)))
		}
	}
}
