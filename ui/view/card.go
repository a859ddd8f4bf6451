package view

import (
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Card is one task on the board. Equal cards are drawn equally; whatever is to be seen must be in here.
type Card struct {
	Key          string // tells cards apart, never shown
	State        State
	Subject      Text
	ID           Text        // shortened, "#07"
	Owner        Text        // empty for none
	Hue          style.Style // style.You, style.OwnerHue(name) or style.Nobody
	Note         Text        // second row after the id, dim: "stuck behind"
	Names        Text        // second row after the note: "Wave layout", "2 tasks"; without a note it is what the task waits for
	Short        Text        // for where Names have no room: the id of the one task they name, or how many they are; empty where they say other things
	Soon         bool        // all that it waits for is in progress: its arrow has that colour
	Age          Text        // "12m"; empty for unknown
	Doing        Text        // third row: the active form
	Warn         Text        // third row instead of Doing: "no write for 31m", "started early"
	Alarm        bool        // Warn is a danger rather than a warning
	Then         Text        // a row below all others where it is roomy: what its completion helps on, "unblocks Link store +2"
	Needy        bool        // it needs a person: in the list such a card says why in a row of its own
	Help         Key         // what helps then
	Behind       int         // tasks waiting behind it; above 999 drawn as 999+
	Fresh        uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark         style.Style // hue of the mark: who changed it; Plain means the accent
	Lit          bool        // it just arrived in this column, or became ready
	Marked       bool        // it is one of several that are acted on together
	Spot         bool        // what is told now is about it
	Open         bool        // its subject is shown whole, in as many rows as that takes
	Find         string      // what is looked for in its subject, a word on each line
	Loop         bool        // it is stuck because it is in a loop itself, not behind one
	Pending      bool        // our own write of it is in flight
	HasWorktree  bool        // it has a worktree
	WorktreeName Text        // its name: second row behind all else where there is room, else a sign on the first row stands for it
	OneSided     bool        // a link of it is written on one side only
}

// hue returns the colour of the owner: finished work steps back.
func (c *Card) hue() style.Style {
	if c.State == Done || c.State == Skipped {
		return style.Spent(c.Hue)
	}
	return c.Hue
}

// hasRule reports whether a rule stands at the left: where there is work to do and somebody has it, and for a moment where something just
// happened. A rule at every card would be a wall.
func (c *Card) hasRule() bool {
	finished := c.State == Done || c.State == Skipped
	return c.State == Running || c.Lit || !c.Owner.Empty() && !finished
}

// tellsAge reports whether it is said how old its state is: of what waits to be done it is left out first.
func (c *Card) tellsAge() bool {
	return c.State == Running || c.State == Done || c.State == Skipped
}

// subjectStyle returns how the subject is drawn.
func (c *Card) subjectStyle(selected bool) style.Style {
	switch {
	case selected:
		return style.SubjectStrong
	case c.Marked:
		return style.Accent
	}
	return subjectStyle(c.State)
}

// mark returns the sign of a change, in the colour of who made it and then fading, or that of our own write in flight; "" for none.
func (c *Card) mark(sh *style.Sheet, static bool) (string, style.Style) {
	switch {
	case c.Pending:
		return sh.Glyphs.InFlight, style.Pending
	case c.Fresh == 0:
		return "", style.Plain
	case !static && c.Fresh == 2:
		return sh.Glyphs.Mark, style.Fresh2
	case !static && c.Fresh == 1:
		return sh.Glyphs.MarkFaint, style.Fresh1
	case c.Mark == style.Plain:
		return sh.Glyphs.Mark, style.Fresh3
	}
	return sh.Glyphs.Mark, c.Mark
}

// WaitsFor returns in words what the task waits for; empty where nothing is in its way.
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

// noteStyle returns the colour of what is said of a task that plainly waits for nothing.
func (c *Card) noteStyle() style.Style {
	switch {
	case c.State == Stuck && c.Loop, c.State == Missing, c.State == Broken:
		return style.Missing
	case c.State == Unknown:
		return style.Warning
	}
	return style.Dim
}

// nameStyle returns the colour of what the task waits for: of the name of another task none that warns, even where that is in a loop.
func (c *Card) nameStyle() style.Style {
	if c.State == Missing {
		return style.Missing
	}
	return style.Dim
}

// arrow returns the colour of the arrow before what the task waits for, where look is that of others.
func (c *Card) arrow(look style.Style) style.Style {
	if c.Soon {
		return style.Running
	}
	return look
}

// warnStyle returns the colour of the warning.
func (c *Card) warnStyle() style.Style {
	if c.Alarm {
		return style.Danger
	}
	return style.Warning
}

// warnWords returns the style of the words of the warning.
func (c *Card) warnWords() style.Style {
	if c.State.warns() {
		return style.SubjectQuiet
	}
	return c.warnStyle()
}

// warns reports whether the glyph before the subject warns already: one sign in its colour is enough, the words beside it are read.
func (s State) warns() bool { return s == Broken || s == Unknown || s == Missing || s == Stuck }

var wordWaitsForLabel = safetext.Const("waits for")
