package locate

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// openedTogether returns what is opened together from a place, a list each: its name and where it lies.
func openedTogether(t *testing.T, root, cwd, arg string) string {
	t.Helper()
	if arg != "" {
		arg = filepath.Join(root, arg)
	}
	all, err := FindTogether(testEnv(root, cwd), arg)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, l := range all.Lists {
		rel, err := filepath.Rel(root, l.Dir)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, l.Name+": "+filepath.ToSlash(rel))
	}
	return strings.Join(words, "\n")
}

func sameLists(t *testing.T, got string, want ...string) {
	t.Helper()
	if got != strings.Join(want, "\n") {
		t.Errorf("opened together:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}

func TestAllListsOfAPlaceAreOpenedTogether(t *testing.T) {
	root := makeTree(t, "p/.git/", "p/.tasks/task_1.json", "p/.tasks/red/task_1.json", "p/.tasks/blue/task_1.json", "p/.tasks/empty/",
		"p/.workflow/active/WFS-login/.task/IMPL-1.json", "p/.workflow/.lite-plan/red/.task/IMPL-1.json", "p/.workflow/archives/WFS-old/.task/IMPL-1.json",
		"home/.claude/tasks/red-team/1.json", "lists/one/1.json", "lists/two/1.json")
	makeOld(t, 2, filepath.Join(root, "p/.tasks"))
	makeOld(t, 1, filepath.Join(root, "p/.tasks/blue"))
	for i, dir := range []string{"p/.tasks/red", "p/.workflow/.lite-plan/red/.task", "p/.workflow/active/WFS-login/.task", "lists/two", "lists/one"} {
		makeOld(t, i+3, filepath.Join(root, dir))
	}
	blue, own, red := "blue: p/.tasks/blue", ".tasks: p/.tasks", "red: p/.tasks/red"
	login, plan := "WFS-login: p/.workflow/active/WFS-login/.task", "red: p/.workflow/.lite-plan/red/.task"
	sameLists(t, openedTogether(t, root, "elsewhere", "p/.tasks"), blue, own, red)
	sameLists(t, openedTogether(t, root, "elsewhere", "p/.workflow"), plan, login)
	two := []string{strings.Replace(red, "red:", "red in p:", 1), strings.Replace(plan, "red:", "red in .lite-plan:", 1)}
	sameLists(t, openedTogether(t, root, "p", ""), blue, own, two[0], two[1], login)
	sameLists(t, openedTogether(t, root, "elsewhere", "p"), blue, own, two[0], two[1], login)
	sameLists(t, openedTogether(t, root, "elsewhere", "lists"), "two: lists/two", "one: lists/one")
	sameLists(t, openedTogether(t, root, "elsewhere", "p/.tasks/red"), "red: p/.tasks/red")
}

func TestNoMoreListsAreOpenedTogetherThanAScreenShows(t *testing.T) {
	var files []string
	for i := range 20 {
		files = append(files, fmt.Sprintf("p/.tasks/l%02d/task_1.json", i))
	}
	root := makeTree(t, append(files, "p/.git/")...)
	for i := range 20 {
		makeOld(t, i+1, filepath.Join(root, fmt.Sprintf("p/.tasks/l%02d", i)))
	}
	all, err := FindTogether(testEnv(root, "p"), "")
	if err != nil || len(all.Lists) != 12 || all.More != 8 || all.Lists[0].Name != "l00" || all.Project != "p" {
		t.Errorf("%v %+v", err, all)
	}
	found, _ := FindAll(testEnv(root, "p"))
	if n := CountTogether(found); n != 12 {
		t.Errorf("%d are told of", n)
	}
}

func TestWhereThereIsNoListNoneIsOpened(t *testing.T) {
	root := makeTree(t, "p/.git/")
	_, err := FindTogether(testEnv(root, "p"), "")
	var none *NotFoundError
	if !errors.As(err, &none) || len(none.Tried) == 0 {
		t.Errorf("%v", err)
	}
	var bad *BadDirError
	if _, err := FindTogether(testEnv(root, "p"), filepath.Join(root, "q")); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
}
