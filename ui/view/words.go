package view

// Words is the title of a task, and how many cells its other words need: the names of missing ids each with a blank before it.
type Words struct {
	ID                  int
	Subject             Text
	Owner, Age, Missing int
	Behind              int // how many wait behind it, with a blank before that
}

// The cells of a task's words: of a subject there are at most subjectEnough where all have room, and a line is none without
// lineSubject of it.
const (
	subjectEnough = 48
	lineSubject   = 10
	dotCells      = 4 // a blank, the glyph, a blank before the id and one behind it
)

// cells returns how wide a task is to be at a zoom.
func (w Words) cells(z Zoom) int {
	subject := min(w.Subject.Width(), subjectEnough)
	switch z {
	case ZoomDots:
		id := w.ID
		if w.Missing > 0 {
			id += 2 + w.Missing
		}
		return dotCells + id
	case ZoomLines, ZoomList:
		return subject + w.lineSides()
	}
	note := w.note()
	if w.Age > 0 {
		note += 1 + w.Age
	}
	return max(boxSides+max(subject+1, note, w.lacks()), boxEasy)
}

// note returns the cells of the row below a title in a box, without an age.
func (w Words) note() int {
	note := 2 + w.ID + w.Behind
	if w.Owner > 0 {
		note += 1 + w.Owner
	}
	return note
}

// titleRows returns how many rows the title needs in a box, or in a row without a frame, of so many cells.
func (w Words) titleRows(z Zoom, cells int) int {
	switch z {
	case ZoomDots:
		return 1
	case ZoomLines, ZoomList:
		var rooms [mostRows]int
		for i := range rooms {
			rooms[i] = cells - dotCells
		}
		rooms[0] = cells - w.lineSides()
		set, whole := breakTitle(w.Subject, rooms[:])
		return set.rows(whole)
	}
	return len(w.Subject.Wrap(max(cells-boxSides, 1)))
}

// lineSides returns the cells of a line beside its title.
func (w Words) lineSides() int { return dotCells + w.ID + 1 + w.lacks() + w.Behind }

// lacks returns the cells that tell which ids no file has.
func (w Words) lacks() int {
	if w.Missing == 0 {
		return 0
	}
	return 1 + w.Missing + wordMissing.Width()
}

// boxSides is the cells of a box beside its words, boxEasy what a box has where there is room, so that its frame has words too.
const boxSides, boxEasy = 4, 24
