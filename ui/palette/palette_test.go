package palette

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// inBoard are the keys of a board.
var inBoard = []keymap.ScopeName{keymap.BoardScope, keymap.MarkScope, keymap.ViewsScope, keymap.TaskScope, keymap.EditsScope, keymap.ShowScope, keymap.ProgramScope}

// opened returns the palette of a program on whose board all actions apply, but for those of the pictures.
func opened() *Model {
	p := hosttest.New()
	p.ShownView = func() view.ViewKind { return view.GraphView }
	m := New(&p.Program)
	m.Uses = Uses{
		Applies: func(keymap.Action) bool { return true }, Lacks: func(keymap.Action) bool { return false },
		BoardScopes: func() []keymap.ScopeName { return inBoard },
		TakeBack:    func() (func() tea.Cmd, string) { return nil, "" },
		CountNew:    func() int { return 0 },
	}
	return m
}

func TestEveryActionIsFoundByItsWordAndItsSentence(t *testing.T) {
	m := opened()
	all := m.actions()
	for _, s := range m.Keys.Scopes(append(slices.Clone(inBoard), keymap.DepViewScope)...) {
		for i := range s.Entries {
			e := &s.Entries[i]
			want, found := 1, 0
			switch e.Action {
			case keymap.Up, keymap.Down, keymap.Left, keymap.Right, keymap.First, keymap.Last, keymap.PageUp, keymap.PageDown,
				keymap.ScrollUp, keymap.ScrollDown, keymap.Palette, keymap.Back:
				want = 0 // moving needs a key, and the palette does not open itself
			}
			for _, x := range all {
				if x.does != e.Action {
					continue
				}
				if found++; x.rank(e.Short()) < 0 || x.rank(e.Long) < 0 {
					t.Errorf("%s, %s: %s is not found", s.Title, e.Key(), e.Long)
				}
				if other := s.Name == keymap.DepViewScope && x.scope == s.Name; other != (x.off == "dependencies") {
					t.Errorf("%s, %s: it cannot be done: %q", s.Title, e.Key(), x.off)
				}
			}
			if found != want {
				t.Errorf("%s, %s: %s is found %d times", s.Title, e.Key(), e.Long, found)
			}
		}
	}
}

// Actions that can be done come first, and of those the ones with a word that begins with the text. Letters that are scattered over a name are marked.
func TestActionsThatCannotBeDoneOrHaveOnlyTheLettersComeLast(t *testing.T) {
	said := func(rank int, label, off string) action {
		return action{rank: func(string) int { return rank }, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	var names []string
	for _, c := range ranked([]action{said(keymap.MaxRank, "Open or close the detail", ""), said(keymap.MaxRank, "Cut all", "no"), said(1, "Claim it", "no"), said(2, "Only claimed", "no"), said(2, "Hide claimed", ""), said(3, "Unclaim", ""), said(0, "Claim", ""), said(-1, "Quit", "")}, "cla") {
		names = append(names, c.Label.String()+map[bool]string{true: "~"}[c.loose])
	}
	if got, want := strings.Join(names, "|"), "Claim|Hide claimed|Unclaim|Open or close the detail~|Claim it|Only claimed|Cut all~"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What only has the letters of the text is listed only if nothing else is found, in any group.
func TestScatteredLettersMatchOnlyIfNothingElseDoes(t *testing.T) {
	is := func(label string, loose bool) choice {
		return choice{Choice: view.Choice{Label: safetext.Line(label)}, loose: loose}
	}
	for want, all := range map[string][]group{
		"Tasks 1|Audit log":                 {{"Actions", []choice{is("Apply a lost edit again", true)}}, {"Tasks", []choice{is("Audit log", false), is("Load test of g", true)}}, {"Manual", nil}},
		"Actions 1|Apply a lost edit again": {{"Actions", []choice{is("Apply a lost edit again", true)}}, {"Tasks", nil}},
		"Actions 1|Log||Manual 1|Logs":      {{"Actions", []choice{is("Log", false)}}, {"Tasks", nil}, {"Manual", []choice{is("Logs", false)}}},
		"":                                  {{"Actions", nil}},
	} {
		var names []string
		for _, c := range grouped(all) {
			names = append(names, strings.TrimSpace(c.Label.String()+" "+c.Note.String()))
		}
		if got := strings.Join(names, "|"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// Below the list is what the chosen line does, or why it cannot be done.
func TestTheFootSaysWhatTheChosenLineDoes(t *testing.T) {
	m := opened()
	for _, x := range m.actions() {
		if x.does != keymap.Nothing && x.off == "" && x.about == "" {
			t.Errorf("%s: nothing says what it does: add it to keymap/about.go", x.Label)
		}
	}
	h, m, _ := searching(t, &tasks.Task{Subject: "Audit log for sign-ins", Status: tasks.Pending, Owner: "bob"})
	read := ""
	m.ReadManual = func(page, heading string) tea.Cmd { read = page + ": " + heading; return nil }
	m.Open()
	h.Press("log").Sees("▌ Show the past  also log...A", "Show your edits to undo  also log...A 2", "Events, your edits and deleted tasks, newest first.", "Tasks 1", "Audit log for sign-ins...bob", "a key, a word or an id")
	h.Press("down", "down").Sees("▌ ● Audit log", "Selects its card: ready.").Press("esc")
	m.Open()
	h.Press("complete it").Sees("not now: it is completed", "Not now: it is completed.").Press("esc")
	m.Open()
	if h.Press("what needs you", "down", "down", "down").Sees("Manual 1", "▌ What needs you  in board...F1", "Opens the manual there.").Press("enter"); read != "board: What needs you" {
		t.Errorf("it reads %q", read)
	}
}

// Before anything is typed the palette offers a few actions, in groups. Titles and the rows between groups cannot be chosen.
func TestSuggestionsAreGroupedAndTitlesCannotBeChosen(t *testing.T) {
	said := func(label, off string, does keymap.Action) action {
		return action{does: does, choice: choice{Choice: view.Choice{Label: safetext.Line(label)}, off: off}}
	}
	mine := said("Deploy it", "", keymap.Nothing)
	mine.scope = keymap.CommandScope
	m := opened()
	f := &search{m: m, matches: func(string) []choice {
		return m.suggestions([]action{said("Filter", "", keymap.Filter), mine, said("New task", "", keymap.New), said("Undo", "no", keymap.Undo),
			said("The board", "", keymap.ShowBoard), said("Dependencies", "", keymap.ShowDependencies), said("Quit", "", keymap.Quit)})
	}}
	var names []string
	f.update()
	for _, c := range f.choices {
		names = append(names, c.Label.String())
	}
	if got, want := strings.Join(names, "|"), "Your commands|Deploy it||Create and find|New task|Filter||Go to|The board|Dependencies"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var on []string
	for _, a := range []keymap.Action{keymap.Up, keymap.Down, keymap.Up, keymap.PageDown, keymap.PageUp} {
		f.Handle(a)
		on = append(on, f.choices[f.Selected].Label.String())
	}
	if got, want := strings.Join(on, "|"), "Deploy it|New task|Deploy it|Dependencies|Deploy it"; got != want || f.First != 0 {
		t.Errorf("it selects %s, the first line seen is %d, want %s and 0", got, f.First, want)
	}
}

// searching returns a palette over tasks in which completing is off, and what was done by it.
func searching(t *testing.T, ts ...*tasks.Task) (*hosttest.Harness, *Model, *[]string) {
	t.Helper()
	for i, task := range ts {
		task.ID, task.Traits = tasks.ID{Text: fmt.Sprint(i + 1)}, &tasks.Traits{HasOwner: true}
		task.Key = tasks.Key{Name: task.ID.Text + ".json"}
	}
	h := hosttest.OnTasks(t, ts...)
	did := new([]string)
	note := func(what string) { *did = append(*did, what) }
	m := New(&h.Program.Program)
	m.Uses = Uses{
		TakeBack: func() (func() tea.Cmd, string) { return nil, "" },
		CountNew: func() int { return 0 },
		Applies:  func(a keymap.Action) bool { return a != keymap.Complete }, WhyNot: func(keymap.Action) string { return "it is completed" },
		Lacks: func(a keymap.Action) bool { return a == keymap.Worktree }, BoardScopes: func() []keymap.ScopeName { return inBoard },
		Team: func() []string { return []string{"eve", "Bob", "una"} }, SetTheme: func(theme style.Theme) { note("theme " + string(theme)) }, ShowImplied: func() { note("implied") },
	}
	h.OnKey = func(a keymap.Action) tea.Cmd { note(h.KeyOf(a) + " on " + h.On.Name); return nil }
	h.Edits = written{note}
	return h, m, did
}

// written notes what is asked or written.
type written struct{ note func(string) }

func (w written) CarryOut(e tasks.Edit, err error) tea.Cmd {
	if ask, ok := err.(board.Ask); ok {
		e = ask.Edit
	} else if err != nil {
		w.note(err.Error())
		return nil
	}
	w.note("owner " + e.Changes[0].To.Text)
	return nil
}
func (w written) Submit(tasks.Edit) tea.Cmd              { return nil }
func (w written) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }

func TestWhatIsTypedFindsAnActionOrATask(t *testing.T) {
	for _, c := range []struct {
		name  string
		press []string
		sees  []string
		then  []string
		did   string
	}{
		{"nothing typed", nil, []string{"Find an action or a task", "more actions, or a task", "#1", "▌ Claim it", "Create and find", "Create a task", "Go to", "Dependencies: the graph", "no: Complete it", "enter do it", "esc close"}, []string{"enter"}, "c on 1.json"},
		{"an action", []string{"reop"}, []string{"▌ Reopen it...o", "found"}, []string{"enter"}, "o on 1.json"},
		{"one that cannot be done", []string{"complete it"}, []string{"Complete it...not now: it is completed"}, []string{"enter", "esc"}, ""},
		{"one that no task has", []string{"worktree"}, []string{"no: in a menu"}, []string{"esc"}, ""},
		{"a task by its id, and no action", []string{"#2"}, []string{"▌ ● Landing page...bob...#2", "1 found"}, []string{"enter"}, ""},
		{"a theme", []string{"theme: contr"}, []string{"▌ Theme: contrast"}, []string{"enter"}, "theme contrast"},
		{"links that follow from others", []string{"implied"}, []string{"▌ Show implied links"}, []string{"enter"}, "implied"},
		{"nothing", []string{"qqq"}, []string{"Nothing matches", "0 found"}, []string{"enter", "esc"}, ""},
		{"the text is corrected", []string{"reopx", "backspace"}, []string{"▌ Reopen it"}, []string{"esc"}, ""},
		{"the next one", []string{"theme", "down", "down", "up"}, []string{"▌ Theme: contrast"}, []string{"esc"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m, did := searching(t, &tasks.Task{Subject: "Logo", Status: tasks.Pending}, &tasks.Task{Subject: "Landing page", Status: tasks.Pending, Owner: "bob"})
			h.ShownView = func() view.ViewKind { return view.NowView }
			m.Open()
			h.Press(c.press...).Sees(c.sees...).Press(c.then...).Sees("no: Find an action")
			if got := strings.Join(*did, ", "); got != c.did {
				t.Errorf("done is %q", got)
			}
			if c.name == "a theme" {
				h.Sees("The theme is contrast: --theme contrast begins with it")
			}
			if c.name == "a task by its id, and no action" && h.On.Name != "2.json" {
				t.Errorf("%v is selected", h.On)
			}
		})
	}
}

func TestWithoutATaskThePaletteOffersNothingForOne(t *testing.T) {
	h, m, _ := searching(t)
	m.Open()
	h.Sees("no: Claim it", "Create and find", "Go to")
}

func TestAnActionThatCannotBeDoneSaysWhyAndStaysInThePalette(t *testing.T) {
	h, m, _ := searching(t)
	m.Open()
	h.Press("complete it", "enter").Sees("It is completed", "Find an action")
}

func TestThePaletteDoesNotOfferTheViewThatIsShown(t *testing.T) {
	h, m, _ := searching(t)
	h.ShownView = func() view.ViewKind { return view.BoardView }
	m.Open()
	h.Sees("no: The board")
}

func TestATaskIsGivenToAKnownOrANewName(t *testing.T) {
	for _, c := range []struct {
		name  string
		press []string
		lists string
		did   string
	}{
		{"the person comes first", nil, "ann you, Bob, eve, old, una 1 in progress, nobody takes its owner away", "owner ann"},
		{"me is the person", []string{"me"}, "ann you, me a new name", "owner ann"},
		{"a known name by its beginning", []string{"B"}, "Bob, B a new name", "owner Bob"},
		{"a name inside of which it is, last", []string{"n"}, "nobody takes its owner away, n a new name, una 1 in progress", "owner "},
		{"a new name", []string{"codex-2"}, "codex-2 a new name", "owner codex-2"},
		{"a whole known name is not new", []string{"eve"}, "eve", "owner eve"},
		{"the own name is not new", []string{"ann"}, "ann you", "owner ann"},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, m, did := searching(t, &tasks.Task{Subject: "Logo", Status: tasks.Pending, Owner: "old"}, &tasks.Task{Subject: "Page", Status: tasks.InProgress, Owner: "una"},
				&tasks.Task{Subject: "Lost", Status: tasks.InProgress})
			m.Assign(h.On)
			h.Sees("Give Logo to", "a name, known or new", "enter give").Press(c.press...)
			var names []string
			for _, o := range m.Mode().(*search).choices {
				names = append(names, strings.Join(strings.Fields(o.Label.String()+" "+o.Note.String()+" "+o.Right.String()), " "))
			}
			if got := strings.Join(names, ", "); got != c.lists {
				t.Errorf("it lists %s, want %s", got, c.lists)
			}
			h.Press("enter").Sees("no: Give Logo")
			if got := strings.Join(*did, ", "); got != c.did {
				t.Errorf("done is %q", got)
			}
		})
	}
}

func TestAPersonWithoutANameIsNotOfferedAsOwner(t *testing.T) {
	h, m, _ := searching(t)
	h.Me = ""
	m.AskOwner(safetext.Text{}, func(string) tea.Cmd { return nil })
	h.Sees("no: you", "nobody")
}

func TestATaskThatIsGoneIsNotGiven(t *testing.T) {
	h, m, _ := searching(t)
	m.Assign(tasks.Key{Name: "9.json"})
	h.Sees("no: Give ", "Not ")
}

func TestAtMostFiftyTasksAreListed(t *testing.T) {
	var ts []*tasks.Task
	for range 2 * maxTasks {
		ts = append(ts, &tasks.Task{Subject: "Job", Status: tasks.Pending})
	}
	h, m, _ := searching(t, ts...)
	m.Open()
	h.Press("job").Sees("50 found")
}
