package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// Freshness is how well the screen follows the disk.
type Freshness uint8

// The states of freshness.
const (
	Live Freshness = iota
	Loading
	Polling
	Stale    // the screen is behind since Header.Since
	Lost     // the directory is gone
	Offline  // its host cannot be reached
	Awaiting // there is no directory yet; it opens when it appears
	Paused   // the simulation that it shows is paused
	ReadOnly // live, but writing is not possible
	Past     // a replay; Header.Mode says which moment it shows
)

// freshWords are the states in words.
var freshWords = [...]struct {
	word Text
	st   style.Style
}{
	Live: {safetext.Const("live"), style.Live}, Loading: {safetext.Const("reading"), style.Dim},
	Polling: {safetext.Const("polling"), style.Warning},
	Stale:   {safetext.Const("stale"), style.Danger}, Lost: {safetext.Const("directory gone"), style.Danger},
	Offline: {safetext.Const("offline"), style.Danger}, Awaiting: {safetext.Const("waiting"), style.Dim},
	Paused: {safetext.Const("paused"), style.Warning}, ReadOnly: {safetext.Const("read only"), style.Warning},
	Past: {st: style.Soft},
}

// Header is the rows at the top of every view.
type Header struct {
	Project  Text
	Mode     Text // what keys act on, if not on the selected task: "3 marked"; or which past is shown
	Fresh    Freshness
	Since    Text // since when the screen is behind the disk, if it is
	Needs    Text // the number of needs: "2 need you"; empty for none
	NeedsKey Text // the key that goes there
	Note     Text // "no undo", "2x"
	Tabs     []Tab
	Counts   Counts
	Shown    Counts // those that a filter shows; as Counts without a filter
}

// drawnHeader is a header without the names of the views, to compare it with another one.
type drawnHeader struct {
	texts         [6]Text
	fresh         Freshness
	counts, shown Counts
}

// drawn returns what the header is drawn from, to compare it with the last one.
func (h *Header) drawn() drawnHeader {
	return drawnHeader{[...]Text{h.Project, h.Mode, h.Since, h.Needs, h.NeedsKey, h.Note}, h.Fresh, h.Counts, h.Shown}
}

var (
	wordProduct = safetext.Const(" sideboard ")
	textZero    = safetext.Const("0")
)

// headerColumns are what is at the left of the top row: a mode, the name of the program, that of the list, which is cut
// last, and a note.
var headerColumns = []lay.Col{{Priority: 3}, {Priority: 1}, {Min: 60, Fill: true}, {Gap: 2, Priority: 2}}

// draw draws the top row: the names at the left, the views in the middle if they have no row of their own, and the
// status at the right.
func (h *Header) draw(p *pen, t *lay.Table, l *Layout) {
	p.SetGround(style.Bar)
	status, tabs := h.status(l), []lay.Bit(nil)
	end := p.End - lay.Width(status...) - margin
	at, all := end, p.End
	cells := h.names(t, l)
	if l.Tabs.Empty() && len(h.Tabs) > 0 {
		tabs = tabBits(h.Tabs, l.View, end >= min(h.Project.Width(), mostName)+2+tabsWidth(h.Tabs))
		names := 2
		for i := range cells {
			names += cells[i].Width() + t.Cols[i].Gap*min(cells[i].Width(), 1)
		}
		at = max(min(max(l.W/2-tabsLead, names), end-lay.Width(tabs...)), 0)
	}
	p.End = max(at-1, 0)
	t.DrawSingle(p, cells[:]...)
	p.End = max(end, 0)
	p.PadTo(at)
	drawTabBits(p, tabs)
	p.End = all
	p.PadTo(end)
	lay.Draw(p, status...)
	p.Fill()
	p.SetGround(style.Flat)
}

// mostName is the most cells for the name of the list that the names of the views leave; tabsLead is how far before the
// middle of the screen they begin.
const mostName, tabsLead = 24, 20

// status returns the right end of the top row.
func (h *Header) status(l *Layout) []lay.Bit {
	var bits []lay.Bit
	if !h.Needs.Empty() {
		needs := lay.Bit{Text: safetext.Spaces(1).Append(h.Needs, safetext.Spaces(1)), Style: style.ChipAlert,
			Kind: SectionSpot, Item: int(NeedsSection)}
		if key := h.NeedsKey; l.W >= MediumWidth && !key.Empty() {
			needs.Text = safetext.Spaces(1).Append(key, needs.Text)
		}
		bits = append(bits, needs)
	}
	air := lay.Bit{Text: wordBlank}
	if l.Breadth == Wide {
		air.Text = wordGap
	}
	fresh := freshWords[h.Fresh]
	if fresh.word.Empty() && h.Since.Empty() {
		return bits
	}
	bits = append(bits, air)
	if !fresh.word.Empty() {
		bits = append(bits, lay.Bit{Text: fresh.word, Style: fresh.st})
		air.Text = wordBlank
	} else {
		air.Text = Text{}
	}
	if !h.Since.Empty() {
		bits = append(bits, air, lay.Bit{Text: h.Since, Style: fresh.st})
	}
	if l.Breadth == Wide {
		bits = append(bits, lay.Bit{Text: wordBlank})
	}
	return bits
}

// names returns the left end of the top row.
func (h *Header) names(t *lay.Table, l *Layout) (cells [4]lay.Cell) {
	t.Reset(headerColumns)
	blank := lay.Bit{Text: wordBlank, Style: style.Caption}
	if l.W >= MediumWidth {
		cells[1].Bits = t.Bits(lay.Bit{Text: wordProduct, Style: style.Product})
	}
	cells[2].Bits = t.Bits(lay.Bit{Text: wordBlank}, lay.Bit{Text: h.Project, Style: style.Project})
	cells[3].Bits = t.Bits(lay.Bit{Text: h.Note, Style: style.Soft})
	if !h.Mode.Empty() {
		mode := lay.Bit{Text: h.Mode, Style: style.Caption}
		if h.Fresh == Past {
			mode.Style, blank.Style = style.Past, style.Past
		}
		cells[0].Bits, cells[1].Bits = t.Bits(blank, mode, blank), nil
	}
	return cells
}

// Counts is the number of tasks in each section of the list, none of them above the others because it needs a person.
type Counts [Sections]int

// total returns the number of all tasks.
func (c *Counts) total() (n int) {
	for _, of := range c {
		n += of
	}
	return n
}

// Tab is the name of a view, or of the board, with its key.
type Tab struct {
	Key, Name Text
	View      ViewKind
}
