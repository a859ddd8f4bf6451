package view

// cutSubject is a subject that is cut to a room of cells; the zero one is of a card that shows its own whole.
type cutSubject struct {
	subject Text
	room    int
	alike   int // in how many cells it begins as another that looks the same then, 0 where none does
}

// cutTo returns the subject of a card where it is cut to a room.
func (c *Card) cutTo(room int) cutSubject {
	if c.Open || c.Subject.Width() <= room {
		return cutSubject{}
	}
	return cutSubject{subject: c.Subject, room: room}
}

// addCut adds the subject of the next card to those that are cut, and finds which of them look the same: each pair is compared once.
func (pt *Painter) addCut(c cutSubject) {
	for i := range pt.cuts {
		o := &pt.cuts[i]
		if c.subject.Empty() || o.subject.Empty() {
			continue
		}
		if n := c.subject.Alike(o.subject); n >= min(c.room, o.room)-1 { // the mark takes a cell
			c.alike, o.alike = max(c.alike, n), max(o.alike, n)
		}
	}
	pt.cuts = append(pt.cuts, c)
}
