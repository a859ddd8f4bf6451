package cli

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"sideboard/board"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

// kindNames are the words for the kinds of lists.
var kindNames = map[locate.Kind]string{
	locate.TasksDir: "tasks", locate.SubList: "list", locate.WorkflowDir: "workflow", locate.ClaudeCode: "claude-code",
	locate.Explicit: "other tool",
}

func listsCommand(p Program, f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "lists [DIR]",
		Short: "Print the task lists that can be opened",
		Long: `lists prints what sideboard can open from DIR, else from here: .tasks and .claude/tasks, here and above up to the root of the git
repository, the lists in them, the sessions of .workflow, and Claude Code's lists. This project's come first, then those of
other projects that have open tasks.`,
		Example: `  sideboard lists          one per line
  sideboard lists --json   the same for programs`,
		Args:              oneDirHere,
		ValidArgsFunction: completeOneDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := boardOptions(p, *f, strings.Join(args, ""))
			if err != nil {
				return err
			}
			env := b.Finder.Env
			if arg := b.Finder.Arg; isBucket(arg) {
				return usageError(errors.New("lists needs a directory of lists, and a bucket is one list: sideboard list ADDRESS prints its tasks"))
			}
			if arg := b.Finder.Arg; arg != "" {
				if err := locate.CheckDir(env, arg); err != nil {
					return &Exit{verbs.ExitNotFound, err}
				}
				if env.Cwd, err = filepath.Abs(arg); err != nil {
					return err
				}
			}
			found, errs := locate.FindAll(env)
			for _, err := range errs {
				cmd.PrintErr(Complaint(cmd.ErrOrStderr(), err))
			}
			if asJSON {
				return printListsJSON(cmd.OutOrStdout(), found, time.Now())
			}
			return printLists(cmd.OutOrStdout(), newPaper(cmd.OutOrStdout(), p, f, time.Now()), found,
				b.Finder.Env.Home)
		},
	}
	dirFlag(cmd, f)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, for programs")
	return cmd
}

// jsonList is described in the manual; its names stay.
type jsonList struct {
	Name     string    `json:"name"`
	Kind     string    `json:"kind"`
	Dir      string    `json:"dir"`
	Project  string    `json:"project"`
	Tasks    int       `json:"tasks"`
	Open     int       `json:"open"`
	AtLeast  bool      `json:"atLeast"`
	Changed  time.Time `json:"changed"`
	Age      int64     `json:"ageSeconds"`
	ID       string    `json:"id"`
	Title    string    `json:"title"`
	Running  string    `json:"running"`
	Owners   []string  `json:"owners"`
	OneFile  string    `json:"oneFile"`
	Wiped    bool      `json:"wiped"`
	Here     bool      `json:"here"`
	Active   bool      `json:"active"`
	Archived bool      `json:"archived"`
}

func printListsJSON(out io.Writer, found []locate.FoundList, now time.Time) error {
	all := []jsonList{}
	for _, l := range found {
		all = append(all, jsonList{
			Name: l.Name(), Kind: kindNames[l.Kind], Dir: l.Dir, Project: l.Project, Tasks: l.Tasks, Open: l.Open,
			AtLeast: l.More,
			Changed: l.Changed.UTC(), Age: secondsSince(now, l.Changed), Here: l.Here, Active: l.Active,
			Archived: l.Archived,
			ID:       l.ID, Title: l.Title, Running: l.Running, Owners: append([]string{}, l.Owners...),
			OneFile: l.OneFile,
			Wiped:   l.Wiped,
		})
	}
	return writeJSON(out, all)
}

// listName returns the name of a list, short enough for the table.
func listName(f locate.FoundList) string {
	if f.Kind == locate.ClaudeCode {
		return locate.ShortName(f.Label())
	}
	return locate.ShortName(f.Name())
}

// shareWidth is the width in cells of the bar of completed tasks.
const shareWidth = 10

// printLists prints a table of lists, on a terminal with a bar of completed tasks.
func printLists(out io.Writer, w *paper, found []locate.FoundList, home string) error {
	if len(found) == 0 {
		_, err := io.WriteString(out, "No task lists were found from here. Agents create one when they have tasks; sideboard demo shows one now.\n")
		return err
	}
	var rows [][]cell
	add := func(bar cell, row ...cell) {
		row[2].right, row[3].right, row[4].right = true, true, true // numbers and times
		if w.width > 0 {
			row = slices.Insert(row, 4, bar)
		}
		rows = append(rows, row)
	}
	head := func(word string) cell { return cell{text: safetext.Line(word), style: style.Dim} }
	add(w.share(locate.List{}), head("NAME"), head("KIND"), head("OPEN"), head("TASKS"), head("CHANGED"),
		head("DIRECTORY"))
	fold := locate.FoldAt(found)
	for _, l := range found[:fold] {
		add(w.share(l.List), w.listRow(l, home)...)
	}
	w.table(rows)
	if more := len(found) - fold; more > 0 {
		w.WriteString(fmt.Sprintf("\n%d more lists of other projects have no open task; --json prints them.\n", more))
	}
	if slices.ContainsFunc(found, func(l locate.FoundList) bool { return l.OneFile != "" }) {
		w.WriteString("\nsideboard does not read a file with all tasks (tasks.json of a team, tasks.csv), only one file per task.\n")
	}
	_, err := io.WriteString(out, w.String())
	return err
}

func (w *paper) listRow(l locate.FoundList, home string) []cell {
	kind := kindNames[l.Kind]
	switch {
	case l.Active:
		kind += ", active"
	case l.Archived:
		kind += ", archived"
	case l.Here && l.Kind == locate.ClaudeCode:
		kind += ", here"
	}
	switch {
	case l.OneFile == "":
	case l.Tasks == 0:
		kind += ", all in " + l.OneFile
	default:
		kind += ", also " + l.OneFile
	}
	more := ""
	if l.More {
		more = "+"
	}
	dir := l.Dir
	if home != "" && strings.HasPrefix(dir, home+"/") {
		dir = "~" + dir[len(home):]
	}
	name, open := style.Strong, style.Plain
	switch {
	case l.Open == 0:
		name, open = style.Plain, style.Dim
	case l.Here || l.Active:
		name = style.AccentStrong
	}
	return []cell{
		{text: safetext.Short(listName(l)), style: name}, {text: safetext.Line(kind), style: style.Dim},
		{text: safetext.Line(fmt.Sprint(l.Open, more)), style: open},
		{text: safetext.Line(fmt.Sprint(l.Tasks, more)), style: style.Dim},
		{text: safetext.Line(board.Age(w.now.Sub(l.Changed))), style: style.Dim},
		{text: safetext.Line(dir), style: style.Dim},
	}
}

// share returns the bar of a list's completed tasks.
func (w *paper) share(l locate.List) cell {
	if l.Tasks == 0 {
		return cell{text: safetext.Spaces(shareWidth), style: style.Plain}
	}
	done := l.Tasks - l.Open
	full := max(done*shareWidth/l.Tasks, min(done, 1))
	return cell{
		text: safetext.Line(strings.Repeat(w.glyphs.BarFull, full)), style: style.BarDone,
		more: &cell{text: safetext.Line(strings.Repeat(w.glyphs.BarRest, shareWidth-full)), style: style.BarRest},
	}
}
