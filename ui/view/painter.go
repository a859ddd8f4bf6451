package view

import "sideboard/ui/style"

// Frame is a drawn screen.
type Frame struct {
	Content string // h rows of exactly w cells, separated by line feeds
	Cursor  bool   // whether a text cursor belongs on it, and where
	X, Y    int
}

// Painter draws screens and remembers what it has drawn. One goroutine at a time. The zero Painter is not ready:
// NewPainter.
type Painter struct {
	sh *style.Sheet
}

// box is a drawn thing that floats.
type box struct {
	rows   []string
	w      int
	cursor bool
	x, y   int
}

// NewPainter makes a painter with nothing remembered.
func NewPainter() *Painter { return &Painter{} }
