package effects

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
)

const (
	// CommandLimit is how long a command that is notified of an event may run. Sounds, notices and a request to a
	// server take seconds.
	CommandLimit = 10 * time.Second
	// endGrace is how long a command may take to end before it is killed.
	endGrace = 2 * time.Second
)

// A Command is a program of the person that runs in the background, without a shell and without a terminal.
type Command struct {
	Args  []string
	Env   []string // in addition to the environment of this program
	Stdin []byte
	Limit time.Duration // it is killed after so long; 0 for never
}

// Background is the commands that run in the background.
type Background struct {
	ctx  context.Context
	end  context.CancelFunc
	mu   sync.Mutex // held while a command starts, so that none starts after Close
	runs sync.WaitGroup

	grace time.Duration // endGrace, less in tests
}

// NewBackground returns a Background without commands.
func NewBackground() *Background {
	b := &Background{grace: endGrace}
	b.ctx, b.end = context.WithCancel(context.Background())
	return b
}

// Run runs a command, and calls then with its error when it has ended. It kills a command that takes longer than its
// limit, with all that it started.
func (b *Background) Run(c Command, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		b.mu.Lock()
		if b.ctx.Err() != nil {
			b.mu.Unlock()
			return nil
		}
		b.runs.Add(1)
		defer b.runs.Done()
		b.mu.Unlock()
		return then(c.run(b.ctx, b.grace))
	}
}

// Close terminates all commands and waits for them.
func (b *Background) Close() {
	b.mu.Lock()
	b.end()
	b.mu.Unlock()
	b.runs.Wait()
}

func (c *Command) run(board context.Context, grace time.Duration) error {
	ctx, cancel := context.WithCancel(board)
	if c.Limit > 0 {
		ctx, cancel = context.WithTimeout(board, c.Limit)
	}
	defer cancel()
	cmd := exec.CommandContext(ctx, c.Args[0], c.Args[1:]...)
	cmd.Env = append(os.Environ(), c.Env...)
	cmd.Stdin = bytes.NewReader(c.Stdin)
	var said beginning
	cmd.Stdout, cmd.Stderr = &said, &said // the beginning is shown if it fails
	cmd.SysProcAttr = ownSession()
	cmd.Cancel = func() error { return askToEnd(cmd.Process) }
	cmd.WaitDelay = grace // also for processes that it started, which may keep its output open
	err := cmd.Run()
	if ctx.Err() != nil && cmd.Process != nil {
		_ = endSession(cmd.Process)
	}
	switch {
	case ctx.Err() != nil && board.Err() == nil:
		return fmt.Errorf("it was ended after %s", c.Limit)
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil
	}
	why := err.Error()
	if missing, ok := errors.AsType[*exec.Error](err); ok {
		why = missing.Err.Error()
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(string(said.text)), "\n"); line != "" {
		why += ": " + line
	}
	return errors.New(why)
}

// beginning keeps the beginning of what is written to it.
type beginning struct{ text []byte }

func (b *beginning) Write(p []byte) (int, error) {
	const most = 300
	b.text = append(b.text, p[:min(len(p), most-len(b.text))]...)
	return len(p), nil
}

// Bell rings the terminal's bell.
func Bell() tea.Cmd { return tea.Raw("\a") }

// OwnProcess returns a command of the person, to which the terminal is lent.
func OwnProcess(args, env []string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}
