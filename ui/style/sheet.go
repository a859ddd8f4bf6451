package style

import (
	"strconv"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"
)

// Sheet answers names with escape sequences for one background and one colour profile. It is read only once built,
// and may be shared. Two sheets are the same theme only if they are the same pointer, which is how caches tell.
type Sheet struct {
	Glyphs    *Glyphs
	Dark      bool
	Profile   colorprofile.Profile
	Graphemes bool // the terminal counts cells by grapheme cluster (mode 2027 is on)
	sgr       [grounds][styles]string
	solid     [styles]bool
	grounded  bool
}

// Reset is the sequence that ends all styling.
const Reset = "\x1b[m"

// New builds the sheet for a dark or light background and what the terminal can show. ANSI256 and ANSI take themes
// made of the 256 and 16 colours, Ascii and NoTTY attributes alone (NO_COLOR), every other profile the full theme. Its
// glyphs are the Unicode ones.
func New(dark bool, profile colorprofile.Profile) *Sheet {
	s := &Sheet{Glyphs: GlyphSet(false), Dark: dark, Profile: profile}
	t := theme(dark, profile)
	s.grounded = !t.strongSelection
	looks := t.looks()
	for st, l := range looks {
		s.solid[st] = l.bg != "" || l.underline || l.strike || l.reverse
	}
	for g := range s.sgr {
		for st := range s.sgr[g] {
			s.sgr[g][st] = looks[st].on(t, Ground(g))
		}
	}
	return s
}

// WithGlyphs gives a copy of the sheet with the ASCII twins of the glyphs, or with the Unicode ones.
func (s *Sheet) WithGlyphs(ascii bool) *Sheet {
	c := *s
	c.Glyphs = GlyphSet(ascii)
	return &c
}

// WithGraphemes gives a copy of the sheet for a terminal that counts cells by grapheme cluster, or by character.
func (s *Sheet) WithGraphemes(on bool) *Sheet {
	c := *s
	c.Graphemes = on
	return &c
}

// SGR gives the sequence that puts exactly this style on this ground in force, whatever was in force before.
func (s *Sheet) SGR(st Style, on Ground) string { return s.sgr[on][st] }

// Solid says whether a blank in this style differs from a blank of its ground: it has a background of its own, or a
// line under or through it.
func (s *Sheet) Solid(st Style) bool { return s.solid[st] }

// Grounded says whether the grounds can be told apart by colour. Where they cannot, things that float need lines.
func (s *Sheet) Grounded() bool { return s.grounded }

func theme(darkBackground bool, profile colorprofile.Profile) *tokens {
	switch {
	case profile == colorprofile.Ascii || profile == colorprofile.NoTTY:
		return &tokens{strongSelection: true, faintDim: true}
	case profile == colorprofile.ANSI && darkBackground:
		return &dark16
	case profile == colorprofile.ANSI:
		return &light16
	case profile == colorprofile.ANSI256 && darkBackground:
		return &dark256
	case profile == colorprofile.ANSI256:
		return &light256
	case darkBackground:
		return &dark
	}
	return &light
}

// look is one style before it is cut: colours and attributes.
type look struct {
	fg, bg                                          string // bg beats the ground
	bold, faint, italic, underline, strike, reverse bool
}

// on cuts the sequence. It begins with a reset, so that it holds whatever came before.
func (l look) on(t *tokens, g Ground) string {
	b := []byte("\x1b[0")
	bg := t.ground[g]
	if l.bg != "" {
		bg = l.bg
	}
	flag := func(on bool, code string) {
		if on {
			b = append(append(b, ';'), code...)
		}
	}
	colourless := t.text == "" && t.accent == ""
	raised := t.strongSelection && g == Raised
	flag(l.bold, "1")
	flag(l.faint && t.faintDim && l.fg == "" && !raised, "2")
	flag(l.italic, "3")
	flag(l.underline, "4")
	flag(l.reverse && colourless || t.strongSelection && g == Field, "7")
	flag(l.strike, "9")
	b = paint(b, l.fg, false)
	b = paint(b, bg, true)
	return string(append(b, 'm'))
}

// paint adds a colour's parameters.
func paint(b []byte, colour string, ground bool) []byte {
	if colour == "" {
		return b
	}
	if colour[0] != '#' {
		n, _ := strconv.Atoi(colour)
		if ground {
			n += 10
		}
		return strconv.AppendInt(append(b, ';'), int64(n), 10)
	}
	if ground {
		b = append(b, ";48;2"...)
	} else {
		b = append(b, ";38;2"...)
	}
	for _, v := range rgb(colour) {
		b = strconv.AppendInt(append(b, ';'), int64(v), 10)
	}
	return b
}

// rgb reads "#rrggbb".
func rgb(hex string) [3]uint8 {
	r, g, b, _ := lipgloss.Color(hex).RGBA()
	return [3]uint8{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}
