package phrase

import (
	"testing"
	"time"
)

func TestAnAgeIsCountedInDaysFromOneDayOn(t *testing.T) {
	for age, want := range map[time.Duration]string{
		59 * time.Second: "now", time.Minute: "1m", 90 * time.Minute: "1h", 24*time.Hour - 1: "23h", 24 * time.Hour: "1d", 47 * time.Hour: "1d",
	} {
		if got := Age(age); got != want {
			t.Errorf("%v is %q, want %q", age, got, want)
		}
	}
}

func TestASentenceMayBeginWithAnySign(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "it is gone": "It is gone", "“x” is no id here": "“x” is no id here", "écrire": "Écrire", "\xff is no letter": "\xff is no letter",
	} {
		if got := Sentence(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
