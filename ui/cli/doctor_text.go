package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// namedFiles returns the files of a finding for a line to read; of very many, as a loop may have, the first.
func namedFiles(f doctor.Finding) string {
	const most = 6
	names := fileNames(f)
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// titlesOf returns the tasks of a finding as the board calls them, of very many the first; "" where its files hold none.
func (r *report) titlesOf(f doctor.Finding) string {
	const most = 3
	var titles []string
	for _, k := range f.Files {
		if t := r.board.Task(k); t != nil {
			titles = append(titles, r.board.ShortID(k)+" "+t.Subject)
		}
	}
	if more := len(titles) - most; more > 1 {
		titles = append(titles[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(titles, ", ")
}

// maxTextWidth is how wide a line of prose is at most.
const maxTextWidth = 100

// severityStyles are how the severities look where there is colour.
var severityStyles = map[doctor.Severity]style.Style{
	doctor.Error: style.DangerStrong, doctor.Warning: style.Warning, doctor.Note: style.AccentStrong,
}

// writeText prints findings for people: on a terminal wrapped under their heads with air between them, elsewhere a line for
// each sentence. What is the same of several that follow one another is said once, below the last. What comes from files is made
// printable.
func (r *report) writeText(w *paper, out io.Writer) error {
	w.line(style.Dim, r.Dir+": "+r.traits.Title)
	for _, f := range r.fixed {
		w.air()
		r.writeFinding(w, style.Ready, "repaired", f, asSentence(f.Repair.What))
	}
	for i, f := range r.found {
		if i == 0 || !r.sameWords(r.found[i-1], f) {
			w.air()
		}
		if i+1 < len(r.found) && r.sameWords(f, r.found[i+1]) {
			r.writeFinding(w, severityStyles[f.Severity], f.Severity.String(), f)
		} else {
			r.writeFinding(w, severityStyles[f.Severity], f.Severity.String(), f, asSentence(f.Why), r.advice(f))
		}
	}
	w.air()
	r.writeSummary(w)
	if r.neverHadTasks {
		lines := []safetext.Text{safetext.Const(workspace.ToolsOff)}
		if w.width > 0 {
			lines = lines[0].Wrap(max(min(w.width, maxTextWidth), 20))
		}
		for _, l := range lines {
			w.line(style.Dim, l.String())
		}
	}
	text := w.String()
	if w.glyphs.ASCII {
		text = strings.NewReplacer("“", `"`, "”", `"`, "…", "...").Replace(text)
	}
	_, err := io.WriteString(out, text)
	return err
}

// writeFinding prints what is wrong behind its head, and below what is to be said of it.
func (r *report) writeFinding(w *paper, st style.Style, head string, f doctor.Finding, below ...string) {
	const indent = 9
	put := func(st style.Style, head safetext.Text, headStyle style.Style, text string) {
		lines := []safetext.Text{safetext.Line(text)}
		if w.width > 0 {
			lines = lines[0].Wrap(max(min(w.width, maxTextWidth)-indent, 20))
		}
		for _, t := range lines {
			w.put(headStyle, head)
			w.WriteString(strings.Repeat(" ", indent-head.Width()))
			w.put(st, t)
			w.WriteByte('\n')
			head = safetext.Text{}
		}
	}
	what := namedFiles(f) + ": " + f.What
	if titles := r.titlesOf(f); titles != "" && w.width > 0 { // scripts look for a file, people for a task
		what, below = titles, append([]string{what}, below...)
	}
	put(style.Strong, safetext.Line(head), st, what)
	for _, text := range below {
		if text != "" {
			put(style.Plain, safetext.Text{}, style.Plain, text)
		}
	}
}

// sameWords reports whether of two findings the same is to be said, so that once is enough.
func (r *report) sameWords(a, b doctor.Finding) bool {
	return a.Severity == b.Severity && a.What == b.What && a.Why == b.Why && r.advice(a) == r.advice(b)
}

// advice returns what can be done about a finding.
func (r *report) advice(f doctor.Finding) string {
	switch {
	case f.Repair == nil:
		return f.Hint
	case r.failed[findingID(f)] != nil:
		return "Not repaired: " + r.failed[findingID(f)].Error()
	case f.Repair.Asks:
		return "You decide; --fix=all does it: " + f.Repair.What + "."
	}
	return "--fix does it: " + f.Repair.What + "."
}

// writeSummary prints the last line: how much is wrong, or of how much nothing is.
func (r *report) writeSummary(w *paper) {
	some := false
	add := func(n int, st style.Style, one, more string) {
		if n == 0 {
			return
		}
		if some {
			w.WriteString(", ")
		}
		some = true
		w.put(st, safetext.Line(fmt.Sprint(n, " ", tasks.Plural(n, one, more))))
	}
	add(len(r.fixed), style.Ready, "repaired", "repaired")
	add(r.count.Errors, style.DangerStrong, "error", "errors")
	add(r.count.Warnings, style.Warning, "warning", "warnings")
	add(r.count.Notes, style.AccentStrong, "note", "notes")
	if some {
		w.WriteString(".\n")
		return
	}
	if !w.glyphs.ASCII { // its twin would read as a cross
		w.put(style.Ready, safetext.Line(w.glyphs.Done))
		w.WriteByte(' ')
	}
	w.line(style.Plain, plural(r.files, "file")+", "+r.traits.Title+": nothing is wrong.")
}

// asSentence begins with a capital and ends with a full stop.
func asSentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if 'a' <= first && first <= 'z' {
		s = strings.ToUpper(s[:n]) + s[n:]
	}
	return s + "."
}
