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

// helpCommand shows the manual. For a command it prints the usage, and the page or section with its name if there is
// one.
func helpCommand(p Program, f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "help [TOPIC]",
		Short: "Show a page of the manual, or explain a command",
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
				return usageError(unknownTopic(strings.Join(args, " "), "a command or a page of the manual",
					topics(cmd.Root(), false)))
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
			return printPage(out, page, f.ascii.wanted())
		},
	}
}

// setHelp sets how the program and every command are explained.
func setHelp(root *cobra.Command, p Program, f *flags) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		w := newPaper(cmd.OutOrStdout(), p, f, time.Now())
		w.explain(cmd)
		_, _ = io.WriteString(cmd.OutOrStdout(), w.String()) // there is nowhere to report it
	})
}

// groups are the commands by purpose.
var groups = []struct {
	title string
	names []string
}{
	{"Look", []string{"list", "show", "next", "wait", "status", "watch", "history", "log", "graph", "lists", "doctor"}},
	{"Act", []string{"claim", "complete", "release", "reopen", "undo", "add", "edit", "link", "unlink", "split", "delete", "worktree", "init"}},
	{"More", []string{"demo", "replay", "setup", "mcp", "serve", "allow", "config", "help", "completion"}},
}

// explain prints the purpose, usage and flags of a command; for the program itself also the commands and the keys of
// the views.
func (w *paper) explain(cmd *cobra.Command) {
	w.prose(style.Strong, cmd.Short)
	if cmd.Long != "" {
		w.WriteByte('\n')
		w.prose(style.Plain, strings.TrimSpace(cmd.Long))
	}
	w.title("Usage")
	if cmd.HasParent() {
		w.indented("  " + cmd.UseLine())
	} else {
		w.WriteString("  sideboard [DIR] [flags]       the board\n  sideboard COMMAND [flags]     without it\n")
	}
	if cmd.HasExample() {
		w.title("Examples")
		for line := range strings.Lines(cmd.Example) {
			w.indented(strings.TrimRight(line, "\n"))
		}
	}
	if cmd.HasParent() {
		w.commands("Commands", cmd, func(string) bool { return true })
	} else {
		w.front(cmd)
	}
	w.flags("Flags", cmd.LocalFlags().FlagUsagesWrapped(w.width))
	w.flags("Flags of every command", cmd.InheritedFlags().FlagUsagesWrapped(w.width))
	if !cmd.HasParent() {
		w.WriteByte('\n')
		w.prose(style.Plain, "sideboard COMMAND --help explains a command, sideboard help lists the pages of the manual.")
	}
}

// front prints the commands, and the keys of the board's views.
func (w *paper) front(root *cobra.Command) {
	for _, g := range groups {
		w.commands(g.title, root, func(name string) bool { return slices.Contains(g.names, name) })
	}
	w.title("On the board")
	keys := keymap.Default()
	for _, a := range slices.Concat(keymap.Views, []keymap.Action{keymap.ShowStage, keymap.Help, keymap.Quit}) {
		w.named(keys.KeyOf(a), keys.Entry(a, keymap.ViewsScope, keymap.ProgramScope).Long)
	}
}

// title prints the heading of a section.
func (w *paper) title(words string) {
	w.WriteByte('\n')
	w.line(style.Strong, words)
}

// named prints a name and its description.
func (w *paper) named(name, about string) {
	w.WriteString("  ")
	w.put(style.AccentStrong, safetext.Line(name))
	const column = 17
	w.WriteString(strings.Repeat(" ", max(column-2-len(name), 1)))
	room := 0
	if w.width > 0 {
		room = max(w.width-column, 20)
	}
	w.wrapped(style.Plain, safetext.Line(about), room, column)
}

// commands prints the visible commands of a section.
func (w *paper) commands(title string, of *cobra.Command, belongs func(name string) bool) {
	for _, c := range of.Commands() {
		if !c.IsAvailableCommand() || !belongs(c.Name()) {
			continue
		}
		if title != "" {
			w.title(title)
			title = ""
		}
		w.named(c.Name(), c.Short)
	}
}

// flags prints the flags of a section, if it has any.
func (w *paper) flags(title, usages string) {
	if usages != "" {
		w.title(title)
		w.WriteString(usages)
	}
}

// prose prints paragraphs, on a terminal wrapped to its width.
func (w *paper) prose(st style.Style, text string) {
	if w.width == 0 {
		w.WriteString(text + "\n")
		return
	}
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			w.WriteByte('\n')
		}
		w.wrapped(st, safetext.Line(strings.ReplaceAll(paragraph, "\n", " ")), min(w.width, maxTextWidth), 0)
	}
}

// indented prints an indented line; on a terminal it wraps, and what continues is indented further.
func (w *paper) indented(line string) {
	t := safetext.Line(line)
	if w.width == 0 || t.Width() <= w.width {
		w.WriteString(line + "\n")
		return
	}
	for i, part := range safetext.Line(strings.TrimLeft(line, " ")).Wrap(max(w.width-6, 20)) {
		w.WriteString(strings.Repeat(" ", min(2+4*i, 6)) + part.String() + "\n")
	}
}

// topics returns what the help command explains: the manual's pages, and the commands without a page. With about each
// has a tab and its description, as completion shows it.
func topics(root *cobra.Command, about bool) []string {
	var names []string
	add := func(name, says string) {
		if about {
			name += "\t" + says
		}
		names = append(names, name)
	}
	pages := map[string]bool{}
	for _, page := range manual.Pages() {
		add(page.Name, page.About)
		pages[page.Name] = true
	}
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() && !pages[c.Name()] {
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

// printPage prints a page, laid out on a terminal, as Markdown elsewhere.
func printPage(out io.Writer, page manual.Page, ascii bool) error {
	w := terminalWidth(out)
	if w == 0 {
		_, err := io.WriteString(out, page.Text)
		return err
	}
	var b strings.Builder
	for _, line := range markdown.Lines(page.Text, min(w, maxTextWidth), (&style.Sheet{}).WithGlyphs(ascii)) {
		var row strings.Builder
		for _, span := range line {
			row.WriteString(span.Text.String())
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	text := b.String()
	if ascii {
		text = safetext.ASCII(text)
	}
	_, err := io.WriteString(out, text)
	return err
}
