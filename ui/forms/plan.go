package forms

import (
	"errors"
	"fmt"
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

// maxPlan is the largest number of tasks that one form creates: each is a file of its own.
const maxPlan = 1000

// plan returns the tasks in the subject of a new task, nil if it has one line: that is the subject, whatever it looks
// like.
func (f *form) plan() []board.OutlineLine {
	if f.verb != tasks.VerbCreate || f.fields[0].exact != nil {
		return nil
	}
	text := f.fields[0].value()
	if !strings.Contains(strings.TrimSpace(text), "\n") {
		return nil
	}
	return append([]board.OutlineLine{}, board.ReadOutline(text)...) // not nil, even if no line is a task
}

// Applies reports whether an action can do something: only the form of a new task can become several.
func (f *form) Applies(a keymap.Action) bool {
	return a != keymap.AnotherTask || f.verb == tasks.VerbCreate
}

// anotherTask adds a line for another task, indented like the one above it.
func (f *form) anotherTask() {
	if f.verb != tasks.VerbCreate {
		f.err = "This is one task that is there; a new one can be several"
		return
	}
	if f.focus != 0 {
		f.move(-f.focus)
		f.handle(field.Bottom, "")
	}
	f.handle(field.Paste, "\n"+f.fields[0].area.Indent())
}

// explainSeveral changes the notes of a form that creates several tasks.
func (f *form) explainSeveral(v *view.Form) {
	if f.plan() != nil {
		v.Title = safetext.Line("New tasks" + phrase.InList(f.key.List))
		for i := range f.fields {
			note := ""
			switch f.fields[i].kind {
			case tasks.FieldSubject:
				v.Fields[i].Label, note = safetext.Const("Subjects"), "indented: waits for above"
			case tasks.FieldOwner:
				note = "of all of them"
			case tasks.FieldWaitsFor:
				note = "for those not indented"
			default:
				v.Fields[i].Rows, note = 1, "of one task alone"
			}
			v.Fields[i].Note = safetext.Line(note)
		}
	}
}

// planPreview shows new tasks before they are created.
type planPreview struct {
	m     *Model
	form  *form
	draft tasks.Draft // what all of them have in common
	rows  []planRow
	plan  *board.Plan // without edits: what the rules ask
	gen   int         // generation of the board that the rules were asked at
	host.Preview
}

// planRow is a line of the plan, and what the rules say about it.
type planRow struct {
	board.OutlineLine
	on int // index of the row it will wait for, -1 for none
	host.Proposed
}

// previewPlan opens the preview of a form that creates several tasks.
func (f *form) previewPlan(ids []tasks.ID) {
	m := f.m
	lines := f.plan()
	p := &planPreview{m: m, form: f, draft: tasks.Draft{WaitsFor: ids}, Preview: host.Preview{Verb: "create"}}
	for i := range f.fields {
		switch fd := &f.fields[i]; {
		case fd.kind == tasks.FieldOwner:
			p.draft.Owner = strings.TrimSpace(fd.value())
		case fd.kind != tasks.FieldSubject && fd.kind != tasks.FieldWaitsFor && fd.value() != "":
			f.err = fd.label + " is of one task alone: empty it, or keep one line of subjects"
			return
		}
	}
	switch n := len(lines); {
	case n == 0:
		f.err = "No line is a task: there are headings and rules only"
		return
	case n > maxPlan:
		f.err = fmt.Sprintf("These are %d tasks, and at most %d are made at once", n, maxPlan)
		return
	}
	for _, l := range lines {
		p.rows = append(p.rows, planRow{OutlineLine: l})
	}
	p.judge()
	m.SetMode(p)
}

// judge asks the rules about each row, and reports whether an answer changed.
func (p *planPreview) judge() (changed bool) {
	m, list := p.m, p.form.key.List
	p.gen, p.plan = m.Generation, board.NewPlan(m.Board, list)
	lines := make([]board.OutlineLine, len(p.rows))
	for i := range p.rows {
		lines[i] = p.rows[i].OutlineLine
	}
	for i := range p.rows {
		r := &p.rows[i]
		was := r.No
		d := p.draft
		d.Subject = r.Subject
		r.No, r.Edit = "", tasks.Edit{}
		if r.on = board.WaitsFor(lines, i, func(i int) bool { return !lines[i].Done && !p.rows[i].Out }); r.on >= 0 {
			d.WaitsFor = nil
		}
		var no board.Refusal
		switch e, err := p.plan.Allow(board.Create(m.Board, list, d, m.Me, m.Now)); {
		case r.Done:
			r.No = "it is done already"
		case r.on >= 0 && !p.rows[r.on].Chosen():
			r.No = "what it waits for is not made"
		case errors.As(err, &no):
			r.No = no.Why
		case err != nil:
			r.No = err.Error()
		default:
			r.Edit = e
		}
		changed = changed || r.No != was
	}
	return changed
}

// Handle creates the tasks, leaves one out, or goes back to the form.
func (p *planPreview) Handle(a keymap.Action) tea.Cmd {
	m := p.m
	switch a {
	case keymap.Back:
		m.SetMode(p.form)
	case keymap.LeaveOut:
		if r := &p.rows[p.Selected]; r.No == "" || r.Out {
			r.Out = !r.Out
			p.judge()
		}
		p.Move(keymap.Down, len(p.rows), m.Height/2)
	case keymap.Submit:
		switch why := m.WhyNotIn(p.form.key.List); {
		case why != "":
			m.Warn("Not created: " + why)
		case p.judge():
			m.Warn("Not created: the tasks changed meanwhile. Look again, then repeat")
		case p.countChosen() > 0:
			m.ToBoard()
			return p.submit()
		}
	default:
		p.Move(a, len(p.rows), m.Height/2)
	}
	return nil
}

// submit creates the tasks, after the questions of the rules.
func (p *planPreview) submit() tea.Cmd {
	m, plan := p.m, p.edits()
	create := func() tea.Cmd { return m.Writer.CreateAll(plan, p.created) }
	if len(plan.Asks) == 0 {
		return create()
	}
	m.SetMode(host.QuestionOf(&m.Screen, plan.Asks, "create", "back to the plan", func(yes bool) tea.Cmd {
		if yes {
			return create()
		}
		m.SetMode(p)
		return nil
	}))
	return nil
}

// countChosen returns the number of tasks that are to be created.
func (p *planPreview) countChosen() (n int) {
	for i := range p.rows {
		if p.rows[i].Chosen() {
			n++
		}
	}
	return n
}

// edits returns the edits that create the tasks, each after the one it waits for.
func (p *planPreview) edits() *board.Plan {
	all, at := *p.plan, make([]int, len(p.rows))
	for i := range p.rows {
		switch r := &p.rows[i]; {
		case !r.Chosen():
		case r.on >= 0:
			at[i] = all.Add(r.Edit, at[r.on])
		default:
			at[i] = all.Add(r.Edit)
		}
	}
	return &all
}

// created goes to the first new task. The lines that failed go back to the form, so that nothing typed is lost.
func (p *planPreview) created(res []tasks.Result) {
	m := p.m
	var lost []string
	first := tasks.Key{}
	typed := strings.Split(p.form.fields[0].value(), "\n")
	next := 0
	for i := range p.rows {
		if !p.rows[i].Chosen() {
			continue
		}
		if made := res[next].Made; len(made) == 0 {
			lost = append(lost, typed[p.rows[i].Line-1])
		} else if first.Name == "" {
			first = made[0]
		}
		next++
	}
	if first.Name != "" {
		m.Writer.ExpectMade(first)
	}
	if len(lost) > 0 && m.Browsing() {
		p.form.fields[0].area.SetText(strings.Join(lost, "\n"))
		p.form.err = m.NoticeText()
		m.SetMode(p.form)
	}
}

// Overlay lists the tasks and what each waits for, or why it is not created.
func (p *planPreview) Overlay() view.Overlay {
	if p.gen != p.m.Generation {
		p.judge()
	}
	m, n := p.m, p.countChosen()
	common := m.displayIDs(p.form.key.List, p.draft.WaitsFor)
	v := p.Show(&m.Screen, n, len(p.rows), map[keymap.Action]string{
		keymap.LeaveOut: host.LeaveWord(p.rows[p.Selected].Out), keymap.Back: "back to the form",
	})
	v.Title = v.Title.Append(safetext.Line(phrase.InList(p.form.key.List)))
	for i := range p.rows {
		r := &p.rows[i]
		c := view.Choice{Label: safetext.Line(strings.Repeat("  ",
			min(r.Depth, 8))).Append(safetext.Subject(r.Subject)), State: view.Ready, Stated: true, Off: !r.Chosen()}
		switch {
		case !r.Chosen():
		case r.on >= 0:
			c.State, c.Note = view.Waiting, safetext.Const("waits for ").Append(safetext.Subject(p.rows[r.on].Subject))
		case common != "":
			c.State, c.Note = p.state(), safetext.Line("waits for "+common)
		}
		c.Note = r.Note(c.Note)
		if r.Done {
			c.State = view.Done
		}
		v.Items = append(v.Items, c)
	}
	return v
}

// state returns the state of a task that waits only for what all of them wait for.
func (p *planPreview) state() view.State {
	b, list := p.m.Board, p.form.key.List
	for _, id := range p.draft.WaitsFor {
		if found := b.Resolve(list, id.Text); len(found) != 1 || b.State(found[0]) != board.Done {
			return view.Waiting
		}
	}
	return view.Ready
}

// displayIDs returns ids as cards show them.
func (m *Model) displayIDs(list string, ids []tasks.ID) string {
	var words []string
	for _, id := range ids {
		word := id.Text
		if found := m.Board.Resolve(list, id.Text); len(found) == 1 {
			word = m.Board.ShortID(found[0])
		}
		words = append(words, word)
	}
	return phrase.Few(words)
}
