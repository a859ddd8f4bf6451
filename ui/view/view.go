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
