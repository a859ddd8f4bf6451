package cli

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/verbs"
)

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
	var unread *flagError
	if !errors.As(err, &unread) {
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
