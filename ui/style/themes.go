package style

import (
	"fmt"
	"image/color"
	"slices"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Theme names how the screen is coloured. The empty name is Usual.
type Theme string

// The themes.
const (
	Usual       Theme = "default"
	Contrast    Theme = "contrast"     // text at least 7:1 on whatever it stands on
	ColourBlind Theme = "colour-blind" // states differ for eyes without red, green or blue
	Terminal    Theme = "terminal"     // in the terminal's own sixteen colours
)

// Themes returns the names of all themes, the usual one first.
func Themes() []Theme { return []Theme{Usual, Contrast, ColourBlind, Terminal} }

// Known reports whether there is such a theme.
func (t Theme) Known() bool { return t == "" || slices.Contains(Themes(), t) }

// Sheet builds the sheet of a theme for the background the terminal tells of, nil while it has told none.
func (t Theme) Sheet(background color.Color, profile colorprofile.Profile) *Sheet {
	dark := true
	if background != nil {
		on := rgbOf(background)
		dark = on.contrast(white) >= on.contrast(black)
	}
	return t.palette(dark, profile).sheet(background, profile)
}

// palette returns the colours of a theme. Where a terminal has sixteen colours all themes have those, and without colour none.
func (t Theme) palette(onDark bool, profile colorprofile.Profile) *palette {
	usual := paletteFor(onDark, profile)
	if profile < colorprofile.ANSI256 { // no colours, or sixteen
		return usual
	}
	var p *palette
	switch t {
	case Contrast:
		p = pick(onDark, &darkContrast, &lightContrast)
	case ColourBlind:
		p = pick(onDark, &darkBlind, &lightBlind)
	case Terminal:
		return pick(onDark, &dark16, &light16)
	default:
		return usual
	}
	if profile == colorprofile.ANSI256 {
		return p.rounded()
	}
	return p
}

func pick(onDark bool, dark, light *palette) *palette {
	if onDark {
		return dark
	}
	return light
}

// with returns a palette with other colours.
func (p palette) with(change func(*palette)) palette {
	change(&p)
	return p
}

var darkContrast = dark.with(func(p *palette) {
	p.text, p.quiet, p.soft, p.dim, p.faint = "#ffffff", "#ffffff", "#e4e4e4", "#d4d4d4", "#8a8a8a"
	p.accent, p.ready, p.running, p.blocked, p.warning, p.danger = "#9cc4ff", "#a8e870", "#9cc4ff", "#ffc870", "#ffc870", "#ff9aa8"
	p.doing, p.capText, p.border, p.barRest, p.nobody = "#e4e4e4", "#ffffff", "#c0c0c0", "#8a8a8a", "#8a8a8a"
	p.link, p.linkAside = "#ffffff", "#8a8a8a"
	p.chip, p.story, p.chipText, p.storyText, p.storyDim = "#9cc4ff", "#9cc4ff", "#000000", "#000000", "#000000"
	p.strong = true
})

var lightContrast = light.with(func(p *palette) {
	p.text, p.quiet, p.soft, p.dim, p.faint = "#000000", "#000000", "#202020", "#303030", "#707070"
	p.accent, p.ready, p.running, p.blocked, p.warning, p.danger = "#003a9c", "#0e4a00", "#003a9c", "#5c3a00", "#5c3a00", "#900020"
	p.doing, p.capText, p.border, p.barRest, p.nobody = "#202020", "#000000", "#505050", "#707070", "#707070"
	p.link, p.linkAside = "#000000", "#707070"
	p.chip, p.story, p.chipText, p.storyText, p.storyDim = "#00005f", "#00005f", "#ffffff", "#ffffff", "#ffffff"
	p.strong = true
})

// After Okabe and Ito: blue against orange and yellow, and light against dark, which every eye tells apart.
var darkBlind = dark.with(func(p *palette) {
	p.ready, p.running, p.blocked, p.danger, p.warning = "#b9f5e0", "#4aa3ff", "#f0d030", "#ff5c6c", "#f0d030"
	p.accent, p.heading, p.code, p.added, p.you = "#4aa3ff", "#7cbcff", "#b9f5e0", "#b9f5e0", "#8fd0ff"
	p.fresh3, p.fresh2, p.fresh1, p.chip, p.story, p.storyDim = "#4aa3ff", "#3f86cf", "#35608c", "#56b4e9", "#7cbcff", "#000000"
	p.upstream, p.downstream, p.chain = "#b9f5e0", "#e09ac4", "#f0e442"
})

var lightBlind = light.with(func(p *palette) {
	p.ready, p.running, p.blocked, p.danger, p.warning = "#093d4f", "#146dcf", "#8f680c", "#670c15", "#6e5800"
	p.accent, p.heading, p.code, p.added, p.you = "#146dcf", "#146dcf", "#093d4f", "#093d4f", "#6e5800"
	p.fresh3, p.chip, p.story, p.storyDim = "#146dcf", "#005faf", "#005faf", "#ffffff"
	p.upstream, p.downstream, p.chain = "#093d4f", "#8a3070", "#8a5a00"
})

// rounded returns the palette in the nearest of the 256 colours, so that what is measured is what is shown.
func (p palette) rounded() *palette {
	all := []*string{
		&p.text, &p.quiet, &p.soft, &p.dim, &p.faint, &p.accent, &p.ready, &p.running, &p.blocked, &p.warning, &p.danger, &p.doing,
		&p.fresh3, &p.fresh2, &p.fresh1, &p.barRest, &p.border, &p.chipText, &p.chip, &p.capText, &p.storyText, &p.storyDim, &p.story,
		&p.heading, &p.code, &p.added, &p.you, &p.nobody, &p.upstream, &p.downstream, &p.chain, &p.chainAside, &p.link, &p.linkAside,
	}
	for i := range p.hues {
		all = append(all, &p.hues[i])
	}
	for _, c := range all {
		r := rgbOf(colorprofile.ANSI256.Convert(lipgloss.Color(*c)))
		*c = fmt.Sprintf("#%02x%02x%02x", r[0], r[1], r[2])
	}
	return &p
}
