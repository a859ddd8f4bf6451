package cli

import (
	"strings"

	"sideboard/ui/safetext"
	"sideboard/ui/style"
)

// What is printed is laid out first and coloured last: a colour takes no cell, and nothing is measured behind it.

// ink returns what is printed in a style, as it is where there is no colour.
func (p *graphData) ink(st style.Style, drawn string) string {
	if p.sheet == nil || strings.TrimSpace(drawn) == "" {
		return drawn
	}
	words := strings.TrimRight(drawn, " ")
	return p.sheet.SGR(st, style.Flat) + words + style.Reset + drawn[len(words):]
}

// inkLines returns what colours lines and frames as the board does, nil where there is no colour.
func (p *graphData) inkLines() func(class uint8, drawn string) string {
	if p.sheet == nil {
		return nil
	}
	of := [...]style.Style{classFaint: style.Dim, classPlain: style.Link, classLoop: style.LinkLoop, classChain: style.Chain}
	return func(class uint8, drawn string) string { return p.ink(of[class], drawn) }
}

// inkBox colours a row of a box: the subject of what can be worked on is strong, below it the sign of its state has the
// state's colour.
func (p *graphData) inkBox(i int32, row int, text safetext.Text) string {
	drawn := text.String()
	_, sign := p.state(i)
	switch {
	case row == 0 && (sign == p.glyphs.Ready || sign == p.glyphs.Running):
		return p.ink(style.SubjectStrong, drawn)
	case row == 1:
		return p.inkSigns(drawn)
	}
	return drawn
}

// inkSigns colours the signs of states in a line that is laid out.
func (p *graphData) inkSigns(line string) string {
	if p.sheet == nil {
		return line
	}
	g := p.glyphs
	signs := []struct {
		glyph string
		st    style.Style
	}{
		{g.Ready, style.Ready}, {g.Running, style.Running}, {g.Blocked, style.Blocked}, {g.Done, style.Done},
		{g.Missing, style.Danger}, {g.Loop, style.Danger}, {g.Problem, style.Danger},
	}
	for _, s := range signs {
		line = strings.ReplaceAll(line, " "+s.glyph+" ", " "+p.ink(s.st, s.glyph)+" ")
	}
	return line
}
