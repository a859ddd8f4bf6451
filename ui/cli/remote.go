package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"sideboard/tasks/bucket"
	"sideboard/tasks/locate"
	"sideboard/tasks/remote"
	"sideboard/tasks/store"
	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
)

// otherHost is the error of a command whose directory is on another host: Execute runs it there.
type otherHost struct {
	remote.Address
	word string // the address on the command line
	who  string // the owner, if the command line names none
}

func (o *otherHost) Error() string { return o.word + " is on another host" }

// elsewhere returns an *otherHost if a word of the command line is the address of one, and why it cannot be one. The
// error is nil for a directory of this host.
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
	args := make([]string, 0, len(line)+1)
	if wantsASCII(cmd.Root(), nil) { // what this terminal can show is not known there
		args = append(args, "--ascii")
	}
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
	answersJSON := asksJSON(cmd, line, o)
	out := &farOutput{to: cmd.OutOrStdout(), exact: answersJSON || cmd.Name() == "mcp"}
	said := &farOutput{to: cmd.ErrOrStderr(), exact: answersJSON, late: answersJSON}
	words := o.Command(false, o.who, args...)
	if cmd.Name() == "allow" { // it asks a person
		words = append([]string{"-t"}, words...)
	}
	ssh := exec.Command("ssh", words...)
	ssh.Stdin, ssh.Stdout, ssh.Stderr = cmd.InOrStdin(), out, said
	signal.Ignore(syscall.SIGINT) // ssh gets it too, and ends
	defer signal.Reset(syscall.SIGINT)
	err := ssh.Run()
	exit, ended := errors.AsType[*exec.ExitError](err)
	var why error
	switch {
	case ended && exit.ExitCode() == 127:
		why = fmt.Errorf("there is no sideboard on %s: install it there, on the PATH of its shell", o.Host)
	case ended && exit.ExitCode() == 255: // of ssh itself
		why = fmt.Errorf("ssh %s: no connection, or it was cut; try ssh %[1]s without sideboard", o.Host)
		if last := said.lastLine(); answersJSON && last != "" {
			why = fmt.Errorf("ssh %s: %s", o.Host, last)
		}
	case err != nil && !ended:
		why = fmt.Errorf("run ssh: %w", err)
	case !out.began:
		why = fmt.Errorf("what %s sent is not from sideboard: its shell prints something else", o.Host)
	}
	if why != nil && answersJSON {
		return &Exit{verbs.ExitIO, why}
	}
	if err := errors.Join(out.end(), said.end()); err != nil {
		return &Exit{verbs.ExitIO, err}
	}
	if why != nil {
		return &Exit{verbs.ExitIO, why}
	}
	if ended {
		return &Exit{Code: max(exit.ExitCode(), 1)}
	}
	return nil
}

// maxHeld is how many bytes of another host wait to be shown.
const maxHeld = 64 << 10

// farOutput passes on what sideboard on another host writes: nothing of what the shell there prints before, and nothing
// that a terminal would execute. What ssh itself says, when sideboard was never started, is passed on at the end.
type farOutput struct {
	to    io.Writer
	exact bool   // it is JSON: only what controls a terminal is replaced, so that a program reads the same
	late  bool   // everything is passed on at the end
	began bool   // sideboard was started
	held  []byte // what is not passed on yet
}

func (o *farOutput) Write(p []byte) (int, error) {
	o.held = append(o.held, p...)
	if !o.began {
		var after []byte
		if _, after, o.began = bytes.Cut(o.held, []byte(remote.Mark)); o.began {
			o.held = after
		}
	}
	if !o.began || o.late {
		o.held = o.held[max(0, len(o.held)-maxHeld):]
		return len(p), nil
	}
	whole := len(o.held)
	for tail := 1; tail < utf8.UTFMax && tail <= len(o.held); tail++ {
		if at := len(o.held) - tail; utf8.RuneStart(o.held[at]) && !utf8.FullRune(o.held[at:]) {
			whole = at // the rest of a character comes with the next bytes
		}
	}
	err := o.pass(o.held[:whole])
	o.held = append(o.held[:0], o.held[whole:]...)
	return len(p), err
}

// pass passes bytes on.
func (o *farOutput) pass(raw []byte) error {
	text := safetext.Lines(strings.ReplaceAll(string(raw), "\r\n", "\n")) // ssh ends its own lines so
	if o.exact {
		text = safetext.JSON(string(raw))
	}
	_, err := io.WriteString(o.to, text)
	return err
}

// end passes on what is left.
func (o *farOutput) end() error {
	if !o.began && o.late || len(o.held) == 0 {
		return nil
	}
	return o.pass(o.held)
}

// lastLine returns the last line of what was not passed on.
func (o *farOutput) lastLine() string {
	said := strings.TrimSpace(string(o.held))
	return strings.TrimSpace(said[strings.LastIndexByte(said, '\n')+1:])
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
		hello := remote.Hello{Dir: place.Dir, Project: place.Project}
		if c := locate.ConfigDir(b.Finder.Env); c != "" {
			hello.Configs = []string{filepath.ToSlash(c)}
		}
		o := b.Finder.Options
		return remote.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), remote.Options{
			Version: p.Version, Hello: hello, Poll: o.Poll,
			Store: store.Options{ReadOnly: o.ReadOnly, List: lane, Configs: hello.Configs, State: o.State},
		})
	}
	return cmd
}
