package cli

import (
	"errors"
	"fmt"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
	"sideboard/ui/verbs"
)

// otherHost is the error of a command whose directory is on another host: Execute runs it there.
type otherHost struct {
	remote.Address
	word string // the address on the command line
	who  string // the owner, if the command line names none
}

func (o *otherHost) Error() string { return o.word + " is on another host" }

// elsewhere returns an *otherHost if a word of the command line is the address of one, and why it cannot be one. The error is nil for a
// directory of this host.
func elsewhere(word, who string) error {
	if _, is, err := bucket.Parse(word); is {
		return usageError(err)
	}
	a, ok, err := remote.Parse(word)
	switch {
	case err != nil:
		return usageError(err)
	case ok:
		return &otherHost{a, word, who}
	}
	return nil
}

// run runs a command line on the other host. The error is an *Exit with the exit code there, which has said why.
func (o *otherHost) run(cmd *cobra.Command, line []string) error {
	args := make([]string, 0, len(line))
	for _, word := range line {
		dir, flag := word, ""
		if rest, ok := strings.CutPrefix(word, "--dir="); ok {
			dir, flag = rest, "--dir="
		}
		switch {
		case dir != o.word:
			args = append(args, word)
		case o.Dir == "" && flag == "" && len(args) > 0 && args[len(args)-1] == "--dir":
			args = args[:len(args)-1]
		case o.Dir == "":
		case flag == "" && (slices.Contains(args, "--") || args[len(args)-1] == "--dir"):
			args = append(args, o.Dir)
		default:
			args = append(args, "--dir="+o.Dir) // there it is no word of a filter, even if it does not exist
		}
	}
	ssh := exec.Command("ssh", o.Command(false, o.who, args...)...)
	ssh.Stdin, ssh.Stdout, ssh.Stderr = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	signal.Ignore(syscall.SIGINT) // ssh gets it too, and ends
	defer signal.Reset(syscall.SIGINT)
	err := ssh.Run()
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case ended && exit.ExitCode() == 127:
		return &Exit{verbs.ExitIO, fmt.Errorf("there is no sideboard on %s: install it there, on the PATH of its shell", o.Host)}
	case ended && exit.ExitCode() == 255: // of ssh itself, which has said why
		return &Exit{verbs.ExitIO, fmt.Errorf("ssh %s: no connection, or it was cut; try ssh %[1]s without sideboard", o.Host)}
	case ended:
		return &Exit{Code: max(exit.ExitCode(), 1)}
	case err != nil:
		return &Exit{verbs.ExitIO, fmt.Errorf("run ssh: %w", err)}
	}
	return nil
}

// isAddress reports whether a word is the address of a directory on another host or of a bucket.
func isAddress(word string) bool {
	_, there, _ := remote.Parse(word)
	return there || isBucket(word)
}

// isBucket reports whether a word is the address of a bucket.
func isBucket(word string) bool {
	_, is, _ := bucket.Parse(word)
	return is
}

// followCommand is what a board runs on the host of a directory.
func followCommand(p Program, f *flags) *cobra.Command {
	lane, list := "", ""
	cmd := &cobra.Command{
		Use:    "follow",
		Short:  "Serve a board on another host, over ssh",
		Hidden: true,
		Args:   noArgs,
	}
	cmd.Flags().StringVar(&lane, "lane", "", "the name of the list on the board")
	placeFlags(cmd, p, f, &list, "to follow")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		b, err := boardOptions(p, *f, "")
		if err != nil {
			return err
		}
		place, err := locate.Resolve(b.Finder.Env, b.Finder.Arg, list)
		if err != nil {
			return explainNotFound(err)
		}
		hello := remote.Hello{Version: p.Version, Dir: place.Dir, Project: place.Project}
		if c := locate.ConfigDir(b.Finder.Env); c != "" {
			hello.Configs = []string{filepath.ToSlash(c)}
		}
		o := b.Finder.Options
		return remote.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), remote.Options{Hello: hello, Poll: o.Poll, Store: store.Options{
			ReadOnly: o.ReadOnly, List: lane, Configs: hello.Configs, State: o.State,
		}})
	}
	return cmd
}
