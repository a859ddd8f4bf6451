package notify

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"

	tea "charm.land/bubbletea/v2"
)

// A kind is a kind of event; the most urgent one comes first.
type kind uint8

const (
	problem   kind = iota // a file cannot be read, or the directory is gone
	needsYou              // something began to need a person
	allDone               // everything is completed
	ready                 // a task can be started that could not be before
	completed             // a task was completed
	kinds
)

// String returns the name of k in a Payload.
func (k kind) String() string {
	return [...]string{"problem", "needs-you", "all-done", "ready", "completed"}[k]
}

// rings reports whether k rings the terminal's bell.
func (k kind) rings() bool { return k <= allDone }

// event is one event that is reported.
type event struct {
	kind      kind
	at        time.Time
	key       tasks.Key // zero if it concerns no task
	subject   string    // as in the file; for a task that is gone by now
	who       string
	why, verb string // of what needs a person: the reason, and what can be done about it
}

// eventsOf returns the events of a change of the board: the tasks that others completed, and those that became ready.
// The person knows what was done on this board.
func eventsOf(b *board.Board, d board.Diff) (all []event) {
	for _, e := range d.Events {
		if e.Mine != 0 {
			continue
		}
		free := e.Unblocked
		switch e.Kind {
		case tasks.EventCompleted:
			all = append(all, event{kind: completed, at: e.At, key: e.Key, subject: e.Subject, who: e.Who})
		case tasks.EventCreated, tasks.EventReleased, tasks.EventReopened, tasks.EventRepaired:
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

// A snapshot is the state of the board as far as changes of it are reported.
type snapshot struct {
	at    time.Time
	needs []board.Need

	examined bool   // needs includes the findings of the doctor
	done     bool   // everything is completed
	lost     string // why the directory cannot be read, "" if it can
}

// eventsBetween returns the events between two snapshots: what began to need a person, and the end of the work. It
// leaves out what an agent has been doing since before opened.
func eventsBetween(was, is snapshot, opened time.Time) (all []event) {
	if is.lost != "" && was.lost == "" {
		all = append(all, event{kind: problem, at: is.at, why: is.lost, verb: "wait"})
	}
	for _, n := range is.needs {
		if slices.ContainsFunc(was.needs, func(o board.Need) bool {
			return o.Kind == n.Kind && o.Key == n.Key &&
				o.Who == n.Who
		}) {
			continue
		}
		e := event{kind: needsYou, at: is.at, key: n.Key, who: n.Who, why: n.Reason(), verb: n.Kind.Verb()}
		switch n.Kind {
		case board.FileBroken:
			e.kind = problem
		case board.FileWrong:
			if !was.examined {
				continue
			}
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

// The Program Status Protocol (OSC 7501) lets a program show its status in a tab or in the window manager:
// https://www.superlogical.com/rex/docs/build/program-status. Other terminals ignore it.
//
// The record has an id, so that clearing it clears no other program's. Package ui/terminal clears it, and sends it
// again after an editor had the terminal.

// maxStatus is the length in cells to which a text of the status is cut.
const maxStatus = 120

// terminalStatus holds the current and the last sent status of the terminal.
type terminalStatus struct {
	on      bool
	known   bool // current was computed for this directory
	gen     int
	minute  int64
	current tea.ProgramStatus
	// nil for none; never changed in place, because the renderer compares it with the previous one
	sent      *tea.ProgramStatus
	gathering bool
}

// Status returns the status for the terminal, nil for none.
func (m *Model) Status() *tea.ProgramStatus { return m.status.sent }

// ReportsStatus reports whether the terminal learns how the work stands: by its status, and by its progress bar (OSC
// 9;4), which some terminals take for a notification.
func (m *Model) ReportsStatus() bool { return m.status.on }

// isSent reports whether the terminal shows the current status.
func (r *terminalStatus) isSent() bool { return r.sent != nil && *r.sent == r.current }

// updateStatus computes the status, and has it sent at the end of a burst if it changed.
func (m *Model) updateStatus() tea.Cmd {
	r := &m.status
	minute := m.Now.Unix() / 60
	if !r.on || m.Workspace == nil || !m.Board.Loaded() || r.known && r.gen == m.Generation && r.minute == minute {
		return nil
	}
	r.known, r.gen, r.minute = true, m.Generation, minute
	r.current = m.currentStatus()
	if r.isSent() || r.gathering {
		return nil
	}
	r.gathering = true
	return tea.Tick(gatherFor, host.OnResult(m.sendStatus))
}

// sendStatus lets the next frame send the current status.
func (m *Model) sendStatus(time.Time) tea.Cmd {
	r := &m.status
	r.gathering = false
	if !r.isSent() {
		r.sent = new(r.current)
	}
	return nil
}

// currentStatus returns the status of the work.
func (m *Model) currentStatus() tea.ProgramStatus {
	b, n := m.Board, m.Board.Counts()
	_, _, wiped := b.ResetCounts()
	needs := m.Needs()
	status := func(state tea.ProgramState, text string) tea.ProgramStatus {
		short := func(s string) string { return safetext.Line(s).Cut(maxStatus).String() }
		return tea.ProgramStatus{State: state, ID: "sideboard", App: "sideboard",
			Title: short(m.Workspace.Place().Project), Message: short(text)}
	}
	withProgress := func(s tea.ProgramStatus) tea.ProgramStatus {
		if n.Total > 0 {
			s.Progress, s.HasProgress = 100*n.Done/n.Total, true
		}
		return s
	}
	switch health, why := b.Health(); {
	case health == tasks.Lost:
		return status(tea.ProgramStateError, "the task directory is gone")
	case health == tasks.Offline:
		return status(tea.ProgramStateError, why)
	case len(needs) > 0:
		text := needs[0].Reason()
		if t := b.Task(needs[0].Key); t != nil {
			text = b.ShortID(needs[0].Key) + " " + t.Subject + ": " + text
		}
		if more := len(needs) - 1; more > 0 {
			text += ", and " + strconv.Itoa(more) + " more"
		}
		s := withProgress(status(tea.ProgramStateBlocked, text))
		if needs[0].Kind == board.NeedsAnswer {
			s.Kind = tea.ProgramStatusKindQuestion
		}
		return s
	case n.Running > 0:
		return withProgress(status(tea.ProgramStateWorking,
			fmt.Sprintf("%d in progress, %d of %d done", n.Running, n.Done, n.Total)))
	case n.Total > 0 && n.Done == n.Total && !wiped:
		return status(tea.ProgramStateDone, phrase.Tasks(n.Total)+" completed")
	}
	return status(tea.ProgramStateIdle, fmt.Sprintf("%d ready, %d blocked", n.Ready, n.Blocked))
}
