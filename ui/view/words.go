package view

// Words is the title of a task, and how many cells its other words need: the names of missing ids each with a blank before it.
type Words struct {
	ID                  int
	Subject             Text
	Owner, Age, Missing int
	Behind              int // how many wait behind it, with a blank before that
}

// subjectEnough is the cells of a title in a row at most where all have room; lineSubject those without which a title says nothing.
const subjectEnough, lineSubject = 48, 10

// cells returns how wide a box is to be.
func (w Words) cells() int {
	note := w.note()
	if w.Age > 0 {
		note += 1 + w.Age
	}
	return max(boxSides+max(min(w.Subject.Width(), subjectEnough)+1, note, w.lacks()), boxEasy)
}

// note returns the cells of the row below a title in a box, without an age.
func (w Words) note() int {
	note := 2 + w.ID + w.Behind
	if w.Owner > 0 {
		note += 1 + w.Owner
	}
	return note
}

// titleRows returns how many rows the title needs in a box of so many cells.
func (w Words) titleRows(cells int) int { return len(w.Subject.Wrap(max(cells-boxSides, 1))) }

// lacks returns the cells that tell which ids no file has.
func (w Words) lacks() int {
	if w.Missing == 0 {
		return 0
	}
	return 1 + w.Missing + wordMissing.Width()
}

// boxSides is the cells of a box besides its words, boxEasy what a box has where there is room, so that its frame has words too.
const boxSides, boxEasy = 4, 24
