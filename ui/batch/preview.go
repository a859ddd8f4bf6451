package batch

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// previewMode is the preview of one action on several tasks.
type previewMode struct {
	m         *Model
	done      string // what the tasks are afterwards, "completed"
	rows      []row
	lastFirst bool // rows are written from last to first: each edit needs the task above it unchanged
	alsoStart bool // tasks that offer it are also put in progress
	host.Preview
}

// row is one task, or the head of a group of them.
type row struct {
	key     tasks.Key
	deleted *tasks.Task // the task, if the board does not have it any more
	gets    string      // what it becomes, in words
	risk    string      // the question that the action asks for a single task

	started *tasks.Edit // the edit that also puts it in progress, nil if that is not offered
	head    bool        // the head of a group, with its verb and reason
	verb    tasks.Verb
	host.Proposed
}

func (r *row) chosen() bool { return !r.head && r.Chosen() }

func isLoop(err error) bool {
	no, _ := errors.AsType[board.Refusal](err)
	return no.Loop
}

// preview opens a preview of what a rule makes of each marked task.
func (m *Model) preview(verb, done, gets string, rule func(tasks.Key) (tasks.Edit, error)) *previewMode {
	m.Forget()
	p := &previewMode{m: m, done: done, Preview: host.Preview{Verb: verb}}
	for _, k := range m.keys {
		e, err := rule(k)
		p.rows = append(p.rows, m.judged(row{key: k, gets: gets}, e, err))
	}
	m.SetMode(p)
	return p
}

// Propose opens a preview for tasks that the board does not have.
func (m *Model) Propose(verb, done string, all []host.Proposal) {
	p := &previewMode{m: m, done: done, Preview: host.Preview{Verb: verb}}
	for _, x := range all {
		p.rows = append(p.rows, row{key: x.Task.Key, deleted: x.Task, gets: x.Task.Owner, risk: x.Risk,
			Proposed: x.Proposed})
	}
	m.SetMode(p)
}

// judged returns a row with the answer of a rule.
func (m *Model) judged(r row, e tasks.Edit, err error) row {
	var ask board.Ask
	r.Proposed, ask = host.Judge(m, r.key.List, e, err)
	r.started = ask.Instead
	r.risk = ask.Question
	if len(ask.Detail) > 0 {
		r.risk = ask.Detail[0]
	}
	return r
}

// countChosen counts the rows that are chosen, and all.
func countChosen(rows []row) (n, all int) {
	for i := range rows {
		if rows[i].chosen() {
			n++
		}
		if !rows[i].head {
			all++
		}
	}
	return n, all
}

// groupOf returns the rows below a head.
func (p *previewMode) groupOf(head int) []row {
	end := head + 1
	for end < len(p.rows) && !p.rows[end].head {
		end++
	}
	return p.rows[head+1 : end]
}

// leaveOut leaves a task out or takes it back in, or a whole group from its head.
func (p *previewMode) leaveOut(i int) {
	if r := &p.rows[i]; !r.head {
		r.Out = r.No == "" && !r.Out
		return
	}
	of := p.groupOf(i)
	n, _ := countChosen(of)
	for j := range of {
		of[j].Out = of[j].No == "" && n > 0
	}
}

// isOut reports whether leaveOut would take a row back in.
func (p *previewMode) isOut(i int) bool {
	if r := &p.rows[i]; !r.head {
		return r.Out
	}
	n, _ := countChosen(p.groupOf(i))
	return n == 0
}

// Handle writes the chosen rows, leaves one out, or closes the preview.
func (p *previewMode) Handle(a keymap.Action) tea.Cmd {
	m := p.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.LeaveOut:
		p.leaveOut(p.Selected)
		p.Move(keymap.Down, len(p.rows), m.Height/2)
	case keymap.StartToo:
		p.alsoStart = p.offersStart() && !p.alsoStart
	case keymap.Submit:
		var edits []tasks.Edit
		for i := range p.rows {
			switch r := &p.rows[i]; {
			case r.chosen() && p.alsoStart && r.started != nil:
				edits = append(edits, *r.started)
			case r.chosen():
				edits = append(edits, r.Edit)
			}
		}
		if p.lastFirst {
			slices.Reverse(edits)
		}
		m.ToBoard()
		if len(edits) == 0 {
			m.Warn("Nothing was done: " + p.whyNone())
			return nil
		}
		m.Clear()
		return m.SubmitAll(edits, p.done)
	default:
		p.Move(a, len(p.rows), m.Height/2)
	}
	return nil
}

// offersStart reports whether a chosen task can also be put in progress.
func (p *previewMode) offersStart() bool {
	return slices.ContainsFunc(p.rows, func(r row) bool { return r.chosen() && r.started != nil })
}

func (p *previewMode) whyNone() string {
	for i := range p.rows {
		if k := p.rows[i].key; p.rows[i].No != "" {
			return cmp.Or(p.m.Board.ShortID(k), k.Name) + ": " + p.rows[i].No
		}
	}
	return "all were left out"
}

// Overlay lists what becomes of each task, or why it is refused.
func (p *previewMode) Overlay() view.Overlay {
	m, b := p.m, p.m.Board
	n, all := countChosen(p.rows)
	leave := host.LeaveWord(p.isOut(p.Selected))
	if p.rows[p.Selected].head {
		leave += " all of these"
	}
	start := ""
	switch {
	case p.alsoStart:
		start = "leave pending"
	case p.offersStart():
		start = "in progress too"
	}
	v := p.Show(&m.Screen, n, all, map[keymap.Action]string{keymap.LeaveOut: leave, keymap.StartToo: start,
		keymap.Back: "cancel"})
	for i := range p.rows {
		r := &p.rows[i]
		if r.head {
			n, all := countChosen(p.groupOf(i))
			words := fmt.Sprintf("%s %d", phrase.Sentence(r.verb.String()), n)
			if n < all {
				words += fmt.Sprintf(" of %d", all)
			}
			v.Items = append(v.Items, view.Choice{Label: safetext.Line(words), Note: safetext.Line(r.gets), Head: true,
				Off: n == 0})
			continue
		}
		c := view.Choice{Label: safetext.Line(r.key.Name), Right: safetext.Line(b.ShortID(r.key)),
			State: phrase.State(b.State(r.key)), Stated: true, Off: !r.chosen()}
		if t := cmp.Or(r.deleted, b.Task(r.key)); t != nil {
			c.Label = safetext.Subject(t.Subject)
		}
		if r.deleted != nil {
			c.Right, c.State = safetext.Line(r.deleted.Name), phrase.State(stateAlone(r.deleted))
		}
		gets := safetext.Line(r.gets)
		if p.alsoStart && r.started != nil {
			gets = gets.Append(safetext.Const(", in progress"))
		}
		if m.Width < view.MediumWidth { // the title says it, and the subjects need the room
			gets = safetext.Text{}
		}
		c.Note = r.Note(gets)
		v.Items = append(v.Items, c)
	}
	if r := &p.rows[p.Selected]; (r.chosen() || r.deleted != nil) && r.risk != "" &&
		!(p.alsoStart && r.started != nil) {
		v.More = []view.Line{phrase.Line(r.risk, style.Warning)}
	}
	return v
}

// stateAlone returns the state of a task that the board does not have, judged without other tasks.
func stateAlone(t *tasks.Task) board.State {
	switch {
	case t.Status.Finished():
		return board.Done
	case t.Status == tasks.InProgress:
		return board.Running
	case len(t.WaitsFor) > 0:
		return board.Waiting
	}
	return board.Ready
}
