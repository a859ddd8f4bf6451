package cli

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSONIsASCIIThatMeansTheText(t *testing.T) {
	const beyond = "\"über \u2028\x7f \U0001f600 \xff\"\\"
	got := jsonText(beyond)
	var back string
	if err := json.Unmarshal([]byte(got), &back); err != nil || back != strings.ToValidUTF8(beyond, "\ufffd") || strings.ContainsFunc(got, func(r rune) bool { return r >= 0x7f }) {
		t.Errorf("%v %q %s", err, back, got)
	}
}
