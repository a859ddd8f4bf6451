package demo

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"sideboard/tasks/refagents"
)

// A command is what the demo tells an agent to do. Every order is answered by a report with its number.
type command string

const (
	doPause        command = "pause"
	doResume       command = "resume"
	doClaim        command = "claim"    // File
	doComplete     command = "complete" // File
	doWrite        command = "put"      // Raw becomes File, written as the dialect writes
	doWriteInPlace command = "tear"     // Raw becomes File, in place: half a file
	doRename       command = "rename"   // the subject of File becomes Text
	doLink         command = "link"     // File waits for Other
	doUnlink       command = "unlink"   // File does not wait for Other any more
)

// order is one line on an agent's stdin.
type order struct {
	N     int     `json:"n"`
	Do    command `json:"do"`
	File  string  `json:"file,omitempty"`
	Other string  `json:"other,omitempty"`
	Text  string  `json:"text,omitempty"`
	Raw   []byte  `json:"raw,omitempty"`
	Speed float64 `json:"speed,omitempty"`
}

// event is what an agent tells without being asked.
type event string

const (
	hasWritten      event = "written" // is about to write Raw to File
	hasClaimed      event = "claimed"
	hasLostRace     event = "lost" // somebody else was faster
	hasStalled      event = "stalled"
	hasResumed      event = "resumed"
	hasCompleted    event = "completed"
	hasCreated      event = "created" // after completing Text
	hasLetGo        event = "yielded" // somebody took the task away
	hasTidied       event = "tidied"  // File still waited for Text, which is completed
	hasFailedToRead event = "tripped" // over a file it could not read
	isIdle          event = "idle"    // nothing is ready
)

// report is one line on an agent's stdout: the answer to order N, or something that happened.
type report struct {
	N       int    `json:"n,omitempty"`
	Err     string `json:"err,omitempty"`
	What    event  `json:"what,omitempty"`
	File    string `json:"file,omitempty"`
	Subject string `json:"subject,omitempty"`
	Text    string `json:"text,omitempty"`
	Raw     []byte `json:"raw,omitempty"`
}

// errDead is returned when the agent's process is gone.
var errDead = errors.New("the agent is dead")

// A process is one agent as the demo sees it: orders go to it, reports come from it.
type process struct {
	name string

	writeMu sync.Mutex // held while an order is written: orders keep their order

	mu      sync.Mutex // never held while anything waits
	cmd     *exec.Cmd
	in      io.WriteCloser
	next    int
	waiting map[int]chan error
	dead    bool

	state AgentState // the demo's, under its lock
}

// start runs the agent's process. It is listened to until it ends; then gone is called.
func (m *process) start(exe string, args []string, heard func(report), gone func()) error {
	cmd := exec.Command(exe, args...)
	cmd.SysProcAttr = ownGroup()
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start %s: %w", m.name, err)
	}
	m.mu.Lock()
	m.cmd, m.in, m.waiting, m.dead = cmd, in, map[int]chan error{}, false
	m.mu.Unlock()
	go func() {
		m.listen(out, heard)
		_ = cmd.Wait() // killed or ended: it is gone either way
		m.mu.Lock()
		m.dead = true
		for _, c := range m.waiting {
			c <- errDead
		}
		m.waiting = nil
		m.mu.Unlock()
		gone()
	}()
	return nil
}

func (m *process) listen(out io.Reader, heard func(report)) {
	lines := bufio.NewReader(out)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var r report
		if json.Unmarshal(line, &r) != nil {
			continue // a line cut off by kill -9
		}
		if r.N == 0 {
			heard(r)
			continue
		}
		m.mu.Lock()
		answer := m.waiting[r.N]
		delete(m.waiting, r.N)
		m.mu.Unlock()
		switch {
		case answer == nil:
		case r.Err != "":
			answer <- errors.New(r.Err)
		default:
			answer <- nil
		}
	}
}

// send gives the agent an order, and returns the channel on which its answer will come.
func (m *process) send(o order) (<-chan error, error) {
	m.writeMu.Lock()
	defer m.writeMu.Unlock()
	m.mu.Lock()
	if m.dead || m.in == nil {
		m.mu.Unlock()
		return nil, errDead
	}
	m.next++
	o.N = m.next
	answer := make(chan error, 1)
	m.waiting[o.N] = answer
	in := m.in
	m.mu.Unlock()
	line, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	if _, err := in.Write(append(line, '\n')); err != nil {
		return nil, errDead
	}
	return answer, nil
}

// closeInput ends the agent by ending its stdin.
func (m *process) closeInput() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.in != nil {
		_ = m.in.Close()
	}
}

// kill ends the agent as kill -9 does.
func (m *process) kill() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.cmd != nil {
		_ = m.cmd.Process.Kill()
	}
}

// agentArgs returns the arguments an agent starts with.
func (c *Demo) agentArgs(m *process, resume string) []string {
	speed, _ := c.clock.state()
	args := []string{
		Command, "-name", m.name, "-dir", c.dir, "-dialect", c.config.Dialect,
		"-seed", strconv.FormatUint(c.config.Seed, 10), "-speed", strconv.FormatFloat(speed, 'g', -1, 64),
	}
	if resume != "" {
		args = append(args, "-resume", resume)
	}
	if c.config.Story {
		args = append(args, "-told")
	}
	return args
}

// makeScratch makes a scratch directory: its root, and in it the path of the task directory where the dialect has it.
func makeScratch(dialect string) (root, dir string, err error) {
	root, err = os.MkdirTemp("", scratchPrefix)
	if err != nil {
		return "", "", fmt.Errorf("make a scratch directory: %w", err)
	}
	dir = filepath.Join(root, projectName, ".tasks")
	if dialect == refagents.ClaudeCode {
		dir = filepath.Join(root, projectName, ".claude", "tasks", projectName)
	}
	return root, dir, nil
}

const (
	cleanerArg    = "cleaner"
	scratchPrefix = "sideboard-demo-"
)

// removeScratch waits until stdin ends and removes the scratch directory. It removes nothing that is not one. Agents may
// still be writing their last file when the board was killed, so it tries for a while.
func removeScratch(dir string, stdin io.Reader) error {
	if !filepath.IsAbs(dir) || !strings.HasPrefix(filepath.Base(dir), scratchPrefix) {
		return fmt.Errorf("%s is no scratch directory of the demo", dir)
	}
	_, _ = io.Copy(io.Discard, stdin) // however it ends, it has ended
	var err error
	for range 40 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
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
