// Package view draws every screen. Its functions are pure: from values, a size and a sheet of styles they draw exactly
// that many cells. They read no clock, terminal or model.
//
// Arrange computes a Layout, which is rectangles by name. A Painter draws in it and caches the drawn lines of cards, so
// that it draws only what changed; if nothing changed, it returns the same string. It reads only the cards that are
// visible. It records what it draws where, and SpotAt finds that for the mouse.
//
// A DepView shows the dependencies in place of the columns, as a picture or as a tree. A graph.Layout has the positions
// of boxes and lines, and Highlights how each task and link looks.
package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Text is text that is safe to show. Nothing else can be drawn.
type Text = safetext.Text

// Board is the whole board as values.
type Board struct {
	Header  Header
	Columns [Columns]Column
	Focus   ColumnKind // the column in focus
	Stack   Stack      // the same cards as one list, for narrow screens
	Laid    *Cards     // the cards as the caller laid them out; nil for anew
	News    News
	Prompt  *Prompt // in place of News
	Finish  []Line  // the message when everything is completed, in Layout.Done
	Keys    []Key   // footer, the most important first; the last one (help) is always kept
	Dimmed  bool    // the last picture of a board that is gone: everything faint
	Static  bool    // reduced motion: marks do not fade, nothing is lit
}

// Screen is everything to draw: a board, and what is next to it, in its place or over it.
type Screen struct {
	Board   Board
	Deleted *DeletedHead // what others deleted, drawn in Layout.Deleted
	Detail  *Detail      // drawn in Layout.Detail
	Feed    *Feed        // below the detail, or in its place if none is open
	DepView *DepView     // in place of the columns, as LayoutOptions.View says
	Now     *Now         // in place of the columns
	Way     *Way         // of a replay, drawn in Layout.Way
	Empty   *Empty       // in place of the columns or the dependency view
	Overlay Overlay      // over everything else; nil for none
	Caption *Caption     // the bar of a story
	Stage   *Stage       // nil without an audience
	Talk    *Talk        // a person presents the board; nil if not
}

// Talk is what the foot of the screen shows during a talk, in place of the keys that apply: the key that was pressed.
type Talk struct{ Pressed Key }

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
	CardSpot                            // a card, Item is its number in the ColumnKind that In is
	DeletedSpot                         // what others deleted
	HappenedSpot                        // an item of the feed, Item is its index
	CanvasSpot                          // a dependency view, outside of the following
	TaskSpot                            // a task, Item is its number in the dependency view
	LinkSpot                            // a link, Item is its number there
	WaveSpot                            // the title of a wave, Item is its number in graph.Layout.Columns
	FinishedSpot                        // the number of folded finished tasks
)

// ColumnOf returns the column that a ColumnSpot or a SectionSpot belongs to.
func ColumnOf(s Spot) ColumnKind {
	if s.Kind == SectionSpot {
		return sections[s.Item].column
	}
	return ColumnKind(s.Item)
}

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
