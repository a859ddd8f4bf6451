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
		"log":       of(plan, TreeView, "15", LayoutOptions{}, nil),
		"tangled":   of(tangled, GraphView, "04", LayoutOptions{}, nil),
		"tanglelog": of(tangled, TreeView, "04", LayoutOptions{}, nil),
		"drag":      of(plan, GraphView, "07", LayoutOptions{}, dragging),
		"spark":     of(plan, GraphView, "08", LayoutOptions{}, sparking),
		"denselog":  of(dense(48), TreeView, "020", LayoutOptions{}, nil),
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

// dragging is a link that is being dragged from #07 downwards.
func dragging(p *planned, dv *DepView) {
	dv.Graph.Drag = &LinkDrag{From: p.find("07"), X: 60, Y: 16}
}
