package links

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// splitting is a task that is about to be split into the lines that are typed.
type splitting struct {
	m     *Model
	of    tasks.Key
	area  field.Area
	chain bool
	err   string
}

var _ host.TextMode = (*splitting)(nil)

// OpenSplit asks for the parts of a task. What was typed for it before, and not made, is there again.
func (m *Model) OpenSplit(k tasks.Key) {
	if err := board.CheckEdit(m.Board(), k); err != nil {
		m.Refuse(err)
		return
	}
	s := splitting{m: m, of: k}
	if m.unmade.of == k {
		s = m.unmade
	}
	m.unmade, s.err = splitting{}, ""
	m.SetMode(&s)
}

// Scopes returns the keys of a text of several lines.
func (*splitting) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.SplitScope, keymap.TextScope}
}

// Type takes text into the lines.
func (s *splitting) Type(op field.Op, text string) tea.Cmd {
	if s.area.Handle(op, text) >= field.Edited {
		s.err = ""
	}
	return nil
}

// Handle makes the parts, has them form a chain or not, or keeps what was typed for the next time.
func (s *splitting) Handle(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Back:
		s.m.unmade = *s
		s.m.ToBoard()
	case keymap.Reverse:
		s.chain = !s.chain
	case keymap.Submit:
		return s.submit()
	default:
		if op, ok := host.Typing(a); ok {
			return s.Type(op, "")
		}
	}
	return nil
}

// plan returns what becomes of the lines, and how many parts that makes.
func (s *splitting) plan() (p *board.Plan, parts int, err error) {
	p, err = board.Split(s.m.Board(), s.of, board.ReadOutline(s.area.Value()), s.chain, s.m.Me(), s.m.Now())
	if err != nil {
		return nil, 0, err
	}
	for parts < len(p.Edits) && p.Edits[parts].Verb == tasks.VerbCreate {
		parts++
	}
	return p, parts, nil
}

func (s *splitting) submit() tea.Cmd {
	m := s.m
	p, parts, err := s.plan()
	why := m.WhyNotIn(s.of.List)
	switch {
	case why != "":
		s.err = "Not split: " + why
		return nil
	case err != nil:
		s.err = err.Error()
		return nil
	}
	m.ToBoard()
	return m.SubmitPlan(p, "Split "+m.Board().ShortID(s.of)+" into "+phrase.Tasks(parts), func(res []tasks.Result) {
		var lost []string
		for i := range parts {
			if len(res[i].Made) == 0 {
				lost = append(lost, p.Edits[i].Draft.Subject)
			}
		}
		if len(lost) > 0 {
			m.unmade = splitting{m: m, of: s.of, chain: s.chain, area: field.NewArea(strings.Join(lost, "\n"))}
		}
	})
}

// Overlay shows what comes first, the parts, and what waits for them.
func (s *splitting) Overlay() view.Overlay {
	m := s.m
	w := view.FieldWidth(m.Width())
	rows := min(max(s.area.Rows(w)+1, 4), view.FormTextRows(m.Width(), m.Height(), 3))
	s.area.Resize(w, rows)
	parts := view.Field{Label: safetext.Const("Then"), Rows: rows, Focused: true, Choice: -1, Hint: safetext.Const("one task a line; indent what waits for the line above")}
	parts.Lines, parts.CursorX, parts.CursorY = s.area.View(w, rows)
	first := view.Field{Label: safetext.Const("First"), Named: []view.Choice{{Label: s.nameOf(s.of), State: phrase.State(m.Board().State(s.of)), Stated: true}}, Lines: []safetext.Text{s.nameOf(s.of)}, Note: safetext.Const("it stays as it is")}
	last := view.Field{Label: safetext.Const("Last"), Lines: []safetext.Text{s.waiting()}}
	_, n, err := s.plan()
	words := map[keymap.Action]string{keymap.Submit: "split into " + phrase.Tasks(n), keymap.NewLine: "new line", keymap.Reverse: "in a chain", keymap.Back: "cancel"}
	if s.chain {
		words[keymap.Reverse], parts.Hint = "side by side", safetext.Const("one task a line, each waits for the one above")
	}
	if err != nil {
		words[keymap.Submit] = "split"
	}
	title := safetext.Const("Split ").Append(safetext.Line(m.Board().ShortID(s.of)))
	return &view.Form{Title: title, Fields: []view.Field{first, parts, last}, Error: safetext.Short(s.err), Keys: m.KeysSaying(words, keymap.SplitScope)}
}

func (s *splitting) nameOf(k tasks.Key) safetext.Text {
	name := safetext.Line(s.m.Board().ShortID(k))
	if t := s.m.Board().Task(k); t != nil {
		name = name.Append(safetext.Spaces(1), safetext.Subject(t.Subject))
	}
	return name
}

// waiting says what waits for the parts.
func (s *splitting) waiting() safetext.Text {
	var names []string
	for _, l := range s.m.Board().Unblocks(s.of) {
		if l.Task != nil && l.Key != s.of && !l.Task.Status.Finished() {
			names = append(names, s.m.Board().ShortID(l.Key))
		}
	}
	if len(names) == 0 {
		return safetext.Const("nothing waits for it")
	}
	to := "all of them"
	if s.chain {
		to = "the last of them"
	}
	return safetext.Line(phrase.Few(names) + phrase.Plural(len(names), " waits for ", " wait for ") + to)
}
