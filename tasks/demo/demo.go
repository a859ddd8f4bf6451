// Package demo is the demo's project and the agents that work on it.
//
// A board over files that nobody writes shows nothing. So the demo makes a scratch directory with a believable
// project in any of the dialects, and starts agents over it. They are separate processes, of a hidden subcommand of
// the same binary, and act through tasks/refagents, so that they read, claim, lock and write as that dialect's own
// agents do. This is the one exception to the law that only tasks/store writes task files.
//
// # Processes
//
// Start makes the directory, writes the project, and starts one process for each agent and one cleaner.
// Commands go to an agent as JSON lines on its stdin, reports come back on its stdout. An agent ends when its
// stdin ends, so none outlives the board, however the board ends. The cleaner, in a process group of its own,
// waits for the end of its stdin and then removes the scratch directory: that happens after kill -9 too.
//
// # Plans
//
// What an agent prefers, how long it takes, whether it stalls and what follow-up work it finds are functions
// of the seed, its name and the task's subject, never of the clock. So the same seed gives the same plan, and
// two seeds differ in who does what and when. A story is stricter: its agents do nothing by themselves, one
// director in the board's process tells each what to do next and waits until it is done.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"sync"
	"time"

	"sideboard/tasks/refagents"
)

// Command is the name of the hidden subcommand of the binary: whoever starts with it as the first argument
// must hand the others to Agent.
const Command = "demo-agent"

// Config is what to start.
type Config struct {
	Exe     string           // the binary that knows Command
	Dialect string           // a name of Dialects; "" is DefaultDialect
	Agents  int              // how many; 0 is 4
	Seed    uint64           // two seeds differ in who does what and when
	Speed   float64          // how fast time goes for the agents; 0 is 1
	Story   bool             // the deterministic 100 seconds instead of free work
	Waits   bool             // the story waits after its first caption until SetPaused or Step lets it go on
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

// AgentState is one agent now.
type AgentState struct {
	Name    string
	PID     int
	Alive   bool
	File    string // base name of the task it is on
	Subject string
}

// DefaultDialect is the form of the files unless another is asked for: the one most people have met, with words for what
// each agent is doing.
const DefaultDialect = refagents.ClaudeCode

// Dialects lists the dialects a demo can be in, by their short names.
func Dialects() []string { return refagents.Dialects() }

// A Demo is a running demo: the directory, its agents and the cleaner.
type Demo struct {
	config Config
	root   string // the scratch directory, "" when the caller named a directory
	dir    string
	reader *refagents.Agent  // how the demo itself reads the directory
	files  map[string]string // base names by the project's keys
	clock  *clock
	plan   plan
	ctx    context.Context
	cancel context.CancelFunc
	jobs   sync.WaitGroup

	mu          sync.Mutex
	agents      []*process
	lastBytes   map[string][]byte // what an agent wrote last, by base name
	halfWritten map[string][]byte // the whole text of a file that is left half-written
	copies      map[string][]byte // what an agent of the story has read and will save later
	captions    chan Caption
	closed      bool
	beat        int
	picks       int // counts how many times an agent was picked
	done        bool

	cleaner      *exec.Cmd
	cleanerInput io.WriteCloser
	once         sync.Once
	closeErr     error
}

// Start makes the directory, writes the project into it and starts the agents. The demo ends with ctx or with
// Close. A directory that is named must be empty or not exist, and stays when the demo ends.
func Start(ctx context.Context, config Config) (*Demo, error) {
	if config.Agents < 0 || config.Agents > 64 {
		return nil, fmt.Errorf("a demo has 1 to 64 agents, not %d", config.Agents)
	}
	config = config.withDefaults()
	c := &Demo{
		config: config, clock: newClock(config.Speed), plan: plan{config.Seed},
		halfWritten: map[string][]byte{}, copies: map[string][]byte{}, captions: make(chan Caption, 64),
	}
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := c.makeProject(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	if err := c.startAgents(); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	context.AfterFunc(ctx, func() { _ = c.Close() })
	return c, nil
}

func (config Config) withDefaults() Config {
	if config.Agents == 0 || config.Story {
		config.Agents = 4
	}
	if config.Dialect == "" {
		config.Dialect = DefaultDialect
	}
	if config.Speed <= 0 {
		config.Speed = 1
	}
	if config.Now == nil {
		config.Now = time.Now
	}
	return config
}

// makeProject makes the directory and what will remove it, then fills it.
func (c *Demo) makeProject() (err error) {
	if c.reader, err = refagents.New(c.config.Dialect, "", ""); err != nil {
		return err
	}
	if c.root, c.dir, err = makeScratch(c.config.Dialect); err != nil {
		return err
	}
	if err := c.startCleaner(); err != nil {
		return err
	}
	c.reader.Dir = c.dir
	if c.files, c.lastBytes, err = writeProject(c.config, c.dir); err != nil {
		return fmt.Errorf("write the demo's project: %w", err)
	}
	return nil
}

// startAgents starts the agents and the director.
func (c *Demo) startAgents() error {
	for i := range c.config.Agents {
		m := &process{name: fmt.Sprintf("agent-%d", i+1)}
		m.state = AgentState{Name: m.name}
		c.mu.Lock()
		c.agents = append(c.agents, m)
		c.mu.Unlock()
		if err := c.startAgent(m, c.startingFile(i+1)); err != nil {
			return err
		}
	}
	if c.config.Story {
		c.clock.restart() // starting the agents may take longer than until the first beat
		if c.Waits() {
			c.Step() // before its first beat, so that none is missed
		}
		c.after(0, c.runStory)
	} else {
		c.after(0, c.watchForEnd)
	}
	return nil
}

// startingFile returns the file of the task the agent is on at the start.
func (c *Demo) startingFile(agent int) string {
	for _, it := range projectItems() {
		if it.stage == running && it.agent == agent {
			return c.files[it.key]
		}
	}
	return ""
}

// startAgent starts the process of an agent.
func (c *Demo) startAgent(m *process, resume string) error {
	c.mu.Lock()
	if resume != "" {
		m.state.File, m.state.Subject = resume, c.subject(resume)
	}
	c.mu.Unlock()
	c.jobs.Add(1)
	gone := func() { defer c.jobs.Done(); c.onExit(m) }
	if err := m.start(c.config.Exe, c.agentArgs(m, resume), func(r report) { c.onReport(m, r) }, gone); err != nil {
		c.jobs.Done()
		return err
	}
	if c.ctx.Err() != nil { // closed meanwhile: nobody else would dismiss this one
		m.closeInput()
		return c.ctx.Err()
	}
	c.mu.Lock()
	m.state.Alive, m.state.PID = true, m.cmd.Process.Pid
	c.mu.Unlock()
	if speed, paused := c.clock.state(); paused {
		_, err := m.send(order{Do: doPause, Speed: speed})
		return err
	}
	return nil
}

// subject returns what a task is called, its file name when it cannot be read.
func (c *Demo) subject(file string) string {
	t, err := c.reader.Load(file)
	if err != nil {
		return file
	}
	return t.Subject
}

// after does something after a while of the demo's time, unless the demo ends before.
func (c *Demo) after(d time.Duration, do func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return
	}
	c.jobs.Go(func() {
		if c.clock.wait(c.ctx, d) == nil {
			do()
		}
	})
}

// Close ends all processes and removes the scratch directory unless it is to be kept. It may be called twice.
func (c *Demo) Close() error {
	c.once.Do(func() {
		c.cancel()
		c.mu.Lock()
		c.closed = true
		members := c.agents
		c.mu.Unlock()
		for _, m := range members {
			m.closeInput()
		}
		stuck := time.AfterFunc(3*time.Second, func() {
			for _, m := range members {
				m.kill()
			}
		})
		c.jobs.Wait()
		stuck.Stop()
		close(c.captions)
		c.closeErr = c.removeFiles()
	})
	return c.closeErr
}

// Dir returns the task directory, absolute.
func (c *Demo) Dir() string { return c.dir }

// Root returns the scratch directory that everything of the demo lies in.
func (c *Demo) Root() string { return c.root }

// Kept reports whether the demo's files stay when it ends.
func (c *Demo) Kept() bool { return c.config.Keep }

// Story reports whether the agents tell the story.
func (c *Demo) Story() bool { return c.config.Story }

// Waits reports whether the story waits after its first caption.
func (c *Demo) Waits() bool { return c.config.Story && c.config.Waits }

// SetPaused stops all agents, each before its next look at the directory, or lets them go on.
func (c *Demo) SetPaused(paused bool) {
	speed, _ := c.clock.state()
	if !paused {
		c.clock.step(0, 0)
	}
	c.setTime(speed, paused)
}

// SetSpeed changes how fast time goes for the agents: 1 is as it is, 2 twice as fast. It is kept between 0.1
// and 1000.
func (c *Demo) SetSpeed(speed float64) {
	_, paused := c.clock.state()
	c.setTime(min(max(speed, 0.1), 1000), paused)
}

func (c *Demo) setTime(speed float64, paused bool) {
	c.clock.set(speed, paused)
	do := doResume
	if paused {
		do = doPause
	}
	c.mu.Lock()
	members := slices.Clone(c.agents)
	c.mu.Unlock()
	for _, m := range members {
		_, _ = m.send(order{Do: do, Speed: speed}) // the dead are told when they come back
	}
}
