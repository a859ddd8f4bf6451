package jsonedit

import (
	"unicode/utf16"
	"unicode/utf8"
)

// Escapes is how a writer spells characters beyond ASCII inside strings.
type Escapes uint8

const (
	UnknownEscapes Escapes = iota // there are none to learn from
	ASCII                         // \uXXXX, as Python's json.dumps does by itself
	Raw                           // the characters themselves, as JSON.stringify does
)

// EscapesOf learns from a file's bytes how its writer escapes.
func EscapesOf(data []byte) Escapes {
	found := UnknownEscapes
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c >= 0x80:
			if i < 3 && c == "\xef\xbb\xbf"[i] {
				continue
			}
			return Raw
		case c == '\\' && i+5 < len(data):
			i++
			if data[i] == 'u' && isHex(data[i+1]) && isHex(data[i+2]) && isHex(data[i+3]) && isHex(data[i+4]) {
				if hex4(data[i+1:]) >= 0x7F && !utf16.IsSurrogate(hex4(data[i+1:])) || pair(data[i-1:]) {
					found = ASCII
				}
			}
		}
	}
	return found
}

// pair says that two escapes are one character. A lone surrogate tells nothing: every writer must escape it.
func pair(b []byte) bool {
	if len(b) < 12 || b[6] != '\\' || b[7] != 'u' {
		return false
	}
	for _, c := range b[8:12] {
		if !isHex(c) {
			return false
		}
	}
	return utf16.DecodeRune(hex4(b[2:]), hex4(b[8:])) != utf8.RuneError
}

const hexDigits = "0123456789abcdef"

// Quote writes a JSON string. ASCII escapes everything but printable ASCII, with small hex letters and surrogate pairs
// (and DEL); otherwise only what JSON demands is escaped, never '<', '>', '&' or '/'. Lone surrogates as String gives
// them are written as they were; other invalid UTF-8 becomes U+FFFD.
func Quote(s string, st Escapes) []byte {
	out := append(make([]byte, 0, len(s)+2), '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			out = appendASCII(out, c, st)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			if sur, ok := surrogate(s[i:]); ok {
				out = appendU(out, sur)
				i += 3
				continue
			}
		}
		switch {
		case st != ASCII:
			out = utf8.AppendRune(out, r)
		case r > 0xFFFF:
			hi, lo := utf16.EncodeRune(r)
			out = appendU(appendU(out, hi), lo)
		default:
			out = appendU(out, r)
		}
		i += n
	}
	return append(out, '"')
}

func appendASCII(out []byte, c byte, st Escapes) []byte {
	switch c {
	case '"', '\\':
		return append(out, '\\', c)
	case '\b':
		return append(out, '\\', 'b')
	case '\f':
		return append(out, '\\', 'f')
	case '\n':
		return append(out, '\\', 'n')
	case '\r':
		return append(out, '\\', 'r')
	case '\t':
		return append(out, '\\', 't')
	}
	if c < 0x20 || c == 0x7F && st == ASCII {
		return appendU(out, rune(c))
	}
	return append(out, c)
}

func appendU(out []byte, r rune) []byte {
	return append(out, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

func surrogate(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}
