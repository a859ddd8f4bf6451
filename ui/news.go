package ui

import (
	"fmt"
	"slices"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

type newsLine = view.News

// told is how many events of one batch are told in words; the rest are counted.
const told = 3

// tell puts what just happened in one line of words. Every claim and completion of a batch has a place in it before
// lesser changes have.
func (m *Model) tell(d board.Diff) {
	if d.Reset {
		m.news = view.News{At: clock(m.now), Line: words("the list was reset by its agents", style.Plain)}
		return
	}
	if len(d.Events) == 0 {
		return
	}
	events := slices.Clone(d.Events)
	slices.SortStableFunc(events, func(a, b board.Event) int { return weight(a) - weight(b) })
	var line view.Line
	if mine := events[0].Mine; mine != 0 && mine == m.newsOf {
		line = m.news.Line // the rest of an edit of ours that is told already
	}
	for i, e := range events {
		if i == told {
			line = append(line, m.dot()...)
			line = append(line, words(fmt.Sprintf("%d more changes", len(events)-told), style.Dim)...)
			break
		}
		part := m.sentenceOf(e)
		if e.What == board.Edited && e.Mine != 0 && e.Mine == m.newsOf {
			part = m.consequences(e) // a link taken out of a list as part of it
		} else {
			m.newsOf = e.Mine
		}
		if len(line) > 0 && len(part) > 0 {
			line = append(line, m.dot()...)
		}
		line = append(line, part...)
	}
	m.news = view.News{At: clock(m.now), Line: line}
}

// weight puts what changes the board for people first.
func weight(e board.Event) int {
	switch e.What {
	case board.Claimed, board.Started, board.Completed, board.TookOver:
		return 0
	case board.Released, board.Reopened, board.Broke, board.Unblocked:
		return 1
	case board.Created, board.Deleted, board.Mended:
		return 2
	}
	return 3
}

// sentenceOf tells one event: who did what to which task, and what that unblocked or blocked again.
func (m *Model) sentenceOf(e board.Event) view.Line {
	var line view.Line
	subject := view.Span{Text: m.cut(safetext.Subject(e.Subject), 40), Style: style.Subject}
	if e.Subject == "" {
		subject.Text = safetext.Line(m.board.ShortID(e.Key))
		if subject.Text.Empty() {
			subject.Text = safetext.Line(e.Key.Name)
		}
	}
	who := m.nameOf(e)
	switch {
	case e.What == board.Edited && len(e.Fields) == 1 && e.Fields[0].Field == tasks.FieldWorktree:
		line = bindingOf(who, subject, e.Fields[0])
		if e.Key.List != "" {
			line = append(line, dim(inList(e.Key.List)))
		}
		return line
	case !who.Text.Empty() && e.What == board.TookOver:
		line = view.Line{who, plain(" took over "), subject}
	case !who.Text.Empty() && e.What != board.Broke && e.What != board.Mended && e.What != board.Unblocked:
		line = view.Line{who, plain(" " + e.What.String() + " "), subject}
	case e.What == board.Broke:
		text := safetext.Const(" cannot be read any more")
		if e.Subject == "" {
			text = safetext.Const(" cannot be read")
		}
		line = view.Line{subject, {Text: text, Style: style.Danger}}
	case e.What == board.Mended:
		line = view.Line{subject, plain(" can be read again")}
	case e.What == board.Unblocked:
		line = view.Line{subject, plain(" was cleared from the lists that named it")}
	default:
		line = view.Line{subject, plain(" was " + e.What.String())}
	}
	if e.Key.List != "" {
		line = append(line, dim(inList(e.Key.List)))
	}
	if e.What == board.Edited && len(e.Fields) > 0 {
		line = append(line, m.changeOf(e.Key, e.Fields)...)
	}
	if after := m.consequences(e); len(after) > 0 {
		line = append(append(line, m.dot()...), after...)
	}
	return line
}

// consequences tells what an event unblocked and what it blocked again.
func (m *Model) consequences(e board.Event) view.Line {
	var line view.Line
	if len(e.Unblocked) > 0 {
		line = append(line, dim("unblocked "))
		line = append(line, m.subjects(e.Unblocked, style.Ready)...)
	}
	if len(e.Blocked) > 0 {
		if len(line) > 0 {
			line = append(line, m.dot()...)
		}
		line = append(line, dim("blocked again "))
		line = append(line, m.subjects(e.Blocked, style.Blocked)...)
	}
	return line
}

// nameOf is who did it, as far as the files tell: the person, or the owner.
func (m *Model) nameOf(e board.Event) view.Span {
	switch {
	case e.Mine != 0 || (e.Who == m.o.As && e.Who != ""):
		return view.Span{Text: safetext.Const("you"), Style: style.You}
	case e.Who != "":
		return view.Span{Text: m.cut(safetext.Line(e.Who), 24), Style: style.OwnerHue(e.Who)}
	}
	return view.Span{}
}

// subjects names up to two tasks and counts the rest.
func (m *Model) subjects(keys []tasks.Key, st style.Style) view.Line {
	var line view.Line
	for i, k := range keys {
		if i == 2 {
			return append(line, dim(fmt.Sprintf(" and %d more", len(keys)-2)))
		}
		if i > 0 {
			line = append(line, dim(", "))
		}
		t := m.board.Task(k)
		if t == nil {
			line = append(line, view.Span{Text: safetext.Line(k.Name), Style: st})
			continue
		}
		line = append(line, view.Span{Text: m.cut(safetext.Subject(t.Subject), 32), Style: st})
	}
	return line
}

// changeOf tells what an edit changed: a link by name, another single short field before and after, else which fields.
func (m *Model) changeOf(k tasks.Key, fs []board.FieldChange) view.Line {
	f := fs[0]
	if line := m.linkChange(k, f); len(fs) == 1 && line != nil {
		return line
	}
	if len(fs) > 1 || f.Before == f.After {
		return view.Line{dim(": " + fieldsOf(fs))}
	}
	return view.Line{dim(": " + f.Field.String() + " "), {Text: m.cut(m.valueText(f.Before), 24), Style: style.Removed},
		dim(" " + m.sheet.Glyphs.Arrow + " "), {Text: m.cut(m.valueText(f.After), 24), Style: style.Added}}
}

// bindingOf tells which worktree a task was bound to or unbound from.
func bindingOf(who, subject view.Span, f board.FieldChange) view.Line {
	verb, word, tree, st := "bound", " to worktree ", f.After, style.Added
	if f.After.Kind == tasks.None {
		verb, word, tree, st = "unbound", " from worktree ", f.Before, style.Removed
	}
	end := []view.Span{plain(word), {Text: safetext.Short(tree.Text), Style: st}}
	if who.Text.Empty() {
		return append(view.Line{subject, plain(" was " + verb)}, end...)
	}
	return append(view.Line{who, plain(" " + verb + " "), subject}, end...)
}

// linkChange tells what a task waits for now and did not, and the other way round; nil for any other change.
func (m *Model) linkChange(k tasks.Key, f board.FieldChange) view.Line {
	if f.Field != tasks.FieldWaitsFor || f.Before.Kind != tasks.Refs || f.After.Kind != tasks.Refs {
		return nil
	}
	before, after := f.Before.IDs(), f.After.IDs()
	var line view.Line
	tell := func(verb string, ids, but []tasks.ID) {
		n := 0
		for _, id := range ids {
			if slices.Contains(but, id) {
				continue
			}
			switch n++; n {
			case 1:
				if len(line) > 0 {
					line = append(line, dim(","))
				}
				line = append(line, dim(verb), m.idName(k, id))
			case 2:
				line = append(line, dim(" and others"))
			}
		}
	}
	tell(" now waits for ", after, before)
	tell(" unlinked from ", before, after)
	if line != nil {
		line[0].Text = safetext.Line(":" + line[0].Text.String())
	}
	return line
}

// idName is the subject of the task that an id in a task's file means, the id where there is none.
func (m *Model) idName(k tasks.Key, id tasks.ID) view.Span {
	for _, found := range m.board.Resolve(k.List, id.Text) {
		if t := m.board.Task(found); t != nil && t.ID.Text == id.Text && found.List == k.List {
			return view.Span{Text: m.cut(safetext.Subject(t.Subject), 32), Style: style.Subject}
		}
	}
	return view.Span{Text: m.cut(safetext.Line(id.Text), 24), Style: style.Missing}
}

func fieldsOf(fs []board.FieldChange) string {
	var s string
	for i, f := range fs {
		if i > 0 {
			s += ", "
		}
		s += f.Field.String()
	}
	return s
}

func words(s string, st style.Style) view.Line {
	return view.Line{{Text: safetext.Line(s), Style: st}}
}

func plain(s string) view.Span  { return view.Span{Text: safetext.Line(s), Style: style.Plain} }
func dim(s string) view.Span    { return view.Span{Text: safetext.Line(s), Style: style.Dim} }
func (m *Model) dot() view.Line { return words("  "+m.sheet.Glyphs.Dot+"  ", style.Dim) }

// cut shortens a text, with a mark the terminal can show.
func (m *Model) cut(t safetext.Text, w int) safetext.Text {
	if m.o.ASCII {
		return t.Clip(w, safetext.Const("~"))
	}
	return t.Cut(w)
}
