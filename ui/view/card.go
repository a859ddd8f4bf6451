package view

import (
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
	Hue          style.Style // style.You, style.OwnerHue(name) or style.Nobody
	Note         Text        // second row after the id, dim: "stuck behind"
	Names        Text        // second row after the note: "Wave layout", "2 tasks"; without a note, what the task waits for
	Short        Text        // in place of Names that do not fit: the id of the single task, or the number of tasks; empty if Names says something else
	Soon         bool        // everything it waits for is in progress: its arrow has that colour
	Age          Text        // the time since its status was set, "12m"; empty for unknown
	Doing        Text        // third row: the active form
	Warn         Text        // third row instead of Doing: "no write for 31m", "started early"
	Alarm        bool        // Warn is a danger rather than a warning
	Then         Text        // the last row if there is space: what its completion unblocks, "unblocks Link store +2"
	Needy        bool        // it needs a person: in the list such a card gives the reason in a row of its own
	Help         Key         // the key that helps then
	Behind       int         // tasks waiting behind it; above 999 drawn as 999+
	Fresh        uint8       // 3..1: an outside writer just changed it, fading; 0 no mark
	Mark         style.Style // hue of the mark: who changed it; Plain means the accent
	Lit          bool        // it just arrived in this column, or became ready
	Marked       bool        // it is marked for the next action
	Away         bool        // its host cannot be reached: it is shown as it was then, dim
	Spot         bool        // the story is about it
	Open         bool        // its whole subject is shown, in as many rows as it takes
	Find         string      // the words of the filter to highlight in its subject, one a line
	Loop         bool        // it is stuck because it is in a loop itself, not behind one
	Pending      bool        // a write of it from here is in flight
	HasWorktree  bool        // it has a worktree
	WorktreeName Text        // its name: at the end of the second row if it fits, else a sign on the first row shows that there is one
	OneSided     bool        // a link of it is written on one side only
}

// hue returns the colour of the owner, weaker for finished work.
func (c *Card) hue() style.Style {
	if c.State == Done || c.State == Skipped {
		return style.Spent(c.Hue)
	}
	return c.Hue
}

// hasRule reports whether there is a rule at the left: on open work that has an owner, and for a moment on a card that just changed. A rule
// at every card would be too much.
func (c *Card) hasRule() bool {
	finished := c.State == Done || c.State == Skipped
	return c.State == Running || c.Lit || !c.Owner.Empty() && !finished
}

// showsAge reports whether the age is shown. Pending tasks leave it out first.
func (c *Card) showsAge() bool {
	return c.State == Running || c.State == Done || c.State == Skipped
}

// subjectStyle returns the style of the subject.
func (c *Card) subjectStyle(selected bool) style.Style {
	switch {
	case selected:
		return style.SubjectStrong
	case c.Marked:
		return style.Accent
	}
	return subjectStyle(c.State)
}

// mark returns the sign of a change, first in the colour of its author and then fading, or of a write from here in flight; "" for none.
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

// noteStyle returns the style of the note.
func (c *Card) noteStyle() style.Style {
	switch {
	case c.State == Stuck && c.Loop, c.State == Missing, c.State == Broken:
		return style.Missing
	case c.State == Unknown:
		return style.Warning
	}
	return style.Dim
}

// nameStyle returns the style of what the task waits for. The name of another task is never in the colour of a warning, even in a loop.
func (c *Card) nameStyle() style.Style {
	if c.State == Missing {
		return style.Missing
	}
	return style.Dim
}

// arrow returns the style of the arrow before what the task waits for: look, unless Soon is set.
func (c *Card) arrow(look style.Style) style.Style {
	if c.Soon {
		return style.Running
	}
	return look
}

// warnStyle returns the style of the sign of the warning.
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

// warns reports whether the glyph before the subject is a warning already: then the words next to it need no warning colour.
func (s State) warns() bool { return s == Broken || s == Unknown || s == Missing || s == Stuck }

var wordWaitsForLabel = safetext.Const("waits for")
