package view

import (
	"sideboard/ui/lay"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// segments are the states that the strip at the top shows, from the left, and what they are called in the legend below
// it.
var segments = [...]struct {
	section SectionKind
	look    style.Style // of the strip
	sign    style.Style // of the sign in the legend
	word    Text
}{
	{DoneSection, style.StripDone, style.Ready, safetext.Const(" done")},
	{NowSection, style.StripRunning, style.Running, safetext.Const(" in progress")},
	{ReadySection, style.StripReady, style.Ready, safetext.Const(" ready")},
	{BlockedSection, style.StripBlocked, style.Blocked, safetext.Const(" blocked")},
	{FailedSection, style.StripAlert, style.DangerStrong, safetext.Const(" failed")},
	{UnclearSection, style.StripAlert, style.DangerStrong, safetext.Const(" unreadable")},
}

// blockedSegment is the index of the one that the strip of an empty board has.
const blockedSegment = 3

// drawStrip draws the share of each state over the whole width.
func drawStrip(p *pen, h *Header) {
	var counts [len(segments)]int
	for i := range segments {
		counts[i] = h.Counts[segments[i].section]
	}
	if h.Counts.total() == 0 {
		counts[blockedSegment] = 1
	}
	glyphs := p.Sheet.Strip()
	for i, n := range lay.Portions(counts[:], p.Room()) {
		p.Bar(segments[i].look, glyphs[min(i, len(glyphs)-1)], n)
	}
}

// countColumns are the counts, and the share that is done.
var countColumns = []lay.Col{{Fill: true, Rest: true}, {Gap: 3, Priority: 1}}

// drawLegend draws what the strip shows, in words: with a filter the number of tasks that it shows.
func drawLegend(p *pen, t *lay.Table, h *Header) {
	total := h.Counts.total()
	if total == 0 {
		return
	}
	single(t, countColumns, margin)
	var bits []lay.Bit
	for i := range segments {
		s := &segments[i]
		shown, all := h.Shown[s.section], h.Counts[s.section]
		if all == 0 && s.section != DoneSection {
			continue
		}
		count := lay.Bit{Text: safetext.Number(shown), Style: style.TitleStrong, Kind: SectionSpot,
			Item: int(s.section)}
		count.Sign, _ = s.section.sign(p.Sheet)
		count.Hue = s.sign
		if shown != all {
			count.Style = style.AccentStrong
		}
		if len(bits) > 0 {
			bits = append(bits, lay.Bit{Text: wordGap})
		}
		bits = append(bits, count, lay.Bit{Text: s.word, Style: style.Dim, Kind: SectionSpot, Item: int(s.section)})
	}
	done := lay.Cell{Bits: t.Bits(
		lay.Bit{Text: safetext.Number(h.Counts[DoneSection] * 100 / total).Append(wordPercent),
			Style: style.TitleStrong},
		lay.Bit{Text: wordOf.Append(safetext.Number(total), wordDone), Style: style.Dim})}
	if shown := h.Shown.total(); shown != total { // the share done would not be that of the tasks that a filter shows
		done.Bits = t.Bits(countOf(shown, total))
	}
	t.DrawSingle(p, lay.Cell{Bits: t.Bits(bits...)}, done)
}

var wordPercent, wordDone = safetext.Const("%"), safetext.Const(" done")
