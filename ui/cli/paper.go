package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// paper collects output for people: aligned, and coloured on a terminal.
type paper struct {
	strings.Builder
	width  int // of the terminal, 0 for none
	glyphs *style.Glyphs
	sheet  *style.Sheet // nil without colour
	now    time.Time
	signs  map[string]cell // what symbol returned so far, by state
}

func newPaper(out io.Writer, p Program, f *flags, now time.Time) *paper {
	w := &paper{width: terminalWidth(out), glyphs: style.GlyphSet(f.ascii.wanted()), now: now, signs: map[string]cell{}}
	if w.width > 0 && p.Getenv("NO_COLOR") == "" && p.Getenv("TERM") != "dumb" {
		w.sheet = style.New(true, colorprofile.ANSI) // the sixteen colours are readable on either ground
	}
	return w
}

// String returns the output, in ASCII where only that may be written.
func (w *paper) String() string {
	if w.glyphs.ASCII {
		return safetext.ASCII(w.Builder.String())
	}
	return w.Builder.String()
}

// air adds an empty line on a terminal.
func (w *paper) air() {
	if w.width > 0 {
		w.WriteByte('\n')
	}
}

// put adds a text in a style.
func (w *paper) put(st style.Style, t safetext.Text) {
	if w.sheet == nil || st == style.Plain || t.Empty() {
		w.WriteString(t.String())
		return
	}
	w.WriteString(w.sheet.SGR(st, style.Flat) + t.String() + style.Reset)
}

// line adds a line of text from any source.
func (w *paper) line(st style.Style, raw string) {
	w.put(st, safetext.Line(raw))
	w.WriteByte('\n')
}

// add adds text that is safe to print.
func (w *paper) add(format string, args ...any) { w.Write(fmt.Appendf(nil, format, args...)) }

// wrapped adds a text in lines of at most width cells, 0 for one line. It indents all but the first.
func (w *paper) wrapped(st style.Style, t safetext.Text, width, indent int) {
	lines := []safetext.Text{t}
	if width > 0 {
		lines = t.Wrap(width)
	}
	for i, l := range lines {
		if i > 0 {
			w.WriteString(strings.Repeat(" ", indent))
		}
		w.put(st, l)
		w.WriteByte('\n')
	}
}

// maxTextWidth is the maximum width of prose in cells.
const maxTextWidth = 100

// room returns the width of prose after an indent, 0 for no limit.
func (w *paper) room(indent int) int {
	if w.width == 0 {
		return 0
	}
	return max(min(w.width, maxTextWidth)-indent, 20)
}

// cell is a text in a table, with an optional second part in another style.
type cell struct {
	text  safetext.Text
	style style.Style
	right bool  // aligned right
	more  *cell // nil for none
}

// width returns the width of a cell of the table on a terminal.
func (c *cell) width() int {
	if c.more == nil {
		return c.text.Width()
	}
	return c.text.Width() + c.more.width()
}

// table adds rows with aligned columns. It cuts the last column at the terminal's width.
func (w *paper) table(rows [][]cell) {
	var wide []int
	size := 0
	for _, r := range rows {
		for c, cell := range r {
			if c == len(wide) {
				wide = append(wide, 0)
			}
			wide[c] = max(wide[c], cell.width())
			size += len(cell.text.String())
		}
	}
	for _, n := range wide[:max(len(wide)-1, 0)] {
		size += len(rows) * (n + 2)
	}
	w.Grow(size + len(rows)) // instead of growing many times
	for _, r := range rows {
		left := 0
		for c, cell := range r {
			if c == len(r)-1 {
				if w.width > 0 {
					cell.text = cell.text.Clip(max(w.width-left, 10), safetext.Line(w.glyphs.Ellipsis))
				}
				w.put(cell.style, cell.text)
				break
			}
			pad := strings.Repeat(" ", wide[c]-cell.width())
			if cell.right {
				w.WriteString(pad)
				pad = ""
			}
			w.put(cell.style, cell.text)
			if cell.more != nil {
				w.put(cell.more.style, cell.more.text)
			}
			w.WriteString(pad + "  ")
			left += wide[c] + 2
		}
		w.WriteByte('\n')
	}
}

// symbol returns the sign of a state, in its style.
func (w *paper) symbol(state string) cell {
	if c, ok := w.signs[state]; ok {
		return c
	}
	g := w.glyphs
	sign, st := g.Problem, style.Danger
	switch state {
	case "ready":
		sign, st = g.Ready, style.Ready
	case "running":
		sign, st = g.Running, style.Running
	case "completed":
		sign, st = g.Done, style.Done
	case "blocked":
		sign, st = g.Blocked, style.Blocked
	case "stuck":
		sign, st = g.Loop, style.Missing
	case "skipped":
		sign, st = g.Skipped, style.Done
	case "failed":
		sign, st = g.Failed, style.Danger
	case "container":
		sign, st = g.Container, style.Dim
	}
	c := cell{text: safetext.Line(sign), style: st}
	w.signs[state] = c
	return c
}

// row returns a task as a row of a table.
func (w *paper) row(t verbs.Task) []cell {
	sign := w.symbol(t.State)
	return []cell{
		sign, {text: safetext.Short(t.Short), style: style.Dim}, {text: safetext.Line(t.State), style: sign.style},
		{text: safetext.Short(t.Owner).Cut(24), style: style.Plain}, {text: w.changed(t), style: style.Dim},
		{text: subjectOf(t), style: style.Plain},
	}
}

// changed returns how long ago the file of a task changed, nothing for a file that cannot be read. A file may say a
// time in the future, which is no age.
func (w *paper) changed(t verbs.Task) safetext.Text {
	switch {
	case t.Changed != nil:
		return safetext.Line(board.Age(w.now.Sub(*t.Changed)))
	case t.ID == "":
		return safetext.Text{}
	}
	return safetext.Const("in the future")
}

// subjectOf returns the subject of a task, and what is wrong with its file.
func subjectOf(t verbs.Task) safetext.Text {
	s := safetext.Title(t.Subject)
	if t.ID == "" && t.Subject == "" {
		s = safetext.Short(t.File)
	}
	if t.Problem != "" {
		s = safetext.Join(safetext.Const(": "), s, safetext.Short(t.Problem))
	}
	return s
}

// refs adds a line for each reference to a task, the first after what they are.
func (w *paper) refs(what safetext.Text, all []verbs.Ref) {
	for i, r := range all {
		if i > 0 {
			what = safetext.Spaces(what.Width())
		}
		w.put(style.Dim, what)
		w.WriteString("  ")
		name := safetext.Short(r.Short)
		if r.Subject != "" || r.Status != "missing" {
			name = name.Append(safetext.Spaces(1), safetext.Subject(r.Subject))
		}
		words := r.Status
		if r.Owner != "" {
			words += ", " + r.Owner
		}
		state, indent := safetext.Short(" ("+words+")"), what.Width()+2
		if room := w.width - indent; room > 0 && name.Width()+state.Width() > room { // wraps on a terminal
			for n, piece := range name.Append(state).Wrap(room) {
				if n > 0 {
					w.WriteString("\n" + strings.Repeat(" ", indent))
				}
				w.put(style.Plain, piece)
			}
		} else {
			w.put(style.Plain, name)
			w.put(style.Dim, state)
		}
		w.WriteByte('\n')
	}
}

// Printable makes text from files or their names safe to print.
func Printable(s string) string {
	var lines []string
	for _, l := range safetext.Block(s) {
		lines = append(lines, l.String())
	}
	return strings.Join(lines, "\n")
}

// Complaint returns the message for an error, wrapped if out is a terminal.
func Complaint(out io.Writer, err error) string {
	return wrapWords(Printable("sideboard: "+explainNotFound(err).Error()), terminalWidth(out)) + "\n"
}

// wrapWords breaks the lines of a text at spaces and indents what continues. It does not break a long word, so that a
// path can be copied. A width of 0 changes nothing.
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
	return fmt.Sprint(n, " ", tasks.Plural(n, one, one+"s"))
}

// secondsSince returns the seconds since a time, at least 0: clocks differ.
func secondsSince(now, then time.Time) int64 { return max(0, int64(now.Sub(then)/time.Second)) }

// usualWidth is the width of a terminal that does not say how wide it is: a serial line, an editor's, one of a script.
const usualWidth = 80

// terminalWidth returns the width of the terminal, 0 if out is none.
func terminalWidth(out io.Writer) int {
	if said, is := out.(asciiOut); is {
		out = said.Writer
	}
	f, ok := out.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return 0
	}
	w, _, err := term.GetSize(f.Fd())
	if err != nil || w <= 0 {
		return usualWidth
	}
	return max(w, minWidth)
}

// Version returns the version of a build: of the module, else the commit and its day, with Go's version and the system.
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
