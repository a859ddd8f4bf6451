package ui

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// copyID copies the id of a task; asked again within copyAgain, the command that resumes the session of its list, if
// there is one.
func (m *Model) copyID(k tasks.Key) tea.Cmd {
	t := m.Board.Task(k)
	if t == nil {
		m.Warn("Not copied: the file cannot be read")
		return nil
	}
	if safe := safetext.Copyable(t.ID.Text); safe != t.ID.Text || strings.Contains(safe, "\n") {
		m.Warn("Not copied: its id has characters that would act on a terminal it is pasted into")
		return nil
	}
	resume := m.resumeCommand(k)
	if resume == "" {
		return m.copy("", t.ID.Text)
	}
	if last := m.copied; last.key == k && m.Now.Sub(last.at) < copyAgain {
		m.copied = copied{}
		return m.copy("", resume)
	}
	m.copied = copied{k, m.Now}
	return m.copy(t.ID.Text+" ("+m.Keys.KeyOf(keymap.CopyID)+" again for claude --resume)", t.ID.Text)
}

// copied is the task whose id was copied, and when: the key again copies what resumes its session.
type copied struct {
	key tasks.Key
	at  time.Time
}

// copyAgain is how soon the key must be pressed again to copy the command.
const copyAgain = 10 * time.Second

// sessionID is the name of the list of a session of Claude Code, which is the id of the session.
var sessionID = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// resumeCommand returns the command that resumes the session of Claude Code whose list has a task, "" if the detail
// does not show that task or its list is none of a session here.
func (m *Model) resumeCommand(k tasks.Key) string {
	if !m.detail.Shown() || !m.Workspace.IsHere(k) || !m.Workspace.IsClaudeCode(k.List) {
		return ""
	}
	_, dir := m.Workspace.FileOf(k)
	if id := filepath.Base(dir); sessionID.MatchString(id) {
		return "claude --resume " + id
	}
	return ""
}

// copyInstruction copies an instruction for an agent to do a task.
func (m *Model) copyInstruction(k tasks.Key) tea.Cmd {
	return m.open.OfDirectory(effects.Instruction(m.Workspace, k, host.OnResult2(func(text string, err error) tea.Cmd {
		if err != nil {
			m.Refuse(fmt.Errorf("not copied: %w", err))
			return nil
		}
		what := ""
		if n := strings.Count(text, "\n"); n > 0 {
			what = fmt.Sprintf("an instruction for %s (%d lines)", m.Board.ShortID(k), n+1)
		}
		return m.copy(what, text)
	})))
}

// copy copies a text to the clipboard, without control characters that would act on a terminal. The notice calls it
// what; if that is "", the notice shows the text itself.
func (m *Model) copy(what, text string) tea.Cmd {
	text = safetext.Copyable(text)
	if what == "" {
		what = text
	}
	return effects.Clip(m.o.getenv, text, host.OnResult(func(where string) tea.Cmd {
		if where != "" {
			m.Success("Copied " + what + " to " + where)
			return nil
		}
		m.Post("Sent "+what+" to the terminal, for its clipboard: not every terminal takes it", view.Info)
		return tea.SetClipboard(text)
	}))
}
