package style

import (
	"cmp"
	"image/color"
	"slices"
)

// Fading returns the ground of a card some seconds after it changed: half of Fresh remains. Grounds that show
// something more important do not fade.
func (g Ground) Fading() Ground {
	if g >= Card && g <= Low2 {
		return g - Card + fading0
	}
	return g
}

// Under returns the ground under a dialog: everything on it has one dim colour, except the progress strip.
func (g Ground) Under() Ground {
	if g == Flat || g == Under {
		return Under
	}
	return UnderCard
}

// secondaryStyles are the details of a card: in the colour of text on a strong ground.
var secondaryStyles = []Style{Dim, Soft, SubjectQuiet, SubjectDone, You, strongYou}

// on returns the style whose colour a style has on a ground.
func (st Style) on(g Ground) Style {
	owner := st >= owner0 && st < owner0+Hues || st >= owner0+2*Hues
	switch {
	case (g == Selected || g == Fresh) && (owner || slices.Contains(secondaryStyles, st)):
		return Plain
	case g == Alarm && st == Dim:
		return Soft
	}
	return st
}

// derive returns the palette with the colours that it leaves empty, mixed for a page. ink makes a colour of a name.
func (p *palette) derive(page rgb, ink func(string) color.Color) palette {
	c := *p
	blend := func(to *string, of string, share float64) {
		if *to == "" {
			*to = hexOf(page.mix(rgbOf(ink(of)), share))
		}
	}
	blend(&c.rule, p.line, 0.80)
	blend(&c.stripDone, p.ready, 0.55)
	blend(&c.stripReady, p.ready, 1)
	blend(&c.rest, p.line, 0.60)
	blend(&c.under, p.text, 0.45)
	return c
}

// surfaces sets the grounds of the screen: those of the palette on its own background, else mixed over the one there
// is. Each stands out from the page by at least the ratio named here.
func (l *looks) surfaces(p *palette, own bool) {
	m := l.mixer
	tint := func(colour string) rgb { return rgbOf(l.ink(colour)) }
	text := tint(p.text)
	var mixed [grounds]rgb
	set := func(g Ground, named string, mix func() rgb) {
		if named != "" && own {
			mixed[g] = tint(named)
		} else {
			mixed[g] = mix()
		}
		l.grounds[g] = l.grounds[g].Background(mixed[g].color())
	}
	share := func(of rgb, share, least float64) func() rgb {
		return func() rgb { return l.legible(m.ground(of, share, m.background, least)) }
	}
	set(Bar, p.grounds.bar, share(text, 0.14, 1.35))
	set(Card, p.grounds.card, share(text, 0.16, 1.35))
	set(Card2, p.grounds.card2, share(text, 0.12, 1.22))
	set(Low, p.grounds.low, share(text, 0.09, 1.14))
	set(Low2, p.grounds.low2, share(text, 0.03, 1.03))
	few := pick(m.far == white, &dark256, &light256).grounds
	set(Selected, p.grounds.selected, l.vivid(few.selected, p.accent, 0.35, 1.6))
	set(Alarm, p.grounds.alarm, l.vivid(few.alarm, p.danger, 0.25, 1.3))
	set(Fresh, p.grounds.fresh, l.vivid(cmp.Or(p.grounds.fresh, few.fresh), p.ready, 0.28, 1.29))
	panel := share(text, 0.06, 1.1)
	if m.far == black {
		panel = func() rgb { return white }
	}
	set(Panel, p.grounds.panel, panel)
	for g := Card; g <= Low2; g++ {
		half := mixed[g].mix(mixed[Fresh], 0.5)
		if m.few { // nothing is between the two
			half = mixed[Fresh]
		}
		l.grounds[g.Fading()] = l.grounds[g].Background(half.color())
	}
	behind, deep := text, 0.15
	if m.far == white {
		behind, deep = black, 0.30
	}
	set(Under, p.grounds.under, func() rgb { return m.grey(m.background.mix(behind, deep)) })
	set(UnderCard, p.grounds.underCard, func() rgb { return m.grey(mixed[Under].mix(text, 0.05)) })
}

// grey returns the nearest colour that the terminal can show for one with hardly a hue.
func (m *mixer) grey(c rgb) rgb {
	if m.few {
		return nearestGrey(c)
	}
	return c
}

// vivid returns how to mix a ground that is seen by its hue: a share of a tint over the page, or more of it until it
// stands out. The 256 colours have too few to mix any, so there it is the named one.
func (l *looks) vivid(named, tint string, share, least float64) func() rgb {
	return func() (c rgb) {
		if l.few {
			return rgbOf(l.ink(named))
		}
		for ; share < 1; share += 0.01 {
			if c = l.mixer.background.mix(rgbOf(l.ink(tint)), share); c.contrast(l.mixer.background) >= least {
				break
			}
		}
		return l.legible(c)
	}
}

// legible returns a ground moved back to the page until text on it can have the contrast it must have.
func (l *looks) legible(c rgb) rgb {
	moved := c
	for share := 0.0; share < 1 && moved.contrast(l.mixer.far) < l.leastContrast(Plain); share += 0.02 {
		moved = c.mix(l.mixer.background, share)
		if l.few {
			moved = nearestGrey(moved)
		}
	}
	return moved
}

// leastUnder is the contrast of what is under a dialog: it is there, and does not draw the eye.
const leastUnder = 2

// underInk returns the colour of a style on a ground under a dialog: the strip, which is on the page, keeps some of its
// own.
func (l *looks) underInk(st Style, ground rgb) color.Color {
	if st >= StripDone && st <= StripAlert && ground == rgbOf(l.grounds[Under].GetBackground()) {
		return l.mixer.round(ground.mix(rgbOf(l.styles[st].GetForeground()), 0.45)).color()
	}
	return l.mixer.against(rgbOf(l.under.GetForeground()), ground, leastUnder).color()
}

func hexOf(c rgb) string {
	const digits = "0123456789abcdef"
	out := []byte{'#'}
	for _, v := range c {
		out = append(out, digits[v>>4], digits[v&15])
	}
	return string(out)
}
