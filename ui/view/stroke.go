package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Edge is a link in a dependency view. Highlights.Edge makes one.
type Edge struct {
	Tone      Tone
	Chain     bool // on the longest chain
	Loop      bool // between two tasks that wait for each other
	Idle      bool // it blocks nothing
	OneSided  bool // only one of the two files has it
	Redundant bool // implied by a longer path: drawn with gaps
	Picked    bool // the selected link, or the one about to be removed
	Spotlight bool // it is between two tasks in the spotlight
}

// The classes of lines, by priority: where links of a task share cells, the last class is drawn. More striking classes
// are later.
const (
	classNone uint8 = iota
	classLineAside
	classAside
	classIdle
	classEven
	classAfter
	classBefore
	classChain
	classOneSided
	classLoop
	classTaken
	classLit
	classPicked
	classPreview
	classRefused
	classSelected
)

// classStyles are the styles of the classes.
var classStyles = [...]style.Style{
	classNone: style.Link, classLineAside: style.Line, classAside: style.Line,
	classIdle: style.LinkAside,
	classEven: style.Line, classAfter: style.Accent, classBefore: style.Upstream, classChain: style.Chain,
	classOneSided: style.Warning, classLoop: style.LinkLoop, classTaken: style.Running, classLit: style.Ready,
	classPicked: style.AccentStrong, classPreview: style.Preview, classRefused: style.LinkLoop,
	classSelected: style.AccentStrong,
}

// toneClass returns the class of a line by its relation to the selected task alone.
func toneClass(t Tone, chain bool) uint8 {
	if chain { // wherever the selection is
		return classChain
	}
	return [...]uint8{ToneNone: classEven, ToneUpstream: classBefore, ToneDownstream: classAfter,
		ToneDimmed: classAside}[t]
}

// stroke returns how a link is drawn. The longest chain is heavy, so that it is visible without colour.
func (e Edge) stroke() graph.Stroke {
	s := graph.Stroke{Weight: graph.Light, Class: toneClass(e.Tone, e.Chain)}
	if s.Class == classAside { // weaker than a frame of that class
		s.Class = classLineAside
	}
	switch {
	case e.Chain || e.Tone == ToneDownstream:
		s.Weight = graph.Heavy
	case e.Redundant || e.OneSided:
		s.Weight = graph.Dashed
	}
	switch {
	case e.Spotlight:
		s = graph.Stroke{Weight: graph.Heavy, Class: spotlightClass(e.Loop, e.Idle)}
	case e.Picked:
		s.Weight, s.Class = graph.Double, classPicked
	case e.Loop:
		s.Class = classLoop
	case e.OneSided:
		s.Class = classOneSided
	case e.Idle && !e.Chain:
		s.Class = classIdle
	}
	return s
}

// stroke returns how the frame of a box is drawn.
func (n *Node) stroke(selected bool) graph.Stroke {
	if !n.Said.Empty() {
		return graph.Stroke{Weight: graph.Heavy, Class: spotlightClass(n.Loop, n.State != Waiting)}
	}
	s := graph.Stroke{Weight: graph.Light, Class: toneClass(n.Tone, n.Chain)}
	if n.Chain {
		s.Weight = graph.Heavy
	}
	switch {
	case n.Loop:
		s.Class = classLoop
	case n.Became == Claimed:
		s.Class = classTaken
	case n.Became != Unchanged:
		s.Class = classLit
	}
	if selected {
		s = graph.Stroke{Weight: graph.Double, Class: classSelected}
	}
	return s
}

// spotlightClass returns the class of a line between tasks in the spotlight, which are in a loop, or of which the
// second is free or waits.
func spotlightClass(loop, free bool) uint8 {
	switch {
	case loop:
		return classLoop
	case free:
		return classLit
	}
	return classPreview
}
