package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"sideboard/ui/manual"
	"sideboard/ui/markdown"
	"sideboard/ui/style"
)

// maxPageWidth is the cells a line of the manual takes at most.
const maxPageWidth = 100

// helpCommand shows the manual. A command is explained by its usage, and by the page of its name where there is one.
func helpCommand(p Program, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "help [TOPIC]",
		Short: "Show the manual, page by page, or explain a command",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return topics(cmd.Root(), true), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			if len(args) == 0 {
				if err := cmd.Root().Help(); err != nil {
					return err
				}
				return printTopics(out)
			}
			asked, rest, err := cmd.Root().Find(args)
			command := err == nil && asked != cmd.Root() && len(rest) == 0
			page, topic := manual.Find(strings.Join(args, " "))
			if !command && !topic {
				return usageError(unknownTopic(strings.Join(args, " "), "a command or a page of the manual", topics(cmd.Root(), false)))
			}
			if command {
				asked.InitDefaultHelpFlag()
				if err := asked.Help(); err != nil || !topic {
					return err
				}
				if _, err := io.WriteString(out, "\n"); err != nil {
					return err
				}
			}
			return printPage(out, page, f.ascii || p.ASCII(p.Getenv))
		},
	}
}

// topics returns what the help command explains: the manual's pages, and the commands that have none.
func topics(root *cobra.Command, about bool) []string {
	var names []string
	add := func(name, says string) {
		if about {
			name += "\t" + says
		}
		names = append(names, name)
	}
	for _, page := range manual.Pages() {
		add(page.Name, page.About)
	}
	for _, c := range root.Commands() {
		if _, page := manual.Find(c.Name()); c.IsAvailableCommand() && !page {
			add(c.Name(), c.Short)
		}
	}
	return names
}

// printTopics lists the manual's pages.
func printTopics(out io.Writer) error {
	var b strings.Builder
	b.WriteString("\nThe manual:\n")
	for _, page := range manual.Pages() {
		b.WriteString(fmt.Sprintf("  %-16s %s\n", page.Name, page.About))
	}
	b.WriteString("\nUse \"sideboard help TOPIC\" to read a page.\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// printPage prints a page laid out for the terminal, and as the Markdown it is into a file or a pipe.
func printPage(out io.Writer, page manual.Page, ascii bool) error {
	w := terminalWidth(out)
	if w == 0 {
		_, err := io.WriteString(out, page.Text)
		return err
	}
	var b strings.Builder
	for _, line := range markdown.Lines(page.Text, min(w, maxPageWidth), (&style.Sheet{}).WithGlyphs(ascii)) {
		var row strings.Builder
		for _, span := range line {
			row.WriteString(span.Text.String())
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	_, err := io.WriteString(out, b.String())
	return err
}
