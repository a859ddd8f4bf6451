package batch

import (
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
	verb string // in the infinitive
	done string // what they are afterwards
	rows []row
	last bool // what is last in the list is written first: each rests on what the one above it was
	host.List
}

// row is what one task gets.
type row struct {
	key  tasks.Key
	edit tasks.Edit
	gets string
	risk string // what a person is asked about where it is one task alone
	no   string // why it gets nothing
	out  bool   // it was left out
	head bool   // it is no task but what stands above those of a kind, whose verb and reason it has
	verb tasks.Verb
}

func (r *row) done() bool { return r.no == "" && !r.out && !r.head }

func isLoop(err error) bool {
	var no board.Refusal
	return errors.As(err, &no) && no.Loop
}

// preview shows what a rule makes of each task that is marked.
func (m *Model) preview(verb, done, gets string, rule func(tasks.Key) (tasks.Edit, error)) *previewing {
	m.Forget()
	p := &previewing{m: m, verb: verb, done: done}
	for _, k := range m.keys {
		e, err := rule(k)
		p.rows = append(p.rows, m.judged(row{key: k, gets: gets}, e, err))
	}
	m.SetMode(p)
	return p
}

// judged returns a row with what a rule answered for its task.
func (m *Model) judged(r row, e tasks.Edit, err error) row {
	var ask board.Ask
	var no board.Refusal
	switch why := m.WhyNotIn(r.key.List); {
	case errors.As(err, &no):
		r.no = no.Why
	case why != "":
		r.no = why
	case errors.As(err, &ask):
		r.edit, r.risk = ask.Edit, ask.Question
		if len(ask.Detail) > 0 {
			r.risk = ask.Detail[0]
		}
	case err != nil:
		r.no = err.Error()
	default:
		r.edit = e
	}
	return r
}

func (*previewing) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.BatchScope, keymap.ListScope}
}

// left returns how many tasks of some rows get something, and how many there are.
func left(rows []row) (n, all int) {
	for i := range rows {
		if rows[i].done() {
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
		r.out = r.no == "" && !r.out
		return
	}
	of := p.kindOf(i)
	n, _ := left(of)
	for j := range of {
		of[j].out = of[j].no == "" && n > 0
	}
}

// isOut reports whether what LeaveOut means for a row is to take it in.
func (p *previewing) isOut(i int) bool {
	if r := &p.rows[i]; !r.head {
		return r.out
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
	case keymap.Submit:
		var edits []tasks.Edit
		for i := range p.rows {
			if p.rows[i].done() {
				edits = append(edits, p.rows[i].edit)
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

func (p *previewing) whyNone() string {
	for i := range p.rows {
		if p.rows[i].no != "" {
			return p.m.Board().ShortID(p.rows[i].key) + ": " + p.rows[i].no
		}
	}
	return "all were left out"
}

// Overlay lists what each gets and what is refused, and why.
func (p *previewing) Overlay() view.Overlay {
	m, b := p.m, p.m.Board()
	n, all := left(p.rows)
	title := phrase.Sentence(p.verb) + " " + phrase.Tasks(n)
	if n < all {
		title = fmt.Sprintf("%s %d of %s", phrase.Sentence(p.verb), n, phrase.Tasks(all))
	}
	v := &view.Picker{Title: safetext.Line(title), First: p.First, Selected: p.Selected}
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
		c := view.Choice{Label: safetext.Line(r.key.Name), Right: safetext.Line(b.ShortID(r.key)), State: phrase.State(b.State(r.key)), Stated: true, Off: !r.done()}
		if t := b.Task(r.key); t != nil {
			c.Label = safetext.Subject(t.Subject)
		}
		switch {
		case r.no != "":
			c.Note = safetext.Line("not: " + r.no)
		case r.out:
			c.Note = safetext.Const("left out")
		case m.Width() >= view.MediumWidth: // in a side pane the title says it, and the subjects need the room
			c.Note = safetext.Line(r.gets)
		}
		v.Items = append(v.Items, c)
	}
	if r := &p.rows[p.Selected]; r.done() && r.risk != "" {
		v.More = []view.Line{phrase.Line(r.risk, style.Warning)}
	}
	words := map[keymap.Action]string{keymap.LeaveOut: "leave out", keymap.Back: "leave all"}
	if p.isOut(p.Selected) {
		words[keymap.LeaveOut] = "take in"
	}
	if p.rows[p.Selected].head {
		words[keymap.LeaveOut] += " all of these"
	}
	if n > 0 {
		words[keymap.Submit] = p.verb + " " + phrase.Tasks(n)
	}
	v.Keys = m.KeysSaying(words, keymap.BatchScope)
	return v
}
