package tasks

import "time"

// AgentState is whether an agent is still at work, as far as anything beside the tasks says.
type AgentState uint8

// The states, from knowing nothing to knowing that it works no more.
const (
	AgentUnknown AgentState = iota
	AgentActive
	AgentIdle    // waits for something to do
	AgentWaiting // waits for a person: for an answer or a permission
	AgentGone    // shut down, or no longer in a team that removes who leaves
	AgentDead    // its process ended without a word
)

// String returns the word for people, "" for AgentUnknown.
func (s AgentState) String() string {
	return [...]string{"", "active", "idle", "waits for your answer", "gone", "dead"}[s]
}

// Over reports whether an agent in this state will complete nothing any more.
func (s AgentState) Over() bool { return s == AgentGone || s == AgentDead }

// An Agent is somebody who works on tasks, and how it stands.
type Agent struct {
	Name  string
	State AgentState
	Since time.Time // at the latest; zero when not known
	Live  bool      // its own process says so now, and nobody who listed it once
	Why   string    // what says so, as words that follow the name: "is not in the team"; "" for the state's own
}
