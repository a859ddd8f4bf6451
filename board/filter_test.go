package board

import (
	"strings"
	"testing"
	"time"

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

func TestFilter(t *testing.T) {
	for line, want := range map[string]string{
		"":                 "0003 0006 0004 0005 broken 0002 0001",
		"SCHEMA":           "0001",
		"api schema":       "0001",
		"api docs":         "",
		"übersetz":         "0003",
		"@agent-1":         "0001",
		"@agent":           "0002 0001",
		"@me":              "0003",
		"@none":            "0006 0004 0005",
		"is:ready":         "0003",
		"is:blocked":       "0004 0005",
		"is:stuck":         "0005",
		"is:running":       "0002",
		"is:done":          "0001",
		"is:completed":     "0001",
		"is:unknown":       "0006",
		"is:broken":        "broken",
		"is:bro":           "broken",
		"is:stalled":       "0002",
		"is:ready is:done": "0003 0001",
		"#0004":            "0004",
		"#1778000001_0004": "0004",
		"#4":               "",
		"1778000000":       "0003 0002 0001",
		"broken":           "broken",
		"is: @ #":          "0003 0006 0004 0005 broken 0002 0001",
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

func TestAnUnknownStateIsNamed(t *testing.T) {
	q, err := ParseQuery("schema is:funny @ann", "me")
	if err == nil || len(q.Words) != 1 || q.Owner != "ann" {
		t.Errorf("%+v, %v", q, err)
	}
}

func TestNarrowingShowsTheSameAsStartingOver(t *testing.T) {
	for _, line := range []string{"d", "do", "doc", "docs", "docs e", "s"} {
		b := filterBoard()
		for i := range line {
			q, _ := ParseQuery(line[:i+1], "me")
			b.SetFilter(q)
			fresh := filterBoard()
			fresh.SetFilter(q)
			for c := range Column(Columns) {
				same(t, line[:i+1], column(b, c), column(fresh, c))
			}
		}
	}
}

func TestShortIDs(t *testing.T) {
	b := showing(
		task(s07, "2"), task(claude, "12"),
		task(s12, "task_1778000000_0042"), task(s12, "task_1778000001_0007"), task(s12, "task_1778000002_0007"),
		task(s10, "task_9f3c1a2b"), task(s10, "task_aaaa1111"), task(s10, "task_aaaa2222"),
		task(s10, "task_12345678"), task(s12, "task_schema"),
	)
	for id, want := range map[string]string{
		"task_2": "#2", "12": "#12", "task_1778000000_0042": "#0042", "task_1778000001_0007": "#1778000001_0007",
		"task_9f3c1a2b": "#9f3c", "task_aaaa1111": "#aaaa11", "task_12345678": "#1234", "task_schema": "#schema",
	} {
		same(t, id, b.ShortID(tasks.Key{Name: id + ".json"}), want)
	}
	b.Apply(gone(tasks.Key{Name: "task_1778000002_0007.json"}, tasks.Key{Name: "task_aaaa2222.json"}))
	same(t, "no longer ambiguous", b.ShortID(tasks.Key{Name: "task_1778000001_0007.json"}), "#0007")
	same(t, "no longer ambiguous", b.ShortID(tasks.Key{Name: "task_aaaa1111.json"}), "#aaaa")
}

func TestResolve(t *testing.T) {
	b := showing(task(claude, "1", called("Schema")), task(claude, "2", called("Schemas of old")), task(claude, "12", called("2nd try")))
	for word, want := range map[string]string{"2": "2 12", "#12": "12", "schem": "1 2", "nothing": "", "": "", "#": ""} {
		same(t, word, names(b.Resolve("", word)), want)
	}
}

func TestAttentionGoesRound(t *testing.T) {
	b := filterBoard()
	b.Apply(put(task(s12, "task_free")))
	var k tasks.Key
	var got []string
	for range 6 {
		next, why, ok := b.Attention(k, noon, 30*time.Minute)
		if !ok {
			t.Fatal("nothing found")
		}
		got = append(got, b.ShortID(next)+": "+why)
		k = next
	}
	same(t, "order", got, []string{"task_broken: broken", "#0006: unknown status", "#0002: stalled", "#0005: stuck", "#free: ready", "task_broken: broken"})
	if _, _, ok := New().Attention(k, noon, time.Minute); ok {
		t.Error("an empty board needs nobody")
	}
}

func TestStalledAndStartedEarly(t *testing.T) {
	k := keyFor(s12, "a")
	b := showing(task(s12, "a", is(tasks.InProgress), changed(31*time.Minute), waitsFor("b")), task(s12, "b"))
	if !b.Stalled(k, noon, 30*time.Minute) || b.Stalled(k, noon, time.Hour) || b.CountStalled(noon, 30*time.Minute) != 1 {
		t.Error("a running task whose file is unchanged for 31 minutes is stalled after 30")
	}
	if !b.StartedEarly(k) || b.StartedEarly(keyFor(s12, "b")) || b.State(k) != Running {
		t.Error("a task that runs although its blocker is open started early")
	}
}
