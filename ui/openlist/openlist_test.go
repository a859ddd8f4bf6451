package openlist

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/locate"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
)

// openListIn returns the model in a harness. What it opens is noted in did.
func openListIn(h *hosttest.Harness) (m *Model, did *[]string) {
	m, did = New(&h.Program.Program), new([]string)
	note := func(what string) tea.Cmd { *did = append(*did, what); return nil }
	m.Uses = Uses{
		OpenDir: func(dir string) tea.Cmd { return note("open " + filepath.Base(dir)) }, OpenAll: func() tea.Cmd { return note("open all") },
	}
	h.OnKey = func(a keymap.Action) tea.Cmd {
		if a == keymap.SwitchList {
			return m.Start(false)
		}
		return nil
	}
	return m, did
}

func TestAListOfWhatCanBeOpened(t *testing.T) {
	lists := func(h *hosttest.Harness) []locate.FoundList {
		return []locate.FoundList{
			{Kind: locate.TasksDir, List: locate.List{ID: "here", Dir: h.Dir, Tasks: 3, Open: 2, Changed: h.Now.Add(-time.Hour), Here: true, Project: "my-service", OneFile: "tasks.json"}},
			{Kind: locate.SubList, List: locate.List{ID: "red", Dir: h.Dir + "/red", Tasks: 1, More: true, Here: true, Project: "my-service", Running: "Draw it", Owners: []string{"bob", "eve"}}},
			{Kind: locate.WorkflowDir, Active: true, List: locate.List{ID: "WFS-login", Dir: "/wfs", Project: "shop"}},
			{Kind: locate.WorkflowDir, Archived: true, List: locate.List{ID: "WFS-old", Dir: "/old", Project: "shop", Wiped: true}},
			{Kind: locate.ClaudeCode, List: locate.List{ID: "5e55", Dir: "/cc", Project: "shop", OneFile: "todos.json", Title: "Sell shoes"}},
			{Kind: locate.ClaudeCode, List: locate.List{ID: "6e66", Dir: "/cc6", Tasks: 2, Here: true}},
		}
	}
	for _, c := range []struct {
		name string
		do   func(*hosttest.Harness)
		did  string
	}{
		{"says what each is, and which is open", func(h *hosttest.Harness) {
			h.Sees("2 of 3 open  .tasks...1h", "(open now)", "0+ of 1+ open  bob, eve  list in my-service/.tasks", "workflow session, at work", "workflow session, archived", "all done, wiped", "all in todos.json", "shop", "Claude Code, this project")
			h.Sees("tasks.json next to it has the tasks too", "enter open it", "/ filter", "esc close").Press("j").Sees("in progress: Draw it (bob, eve)", "list in my-service/.tasks")
			h.Press("j").Sees("workflow session, at work  WFS-login").Press("j", "j").Sees("one file holds all tasks of this team", "Claude Code, shop  5e55")
		}, ""},
		{"opens the selected one", func(h *hosttest.Harness) { h.Press("j", "enter").Sees("no: Open") }, "open red"},
		{"opens the open one not again", func(h *hosttest.Harness) { h.Press("enter") }, ""},
		{"opens all of the project together", func(h *hosttest.Harness) { h.Press("k").Sees("▌...All together...3 lists, one board").Press("enter") }, "open all"},
		{"closes", func(h *hosttest.Harness) { h.Press("esc").Sees("no: Open") }, ""},
		{"is filtered by every word of a list", func(h *hosttest.Harness) {
			h.Press("/", "EVE draw").Sees("1 of 6", "red", "no: All together").Press("enter", "enter")
		}, "open red"},
		{"has nothing for a filter that matches none", func(h *hosttest.Harness) {
			h.Press("/", "qqq").Sees("Nothing matches", "0 of 6").Press("enter", "esc").Sees("no: Nothing", "WFS-login")
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := hosttest.OnFiles(t, nil)
			m, did := openListIn(h)
			m.SetMode(&openList{m: m, searching: true})
			l := h.Mode().(*openList)
			l.Filtered = host.Filtered{Changed: l.filter}
			h.Sees("Looking", "no: open it").Press("enter")
			m.SetMode(l)
			m.found(lists(h), nil)
			c.do(h)
			if got := strings.Join(*did, ", "); got != c.did {
				t.Errorf("done is %q", got)
			}
		})
	}
}

func TestAListOfNothingToOpenSaysWhy(t *testing.T) {
	h := hosttest.OnFiles(t, nil)
	m, _ := openListIn(h)
	h.Press("s")
	if !h.Browsing() {
		h.Press("esc")
	}
	open := func(found []locate.FoundList, errs ...error) {
		m.SetMode(&openList{m: m, searching: true})
		m.found(found, errs)
	}
	open(nil)
	h.Sees("There is no other list here", "no: Open")
	open(nil, errors.New("broken"))
	h.Sees("Not read: broken")
	was := m.Workspace
	defer func() { m.Workspace = was }()
	m.Workspace = nil
	open(nil)
	h.Sees("There is no list here", "no: open it", "no: filter").Press("esc")
	if m.found(nil, nil); !h.Browsing() {
		t.Error("a search that ends after the list was closed opens it again")
	}
}

func TestAKindOfListInWords(t *testing.T) {
	for want, f := range map[string]locate.FoundList{
		"workflow session": {Kind: locate.WorkflowDir}, "Claude Code": {Kind: locate.ClaudeCode}, "": {Kind: locate.Explicit}, "Claude Code, shop": {Kind: locate.ClaudeCode, List: locate.List{Project: "shop"}},
	} {
		if got := kindOf(f); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestTheOpenTasksOfAListAreCountedInWords(t *testing.T) {
	for want, l := range map[string]locate.List{"no tasks": {}, "1 of 2 open": {Tasks: 2, Open: 1}, "1+ of 2+ open  bob": {Tasks: 2, Open: 1, More: true, Owners: []string{"bob"}}, "2 of 2 open": {Tasks: 2, Open: 2, OneFile: "x"}} {
		if got := OpenWords(l); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if got := HiddenLists(3).Label.String(); got != "3 more with no open task" {
		t.Errorf("lists without any are %q", got)
	}
}
