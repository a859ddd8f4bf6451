package style

import (
	"image/color"

	"github.com/charmbracelet/colorprofile"
)

// Sheet answers names with escape sequences for one background and one colour profile. It is read only once built,
// and may be shared. Two sheets are the same theme only if they are the same pointer, which is how caches tell.
type Sheet struct {
	Glyphs    *Glyphs
	Profile   colorprofile.Profile
	Graphemes bool // the terminal counts cells by grapheme cluster (mode 2027 is on)
	sgr       [grounds][styles]string
	solid     [styles]bool
	grounded  bool
}

// Reset is the sequence that ends all styling. Underline puts a line under what follows and NoUnderline ends it, whatever else
// is in force.
const (
	Reset       = "\x1b[m"
	Underline   = "\x1b[4m"
	NoUnderline = "\x1b[24m"
)

// New builds the sheet for a dark or light background of which no more is known, and what the terminal can show.
func New(dark bool, profile colorprofile.Profile) *Sheet {
	return paletteFor(dark, profile).sheet(nil, profile)
}

// NewOn builds the sheet for the background the terminal tells of: the grounds are mixed from it, and whatever would not
// stand out from it is moved until it does. ANSI256 and ANSI take themes made of the 256 and 16 colours, Ascii and NoTTY
// attributes alone (NO_COLOR), every other profile the full theme. Its glyphs are the Unicode ones.
func NewOn(background color.Color, profile colorprofile.Profile) *Sheet {
	on := rgbOf(background)
	return paletteFor(on.contrast(white) >= on.contrast(black), profile).sheet(background, profile)
}

func (p *palette) sheet(background color.Color, profile colorprofile.Profile) *Sheet {
	s := &Sheet{Glyphs: GlyphSet(false), Profile: profile}
	t := p.theme(background, profile)
	s.grounded = t.mixer != nil
	for st, look := range t.styles {
		s.solid[st] = look.GetBackground() != none || look.GetUnderline() || look.GetStrikethrough() || look.GetReverse()
	}
	for g := range s.sgr {
		for st := range s.sgr[g] {
			s.sgr[g][st] = t.sgr(Style(st), Ground(g))
		}
	}
	return s
}

// WithGlyphs returns a copy of the sheet with the ASCII twins of the glyphs, or with the Unicode ones.
func (s *Sheet) WithGlyphs(ascii bool) *Sheet {
	c := *s
	c.Glyphs = GlyphSet(ascii)
	return &c
}

// WithGraphemes returns a copy of the sheet for a terminal that counts cells by grapheme cluster, or by character.
func (s *Sheet) WithGraphemes(on bool) *Sheet {
	c := *s
	c.Graphemes = on
	return &c
}

// SGR returns the sequence that puts exactly this style on this ground in force, whatever was in force before.
func (s *Sheet) SGR(st Style, on Ground) string { return s.sgr[on][st] }

// Solid reports whether a blank in this style differs from a blank of its ground: it has a background of its own, or a
// line under or through it.
func (s *Sheet) Solid(st Style) bool { return s.solid[st] }

// Grounded reports whether the grounds can be told apart by colour. Where they cannot, things that float need lines.
func (s *Sheet) Grounded() bool { return s.grounded }
