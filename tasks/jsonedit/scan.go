package jsonedit

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth bounds nesting, counted with the outermost object. It is the bound of Go's encoding/json; Python's reader
// gives up earlier.
const maxDepth = 10000

// scanner checks JSON text from pos on. It uses no recursion: hostile nesting costs one bit a level.
type scanner struct {
	data  []byte
	pos   int
	loose bool
}

// peek gives the byte at pos, 0 at the end. A NUL in the text is an error wherever peek is used, as the end is.
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

// end checks that nothing but whitespace follows.
func (s *scanner) end() error {
	s.space()
	if s.pos < len(s.data) {
		return s.fail("unexpected text after the object")
	}
	return nil
}

// key reads a key and its colon and stops at the value.
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

// value reads one value that is nested in depth others.
func (s *scanner) value(depth int) (Kind, error) {
	switch s.peek() {
	case '{':
		return KindObject, s.nested(depth)
	case '[':
		return KindArray, s.nested(depth)
	}
	return s.scalar()
}

// nested reads an object or an array with all it holds.
func (s *scanner) nested(depth int) error {
	var in levels
	var skip int // keys inside are only checked
	for {
		c := s.peek()
		if c == '{' || c == '[' {
			in.push(c == '{')
			if in.n+depth > maxDepth {
				return s.fail("nested too deeply")
			}
			s.pos++
			s.space()
			if s.peek() != c+2 { // '}' and ']' are two behind their openings
				if c == '{' {
					if _, err := s.key(&skip); err != nil {
						return err
					}
				}
				continue
			}
			s.pos++
			in.pop()
		} else if _, err := s.scalar(); err != nil {
			return err
		}
		if done, err := s.after(&in, &skip); done || err != nil {
			return err
		}
	}
}

// after goes on behind a value: to the next one, or out of every level that ends here.
func (s *scanner) after(in *levels, skip *int) (done bool, err error) {
	for in.n > 0 {
		s.space()
		c := s.peek()
		switch {
		case c == ',' && in.object():
			s.pos++
			s.space()
			_, err = s.key(skip)
			return false, err
		case c == ',':
			s.pos++
			s.space()
			return false, nil
		case c == '}' && in.object(), c == ']' && !in.object():
			s.pos++
			in.pop()
		case in.object():
			return false, s.fail("expected a comma or the end of the object")
		default:
			return false, s.fail("expected a comma or the end of the array")
		}
	}
	return true, nil
}

// levels is a stack of one bit a level: object or array.
type levels struct {
	top  uint64
	more []uint64
	n    int
}

func (l *levels) push(object bool) {
	if l.n > 0 && l.n%64 == 0 {
		l.more = append(l.more, l.top)
	}
	l.top <<= 1
	if object {
		l.top |= 1
	}
	l.n++
}

func (l *levels) pop() {
	l.n--
	l.top >>= 1
	if l.n > 0 && l.n%64 == 0 {
		l.top = l.more[len(l.more)-1]
		l.more = l.more[:len(l.more)-1]
	}
}

func (l *levels) object() bool { return l.top&1 == 1 }

// str reads a string from its opening quote.
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

// run goes on to the next byte that ends a string, begins an escape or is a control character, eight bytes at a time:
// descriptions are most of a task file. The words test is the classic search for a zero byte in a word.
func (s *scanner) run() {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for s.pos+8 <= len(s.data) {
		w := binary.LittleEndian.Uint64(s.data[s.pos:])
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

// scalar reads a string, a number or a word.
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
