package cli

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"

	"sideboard/ui/safetext"
)

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
