package jsonedit

// Elem is one element of an array, as offsets into the object's bytes.
type Elem struct {
	Start, End int
	Kind       Kind
}

// Elems appends the elements of a member's value to dst; nothing when it is no array.
func (o *Object) Elems(dst []Elem, m Member) []Elem {
	if m.Kind != KindArray {
		return dst
	}
	s := scanner{data: o.data[:m.ValEnd], pos: m.ValStart + 1, gbk: o.Encoding == GBK}
	s.space()
	for s.peek() != ']' {
		e := Elem{Start: s.pos}
		var err error
		if e.Kind, err = s.value(2); err != nil {
			return dst // cannot be: the object was parsed
		}
		e.End = s.pos
		dst = append(dst, e)
		s.space()
		if s.peek() == ',' {
			s.pos++
			s.space()
		}
	}
	return dst
}

// Bytes gives an element's own bytes.
func (o *Object) Bytes(e Elem) []byte { return o.data[e.Start:e.End] }

// Valid says that raw is one JSON value (or one of Python's words) and nothing else but whitespace around it.
func Valid(raw []byte) error {
	s := scanner{data: raw}
	s.space()
	if _, err := s.value(0); err != nil {
		return err
	}
	return s.end()
}

// Canonical spells a JSON value in one way: no whitespace outside strings, one style of escapes; the order of members
// and the text of numbers stay. Two values with the same canonical text mean the same. Raw must be valid.
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
			out = append(out, Quote(o.text(start, s.pos), Raw)...)
		default:
			out = append(out, c)
			s.pos++
		}
	}
	return out
}
