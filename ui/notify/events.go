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

// standing is how a board stands, as far as a change of it is told.
type standing struct {
	at    time.Time
	needs []board.Need

	examined bool   // what the doctor finds is among them
	done     bool   // everything is completed
	lost     string // why the directory cannot be read, "" where it can
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

// The Program Status Protocol (OSC 7501) is how a program tells its terminal what it does, so that a tab or a window manager can
// show it: https://www.superlogical.com/rex/docs/build/program-status. Terminals that do not know it leave it aside.
//
// The record has an id, so that taking it back takes nobody else's with it. Taking it back, and bringing it again after an editor
// had the terminal, is ui/terminal's.

// mostWords is how many cells of a text the terminal is told: no more than a person reads at a glance.
const mostWords = 120

// report is what the terminal is told, and what it was told.
type report struct {
	on        bool
	known     bool // what it would be told now
	gen       int
	minute    int64
	is        tea.ProgramStatus
	told      *tea.ProgramStatus // nil for nothing; never changed in place, the renderer compares it with the one before
	gathering bool
}

// Status returns what the terminal is told of how the work stands, nil while it is told nothing.
func (m *Model) Status() *tea.ProgramStatus { return m.report.told }

// current reports whether the terminal was told how the work stands.
func (r *report) current() bool { return r.told != nil && *r.told == r.is }

// reports finds out whether the work stands otherwise than the terminal was told. More is waited for, so that a burst is told once.
func (m *Model) reports() tea.Cmd {
	r := &m.report
	minute := m.Now().Unix() / 60
	if !r.on || m.Workspace() == nil || !m.Board().Loaded() || r.known && r.gen == m.Generation() && r.minute == minute {
		return nil
	}
	r.known, r.gen, r.minute = true, m.Generation(), minute
	if r.is = m.standingNow(); r.current() || r.gathering {
		return nil
	}
	r.gathering = true
	return tea.Tick(gatherFor, host.Then(m.tellStanding))
}

// tellStanding has the terminal told with the next frame, at the end of a burst.
func (m *Model) tellStanding(time.Time) tea.Cmd {
	r := &m.report
	if r.gathering = false; !r.current() {
		r.told = new(r.is)
	}
	return nil
}

// standingNow returns how the work stands.
func (m *Model) standingNow() tea.ProgramStatus {
	b, n := m.Board(), m.Board().Counts()
	_, _, wiped := b.ResetCounts()
	needs := m.Needs()
	says := func(state tea.ProgramState, words string) tea.ProgramStatus {
		short := func(s string) string { return safetext.Line(s).Cut(mostWords).String() }
		return tea.ProgramStatus{State: state, ID: "sideboard", App: "sideboard", Title: short(m.Workspace().Place().Project), Message: short(words)}
	}
	progresses := func(s tea.ProgramStatus) tea.ProgramStatus {
		if n.Total > 0 {
			s.Progress, s.HasProgress = 100*n.Done/n.Total, true
		}
		return s
	}
	switch health, _ := b.Health(); {
	case health == tasks.Lost:
		return says(tea.ProgramStateError, "the task directory is gone")
	case len(needs) > 0:
		words := needs[0].Reason()
		if t := b.Task(needs[0].Key); t != nil {
			words = b.ShortID(needs[0].Key) + " " + t.Subject + ": " + words
		}
		if more := len(needs) - 1; more > 0 {
			words += ", and " + strconv.Itoa(more) + " more"
		}
		s := progresses(says(tea.ProgramStateBlocked, words))
		if needs[0].Kind == board.NeedsAnswer {
			s.Kind = tea.ProgramStatusKindQuestion
		}
		return s
	case n.Running > 0:
		return progresses(says(tea.ProgramStateWorking, fmt.Sprintf("%d in progress, %d of %d done", n.Running, n.Done, n.Total)))
	case n.Total > 0 && n.Done == n.Total && !wiped:
		return says(tea.ProgramStateDone, phrase.Tasks(n.Total)+" completed")
	}
	return says(tea.ProgramStateIdle, fmt.Sprintf("%d ready, %d blocked", n.Ready, n.Blocked))
}
