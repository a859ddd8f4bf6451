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

// CommandLimit is how long a command that is told of something may take. Sounds, notices and a request to a server take seconds;
// what takes longer belongs in the background of the command.
const CommandLimit = 10 * time.Second

// A Command is a program of the person's that is told what happened, without a shell in between: what tasks say is on its
// standard input and in its environment, never among its arguments.
type Command struct {
	args  []string
	limit time.Duration
	ctx   context.Context
	end   context.CancelFunc

	mu   sync.Mutex // held while a run begins, so that none does after Close
	runs sync.WaitGroup
}

// NewCommand returns a command of a name and its arguments.
func NewCommand(args []string) *Command {
	c := &Command{args: args, limit: CommandLimit}
	c.ctx, c.end = context.WithCancel(context.Background())
	return c
}

// Name returns what is run, without its arguments.
func (c *Command) Name() string { return c.args[0] }

// Run starts the command and answers when it ended, with why where it did not do what it was for. One that takes longer than
// CommandLimit is ended, with all that it started.
func (c *Command) Run(told []byte, env []string, then func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		c.mu.Lock()
		if c.ctx.Err() != nil {
			c.mu.Unlock()
			return nil
		}
		c.runs.Add(1)
		c.mu.Unlock()
		defer c.runs.Done()
		return then(c.run(told, env))
	}
}

func (c *Command) run(told []byte, env []string) error {
	ctx, cancel := context.WithCancel(c.ctx)
	if c.limit > 0 {
		ctx, cancel = context.WithTimeout(c.ctx, c.limit)
	}
	defer cancel()
	cmd := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stdin = bytes.NewReader(told)
	var said beginning
	cmd.Stdout, cmd.Stderr = &said, &said // one writer: what it said first is what is told of a failure
	cmd.SysProcAttr = ownSession()
	cmd.Cancel = func() error { return endSession(cmd.Process) }
	cmd.WaitDelay = time.Second // for what it left behind, which may hold its output open
	err := cmd.Run()
	switch {
	case ctx.Err() != nil && c.ctx.Err() == nil:
		return fmt.Errorf("it was ended after %s", c.limit)
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return nil
	}
	why := err.Error()
	var missing *exec.Error
	if errors.As(err, &missing) {
		why = missing.Err.Error()
	}
	if line, _, _ := strings.Cut(strings.TrimSpace(string(said.text)), "\n"); line != "" {
		why += ": " + line
	}
	return errors.New(why)
}

// Close ends what runs, and waits for that.
func (c *Command) Close() {
	c.mu.Lock()
	c.end()
	c.mu.Unlock()
	c.runs.Wait()
}

// beginning is the beginning of what a command prints; the rest is let go, however much it is.
type beginning struct{ text []byte }

func (b *beginning) Write(p []byte) (int, error) {
	const most = 300
	b.text = append(b.text, p[:min(len(p), most-len(b.text))]...)
	return len(p), nil
}

// Bell rings the terminal's bell.
func Bell() tea.Cmd { return tea.Raw("\a") }

// RunOwn runs a command of the person's own in the background, for as long as it takes, and answers when it ended. The end of the
// board does not end it.
func RunOwn(args, env []string, then func(error) tea.Msg) tea.Cmd {
	c := NewCommand(args)
	c.limit = 0
	return c.Run(nil, env, then)
}

// OwnProcess returns a command of the person's own as what the terminal is lent to.
func OwnProcess(args, env []string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = append(os.Environ(), env...)
	return cmd
}
