package lay

// A FormSize is what the height of a card depends on.
type FormSize struct {
	Rows  [FormCount]int // by form; none has fewer than the one before
	Group int            // cards of one group follow each other
	First bool           // it has the second form before the others have
}

// FormCount is the number of forms of a card: of one row, of two, and with its whole title.
const FormCount = 3

// A Forms says which card has which form, and where rows are left free.
type Forms struct {
	Of      []uint8 // the form of each card
	Apart   bool    // a row is free between two cards
	Parted  bool    // a row is free between two groups
	Scrolls bool    // not all cards have room
}

// slack is the number of rows that stay free when a card gets more while the board runs.
const slack = 3

// A FormRoom is the rows that cards have.
type FormRoom struct {
	Rows  int
	Low   bool // there are too few for a card that comes first to have more than one from the start
	Parts bool // rows may be left free between groups and between cards
	Last  int  // cards of one row that come after the others, before any of those is shown whole
}

// Used returns the rows that the cards take.
func (p *Forms) Used(cards []FormSize) (rows int) {
	for i := range cards {
		rows += cards[i].Rows[p.Of[i]]
		if i > 0 && p.Gap(cards, i) {
			rows++
		}
	}
	return rows
}

// Gap reports whether a row is free above a card that is not the first.
func (p *Forms) Gap(cards []FormSize, i int) bool {
	return p.Apart || p.Parted && cards[i].Group != cards[i-1].Group
}

// least returns the form that a card has at least.
func (s *FormRoom) least(c *FormSize) uint8 {
	if c.First && !s.Low {
		return 1
	}
	return 0
}

// Begin gives every card its least form.
func (p *Forms) Begin(cards []FormSize, space *FormRoom) {
	p.Apart, p.Parted, p.Scrolls = false, false, false
	p.Of = append(p.Of[:0], make([]uint8, len(cards))...)
	for i := range cards {
		p.Of[i] = space.least(&cards[i])
	}
}

// grow gives cards a form, from the top down, as long as keep of the free rows are left. It returns how many are left.
func (p *Forms) grow(cards []FormSize, form uint8, free, keep int) int {
	for i := range cards {
		if p.Of[i] >= form {
			continue
		}
		more := cards[i].Rows[form] - cards[i].Rows[p.Of[i]]
		if more > free-keep && more > 0 {
			break
		}
		p.Of[i] = form
		free -= more
	}
	return free
}

// groups returns the number of places between two groups.
func groups(cards []FormSize) (n int) {
	for i := 1; i < len(cards); i++ {
		if cards[i].Group != cards[i-1].Group {
			n++
		}
	}
	return n
}

// Fit works the forms out anew: first two rows for each card, then a row between groups, then whole titles, then a row
// between all cards.
func (p *Forms) Fit(cards []FormSize, space FormRoom) {
	p.Begin(cards, &space)
	free := space.Rows - p.Used(cards)
	if p.Scrolls = free < 0; p.Scrolls {
		return
	}
	free = p.grow(cards, 1, free, 0)
	free -= min(free, space.Last)
	parts := groups(cards)
	if space.Parts && parts > 0 && parts <= free {
		p.Parted, free = true, free-parts
	}
	free = p.grow(cards, 2, free, 0)
	more := len(cards) - 1
	if p.Parted {
		more -= parts
	}
	p.Apart = space.Parts && more > 0 && more <= free
}

// Adapt works the forms out from those that the cards had, of which new cards have none: rows are taken only where too
// few are left, from the bottom up, and given only where some stay free. A new card has two rows, and its whole title
// before there are rows between all cards: what just happened is not the smallest.
func (p *Forms) Adapt(cards []FormSize, had []uint8, space FormRoom) {
	apart, parted := p.Apart, p.Parted
	p.Begin(cards, &space)
	p.Apart, p.Parted = apart && space.Parts, parted && space.Parts
	titles := 0 // the rows that new cards lack
	for i := range cards {
		if had[i] != NewForm {
			p.Of[i] = max(had[i], p.Of[i])
		} else {
			p.Of[i] = 1
			titles += cards[i].Rows[2] - cards[i].Rows[1]
		}
	}
	free := space.Rows - p.Used(cards)
	if p.Apart && titles > 0 && free-slack < titles {
		p.Apart = false
		free = space.Rows - p.Used(cards)
	}
	if free < 0 {
		free = p.shrink(cards, space, free)
	}
	if p.Scrolls {
		return
	}
	free = p.grow(cards, 1, free, slack)
	free -= min(free, space.Last)
	p.grow(cards, 2, free, slack)
}

// NewForm is the form of a card that was not there before.
const NewForm = 255

// shrink takes back what was given last until the cards have room, or notes that they have none. It returns the rows
// that are left if only those between cards were taken, which may be more than were needed.
func (p *Forms) shrink(cards []FormSize, space FormRoom, free int) int {
	take := func(form uint8) {
		for i := len(cards) - 1; i >= 0 && free < 0; i-- {
			if p.Of[i] == form && p.Of[i] > space.least(&cards[i]) {
				free += cards[i].Rows[form] - cards[i].Rows[form-1]
				p.Of[i]--
			}
		}
	}
	if p.Apart {
		p.Apart = false
		if free = space.Rows - p.Used(cards); free >= 0 {
			return free
		}
	}
	take(2)
	if p.Parted && free < 0 {
		p.Parted = false
		free = space.Rows - p.Used(cards)
	}
	take(1)
	p.Scrolls = free < 0
	return 0
}
