// Package team tells who works on the tasks of a directory and whether they still do, from what agents leave beside
// their tasks. It only reads: nothing here is ever created, emptied, locked or removed, because reading an inbox is,
// for most agents, taking it.
//
// What there is, by who leaves it:
//
//	Claude Code       <config>/teams/<team>/config.json, and inboxes/<agent>.json, an array of messages
//	s_full, old s11   .team/config.json, and inbox/<agent>.jsonl, emptied by who reads it
//	v9                .teams/<team>/config.json, and <agent>_inbox.jsonl
//	s18 to s20        .mailboxes/<agent>.jsonl, removed by who reads it; no list of members
//
// Claude Code also says of each of its processes whether it works, rests or waits for a person, and which process it is: see
// read.go. None of the others keeps a heartbeat. A state is therefore what was last written down: Since is when, and an
// agent that crashed stays active for ever. That is for the person to judge, beside how long its task's file has not changed.
package team

import (
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
)

// A State is whether a member is still at work.
type State = tasks.AgentState

// The states, by names of this package's own.
const (
	Unknown = tasks.AgentUnknown
	Unseen  = tasks.AgentUnseen
	Active  = tasks.AgentActive
	Idle    = tasks.AgentIdle
	Waiting = tasks.AgentWaiting
	Gone    = tasks.AgentGone
	Dead    = tasks.AgentDead
)

// A Member is somebody who works on tasks. All its texts are raw: show them only through safetext.
type Member struct {
	Name     string
	ID       string // another name tasks may be owned by, "name@team"; "" for none
	Role     string
	Team     string
	State    State
	Since    time.Time // when that was written down, at the latest; zero when not known
	Absent   bool      // it is gone because its team does not list it
	Lead     bool      // it leads the team
	Session  bool      // it is the session itself whose tasks the list holds: whatever is not another's is its work
	Told     string    // whose own word State is, "Claude Code"; "" where it is read out of a config or a message
	Pane     string    // its tmux pane, "%3"; "" for none
	Worktree string    // a directory of its own it works in; "" for none
	PaneGone bool      // it is gone because tmux has its pane no more
	Newest   Message   // the newest message from it that still lies in an inbox; its Text is "" for none
	process  process   // of its session; its pid is 0 where none is known
}

// A Message is what one member wrote to another.
type Message struct {
	From, To string
	Text     string // one line: what was written, or in words what a machine's message means
	At       time.Time
}

// A Roster is everybody a task directory's agents know of. The zero Roster knows nobody.
type Roster struct {
	Team           string   // its name, "" where there is none or there are several
	Members        []Member // in the order of the files
	RemovesLeavers bool     // who leaves is removed from the list: an owner that is not in it is gone
	Changed        time.Time
	Problems       []Problem
	files          []fileState
	processes      []watchedProcess
}

// A Problem is a file that could not be read.
type Problem struct {
	Path string
	Err  error
}

// Owner returns the member that owns a task, by name or by id. An owner whom a team that removes leavers no longer
// lists is Gone since the list was last written. In a session without a team whatever has no other owner, and "", is the session's. It is false when nothing is known of the owner.
func (r *Roster) Owner(owner string) (Member, bool) {
	for _, m := range r.Members {
		if owner != "" && (m.Name == owner || m.ID == owner) || m.Session {
			return m, true
		}
	}
	if owner == "" {
		return Member{}, false
	}
	if !r.RemovesLeavers || len(r.Members) == 0 {
		return Member{}, false
	}
	if name, team, ok := strings.Cut(owner, "@"); ok && team != r.Team {
		return Member{Name: name}, false // of another team, of which nothing is known
	}
	return Member{Name: owner, Team: r.Team, State: Gone, Absent: true, Since: r.Changed}, true
}

// Agent returns how a member is doing, in the form in which the board asks for it.
func (m Member) Agent() tasks.Agent {
	a := tasks.Agent{Name: m.Name, State: m.State, Since: m.Since, Live: m.Told != ""}
	switch {
	case m.Absent:
		a.Why, a.Since = "is not in the team", time.Time{}
	case m.PaneGone:
		a.Why = "is gone: its pane was closed"
	}
	return a
}

// OwnerState returns how the owner of a task is doing, "" for nobody. Nothing is said of me, the person who asks.
func (r *Roster) OwnerState(owner, me string) tasks.Agent {
	m, known := r.Owner(owner)
	if !known || owner != "" && owner == me {
		return tasks.Agent{}
	}
	return m.Agent()
}

// Agents returns all members but me and a leader without work, who may wait for the others.
func (r *Roster) Agents(me string) []tasks.Agent {
	var all []tasks.Agent
	for _, m := range r.Members {
		if m.Name != me && !(m.Lead && m.State == Idle) {
			all = append(all, m.Agent())
		}
	}
	return all
}

// Merge returns one roster for several directories. A member that two of them list alike is in it once; two different members of
// one name become one of whom nothing more is known. Who is in none of these teams may be in another one, so that nobody is
// gone for not being listed.
func Merge(all []Roster) Roster {
	if len(all) == 1 {
		return all[0]
	}
	var r Roster
	at := map[string]int{}
	for i, one := range all {
		if i == 0 || one.Team == r.Team {
			r.Team = one.Team
		} else {
			r.Team = ""
		}
		for _, m := range one.Members {
			if m.Session {
				continue // of which list it is cannot be told of a name
			}
			known, was := at[m.Name]
			switch {
			case !was:
				at[m.Name] = len(r.Members)
				r.Members = append(r.Members, m)
			case r.Members[known] != m:
				r.Members[known] = Member{Name: m.Name}
			}
		}
		if one.Changed.After(r.Changed) {
			r.Changed = one.Changed
		}
		for _, t := range one.Problems {
			if !slices.ContainsFunc(r.Problems, func(o Problem) bool { return o.Path == t.Path }) {
				r.Problems = append(r.Problems, t)
			}
		}
		r.files = append(r.files, one.files...)
		r.processes = append(r.processes, one.processes...)
	}
	return r
}
