package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"
)

// jsonText returns a value as JSON for programs, indented and in ASCII.
func jsonText(v any) string {
	var b strings.Builder
	_ = writeJSON(&b, v)
	return b.String()
}

// writeJSON writes a value as JSON for programs, indented and in ASCII.
func writeJSON(out io.Writer, v any) error { return encodeJSON(out, v, "  ") }

// writeJSONLine writes a value as JSON in one line.
func writeJSONLine(out io.Writer, v any) error { return encodeJSON(out, v, "") }

func encodeJSON(out io.Writer, v any, indent string) error {
	enc := json.NewEncoder(asciiWriter{out})
	enc.SetEscapeHTML(false)
	enc.SetIndent("", indent)
	return enc.Encode(v)
}

// asciiWriter escapes what is beyond ASCII in whole values of JSON, so that they are safe on a terminal too.
type asciiWriter struct{ out io.Writer }

func (w asciiWriter) Write(raw []byte) (int, error) {
	ascii := make([]byte, 0, len(raw))
	for _, r := range string(raw) {
		switch hi, lo := utf16.EncodeRune(r); {
		case r < 0x7f:
			ascii = append(ascii, byte(r))
		case r > 0xffff:
			ascii = fmt.Appendf(ascii, `\u%04x\u%04x`, hi, lo)
		default:
			ascii = fmt.Appendf(ascii, `\u%04x`, r)
		}
	}
	_, err := w.out.Write(ascii)
	return len(raw), err
}
