package graph

import "slices"

// foldStub is the cells of a stub beside its name: a blank on both sides, and how many more there are.
const foldStub = 4

// cutLead is how many cells of a line are left at a cut, with its head.
const cutLead = 2

// Fold puts the waves of a layout that is wider than w cells into bands below each other, as a text is folded. A line from
// one band to another is cut, with a stub of so many cells at both ends. What does not fit in any case is left as
// it is. Where h rows have room for it there is a second free row between two bands.
func (l *Layout) Fold(w, h int) *Layout {
	bands := l.bands(w, l.Names+foldStub)
	if len(bands) < 2 {
		return l
	}
	f := l.fold(bands, 1)
	if f.H+len(bands)-1 <= h {
		f = l.fold(bands, 2)
	}
	return f
}

// fold puts the waves of a layout into bands with so many free rows between two.
func (l *Layout) fold(bands []band, free int) *Layout {
	f := &Layout{Framed: l.Framed, Names: l.Names, Untidy: l.Untidy, boxOf: l.boxOf, record: l.record}
	f.Columns, f.Boxes = slices.Clone(l.Columns), slices.Clone(l.Boxes)
	of := make([]int, len(l.Columns)) // the band of each column
	for k, b := range bands {
		for c := b.first; c <= b.last; c++ {
			of[c] = k
		}
	}
	var pieces []cutLine
	for i := range l.Lines {
		pieces = append(pieces, l.cutLine(i, bands, of)...)
	}
	top := 0
	for k := range bands {
		b := &bands[k]
		rows := l.rowsOf(of, k, pieces)
		if k > 0 {
			top += free + 1 // and the titles
		}
		for c := b.first; c <= b.last; c++ {
			f.Columns[c].X += b.shift
			f.Columns[c].Top = top - 1
			f.W = max(f.W, f.Columns[c].X+f.Columns[c].W+margin)
		}
		for i := range f.Boxes {
			if box := &f.Boxes[i]; of[box.Column] == k {
				by := top + rows[box.Y] - box.Y
				box.X, box.Y, box.Row = box.X+b.shift, box.Y+by, box.Row+by
				if box.OutRow >= 0 {
					box.OutRow += by
				}
				box.Ports = slices.Clone(box.Ports)
				for p := range box.Ports {
					box.Ports[p].Y += by
				}
				f.H = max(f.H, box.Y+box.H)
			}
		}
		for i := range pieces {
			if p := &pieces[i]; p.band == k {
				for j, q := range p.points {
					p.points[j] = Point{q.X + b.shift, top + rows[q.Y]}
					f.W, f.H = max(f.W, p.points[j].X+1), max(f.H, p.points[j].Y+1)
				}
			}
		}
		top = f.H
	}
	for _, p := range pieces {
		f.Lines = append(f.Lines, Line{Edge: p.edge, Points: p.points})
		f.ends = append(f.ends, lineEnds{from: p.from, to: p.to, along: -1})
		f.addStub(p, l.Names+foldStub)
	}
	return f
}

// band is waves that stand beside each other, how far they are moved, and between which cells lines are whole.
type band struct {
	first, last int
	shift       int
	left, right int
}

// bands shares the waves among as few bands as they need.
func (l *Layout) bands(w, stub int) []band {
	// A line that comes back runs in the gaps beside a band: there lines are cut behind all that runs in the gap.
	back := slices.ContainsFunc(l.Lines, func(n Line) bool { return n.Points[0].X > n.Points[len(n.Points)-1].X })
	lead := func(gap int) int {
		if back {
			return gap
		}
		return cutLead
	}
	gap := func(c int) int { // left of a column
		if c == 0 || c == len(l.Columns) {
			return 0
		}
		return l.Columns[c].X - l.Columns[c-1].X - l.Columns[c-1].W
	}
	end := func(c int) int { return l.Columns[c].X + l.Columns[c].W }
	var bands []band
	for c := 0; c < len(l.Columns); {
		b := band{first: c, last: c, left: l.Columns[c].X - lead(gap(c))}
		if c > 0 {
			b.shift = stub + 1 - b.left
		}
		for b.last+1 < len(l.Columns) {
			next := b.last + 1
			room := lead(gap(next+1)) + stub + 1
			if next+1 == len(l.Columns) {
				room = l.W - end(next)
			}
			if end(next)+b.shift+room > w || l.W > w && l.Columns[next].Stuck != l.Columns[b.last].Stuck { // what is stuck has bands of its own
				break
			}
			b.last++
		}
		b.right = end(b.last) - 1 + lead(gap(b.last+1))
		bands = append(bands, b)
		c = b.last + 1
	}
	return bands
}

// cutLine is what is left of a line in a band.
type cutLine struct {
	edge, from, to int32
	band           int
	points         []Point
	cut            cutKind
}

// cutKind is which end of a line is cut off.
type cutKind uint8

const (
	uncut cutKind = iota
	cutStart
	cutEnd
)

// cutLine cuts a line where it leaves the band of its source, and where it comes into that of its target.
func (l *Layout) cutLine(i int, bands []band, of []int) []cutLine {
	n := &l.Lines[i]
	from, to := l.columnOfEnd(n.Points[0].X-1), l.columnOfEnd(n.Points[len(n.Points)-1].X+1)
	a, b := of[from], of[to]
	whole := cutLine{edge: n.Edge, from: l.ends[i].from, to: l.ends[i].to, band: a, points: slices.Clone(n.Points)}
	if a == b {
		return []cutLine{whole}
	}
	head, tail := whole, whole
	head.cut, tail.cut, tail.band = cutEnd, cutStart, b
	if a < b {
		head.points, tail.points = clip(n.Points, bands[a].right), clip(reversed(n.Points), bands[b].left)
	} else {
		head.points, tail.points = clip(n.Points, bands[a].left), clip(reversed(n.Points), bands[b].right)
	}
	slices.Reverse(tail.points)
	return []cutLine{head, tail}
}

// columnOfEnd returns the column at whose edge a line ends.
func (l *Layout) columnOfEnd(x int) int {
	for c := range l.Columns {
		if k := &l.Columns[c]; x >= k.X && x < k.X+k.W {
			return c
		}
	}
	return 0
}

func reversed(points []Point) []Point {
	points = slices.Clone(points)
	slices.Reverse(points)
	return points
}

// clip returns the beginning of a way, up to where it first comes to a column of cells.
func clip(points []Point, x int) []Point {
	kept := []Point{points[0]}
	for i := 1; i < len(points); i++ {
		p, q := points[i-1], points[i]
		if p.Y == q.Y && min(p.X, q.X) <= x && x <= max(p.X, q.X) {
			return appendPoint(kept, Point{x, p.Y})
		}
		kept = appendPoint(kept, q)
	}
	return kept
}

// rowsOf returns the new rows of a band for those it had: rows that only passing lines of others had are left out.
func (l *Layout) rowsOf(of []int, k int, pieces []cutLine) []int {
	used := make([]bool, l.H+1)
	for i := range l.Boxes {
		if b := &l.Boxes[i]; of[b.Column] == k {
			for y := b.Y; y < b.Y+b.H; y++ {
				used[y] = true
			}
		}
	}
	for _, p := range pieces {
		if p.band == k {
			for _, q := range p.points {
				used[q.Y] = true
			}
		}
	}
	rows := make([]int, l.H+1)
	at, free := 0, 1 // nothing above the first
	for y, on := range used {
		rows[y] = at
		switch {
		case on:
			at, free = at+1, 0
		case free == 0 && l.spaced():
			at, free = at+1, 1
		}
	}
	return rows
}

// spaced reports whether boxes have a free row between them.
func (l *Layout) spaced() bool { return l.record.Gap > 0 }

// Wrap puts a layout that is higher than h rows into columns beside each other, as a newspaper does, where parts of it have
// no line to each other: islands then stand side by side. What hangs together stays together.
func (l *Layout) Wrap(w, h int) *Layout {
	if l.H <= h || len(l.Stubs) > 0 || len(l.Boxes) == 0 {
		return l
	}
	begin, end := make([]int, l.H+1), make([]int, l.H+1) // how many boxes and lines do in each row
	span := func(lo, hi int) { begin[lo]++; end[hi]++ }
	for i := range l.Boxes {
		span(l.Boxes[i].Y, l.Boxes[i].Y+l.Boxes[i].H)
	}
	for i := range l.Lines {
		lo, hi := l.H, 0
		for _, p := range l.Lines[i].Points {
			lo, hi = min(lo, p.Y), max(hi, p.Y+1)
		}
		span(lo, hi)
	}
	var cuts []int // rows at which nothing goes on
	depth := 0
	for y := range l.H {
		if depth -= end[y]; depth == 0 && begin[y] > 0 {
			cuts = append(cuts, y)
		}
		depth += begin[y]
	}
	cuts = append(cuts, l.H)
	wide := l.W
	var starts []int // the row each newspaper column begins with
	for i := 0; i+1 < len(cuts); i++ {
		if len(starts) == 0 || cuts[i+1]-starts[len(starts)-1] > h {
			starts = append(starts, cuts[i])
		}
	}
	if len(starts) < 2 || len(starts)*wide > w {
		return l
	}
	f := &Layout{Framed: l.Framed, Names: l.Names, Untidy: l.Untidy, W: len(starts) * wide, boxOf: l.boxOf, record: l.record, ends: l.ends}
	place := func(y int) (dx, dy int) {
		k, _ := slices.BinarySearch(starts, y+1)
		return (k - 1) * wide, -starts[k-1]
	}
	for k := range starts {
		for _, c := range l.Columns {
			c.X, c.Count, c.Done = c.X+k*wide, 0, 0
			f.Columns = append(f.Columns, c)
		}
	}
	f.Boxes = slices.Clone(l.Boxes)
	for i := range f.Boxes {
		b := &f.Boxes[i]
		dx, dy := place(b.Y)
		b.Column += dx / wide * len(l.Columns)
		f.Columns[b.Column].Count++ // each tells what stands under it
		if b.Done {
			f.Columns[b.Column].Done++
		}
		b.X, b.Y, b.Row = b.X+dx, b.Y+dy, b.Row+dy
		if b.OutRow >= 0 {
			b.OutRow += dy
		}
		b.Ports = slices.Clone(b.Ports)
		for p := range b.Ports {
			b.Ports[p].Y += dy
		}
		f.H = max(f.H, b.Y+b.H)
	}
	for _, n := range l.Lines {
		dx, dy := place(n.Points[0].Y)
		n.Points = slices.Clone(n.Points)
		for p := range n.Points {
			n.Points[p].X, n.Points[p].Y = n.Points[p].X+dx, n.Points[p].Y+dy
			f.H = max(f.H, n.Points[p].Y+1)
		}
		f.Lines = append(f.Lines, n)
	}
	return f
}
