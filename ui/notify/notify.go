// Package notify reports what happens on the board outside it: by the bell, by the status of the terminal (OSC 7501),
// and to the command of --on-event.
package notify

import (
	"encoding/json"
	"slices"
	"strconv"
	"time"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
	"sideboard/ui/view"
)

// Uses is what the notifications ask of other features.
type Uses struct {
	Examined func() bool // the doctor has examined the directory
}

// A Model gathers events and reports them a second later, so that a burst is one notification.
type Model struct {
	*host.Program
	Uses
	bell    bool
	command []string // a program and its arguments, nil for none
	runs    *effects.Background

	last   snapshot
	known  bool // last holds a state of this directory
	opened time.Time
	gen    int
	minute int64
	own    bool // the latest change was made on this board alone

	waiting   [kinds]burst
	ring      bool
	gathering bool
	running   bool
	failed    bool // the latest run did, and the person has read so

	status terminalStatus
}

// burst is what one notification reports, the newest event first.
type burst struct {
	count  int
	newest []event
}

const (
	// maxNewest is the largest number of events of a burst that are reported one by one; all are counted.
	maxNewest = 20
	// gatherFor is how long a notification waits for more events.
	gatherFor = time.Second
)

// New returns a Model that rings the bell, keeps the terminal's status current, and runs the command args (nil for
// none).
func New(p *host.Program, bell, status bool, args []string) *Model {
	return &Model{Program: p, bell: bell, status: terminalStatus{on: status}, command: args,
		runs: effects.NewBackground()}
}

// Reset forgets everything, for another directory.
func (m *Model) Reset() {
	m.known, m.waiting, m.ring, m.own, m.opened = false, [kinds]burst{}, false, false, m.Now
	m.status.known = false
}

// Close stops a command that is still running.
func (m *Model) Close() { m.runs.Close() }

// enabled reports whether events are reported at all.
func (m *Model) enabled() bool { return m.bell || len(m.command) > 0 }

// HandleDiff queues the events of a change of the board.
func (m *Model) HandleDiff(d board.Diff) {
	if !m.enabled() {
		return
	}
	if len(d.Events) > 0 {
		m.own = !slices.ContainsFunc(d.Events, func(e board.Event) bool { return e.Mine == 0 })
	}
	m.add(eventsOf(m.Board, d))
}

// add queues events for the bell and the command. That all is done is no news to the person who did the last of it.
func (m *Model) add(all []event) {
	for _, e := range all {
		if e.kind == allDone && m.own {
			continue
		}
		m.ring = m.ring || m.bell && e.kind.rings()
		w := &m.waiting[e.kind]
		w.count++
		w.newest = slices.Insert(w.newest, 0, e)
		w.newest = w.newest[:min(len(w.newest), maxNewest)]
	}
}

// poll queues events for what changed since the last call.
func (m *Model) poll() {
	minute := m.Now.Unix() / 60 // a task stalls without a change of the board
	if m.known && m.gen == m.Generation && m.minute == minute {
		return
	}
	m.gen, m.minute = m.Generation, minute
	n := m.Board.Counts()
	_, _, wiped := m.Board.ResetCounts()
	now := snapshot{at: m.Now, needs: slices.Clone(m.Needs()), examined: m.Examined(), done: n.Total > 0 &&
		n.Done == n.Total && !wiped}
	if health, why := m.Board.Health(); health == tasks.Lost {
		now.lost = "the directory is gone: " + why
	} else if health == tasks.Offline {
		now.lost = why
	}
	if m.known {
		m.add(eventsBetween(m.last, now, m.opened))
	}
	m.last, m.known = now, true
}

// Flush starts the notifications that are due. It costs nothing if nothing changed.
func (m *Model) Flush() tea.Cmd {
	if cmd := m.updateStatus(); cmd != nil {
		return tea.Batch(cmd, m.gather())
	}
	return m.gather()
}

// gather waits for the end of a burst if there is something for the bell or the command.
func (m *Model) gather() tea.Cmd {
	if !m.enabled() || m.Workspace == nil || !m.Board.Loaded() {
		return nil
	}
	m.poll()
	if m.gathering || !m.ring && (m.running || m.next() == kinds) {
		return nil
	}
	m.gathering = true
	return tea.Tick(gatherFor, host.OnResult(m.notify))
}

// next returns the most urgent kind that waits for the command, kinds if none does.
func (m *Model) next() kind {
	for k := range m.waiting {
		if len(m.command) > 0 && m.waiting[k].count > 0 {
			return kind(k)
		}
	}
	return kinds
}

// notify rings the bell and runs the command, at the end of a burst.
func (m *Model) notify(time.Time) tea.Cmd {
	m.gathering = false
	var bell tea.Cmd
	if m.ring {
		m.ring, bell = false, effects.Bell()
	}
	return tea.Batch(bell, m.runNext())
}

// runNext runs the command for the most urgent kind. Only one runs at a time; events gather meanwhile.
func (m *Model) runNext() tea.Cmd {
	k := m.next()
	if m.running || k == kinds {
		return nil
	}
	payload := m.payload(k)
	m.waiting[k] = burst{}
	m.running = true
	raw, err := json.Marshal(payload)
	if err != nil {
		return nil // cannot happen: it has text, numbers and times only
	}
	c := effects.Command{Args: m.command, Env: environment(payload), Stdin: append(raw, '\n'),
		Limit: effects.CommandLimit}
	return m.runs.Run(c, host.OnResult(m.ran))
}

// ran handles the end of a run. It warns of a command that fails, once until it has worked again.
func (m *Model) ran(err error) tea.Cmd {
	m.running = false
	if err != nil && !m.failed {
		m.Remark("The command for events failed: "+m.command[0]+": "+err.Error(), view.Warning)
	}
	m.failed = err != nil
	return m.runNext()
}

// Payload is what the command reads from its standard input, as one line of JSON.
type Payload struct {
	Version   int         `json:"version" about:"1"`
	Event     string      `json:"event" about:"completed, ready, needs-you, all-done or problem"`
	Dir       string      `json:"dir" about:"the task directory"`
	Name      string      `json:"name" about:"the name of the project or list"`
	Count     int         `json:"count" about:"how many of these events since the last run"`
	Newest    []Happening `json:"newest" about:"the newest 20 of them"`
	Total     int         `json:"total" about:"all tasks, without containers"`
	Completed int         `json:"completed" about:"finished tasks"`
}

// Happening is one event of a Payload.
type Happening struct {
	At     time.Time `json:"at" about:"when sideboard saw it"`
	Task   verbs.Ref `json:"task" about:"a reference, empty if it concerns no task"`
	File   string    `json:"file" about:"its file name"`
	List   string    `json:"list" about:"its list, if several are open"`
	Who    string    `json:"who" about:"who did it, or the agent concerned; empty if unknown"`
	Reason string    `json:"reason" about:"for needs-you and problem: the reason"`
	Verb   string    `json:"verb" about:"for needs-you and problem: what a person can do about it"`
}

func (m *Model) payload(k kind) Payload {
	w, n, p := m.waiting[k], m.Board.Counts(), m.Workspace.Place()
	out := Payload{
		Version: verbs.Version, Event: k.String(), Dir: p.Dir, Name: p.Project, Count: w.count, Newest: []Happening{},
		Total: n.Total, Completed: n.Done,
	}
	for _, e := range w.newest {
		h := Happening{At: e.at.UTC(), File: e.key.Name, List: e.key.List, Who: e.who, Reason: e.why, Verb: e.verb}
		if e.key.Name != "" {
			h.Task = verbs.RefTo(m.Board, e.key)
		}
		if h.Task.Subject == "" {
			h.Task.Subject = e.subject
		}
		out.Newest = append(out.Newest, h)
	}
	return out
}

// maxVariable is the length in cells to which an agent's text is cut in an environment variable; standard input has all
// of it.
const maxVariable = 200

// environment returns the newest event as variables, for commands that read no JSON. Each is one line without control
// characters.
func environment(p Payload) []string {
	var env []string
	set := func(name, value string) {
		env = append(env, "SIDEBOARD_EVENT"+name+"="+safetext.Line(value).Cut(maxVariable).String())
	}
	var newest Happening
	if len(p.Newest) > 0 {
		newest = p.Newest[0]
	}
	set("", p.Event)
	set("_COUNT", strconv.Itoa(p.Count))
	set("_ID", newest.Task.ID)
	set("_SUBJECT", newest.Task.Subject)
	set("_OWNER", newest.Task.Owner)
	set("_WHO", newest.Who)
	set("_REASON", newest.Reason)
	set("_NAME", p.Name)
	return append(env, "SIDEBOARD_EVENT_DIR="+p.Dir)
}
