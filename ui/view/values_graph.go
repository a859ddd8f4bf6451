package view

import (
	"sideboard/board/graph"
	"sideboard/ui/style"
)

// Projection names one of the ways in which the dependencies are drawn in place of the columns.
type ViewKind uint8

// The projections.
const (
	BoardView    ViewKind = iota // the columns of the board
	GraphView                    // boxes in waves, from left to right
	FocusView                    // what one task waits for, the task, and what waits for it
	TimelineView                 // a line per task
)

// Tone is what the selection makes of a task or a link.
type Tone uint8

// The tones.
const (
	ToneNone       Tone = iota // nothing is selected, or the selected task has no links: everything alike
	ToneUpstream               // upstream: the selected task waits for it, through any number of others
	ToneDownstream             // downstream: it waits for the selected task, through any number of others
	ToneDimmed                 // neither: dimmed
)

// Offer is what a task is while somebody looks for the other end of a link.
type LinkRole uint8

// The offers.
const (
	NoLinkRole   LinkRole = iota // no link is being made
	LinkPossible                 // it can be the other end
	LinkRefused                  // it cannot
	LinkSource                   // the link begins here
	LinkTarget                   // the link ends here as it is now
)

// Node is a task in a dependency picture. Equal nodes are drawn equally; whatever is to be seen must be in here.
// Marks.Node fills in all that a graph knows.
type Node struct {
	State       State
	Subject     Text
	ID          Text // shortened
	Owner       Text
	Hue         style.Style
	Waits       int         // tasks and missing tasks that hold it back
	Behind      int         // tasks waiting behind it; above 99 drawn as 99+
	Wave        int         // as graph.Graph.Wave
	Tone        Tone        // what the selection makes of it
	Chain       bool        // on the longest chain of unfinished work
	Ghost       bool        // no file has this id
	Loop        bool        // tangled in a loop, or waiting for itself
	OneSided    bool        // a link of it is written on one side only
	Alarm       bool        // it needs somebody: stalled
	Pending     bool        // our own write of it is in flight
	Fresh       uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark        style.Style // hue of the mark
	Lit         bool        // it has just become ready
	AssumedDone bool        // taken for finished in a what-if
	LinkRole    LinkRole
}

// Edge is a link in a dependency picture. Marks.Edge makes one.
type Edge struct {
	Tone      Tone
	Chain     bool // on the longest chain
	Loop      bool // between two tasks that wait for each other
	Idle      bool // it holds nothing back
	OneSided  bool // only one of the two files says so
	Redundant bool // a longer path says the same: drawn with gaps
	Picked    bool // the selected link, or the one about to be removed
}

// Tasks answers for the tasks and the links of a dependency picture by their numbers. Both are asked about what is
// visible only, once a frame, and must answer the same while nothing changed.
type Tasks struct {
	Node func(node int32) Node
	Edge func(edge int32) Edge
}

// Picture is the dependencies in place of the columns: one of Graph, Focus and Log, as Opts.Projection says.
type DepView struct {
	Tasks
	Tabs     []Tab
	Counts   Counts
	Selected int32 // the selected task, -1 for none: the same in every projection
	Graph    *Graph
	Focus    *Focus
	Timeline *Timeline
	Summary  *Summary // about the selected task, where no detail is open and rows are many; nil for none
	Link     *Link    // a link is being made or removed; Opts.Linking makes room for it
	Spark    *Spark   // something has just been completed
}

// Tab names a projection, or the board, with its key.
type Tab struct {
	Key, Name Text
	View      ViewKind
}

// Counts is how many tasks there are of each kind.
type Counts struct {
	Done, Running, Ready, Blocked, Stuck, Missing int
}

// Chip is what is folded away: how many tasks, and the key that unfolds them.
type Chip struct {
	Count    int
	Key      Text
	Open     bool // unfolded now
	Selected bool // the selected task is among what is folded
}

// Graph is the picture in waves.
type Graph struct {
	Layout   *graph.Layout
	X, Y     int // the cell of the layout at the corner of the canvas; Layout.ScrollGraph keeps the selected box in it
	Finished Chip
	Unlinked Chip
	Preview  *LinkPreview
	Drag     *LinkDrag
	Chain    []int32 // the longest chain, named in the row below the boxes where there is room
}

// Trace is a link that is only being thought of, between two boxes.
type LinkPreview struct {
	From, To int32 // To would wait for From
	Refused  bool  // it would close a loop
	Removal  bool  // it is there, and would be removed
}

// Band is a link that is being dragged from a box to a cell of the screen.
type LinkDrag struct {
	From    int32
	X, Y    int // of the screen
	Refused bool
}

// Focus is the picture of one task and its neighbours.
type Focus struct {
	Layout     *graph.Layout // from graph.Graph.Focus
	X, Y       int           // as in Graph; Layout.ScrollFocus keeps the task in the middle
	WaitsFor   int           // tasks it waits for
	Unblocks   int           // tasks that wait for it
	Upstream   int           // with those further away, itself not counted
	Downstream int
	Chain      []int32 // the longest chain of unfinished work
	Start      []int32 // tasks to start with, the one with the most work waiting behind it first
	Most       int     // Behind of the first of them, for the length of the bars
	Preview    *LinkPreview
	Drag       *LinkDrag
}

// Log is the picture as a line per task, virtual: Row is asked for visible lines only.
type Timeline struct {
	Len   int
	First int // the first visible line
	At    int // the line of the selected task, -1 for none
	Row   func(i int) graph.TimelineRow
}

// Brief is what is to be said about the selected task in three lines.
type Summary struct {
	Word       Text // the state in words
	Note       Text // "waits for a missing task", "no write for 31m"
	WaitsFor   []int32
	Unblocks   []int32
	Upstream   []int32 // the first few, for their names
	Downstream []int32
	Before     int // how many there are in all
	After      int
	Start      int32 // the task to start with, -1 for none
}

// Gesture is what is done to links.
type LinkAction uint8

// The gestures.
const (
	AddLink    LinkAction = iota // Source waits for Target, or the other way round
	SpliceLink                   // a task is put between the two ends of a link
	RemoveLink                   // one of the links of Source is removed
)

// Link is a gesture that makes or removes a link, with what it may end at. It is docked below a projection, or floats
// over the board as an overlay.
type Link struct {
	Action   LinkAction
	Source   Node
	Other    Node // Splicing: the end of the link that waits; Source is the end it waits for
	Swapped  bool // Linking: Target waits for Source
	Typed    Prompt
	Items    []Candidate
	First    int
	Selected int  // -1 for none
	Error    Text // why it cannot be: "Not linked. #15 already waits for #08, through #10."
	Held     int  // changes of others that wait for the gesture to end
	Keys     []Key
}

// Verdict says whether a link can be.
type Verdict uint8

// The verdicts.
const (
	LinkAllowed    Verdict = iota // it can be made, or removed
	LinkClosesLoop                // it would close a loop
	LinkExists                    // it is there
	LinkForbidden                 // the file may not be changed
)

// Candidate is a task a link may end at, or a link to be removed.
type Candidate struct {
	Node    Node
	Verdict Verdict
	Loop    []Text // Closes: the ids of the tasks from Source to it, or the other way round, each waiting for the one before
	Shift   Text   // what would move: "#08 moves now > wave 2, 7 more shift"
	Before  bool   // Unlinking: Source waits for it, otherwise it waits for Source
}

// Spark is the moment in which a completed task lets others become ready.
type Spark struct {
	Edges []int32
	Phase float64 // 0 at the completed task .. 1 at the others
}

// SpotKind says what lies at a cell of a dependency picture.
type HitKind uint8

// The kinds.
const (
	HitNothing    HitKind = iota
	HitNode               // Spot.Node
	HitEdge               // Spot.Edge
	HitTab                // Spot.Index of Picture.Tabs
	HitWave               // Spot.Index of graph.Layout.Columns: its title, or its place in the map of waves
	HitFinished           // the chip of finished work
	HitUnlinked           // the chip of tasks without links
	HitRow                // Spot.Node, and Spot.Index of the line of the log
	HitCandidate          // Spot.Index of Link.Items
	OnLinkTyped           // the line that is typed in
	HitBackground         // inside the picture, on nothing: a press there lets go of what is selected
	HitMoreBefore         // what is counted, not drawn, of what the task in focus waits for
	HitMoreAfter          // and of what waits for it
)

// Spot is what lies at a cell.
type Hit struct {
	Kind  HitKind
	Node  int32
	Edge  int32
	Index int
}
