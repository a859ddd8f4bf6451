package phrase

import "testing"

func TestASentenceMayBeginWithAnySign(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "it is gone": "It is gone", "“x” is no id here": "“x” is no id here", "écrire": "Écrire", "\xff is no letter": "\xff is no letter",
	} {
		if got := Sentence(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
