package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/ui/verbs"
)

func allowCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "allow [DIR]",
		Short: "Allow to edit task files that no published design writes",
		Long: `allow shows which members of the files sideboard would change and asks whether it may, at a terminal.
The answer is kept for this directory and this form of its files; --revoke takes it back. --yes is no answer.`,
		Example: `  sideboard allow items
  sideboard allow --revoke items`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	x := &taskRun{program: p, flags: f}
	placeFlags(cmd, p, f, &x.list, "to edit")
	revoke := false
	cmd.Flags().BoolVar(&revoke, "revoke", false, "take it back")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		x.dir = strings.Join(args, "")
		return x.with(cmd, true, func(ctx context.Context, s *verbs.Session) (answer, error) {
			form := s.Form()
			switch {
			case form == nil:
				return answer{empty: true}, board.Refusal{Why: s.Dir() + ": " + notInferred(s)}
			case revoke && !form.Allowed:
				return said(s.Dir() + " was not allowed to be edited"), nil
			case revoke:
				return said(s.Dir() + " is only shown from now on"), s.Allow(ctx, nil)
			case form.Allowed:
				return said(s.Dir() + " may be edited already"), nil
			case f.ReadOnly:
				no := errors.New("--read-only forbids to keep an answer: leave one of the two out")
				return answer{empty: true}, usageError(no)
			}
			chosen, err := x.askForm(cmd, s.Dir(), form)
			if err != nil {
				return answer{empty: true}, err
			}
			return said(s.Dir() + " may be edited"), s.Allow(ctx, chosen)
		})
	}
	return cmd
}

// said is an answer of one line.
func said(line string) answer {
	return answer{text: func(w *paper) { w.WriteString(Printable(line) + "\n") }}
}

// notInferred says why there is nothing to allow where the format of the files is known: it is only shown, or it can be
// edited as it is.
func notInferred(s *verbs.Session) string {
	t := s.Traits()
	if t.ReadOnly != "" {
		return t.ReadOnly
	}
	return "its files are those of " + t.Title + ", which can be edited"
}

// askForm shows a form and returns it with the words that the person at the terminal chose, an error if they do not
// allow it.
func (x *taskRun) askForm(cmd *cobra.Command, dir string, form *tasks.Form) (*tasks.Form, error) {
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(in.Fd()) || terminalWidth(cmd.OutOrStdout()) == 0 {
		return nil, board.Refusal{Why: "not allowed: only a person at a terminal can answer", Hint: tasks.AllowHint}
	}
	lines := bufio.NewReader(in)
	sayf := func(format string, values ...any) { say(cmd, fmt.Sprintf(format, values...)) }
	sayf("%s: %s\n\n%s\n\n", Printable(dir), plural(form.Files, "file"), board.AllowText)
	for _, part := range board.FormParts(form) {
		sayf("  %-12s %-24s %s\n", part.Ours, Printable(part.Theirs), Printable(part.Values))
	}
	chosen := *form
	for i, choices := range form.Choices {
		if len(choices) < 2 {
			continue
		}
		words := strings.Join(choices, " or ")
		sayf("\nThe word for %s: %s? [%s] ", board.FormStates[i], Printable(words), Printable(choices[0]))
		word, err := lines.ReadString('\n')
		if word = strings.TrimSpace(word); err == nil && word != "" {
			if !slices.Contains(choices, word) {
				return nil, board.Refusal{Why: "not allowed: " + word + " is none of these words"}
			}
			chosen.Words[i] = word
		}
	}
	sayf("\nEdit this list? Type y or n: ")
	word, _ := lines.ReadString('\n')
	if !slices.Contains([]string{"y", "yes"}, strings.ToLower(strings.TrimSpace(word))) {
		return nil, board.Refusal{Why: "not allowed"}
	}
	return &chosen, nil
}
