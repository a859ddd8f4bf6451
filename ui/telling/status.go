package telling

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
)

// The Program Status Protocol (OSC 7501) is how a program tells its terminal what it does, so that a tab or a window manager can
// show it: https://www.superlogical.com/rex/docs/build/program-status. Terminals that do not know it leave it aside.
//
// The record has an id, so that taking it back takes nobody else's with it. Taking it back, and bringing it again after an editor
// had the terminal, is ui/terminal's.

// What a terminal takes of a text at most, in bytes before they are encoded.
const mostTitle, mostMessage = 192, 2048

// report is what the terminal is told, and what it was told.
type report struct {
	on        bool
	known     bool // what it would be told now
	gen       int
	minute    int64
	is, told  string
	gathering bool
}

// reports tells the terminal how the work stands, where that is otherwise than it was told. More is waited for, so that a burst is
// told once.
func (m *Model) reports() tea.Cmd {
	r := &m.report
	minute := m.Now().Unix() / 60
	if !r.on || m.Workspace() == nil || !m.Board().Loaded() || r.known && r.gen == m.Generation() && r.minute == minute {
		return nil
	}
	r.known, r.gen, r.minute = true, m.Generation(), minute
	if r.is = m.standingNow(); r.is == r.told || r.gathering {
		return nil
	}
	r.gathering = true
	return tea.Tick(gatherFor, func(time.Time) tea.Msg { return reportMsg{m} })
}

// reportMsg is the end of a burst, as far as the terminal is told of it.
type reportMsg struct{ m *Model }

// Apply tells the terminal.
func (msg reportMsg) Apply() tea.Cmd {
	r := &msg.m.report
	if r.gathering = false; r.is == r.told {
		return nil
	}
	r.told = r.is
	return tea.Raw(r.told)
}

// standingNow returns the sequence that says how the work stands.
func (m *Model) standingNow() string {
	b, n := m.Board(), m.Board().Counts()
	_, _, wiped := b.ResetCounts()
	needs := m.Needs()
	progress := -1
	if n.Total > 0 {
		progress = 100 * n.Done / n.Total
	}
	switch health, _ := b.Health(); {
	case health == tasks.Lost:
		return m.sequence("error", "", -1, "the task directory is gone")
	case len(needs) > 0:
		kind, words := "", needs[0].Reason()
		if needs[0].Kind == board.NeedsAnswer {
			kind = "question"
		}
		if t := b.Task(needs[0].Key); t != nil {
			words = b.ShortID(needs[0].Key) + " " + t.Subject + ": " + words
		}
		if more := len(needs) - 1; more > 0 {
			words += ", and " + strconv.Itoa(more) + " more"
		}
		return m.sequence("blocked", kind, progress, words)
	case n.Running > 0:
		return m.sequence("working", "", progress, fmt.Sprintf("%d in progress, %d of %d done", n.Running, n.Done, n.Total))
	case n.Total > 0 && n.Done == n.Total && !wiped:
		return m.sequence("done", "", -1, phrase.Tasks(n.Total)+" completed")
	}
	return m.sequence("idle", "", -1, fmt.Sprintf("%d ready, %d blocked", n.Ready, n.Blocked))
}

// sequence returns a report. Texts in it are encoded, so that nothing in them ends it.
func (m *Model) sequence(state, kind string, progress int, words string) string {
	var s strings.Builder
	s.WriteString("\x1b]7501;state=" + state + ":id=sideboard:app=sideboard")
	if kind != "" {
		s.WriteString(":kind=" + kind)
	}
	if progress >= 0 {
		s.WriteString(":progress=" + strconv.Itoa(progress))
	}
	text := func(key, text string, most int) {
		if text = within(safetext.Line(text), most); text != "" {
			s.WriteString(":" + key + "=" + base64.StdEncoding.EncodeToString([]byte(text)))
		}
	}
	text("title", m.Workspace().Place().Project, mostTitle)
	text("msg", words, mostMessage)
	s.WriteString("\x1b\\")
	return s.String()
}

// within returns a text in at most so many bytes, and no more of it than a person reads at a glance.
func within(t safetext.Text, most int) string {
	for w := min(t.Width(), 120); w > 0; w-- {
		if s := t.Cut(w).String(); len(s) <= most {
			return s
		}
	}
	return ""
}
