package tasks

import (
	"strings"
	"testing"
)

func TestAnOwnerIsOneLineThatCanBeSeen(t *testing.T) {
	for name, clean := range map[string]string{
		"bob": "bob", "": "", "Zoë 的 👩‍💻": "Zoë 的 👩‍💻", " bob ": "bob",
		"bob\nann": "bob ann", "bob\x1b[31m": "bob [31m", "b\u202eob": "b ob", "bo\xffb": "bo b", "a\u0085b": "a b", "\n": "",
		strings.Repeat("x", 300): strings.Repeat("x", MaxOwner), strings.Repeat("é", 200): strings.Repeat("é", MaxOwner/2),
		"x" + strings.Repeat("é", 200): "x" + strings.Repeat("é", MaxOwner/2-1),
	} {
		if got := CleanOwner(name); got != clean {
			t.Errorf("%q becomes %q", name, got)
		}
		if err := CheckOwner(clean); err != nil {
			t.Errorf("%q: %v", clean, err)
		}
		if err := CheckOwner(name); (err == nil) != (strings.Trim(name, " ") == clean) {
			t.Errorf("%q: %v", name, err)
		}
	}
}
