package dialect

import (
	"strings"
	"testing"

	"sideboard/tasks"
)

func TestAWorkflowFileHasTheFactsThatItsMembersSay(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{``, ""},
		{`"agent": "", "type": null, "priority": []`, ""},
		{`"priority": 2, "effort": true`, "priority=2; effort=true"},
		{`"agent": "a", "assigned_agent": "a", "executor": "b"`, "agent=a|b"},
		{`"agent": {"name": "a"}`, ""},
		{`"requirements": "a; b"`, "requirements=a; b"},
		{`"meta": {"agent": {"name": "a", "skills": [1], "at": {"x": 1}, "": true}}`, "agent=name: a|: true"},
		{`"paths": " a ;; b", "scope": ["c; d"]`, "paths=a|b|c; d"},
		{`"files": [{"path": "a.go", "lines": 3}, {"lines": 3}, null, ""]`, `paths=a.go|{"lines":3}`},
		{`"acceptance": [{"criterion": "works"}, 1, ["x"]]`, `acceptance=works|1|["x"]`},
		{`"context": {"inherited_from": "IMPL-1"}`, "inherited= from IMPL-1"},
		{`"context": {"inherited_from": "IMPL-1", "inherited": {"from": "IMPL-2", "context": ["a"]}}`, "inherited= from IMPL-1; inherited=a from IMPL-2"},
		{`"context": {"shared_context": {"a": 1, "b": []}}`, "shared context=a: 1"},
		{`"context": {"inherited": {"context": []}}`, ""},
		{`"context": {"inherited": {"context": "why"}}`, "inherited=why from its parent"},
		{`"inherited": {"from": "IMPL-1", "context": ["a", "a"]}, "context": []`, "inherited=a|a from IMPL-1"},
		{`"context": {"inherited": {"from": "X-1", "context": "a"}}, "inherited": {"from": "X-1", "context": ["a", "b"]}`, "inherited=a|b from X-1"},
	} {
		t.Run(c.members, func(t *testing.T) {
			var all []string
			for _, f := range NewCodec(session).Facts([]byte(flowFile(c.members))) {
				line := f.Name + "=" + strings.Join(f.Values, "|")
				if f.From != "" {
					line += " from " + f.From
				}
				all = append(all, line)
			}
			if got := strings.Join(all, "; "); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestAFileThatIsOfNoWorkflowHasNoFacts(t *testing.T) {
	raw := strings.Replace(s07File, `"owner"`, `"agent": "a", "owner"`, 1)
	if facts := NewCodec("/p/.tasks").Facts([]byte(raw)); facts != nil {
		t.Errorf("its facts are %v", facts)
	}
}

func TestTheRecordOfAWorkflowFileHasItsAgentAndItsType(t *testing.T) {
	task := decode(t, session, "IMPL-2.json", flowFile(`"meta": {"agent": "a", "type": "b"}, "context": {}`))
	if task.Job() != (tasks.Job{Agent: "a", Type: "b"}) || len(task.Members.Names) != 3 {
		t.Errorf("%+v", task.Members)
	}
}

// flowFile returns a workflow file with some members.
func flowFile(members string) string {
	if members != "" {
		members = ", " + members
	}
	return `{"id": "IMPL-2", "title": "t"` + members + `}`
}

func TestAMemberIsKnownIfAllOfItIsShown(t *testing.T) {
	for _, c := range []struct {
		member string
		known  bool
	}{
		{`"depends_on": []`, true},
		{`"deps": []`, true},
		{`"layer": "x"`, false},
		{`"agent": "a"`, true},
		{`"files": ["a"]`, true},
		{`"files": [{"path": "a"}]`, true},
		{`"files": [{"path": "a", "lines": 3}]`, false},
		{`"context": {}`, true},
		{`"context": "x"`, false},
		{`"context": {"requirements": ["a"], "depends_on": [], "parent": "IMPL-1", "notes": ""}`, true},
		{`"context": {"requirements": ["a"], "notes": "n"}`, false},
		{`"meta": {"type": "x", "parent": "IMPL-1"}`, false},
		{`"meta": {"type": "x", "parent": ""}`, true},
		{`"convergence": {"criteria": ["a"], "verification": "b", "definition_of_done": "c"}`, true},
		{`"flow_control": {"target_files": ["a"], "pre_analysis": []}`, true},
		{`"flow_control": {"pre_analysis": ["a"]}`, false},
	} {
		t.Run(c.member, func(t *testing.T) {
			all, err := NewCodec(session).Members([]byte(flowFile(c.member)))
			if err != nil || len(all) != 3 || all[2].Known != c.known {
				t.Errorf("%+v, %v", all, err)
			}
		})
	}
}

func TestAFactIsSetWhereTheFileHasIt(t *testing.T) {
	for _, c := range []struct {
		members, fact, text string // text is what FactText returns
		to, want            string // want are the members after SetFact
	}{
		{`"agent": "a"`, "agent", "a", "b", `"agent": "b"`},
		{`"meta": {"agent": "a", "type": "x"}`, "agent", "a", "b, c", `"meta": {"agent": "b, c", "type": "x"}`},
		{`"scope": ["a", "b"]`, "paths", "a, b", " c ,, d,", `"scope": ["c", "d"]`},
		{`"context": {"acceptance": []}`, "acceptance", "", "works", `"context": {"acceptance": ["works"]}`},
		{`"paths": {"a": 1}, "scope": "b"`, "paths", "b", "ü", `"paths": {"a": 1}, "scope": "ü"`},
		{`"scope": ["a, b"]`, "paths", "none", "c", `"scope": ["c"]`},
		{`"scope": [1]`, "paths", "none", "c", `"scope": ["c"]`},
	} {
		t.Run(c.members, func(t *testing.T) {
			text, ok := FactText([]byte(flowFile(c.members)), c.fact)
			if ok != (c.text != "none") || ok && text != c.text {
				t.Errorf("its text is %q, %v", text, ok)
			}
			if got, err := SetFact([]byte(flowFile(c.members)), c.fact, c.to); err != nil || string(got) != flowFile(c.want) {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
}

func TestAFactThatAFileDoesNotHaveIsNotAdded(t *testing.T) {
	if _, err := SetFact([]byte(flowFile("")), "agent", "a"); err == nil {
		t.Error("a fact was added")
	}
	if _, ok := FactText([]byte(flowFile("")), "agent"); ok {
		t.Error("a fact has a text that is not there")
	}
}

func TestAPartIsAddedToTheListOfItsParent(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{`"relations": {"subtasks": ["IMPL-2.1"]}`, `"relations": {"subtasks": ["IMPL-2.1", "IMPL-2.9"]}`},
		{`"context": {"children": []}`, `"context": {"children": ["IMPL-2.9"]}`},
		{`"relations": {}, "subtasks": []`, `"relations": {}, "subtasks": ["IMPL-2.9"]`},
		{`"subtasks": ["IMPL-2.9"]`, "nothing"},
		{`"subtasks": {}`, "nothing"},
		{``, "nothing"},
	} {
		t.Run(c.members, func(t *testing.T) {
			got, err := AddPart([]byte(flowFile(c.members)), tasks.ID{Text: "IMPL-2.9"})
			if err != nil || (got == nil) != (c.want == "nothing") || got != nil && string(got) != flowFile(c.want) {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
}

func TestWhatAFileLacksForItsGenerationIsSaid(t *testing.T) {
	const nothing = ""
	for _, c := range []struct {
		as            *spec
		members       string
		lacks, others string // separated by semicolons
		unpublished   string
	}{
		{ccw, `"description": "d", "depends_on": [], "convergence": {"criteria": ["a"]}`, nothing, nothing, nothing},
		{ccw, `"description": null, "convergence": {}`, "description; depends_on; convergence.criteria", nothing, nothing},
		{ccw, `"description": 7, "depends_on": {}, "convergence": {"criteria": []}`, nothing,
			"description is a number, and the schema wants a text; depends_on is an object, and the schema wants a list; convergence.criteria is empty", nothing},
		{ccw, `"description": "d", "depends_on": [], "convergence": "x"`, nothing, "convergence is a text, and the schema wants an object", nothing},
		{ccw10, `"status": "pending", "type": "feature", "agent": "code-developer", "paths": "", "context": {}, "relations": {}, "execution": {}, "implementation": {"files": [1]}`, nothing, nothing, nothing},
		{ccw10, `"status": 1, "type": "chore", "agent": "me", "paths": "", "context": {}, "relations": {}, "execution": {}, "implementation": {"files": [], "preparation_tasks": {}, "analysis_source": "x"}`, nothing, nothing,
			"its type is “chore”, none of feature, bugfix, refactor, test, docs; its agent is “me”, none of code-developer, planning-agent, code-review-test-agent, test-agent, docs-agent; " +
				"its analysis_source is “x”, none of manual, gemini, codex, auto-detected; its implementation names no files and no preparation"},
		{ccw10, `"implementation": {"preparation_tasks": [1]}`, "status; type; agent; paths; context; relations; execution", nothing, nothing},
		{ccw10, `"implementation": 1`, "status; type; agent; paths; context; relations; execution", "implementation is a number, and the schema wants an object", nothing},
		{ccw5, `"status": true, "type": "chore", "meta": {"agent": "a"}, "context": {}, "flow_control": null`, "flow_control", nothing, nothing},
		{s12, `"x": 1`, nothing, nothing, nothing},
	} {
		t.Run(c.as.traits.Dialect+" "+c.members, func(t *testing.T) {
			raw := []byte(flowFile(c.members))
			lacks, others := Lacks(&c.as.traits, raw)
			if got := strings.Join(lacks, "; "); got != c.lacks {
				t.Errorf("it lacks %s", got)
			}
			if got := strings.Join(others, "; "); got != c.others {
				t.Errorf("others: %s", got)
			}
			if got := strings.Join(Unpublished(&c.as.traits, raw), "; "); got != c.unpublished {
				t.Errorf("unpublished: %s", got)
			}
		})
	}
}

func TestWildcardsAreThePathsThatArePatterns(t *testing.T) {
	for members, want := range map[string]string{
		`"paths": "src/*.go; a/[id]/b; x?"`:                          "src/*.go x?",
		`"focus_paths": ["a", "b/**"], "context": {"scope": ["c*"]}`: "b/**",
		`"context": {"focus_paths": ["d*"]}`:                         "d*",
		`"scope": ["e*"]`:                                            "",
	} {
		if got := strings.Join(Wildcards([]byte(flowFile(members))), " "); got != want {
			t.Errorf("%s: %s", members, got)
		}
	}
}

func TestAnIDOfAnotherFormIsMalformed(t *testing.T) {
	const lower, upper, any = "impl-<number>, or impl-<number>.<number> for a part", "IMPL-<number>, or IMPL-<number>.<number> for a part", "letters, digits, dots and dashes"
	for _, c := range []struct {
		as       *spec
		id, want string
	}{
		{ccw10, "impl-1", ""}, {ccw10, "impl-1.2", ""}, {ccw10, "IMPL-1", lower}, {ccw10, "impl-x", lower}, {ccw10, "impl", lower},
		{ccw5, "IMPL-1.2.3", ""}, {ccw5, "IMPL-A1.2", ""}, {ccw5, "IMPL-a1", upper}, {ccw5, "IMPL-1.", upper}, {ccw5, "impl-1", upper},
		{ccw, "TASK-001", ""}, {ccw, "x", ""}, {ccw, "a b", any}, {ccw, "a/b", any}, {ccw, "", any},
		{s12, "a b", ""},
	} {
		if got := Malformed(&c.as.traits, tasks.ID{Text: c.id}); got != c.want {
			t.Errorf("%s, %q: %q", c.as.traits.Dialect, c.id, got)
		}
	}
}
