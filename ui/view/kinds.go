package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// State is the state of a task as shown by its glyph.
type State uint8

// The states.
const (
	Ready     State = iota // pending, not blocked
	Waiting                // pending, blocked
	Missing                // pending, blocked by a task that does not exist
	Stuck                  // pending, behind a loop
	Running                // in progress
	Done                   // completed
	Unknown                // a status that the dialect does not know
	Broken                 // a file that cannot be read
	Failed                 // failed
	Skipped                // skipped or cancelled
	Container              // a parent that is never worked on itself
)

var stateStyles = [...]style.Style{
	Ready: style.Ready, Waiting: style.Blocked, Missing: style.Missing, Stuck: style.Missing, Running: style.Running,
	Done:    style.Done,
	Unknown: style.Warning, Broken: style.Danger, Failed: style.Danger, Skipped: style.Dim, Container: style.Dim,
}

// stateGlyph returns the glyph and style of a state.
func stateGlyph(sh *style.Sheet, s State) (glyph string, st style.Style) {
	g := sh.Glyphs
	glyphs := [...]string{
		Ready: g.Ready, Waiting: g.Blocked, Missing: g.Missing, Stuck: g.Loop, Running: g.Running, Done: g.Done,
		Unknown: g.Problem, Broken: g.Problem, Failed: g.Failed, Skipped: g.Skipped, Container: g.Container,
	}
	return glyphs[s], stateStyles[s]
}

// subjectStyle returns the style of a subject by its state: what can be worked on, what waits, and what is over.
func subjectStyle(s State) style.Style {
	switch s {
	case Ready, Running:
		return style.Subject
	case Done, Skipped, Container:
		return style.SubjectDone
	}
	return style.SubjectQuiet
}

// The kinds of spots of a screen.
const (
	SectionSpot  = lay.FirstKind + iota // the count of a section at the top, Item is its SectionKind
	TabSpot                             // the name of a view, Item is its number
	ColumnSpot                          // a column, or what belongs to it in the list; Item is its ColumnKind
	HeadSpot                            // the head of a section of the list; Item is its SectionKind
	PartsSpot                           // the head of a container, Item is its index in Stack.Heads
	CardSpot                            // a card, Item is its number in the ColumnKind that In is
	DeletedSpot                         // what others deleted
	HappenedSpot                        // an item of the feed, Item is its index
	CanvasSpot                          // a dependency view, outside of the following
	TaskSpot                            // a task, Item is its number in the dependency view
	LinkSpot                            // a link, Item is its number there
	WaveSpot                            // the title of a wave, Item is its number in graph.Layout.Columns
	FinishedSpot                        // the number of folded finished tasks
)

// Short names for types of the layout language.
type (
	Span     = lay.Span
	Line     = lay.Line
	Rect     = lay.Rect
	Spot     = lay.Spot
	SpotKind = lay.Kind
	pen      = lay.Pen
	page     = lay.Page
)

// ColumnKind names a column.
type ColumnKind uint8

// The columns, from left to right.
const (
	PendingColumn ColumnKind = iota
	InProgressColumn
	CompletedColumn
)

// Columns is the number of columns of a board.
const Columns = 3

// columnNames are the columns' names on the screen.
var columnNames = [Columns]Text{
	PendingColumn:    safetext.Const("Pending"),
	InProgressColumn: safetext.Const("In progress"),
	CompletedColumn:  safetext.Const("Completed"),
}

// ViewKind is a view of the tasks.
type ViewKind uint8

// The views.
const (
	BoardView ViewKind = iota // the columns of the board
	GraphView                 // boxes in waves, from left to right
	TreeView                  // a line per task, below one that it waits for
	NowView                   // who works on what, on a time line: drawn from Screen.Now, not from a DepView
)

// Text is text that is safe to show. Nothing else can be drawn.
type Text = safetext.Text
