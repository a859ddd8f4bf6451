package terminal

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Multiplexed reports whether tmux or screen is between the program and the terminal. They look up the width of a
// character in a table of their system, and drop a character that is newer than it, which is two cells wide for the
// terminal and this program: the rest of the row would move to the left.
func Multiplexed(getenv func(string) string) bool {
	term := getenv("TERM") // the only variable that ssh passes on
	return getenv("TMUX") != "" || getenv("STY") != "" || getenv("TERM_PROGRAM") == "tmux" ||
		strings.HasPrefix(term, "tmux") || strings.HasPrefix(term, "screen")
}

// ReplaceRecent makes the terminal draw a stand-in for each character that is newer than Unicode 14 (2021, glibc 2.35
// and 2.36).
func (t *Terminal) ReplaceRecent() { t.old = true }

// recent are the characters of two cells that are new in Unicode 15 or later: emoji, and ideographs of the extensions
// H, I and J. Unassigned code points among emoji are included.
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

// replaceRecent replaces each recent character by a stand-in and a space, which take as many cells and as many bytes.
func replaceRecent(b []byte) []byte {
	const standIn = "▯ "
	out := b
	for at := 0; at < len(b); {
		next := bytes.IndexByte(b[at:], 0xf0) // the first byte of each of them in UTF-8
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
