package links

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// program is a program that records the edits, and the task that was revealed.
type program struct {
	*hosttest.Program
	wrote []string
	gone  tasks.Key
	made  func([]tasks.Result)
}

func (p *program) note(e tasks.Edit) {
	if e.Draft != nil {
		p.wrote = append(p.wrote, "new "+e.Draft.Subject+step(tasks.Step{Changes: changes(e.Draft.WaitsFor)}))
		return
	}
	p.wrote = append(p.wrote, e.Of.Name[:1]+step(tasks.Step{Changes: e.Changes}))
	for _, st := range e.Also {
		p.wrote = append(p.wrote, st.Key.Name[:1]+step(st))
	}
}

func changes(ids []tasks.ID) (cs []tasks.Change) {
	for _, id := range ids {
		cs = append(cs, tasks.Change{Op: tasks.Add, To: tasks.RefValue(id)})
	}
	return cs
}

// step spells the changes of a list: +b -c.
func step(st tasks.Step) (s string) {
	for _, c := range st.Changes {
		s += map[tasks.Op]string{tasks.Add: " +", tasks.Drop: " -"}[c.Op] + c.To.ID.Text
	}
	return s
}

func (p *program) CarryOut(e tasks.Edit, err error) tea.Cmd {
	if err != nil {
		p.wrote = append(p.wrote, err.Error())
		return nil
	}
	p.note(e)
	return nil
}
func (p *program) SubmitAll(all []tasks.Edit, _ string) tea.Cmd {
	for _, e := range all {
		p.note(e)
	}
	return nil
}
func (p *program) submitPlan(plan *board.Plan, _ string, made func([]tasks.Result)) tea.Cmd {
	p.made = made
	res := make([]tasks.Result, len(plan.Edits))
	for i := range plan.Edits {
		if err := plan.Complete(i, res); err != nil {
			p.wrote = append(p.wrote, err.Error())
		}
		p.note(plan.Edits[i])
		res[i] = tasks.Result{Made: []tasks.Key{{Name: "new.json"}}, ID: tasks.ID{Text: "new"}}
	}
	return nil
}
func (p *program) Submit(tasks.Edit) tea.Cmd { return nil }

func (p *program) Reveal(k tasks.Key) { p.gone = k }

// open returns the dialogs of the program.
func (p *program) open() *Model {
	m := New(&p.Program.Program)
	m.Uses = Uses{
		SubmitPlan: p.submitPlan,
		LinkChain:  func() { p.wrote = append(p.wrote, "a chain") },
		ClearMarks: func() { p.wrote = append(p.wrote, "unmarked") },
	}
	return m
}

// keyWord returns what a key is said to do in the dialog that is open, "" if it is not shown.
func (p *program) keyWord(a keymap.Action) string {
	var keys []view.Key
	switch v := p.Mode().Overlay().(type) {
	case *view.Picker:
		keys = v.Keys
	case *view.Form:
		keys = v.Keys
	}
	e := p.Keys.Entry(a, p.Mode().Scopes()...)
	for _, k := range keys {
		if e != nil && k.Name.String() == e.Key() {
			return k.Does.String()
		}
	}
	return ""
}

func key(name string) tasks.Key { return tasks.Key{Name: name + ".json"} }

// plan returns a program with five tasks: b waits for a, c for b and a missing id; d and e have no links.
func plan() *program {
	var all []*tasks.Task
	for _, of := range []string{"a", "b a", "c b gone", "d", "e"} {
		words := strings.Fields(of)
		t := &tasks.Task{Key: key(words[0]), ID: tasks.ID{Text: words[0]}, Subject: "Task " + words[0], Status: tasks.Pending, Traits: dialect.S12}
		for _, on := range words[1:] {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: on})
		}
		all = append(all, t)
	}
	p := &program{Program: hosttest.New(all...)}
	p.Selection, p.Edits = p, p
	return p
}

// The keys map to what they write. L and X open the links of b, C those of c, D those of d, M the dialog of the marked d and e.
func TestKeysOfTheLinksDialog(t *testing.T) {
	actions := map[string]keymap.Action{"enter": keymap.Choose, "x": keymap.Unlink, "r": keymap.Relink, "i": keymap.Insert, "tab": keymap.Reverse,
		"down": keymap.Down, "up": keymap.Up, "space": keymap.Mark, "S-down": keymap.MarkDown, "R": keymap.RepairLinks, "esc": keymap.Back, "L": keymap.Link}
	for keys, want := range map[string]string{
		"L =d enter":                               "b +d",
		"L tab =d enter":                           "d +b",
		"L =task enter":                            "b +d", // the first that can be linked
		"L =c enter":                               "",     // it would close a loop
		"L enter":                                  "",     // nothing is chosen
		"L =d S-down =bs =e S-down enter":          "b +d +e",
		"L tab =d S-down =bs =e S-down enter":      "d +b; e +b",
		"L =d S-down up S-down up enter":           "b +d", // no longer marked: the selected one
		"L =Ship_it enter":                         "new Ship it; b +new",
		"L tab =Ship_it enter":                     "new Ship it +b",
		"L =d S-down up S-down bs =e S-down enter": "b +e",
		"X L =d enter":                             "b +d",
		"C x":                                      "c -gone",
		"C enter":                                  "",           // the id is missing
		"C i":                                      "",           // and nothing can be put before it
		"C r enter":                                "c -gone +a", // the first suggestion
		"D =_ down =_ =_ down =x enter":            "d +e +b",
		"W enter":                                  "d +e",
		"M =Task_d enter":                          "unmarked; new Task d; d +new; e +new",
		"L =d up enter":                            "new d; b +new",
		"L down x":                                 "b -a",
		"L down enter":                             "goes to a",
		"L down down enter":                        "goes to c",
		"L down down x":                            "c -b",
		"L down space space x":                     "b -a; c -b",
		"L down tab":                               "a +b; b -a",
		"L down R":                                 "Not linked: none of its links is written on one side only",
		"L down r =d enter":                        "b -a +d",
		"L down r =New_one enter":                  "new New one; b -a +new",
		"L down down r =d enter":                   "c -b +d",
		"L down i =d enter":                        "d +a; b -a +d",
		"L down down i =d enter":                   "d +b; c -b +d",
		"L down i =New_one enter":                  "new New one +a; b -a +new",
		"L down r esc x":                           "b -a", // the link is selected again
		"L down r esc up =d enter":                 "b +d",
		"X enter":                                  "b -a",
		"X i =New_one enter":                       "new New one +a; b -a +new",
		"M enter":                                  "a chain",
		"M =a enter":                               "unmarked; d +a; e +a",
		"M tab =a enter":                           "unmarked; a +d +e",
		"M =New_one enter":                         "unmarked; new New one; d +new; e +new",
		"M tab =New_one enter":                     "unmarked; new New one +d +e",
	} {
		p := plan()
		m := p.open()
		for _, k := range strings.Fields(keys) {
			switch text, typed := strings.CutPrefix(k, "="); {
			case k == "L" && p.Browsing():
				m.Open(key("b"), nil)
			case k == "X":
				m.OpenRemoving(key("b"), nil)
			case k == "C":
				m.Open(key("c"), &Link{Waits: key("c"), On: tasks.ID{Text: "gone"}})
			case k == "D":
				m.Open(key("d"), nil)
			case k == "W":
				m.OpenWith(key("d"), key("e"))
			case k == "M":
				m.OpenSeveral([]tasks.Key{key("d"), key("e")})
			case text == "bs":
				p.Mode().(host.TextMode).Type(field.Backspace, "")
			case typed:
				p.Mode().(host.TextMode).Type(field.Insert, strings.ReplaceAll(text, "_", " "))
			default:
				p.Mode().Handle(actions[k])
			}
			p.Mode().Overlay()
		}
		if p.gone.Name != "" {
			p.wrote = append(p.wrote, "goes to "+p.gone.Name[:1])
		}
		if got := strings.Join(p.wrote, "; "); got != want {
			t.Errorf("%s writes %q, not %q", keys, got, want)
		}
		if closed := p.Browsing(); closed != (want != "" && want != "a chain") {
			t.Errorf("%s: closed %v", keys, closed)
		}
	}
}

// The dialog for removing first selects a link that blocks the task for ever.
func TestALinkThatBlocksForEverIsTheFirstToBeRemoved(t *testing.T) {
	p := plan()
	p.open().OpenRemoving(key("c"), nil)
	p.Mode().Handle(keymap.Choose)
	if got := fmt.Sprint(p.wrote); got != "[c -gone]" {
		t.Error(got)
	}
}

// shown spells the dialog: > is before the selected line, * before marked ones, - before those that cannot be chosen.
func shown(p *program) string {
	v := p.Mode().Overlay().(*view.Picker)
	s := v.Title.String() + " | " + v.Typed.Label.String() + " " + v.Typed.Text.String() + v.Typed.Tally.String() + v.Typed.Error.String()
	for i, c := range v.Items {
		s += " | " + map[bool]string{true: ">"}[i == v.Selected] + map[bool]string{true: "*"}[c.Marked] + map[bool]string{true: "-"}[c.Off] + c.Label.String()
		for _, more := range []safetext.Text{c.Note, c.Right} {
			if !more.Empty() {
				s += " " + more.String()
			}
		}
	}
	return s
}

// typed types a text into the dialog.
func (p *program) typed(text string) { p.Mode().(host.TextMode).Type(field.Insert, text) }

func TestTheDialogShowsLinksAndRefusals(t *testing.T) {
	p := plan()
	m := p.open()
	same := func(want string) {
		t.Helper()
		if got := shown(p); got != want {
			t.Errorf("it shows\n%s\nnot\n%s", got, want)
		}
	}
	m.Open(key("c"), nil)
	same("Links of #c Task c | waits for:  | Waits for | Task b #b | no file has this id gone")
	p.Mode().Handle(keymap.Down)
	p.Mode().Handle(keymap.Mark)
	same("Links of #c Task c | waits for:  | Waits for | *Task b #b | >no file has this id gone")
	p.Mode().Handle(keymap.Choose)
	same("Links of #c Task c | waits for: no file has the id gone | Waits for | *Task b #b | >no file has this id gone")
	p.ToBoard()
	m.Open(key("a"), nil)
	p.typed("c")
	same("Links of #a Task a | waits for: c | >-Task c would close a loop #c | new task “c”")
	p.Mode().Handle(keymap.Reverse)
	same("Links of #a Task a | unblocks: c | >Task c #c | new task “c”")
	p.Mode().Handle(keymap.MarkDown)
	same("Links of #a Task a | unblocks: c1 marked | *Task c #c | >new task “c”")
	if got := p.keyWord(keymap.Choose); got != "link 1 task" {
		t.Errorf("enter is to %q", got)
	}
	p.ToBoard()
	m.OpenRemoving(key("a"), nil)
	same("Remove a link of #a Task a | waits for:  | Unblocks | >Task b #b")
	if got := p.keyWord(keymap.Choose) + p.keyWord(keymap.RepairLinks); got != "remove" {
		t.Errorf("the keys are to %q", got)
	}
	p.Mode().Handle(keymap.Insert)
	same("Remove a link of #a Task a | between #a and #b:  | >Task d #d | Task e #e | -Task c would close a loop #c")
	p.ToBoard()
	m.OpenSeveral([]tasks.Key{key("a"), key("d")})
	p.typed("b")
	same("Link 2 tasks | wait for: b | >Task b 1 of 2 #b | new task “b”")
	p.ToBoard()
	m.OpenRemoving(key("d"), nil)
	if !p.Browsing() || p.NoticeText() != "#d has no links" {
		t.Errorf("it says %q", p.NoticeText())
	}
}

// If the board changes while the dialog is open, the selection stays and the rules are asked again.
func TestTheSelectionStaysWhileTheBoardChanges(t *testing.T) {
	p := plan()
	m := p.open()
	change := func(name string, on ...string) {
		was := *p.Board.Task(key(name))
		was.Version, was.WaitsFor = was.Version+1, nil
		for _, id := range on {
			was.WaitsFor = append(was.WaitsFor, tasks.ID{Text: id})
		}
		p.Board.Apply(tasks.Delta{Put: []*tasks.Task{&was}, At: p.Now})
		p.Generation++
	}
	m.Open(key("c"), &Link{Waits: key("c"), On: tasks.ID{Text: "gone"}})
	change("c", "a", "b", "gone")
	if got := shown(p); !strings.HasSuffix(got, "| Task a #a | Task b #b | >no file has this id gone") {
		t.Error(got)
	}
	change("c", "a")
	if got := shown(p); !strings.HasSuffix(got, "| Waits for | Task a #a") {
		t.Error(got)
	}
	p.typed("e")
	change("e", "c")
	if got := shown(p); !strings.Contains(got, ">-Task e would close a loop") {
		t.Error(got)
	}
}

func TestATaskIsSplitAndPartsNotCreatedAreKept(t *testing.T) {
	p := plan()
	m := p.open()
	form := func() string {
		v := p.Mode().Overlay().(*view.Form)
		var s []string
		for _, f := range v.Fields {
			for _, l := range f.Lines {
				s = append(s, l.String())
			}
		}
		return strings.Join(s, "|") + v.Error.String() + " (" + p.keyWord(keymap.Submit) + ", " + p.keyWord(keymap.Reverse) + ")"
	}
	same := func(want string) {
		t.Helper()
		if got := form(); got != want {
			t.Errorf("it shows %s, not %s", got, want)
		}
	}
	m.OpenSplit(key("a"))
	same("#a Task a||#b waits for all of them (split, in a chain)")
	p.Mode().Handle(keymap.Submit)
	same("#a Task a||#b waits for all of themNot created: no line is a task; type one task a line (split, in a chain)")
	p.typed("One")
	p.Mode().Handle(keymap.NewLine)
	p.typed("Two")
	p.Mode().Handle(keymap.Reverse)
	same("#a Task a|One|Two|#b waits for the last of them (split into 2 tasks, side by side)")
	if p.Mode().Handle(keymap.Back); !p.Browsing() {
		t.Error("it is open")
	}
	m.OpenSplit(key("a"))
	same("#a Task a|One|Two|#b waits for the last of them (split into 2 tasks, side by side)")
	if p.Mode().Handle(keymap.Submit); !p.Browsing() || strings.Join(p.wrote, "; ") != "new One +a; new Two +new; b -a +new" {
		t.Errorf("it writes %q", p.wrote)
	}
	p.made([]tasks.Result{{Made: []tasks.Key{key("new")}}, {}, {}})
	m.OpenSplit(key("a"))
	same("#a Task a|Two|#b waits for the last of them (split into 1 task, side by side)")
	m.OpenSplit(key("d"))
	same("#d Task d||nothing waits for it (split, in a chain)")
}
