// Package workflow shows the plan of a workflow session, and checks the line of a task in its TODO_LIST.md.
package workflow

import (
	"cmp"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/markdown"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// Model remembers which line of TODO_LIST.md was reported wrong.
type Model struct {
	*host.Program
	todo tasks.Key // the task of the line, until the next key
}

// New returns the model of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// ReadPlan opens the plan of a session, from which a task can be noted in TODO_LIST.md. If the line of a task was just
// reported wrong it is that one, otherwise the selected one.
func (m *Model) ReadPlan(k tasks.Key) tea.Cmd {
	if m.todo != (tasks.Key{}) {
		k = m.todo
	}
	m.ForgetTodo()
	return m.EnqueueOpening(m.OfDirectory(effects.Plan(m.Workspace, k.List,
		host.OnResult2(func(files locate.SessionFiles, ok bool) tea.Cmd {
			return m.showPlan(k, files, ok)
		}))))
}

// WarnAboutTable warns that a session has its tasks also in a table, which some agents read instead.
func (m *Model) WarnAboutTable() tea.Cmd {
	return m.OfDirectory(effects.Plan(m.Workspace, "", host.OnResult2(func(files locate.SessionFiles, _ bool) tea.Cmd {
		if files.Table != "" {
			m.Remark(files.Table+": agents that go by it see no change made here", view.Info)
		}
		return nil
	})))
}

// checkTodo checks the line of a task in TODO_LIST.md. If fix is true it proposes to correct it.
func (m *Model) checkTodo(k tasks.Key, fix bool) tea.Cmd {
	return m.OfDirectory(effects.Todo(m.Workspace, k, host.OnResult2(func(todo workspace.Todo, err error) tea.Cmd {
		return m.showTodo(k, fix, todo, err)
	})))
}

// ForgetTodo forgets which line was reported wrong.
func (m *Model) ForgetTodo() { m.todo = tasks.Key{} }

// showPlan shows the plan.
func (m *Model) showPlan(k tasks.Key, files locate.SessionFiles, ok bool) tea.Cmd {
	switch {
	case !m.Browsing():
	case !ok:
		m.Warn("Nothing to read: only workflow sessions keep a plan next to their tasks")
	default:
		m.SetMode(&host.Reading{Program: m.Program, Title: safetext.Short(files.Name),
			LayOut: func(w int, sheet *style.Sheet) []view.Line {
				return sessionLines(files, w, sheet)
			}, In: []keymap.ScopeName{keymap.PlanScope},
			Says: map[keymap.Action]string{keymap.AddToPlan: "add " + m.Board.ShortID(k)},
			Do: func(keymap.Action) tea.Cmd {
				m.ToBoard()
				return m.checkTodo(k, true)
			}})
	}
	return nil
}

// showTodo reports a wrong line of TODO_LIST.md, or proposes to correct it. err says why there is no line to check.
func (m *Model) showTodo(k tasks.Key, fix bool, todo workspace.Todo, err error) tea.Cmd {
	wrong := "TODO_LIST.md " + strings.Replace(todo.Wrong, " it", " "+m.Board.ShortID(k), 1)
	switch {
	case err != nil && fix:
		m.Warn("Not noted: " + err.Error())
	case err != nil, todo.Wrong == "" && !fix, fix && !m.Browsing():
	case todo.Wrong == "":
		m.Info("TODO_LIST.md agrees with its file")
	case !fix:
		m.todo = k
		m.Warn(wrong + ". " + m.KeyOf(keymap.ReadPlan) + " " + m.KeyOf(keymap.AddToPlan) + " puts the line right")
	default:
		change := tasks.Change{Field: tasks.FieldLine, Op: tasks.Set, From: tasks.TextValue(todo.Before),
			To: tasks.TextValue(todo.After)}
		ask := board.Ask{Question: "Put the line of " + m.Board.ShortID(k) + " in TODO_LIST.md right?",
			Edit: tasks.Edit{
				Verb: tasks.VerbNote, Of: k, Who: m.Me, At: m.Now,
				Steps: []tasks.Step{{Kind: tasks.SetLine, Key: tasks.Key{List: k.List},
					Changes: []tasks.Change{change}}},
			}}
		if before := strings.TrimSpace(todo.Before); before != "" {
			ask.Detail = append(ask.Detail, "It says: "+before)
		}
		ask.Detail = append(ask.Detail, "It will say: "+strings.TrimSpace(todo.After))
		return m.CarryOut(tasks.Edit{}, ask)
	}
	return nil
}

// CheckTodoAfter checks TODO_LIST.md after an edit that the agents of a workflow session would note there.
func (m *Model) CheckTodoAfter(e tasks.Edit, res tasks.Result) tea.Cmd {
	k := e.Of
	switch e.Verb {
	case tasks.VerbCreate:
		if len(res.Made) == 0 {
			return nil
		}
		k = res.Made[0]
	case tasks.VerbComplete, tasks.VerbReopen, tasks.VerbEdit:
	case tasks.VerbNote:
		m.Info("TODO_LIST.md: its line is right now")
		return nil
	default:
		return nil
	}
	if !m.Workspace.IsWorkflow(k.List) {
		return nil
	}
	return m.checkTodo(k, false)
}

// sessionLines lays out the status of a session, its TODO_LIST.md and its plan.
func sessionLines(files locate.SessionFiles, width int, sheet *style.Sheet) []view.Line {
	status := cmp.Or(files.Status, "unknown")
	lines := []view.Line{{{Text: safetext.Const("Session  "), Style: style.Label},
		{Text: safetext.Short(status), Style: style.Plain}}}
	for _, doc := range []struct {
		name string
		text []byte
	}{{"TODO_LIST.md", files.Todo}, {"IMPL_PLAN.md", files.Plan}} {
		lines = append(lines, view.Line{}, view.Line{{Text: safetext.Line(doc.name), Style: style.LabelStrong}})
		if doc.text == nil {
			lines = append(lines, phrase.Line("There is none.", style.Dim))
			continue
		}
		lines = append(lines, markdown.Lines(string(doc.text), width, sheet)...)
	}
	if files.Table != "" {
		lines = append(lines, view.Line{}, view.Line{{Text: safetext.Line(files.Table), Style: style.LabelStrong}},
			phrase.Line("It is neither read nor written here: agents that go by it see no change that is made here.",
				style.Dim))
	}
	return lines
}
