// Package team finds out who works on the tasks of a directory and whether they still do, from files that agents leave
// outside of their tasks. It only reads, and takes no lock: for most agents, to read an inbox is to empty it.
//
// The files, by the agents that write them:
//
//	Claude Code       <config>/teams/<team>/config.json, and inboxes/<agent>.json, an array of messages
//	s_full, old s11   .team/config.json, and inbox/<agent>.jsonl, emptied when it is read
//	v9                .teams/<team>/config.json, and <agent>_inbox.jsonl
//	s18 to s20        .mailboxes/<agent>.jsonl, removed when it is read; no list of members
//
// Claude Code also writes for each of its processes whether it works, is idle or waits for a person: see read.go. The
// others have no heartbeat: a state is the last one that was written down, at Since, and an agent that crashed stays
// active for ever. A person can see from the age of its task's file what to think of that.
package team

import (
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"sideboard/tasks"
)

// A State is the state of a member.
type State = tasks.AgentState

// The states, under names of this package.
const (
	Unknown = tasks.AgentUnknown
	Unseen  = tasks.AgentUnseen
	Active  = tasks.AgentActive
	Idle    = tasks.AgentIdle
	Waiting = tasks.AgentWaiting
	Gone    = tasks.AgentGone
	Dead    = tasks.AgentDead
)

// A Member is an agent or a person that works on tasks. All its texts are raw: show them only through safetext.
type Member struct {
	Name     string
	ID       string // another name tasks may be owned by, "name@team"; "" for none
	Role     string
	Team     string
	State    State
	Since    time.Time // when State was written down, at the latest; zero if not known
	Absent   bool      // it is gone because its team does not list it
	Lead     bool      // it leads the team
	Session  bool      // it is the session that the list is named after: all tasks without another owner are its own
	StatedBy string    // who stated State itself, "Claude Code"; "" if it comes from a config or a message
	Pane     string    // its tmux pane, "%3"; "" for none
	Worktree string    // a directory of its own that it works in; "" for none
	PaneGone bool      // it is gone because its tmux pane was closed
	Lapsed   bool      // it is gone because its lease ended
	Newest   Message   // the newest message from it that is still in an inbox; its Text is "" for none
	process  process   // of its session; its pid is 0 if none is known
}

// A Message is a message from one member to another.
type Message struct {
	From, To string
	Text     string // one line; the messages of programs are put into words
	At       time.Time
}

// A Roster is all members that the agents of a task directory know. The zero Roster is empty.
type Roster struct {
	Team           string    // its name, "" if there is none or there are several
	Members        []Member  // in the order of the files
	RemovesLeavers bool      // members that leave are removed from the list: an owner that is not in it is gone
	Changed        time.Time // when the list of members was written last, zero if it keeps members that leave
	Problems       []Problem
	files          []fileState
	processes      []watchedProcess
	nextEnd        time.Time // of the lease that ends next, zero if none runs
}

// DependOn makes the roster stale when a file changes. Call it before the file is read; "" is no file.
func (r *Roster) DependOn(file string) {
	if file == "" {
		return
	}
	now, err := os.Lstat(file)
	if err != nil {
		now = nil
	}
	r.files = append(r.files, fileState{file, now, os.Lstat})
}

// AddLeases adds what leases say: an owner whose lease has ended, and of whom nothing better is known, is gone since
// then. When the next of them ends the roster is stale.
func (r *Roster) AddLeases(leases map[string]time.Time, now time.Time) {
	for _, owner := range slices.Sorted(maps.Keys(leases)) {
		until := leases[owner]
		if until.After(now) && (r.nextEnd.IsZero() || until.Before(r.nextEnd)) {
			r.nextEnd = until
		}
		i := slices.IndexFunc(r.Members, func(m Member) bool { return m.Name == owner })
		switch {
		case until.After(now) || i >= 0 && r.Members[i].StatedBy != "":
			continue
		case i < 0:
			r.Members = append(r.Members, Member{Name: owner})
			i = len(r.Members) - 1
		}
		m := &r.Members[i]
		m.State, m.Since, m.Lapsed = Gone, until, true
	}
}

// A Problem is a file that could not be read.
type Problem struct {
	Path string
	Err  error
}

// Owner returns the member that owns a task, by name or by id. If the team removes members that leave, an owner that it
// does not list is Gone since the list was last written. In a session without a team "" is the session, and every other
// owner an agent inside of it. It is false if nothing is known of the owner.
func (r *Roster) Owner(owner string) (Member, bool) {
	for _, m := range r.Members {
		switch {
		case owner != "" && (m.Name == owner || m.ID == owner) || m.Session && owner == "":
			return m, true
		case m.Session:
			return m.subagent(owner), true
		}
	}
	if owner == "" {
		return Member{}, false
	}
	if !r.RemovesLeavers || len(r.Members) == 0 {
		return Member{}, false
	}
	if name, team, ok := strings.Cut(owner, "@"); ok && team != r.Team {
		return Member{Name: name}, false // of another team
	}
	return Member{Name: owner, Team: r.Team, State: Gone, Absent: true, Since: r.Changed}, true
}

// subagent returns an agent that runs inside a session: it ends with it, and while the session lives nobody says what
// the agent does.
func (m Member) subagent(name string) Member {
	in := Member{Name: name, Pane: m.Pane, process: m.process}
	if m.State.Over() || m.State == Unseen {
		in.State, in.Since = m.State, m.Since
	}
	return in
}

// Agent returns the member as a tasks.Agent.
func (m Member) Agent() tasks.Agent {
	a := tasks.Agent{Name: m.Name, State: m.State, Since: m.Since, Live: m.StatedBy != ""}
	switch {
	case m.Absent:
		a.Why, a.Since = "is not in the team", time.Time{}
	case m.PaneGone:
		a.Why = "is gone: its pane was closed"
	case m.Lapsed:
		a.Why = "let its lease end"
	}
	return a
}

// OwnerState returns the state of owner. It is the zero Agent if owner is unknown or is me, the person who asks.
func (r *Roster) OwnerState(owner, me string) tasks.Agent {
	m, known := r.Owner(owner)
	if !known || owner != "" && owner == me {
		return tasks.Agent{}
	}
	return m.Agent()
}

// Agents returns all members but me and a leader without work, who may be waiting for the others.
func (r *Roster) Agents(me string) []tasks.Agent {
	var all []tasks.Agent
	for _, m := range r.Members {
		if m.Name != me && !(m.Lead && m.State == Idle) {
			all = append(all, m.Agent())
		}
	}
	return all
}

// Merge returns one roster for several directories. A member that several list with the same facts is in it once; two
// different members of one name become one without facts. An owner that no team lists is not gone: it may be in another
// team.
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
				continue // an owner's name does not say which list it is in
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
		for _, p := range one.Problems {
			if !slices.ContainsFunc(r.Problems, func(o Problem) bool { return o.Path == p.Path }) {
				r.Problems = append(r.Problems, p)
			}
		}
		r.files = append(r.files, one.files...)
		r.processes = append(r.processes, one.processes...)
	}
	return r
}
