package safetext

import "testing"

func TestWhatIsCopiedHoldsNothingThatActsOnATerminal(t *testing.T) {
	for raw, want := range map[string]string{
		"task_1":                          "task_1",
		"two\nlines\tand a tab":           "two\nlines and a tab",
		"x\nrm -rf ~\n\x1b[201~\u202e":    "x\nrm -rf ~\n[201~",
		"\x00\x07\r\x7f\u0085\u009b31mx":  "31mx",
		"\u2066a\u2069\ufeff\u200b\u2028": "a",
		"naïve 新しい 👩\u200d💻":              "naïve 新しい 👩\u200d💻",
		"bad \xff byte":                   "bad \ufffd byte",
	} {
		if got := Copyable(raw); got != want {
			t.Errorf("%q is copied as %q, want %q", raw, got, want)
		}
	}
}
