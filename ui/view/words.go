package view

// Words is the title of a task, and the cells of its other words: of names of missing ids, with a blank before each.
type Words struct {
	ID                  int
	Subject             Text
	Owner, Age, Missing int
	Behind              int // the number of tasks behind it, with a blank before
}

// subjectEnough is the most cells of a row of a title, even if there is space; lineSubject the fewest in which a title is of use.
const subjectEnough, lineSubject = 48, 10

// cells returns the preferred width of a box.
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

// titleRows returns the number of rows that the title needs in a box of a width.
func (w Words) titleRows(cells int) int { return len(w.Subject.Wrap(max(cells-boxSides, 1))) }

// lacks returns the cells of the ids that no file has.
func (w Words) lacks() int {
	if w.Missing == 0 {
		return 0
	}
	return 1 + w.Missing + wordMissing.Width()
}

// boxSides is the cells of a box without its words, boxEasy the width of a box, if there is space, in which words fit into the frame.
const boxSides, boxEasy = 4, 24
