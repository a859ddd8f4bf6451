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
