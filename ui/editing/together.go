package editing

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/phrase"
	"sideboard/ui/workspace"
)

// wroteAllMsg is what became of edits that are one action.
type wroteAllMsg struct {
	m     *Model
	in    *workspace.Workspace
	done  string
	plan  *planning // it was made of, nil where the edits are of tasks that were there
	edits []tasks.Edit
	res   []tasks.Result
	errs  []error
}

// SubmitAll writes edits as one action, a file after the other as ever; done says what their tasks are then: "completed". What
// loses a race is told by name, and the rest stands.
func (m *Model) SubmitAll(edits []tasks.Edit, done string) tea.Cmd {
	return m.submitAll(edits, done, nil, nil)
}

func (m *Model) submitAll(edits []tasks.Edit, done string, plan *planning, complete func(int, []tasks.Result) error) tea.Cmd {
	for i := range edits {
		edits[i].ID = m.nextEdit()
		edits[i].Group = edits[0].ID
		m.markWriting(edits[i].Of, edits[i].ID)
	}
	m.BumpGeneration()
	d := m.Workspace()
	return m.Enqueue(effects.WriteAll(d, edits, complete, func(res []tasks.Result, errs []error) tea.Msg {
		return wroteAllMsg{m, d, done, plan, edits, res, errs}
	}))
}

// Apply hears what became of them.
func (msg wroteAllMsg) Apply() tea.Cmd {
	m := msg.m
	var lost []string
	var cmds []tea.Cmd
	var did []tasks.Verb
	for i, e := range msg.edits {
		m.StayOpen(msg.errs[i])
		if err := msg.errs[i]; err != nil {
			lost = append(lost, m.lostWords(e, err))
			m.endMark(e.Of, e.ID)
			continue
		}
		did = append(did, e.Verb)
		if msg.in == m.Workspace() {
			m.rememberEdit(e, msg.res[i])
			m.undoable, m.redoable = m.Workspace().Undoable() == nil, false
			cmds = append(cmds, m.UpdatePlanAfter(e, msg.res[i]))
		}
	}
	m.BumpGeneration()
	if words := verbWords(did); len(did) > 0 && did[0] != did[len(did)-1] { // which of them is done to which is told by number
		msg.done += ": " + words
	}
	m.tellAll(len(msg.edits), msg.done, lost)
	if msg.plan != nil && msg.in == m.Workspace() {
		msg.plan.made(msg.res)
	}
	return tea.Batch(cmds...)
}

// tellAll tells in one line how many of several are done, and which are not.
func (m *Model) tellAll(all int, done string, lost []string) {
	if len(lost) == 0 {
		m.Did(phrase.Tasks(all) + " " + done + ". " + m.KeyOf(keymap.Undo) + " takes all of it back")
		return
	}
	m.Alert(fmt.Sprintf("%d of %s %s. Not %s", all-len(lost), phrase.Tasks(all), done, strings.Join(lost, "; not ")))
}

// lostWords names a task and says why nothing became of its edit.
func (m *Model) lostWords(e tasks.Edit, err error) string {
	_, why, _ := strings.Cut(wordedError(e, err).Error(), ": ")
	if e.Verb == tasks.VerbCreate {
		return e.Draft.Subject + ": " + why
	}
	name := m.Board().ShortID(e.Of)
	if t := m.Board().Task(e.Of); t != nil {
		name += " " + t.Subject
	}
	return name + ": " + why
}

// sameAction returns the edits that were one action with one of them and stand as it does, newest first.
func (m *Model) sameAction(all []workspace.Done, with workspace.Done) (same []workspace.Done) {
	if with.Group == 0 || m.alone[with.ID] {
		return []workspace.Done{with}
	}
	for _, d := range all {
		if d.Group == with.Group && d.Undone == with.Undone && !m.alone[d.ID] {
			same = append(same, d)
		}
	}
	return same
}

// actionsOf returns edits action by action, newest first.
func (m *Model) actionsOf(all []workspace.Done) (actions [][]workspace.Done) {
	seen := map[tasks.EditID]bool{}
	for _, d := range all {
		if seen[d.ID] {
			continue
		}
		same := m.sameAction(all, d)
		for _, d := range same {
			seen[d.ID] = true
		}
		actions = append(actions, same)
	}
	return actions
}

// tookAllBackMsg is what became of taking one action back, or of doing it again.
type tookAllBackMsg struct {
	m    *Model
	of   []workspace.Done
	redo bool
	errs []error
}

// takeAllBack takes back edits that were one action, or does them again.
func (m *Model) takeAllBack(of []workspace.Done, redo bool) tea.Cmd {
	if len(of) == 1 {
		return m.takeBack(of[0], redo, nil)
	}
	for _, d := range of {
		m.markWriting(d.Key, 0)
	}
	return m.EnqueueOpening(effects.TakeBack(m.Workspace(), of, redo, nil, func(errs []error) tea.Msg { return tookAllBackMsg{m, of, redo, errs} }))
}

// Apply hears what became of it.
func (msg tookAllBackMsg) Apply() tea.Cmd {
	m := msg.m
	var lost []string
	for i, d := range msg.of {
		m.StayOpen(msg.errs[i])
		if msg.errs[i] == nil {
			continue
		}
		delete(m.writing, d.Key)
		m.alone[d.ID] = true // the next undo asks about it alone
		lost = append(lost, m.lostWords(tasks.Edit{Verb: tasks.VerbUndo, Of: d.Key, Who: m.Me()}, msg.errs[i]))
	}
	m.BumpGeneration()
	word := "Undone: "
	if msg.redo {
		word = "Done again: "
	}
	switch {
	case len(lost) == 0:
		m.Did(word + actionWords(msg.of))
	case msg.redo:
		m.tellAll(len(msg.of), "are as they were to be", lost)
	default:
		m.tellAll(len(msg.of), "are as they were", lost)
	}
	m.undoable = false
	return m.Recall(keymap.Nothing)
}

// actionWords returns what edits that are one action did: "completed 3 tasks", "completed 2 and released 1 task".
func actionWords(of []workspace.Done) string {
	verbs := make([]tasks.Verb, len(of))
	for i, d := range of {
		verbs[i] = d.Verb
	}
	return verbWords(verbs)
}

func verbWords(verbs []tasks.Verb) string {
	slices.Sort(verbs)
	var words []string
	for i := 0; i < len(verbs); {
		n := 1
		for i+n < len(verbs) && verbs[i+n] == verbs[i] {
			n++
		}
		many := fmt.Sprint(n)
		if i+n == len(verbs) {
			many = phrase.Tasks(n)
		}
		words = append(words, verbs[i].Past()+" "+many)
		i += n
	}
	return phrase.Few(words)
}
