package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"iter"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"
)

// jsonText returns a value as JSON for programs, indented and in ASCII.
func jsonText(v any) string {
	var b strings.Builder
	_ = writeJSON(&b, v)
	return b.String()
}

// writeJSON writes a value as JSON for programs, indented and in ASCII. It is written as it is made: the JSON of a large board is many
// times as long as its files, and is never in the memory as a whole.
func writeJSON(out io.Writer, v any) error {
	return writeJSONWith(jsonWriter{out: bufio.NewWriterSize(out, 32<<10)}, v)
}

// writeJSONLine writes a value as JSON in one line.
func writeJSONLine(out io.Writer, v any) error {
	return writeJSONWith(jsonWriter{out: bufio.NewWriter(out), oneLine: true}, v)
}

func writeJSONWith(w jsonWriter, v any) error {
	w.names = map[reflect.Type][]string{}
	w.value(reflect.ValueOf(v), 0)
	w.out.WriteByte('\n')
	return w.out.Flush()
}

// jsonWriter writes values as encoding/json does, without reading what that wrote once more to indent and escape it. It knows what the
// commands print: strings, whole numbers, truths, times, and structs, pointers and lists of these; a list may be an iter.Seq[any].
type jsonWriter struct {
	out     *bufio.Writer
	oneLine bool
	names   map[reflect.Type][]string // of the members of a struct, as they are written
}

// value writes a value that stands so deep.
func (w *jsonWriter) value(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		w.text(v.String())
	case reflect.Bool:
		w.out.Write(strconv.AppendBool(w.out.AvailableBuffer(), v.Bool()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.out.Write(strconv.AppendInt(w.out.AvailableBuffer(), v.Int(), 10))
	case reflect.Struct:
		w.object(v, depth)
	case reflect.Func:
		n := 0
		for e := range v.Interface().(iter.Seq[any]) {
			w.begin(n, '[', depth+1)
			w.value(reflect.ValueOf(e), depth+1)
			n++
		}
		w.end(n, "[]", depth)
	case reflect.Invalid:
		w.out.WriteString("null")
	case reflect.Pointer, reflect.Interface:
		w.value(v.Elem(), depth)
	case reflect.Slice:
		if raw, is := v.Interface().(json.RawMessage); is {
			w.raw(raw)
			return
		}
		if v.IsNil() {
			w.out.WriteString("null")
			return
		}
		for i := range v.Len() {
			w.begin(i, '[', depth+1)
			w.value(v.Index(i), depth+1)
		}
		w.end(v.Len(), "[]", depth)
	default:
		panic("no form in JSON for " + v.Type().String())
	}
}

// object writes a struct: a time as a text, any other with the names of its tags.
func (w *jsonWriter) object(v reflect.Value, depth int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		w.out.WriteByte('"')
		w.out.Write(v.Interface().(time.Time).AppendFormat(w.out.AvailableBuffer(), time.RFC3339Nano))
		w.out.WriteByte('"')
		return
	}
	names, known := w.names[v.Type()]
	if !known {
		for f := range v.Type().Fields() {
			name := "" // of what is the program's own
			if f.IsExported() {
				name = strconv.Quote(f.Tag.Get("json")) + ":" + w.blank()
			}
			names = append(names, name)
		}
		w.names[v.Type()] = names
	}
	n := 0
	for i, name := range names {
		if name == "" {
			continue
		}
		w.begin(n, '{', depth+1)
		w.out.WriteString(name)
		w.value(v.Field(i), depth+1)
		n++
	}
	w.end(n, "{}", depth)
}

// blank returns what separates a name from its value.
func (w *jsonWriter) blank() string {
	if w.oneLine {
		return ""
	}
	return " "
}

// begin begins the i-th part of what bracket opens.
func (w *jsonWriter) begin(i int, bracket byte, depth int) {
	if i > 0 {
		bracket = ','
	}
	w.out.WriteByte(bracket)
	w.breakLine(depth)
}

// end closes what has n parts.
func (w *jsonWriter) end(n int, brackets string, depth int) {
	if n == 0 {
		w.out.WriteString(brackets)
		return
	}
	w.breakLine(depth)
	w.out.WriteByte(brackets[1])
}

func (w *jsonWriter) breakLine(depth int) {
	if w.oneLine {
		return
	}
	const indent = "\n                                " // for more depth than there is
	w.out.WriteString(indent[:1+2*depth])
}

// raw writes JSON as it is in a file, in one line. Only its strings hold what is beyond ASCII.
func (w *jsonWriter) raw(value json.RawMessage) {
	var b bytes.Buffer
	_ = json.Compact(&b, value) // it was valid when it was read
	for _, r := range b.String() {
		if r < 0x7f {
			w.out.WriteByte(byte(r))
			continue
		}
		if hi, lo := utf16.EncodeRune(r); r > 0xffff {
			w.escape(hi)
			r = lo
		}
		w.escape(r)
	}
}

// text writes a string. What is beyond ASCII is escaped, so that JSON with text of files in it is safe on a terminal too.
func (w *jsonWriter) text(s string) {
	w.out.WriteByte('"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if ' ' <= c && c < 0x7f && c != '"' && c != '\\' {
			i++
			continue
		}
		w.out.WriteString(s[done:i])
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		done = i
		if at := strings.IndexByte("\"\\\b\f\n\r\t", c); at >= 0 {
			w.out.WriteByte('\\')
			w.out.WriteByte(`"\bfnrt`[at])
			continue
		}
		if hi, lo := utf16.EncodeRune(r); r > 0xffff {
			w.escape(hi)
			r = lo
		}
		w.escape(r)
	}
	w.out.WriteString(s[done:])
	w.out.WriteByte('"')
}

func (w *jsonWriter) escape(r rune) {
	const digits = "0123456789abcdef"
	w.out.WriteString(`\u`)
	for shift := 12; shift >= 0; shift -= 4 {
		w.out.WriteByte(digits[r>>shift&15])
	}
}
