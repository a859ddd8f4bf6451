package links

import (
	"slices"
	"strconv"
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

// splitForm is the form that splits a task into the lines that are typed.
type splitForm struct {
	m     *Model
	of    tasks.Key
	area  field.Area
	chain bool
	err   string
}

var _ host.TextMode = (*splitForm)(nil)

// OpenSplit opens the form for a task, with the parts that were typed earlier and not created.
func (m *Model) OpenSplit(k tasks.Key) {
	if err := board.CheckEdit(m.Board, k); err != nil {
		m.Refuse(err)
		return
	}
	s := splitForm{m: m, of: k}
	if m.draft.of == k {
		s = m.draft
	}
	m.draft, s.err = splitForm{}, ""
	m.SetMode(&s)
}

// Scopes returns the keys of the form.
func (*splitForm) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.SplitScope, keymap.TextScope}
}

// Type edits the text.
func (s *splitForm) Type(op field.Op, text string) tea.Cmd {
	if s.area.Handle(op, text) >= field.Edited {
		s.err = ""
	}
	return nil
}

// Handle creates the parts, switches between a chain and no chain, or closes the form and keeps the text.
func (s *splitForm) Handle(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Back:
		s.m.draft = *s
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

// plan returns the edits that create the parts, and the number of parts.
func (s *splitForm) plan() (p *board.Plan, parts int, err error) {
	p, err = board.Split(s.m.Board, s.of, board.ReadOutline(s.area.Value()), s.chain, s.m.Me, s.m.Now)
	if err != nil {
		return nil, 0, err
	}
	for parts < len(p.Edits) && p.Edits[parts].Verb == tasks.VerbCreate {
		parts++
	}
	return p, parts, nil
}

func (s *splitForm) submit() tea.Cmd {
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
	return m.SubmitPlan(p, "Split "+m.Board.ShortID(s.of)+" into "+phrase.Tasks(parts), func(res []tasks.Result) {
		var lost []string
		for i := range parts {
			if len(res[i].Made) == 0 {
				lost = append(lost, p.Edits[i].Draft.Subject)
			}
		}
		if len(lost) > 0 {
			m.draft = splitForm{m: m, of: s.of, chain: s.chain, area: field.NewArea(strings.Join(lost, "\n"))}
		}
	})
}

// Overlay returns the form: the task that comes first, the parts, and what waits for them.
func (s *splitForm) Overlay() view.Overlay {
	m := s.m
	w := view.FieldWidth(m.Width)
	rows := min(max(s.area.Rows(w)+1, 4), view.FormTextRows(m.Width, m.Height, 3))
	s.area.Resize(w, rows)
	parts := view.Field{Label: safetext.Const("Then"), Rows: rows, Focused: true, Choice: -1,
		Hint: safetext.Const("one task a line; indent what waits for the line above")}
	parts.Lines, parts.CursorX, parts.CursorY = s.area.View(w, rows)
	first, last := s.field("First", s.of, "stays as it is"), view.Field{Label: safetext.Const("Last")}
	switch all := s.dependants(); len(all) {
	case 0:
		last.Lines = []safetext.Text{safetext.Const("nothing waits for it")}
	case 1:
		last = s.field("Last", all[0], "waits for "+s.whole())
	default:
		var names []string
		for _, k := range all {
			names = append(names, m.Board.ShortID(k))
		}
		last.Lines = []safetext.Text{safetext.Line(phrase.Few(names) + " wait for " + s.whole())}
	}
	_, n, err := s.plan()
	words := map[keymap.Action]string{keymap.Submit: "split into " + phrase.Tasks(n), keymap.NewLine: "new line",
		keymap.Reverse: "in a chain", keymap.Back: "cancel"}
	if s.chain {
		words[keymap.Reverse], parts.Hint = "side by side",
			safetext.Const("one task a line, each waits for the one above")
	}
	if err != nil {
		words[keymap.Submit] = "split"
	}
	title, note := safetext.Const("Split "), safetext.Line(m.Board.ShortID(s.of))
	if t := m.Board.Task(s.of); t != nil {
		title = title.Append(safetext.Spaces(1), safetext.Subject(t.Subject))
	}
	return &view.Form{Title: title, Phrase: note, Fields: []view.Field{first, parts, last},
		Effect: safetext.Line(s.effect()), Error: safetext.Short(s.err), Keys: m.KeysSaying(words, keymap.SplitScope)}
}

// effect says what splitting the task does.
func (s *splitForm) effect() string {
	p, n, err := s.plan()
	if err != nil || n == 0 {
		return "nothing yet: no line is a task."
	}
	of, at := s.m.Board.Task(s.of), 0
	for _, e := range p.Edits[:n] {
		if of != nil && slices.Contains(e.Draft.WaitsFor, of.ID) {
			at++
		}
	}
	words := phrase.Plural(n, "1 new task, which waits", strconv.Itoa(n)+" new tasks")
	switch id := s.m.Board.ShortID(s.of); {
	case n == 1:
		words += " for " + id
	case at == n:
		words += ", which wait for " + id
	default:
		words += ": " + strconv.Itoa(at) + phrase.Plural(at, " waits for ", " wait for ") + id + ", " +
			strconv.Itoa(n-at) + " for another one of them"
	}
	return words + ". Nothing becomes a loop."
}

// field returns a field with a task, and what becomes of it.
func (s *splitForm) field(label string, k tasks.Key, note string) view.Field {
	c := view.Choice{Right: safetext.Line(s.m.Board.ShortID(k)), State: phrase.State(s.m.Board.State(k)), Stated: true}
	if t := s.m.Board.Task(k); t != nil {
		c.Label = safetext.Subject(t.Subject)
	}
	return view.Field{Label: safetext.Line(label), Named: []view.Choice{c}, Lines: []safetext.Text{c.Label},
		Note: safetext.Line(note)}
}

// dependants returns the open tasks that will wait for the parts.
func (s *splitForm) dependants() (all []tasks.Key) {
	for _, l := range s.m.Board.Unblocks(s.of) {
		if l.Task != nil && l.Key != s.of && !l.Task.Status.Finished() {
			all = append(all, l.Key)
		}
	}
	return all
}

// whole says for which of the parts the others wait.
func (s *splitForm) whole() string {
	if s.chain {
		return "the last of them"
	}
	return "all of them"
}
