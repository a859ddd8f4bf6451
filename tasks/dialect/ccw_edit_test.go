package dialect

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/testdir"
)

// become is one file after an action: an old text and the new one in its place.
type become map[int][2]string

func (g generation) after(b become) map[string]string {
	want := filesOf(g.files)
	for n, change := range b {
		if strings.Count(want[g.file(n)], change[0]) != 1 {
			panic(g.file(n) + " does not hold " + change[0] + " once")
		}
		want[g.file(n)] = strings.Replace(want[g.file(n)], change[0], change[1], 1)
	}
	return want
}

func (g generation) status(n int, to string) [2]string {
	for _, from := range []string{"pending", "active", "in_progress", "completed", "blocked"} {
		for _, colon := range []string{": ", ":"} {
			for _, name := range []string{`"status"`, `"state"`} {
				if old := name + colon + `"` + from + `"`; strings.Contains(g.files[g.file(n)], old) {
					return [2]string{old, name + colon + `"` + to + `"`}
				}
			}
		}
	}
	panic("no status in " + g.file(n))
}

func TestStatusesChangeOneWordOfOneFile(t *testing.T) {
	for _, c := range []struct {
		verb tasks.Verb
		n    int
		to   string
	}{
		{tasks.VerbClaim, 2, "active"}, {tasks.VerbComplete, 2, "completed"}, {tasks.VerbReopen, 4, "pending"},
	} {
		eachGeneration(t, func(t *testing.T, g generation, d *dir) {
			to := c.to
			if to == "active" {
				to = g.active
			}
			d.do(t, tasks.Edit{Verb: c.verb, Of: keyed(g.file(c.n)), Who: "mia"})
			d.expect(t, c.verb.String(), g.after(become{c.n: g.status(c.n, to)}))
		})
	}
}

func TestTheWordForWhatRunsIsTheFoldersOwn(t *testing.T) {
	raw := func(id, status string) string {
		return `{"id": "` + id + `", "title": "a", "description": "", "depends_on": [], "convergence": {"criteria": ["x"]}, "status": "` + status + `"}`
	}
	d := open(t, session, false, map[string]string{"T-1.json": raw("T-1", "active"), "T-2.json": raw("T-2", "pending")})
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("T-2.json")})
	d.expect(t, "claim", map[string]string{"T-1.json": raw("T-1", "active"), "T-2.json": raw("T-2", "active")})
}

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
		word := "active"
		if strings.Contains(c.sibling, "in_progress") && !strings.Contains(c.sibling, `["in_progress"`) {
			word = "in_progress"
		}
		if got := d.codec.Instruction(d.task("IMPL-2.json"), "", d); what != "its own history" && d.task("IMPL-2.json").Status == tasks.Pending && !strings.Contains(got, `"`+word+`"`) {
			t.Errorf("%s: the instruction is\n%s", what, got)
		}
	}
}

func TestReleaseKeepsHistoryAndTimesWhereTheFileHasThem(t *testing.T) {
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbRelease, Of: keyed(g.file(1))})
		want := g.after(become{1: g.status(1, "pending")})
		switch g.dialect {
		case CCW5:
			want[g.file(1)] = strings.Replace(want[g.file(1)], "2025-10-01T08:00:00.123Z", "2026-11-21T00:03:27.250Z", 1)
		case &ccw.traits:
			want[g.file(1)] = strings.Replace(want[g.file(1)], "\n    }\n  ]", "\n    },\n    {\n      \"from\": \"in_progress\",\n      \"to\": \"pending\",\n      \"changed_at\": \"2026-11-21T08:03:27+08:00\"\n    }\n  ]", 1)
		}
		d.expect(t, "release", want)
		for name, raw := range d.files {
			if !json.Valid([]byte(raw)) {
				t.Errorf("%s is no JSON:\n%s", name, raw)
			}
		}
	})
}

func TestTheFirstEntryOfAHistory(t *testing.T) {
	g := generations()[1]
	d := g.open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("IMPL-2.json")})
	want := g.after(become{3: g.status(3, "active")})
	want["IMPL-2.json"] = strings.Replace(want["IMPL-2.json"], `"status_history": []`,
		"\"status_history\": [\n    {\n      \"from\": \"pending\",\n      \"to\": \"active\",\n      \"changed_at\": \"2026-11-21T00:03:27.250Z\"\n    }\n  ]", 1)
	d.expect(t, "claim", want)
}

func TestAMissingStatusIsWrittenWhereItsGenerationHasIt(t *testing.T) {
	g := generations()[3]
	d := g.open(t)
	d.do(t, tasks.Edit{Verb: tasks.VerbClaim, Of: keyed("IMPL-002.json")})
	d.expect(t, "claim", g.after(become{3: {`"description": "all",`, `"description": "all", "status": "in_progress",`}}))
	d.do(t, tasks.Edit{Verb: tasks.VerbComplete, Of: keyed("IMPL-002.json")})
	d.expect(t, "complete", g.after(become{3: {`"description": "all",`, `"description": "all", "status": "completed",`}}))
}

func TestDependenciesChangeInTheListOfTheGeneration(t *testing.T) {
	first := map[*tasks.Traits]become{
		CCW10:           {1: {"\"subtasks\": [],\n    \"dependencies\": []", "\"subtasks\": [],\n    \"dependencies\": [\n      \"impl-3\"\n    ]"}},
		CCW5:            {1: {`"depends_on": []`, "\"depends_on\": [\n      \"IMPL-3\"\n    ]"}},
		&ccw.traits:     {1: {`"depends_on": []`, "\"depends_on\": [\n    \"TASK-003\"\n  ]"}},
		&ccwFree.traits: {1: {`"owner_hint": "backend"`, "\"owner_hint\": \"backend\",\n  \"depends_on\": [\n    \"IMPL-003\"\n  ]"}},
	}
	ref := func(g generation, n int) tasks.Value { return tasks.RefValue(tasks.ID{Text: g.ids[n]}) }
	link := func(op tasks.Op, g generation, from, to int) tasks.Edit {
		verb := map[tasks.Op]tasks.Verb{tasks.Add: tasks.VerbLink, tasks.Drop: tasks.VerbUnlink}[op]
		return tasks.Edit{Verb: verb, Of: keyed(g.file(from)), Changes: []tasks.Change{{Field: tasks.FieldWaitsFor, Op: op, To: ref(g, to)}}}
	}
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		d.do(t, link(tasks.Add, g, 1, 4))
		want := g.after(first[g.dialect])
		if g.dialect == CCW5 {
			want[g.file(1)] = strings.Replace(want[g.file(1)], "2025-10-01T08:00:00.123Z", "2026-11-21T00:03:27.250Z", 1)
		}
		if g.dialect == &ccwFree.traits { // it goes where the generation has it: behind the status
			want[g.file(1)] = strings.Replace(g.files[g.file(1)], "1.50},", "1.50},\n  \"depends_on\": [\n    \"IMPL-003\"\n  ],", 1)
		}
		d.expect(t, "the first", want)

		d = g.open(t)
		d.do(t, link(tasks.Add, g, 2, 3))
		old := `["` + g.ids[1] + `", "` + g.ids[4] + `"]`
		d.expect(t, "one more", g.after(become{2: {old, `["` + g.ids[1] + `", "` + g.ids[4] + `", "` + g.ids[3] + `"]`}}))

		d = g.open(t)
		d.do(t, link(tasks.Drop, g, 2, 1))
		d.expect(t, "one less", g.after(become{2: {old, `["` + g.ids[4] + `"]`}}))
		d.do(t, link(tasks.Drop, g, 2, 4))
		d.expect(t, "none left", g.after(become{2: {old, `[]`}}))
		d.do(t, link(tasks.Add, g, 2, 4))
		d.do(t, link(tasks.Add, g, 2, 4))
		if got := d.task(g.file(2)).WaitsFor; !slices.Equal(got, []tasks.ID{{Text: g.ids[4]}}) {
			t.Errorf("%v", got)
		}
		if !json.Valid([]byte(d.files[g.file(2)])) {
			t.Error(d.files[g.file(2)])
		}
	})
}

func TestTitlesAndDescriptionsAreEdited(t *testing.T) {
	set := func(f tasks.Field, from, to string) []tasks.Change {
		return []tasks.Change{{Field: f, Op: tasks.Set, From: tasks.TextValue(from), To: tasks.TextValue(to)}}
	}
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		title := d.task(g.file(3)).Subject
		d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(g.file(3)), Changes: set(tasks.FieldSubject, title, "Seiten „neu“")})
		spelled := `"Seiten „neu“"`
		if g.dialect == CCW5 { // its folder escapes
			spelled = `"Seiten \u201eneu\u201c"`
		}
		d.expect(t, "title", g.after(become{3: {`"Pages"`, spelled}}))

		was := d.codec.Description([]byte(d.files[g.file(3)]))
		e, err := d.codec.Expand(tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(g.file(3)), Changes: set(tasks.FieldDescription, was, "neu")}, d)
		testdir.Must(t, err)
		out, err := d.codec.Render(d.task(g.file(3)), []byte(d.files[g.file(3)]), e.Steps[0].Changes, noon)
		if g.dialect.NoDescription != (err != nil) {
			t.Errorf("the description: %v\n%s", err, out)
		}
	})
}

func TestADescriptionIsEditedInAFileThatHasOne(t *testing.T) {
	raw := `{"id": "impl-1", "title": "t", "description": "a", "relations": {}}`
	d := open(t, session, false, map[string]string{"impl-1.json": raw})
	change := tasks.Change{Field: tasks.FieldDescription, Op: tasks.Set, From: tasks.TextValue("a"), To: tasks.TextValue("b")}
	d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed("impl-1.json"), Changes: []tasks.Change{change}})
	if got := d.files["impl-1.json"]; d.task("impl-1.json").Traits != CCW10 || got != strings.Replace(raw, `"a"`, `"b"`, 1) {
		t.Error(got)
	}
}

func TestDeletingLeavesEveryOtherFileAlone(t *testing.T) {
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		d.do(t, tasks.Edit{Verb: tasks.VerbDelete, Of: keyed(g.file(1))})
		want := filesOf(g.files)
		delete(want, g.file(1))
		d.expect(t, "delete", want)
	})
}

func TestNothingDiffersMeansTheSameBytes(t *testing.T) {
	eachGeneration(t, func(t *testing.T, g generation, d *dir) {
		for name, raw := range d.files {
			task := d.task(name)
			cs := []tasks.Change{
				{Field: tasks.FieldStatus, Op: tasks.Set, To: tasks.StatusValue(task.Status)},
				{Field: tasks.FieldWaitsFor, Op: tasks.Drop, To: tasks.RefValue(tasks.ID{Text: "nobody"})},
			}
			for _, id := range task.WaitsFor {
				cs = append(cs, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)})
			}
			if out, err := d.codec.Render(task, []byte(raw), cs, noon); err != nil || string(out) != raw {
				t.Errorf("%s: %v\n%s", name, err, out)
			}
		}
	})
}

func TestATypedStatusIsAddedToTheHistory(t *testing.T) {
	g := generations()[2]
	d := g.open(t)
	raw := func(text string) tasks.Value { return tasks.Value{Kind: tasks.RawVal, Text: text} }
	d.do(t, tasks.Edit{Verb: tasks.VerbEdit, Of: keyed(g.file(1)), Changes: []tasks.Change{
		{Field: tasks.FieldMember, Member: "status", Op: tasks.Set, From: raw(`"in_progress"`), To: raw(`"failed"`)},
	}})
	want := g.after(become{1: g.status(1, "failed")})
	want[g.file(1)] = strings.Replace(want[g.file(1)], "\n    }\n  ]", "\n    },\n    {\n      \"from\": \"in_progress\",\n      \"to\": \"failed\",\n      \"changed_at\": \"2026-11-21T08:03:27+08:00\"\n    }\n  ]", 1)
	d.expect(t, "typed", want)
}
