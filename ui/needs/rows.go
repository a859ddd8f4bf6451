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
	out := &view.Problems{First: v.First, Selected: v.Selected, Busy: !v.examined, Error: safetext.Short(v.err),
		Keys: m.KeysSaying(map[keymap.Action]string{keymap.Choose: "go to it", keymap.Back: "close"}, v.Scopes()...)}
	needy := 0
	var others []doctor.Finding
	for _, r := range all {
		if r.need != nil {
			needy++
		} else {
			others = append(others, *r.finding)
		}
		out.Items = append(out.Items, m.item(r))
	}
	if len(all) > 0 {
		out.Tally = safetext.Line(tally(needy, doctor.Count(others)))
		if len(all) > 1 {
			out.Keys = append([]view.Key{m.MoveKey("choose", keymap.ListScope)}, out.Keys...)
			out.Order = safetext.Const("most urgent first")
		}
	} else {
		out.Selected = -1
		out.Keys = m.KeysSaying(map[keymap.Action]string{keymap.Back: "close"}, v.Scopes()...)
	}
	if v.examined && v.err == "" {
		out.Else = v.inOrder(all)
	}
	return out
}

// inOrder returns what an examination looked for and did not find, of what people ask about most; empty for nothing.
func (v *needList) inOrder(all []row) safetext.Text {
	found := map[doctor.Kind]bool{}
	for _, f := range v.findings {
		found[f.Kind] = true
	}
	for _, r := range all {
		if r.need != nil {
			for _, k := range findingsOf[r.need.Kind] {
				found[k] = true
			}
		}
	}
	var words []string
	for _, of := range [...]struct {
		word  string
		kinds []doctor.Kind
	}{
		{"no loops", findingsOf[board.InLoop]}, {"no missing tasks", findingsOf[board.BlockerMissing]},
		{"no id twice", []doctor.Kind{doctor.DoubleID}},
	} {
		if !slices.ContainsFunc(of.kinds, func(k doctor.Kind) bool { return found[k] }) {
			words = append(words, of.word)
		}
	}
	if len(words) == 0 {
		return safetext.Text{}
	}
	return safetext.Line(strings.Join(words, ", ") + ".")
}

// item returns a row as values.
func (m *Model) item(r row) view.Problem {
	item := view.Problem{Keys: m.keysOf(r)}
	if n := r.need; n != nil {
		item.Needy, item.Danger, item.State = true, n.Kind != board.NobodyStarts, view.Broken
		item.Age, item.Why = m.Since(n.Since), whyLine(m.reason(*n))
		m.name(&item, n.Key)
		if n.Key.Name == "" {
			item.Name = safetext.Line(n.Who)
		}
	}
	if r.finding != nil {
		m.addFinding(&item, r.finding)
	}
	if r.need != nil {
		m.addEffects(&item, r)
	}
	return item
}

// name puts on a row the task or the file that it is about.
func (m *Model) name(item *view.Problem, k tasks.Key) {
	t := m.Board.Task(k)
	if t == nil {
		item.Name = safetext.Short(phrase.File(k))
		return
	}
	item.Name, item.ID = safetext.Subject(t.Subject), safetext.Line(m.Board.ShortID(k))
	item.Owner, item.Hue = m.Owner(t.Owner)
}

// reason returns why something needs a person, without the time since when.
func (m *Model) reason(n board.Need) string {
	p := m.Board.Problem(n.Key)
	switch {
	case n.Kind == board.FileBroken && p != nil:
		return problemWords(*p)
	case n.Kind == board.TaskStalled && !n.Since.IsZero():
		return n.Reason() + ": no write for " + phrase.Age(m.Now.Sub(n.Since)) + ", the limit is " +
			phrase.Age(m.Circumstances().Stalled)
	}
	return n.Reason()
}

// addFinding adds a finding of the doctor to a row.
func (m *Model) addFinding(item *view.Problem, f *doctor.Finding) {
	if !item.Needy {
		item.Danger, item.State = f.Severity == doctor.Error, stateOf(f)
		m.name(item, f.Files[0])
	}
	p := m.Board.Problem(f.Files[0])
	if item.Why == nil || p == nil || p.Damage != tasks.CutOff {
		item.Why = whyLine(f.What)
	}
	switch f.Kind {
	case doctor.Loop:
		item.Why = m.loopLine(f.Files)
	case doctor.SelfLink:
		item.Why = whyLine("it waits for itself")
	}
	switch n := len(f.Files); {
	case n == 2:
		item.ID = item.ID.Append(safetext.Const(" and "), m.shortName(f.Files[1]))
	case n > 2:
		item.ID = item.ID.Append(safetext.Line(fmt.Sprintf(" and %d more", n-1)))
	}
	if files := m.filesOf(*f); files != "" && (m.isManual(f) || m.SeveralLists()) {
		item.Says = append(item.Says, phrase.Line(files, style.Dim))
	}
	item.Says = append(item.Says, phrase.Line(phrase.Sentence(f.Why)+".", style.Soft))
	switch {
	case m.canRepair(f):
		item.Says = append(item.Says, phrase.Line("Repair: "+f.Repair.What+".", style.Soft))
	case f.Hint != "":
		item.Says = append(item.Says, phrase.Line(phrase.Sentence(f.Hint), style.Soft))
	}
}

// addEffects says how many tasks wait because of a need, and what a person can do about it if the doctor does not say
// so.
func (m *Model) addEffects(item *view.Problem, r row) {
	n := *r.need
	s := m.Board.State(n.Key)
	if n.Kind != board.InLoop && s != board.Done && s != board.Skipped {
		if behind := m.Board.AppendBehind(nil, n.Key, behindLimit); len(behind) > 0 {
			count := strconv.Itoa(len(behind))
			if len(behind) == behindLimit {
				count += "+"
			}
			words := count + phrase.Plural(len(behind), " task waits for it: ", " tasks wait for it, first ")
			first := m.Board.Task(behind[0])
			item.Says = append(item.Says, view.Line{{Text: safetext.Line(words).Append(safetext.Subject(first.Subject),
				safetext.Line(" "+m.Board.ShortID(behind[0])+".")), Style: style.Soft}})
		}
	}
	if r.finding == nil {
		if words := m.advice(n); words != "" {
			item.Says = append(item.Says, phrase.Line(words, style.Soft))
		}
	}
}

// behindLimit is the largest number of waiting tasks that are counted.
const behindLimit = 1000

// advice returns what a person can do about a need, "" if nothing.
func (m *Model) advice(n board.Need) string {
	who := "its owner"
	if t := m.Board.Task(n.Key); t != nil && t.Owner != "" {
		who = t.Owner
	}
	switch n.Kind {
	case board.NeedsAnswer:
		return "It goes on once it has its answer."
	case board.Overwritten:
		return "Another process wrote the file after you. Applied again, your edit is on top of that."
	case board.TaskStalled:
		return who + " may still work on it: released, it is ready for any agent."
	case board.OwnerDead, board.OwnerGone:
		return "Nobody works on it: released, it is ready for any agent."
	case board.TaskFailed:
		return "Reopened, it is ready for any agent."
	case board.ToReview:
		return "It leaves this list once you have opened it."
	case board.NobodyStarts:
		return "Claim it, or give it to one of them."
	}
	return ""
}

// keysOf returns the keys that help with a row.
func (m *Model) keysOf(r row) (keys []view.Key) {
	for e := range m.Keys.Footer(keymap.RepairScope) {
		if m.suits(r, e.Action) {
			keys = append(keys, view.Key{Name: m.KeyName(e), Does: safetext.Line(e.Short())})
		}
	}
	return keys
}

// whyLine returns the reason as a line of the list.
func whyLine(what string) view.Line {
	return view.Line{{Text: safetext.Short(what), Style: style.Plain}}
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
	line := view.Line{phrase.Plain("in a loop: " + words[0])}
	for _, word := range words[1:] {
		line = append(line, view.Span{Text: safetext.Line(" " + m.Sheet.Glyphs.Left), Style: style.Danger},
			phrase.Plain(" "+word))
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

// shortName returns the short id of a task, or the name of a file.
func (m *Model) shortName(k tasks.Key) safetext.Text {
	if m.Board.Task(k) != nil {
		return safetext.Line(m.Board.ShortID(k))
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
	words := p.Text
	if p.Line > 0 {
		words = "line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Col) + ", " + words
	}
	if p.Damage == tasks.CutOff {
		return "half-written: " + words
	}
	return words
}
