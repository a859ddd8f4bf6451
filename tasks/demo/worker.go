package demo

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"sideboard/tasks/refagents"
)

// A worker is one agent, in its own process.
type worker struct {
	plan   plan
	agent  *refagents.Agent
	clock  *clock
	resume string // the file of a task it has claimed already

	finished []refagents.Task // what it has completed, to notice when that was overwritten

	dirMu   sync.Mutex // held around every look at or change of the directory
	paused  bool
	running chan struct{} // while paused: closed when that ends

	outMu sync.Mutex
	out   *json.Encoder
}

// Agent is the main function of Command: an agent, or the cleaner. It returns when stdin ends,
// which is how it notices that the board is gone.
func Agent(args []string, stdin io.Reader) error {
	if len(args) == 2 && args[0] == cleanerArg {
		return removeScratch(args[1], stdin)
	}
	var name, dir, dialect, resume string
	var seed uint64
	var speed float64
	var told bool
	flags := flag.NewFlagSet(Command, flag.ContinueOnError)
	flags.StringVar(&name, "name", "agent-1", "who it is")
	flags.StringVar(&dir, "dir", "", "the task directory")
	flags.StringVar(&dialect, "dialect", "", "how it writes")
	flags.StringVar(&resume, "resume", "", "the file of the task it is on")
	flags.Uint64Var(&seed, "seed", 0, "what its plan grows from")
	flags.Float64Var(&speed, "speed", 1, "how fast time goes")
	flags.BoolVar(&told, "told", false, "do only what is told")
	if err := flags.Parse(args); err != nil {
		return err
	}
	agent, err := refagents.New(dialect, dir, name)
	if err != nil {
		return err
	}
	if dir == "" || speed <= 0 {
		return errors.New("an agent of the demo is started by the demo")
	}
	w := &worker{
		agent: agent, plan: plan{seed}, clock: newClock(speed), resume: resume,
		out: json.NewEncoder(os.Stdout),
	}
	agent.OnWrite = func(file string, raw []byte) { w.report(report{What: hasWritten, File: file, Raw: raw}) }
	ctx, cancel := context.WithCancel(context.Background())
	var works sync.WaitGroup
	if !told {
		works.Go(func() { w.run(ctx) })
	}
	err = w.serve(stdin)
	cancel()
	works.Wait()
	return err
}

// serve carries out orders until stdin ends.
func (w *worker) serve(stdin io.Reader) error {
	lines := bufio.NewReader(stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return nil
		}
		var o order
		if err := json.Unmarshal(line, &o); err != nil {
			return fmt.Errorf("an order that is none: %w", err)
		}
		answer := report{N: o.N}
		if err := w.carryOut(o); err != nil {
			answer.Err = err.Error()
		}
		w.report(answer)
	}
}

func (w *worker) carryOut(o order) error {
	w.dirMu.Lock()
	defer w.dirMu.Unlock()
	switch o.Do {
	case doPause, doResume:
		w.setTime(o)
		return nil
	case doClaim:
		if err := w.claimUnlessPersons(o.File); err != nil || w.agent.Dialect != refagents.ClaudeCode {
			return err
		}
		return w.agent.Begin(o.File)
	case doComplete:
		return w.agent.Complete(o.File)
	case doWrite:
		return w.agent.Write(o.File, o.Raw)
	case doWriteInPlace:
		return os.WriteFile(filepath.Join(w.agent.Dir, o.File), o.Raw, 0o644)
	case doRename:
		return w.agent.SetSubject(o.File, o.Text)
	case doLink, doUnlink:
		return w.relink(o)
	}
	return fmt.Errorf("nobody knows how to %q", o.Do)
}

func (w *worker) relink(o order) error {
	blocker, err := w.agent.Load(o.Other)
	if err != nil {
		return err
	}
	waiter, err := w.agent.Load(o.File)
	if err != nil {
		return err
	}
	if o.Do == doUnlink {
		return w.agent.Unlink(waiter, blocker)
	}
	return w.agent.Link(waiter, blocker)
}

// setTime pauses or goes on, at a speed; it is called with dirMu held, so that a pause begins after
// whatever is being written and before the next.
func (w *worker) setTime(o order) {
	switch {
	case o.Do == doPause && !w.paused:
		w.running = make(chan struct{})
	case o.Do == doResume && w.paused:
		close(w.running)
	}
	w.paused = o.Do == doPause
	w.clock.set(o.Speed, w.paused)
}

// inDir does one thing in the directory, and never while paused.
func (w *worker) inDir(ctx context.Context, do func() error) error {
	for {
		w.dirMu.Lock()
		if !w.paused && ctx.Err() == nil {
			defer w.dirMu.Unlock()
			return do()
		}
		running := w.running
		w.dirMu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (w *worker) report(r report) {
	w.outMu.Lock()
	defer w.outMu.Unlock()
	// The board is gone when this fails, and then stdin ends as well.
	_ = w.out.Encode(r)
}
