package style

import (
	"image/color"
	"math"
	"sync"

	"github.com/charmbracelet/colorprofile"
)

// rgb is a colour to calculate with.
type rgb [3]uint8

func rgbOf(c color.Color) rgb {
	r, g, b, _ := c.RGBA()
	return rgb{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

func (c rgb) color() color.Color { return color.RGBA{c[0], c[1], c[2], 0xff} }

// mix returns the colour that lies a share of the way to another one.
func (c rgb) mix(to rgb, share float64) rgb {
	for i := range c {
		c[i] = uint8(math.Round(float64(c[i]) + share*(float64(to[i])-float64(c[i]))))
	}
	return c
}

// linear is the light of each value of a channel.
var linear = sync.OnceValue(func() (light [256]float64) {
	for v := range light {
		c := float64(v) / 255
		if light[v] = c / 12.92; c > 0.04045 {
			light[v] = math.Pow((c+0.055)/1.055, 2.4)
		}
	}
	return light
})

// luminance is the relative luminance of WCAG 2.1.
func (c rgb) luminance() float64 {
	light := linear()
	return 0.2126*light[c[0]] + 0.7152*light[c[1]] + 0.0722*light[c[2]]
}

// contrast is the contrast ratio of WCAG 2.1.
func (c rgb) contrast(to rgb) float64 {
	x, y := c.luminance(), to.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

var (
	white = rgb{255, 255, 255}
	black = rgb{}
)

// steps is in how many steps a colour is moved until it stands out.
const steps = 25

// mixer moves colours about on one background.
type mixer struct {
	background rgb
	far        rgb // what stands out most from the background
	few        bool
}

// round returns the colour as the terminal can show it.
func (m *mixer) round(c rgb) rgb {
	if m.few {
		return rgbOf(colorprofile.ANSI256.Convert(c.color()))
	}
	return c
}

// against returns the colour if it stands out enough from a ground, else the next one towards white or black that does.
func (m *mixer) against(c, ground rgb, least float64) rgb {
	moved := c
	for i := 1; i <= steps && moved.contrast(ground) < least; i++ {
		moved = m.round(c.mix(m.far, float64(i)/steps))
	}
	return moved
}

// ground returns the background with a share of a tint, and as much more of it as it takes to stand out from another ground.
// Among 256 colours there are few dark and few pale tints: there a ground is a grey.
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

// nearestGrey returns the grey of the 256 colours that is as light as a colour.
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
