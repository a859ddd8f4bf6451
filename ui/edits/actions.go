package edits

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/workspace"
)

// action is several edits that are written and undone as one.
type action struct {
	m     *Model
	in    *workspace.Workspace
	done  string               // what the tasks are afterwards, such as "completed"
	words string               // the notice if everything was written, "" for the number of tasks
	made  func([]tasks.Result) // called with the results if the directory is still open, may be nil
	edits []tasks.Edit
}

// SubmitAll writes edits as one action; done says what their tasks are afterwards: "completed". Edits that fail are
// named, the others stay.
func (m *Model) SubmitAll(edits []tasks.Edit, done string) tea.Cmd {
	return m.submitAll(action{done: done}, &board.Plan{Edits: edits})
}

// SubmitPlan writes a plan as one action; words is the notice if everything was written, and made is called with the
// results.
func (m *Model) SubmitPlan(p *board.Plan, words string, made func([]tasks.Result)) tea.Cmd {
	return m.submitAll(action{done: "written", words: words, made: made}, p)
}

// CreateAll writes a plan of new tasks as one action; made is called with the results.
func (m *Model) CreateAll(p *board.Plan, made func([]tasks.Result)) tea.Cmd {
	return m.submitAll(action{done: "created", made: made}, p)
}

func (m *Model) submitAll(a action, p *board.Plan) tea.Cmd {
	edits := p.Edits
	for i := range edits {
		edits[i].ID = m.nextEdit()
		edits[i].Group = edits[0].ID
		m.markWriting(edits[i].Of, edits[i].ID)
	}
	m.Generation++
	a.m, a.in, a.edits = m, m.Workspace, edits
	return m.Enqueue(effects.WriteAll(a.in, edits, p.Complete, host.OnResult2(a.written)))
}

// written shows what happened to the edits.
func (a action) written(res []tasks.Result, errs []error) tea.Cmd {
	m := a.m
	var lost, unknown []string
	var cmds []tea.Cmd
	var did []tasks.Verb
	for i, e := range a.edits {
		m.StayOpen(errs[i])
		if a.in == m.Workspace && m.awaitFate(e, errs[i]) {
			unknown = append(unknown, m.nameOf(e))
			continue
		}
		if err := errs[i]; err != nil {
			lost = append(lost, m.describeFailed(e, err))
			m.unmarkWriting(e.Of, e.ID)
			continue
		}
		did = append(did, e.Verb)
		if a.in == m.Workspace {
			m.rememberEdit(e, res[i])
			m.wrote(e.Verb)
			cmds = append(cmds, m.CheckTodoAfter(e, res[i]))
		}
	}
	m.Generation++
	if words := verbWords(did); len(did) > 0 && did[0] != did[len(did)-1] { // different verbs are counted
		a.done += ": " + words
	}
	if a.words != "" && len(lost)+len(unknown) == 0 {
		m.Success(a.words + ". " + m.KeyOf(keymap.Undo) + " takes all of it back")
	} else {
		m.reportAll(len(a.edits), a.done, lost, unknown)
	}
	if a.made != nil && a.in == m.Workspace {
		a.made(res)
	}
	return tea.Batch(cmds...)
}

// reportAll says how many of several edits were written, which were not, and of which that is not known.
func (m *Model) reportAll(all int, done string, lost, unknown []string) {
	if len(lost)+len(unknown) == 0 {
		m.Success(phrase.Tasks(all) + " " + done + ". " + m.KeyOf(keymap.Undo) + " takes all of it back")
		return
	}
	words := fmt.Sprintf("%d of %s %s", all-len(lost)-len(unknown), phrase.Tasks(all), done)
	if len(lost) > 0 {
		words += ". Not " + strings.Join(lost, "; not ")
	}
	if len(unknown) > 0 {
		words += ". The link was cut, and it is not known yet of " + strings.Join(unknown, ", ")
	}
	m.Alert(words)
}

// describeFailed names a task and says why its edit was not written.
func (m *Model) describeFailed(e tasks.Edit, err error) string {
	_, why, _ := strings.Cut(wordedError(e, err).Error(), ": ")
	return m.nameOf(e) + ": " + why
}

// nameOf names the task that an edit is about.
func (m *Model) nameOf(e tasks.Edit) string {
	if e.Verb == tasks.VerbCreate {
		return e.Draft.Subject
	}
	name := m.Board.ShortID(e.Of)
	if t := m.Board.Task(e.Of); t != nil {
		name += " " + t.Subject
	}
	return name
}

// sameAction returns the edits of the action that an edit belongs to, itself among them, as far as they are undone like
// it, or not undone like it; newest first.
func (m *Model) sameAction(all []store.PastEdit, with store.PastEdit) (same []store.PastEdit) {
	if with.Group == 0 || m.separate[with.ID] {
		return []store.PastEdit{with}
	}
	for _, d := range all {
		if d.Group == with.Group && d.Undone == with.Undone && !m.separate[d.ID] {
			same = append(same, d)
		}
	}
	return same
}

// actionsOf groups edits by action, newest first.
func (m *Model) actionsOf(all []store.PastEdit) (actions [][]store.PastEdit) {
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

// undoAll undoes or redoes an action.
func (m *Model) undoAll(of []store.PastEdit, redo bool) tea.Cmd {
	if len(of) == 1 {
		return m.Undo(of[0], redo, nil)
	}
	for _, d := range of {
		m.beginUndo(d)
	}
	return m.EnqueueOpening(effects.TakeBack(m.Workspace, of, redo, nil, host.OnResult(func(errs []error) tea.Cmd {
		return m.allUndone(of, redo, errs)
	})))
}

// allUndone shows the result of undoAll.
func (m *Model) allUndone(of []store.PastEdit, redo bool, errs []error) tea.Cmd {
	var lost, unknown []string
	for i, d := range of {
		m.StayOpen(errs[i])
		if errs[i] == nil {
			continue
		}
		if e := m.takingBack(d); m.awaitFate(e, errs[i]) {
			unknown = append(unknown, m.nameOf(e))
			continue
		}
		delete(m.writing, d.Key)
		m.separate[d.ID] = true // the next undo is of it alone
		lost = append(lost, m.describeFailed(tasks.Edit{Verb: tasks.VerbUndo, Of: d.Key, Who: m.Me}, errs[i]))
	}
	m.Generation++
	word := "Undone: "
	if redo {
		word = "Done again: "
	}
	switch {
	case len(lost)+len(unknown) == 0:
		m.Success(word + actionWords(of))
	case redo:
		m.reportAll(len(of), "are done again", lost, unknown)
	default:
		m.reportAll(len(of), "are as they were", lost, unknown)
	}
	m.undoable = false
	return m.Recall(keymap.Nothing)
}

// actionWords describes an action: "completed 3 tasks", "completed 2 and released 1 task".
func actionWords(of []store.PastEdit) string {
	verb, to := doneVerb(of[0])
	same := func(d store.PastEdit) bool { v, t := doneVerb(d); return v == verb && t == to }
	if !slices.ContainsFunc(of, func(d store.PastEdit) bool { return !same(d) }) {
		return verb + " " + phrase.Tasks(len(of)) + to
	}
	verbs := make([]tasks.Verb, len(of))
	for i, d := range of {
		verbs[i] = d.Verb
	}
	return verbWords(verbs)
}

// verbWords counts the edits of each verb: "completed 2 and released 1 task". It sorts verbs.
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
