package telling

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
)

// kind is what others are told of, the most urgent first.
type kind uint8

const (
	problem   kind = iota // a file cannot be read, or the directory is gone
	needsYou              // something began to need a person
	allDone               // everything is completed
	ready                 // a task can be started that could not be before
	completed             // a task was completed
	kinds
)

// String returns its word for programs.
func (k kind) String() string {
	return [...]string{"problem", "needs-you", "all-done", "ready", "completed"}[k]
}

// rings reports whether the terminal's bell is for it.
func (k kind) rings() bool { return k <= allDone }

// event is one thing that others are told of.
type event struct {
	kind      kind
	at        time.Time
	key       tasks.Key // zero where it is about no task
	subject   string    // raw; of a task that is gone by now
	who       string
	why, verb string // of what needs a person: why, and what can be done about it
}

// eventsOf returns what is to be told of a change of the board: what others completed, and what is ready because of them. What
// was done at this board is known there.
func eventsOf(b *board.Board, d board.Diff) (all []event) {
	for _, e := range d.Events {
		if e.Mine != 0 {
			continue
		}
		free := e.Unblocked
		switch e.Kind {
		case board.Completed:
			all = append(all, event{kind: completed, at: e.At, key: e.Key, subject: e.Subject, who: e.Who})
		case board.Created, board.Released, board.Reopened, board.Repaired:
			if b.State(e.Key) == board.Ready {
				all = append(all, event{kind: ready, at: e.At, key: e.Key, subject: e.Subject, who: e.Who})
			}
		}
		for _, k := range free {
			if b.State(k) == board.Ready {
				all = append(all, event{kind: ready, at: e.At, key: k, who: e.Who})
			}
		}
	}
	return all
}

// standing is how a board stands, as far as a change of it is told.
type standing struct {
	at    time.Time
	needs []board.Need
	done  bool   // everything is completed
	lost  string // why the directory cannot be read, "" where it can
}

// eventsBetween returns what is to be told between two looks at a board: what began to need a person, and the end of the work.
// What an agent has been doing since before opened is no news.
func eventsBetween(was, is standing, opened time.Time) (all []event) {
	if is.lost != "" && was.lost == "" {
		all = append(all, event{kind: problem, at: is.at, why: is.lost, verb: "wait"})
	}
	for _, n := range is.needs {
		if slices.ContainsFunc(was.needs, func(o board.Need) bool { return o.Kind == n.Kind && o.Key == n.Key && o.Who == n.Who }) {
			continue
		}
		e := event{kind: needsYou, at: is.at, key: n.Key, who: n.Who, why: n.Reason(), verb: n.Kind.Verb()}
		switch n.Kind {
		case board.FileBroken:
			e.kind = problem
		case board.NeedsAnswer, board.OwnerDead, board.OwnerGone:
			if !n.Since.IsZero() && n.Since.Before(opened) {
				continue
			}
		}
		all = append(all, e)
	}
	if is.done && !was.done && was.lost == "" {
		all = append(all, event{kind: allDone, at: is.at})
	}
	return all
}

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
