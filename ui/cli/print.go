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

// jsonWriter writes values as JSON in ASCII, indented unless each is to be one line.
type jsonWriter struct {
	out     *bufio.Writer
	enc     *json.Encoder
	newLine []byte // and what the lines of the value in hand are indented by
	oneLine bool
}

func newJSONWriter(out io.Writer) *jsonWriter {
	w := &jsonWriter{out: bufio.NewWriterSize(out, 32<<10)}
	w.enc = json.NewEncoder(w)
	w.enc.SetEscapeHTML(false)
	return w
}

// write writes a value, whose lines but the first are indented.
func (w *jsonWriter) write(indent string, v any) {
	w.newLine = append(append(w.newLine[:0], '\n'), indent...)
	_ = w.enc.Encode(v) // what the commands print always can be
}

// end ends the last line.
func (w *jsonWriter) end() error {
	w.out.WriteByte('\n')
	return w.out.Flush()
}

// Write takes a whole value from the encoder, which puts no space in it, and the end of its line. The encoder would read all
// of it once more to indent it.
func (w *jsonWriter) Write(p []byte) (int, error) {
	depth := 0
	for text := bytes.TrimSuffix(p, []byte("\n")); len(text) > 0; {
		c := text[0]
		if c == '"' {
			text = w.writeString(text)
			continue
		}
		text = text[1:]
		switch {
		case w.oneLine:
			w.out.WriteByte(c)
		case c == '{' || c == '[':
			w.out.WriteByte(c)
			if end := c + 2; text[0] == end {
				w.out.WriteByte(end)
				text = text[1:]
				break
			}
			depth++
			w.breakLine(depth)
		case c == '}' || c == ']':
			depth--
			w.breakLine(depth)
			w.out.WriteByte(c)
		case c == ',':
			w.out.WriteByte(c)
			w.breakLine(depth)
		case c == ':':
			w.out.WriteString(": ")
		default:
			w.out.WriteByte(c)
		}
	}
	return len(p), nil
}

func (w *jsonWriter) breakLine(depth int) {
	w.out.Write(w.newLine)
	for range depth {
		w.out.WriteString("  ")
	}
}

// writeString writes the string at the beginning and returns what follows it. What is beyond ASCII is escaped, so that JSON
// with text of files in it is safe on a terminal too.
func (w *jsonWriter) writeString(text []byte) (rest []byte) {
	for i := 1; ; {
		switch c := text[i]; {
		case c == '"':
			w.out.Write(text[:i+1])
			return text[i+1:]
		case c == '\\':
			i += 2
		case c < 0x7f:
			i++
		default:
			w.out.Write(text[:i])
			r, n := utf8.DecodeRune(text[i:])
			text, i = text[i+n:], 0
			if hi, lo := utf16.EncodeRune(r); r > 0xffff {
				w.out.WriteString(fmt.Sprintf(`\u%04x\u%04x`, hi, lo))
			} else {
				w.out.WriteString(fmt.Sprintf(`\u%04x`, r))
			}
		}
	}
}

// Printable makes text fit to be printed: what came from files or names of files may hold anything.
func Printable(s string) string {
	var lines []string
	for _, l := range safetext.Block(s) {
		lines = append(lines, l.String())
	}
	return strings.Join(lines, "\n")
}

// Complaint returns what is said of an error on out: as it is where a program reads it, on a terminal wrapped at words.
func Complaint(out io.Writer, err error) string {
	return wrapWords(Printable("sideboard: "+explainNotFound(err).Error()), terminalWidth(out)) + "\n"
}

// wrapWords breaks the lines of a text at blanks, and has what follows stand below their beginning, a little to the right. A word that
// is longer than a line stays whole, so that a path can be copied. A width of 0 changes nothing.
func wrapWords(s string, width int) string {
	if width == 0 {
		return s
	}
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		words := strings.TrimLeft(line, " ")
		indent := len(line) - len(words)
		b.WriteString(line[:indent])
		at := indent
		for j, word := range strings.Split(words, " ") {
			w := safetext.Line(word).Width()
			switch {
			case j == 0:
			case at+1+w > width:
				b.WriteString("\n" + strings.Repeat(" ", indent+2))
				at = indent + 2
			default:
				b.WriteByte(' ')
				at++
			}
			b.WriteString(word)
			at += w
		}
	}
	return b.String()
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
