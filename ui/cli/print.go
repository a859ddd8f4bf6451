package cli

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/charmbracelet/x/term"

	"sideboard/ui/safetext"
)

// jsonText returns strings, numbers and truths as JSON for programs, indented and in ASCII.
func jsonText(v any) string {
	var b strings.Builder
	w := newJSONWriter(&b)
	w.write("", v)
	_ = w.end()
	return b.String()
}

// A jsonMember is one member of an object for programs: a value, or where each is set the elements of a list.
type jsonMember struct {
	name  string
	value any
	each  iter.Seq[any]
}

// membersOf returns the members of a struct as encoding/json would write them.
func membersOf(v any) (all []jsonMember) {
	of := reflect.ValueOf(v)
	for i := range of.NumField() {
		m := jsonMember{name: of.Type().Field(i).Tag.Get("json"), value: of.Field(i).Interface()}
		if list := of.Field(i); list.Kind() == reflect.Slice {
			m.each = func(yield func(any) bool) {
				for n := 0; n < list.Len() && yield(list.Index(n).Addr().Interface()); n++ {
				}
			}
		}
		all = append(all, m)
	}
	return all
}

// writeJSON writes an object as jsonText does, the elements of lists one by one: the JSON of a large board is many
// times as long as its files, and is never in the memory as a whole.
func writeJSON(out io.Writer, members ...jsonMember) error {
	w := newJSONWriter(out)
	next := "{\n"
	for _, m := range members {
		w.out.WriteString(next + "  " + strconv.Quote(m.name) + ": ")
		next = ",\n"
		if m.each == nil {
			w.write("  ", m.value)
			continue
		}
		open, end := "[\n    ", "[]"
		for v := range m.each {
			w.out.WriteString(open)
			w.write("    ", v)
			open, end = ",\n    ", "\n  ]"
		}
		w.out.WriteString(end)
	}
	w.out.WriteString("\n}")
	return w.end()
}

// jsonWriter writes values as JSON, indented and in ASCII.
type jsonWriter struct {
	out *bufio.Writer
	enc *json.Encoder
}

func newJSONWriter(out io.Writer) *jsonWriter {
	w := &jsonWriter{out: bufio.NewWriterSize(out, 32<<10)}
	w.enc = json.NewEncoder(w)
	w.enc.SetEscapeHTML(false)
	return w
}

// write writes a value, whose lines but the first are indented.
func (w *jsonWriter) write(indent string, v any) {
	w.enc.SetIndent(indent, "  ")
	_ = w.enc.Encode(v) // what the commands print always can be
}

// end ends the last line.
func (w *jsonWriter) end() error {
	w.out.WriteByte('\n')
	return w.out.Flush()
}

// Write takes a whole value and the end of its line from the encoder. What is beyond ASCII is escaped, so that JSON with text
// of files in it is safe on a terminal too.
func (w *jsonWriter) Write(p []byte) (int, error) {
	text := bytes.TrimSuffix(p, []byte("\n"))
	for len(text) > 0 {
		plain := 0
		for plain < len(text) && text[plain] < 0x7f {
			plain++
		}
		w.out.Write(text[:plain])
		if text = text[plain:]; len(text) == 0 {
			break
		}
		c, n := utf8.DecodeRune(text)
		text = text[n:]
		if c > 0xffff {
			hi, lo := utf16.EncodeRune(c)
			w.out.WriteString(fmt.Sprintf(`\u%04x\u%04x`, hi, lo))
		} else {
			w.out.WriteString(fmt.Sprintf(`\u%04x`, c))
		}
	}
	return len(p), nil
}

// Printable makes text fit to be printed: what came from files or names of files may hold anything.
func Printable(s string) string {
	var lines []string
	for _, l := range safetext.Block(s) {
		lines = append(lines, l.String())
	}
	return strings.Join(lines, "\n")
}

func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", one, "s")
}

// formatAge puts a time that is past as the board does: never seconds.
func formatAge(d time.Duration) string {
	switch {
	case d < time.Minute:
		return "now"
	case d < time.Hour:
		return fmt.Sprint(int(d/time.Minute), "m")
	case d < 48*time.Hour:
		return fmt.Sprint(int(d/time.Hour), "h")
	}
	return fmt.Sprint(int(d/(24*time.Hour)), "d")
}

// secondsSince returns how long ago something was, never less than nothing: clocks differ.
func secondsSince(now, then time.Time) int64 { return max(0, int64(now.Sub(then)/time.Second)) }

// terminalWidth returns how wide the terminal is that is written to, 0 where it is none.
func terminalWidth(out io.Writer) int {
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return 0
	}
	w, _, err := term.GetSize(f.Fd())
	if err != nil || w <= 0 {
		return 0
	}
	return max(w, minWidth)
}

// Version returns what a build knows of itself: the version of the module, else the commit it was built from and that
// commit's day, else that neither was noted; with the Go and the system it was built for.
func Version(info *debug.BuildInfo) string {
	built := " (" + runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
	if info == nil {
		return "devel, of no known commit" + built
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v + built
	}
	about := map[string]string{}
	for _, s := range info.Settings {
		about[s.Key] = s.Value
	}
	commit, day := about["vcs.revision"], about["vcs.time"]
	if commit == "" {
		return "devel, of no known commit" + built
	}
	words := []string{"devel", "commit " + commit[:min(12, len(commit))]}
	if len(day) >= 10 {
		words[1] += " of " + day[:10]
	}
	if about["vcs.modified"] == "true" {
		words = append(words, "with changes")
	}
	return strings.Join(words, ", ") + built
}
