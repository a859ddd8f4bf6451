// Package jsonedit changes one member of a JSON object and keeps every other byte.
//
// A task file is shared with programs that wrote it in their own way: order of keys, indentation, escapes, the text of
// numbers, members that no other program knows. Decoding such a file and encoding it again destroys most of that. This
// package scans the object once, notes where each member, a key with its value, begins and ends, and edits by replacing
// spans.
//
// The grammar is RFC 8259, and the three words that Python writes too: NaN, Infinity and -Infinity.
package jsonedit

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// Kind is the kind of a JSON value.
type Kind uint8

const (
	KindString Kind = iota + 1
	KindNumber
	KindObject
	KindArray
	KindTrue
	KindFalse
	KindNull
)

// Encoding is the character encoding of a file.
type Encoding uint8

const (
	UTF8     Encoding = iota
	Unknown8          // not valid UTF-8: every byte above ASCII is read as a character
)

// Member is one member of an object, as offsets into its bytes.
type Member struct {
	KeyStart, KeyEnd int // with the quotes
	ValStart, ValEnd int
	Kind             Kind // 0 if there is no such member
	escaped          bool // the key has escapes
}

// None reports whether there is no such member, or its value is null.
func (m Member) None() bool { return m.Kind == 0 || m.Kind == KindNull }

// Object is one parsed JSON object: offsets into bytes that it refers to and never changes. Its memory can be used
// again by its method Parse.
type Object struct {
	Encoding Encoding
	BOM      bool // the file begins with a UTF-8 byte order mark
	Loose    bool // it has NaN, Infinity or -Infinity, which are not JSON

	// Ambiguous is set if a backslash may be the second byte of a character, as in GBK, Big5 and Shift JIS, and escapes
	// a quote or a backslash if it is not: read in its own encoding, the file may have other members.
	Ambiguous bool

	data    []byte
	members []Member
	open    int // offset of '{'
	close   int // offset of '}'
}

var bom = []byte("\xef\xbb\xbf")

// Parse parses data, which must be one JSON object and nothing else. The error is a *SyntaxError, or ErrNotObject for
// other JSON.
func Parse(data []byte) (*Object, error) {
	o := new(Object)
	if err := o.Parse(data); err != nil {
		return nil, err
	}
	return o, nil
}

// Parse is like the function Parse, but reuses the memory of o.
func (o *Object) Parse(data []byte) error {
	*o = Object{data: data, members: o.members[:0]}
	o.BOM = bytes.HasPrefix(data, bom)
	if utf8.Valid(data) {
		return o.scan()
	}
	o.Encoding = Unknown8
	o.Ambiguous = !mostlyUTF8(data) && hasDoubtfulEscape(data)
	err := o.scan()
	if at, ok := errors.AsType[*SyntaxError](err); ok {
		at.Msg += " (the text is not UTF-8)"
	}
	return err
}

// hasDoubtfulEscape reports whether a byte above ASCII is followed by an escaped quote or backslash.
func hasDoubtfulEscape(data []byte) bool {
	for i := 2; i < len(data); i++ {
		if data[i-2] >= utf8.RuneSelf && data[i-1] == '\\' && (data[i] == '"' || data[i] == '\\') {
			return true
		}
	}
	return false
}

// Release drops the reference to the bytes, so that a pooled Object does not keep them alive.
func (o *Object) Release() { o.data = nil }

// scan scans the whole text and notes the members.
func (o *Object) scan() error {
	s := scanner{data: o.data}
	if o.BOM {
		s.pos = len(bom)
	}
	s.space()
	if s.peek() != '{' {
		return s.notObject()
	}
	o.open = s.pos
	if err := s.object(1, func(m Member) { o.members = append(o.members, m) }); err != nil {
		return err
	}
	o.close = s.pos - 1
	o.Loose = s.loose
	return s.end()
}

// Members returns all members in file order. The slice belongs to o.
func (o *Object) Members() []Member { return o.members }

// Get returns the member with a decoded key, the last of several, as parsers of task files do.
func (o *Object) Get(key string) (Member, bool) {
	if i := o.index(key); i >= 0 {
		return o.members[i], true
	}
	return Member{}, false
}

// index returns the index of the member with a decoded key, the last of several, -1 for none.
func (o *Object) index(key string) int {
	i := len(o.members) - 1
	for i >= 0 && !o.Is(o.members[i], key) {
		i--
	}
	return i
}

// Is reports whether a member has this decoded key.
func (o *Object) Is(m Member, key string) bool {
	if m.escaped {
		return o.Key(m) == key
	}
	return string(o.data[m.KeyStart+1:m.KeyEnd-1]) == key
}

// Key returns the decoded key of a member.
func (o *Object) Key(m Member) string { return o.TextAt(m.KeyStart, m.KeyEnd) }

// KeyBytes returns the key of a member without copying it, nil if it has escapes and must be decoded.
func (o *Object) KeyBytes(m Member) []byte {
	if m.escaped {
		return nil
	}
	return o.data[m.KeyStart+1 : m.KeyEnd-1]
}

// Raw returns the bytes of a member's value.
func (o *Object) Raw(m Member) []byte { return o.data[m.ValStart:m.ValEnd] }

// Duplicates returns the keys that more than one member has, nil normally.
func (o *Object) Duplicates() (dups []string) {
	seen := make(map[string]bool, len(o.members))
	for _, m := range o.members {
		key := o.Key(m)
		if seen[key] {
			dups = append(dups, key)
		}
		seen[key] = true
	}
	return dups
}

// mostlyUTF8 reports whether a text that is not valid UTF-8 has more valid characters beyond ASCII than invalid bytes:
// it is damaged UTF-8 rather than another encoding.
func mostlyUTF8(data []byte) bool {
	good, bad := 0, 0
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		_, n := utf8.DecodeRune(data[i:])
		if n == 1 {
			bad++
		} else {
			good++
		}
		i += n
	}
	return good > bad
}

// Elem is one element of an array, as offsets into the object's bytes.
type Elem struct {
	Start, End int
	Kind       Kind
}

// Elems appends the elements of a member's value to dst, none if the value is not an array.
func (o *Object) Elems(dst []Elem, m Member) []Elem {
	if m.Kind == KindArray {
		s := scanner{data: o.data[:m.ValEnd], pos: m.ValStart}
		_ = s.array(1, func(e Elem) { dst = append(dst, e) }) // it was read without an error before
	}
	return dst
}

// Bytes returns the bytes of an element.
func (o *Object) Bytes(e Elem) []byte { return o.data[e.Start:e.End] }

// ErrNotObject is the error of Parse for JSON that is not an object.
var ErrNotObject = errors.New("not a JSON object")

// SyntaxError is the error of Parse for text that is not JSON.
type SyntaxError struct {
	Off       int // where, in bytes from the beginning
	Line, Col int // from 1; Col counts characters
	Msg       string
	CutOff    bool // the text ends there, and is not empty
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
			return e
		}
		e.CutOff = true
		if msg != "the text ends inside a string" {
			e.Msg = "the text ends too early: " + msg
		}
	}
	return e
}

// notObject returns the error for a text that does not begin with an object: ErrNotObject if it is JSON.
func (s *scanner) notObject() error {
	if _, err := s.value(0); err != nil {
		return err
	}
	if err := s.end(); err != nil {
		return err
	}
	return ErrNotObject
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Col, e.Msg)
}
