package jsonedit

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// ErrNotObject is the error of Parse for valid beginnings of JSON that are not an object.
var ErrNotObject = errors.New("not a JSON object")

// ErrDuplicate is the error of Apply for an object that has one name twice: no edit of it can be right for every
// reader.
var ErrDuplicate = errors.New("the same name twice")

// SyntaxError says where a text stops being JSON.
type SyntaxError struct {
	Off       int // bytes from the beginning
	Line, Col int // from 1; Col counts characters
	Msg       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Msg)
}

func (s *scanner) fail(msg string) error {
	e := &SyntaxError{Off: min(s.pos, len(s.data)), Msg: msg}
	before := s.data[:e.Off]
	e.Line = 1 + bytes.Count(before, []byte{'\n'})
	line := before[bytes.LastIndexByte(before, '\n')+1:]
	if e.Line == 1 {
		line = bytes.TrimPrefix(line, bom)
	}
	e.Col = 1 + utf8.RuneCount(line)
	if e.Off == len(s.data) {
		if len(bytes.TrimSpace(s.data)) == 0 {
			e.Msg = "the file is empty"
		} else if msg != "the text ends inside a string" {
			e.Msg = "the text ends too early: " + msg
		}
	}
	return e
}

// notObject tells JSON of another kind from text that is no JSON at all.
func (s *scanner) notObject() error {
	if s.pos >= len(s.data) {
		return s.fail("expected an object")
	}
	if _, err := s.value(0); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	return ErrNotObject
}
