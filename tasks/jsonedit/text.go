package jsonedit

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// String decodes a member's value, which must be a string. A lone surrogate (\ud800 without its partner, which Python
// writes) becomes the three bytes that UTF-8 would use for it if it were a character: that is not valid UTF-8, but
// Quote writes the same escape again. Bytes of an unknown encoding are not changed.
func (o *Object) String(m Member) string { return o.TextAt(m.ValStart, m.ValEnd) }

// Plain returns the bytes between the quotes of a string without copying them, and whether they are the text itself:
// UTF-8 without escapes.
func (o *Object) Plain(start, end int) ([]byte, bool) {
	in := o.data[start+1 : end-1]
	return in, o.Encoding == UTF8 && !bytes.Contains(in, []byte{'\\'})
}

// TextAt decodes the string between two offsets, quotes included: that of an Elem, for example.
func (o *Object) TextAt(start, end int) string {
	in := o.data[start+1 : end-1]
	if bytes.IndexByte(in, '\\') < 0 {
		return string(in)
	}
	out := make([]byte, 0, len(in)+8)
	for {
		n := bytes.IndexByte(in, '\\')
		if n < 0 {
			return string(append(out, in...))
		}
		var r rune
		out = append(out, in[:n]...)
		r, in = unescape(in[n:])
		out = appendRune(out, r)
	}
}

// unescape reads one escape, or two that are a surrogate pair, and returns the character and what follows.
func unescape(in []byte) (rune, []byte) {
	switch c := in[1]; c {
	case 'b':
		return '\b', in[2:]
	case 'f':
		return '\f', in[2:]
	case 'n':
		return '\n', in[2:]
	case 'r':
		return '\r', in[2:]
	case 't':
		return '\t', in[2:]
	case 'u':
		r, rest := hex4(in[2:]), in[6:]
		if len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
			if p := utf16.DecodeRune(r, hex4(rest[2:])); p != utf8.RuneError {
				return p, rest[6:]
			}
		}
		return r, rest
	default:
		return rune(c), in[2:]
	}
}

// hex4 returns the number that four hex digits write.
func hex4(in []byte) rune {
	var r rune
	for _, c := range in[:4] {
		switch {
		case c <= '9':
			r = r<<4 | rune(c-'0')
		default:
			r = r<<4 | rune(c|0x20-'a'+10)
		}
	}
	return r
}

// appendRune is utf8.AppendRune, but encodes surrogates too, as WTF-8 does (https://simonsapin.github.io/wtf-8/).
func appendRune(out []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(out, r)
}

// Escapes is how a writer writes characters beyond ASCII in strings.
type Escapes uint8

const (
	UnknownEscapes Escapes = iota // the file has no such character
	ASCII                         // as \uXXXX, the default of Python's json.dumps
	Raw                           // as the characters themselves, like JSON.stringify
)

// EscapesOf returns how the writer of a file's bytes escapes.
func EscapesOf(data []byte) Escapes {
	found := UnknownEscapes
	data = bytes.TrimPrefix(data, bom)
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c >= 0x80:
			return Raw
		case c == '\\' && i+5 < len(data):
			if i++; data[i] == 'u' && hex4(data[i+1:]) >= 0x7F { // below that every writer escapes alike
				found = ASCII
			}
		}
	}
	return found
}

const hexDigits = "0123456789abcdef"

// Quote returns a text as a JSON string. ASCII escapes everything but printable ASCII, with lowercase hex digits and
// surrogate pairs; Raw escapes only what JSON demands, never '<', '>', '&' or '/'. Lone surrogates as String returns
// them become escapes again; other invalid UTF-8 becomes U+FFFD.
func Quote(s string, st Escapes) []byte { return AppendQuote(make([]byte, 0, len(s)+2), s, st) }

// AppendQuote appends what Quote returns to out.
func AppendQuote(out []byte, s string, st Escapes) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			out = appendASCII(out, c, st)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError {
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

// appendU appends a character up to U+FFFF as an escape.
func appendU(out []byte, r rune) []byte {
	return append(out, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// surrogate returns the lone surrogate at the beginning of a text, as appendRune encodes it, false if there is none.
func surrogate(s string) (rune, bool) {
	if len(s) < 3 || s[0] != 0xED || s[1] < 0xA0 || s[1] > 0xBF || s[2]&0xC0 != 0x80 {
		return 0, false
	}
	return rune(s[0]&0x0F)<<12 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), true
}

// Canonical returns a JSON value without whitespace outside strings and with one style of escapes; the order of members
// and the text of numbers stay. Two values with the same canonical text mean the same. raw must be valid JSON.
func Canonical(raw []byte) []byte {
	o := Object{data: raw}
	out := make([]byte, 0, len(raw))
	s := scanner{data: raw}
	for s.pos < len(raw) {
		switch c := raw[s.pos]; c {
		case ' ', '\t', '\n', '\r':
			s.pos++
		case '"':
			start := s.pos
			if _, err := s.str(); err != nil {
				return append(out, raw[start:]...)
			}
			out = append(out, Quote(o.TextAt(start, s.pos), Raw)...)
		default:
			out = append(out, c)
			s.pos++
		}
	}
	return out
}
