package remote

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"time"
)

// Package gob has no limits that can be set, so that a host could have this side fill its memory with one message. In
// this form each message is a length and as many bytes. Both sides have the same types: numbers are varints, a text or
// a list comes after its length, a struct is its exported fields in their order, an array its elements.

// maxMessage is the largest number of bytes of a message, and of what is made from it.
const maxMessage = 8 << 20

var (
	errTooMuch = errors.New("too much at once")
	errGarbled = errors.New("it cannot be read")
	errNoMark  = fmt.Errorf("%w: its shell prints something else", errGarbled)
)

// writer writes messages. Each is sent at once.
type writer struct {
	to  *bufio.Writer
	buf []byte
}

func newWriter(to io.Writer) *writer { return &writer{to: bufio.NewWriterSize(to, 1<<16)} }

// write writes a message, the value that m points to. Nothing is written if it is too large, with errTooMuch.
func (w *writer) write(m any) error {
	w.buf = appendValue(w.buf[:0], reflect.ValueOf(m).Elem())
	if len(w.buf) > maxMessage {
		w.buf = nil
		return errTooMuch
	}
	_, err := w.to.Write(binary.AppendUvarint(nil, uint64(len(w.buf))))
	if err == nil {
		_, err = w.to.Write(w.buf)
	}
	if err == nil {
		err = w.to.Flush()
	}
	return err
}

var timeType = reflect.TypeFor[time.Time]()

// appendValue appends a value in the form of messages.
func appendValue(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, 0)
		}
		return appendValue(append(b, 1), v.Elem())
	case reflect.Slice:
		return appendList(b, v)
	case reflect.Array:
		return appendElems(b, v)
	case reflect.Map:
		keys := v.MapKeys()
		b = binary.AppendUvarint(b, uint64(len(keys)))
		for _, key := range keys {
			b = appendValue(appendValue(b, key), v.MapIndex(key))
		}
		return b
	case reflect.Struct:
		if v.Type() == timeType {
			t := v.Interface().(time.Time)
			return binary.AppendUvarint(binary.AppendVarint(b, t.Unix()), uint64(t.Nanosecond()))
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				b = appendValue(b, v.Field(i))
			}
		}
		return b
	}
	return b // an error; whoever sends one sends its text too
}

// appendList appends a slice: 0 if it is nil, else one more than its length, and then its elements.
func appendList(b []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(b, 0)
	}
	b = binary.AppendUvarint(b, uint64(v.Len())+1)
	if v.Type().Elem().Kind() == reflect.Uint8 {
		return append(b, v.Bytes()...)
	}
	return appendElems(b, v)
}

func appendElems(b []byte, v reflect.Value) []byte {
	for i := range v.Len() {
		b = appendValue(b, v.Index(i))
	}
	return b
}

// reader reads messages, each with at most maxMessage bytes of memory.
type reader struct {
	from *bufio.Reader
	buf  []byte // what is left of the message
	room int    // how much may still be made from it
	err  error  // why the rest of it is not read
}

func newReader(from io.Reader) *reader { return &reader{from: bufio.NewReader(from)} }

// Before its first message a program says which version it is, after what its shell has printed.
const maxGreeting = 64 << 10

// begin skips what a shell prints, and returns the version of the program that sends messages. The error is io.EOF if
// nothing of it came.
func (r *reader) begin() (version string, err error) {
	skipped := 0
	for at := 0; at < len(Mark); skipped++ {
		c, err := r.from.ReadByte()
		switch {
		case err != nil && skipped == at:
			return "", err // nothing but the beginning of the mark
		case err != nil, skipped > maxGreeting:
			return "", errNoMark
		case c == Mark[at]:
			at++
		case c == Mark[0]:
			at = 1
		default:
			at = 0
		}
	}
	line, err := r.from.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return "", errTooMuch
	}
	if err != nil {
		return "", io.ErrUnexpectedEOF
	}
	return string(line[:len(line)-1]), nil
}

// read reads a message into the value that m points to. At the end between two messages the error is io.EOF.
func (r *reader) read(m any) (err error) {
	size, err := binary.ReadUvarint(r.from)
	if err != nil {
		return err
	}
	if size > maxMessage {
		return errTooMuch
	}
	raw := make([]byte, 0, min(size, 64<<10)) // a size is not believed before its bytes are here
	for len(raw) < int(size) {
		raw = slices.Grow(raw, 1)
		n, err := io.ReadFull(r.from, raw[len(raw):min(cap(raw), int(size))])
		raw = raw[:len(raw)+n]
		if err != nil {
			return io.ErrUnexpectedEOF
		}
	}
	r.buf, r.room, r.err = raw, maxMessage, nil
	r.value(reflect.ValueOf(m).Elem())
	if r.err == nil && len(r.buf) > 0 {
		r.err = errGarbled
	}
	return r.err
}

// fail ends the reading of a message: what follows is zero.
func (r *reader) fail(err error) {
	r.err, r.buf = cmp.Or(r.err, err), nil
}

func (r *reader) uint() uint64 { return number(r, binary.Uvarint) }
func (r *reader) int() int64   { return number(r, binary.Varint) }

// number returns the next number in one of the forms of package binary.
func number[T int64 | uint64](r *reader, decode func([]byte) (T, int)) T {
	n, used := decode(r.buf)
	if used <= 0 {
		r.fail(errGarbled)
		return 0
	}
	r.buf = r.buf[used:]
	return n
}

// reserve returns n, or 0 if there is no memory left for so many values of size bytes each.
func (r *reader) reserve(n uint64, size int) int {
	if n > uint64(r.room/max(size, 1)) {
		r.fail(errTooMuch)
		return 0
	}
	r.room -= int(n) * size
	return int(n)
}

// bytes returns the next n bytes.
func (r *reader) bytes(n uint64) []byte {
	size := r.reserve(n, 1)
	if size > len(r.buf) {
		r.fail(errGarbled)
		return nil
	}
	b := r.buf[:size]
	r.buf = r.buf[size:]
	return b
}

// value reads the next value into v.
func (r *reader) value(v reflect.Value) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(r.uint() != 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n := r.int()
		if v.OverflowInt(n) {
			r.fail(errGarbled)
		}
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n := r.uint()
		if v.OverflowUint(n) {
			r.fail(errGarbled)
		}
		v.SetUint(n)
	case reflect.String:
		v.SetString(string(r.bytes(r.uint())))
	case reflect.Pointer:
		if r.uint() != 0 && r.reserve(1, int(v.Type().Elem().Size())) == 1 {
			v.Set(reflect.New(v.Type().Elem()))
			r.value(v.Elem())
		}
	case reflect.Slice:
		if n := r.uint(); n > 0 {
			r.list(v, n-1)
		}
	case reflect.Array:
		r.elems(v)
	case reflect.Map:
		r.pairs(v)
	case reflect.Struct:
		r.fields(v)
	}
}

// list reads n elements into a new slice.
func (r *reader) list(v reflect.Value, n uint64) {
	of := v.Type().Elem()
	if of.Kind() == reflect.Uint8 {
		v.SetBytes(append([]byte{}, r.bytes(n)...))
		return
	}
	size := r.reserve(n, int(of.Size()))
	v.Set(reflect.MakeSlice(v.Type(), size, size))
	r.elems(v)
}

func (r *reader) elems(v reflect.Value) {
	for i := 0; i < v.Len() && r.err == nil; i++ {
		r.value(v.Index(i))
	}
}

// pairs reads a map.
func (r *reader) pairs(v reflect.Value) {
	key, of := v.Type().Key(), v.Type().Elem()
	const overhead = 32 // what a map needs for each, about
	v.Set(reflect.MakeMap(v.Type()))
	size := r.reserve(r.uint(), int(key.Size()+of.Size())+overhead)
	for i := 0; i < size && r.err == nil; i++ {
		k, e := reflect.New(key).Elem(), reflect.New(of).Elem()
		r.value(k)
		r.value(e)
		v.SetMapIndex(k, e)
	}
}

// fields reads a struct, or a time.
func (r *reader) fields(v reflect.Value) {
	if v.Type() == timeType {
		s, n := r.int(), r.uint()
		if n >= uint64(time.Second) {
			r.fail(errGarbled)
		}
		v.Set(reflect.ValueOf(time.Unix(s, int64(n))))
		return
	}
	for i := range v.NumField() {
		if v.Type().Field(i).IsExported() {
			r.value(v.Field(i))
		}
	}
}

// maxTail is the number of bytes that a tail keeps at least; it has room for three times as many, so that it seldom
// moves them.
const maxTail = 16 << 10

// tail keeps the end of what is written to it.
type tail struct{ kept []byte }

func (t *tail) Write(p []byte) (int, error) {
	t.kept = append(t.kept, p[max(0, len(p)-maxTail):]...)
	if extra := len(t.kept) - maxTail; extra > maxTail {
		t.kept = append(t.kept[:0], t.kept[extra:]...)
	}
	return len(p), nil
}

// lastLine returns the last line, "" if there is none since the mark.
func (t *tail) lastLine() string {
	said := t.kept
	if at := bytes.LastIndex(said, []byte(Mark)); at >= 0 {
		said = said[at+len(Mark):]
	}
	said = bytes.TrimSpace(said)
	said = said[bytes.LastIndexByte(said, '\n')+1:]
	return string(bytes.TrimSpace(said[max(0, len(said)-maxText):]))
}
