package view

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/board/graph"
	"sideboard/ui/style"
)

// sampleDepViews returns the dependency views that are drawn in tests.
func sampleDepViews() map[string]func(w, h int) (Screen, Layout) {
	of := func(text string, kind ViewKind, selected string, o LayoutOptions, also func(*planned, *DepView)) func(w, h int) (Screen, Layout) {
		return func(w, h int) (Screen, Layout) {
			p := readPlan(text)
			return p.screen(kind, selected, w, h, o, func(dv *DepView) {
				if also != nil {
					also(p, dv)
				}
			})
		}
	}
	return map[string]func(w, h int) (Screen, Layout){
		"graph":     of(plan, GraphView, "15", LayoutOptions{}, nil),
		"log":       of(plan, TimelineView, "15", LayoutOptions{}, nil),
		"tangled":   of(tangled, GraphView, "04", LayoutOptions{}, nil),
		"tanglelog": of(tangled, TimelineView, "04", LayoutOptions{}, nil),
		"link":      of(plan, GraphView, "08", LayoutOptions{Linking: true}, linking("15")),
		"linklog":   of(plan, TimelineView, "08", LayoutOptions{Linking: true}, linking("07")),
		"unlink":    of(plan, GraphView, "15", LayoutOptions{Linking: true, Candidates: 3}, unlinking),
		"splice":    of(plan, GraphView, "12", LayoutOptions{Linking: true}, splicing),
		"drag":      of(plan, GraphView, "07", LayoutOptions{}, dragging),
		"spark":     of(plan, GraphView, "08", LayoutOptions{}, sparking),
		"dense":     of(dense(48), GraphView, "002", LayoutOptions{}, nil),
		"part": func(w, h int) (Screen, Layout) {
			p := readPlan(dense(48)).part("011", "012", "016", "017", "018", "020", "022", "023", "024")
			return p.screen(GraphView, "018", w, h, LayoutOptions{}, func(dv *DepView) {
				dv.Graph.Part = &PartLine{Words: txt("in #005: 9 of 48 linked tasks"), Short: txt("in #005: 9 of 48"), Key: txt("*")}
			})
		},
		"scrolled": func(w, h int) (Screen, Layout) {
			p := readPlan(dense(48))
			return p.screen(GraphView, "026", w, h, LayoutOptions{}, func(dv *DepView) {
				dv.Graph.Layout = boxesOf(Arrange(w, h, LayoutOptions{View: GraphView}), p, graph.Options{})
			})
		},
		"finished": func(w, h int) (Screen, Layout) {
			p := readPlan(strings.NewReplacer(" running ", " done ", " ready ", " done ", " blocked ", " done ").Replace(plan))
			return p.finished("18", w, h)
		},
		"denselog": of(dense(48), TimelineView, "020", LayoutOptions{}, nil),
	}
}

// dense returns a plan of n tasks in layers, the same every time, in which the third one has many neighbours.
func dense(n int) string {
	var b strings.Builder
	seed := uint32(7)
	next := func(n int) int {
		seed = seed*1664525 + 1013904223
		return int(seed>>16) % n
	}
	words := []string{"Parse", "Draw", "Merge", "Watch", "Export", "Test", "Document", "Measure"}
	things := []string{"the board", "links", "a wide title 翻訳翻訳", "undo", "conflicts", "the log of changes", "colours", "keys"}
	for i := range n {
		state := "blocked"
		if i < n/5 {
			state = []string{"ready", "running", "ready"}[i%3]
		}
		fmt.Fprintf(&b, "%03d %s %s %s\n", i, state, words[next(len(words))], things[next(len(things))])
	}
	for i := n / 5; i < n; i++ {
		fmt.Fprintf(&b, "%03d <", i)
		for range 1 + next(2) {
			fmt.Fprintf(&b, " %03d", max(0, i-n/5)+next(min(n/5, i)))
		}
		if i%4 == 0 {
			b.WriteString(" 002")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// linking returns the panel for letting #08 wait for another task.
func linking(target string) func(*planned, *DepView) {
	return func(p *planned, dv *DepView) {
		source, to := p.find("08"), p.find(target)
		node := dv.Node
		dv.Node = func(i int32) Node {
			n := node(i)
			switch {
			case i == source:
				n.LinkRole = LinkSource
			case i == to:
				n.LinkRole = LinkTarget
			case p.g.Downstream(source).Has(i):
				n.LinkRole = LinkRefused
			default:
				n.LinkRole = LinkPossible
			}
			return n
		}
		k := &Link{Source: node(source), Held: 2, Typed: Prompt{Label: txt("waits for"), Hint: txt("type a part of its name")}, Keys: []Key{key("enter", "link"), key("tab", "turn"), key("esc", "cancel")}}
		for _, c := range []struct {
			id, shift string
			v         Verdict
		}{{"06", "#08 has to wait, and 7 others with it", LinkAllowed}, {"05", "#08 has to wait, and 7 others with it", LinkAllowed}, {"15", "", LinkClosesLoop}, {"07", "nothing moves", LinkAllowed}, {"10", "", LinkClosesLoop}, {"20", "nothing moves", LinkAllowed}} {
			cand := Candidate{Node: node(p.find(c.id)), Verdict: c.v, Outcome: txt(c.shift), Says: txt("ready")}
			if c.id == target {
				k.Selected = len(k.Items)
			}
			k.Items = append(k.Items, cand)
		}
		if target == "15" {
			k.Error = txt("Not linked: #15 already waits for #08, through #10.")
		}
		trace := &LinkPreview{From: to, To: source, Refused: target == "15"}
		if dv.Graph != nil {
			dv.Graph.Preview = trace
		}
		dv.Link = k
	}
}

// unlinking is the panel for removing one of the links of #15.
func unlinking(p *planned, dv *DepView) {
	node, edge := dv.Node, dv.Edge
	k := &Link{Action: RemoveLink, Source: node(p.find("15")), Selected: 1}
	for _, id := range []string{"10", "13"} {
		k.Items = append(k.Items, Candidate{Node: node(p.find(id)), Before: true, Outcome: txt("nothing moves"), Says: txt("blocked")})
	}
	k.Items = append(k.Items, Candidate{Node: node(p.find("16")), Outcome: txt("#16 starts sooner, and 2 others with it"), Says: txt("blocked")})
	dv.Link = k
	dv.Graph.Preview = &LinkPreview{From: p.find("13"), To: p.find("15"), Removal: true}
	dv.Edge = func(e int32) Edge {
		is, of := edge(e), p.g.Edges()[e]
		is.Picked = of.From == p.find("13") && of.To == p.find("15")
		return is
	}
}

// sparking is the moment after #08 was completed, halfway.
func sparking(p *planned, dv *DepView) {
	node := dv.Node
	dv.Spark = &Spark{Edges: p.g.Out(p.find("08")), Phase: 0.5}
	dv.Node = func(i int32) Node {
		n := node(i)
		if i == p.find("13") || i == p.find("10") {
			n.Became, n.State = Freed, Ready
		}
		return n
	}
}

// splicing is the panel for putting a task between #11 and #12.
func splicing(p *planned, dv *DepView) {
	node, edge := dv.Node, dv.Edge
	k := &Link{Action: SpliceLink, Source: node(p.find("11")), Other: node(p.find("12")), Selected: 0, Typed: Prompt{Label: txt("between"), Text: txt("gu"), Cursor: 2, Tally: txt("1 of 12")}}
	k.Items = []Candidate{{Node: node(p.find("13")), Outcome: txt("#12 stays in wave 3")}}
	dv.Link = k
	dv.Edge = func(e int32) Edge {
		is, of := edge(e), p.g.Edges()[e]
		is.Picked = of.From == p.find("11") && of.To == p.find("12")
		return is
	}
}

// dragging is a link that is being dragged from #07 downwards.
func dragging(p *planned, dv *DepView) {
	dv.Graph.Drag = &LinkDrag{From: p.find("07"), X: 60, Y: 16}
}

// finished returns a plan of which all is done on a screen of w by h cells.
func (p *planned) finished(selected string, w, h int) (Screen, Layout) {
	chain, end := p.g.FinishedChain(), 0
	for i := range p.nodes {
		p.nodes[i].Owner = txt(fmt.Sprint("agent-", 1+i%3))
		p.nodes[i].Hue = style.Spent(style.OwnerHue(p.nodes[i].Owner.String()))
	}
	return p.screen(GraphView, selected, w, h, LayoutOptions{Done: true}, func(dv *DepView) {
		node, edge := dv.Node, dv.Edge
		of, scale := Arrange(w, h, LayoutOptions{View: GraphView, Done: true}).FitGraph(p.g, graph.Options{Finished: true}, p.words)
		dv.Node = func(i int32) Node {
			n := node(i)
			at := slices.Index(chain, i)
			n.Finale, n.Tone, n.Chain = true, ToneNone, at >= 0
			if wave, last := of.ColumnOf(i), len(chain)-1; n.Chain {
				n.Spine = [2]bool{at > 0, at < last}
			} else {
				past := wave >= of.ColumnOf(chain[0]) && wave < of.ColumnOf(chain[last])
				n.Spine = [2]bool{past, past}
			}
			return n
		}
		dv.Edge = func(i int32) Edge {
			e, of := edge(i), p.g.Edges()[i]
			at := slices.Index(chain, of.From)
			e.Tone, e.Chain = ToneNone, at >= 0 && at+1 < len(chain) && chain[at+1] == of.To
			return e
		}
		for i := range p.nodes {
			if _, drawn := of.Box(int32(i)); !drawn {
				end++
			}
		}
		dv.Graph = &Graph{Layout: of, Scale: scale, Finale: []Line{
			{span(style.ChipReady, "All done ")}, {span(style.Dim, "completed within "), span(style.Strong, "2h")},
			{span(style.OwnerHue("agent-1"), "agent-1"), span(style.Strong, " 7"), span(style.Dim, "  ·  "), span(style.OwnerHue("agent-2"), "agent-2"), span(style.Strong, " 7"), span(style.Dim, "  ·  "), span(style.OwnerHue("agent-3"), "agent-3"), span(style.Strong, " 6")},
		}, Aside: Line{span(style.KeyCap, " Z "), span(style.Dim, fmt.Sprintf(" %d without links", end))}}
		dv.Summary.Word, dv.Summary.Past = txt("Completed"), true
	})
}
