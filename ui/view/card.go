package view

import (
	"strings"

	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Card is one task on the board. Equal cards are drawn equally, so a card holds everything that is shown of it.
type Card struct {
	Key          string // identifies the card, never shown
	State        State
	Subject      Text
	ID           Text        // shortened, "#07"
	Owner        Text        // empty for none
	Initial      Text        // of the owner of a running task, next to the bar, if another owner has the same hue
	Hue          style.Style // style.You, an owner's hue or style.Nobody
	After        Text        // what it waits for: "#2854", and how many more: "#7091 +2"
	Note         Text        // how its owner is, or what is unusual about it: "idle", "started early"
	Names        Text        // what it waits for, in words: "Wave layout", "2 tasks"
	Age          Text        // the time since its status was set, "12m"; empty for unknown
	Doing        Text        // the active form
	Warn         Text        // why it needs a person: "stalled", "half-written, cannot be read"
	WarnShort    Text        // in place of Warn that does not fit, empty for its beginning
	More         Text        // after Warn if there is room: "no write for 31m"
	Alarm        bool        // Warn is a danger rather than a warning
	Needy        bool        // it needs a person
	Help         Key         // the key that helps then
	Behind       int         // tasks waiting behind it; above 999 drawn as 999+
	Fresh        uint8       // it just changed: 2, then 1, then 0
	Mark         style.Style // hue of who changed it
	Marked       bool        // it is marked for the next action
	New          bool        // others completed it, and the person has not seen it since
	Away         bool        // its host cannot be reached: it is shown as it was then, dim
	Spot         bool        // the story is about it
	Find         string      // the words of the filter to highlight in its subject, one a line
	Loop         bool        // it is stuck because it is in a loop itself, not behind one
	Pending      bool        // a write of it from here is in flight
	HasWorktree  bool        // it has a worktree
	WorktreeName Text        // its name: at the end of the second row if it fits, else a sign shows that there is one
	OneSided     bool        // a link of it is written on one side only
}

// finished reports whether nothing is left to do about the task.
func (c *Card) finished() bool { return c.State == Done || c.State == Skipped }

// alarms reports whether the card has a row that says why it needs a person.
func (c *Card) alarms() bool { return c.Needy && !c.Warn.Empty() }

// low reports whether the card is less important than those of ready and running tasks.
func (c *Card) low() bool {
	return c.Away || c.State != Ready && c.State != Running && c.State != Container
}

// ground returns the background of the card, the second of two for every other one.
func (c *Card) ground(selected, odd bool) style.Ground {
	on := style.Card
	switch {
	case selected:
		return style.Selected
	case c.Needy && !c.Away:
		on = style.Alarm
	case c.low() && odd:
		on = style.Low2
	case c.low():
		on = style.Low
	case odd:
		on = style.Card2
	}
	switch c.Fresh {
	case 2:
		return style.Fresh
	case 1:
		return on.Fading()
	}
	return on
}

// sign returns the sign before the subject.
func (c *Card) sign(sh *style.Sheet) (string, style.Style) {
	if c.Needy && !c.Away {
		return sh.Glyphs.Problem, style.Danger
	}
	glyph, hue := stateGlyph(sh, c.State)
	if c.State == Done {
		hue = style.Ready
	}
	if c.Away {
		hue = style.Dim
	}
	return glyph, hue
}

// chosenBar returns the bar at the left of what is selected. Without grounds that is reversed as a whole, and a bar
// would leave a notch in it.
func chosenBar(sh *style.Sheet) lay.Bit {
	if !sh.Grounded() {
		return lay.Bit{Sign: " "}
	}
	return lay.Bit{Sign: sh.Glyphs.RuleSelected, Hue: style.Accent}
}

// bar returns the bar at the left of the card.
func (c *Card) bar(sh *style.Sheet, selected bool) (string, style.Style) {
	g := sh.Glyphs
	switch {
	case c.Marked:
		return g.Marked, style.AccentStrong
	case selected:
		bar := chosenBar(sh)
		return bar.Sign, bar.Hue
	case c.Away:
		return g.Rule, style.StripBlocked
	case c.Needy:
		return g.Rule, style.Danger
	case c.State == Running:
		return g.Rule, c.Hue
	case c.State == Ready || c.State == Container:
		return g.Rule, style.Ready
	case c.State == Done:
		return g.Rule, style.StripDone
	}
	return g.Rule, style.StripBlocked
}

// subjectStyle returns the style of the subject.
func (c *Card) subjectStyle(selected bool) style.Style {
	switch {
	case c.Marked && !selected:
		return style.AccentStrong
	case c.Away:
		return style.Soft
	case selected, c.Needy, c.New, c.State == Ready, c.State == Running:
		return style.SubjectStrong
	}
	return style.Soft
}

// ageBit returns the age, which only running and finished tasks show.
func (c *Card) ageBit() lay.Bit {
	if c.State != Running && !c.finished() || c.Away {
		return lay.Bit{}
	}
	st := style.Dim
	if c.Needy {
		st = style.Danger
	}
	if c.New && !c.Needy {
		return lay.Bit{Text: wordNew.Append(wordBlank, c.Age), Style: style.Accent}
	}
	return lay.Bit{Text: c.Age, Style: st}
}

// behindBit returns the number of tasks that wait for this one, after a word if there is one.
func (c *Card) behindBit(word Text) lay.Bit {
	if c.Behind == 0 || c.finished() {
		return lay.Bit{}
	}
	n := safetext.Number(c.Behind)
	if c.Behind > mostBehind {
		n = textMostBehind
	}
	return lay.Bit{Text: word.Append(n), Style: style.Dim}
}

// about returns what is said about the task besides its title: its id, unless it is left out, who has it, and what it
// waits for.
func (c *Card) about(sh *style.Sheet, id bool) (bits [6]lay.Bit) {
	if id {
		bits[0] = lay.Bit{Text: c.ID, Style: style.Dim}
	}
	bits[1] = lay.Bit{Text: c.Owner, Style: c.Hue, Most: ownerCells}
	bits[3] = lay.Bit{Text: c.Note, Style: style.Soft}
	switch {
	case c.State == Stuck && !c.alarms(): // "in a loop with #4"
		bits[3].Text = c.Note.Append(wordBlank, c.After)
	case !c.After.Empty():
		bits[2] = lay.Bit{Text: wordAfter.Append(c.After), Style: style.Dim}
	case !c.Names.Empty():
		bits[3].Text = c.WaitsFor()
	}
	if c.State == Stuck && c.alarms() { // which says it
		bits[3].Text = Text{}
	}
	if c.OneSided {
		bits[4] = lay.Bit{Sign: sh.Glyphs.OneSided, Hue: style.Warning}
	}
	if c.HasWorktree {
		bits[5] = lay.Bit{Sign: sh.Glyphs.Worktree, Hue: style.Dim, Text: c.WorktreeName, Style: style.Dim}
	}
	return bits
}

// ownerCells is the most cells of the name of an owner.
const ownerCells = 24

// WaitsFor returns in words what the task waits for, empty for nothing.
func (c *Card) WaitsFor() Text {
	words := c.Note
	if words.Empty() && !c.Names.Empty() {
		words = wordWaitsForLabel
	}
	if !words.Empty() && !c.Names.Empty() {
		words = words.Append(safetext.Spaces(1)).Append(c.Names)
	}
	return words
}

var (
	wordWaitsForLabel, wordAfter = safetext.Const("waits for"), safetext.Const("after ")
	wordBlocksN, wordNew         = safetext.Const("blocks "), safetext.Const("new")
)

// The cells of a card: the sign, the title, which all rows below it begin under, and those left free at the right end.
const signAt, titleAt, cardRight = 2, 4, 1

// cardLook is what the rows of a card are drawn from besides the card.
type cardLook struct {
	form     uint8
	w        int // cells
	rows     int
	brief    briefCols // of the first form
	selected bool
	odd      bool // it has the second one of two grounds
	joined   bool // why it needs a person is behind what is said about it
}

// cellsOf returns the cells that bits take with a blank between two.
func cellsOf(bits []lay.Bit) (w int) {
	for i := range bits {
		if n := lay.Width(bits[i]); n > 0 {
			w += n + min(w, 1)
		}
	}
	return w
}

// drawBits draws bits with a blank between two, of which the last ones that do not fit are left out and the first is
// cut.
func drawBits(p *pen, bits []lay.Bit) {
	from := p.At
	for i := range bits {
		w := lay.Width(bits[i])
		if w == 0 {
			continue
		}
		gap := min(p.At-from, 1)
		if gap > 0 && w+gap > p.Room() {
			return
		}
		p.Space(gap)
		lay.Draw(p, bits[i])
	}
}

// drawSign draws a write in flight and the sign of the state.
func (c *Card) drawSign(p *pen) {
	if c.Pending {
		p.Glyph(style.Pending, p.Sheet.Glyphs.InFlight)
	} else if !c.Initial.Empty() {
		p.Text(c.Hue, c.Initial)
	}
	p.PadTo(signAt)
	sign, hue := c.sign(p.Sheet)
	p.Glyph(hue, sign)
	p.PadTo(titleAt)
}

// drawTitle draws a row of the title.
func (c *Card) drawTitle(p *pen, look *cardLook, t Text) { c.drawTitleIn(p, look, t, p.Room()) }

// drawTitleIn draws a row of the title in at most w cells.
func (c *Card) drawTitleIn(p *pen, look *cardLook, t Text, w int) {
	p.Found(c.subjectStyle(look.selected), t, min(w, p.Room()), c.Find)
}

// helpBits returns the key that helps, and what it does.
func (c *Card) helpBits() (bits [3]lay.Bit) {
	if c.Help.Name.Empty() || c.Away {
		return bits
	}
	bits = c.Help.bits()
	bits[2].Style = style.Plain
	return bits
}

// warning returns why the task needs a person, in at most w cells.
func (c *Card) warning(w int) []lay.Bit {
	st := style.DangerStrong
	switch {
	case !c.Alarm:
		st = style.WarningStrong
	case c.State == Broken: // its title is the name of a file
		st = style.Danger
	}
	words := c.Warn
	switch head, _, cut := strings.Cut(words.String(), ", "); {
	case words.Width() <= w:
	case !c.WarnShort.Empty() && c.WarnShort.Width() <= w:
		words = c.WarnShort
	case cut:
		words = safetext.Line(head)
	}
	bits := []lay.Bit{{Text: words, Style: st}}
	if !c.More.Empty() && words.Width()+2+c.More.Width() <= w {
		bits = append(bits, lay.Bit{Text: safetext.Spaces(1).Append(c.More), Style: style.Soft})
	}
	return bits
}
