// Package view draws every screen. Its functions are pure: values, a size and a sheet of styles in, exactly that
// many cells out. They read no clock, no terminal and no model; what is on the screen is what the values say.
//
// A Layout (rectangles by name) is computed first and used by both the drawing and the mouse. A Painter does the
// drawing: it keeps the drawn lines of cards, so that a frame in which one card changed draws one card, and a frame
// in which nothing changed is the same string again. Only cards that are visible are ever asked for.
//
// A Picture shows the dependencies in place of the columns, in one of three projections. Where its boxes and lines are
// is known to a graph.Layout, which LayGraph and LayFocus make for a Layout; a Picture says through which window it is
// seen (ScrollGraph), what each task and link looks like (Marks), and HitPicture finds what is under the mouse.
package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Text is text that is safe to show; nothing else is drawn.
type Text = safetext.Text

// Span is a piece of a line in one style.
type Span struct {
	Text  Text
	Style style.Style
}

// Line is one line of styled text, such as rendered Markdown or a piece of news.
type Line []Span

// Width gives the cells the line takes.
func (l Line) Width() int {
	w := 0
	for i := range l {
		w += l[i].Text.Width()
	}
	return w
}

// State is the state of a task as its glyph shows it.
type State uint8

// The states.
const (
	Ready     State = iota // pending, nothing in its way
	Waiting                // pending, blocked
	Missing                // pending, blocked by a task that does not exist
	Stuck                  // pending, behind a loop
	Running                // in progress
	Done                   // completed
	Unknown                // a status word its dialect does not know
	Broken                 // a file that cannot be read
	Failed                 // failed
	Skipped                // skipped or cancelled
	Container              // a parent that is never worked on itself
	states    = int(Container) + 1
)

// Card is one task on the board. Equal cards are drawn equally; whatever is to be seen must be in here.
type Card struct {
	Key          string // tells cards apart, never shown
	State        State
	Subject      Text
	ID           Text        // shortened, "#07"
	Owner        Text        // empty for none
	Hue          style.Style // style.You, style.OwnerHue(name) or style.Nobody
	Note         Text        // second row after the id, dim: "waits for"
	Names        Text        // second row after the remark, stronger: "Wave layout", "2 tasks", "a missing task"
	Age          Text        // "12m"; empty for unknown
	AtLeast      bool        // the age is a lower bound
	Doing        Text        // third row: the active form
	Warn         Text        // third row instead of Doing: "no write for 31m", "started early"
	Alarm        bool        // Warn is a danger rather than a warning
	Behind       int         // tasks waiting behind it; above 99 drawn as 99+
	Fresh        uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark         style.Style // hue of the mark: who changed it; Plain means the accent
	Lit          bool        // it just arrived in this column
	Pending      bool        // our own write of it is in flight
	HasWorktree  bool        // it has a worktree
	WorktreeName Text        // its name: second row behind all else where there is room, else a sign on the first row stands for it
	OneSided     bool        // a link of it is written on one side only
}

// Height gives the rows the card takes, without the row that separates cards.
func (c *Card) Height() int {
	if c.Doing.Empty() && c.Warn.Empty() {
		return 2
	}
	return 3
}

// Kind names a column.
type ColumnKind uint8

// The columns, from left to right.
const (
	PendingColumn ColumnKind = iota
	InProgressColumn
	CompletedColumn
)

// Columns is how many columns a board has.
const Columns = 3

// Column is one column, virtual: At is asked for the cards that are visible and for no other.
type Column struct {
	Len      int // cards in it, behind the filter
	Total    int // cards in it without the filter, but for containers
	Parents  int // of Len, the containers, which count in no total
	First    int // the first visible card
	Selected int // the selected card, -1 for none
	At       func(i int) Card
	Lanes    []Lane // of several lists, those that have a card in it, from the top; the first begins at 0
}

// Freshness says how well the picture follows the disk.
type Freshness uint8

// The freshness words.
const (
	Live Freshness = iota
	Loading
	Polling
	Stale    // Header.Since says for how long
	Lost     // the directory is gone
	Awaiting // there is no directory yet; it opens when it appears
)

// Header is the line at the top.
type Header struct {
	Project   Text
	Directory Text
	Fresh     Freshness
	Since     Text
	Note      Text // "read only", "paused", "2x": dim, before the freshness word
	Total     int
	Done      int
	Running   int
}

// Key is a key and what it does, for the footer, help and dialogs.
type Key struct {
	Name, Does Text
	Off        bool  // does not apply now: greyed in help
	Rank       uint8 // of several that do not all fit, the lowest stays longest
	Keep       bool  // in the footer whatever its width: how to find, to leave and to learn the rest
}

// Level says how much a piece of news matters.
type Level uint8

// The levels.
const (
	Info   Level = iota
	Notice       // an answer to a key, neither good nor bad
	Good
	Warning
	Danger
)

// News is the line above the footer: the newest change, or a notice.
type News struct {
	At    Text // "12:04"; empty for a notice
	Line  Line
	Level Level // above Notice it begins with a sign in its colour
}

// Prompt is one line of input in place of the news: the filter.
type Prompt struct {
	Label  Text // "/"
	Text   Text
	Cursor int  // in cells from the start of Text
	Hint   Text // shown while Text is empty
	Tally  Text // at the right: "3 of 18"
	Error  Text // at the right instead of Tally
}

// Board is the whole board as values.
type Board struct {
	Header  Header
	Columns [Columns]Column
	Focus   ColumnKind // the column in focus; the one shown where only one fits
	News    News
	Prompt  *Prompt // in place of News
	Keys    []Key   // footer, the most important first; the last one (help) is always kept
	Dimmed  bool    // a last picture: everything faint
	Static  bool    // reduced motion: marks do not fade, nothing is lit
}

// Screen is all there is to draw: a board, and what lies beside, instead of or over it.
type Screen struct {
	Board   Board
	Detail  *Detail  // drawn in Layout.Detail
	DepView *DepView // in place of the columns, as Opts.Projection says
	Empty   *Empty   // in place of the columns or the picture
	Overlay Overlay  // floats over everything; nil for none
	Caption *Caption // the bar of a story
}

// Overlay is what floats: *Help, *Confirm, *Form, *Problems, *Message, *Picker, *Conflict, *Link, *Work or *Team.
type Overlay interface {
	// box draws it for a screen of w by h cells.
	box(pt *Painter, w, h int) floatBox
}

// Caption is the bar a story tells its beats in.
type Caption struct {
	Text     Text
	Step, Of int
}
