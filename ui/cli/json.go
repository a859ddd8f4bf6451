package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"reflect"
	"strings"
	"time"
	"unicode/utf16"
)

// jsonText returns a value as JSON for programs, indented and in ASCII.
func jsonText(v any) string {
	var b strings.Builder
	_ = writeJSON(&b, v)
	return b.String()
}

// writeJSON writes a value as JSON for programs, indented and in ASCII. It is written as it is made: the JSON of a large board is many
// times as long as its files, and is never in the memory as a whole.
func writeJSON(out io.Writer, v any) error { return writeJSONWith(out, v, "  ") }

// writeJSONLine writes a value as JSON in one line.
func writeJSONLine(out io.Writer, v any) error { return writeJSONWith(out, v, "") }

func writeJSONWith(out io.Writer, v any, indent string) error {
	w := jsonWriter{out: bufio.NewWriterSize(out, 32<<10), indent: indent}
	w.encoder = json.NewEncoder(&w.leaf)
	w.encoder.SetEscapeHTML(false)
	w.value(reflect.ValueOf(v), "\n")
	w.out.WriteByte('\n')
	return w.out.Flush()
}

// jsonWriter lays structs and lists out, of which a list may be an iter.Seq[any], and has encoding/json write what is in them. A value
// from a task file stays in one line.
type jsonWriter struct {
	out     *bufio.Writer
	indent  string // "" for one line
	encoder *json.Encoder
	leaf    bytes.Buffer // what encoder writes
}

// value writes a value behind what begins its line.
func (w *jsonWriter) value(v reflect.Value, line string) {
	switch kind := v.Kind(); {
	case kind == reflect.Pointer && !v.IsNil(), kind == reflect.Interface && !v.IsNil():
		w.value(v.Elem(), line)
	case kind == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
		w.list("{}", line, func(yield func(string, reflect.Value) bool) {
			for f, member := range v.Fields() {
				if f.IsExported() && !yield(f.Tag.Get("json"), member) {
					return
				}
			}
		})
	case kind == reflect.Func:
		w.list("[]", line, func(yield func(string, reflect.Value) bool) {
			for e := range v.Interface().(iter.Seq[any]) {
				if !yield("", reflect.ValueOf(e)) {
					return
				}
			}
		})
	case kind == reflect.Slice && !v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8:
		w.list("[]", line, func(yield func(string, reflect.Value) bool) {
			for _, e := range v.Seq2() {
				if !yield("", e) {
					return
				}
			}
		})
	case kind == reflect.Invalid:
		w.out.WriteString("null")
	default:
		w.leaf.Reset()
		if err := w.encoder.Encode(v.Interface()); err != nil {
			panic(fmt.Sprintf("no form in JSON for %s: %v", v.Type(), err))
		}
		w.ascii(bytes.TrimSuffix(w.leaf.Bytes(), []byte("\n")))
	}
}

// list writes members, each with a name where it has one, between brackets.
func (w *jsonWriter) list(brackets, line string, members iter.Seq2[string, reflect.Value]) {
	inner, between, colon := "", brackets[:1], `":`
	if w.indent != "" {
		inner, colon = line+w.indent, `": `
	}
	for name, v := range members {
		w.out.WriteString(between + inner)
		if name != "" {
			w.out.WriteString(`"` + name + colon)
		}
		w.value(v, inner)
		between = ","
	}
	switch {
	case between != ",":
		w.out.WriteString(brackets)
		return
	case w.indent != "":
		w.out.WriteString(line)
	}
	w.out.WriteString(brackets[1:])
}

// ascii writes JSON whose strings hold what is beyond ASCII with escapes for that, so that it is safe on a terminal too.
func (w *jsonWriter) ascii(raw []byte) {
	for _, r := range string(raw) {
		switch hi, lo := utf16.EncodeRune(r); {
		case r < 0x7f:
			w.out.WriteByte(byte(r))
		case r > 0xffff:
			w.out.Write(fmt.Appendf(nil, `\u%04x\u%04x`, hi, lo))
		default:
			w.out.Write(fmt.Appendf(nil, `\u%04x`, r))
		}
	}
}
