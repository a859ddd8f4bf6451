package graph

import "slices"

// List returns a layout of the same boxes without lines, of a row or more for each, whose waves and boxes stand where place puts them. What
// every line would have said is said of its ends.
func (l *Layout) List(place func(columns []Column, boxes []Box)) *Layout {
	f := &Layout{Listed: true, boxOf: l.boxOf, record: l.record}
	f.Columns, f.Boxes = slices.Clone(l.Columns), slices.Clone(l.Boxes)
	for i := range f.Boxes {
		b := &f.Boxes[i]
		b.Hidden, b.Ports, b.Cut = b.Hidden+len(b.Ports), nil, slices.Clone(b.Cut)
	}
	for _, e := range l.ends {
		b := &f.Boxes[l.boxOf[e.from]]
		b.Cut = append(b.Cut, e.to)
	}
	place(f.Columns, f.Boxes)
	for i := range f.Boxes {
		b := &f.Boxes[i]
		b.Row, b.OutRow = b.Y, -1
		f.W, f.H = max(f.W, b.X+b.W), max(f.H, b.Y+b.H)
	}
	return f
}
