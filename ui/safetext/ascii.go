package safetext

import "strings"

// asciiTwins are the characters with which the program itself writes, and what stands for them in ASCII. Glyphs have
// twins of their own.
var asciiTwins = map[string]string{
	"“": `"`, "”": `"`, "‘": "'", "’": "'", "…": "~", "·": "-", "–": "-", "—": "-", "→": ">", "←": "<", "×": "x",
	"▯": "?", "│": "|", "─": "-",
}

// ASCII returns safe text, which may have escape sequences for its colours, in ASCII characters of the same width. What
// has no twin is a question mark for each cell.
func ASCII(s string) string {
	at := strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 })
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:max(0, at-1)]) // the character before may have a mark
	for rest := s[max(0, at-1):]; rest != ""; {
		c := first(rest)
		text := rest[:c.n]
		rest = rest[c.n:]
		switch twin, has := asciiTwins[text]; {
		case has:
			b.WriteString(twin)
		case text[0] < 0x80 && c.w == 1:
			b.WriteByte(text[0]) // without its marks
		default:
			b.WriteString(strings.Repeat("?", c.w))
		}
	}
	return b.String()
}
