package terminal

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Multiplexed reports whether the environment says that tmux or screen draws for the terminal. Those look up how wide a character is in a
// table of their own system, and leave out a character that is newer than it, while the terminal and this program give it two cells: the
// rest of the row would move to the left.
func Multiplexed(getenv func(string) string) bool {
	term := getenv("TERM") // all that is left behind ssh
	return getenv("TMUX") != "" || getenv("STY") != "" || getenv("TERM_PROGRAM") == "tmux" ||
		strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}

// ReplaceRecent draws a stand-in from now on for each character that a table of Unicode 14 (2021, glibc 2.35 and 2.36) does not have.
func (t *Terminal) ReplaceRecent() { t.old = true }

// recent are the characters of two cells that Unicode has since version 15: emoji, and ideographs of the extensions H, I and J. Places that
// no character has yet count with the emoji around them.
var recent = &unicode.RangeTable{R32: []unicode.Range32{
	{Lo: 0x1f6d8, Hi: 0x1f6dc, Stride: 4},
	{Lo: 0x1fa75, Hi: 0x1fa77, Stride: 1},
	{Lo: 0x1fa7d, Hi: 0x1fa7f, Stride: 1},
	{Lo: 0x1fa87, Hi: 0x1fa8f, Stride: 1},
	{Lo: 0x1faad, Hi: 0x1faaf, Stride: 1},
	{Lo: 0x1fabb, Hi: 0x1fabf, Stride: 1},
	{Lo: 0x1fac6, Hi: 0x1facf, Stride: 1},
	{Lo: 0x1fada, Hi: 0x1fadf, Stride: 1},
	{Lo: 0x1fae8, Hi: 0x1faef, Stride: 1},
	{Lo: 0x1faf7, Hi: 0x1faff, Stride: 1},
	{Lo: 0x2ebf0, Hi: 0x2ee5d, Stride: 1},
	{Lo: 0x31350, Hi: 0x33479, Stride: 1},
}}

// replaceRecent returns what is drawn with a stand-in and a blank for each recent character: as many cells, and as many bytes.
func replaceRecent(b []byte) []byte {
	const standIn = "▯ "
	out := b
	for at := 0; at < len(b); {
		next := bytes.IndexByte(b[at:], 0xf0)
		if next < 0 {
			break
		}
		at += next
		r, n := utf8.DecodeRune(b[at:])
		if unicode.Is(recent, r) {
			if &out[0] == &b[0] {
				out = bytes.Clone(b)
			}
			copy(out[at:], standIn)
		}
		at += n
	}
	return out
}
