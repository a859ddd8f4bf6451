package board

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"sideboard/tasks"
)

// drawn makes a board of a few tasks of one dialect with any links at all, loops and missing ids among them.
func drawn(t *rapid.T) (*Board, []*tasks.Task, *tasks.Traits) {
	d := rapid.SampledFrom([]*tasks.Traits{s12, s07, v6, claude, s13}).Draw(t, "dialect")
	n := rapid.IntRange(2, 8).Draw(t, "tasks")
	ts := make([]*tasks.Task, n)
	for i := range ts {
		var waits, blocks []string
		for j := range n + 1 { // the last one has no file
			if rapid.IntRange(0, 4).Draw(t, "link") == 0 {
				waits = append(waits, fmt.Sprint(j+1))
			}
			if d.Mirrors && rapid.IntRange(0, 6).Draw(t, "mirror") == 0 {
				blocks = append(blocks, fmt.Sprint(j+1))
			}
		}
		status := rapid.SampledFrom([]tasks.Status{tasks.Pending, tasks.Pending, tasks.InProgress, tasks.Completed}).Draw(t, "status")
		ts[i] = task(d, fmt.Sprint(i+1), waitsFor(waits...), blocksTasks(blocks...), is(status))
	}
	return showing(ts...), ts, d
}

// A preview is the truth: what it says would shift is what the board shows once the link is there, and it offers no link
// that closes a loop, by any of the two sides.
func TestAPreviewIsWhatComesOfTheLink(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ts, d := drawn(t)
		net := b.DepGraph()
		k, on := rapid.IntRange(0, len(ts)-1).Draw(t, "waits"), rapid.IntRange(0, len(ts)-1).Draw(t, "on")
		before := waves(net)
		p := b.Preview(net, ts[k].Key, ts[on].ID, "me", noon)
		_, err := Link(b, ts[k].Key, ts[on].ID, "me", noon)
		if (p.Err == nil) != (err == nil) || p.Err != nil && p.Err.Error() != err.Error() {
			t.Fatalf("the preview says %v, the rule %v", p.Err, err)
		}
		closes := b.Downstream(ts[k].Key)[ts[on].Key]
		if closes != b.Upstream(ts[on].Key)[ts[k].Key] {
			t.Fatal("who is behind whom depends on the side it is asked from")
		}
		if p.Err != nil {
			if len(p.Loop) > 0 != closes && len(p.Loop) > 0 {
				t.Fatalf("a loop %v of tasks that are not behind each other", p.Loop)
			}
			return
		}
		if closes {
			t.Fatal("a link that closes a loop is offered")
		}
		for _, s := range p.Shifts {
			before[net.Node(s.Node).Name] = s.After
		}
		after := with(ts[k], waitsFor(append(texts(ts[k].WaitsFor), ts[on].ID.Text)...))
		b.Apply(put(after))
		if d.Mirrors && !slices.Contains(ts[on].Blocks, ts[k].ID) {
			b.Apply(put(with(ts[on], blocksTasks(append(texts(ts[on].Blocks), ts[k].ID.Text)...))))
		}
		for name, wave := range waves(b.DepGraph()) {
			if before[name] != wave {
				t.Fatalf("%s is in wave %d, the preview said %d", name, wave, before[name])
			}
		}
	})
}

// waves is in which wave each node is.
func waves(n *DepGraph) map[string]int {
	at := map[string]int{}
	for i := range int32(n.Len()) {
		at[n.Node(i).Name] = n.Wave(i)
	}
	return at
}

// A splice and a relink never close a loop that was not there, and leave the waiting task no less to wait for.
func TestASpliceClosesNoLoop(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, ts, d := drawn(t)
		of := rapid.IntRange(0, len(ts)-1).Draw(t, "behind")
		if len(ts[of].WaitsFor) == 0 {
			return
		}
		on := rapid.SampledFrom(ts[of].WaitsFor).Draw(t, "on")
		mid := rapid.IntRange(0, len(ts)-1).Draw(t, "between")
		e, err := Splice(b, ts[mid].Key, ts[of].Key, on, "me", noon)
		if err != nil {
			return
		}
		knots := len(b.DepGraph().Loops())
		carry(b, e.Of, e.Changes)
		for _, st := range e.Also {
			carry(b, st.Key, st.Changes)
		}
		if now := len(b.DepGraph().Loops()); now > knots {
			t.Fatalf("%s: %d loops, there were %d", d.Dialect, now, knots)
		}
		if !slices.Contains(b.Task(ts[of].Key).WaitsFor, ts[mid].ID) || !slices.Contains(b.Task(ts[mid].Key).WaitsFor, on) {
			t.Fatal("the chain is broken")
		}
	})
}

// carry carries changes of a waiting list out.
func carry(b *Board, k tasks.Key, cs []tasks.Change) {
	t := with(b.Task(k))
	t.WaitsFor = slices.Clone(t.WaitsFor)
	for _, c := range cs {
		t.WaitsFor = slices.DeleteFunc(t.WaitsFor, func(id tasks.ID) bool { return id == c.To.ID })
		if c.Op == tasks.Add {
			t.WaitsFor = append(t.WaitsFor, c.To.ID)
		}
	}
	b.Apply(put(t))
}

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
