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
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// program is a program that notes what was to be written, and where it was to go.
type program struct {
	*hosttest.Program
	wrote []string
	gone  tasks.Key
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

// step spells what becomes of a list: +b -c.
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
func (p *program) SubmitPlan(plan *board.Plan, _ string, _ func([]tasks.Result)) tea.Cmd {
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
func (p *program) LinkChain()                                { p.wrote = append(p.wrote, "a chain") }
func (p *program) ClearMarks()                               { p.wrote = append(p.wrote, "unmarked") }
func (p *program) WhyNotIn(string) string                    { return "" }
func (p *program) Reveal(k tasks.Key)                        { p.gone = k }
func (p *program) Refuse(err error)                          { p.Say(err.Error()) }
func (p *program) Owner(string) (safetext.Text, style.Style) { return safetext.Text{}, style.Plain }
func (p *program) KeysSaying(words map[keymap.Action]string, _ ...keymap.ScopeName) []view.Key {
	return []view.Key{{Does: safetext.Line(words[keymap.Choose])}}
}

func key(name string) tasks.Key { return tasks.Key{Name: name + ".json"} }

// plan is a: b waits for it, c and an id that no file has wait for b; d and e alone.
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
	return &program{Program: hosttest.New(all...)}
}

// The keys of a link and of what is typed, and what is written then. L and X open the links of b, M those of the marked d and e.
func TestWhatEachKeyDoesToTheLinksOfATask(t *testing.T) {
	actions := map[string]keymap.Action{"enter": keymap.Choose, "x": keymap.Unlink, "r": keymap.Relink, "i": keymap.Insert, "tab": keymap.TurnRound,
		"down": keymap.Down, "up": keymap.Up, "space": keymap.Mark, "S-down": keymap.MarkDown, "R": keymap.RepairLinks, "esc": keymap.Back}
	for keys, want := range map[string]string{
		"L =d enter":                          "b +d",
		"L tab =d enter":                      "d +b",
		"L =c enter":                          "", // it would close a loop
		"L enter":                             "", // nothing is chosen
		"L =d S-down =bs =e S-down enter":     "b +d +e",
		"L tab =d S-down =bs =e S-down enter": "d +b; e +b",
		"L =d S-down up S-down up enter":      "b +d", // not marked any more: the selected one
		"L =Ship_it enter":                    "new Ship it; b +new",
		"L tab =Ship_it enter":                "new Ship it +b",
		"L =d up enter":                       "new d; b +new",
		"L down x":                            "b -a",
		"L down enter":                        "goes to a",
		"L down down enter":                   "goes to c",
		"L down down x":                       "c -b",
		"L down space space x":                "b -a; c -b",
		"L down tab":                          "a +b; b -a",
		"L down R":                            "Not linked: none of its links is written on one side only",
		"L down r =d enter":                   "b -a +d",
		"L down r =New_one enter":             "new New one; b -a +new",
		"L down down r =d enter":              "c -b +d",
		"L down i =d enter":                   "d +a; b -a +d",
		"L down i =New_one enter":             "new New one +a; b -a +new",
		"L down r esc x":                      "b -a", // the link is selected again
		"L down r esc up =d enter":            "b +d",
		"X enter":                             "b -a",
		"X i =New_one enter":                  "new New one +a; b -a +new",
		"M enter":                             "a chain",
		"M =a enter":                          "unmarked; d +a; e +a",
		"M tab =a enter":                      "unmarked; a +d +e",
		"M =New_one enter":                    "unmarked; new New one; d +new; e +new",
		"M tab =New_one enter":                "unmarked; new New one +d +e",
	} {
		p := plan()
		m := New(p)
		for _, k := range strings.Fields(keys) {
			switch text, typed := strings.CutPrefix(k, "="); {
			case k == "L":
				m.Open(key("b"), nil)
			case k == "X":
				m.OpenRemoving(key("b"), nil)
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

// Where links hold a task up for ever, one of those is the first to be removed.
func TestTheLinkThatIsWrongIsTheFirstToBeRemoved(t *testing.T) {
	p := plan()
	New(p).OpenRemoving(key("c"), nil)
	p.Mode().Handle(keymap.Choose)
	if got := fmt.Sprint(p.wrote); got != "[c -gone]" {
		t.Error(got)
	}
}
