package cli

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
	return &Exit{exitUsage, err}
}

// failedToRead makes an error the end of a command that could not read the directory; nil stays nil.
func failedToRead(err error) error {
	if err == nil {
		return nil
	}
	return &Exit{exitFailed, explainNotFound(err)}
}
