package doctor_test

import (
	"fmt"
	"testing"
	"time"

	"sideboard/tasks/dialect"
	"sideboard/tasks/doctor"
	"sideboard/tasks/refagents"
)

func TestATaskBoundToAWorktreeThatGitDoesNotKnowIsTold(t *testing.T) {
	for name, grave := range map[string]doctor.Severity{refagents.S18: doctor.Warning, refagents.S13: doctor.Error, refagents.S12wt: doctor.Warning} {
		o := of(t, name)
		for i, tree := range map[int]string{4: `"gone"`, 3: `"here"`, 1: `"gone"`} { // the first is completed
			o.tasks[i] = o.tasks[i].set("worktree", tree)
		}
		o.lay()
		s, _ := examine(t, o.dir)
		v, err := s.Survey(t.Context())
		must(t, err)
		c := doctor.Case{Codec: s.Codec(), Tasks: v.Tasks, Problems: v.Problems, Files: raws{s}, Now: time.Now()}
		if fs := doctor.Examine(c); len(fs) != 0 {
			t.Errorf("%s: although git was not asked: %s", name, told(fs))
		}
		c.Trees = map[string]bool{"here": true}
		fs := doctor.Examine(c)
		if len(fs) != 1 || fs[0].Kind != doctor.LostWorktree || fs[0].Severity != grave || files(fs[0]) != o.file(4) || fs[0].Repair == nil || !fs[0].Repair.Asks {
			t.Errorf("%s: %s", name, told(fs))
			continue
		}
		must(t, carryOut(t.Context(), s, *fs[0].Repair))
		v, err = s.Survey(t.Context())
		must(t, err)
		for _, task := range v.Tasks {
			if task.Name == o.file(4) && (task.Worktree != "" || task.Status.String() != "pending") {
				t.Errorf("%s: it is bound to %q and %s", name, task.Worktree, task.Status)
			}
		}
	}
}

func TestAFolderThatAgentsWithWorktreesTookOverIsTheirs(t *testing.T) {
	old := func(n int) string { return fmt.Sprintf("task_1781339988_000%d", n) }
	o := newFolder(t, form{name: refagents.S18, keys: six, id: old, none: "null", lock: "-"})
	o.tasks[1] = o.tasks[1].set("worktree", `"alice-work"`)
	o.lay()
	s, fs := examine(t, o.dir)
	if s.Traits() != dialect.S18 || len(fs) != 0 {
		t.Errorf("the folder is %s, and it is said: %s", s.Traits().Title, told(fs))
	}
}
