package view

import (
	"fmt"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// plan is a project's tasks and links for dependency views: "id state subject", "id < id id" for what a task waits for.
const plan = `
01 done Parse task files
02 done Atomic writes
03 done Watch the directory
04 done Theme tokens
05 running Board columns
06 running Merge live edits
07 ready Card renderer
08 ready Wave layout
09 blocked Drag a card
10 blocked Edge router
11 blocked Undo journal
12 blocked Link mode
13 blocked Cycle guard
14 blocked Conflict banner
15 blocked Dependency view
16 blocked Golden screens
17 blocked Demo tape
18 blocked Ship v1
20 ready 翻訳 — Japanese README
21 ready Notes for newcomers
05 < 01 04
06 < 02 03
07 < 04
08 < 01
09 < 05 07
10 < 08
11 < 06
12 < 10 11
13 < 08
14 < 06
15 < 10 13 08
16 < 09 15
17 < 12 16
18 < 14 17 15
`

// tangled is a plan with what goes wrong: a loop, a missing task, a task that waits for itself, a link said by one side.
const tangled = `
01 running Schema
02 blocked Importer
03 stuck Loader
04 stuck Cache of what was loaded
05 stuck Invalidation
06 missing Publish to the gallery
07 stuck Waits for itself
08 stuck Report
09 blocked Dashboards
99 ghost 99
02 < 01
03 < 02 05
04 < 03
05 < 04
06 < 99 02
07 < 07
08 < 05
09 < 02 01
`

// planned is a plan as a dependency view needs it.
type planned struct {
	g     *graph.Graph
	nodes []Node
	ids   []string
	fits  map[[2]int]fit // its graph on screens of these sizes, as large as it fits
}

// fit is a graph as large as it fits a screen.
type fit struct {
	of    *graph.Layout
	scale Scale
}

// fitted lays its graph out once for each size of a screen.
func (p *planned) fitted(l *Layout) fit {
	size := [2]int{l.DepView.Canvas.W, l.DepView.Canvas.H}
	f, ok := p.fits[size]
	if !ok {
		if p.fits == nil {
			p.fits = map[[2]int]fit{}
		}
		if f.of, f.scale, _ = l.FitPicture(p.g, graph.Options{}, p.words); f.of == nil {
			f.of = p.g.Layout(graph.Options{})
		}
		p.fits[size] = f
	}
	return f
}

func readPlan(text string) *planned {
	p := &planned{}
	var nodes []graph.Node
	var edges []graph.Edge
	at := map[string]int32{}
	words := map[string]State{"done": Done, "running": Running, "ready": Ready, "blocked": Waiting, "stuck": Stuck, "missing": Missing, "ghost": Missing}
	agents := 0
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		if f[1] == "<" {
			for _, from := range f[2:] {
				a, b := at[from], at[f[0]]
				edges = append(edges, graph.Edge{From: a, To: b, Open: nodes[a].State != graph.Finished})
			}
			continue
		}
		at[f[0]] = int32(len(nodes))
		n := graph.Node{Name: f[0], Ready: f[1] == "ready"}
		v := Node{State: words[f[1]], ID: txt("#" + f[0]), Subject: txt(strings.Join(f[2:], " ")), Hue: style.Nobody}
		switch f[1] {
		case "done":
			n.State = graph.Finished
		case "running":
			n.State = graph.Running
			agents++
			v.Owner = txt(fmt.Sprint("agent-", agents))
			v.Hue = style.OwnerHue(v.Owner.String())
		case "ghost":
			n.State = graph.Missing
		}
		nodes, p.nodes, p.ids = append(nodes, n), append(p.nodes, v), append(p.ids, f[0])
	}
	p.g = graph.New(nodes, edges)
	return p
}

// find returns the number of a task.
func (p *planned) find(id string) int32 {
	for i := range p.ids {
		if p.ids[i] == id {
			return int32(i)
		}
	}
	return -1
}

// tasks returns for the tasks of a plan while one is selected.
func (p *planned) tasks(selected int32) Tasks {
	m := NewHighlights(p.g, selected)
	return Tasks{
		Node: func(i int32) Node {
			n := p.nodes[i]
			m.Node(i, &n)
			return n
		},
		Edge: m.Edge,
	}
}

func (p *planned) picture(selected string) *DepView {
	i := p.find(selected)
	return &DepView{Tasks: p.tasks(i), Selected: i, Chain: p.g.Chain(), Stuck: NewHighlights(p.g, i).Stuck()}
}

// counts counts the tasks of a plan.
func (p *planned) counts() (c Counts) {
	for _, n := range p.nodes {
		c[SectionOf(n.State)]++
	}
	return c
}

// screen returns a plan on a screen of w by h cells.
func (p *planned) screen(kind ViewKind, selected string, w, h int, o LayoutOptions, also func(*DepView)) (Screen, Layout) {
	o.View = kind
	l := Arrange(w, h, o)
	dv := p.picture(selected)
	switch kind {
	case GraphView:
		f := p.fitted(&l)
		dv.Graph = &Graph{Layout: f.of, Scale: f.scale, Finished: Chip{Count: p.counts()[DoneSection], Key: txt("z")}, Unlinked: p.unlinked()}
	case TreeView:
		log := p.g.Tree(false, l.TreeSteps())
		dv.Tree = &Tree{Len: log.Len(), At: log.RowOf(dv.Selected), Row: log.Row, Shape: log}
	}
	if also != nil {
		also(dv)
	}
	if dv.Tree != nil {
		dv.Tree.First = l.ScrollTree(dv.Tree)
	}
	b := sampleBoard()
	b.Header.Counts = p.counts()
	b.Keys = []Key{key("←↓↑→", "walk"), key("L", "link"), key("X", "unlink"), key("z", "fold done"), key("enter", "open"), key("/", "find"), key("u", "undo"), key("?", "help")}
	return Screen{Board: b, DepView: dv}, l
}

// words measures the words of a task.
func (p *planned) words(i int32) Words {
	n := p.picture("").Node(i)
	missing, behind := 0, BehindWidth(n.Behind)
	for _, e := range p.g.In(i) {
		if from := p.g.Edges()[e].From; p.g.Node(from).State == graph.Missing {
			missing += 1 + p.nodes[from].ID.Width()
		}
	}
	return Words{n.ID.Width(), n.Subject, n.Owner.Width(), n.Age.Width(), missing, behind + min(behind, 1)}
}

func (p *planned) unlinked() (nodes []int32) {
	for i := range int32(p.g.Len()) {
		if p.g.Live(i) && !p.g.Linked(i) {
			nodes = append(nodes, i)
		}
	}
	return nodes
}
