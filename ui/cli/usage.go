package cli

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks/locate"
)

// exitUsage is how every command ends that was called in a way it does not know.
const exitUsage = 2

// wrong makes an error one of wrong use; nil stays nil.
func wrong(err error) error {
	if err == nil {
		return nil
	}
	return &Exit{exitUsage, err}
}

// oneDir accepts the directory a command works on, or nothing. A word that is neither a command nor a directory is
// refused with the commands there are, before anything is drawn.
func oneDir(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if !cmd.HasParent() && unknownWord(args[0]) {
		return wrong(unknownCommand(cmd, args[0]))
	}
	if len(args) > 1 {
		return wrong(fmt.Errorf("%s takes one directory, and %s is one too many; see %s --help",
			cmd.CommandPath(), quoted(args[1:]), cmd.CommandPath()))
	}
	return nil
}

// noWords accepts no arguments.
func noWords(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return wrong(fmt.Errorf("%s takes no arguments, and was given %s; see %s --help", cmd.CommandPath(), quoted(args), cmd.CommandPath()))
}

// unknownWord reports whether arg is spelled as a command would be and no directory of that name is here.
func unknownWord(arg string) bool {
	if arg == "" || strings.ContainsAny(arg, `/\`) || strings.HasPrefix(arg, ".") || strings.HasPrefix(arg, "~") {
		return false
	}
	return !locate.Exists(arg)
}

// unknownCommand says that a word is neither a command nor a directory, which one may have been meant, and which there are.
func unknownCommand(root *cobra.Command, word string) error {
	var b strings.Builder
	b.WriteString(word + " is neither a command nor a directory here")
	if near := nearest(word, commandNames(root)); near != "" {
		b.WriteString("; did you mean " + near + "?")
	}
	b.WriteString("\nCommands: " + strings.Join(commandNames(root), ", "))
	b.WriteString("\nWithout a command the board is opened: " + root.Name() + " [DIR]; see " + root.Name() + " --help")
	return errors.New(b.String())
}

// commandNames are the commands people may use.
func commandNames(root *cobra.Command) (names []string) {
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	slices.Sort(names)
	return names
}

// nearest returns the name that word was probably meant to be: one that begins with it, or the one that the fewest
// letters tell from it, at most two; "" for none.
func nearest(word string, names []string) string {
	word = strings.ToLower(word)
	best, at := "", 3
	for _, name := range names {
		far := distance(word, name)
		if strings.HasPrefix(name, word) {
			far = 1
		}
		if far < at && far < len(name) {
			best, at = name, far
		}
	}
	return best
}

// distance counts the letters that have to be put in, taken out or changed to make one word of another.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

func quoted(args []string) string {
	var all []string
	for _, a := range args {
		all = append(all, fmt.Sprintf("%q", a))
	}
	return strings.Join(all, " ")
}

// exactShells makes cobra's own completion command refuse a shell it does not know, which it answers with help and success.
func exactShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		shells := commandNames(c)
		c.Args = cobra.ArbitraryArgs
		c.RunE = func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return c.Help()
			}
			return wrong(unknownTopic(strings.Join(args, " "), "a shell completion is made for", shells))
		}
		for _, shell := range c.Commands() {
			shell.Args = noWords
		}
	}
}

func unknownTopic(word, what string, known []string) error {
	if near := nearest(word, known); near != "" {
		return fmt.Errorf("%s is not %s; did you mean %s?\nKnown: %s", word, what, near, strings.Join(known, ", "))
	}
	return fmt.Errorf("%s is not %s. Known: %s", word, what, strings.Join(known, ", "))
}

// span is a time above zero, as a flag.
type span time.Duration

// String returns it as the help shows it.
func (s *span) String() string {
	text := time.Duration(*s).String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return strings.TrimSuffix(text, "h0m")
}

// Type returns what the help calls it.
func (*span) Type() string { return "time" }

// Set takes what was written.
func (s *span) Set(text string) error {
	d, err := time.ParseDuration(text)
	switch {
	case err != nil:
		return errors.New("write a number with its unit, for instance 30m, 90s or 1h30m")
	case d <= 0:
		return errors.New("the time must be above zero, for instance 30m")
	}
	*s = span(d)
	return nil
}

// explained puts an error about places into lines that can be read: what was looked at, one a line, and what to do.
func explained(err error) error {
	var none *locate.NotFoundError
	if !errors.As(err, &none) {
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
