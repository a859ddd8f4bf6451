// Package demo is the demo's project and the simulated agents that work on it.
//
// A board over files that nobody writes shows nothing. So the demo makes a scratch directory with a believable project in the form
// of Claude Code's task files, and starts agents over it: goroutines that read, lock, claim and write real files as Claude Code's
// agents do. This is the one exception to the law that only tasks/store writes task files.
//
// The cleaner is a process of its own, in a process group of its own. It waits for the end of its stdin and then removes the scratch
// directory: that happens after kill -9 too.
//
// # Plans
//
// What an agent prefers, how long it takes, whether it stalls and what follow-up work it finds are functions
// of the seed, its name and the task's subject, never of the clock. So the same seed gives the same plan, and
// two seeds differ in who does what and when. A story is stricter: its agents do nothing by themselves, one
// director acts for each of them in turn.
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

// Command is the name of the hidden subcommand of the binary: whoever starts with it as the first argument
// must hand the others to Clean.
const Command = "demo-cleaner"

// Config is what to start.
type Config struct {
	Exe    string  // the binary that knows Command
	Agents int     // how many; 0 is 4
	Seed   uint64  // two seeds differ in who does what and when
	Speed  float64 // how fast time goes for the agents; 0 is 1
	Story  bool    // the deterministic 100 seconds instead of free work
	Waits  bool    // the story waits after its first caption until SetPaused or Step lets it go on
	Keep   bool    // leave the scratch directory
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

	olderCopy []byte // what an agent of the story has read and will save later

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

// makeProject makes the directory and what will remove it, then fills it.
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
	if d.Waits() {
		d.Step() // before its first beat, so that none is missed
	}
	d.after(0, d.runStory)
}

// subject returns what a task is called, its file name when it cannot be read.
func (d *Demo) subject(file string) string {
	t, err := d.load(file)
	if err != nil {
		return file
	}
	return t.Subject
}

// after does something after a while of the demo's time, unless the demo ends before.
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

// Close ends the agents and removes the scratch directory unless it is to be kept. It may be called twice.
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

// Root returns the scratch directory that everything of the demo lies in.
func (d *Demo) Root() string { return d.root }

// ConfigDir returns what is Claude Code's configuration directory for the demo's agents.
func (d *Demo) ConfigDir() string { return filepath.Join(d.root, projectName, ".claude") }

// Kept reports whether the demo's files stay when it ends.
func (d *Demo) Kept() bool { return d.config.Keep }

// Story reports whether the agents tell the story.
func (d *Demo) Story() bool { return d.config.Story }

// Waits reports whether the story waits after its first caption.
func (d *Demo) Waits() bool { return d.config.Story && d.config.Waits }

// SetPaused stops all agents, each before it next reads the directory, or lets them go on. It returns when none writes any more.
func (d *Demo) SetPaused(paused bool) {
	if !paused {
		d.clock.step(0, 0)
		return
	}
	speed, _ := d.clock.state()
	d.clock.set(speed, true)
	d.acting.Lock()
	defer d.acting.Unlock()
}

// SetSpeed changes how fast time goes for the agents: 1 is as it is, 2 twice as fast. It is kept between 0.1
// and 1000.
func (d *Demo) SetSpeed(speed float64) {
	_, paused := d.clock.state()
	d.clock.set(min(max(speed, 0.1), 1000), paused)
}
