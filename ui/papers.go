package ui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/find"
	"sideboard/ui/markdown"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// reading shows a text over the board: what lies beside the tasks of a workflow session, or a page of the manual.
type reading struct {
	title  safetext.Text
	layOut func(width int, sheet *style.Sheet) []view.Line
	behind mode // what closing it goes back to
	scroll int

	lines []view.Line // laid out for a width and a sheet
	width int
	sheet *style.Sheet
}

func (*reading) scopes(*Model) []keymap.Name { return []keymap.Name{keymap.Listing} }

type papersMsg struct {
	epoch  int
	papers find.Surroundings
	ok     bool
}

func (msg papersMsg) heard(m *Model) tea.Cmd {
	_, free := m.mode.(browse)
	switch {
	case msg.epoch != m.epoch || !free:
	case !msg.ok:
		m.warn("Nothing to read: only workflow sessions keep a plan beside their tasks")
	default:
		m.mode = &reading{title: safetext.Short(msg.papers.Session), behind: browse{}, layOut: func(w int, sheet *style.Sheet) []view.Line {
			return papersLines(msg.papers, w, sheet)
		}}
	}
	return nil
}

// todoMsg is what TODO_LIST.md has wrong about a task that was just edited, "" for nothing.
type todoMsg struct {
	epoch int
	key   tasks.Key
	wrong string
}

func (msg todoMsg) heard(m *Model) tea.Cmd {
	if msg.epoch == m.epoch && msg.wrong != "" {
		name := msg.key.Name
		if m.board.Task(msg.key) != nil {
			name = m.board.ShortID(msg.key)
		}
		m.warn("TODO_LIST.md " + strings.Replace(msg.wrong, " it", " "+name, 1))
	}
	return nil
}

// todoAfter looks at the list of a workflow session after an edit that its agents would note there too.
func (m *Model) todoAfter(e tasks.Edit, res tasks.Result) tea.Cmd {
	k := e.Of
	switch e.Verb {
	case tasks.VerbCreate:
		if len(res.Made) == 0 {
			return nil
		}
		k = res.Made[0]
	case tasks.VerbComplete, tasks.VerbReopen, tasks.VerbEdit:
	default:
		return nil
	}
	if !m.desk.Workflow(k.List) {
		return nil
	}
	return lookAtTodo(m.desk, k, m.epoch)
}

func (r *reading) take(m *Model, a keymap.Action) tea.Cmd {
	if a == keymap.Back || a == keymap.Choose {
		m.mode = r.behind
		return nil
	}
	limit := view.PaperScroll(m.w, m.h, r.view(m))
	r.scroll = moved(min(r.scroll, limit), limit+1, a, m.h/2)
	return nil
}

func (r *reading) over(m *Model) view.Overlay {
	v := r.view(m)
	v.Scroll = min(r.scroll, view.PaperScroll(m.w, m.h, v))
	return v
}

func (r *reading) view(m *Model) *view.Paper {
	if w := view.PaperWidth(m.w); r.lines == nil || r.width != w || r.sheet != m.sheet {
		r.width, r.sheet = w, m.sheet
		r.lines = r.layOut(w, m.sheet)
	}
	leave := "close"
	if _, onBoard := r.behind.(browse); !onBoard {
		leave = "back"
	}
	return &view.Paper{Title: r.title, Lines: r.lines, Keys: []view.Key{
		{Name: safetext.Const("j k"), Does: safetext.Const("scroll")},
		{Name: safetext.Const("esc"), Does: safetext.Line(leave)},
	}}
}

// papersLines lays out what lies beside a session's tasks: how it stands, its list of what to do and its plan.
func papersLines(papers find.Surroundings, width int, sheet *style.Sheet) []view.Line {
	status := papers.Status
	if status == "" {
		status = "it does not say how it stands"
	}
	lines := []view.Line{{{Text: safetext.Const("Session  "), Style: style.Label}, {Text: safetext.Short(status), Style: style.Plain}}}
	for _, paper := range []struct {
		name string
		text []byte
	}{{"TODO_LIST.md", papers.Todo}, {"IMPL_PLAN.md", papers.Plan}} {
		lines = append(lines, view.Line{}, view.Line{{Text: safetext.Line(paper.name), Style: style.LabelStrong}})
		if paper.text == nil {
			lines = append(lines, words("There is none.", style.Dim))
			continue
		}
		lines = append(lines, markdown.Lines(string(paper.text), width, sheet)...)
	}
	return lines
}
