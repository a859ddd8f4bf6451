package locate

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sideboard/tasks/testdir"
)

func TestPickListGoesByFactsAlone(t *testing.T) {
	now := time.Now()
	list := func(id string, mine bool, open int, age time.Duration) List {
		return List{ID: id, Here: mine, Open: open, Tasks: open + 1, Changed: now.Add(-age)}
	}
	for _, c := range []struct {
		name string
		all  []List
		want string
	}{
		{"nothing there", nil, ""},
		{"the only one with open tasks", []List{list("a", true, 2, 90*time.Hour), list("b", true, 0, 0), list("c", false, 3, 0)}, "a"},
		{"one at work and one of yesterday", []List{list("old", true, 1, 25*time.Hour), list("new", true, 1, time.Minute)}, "new"},
		{"two of today", []List{list("old", true, 1, 20*time.Hour), list("new", true, 1, time.Minute)}, ""},
		{"two that rest", []List{list("old", true, 1, 99*time.Hour), list("new", true, 1, time.Hour)}, ""},
		{"another project's", []List{list("theirs", false, 1, 0)}, ""},
		{"all done", []List{list("done", true, 0, 0)}, ""},
	} {
		if got, why, ok := PickList(c.all, now); got.ID != c.want || ok != (c.want != "") || ok != (why != "") {
			t.Errorf("%s: %q, %q, %v; want %q", c.name, got.ID, why, ok, c.want)
		}
	}
}

func TestAListIsNamedByTheStartOfItsID(t *testing.T) {
	root := makeTree(t, "p/.git/", "home/.claude/tasks/65131111/1.json", "home/.claude/tasks/65132222/1.json", "home/.claude/tasks/77/1.json", "home/.claude/tasks/6513/1.json")
	for start, want := range map[string]string{"7": "77", "65131": "65131111", "6513": "6513"} {
		p, err := Resolve(testEnv(root, "p"), "", start)
		if err != nil || p.List != want {
			t.Errorf("--list %s: %q, %v; want %s", start, p.List, err, want)
		}
	}
	_, err := Resolve(testEnv(root, "p"), "", "651")
	var many *AmbiguousError
	if !errors.As(err, &many) || len(many.Lists) != 3 || !strings.Contains(err.Error(), "65132222") {
		t.Errorf("--list 651: %v", err)
	}
	var none *NotFoundError
	if _, err := Resolve(testEnv(root, "p"), "", "9"); !errors.As(err, &none) {
		t.Errorf("--list 9: %v", err)
	}
	if _, err := Resolve(testEnv(root, "p", "CLAUDE_CODE_TASK_LIST_ID=7"), "", ""); !errors.As(err, &none) {
		t.Errorf("a variable is the whole id: %v", err)
	}
}

func TestANamedDirectoryWithoutTasksIsWaitedFor(t *testing.T) {
	root := makeTree(t, "code/main.go=", "code/package.json={}", "empty/", "odd/1.json/")
	for _, arg := range []string{"code", "empty", "odd"} {
		_, err := Resolve(testEnv(root, ""), arg, "")
		var none *NotFoundError
		if !errors.As(err, &none) || len(none.Tried) != 2 || !strings.Contains(err.Error(), ": holds ") {
			t.Errorf("%s: %v", arg, err)
		}
	}
}

func TestATitleIsWhatAPersonWouldCallTheSession(t *testing.T) {
	for _, c := range []struct{ name, start, want string }{
		{"nothing", "", ""},
		{"the first prompt", `{"type":"user","message":{"role":"user","content":"  Fix the\tbuild \nplease"}}`, "Fix the build"},
		{"in parts", `{"type":"user","message":{"content":[{"type":"text","text":"<ide>x</ide>"},{"type":"text","text":"Fix it"}]}}`, "Fix it"},
		{"not what the program said", `{"type":"user","isMeta":true,"message":{"content":"Injected"}}
{"type":"user","isSidechain":true,"message":{"content":"To another agent"}}
{"type":"user","message":{"content":"Caveat: x"}}
{"type":"user","message":{"content":"<command-name>/clear</command-name>"}}
{"type":"user","message":{"content":[{"type":"tool_result","content":"x"}]}}
{"type":"user","message":{"content":"Real"}}`, "Real"},
		{"its summary", `{"type":"summary","summary":"Build repair"}
{"type":"user","message":{"content":"Fix it"}}`, "Build repair"},
		{"the name given last", `{"type":"custom-title","customTitle":"One"}
{"type":"summary","summary":"Build repair"}
{"type":"custom-title","customTitle":"Two"}`, "Two"},
		{"half a line at the end", `{"type":"user","message":{"content":"Whole"}}
{"type":"custom-title","customTi`, "Whole"},
		{"hostile", `{"type":"user","message":{"content":{"a":1}}}
[1,2]
null
{"type":7}`, ""},
	} {
		if got := sessionTitle(c.start); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestALongTitleIsCutBetweenCharacters(t *testing.T) {
	if got := firstLine(strings.Repeat("é", 500)); len(got) > maxTitle || !strings.HasPrefix(got, "éé") || strings.ContainsRune(got, '\ufffd') {
		t.Errorf("it becomes %q", got)
	}
}

// What lists calls a list is a name that --list takes.
func TestAListIsNamedByWhatItIsCalled(t *testing.T) {
	const reds, one, two = "home/.claude/tasks/session-1111aaaa/1.json", "home/.claude/tasks/session-2222bbbb/1.json", "home/.claude/tasks/session-3333cccc/1.json"
	root := makeTree(t, "p/.git/", "p/.workflow/active/WFS-a/.task/IMPL-1.json", "p/.workflow/.team/alpha/tasks.json", reds, one, two)
	for id, name := range map[string]string{"session-1111aaaa": "The Reds", "session-2222bbbb": "Twins", "session-3333cccc": "Twins"} {
		path := filepath.Join(root, "home/.claude/teams", id, "config.json")
		testdir.Must(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, fmt.Appendf(nil, `{"name":%q}`, name), 0o644)))
	}
	makeOld(t, 1, filepath.Join(root, "home/.claude/tasks/session-3333cccc"))
	e := testEnv(root, "p")
	if p, err := Resolve(e, "", "The Reds"); err != nil || p.List != "session-1111aaaa" {
		t.Errorf("a team by its name: %q, %v", p.List, err)
	}
	var many *AmbiguousError
	if _, err := Resolve(e, "", "Twins"); !errors.As(err, &many) ||
		err.Error() != "--list Twins is what 2 lists are called: write the id of one\n  session-2222bbbb  Twins\n  session-3333cccc  Twins" {
		t.Errorf("a name that two have: %v", err)
	}
	var none *NotFoundError
	if _, err := Resolve(e, "", "p"); !errors.As(err, &none) {
		t.Errorf("the project of a session is not its name: %v", err)
	}
	var bad *BadDirError
	if _, err := Resolve(e, "", "alpha"); !errors.As(err, &bad) || !strings.Contains(bad.Why, "tasks.json") {
		t.Errorf("a team whose tasks are all in one file: %v", err)
	}
	_, err := Resolve(e, "", "Greens")
	if err == nil {
		t.Fatal("a list that is not there was found")
	}
	for _, name := range []string{"WFS-a", "The Reds", "Twins"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%v does not say that there is %s", err, name)
		}
	}
}

// openedTogether returns the lists that are opened together from a place, each with its name and directory.
func openedTogether(t *testing.T, root, cwd, arg string) string {
	t.Helper()
	if arg != "" {
		arg = filepath.Join(root, arg)
	}
	all, err := FindListSet(testEnv(root, cwd), arg)
	testdir.Must(t, err)
	var words []string
	for _, l := range all.Lists {
		rel, err := filepath.Rel(root, l.Dir)
		testdir.Must(t, err)
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
	for arg, project := range map[string]string{"p/.tasks": "p", "p/.workflow": "p", "p": "p", "lists": "lists"} {
		if set, err := FindListSet(testEnv(root, "elsewhere"), filepath.Join(root, arg)); err != nil || set.Project != project {
			t.Errorf("%s is of the project %q, %v", arg, set.Project, err)
		}
	}
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
	all, err := FindListSet(testEnv(root, "p"), "")
	if err != nil || len(all.Lists) != 12 || all.More != 8 || all.Lists[0].Name != "l00" || all.Project != "p" {
		t.Errorf("%v %+v", err, all)
	}
	found, _ := FindAll(testEnv(root, "p"))
	if n := CountListSet(found); n != 12 {
		t.Errorf("%d are counted", n)
	}
}

func TestWhereThereIsNoListNoneIsOpened(t *testing.T) {
	root := makeTree(t, "p/.git/")
	_, err := FindListSet(testEnv(root, "p"), "")
	var none *NotFoundError
	if !errors.As(err, &none) || len(none.Tried) == 0 {
		t.Errorf("%v", err)
	}
	var bad *BadDirError
	if _, err := FindListSet(testEnv(root, "p"), filepath.Join(root, "q")); !errors.As(err, &bad) {
		t.Errorf("%v", err)
	}
}

func TestListsThatAreOpenedTogetherHaveShortNamesOfTheirOwn(t *testing.T) {
	session := func(id, under string) FoundList {
		return FoundList{List: List{ID: id, Project: "p"}, Kind: WorkflowDir, Under: under}
	}
	claude := func(id, title string) FoundList { return FoundList{List: List{ID: id, Title: title}, Kind: ClaudeCode} }
	own := func(project string) FoundList { return FoundList{List: List{Project: project}, Kind: TasksDir} }
	for _, c := range []struct {
		all  []FoundList
		want string
	}{
		{[]FoundList{own("p"), session("a", "active"), claude("123456789", "Fix it")}, ".tasks, a, Fix it"},
		{[]FoundList{own("p"), own("q")}, "p/.tasks, q/.tasks"},
		{[]FoundList{session("a", "active"), session("a", "archives"), session("a", "")}, "a in active, a in archives, a in p"},
		{[]FoundList{claude("123456789", "Fix it"), claude("987654321", "Fix it")}, "Fix it 12345678, Fix it 98765432"},
		{[]FoundList{session("a", "x"), session("a", "x"), session("a", "x"), session("a in x 2", "")}, "a in x, a in x 2, a in x 3, a in x 2 2"},
		{[]FoundList{claude("1", strings.Repeat("é", 41)), claude("2", strings.Repeat("é", 40))}, strings.Repeat("é", 39) + "…, " + strings.Repeat("é", 40)},
	} {
		if got := strings.Join(uniqueNames(c.all), ", "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestAnErrorNamesEightListsAndCountsTheOthers(t *testing.T) {
	var all []FoundList
	var lists []List
	for i := range 10 {
		lists = append(lists, List{ID: fmt.Sprint("x", i)})
		all = append(all, FoundList{List: lists[i]})
	}
	if got, want := (&AmbiguousError{Name: "x", Lists: lists}).Error(), "--list x begins the names of 10 lists: write more of it\n  x0\n  x1\n  x2\n  x3\n  x4\n  x5\n  x6\n  x7\n  and 2 more"; got != want {
		t.Errorf("%s", got)
	}
	for n, want := range map[int]string{0: "there is no list here that could be called y", 2: "no list is called y; there are x0, x1", 8: "no list is called y; there are x0, x1, x2, x3, x4, x5, x6, x7", 10: "no list is called y; there are x0, x1, x2, x3, x4, x5, x6, x7, 2 more"} {
		if got := otherLists("y", append(all[:n:n], FoundList{List: List{ID: "z", OneFile: "tasks.json"}})).Why; got != want {
			t.Errorf("of %d: %s", n, got)
		}
	}
}

func TestTheStampOfListsChangesWithAListATaskAndASession(t *testing.T) {
	root := makeTree(t, "home/.claude/tasks/a/1.json", "home/.claude/projects/-p/s.jsonl=", "home/.claude/teams/x/")
	for _, dir := range []string{"teams", "tasks", "tasks/a", "projects", "projects/-p"} {
		before := ListStamp(testEnv(root, ""))
		makeOld(t, 10, filepath.Join(root, "home/.claude", dir))
		if slices.Equal(before, ListStamp(testEnv(root, ""))) {
			t.Errorf("a change of %s is not noticed", dir)
		}
	}
	if none := ListStamp(Env{}); none == nil || len(none) > 0 {
		t.Errorf("%v", none)
	}
}
