package view

import (
	"strings"

	"sideboard/ui/safetext"
)

// Words is the title of a task, and the cells of its other words: of names of missing ids, with a blank before each.
type Words struct {
	ID                  int
	Subject             Text
	Owner, Age, Missing int
	Behind              int // the number of tasks behind it, with a blank before
}

// subjectEnough is the most cells of a row of a title, even if there is space; lineSubject the fewest in which a title
// is of use.
const subjectEnough, lineSubject = 48, 10

// cells returns the preferred width of a box.
func (w Words) cells() int {
	title := signCells + min(w.Subject.Width(), subjectEnough)
	if w.Age > 0 {
		title += 1 + w.Age
	}
	return max(boxSides+max(title, w.note(), w.lacks()), boxEasy)
}

// leastCells returns the width of the narrowest box that breaks no word of the title, the first one next to the sign
// and the age.
func (w Words) leastCells() int {
	widest := w.note()
	beside := signCells
	if w.Age > 0 {
		beside += 1 + w.Age
	}
	for word := range strings.FieldsSeq(w.Subject.String()) {
		widest, beside = max(widest, beside+safetext.Line(word).Width()), 0
	}
	return boxSides + widest
}

// note returns the cells of the last row of a box.
func (w Words) note() int {
	note := w.ID
	if w.Owner > 0 {
		note = w.Owner
	}
	return note + w.Behind
}

// lines returns the title in a box of a width, row by row; in the first one the sign is before it and an age behind it.
func (w Words) lines(cells int) (lines []Text) {
	room := max(cells-boxSides, 1)
	first := room - signCells
	if w.Age > 0 {
		first -= 1 + w.Age
	}
	for rest := w.Subject; !rest.Empty(); {
		var line Text
		line, rest = rest.Break(max(first, 1))
		lines, first = append(lines, line), room
	}
	return lines
}

// titleRows returns the number of rows that the title needs in a box of a width.
func (w Words) titleRows(cells int) int { return max(len(w.lines(cells)), 1) }

// lacks returns the cells of the ids that no file has.
func (w Words) lacks() int {
	if w.Missing == 0 {
		return 0
	}
	return 1 + w.Missing + wordMissing.Width()
}

// boxSides is the cells of a box without its words, signCells those of the sign before the title, and boxEasy the width
// of a box if there is space.
const boxSides, signCells, boxEasy = blockPad + 1, 2, 20

// widestWord returns the cells of the widest word of a text.
func widestWord(t Text) (w int) {
	for word := range strings.FieldsSeq(t.String()) {
		w = max(w, safetext.Line(word).Width())
	}
	return w
}

// blockPad is the cells of a block before its words: its bar and a blank. One is left free at the right end.
const blockPad = 2
