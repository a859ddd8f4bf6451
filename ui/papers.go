package ui

import (
	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks/find"
	"sideboard/ui/markdown"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// reading shows what lies beside the tasks of a workflow session: how it stands, its plan and its list of what to do.
type reading struct {
	papers find.Surroundings
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
		m.mode = &reading{papers: msg.papers}
	}
	return nil
}

func (r *reading) take(m *Model, a keymap.Action) tea.Cmd {
	if a == keymap.Back || a == keymap.Choose {
		m.mode = browse{}
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
		r.lines = r.layOut(m)
	}
	return &view.Paper{Title: safetext.Short(r.papers.Session), Lines: r.lines, Keys: []view.Key{
		{Name: safetext.Const("j k"), Does: safetext.Const("scroll")},
		{Name: safetext.Const("esc"), Does: safetext.Const("close")},
	}}
}

func (r *reading) layOut(m *Model) []view.Line {
	status := r.papers.Status
	if status == "" {
		status = "it does not say how it stands"
	}
	lines := []view.Line{{{Text: safetext.Const("Session  "), Style: style.Label}, {Text: safetext.Short(status), Style: style.Plain}}}
	for _, paper := range []struct {
		name string
		text []byte
	}{{"TODO_LIST.md", r.papers.Todo}, {"IMPL_PLAN.md", r.papers.Plan}} {
		lines = append(lines, view.Line{}, view.Line{{Text: safetext.Line(paper.name), Style: style.LabelStrong}})
		if paper.text == nil {
			lines = append(lines, words("There is none.", style.Dim))
			continue
		}
		lines = append(lines, markdown.Lines(string(paper.text), r.width, m.sheet)...)
	}
	return lines
}
