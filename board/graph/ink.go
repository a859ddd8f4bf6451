package graph

// Weight is how thick a line is.
type Weight uint8

// The weights.
const (
	None   Weight = iota
	Dashed        // a light line with gaps: what is not there yet, or is no file
	Light
	Heavy
	Double
)

// Stroke is how a line or a frame is drawn. Class is the caller's, for its colours: where several edges of one source
// share a cell the one with the highest Class gives the look.
type Stroke struct {
	Weight Weight
	Class  uint8
}

// Cell is one cell of a drawing.
type Cell struct {
	Up, Right, Down, Left Weight // arms; None everywhere for a blank, or for the inside of a box
	Class                 uint8
	Arrow                 bool  // the head of a line, pointing right (or left, on a return line: then Right has the arm)
	Edge                  int32 // the edge seen here, -1 for none
	Node                  int32 // the box whose frame or inside this is, -1 for none
	Text                  bool  // inside a box: the caller writes here
}

// Ink is a window of a drawing, rows of cells.
type Ink struct {
	W, H  int
	Cells []Cell
}

// At is a cell of the window, from its corner.
func (k *Ink) At(x, y int) *Cell { return &k.Cells[y*k.W+x] }

// Draw inks the part of a layout that a window shows. Line and frame say how each edge and each node's frame is drawn;
// an edge or a frame of Weight None is left out.
func (l *Layout) Draw(x, y, w, h int, line func(edge int32) Stroke, frame func(node int32) Stroke) *Ink {
	return &Ink{} // SKELETON
}

// Trace adds a polyline over everything but boxes, with an arrowhead at its end: a link that is only being thought of.
func (k *Ink) Trace(x, y int, points []Point, s Stroke) {} // SKELETON

// Rune is the character for a cell, a space for none; with ascii one of + - | = # > < and their like.
func (c Cell) Rune(ascii bool) rune { return ' ' } // SKELETON
