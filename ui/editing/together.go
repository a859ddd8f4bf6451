package editing

import (
	"fmt"
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
	edits []tasks.Edit
	res   []tasks.Result
	errs  []error
}

// SubmitAll writes edits as one action, a file after the other as ever; done says what their tasks are then: "completed". What
// loses a race is told by name, and the rest stands.
func (m *Model) SubmitAll(edits []tasks.Edit, done string) tea.Cmd {
	for i := range edits {
		edits[i].ID = m.nextEdit()
		m.markWriting(edits[i].Of, edits[i].ID)
	}
	m.BumpGeneration()
	d := m.Workspace()
	return m.Enqueue(effects.WriteAll(d, edits, func(res []tasks.Result, errs []error) tea.Msg {
		return wroteAllMsg{m, d, done, edits, res, errs}
	}))
}

// Apply hears what became of them.
func (msg wroteAllMsg) Apply() tea.Cmd {
	m := msg.m
	m.action++
	var lost []string
	var cmds []tea.Cmd
	for i, e := range msg.edits {
		m.StayOpen(msg.errs[i])
		if err := msg.errs[i]; err != nil {
			lost = append(lost, m.lostWords(e, err))
			if m.writing[e.Of] == e.ID {
				delete(m.writing, e.Of)
			}
			continue
		}
		m.together[msg.res[i].Edit] = m.action
		if msg.in == m.Workspace() {
			m.rememberEdit(e, msg.res[i])
			m.undoable = m.Workspace().Undoable() == nil
			cmds = append(cmds, m.UpdatePlanAfter(e, msg.res[i]))
		}
	}
	m.BumpGeneration()
	m.tellAll(len(msg.edits), msg.done, lost)
	return tea.Batch(cmds...)
}

// tellAll says in one line how many of several are done, and which are not.
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
	name := m.Board().ShortID(e.Of)
	if t := m.Board().Task(e.Of); t != nil {
		name += " " + t.Subject
	}
	return name + ": " + why
}

// sameAction returns the edits that were one action with one of them and still stand, newest first.
func (m *Model) sameAction(all []workspace.Done, with workspace.Done) []workspace.Done {
	action := m.together[with.ID]
	if action == 0 {
		return []workspace.Done{with}
	}
	var same []workspace.Done
	for _, d := range all {
		if m.together[d.ID] == action && !d.Undone {
			same = append(same, d)
		}
	}
	return same
}

// tookAllBackMsg is what became of taking one action back.
type tookAllBackMsg struct {
	m    *Model
	of   []workspace.Done
	errs []error
}

// takeAllBack takes back edits that were one action.
func (m *Model) takeAllBack(of []workspace.Done) tea.Cmd {
	for _, d := range of {
		m.markWriting(d.Key, 0)
	}
	return m.EnqueueOpening(effects.TakeAllBack(m.Workspace(), of, func(errs []error) tea.Msg { return tookAllBackMsg{m, of, errs} }))
}

// Apply hears what became of it.
func (msg tookAllBackMsg) Apply() tea.Cmd {
	m := msg.m
	var lost []string
	for i, d := range msg.of {
		if msg.errs[i] == nil {
			continue
		}
		delete(m.writing, d.Key)
		delete(m.together, d.ID) // the next undo asks about it alone
		lost = append(lost, m.lostWords(tasks.Edit{Verb: tasks.VerbUndo, Of: d.Key, Who: m.Me()}, msg.errs[i]))
	}
	m.BumpGeneration()
	if len(lost) == 0 {
		m.Did("Undone: " + msg.of[0].Verb.Past() + " " + phrase.Tasks(len(msg.of)))
	} else {
		m.tellAll(len(msg.of), "are as they were", lost)
	}
	m.undoable = false
	return m.Recall(keymap.Nothing)
}
