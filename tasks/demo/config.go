package demo

import (
	"time"

	"sideboard/tasks/refagents"
)

// Command is the name of the hidden subcommand of the binary: whoever starts with it as the first argument
// must hand the others to Agent.
const Command = "demo-agent"

// Config is what to start.
type Config struct {
	Exe     string           // the binary that knows Command
	Dir     string           // the task directory; "" makes a scratch directory, which is removed at the end
	Dialect string           // a name of Dialects; "" is refagents.S12
	Agents  int              // how many; 0 is 4
	Seed    uint64           // two seeds differ in who does what and when
	Speed   float64          // how fast time goes for the agents; 0 is 1
	Story   bool             // the deterministic 90 seconds instead of free work
	Keep    bool             // leave the scratch directory
	Now     func() time.Time // what the ages of the project count back from; nil is time.Now
}

// Provocation is something a talk wants to show.
type Provocation uint8

const (
	Overwrite Provocation = iota + 1 // an agent saves the copy of a file it read before a person edited it
	Die                              // an agent is killed in the middle of a task
	HalfWrite                        // a file is left half-written for a few seconds
	CloseLoop                        // an agent adds a link that closes a dependency loop
)

// Caption is one line of what is happening, for people.
type Caption struct {
	At   time.Time
	Beat int    // of the story, from 1; 0 outside it
	Of   int    // how many beats the story has; 0 outside it
	Text string // sentence case, may hold text of a task
	File string // the base name of the task file it is about, "" for none
	Who  string // the agent it is about, "" for none
}

// AgentState is one agent now.
type AgentState struct {
	Name    string
	PID     int
	Alive   bool
	Doing   Doing
	File    string // base name of the task it is on
	Subject string
}

// Doing is what an agent is at.
type Doing string

const (
	Idle    Doing = "idle"
	Working Doing = "working"
	Stalled Doing = "stalled"
	Dead    Doing = "dead"
)

// State is all agents now.
type State struct {
	Agents []AgentState
	Paused bool
	Speed  float64
	Story  bool
	Done   bool // everything is completed
}

// Dialects lists the dialects a demo can be in, by their short names.
func Dialects() []string { return refagents.Dialects() }
