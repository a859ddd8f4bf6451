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

// previewing is one action on all that are marked, before it is done.
type previewing struct {
	m    *Model
	done string // what they are afterwards
	rows []row
	last bool // what is last in the list is written first: each rests on what the one above it was
	also bool // where it is offered, tasks are in progress too
	host.Preview
}

// row is what one task gets.
type row struct {
	key  tasks.Key
	gone *tasks.Task // the task, where the board does not have it
	gets string
	risk string // what a person is asked about where it is one task alone

	started *tasks.Edit // the same, and it is in progress too; nil where that is not offered
	head    bool        // it is no task but what stands above those of a kind, whose verb and reason it has
	verb    tasks.Verb
	host.Proposed
}

func (r *row) chosen() bool { return !r.head && r.Chosen() }

func isLoop(err error) bool {
	no, _ := errors.AsType[board.Refusal](err)
	return no.Loop
}

// preview shows what a rule makes of each task that is marked.
func (m *Model) preview(verb, done, gets string, rule func(tasks.Key) (tasks.Edit, error)) *previewing {
	m.Forget()
	p := &previewing{m: m, done: done, Preview: host.Preview{Verb: verb}}
	for _, k := range m.keys {
		e, err := rule(k)
		p.rows = append(p.rows, m.judged(row{key: k, gets: gets}, e, err))
	}
	m.SetMode(p)
	return p
}

// Propose shows what one action would do to tasks that the board does not have.
func (m *Model) Propose(verb, done string, all []host.Proposal) {
	p := &previewing{m: m, done: done, Preview: host.Preview{Verb: verb}}
	for _, x := range all {
		p.rows = append(p.rows, row{key: x.Task.Key, gone: x.Task, gets: x.Task.Owner, risk: x.Risk, Proposed: x.Proposed})
	}
	m.SetMode(p)
}

// judged returns a row with what a rule answered for its task.
func (m *Model) judged(r row, e tasks.Edit, err error) row {
	var ask board.Ask
	r.Proposed, ask = host.Judge(m, r.key.List, e, err)
	r.started = ask.Instead
	if r.risk = ask.Question; len(ask.Detail) > 0 {
		r.risk = ask.Detail[0]
	}
	return r
}

// left returns how many tasks of some rows get something, and how many there are.
func left(rows []row) (n, all int) {
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

// kindOf returns the rows below a head.
func (p *previewing) kindOf(head int) []row {
	end := head + 1
	for end < len(p.rows) && !p.rows[end].head {
		end++
	}
	return p.rows[head+1 : end]
}

// leaveOut leaves a task out or takes it in again; of a head, all of its kind.
func (p *previewing) leaveOut(i int) {
	if r := &p.rows[i]; !r.head {
		r.Out = r.No == "" && !r.Out
		return
	}
	of := p.kindOf(i)
	n, _ := left(of)
	for j := range of {
		of[j].Out = of[j].No == "" && n > 0
	}
}

// isOut reports whether what LeaveOut means for a row is to take it in.
func (p *previewing) isOut(i int) bool {
	if r := &p.rows[i]; !r.head {
		return r.Out
	}
	n, _ := left(p.kindOf(i))
	return n == 0
}

// Handle does it, leaves one out, or leaves all as it is.
func (p *previewing) Handle(a keymap.Action) tea.Cmd {
	m := p.m
	switch a {
	case keymap.Back:
		m.ToBoard()
	case keymap.LeaveOut:
		p.leaveOut(p.Selected)
		p.Move(keymap.Down, len(p.rows), m.Height()/2)
	case keymap.StartToo:
		p.also = p.offersStart() && !p.also
	case keymap.Submit:
		var edits []tasks.Edit
		for i := range p.rows {
			switch r := &p.rows[i]; {
			case r.chosen() && p.also && r.started != nil:
				edits = append(edits, *r.started)
			case r.chosen():
				edits = append(edits, r.Edit)
			}
		}
		if p.last {
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
		p.Move(a, len(p.rows), m.Height()/2)
	}
	return nil
}

// offersStart reports whether some of the tasks can be in progress too.
func (p *previewing) offersStart() bool {
	return slices.ContainsFunc(p.rows, func(r row) bool { return r.chosen() && r.started != nil })
}

func (p *previewing) whyNone() string {
	for i := range p.rows {
		if k := p.rows[i].key; p.rows[i].No != "" {
			return cmp.Or(p.m.Board().ShortID(k), k.Name) + ": " + p.rows[i].No
		}
	}
	return "all were left out"
}

// Overlay lists what each gets and what is refused, and why.
func (p *previewing) Overlay() view.Overlay {
	m, b := p.m, p.m.Board()
	n, all := left(p.rows)
	leave := host.LeaveWord(p.isOut(p.Selected))
	if p.rows[p.Selected].head {
		leave += " all of these"
	}
	start := ""
	switch {
	case p.also:
		start = "leave pending"
	case p.offersStart():
		start = "in progress too"
	}
	v := p.Show(m, n, all, map[keymap.Action]string{keymap.LeaveOut: leave, keymap.StartToo: start, keymap.Back: "leave all"})
	for i := range p.rows {
		r := &p.rows[i]
		if r.head {
			n, all := left(p.kindOf(i))
			words := fmt.Sprintf("%s %d", phrase.Sentence(r.verb.String()), n)
			if n < all {
				words += fmt.Sprintf(" of %d", all)
			}
			v.Items = append(v.Items, view.Choice{Label: safetext.Line(words), Note: safetext.Line(r.gets), Head: true, Off: n == 0})
			continue
		}
		c := view.Choice{Label: safetext.Line(r.key.Name), Right: safetext.Line(b.ShortID(r.key)), State: phrase.State(b.State(r.key)), Stated: true, Off: !r.chosen()}
		if t := cmp.Or(r.gone, b.Task(r.key)); t != nil {
			c.Label = safetext.Subject(t.Subject)
		}
		if r.gone != nil {
			c.Right, c.State = safetext.Line(r.gone.Name), phrase.State(stateAlone(r.gone))
		}
		gets := safetext.Line(r.gets)
		if p.also && r.started != nil {
			gets = gets.Append(safetext.Const(", in progress"))
		}
		if m.Width() < view.MediumWidth { // in a side pane the title says it, and the subjects need the room
			gets = safetext.Text{}
		}
		c.Note = r.Note(gets)
		v.Items = append(v.Items, c)
	}
	if r := &p.rows[p.Selected]; (r.chosen() || r.gone != nil) && r.risk != "" && !(p.also && r.started != nil) {
		v.More = []view.Line{phrase.Line(r.risk, style.Warning)}
	}
	return v
}

// stateAlone returns how a task that the board does not have was by itself.
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
