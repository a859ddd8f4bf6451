package cli

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/setup"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// whatSetupWrites says what setup writes for each program.
const whatSetupWrites = `claude: a plugin with the tools of sideboard mcp, a skill and a monitor with which a session hears what you do on
the board, off until the skill is used, and the setting with which the newest models keep tasks.
tmux: a key that opens and closes the board at the right, and the counts of the tasks for the status line.
bash, zsh, fish: completion of commands, flags and ids.`

func setupCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "setup " + strings.Join(setup.Names, "|"),
		Short: "Write a plugin for Claude Code or tmux, or the completion of a shell",
		Long: `setup shows the files that it would write, and asks. It changes no file that exists.

` + whatSetupWrites,
		Example:   "  sideboard setup tmux\n  sideboard setup claude --yes     for scripts: without the question",
		ValidArgs: setup.Names,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError(errors.New("name what to set up: " + strings.Join(setup.Names, ", ") + "\n" +
					whatSetupWrites))
			}
			if word := strings.Join(args, " "); !slices.Contains(setup.Names, word) {
				return usageError(unknownTopic(word, "a program that setup knows", setup.Names))
			}
			return nil
		},
	}
	yes := false
	cmd.Flags().BoolVar(&yes, "yes", false, "write the files without asking")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		env, err := environment(p.Getenv)
		if err != nil {
			return err
		}
		script, err := CompletionScript(cmd.Root(), args[0])
		if err != nil {
			return err
		}
		target, err := setup.For(args[0], p.Getenv, env.Home, locate.ConfigDir(env), script)
		if err != nil {
			return err
		}
		w := newPaper(cmd.OutOrStdout(), p, f, time.Now())
		flush := func() { _, _ = io.WriteString(cmd.OutOrStdout(), w.String()); w.Reset() }
		defer flush() // what was written is printed in any case
		missing, theirs, err := w.compare(&target)
		if err != nil {
			return &Exit{verbs.ExitIO, err}
		}
		flush()
		switch {
		case len(missing) == 0:
		case f.ReadOnly:
			missing, target.Then = nil, "Nothing was written, because of --read-only."
		case !yes && !asks(cmd, "Write "+plural(len(missing), "file")+"?"):
			missing, target.Then = nil, "Nothing was written; --yes writes without asking."
		}
		for _, file := range missing {
			if err := file.Write(); err != nil {
				return &Exit{verbs.ExitIO, err}
			}
			w.line(style.Plain, "wrote "+file.Path)
		}
		for line := range strings.Lines(target.Then) {
			w.line(style.Plain, strings.TrimSuffix(line, "\n"))
		}
		if _, err := exec.LookPath("sideboard"); err != nil {
			w.line(style.Plain, "The files call sideboard, which is not on your PATH.")
		}
		if len(theirs) > 0 {
			return &Exit{Code: verbs.ExitRefused, Err: errors.New(strings.Join(theirs, "\n"))}
		}
		return nil
	}
	return cmd
}

// compare prints the files that would be written, those that are there, and how those of the person differ. It returns
// the files to write, and what the person is to do about their own. If one of those is in the way, nothing else is left
// to do.
func (w *paper) compare(target *setup.Target) (missing []setup.File, theirs []string, err error) {
	for _, f := range target.Files {
		found, err := f.Found()
		switch {
		case err != nil:
			return nil, nil, err
		case found != nil && f.Does(*found):
			w.line(style.Dim, f.Path+" is already there")
			continue
		case found == nil:
			missing = append(missing, f)
		case f.Add != "":
			theirs = append(theirs, f.Path+" exists, and is left as it is: add "+f.Add)
			continue
		default:
			theirs = append(theirs, f.Path+
				" has other content, and is left as it is: keep it, or move it away and repeat this")
			target.Then = ""
		}
		w.preview(verbs.Change{Files: []verbs.File{{Name: f.Path, Before: found, After: &f.Text}}})
	}
	return missing, theirs, nil
}

// asks reports whether the person at the terminal says yes; without a terminal nobody does.
func asks(cmd *cobra.Command, question string) bool {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) || terminalWidth(cmd.OutOrStdout()) == 0 {
		return false
	}
	say(cmd, question+" [y/N] ")
	answer, _ := bufio.NewReader(in).ReadString('\n')
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(answer)))
}

// say prints text to a person who is asked something.
func say(cmd *cobra.Command, text string) {
	if wantsASCII(cmd.Root(), nil) {
		text = safetext.ASCII(text)
	}
	_, _ = io.WriteString(cmd.OutOrStdout(), text)
}

// CompletionScript returns the script by which a shell completes the program's command line, "" for what is no shell.
func CompletionScript(root *cobra.Command, shell string) (string, error) {
	var b bytes.Buffer
	var err error
	switch shell {
	case "bash":
		err = root.GenBashCompletionV2(&b, true)
	case "zsh":
		err = root.GenZshCompletion(&b)
	case "fish":
		err = root.GenFishCompletion(&b, true)
	}
	return b.String(), err
}
