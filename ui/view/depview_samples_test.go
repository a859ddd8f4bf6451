package view

import (
	"fmt"
	"strings"
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
		"denselog":  of(dense(48), TimelineView, "020", LayoutOptions{}, nil),
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
