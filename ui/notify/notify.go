// Package notify reports what happens on the board outside it: by the bell, by the status of the terminal (OSC 7501), and to the
// command of --on-event.
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
)

// Program is the program whose news are told.
type Program interface {
	host.Host
	// Needs returns what needs a person, the most urgent first.
	Needs() []board.Need
	// Examined reports whether the doctor has looked at the directory.
	Examined() bool
}

// Model is what was told, and what is still to be.
type Model struct {
	Program
	bell    bool
	command []string // a program and its arguments, nil for none
	runs    *effects.Background

	was    standing
	known  bool // how it was
	opened time.Time
	gen    int
	minute int64
	own    bool // the newest change was made at this board alone

	waiting   [kinds]burst
	ring      bool
	gathering bool
	running   bool
	failed    bool // the newest run did, and that was said

	report report
}

// burst is what is to be told together, the newest first.
type burst struct {
	count  int
	newest []event
}

const (
	// maxNewest is how many of a burst are told one by one; all of them are counted.
	maxNewest = 20
	// gatherFor is how long more is waited for after something that is to be told, so that a burst is told once.
	gatherFor = time.Second
)

// New returns what tells the news of a program by the terminal's bell, and to a command, nil for none; and the terminal, how the work
// stands.
func New(p Program, bell, status bool, args []string) *Model {
	return &Model{Program: p, bell: bell, report: report{on: status}, command: args, runs: effects.NewBackground()}
}

// Reset begins anew, for another directory.
func (m *Model) Reset() {
	m.known, m.waiting, m.ring, m.own, m.opened = false, [kinds]burst{}, false, false, m.Now()
	m.report.known = false
}

// Close ends a command that still runs.
func (m *Model) Close() { m.runs.Close() }

func (m *Model) tells() bool { return m.bell || len(m.command) > 0 }

// Hear takes in what changed on the board.
func (m *Model) Hear(d board.Diff) {
	if !m.tells() {
		return
	}
	if len(d.Events) > 0 {
		m.own = !slices.ContainsFunc(d.Events, func(e board.Event) bool { return e.Mine == 0 })
	}
	m.add(eventsOf(m.Board(), d))
}

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

// look compares how the board stands with how it stood, where something may be otherwise.
func (m *Model) look() {
	minute := m.Now().Unix() / 60 // tasks stall
	if m.known && m.gen == m.Generation() && m.minute == minute {
		return
	}
	m.gen, m.minute = m.Generation(), minute
	n := m.Board().Counts()
	_, _, wiped := m.Board().ResetCounts()
	is := standing{at: m.Now(), needs: slices.Clone(m.Needs()), examined: m.Examined(), done: n.Total > 0 && n.Done == n.Total && !wiped}
	if health, why := m.Board().Health(); health == tasks.Lost {
		is.lost = "the directory is gone: " + why
	}
	if m.known {
		m.add(eventsBetween(m.was, is, m.opened))
	}
	m.was, m.known = is, true
}

// Tell looks whether something is to be told, and tells it when it has gathered. It costs nothing where nothing changed.
func (m *Model) Tell() tea.Cmd {
	if cmd := m.reports(); cmd != nil {
		return tea.Batch(cmd, m.tellOthers())
	}
	return m.tellOthers()
}

// tellOthers tells the bell and the command.
func (m *Model) tellOthers() tea.Cmd {
	if !m.tells() || m.Workspace() == nil || !m.Board().Loaded() {
		return nil
	}
	m.look()
	if m.gathering || !m.ring && (m.running || m.next() == kinds) {
		return nil
	}
	m.gathering = true
	return tea.Tick(gatherFor, host.Then(m.tellGathered))
}

// next returns the most urgent kind that the command is to be told of, kinds for none.
func (m *Model) next() kind {
	for k := range m.waiting {
		if len(m.command) > 0 && m.waiting[k].count > 0 {
			return kind(k)
		}
	}
	return kinds
}

// tellGathered tells what gathered, at the end of a burst.
func (m *Model) tellGathered(time.Time) tea.Cmd {
	m.gathering = false
	var bell tea.Cmd
	if m.ring {
		m.ring, bell = false, effects.Bell()
	}
	return tea.Batch(bell, m.runNext())
}

// runNext tells the command of what is most urgent. It runs once at a time: what happens meanwhile gathers.
func (m *Model) runNext() tea.Cmd {
	k := m.next()
	if m.running || k == kinds {
		return nil
	}
	told := m.toldOf(k)
	m.waiting[k] = burst{}
	m.running = true
	raw, err := json.Marshal(told)
	if err != nil {
		return nil // it has text, numbers and times only
	}
	c := effects.Command{Args: m.command, Env: environment(told), Told: append(raw, '\n'), Limit: effects.CommandLimit}
	return m.runs.Run(c, host.Then(m.ran))
}

// ran hears that a run of the command ended, and tells once that the command fails, until it has worked again.
func (m *Model) ran(err error) tea.Cmd {
	m.running = false
	if err != nil && !m.failed {
		m.Warn("The command for events failed: " + m.command[0] + ": " + err.Error())
	}
	m.failed = err != nil
	return m.runNext()
}

// Told is what the command gets on its standard input, in a line of JSON.
type Told struct {
	Version   int         `json:"version" about:"1"`
	Event     string      `json:"event" about:"completed, ready, needs-you, all-done or problem"`
	Dir       string      `json:"dir" about:"the task directory"`
	Name      string      `json:"name" about:"what the project or list is called"`
	Count     int         `json:"count" about:"how many of them there were since the run before"`
	Newest    []Happening `json:"newest" about:"the newest 20 of them, the newest first"`
	Total     int         `json:"total" about:"how many tasks there are now"`
	Completed int         `json:"completed" about:"how many of them are finished"`
}

// Happening is one of the things a command is told of together.
type Happening struct {
	At     time.Time `json:"at" about:"when it was seen"`
	Task   verbs.Ref `json:"task" about:"the task, as it is now; empty where it is about none"`
	File   string    `json:"file" about:"the name of its file"`
	List   string    `json:"list" about:"its list, where several are open together"`
	Who    string    `json:"who" about:"who did it, or the agent it is about; empty where nobody is known"`
	Reason string    `json:"reason" about:"of needs-you and problem: why, in words"`
	Verb   string    `json:"verb" about:"of needs-you and problem: what a person can do about it"`
}

func (m *Model) toldOf(k kind) Told {
	w, n, p := m.waiting[k], m.Board().Counts(), m.Workspace().Place()
	told := Told{
		Version: verbs.Version, Event: k.String(), Dir: p.Dir, Name: p.Project, Count: w.count, Newest: []Happening{},
		Total: n.Total, Completed: n.Done,
	}
	for _, e := range w.newest {
		h := Happening{At: e.at.UTC(), File: e.key.Name, List: e.key.List, Who: e.who, Reason: e.why, Verb: e.verb}
		if e.key.Name != "" {
			h.Task = verbs.RefTo(m.Board(), e.key)
		}
		if h.Task.Subject == "" {
			h.Task.Subject = e.subject
		}
		told.Newest = append(told.Newest, h)
	}
	return told
}

// maxVariable is how much of a text of others is put in the environment; all of it is on the standard input.
const maxVariable = 200

// environment returns the newest of what is told as variables, for commands that read no JSON: one line each, nothing in it that acts
// on a terminal.
func environment(told Told) []string {
	var env []string
	set := func(name, value string) {
		env = append(env, "SIDEBOARD_EVENT"+name+"="+safetext.Line(value).Cut(maxVariable).String())
	}
	var of Happening
	if len(told.Newest) > 0 {
		of = told.Newest[0]
	}
	set("", told.Event)
	set("_COUNT", strconv.Itoa(told.Count))
	set("_ID", of.Task.ID)
	set("_SUBJECT", of.Task.Subject)
	set("_OWNER", of.Task.Owner)
	set("_WHO", of.Who)
	set("_REASON", of.Reason)
	set("_NAME", told.Name)
	return append(env, "SIDEBOARD_EVENT_DIR="+told.Dir)
}
