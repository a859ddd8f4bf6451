package sim

import (
	"context"
	"errors"
	"io"
)

// Crew is a running demo: the directory, its agents and the janitor.
type Crew struct{}

// Start makes the directory, writes the project into it and starts the agents. The crew ends with ctx or with Close.
func Start(ctx context.Context, c Config) (*Crew, error) { return nil, errors.New("sim: no crew") }

// Dialects lists the dialects a demo can be in.
func Dialects() []string { return nil }

// Agent is the main function of Command: an agent, or the janitor. It returns when stdin ends.
func Agent(args []string, stdin io.Reader) error { return errors.New("sim: no agent") }

// Dir is the task directory, absolute.
func (c *Crew) Dir() string { return "" }

// SetPaused stops all agents, each at its next step, or lets them go on.
func (c *Crew) SetPaused(paused bool) {}

// SetSpeed changes how fast time goes for the agents.
func (c *Crew) SetSpeed(speed float64) {}

// Provoke makes something happen to the task file of that base name; with "" the crew chooses. The error says
// in words why it can not happen now.
func (c *Crew) Provoke(p Provocation, file string) error { return errors.New("sim: no crew") }

// Captions tells what happens. A slow reader misses the oldest. The channel is closed by Close.
func (c *Crew) Captions() <-chan Caption { return nil }

// State is the crew now.
func (c *Crew) State() State { return State{} }

// Close ends all processes and removes the scratch directory unless it is to be kept. It may be called twice.
func (c *Crew) Close() error { return nil }
