package board

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"sideboard/tasks"
)

func filterBoard() *Board {
	b := showing(
		task(s12, "task_1778000000_0001", called("Schema of the API"), is(tasks.Completed), owned("agent-1")),
		task(s12, "task_1778000000_0002", called("Endpoints"), is(tasks.InProgress), owned("agent-12")),
		task(s12, "task_1778000000_0003", called("Übersetzung"), owned("Me")),
		task(s12, "task_1778000001_0004", called("Docs"), waitsFor("task_1778000000_0002")),
		task(s12, "task_1778000001_0005", called("Loop"), waitsFor("task_1778000001_0005")),
		task(s12, "task_1778000001_0006", called("Odd"), foreign("parked")),
	)
	b.Apply(tasks.Delta{Problems: []tasks.Problem{{Key: tasks.Key{Name: "task_broken.json"}, Kind: tasks.Unparsable}}, At: noon})
	return b
}

// query is the query of a line, typed by a user called me at noon.
func query(line string) Query {
	q, _ := ParseQuery(line, "me")
	q.Now, q.Stalled = noon, 30*time.Minute
	return q
}

func TestAFilterShowsTheCardsThatItsWordsMean(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "0003 0006 broken 0004 0005 0002 0001",
		"SCHEMA":                "0001",
		"api schema":            "0001",
		"api docs":              "",
		"übersetz":              "0003",
		"@agent-1":              "0001",
		"@agent":                "0002 0001",
		"@me":                   "0003",
		"@none":                 "0006 0004 0005",
		"is:ready":              "0003",
		"is:blocked":            "0004 0005",
		"is:stuck":              "0005",
		"is:running":            "0002",
		"is:done":               "0001",
		"is:completed":          "0001",
		"is:unknown":            "0006",
		"is:broken":             "broken",
		"is:bro":                "broken",
		"is:stalled":            "0002",
		"is:ready is:done":      "0003 0001",
		"#0004":                 "0004",
		"#1778000001_0004":      "0004",
		"#4":                    "",
		"id:0004":               "0004",
		"id:#0004":              "0004",
		"owner:agent-1":         "0001",
		"owner:AGENT-12":        "0002",
		"owner:age":             "0002 0001",
		"owner:none":            "0006 0004 0005",
		"owner:nobody":          "0006 0004 0005",
		`owner:"agent-1"`:       "0001",
		"owner:me @none":        "0003 0006 0004 0005",
		"is:mine":               "0003",
		"is:needs-me":           "0006 broken 0005 0002",
		"-is:done":              "0003 0006 broken 0004 0005 0002",
		"-is:done -@none":       "0003 broken 0002",
		"-d":                    "0003 broken 0005 0001",
		"-":                     "0003 0006 broken 0004 0005 0002 0001",
		"-#0004 -loop":          "0003 0006 broken 0002 0001",
		`"of the"`:              "0001",
		`owner:"x is:done"`:     "",
		`-a"b docs`:             "0004",
		`"the of`:               "",
		`-"of the" is:done`:     "",
		`api"`:                  "",
		"waits-for:0002":        "0004",
		"waits-for:#0005":       "0005",
		"-waits-for:#0005":      "0003 0006 broken 0004 0002 0001",
		"waits-for:@agent-12":   "0004",
		"unblocks:0004":         "0002",
		"unblocks:@none":        "0005 0002",
		"unblocks:@me":          "",
		"changed<90m":           "0003 0006 0004 0005 0002 0001",
		"changed<1h":            "",
		"changed:61":            "0003 0006 0004 0005 0002 0001",
		"changed>1h":            "0003 0006 0004 0005 0002 0001",
		"-changed<2d is:d":      "",
		"CHANGED>3600s is:done": "0001",
		"list:x":                "",
		"-list:x is:done":       "0001",
		"feat:":                 "",
		"owner: id: is: list: unblocks: waits-for: changed<": "0003 0006 broken 0004 0005 0002 0001",
		"1778000000": "0003 0002 0001",
		"broken":     "broken",
		"is: @ #":    "0003 0006 broken 0004 0005 0002 0001",
	} {
		b := filterBoard()
		q, err := ParseQuery(line, "me")
		if err != nil {
			t.Errorf("%q: %v", line, err)
		}
		q.Now, q.Stalled = noon, 30*time.Minute
		b.SetFilter(q)
		got := ""
		for c := range Column(Columns) {
			for i := range b.Len(c) {
				k := b.At(c, i)
				if _, at, ok := b.Rank(k); !ok || at != i {
					t.Errorf("%q: rank of %s", line, k.Name)
				}
				got += " " + stemOf(k.Name)[max(0, len(stemOf(k.Name))-4):]
			}
		}
		if len(got) > 0 {
			got = got[1:]
		}
		want = strings.Replace(want, "broken", "oken", 1) // the stem is cut the same way
		same(t, line, got, want)
		if c := b.Counts(); c.Total != 7 || b.Total(PendingColumn) != 5 {
			t.Errorf("%q: a filter must not change the counts: %+v", line, c)
		}
	}
}

func TestAMistakeIsPointedAtAndTheRestHolds(t *testing.T) {
	for line, want := range map[string]string{
		"docs is:funny @none":     `8-13 "funny" is not known: is:ready, blocked, stuck, running, stalled, mine, needs-me, done, new, failed, broken, unknown, container`,
		"docs @none -is:x is:y":   `15-16 "x" is not known: is:ready, blocked, stuck, running, stalled, mine, needs-me, done, new, failed, broken, unknown, container`,
		"docs @none changed<soon": `19-23 "soon" is no age: try 10m, 2h or 3d`,
		"docs -changed>0m @none":  `14-16 "0m" is no age: try 10m, 2h or 3d`,
	} {
		b := filterBoard()
		q, err := ParseQuery(line, "me")
		var at *QueryError
		if !errors.As(err, &at) {
			t.Fatalf("%q: %v", line, err)
		}
		same(t, line, fmt.Sprintf("%d-%d %s", at.At, at.End, at.Why), want)
		b.SetFilter(q)
		same(t, line, column(b, PendingColumn), "task_1778000001_0004")
	}
}

func TestWhatATaskIsBlockedByFollowsTheOtherTask(t *testing.T) {
	b := filterBoard()
	b.SetFilter(query("unblocks:@none -is:stuck"))
	same(t, "before", column(b, InProgressColumn), "task_1778000000_0002")
	b.Apply(put(task(s12, "task_1778000001_0004", called("Docs"), waitsFor("task_1778000000_0002"), owned("agent-3"))))
	same(t, "its task has an owner now", column(b, InProgressColumn), "")
	b.Apply(put(task(s12, "task_1778000001_0009", waitsFor("task_1778000000_0002"))))
	same(t, "another task waits for it", column(b, InProgressColumn), "task_1778000000_0002")
}

func TestANameThatIsOnlyTheBeginningOfOthersMeansThemUntilSomebodyIsCalledSo(t *testing.T) {
	b := filterBoard()
	b.SetFilter(query("@agent"))
	same(t, "all agents", column(b, CompletedColumn), "task_1778000000_0001")
	b.Apply(put(task(s12, "task_1778000001_0009", owned("agent"))))
	same(t, "the agent", column(b, CompletedColumn), "")
	same(t, "the agent's own", column(b, PendingColumn), "task_1778000001_0009")
}

func TestTheFilterIsCompletedAsItIsTyped(t *testing.T) {
	b := filterBoard()
	b.Apply(put(task(s12, "task_1778000001_0010", owned("Jane Doe"))))
	for line, want := range map[string]string{
		"":             "0:",
		"docs":         "0:",
		"i":            "0: is: id:",
		"-w":           "1: waits-for:",
		"docs is:":     "5: is:ready is:blocked is:stuck is:running is:stalled is:mine is:needs-me is:done is:new is:failed is:broken is:unknown is:container",
		"is:st":        "0: is:stuck is:stalled",
		"is:ready":     "0:",
		"IS:re":        "0: IS:ready",
		"@A":           "0: @agent-1 @agent-12",
		"owner:m":      "0: owner:me owner:Me",
		"owner:ja":     `0: owner:"Jane Doe"`,
		`owner:"ja`:    `0: owner:"Jane Doe"`,
		"unblocks:@n":  "0:",
		"unblocks:@m":  "0: unblocks:@me unblocks:@Me",
		"waits-for:#0": "0: waits-for:#0002",
		"#":            "0: #0002",
		"is:ready ":    "9:",
	} {
		from, offers := b.CompleteFilter(line, len(line), tasks.Key{Name: "task_1778000000_0002.json"})
		got := fmt.Sprint(from, ":")
		for _, o := range offers {
			got += " " + o
		}
		same(t, line, got, want)
	}
	if from, offers := b.CompleteFilter("is:r docs", 4, tasks.Key{}); from != 0 || fmt.Sprint(offers) != "[is:ready is:running]" {
		t.Errorf("inside the line: %d %v", from, offers)
	}
}

func TestAFilterAsksForTheAgentAndTheTypeOfWorkflowTasks(t *testing.T) {
	job := func(agent, kind string) opt {
		return func(t *tasks.Task) { t.Members = &tasks.Members{Job: tasks.Job{Agent: agent, Type: kind}} }
	}
	b := showing(task(ccw, "IMPL-1", job("code-developer", "feature")), task(ccw, "IMPL-2", job("test-fix-agent", "test-fix")), task(ccw, "IMPL-3"))
	for line, want := range map[string]string{
		"agent:code": "IMPL-1", "agent:CODE-developer agent:test": "IMPL-1 IMPL-2", "-agent:test": "IMPL-1 IMPL-3",
		"type:feature": "IMPL-1", "type:test -agent:test": "", "agent:fix": "",
	} {
		q, err := ParseQuery(line, "mia")
		b.SetFilter(q)
		var shown []tasks.Key
		for c := range Column(Columns) {
			for i := range b.Len(c) {
				shown = append(shown, b.At(c, i))
			}
		}
		slices.SortFunc(shown, tasks.Key.Compare)
		if same(t, line, names(shown), want); err != nil {
			t.Error(err)
		}
	}
}

func TestAnEventMatchesAFilter(t *testing.T) {
	b := showing(task(s12, "task_1", called("Schema"), owned("ann")), task(s12, "task_2", called("Docs"), waitsFor("task_1")),
		task(s12, "task_3", func(t *tasks.Task) { t.ID.Text = "task_alias" }))
	event := func(id string, change func(*Event)) Event {
		e := Event{At: noon, Key: keyFor(s12, id), Kind: tasks.EventEdited}
		change(&e)
		return e
	}
	for _, c := range []struct {
		line, id string
		change   func(*Event)
		want     bool
	}{
		{"schema", "task_1", func(*Event) {}, true},
		{"schema", "task_2", func(*Event) {}, false},
		{"schema -ann", "task_1", func(*Event) {}, false},
		{"lost", "task_9", func(e *Event) { e.Subject = "Lost" }, true},
		{"#task_1", "task_1", func(*Event) {}, true},
		{"#task_2", "task_1", func(*Event) {}, false},
		{"#alias", "task_3", func(*Event) {}, true},
		{"#task_9", "task_9", func(*Event) {}, true},
		{"is:ready", "task_9", func(*Event) {}, false},
		{"is:blocked", "task_2", func(*Event) {}, true},
		{"-is:blocked", "task_2", func(*Event) {}, false},
		{"@ann", "task_1", func(*Event) {}, true},
		{"@ann", "task_2", func(*Event) {}, false},
		{"@bob", "task_2", func(e *Event) { e.Who = "bob" }, true},
		{"@bob", "task_2", func(e *Event) {
			e.Fields = []FieldChange{{Field: tasks.FieldOwner, Before: tasks.TextValue("bob")}}
		}, true},
		{"@bob", "task_2", func(e *Event) {
			e.Fields = []FieldChange{{Field: tasks.FieldSubject, Before: tasks.TextValue("bob")}}
		}, false},
		{"owner:none", "task_1", func(*Event) {}, false},
		{"owner:none", "task_2", func(*Event) {}, true},
		{"changed<10m", "task_1", func(e *Event) { e.At = noon.Add(-time.Minute) }, true},
		{"changed<10m", "task_1", func(e *Event) { e.At = noon.Add(-time.Hour) }, false},
		{"list:other", "task_1", func(*Event) {}, false},
		{"list:other", "task_1", func(e *Event) { e.Key.List = "mine" }, false},
		{"list:OTHER", "task_1", func(e *Event) { e.Key.List = "the others" }, true},
	} {
		t.Run(c.line+" of "+c.id, func(t *testing.T) {
			q := query(c.line)
			q.Circumstances = Circumstances{Now: noon}
			if got := b.EventFilter(q)(event(c.id, c.change)); got != c.want {
				t.Errorf("%v", got)
			}
		})
	}
}

func TestWithoutANameNothingIsMine(t *testing.T) {
	b := showing(task(s12, "a"), task(s12, "b", owned("ann")))
	q, err := ParseQuery("is:mine", "")
	b.SetFilter(q)
	if same(t, "mine", column(b, PendingColumn), ""); err != nil {
		t.Error(err)
	}
}

func TestAQueryKnowsItsWordsAndWhatItFollows(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "Docs api": "Docs|api", "-docs @ann \"of the\"": "of the", "is:stalled x": "x time", "changed<1h": " time", "is:needs-me": " time", "is:blocked": "", "is:st": " time",
	} {
		q := query(line)
		got := strings.ReplaceAll(q.Words(), "\n", "|")
		if q.FollowsTime() {
			got += " time"
		}
		if same(t, line, got, want); q.Empty() != (line == "") {
			t.Errorf("%q is empty: %v", line, q.Empty())
		}
	}
	words := ""
	for _, w := range append(FilterKeys(), FilterStates()...) {
		if words += w.Word + " "; w.Shows == "" {
			t.Errorf("%s shows nothing", w.Word)
		}
	}
	same(t, "words", words, "is: owner: id: waits-for: unblocks: changed< agent: type: list: ready blocked stuck running stalled mine needs-me done new failed broken unknown container ")
	b := New()
	b.SetFilter(query("docs"))
	same(t, "the filter", b.Filter().Words(), "docs")
}

// Whatever is typed: nothing panics, a mistake is pointed at inside the line, completing leads to what is understood no worse,
// and a word and its opposite divide the board between them.
func FuzzParseQuery(f *testing.F) {
	for _, line := range []string{
		"", "-", `"`, `-"a b`, "is:", "is:x", "-is:ready", "owner:me", `@"Jane Doe"`, "#0004", "waits-for:@none", "unblocks:#0004", "changed<10m", "changed>0w",
		"list:", "é:\x00\xff", "changed<99999999999999999999d", "@none -@none is:d", "\u00a0docs",
	} {
		f.Add(line)
	}
	b := filterBoard()
	docs := tasks.Key{Name: "task_1778000001_0004.json"}
	all := b.Len(PendingColumn) + b.Len(InProgressColumn) + b.Len(CompletedColumn)
	shown := func(line string) int {
		b.SetFilter(query(line))
		return b.Len(PendingColumn) + b.Len(InProgressColumn) + b.Len(CompletedColumn)
	}
	f.Fuzz(func(t *testing.T, line string) {
		q, err := ParseQuery(line, "me")
		if at, ok := errors.AsType[*QueryError](err); ok && (at.At < 0 || at.At >= at.End || at.End > len(line) || at.Why == "") {
			t.Fatalf("%q: points at %d to %d of %d", line, at.At, at.End, len(line))
		}
		if from, offers := b.CompleteFilter(line, len(line), docs); len(offers) > 0 {
			whole := line[:from] + offers[0]
			if _, after := ParseQuery(whole, "me"); after != nil && err == nil {
				t.Fatalf("%q is completed to %q, which is a mistake: %v", line, whole, after)
			}
		}
		if err != nil || len(q.terms) != 1 || !utf8.ValidString(line) {
			return
		}
		start, end := nextQueryWord(line, 0)
		if word := line[start:end]; word[0] != '-' && end == len(line) {
			if yes, no := shown(line), shown("-"+word); yes+no != all {
				t.Fatalf("%q shows %d and its opposite %d of %d", line, yes, no, all)
			}
		}
	})
}

// Only what is completed can be new, and the filter follows it.
func TestWhatIsNewIsFilteredAmongWhatIsCompleted(t *testing.T) {
	b := filterBoard()
	fresh := map[string]bool{"task_1778000000_0001.json": true, "task_1778000001_0004.json": true}
	b.SetFilter(query("is:new"))
	same(t, "nothing is new", column(b, CompletedColumn), "")
	b.SetNew(func(k tasks.Key) bool { return fresh[k.Name] })
	b.SetFilter(query("is:new"))
	same(t, "new", column(b, CompletedColumn), "task_1778000000_0001")
	same(t, "pending", column(b, PendingColumn), "")
	if !b.Filter().FollowsNew() || query("is:done").FollowsNew() || b.Filter().FollowsTime() {
		t.Error("it does not know what it follows")
	}
}
