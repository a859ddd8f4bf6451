package view

import "sideboard/ui/safetext"

// sayAgeOnce blanks the age of finished work where the card above says the same, and keeps its place.
func (c *Card) sayAgeOnce(said *Text) {
	if c.Age == *said {
		c.Age = safetext.Spaces(c.Age.Width())
		return
	}
	*said = c.Age
}

// cutSubject is a subject that is cut to a room of cells; the zero one is of a card that shows its own whole.
type cutSubject struct {
	subject Text
	room    int
}

// cutTo returns the subject of a card where it is cut to a room.
func (c *Card) cutTo(room int) cutSubject {
	if c.Open || c.Subject.Width() <= room {
		return cutSubject{}
	}
	return cutSubject{c.Subject, room}
}

// alike returns in how many cells one of the subjects that are cut begins as another that looks the same then, 0 where none does.
func (pt *Painter) alike(i int) (cells int) {
	c := pt.cuts[i]
	for j, o := range pt.cuts {
		if j == i || c.subject.Empty() || o.subject.Empty() {
			continue
		}
		if n := c.subject.Alike(o.subject); n >= min(c.room, o.room)-1 { // the mark takes a cell
			cells = max(cells, n)
		}
	}
	return cells
}
