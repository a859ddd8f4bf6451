package depview

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/ui/host/hosttest"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// program is a program that shows the dependencies, and can do nothing else.
type program struct {
	*hosttest.Harness
	deps      *Model
	spotlight []tasks.Key
	card      func(*view.Card) // changes each card, nil for nothing
	docked    bool             // there is a detail next to the dependencies
	done      []string         // what the dependencies did elsewhere
}

func key(name string) tasks.Key { return tasks.Key{Name: name + ".json"} }

var planWord = regexp.MustCompile(`^(\w+)(\+|~\w+)?(?:<(.*))?$`)

// task reads a word of a plan: a, a+ is completed, a~bob is in progress, a<b,c waits for b and c.
func task(t testing.TB, word string) *tasks.Task {
	t.Helper()
	is := planWord.FindStringSubmatch(word)
	if is == nil {
		t.Fatalf("%q is no task", word)
	}
	of := &tasks.Task{Key: key(is[1]), ID: tasks.ID{Text: is[1]}, Subject: "Task " + is[1], Status: tasks.Pending, Traits: dialect.S12}
	switch {
	case is[2] == "+":
		of.Status = tasks.Completed
	case is[2] != "":
		of.Status, of.Owner = tasks.InProgress, is[2][1:]
	}
	for _, on := range strings.FieldsFunc(is[3], func(r rune) bool { return r == ',' }) {
		of.WaitsFor = append(of.WaitsFor, tasks.ID{Text: on})
	}
	return of
}

// over returns a program over the tasks of a plan, the first of them selected.
func over(t testing.TB, plan string) *program {
	t.Helper()
	var all []*tasks.Task
	for _, word := range strings.Fields(plan) {
		all = append(all, task(t, word))
	}
	return show(hosttest.OnTasks(t, all...))
}

// show returns a program that shows the dependencies of a harness.
func show(h *hosttest.Harness) *program {
	p := &program{Harness: h}
	p.Still, p.Detail, p.Selection, p.Edits = false, p, p, p
	p.deps = New(&p.Harness.Program.Program)
	p.deps.Uses = Uses{SpotlightTasks: func() []tasks.Key { return p.spotlight }, PutCursor: func(k tasks.Key) { p.On = k }, PlaceCursor: func() {}}
	p.Arrange = func() view.LayoutOptions {
		return view.LayoutOptions{View: p.deps.Shown(), Detail: p.docked, Spotlight: len(p.spotlight) > 0}
	}
	p.SetBoard(mode{p})
	p.deps.Tabs()
	return p
}

// mode is the dependencies, with nothing on top of them.
type mode struct{ p *program }

func (mode) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.ViewsScope, keymap.DepViewScope}
}
func (mode) Overlay() view.Overlay { return nil }
func (m mode) Handle(a keymap.Action) tea.Cmd {
	d := m.p.deps
	switch a {
	case keymap.ShowDependencies:
		d.Show(view.GraphView)
	case keymap.ShowBoard:
		d.Show(view.BoardView)
	default:
		return d.Actions()[a](a)
	}
	return nil
}

// Card returns a card as the board has it: p.Harness has none.
func (p *program) Card(k tasks.Key) view.Card {
	t := p.Board.Task(k)
	if t == nil {
		return view.Card{}
	}
	owner, hue := p.Owner(t.Owner)
	c := view.Card{State: phrase.State(p.Board.State(k)), Subject: safetext.Line(t.Subject), ID: safetext.Line(t.ID.Text), Owner: owner, Hue: hue}
	if p.card != nil {
		p.card(&c)
	}
	return c
}

// Select selects a task as the cards do, and reports whether it could: the filter must not hide it.
func (p *program) Select(k tasks.Key) bool {
	if _, _, shown := p.Board.Rank(k); !shown {
		return false
	}
	p.On = k
	return true
}

func (p *program) Open() bool     { return false }
func (p *program) IsDocked() bool { return p.docked }
func (p *program) Toggle()        { p.done = append(p.done, "the detail opens") }
func (p *program) ScrollBy(rows int) {
	p.done = append(p.done, fmt.Sprint("the detail scrolls by ", rows))
}

func (p *program) CarryOut(e tasks.Edit, err error) tea.Cmd {
	switch {
	case err != nil:
		p.done = append(p.done, "refused")
	default:
		p.done = append(p.done, "writes "+e.Verb.String()+" of "+strings.TrimSuffix(e.Of.Name, ".json"))
	}
	return nil
}
func (p *program) Submit(tasks.Edit) tea.Cmd              { return nil }
func (p *program) SubmitAll([]tasks.Edit, string) tea.Cmd { return nil }

// change changes the board as the program does.
func (p *program) change(delta tasks.Delta) {
	for _, t := range delta.Put {
		if was := p.Board.Task(t.Key); was != nil {
			t.Version = was.Version + 1
		}
	}
	delta.At = p.Now
	diff := p.Board.Apply(delta)
	p.deps.MarkStale()
	p.deps.HandleDiff(diff)
	p.Generation++
}

// do carries out the steps of a scenario: a key, a change of the board or of the screen, or the mouse.
func (p *program) do(steps string) {
	p.T.Helper()
	for step := range strings.FieldsSeq(steps) {
		verb, of, is := strings.Cut(step, ":")
		names := strings.FieldsFunc(of, func(r rune) bool { return r == ',' })
		p.Now = p.Now.Add(time.Millisecond)
		switch {
		case !is:
			p.Press(step)
		case verb == "put", verb == "mine":
			var delta tasks.Delta
			for word := range strings.SplitSeq(of, "|") {
				delta.Put = append(delta.Put, task(p.T, word))
			}
			if verb == "mine" {
				delta.Mine = map[tasks.Key]tasks.EditID{delta.Put[0].Key: 1}
			}
			p.change(delta)
		case verb == "gone":
			p.change(tasks.Delta{Gone: []tasks.Key{key(of)}})
		case verb == "wait":
			d, err := time.ParseDuration(of)
			if err != nil {
				p.T.Fatal(err)
			}
			p.Now = p.Now.Add(d)
		case verb == "at":
			p.On = key(of)
		case verb == "light":
			p.spotlight = nil
			for _, name := range names {
				p.spotlight = append(p.spotlight, key(name))
			}
			p.Relayout()
		case verb == "filter":
			q, err := board.ParseQuery(of, "ann")
			if err != nil {
				p.T.Fatal(err)
			}
			p.Board.SetFilter(q)
		case verb == "size":
			if _, err := fmt.Sscanf(of, "%dx%d", &p.Width, &p.Height); err != nil {
				p.T.Fatal(err)
			}
			p.Relayout()
		case verb == "click":
			p.deps.Click(p.spot(of))
			p.deps.Drop(p.spot(of))
		case verb == "hold":
			p.deps.Click(p.spot(of))
		case verb == "drag":
			p.deps.Drag(p.spot(of))
		case verb == "drop":
			p.deps.Drop(p.spot(of))
		case verb == "wheelup", verb == "wheeldown":
			at := p.spot(of)
			at.Button = map[string]tea.MouseButton{"wheelup": tea.MouseWheelUp, "wheeldown": tea.MouseWheelDown}[verb]
			p.deps.Wheel(at)
		case verb == "sees":
			if text := strings.ReplaceAll(of, "_", " "); !strings.Contains(ansi.Strip(p.draw()), text) {
				p.T.Errorf("no %q in\n%s", text, ansi.Strip(p.draw()))
			}
		case step == "detail:docked":
			p.docked = true
			p.Relayout()
		case step == "still:":
			p.Still = true
		case step == "blocker:of":
			p.deps.ToBlocker()
		case step == "unpick:":
			p.deps.Unpick()
		case step == "show:implied":
			p.deps.ShowImplied()
		default:
			p.T.Fatalf("%q is no step", step)
		}
		p.deps.Advance()
		p.deps.Refresh()
		if p.deps.Showing() {
			p.draw()
		}
	}
}

func (p *program) draw() string {
	s := &view.Screen{DepView: p.deps.Picture()}
	if p.docked {
		s.Detail = &view.Detail{}
	}
	return p.Painter.Draw(p.Layout, s, p.Sheet).Content
}

// spot returns a cell in which something is drawn: a task by its name, a link a>b, "wave1", "finished", "canvas" or "detail".
func (p *program) spot(of string) tea.Mouse {
	p.T.Helper()
	n := p.deps.ShownGraph()
	want := view.Spot{Kind: view.TaskSpot}
	from, to, isLink := strings.Cut(of, ">")
	switch {
	case of == "detail":
		return tea.Mouse{X: p.Layout.Detail.X + 1, Y: p.Layout.Detail.Y + 1}
	case of == "canvas":
		want.Kind = view.CanvasSpot
	case of == "finished":
		want.Kind = view.FinishedSpot
	case strings.HasPrefix(of, "wave"):
		want.Kind, want.Item = view.WaveSpot, int(of[4]-'0')
	case isLink:
		a, _ := n.NodeNamed(from + ".json")
		b, _ := n.NodeNamed(to + ".json")
		want.Kind, want.Item = view.LinkSpot, int(n.Graph.EdgeBetween(a, b))
	default:
		i, ok := n.Find(key(of))
		if !ok {
			p.T.Fatalf("there is no %s", of)
		}
		want.Item = int(i)
	}
	p.draw()
	for y := range p.Height {
		for x := range p.Width {
			if s, _ := p.Painter.SpotAt(x, y); s.Kind == want.Kind && (s.Item == want.Item || want.Kind == view.CanvasSpot || want.Kind == view.FinishedSpot) {
				return tea.Mouse{X: x, Y: y, Button: tea.MouseLeft}
			}
		}
	}
	p.T.Fatalf("%s is not drawn:\n%s", of, ansi.Strip(p.draw()))
	return tea.Mouse{}
}

var signs = map[view.State]string{view.Ready: "●", view.Waiting: "○", view.Missing: "⊘", view.Stuck: "⊗", view.Running: "◐", view.Done: "✓"}
var changes = map[view.Became]string{view.Claimed: "^claimed", view.Completed: "^done", view.Freed: "^freed"}
var tones = map[view.Tone]string{view.ToneUpstream: "", view.ToneDownstream: "", view.ToneDimmed: "-"}

// shows returns what is shown: waves of boxes or the lines of the tree, and whatever else there is.
func (p *program) shows() string {
	d := p.deps
	var all []string
	say := func(format string, of ...any) { all = append(all, fmt.Sprintf(format, of...)) }
	if d.Showing() {
		p.sayPicture(say)
	} else {
		say("the board at %s", strings.TrimSuffix(p.On.Name, ".json"))
	}
	if k, on, ok := d.PickedLink(); ok {
		say("can unlink %v from %s", on.Text, strings.TrimSuffix(k.Name, ".json"))
	}
	if next := d.NextChange(); !next.IsZero() {
		say("for %v", next.Sub(p.Now).Round(100*time.Millisecond))
	}
	for _, done := range p.done {
		say("%s", done)
	}
	if p.done = nil; p.NoticeText() != "" {
		say("%q", p.NoticeText())
	}
	return strings.Join(all, "; ")
}

// sayPicture says what is drawn of the dependencies.
func (p *program) sayPicture(say func(string, ...any)) {
	d := p.deps
	v, n := d.Picture(), d.ShownGraph()
	plain := func(i int32) string { return strings.TrimSuffix(n.Node(i).Name, ".json") }
	name := func(i int32) string {
		of := v.Node(i)
		s := signs[of.State] + plain(i) + tones[of.Tone] + changes[of.Became]
		if of.Before+of.After > 0 {
			s += fmt.Sprintf("(%d %d)", of.Before, of.After)
		}
		if !of.Said.Empty() {
			s += fmt.Sprintf(" %q", of.Said)
		}
		if i == v.Selected {
			s = "[" + s + "]"
		}
		return s
	}
	chip := func(c view.Chip) {
		if c.Count > 0 {
			say("%d done by %v%s%s", c.Count, c.Key, map[bool]string{true: " open"}[c.Open], map[bool]string{true: " selected"}[c.Selected])
		}
	}
	if g := v.Graph; g != nil {
		if g.Near != nil {
			say("near %v, %d of %d", g.Near.Middle, g.Near.Drawn, g.Near.All)
		}
		var waves []string
		for c := range g.Layout.Columns {
			var boxes []string
			for _, i := range inColumn(g.Layout, c) {
				boxes = append(boxes, name(i))
			}
			waves = append(waves, strings.Join(boxes, " "))
		}
		say("%s", strings.Join(waves, " | "))
		for _, i := range g.Unlinked {
			say("alone %s", name(i))
		}
		chip(g.Finished)
		if g.Drag != nil {
			say("drags %s%s", plain(g.Drag.From), map[bool]string{true: ", refused"}[g.Drag.Refused])
		}
	} else {
		var lines []string
		t := v.Tree
		for i := t.First; i < min(t.Len, t.First+p.Layout.DepView.Canvas.H); i++ {
			lines = append(lines, name(t.Shape.Node(i)))
		}
		say("tree %d: %s", t.First, strings.Join(lines, " "))
		chip(t.Finished)
	}
	edges := n.Edges()
	for e := range edges {
		switch of := v.Edge(int32(e)); {
		case of.Picked:
			say("picked %s>%s", plain(edges[e].From), plain(edges[e].To))
		case of.Spotlight:
			say("lit %s>%s", plain(edges[e].From), plain(edges[e].To))
		}
	}
	if v.Spark != nil {
		for _, e := range v.Spark.Edges {
			say("spark %s>%s %.0f%%", plain(edges[e].From), plain(edges[e].To), 100*v.Spark.Phase)
		}
	}
}
