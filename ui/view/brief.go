package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// briefCols are where the parts of cards of one row are, the same for all of them. A width is 0 if the part is left
// out.
type briefCols struct {
	about, aboutW   int // what the task waits for or who has it, in a wide list after its id: where it begins
	blocks, blocksW int // the number of tasks that wait for it: where it ends
	age, ageW       int // where the age ends
	wide            bool
	no              left
	after           bool // a card says what it waits for
	blocked         bool // tasks wait for a card
	aged            bool // a card has an age
}

// left is what cards of one row leave out, each step with those before.
type left uint8

const (
	nothing left = iota
	doneAges
	theIDs
	theOwners
	theBlocks
)

// wideList is the smallest width of a list whose cards of one row have the id and the owner, too.
const wideList = 60

// fitBrief returns where the parts of cards of one row are in w cells: titles have at least half of them before parts
// are left out.
func fitBrief(cards []Card, w int) (at briefCols) {
	for no := nothing; no <= theBlocks; no++ {
		at = briefColsOf(cards, w, no)
		title := 0
		for i := range cards {
			title = max(title, cards[i].Subject.Width())
		}
		if at.about-at.gap()-titleAt >= min(title, w/2) {
			break
		}
	}
	return at
}

// briefColsOf returns where the parts are if some are left out.
func briefColsOf(cards []Card, w int, no left) briefCols {
	at := briefCols{wide: w >= wideList, no: no}
	for i := range cards {
		c := &cards[i]
		about := c.briefAbout(measuring, &at, w)
		at.aboutW = max(at.aboutW, cellsOf(about[:]))
		behind, age := c.briefBehind(&at), c.briefAge(&at)
		at.after = at.after || !at.wide && !c.After.Empty() && !c.Needy
		at.blocked, at.blocksW = at.blocked || behind.Text.Width() > 0, max(at.blocksW, lay.Width(behind))
		at.aged, at.ageW = at.aged || age.Text.Width() > 0 && !c.Needy, max(at.ageW, lay.Width(age))
	}
	at.age = w - cardRight
	if at.wide && at.aged {
		at.ageW = max(at.ageW, wordAge.Width())
	}
	at.blocks = at.age
	if at.wide && at.ageW > 0 {
		at.blocks -= at.ageW + 2
	} else if !at.wide {
		at.blocksW = max(at.blocksW, at.ageW)
	}
	if at.after && at.blocked {
		at.aboutW = max(at.aboutW, wordAfterHead.Width()+1+wordBlocksHead.Width()-at.blocksW-2)
	}
	at.aboutW = min(at.aboutW, w/3)
	at.about = at.blocks - at.aboutW
	if at.blocksW > 0 {
		at.about -= at.blocksW + 2
	}
	return at
}

// gap returns the cells between the title and what is said about the task.
func (at *briefCols) gap() int {
	if at.wide {
		return 2
	}
	return 1
}

// briefAge returns what is at the right end of a card of one row: its age, or the key that helps.
func (c *Card) briefAge(at *briefCols) lay.Bit {
	switch {
	case c.Needy && !c.Away:
		return c.helpBits()[0]
	case c.New && (at.no >= doneAges || !at.wide):
		return lay.Bit{Text: wordNew, Style: style.Accent}
	case c.finished() && at.no >= doneAges, !c.finished() && !at.wide:
		return lay.Bit{}
	}
	return c.ageBit()
}

// briefBehind returns the number of tasks that wait for a card of one row.
func (c *Card) briefBehind(at *briefCols) lay.Bit {
	if at.no >= theBlocks || !at.wide && c.Needy {
		return lay.Bit{}
	}
	return c.behindBit(Text{})
}

// briefAbout returns what a card of one row says besides the title. Only a wide list has the word before what a task
// waits for, because there the id is before it.
func (c *Card) briefAbout(sh *style.Sheet, at *briefCols, w int) (bits [6]lay.Bit) {
	if !at.wide && c.finished() {
		return bits
	}
	bits = c.about(sh, at.wide && at.no < theIDs)
	if at.no >= theOwners {
		bits[1] = lay.Bit{}
	}
	if !at.wide {
		bits[2].Text = c.After
		if !c.After.Empty() {
			bits[1], bits[3] = lay.Bit{}, lay.Bit{}
		}
		bits[5] = lay.Bit{}
	}
	if bits[5].Sign != "" {
		bits[5].Text = Text{}
	}
	if c.alarms() && !c.Away {
		bits[2], bits[3] = lay.Bit{}, c.warning(w / 4)[0]
		if !at.wide {
			bits[1] = lay.Bit{}
		}
	}
	return bits
}

// drawBrief draws a card of one row.
func (c *Card) drawBrief(p *pen, look *cardLook) {
	c.drawSign(p)
	at, all := &look.brief, p.End
	about, behind, age := c.briefAbout(p.Sheet, at, look.w), c.briefBehind(at), c.briefAge(at)
	help := c.helpBits()
	long := at.wide && c.Needy && lay.Width(behind) == 0 // the words of the key have the room of the number
	end := all
	if lay.Width(age) > 0 || lay.Width(behind) > 0 {
		end = at.blocks - at.blocksW
		end--
		if long {
			end = all - lay.Width(help[:]...) - 1
		}
	}
	titleEnd, said := end, cellsOf(about[:]) > 0
	if said && at.aboutW > 0 {
		titleEnd = min(end, at.about-at.gap())
	}
	c.drawTitleIn(p, look, c.Subject, titleEnd-p.At)
	if said && at.aboutW > 0 {
		p.PadTo(at.about)
		p.End = max(end, p.At)
		drawBits(p, about[:])
		p.End = all
	}
	if !long {
		p.End = min(at.blocks, all)
		lay.DrawRight(p, 0, behind)
	}
	p.End = all
	if long {
		lay.DrawRight(p, 0, help[:]...)
		return
	}
	lay.DrawRight(p, 0, age)
}

// heads returns the words above the columns of cards of one row, and where they begin.
func (at *briefCols) heads() (words [3]Text, begin [3]int) {
	if at.after {
		words[0], begin[0] = wordAfterHead, at.about
	}
	if at.blocked {
		words[1], begin[1] = wordBlocksHead, at.blocks-wordBlocksHead.Width()
	}
	if at.wide && at.aged {
		words[2], begin[2] = wordAge, at.age-wordAge.Width()
	}
	return words, begin
}

// drawHeads draws the words of heads in a row that begins at cell from, as far as they have room.
func (at *briefCols) drawHeads(p *pen, from int) {
	words, begin := at.heads()
	for i := range words {
		if x := from + begin[i]; !words[i].Empty() && p.At < x && x+words[i].Width() <= p.End {
			p.PadTo(x)
			p.Text(style.Dim, words[i])
		}
	}
}

var wordAfterHead, wordBlocksHead, wordAge = safetext.Const("after"), safetext.Const("blocks"), safetext.Const("age")
