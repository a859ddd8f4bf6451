package style

import "github.com/charmbracelet/colorprofile"

// Sheet answers names with escape sequences for one background and one colour profile. It is read only once built,
// and may be shared. Two sheets are the same theme only if they are the same pointer, which is how caches tell.
type Sheet struct {
	Glyphs  *Glyphs
	Dark    bool
	Profile colorprofile.Profile
	sgr     [grounds][styles]string
}

// New builds the sheet for a dark or light background and what the terminal can show. Profiles TrueColor, ANSI256
// and Unknown take the full theme, ANSI sixteen colours, Ascii and NoTTY attributes alone (NO_COLOR). Its glyphs
// are the Unicode ones.
func New(dark bool, profile colorprofile.Profile) *Sheet {
	return &Sheet{Glyphs: GlyphSet(false), Dark: dark, Profile: profile}
}

// WithGlyphs gives a copy of the sheet with the ASCII twins of the glyphs, or with the Unicode ones.
func (s *Sheet) WithGlyphs(ascii bool) *Sheet {
	c := *s
	c.Glyphs = GlyphSet(ascii)
	return &c
}

// SGR gives the sequence that puts exactly this style on this ground in force, whatever was in force before.
func (s *Sheet) SGR(st Style, on Ground) string { return s.sgr[on][st] }

// Reset is the sequence that ends all styling.
const Reset = "\x1b[m"
