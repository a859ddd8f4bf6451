// Package links is one dialog for the links of a task: what it waits for and what waits for it, to go there, remove, move, reverse and
// repair; and what is typed adds one, to a task that is there or to a new one. Another one splits a task into several.
package links

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/view"
)

// Program is what the dialog asks of the program beyond what every feature does.
type Program interface {
	host.Host
	// SubmitAll writes edits as one action that is taken back as one; done says what their tasks are then.
	SubmitAll(edits []tasks.Edit, done string) tea.Cmd
	// SubmitPlan writes a plan as one action; words say what is done, and made hears what came of it.
	SubmitPlan(p *board.Plan, words string, made func([]tasks.Result)) tea.Cmd
	// LinkChain shows what it would do to let each marked task wait for the one marked before it.
	LinkChain()
	ClearMarks()
}

// Model opens the dialogs of links.
type Model struct {
	Program
	unmade splitting // what was typed to split a task, and not made
}

// New returns the dialogs of a program.
func New(p Program) *Model { return &Model{Program: p} }

// Link is a link as the files have it: a task, and the id that it waits for.
type Link struct {
	Waits tasks.Key
	On    tasks.ID

	other tasks.Key // the end that is not the task of the dialog, zero where no file has the id
}

// dialog is the links of one task, or what several tasks are to be linked with.
type dialog struct {
	m        *Model
	of       []tasks.Key
	onBoard  bool // the tasks are those that are marked on the board
	removing bool // it was opened to remove a link: enter does that
	turned   bool // what is added waits for the tasks, otherwise they wait for it
	into     *Link
	between  bool // what is chosen is put into the link, otherwise it takes the place of what is waited for

	line     field.Line
	rows     []row
	marked   []tasks.Key // to be linked together
	marks    map[Link]bool
	why      string
	gen      int
	oneSided bool // one of the links that are listed is written on one side only
	host.List
}

var _ host.TextMode = (*dialog)(nil)

// row is a line of the dialog: a link that is there, or something to link with.
type row struct {
	view.Choice
	link *Link
	key  tasks.Key // the task to link with, zero for none
	run  func() tea.Cmd
}

// Open lists the links of a task, for adding one; with at that link is selected.
func (m *Model) Open(k tasks.Key, at *Link) { m.open(&dialog{of: []tasks.Key{k}}, at) }

// OpenRemoving lists the links of a task, for removing the selected one: one that holds it up for ever, else the first that
// holds it up, else the first. A task without links is answered with a message.
func (m *Model) OpenRemoving(k tasks.Key, at *Link) {
	if waits, unblocks := m.Board().LinksOf(k); len(waits)+len(unblocks) == 0 {
		m.Say(m.Board().ShortID(k) + " has no links")
		return
	}
	d := &dialog{of: []tasks.Key{k}, removing: true}
	if m.open(d, at) && d.Selected < 0 {
		loop, _ := m.Board().InLoop(k) // else an id that no file has
		wrong := func(r row) bool { return r.link != nil && r.link.Waits == k && r.link.other == loop }
		holding := func(r row) bool { return r.link != nil && r.link.Waits == k && r.State != view.Done }
		for _, of := range []func(row) bool{wrong, holding} {
			if d.Selected = slices.IndexFunc(d.rows, of); d.Selected >= 0 {
				return
			}
		}
		d.move(keymap.Down)
	}
}

// OpenSeveral asks what several tasks are to be linked with.
func (m *Model) OpenSeveral(of []tasks.Key) { m.open(&dialog{of: of, onBoard: true}, nil) }

// OpenWith proposes that a task waits for another one.
func (m *Model) OpenWith(waits, on tasks.Key) {
	d := &dialog{of: []tasks.Key{on}, turned: true}
	d.line.SetText(m.Board().ShortID(waits))
	m.open(d, nil)
}

// open shows the dialog, and reports whether links of the tasks can be written.
func (m *Model) open(d *dialog, at *Link) bool {
	if len(d.of) == 1 {
		if err := board.CheckEdit(m.Board(), d.of[0]); err != nil {
			m.Refuse(err)
			return false
		}
	}
	d.m, d.marks = m, map[Link]bool{}
	d.find()
	d.selectLink(at)
	m.SetMode(d)
	return true
}

// selectLink selects a link that is listed.
func (d *dialog) selectLink(at *Link) {
	for i := range d.rows {
		if l := d.rows[i].link; l != nil && at != nil && l.Waits == at.Waits && l.On == at.On {
			d.Selected = i
		}
	}
}

// listing reports whether the links that are there are listed: nothing is typed, and none is chosen to be changed.
func (d *dialog) listing() bool { return d.line.Value() == "" && d.into == nil }

// selected returns the selected line, nil while that is the one to type in.
func (d *dialog) selected() *row {
	if d.Selected < 0 || d.Selected >= len(d.rows) {
		return nil
	}
	return &d.rows[d.Selected]
}

// link returns the selected link, nil where none is.
func (d *dialog) link() *Link {
	if r := d.selected(); r != nil {
		return r.link
	}
	return nil
}

// Scopes returns the keys of a link while one is selected, else those of the line.
func (d *dialog) Scopes() []keymap.ScopeName {
	if d.link() != nil {
		return []keymap.ScopeName{keymap.LinksScope, keymap.ListScope}
	}
	return []keymap.ScopeName{keymap.LinkScope, keymap.FindScope, keymap.TextScope}
}

// Type takes text into the line; a blank in an empty one marks the selected task.
func (d *dialog) Type(op field.Op, text string) tea.Cmd {
	switch r := d.selected(); {
	case d.link() != nil:
	case op == field.Insert && text == " " && d.line.Value() == "":
		if r != nil {
			d.mark(r)
		}
	case d.line.Handle(op, text) >= field.Edited:
		d.find()
	}
	return nil
}

// mark marks a task to link with, or a link, or no longer, and goes down.
func (d *dialog) mark(r *row) {
	switch {
	case r.link != nil:
		if d.marks[*r.link] {
			delete(d.marks, *r.link)
		} else {
			d.marks[*r.link] = true
		}
		d.fill()
	case r.key != (tasks.Key{}) && d.into == nil:
		if i := slices.Index(d.marked, r.key); i >= 0 {
			d.marked = slices.Delete(d.marked, i, i+1)
		} else if !r.Off {
			d.marked = append(d.marked, r.key)
		}
		d.fill()
	}
	d.move(keymap.Down)
}

// move moves in the list. Above a link is the line to type in; above what was found by typing, the last of it.
func (d *dialog) move(a keymap.Action) {
	was := d.Selected
	first := slices.IndexFunc(d.rows, func(r row) bool { return !r.Title })
	switch d.Move(a, len(d.rows), d.m.Height()/2); {
	case a == keymap.Up && was <= first && d.listing():
		d.Selected = -1
	case a == keymap.Up && was <= first:
		d.Selected = len(d.rows) - 1
	default:
		d.Skip(a, d.isTitle)
	}
	d.why = ""
}

func (d *dialog) isTitle(i int) bool { return i >= 0 && i < len(d.rows) && d.rows[i].Title }

// Handle does what an action means.
func (d *dialog) Handle(a keymap.Action) tea.Cmd {
	m := d.m
	switch l := d.link(); {
	case a == keymap.Back && d.listing() && len(d.marked) == 0:
		m.ToBoard()
	case a == keymap.Back:
		was := d.into
		d.into, d.marked, d.line = nil, nil, field.Line{}
		d.find()
		d.selectLink(was)
	case a == keymap.Choose:
		return d.choose()
	case a == keymap.MarkDown, a == keymap.Mark:
		if r := d.selected(); r != nil {
			d.mark(r)
		}
	case l != nil:
		return d.change(*l, a)
	case a == keymap.Reverse:
		if d.into == nil {
			d.turned = !d.turned
			d.find()
		}
	default:
		if op, ok := host.Typing(a); ok && a != keymap.CursorUp && a != keymap.CursorDown {
			return d.Type(op, "")
		}
		d.move(a)
	}
	return nil
}

// change does what an action means for a link that is there.
func (d *dialog) change(l Link, a keymap.Action) tea.Cmd {
	m := d.m
	switch a {
	case keymap.Unlink:
		return d.remove(l)
	case keymap.Reverse:
		e, err := board.Reverse(m.Board(), l.Waits, l.On, m.Me(), m.Now())
		return d.carryOut(e, err)
	case keymap.Relink, keymap.Insert:
		switch end := l.end(m.Board()); {
		case a == keymap.Relink:
		case end == l.Waits || end == (tasks.Key{}) && l.other == end:
			d.why = "nothing can be put before an id that no other task has"
			return nil
		case end == (tasks.Key{}):
			d.why = "one file alone has this link: " + m.KeyOf(keymap.RepairLinks) + " repairs it"
			return nil
		}
		if err := board.CheckEdit(m.Board(), l.Waits); err != nil {
			d.why = err.Error()
			return nil
		}
		d.into, d.between = &l, a == keymap.Insert
		d.find()
	case keymap.RepairLinks:
		m.ToBoard()
		return m.CarryOut(board.RepairLinks(m.Board(), d.of[0], m.Me(), m.Now()))
	case keymap.Link:
		d.Selected = -1
	default:
		d.move(a)
	}
	return nil
}

// choose goes to the selected link's other end or removes it, or links what is marked or selected.
func (d *dialog) choose() tea.Cmd {
	m, r, l := d.m, d.selected(), d.link()
	switch {
	case l != nil && d.removing:
		return d.remove(*l)
	case l != nil && l.other == (tasks.Key{}):
		d.why = "no file has the id " + l.On.Text
	case l != nil:
		m.ToBoard()
		m.Reveal(l.other)
		return nil
	case len(d.marked) > 0:
		return d.linkAll(d.marked)
	case r == nil:
		d.why = "type what to link it with"
	case r.Off:
		d.why = "Not linked: " + r.Why.String()
	default:
		return r.run()
	}
	return nil
}
