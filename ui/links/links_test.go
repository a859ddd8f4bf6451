package links

import (
	"fmt"
	"slices"
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

// plan returns a program: b waits for a, c for b and a missing id, h for itself, d and e have no links. f says that it waits for g, which does
// not say so, and the task i, which bob has, is completed.
func plan() *program {
	var all []*tasks.Task
	for _, of := range []string{"a", "b a", "c b gone", "d", "e", "f g", "g", "h h", "i e"} {
		words := strings.Fields(of)
		t := &tasks.Task{Key: key(words[0]), ID: tasks.ID{Text: words[0]}, Subject: "Task " + words[0], Status: tasks.Pending, Traits: dialect.S12}
		for _, on := range words[1:] {
			t.WaitsFor = append(t.WaitsFor, tasks.ID{Text: on})
		}
		switch words[0] {
		case "f", "g":
			t.Traits = &tasks.Traits{Dialect: "s15", HasOwner: true, Mirrors: true}
		case "i":
			t.Status, t.Owner = tasks.Completed, "bob"
		}
		all = append(all, t)
	}
	p := &program{Program: hosttest.New(all...)}
	p.Selection, p.Edits = p, p
	return p
}

// The keys map to what they write or, while the dialog is open, to what it shows. L and X open the links of b, C those of c and so on, Y is to
// remove one of a, M opens the dialog of the marked d and e. The links between f and g are written on one side only.
func TestKeysOfTheLinksDialog(t *testing.T) {
	actions := map[string]keymap.Action{"enter": keymap.Choose, "x": keymap.Unlink, "r": keymap.Relink, "i": keymap.Insert, "tab": keymap.Reverse,
		"down": keymap.Down, "up": keymap.Up, "space": keymap.Mark, "S-down": keymap.MarkDown, "R": keymap.RepairLinks, "esc": keymap.Back, "L": keymap.Link, "c-up": keymap.CursorUp, "c-down": keymap.CursorDown, "end": keymap.Last}
	for _, c := range [][2]string{
		{"L =d enter", `b +d`},
		{"L tab =d enter", `d +b`},
		{"L =task enter", `b +d`},
		{"L =c enter", `Links of  Task b | waits for c | >-Task c would close a loop #c | new task “c” | tab unblocks | esc back | "Not linked: that closes a loop: Task b > Task c > Task b"`},
		{"L enter", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close | "type what to link it with"`},
		{"L =d S-down =bs =e S-down enter", `b +d +e`},
		{"L tab =d S-down =bs =e S-down enter", `d +b; e +b`},
		{"L =d S-down up S-down up enter", `b +d`},
		{"L =Ship_it enter", `new Ship it; b +new`},
		{"L tab =Ship_it enter", `new Ship it +b`},
		{"L =d S-down up S-down bs =e S-down enter", `b +e`},
		{"X L =d enter", `b +d`},
		{"C x", `c -gone`},
		{"C enter", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close | "no file has the id gone"`},
		{"C i", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close | "nothing can be put before an id that no other task has"`},
		{"C r enter", `c -gone +f`},
		{"D =_ down =_ =_ down =x enter", `d +e +b`},
		{"W enter", `d +e`},
		{"M =Task_d enter", `unmarked; new Task d; d +new; e +new`},
		{"L =d up enter", `new d; b +new`},
		{"L down x", `b -a`},
		{"L down enter", `goes to a`},
		{"L down down enter", `goes to c`},
		{"L down down x", `c -b`},
		{"L down space space x", `b -a; c -b`},
		{"L down tab", `a +b; b -a`},
		{"L down R", `Not linked: none of its links is written on one side only`},
		{"L down r =d enter", `b -a +d`},
		{"L down r =New_one enter", `new New one; b -a +new`},
		{"L down down r =d enter", `c -b +d`},
		{"L down i =d enter", `d +a; b -a +d`},
		{"L down down i =d enter", `d +b; c -b +d`},
		{"L down i =New_one enter", `new New one +a; b -a +new`},
		{"L down r esc x", `b -a`},
		{"L down r esc up =d enter", `b +d`},
		{"X enter", `b -a`},
		{"X i =New_one enter", `new New one +a; b -a +new`},
		{"M enter", `a chainLink 2 tasks | wait for  | >Each for the one marked before it |  | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | Task g #g | Task i bob 1 of 2 #i | enter link | tab unblocks | shift+↓ mark | esc close`},
		{"M =a enter", `unmarked; d +a; e +a`},
		{"M tab =a enter", `unmarked; a +d +e`},
		{"M =New_one enter", `unmarked; new New one; d +new; e +new`},
		{"M tab =New_one enter", `unmarked; new New one +d +e`},
		{"L", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close`},
		{"L tab", `Links of  Task b | unblocks  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab waits for | ↓ unlink or move | esc close`},
		{"C", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"C down space", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >*no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"C down space enter", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >*no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close | "no file has the id gone"`},
		{"C enter down", `Links of  Task c | waits for  | Waits for 2 | Task b #b | >no file has this id gone | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"A =c", `Links of  Task a | waits for c | >-Task c would close a loop #c | new task “c” | tab unblocks | esc back`},
		{"A =c tab", `Links of  Task a | unblocks c | >Task c #c | new task “c” | enter link | tab waits for | shift+↓ mark | esc back | With this link #c waits for 3 tasks. Nothing becomes a loop.`},
		{"A =c tab S-down", `Links of  Task a | unblocks c1 marked | *Task c #c | >new task “c” | enter link 1 task | tab waits for | shift+↓ mark | esc back | With this link #c waits for 3 tasks. Nothing becomes a loop.`},
		{"Y", `Remove a link of  Task a | waits for  | Unblocks 1, then 1 more | >Task b #b | Task c #c | enter unlink | r move | i between | tab reverse | esc close`},
		{"Y i", `Remove a link of  Task a | between #a and #b  | >Task g #g | Task d #d | Task e #e | Task f #f | Task h #h | -Task c would close a loop #c | -Task i bob #i | enter put between | esc back | With this #b waits for #g, and that for #a. Nothing becomes a loop.`},
		{"Y i esc", `Remove a link of  Task a | waits for  | Unblocks 1, then 1 more | >Task b #b | Task c #c | enter unlink | r move | i between | tab reverse | esc close`},
		{"Y r", `Remove a link of  Task a | #b waits, instead of #a, for  | >Task g #g | Task d #d | Task e #e | Task f #f | Task h #h | Task i bob #i | -Task c would close a loop #c | enter move | esc back | With this #b waits for #g and no longer for #a. Nothing becomes a loop.`},
		{"P =b", `Link 2 tasks | wait for b | >Task b 1 of 2 #b | new task “b” | enter link | tab unblocks | shift+↓ mark | esc back`},
		{"P", `Link 2 tasks | wait for  | >Each for the one marked before it |  | Task g #g | Task e #e | Task b 1 of 2 #b | Task c 1 of 2 #c | Task f #f | Task h #h | Task i bob #i | enter link | tab unblocks | shift+↓ mark | esc close`},
		{"P enter", `a chainLink 2 tasks | wait for  | >Each for the one marked before it |  | Task g #g | Task e #e | Task b 1 of 2 #b | Task c 1 of 2 #c | Task f #f | Task h #h | Task i bob #i | enter link | tab unblocks | shift+↓ mark | esc close`},
		{"N", `"#d has no links"`},
		{"N L", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close`},
		{"D", `Links of  Task d | waits for  | Task e #e | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | Task g #g | Task i bob #i | tab unblocks | esc close`},
		{"D =zzz", `Links of  Task d | waits for zzz | >new task “zzz” | enter create and link | tab unblocks | shift+↓ mark | esc back | With this #d waits for 1 task; the new one is ready at once.`},
		{"ascii D =zzz", `Links of  Task d | waits for zzz | >new task "zzz" | enter create and link | tab unblocks | shift+down mark | esc back | With this #d waits for 1 task; the new one is ready at once.`},
		{"D tab =zzz", `Links of  Task d | unblocks zzz | >new task “zzz” | enter create and link | tab waits for | shift+↓ mark | esc back | With this a new task waits for #d.`},
		{"L =d S-down =x", `Links of  Task b | waits for dx1 marked | *Task d #d | >new task “dx” | enter link 1 task | tab unblocks | shift+↓ mark | esc back | With this link it waits for 2 tasks. Nothing becomes a loop.`},
		{"L down", `Links of  Task b | waits for  | Waits for 1 | >Task a #a |  | Unblocks 1 | Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"L down L", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close`},
		{"L down space", `Links of  Task b | waits for  | Waits for 1 | *Task a #a |  | Unblocks 1 | >Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"L down space down esc", ``},
		{"G", `Remove a link of  Task g | waits for  | Unblocks 1 | >Task f on one side only #f | enter unlink | r move | i between | tab reverse | R repair | esc close`},
		{"F", `Links of  Task f | waits for  | Waits for 1 | Task g on one side only #g | tab unblocks | ↓ unlink or move | esc close`},
		{"F down", `Links of  Task f | waits for  | Waits for 1 | >Task g on one side only #g | enter go to it | x unlink | r move | i between | tab reverse | R repair | esc close`},
		{"F down R", `f; g +f`},
		{"F down i", `Links of  Task f | between #g and #f  | >Task h #h | Task a #a | Task d #d | Task e #e | Task b #b | Task c #c | -Task i bob #i | enter put between | esc back | With this #f waits for #h, and that for #g. Nothing becomes a loop.`},
		{"F down r", `Links of  Task f | #f waits, instead of #g, for  | >Task h #h | Task a #a | Task d #d | Task e #e | Task b #b | Task c #c | Task i bob #i | enter move | esc back | With this #f waits for #h and no longer for #g. Nothing becomes a loop.`},
		{"locked L =d enter", `Links of  Task b | waits for d | >Task d #d | new task “d” | enter link | tab unblocks | shift+↓ mark | esc back | With this link it waits for 2 tasks. Nothing becomes a loop. | "Not written: the board is read only"`},
		{"locked L down x", `Links of  Task b | waits for  | Waits for 1 | >Task a #a |  | Unblocks 1 | Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close | "Not written: the board is read only"`},
		{"locked L down space space x", `Links of  Task b | waits for  | Waits for 1 | *Task a #a |  | Unblocks 1 | >*Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close | "Not written: the board is read only"`},
		{"locked L =New_one enter", `Links of  Task b | waits for New one | >new task “New one” | enter create and link | tab unblocks | shift+↓ mark | esc back | With this #b waits for 2 tasks; the new one is ready at once. | "Not written: the board is read only"`},
		{"locked M =New_one enter", `Link 2 tasks | wait for New one | >new task “New one” | enter create and link | tab unblocks | shift+↓ mark | esc back | "Not written: the board is read only"`},
		{"locked M tab =a S-down =bs =b S-down enter", `Link 2 tasks | unblock b2 marked | *Task b #b | >*Task a #a | new task “b” | enter link 2 tasks | tab waits for | shift+↓ mark | esc back | "Not written: the board is read only"`},
		{"H", `Links of  Task h | waits for  | Waits for 1 | Task h #h | tab unblocks | ↓ unlink or move | esc close`},
		{"H down x", `h -h`},
		{"Z", `Remove a link of  Task c | waits for  | Waits for 2 | Task b #b | >no file has this id gone | enter unlink | r move | i between | tab reverse | esc close`},
		{"L =a =_ =b", `Links of  Task b | waits for a b | >new task “a b” | enter create and link | tab unblocks | shift+↓ mark | esc back | With this #b waits for 2 tasks; the new one is ready at once.`},
		{"L =d S-down c-up", `Links of  Task b | waits for d1 marked | *Task d #d | >new task “d” | enter link 1 task | tab unblocks | shift+↓ mark | esc back | With this link it waits for 2 tasks. Nothing becomes a loop.`},
		{"L c-down end", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | >Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"D =e S-down =bs end up", `Links of  Task d | waits for 1 marked | *Task e #e | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | >Task g #g | Task i bob #i | enter link 1 task | tab unblocks | shift+↓ mark | esc close | With this link it waits for 1 task. Nothing becomes a loop.`},
		{"L =h S-down =bs", `Links of  Task b | waits for 1 marked | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c |  | *Task h #h | enter link 1 task | tab unblocks | shift+↓ mark | esc close`},
		{"Z enter", `c -gone`},
		{"C r", `Links of  Task c | #c waits, instead of gone, for  | >Task f #f | Task h #h | Task a #a | Task g #g | Task d #d | Task e #e | Task i bob #i | -Task b #b | enter move | esc back | With this #c waits for #f and no longer for gone. Nothing becomes a loop.`},
		{"C r tab", `Links of  Task c | #c waits, instead of gone, for  | >Task f #f | Task h #h | Task a #a | Task g #g | Task d #d | Task e #e | Task i bob #i | -Task b #b | enter move | esc back | With this #c waits for #f and no longer for gone. Nothing becomes a loop.`},
		{"L down i =c", `Links of  Task b | between #a and #b c | >-Task c would close a loop #c | new task “c” | esc back`},
		{"M", `Link 2 tasks | wait for  | >Each for the one marked before it |  | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | Task g #g | Task i bob 1 of 2 #i | enter link | tab unblocks | shift+↓ mark | esc close`},
		{"M tab", `Link 2 tasks | unblock  | >Each for the one marked before it |  | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | Task g #g | Task i bob 1 of 2 #i | enter link | tab waits for | shift+↓ mark | esc close`},
		{"L =task", `Links of  Task b | waits for task | -Task a #a | -Task c would close a loop #c | >Task d #d | Task e #e | Task f #f | Task g #g | Task h #h | Task i bob #i | new task “task” | enter link | tab unblocks | shift+↓ mark | esc back | With this link it waits for 2 tasks. Nothing becomes a loop.`},
		{"L =b", `Links of  Task b | waits for b | >new task “b” | enter create and link | tab unblocks | shift+↓ mark | esc back | With this #b waits for 2 tasks; the new one is ready at once.`},
		{"L =d esc", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close`},
		{"L =d S-down esc", `Links of  Task b | waits for  | Waits for 1 | Task a #a |  | Unblocks 1 | Task c #c | tab unblocks | ↓ unlink or move | esc close`},
		{"L =d S-down esc esc", ``},
		{"L pgdown", `Links of  Task b | waits for  | Waits for 1 | >Task a #a |  | Unblocks 1 | Task c #c | enter go to it | x unlink | r move | i between | tab reverse | esc close`},
		{"D =_ =_", `Links of  Task d | waits for  | Task e #e | Task b #b | Task c #c | Task f #f | Task h #h | Task a #a | Task g #g | Task i bob #i | tab unblocks | esc close`},
		{"L down r =_", `Links of  Task b | #b waits, instead of #a, for  | Task f #f | >Task h #h | Task g #g | Task d #d | Task e #e | Task i bob #i | -Task c would close a loop #c | enter move | esc back | With this #b waits for #h and no longer for #a. Nothing becomes a loop.`},
	} {
		p := plan()
		m := p.open()
		for _, k := range strings.Fields(c[0]) {
			switch text, typed := strings.CutPrefix(k, "="); {
			case k == "L" && p.Browsing():
				m.Open(key("b"), nil)
			case k == "X":
				m.OpenRemoving(key("b"), nil)
			case k == "Y", k == "Z":
				m.OpenRemoving(key(map[string]string{"Y": "a", "Z": "c"}[k]), nil)
			case k == "C":
				m.Open(key("c"), &Link{Waits: key("c"), On: tasks.ID{Text: "gone"}})
			case k == "A", k == "D", k == "F", k == "H":
				m.Open(key(strings.ToLower(k)), nil)
			case k == "G":
				m.OpenRemoving(key("g"), nil)
			case k == "N":
				m.OpenRemoving(key("d"), nil)
			case k == "W":
				m.OpenWith(key("d"), key("e"))
			case k == "M":
				m.OpenSeveral([]tasks.Key{key("d"), key("e")})
			case k == "P":
				m.OpenSeveral([]tasks.Key{key("a"), key("d")})
			case k == "locked":
				p.Directory = readOnly{p.Directory}
			case k == "ascii":
				p.ASCII = true
			case text == "bs":
				p.Mode().(host.TextMode).Type(field.Backspace, "")
			case typed:
				p.Mode().(host.TextMode).Type(field.Insert, strings.ReplaceAll(text, "_", " "))
			default:
				p.Mode().Handle(actions[k])
			}
			p.Mode().Overlay()
		}
		got := strings.Join(p.wrote, "; ")
		switch said := p.NoticeText(); {
		case !p.Browsing():
			got += shown(p)
		case p.gone.Name != "":
			got += "goes to " + p.gone.Name[:1]
		case said != "":
			got += fmt.Sprintf("%q", said)
		}
		if got != c[1] {
			t.Errorf("%s:\n%s\nwant\n%s", c[0], got, c[1])
		}
	}
}

// While a task to link with is typed, the links stay in sight, with the tasks that wait through others.
func TestTheLinksStayInSightWhileATaskIsTyped(t *testing.T) {
	p := plan()
	p.open().Open(key("a"), nil)
	below := func() (all []string) {
		for _, c := range p.Mode().Overlay().(*view.Picker).Below {
			all = append(all, strings.TrimSpace(c.Label.String()+" "+c.Note.String()))
		}
		return all
	}
	if got := below(); got != nil {
		t.Errorf("below the links are %q", got)
	}
	p.typed("d")
	if got := below(); !slices.Equal(got, []string{"Unblocks 1, then 1 more", "Task b", "Task c"}) {
		t.Errorf("below what was found are %q", got)
	}
	p.Needs = func() []board.Need { return []board.Need{{Kind: board.TaskStalled, Key: key("d")}} }
	p.Generation++
	if got := shown(p); !strings.Contains(got, ">Task d stalled") {
		t.Error(got)
	}
}

type readOnly struct{ host.Directory }

func (readOnly) WhyNotIn(string) string { return "the board is read only" }

// shown spells the dialog: > is before the selected line, * before marked ones, - before those that cannot be chosen.
func shown(p *program) string {
	v := p.Mode().Overlay().(*view.Picker)
	s := v.Title.String() + " | " + v.Typed.Label.String() + " " + strings.TrimSpace(v.Typed.Text.String()) + v.Typed.Tally.String()
	for i, c := range v.Items {
		s += " | " + map[bool]string{true: ">"}[i == v.Selected] + map[bool]string{true: "*"}[c.Marked] + map[bool]string{true: "-"}[c.Off] + c.Label.String()
		for _, of := range c.End {
			s += " " + of.Text.String()
		}
		for _, more := range []safetext.Text{c.Note, c.Right} {
			if !more.Empty() {
				s += " " + more.String()
			}
		}
	}
	for _, k := range v.Keys {
		s += " | " + k.Name.String() + " " + k.Does.String()
	}
	for _, l := range v.More {
		s += " | " + l[0].Text.String()
	}
	if !v.Typed.Error.Empty() {
		s += fmt.Sprintf(" | %q", v.Typed.Error)
	}
	return s
}

// typed types a text into the dialog.
func (p *program) typed(text string) { p.Mode().(host.TextMode).Type(field.Insert, text) }

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
	if got := shown(p); !strings.Contains(got, "| Task a #a | Task b #b | >no file has this id gone |") {
		t.Error(got)
	}
	change("c", "a")
	if got := shown(p); !strings.Contains(got, "| Waits for 1 | Task a #a | tab") {
		t.Error(got)
	}
	p.typed("e")
	change("e", "c")
	if got := shown(p); !strings.Contains(got, ">-Task e would close a loop") {
		t.Error(got)
	}
}

func TestASplitSaysWhatItDoes(t *testing.T) {
	for text, want := range map[string]string{
		"": "nothing yet: no line is a task.", "One": "1 new task, which waits for #a. Nothing becomes a loop.", "One\nTwo": "2 new tasks, which wait for #a. Nothing becomes a loop.",
		"One\nTwo\n  Three": "3 new tasks: 2 wait for #a, 1 for another one of them. Nothing becomes a loop.",
	} {
		p := plan()
		p.open().OpenSplit(key("a"))
		p.Mode().(host.TextMode).Type(field.Paste, text)
		if got := p.Mode().Overlay().(*view.Form); got.Effect.String() != want || got.Title.String() != "Split  Task a" || got.Phrase.String() != "#a" {
			t.Errorf("%q: %q of %q", text, got.Effect, got.Title)
		}
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
				s = append(s, strings.TrimSpace(l.String()+" "+f.Note.String()))
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
	const nothing = "Task a stays as it is||Task b waits for all of them"
	same(nothing + " (split, in a chain)")
	p.Mode().Handle(keymap.Submit)
	same(nothing + "Not created: no line is a task; type one task a line (split, in a chain)")
	p.typed("One")
	p.Mode().Handle(keymap.NewLine)
	p.typed("Two")
	p.Mode().Handle(keymap.Reverse)
	same("Task a stays as it is|One|Two|Task b waits for the last of them (split into 2 tasks, side by side)")
	if p.Mode().Handle(keymap.Back); !p.Browsing() {
		t.Error("it is open")
	}
	m.OpenSplit(key("a"))
	same("Task a stays as it is|One|Two|Task b waits for the last of them (split into 2 tasks, side by side)")
	if p.Mode().Handle(keymap.Submit); !p.Browsing() || strings.Join(p.wrote, "; ") != "new One +a; new Two +new; b -a +new" {
		t.Errorf("it writes %q", p.wrote)
	}
	p.made([]tasks.Result{{Made: []tasks.Key{key("new")}}, {}, {}})
	m.OpenSplit(key("a"))
	same("Task a stays as it is|Two|Task b waits for the last of them (split into 1 task, side by side)")
	m.OpenSplit(key("d"))
	same("Task d stays as it is||nothing waits for it (split, in a chain)")
	p.typed("One")
	p.Directory = readOnly{p.Directory}
	p.Mode().Handle(keymap.Submit)
	same("Task d stays as it is|One|nothing waits for itNot split: the board is read only (split into 1 task, in a chain)")
	p.typed("s")
	same("Task d stays as it is|Ones|nothing waits for it (split into 1 task, in a chain)")
}
