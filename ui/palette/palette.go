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
	"sideboard/ui/manual"
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
	// TakeBack returns what withdraws the permission to edit the list, and why there is none to withdraw, "" if there
	// is; do is nil for a list that may be edited without a person's permission.
	TakeBack func() (do func() tea.Cmd, whyNot string)
	ShowPast func(tab keymap.Action) tea.Cmd // opens a tab of the past
	// CountNew returns how many completed tasks the person has not seen, and LookAtAll marks them as seen.
	CountNew  func() int
	LookAtAll func()
	// ReadManual opens a page of the manual at a heading.
	ReadManual func(page, heading string) tea.Cmd
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
	off   string // why it cannot be done now
	about string // what it does, if there is more to say than its label
	loose bool   // it only has the letters of the text in their order
	run   func() tea.Cmd
}

// search is a list that is narrowed by typing.
type search struct {
	m       *Model
	title   safetext.Text
	label   safetext.Text // before what is typed
	hint    safetext.Text // while nothing is typed
	finds   safetext.Text // what can be typed, while something is
	verb    string        // what enter does
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

// update lists what matches the text, and selects the first that can be done.
func (f *search) update() {
	f.choices, f.List = f.matches(strings.TrimSpace(f.line.Value())), host.List{}
	f.Selected = slices.IndexFunc(f.choices, func(c choice) bool { return !c.Title && c.off == "" })
	if f.Selected < 0 {
		f.Selected = 0
		f.skipTitle(keymap.Down)
	}
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
	row, x := f.line.View(max(10, min(m.Width, view.TypedWidth)-20)) // the label, the tally and the edges have 20 cells
	v := &view.Picker{
		Title: f.title, First: f.First, Selected: f.Selected, Rows: f.rows, About: mostAbout,
		Typed: &view.Prompt{Label: f.label, Text: row, Cursor: x, Hint: f.hint},
		Keys: append([]view.Key{m.MoveKey("choose", keymap.FindScope)}, m.KeysSaying(map[keymap.Action]string{
			keymap.Choose: f.verb, keymap.Back: "close"}, keymap.FindScope)...),
	}
	if f.line.Value() != "" {
		v.Note, v.Typed.Tally = safetext.Line(fmt.Sprint(len(f.choices)-f.titles(), " found")), f.finds
	}
	if f.Selected < len(f.choices) {
		v.More = f.choices[f.Selected].lines()
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

// mostAbout is the rows below the list for what the chosen line does.
const mostAbout = 3

// lines returns what a line does: its label, and the words about it. A line without any has nothing.
func (c *choice) lines() []view.Line {
	words := c.about
	if c.off != "" {
		words = "Not now: " + c.off + "."
	}
	if words == "" {
		return nil
	}
	return []view.Line{{{Text: c.Label, Style: style.Strong}}, {{Text: safetext.Line(words), Style: style.Soft}}}
}

// maxTasks is the largest number of tasks that are listed; a longer text finds the others.
const maxTasks = 50

// Open offers the most used actions and, as soon as something is typed, every action, task and heading of the manual
// that matches.
func (m *Model) Open() {
	actions, headings := m.actions(), m.headings()
	suggestions := m.suggestions(actions)
	titles := (&search{choices: suggestions}).titles()
	m.open(&search{
		title: safetext.Const("Find an action or a task"), label: safetext.Const(":"),
		hint:  safetext.Line(fmt.Sprint(len(actions)-len(suggestions)+titles, " more actions, or a task")),
		finds: safetext.Const("a key, a word or an id"), verb: "do it",
		matches: func(typed string) []choice {
			if typed == "" {
				return suggestions
			}
			var did, read []choice
			if !strings.HasPrefix(typed, "#") {
				did, read = ranked(actions, typed), ranked(headings, typed)
			}
			found := m.tasksLike(typed, func(k tasks.Key) tea.Cmd {
				m.Reveal(k)
				return nil
			})
			return grouped([]group{{"Actions", did}, {"Tasks", found}, {"Manual", read}})
		},
	})
}

// group is what was found of one kind.
type group struct {
	title string
	found []choice
}

// grouped returns groups that are not empty, each below its title with its number. Those that only have the letters of
// the text count only if nothing else was found.
func grouped(all []group) (out []choice) {
	loose := func(c choice) bool { return c.loose }
	sure := slices.ContainsFunc(all, func(g group) bool {
		return slices.ContainsFunc(g.found, func(c choice) bool { return !c.loose })
	})
	for _, g := range all {
		if sure {
			g.found = slices.DeleteFunc(g.found, loose)
		}
		if len(g.found) == 0 {
			continue
		}
		if len(out) > 0 {
			out = append(out, choice{Choice: view.Choice{Title: true}})
		}
		out = append(out, choice{Choice: view.Choice{Label: safetext.Line(g.title), Title: true,
			Note: safetext.Line(fmt.Sprint(len(g.found)))}})
		out = append(out, g.found...)
	}
	return out
}

// headings returns the headings of the manual.
func (m *Model) headings() (out []action) {
	for _, page := range manual.Pages() {
		for line := range strings.Lines(page.Text) {
			title, is := strings.CutPrefix(strings.TrimSpace(line), "## ")
			if !is {
				continue
			}
			x := unkeyed(title, func() tea.Cmd { return m.ReadManual(page.Name, title) })
			x.Label, x.Note = safetext.Line(title), safetext.Line("in "+page.Name)
			x.Key, x.about = safetext.Line(m.KeyOf(keymap.ReadManual)), "Opens the manual there."
			out = append(out, x)
		}
	}
	return out
}

// tasksLike returns the tasks that match a text. Choosing one calls give.
func (m *Model) tasksLike(typed string, give func(tasks.Key) tea.Cmd) (found []choice) {
	b := m.Board
	keys := b.Search(typed, tasks.Key{})
	for _, k := range keys[:min(len(keys), maxTasks)] {
		t := b.Task(k)
		c := choice{
			Choice: view.Choice{
				Right: safetext.Line(b.ShortID(k)), Label: safetext.Subject(t.Subject),
				State: phrase.State(b.State(k)), Stated: true,
			},
			about: "Selects its card: " + phrase.StateWord(b.State(k)) + ".", loose: !hasWords(t, typed),
			run: func() tea.Cmd { return give(k) },
		}
		if owner, hue := m.Owner(t.Owner); !owner.Empty() {
			c.End = view.Line{{Text: owner, Style: hue}}
		}
		found = append(found, c)
	}
	return found
}

// hasWords reports whether a task has every word of a text in its subject or id.
func hasWords(t *tasks.Task, typed string) bool {
	in := strings.ToLower(t.Subject + " " + t.ID.Text)
	for word := range strings.FieldsSeq(strings.ToLower(strings.TrimPrefix(typed, "#"))) {
		if !strings.Contains(in, word) {
			return false
		}
	}
	return true
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
