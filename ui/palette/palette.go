// Package palette finds things by typing: actions by their names, tasks, and the owner to give a task to.
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

// Uses is what the palette asks of other features.
type Uses struct {
	Applies     func(keymap.Action) bool   // it can do something for the selected task
	WhyNot      func(keymap.Action) string // why it cannot
	Lacks       func(keymap.Action) bool   // it can do nothing for any task of the list
	BoardScopes func() []keymap.ScopeName  // the scopes of the board or of the view that is shown
	Team        func() []string            // the names of the team
	SetTheme    func(style.Theme)
	ShowImplied func() // shows the implied links of the picture, or hides them again
	// TakeBack returns what takes back that the list may be edited, and why that is not possible; nil if its files need
	// no person's word.
	TakeBack func() (do func() tea.Cmd, whyNot string)
	// CountNew returns how many completed tasks the person has not seen, and LookAtAll marks them as seen.
	CountNew  func() int
	LookAtAll func()
}

// Model is what is found by typing.
type Model struct {
	*host.Program
	Uses
}

// New returns the palette of a program.
func New(p *host.Program) *Model { return &Model{Program: p} }

// choice is a line of the list, and what choosing it does.
type choice struct {
	view.Choice
	off string // why it cannot be done now
	run func() tea.Cmd
}

// search is a list that is narrowed by typing.
type search struct {
	m       *Model
	title   safetext.Text
	label   safetext.Text // before what is typed
	hint    safetext.Text
	verb    string // what enter does
	line    field.Line
	choices []choice
	matches func(typed string) []choice // what is listed for a text
	rows    int                         // of the list, from opening to closing
	host.List
}

var _ host.TextMode = (*search)(nil)

func (*search) Scopes() []keymap.ScopeName {
	return []keymap.ScopeName{keymap.FindScope, keymap.TextScope}
}

// mostRows is the largest number of rows of a list.
const mostRows = 22

func (m *Model) open(f *search) {
	f.m = m
	f.update()
	f.rows = min(max(view.TypedRows, len(f.choices)), mostRows)
	m.SetMode(f)
}

// update lists what matches the text, and selects the first.
func (f *search) update() {
	f.choices, f.List = f.matches(strings.TrimSpace(f.line.Value())), host.List{}
	f.skipTitle(keymap.Down)
}

func (f *search) skipTitle(a keymap.Action) {
	f.Skip(a, func(i int) bool { return i >= 0 && i < len(f.choices) && f.choices[i].Title })
}

// titles returns the number of lines that are titles.
func (f *search) titles() (n int) {
	for i := range f.choices {
		if f.choices[i].Title {
			n++
		}
	}
	return n
}

// Type edits the text, and updates the list.
func (f *search) Type(op field.Op, text string) tea.Cmd {
	if f.line.Handle(op, text) >= field.Edited {
		f.update()
	}
	return nil
}

// Handle moves in the list, or does what the chosen line is for.
func (f *search) Handle(a keymap.Action) tea.Cmd {
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
	f.Move(a, len(f.choices), f.m.Height/2)
	f.skipTitle(a)
	return nil
}

// Overlay returns the line with the text and the list.
func (f *search) Overlay() view.Overlay {
	m := f.m
	row, x := f.line.View(max(10, min(m.Width, view.TypedWidth)-20))
	v := &view.Picker{
		Title: f.title, First: f.First, Selected: f.Selected, Rows: f.rows, About: 2,
		Typed: &view.Prompt{Label: f.label, Text: row, Cursor: x, Hint: f.hint},
		Keys:  m.KeysSaying(map[keymap.Action]string{keymap.Choose: f.verb, keymap.Back: "close"}, keymap.FindScope),
	}
	if f.line.Value() != "" {
		v.Typed.Tally = safetext.Line(fmt.Sprint(len(f.choices)-f.titles(), " found"))
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

// maxTasks is the largest number of tasks that are listed; a longer text finds the others.
const maxTasks = 50

// Open offers the most used actions and, as soon as something is typed, every action and task that matches.
func (m *Model) Open() {
	actions := m.actions()
	suggestions := m.suggestions(actions)
	titles := (&search{choices: suggestions}).titles()
	m.open(&search{
		title: safetext.Const("Find an action or a task"), label: safetext.Const(":"),
		hint: safetext.Line(fmt.Sprint(len(actions)-len(suggestions)+titles, " more actions, or a task")),
		verb: "do it",
		matches: func(typed string) []choice {
			if typed == "" {
				return suggestions
			}
			var now, later []choice
			if !strings.HasPrefix(typed, "#") {
				now, later = ranked(actions, typed)
			}
			found := m.tasksLike(typed, func(k tasks.Key) tea.Cmd {
				m.Reveal(k)
				return nil
			})
			return slices.Concat(titled("Actions", now), titled("Tasks", found), titled("Others", later))
		},
	})
}

// titled returns choices under a title with their number, nothing for none.
func titled(title string, found []choice) []choice {
	if len(found) == 0 {
		return nil
	}
	return append([]choice{{Choice: view.Choice{Label: safetext.Line(fmt.Sprint(title, " ", len(found))),
		Title: true}}}, found...)
}

// tasksLike returns the tasks that match a text. Choosing one calls give.
func (m *Model) tasksLike(typed string, give func(tasks.Key) tea.Cmd) (found []choice) {
	b := m.Board
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

// Assign asks for the owner to give a task to: a known name, or a new one that is typed.
func (m *Model) Assign(k tasks.Key) {
	if err := board.CheckAssign(m.Board, k); err != nil {
		m.Refuse(err)
		return
	}
	m.AskOwner(safetext.Const("Give ").Append(safetext.Subject(m.Board.Task(k).Subject), safetext.Const(" to")),
		func(owner string) tea.Cmd {
			e, err := board.Assign(m.Board, k, owner, m.Me, m.Now)
			return m.CarryOut(m.WithOwner(k, e, err))
		})
}

// AskOwner asks for an owner, "" for nobody.
func (m *Model) AskOwner(title safetext.Text, give func(owner string) tea.Cmd) {
	known := append(m.Board.Owners(), m.Team()...)
	slices.SortFunc(known, tasks.Natural)
	known = slices.Compact(known)
	m.open(&search{
		title: title, label: safetext.Const(">"), hint: safetext.Const("a name, known or new"), verb: "give",
		matches: func(typed string) []choice { return m.owners(known, typed, give) },
	})
}

// owners returns the owners that match a text: the person, known names that begin with it, nobody, the text as a new
// name, the others.
func (m *Model) owners(known []string, typed string, give func(string) tea.Cmd) (found []choice) {
	running := map[string]int{}
	for _, k := range m.Board.InProgress() {
		running[m.Board.Task(k).Owner]++
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
	me, isNew := m.Me, typed != "" && typed != m.Me
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
