package jsonedit

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

// gbkLen gives the length of the GB18030 character that begins with a high byte: two bytes, or four where the second
// is a digit; 0 where it is none.
func gbkLen(b []byte) int {
	if b[0] == 0x80 || b[0] == 0xFF || len(b) < 2 {
		return 0
	}
	c := b[1]
	if isDigit(c) {
		if len(b) >= 4 && 0x81 <= b[2] && b[2] <= 0xFE && isDigit(b[3]) {
			return 4
		}
		return 0
	}
	if c >= 0x40 && c != 0x7F && c != 0xFF {
		return 2
	}
	return 0
}
