package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/verbs"
)

// atMostOneDir accepts a directory or nothing. For any other word the error lists the commands.
func atMostOneDir(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasParent() && isUnknownWord(args[0]) {
		return usageError(unknownCommand(cmd, args[0]))
	}
	if len(args) > 1 {
		return usageError(fmt.Errorf("%s takes one directory, and %s is one too many; see %s --help",
			cmd.CommandPath(), quoted(args[1:]), cmd.CommandPath()))
	}
	return nil
}

// oneDirHere accepts a directory that exists, or nothing.
func oneDirHere(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && !isDir(args[0]) && !isAddress(args[0]) {
		return usageError(fmt.Errorf("%s takes a directory, and %s is none; see %s --help", cmd.CommandPath(), args[0],
			cmd.CommandPath()))
	}
	return atMostOneDir(cmd, args)
}

func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError(fmt.Errorf("%s takes no arguments, not %s; see %s --help", cmd.CommandPath(), quoted(args),
		cmd.CommandPath()))
}

// isUnknownWord reports whether arg looks like a command and is no file or directory here.
func isUnknownWord(arg string) bool {
	if arg == "" || isAddress(arg) || strings.ContainsAny(arg, `/\`) || strings.HasPrefix(arg, ".") ||
		strings.HasPrefix(arg, "~") {
		return false
	}
	return !locate.Exists(arg)
}

// unknownCommand returns the error for an unknown word, with a suggestion and the commands.
func unknownCommand(root *cobra.Command, word string) error {
	var b strings.Builder
	b.WriteString(word + " is neither a command nor a directory here")
	if near := cmp.Or(keymap.CommandFor(word), closestName(word, commandNames(root))); near != "" {
		b.WriteString("; did you mean " + near + "?")
	}
	b.WriteString("\nCommands: " + strings.Join(commandNames(root), ", "))
	b.WriteString("\nWithout a command sideboard opens the board: " + root.Name() + " [DIR]; see " + root.Name() +
		" --help")
	return errors.New(b.String())
}

// commandNames returns the visible commands.
func commandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	return names
}

func quoted(args []string) string {
	var all []string
	for _, a := range args {
		all = append(all, fmt.Sprintf("%q", a))
	}
	return strings.Join(all, " ")
}

// explainNotFound lists the places where sideboard searched, and says what to do.
func explainNotFound(err error) error {
	none, ok := errors.AsType[*locate.NotFoundError](err)
	if !ok {
		return err
	}
	var b strings.Builder
	b.WriteString("no task directory found")
	for _, l := range none.Tried {
		b.WriteString("\n  ")
		if l.Path != "" {
			b.WriteString(filepath.Clean(l.Path) + " ")
		}
		b.WriteString(l.Why)
	}
	b.WriteString("\nsideboard init makes a .tasks. Or name a directory, or a list with --list ID: sideboard lists prints those that there are.")
	return errors.New(b.String())
}

// Exit codes besides those of package verbs.
const (
	exitProblems = 1 // of doctor: errors or warnings are left; of status: something needs you
	exitFailed   = 2 // of doctor, graph, status and watch: the directory could not be read
	exitUsage    = 2 // of every command: the command line is wrong
)

// Exit is an error with an exit code. Without Err there is nothing more to print.
type Exit struct {
	Code int
	Err  error
}

// ErrInterrupted is the end of a board by a signal.
var ErrInterrupted error = &Exit{Code: verbs.ExitInterrupted}

// Error returns what went wrong, "" for nothing.
func (e *Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

func (e *Exit) Unwrap() error { return e.Err }

// usageError marks an error of the command line; nil stays nil.
func usageError(err error) error {
	if err == nil {
		return nil
	}
	return &Exit{exitUsage, &verbs.UsageError{Err: err}}
}

// failedToRead marks the error of a directory that cannot be read; nil stays nil.
func failedToRead(err error) error {
	if err == nil {
		return nil
	}
	if _, away := errors.AsType[*tasks.UnreachableError](err); away {
		return &Exit{verbs.ExitIO, err}
	}
	return &Exit{exitFailed, err}
}

// closestName returns the name that word probably means: one that begins with it, or that differs in at most two
// letters; "" for none.
func closestName(word string, names []string) string {
	word = strings.ToLower(word)
	best, at := "", 3
	for _, name := range names {
		far := tasks.EditDistance(word, name, at)
		if strings.HasPrefix(name, word) {
			far = 1
		}
		if far < at && far < len(name) {
			best, at = name, far
		}
	}
	return best
}

func unknownTopic(word, what string, known []string) error {
	if near := closestName(word, known); near != "" {
		return fmt.Errorf("%s is not %s; did you mean %s?\nKnown: %s", word, what, near, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s is not %s. Known: %s", word, what, strings.Join(known, ", "))
}

// Execute runs a command line and returns the exit code. It reports a failure on stderr, in words or as JSON.
func Execute(root *cobra.Command, line []string) (code int) {
	root.SetArgs(line)
	root.SetErr(asciiOut{root.ErrOrStderr(), func() bool { return wantsASCII(root, line) }})
	cmd, err := root.ExecuteC()
	if other, ok := errors.AsType[*otherHost](err); ok {
		err = other.run(cmd, line)
	}
	if err == nil {
		return verbs.ExitDone
	}
	code = (*verbs.Session)(nil).Explain(err).Exit
	if end, ok := errors.AsType[*Exit](err); ok {
		code = end.Code
		if end.Err == nil {
			return code
		}
	}
	out := cmd.ErrOrStderr()
	text := Complaint(out, err)
	if asksJSON(cmd, line, err) {
		f := (*verbs.Session)(nil).Explain(err)
		f.Exit = code
		text = jsonText(f)
	}
	_, _ = io.WriteString(out, text) // the exit code remains
	return code
}

// asciiOut is where a command says what it does not print as its answer: in ASCII if only that may be written.
type asciiOut struct {
	io.Writer
	only func() bool
}

func (o asciiOut) Write(p []byte) (int, error) {
	if !o.only() {
		return o.Writer.Write(p)
	}
	_, err := io.WriteString(o.Writer, safetext.ASCII(string(p)))
	return len(p), err
}

// wantsASCII reports whether only ASCII may be written. After a flag that is wrong cobra parses no others, so any
// --ascii counts.
func wantsASCII(root *cobra.Command, line []string) bool {
	return root.PersistentFlags().Lookup("ascii").Value.(*asciiFlag).wanted() || slices.Contains(line, "--ascii")
}

// asksJSON reports whether a command that failed has --json. After an unknown flag cobra parses no others, so any
// --json counts.
func asksJSON(cmd *cobra.Command, line []string, err error) bool {
	flag := cmd.Flags().Lookup("json")
	if flag == nil {
		return false
	}
	if _, unread := errors.AsType[*flagError](err); !unread {
		return flag.Value.String() == "true"
	}
	if end := slices.Index(line, "--"); end >= 0 {
		line = line[:end]
	}
	return slices.Contains(line, "--json")
}

// flagError is the error for an unknown flag.
type flagError struct {
	cmd *cobra.Command
	err error
}

// Error names the flag and the help. For list, a word that begins with - may be a filter.
func (e *flagError) Error() string {
	see := "; see " + e.cmd.CommandPath() + " --help"
	if _, word, found := strings.Cut(e.err.Error(), " in -"); found && e.cmd.Name() == "list" {
		see = "; a filter that begins with - goes after --: " + e.cmd.CommandPath() + " -- -" + word
	}
	return e.err.Error() + see
}

func (e *flagError) Unwrap() error { return e.err }
