// Package palette is what is found by typing: every action by its name and every task, and whom to give a task to.
package palette

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/field"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
)

// Program is what the palette asks of the program beside what every feature does.
type Program interface {
	host.Host
	SetTheme(style.Theme)
	WhyNot(keymap.Action) string // why an action does not apply
	ShowImplied()                // or hides them again
}

// Model is what is found by typing.
type Model struct{ Program }

// New returns the palette of a program.
func New(p Program) *Model { return &Model{p} }

// choice is one line of what was found, and what it leads to.
type choice struct {
	view.Choice
	off string // why it leads to nothing now
	run func() tea.Cmd
}

// finding is a list to find something in by typing.
type finding struct {
	m       *Model
	title   safetext.Text
	label   safetext.Text // before what is typed
	hint    safetext.Text
	verb    string // what enter does
	line    field.Line
	choices []choice
	search  func(typed string) []choice
	host.List
}

var _ host.TextMode = (*finding)(nil)

func (*finding) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.FindScope, keymap.TextScope}
}

func (m *Model) open(f *finding) {
	f.m = m
	f.find()
	m.SetMode(f)
}

// find looks for what is typed, and stands on the first of it.
func (f *finding) find() {
	f.choices, f.List = f.search(strings.TrimSpace(f.line.Value())), host.List{}
	f.leaveTitle(keymap.Down)
}

func (f *finding) leaveTitle(a keymap.Action) {
	f.Skip(a, func(i int) bool { return i >= 0 && i < len(f.choices) && f.choices[i].Title })
}

// Type takes text into the line, and finds anew.
func (f *finding) Type(op field.Op, text string) tea.Cmd {
	if f.line.Handle(op, text) >= field.Edited {
		f.find()
	}
	return nil
}

// Handle moves in the list, and does what the chosen line is for.
func (f *finding) Handle(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.Back:
		f.m.ToBoard()
		return nil
	case keymap.Choose:
		if f.Selected >= len(f.choices) {
			return nil
		}
		c := &f.choices[f.Selected]
		if c.off != "" {
			f.m.Warn(phrase.Sentence(c.off))
			return nil
		}
		f.m.ToBoard()
		return c.run()
	}
	if op, ok := host.Typing(a); ok && a != keymap.CursorUp && a != keymap.CursorDown {
		return f.Type(op, "")
	}
	f.Move(a, len(f.choices), f.m.Height()/2)
	f.leaveTitle(a)
	return nil
}

// Overlay is the line and what was found.
func (f *finding) Overlay() view.Overlay {
	m := f.m
	row, x := f.line.View(max(10, min(m.Width(), view.TypedWidth)-20))
	v := &view.Picker{
		Title: f.title, First: f.First, Selected: f.Selected,
		Typed: &view.Prompt{Label: f.label, Text: row, Cursor: x, Hint: f.hint},
		Keys:  m.KeysSaying(map[keymap.Action]string{keymap.Choose: f.verb, keymap.Back: "close"}, keymap.FindScope),
	}
	if f.line.Value() != "" {
		v.Typed.Tally = safetext.Line(fmt.Sprint(len(f.choices), " found"))
	}
	for i := range f.choices {
		c := f.choices[i].Choice
		if off := f.choices[i].off; off != "" {
			c.Off, c.Why = true, safetext.Line(off)
		}
		v.Items = append(v.Items, c)
	}
	if len(v.Items) == 0 {
		v.Items, v.Selected = []view.Choice{{Label: safetext.Const("Nothing matches")}}, -1
	}
	return v
}

// maxTasks is how many tasks are offered; a longer word finds the others.
const maxTasks = 50

// Open offers what is done most and, as soon as something is typed, every action and task it may mean.
func (m *Model) Open() {
	actions := m.actions()
	offered := m.offered(actions)
	titles := 0
	for i := range offered {
		if offered[i].Title {
			titles++
		}
	}
	m.open(&finding{
		title: safetext.Const("Find an action or a task"), label: safetext.Const(":"), hint: safetext.Line(fmt.Sprint(len(actions)-len(offered)+titles, " more actions, or a task")), verb: "do it",
		search: func(typed string) []choice {
			if typed == "" {
				return offered
			}
			var now, later []choice
			if !strings.HasPrefix(typed, "#") {
				now, later = ranked(actions, typed)
			}
			now = append(now, m.tasksLike(typed, func(k tasks.Key) tea.Cmd {
				m.Reveal(k)
				return nil
			})...)
			return append(now, later...)
		},
	})
}

// tasksLike returns the tasks that a text may mean, and what is done with the chosen one.
func (m *Model) tasksLike(typed string, give func(tasks.Key) tea.Cmd) (found []choice) {
	b := m.Board()
	keys := b.Search(typed, tasks.Key{})
	for _, k := range keys[:min(len(keys), maxTasks)] {
		t := b.Task(k)
		owner, _ := m.Owner(t.Owner)
		found = append(found, choice{
			Choice: view.Choice{
				Right: safetext.Line(b.ShortID(k)), Label: safetext.Subject(t.Subject), Note: owner,
				State: phrase.State(b.State(k)), Stated: true,
			},
			run: func() tea.Cmd { return give(k) },
		})
	}
	return found
}

// Assign asks to whom a task is to be given: somebody known, or a new name that is typed.
func (m *Model) Assign(k tasks.Key) {
	if err := board.CheckAssign(m.Board(), k); err != nil {
		m.Refuse(err)
		return
	}
	m.AskOwner(safetext.Const("Give ").Append(safetext.Subject(m.Board().Task(k).Subject), safetext.Const(" to")), func(owner string) tea.Cmd {
		e, err := board.Assign(m.Board(), k, owner, m.Me(), m.Now())
		return m.CarryOut(m.WithOwner(k, e, err))
	})
}

// AskOwner asks for an owner, "" for nobody.
func (m *Model) AskOwner(title safetext.Text, give func(owner string) tea.Cmd) {
	known := append(m.Board().Owners(), m.Team()...)
	slices.SortFunc(known, tasks.Natural)
	known = slices.Compact(known)
	m.open(&finding{
		title: title, label: safetext.Const(">"), hint: safetext.Const("a name, known or new"), verb: "give",
		search: func(typed string) []choice { return m.owners(known, typed, give) },
	})
}

// owners returns whom a text may mean: the person at this board first, those who are known, nobody, and last the text as a new name.
func (m *Model) owners(known []string, typed string, give func(string) tea.Cmd) (found []choice) {
	running := map[string]int{}
	for _, k := range m.Board().InProgress() {
		running[m.Board().Task(k).Owner]++
	}
	add := func(owner, shown, note string) {
		c := choice{run: func() tea.Cmd { return give(owner) }}
		c.Label, c.Note = safetext.Short(shown), safetext.Line(note)
		if n := running[owner]; owner != "" && n > 0 {
			c.Right = safetext.Line(fmt.Sprintf("%d in progress", n))
		}
		found = append(found, c)
	}
	low := strings.ToLower(typed)
	begins := func(name string) bool { return strings.HasPrefix(strings.ToLower(name), low) }
	me, isNew := m.Me(), typed != "" && typed != m.Me()
	if me != "" && (begins("me") || begins(me)) {
		add(me, me, "you")
	}
	var inside []string
	for _, name := range known {
		switch isNew = isNew && name != typed; {
		case name == me:
		case begins(name):
			add(name, name, "")
		case strings.Contains(strings.ToLower(name), low):
			inside = append(inside, name)
		}
	}
	if begins("nobody") {
		add("", "nobody", "takes its owner away")
	}
	if isNew {
		add(typed, typed, "a new name")
	}
	for _, name := range inside {
		add(name, name, "")
	}
	return found
}
