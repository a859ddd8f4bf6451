package dialect

import (
	"cmp"
	"maps"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// Agents that came later write in_progress into files whose design says active. What the file's own history says goes
// before what its folder says, and that before the design.
func TestTheWordForWhatRunsIsTheOneThatWasWrittenBefore(t *testing.T) {
	raw := func(id, status, more string) string {
		return `{"id": "` + id + `", "title": "a", "status": "` + status + `", "meta": {"agent": "@a"}, "context": {"depends_on": []}, "flow_control": {}` + more + `}`
	}
	entry := func(from, to string) string {
		return `{"from": "` + from + `", "to": "` + to + `", "changed_at": "2026-02-01T10:00:00+08:00"}`
	}
	was := `, "status_history": [` + entry("pending", "in_progress") + `, ` + entry("in_progress", "pending") + `]`
	for what, c := range map[string]struct {
		mine, sibling string
		claimed       string // the file after the claim
	}{
		"nothing was ever begun": {raw("IMPL-1", "pending", ""), raw("IMPL-2", "pending", ""), raw("IMPL-1", "active", "")},
		"its own history": {
			raw("IMPL-1", "pending", was), raw("IMPL-2", "active", ""),
			raw("IMPL-1", "in_progress", strings.Replace(was, "]", ", "+strings.Replace(entry("pending", "in_progress"), "2026-02-01T10:00:00", "2026-11-21T08:03:27", 1)+"]", 1)),
		},
		"a sibling that runs":        {raw("IMPL-1", "pending", ""), raw("IMPL-2", "in_progress", ""), raw("IMPL-1", "in_progress", "")},
		"a sibling that ran":         {raw("IMPL-1", "pending", ""), raw("IMPL-2", "completed", was), raw("IMPL-1", "in_progress", "")},
		"a history that is no list":  {raw("IMPL-1", "pending", `, "status_history": {}`), raw("IMPL-2", "pending", ""), raw("IMPL-1", "active", `, "status_history": {}`)},
		"a history of other entries": {raw("IMPL-1", "pending", ""), raw("IMPL-2", "pending", `, "status_history": ["in_progress", {"to": 1}]`), raw("IMPL-1", "active", "")},
	} {
		d := open(t, session, false, map[string]string{"IMPL-1.json": c.mine, "IMPL-2.json": c.sibling})
		d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("IMPL-1.json")})
		d.expect(t, what, map[string]string{"IMPL-1.json": c.claimed, "IMPL-2.json": c.sibling})
	}
	// The instruction names the same word.
	d := open(t, session, false, map[string]string{"IMPL-1.json": raw("IMPL-1", "pending", ""), "IMPL-2.json": raw("IMPL-2", "in_progress", "")})
	if got := d.codec.Instruction(d.task("IMPL-1.json"), "", d); !strings.Contains(got, `"in_progress"`) {
		t.Errorf("the instruction is\n%s", got)
	}
}

func TestDependenciesChangeInTheListOfTheGeneration(t *testing.T) {
	for _, c := range []struct{ is, before, linked, dropped string }{ // T-1 waits for T-2, and no more; "" if that is nothing new
		{"ccw", `"convergence": {}, "depends_on": ["T-2", "T-3"]`, "", `"convergence": {}, "depends_on": ["T-3"]`},
		{"ccw", `"convergence": {}, "depends_on": []`, `"convergence": {}, "depends_on": ["T-2"]`, ""},
		{"ccw", `"convergence": {}, "depends_on": null`, `"convergence": {}, "depends_on": ["T-2"]`, ""},
		{"ccw", `"status": "pending", "convergence": {}`, `"status": "pending", "depends_on": ["T-2"], "convergence": {}`, ""},
		{"ccw", `"convergence": {}, "depends_on": {}`, `error: its “depends_on” is not a list`, `error: its “depends_on” is not a list`},
		{"ccwfree", `"deps": ["T-3"]`, `"deps": ["T-3", "T-2"]`, ""},
		{"ccw5", `"flow_control": {}, "depends_on": ["T-3"]`, `"flow_control": {}, "depends_on": ["T-3", "T-2"]`, ""},
		{"ccw5", `"flow_control": {}, "context": {"depends_on": ["T-3", "T-2"]}`, "", `"flow_control": {}, "context": {"depends_on": ["T-3"]}`},
		{"ccw5", `"flow_control": {}, "context": {"depends_on": ["T-3"]}`, `"flow_control": {}, "context": {"depends_on": ["T-3", "T-2"]}`, ""},
		{"ccw5", `"flow_control": {}, "context": {"depends_on": null}`, `"flow_control": {}, "context": {"depends_on": ["T-2"]}`, ""},
		{"ccw5", `"flow_control": {}, "context": {"parent": "T"}`, `"flow_control": {}, "context": {"parent": "T", "depends_on": ["T-2"]}`, ""},
		{"ccw5", `"flow_control": {}, "context": {}`, `"flow_control": {}, "context": {"depends_on": ["T-2"]}`, ""},
		{"ccw5", `"flow_control": {}`, `"context": {"depends_on": ["T-2"]}, "flow_control": {}`, ""},
		{"ccw5", `"flow_control": {}, "context": []`, `error: its “context” is not an object`, ""},
		{"ccw10", `"relations": {"dependencies": ["T-2"]}`, "", `"relations": {"dependencies": []}`},
		{"ccw10", "\n  \"relations\": {\n    \"subtasks\": [\n      \"T-4\"\n    ],\n    \"dependencies\": []\n  }",
			"\n  \"relations\": {\n    \"subtasks\": [\n      \"T-4\"\n    ],\n    \"dependencies\": [\n      \"T-2\"\n    ]\n  }", ""},
		{"ccw10", "\n  \"tags\": [\"a\"],\n  \"relations\": {\n    \"subtasks\": [\n      \"T-4\"\n    ]\n  }",
			"\n  \"tags\": [\"a\"],\n  \"relations\": {\n    \"subtasks\": [\n      \"T-4\"\n    ],\n    \"dependencies\": [\n      \"T-2\"\n    ]\n  }", ""},
		{"ccw10", "\n  \"tags\": [\"a\"],\n  \"relations\": {\n    \"parent\": null,\n    \"subtasks\": []\n  }",
			"\n  \"tags\": [\"a\"],\n  \"relations\": {\n    \"parent\": null,\n    \"subtasks\": [],\n    \"dependencies\": [\"T-2\"]\n  }", ""},
		{"ccw10", "\n  \"tags\": [\n    \"a\"\n  ],\n  \"relations\": {\n    \"subtasks\": [\"T-4\"]\n  }",
			"\n  \"tags\": [\n    \"a\"\n  ],\n  \"relations\": {\n    \"subtasks\": [\"T-4\"],\n    \"dependencies\": [\"T-2\"]\n  }", ""},
		{"ccw10", "\n  \"tags\": [\n    \"a\"\n  ],\n  \"relations\": {\n    \"parent\": null\n  }",
			"\n  \"tags\": [\n    \"a\"\n  ],\n  \"relations\": {\n    \"parent\": null,\n    \"dependencies\": [\n      \"T-2\"\n    ]\n  }", ""},
		{"ccw", "\n  \"convergence\": {}, \"depends_on\": []", "\n  \"convergence\": {}, \"depends_on\": [\"T-2\"]", ""},
		{"ccw10", "\n  \"type\": \"x\",\n  \"relations\": {}", "\n  \"type\": \"x\",\n  \"relations\": {\n    \"dependencies\": [\n      \"T-2\"\n    ]\n  }", ""},
	} {
		t.Run(c.is+" "+c.before, func(t *testing.T) {
			b, raw := NewCodec(session), flowFile(c.before)
			if strings.HasPrefix(c.before, "\n") {
				raw = strings.NewReplacer("{\"id", "{\n  \"id", ", \"title", ",\n  \"title", "}}", "}\n}", ", \n", ",\n").Replace(raw)
			}
			task, err := b.Decode(keyed("IMPL-2.json"), []byte(raw), tasks.Stamp{})
			testdir.Must(t, err)
			if task.Traits.Dialect != c.is {
				t.Errorf("it is %s", task.Traits.Dialect)
			}
			for op, want := range map[tasks.Op]string{tasks.Add: c.linked, tasks.Drop: c.dropped} {
				out, err := b.Render(task, []byte(raw), []tasks.Change{{Field: tasks.FieldWaitsFor, Op: op, To: tasks.RefValue(tasks.ID{Text: "T-2"})}}, noon)
				if why, ok := strings.CutPrefix(want, "error: "); ok {
					if err == nil || !strings.Contains(err.Error(), why) {
						t.Errorf("%s: %v, want %s", op, err, why)
					}
				} else if want = strings.Replace(raw, c.before, cmp.Or(want, c.before), 1); err != nil || string(out) != want {
					t.Errorf("%s: %v\n%s\nwant\n%s", op, err, out, want)
				}
			}
		})
	}
}

func TestAStatusIsAddedToAHistoryInTheFormOfItsLastEntry(t *testing.T) {
	const first = `{"from": "pending", "to": "active", "changed_at": "2026-11-21T00:03:27.250Z"}`
	status := tasks.Change{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(tasks.InProgress)}
	for _, c := range []struct {
		what, history, want string // want is "" if it stays
		change              tasks.Change
	}{
		{"none before", `[]`, "[\n" + first + "\n]", status},
		{"a text before", `["done"]`, `["done", ` + first + `]`, status},
		{"in another order, with a zone", `[{"to":"done","changed_at":"2026-04-20T15:20:39+08:00","from":"pending"}]`,
			`[{"to":"done","changed_at":"2026-04-20T15:20:39+08:00","from":"pending"}, {"to":"active","changed_at":"2026-11-21T08:03:27+08:00","from":"pending"}]`, status},
		{"with other members", `[{"from": "a", "by": "me", "to": "b"}]`,
			`[{"from": "a", "by": "me", "to": "b"}, {"from": "pending", "to": "active", "changed_at": "2026-11-21T00:03:27.250Z"}]`, status},
		{"a member twice", `[{"from": "a", "from": "b"}]`, "", status},
		{"no list", `{"from": "a"}`, "", status},
		{"typed", `[{"from": "a", "to": "b"}]`, `[{"from": "a", "to": "b"}, {"from": "pending", "to": "failed", "changed_at": "2026-11-21T00:03:27.250Z"}]`, typed("status", `"failed"`)},
		{"typed as an object", `[{"from": "a", "to": "b"}]`, `[{"from": "a", "to": "b"}, {"from": "pending", "to": "failed", "changed_at": "2026-11-21T00:03:27.250Z"}]`, typed("status", `{"state": "failed"}`)},
		{"another member typed", `[{"from": "a", "to": "b"}]`, "", typed("title", `"u"`)},
	} {
		t.Run(c.what, func(t *testing.T) {
			b, raw := NewCodec(session), flowFile(`"status": "pending", "flow_control": {}, "status_history": `+c.history)
			task, err := b.Decode(keyed("IMPL-2.json"), []byte(raw), tasks.Stamp{})
			testdir.Must(t, err)
			out, err := b.Render(task, []byte(raw), []tasks.Change{c.change}, noon)
			testdir.Must(t, err)
			_, got, _ := strings.Cut(string(out), `"status_history": `)
			plain := strings.NewReplacer("\n", "", " ", "").Replace
			if want := cmp.Or(c.want, c.history) + "}"; plain(got) != plain(want) {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		})
	}
}

func TestAStatusIsAddedToNoHistoryOutsideOfAWorkflow(t *testing.T) {
	raw := strings.Replace(s07File, `"owner"`, `"status_history": [], "owner"`, 1)
	out, err := NewCodec("/p/.tasks").Render(decode(t, "/p/.tasks", "task_1.json", raw), []byte(raw), []tasks.Change{typed("status", `"completed"`)}, noon)
	if err != nil || string(out) != strings.Replace(raw, "pending", "completed", 1) {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestDeletingLeavesEveryOtherFileAlone(t *testing.T) {
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed(g.file(1))})
		want := maps.Clone(g.files)
		delete(want, g.file(1))
		d.expect(t, "delete", want)
	})
}
