package style

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"github.com/charmbracelet/colorprofile"
)

// palette holds the colours of one theme by purpose, each in a form that lipgloss.Color reads: "#rrggbb", the number
// of one of the sixteen basic colours, or empty for the terminal's own.
type palette struct {
	text, quiet, soft, dim, faint      string // from full strength down
	accent, ready, running, blocked    string
	warning, danger, doing             string
	fresh3, fresh2, fresh1             string
	barRest, border                    string
	chipText, chip, capText, capGround string // capGround is computed if the theme has grounds
	storyText, storyDim, story         string
	spotlightRunning, spotlightReady   string // grounds of a story's spotlight, deep on dark and pale on light; empty for the full colours of the states
	spotlightAlert, spotlightCaution   string
	heading, code, added, you, nobody  string
	upstream, downstream               string // of a selected task
	chain, chainAside, link, linkAside string // lines between tasks
	hues                               [Hues]string
	background                         string // if the terminal reports none; the grounds are mixed from it
	strongSelection                    bool   // colour does not distinguish grounds: reverse the selection
	faintDim                           bool   // there is no colour for secondary text: use the attribute
	strong                             bool   // contrasts are higher, see Contrast
	plainChip                          bool   // the chip's text is not bold, because that would change its colour
}

// colourless is for terminals without colour, and for NO_COLOR.
var colourless = palette{strongSelection: true, faintDim: true}

var dark = palette{
	text: "#c8d3f5", quiet: "#a9b3da", soft: "#9aa3cb", dim: "#8a91ba", faint: "#3d4466",
	accent: "#82aaff", ready: "#9ece6a", running: "#82aaff", blocked: "#e0af68",
	warning: "#e8b36b", danger: "#fa7f95", doing: "#9aa3cb",
	fresh3: "#82aaff", fresh2: "#6f8bd0", fresh1: "#4f5f94",
	barRest: "#3d4466", border: "#667099",
	chipText: "#16161e", chip: "#82aaff", capText: "#c8d3f5",
	storyText: "#ffffff", storyDim: "#c8d3f5", story: "#2f4b90",
	spotlightReady: "#2f5d34", spotlightAlert: "#7d2c40", spotlightCaution: "#6b4a12",
	heading: "#9ab8ff", code: "#a8cd8a", added: "#9ece6a", you: "#73daca", nobody: "#3d4466",
	upstream: "#5fd7c4", downstream: "#c099ff", chain: "#ffc777", chainAside: "#8f7a52", link: "#7f8abd", linkAside: "#6b76a6",
	hues:       [Hues]string{"#3fa2f3", "#cfc945", "#f3a275", "#d87eb4", "#90a248", "#f0b4dc", "#3fab75", "#12abbd"},
	background: "#1e1e1e",
}

var light = palette{
	text: "#1c2038", quiet: "#3c4362", soft: "#4e5576", dim: "#5e6586", faint: "#c3c8da",
	accent: "#2456c4", ready: "#2d6a1c", running: "#2456c4", blocked: "#845400",
	warning: "#8a4b00", danger: "#b01c3d", doing: "#4e5576",
	fresh3: "#2456c4", fresh2: "#6b8ad6", fresh1: "#a9bbe6",
	barRest: "#c3c8da", border: "#7d86ab",
	chipText: "#ffffff", chip: "#2456c4", capText: "#1c2038",
	storyText: "#ffffff", storyDim: "#e4ebff", story: "#2456c4",
	spotlightRunning: "#cfdefc", spotlightReady: "#cbe8bd", spotlightAlert: "#f9ccd3", spotlightCaution: "#f7dcae",
	heading: "#2456c4", code: "#2d6a1c", added: "#2d6a1c", you: "#00695c", nobody: "#c3c8da",
	upstream: "#00696b", downstream: "#7a32c4", chain: "#8f5200", chainAside: "#9c7434", link: "#5d6685", linkAside: "#6f7899",
	hues:       [Hues]string{"#006cbd", "#6c6c00", "#603000", "#c00c9c", "#004824", "#603048", "#144f70", "#303090"},
	background: "#fafafa",
}

// The 256 colours have few dark blues: rounding the dark theme to them turns its grounds navy and its caps teal. This
// palette uses only those colours, with greys for grounds, so that nothing is rounded.
var dark256 = palette{
	text: "#d7d7ff", quiet: "#afafd7", soft: "#a8a8a8", dim: "#9e9e9e", faint: "#444444",
	accent: "#87afff", ready: "#afd75f", running: "#87afff", blocked: "#d7af5f",
	warning: "#d7af5f", danger: "#ff8787", doing: "#a8a8a8",
	fresh3: "#87afff", fresh2: "#5f87d7", fresh1: "#5f5f87",
	barRest: "#444444", border: "#808080",
	chipText: "#121212", chip: "#87afff", capText: "#d7d7ff",
	storyText: "#ffffff", storyDim: "#dadada", story: "#005f87",
	heading: "#87afff", code: "#afd787", added: "#afd75f", you: "#5fd7af", nobody: "#444444",
	upstream: "#5fd7d7", downstream: "#d787ff", chain: "#ffd75f", chainAside: "#af8700", link: "#8a8a8a", linkAside: "#767676",
	hues:       [Hues]string{"#5f87ff", "#ffafd7", "#d78700", "#ff5faf", "#afaf00", "#d7875f", "#00afd7", "#afd7ff"},
	background: "#1e1e1e",
}

var light256 = palette{
	text: "#1c1c1c", quiet: "#3a3a3a", soft: "#585858", dim: "#585858", faint: "#c6c6c6",
	accent: "#005faf", ready: "#005f00", running: "#005faf", blocked: "#5f5f00",
	warning: "#5f5f00", danger: "#af0000", doing: "#585858",
	fresh3: "#005faf", fresh2: "#5f87d7", fresh1: "#afafd7",
	barRest: "#c6c6c6", border: "#8a8a8a",
	chipText: "#ffffff", chip: "#005faf", capText: "#1c1c1c",
	storyText: "#ffffff", storyDim: "#ffffff", story: "#005faf",
	spotlightRunning: "#d7d7ff", spotlightReady: "#afd7af", spotlightAlert: "#ffd7d7", spotlightCaution: "#ffd7af",
	heading: "#005faf", code: "#005f00", added: "#005f00", you: "#005f5f", nobody: "#c6c6c6",
	upstream: "#005f5f", downstream: "#8700d7", chain: "#875f00", chainAside: "#af875f", link: "#626262", linkAside: "#767676",
	hues:       [Hues]string{"#005f87", "#875faf", "#5f0000", "#af0087", "#5f0087", "#87005f", "#875f87", "#5f5fd7"},
	background: "#fafafa",
}

// The greens of the 256 colours on which a card that just arrived is readable.
var litOnDark, litOnLight = rgb{0, 0x5f, 0}, rgb{0xaf, 0xd7, 0xaf}

// People choose their own sixteen colours, of which only the names are known, so these themes use pairs that differ in
// every common palette.
var dark16 = palette{
	text: "", quiet: "", soft: "", dim: "", faint: "8",
	accent: "12", ready: "10", running: "12", blocked: "11",
	warning: "11", danger: "9", doing: "7",
	fresh3: "12", fresh2: "12", fresh1: "8",
	barRest: "8", border: "12",
	chipText: "0", chip: "12", capText: "15", capGround: "8",
	storyText: "0", storyDim: "0", story: "12",
	heading: "12", code: "10", added: "10", you: "14", nobody: "8",
	upstream: "14", downstream: "13", chain: "11", chainAside: "3", link: "7", linkAside: "8",
	hues:            [Hues]string{"6", "13", "3", "5", "11", "2", "12", "4"},
	strongSelection: true, faintDim: true, plainChip: true,
}

var light16 = palette{
	text: "", quiet: "", soft: "8", dim: "8", faint: "7",
	accent: "4", ready: "2", running: "4", blocked: "3",
	warning: "3", danger: "1", doing: "8",
	fresh3: "4", fresh2: "4", fresh1: "7",
	barRest: "7", border: "4",
	chipText: "15", chip: "4", capText: "0", capGround: "7",
	storyText: "15", storyDim: "15", story: "4",
	heading: "4", code: "2", added: "2", you: "6", nobody: "7",
	upstream: "6", downstream: "5", chain: "3", chainAside: "3", link: "8", linkAside: "7",
	hues:            [Hues]string{"4", "5", "3", "13", "0", "2", "8", "12"},
	strongSelection: true,
}

// rgb is a colour as numbers to calculate with.
type rgb [3]uint8

func rgbOf(c color.Color) rgb {
	r, g, b, _ := c.RGBA()
	return rgb{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

func (c rgb) color() color.Color { return color.RGBA{c[0], c[1], c[2], 0xff} }

// mix returns the colour moved towards another one by a share of the way.
func (c rgb) mix(to rgb, share float64) rgb {
	for i := range c {
		c[i] = uint8(math.Round(float64(c[i]) + share*(float64(to[i])-float64(c[i]))))
	}
	return c
}

// linear returns the linear light of each value of a channel.
var linear = sync.OnceValue(func() (light [256]float64) {
	for v := range light {
		c := float64(v) / 255
		if light[v] = c / 12.92; c > 0.04045 {
			light[v] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return light
})

// luminance returns the relative luminance of WCAG 2.1.
func (c rgb) luminance() float64 {
	light := linear()
	return 0.2126*light[c[0]] + 0.7152*light[c[1]] + 0.0722*light[c[2]]
}

// contrast returns the contrast ratio of WCAG 2.1.
func (c rgb) contrast(to rgb) float64 {
	x, y := c.luminance(), to.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

var (
	white = rgb{255, 255, 255}
	black = rgb{}
)

// steps is the number of steps in which a colour is moved until its contrast is sufficient.
const steps = 25

// mixer adjusts colours to one background.
type mixer struct {
	background rgb
	far        rgb // white or black, whichever has more contrast to the background
	few        bool
}

// round returns the nearest colour that the terminal can show.
func (m *mixer) round(c rgb) rgb {
	if m.few {
		return rgbOf(colorprofile.ANSI256.Convert(c.color()))
	}
	return c
}

// against returns the colour if its contrast to a ground is sufficient, else the next one towards white or black that has it.
func (m *mixer) against(c, ground rgb, least float64) rgb {
	moved := c
	for i := 1; i <= steps && moved.contrast(ground) < least; i++ {
		moved = m.round(c.mix(m.far, float64(i)/steps))
	}
	return moved
}

// ground returns the background mixed with a share of a tint, or more of it until the contrast to another ground is sufficient.
// The 256 colours have few dark and few pale tints, so there a ground is a grey.
func (m *mixer) ground(tint rgb, share float64, from rgb, least float64) rgb {
	if m.few {
		tint = m.far
	}
	var c rgb
	for ; share < 1; share += 0.01 {
		c = m.background.mix(tint, share)
		if m.few {
			c = nearestGrey(c)
		}
		if c.contrast(from) >= least {
			break
		}
	}
	return c
}

// nearestGrey returns the grey of the 256 colours that is nearest in lightness to a colour.
func nearestGrey(c rgb) rgb {
	of, best := c.luminance(), rgb{}
	for v := 8; v <= 238; v += 10 {
		grey := rgb{uint8(v), uint8(v), uint8(v)}
		if math.Abs(grey.luminance()-of) < math.Abs(best.luminance()-of) {
			best = grey
		}
	}
	return best
}

// Theme is the name of a set of colours. The empty name is Usual.
type Theme string

// The themes.
const (
	Usual       Theme = "default"
	Contrast    Theme = "contrast"     // text at least 7:1 on any ground
	ColourBlind Theme = "colour-blind" // states differ for people who cannot see red, green or blue
	Terminal    Theme = "terminal"     // in the terminal's own sixteen colours
)

// Themes returns the names of all themes, the usual one first.
func Themes() []Theme { return []Theme{Usual, Contrast, ColourBlind, Terminal} }

// Known reports whether there is such a theme.
func (t Theme) Known() bool { return t == "" || slices.Contains(Themes(), t) }

// Sheet builds the sheet of a theme for the background that the terminal reports, nil until it does. The grounds are
// mixed from it, and colours with too little contrast are adjusted. ANSI256 and ANSI get themes made of the 256 and 16
// colours, Ascii and NoTTY (NO_COLOR) attributes alone, every other profile the full theme.
func (t Theme) Sheet(background color.Color, profile colorprofile.Profile) *Sheet {
	dark := true
	if background != nil {
		on := rgbOf(background)
		dark = on.contrast(white) >= on.contrast(black)
	}
	return t.palette(dark, profile).sheet(background, profile)
}

// palette returns the colours of a theme for a background and a profile. With sixteen colours all themes share one palette,
// and without colour another.
func (t Theme) palette(onDark bool, profile colorprofile.Profile) *palette {
	switch {
	case profile == colorprofile.ASCII || profile == colorprofile.NoTTY:
		return &colourless
	case profile == colorprofile.ANSI || t == Terminal:
		return pick(onDark, &dark16, &light16)
	case t == Contrast:
		return pick(onDark, &darkContrast, &lightContrast)
	case t == ColourBlind:
		return pick(onDark, &darkBlind, &lightBlind)
	case profile == colorprofile.ANSI256:
		return pick(onDark, &dark256, &light256)
	}
	return pick(onDark, &dark, &light)
}

func pick(onDark bool, dark, light *palette) *palette {
	if onDark {
		return dark
	}
	return light
}

// with returns a changed copy of a palette.
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
	p.spotlightReady, p.spotlightAlert, p.spotlightCaution = "", "", "" // solid
	p.strong = true
})

var lightContrast = light.with(func(p *palette) {
	p.text, p.quiet, p.soft, p.dim, p.faint = "#000000", "#000000", "#202020", "#303030", "#707070"
	p.accent, p.ready, p.running, p.blocked, p.warning, p.danger = "#003a9c", "#0e4a00", "#003a9c", "#5c3a00", "#5c3a00", "#900020"
	p.doing, p.capText, p.border, p.barRest, p.nobody = "#202020", "#000000", "#505050", "#707070", "#707070"
	p.link, p.linkAside = "#000000", "#707070"
	p.chip, p.story, p.chipText, p.storyText, p.storyDim = "#00005f", "#00005f", "#ffffff", "#ffffff", "#ffffff"
	p.hues = [Hues]string{"#006cbd", "#a04898", "#7e3612", "#872d5a", "#7e6c12", "#404008", "#144f70", "#484899"} // the colours of its states are darker
	p.strong = true
})

// After Okabe and Ito: blue against orange and yellow, and light against dark, which all people can distinguish.
var darkBlind = dark.with(func(p *palette) {
	p.ready, p.running, p.blocked, p.danger, p.warning = "#b9f5e0", "#4aa3ff", "#f0d030", "#ff5c6c", "#f0d030"
	p.accent, p.heading, p.code, p.added, p.you = "#4aa3ff", "#7cbcff", "#b9f5e0", "#b9f5e0", "#8fd0ff"
	p.fresh3, p.fresh2, p.fresh1, p.chip = "#4aa3ff", "#3f86cf", "#35608c", "#56b4e9"
	p.spotlightReady, p.spotlightAlert, p.spotlightCaution = "", "", "" // solid
	p.upstream, p.downstream, p.chain = "#b9f5e0", "#e09ac4", "#f0e442"
	p.link, p.linkAside = "#7681b3", "#59648f" // lighter ones would be the same in 256 colours
	p.hues = [Hues]string{"#3fa2f3", "#8fce74", "#f3a275", "#9d86e8", "#90a248", "#f8b8b8", "#3fab75", "#12abbd"}
})

var lightBlind = light.with(func(p *palette) {
	p.ready, p.running, p.blocked, p.danger, p.warning = "#093d4f", "#146dcf", "#8f680c", "#670c15", "#6e5800"
	p.accent, p.heading, p.code, p.added, p.you = "#146dcf", "#146dcf", "#093d4f", "#093d4f", "#6e5800"
	p.fresh3, p.chip = "#146dcf", "#005faf"
	p.spotlightReady = "#c0dfe4"
	p.upstream, p.downstream, p.chain = "#093d4f", "#8a3070", "#8a5a00"
	p.hues = [Hues]string{"#006cbd", "#9550a8", "#7e3612", "#00660e", "#277f8f", "#404818", "#0a5d52", "#484899"}
})
