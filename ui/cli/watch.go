package cli

import (
	"context"
	"errors"
	"io"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/ui/verbs"
)

// watchCommand prints what happens, as it happens.
func watchCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch [DIR]",
		Short: "Print what happens to the tasks, a line each, as it happens",
		Long: `watch prints a line for each change it sees from now on: created, claimed, completed with what that unblocked, and so on. With
--json each line is an object. It ends when its reader does, or at ctrl+c.

It ends with 2 when it could not look.`,
		Example: `  sideboard watch
  sideboard watch --json | jq -r 'select(.event == "completed") | .task.subject'`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	x := &taskRun{program: p, flags: f, waits: true}
	cmd.Flags().StringVar(&x.list, "list", "", `the list that is meant; "latest" is the newest`)
	cmd.Flags().BoolVar(&x.json, "json", false, "print an object of JSON a line, for programs")
	completeListFlag(cmd, p)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		interrupted, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		ctx, cancel := context.WithCancel(interrupted)
		defer cancel()
		x.dir = strings.Join(args, "")
		s, err := x.open(ctx, false)
		if err != nil {
			return failedToRead(err)
		}
		defer s.Close()
		out := cmd.OutOrStdout()
		go func() { awaitReaderEnd(out); cancel() }()
		err = s.Watch(ctx, func(e verbs.Event) error { return x.printEvent(out, e) })
		switch {
		case interrupted.Err() != nil:
			return &Exit{Code: verbs.ExitInterrupted}
		case errors.Is(err, context.Canceled), errors.Is(err, syscall.EPIPE):
			return nil
		}
		return failedToRead(err)
	}
	return cmd
}

func (x *taskRun) printEvent(out io.Writer, e verbs.Event) error {
	if x.json {
		return writeJSONLine(out, e)
	}
	words := []string{e.At.Local().Format(time.TimeOnly), e.Event, e.Task.Short, e.Task.Subject}
	if e.Task.Short == "" {
		words[2] = e.File
	}
	if e.Who != "" {
		words = append(words, "("+e.Who+")")
	}
	if e.Event == board.Edited.String() {
		words = append(words, strings.Join(e.Fields, ", "))
	}
	for _, r := range e.Unblocked {
		words = append(words, "unblocked "+r.Short)
	}
	_, err := io.WriteString(out, strings.ReplaceAll(Printable(strings.Join(words, "  ")), "\n", " ")+"\n")
	return err
}
