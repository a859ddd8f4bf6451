package view

// Rect is a rectangle of cells.
type Rect struct{ X, Y, W, H int }

// Contains says whether a cell lies inside.
func (r Rect) Contains(x, y int) bool {
	return x >= r.X && x < r.X+r.W && y >= r.Y && y < r.Y+r.H
}

// Empty says whether no cell lies inside.
func (r Rect) Empty() bool { return r.W <= 0 || r.H <= 0 }

// Breadth is which of the three shapes of the board a width gets.
type Breadth uint8

// The breadths.
const (
	TooSmall Breadth = iota // nothing useful fits
	Narrow                  // one column at a time
	Medium                  // three narrow columns
	Wide                    // three columns
)

// The smallest usable size, and where the shapes begin, in cells.
const (
	MinWidth, MinHeight = 20, 5
	MediumWidth         = 60
	WideWidth           = 100
	PanelWidth          = 150 // a detail beside the board from here on without being asked
)

// Opts is what a layout depends on beside the size.
type LayoutOptions struct {
	Focus   ColumnKind // the column shown where only one fits
	Detail  bool       // a detail is open: beside the board where there is room, else instead of it
	Caption int        // rows a story's bar needs, 0 where there is none

	View       ViewKind // the dependencies take the place of the columns
	Linking    bool     // a gesture has its panel below them
	Candidates int      // how many tasks the panel need show at most; 0 for as many as it has room for
}

// ColumnRects are the places of one column.
type ColumnRects struct {
	All   Rect // everything; empty where the column is not shown
	Title Rect // title and share rule
	Cards Rect // the cards with their counts above and below: everything between title and news
}

// PictureRects are the places of a dependency picture, from top to bottom. Empty ones are not shown.
type DepViewRects struct {
	Tabs   Rect // names the projections, and how many tasks there are of each kind
	Titles Rect // the waves, or the three parts of a focus
	Canvas Rect // boxes and lines, or lines of the log
	Foot   Rect // what is folded away, and the map of waves
	Below  Rect // under a thin rule: about the selected task, chain and ranking, or a gesture's panel
}

// Layout is where everything is, for one size.
type Layout struct {
	W, H    int
	Breadth Breadth
	Compact bool // no empty rows between cards
	Header  Rect
	Strip   Rect // counts, where only one column fits
	Body    Rect // all columns
	Columns [Columns]ColumnRects
	Detail  Rect // empty when no detail is shown
	Full    bool // the detail takes the place of the board
	Caption Rect
	News    Rect
	Footer  Rect

	View    ViewKind
	DepView DepViewRects
}

// Hit is one card on the screen.
type CardHit struct {
	Row, Height int // rows from the top of the screen
	Index       int // which card of its column
	Lane        int // 1 + the lane whose head stands in the row above it, 0 for none
}
