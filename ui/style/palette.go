package style

import (
	"image/color"
	"math"
	"slices"
	"sync"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// palette holds the colours of one theme by purpose, each in a form that lipgloss.Color reads: "#rrggbb", the number
// of one of the sixteen basic colours, or empty for the terminal's own.
type palette struct {
	text, soft, dim             string // titles; titles of blocked and completed tasks; the rest
	accent, ready, danger       string
	chain, line                 string // the longest chain; every other link
	hues                        [Hues]string
	chip, alert, chipText       string // filled chips: the accent's, the danger's, and the text on both
	rule                        string // base line of a lane; derived from line if empty
	stripDone, stripReady, rest string // segments of the progress strip; derived if empty
	under                       string // what is under a dialog; derived if empty
	grounds                     tints  // for their page, or an unknown one; for another, or where empty, they are mixed
	background                  string // that is assumed if the terminal reports none

	faint, running, blocked, warning, doing string
	fresh3, fresh2, fresh1                  string
	barRest, border                         string
	storyText, story                        string
	// grounds of a story's spotlight, deep on dark and pale on light; empty for the full colours of the states
	spotlightReady, spotlightAlert    string
	spotlightCaution                  string
	heading, code, added, you, nobody string
	upstream                          string // of a selected task
	link, linkAside                   string // lines between tasks
	strongSelection                   bool   // colour does not distinguish grounds: reverse the selection
	faintDim                          bool   // there is no colour for secondary text: use the attribute
	strong                            bool   // contrasts are higher, see Contrast
	plainChip                         bool   // the chip's text is not bold, because that would change its colour
}

// tints are the colours of grounds, and the background of the terminal that they are made for, the page.
type tints struct {
	page, bar, card, card2, low, low2, selected, alarm, fresh, panel, under, underCard string
}

// colourless is for terminals without colour, and for NO_COLOR.
var colourless = palette{strongSelection: true, faintDim: true}

var dark = palette{
	text: "#d8dffa", soft: "#bbc3e8", dim: "#a3abd4",
	accent: "#8fb4ff", ready: "#a3d46e", danger: "#ff8f98", chain: "#e6b673", line: "#6a72a0",
	hues: [Hues]string{"#f394ca", "#f5a97f", "#d9d36a", "#5fd3a2", "#6cc7e6", "#c9a6ff", "#93b5c6"},
	chip: "#82aaff", alert: "#ff757f", chipText: "#10101a", rule: "#5a628f",
	stripDone: "#5c9455", stripReady: "#b5e37f", rest: "#4a5079", under: "#5f6580",
	grounds: tints{
		page: "#16161e", bar: "#2e334e", card: "#323759", card2: "#2a2e4a", low: "#25293e", low2: "#1b1d2b",
		selected: "#2f4890", alarm: "#51222f", fresh: "#25502f", panel: "#212434", under: "#101017",
		underCard: "#1a1b27",
	},
	background: "#1e1e1e",

	faint: "#3d4466", running: "#8fb4ff", blocked: "#e0af68", warning: "#e8b36b", doing: "#9aa3cb",
	fresh3: "#82aaff", fresh2: "#6f8bd0", fresh1: "#4f5f94",
	barRest: "#3d4466", border: "#667099",
	storyText: "#ffffff", story: "#2f4b90",
	spotlightReady: "#2f5d34", spotlightAlert: "#7d2c40", spotlightCaution: "#6b4a12",
	heading: "#9ab8ff", code: "#a8cd8a", added: "#9ece6a", you: "#d8dffa", nobody: "#4a5079",
	upstream: "#5fd7c4", link: "#7f8abd", linkAside: "#6b76a6",
}

var light = palette{
	text: "#23252e", soft: "#41444f", dim: "#4b4f64",
	accent: "#1b4db3", ready: "#275f1b", danger: "#a81a28", chain: "#7d5000", line: "#8188a6",
	hues: [Hues]string{"#951f6e", "#8a3f0c", "#525900", "#0a5c3f", "#075a77", "#6a3fb5", "#4f5f78"},
	chip: "#2b61d6", alert: "#c02a38", chipText: "#ffffff", rule: "#a2a9c4",
	stripDone: "#4f9446", stripReady: "#86cc5a", rest: "#b3b9d0", under: "#84879a",
	grounds: tints{
		page: "#fafafa", bar: "#d0d5e8", card: "#d2d9f0", card2: "#dde3f4", low: "#e7eaf5", low2: "#f2f4fa",
		selected: "#abc4ff", alarm: "#f8cfd6", fresh: "#c2e8c4", panel: "#ffffff", under: "#d8d9de",
		underCard: "#cfd1da",
	},
	background: "#fafafa",

	faint: "#c3c8da", running: "#1b4db3", blocked: "#845400", warning: "#8a4b00", doing: "#4e5576",
	fresh3: "#2456c4", fresh2: "#6b8ad6", fresh1: "#a9bbe6",
	barRest: "#c3c8da", border: "#7d86ab",
	storyText: "#ffffff", story: "#2456c4",
	spotlightReady: "#cbe8bd", spotlightAlert: "#f9ccd3", spotlightCaution: "#f7dcae",
	heading: "#2456c4", code: "#2d6a1c", added: "#2d6a1c", you: "#23252e", nobody: "#b3b9d0",
	upstream: "#00696b", link: "#5d6685", linkAside: "#6f7899",
}

// The 256 colours have few dark blues: rounding the dark theme to them turns its grounds navy. This palette uses only
// those colours, with greys for grounds, so that nothing is rounded.
var dark256 = palette{
	text: "#eeeeee", soft: "#bcbcbc", dim: "#a8a8a8",
	accent: "#87afff", ready: "#afd75f", danger: "#ff8787", chain: "#d7af5f", line: "#5f5f87",
	hues: [Hues]string{"#ff87d7", "#ffaf87", "#ffff87", "#5fd7af", "#5fd7d7", "#d7afff", "#87afaf"},
	chip: "#87afff", alert: "#ff5f87", chipText: "#121212", rule: "#5f5f87",
	stripDone: "#5f875f", stripReady: "#afff87", rest: "#5f5f87", under: "#5f5f87",
	grounds: tints{
		bar: "#3a3a3a", card: "#3a3a3a", card2: "#303030", low: "#262626", low2: "#1c1c1c", selected: "#005f87",
		alarm: "#5f0000", fresh: "#005f00", panel: "#262626", under: "#121212", underCard: "#1c1c1c",
	},
	background: "#1e1e1e",

	faint: "#444444", running: "#87afff", blocked: "#d7af5f", warning: "#d7af5f", doing: "#a8a8a8",
	fresh3: "#87afff", fresh2: "#5f87d7", fresh1: "#5f5f87",
	barRest: "#444444", border: "#808080",
	storyText: "#ffffff", story: "#005f87",
	heading: "#87afff", code: "#afd787", added: "#afd75f", you: "#eeeeee", nobody: "#5f5f87",
	upstream: "#5fd7d7", link: "#8a8a8a", linkAside: "#767676",
}

var light256 = palette{
	text: "#262626", soft: "#444444", dim: "#585858",
	accent: "#005faf", ready: "#005f00", danger: "#af0000", chain: "#875f00", line: "#8787af",
	hues: [Hues]string{"#af0087", "#af5f00", "#5f5f00", "#005f5f", "#005f87", "#8700d7", "#5f5f87"},
	chip: "#005fd7", alert: "#af0000", chipText: "#ffffff", rule: "#afafd7",
	stripDone: "#5f875f", stripReady: "#87d75f", rest: "#afafd7", under: "#8a8a8a",
	grounds: tints{
		bar: "#dadada", card: "#d7d7ff", card2: "#e4e4e4", low: "#eeeeee", selected: "#afd7ff",
		alarm: "#ffd7d7", fresh: "#d7ffd7", panel: "#ffffff", under: "#dadada", underCard: "#d0d0d0",
	},
	background: "#fafafa",

	faint: "#c6c6c6", running: "#005faf", blocked: "#5f5f00", warning: "#5f5f00", doing: "#585858",
	fresh3: "#005faf", fresh2: "#5f87d7", fresh1: "#afafd7",
	barRest: "#c6c6c6", border: "#8a8a8a",
	storyText: "#ffffff", story: "#005faf",
	spotlightReady: "#afd7af", spotlightAlert: "#ffd7d7", spotlightCaution: "#ffd7af",
	heading: "#005faf", code: "#005f00", added: "#005f00", you: "#262626", nobody: "#afafd7",
	upstream: "#005f5f", link: "#626262", linkAside: "#767676",
}

// The greens of the 256 colours on which a card that just arrived is readable.
var litOnDark, litOnLight = rgb{0, 0x5f, 0}, rgb{0xaf, 0xd7, 0xaf}

// People choose their own sixteen colours, of which only the names are known, so these themes use pairs that differ in
// every common palette.
var dark16 = palette{
	accent: "12", ready: "10", danger: "9", chain: "11", line: "8",
	hues: [Hues]string{"13", "3", "11", "2", "14", "5", "6"},
	chip: "12", alert: "9", chipText: "0", rule: "8", stripDone: "2", stripReady: "10", rest: "8", under: "8",

	faint: "8", running: "12", blocked: "11", warning: "11", doing: "7",
	fresh3: "12", fresh2: "12", fresh1: "8",
	barRest: "8", border: "12",
	storyText: "0", story: "12",
	heading: "12", code: "10", added: "10", nobody: "8",
	upstream: "14", link: "7", linkAside: "8",
	strongSelection: true, faintDim: true, plainChip: true,
}

var light16 = palette{
	soft: "8", dim: "8",
	accent: "4", ready: "2", danger: "1", chain: "3", line: "8",
	hues: [Hues]string{"13", "3", "12", "2", "6", "5", "8"},
	chip: "4", alert: "1", chipText: "15", rule: "7", stripDone: "2", stripReady: "10", rest: "7", under: "7",

	faint: "7", running: "4", blocked: "3", warning: "3", doing: "8",
	fresh3: "4", fresh2: "4", fresh1: "7",
	barRest: "7", border: "4",
	storyText: "15", story: "4",
	heading: "4", code: "2", added: "2", nobody: "7",
	upstream: "6", link: "8", linkAside: "7",
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
		light[v] = c / 12.92
		if c > 0.04045 {
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

// newMixer returns the mixer of a background, or of the usual one if it is not known.
func newMixer(background color.Color, usual string, few bool) *mixer {
	if background == nil {
		background = lipgloss.Color(usual)
	}
	m := &mixer{background: rgbOf(background), far: white, few: few}
	if m.background.contrast(white) < m.background.contrast(black) {
		m.far = black
	}
	return m
}

// round returns the nearest colour that the terminal can show.
func (m *mixer) round(c rgb) rgb {
	if m.few {
		return rgbOf(colorprofile.ANSI256.Convert(c.color()))
	}
	return c
}

// against returns the colour if its contrast to a ground is sufficient, else the next one towards white or black that
// has it.
func (m *mixer) against(c, ground rgb, least float64) rgb {
	moved := c
	for i := 1; i <= steps && moved.contrast(ground) < least; i++ {
		moved = m.round(c.mix(m.far, float64(i)/steps))
	}
	return moved
}

// ground returns the background mixed with a share of a tint, or more of it until the contrast to another ground is
// sufficient. The 256 colours have few dark and few pale tints, so there a ground is a grey.
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

// palette returns the colours of a theme for a background and a profile. With sixteen colours all themes share one
// palette, and without colour another.
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
	p.text, p.soft, p.dim, p.faint, p.you = "#ffffff", "#e4e4e4", "#d4d4d4", "#8a8a8a", "#ffffff"
	p.accent, p.ready, p.danger, p.line = "#9cc4ff", "#a8e870", "#ff9aa8", "#a0a0a0"
	p.derived("#000000")
	p.running, p.blocked, p.warning = p.accent, "#ffc870", "#ffc870"
	p.doing, p.border, p.barRest, p.nobody = "#e4e4e4", "#c0c0c0", "#8a8a8a", "#8a8a8a"
	p.link, p.linkAside = "#ffffff", "#8a8a8a"
	p.story, p.storyText = "#9cc4ff", "#000000"
	p.spotlightReady, p.spotlightAlert, p.spotlightCaution = "", "", "" // solid
	p.strong = true
})

var lightContrast = light.with(func(p *palette) {
	p.text, p.soft, p.dim, p.faint, p.you = "#000000", "#202020", "#303030", "#707070", "#000000"
	p.accent, p.ready, p.danger, p.line = "#003a9c", "#0e4a00", "#900020", "#606060"
	p.derived("#ffffff")
	p.chip = "#00005f"
	p.running, p.blocked, p.warning = p.accent, "#5c3a00", "#5c3a00"
	p.doing, p.border, p.barRest, p.nobody = "#202020", "#505050", "#707070", "#707070"
	p.link, p.linkAside = "#000000", "#707070"
	p.story, p.storyText = "#00005f", "#ffffff"
	p.strong = true
})

// After Okabe and Ito: blue against orange and yellow, and light against dark, which all people can distinguish.
var darkBlind = dark.with(func(p *palette) {
	p.accent, p.ready, p.danger, p.chain = "#4aa3ff", "#b9f5e0", "#ff5c6c", "#f0e442"
	p.hues = [Hues]string{"#f3a275", "#8fce74", "#9d86e8", "#90a248", "#f8b8b8", "#3fab75", "#12abbd"}
	p.derived("#10101a")
	p.grounds.fresh = "#005f5f" // the eyes that see no red take the ground of what needs a person for green
	p.chip = "#56b4e9"
	p.running, p.blocked, p.warning = p.accent, "#f0d030", "#f0d030"
	p.heading, p.code, p.added = "#7cbcff", "#b9f5e0", "#b9f5e0"
	p.fresh3, p.fresh2, p.fresh1 = "#4aa3ff", "#3f86cf", "#35608c"
	p.spotlightReady, p.spotlightAlert, p.spotlightCaution = "", "", "" // solid
	p.upstream = "#b9f5e0"
	p.link, p.linkAside = "#7681b3", "#59648f" // lighter ones would be the same in 256 colours
})

var lightBlind = light.with(func(p *palette) {
	p.accent, p.ready, p.danger, p.chain = "#146dcf", "#093d4f", "#670c15", "#8a5a00"
	p.hues = [Hues]string{"#9550a8", "#7e3612", "#00660e", "#277f8f", "#404818", "#0a5d52", "#484899"}
	p.derived("#ffffff")
	p.grounds.fresh = "#afffff"
	p.chip = "#005faf"
	p.running, p.blocked, p.warning = p.accent, "#8f680c", "#6e5800"
	p.heading, p.code, p.added = "#146dcf", "#093d4f", "#093d4f"
	p.fresh3 = "#146dcf"
	p.spotlightReady = "#c0dfe4"
	p.upstream = "#093d4f"
})

// derived empties what derive and surfaces fill with mixed colours, and makes the chips those of the theme's accent and
// danger, with that text on them.
func (p *palette) derived(chipText string) {
	p.chip, p.alert, p.chipText = p.accent, p.danger, chipText
	p.rule, p.stripDone, p.stripReady, p.rest, p.under = "", "", "", "", ""
	p.grounds = tints{}
}
