package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestGraphAsJSONHasOwnersAndAges(t *testing.T) {
	long := strings.Repeat("x", 1001)
	dir := folder(t, map[string]string{
		"task_1": about("task_1", "Draw", "in_progress", "task_2", "task_9"),
		"task_2": strings.Replace(about("task_2", "Route", "pending"), `"description": ""`, `"description": "é\n<b>"`, 1),
		"task_3": strings.Replace(about("task_3", "Long", "pending"), `"description": ""`, `"description": "`+long+`"`, 1),
	})
	old := time.Now().Add(-time.Hour)
	testdir.Must(t, os.Chtimes(filepath.Join(dir, "task_1.json"), old, old))
	var got struct {
		Version int
		Nodes   []struct {
			Key, Owner  string
			WaitsFor    []string
			Since       *time.Time
			AgeSeconds  *int64
			AtLeast     bool
			Description *string
		}
	}
	out, code := run(t, "graph", "--format", "json", dir)
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Version != 1 || len(got.Nodes) != 4 {
		t.Fatalf("%d %v\n%s", code, err, out)
	}
	for _, c := range []byte(out) {
		if c >= 0x7f {
			t.Fatalf("it is not ASCII: %q", out)
		}
	}
	for _, n := range got.Nodes {
		switch n.Key {
		case "task_1.json":
			if n.Owner != "bob" || strings.Join(n.WaitsFor, " ") != "task_2 task_9" || n.Since == nil || !n.Since.Equal(old) || *n.AgeSeconds < 3600 || *n.Description != "" || !n.AtLeast {
				t.Errorf("%+v", n)
			}
		case "task_2.json":
			if n.Owner != "" || n.WaitsFor == nil || n.Description == nil || *n.Description != "é\n<b>" {
				t.Errorf("%+v", n)
			}
		case "task_3.json":
			if n.Description != nil {
				t.Errorf("a long description was given")
			}
		default:
			if n.Since != nil || n.AgeSeconds != nil || n.Description != nil || n.WaitsFor == nil {
				t.Errorf("missing: %+v", n)
			}
		}
	}
}

// printed is the JSON of a graph.
type printed struct {
	Dir, Dialect string
	Waves        int
	Nodes        []struct {
		Key, ID, Subject, Status, State string
		Wave, Behind                    int
		Chain, Self, Stuck              bool
		Loop                            *int
	}
	Edges []struct {
		From, To                        string
		Open, OneSided, Redundant, Back bool
	}
	Chain, StartHere []string
	Loops            [][]string
}

func ask(t *testing.T, args ...string) printed {
	t.Helper()
	out, code := run(t, append([]string{"graph", "--format", "json"}, args...)...)
	var got printed
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 {
		t.Fatalf("%d %v\n%s", code, err, out)
	}
	return got
}

func TestGraphSpeaksJSON(t *testing.T) {
	dir := tangled(t)
	if err := os.WriteFile(filepath.Join(dir, "task_8.json"), []byte(`{"id": "task_8"`), 0o644); err != nil { // half of a file, for ever
		t.Fatal(err)
	}
	got := ask(t, dir)
	if len(got.Loops) != 1 || strings.Join(got.Loops[0], " ") != "task_1.json task_3.json task_2.json" {
		t.Errorf("%v", got.Loops)
	}
	states := map[string]string{}
	for _, n := range got.Nodes {
		states[n.Key] = n.State
		if inLoop := n.Key <= "task_3.json"; (n.Loop != nil) != inLoop || n.Self != (n.Key == "task_4.json") {
			t.Errorf("%+v", n)
		}
	}
	for key, want := range map[string]string{
		"task_1.json": "stuck", "task_4.json": "stuck", "task_6.json": "stuck", "task_7.json": "completed", "task_8.json": "broken", "task_9?": "missing",
	} {
		if states[key] != want {
			t.Errorf("%s is %q, not %q", key, states[key], want)
		}
	}
	if got = ask(t, oneSided(t)); len(got.Edges) != 1 || !got.Edges[0].OneSided {
		t.Errorf("%+v", got.Edges)
	}
	got = ask(t, small(t))
	if got.Waves != 3 || strings.Join(got.Chain, " ") != "task_2.json task_3.json task_4.json" || strings.Join(got.StartHere, " ") != "task_2.json task_5.json" {
		t.Errorf("%+v", got)
	}
}
