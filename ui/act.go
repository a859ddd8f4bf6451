package ui

import (
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/view"
	"sideboard/ui/workspace"
)

// act carries out an action on the selected task, or refuses it in words.
func (m *Model) act(a keymap.Action) tea.Cmd {
	switch a {
	case keymap.New:
		m.startCreate(tasks.Key{})
		return nil
	case keymap.Unlink:
		return m.deps.StartUnlink()
	case keymap.Splice:
		m.deps.StartSplice()
		return nil
	}
	k, ok := m.selected()
	if !ok {
		m.warn(m.deps.NothingSelected())
		return nil
	}
	b, who, at := m.board, m.o.As, m.now
	switch a {
	case keymap.Claim:
		return m.carryOut(board.Claim(b, k, who, at))
	case keymap.Complete:
		return m.carryOut(board.Complete(b, k, who, at))
	case keymap.Release:
		e, err := board.Release(b, k, who, at)
		return m.carryOut(m.panels.WithOwner(k, e, err))
	case keymap.Reopen:
		return m.carryOut(board.Reopen(b, k, who, at))
	case keymap.Delete:
		return m.carryOut(board.Delete(b, k, who, at))
	case keymap.Worktree, keymap.ShowWorktree, keymap.OpenShell:
		return m.panels.WorktreeAction(k, a)
	case keymap.ReadPlan:
		return m.panels.ReadPlan(k.List)
	case keymap.AddToPlan:
		return m.panels.LookAtTodo(k, true)
	case keymap.GoToTmuxPane:
		if t := b.Task(k); t != nil {
			return m.panels.ToPane(t.Owner)
		}
	case keymap.Link:
		m.deps.StartLink()
	case keymap.RepairLinks:
		return m.deps.RepairLinks()
	case keymap.NewWaiting:
		m.startCreate(k)
	case keymap.Edit:
		return m.readFor(k, toFill)
	case keymap.EditOutside:
		return m.readFor(k, toEditOutside)
	case keymap.CopyID:
		t := m.board.Task(k)
		if t == nil {
			m.warn("Not copied: the file cannot be read")
			return nil
		}
		if safe := safetext.Copyable(t.ID.Text); safe != t.ID.Text || strings.Contains(safe, "\n") {
			m.warn("Not copied: its id has characters that would act on a terminal it is pasted into")
			return nil
		}
		return copiedMsg{key: k, text: t.ID.Text}.apply(m)
	case keymap.CopyInstruction:
		return m.ofDirectory(effects.Instruction(m.workspace, k, func(text string, err error) tea.Msg { return copiedMsg{k, text, err} }))
	}
	return nil
}

// carryOut does with a rule's answer what it asks for: writes the edit, asks the person, or says why not.
func (m *Model) carryOut(e tasks.Edit, err error) tea.Cmd {
	var ask board.Ask
	switch {
	case errors.As(err, &ask):
		m.mode = asking{m: m, ask: ask}
		return nil
	case err != nil:
		m.refused(err)
		return nil
	}
	if why := m.whyNotIn(e.Of.List); why != "" {
		m.warn("Not " + e.Verb.Past() + ": " + why)
		return nil
	}
	return m.submit(e)
}

// submit writes an edit. Until its file tells of it, the card carries a mark.
func (m *Model) submit(e tasks.Edit) tea.Cmd {
	e.ID = m.nextEdit()
	if e.Of.Name != "" {
		m.markInFlight(e.Of, e.ID)
		m.lastOwn = e.Of
	}
	m.gen++
	if remark, risk := board.Notice(m.board, e); risk {
		m.warn(remark)
	} else if remark != "" {
		m.say(remark)
	}
	m.selectNext(e)
	d := m.workspace
	return m.enqueue(effects.Write(d, e, func(res tasks.Result, err error) tea.Msg { return wroteMsg{m, d, e, res, err} }))
}

// markInFlight marks a task as being written.
func (m *Model) markInFlight(k tasks.Key, id tasks.EditID) {
	if k.Name == "" {
		return
	}
	m.flight[k] = id
}

// clearInFlight ends the marks of edits whose files were seen again, and all of them when there is nothing more to come.
func (m *Model) clearInFlight(d tasks.Delta) {
	m.heard += d.Edits
	for k, id := range d.Mine {
		if m.flight[k] == id {
			delete(m.flight, k)
		}
	}
	m.endWaiting()
}

// endWaiting ends what is waited for when everything written has been heard of: what the board has not got by then, others
// have taken away again.
func (m *Model) endWaiting() {
	if m.arriving() {
		return
	}
	if len(m.flight) > 0 {
		clear(m.flight)
		m.gen++
	}
	if !m.board.Has(m.cursor.expected) {
		m.cursor.expected = tasks.Key{}
	}
}

// Handle takes the answer to a question.
func (mode asking) Handle(a keymap.Action) tea.Cmd {
	m := mode.m
	m.toBoard()
	if mode.form != nil {
		m.mode = filling{m, mode.form}
	}
	if a == keymap.Yes {
		cmd := m.submit(mode.ask.Edit)
		if mode.form != nil {
			mode.form.sent = m.edits
		}
		if mode.copy != nil {
			m.copies[m.edits] = *mode.copy
		}
		return cmd
	}
	if mode.copy != nil {
		m.keepCopy(*mode.copy)
	}
	return nil
}

func (mode asking) Overlay() view.Overlay {
	m := mode.m
	c := &view.Confirm{Question: safetext.Line(mode.ask.Question), Keys: m.footerKeys(), Danger: mode.ask.Edit.Verb == tasks.VerbDelete}
	for _, d := range mode.ask.Detail {
		c.Detail = append(c.Detail, phrase.Line(d, style.Plain))
	}
	return c
}

// wroteMsg is what became of an edit.
type wroteMsg struct {
	m    *Model
	in   *workspace.Workspace
	edit tasks.Edit
	res  tasks.Result
	err  error
}

// Apply hears what became of an edit.
func (msg wroteMsg) Apply() tea.Cmd {
	m := msg.m
	m.stayOpen(msg.err)
	if msg.in != m.workspace {
		if msg.err != nil { // the directory was left meanwhile
			m.refused(wordedError(msg.edit, msg.err))
		}
		return nil
	}
	k := msg.edit.Of
	if msg.err != nil && m.flight[k] == msg.edit.ID {
		delete(m.flight, k)
	}
	if msg.err != nil {
		m.reselect(k)
	}
	m.gen++
	var half *workspace.Unfinished
	if errors.As(msg.err, &half) { // what was asked for was done
		defer m.refused(wordedError(msg.edit, msg.err))
		msg.err = nil
	}
	var c *tasks.Conflict
	if errors.As(msg.err, &c) && disputable(msg.edit, c) {
		form, open := m.mode.(filling)
		if !open || form.form.sent == msg.edit.ID {
			d := disputeOf("Edit "+m.board.ShortID(k), c)
			d.edit = &msg.edit
			if o, ok := m.copies[msg.edit.ID]; ok {
				d.copy = &o
				delete(m.copies, msg.edit.ID)
			}
			m.mode = deciding{m, d}
			return nil
		}
	}
	if msg.err != nil {
		m.refused(wordedError(msg.edit, msg.err))
		if form, ok := m.mode.(filling); ok && form.form.sent == msg.edit.ID {
			form.form.failed(m.notice.text())
		}
		m.endCopy(msg.edit.ID, msg.err)
		return nil
	}
	m.endCopy(msg.edit.ID, nil)
	m.rememberEdit(msg.edit, msg.res)
	m.undoable = m.workspace.Undoable() == nil
	if form, ok := m.mode.(filling); ok && form.form.sent == msg.edit.ID {
		m.toBoard()
	}
	if len(msg.res.Made) > 0 {
		m.lastOwn = msg.res.Made[0]
		m.cursor.expected = msg.res.Made[0] // its card may not be there yet
		m.placeCursor()
	}
	return m.panels.TodoAfter(msg.edit, msg.res)
}

// apply hands a text to the clipboard, without what would act on the terminal it is pasted into.
func (msg copiedMsg) apply(m *Model) tea.Cmd {
	if msg.err != nil {
		m.refused(fmt.Errorf("not copied: %w", msg.err))
		return nil
	}
	text := safetext.Copyable(msg.text)
	what := text
	if n := strings.Count(text, "\n"); n > 0 {
		what = fmt.Sprintf("an instruction for %s (%d lines)", m.board.ShortID(msg.key), n+1)
	}
	getenv := m.o.Finder.Env.Getenv
	if getenv == nil {
		getenv = func(string) string { return "" }
	}
	return effects.Clip(getenv, text, func(where string) tea.Msg { return clippedMsg{what, text, where} })
}

func (msg clippedMsg) apply(m *Model) tea.Cmd {
	if msg.where != "" {
		m.did("Copied " + msg.what + " to " + msg.where)
		return nil
	}
	m.post("Sent "+msg.what+" to the terminal, for its clipboard: not every terminal takes it", view.Info)
	return tea.SetClipboard(msg.text)
}

// goToAttention goes to the next task that needs a person and says why.
func (m *Model) goToAttention() {
	k, why, ok := m.board.Attention(m.cursor.key, m.now, m.o.Stalled)
	if !ok {
		m.say("Nothing needs you")
		return
	}
	m.reveal(k)
	if m.board.OwnerGone(k) {
		why = m.panels.GoneWords(m.board.Task(k)) + ". " + m.keysOf(keymap.Release) + " releases it"
	}
	m.say(m.board.ShortID(k) + phrase.InList(k.List) + " needs you: " + why)
}

// enableKeys lets exactly those keys match and show that mean something now.
func (m *Model) enableKeys() {
	writing := []keymap.Action{keymap.Claim, keymap.Complete, keymap.Release, keymap.Reopen, keymap.New,
		keymap.NewWaiting, keymap.Edit, keymap.EditOutside, keymap.Delete, keymap.Undo, keymap.Redo,
		keymap.Link, keymap.Unlink, keymap.Splice, keymap.RepairLinks, keymap.AddToPlan,
		keymap.CreateWorktree, keymap.BindWorktree, keymap.UnbindWorktree, keymap.KeepWorktree, keymap.RemoveWorktree}
	m.keys.Enable(writing...)
	if why := m.whyNotNow(); why != "" {
		m.keys.Disable("Not written: "+why, writing...)
	}
	m.switchable(m.lostEdit != nil && !m.deps.Supposing(), "No edit of yours was overwritten", keymap.ApplyAgain)
	m.switchable(!m.deps.Supposing(), "Not in a what if: esc ends it", keymap.History)
	m.switchable(m.deps.Shown() == view.FocusView, "In the focus only ("+m.keysOf(keymap.ShowFocus)+")", keymap.Deeper, keymap.Shallower)
	m.switchable(m.deps.Shown() != view.FocusView, "In the graph and the log only", keymap.FoldFinished)
	m.switchable(m.deps.Shown() == view.GraphView, "In the graph only ("+m.keysOf(keymap.ShowGraph)+")", keymap.FoldUnlinked)
	m.switchable(m.deps.Shown() != view.TimelineView, "The log shows all links", keymap.ShowRedundant)
	m.switchable(m.reader.open, "Open the detail first", keymap.ScrollDown, keymap.ScrollUp)
	m.switchable(m.crew == nil || !m.crew.Story(), "The story tells itself: sideboard demo lets you provoke", keymap.Provoke)
	m.switchable(m.workspace == nil && m.o.Demo != nil, "", keymap.StartDemo)
}

func (m *Model) switchable(on bool, why string, actions ...keymap.Action) {
	if on {
		m.keys.Enable(actions...)
	} else {
		m.keys.Disable(why, actions...)
	}
}

// whyNotNow says why nothing can be written now, "" when it can.
func (m *Model) whyNotNow() string {
	if m.deps.Supposing() {
		return "nothing is, in a what if. Esc ends it"
	}
	return m.whyNoWriting()
}

const notThere = "the directory is not there"

// whyNoWriting says why edits are not possible, "" when they are.
func (m *Model) whyNoWriting() string {
	switch {
	case m.o.ReadOnly:
		return "the board is read only"
	case m.health == tasks.Lost:
		return notThere
	case m.write != nil:
		return m.write.Error()
	}
	return ""
}
