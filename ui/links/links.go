// Package links has the dialog for the links of a task, which lists and changes them and adds new ones, and the form
// that splits a task into several.
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

// Uses is what the dialogs ask of other features.
type Uses struct {
	// SubmitPlan writes a plan as one action; words is the notice, and made gets the results.
	SubmitPlan func(p *board.Plan, words string, made func([]tasks.Result)) tea.Cmd
	LinkChain  func() // previews making each marked task wait for the one marked before it
	ClearMarks func()
}

// Model opens the dialogs.
type Model struct {
	*host.Program
	Uses
	draft splitForm // parts that were typed but not created
}

// New returns the dialogs of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// Link is a link as a file has it: a task, and the id that it waits for.
type Link struct {
	Waits tasks.Key
	On    tasks.ID

	other tasks.Key // the end that is not the task of the dialog, zero if no file has the id
}

// dialog shows the links of one task, or asks what to link several tasks with.
type dialog struct {
	m        *Model
	of       []tasks.Key
	onBoard  bool  // the tasks are those marked on the board
	removing bool  // enter removes a link
	reversed bool  // the chosen task waits for the tasks of the dialog, otherwise they wait for it
	target   *Link // the link to move or to put a task into, nil for none
	between  bool  // the chosen task is put into target, otherwise target is moved to it

	line     field.Line
	rows     []row
	below    []view.Choice // the links, while something to link with is chosen
	marked   []tasks.Key   // the marked tasks, to link with
	marks    map[Link]bool // the marked links, to remove
	message  string
	gen      int
	oneSided bool // a listed link is written in one of its files only
	host.List
}

var _ host.TextMode = (*dialog)(nil)

// row is a line of the dialog: a link, or something to link with.
type row struct {
	view.Choice
	link *Link
	key  tasks.Key // the task to link with, zero for none
	run  func() tea.Cmd
}

// Open lists the links of a task, ready to add one. If at is not nil that link is selected.
func (m *Model) Open(k tasks.Key, at *Link) { m.open(&dialog{of: []tasks.Key{k}}, at) }

// OpenRemoving lists the links of a task, ready to remove one. It selects a link that blocks the task for ever,
// otherwise one that blocks it now, otherwise the first. If the task has no links it says so.
func (m *Model) OpenRemoving(k tasks.Key, at *Link) {
	if waits, unblocks := m.Board.LinksOf(k); len(waits)+len(unblocks) == 0 {
		m.Info(m.Board.ShortID(k) + " has no links")
		return
	}
	d := &dialog{of: []tasks.Key{k}, removing: true}
	if m.open(d, at) && d.Selected < 0 {
		loop, _ := m.Board.InLoop(k) // without a loop: a missing id
		forEver := func(r row) bool { return r.link != nil && r.link.Waits == k && r.link.other == loop }
		now := func(r row) bool { return r.link != nil && r.link.Waits == k && r.State != view.Done }
		for _, is := range []func(row) bool{forEver, now} {
			if d.Selected = slices.IndexFunc(d.rows, is); d.Selected >= 0 {
				return
			}
		}
		d.move(keymap.Down)
	}
}

// OpenSeveral asks what to link several tasks with.
func (m *Model) OpenSeveral(of []tasks.Key) { m.open(&dialog{of: of, onBoard: true}, nil) }

// OpenWith proposes a link between two tasks.
func (m *Model) OpenWith(waits, on tasks.Key) {
	d := &dialog{of: []tasks.Key{on}, reversed: true}
	d.line.SetText(m.Board.ShortID(waits))
	m.open(d, nil)
}

// open shows the dialog, and reports whether links of the tasks can be written.
func (m *Model) open(d *dialog, at *Link) bool {
	if len(d.of) == 1 {
		if err := board.CheckEdit(m.Board, d.of[0]); err != nil {
			m.Refuse(err)
			return false
		}
	}
	d.m, d.marks = m, map[Link]bool{}
	d.update()
	d.selectLink(at)
	m.SetMode(d)
	return true
}

// selectLink selects a link.
func (d *dialog) selectLink(at *Link) {
	for i := range d.rows {
		if l := d.rows[i].link; l != nil && at != nil && l.Waits == at.Waits && l.On == at.On {
			d.Selected = i
		}
	}
}

// listing reports whether the links are listed: nothing is typed, and no link is being changed.
func (d *dialog) listing() bool { return d.line.Value() == "" && d.target == nil }

// selected returns the selected line, nil while the text line is.
func (d *dialog) selected() *row {
	if d.Selected < 0 || d.Selected >= len(d.rows) {
		return nil
	}
	return &d.rows[d.Selected]
}

// link returns the selected link, nil if there is none.
func (d *dialog) link() *Link {
	if r := d.selected(); r != nil {
		return r.link
	}
	return nil
}

// Scopes returns the keys of a link if one is selected, otherwise those of the text line.
func (d *dialog) Scopes() []keymap.ScopeName {
	if d.link() != nil {
		return []keymap.ScopeName{keymap.LinksScope, keymap.ListScope}
	}
	return []keymap.ScopeName{keymap.LinkScope, keymap.FindScope, keymap.TextScope}
}

// Type edits the text. A space in an empty line marks the selected task.
func (d *dialog) Type(op field.Op, text string) tea.Cmd {
	switch r := d.selected(); {
	case d.link() != nil:
	case op == field.Insert && text == " " && d.line.Value() == "":
		if r != nil {
			d.mark(r)
		}
	case d.line.Handle(op, text) >= field.Edited:
		d.update()
	}
	return nil
}

// mark toggles the mark of a task or a link, and moves down.
func (d *dialog) mark(r *row) {
	switch {
	case r.link != nil:
		if d.marks[*r.link] {
			delete(d.marks, *r.link)
		} else {
			d.marks[*r.link] = true
		}
		d.fill()
	case r.key != (tasks.Key{}) && d.target == nil:
		if i := slices.Index(d.marked, r.key); i >= 0 {
			d.marked = slices.Delete(d.marked, i, i+1)
		} else if !r.Off {
			d.marked = append(d.marked, r.key)
		}
		d.fill()
	}
	d.move(keymap.Down)
}

// move moves in the list. Up from the first link leads to the text line; up from the first task that was found, to the
// last.
func (d *dialog) move(a keymap.Action) {
	was := d.Selected
	first := slices.IndexFunc(d.rows, func(r row) bool { return !r.Title && !r.Told })
	n := len(d.rows)
	for n > 0 && d.rows[n-1].Told {
		n--
	}
	switch d.Move(a, n, d.m.Height/2); {
	case a == keymap.Up && was <= first && d.listing():
		d.Selected = -1
	case a == keymap.Up && was <= first:
		d.Selected = len(d.rows) - 1
	default:
		d.Skip(a, d.isTitle)
	}
	d.message = ""
}

// isTitle reports whether a line cannot be selected.
func (d *dialog) isTitle(i int) bool {
	return i >= 0 && i < len(d.rows) && (d.rows[i].Title || d.rows[i].Told)
}

// Handle handles an action.
func (d *dialog) Handle(a keymap.Action) tea.Cmd {
	m := d.m
	switch l := d.link(); {
	case a == keymap.Back && d.listing() && len(d.marked) == 0:
		m.ToBoard()
	case a == keymap.Back:
		was := d.target
		d.target, d.marked, d.line = nil, nil, field.Line{}
		d.update()
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
		if d.target == nil {
			d.reversed = !d.reversed
			d.update()
		}
	default:
		if op, ok := host.Typing(a); ok && a != keymap.CursorUp && a != keymap.CursorDown {
			return d.Type(op, "")
		}
		d.move(a)
	}
	return nil
}

// change handles an action on a link.
func (d *dialog) change(l Link, a keymap.Action) tea.Cmd {
	m := d.m
	switch a {
	case keymap.Unlink:
		return d.remove(l)
	case keymap.Reverse:
		e, err := board.Reverse(m.Board, l.Waits, l.On, m.Me, m.Now)
		return d.carryOut(e, err)
	case keymap.Relink, keymap.Insert:
		switch end := l.end(m.Board); {
		case a == keymap.Relink:
		case end == l.Waits || end == (tasks.Key{}) && l.other == end:
			d.message = "nothing can be put before an id that no other task has"
			return nil
		case end == (tasks.Key{}):
			d.message = "one file alone has this link: " + m.KeyOf(keymap.RepairLinks) + " repairs it"
			return nil
		}
		if err := board.CheckEdit(m.Board, l.Waits); err != nil {
			d.message = err.Error()
			return nil
		}
		d.target, d.between = &l, a == keymap.Insert
		d.update()
	case keymap.RepairLinks:
		m.ToBoard()
		return m.CarryOut(board.RepairLinks(m.Board, d.of[0], m.Me, m.Now))
	case keymap.Link:
		d.Selected = -1
	default:
		d.move(a)
	}
	return nil
}

// choose goes to the other end of the selected link or removes it, or links the marked or selected tasks.
func (d *dialog) choose() tea.Cmd {
	m, r, l := d.m, d.selected(), d.link()
	switch {
	case l != nil && d.removing:
		return d.remove(*l)
	case l != nil && l.other == (tasks.Key{}):
		d.message = "no file has the id " + l.On.Text
	case l != nil:
		m.ToBoard()
		m.Reveal(l.other)
		return nil
	case len(d.marked) > 0:
		return d.linkAll(d.marked)
	case r == nil:
		d.message = "type what to link it with"
	case r.Off:
		d.message = "Not linked: " + r.Why.String()
	default:
		return r.run()
	}
	return nil
}
