package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/keymap"
	"sideboard/ui/manual"
	"sideboard/ui/markdown"
	"sideboard/ui/safetext"
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

// setHelp has the program explained on a page of its own, and each command as it explains itself.
func setHelp(root *cobra.Command, p Program, f *flags) {
	ofCommand := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if cmd != root {
			ofCommand(cmd, args)
			return
		}
		w := newPaper(cmd.OutOrStdout(), p, f, time.Now())
		w.writeFront(root)
		_, _ = io.WriteString(cmd.OutOrStdout(), w.String()) // nobody is left to be told
	})
}

// groups are the commands by what a person is after; one that is in none of them stands with the last.
var groups = []struct {
	title string
	names []string
}{
	{"Look", []string{"list", "show", "next", "wait", "graph", "lists", "doctor"}},
	{"Act", []string{"claim", "complete", "release", "add", "edit", "link", "unlink", "delete", "init"}},
	{"More", []string{"demo", "mcp", "help", "completion"}},
}

// writeFront prints what the program is, its commands, what the board shows and where to read on.
func (w *paper) writeFront(root *cobra.Command) {
	title := func(words string) {
		w.WriteByte('\n')
		w.line(style.Strong, words)
	}
	row := func(name, about string) {
		w.WriteString("  ")
		w.put(style.AccentStrong, safetext.Line(name))
		w.WriteString(strings.Repeat(" ", max(15-len(name), 1)) + about + "\n")
	}
	w.line(style.Strong, root.Short)
	w.WriteString("\n" + root.Long + "\n")
	title("Usage")
	w.WriteString("  sideboard [DIR] [flags]       the board\n  sideboard COMMAND [flags]     without it\n")
	title("Examples")
	w.WriteString(root.Example + "\n")
	grouped := map[string]bool{}
	for _, g := range groups {
		for _, name := range g.names {
			grouped[name] = true
		}
	}
	for i, g := range groups {
		title(g.title)
		for _, c := range root.Commands() {
			last := i == len(groups)-1
			if c.IsAvailableCommand() && (slices.Contains(g.names, c.Name()) || last && !grouped[c.Name()]) {
				row(c.Name(), c.Short)
			}
		}
	}
	title("On the board")
	keys := keymap.Default()
	for _, a := range slices.Concat(keymap.Views, []keymap.Action{keymap.ShowStage, keymap.Help, keymap.Quit}) {
		about := keys.Entry(a, keymap.ViewsScope, keymap.ShowScope).Long
		if a == keymap.Help {
			about += ", and the manual"
		}
		row(keys.KeyOf(a), about)
	}
	title("Flags")
	w.WriteString(root.LocalFlags().FlagUsagesWrapped(w.width))
	w.WriteString("\nsideboard COMMAND --help explains a command, sideboard help lists the pages of the manual.\n")
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
