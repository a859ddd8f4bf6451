package news

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// formerOwner returns the end of a sentence that names the previous owner, if the task has another now.
func (m *Model) formerOwner(e board.Event) view.Span {
	before, after, passed := ownersOf(e)
	if !passed || before == "" || before == after || after == "" && e.Kind != tasks.EventReleased {
		return view.Span{}
	}
	if before == m.Me {
		return phrase.Dim(" (was yours)")
	}
	return phrase.Dim(" (was " + m.cut(safetext.Line(before), 24).String() + "'s)")
}

// yours returns the start of a sentence about a task of the person that somebody else completed.
func (m *Model) yours(e board.Event) view.Line {
	if e.Kind != tasks.EventCompleted || e.Mine != 0 || e.Who != m.Me || !m.formerOwner(e).Text.Empty() {
		return nil
	}
	return view.Line{{Text: safetext.Const("your "), Style: style.You}}
}

// briefOf returns a short form with glyphs for a claim, a completion or a file that broke: who, and which task. It
// is empty for other events, and if a glyph cannot say everything.
func (m *Model) briefOf(e board.Event) view.Brief {
	who := e.Who
	if e.Mine != 0 {
		who = m.Me
	}
	switch {
	case e.Kind == tasks.EventBroke && e.Key.List == "":
		return m.briefOfBroken(e)
	case e.Subject == "" || e.Key.List != "" || len(e.Blocked) > 0 || !m.formerOwner(e).Text.Empty() ||
		m.groupOf(e).to != "":
		return view.Brief{}
	case e.Kind != tasks.EventClaimed && e.Kind != tasks.EventStarted && e.Kind != tasks.EventCompleted:
		return view.Brief{}
	}
	b := view.Brief{Sign: m.signOf(e), What: view.Span{Text: safetext.Subject(e.Subject), Style: style.Subject}}
	if who != "" {
		b.Who = m.whoSpan(who)
	}
	return b
}

// briefOfBroken returns a short form for a file that cannot be read.
func (m *Model) briefOfBroken(e board.Event) view.Brief {
	what, why := safetext.Line(e.Key.Name), " cannot be read"
	if e.Subject != "" {
		what = safetext.Subject(e.Subject)
	}
	if p := m.Board.Problem(e.Key); p != nil && p.Damage == tasks.CutOff {
		why = " half-written"
	}
	return view.Brief{Sign: m.signOf(e), What: view.Span{Text: what, Style: style.Subject},
		End: phrase.Line(why, style.Danger)}
}

// signOf returns the sign of what happened, empty if there is none for it.
func (m *Model) signOf(e board.Event) view.Span {
	g := m.Sheet.Glyphs
	switch e.Kind {
	case tasks.EventCompleted:
		return view.Span{Text: safetext.Line(g.Done), Style: style.Ready}
	case tasks.EventClaimed, tasks.EventStarted, tasks.EventTookOver:
		if m.groupOf(e).to == "" { // else only its owner changed
			return view.Span{Text: safetext.Line(g.Running), Style: style.Running}
		}
	case tasks.EventBroke:
		return view.Span{Text: safetext.Line(g.Problem), Style: style.DangerStrong}
	}
	return view.Span{}
}

// consequences returns the end of a sentence about an event: which tasks "can start" because of it, or "could start" if
// none of them is ready any more, and which it blocked again.
func (m *Model) consequences(e board.Event, c cuts) view.Line {
	var line view.Line
	if len(e.Unblocked) > 0 {
		words, st, subject := " could start", style.Dim, style.Subject
		if slices.ContainsFunc(e.Unblocked, func(k tasks.Key) bool { return m.Board.State(k) == board.Ready }) {
			words, st, subject = " can start", style.Ready, style.SubjectStrong
		}
		line = append(line, view.Span{Text: safetext.Line("  " + m.Sheet.Glyphs.Arrow + "  "), Style: style.Ready})
		line = append(line, m.subjects(e.Unblocked, subject, c)...)
		line = append(line, view.Span{Text: safetext.Line(words), Style: st})
	}
	if len(e.Blocked) > 0 {
		line = append(append(line, m.dot()...), phrase.Dim("blocked again "))
		line = append(line, m.subjects(e.Blocked, style.Blocked, c)...)
	}
	return line
}

// cuts are the most cells of a subject in a sentence: of its task, and of each other one that it names.
type cuts struct{ task, other int }

var shortCuts, wholeCuts = cuts{40, 32}, cuts{120, 120}

// whoSpan returns the name of an owner; the person is "you".
func (m *Model) whoSpan(owner string) view.Span {
	if owner == m.Me {
		return view.Span{Text: safetext.Const("you"), Style: style.You}
	}
	return view.Span{Text: m.cut(safetext.Line(owner), 24), Style: m.HueOf(owner)}
}

// subjects returns the subjects of up to two tasks and counts the rest.
func (m *Model) subjects(keys []tasks.Key, st style.Style, c cuts) view.Line {
	var line view.Line
	for i, k := range keys {
		if i == 2 {
			return append(line, phrase.Dim(fmt.Sprintf(" and %d more", len(keys)-2)))
		}
		if i > 0 {
			line = append(line, phrase.Dim(", "))
		}
		t := m.Board.Task(k)
		if t == nil {
			line = append(line, view.Span{Text: safetext.Line(k.Name), Style: st})
			continue
		}
		line = append(line, view.Span{Text: m.cut(safetext.Subject(t.Subject), c.other), Style: st})
	}
	return line
}

// changeOf describes an edit: a link by the subject of the task, another single field by its values, several by their
// names.
func (m *Model) changeOf(k tasks.Key, fs []board.FieldChange) view.Line {
	f := fs[0]
	if line := m.linkChange(k, f); len(fs) == 1 && line != nil {
		return line
	}
	if len(fs) > 1 || f.Before == f.After || f.Field == tasks.FieldMember {
		return view.Line{phrase.Dim(": " + fieldsOf(fs))}
	}
	return view.Line{phrase.Dim(": " + f.Field.String() + " "),
		{Text: m.cut(phrase.Value(f.Before), 24), Style: style.Removed},
		phrase.Dim(" " + m.Sheet.Glyphs.Arrow + " "), {Text: m.cut(phrase.Value(f.After), 24), Style: style.Added}}
}

// bindingOf describes that a task was bound to a worktree or unbound from it.
func (m *Model) bindingOf(who string, subject view.Span, f board.FieldChange) view.Line {
	verb, word, tree, st := "bound", " to worktree ", f.After, style.Added
	if f.After.Kind == tasks.None {
		verb, word, tree, st = "unbound", " from worktree ", f.Before, style.Removed
	}
	end := []view.Span{phrase.Plain(word), {Text: safetext.Short(tree.Text), Style: st}}
	if who == "" {
		return append(view.Line{subject, phrase.Plain(" was " + verb)}, end...)
	}
	return append(view.Line{m.whoSpan(who), phrase.Plain(" " + verb + " "), subject}, end...)
}

// linkChange describes which blockers were added and removed; nil for any other change.
func (m *Model) linkChange(k tasks.Key, f board.FieldChange) view.Line {
	if f.Field != tasks.FieldWaitsFor || f.Before.Kind != tasks.Refs || f.After.Kind != tasks.Refs {
		return nil
	}
	before, after := f.Before.IDs(), f.After.IDs()
	var line view.Line
	describe := func(verb string, ids, but []tasks.ID) {
		n := 0
		for _, id := range ids {
			if slices.Contains(but, id) {
				continue
			}
			switch n++; n {
			case 1:
				if len(line) > 0 {
					line = append(line, phrase.Dim(","))
				}
				line = append(line, phrase.Dim(verb), m.idName(k, id))
			case 2:
				line = append(line, phrase.Dim(" and others"))
			}
		}
	}
	describe(" now waits for ", after, before)
	describe(" unlinked from ", before, after)
	if line != nil {
		line[0].Text = safetext.Line(":" + line[0].Text.String())
	}
	return line
}

// idName returns the subject of the task that has the id, or the id if none does.
func (m *Model) idName(k tasks.Key, id tasks.ID) view.Span {
	for _, found := range m.Board.Resolve(k.List, id.Text) {
		if t := m.Board.Task(found); t != nil && t.ID.Text == id.Text && found.List == k.List {
			return view.Span{Text: m.cut(safetext.Subject(t.Subject), 32), Style: style.Subject}
		}
	}
	return view.Span{Text: m.cut(safetext.Line(id.Text), 24), Style: style.Missing}
}

func fieldsOf(fs []board.FieldChange) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = phrase.Field(f).String()
	}
	return strings.Join(names, ", ")
}

func (m *Model) dot() view.Line { return phrase.Line("  "+m.Sheet.Glyphs.Dot+"  ", style.Dim) }

// cut cuts a text to w cells, with an ellipsis that the terminal can show.
func (m *Model) cut(t safetext.Text, w int) safetext.Text {
	if m.Sheet.Glyphs.ASCII {
		return t.Clip(w, safetext.Line(m.Sheet.Glyphs.Ellipsis))
	}
	return t.Clip(w, safetext.Ellipsis())
}

// finish caches the lines of Finish for one generation of the board.
type finish struct {
	gen   int
	lines []view.Line
}

// maxOwners is the largest number of owners that Finish names.
const maxOwners = 5

// AllDone reports whether there are tasks and all of them are done.
func (m *Model) AllDone() bool {
	n := m.Board.Counts()
	return n.Total > 0 && n.Done == n.Total
}

// Finish returns the summary of finished work: how many tasks, how long they took, and who did how many; nil while any
// is open.
func (m *Model) Finish() []view.Line {
	if !m.AllDone() {
		return nil
	}
	if m.finish.gen != m.Generation {
		m.finish = finish{m.Generation, m.finishLines()}
	}
	return m.finish.lines
}

func (m *Model) finishLines() []view.Line {
	var first, last time.Time
	did := map[string]int{}
	for i := range m.Board.Len(board.CompletedColumn) {
		k := m.Board.At(board.CompletedColumn, i)
		if at, _ := m.Board.Since(k); !at.IsZero() {
			if first.IsZero() || at.Before(first) {
				first = at
			}
			if at.After(last) {
				last = at
			}
		}
		if t := m.Board.Task(k); t != nil && t.Owner != "" && t.Status == tasks.Completed {
			did[t.Owner]++
		}
	}
	n := m.Board.Counts().Total
	much := view.Line{{Text: safetext.Line(strconv.Itoa(n) + phrase.Plural(n, " task", " tasks") + " completed"),
		Style: style.Dim}}
	if took := last.Sub(first); took >= time.Minute {
		much = append(much, view.Span{Text: safetext.Const(" within "), Style: style.Dim},
			view.Span{Text: safetext.Line(phrase.Age(took)), Style: style.Strong})
	}
	owners := slices.SortedFunc(maps.Keys(did), func(a, b string) int {
		return cmp.Or(cmp.Compare(did[b], did[a]), cmp.Compare(a, b))
	})
	var who view.Line
	for i, name := range owners {
		if i > 0 {
			who = append(who, view.Span{Text: safetext.Const("  ·  "), Style: style.Dim})
		}
		if i == maxOwners {
			who = append(who, view.Span{Text: safetext.Line(strconv.Itoa(len(owners)-i) + " more"), Style: style.Dim})
			break
		}
		called, hue := m.Owner(name)
		who = append(who, view.Span{Text: called, Style: hue},
			view.Span{Text: safetext.Line(" " + strconv.Itoa(did[name])), Style: style.Strong})
	}
	lines := []view.Line{{{Text: safetext.Const("All done "), Style: style.ChipReady}}, who, much}
	return slices.DeleteFunc(lines, func(l view.Line) bool { return len(l) == 0 })
}
