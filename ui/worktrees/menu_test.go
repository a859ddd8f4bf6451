package worktrees

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/team"
	"sideboard/tasks/worktree"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/workspace"
)

// written records edits in place of a store.
type written struct {
	hosttest.Edits
	edits *[]tasks.Edit
}

func (w written) CarryOut(e tasks.Edit, err error) tea.Cmd {
	if err == nil {
		return w.Submit(e)
	}
	return w.Edits.CarryOut(e, err)
}

func (w written) Submit(e tasks.Edit) tea.Cmd {
	*w.edits = append(*w.edits, e)
	return nil
}

// bound returns tasks 1 (pending), 2 (of bob, in progress) and 3 (completed) of a dialect, each bound to a worktree or "", on a screen without a
// directory, and the edits that are made.
func bound(t *testing.T, traits *tasks.Traits, trees ...string) (*hosttest.Harness, *Model, *[]tasks.Edit) {
	t.Helper()
	var ts []*tasks.Task
	for i, tree := range trees {
		id := string(rune('1' + i))
		ts = append(ts, &tasks.Task{
			ID: tasks.ID{Text: id}, Key: tasks.Key{Name: id + ".json"}, Subject: "Task " + id, Traits: traits, Worktree: tree, Version: 1,
			Status: []tasks.Status{tasks.Pending, tasks.InProgress, tasks.Completed}[i], Owner: []string{"", "bob", "bob"}[i],
		})
	}
	h := hosttest.OnTasks(t, ts...)
	h.Workspace = &workspace.Workspace{}
	m, _ := worktreesIn(h)
	edits := new([]tasks.Edit)
	h.Edits = written{hosttest.Edits{Harness: h}, edits}
	m.HasEvents = func() bool { return true }
	return h, m, edits
}

func TestTheMenuOffersWhatATaskCanDoWithAWorktree(t *testing.T) {
	for _, c := range []struct {
		name string
		tree string
		sees []string
	}{
		{"one without", "", []string{"Worktree of #1", "create and bind one", "no: bound to", "no: show the work", "no: shell", "no: unbind", "esc "}},
		{"one with", "auth", []string{"bound to auth", "create and bind one", "show the work", "shell", "unbind it", "mark it as kept", "remove it"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, _, _ := bound(t, dialect.S18, c.tree)
			h.Press("t").Sees(c.sees...).Press("esc").Sees("no: Worktree of")
		})
	}
}

func TestTheMenuDoesWhatIsChosenOrSaysWhyNot(t *testing.T) {
	h, m, edits := bound(t, dialect.S18, "auth", "", "auth")
	if h.Press("t", "u"); len(*edits) != 1 || (*edits)[0].Verb != tasks.VerbBind || (*edits)[0].Changes[0].To.Text != "" {
		t.Errorf("unbound is %v", *edits)
	}
	h.Press("t", "w").Sees("Worktree of #1", "Asking git").Press("esc").Press("t", "r").Sees("Remove worktree auth?", "remove", "keep it").Press("n")
	h.On = tasks.Key{Name: "2.json"}
	h.Press("t", "w").Sees("#2 has no worktree").Press("t", "r").Sees("#2 has no worktree").Press("t", "c").Sees("New worktree for #2", "branch wt/task-2", "enter make it and bind it", "esc cancel").Press("esc")
	m.busy = "Making x"
	if h.Press("t", "c").Sees("Making x is not done yet"); !m.AtWork() {
		t.Error("it is not at work")
	}
	m.busy = ""
	menu := &menu{m, tasks.Key{Name: "9.json"}}
	if h.Run(menu.Handle(keymap.CreateWorktree)); h.NoticeText() != "Its file cannot be read any more" {
		t.Errorf("of a task that is gone it says %q", h.NoticeText())
	}
}

func TestADesignWithoutWorktreesHasNoMenu(t *testing.T) {
	h, m, _ := bound(t, &tasks.Traits{Dialect: "s07", Title: "s07 task system"}, "")
	h.Press("t").Sees("have no place for a worktree", "no: create one")
	if m.Offers(nil) || m.Offers(h.Board.Task(h.On)) {
		t.Error("a task of s07 can have a worktree")
	}
}

func TestTheNameOfANewWorktreeIsChecked(t *testing.T) {
	h, m, edits := bound(t, dialect.S18, "", "", "")
	h.Press("t", "c", "ctrl+u").Sees("branch wt/")
	for _, name := range []string{"a/b", "..", "", strings.Repeat("x", 65)} {
		h.Press("ctrl+u", name+" ", "backspace", "enter").Sees("is no name for a worktree").Press("!").Sees("no: is no name")
	}
	h.Press("ctrl+u", "free")
	form := h.Mode().(*naming)
	if cmd := form.Handle(keymap.Submit); cmd == nil || !form.Sent || m.busy != "Making free" || form.Handle(keymap.Submit) != nil {
		t.Error("the worktree is not made once")
	}
	h.Sees("git is at work").Press("x").Sees("free", "no: freex")
	if form.created("free", errTest); form.Sent || m.AtWork() {
		t.Error("it is still at work")
	}
	h.Sees("Broken", "New worktree for #1")
	h.Run(form.created("free", nil))
	if h.Sees("no: New worktree"); len(*edits) != 1 || (*edits)[0].Changes[0].To.Text != "free" {
		t.Errorf("bound is %v", *edits)
	}
	form.created("free", errTest)
	h.Sees("Not made: broken")
	h.Run(form.created("free", &worktree.UnloggedError{Err: errTest}))
	h.Sees("Made worktree free; ")
	for says, c := range map[string]naming{"Made worktree free, bound to no task": {}, "Made worktree free, which Task 1 is bound to": {bind: true}} {
		task := *h.Board.Task(h.On)
		task.Worktree, task.Version = "free", 2
		h.Put(&task)
		c.m, c.of = m, h.On
		h.Run(c.created("free", nil))
		h.Sees(says)
	}
	h.SetMode(&naming{m: m, of: tasks.Key{Name: "9.json"}})
	h.Press("enter").Sees("Its file cannot be read any more", "no: New worktree")
}

// Before git is asked the person agrees to what binding means; afterwards that is not asked again.
func TestAWorktreeForABoundTaskIsMadeOnlyAfterAYes(t *testing.T) {
	h, m, edits := bound(t, dialect.S18, "auth")
	submit := func(name string) {
		h.Press("t", "c", "ctrl+u", name, "enter").Sees("Bind Task 1 to "+name+"?", "It is bound to auth now.", "y/enter make and bind it", "n make none")
	}
	submit("zed")
	if h.Press("n").Sees("no: make none"); m.AtWork() {
		t.Error("it is made although the answer is no")
	}
	submit("zed")
	if h.Mode().Handle(keymap.Yes) == nil || m.busy != "Making zed" {
		t.Error("it is not made although the answer is yes")
	}
	form := h.Mode().(*naming)
	if h.Run(form.created("zed", nil)); len(*edits) != 1 || (*edits)[0].Changes[0].To.Text != "zed" {
		t.Errorf("bound is %v", *edits)
	}
	form.agreed = "something else"
	h.Run(form.created("zed", nil))
	h.Sees("Bind Task 1 to zed?").Press("n")
	h.SetMode(&menu{m, h.On})
	h.Run(form.created("zed", nil)) // the person does something else meanwhile
	h.Sees("Made worktree zed, bound to no task: It is bound to auth now.", "no: Bind Task 1")
}

func TestTheWorktreesOfAProjectAreListed(t *testing.T) {
	trees := []worktree.Tree{{Name: "auth", Branch: "wt/auth"}, {Name: "spike", Branch: "of-bob"}}
	h, m, edits := bound(t, dialect.S18, "", "auth", "auth")
	open := func(trees ...worktree.Tree) { m.showList(h.On, trees, nil) }
	open(trees...)
	h.Sees("Worktrees, for #1", "▌...auth...of #2", "spike...of no open task...of-bob", "create one", "bind it", "keep it", "remove it", "cancel").Press("enter").Sees("Bind Task 1 to auth?").Press("n")
	open(trees...)
	if h.Press("j", "enter"); len(*edits) != 1 || (*edits)[0].Changes[0].To.Text != "spike" {
		t.Errorf("bound is %v", *edits)
	}
	open(trees...)
	h.Press("j", "r").Sees("Remove worktree spike?", "its branch are deleted").Press("n")
	open(trees...)
	h.Press("c").Sees("New worktree for no task", "enter make it").Press("esc")
	open()
	h.Sees("There is no worktree in .worktrees.", "no: bind it").Press("enter").Sees("There is no worktree in .worktrees")
	open(worktree.Tree{Name: "no/name"})
	h.Press("enter").Sees("Not bound: ", "is no name for a worktree")
	m.showList(h.On, nil, errTest)
	h.Sees("No worktrees to show: broken")
	h.SetMode(&menu{m, h.On})
	open(trees...)
	h.Sees("Worktree of #1", "no: Worktrees, for").Press("esc")
	m.busy = "Keeping x"
	open(trees...)
	h.Press("m").Sees("Keeping x is not done yet")
	h.SetMode(&treeList{m: m, of: tasks.Key{Name: "9.json"}, worktrees: trees})
	h.Press("m").Sees("Its file cannot be read any more")
	open(trees...)
	h.Press("esc").Sees("no: Worktrees")
}

func TestAWorktreeIsRemovedOnlyAfterAYes(t *testing.T) {
	lost := &worktree.UnsavedError{Name: "auth", Changed: 2}
	h, m, edits := bound(t, dialect.S18, "auth", "auth", "auth")
	m.askRemoval(h.On, "auth")
	if h.Sees("Remove worktree auth?", "Its directory and its branch are deleted.", "Task 2 is bound to it too"); h.Mode().Handle(keymap.No) != nil || m.AtWork() {
		t.Error("it is removed although the answer is no")
	}
	m.askRemoval(h.On, "auth")
	if h.Mode().Handle(keymap.Yes) == nil || m.busy != "Removing auth" {
		t.Error("it is not removed")
	}
	if m.removeIf(tasks.Key{Name: "9.json"}, "auth", nil)(true) != nil {
		t.Error("it is removed although its task is gone")
	}
	m.askRemoval(tasks.Key{Name: "9.json"}, "auth")
	h.Sees("Remove worktree auth?").Press("n")
	m.done(wasRemoved, h.On, "auth", lost)
	if h.Sees("Discard what is in auth?", "2 files that are not committed.", "All that would be lost, for good.", "y/enter discard"); h.Mode().Handle(keymap.Yes) == nil {
		t.Error("it is not discarded")
	}
	h.SetMode(&menu{m, h.On})
	m.done(wasRemoved, h.On, "auth", lost)
	h.Sees("Not removed: ", "no: Discard").Press("esc")
	for says, c := range map[string]struct {
		act action
		err error
	}{
		"Removed worktree auth": {wasRemoved, nil}, "Removed worktree auth; ": {wasRemoved, &worktree.UnloggedError{Err: errTest}}, "Not removed: broken": {wasRemoved, errTest},
		"Noted that worktree auth is kept": {wasKept, nil}, "Not kept: broken": {wasKept, errTest},
	} {
		m.busy = "x"
		if h.Run(m.done(c.act, h.On, "auth", c.err)); !strings.HasPrefix(h.NoticeText(), says) || m.AtWork() {
			t.Errorf("it says %q, want %q", h.NoticeText(), says)
		}
	}
	if len(*edits) > 0 {
		t.Errorf("agents of s18 leave the name in their files: %v", *edits)
	}
}

// So do the agents of s13; those of s18 leave the name.
func TestRemovingAWorktreeUnbindsItsFinishedTasksAndIsRefusedForOthers(t *testing.T) {
	h, m, edits := bound(t, dialect.S13, "auth", "", "auth")
	m.askRemoval(h.On, "auth")
	h.Sees("Not removed: Task 1 is bound to it and not completed", "no: Remove worktree")
	h.Run(m.unbindAfter(h.On, "auth"))
	h.Sees("Removed worktree auth, which tasks go on naming: ")
	if h.Run(m.unbindAfter(h.On, "other")); len(*edits) > 0 {
		t.Errorf("unbound are %v", *edits)
	}
	task := *h.Board.Task(h.On)
	task.Worktree, task.Version = "", 2
	h.Put(&task)
	m.askRemoval(h.On, "auth")
	h.Sees("Its branch stays.").Mode().Handle(keymap.No)
	if h.Run(m.done(wasRemoved, h.On, "auth", nil)); len(*edits) != 1 || (*edits)[0].Of.Name != "3.json" {
		t.Errorf("unbound are %v", *edits)
	}
}

func TestWhatGitKnowsAboutAWorktreeIsShown(t *testing.T) {
	at := time.Date(2026, 5, 4, 11, 0, 0, 0, time.UTC)
	known := func(w worktree.Work, events ...worktree.Event) workspace.Work {
		w.Tree.Path = "/p/.worktrees/auth"
		return workspace.Work{Work: w, Known: true, Events: events}
	}
	const head, path = "Worktree\nname: auth\n", "path: /p/.worktrees/auth\n"
	for _, c := range []struct {
		name string
		work workspace.Work
		err  error
		want string
	}{
		{"nothing any more", workspace.Work{}, nil, "git: knows no such worktree: it was removed, or never made\n"},
		{"an error", workspace.Work{}, errTest, "git: broken\n"},
		{"no change", known(worktree.Work{Tree: worktree.Tree{Branch: "wt/auth"}}), nil, path + "branch: wt/auth\nchanged: nothing\n"},
		{"changes", known(worktree.Work{Files: make([]worktree.File, 1), Changed: 1, Ahead: 1}), nil, path + "branch: none, 1 commit ahead\nchanged: 1 file, 1 not committed\n"},
		{"committed changes", known(worktree.Work{Files: make([]worktree.File, 2), Ahead: 2}), nil, path + "branch: none, 2 commits ahead\nchanged: 2 files, all committed\n"},
		{"a missing directory that is locked", known(worktree.Work{Tree: worktree.Tree{Missing: true, Locked: true}}), nil, path + "branch: none\nchanged: its directory is not there\nlocked: git was told to keep it\n"},
		{"events", known(worktree.Work{}, worktree.Event{What: "create"}, worktree.Event{What: "keep", Task: "1", At: at}), nil, path + "branch: none\nchanged: nothing\nnewest: kept 1h ago\n"},
		{"an event for another task", known(worktree.Work{}, worktree.Event{What: "remove", Task: "7", Error: "locked"}), nil, path + "branch: none\nchanged: nothing\nnewest: removed, for 7: locked\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m, _ := bound(t, dialect.S18, "auth")
			task := h.Board.Task(h.On)
			if got := hosttest.SectionWords(m.Section(task)); got != head+"git: is asked\n" {
				t.Errorf("before git has answered %q", got)
			}
			m.setInfo(ref{name: "auth"}, false, c.work, c.err)
			if got := hosttest.SectionWords(m.Section(task)); got != head+c.want {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestATaskWithoutAWorktreeHasThatOfItsOwner(t *testing.T) {
	h, m, _ := bound(t, dialect.S18, "", "")
	task := *h.Board.Task(tasks.Key{Name: "2.json"})
	m.Member = func(owner string) (team.Member, bool) {
		return team.Member{Name: "bob", State: team.Active, Worktree: "/elsewhere"}, owner == "bob"
	}
	if got := hosttest.SectionWords(m.Section(&task)); !strings.HasSuffix(got, "Worktree\npath: /elsewhere\ngit: is asked\n") {
		t.Errorf("of an owner with a worktree %q", got)
	}
	if !m.hasKnown(&task) || m.hasKnown(h.Board.Task(h.On)) || m.hasKnown(nil) {
		t.Error("who has a worktree is not known")
	}
}

func TestTheWorkInAWorktreeIsListed(t *testing.T) {
	h, m, _ := bound(t, dialect.S18, "auth")
	h.Press("t", "w").Sees("Worktree of #1", "task...#1  Task 1", "name...auth", "Asking git ...")
	show := func(w workspace.Work, err error) {
		h.Now = h.Now.Add(time.Hour)
		m.setInfo(ref{name: "auth"}, false, w, err)
	}
	show(workspace.Work{}, nil)
	h.Sees("Its binding leads nowhere. t u takes it away.")
	show(workspace.Work{}, errTest)
	h.Sees("There is no work to show.")
	files := make([]worktree.File, maxFiles+1)
	files[0] = worktree.File{Path: "scan.go", Added: 40, Removed: 2}
	files[1] = worktree.File{Path: "new.go", New: true}
	files[2] = worktree.File{Path: "logo.png", Binary: true, Added: 1}
	w := workspace.Work{Known: true, Work: worktree.Work{Files: files, Ahead: 3, Commits: []worktree.Commit{{Hash: "abc1234", Subject: "Begin", Author: "eve", At: h.Now}}}}
	for range maxEvents + 1 {
		w.Events = append(w.Events, worktree.Event{What: "keep"})
	}
	w.Events[0].What = "oldest"
	show(w, nil)
	h.Sees("Changed files  501  +41 -2", "+40 -2  scan.go", "new  new.go", "bin  logo.png").Press("G").Sees("1 more files", "Commits  3", "abc1234  Begin  eve  1h", "2 more commits", "What happened to it", "kept", "no: oldest")
	if lines := m.workLines(tasks.Key{Name: "9.json"}); lines[0][0].Text.String() != "The task has no worktree any more." || m.workFacts(tasks.Key{Name: "9.json"}) != nil {
		t.Errorf("of a task that is gone: %v", lines)
	}
	h.Press("esc").Sees("no: Changed files")
}

func TestNoShellIsOpenedInAWorktreeThatIsNotThere(t *testing.T) {
	for says, c := range map[string]struct {
		work workspace.Work
		err  error
	}{
		"No shell was opened: broken": {workspace.Work{}, errTest}, "No shell was opened: git knows no worktree of it": {},
		"No shell was opened: the directory of auth is not there": {workspace.Work{Known: true, Work: worktree.Work{Tree: worktree.Tree{Name: "auth", Missing: true}}}, nil},
	} {
		h, m, _ := bound(t, dialect.S18, "auth")
		if h.Run(m.setInfo(ref{name: "auth"}, true, c.work, c.err)); h.NoticeText() != says {
			t.Errorf("it says %q", h.NoticeText())
		}
	}
}

func TestTheShellOfTheEnvironmentIsOpenedInTheDirectoryOfAWorktree(t *testing.T) {
	h := hosttest.OnFiles(t, nil)
	m, did := worktreesIn(h)
	m.Getenv = func(string) string { return "/bin/zsh" }
	m.infoOf(ref{name: "auth"}).stale = false
	h.Run(m.setInfo(ref{name: "auth"}, true, workspace.Work{Known: true, Work: worktree.Work{Tree: worktree.Tree{Path: "/p/auth"}}}, nil))
	if strings.Join(*did, "") != "zsh in auth" || h.NoticeText() != "" || !m.infoOf(ref{name: "auth"}).stale {
		t.Errorf("%q, and it says %q", *did, h.NoticeText())
	}
	m.shellEnded(errors.New("no shell"))
	h.Sees("No shell was opened: no shell")
	m.Getenv = func(string) string { return "" }
	if h.Run(m.openShell("/p")); (*did)[1] != "sh in p" {
		t.Errorf("%q", *did)
	}
}

var _ host.Edits = written{}
