package needs

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sideboard/board"
	"sideboard/board/doctor"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Overlay returns the list. Until the directory was examined it has only what the board knows.
func (v *needList) Overlay() view.Overlay {
	m, all := v.m, v.rows()
	out := &view.Problems{First: v.First, Selected: v.Selected, Keys: m.FooterKeys(), Busy: !v.examined,
		Error: safetext.Short(v.err)}
	needy := 0
	var others []doctor.Finding
	for i, r := range all {
		if r.need != nil {
			needy++
		} else {
			others = append(others, *r.finding)
		}
		out.Items = append(out.Items, m.item(r, i == v.Selected))
	}
	if len(all) > 0 {
		out.Tally = safetext.Line(tally(needy, doctor.Count(others)))
	} else {
		out.Selected = -1
		out.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Back: "close"}, v.Scopes()...)
	}
	return out
}

// item returns a row as values. The selected one has more lines.
func (m *Model) item(r row, selected bool) view.Problem {
	var item view.Problem
	if n := r.need; n != nil {
		item.Danger, item.State = n.Kind != board.NobodyStarts, m.Card(n.Key).State
		item.File, item.Why = m.nameOf(n.Key), whyLine(phrase.SentenceOf(n.Who, m.Words(*n).String()))
		if p := m.Board.Problem(n.Key); n.Kind == board.FileBroken && p != nil {
			item.Why = whyLine(phrase.Sentence(problemWords(*p)))
		}
		if n.Key.Name == "" {
			item.File = safetext.Line(n.Who)
		}
	}
	if r.finding != nil {
		m.addFinding(&item, r.finding, selected)
	}
	if a, does := m.helpOf(r); selected && r.need != nil && a != keymap.Nothing && does != "" {
		item.More = append(item.More, phrase.Line(m.KeyOf(a)+": "+does, style.Ready))
	}
	return item
}

// addFinding adds a finding of the doctor to a row.
func (m *Model) addFinding(item *view.Problem, f *doctor.Finding, selected bool) {
	item.Danger, item.State = item.Danger || f.Severity == doctor.Error, stateOf(f)
	item.File, item.Why = m.nameOf(f.Files[0]), whyLine(phrase.Sentence(f.What))
	switch f.Kind {
	case doctor.Loop:
		item.Why = m.loopLine(f.Files)
	case doctor.SelfLink:
		item.Why = whyLine("It waits for itself")
	}
	switch n := len(f.Files); {
	case n == 2:
		item.File = item.File.Append(safetext.Const(" and "), m.nameOf(f.Files[1]))
	case n > 2:
		item.File = item.File.Append(safetext.Line(fmt.Sprintf(" and %d more", n-1)))
	}
	if !selected {
		return
	}
	if files := m.filesOf(*f); files != "" && (m.isManual(f) || m.SeveralLists()) {
		item.More = append(item.More, phrase.Line(files, style.Dim))
	}
	item.More = append(item.More, phrase.Line(phrase.Sentence(f.Why)+".", style.Dim))
	switch {
	case m.canRepair(f):
		item.More = append(item.More, phrase.Line(m.KeyOf(keymap.Repair)+": "+f.Repair.What, style.Ready))
	case f.Hint != "":
		item.More = append(item.More, phrase.Line(phrase.Sentence(f.Hint), style.Dim))
	}
}

// whyLine returns the problem as a line of the list.
func whyLine(what string) view.Line {
	return view.Line{{Text: safetext.Short(what), Style: style.Dim}}
}

// loopLine names the tasks of a loop, each before the one it waits for, as on cards. A long loop is shortened in the
// middle.
func (m *Model) loopLine(loop []tasks.Key) view.Line {
	const most, end = 12, 5
	var words []string
	for _, k := range slices.Concat(loop, loop[:1]) {
		words = append(words, m.Board.ShortID(k))
	}
	slices.Reverse(words)
	if len(words) > most {
		words = slices.Concat(words[:end], []string{safetext.Ellipsis().String()}, words[len(words)-end:])
	}
	line := view.Line{phrase.Dim("In a loop: " + words[0])}
	for _, word := range words[1:] {
		line = append(line, view.Span{Text: safetext.Line(" " + m.Sheet.Glyphs.Left), Style: style.Danger},
			phrase.Dim(" "+word))
	}
	return line
}

// stateOf returns the state whose sign marks a finding.
func stateOf(f *doctor.Finding) view.State {
	switch f.Kind {
	case doctor.Loop, doctor.SelfLink:
		return view.Stuck
	case doctor.MissingBlocker:
		return view.Missing
	}
	return view.Broken
}

// nameOf returns the name of a file on the board: its task, or its file name.
func (m *Model) nameOf(k tasks.Key) safetext.Text {
	if t := m.Board.Task(k); t != nil {
		return safetext.Line(m.Board.ShortID(k)).Append(safetext.Spaces(1), safetext.Subject(t.Subject))
	}
	return safetext.Short(phrase.File(k))
}

// filesOf names the first files of a finding whose row shows tasks.
func (m *Model) filesOf(f doctor.Finding) string {
	const most = 4
	var names []string
	for _, k := range f.Files[:min(len(f.Files), most)] {
		if m.Board.Task(k) != nil {
			names = append(names, phrase.File(k))
		}
	}
	return strings.Join(names, ", ")
}

// tally counts the needs, and the other findings by severity: "1 needs you, 2 notes".
func tally(needy int, c doctor.Counts) string {
	words := []string{"nothing needs you"}
	if needy > 0 {
		words[0] = strconv.Itoa(needy) + phrase.Plural(needy, " needs you", " need you")
	}
	for _, of := range []struct {
		n    int
		word string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Notes, "note"}} {
		if of.n > 0 {
			words = append(words, strconv.Itoa(of.n)+" "+phrase.Plural(of.n, of.word, of.word+"s"))
		}
	}
	return phrase.Sentence(strings.Join(words, ", "))
}

// problemWords returns what is wrong with a file, and where.
func problemWords(p tasks.Problem) string {
	if p.Line > 0 {
		return p.Text + " (line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Col) + ")"
	}
	return p.Text
}
