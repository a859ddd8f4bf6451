package jsonedit

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
)

// String decodes a member's value, which must be a string. A lone surrogate (\ud800 without its partner, which Python
// writes) becomes the three bytes that UTF-8 would use for it if it were a character: not valid UTF-8, but distinct,
// and Quote writes it back as it was. Bytes of an unknown encoding stay as they are.
func (o *Object) String(m Member) string { return o.text(m.ValStart, m.ValEnd) }

// TextAt decodes the string between two offsets, quotes included, for example an Elem.
func (o *Object) TextAt(start, end int) string { return o.text(start, end) }

// Plain gives the bytes between the quotes of a string without copying them, when they are the text itself: no
// escapes, and UTF-8.
func (o *Object) Plain(start, end int) ([]byte, bool) {
	in := o.data[start+1 : end-1]
	return in, o.Encoding == UTF8 && bytes.IndexByte(in, '\\') < 0
}

func (o *Object) text(start, end int) string {
	in := o.data[start+1 : end-1]
	if o.Encoding != GBK && bytes.IndexByte(in, '\\') < 0 {
		return string(in)
	}
	out := make([]byte, 0, len(in)+8)
	for len(in) > 0 {
		n := o.plainRun(in)
		out = o.appendRun(out, in[:n])
		in = in[n:]
		if len(in) > 0 {
			var r rune
			r, in = unescape(in)
			out = appendRune(out, r)
		}
	}
	return string(out)
}

// plainRun gives how many bytes come before the next escape.
func (o *Object) plainRun(in []byte) int {
	if o.Encoding != GBK {
		if n := bytes.IndexByte(in, '\\'); n >= 0 {
			return n
		}
		return len(in)
	}
	n := 0
	for n < len(in) && in[n] != '\\' {
		if in[n] < 0x80 {
			n++
		} else {
			n += max(1, gbkLen(in[n:])) // parsing has checked every character
		}
	}
	return n
}

func (o *Object) appendRun(out, run []byte) []byte {
	if o.Encoding == GBK {
		if text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(run); err == nil {
			return append(out, text...)
		}
	}
	return append(out, run...)
}

// unescape reads one escape, or two that are a surrogate pair.
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
		if utf16.IsSurrogate(r) && len(rest) >= 6 && rest[0] == '\\' && rest[1] == 'u' {
			if p := utf16.DecodeRune(r, hex4(rest[2:])); p != utf8.RuneError {
				return p, rest[6:]
			}
		}
		return r, rest
	default:
		return rune(c), in[2:]
	}
}

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

// appendRune is utf8.AppendRune that also spells surrogates, as WTF-8 does (https://simonsapin.github.io/wtf-8/).
func appendRune(out []byte, r rune) []byte {
	if utf16.IsSurrogate(r) {
		return append(out, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
	}
	return utf8.AppendRune(out, r)
}
