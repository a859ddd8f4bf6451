package jsonedit

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is the largest depth of nested values, the outermost object included. Go's encoding/json has the same limit,
// and Python's reader a lower one.
const maxDepth = 10000

// scanner checks JSON text from pos on.
type scanner struct {
	data  []byte
	pos   int
	loose bool
}

// peek returns the byte at pos, 0 at the end. A NUL in the text is an error wherever peek is used, like the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\n', '\t', '\r':
			s.pos++
		default:
			return
		}
	}
}

// end returns an error if anything but whitespace follows.
func (s *scanner) end() error {
	s.space()
	if s.pos < len(s.data) {
		return s.fail("unexpected text after the object")
	}
	return nil
}

// key reads a key and its colon, up to the value. It sets end to where the key ends.
func (s *scanner) key(end *int) (escaped bool, err error) {
	if s.peek() != '"' {
		return false, s.fail("expected a name in quotes")
	}
	if escaped, err = s.str(); err != nil {
		return escaped, err
	}
	*end = s.pos
	s.space()
	if s.peek() != ':' {
		return escaped, s.fail("expected a colon")
	}
	s.pos++
	s.space()
	return escaped, nil
}

// value reads one value, which is nested in depth others.
func (s *scanner) value(depth int) (Kind, error) {
	switch s.peek() {
	case '{':
		return KindObject, s.object(depth+1, nil)
	case '[':
		return KindArray, s.array(depth+1, nil)
	}
	return s.scalar()
}

// object reads an object and passes its members to found, if that is not nil.
func (s *scanner) object(depth int, found func(Member)) error {
	more, err := s.enter('}', depth)
	for more {
		m := Member{KeyStart: s.pos}
		if m.escaped, err = s.key(&m.KeyEnd); err != nil {
			return err
		}
		m.ValStart = s.pos
		if m.Kind, err = s.value(depth); err != nil {
			return err
		}
		m.ValEnd = s.pos
		if found != nil {
			found(m)
		}
		more, err = s.next('}', "expected a comma or the end of the object")
	}
	return err
}

// array reads an array and passes its elements to found, if that is not nil.
func (s *scanner) array(depth int, found func(Elem)) error {
	more, err := s.enter(']', depth)
	for more {
		e := Elem{Start: s.pos}
		if e.Kind, err = s.value(depth); err != nil {
			return err
		}
		e.End = s.pos
		if found != nil {
			found(e)
		}
		more, err = s.next(']', "expected a comma or the end of the array")
	}
	return err
}

// enter reads the opening bracket of an object or an array, and reports whether something follows before end, its
// closing bracket.
func (s *scanner) enter(end byte, depth int) (more bool, err error) {
	if depth > maxDepth {
		return false, s.fail("nested too deeply")
	}
	s.pos++
	s.space()
	if s.peek() == end {
		s.pos++
		return false, nil
	}
	return true, nil
}

// next reads what follows a member or an element: a comma, or end, the closing bracket. It reports whether another one
// follows.
func (s *scanner) next(end byte, otherwise string) (more bool, err error) {
	s.space()
	switch s.peek() {
	case ',':
		s.pos++
		s.space()
		return true, nil
	case end:
		s.pos++
		return false, nil
	}
	return false, s.fail(otherwise)
}

// str reads a string from its opening quote, and reports whether it has escapes.
func (s *scanner) str() (escaped bool, err error) {
	s.pos++
	for {
		s.run()
		if s.pos >= len(s.data) {
			return escaped, s.fail("the text ends inside a string")
		}
		switch c := s.data[s.pos]; {
		case c == '"':
			s.pos++
			return escaped, nil
		case c == '\\':
			escaped = true
			if err := s.escape(); err != nil {
				return escaped, err
			}
		default:
			return escaped, s.fail("a control character inside a string")
		}
	}
}

// run skips to the next byte that ends a string, begins an escape or is a control character, eight bytes at a time:
// descriptions are most of a task file. See "Determine if a word has a zero byte" in Bit Twiddling Hacks.
func (s *scanner) run() {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for s.pos+8 <= len(s.data) {
		w := binary.LittleEndian.Uint64(s.data[s.pos:])
		// a byte that is a quote or a backslash is zero in one of these; in hit such a byte, or a control character,
		// has its highest bit
		quote, back := w^(ones*'"'), w^(ones*'\\')
		hit := ((quote - ones) &^ quote) | ((back - ones) &^ back) | ((w - ones*0x20) &^ w)
		if hit &= highs; hit != 0 {
			s.pos += bits.TrailingZeros64(hit) / 8
			return
		}
		s.pos += 8
	}
	for s.pos < len(s.data) {
		if c := s.data[s.pos]; c == '"' || c == '\\' || c < 0x20 {
			return
		}
		s.pos++
	}
}

// escape reads an escape from its backslash.
func (s *scanner) escape() error {
	s.pos++
	switch s.peek() {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos++
		return nil
	case 'u':
		s.pos++
		for range 4 {
			if !isHex(s.peek()) {
				return s.fail("expected four hex digits")
			}
			s.pos++
		}
		return nil
	}
	return s.fail("an escape that does not exist")
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// scalar reads a string, a number, or a word such as true.
func (s *scanner) scalar() (Kind, error) {
	switch c := s.peek(); {
	case c == '"':
		_, err := s.str()
		return KindString, err
	case c == '-' || isDigit(c):
		return KindNumber, s.number()
	case c == 't':
		return KindTrue, s.word("true")
	case c == 'f':
		return KindFalse, s.word("false")
	case c == 'n':
		return KindNull, s.word("null")
	case c == 'N':
		s.loose = true
		return KindNumber, s.word("NaN")
	case c == 'I':
		s.loose = true
		return KindNumber, s.word("Infinity")
	}
	return 0, s.fail("expected a value")
}

func (s *scanner) word(w string) error {
	for i := range len(w) {
		if s.peek() != w[i] {
			return s.fail("expected a value")
		}
		s.pos++
	}
	return nil
}

func (s *scanner) number() error {
	if s.peek() == '-' {
		s.pos++
		if s.peek() == 'I' {
			s.loose = true
			return s.word("Infinity")
		}
	}
	switch c := s.peek(); {
	case c == '0':
		s.pos++
	case isDigit(c):
		s.digits()
	default:
		return s.fail("expected a digit")
	}
	if s.peek() == '.' {
		s.pos++
		if !isDigit(s.peek()) {
			return s.fail("expected a digit")
		}
		s.digits()
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		if !isDigit(s.peek()) {
			return s.fail("expected a digit")
		}
		s.digits()
	}
	return nil
}

func (s *scanner) digits() {
	for isDigit(s.peek()) {
		s.pos++
	}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
