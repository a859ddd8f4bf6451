package links

import (
	"errors"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
)

// carryOut writes an edit and closes the dialog, or shows in it why not.
func (d *dialog) carryOut(e tasks.Edit, err error) tea.Cmd {
	if why := d.m.WhyNotIn(d.of[0].List); why != "" {
		d.message = "Not written: " + why
		return nil
	}
	if _, asks := errors.AsType[board.Ask](err); err != nil && !asks {
		d.update()
		d.message = err.Error()
		return nil
	}
	d.m.ToBoard()
	return d.m.CarryOut(e, err)
}

// remove removes the marked links, or the selected one if none are marked.
func (d *dialog) remove(l Link) tea.Cmd {
	m, all := d.m, []tasks.Edit{}
	for i := range d.rows {
		of := d.rows[i].link
		if of == nil || !d.marks[*of] && (len(d.marks) > 0 || *of != l) {
			continue
		}
		e, err := board.Unlink(m.Board, of.Waits, of.On, m.Me, m.Now)
		if err != nil {
			return d.carryOut(e, err)
		}
		all = append(all, e)
	}
	return d.write(all, "unlinked")
}

// write writes edits as one action, combining those of one task, and closes the dialog.
func (d *dialog) write(edits []tasks.Edit, done string) tea.Cmd {
	var all []tasks.Edit
	for _, e := range edits {
		if i := slices.IndexFunc(all, func(x tasks.Edit) bool { return x.Of == e.Of }); i >= 0 {
			all[i].Changes, all[i].Needs = append(all[i].Changes, e.Changes...), append(all[i].Needs, e.Needs...)
			continue
		}
		all = append(all, e)
	}
	if len(all) == 1 {
		return d.carryOut(all[0], nil)
	}
	if why := d.m.WhyNotIn(d.of[0].List); why != "" {
		d.message = "Not written: " + why
		return nil
	}
	d.m.ToBoard()
	return d.m.SubmitAll(all, done)
}

// linkAll links the tasks of the dialog with others, as far as the rules allow.
func (d *dialog) linkAll(with []tasks.Key) tea.Cmd {
	var all []tasks.Edit
	var asks []board.Ask
	for _, k := range with {
		edits, asked, err := d.edits(k)
		if len(edits) == 0 {
			return d.carryOut(tasks.Edit{}, err)
		}
		all, asks = append(all, edits...), append(asks, asked...)
	}
	if d.onBoard && d.m.WhyNotIn(d.of[0].List) == "" {
		d.m.ClearMarks()
	}
	switch {
	case len(asks) == 0:
		return d.write(all, "linked")
	case len(all) == 1:
		return d.carryOut(tasks.Edit{}, asks[0])
	}
	return d.ask(asks, func() tea.Cmd { return d.write(all, "linked") })
}

// ask asks about an action before it is carried out.
func (d *dialog) ask(asks []board.Ask, do func() tea.Cmd) tea.Cmd {
	d.m.SetMode(host.QuestionOf(&d.m.Screen, asks, "link", "leave it", func(yes bool) tea.Cmd {
		if !yes {
			return nil
		}
		return do()
	}))
	return nil
}

// edits returns the edits that link the tasks of the dialog with another one, the questions about them, and the reason
// if one of them is refused.
func (d *dialog) edits(k tasks.Key) (all []tasks.Edit, asks []board.Ask, refused error) {
	m, b := d.m, d.m.Board
	t := b.Task(k)
	if t == nil {
		return nil, nil, board.Refusal{Verb: tasks.VerbLink, Why: "its file cannot be read"}
	}
	add := func(e tasks.Edit, err error) {
		switch ask, asked := errors.AsType[board.Ask](err); {
		case asked:
			all, asks = append(all, ask.Edit), append(asks, ask)
		case err != nil:
			refused = err
		default:
			all = append(all, e)
		}
	}
	switch {
	case d.of[0].List != k.List:
		refused = board.Refusal{Verb: tasks.VerbLink, Why: "it is in another list"}
	case d.between:
		add(board.PutBetween(b, k, d.target.Waits, d.target.On, m.Me, m.Now))
	case d.target != nil:
		add(board.Relink(b, d.target.Waits, d.target.On, t.ID, m.Me, m.Now))
	default:
		for _, of := range d.of {
			if first := b.Task(of); !d.reversed {
				add(board.Link(b, of, t.ID, m.Me, m.Now))
			} else if first != nil {
				add(board.Link(b, k, first.ID, m.Me, m.Now))
			}
		}
	}
	return all, asks, refused
}

// create creates a task with the typed subject, and links it.
func (d *dialog) create() tea.Cmd {
	m, b, subject := d.m, d.m.Board, strings.TrimSpace(d.line.Value())
	var waitsFor []tasks.ID
	unblocks, instead := d.of, tasks.ID{}
	switch {
	case d.target != nil:
		unblocks, instead = []tasks.Key{d.target.Waits}, d.target.On
		if d.between {
			waitsFor = []tasks.ID{instead}
		}
	case d.reversed:
		unblocks = nil
		for _, k := range d.of {
			if t := b.Task(k); t != nil {
				waitsFor = append(waitsFor, t.ID)
			}
		}
	}
	p, err := board.Insert(b, d.of[0].List, subject, waitsFor, unblocks, instead, m.Me, m.Now)
	if why := m.WhyNotIn(d.of[0].List); why != "" || err != nil {
		return d.carryOut(tasks.Edit{}, err)
	}
	if d.onBoard {
		m.ClearMarks()
	}
	m.ToBoard()
	submit := func() tea.Cmd {
		return m.SubmitPlan(p, "Created and linked "+safetext.Subject(subject).Cut(60).String(), nil)
	}
	if len(p.Asks) > 0 {
		return d.ask(p.Asks, submit)
	}
	return submit()
}
