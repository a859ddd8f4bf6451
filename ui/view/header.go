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
	Live: {safetext.Const("live"), style.Live}, Loading: {safetext.Const("reading"), style.Dim}, Polling: {safetext.Const("polling"), style.Warning},
	Stale: {safetext.Const("stale"), style.Danger}, Lost: {safetext.Const("directory gone"), style.Danger}, Offline: {safetext.Const("offline"), style.Danger}, Awaiting: {safetext.Const("waiting"), style.Dim},
	Paused: {safetext.Const("paused"), style.Warning}, ReadOnly: {safetext.Const("read only"), style.Warning}, Past: {},
}

// Header is the rows at the top of every view.
type Header struct {
	Project   Text
	Directory Text
	Mode      Text // what keys act on, if not on the selected task: "3 marked"; or which past is shown
	ModeShort Text // in place of Mode if there is no room; empty for the same
	Fresh     Freshness
	Since     Text // since when the screen is behind the disk, if it is
	Needs     Text // the number of needs: "2 need you"; empty for none
	Note      Text // "no undo", "2x"
	Total     int
	Done      int
	Running   int
	Tabs      []Tab // in the row below
	Counts    Counts
}

// headerColumns are the columns of the top row: a mode, the names, and at the right end the status.
var headerColumns = []lay.Col{
	{Priority: 8},
	{Min: 10, Fill: true, Rest: true},
	{Gap: 3, Priority: 7},
	{Gap: 3, Priority: 5},
	{Gap: 3, Priority: 9},
	{Gap: 3, Priority: 3},
	{Gap: 2, Priority: 6},
	{Gap: 1, Min: 6, Priority: 1},
}

var (
	wordProduct, wordTask, wordTasks = safetext.Const(" sideboard "), safetext.Const("task"), safetext.Const("tasks")
	wordPercent, wordPercentDone     = safetext.Const("%"), safetext.Const("% done")
	textZero                         = safetext.Const("0")
)

// draw draws the product, the project and its directory at the left and the status at the right. The strip, if there is one, shows how
// much is done.
func (h *Header) draw(p *pen, t *lay.Table, bar *progress, l *Layout) {
	single(t, headerColumns, margin)
	blank := lay.Bit{Text: wordBlank, Style: style.ChipAlert}
	needs, mode := lay.Bit{Text: h.Needs, Style: style.ChipAlert, Kind: SectionSpot, Item: int(NeedsSection)}, lay.Bit{Text: h.Mode, Style: style.Caption}
	fresh := freshWords[h.Fresh]
	names := lay.Cell{Gap: 2, Bits: t.Bits(lay.Bit{Text: wordProduct, Style: style.Product}, lay.Bit{Text: h.Project, Style: style.Project}, lay.Bit{Text: h.Directory, Style: style.Dim})}
	if len(names.Bits) > 1 { // the name of the list matters more than that of the program
		names.Short = names.Bits[1:]
	}
	cells := [...]lay.Cell{
		{},
		names,
		{},
		{Bits: t.Bits(lay.Bit{Text: h.Note, Style: style.Warning})},
		{Gap: 1, Bits: t.Bits(lay.Bit{Text: fresh.word, Style: fresh.st}, lay.Bit{Text: h.Since, Style: fresh.st})},
		{},
		{},
		{},
	}
	if !h.Needs.Empty() {
		cells[2].Bits = t.Bits(blank, needs, blank)
	}
	if blank.Style = style.Caption; !h.Mode.Empty() {
		cells[0].Bits = t.Bits(blank, mode, blank, lay.Bit{Text: wordTwo})
		if mode.Text = h.ModeShort; !h.ModeShort.Empty() {
			cells[0].Short = t.Bits(blank, mode, blank, lay.Bit{Text: wordTwo})
		}
	}
	if h.Total > 0 {
		word := wordTasks
		if h.Total == 1 {
			word = wordTask
		}
		cells[5] = lay.Cell{Gap: 1, Bits: t.Bits(lay.Bit{Count: h.Total, Style: style.Dim}, lay.Bit{Text: word, Style: style.Dim})}
	}
	if h.Total > 0 && l.Strip.Empty() {
		cells[6], cells[7] = h.percent(t, wordPercentDone), bar.cell(h)
	}
	t.DrawSingle(p, cells[:]...)
}

// single prepares a table for one row, with its last columns at the right end.
func single(t *lay.Table, columns []lay.Col, indent int) {
	t.Reset(columns)
	t.Indent, t.Right = indent, margin
}

// percent returns the share of tasks that are done.
func (h *Header) percent(t *lay.Table, word Text) lay.Cell {
	share := lay.Bit{Count: h.Done * 100 / h.Total, Style: style.Subject}
	if share.Count == 0 {
		share.Text = textZero
	}
	return lay.Cell{Bits: t.Bits(share, lay.Bit{Text: word, Style: style.Subject})}
}

// progress draws a bar of the tasks done, those in progress, and the rest.
type progress struct {
	of   *Header
	draw func(p *pen) // created once
}

// cell returns the bar of a header.
func (b *progress) cell(h *Header) lay.Cell {
	if b.of = h; b.draw == nil {
		b.draw = b.drawBar
	}
	return lay.Cell{Draw: b.draw, Wide: 24}
}

func (b *progress) drawBar(p *pen) {
	g, w := p.Sheet.Glyphs, p.Room()
	done := proportion(b.of.Done, b.of.Total, w)
	running := min(proportion(b.of.Running, b.of.Total, w), w-done)
	p.Bar(style.BarDone, g.BarFull, done)
	p.Bar(style.BarRunning, g.BarFull, running)
	p.Bar(style.BarRest, g.BarRest, w-done-running)
}
