package safetext

import "strings"

// Copyable returns a text that may be put on a clipboard, from where it is pasted into other terminals: every character that
// acts on one or cannot be seen is left out, but for the ends of lines. A tab becomes a space.
func Copyable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case visible(r) != r:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\ufffd"))
}
