package palette

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/safetext"
)

// Assign asks to whom a task is to be given: somebody known, or a new name that is typed.
func (m *Model) Assign(k tasks.Key) {
	if err := board.CheckAssign(m.Board(), k); err != nil {
		m.Refuse(err)
		return
	}
	m.AskOwner(safetext.Line("Give "+m.Board().ShortID(k)+" to"), func(owner string) tea.Cmd {
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
