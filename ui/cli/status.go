package cli

import (
	"fmt"
	"io"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"sideboard/ui/verbs"
)

// statusFormat is how a directory stands in a line. It has counts only: what is shown in a prompt or by tmux must hold no text of
// others unless somebody asked for it.
const statusFormat = `{{.Ready}} ready, {{.Running}} in progress, {{.Completed}} of {{.Total}} done` +
	`{{with len .Needs}}, {{.}} {{if eq . 1}}needs{{else}}need{{end}} you{{end}}`

// statusCommand prints in a line how a directory stands.
func statusCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [DIR]",
		Short: "Say in one line how the tasks stand, for a prompt or a status bar",
		Long: `status prints a line: how many tasks are ready, in progress and done, and how many need a person.

--format makes another line of it, in the form of Go's text/template: {{.Name}}, {{.Total}}, {{.Ready}}, {{.Blocked}}, {{.Running}},
{{.Completed}}, {{.Percent}}; {{len .Needs}}, and of each of them {{.Task.Short}}, {{.Task.Subject}}, {{.Reason}}, {{.Verb}}.

It ends with 0 when nothing needs a person, 1 when something does, 2 when it could not look.`,
		Example: `  sideboard status
  sideboard status --format '{{.Percent}}% {{with len .Needs}}!{{.}}{{end}}'
  set -g status-right '#(sideboard status #{pane_current_path})'     in tmux`,
		Args:              atMostOneDir,
		ValidArgsFunction: completeOneDir,
	}
	x := &taskRun{program: p, flags: f}
	format := statusFormat
	cmd.Flags().StringVar(&x.list, "list", "", `the list that is meant; "latest" is the newest`)
	cmd.Flags().BoolVar(&x.json, "json", false, "print JSON, for programs")
	cmd.Flags().StringVar(&format, "format", format, "what to print, as a template of Go")
	cmd.Flags().Lookup("format").DefValue = ""
	completeListFlag(cmd, p)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		line, err := template.New("status").Parse(format)
		if err != nil {
			return usageError(fmt.Errorf("--format: %w", err))
		}
		x.dir = strings.Join(args, "")
		s, err := x.open(cmd.Context(), false)
		if err != nil {
			return failedToRead(err)
		}
		defer s.Close()
		st := s.Status(f.Stalled)
		if err := x.printStatus(cmd.OutOrStdout(), line, st); err != nil {
			return err
		}
		if len(st.Needs) > 0 {
			return &Exit{Code: exitProblems}
		}
		return nil
	}
	return cmd
}

func (x *taskRun) printStatus(out io.Writer, line *template.Template, st verbs.Status) error {
	if x.json {
		return failedToRead(writeJSON(out, st))
	}
	var b strings.Builder
	if err := line.Execute(&b, st); err != nil {
		return usageError(fmt.Errorf("--format: %w", err))
	}
	_, err := io.WriteString(out, Printable(b.String())+"\n")
	return failedToRead(err)
}
