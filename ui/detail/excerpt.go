package detail

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// linesBefore and linesAfter are the numbers of lines shown around the one that cannot be read.
const linesBefore, linesAfter = 3, 2

// excerpt returns the lines around the place where a file cannot be read, with line numbers and a pointer to the place.
// Of a long line it shows the part around the place. It returns nil if the file has become shorter.
func excerpt(raw []byte, p *tasks.Problem, w int) (lines []view.Line) {
	all := bytes.Split(raw, []byte("\n"))
	if p.Line < 1 || p.Line > len(all) {
		return nil
	}
	last := min(p.Line+linesAfter, len(all))
	if len(bytes.TrimSpace(bytes.Join(all[p.Line:last], nil))) == 0 { // the end of the file
		last = p.Line
	}
	lead := len(strconv.Itoa(last)) + 2
	room := w - lead
	if room < 1 {
		return nil
	}
	for n := max(p.Line-linesBefore, 1); n <= last; n++ {
		text, st := safetext.Line(string(all[n-1])), style.Dim
		from, at := 0, 0
		if n == p.Line {
			st = style.Plain
			at = safetext.Line(string(firstRunes(all[n-1], p.Col-1))).Width()
			from = max(0, min(at-room*2/3, text.Width()-room), at-room+1) // most of the room is before the place
		}
		number := safetext.Number(n)
		lines = append(lines, view.Line{
			{Text: safetext.Spaces(lead-2-number.Width()).Append(number, safetext.Spaces(2)), Style: style.Faint},
			{Text: window(text, from, room), Style: st},
		})
		if n == p.Line {
			lines = append(lines, view.Line{{Text: safetext.Spaces(lead + at - from).Append(safetext.Const("^")),
				Style: style.Danger}})
		}
	}
	return lines
}

// window returns w cells of a text. An ellipsis marks the ends that are cut.
func window(t safetext.Text, from, w int) safetext.Text {
	if from == 0 {
		return t.Cut(w)
	}
	return safetext.Ellipsis().Append(t.Window(from+1, t.Width()).Cut(w - 1))
}

// firstRunes returns the first n characters of a line.
func firstRunes(line []byte, n int) []byte {
	at := 0
	for ; n > 0; n-- { // behind the end a character has no bytes
		_, size := utf8.DecodeRune(line[at:])
		at += size
	}
	return line[:at]
}
