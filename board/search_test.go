package board

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

func TestSearchFindsWhatIsMeant(t *testing.T) {
	b := showing(
		task(s12, "task_1778000000_0002", called("Write the schema")), task(s12, "task_1778000001_0012", called("Docs")),
		task(s12, "task_1778000002_0003", called("Document schemas")), task(s12, "task_1778000003_0020", called("Ship"), is(tasks.Completed)),
	)
	for text, want := range map[string]string{
		"12":     "0012", // of the numbers the one that is meant; parts of ids come behind
		"#0012":  "0012",
		"2":      "0002",
		"doc":    "0012 0003",
		"schema": "0002 0003",
		"wts":    "0002",
		"sh":     "0020 0002 0003",
		"zz":     "",
		"_0012":  "0012",
		"  ":     "0002 0012 0003 0020",
	} {
		found := b.Search(text, tasks.Key{})
		got := ""
		for _, k := range found {
			got += " " + k.Name[len(k.Name)-9:len(k.Name)-5]
		}
		if len(got) > len(want)+1 && want != "" && (text == "12" || text == "2") {
			got = got[:len(want)+1]
		}
		if got != "" {
			got = got[1:]
		}
		same(t, text, got, want)
	}
	if got := showing(task(s12, "abc")).Search("0", tasks.Key{}); len(got) != 0 {
		t.Errorf("an id without a number: %v", got)
	}
	first := b.Search("", keyFor(s12, "task_1778000000_0002"))
	if len(first) != 3 || first[0] != keyFor(s12, "task_1778000001_0012") {
		t.Errorf("%v", first)
	}
	near := b.SimilarIDs("", tasks.ID{Text: "task_1778000001_0021"}, 2)
	if len(near) == 0 || near[0] != keyFor(s12, "task_1778000001_0012") {
		t.Errorf("%v", near)
	}
	if got := b.SimilarIDs("", tasks.ID{Text: "schema"}, 2); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestAWordIsFoundInAnyCase(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("abABxX1_é É"))).Draw(t, "text")
		word := rapid.StringOf(rapid.RuneFrom([]rune("abABxX1_é"))).Draw(t, "word")
		m := matcher{words: [][]byte{appendLower(nil, word)}}
		if got, want := m.matchesText("other", text), strings.Contains(strings.ToLower(text), strings.ToLower(word)) || strings.Contains("other", word); got != want {
			t.Fatalf("%q in %q: %v", word, text, got)
		}
	})
}

func TestAWordNamesTasksByIDByShortIDAndByTheBeginningOfTheSubject(t *testing.T) {
	b := showing(task(claude, "1", called("Schema")), task(claude, "2", called("Schemas of old")), task(claude, "12", called("2nd try")))
	for word, want := range map[string]string{"2": "2 12", "#12": "12", "schem": "1 2", "nothing": "", "": "", "#": ""} {
		same(t, word, names(b.Resolve("", word)), want)
	}
}

func TestAnIDIsNamedByAnyBeginningOrEndThatIsNoOthers(t *testing.T) {
	b := showing(
		task(s12, "task_1778000000_6567"), task(s12, "task_1778009912_9706"), task(s12, "task_1778000003_9712"),
		task(s10, "task_9f3c1a2b"), task(ccw, "IMPL-12"), task(ccw, "IMPL-2.3"), task(claude, "4"), task(claude, "31"), task(claude, "12345"),
	)
	for _, c := range []struct{ word, want string }{
		{"67", "task_1778000000_6567"}, {"#6567", "task_1778000000_6567"}, {"0_6567", "task_1778000000_6567"}, {"06", "task_1778009912_9706"},
		{"task_1778000003_97", "task_1778000003_9712"}, {"17780099", "task_1778009912_9706"}, {"9f3", "task_9f3c1a2b"}, {"2B", "task_9f3c1a2b"},
		{"177800000", "task_1778000000_6567 task_1778000003_9712"}, // both are said
		{"impl-12", "IMPL-12"}, {"impl-2", "IMPL-2.3"}, {".3", "IMPL-2.3"}, {"4", "4"},
		{"97", "task_1778000003_9712 task_1778009912_9706"}, {"971", "task_1778000003_9712"}, // as the screen shows it
		{"45", ""}, {"123", ""}, {"impl-1", ""}, // a counted number means itself alone
		{"task", ""}, {"task_", ""}, {"#", ""}, {"", ""},
	} {
		same(t, c.word, names(b.ResolveID("", c.word)), c.want)
	}
}

func TestAShortIDIsTheShortestThatNoOtherTaskHas(t *testing.T) {
	b := showing(
		task(s07, "2"), task(claude, "12"),
		task(s12, "task_1778000000_0042"), task(s12, "task_1778000001_0007"), task(s12, "task_1778000002_0007"),
		task(s12, "task_1778000011_0008"), task(s12, "task_1778000021_0008"),
		task(claude, "1"), task(claude, "1_1"), task(claude, "1_2"), task(claude, "auth-1"), task(claude, "impl-3"),
		task(s10, "task_9f3c1a2b"), task(s10, "task_aaaa1111"), task(s10, "task_aaaa2222"),
		task(s10, "task_12345678"), task(s12, "task_schema"),
	)
	for id, want := range map[string]string{
		"task_2": "#2", "12": "#12", "task_1778000000_0042": "#0042", "task_1778000001_0007": "#1_0007",
		"task_1778000011_0008": "#11_0008", "task_1778000021_0008": "#21_0008", "1": "#1", "1_1": "#1_1", "1_2": "#1_2", "auth-1": "#auth-1", "impl-3": "#3",
		"task_9f3c1a2b": "#9f3c", "task_aaaa1111": "#aaaa11", "task_12345678": "#1234", "task_schema": "#schema",
	} {
		same(t, id, b.ShortID(tasks.Key{Name: id + ".json"}), want)
	}
	renamed := task(s12, "task_1778000000_0042", func(t *tasks.Task) { t.ID.Text = "task_1778000000_0043" })
	b.Apply(put(renamed, task(s12, "task_1778000003_0042")))
	same(t, "an id that changed", b.ShortID(renamed.Key)+" "+b.ShortID(keyFor(s12, "task_1778000003_0042")), "#0043 #0042")
	b.Apply(gone(tasks.Key{Name: "task_1778000002_0007.json"}, tasks.Key{Name: "task_aaaa2222.json"}))
	same(t, "no longer ambiguous", b.ShortID(tasks.Key{Name: "task_1778000001_0007.json"}), "#0007")
	same(t, "no longer ambiguous", b.ShortID(tasks.Key{Name: "task_aaaa1111.json"}), "#aaaa")
}

func TestAMistypedIDIsAskedAbout(t *testing.T) {
	typed := &tasks.Traits{Dialect: "ccw5", Nests: true, ChosenIDs: true}
	b := showing(task(typed, "IMPL-1"), task(typed, "IMPL-2"))
	b.Apply(put(in("other", task(typed, "IMPL-3"))))
	for id, want := range map[string]string{"impl-1": " Did you mean IMPL-1?", "impl-2": "", "impl-3": ""} { // not itself, and no other list's
		e, err := Link(b, keyFor(typed, "IMPL-2"), tasks.ID{Text: id}, "mia", noon)
		if err != nil || noticeOf(b, e) != "No task has the id "+id+": it is blocked until there is one."+want {
			t.Errorf("%v: %s", err, noticeOf(b, e))
		}
	}
}
