package lay

// width returns the width of a bit in cells, 0 if it is empty.
func (b *Bit) width() int { return b.signWidth() + b.restWidth() }

// signWidth returns the cells of the sign and the blank behind it.
func (b *Bit) signWidth() int {
	switch {
	case b.Sign == "":
		return 0
	case b.Tight || b.restWidth() == 0:
		return 1
	}
	return 2
}

// restWidth returns the cells of everything after the sign.
func (b *Bit) restWidth() int {
	id, w := b.ID.Width(), b.textWidth()
	if id > 0 && w > 0 {
		return id + 1 + w // a blank between
	}
	return id + w
}

// textWidth returns the cells of the text.
func (b *Bit) textWidth() int {
	if b.Count > 0 {
		return Digits(b.Count)
	}
	if b.Most > 0 {
		return min(b.Text.Width(), b.Most)
	}
	return b.Text.Width()
}

// drawSign writes the sign of a bit with the blank behind it.
func (b *Bit) drawSign(p *Pen) {
	if b.Sign == "" {
		return
	}
	blanks := b.signWidth() - 1
	if b.Sign == " " {
		blanks++
	} else {
		p.Glyph(b.Hue, b.Sign)
	}
	p.Space(blanks)
}

// draw writes a bit in at most w cells.
func (b *Bit) draw(p *Pen, w int) {
	from, all := p.At, p.End
	p.End = min(p.At+max(w, 0), all)
	b.drawSign(p)
	if !b.ID.Empty() {
		p.Text(b.Style, b.ID)
		if b.textWidth() > 0 {
			p.Space(1)
		}
	}
	switch w := b.textWidth(); {
	case b.Count > 0:
		p.Number(b.Style, b.Count)
	case b.Typed:
		p.Matched(b.Style, b.Text, w, b.Find)
	default:
		p.Found(b.Style, b.Text, w, b.Find)
	}
	p.End = all
	if b.Kind != NoSpot {
		p.Spot(from, Spot{Kind: b.Kind, Item: b.Item, Key: b.Key})
	}
}

// Width returns the width of bits in cells.
func Width(bits ...Bit) int { return gappedWidth(bits, 0) }

// Left returns the cells that bits at the right end of a row, and the gap before them, leave of its room.
func Left(room, gap int, right ...Bit) int {
	if len(right) == 0 {
		return room
	}
	return room - gap - Width(right...)
}

// Draw writes the bits that fit.
func Draw(p *Pen, bits ...Bit) {
	for i := range bits {
		bits[i].draw(p, p.Room())
	}
}

// DrawRight writes bits at the right end of a row, some cells before it, if they have room there.
func DrawRight(p *Pen, right int, bits ...Bit) {
	if w := Width(bits...); w > 0 && w+right <= p.Room() {
		p.PadTo(p.End - right - w)
		Draw(p, bits...)
	}
}

// gappedWidth returns the width of bits in cells, with gap blanks between two of them.
func gappedWidth(bits []Bit, gap int) (w int) {
	for i := range bits {
		w += gapBefore(i, gap) + bits[i].width()
	}
	return w
}

// gapBefore returns the blanks before a piece by its index: gap between two of them, none before the first.
func gapBefore(i, gap int) int {
	if i == 0 {
		return 0
	}
	return gap
}

func (c *Cell) empty() bool {
	return c.Draw == nil && len(c.Lead)+len(c.Bits)+len(c.Line)+c.More == 0
}

// Width returns the width of all that is in a cell, in character cells.
func (c *Cell) Width() int {
	if c.Draw != nil {
		return c.Wide
	}
	return c.widthWith(c.Bits) + c.Line.Width()
}

// shortWidth returns the cells of the short form, of all if there is none.
func (c *Cell) shortWidth() int {
	if c.Short == nil {
		return c.Width()
	}
	return c.widthWith(c.Short)
}

// widthWith returns the cells of a cell with these bits.
func (c *Cell) widthWith(bits []Bit) int {
	return Width(c.Lead...) + gappedWidth(bits, c.Gap) + c.countWidth(c.More, len(bits))
}

// countWidth returns the cells of the number of omitted bits, "+3" after some that are shown, and of the blanks before
// it; 0 if none is omitted.
func (c *Cell) countWidth(more, shown int) int {
	if more == 0 {
		return 0
	}
	return gapBefore(shown, max(c.Gap, 1)) + 1 + Digits(more)
}

// used returns how many of room cells a cell uses, in its short form if it does not fit or short is set.
func (c *Cell) used(room int, short bool) int {
	w := c.Width()
	switch {
	case c.List:
		lead := Width(c.Lead...)
		_, _, w = c.list(room-lead, short)
		w += lead
	case w > room || short:
		w = c.shortWidth()
	}
	return min(w, room)
}

// draw writes a cell up to the end of the pen.
func (c *Cell) draw(p *Pen, short bool) {
	Draw(p, c.Lead...)
	c.drawBits(p, short)
}

// drawBits writes everything after the lead.
func (c *Cell) drawBits(p *Pen, short bool) {
	if c.Draw != nil {
		c.Draw(p)
		return
	}
	if c.List {
		c.drawList(p, short)
		return
	}
	bits := c.Bits
	if c.Short != nil && (short || gappedWidth(bits, c.Gap)+c.Line.Width() > p.Room()) {
		bits = c.Short
	} else {
		p.Line(c.Line)
	}
	for i := range bits {
		gap := gapBefore(i, c.Gap)
		room := p.Room() - gap
		if gap > 0 && room < min(bits[i].width(), leastPiece/2) { // a few letters say nothing
			return
		}
		if behind := gappedWidth(bits[i+1:], c.Gap) + c.Gap; i == 0 && behind <= c.Keep {
			room -= behind
		}
		p.Space(gap)
		bits[i].draw(p, room)
	}
}

// leastPiece is the cells of a cut text that say more than its short form.
const leastPiece = 8

// list returns the number n of bits of a list that fit in room cells, how many of these have their long form, and the
// cells w that they take with the count of the others. If short is set at most one bit is shown, in its short form.
func (c *Cell) list(room int, short bool) (n, long, w int) {
	n, long = len(c.Bits), len(c.Bits)
	need := func() int {
		w := c.countWidth(len(c.Bits)-n+c.More, n)
		for i := range n {
			w += gapBefore(i, c.Gap) + c.listed(i, long).width()
		}
		return w
	}
	if len(c.Short) == n {
		if short {
			long = 0
		}
		if long == 1 && c.More == 0 && room >= c.Short[0].width()+leastPiece {
			return 1, 1, min(need(), room) // a piece of one says more than its short form
		}
		for long > 0 && need() > room {
			long--
		}
	}
	if short {
		n = min(n, 1)
	}
	for n > 0 && need() > room {
		n--
	}
	return n, long, need()
}

// listed returns a bit of a list of which the first long ones have their long form.
func (c *Cell) listed(i, long int) *Bit {
	if i < long {
		return &c.Bits[i]
	}
	return &c.Short[i]
}

// drawList writes as many bits of a list as have room and counts the others.
func (c *Cell) drawList(p *Pen, short bool) {
	n, long, _ := c.list(p.Room(), short)
	for i := range n {
		p.Space(gapBefore(i, c.Gap))
		c.listed(i, long).draw(p, p.Room())
	}
	if more := len(c.Bits) - n + c.More; more > 0 && p.Room() >= c.countWidth(more, n) {
		p.Space(gapBefore(n, max(c.Gap, 1)))
		p.Plus(more)
	}
}
