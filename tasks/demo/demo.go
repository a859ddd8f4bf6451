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

	"sideboard/tasks/refagents"
)

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
		config.Dialect = refagents.S12
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
	if c.dir, err = filepath.Abs(c.config.Dir); err != nil {
		return err
	}
	if c.config.Dir == "" {
		if c.root, c.dir, err = makeScratch(c.config.Dialect); err != nil {
			return err
		}
		if err := c.startCleaner(); err != nil {
			return err
		}
	} else if there, _ := os.ReadDir(c.dir); len(there) > 0 {
		return fmt.Errorf("%s is not empty: the demo writes only into a directory of its own", c.dir)
	}
	c.reader.Dir = c.dir
	if c.files, c.lastBytes, err = writeProject(c.config, c.dir); err != nil {
		return fmt.Errorf("write the demo's project: %w", err)
	}
	return nil
}

// startCleaner starts the process that removes the scratch directory, before there is anything in it.
func (c *Demo) startCleaner() (err error) {
	if c.config.Keep {
		return nil
	}
	cmd := exec.Command(c.config.Exe, Command, cleanerArg, c.root)
	cmd.SysProcAttr = ownGroup()
	if c.cleanerInput, err = cmd.StdinPipe(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start the cleaner: %w", err)
	}
	c.cleaner = cmd
	return nil
}

// startAgents starts the agents and the director.
func (c *Demo) startAgents() error {
	for i := range c.config.Agents {
		m := &process{name: fmt.Sprintf("agent-%d", i+1)}
		m.state = AgentState{Name: m.name, Doing: Idle}
		c.mu.Lock()
		c.agents = append(c.agents, m)
		c.mu.Unlock()
		if err := c.startAgent(m, c.startingFile(i+1)); err != nil {
			return err
		}
	}
	if c.config.Story {
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
		m.state.Doing, m.state.File, m.state.Subject = Working, resume, c.subject(resume)
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

func (c *Demo) removeFiles() error {
	if c.cleaner == nil {
		if c.root == "" || c.config.Keep {
			return nil
		}
		return os.RemoveAll(c.root) // the cleaner never started
	}
	_ = c.cleanerInput.Close()
	if err := c.cleaner.Wait(); err != nil {
		return errors.Join(fmt.Errorf("the cleaner: %w", err), os.RemoveAll(c.root))
	}
	return nil
}
