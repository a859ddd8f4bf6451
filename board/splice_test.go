package board

import (
	"fmt"
	"testing"

	"sideboard/tasks"
)

// asked spells what an edit asks for, file by file.
func asked(e tasks.Edit) string {
	s := stepOf(e.Of, e.Changes)
	for _, st := range e.Also {
		s += stepOf(st.Key, st.Changes)
	}
	return s
}

func stepOf(k tasks.Key, cs []tasks.Change) string {
	s := ""
	for _, c := range cs {
		s += fmt.Sprintf("%s %s %s %s\n", stemOf(k.Name), c.Field, map[tasks.Op]string{tasks.Add: "+", tasks.Drop: "-"}[c.Op], c.To.ID.Text)
	}
	return s
}

func TestSplicePutsATaskBetweenTwo(t *testing.T) {
	b := showing(task(s12, "a", called("Schema")), task(s12, "b", called("Docs"), waitsFor("a")), task(s12, "c", called("Tests")),
		task(s12, "d", called("Logo"), waitsFor("b")), task(s12, "e", is(tasks.Completed)), task(s12, "f", waitsFor("a")))
	splice := func(mid, on string) (tasks.Edit, error) {
		return Splice(b, keyFor(s12, mid), keyFor(s12, "b"), tasks.ID{Text: on}, "me", noon)
	}
	e, err := splice("c", "a")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "between", asked(e), "c waits for + a\nb waits for - a\nb waits for + c\n")
	e, err = splice("f", "a")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "one that waits already", asked(e), "b waits for - a\nb waits for + f\n")
	for mid, want := range map[string]string{
		"a": "Not linked: it is one end of that link; choose another task",
		"b": "Not linked: it is one end of that link; choose another task",
		"d": "Not linked: that closes a loop: Docs > Logo > Docs; unlink one of them first",
		"e": "Not linked: it is completed, and nothing would wait; reopen it first",
	} {
		same(t, mid, verdict(splice(mid, "a")), want)
	}
	same(t, "no link", verdict(splice("d", "c")), "Not linked: Docs does not wait for Tests any more")
}

func TestRelinkWaitsForAnotherInstead(t *testing.T) {
	b := showing(task(s12, "a"), task(s12, "b", called("Docs"), waitsFor("gone")), task(s12, "c", called("Tests"), waitsFor("b")))
	relink := func(from, to string) (tasks.Edit, error) {
		return Relink(b, keyFor(s12, "b"), tasks.ID{Text: from}, tasks.ID{Text: to}, "me", noon)
	}
	e, err := relink("gone", "a")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "instead", asked(e), "b waits for - gone\nb waits for + a\n")
	same(t, "a loop", verdict(relink("gone", "c")), "Not linked: that closes a loop: Docs > Tests > Docs; unlink one of them first")
	same(t, "no link", verdict(relink("c", "a")), "Not unlinked: it does not wait for Tests")
}

func TestALinkOnOneSideIsWrittenOnBothOrTakenAway(t *testing.T) {
	b := showing(
		task(claude, "1", called("Schema"), blocksTasks("3", "9")), // 2 waits and is not named, 3 is named and does not wait
		task(claude, "2", called("Docs"), waitsFor("1")),
		task(claude, "3", called("Tests")), task(claude, "4", called("Logo")),
	)
	repair := func(id string) (tasks.Edit, error) { return RepairLinks(b, keyFor(claude, id), "me", noon) }
	e, err := repair("2")
	if err != nil {
		t.Fatal(err)
	}
	same(t, "the other file lacks it", asked(e), "1 blocks + 2\n")
	for id, want := range map[string]string{
		"3": "ask: Write both sides of the links of Tests? Tests will wait for Schema, which says that it blocks it.",
		"1": "ask: Write both sides of the links of Schema? Tests will wait for it, as its own file says. 9 is taken out of its blocks: no file has that id.",
		"4": "Not linked: none of its links is written on one side only",
	} {
		same(t, id, verdict(repair(id)), want)
	}
	for id, one := range map[string]bool{"1": true, "2": true, "3": true, "4": false} {
		if got := b.OneSided(keyFor(claude, id)); got != one {
			t.Errorf("%s is one-sided: %v", id, got)
		}
	}
	e, err = Unlink(b, keyFor(claude, "3"), tasks.ID{Text: "1"}, "me", noon)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "unlinked where it stands", asked(e), "1 blocks - 3\n")
	same(t, "a loop through it", verdict(Link(b, keyFor(claude, "1"), tasks.ID{Text: "3"}, "me", noon)),
		"Not linked: that closes a loop: Schema > Tests > Schema; unlink one of them first")
}
