package locate

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestEverythingThatCanBeOpenedIsFoundFromWhereThePersonStands(t *testing.T) {
	done := func(id string) string { return fmt.Sprintf(`={"id":%q,"title":"t","status":"completed"}`, id) }
	root := makeTree(t, "p/.git/", "p/sub/.tasks/task_1.json", "p/.tasks/red/task_1.json", "p/.tasks/blue/task_1.json", "p/.tasks/notes/readme.txt",
		"p/.workflow/active/WFS-login/.task/IMPL-1.json", "p/.workflow/archives/WFS-old/.task/IMPL-1.json"+done("IMPL-1"),
		"home/.claude/tasks/red-team/1.json", "elsewhere/.tasks/task_1.json")
	makeOld(t, 1, filepath.Join(root, "p/.tasks/blue"))
	makeOld(t, 2, filepath.Join(root, "p/.tasks/red"))
	all, errs := FindAll(testEnv(root, "p/sub"))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	for _, f := range all {
		words := fmt.Sprintf("%d %s %d/%d", f.Kind, f.Name(), f.Open, f.Tasks)
		if f.Archived {
			words += " archived"
		}
		if f.Here {
			words += " mine"
		}
		got = append(got, words)
	}
	want := []string{
		fmt.Sprint(int(TasksDir), " sub 1/1 mine"),
		fmt.Sprint(int(TasksDir), " p 0/0 mine"),
		fmt.Sprint(int(SubList), " blue 1/1 mine"),
		fmt.Sprint(int(SubList), " red 1/1 mine"),
		fmt.Sprint(int(WorkflowDir), " WFS-login 1/1 mine"),
		fmt.Sprint(int(WorkflowDir), " WFS-old 0/1 archived mine"),
		fmt.Sprint(int(ClaudeCode), " red-team 1/1"),
	}
	if !slices.Equal(got, want) {
		t.Errorf("found:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhereThereIsNothingNothingIsFoundAndNothingIsWrong(t *testing.T) {
	root := makeTree(t, "p/.git/")
	if all, errs := FindAll(testEnv(root, "p")); len(all) > 0 || len(errs) > 0 {
		t.Errorf("found %v, %v", all, errs)
	}
}
