package safetext

import "unicode"

// standIn is shown for a character that would not be visible or would act on the terminal. Such characters are
// never just left out, because two ids that differ only in them would look the same.
const standIn = '▯'

// ring carries a mark that has no base of its own.
const ring = '◌'

const (
	zwnj   = '\u200c'
	zwj    = '\u200d'
	textVS = '\ufe0e'
	emojVS = '\ufe0f'
)

// visible maps one character to what is shown for it. Joiners and variation selectors pass here; compose decides
// about them, because only a cluster shows whether they have a base.
func visible(r rune) rune {
	switch {
	case r == '\t' || r == '\n':
		return ' '
	case r < 0x20:
		return 0x2400 + r // its control picture
	case r < 0x7f:
		return r
	case r == 0x7f:
		return 0x2421
	case r < 0xa0:
		return standIn // C1: some terminals execute these even as UTF-8
	case r == zwnj || r == zwj || r == textVS || r == emojVS:
		return r
	case r >= 0xe0000 && r <= 0xe0fff: // tags and variation selectors 17 and up
		return standIn
	case r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef: // noncharacters
		return standIn
	case r == 0x2028 || r == 0x2029:
		return standIn
	case unicode.Is(unicode.Cf, r): // bidi controls, zero-width spaces and joiners, BOM, soft hyphen, invisible operators
		return standIn
	case unicode.Is(unseen, r):
		return standIn
	}
	return r
}

// unseen are characters beside the format characters that show as nothing, choose another glyph without a trace,
// or join themselves to whatever follows (so that a Text ending in one would swallow a cell of its neighbour).
var unseen = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x034f, Hi: 0x034f, Stride: 1}, // combining grapheme joiner
		{Lo: 0x0d4e, Hi: 0x0d4e, Stride: 1}, // joins what follows
		{Lo: 0x115f, Hi: 0x1160, Stride: 1}, // Hangul fillers
		{Lo: 0x17b4, Hi: 0x17b5, Stride: 1}, // Khmer inherent vowels
		{Lo: 0x180b, Hi: 0x180f, Stride: 1}, // Mongolian selectors
		{Lo: 0x3164, Hi: 0x3164, Stride: 1}, // Hangul filler
		{Lo: 0xfe00, Hi: 0xfe0d, Stride: 1}, // variation selectors 1 to 14
		{Lo: 0xffa0, Hi: 0xffa0, Stride: 1}, // half-width Hangul filler
		{Lo: 0xfff0, Hi: 0xfff8, Stride: 1}, // reserved for format characters
	},
	R32: []unicode.Range32{
		{Lo: 0x111c2, Hi: 0x111c3, Stride: 1}, // these join what follows
		{Lo: 0x113d1, Hi: 0x113d1, Stride: 1},
		{Lo: 0x1193f, Hi: 0x1193f, Stride: 1},
		{Lo: 0x11941, Hi: 0x11941, Stride: 1},
		{Lo: 0x11a3a, Hi: 0x11a3a, Stride: 1},
		{Lo: 0x11a84, Hi: 0x11a89, Stride: 1},
		{Lo: 0x11d46, Hi: 0x11d46, Stride: 1},
		{Lo: 0x11f02, Hi: 0x11f02, Stride: 1},
		{Lo: 0x1d159, Hi: 0x1d159, Stride: 1}, // null notehead
	},
}

// blank reports whether a character shows as nothing but space.
func blank(r rune) bool {
	return r == ' ' || r == '\u2800' || unicode.Is(unicode.Zs, r)
}

func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

func skinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// pictured reports whether a character may be the base of an emoji sequence.
func pictured(r rune) bool {
	return r >= 0xa9 && !unicode.IsLetter(r) && !unicode.IsMark(r) && r != standIn && r != ring ||
		r == '#' || r == '*' || r >= '0' && r <= '9'
}
