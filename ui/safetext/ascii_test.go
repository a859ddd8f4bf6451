package safetext

import "testing"

func TestASCIIHasTheWidthOfTheText(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "größer": "gr??er", "翻訳 ✅!": "???? ??!", "e\u0301t": "et", "\x1b[1m“ü”\x1b[m": "\x1b[1m\"?\"\x1b[m", "a · b…": "a - b~",
		"": "", "é": "?", "👩‍👩‍👧x": "??????x", "नमस्ते": "",
	} {
		safe := text
		if text == "" || text[0] != 0x1b {
			safe = Line(text).String()
		}
		got := ASCII(safe)
		if want != "" && got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		for i := range len(got) {
			if got[i] >= 0x80 {
				t.Errorf("%q is %q", text, got)
			}
		}
		if text == "" || text[0] != 0x1b {
			if w := Line(text).Width(); len(got) != w {
				t.Errorf("%q has %d cells in ASCII, not %d", text, len(got), w)
			}
		}
	}
}
