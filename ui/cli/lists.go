package cli

import (
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

// kindNames are the kinds of what can be opened, as --json and people name them.
var kindNames = map[locate.Kind]string{
	locate.TasksDir: "tasks", locate.SubList: "list", locate.WorkflowDir: "workflow", locate.ClaudeCode: "claude-code",
}

// listsCommand returns what can be opened from here.
func listsCommand(p Program, f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "lists [DIR]",
		Short: "Say which task lists there are to open",
		Long: `lists finds everything that sideboard could open from DIR, else from here: the .tasks and .claude/tasks of this directory and of those
above it up to the git repository, the lists inside them, the sessions of the project's .workflow, and Claude Code's lists on this machine.
What belongs to this project comes first, the newest first among each kind; of other projects, what has open tasks. Open one with "sideboard DIR".`,
		Example: `  sideboard lists          what there is, one a line
  sideboard lists --json   the same for programs`,
		Args:              oneDirHere,
		ValidArgsFunction: completeOneDir,
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := boardOptions(p, *f, strings.Join(args, ""))
			if err != nil {
				return err
			}
			env := b.Finder.Env
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
			return printLists(cmd.OutOrStdout(), newPaper(cmd.OutOrStdout(), p, f, time.Now()), found, b.Finder.Env.Home)
		},
	}
	dirFlag(cmd, f)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, for programs")
	return cmd
}

// jsonList is a list as the manual describes it; its names stay.
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
			Name: l.Name(), Kind: kindNames[l.Kind], Dir: l.Dir, Project: l.Project, Tasks: l.Tasks, Open: l.Open, AtLeast: l.More,
			Changed: l.Changed.UTC(), Age: secondsSince(now, l.Changed), Here: l.Here, Active: l.Active, Archived: l.Archived,
			ID: l.ID, Title: l.Title, Running: l.Running, Owners: append([]string{}, l.Owners...), OneFile: l.OneFile, Wiped: l.Wiped,
		})
	}
	return writeJSON(out, all)
}

// listName returns what a list is called in the table: short enough to leave room for where it lies.
func listName(f locate.FoundList) string {
	if f.Kind == locate.ClaudeCode {
		return locate.ShortName(f.Label())
	}
	return locate.ShortName(f.Name())
}

// shareWidth is how many cells the bar of a list's completed tasks takes on a terminal.
const shareWidth = 10

// printLists prints a table: what each is called and is, how many of its tasks are open, its last change, where it lies. On
// a terminal a bar shows how much of it is completed.
func printLists(out io.Writer, w *paper, found []locate.FoundList, home string) error {
	if len(found) == 0 {
		_, err := io.WriteString(out, "No task lists were found from here. Agents make one as soon as they have tasks; sideboard demo shows one now.\n")
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
	add(w.share(locate.List{}), head("NAME"), head("KIND"), head("OPEN"), head("TASKS"), head("CHANGED"), head("DIRECTORY"))
	fold := locate.FoldAt(found)
	for _, l := range found[:fold] {
		add(w.share(l.List), w.listRow(l, home)...)
	}
	w.table(rows)
	if more := len(found) - fold; more > 0 {
		w.WriteString(fmt.Sprintf("\n%d more lists of other projects have no open task; --json names them all.\n", more))
	}
	if slices.ContainsFunc(found, func(l locate.FoundList) bool { return l.OneFile != "" }) {
		w.WriteString("\nWhere one file holds all tasks (tasks.json of a team, tasks.csv), sideboard does not read it: it shows one file per task.\n")
	}
	_, err := io.WriteString(out, w.String())
	return err
}

// listRow returns a list as a row of the table.
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
		{text: safetext.Line(fmt.Sprint(l.Open, more)), style: open}, {text: safetext.Line(fmt.Sprint(l.Tasks, more)), style: style.Dim},
		{text: safetext.Line(board.Age(w.now.Sub(l.Changed))), style: style.Dim}, {text: safetext.Line(dir), style: style.Dim},
	}
}

// share returns the bar of a list: of its tasks, those that are completed.
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
