// Package demo is the demo's project and the simulated agents that work on it.
//
// It makes a scratch directory with a believable project as task files of Claude Code, and starts agents over it:
// goroutines that read, lock, claim and write real files as Claude Code's agents do. This is the one exception to the
// rule that only tasks/store writes task files.
//
// The cleaner is a process in a process group of its own. It waits for the end of its stdin and then removes the
// scratch directory, even after kill -9.
//
// # Plans
//
// What an agent prefers, how long it takes, whether it stalls and which follow-ups it finds are functions of the seed,
// its name and the task's subject, never of the clock. So the same seed gives the same plan, and two seeds differ in
// who does what and when. In a story agents do nothing by themselves: one director acts for each of them in turn.
package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// Command is the name of the hidden subcommand of the binary, which must pass its other arguments to Clean.
const Command = "demo-cleaner"

// Config are the options of Start.
type Config struct {
	Exe         string  // the binary that knows Command
	Agents      int     // their number; 0 means 4
	Seed        uint64  // two seeds differ in who does what and when
	Speed       float64 // how many times as fast as real time the demo's time goes; 0 or less means 1
	Story       bool    // the story, always the same 100 seconds, instead of free work
	WaitAtStart bool    // the story waits after its first caption for SetPaused or Step
	Keep        bool    // keep the scratch directory
}

// A Demo is a running demo: the directory, its agents and the cleaner.
type Demo struct {
	config Config
	root   string            // the scratch directory
	dir    string            // the task directory in it
	files  map[string]string // base names by the project's keys
	clock  *clock
	plan   plan
	ctx    context.Context
	cancel context.CancelFunc
	jobs   sync.WaitGroup
	agents []*agent
	acting sync.RWMutex // read-held while an agent acts by itself

	olderCopy []byte // the copy that an agent of the story saves later

	mu        sync.Mutex
	lastBytes map[string][]byte // what an agent wrote last, by base name
	captions  chan Caption
	closed    bool
	beat      int
	done      bool

	cleaner      *exec.Cmd
	cleanerInput io.WriteCloser
	once         sync.Once
	closeErr     error
}

// Start makes the directory, writes the project into it and starts the agents. The demo ends with ctx or with Close.
func Start(ctx context.Context, config Config) (*Demo, error) {
	if config.Agents < 0 || config.Agents > 64 {
		return nil, fmt.Errorf("a demo has 1 to 64 agents, not %d", config.Agents)
	}
	config = config.withDefaults()
	d := &Demo{
		config: config, plan: plan{config.Seed}, files: map[string]string{},
		lastBytes: map[string][]byte{}, captions: make(chan Caption, 64),
	}
	d.ctx, d.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := d.makeProject(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.startAgents()
	context.AfterFunc(ctx, func() { _ = d.Close() })
	return d, nil
}

func (config Config) withDefaults() Config {
	if config.Agents == 0 || config.Story {
		config.Agents = 4
	}
	if config.Speed <= 0 {
		config.Speed = 1
	}
	return config
}

// makeProject makes the scratch directory, starts the cleaner and writes the project.
func (d *Demo) makeProject() (err error) {
	if d.root, err = os.MkdirTemp("", scratchPrefix); err != nil {
		return fmt.Errorf("make a scratch directory: %w", err)
	}
	d.dir = filepath.Join(d.ConfigDir(), "tasks", projectName)
	if err := d.startCleaner(); err != nil {
		return err
	}
	for i := range d.config.Agents {
		d.agents = append(d.agents, &agent{name: fmt.Sprintf("agent-%d", i+1)})
	}
	err = d.writeProject()
	if err == nil && !d.config.Story {
		err = d.writeTeam()
	}
	if err != nil {
		return fmt.Errorf("write the demo's project: %w", err)
	}
	return nil
}

// startAgents starts the agents, or the director of a story.
func (d *Demo) startAgents() {
	d.clock = newClock(d.config.Speed)
	for _, a := range d.agents {
		d.startAgent(a)
	}
	if !d.config.Story {
		d.after(0, d.watchForEnd)
		return
	}
	if d.WaitsAtStart() {
		d.Step() // before its first beat, so that none is missed
	}
	d.after(0, d.runStory)
}

// subject returns the subject of a task, the name of its file if it cannot be read.
func (d *Demo) subject(file string) string {
	t, err := d.load(file)
	if err != nil {
		return file
	}
	return t.Subject
}

// after calls do after a duration of the demo's time, unless the demo ends before.
func (d *Demo) after(wait time.Duration, do func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return
	}
	d.jobs.Go(func() {
		if d.clock.wait(d.ctx, wait) == nil {
			do()
		}
	})
}

// Close stops the agents and removes the scratch directory unless it is kept. It may be called twice.
func (d *Demo) Close() error {
	d.once.Do(func() {
		d.cancel()
		d.mu.Lock()
		d.closed = true
		d.mu.Unlock()
		d.jobs.Wait()
		close(d.captions)
		d.closeErr = d.removeFiles()
	})
	return d.closeErr
}

// Dir returns the task directory, absolute.
func (d *Demo) Dir() string { return d.dir }

// Root returns the scratch directory.
func (d *Demo) Root() string { return d.root }

// ConfigDir returns the configuration directory of Claude Code for the demo's agents.
func (d *Demo) ConfigDir() string { return filepath.Join(d.root, projectName, ".claude") }

// IsKept reports whether the scratch directory is kept.
func (d *Demo) IsKept() bool { return d.config.Keep }

// IsStory reports whether this is the story.
func (d *Demo) IsStory() bool { return d.config.Story }

// WaitsAtStart reports whether the story waits after its first caption.
func (d *Demo) WaitsAtStart() bool { return d.config.Story && d.config.WaitAtStart }

// SetPaused pauses all agents, each before it next reads the directory, or resumes them. After a pause, none writes.
func (d *Demo) SetPaused(paused bool) {
	if !paused {
		d.clock.step(0, 0)
		return
	}
	speed, _ := d.clock.state()
	d.clock.set(speed, true)
	d.acting.Lock() // waits for the agents that are about to write
	defer d.acting.Unlock()
}

// SetSpeed sets the speed of the demo's time, which is kept between 0.1 and 1000.
func (d *Demo) SetSpeed(speed float64) {
	_, paused := d.clock.state()
	d.clock.set(min(max(speed, 0.1), 1000), paused)
}
