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
	"sideboard/ui/verbs"
)

// atMostOneDir accepts the directory a command works on, or nothing. A word that is neither a command nor a directory is
// refused with the commands there are, before anything is drawn.
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

// oneDirHere accepts a directory that is there, or nothing: any other word was meant as something else.
func oneDirHere(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && !isDir(args[0]) {
		return usageError(fmt.Errorf("%s takes a directory, and %s is none; see %s --help", cmd.CommandPath(), args[0], cmd.CommandPath()))
	}
	return atMostOneDir(cmd, args)
}

// noArgs accepts no arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return usageError(fmt.Errorf("%s takes no arguments, and was given %s; see %s --help", cmd.CommandPath(), quoted(args), cmd.CommandPath()))
}

// isUnknownWord reports whether arg is spelled as a command would be and no directory of that name is here.
func isUnknownWord(arg string) bool {
	if arg == "" || strings.ContainsAny(arg, `/\`) || strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "~") {
		return false
	}
	return !locate.Exists(arg)
}

// unknownCommand returns the error for a word that is neither a command nor a directory: which one may have been meant, and which there are.
func unknownCommand(root *cobra.Command, word string) error {
	var b strings.Builder
	b.WriteString(word + " is neither a command nor a directory here")
	if near := cmp.Or(keymap.CommandFor(word), closestName(word, commandNames(root))); near != "" {
		b.WriteString("; did you mean " + near + "?")
	}
	b.WriteString("\nCommands: " + strings.Join(commandNames(root), ", "))
	b.WriteString("\nWithout a command the board is opened: " + root.Name() + " [DIR]; see " + root.Name() + " --help")
	return errors.New(b.String())
}

// commandNames returns the commands people may use.
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

// explainNotFound puts an error about places into lines that can be read: what was looked at, one a line, and what to do.
func explainNotFound(err error) error {
	none, is := errors.AsType[*locate.NotFoundError](err)
	if !is {
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
	b.WriteString("\nName a directory, or a list with --list ID; sideboard lists says which there are.")
	return errors.New(b.String())
}

// How the program ends. A command that cannot look ends as one that was called in a way it does not know.
const (
	exitProblems = 1 // of doctor: errors or warnings are left
	exitFailed   = 2 // of doctor and graph: the directory could not be read
	exitUsage    = 2 // of every command: it was called in a way it does not know
)

// Exit is an error that says how the program is to end. Without Err there is nothing to tell that was not printed.
type Exit struct {
	Code int
	Err  error
}

// ErrInterrupted is the end of a board that was interrupted from outside: there is nothing to tell.
var ErrInterrupted error = &Exit{Code: verbs.ExitInterrupted}

// Error tells what went wrong, "" when nothing did.
func (e *Exit) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

// Unwrap returns what went wrong.
func (e *Exit) Unwrap() error { return e.Err }

// usageError makes an error one of wrong use; nil stays nil.
func usageError(err error) error {
	if err == nil {
		return nil
	}
	return &Exit{exitUsage, &verbs.UsageError{Err: err}}
}

// failedToRead makes an error the end of a command that could not read the directory; nil stays nil.
func failedToRead(err error) error {
	if err == nil {
		return nil
	}
	return &Exit{exitFailed, err}
}

// closestName returns the name that word was probably meant to be: one that begins with it, or the one that the fewest
// letters tell from it, at most two; "" for none.
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

// Execute runs a command line and returns what the program ends with. Why it was not done is told on stderr: in words, or to programs
// that asked for JSON as a Failure.
func Execute(root *cobra.Command, line []string) (code int) {
	root.SetArgs(line)
	cmd, err := root.ExecuteC()
	if err == nil {
		return verbs.ExitDone
	}
	code = 1
	if end, is := errors.AsType[*Exit](err); is {
		if code = end.Code; end.Err == nil {
			return code
		}
	}
	out := cmd.ErrOrStderr()
	told := Complaint(out, err)
	if asksJSON(cmd, line, err) {
		f := (*verbs.Session)(nil).Explain(err)
		f.Exit = code
		told = jsonText(f)
	}
	_, _ = io.WriteString(out, told) // who does not hear it has the code
	return code
}

// asksJSON reports whether a command that failed was to answer a program. Where a flag was not understood those after it were not
// read, and --json anywhere among the flags counts.
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

// flagError is the error for a flag that a command does not understand.
type flagError struct {
	cmd *cobra.Command
	err error
}

// Error says what was not understood, and where flags are explained. To list, what begins with - may have been meant as a filter.
func (e *flagError) Error() string {
	see := "; see " + e.cmd.CommandPath() + " --help"
	if _, word, found := strings.Cut(e.err.Error(), " in -"); found && e.cmd.Name() == "list" {
		see = "; a filter that begins with - goes after --: " + e.cmd.CommandPath() + " -- -" + word
	}
	return e.err.Error() + see
}

// Unwrap returns what was not understood.
func (e *flagError) Unwrap() error { return e.err }
