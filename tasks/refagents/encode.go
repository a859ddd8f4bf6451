package refagents

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// encode prints a value as json.dumps(v, indent=2) or JSON.stringify(v, null, 2) does. The two lay it out alike:
// every element on a line of its own, [] and {} for the empty ones, no newline at the end. Numbers keep their text.
func encode(v any, ascii bool) []byte {
	s := encoder{ascii: ascii}
	s.value(v, "\n")
	return s.out
}

type encoder struct {
	out   []byte
	ascii bool
}

func (s *encoder) value(v any, nl string) {
	switch v := v.(type) {
	case nil:
		s.out = append(s.out, "null"...)
	case bool:
		s.out = strconv.AppendBool(s.out, v)
	case number:
		s.out = append(s.out, v...)
	case string:
		s.string(v)
	case []any:
		if len(v) == 0 {
			s.out = append(s.out, "[]"...)
			return
		}
		s.out = append(s.out, '[')
		for i, e := range v {
			s.separator(i, nl)
			s.value(e, nl+"  ")
		}
		s.out = append(append(s.out, nl...), ']')
	case *object:
		if len(v.members) == 0 {
			s.out = append(s.out, "{}"...)
			return
		}
		s.out = append(s.out, '{')
		for i, m := range v.members {
			s.separator(i, nl)
			s.string(m.name)
			s.out = append(s.out, ": "...)
			s.value(m.value, nl+"  ")
		}
		s.out = append(append(s.out, nl...), '}')
	}
}

func (s *encoder) separator(i int, nl string) {
	if i > 0 {
		s.out = append(s.out, ',')
	}
	s.out = append(append(s.out, nl...), "  "...)
}

func (s *encoder) string(v string) {
	s.out = append(s.out, '"')
	for i := 0; i < len(v); {
		r, n := utf8.DecodeRuneInString(v[i:])
		i += n
		switch at := strings.IndexRune("\"\\\b\f\n\r\t", r); {
		case at >= 0:
			s.out = append(s.out, '\\', `"\bfnrt`[at])
		case r < 0x20, s.ascii && 0x7F <= r && r < 0x10000:
			s.escape(r)
		case s.ascii && r >= 0x10000:
			s.escape(0xD800 + (r-0x10000)>>10)
			s.escape(0xDC00 + (r-0x10000)&0x3FF)
		default:
			s.out = utf8.AppendRune(s.out, r)
		}
	}
	s.out = append(s.out, '"')
}

func (s *encoder) escape(r rune) {
	const hex = "0123456789abcdef"
	s.out = append(s.out, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
}
