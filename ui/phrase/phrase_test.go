package phrase

import (
	"testing"
	"time"

	"sideboard/board"
	"sideboard/tasks"
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

func TestAPastTimeIsATimeOfDayUntilItIsNearlyADayAgo(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	for at, want := range map[time.Time]string{now: "12:00", now.Add(-20 * time.Hour): "16:00", now.Add(-20*time.Hour - 1): "20h ago"} {
		if got := When(now, at); got != want {
			t.Errorf("%v is %q, want %q", at, got, want)
		}
	}
	if just, ago, unknown := Ago(now, now), Ago(now, now.Add(-time.Hour)), Since(now, time.Time{}); just != "just now" || ago != "1h ago" || !unknown.Empty() {
		t.Errorf("%q, %q, %q", just, ago, unknown)
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

func TestANameAtTheBeginningOfASentenceKeepsItsLetters(t *testing.T) {
	for _, c := range [][3]string{{"agent-9", "agent-9 let its lease end", "agent-9 let its lease end"}, {"", "is gone", "Is gone"}, {"bob", "its owner is gone", "Its owner is gone"}} {
		if got := SentenceOf(c[0], c[1]); got != c[2] {
			t.Errorf("%q, want %q", got, c[2])
		}
	}
}

func TestOfManyNamesThreeAreWritten(t *testing.T) {
	names := []string{"ann", "bob", "cid", "dan"}
	for n, want := range []string{"", "ann", "ann and bob", "ann, bob and cid", "ann, bob and 2 more"} {
		if got := Few(names[:n]); got != want {
			t.Errorf("%d names: %q, want %q", n, got, want)
		}
	}
}

func TestValuesAndFieldsInWords(t *testing.T) {
	text := tasks.TextValue("x")
	for _, c := range []struct{ got, want string }{
		{Value(tasks.Value{}).String(), "nothing"},
		{Value(tasks.RefsValue(nil)).String(), "nothing"},
		{Value(tasks.RefsValue([]tasks.ID{{Text: "1"}, {Text: "2"}})).String(), "1, 2"},
		{Value(tasks.StatusValue(tasks.InProgress)).String(), "in progress"},
		{Value(text).String(), "x"},
		{Field(board.FieldChange{Field: tasks.FieldOwner}).String(), "owner"},
		{Field(board.FieldChange{Field: tasks.FieldMember, Member: "labels", Before: text, After: text}).String(), "labels"},
		{Field(board.FieldChange{Field: tasks.FieldMember, Member: "labels", Before: text}).String(), "labels is gone from its file"},
		{Field(board.FieldChange{Field: tasks.FieldMember, Member: "labels", After: text}).String(), "labels is new"},
		{File(tasks.Key{Name: "1.json"}) + InList(""), "1.json"},
		{File(tasks.Key{List: "demo", Name: "1.json"}) + InList("demo"), "demo: 1.json in demo"},
		{StateWord(board.Running) + ", " + StateWord(board.Ready), "in progress, ready"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
