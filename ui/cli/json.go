package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf16"
)

// jsonText returns strings, numbers and truths as JSON for programs, indented and in ASCII.
func jsonText(v any) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v) // what the commands print always can be
	return escapeNonASCII(buf.String())
}

// escapeNonASCII escapes what is beyond ASCII, so that JSON with text of files in it is safe on a terminal too.
func escapeNonASCII(s string) string {
	var b strings.Builder
	for _, c := range s {
		switch {
		case c < 0x7f:
			b.WriteByte(byte(c))
		case c > 0xffff:
			hi, lo := utf16.EncodeRune(c)
			b.WriteString(fmt.Sprintf(`\u%04x\u%04x`, hi, lo))
		default:
			b.WriteString(fmt.Sprintf(`\u%04x`, c))
		}
	}
	return b.String()
}
