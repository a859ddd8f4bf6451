package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"sideboard/ui/style"
)

// themeName is the name of a theme, as a flag.
type themeName style.Theme

func themeNames() (names []string) {
	for _, t := range style.Themes() {
		names = append(names, string(t))
	}
	return names
}

// String returns it as the help shows it.
func (t *themeName) String() string { return string(*t) }

// Type returns what the help calls it.
func (*themeName) Type() string { return "name" }

// Set takes what was written.
func (t *themeName) Set(name string) error {
	if name == "" || !style.Theme(name).Known() {
		return fmt.Errorf("choose one of %s", strings.Join(themeNames(), ", "))
	}
	*t = themeName(name)
	return nil
}

// positiveDuration is a time above zero, as a flag.
type positiveDuration time.Duration

// String returns it as the help shows it.
func (s *positiveDuration) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return strings.TrimSuffix(text, "h0m")
}

// Type returns what the help calls it.
func (*positiveDuration) Type() string { return "time" }

// Set takes what was written.
func (s *positiveDuration) Set(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return errors.New("write a number with its unit, for instance 30m, 90s or 1h30m")
	case d <= 0:
		return errors.New("the time must be above zero, for instance 30m")
	}
	*s = positiveDuration(d)
	return nil
}

// commandLine is a command and its arguments, as a flag.
type commandLine []string

// String returns it as the help shows it.
func (c *commandLine) String() string { return strings.Join(*c, " ") }

// Type returns what the help calls it.
func (*commandLine) Type() string { return "command" }

// Set takes what was written, "" for no command.
func (c *commandLine) Set(text string) error {
	if text == "" {
		*c = nil
		return nil
	}
	args, err := splitCommand(text)
	*c = args
	return err
}

// splitCommand splits a line at blanks into a command and its arguments. What stands between two quotes of one kind, ' or ", is taken
// as it is; nothing else means anything: there is no shell.
func splitCommand(text string) ([]string, error) {
	var args []string
	var arg strings.Builder
	begun, quote := false, rune(0)
	end := func() {
		if begun {
			args = append(args, arg.String())
		}
		arg.Reset()
		begun = false
	}
	for _, r := range text {
		switch {
		case r == 0:
			return nil, errors.New("a command cannot have a NUL")
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && (r == ' ' || r == '\t' || r == '\n'):
			end()
		default:
			arg.WriteRune(r)
			begun = true
		}
	}
	end()
	switch {
	case quote != 0:
		return nil, fmt.Errorf("a quote %c is not closed", quote)
	case len(args) == 0 || args[0] == "":
		return nil, errors.New("it names no command")
	}
	return args, nil
}
