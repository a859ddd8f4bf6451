package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	cards "sideboard/board"
	"sideboard/board/doctor"
	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/workspace"
)

// What --fix may repair.
const (
	fixNothing = ""
	fixSafe    = "safe" // what loses nothing
	fixAll     = "all"  // also what a person should decide
)

type doctorRun struct {
	*taskRun
	fix string
}

func doctorCommand(p Program, f *flags) *cobra.Command {
	x := doctorRun{}
	cmd := &cobra.Command{
		Use:   "doctor [DIR]",
		Short: "Find what is wrong with the task files, and repair it",
		Long: `doctor reads a task directory as its agents do, and prints what stops them: broken files, members that make their listing
fail, tasks that can never start, stale locks and more, each with the file and why it matters.

--fix repairs what loses nothing; --fix=all also does what you should decide: it removes values, or lets a task start. You can
undo repairs.

The exit code is 0 when nothing is wrong, 1 when errors or warnings are left, 2 when the directory cannot be read.`,
		Example: `  sideboard doctor            what is wrong with the tasks of this project
  sideboard doctor --fix      repair what can be repaired safely
  sideboard doctor --json     the same for programs`,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			left, err := x.run(ctx, cmd.OutOrStdout())
			if err == nil && left.Problems() > 0 {
				return &Exit{Code: exitProblems}
			}
			return failedToRead(err)
		},
	}
	x.taskRun = newDirRun(cmd, p, f, atMostOneDir)
	cmd.Flags().StringVar(&x.fix, "fix", fixNothing, `repair what loses nothing; "all" also what you should decide`)
	cmd.Flags().Lookup("fix").NoOptDefVal = fixSafe
	_ = cmd.RegisterFlagCompletionFunc("fix",
		cobra.FixedCompletions([]string{fixSafe, fixAll}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// run examines the directory, repairs it if asked, prints the result, and returns what is left.
func (x doctorRun) run(ctx context.Context, out io.Writer) (doctor.Counts, error) {
	switch {
	case x.fix != fixNothing && x.fix != fixSafe && x.fix != fixAll:
		return doctor.Counts{}, usageError(fmt.Errorf("--fix=%s: choose %s or %s", x.fix, fixSafe, fixAll))
	case x.fix != fixNothing && x.flags.ReadOnly:
		return doctor.Counts{}, usageError(errors.New("--fix writes, and --read-only forbids that: use one of the two"))
	}
	d, b, o, err := x.load(ctx, x.fix != fixNothing)
	if err != nil {
		return doctor.Counts{}, err
	}
	defer d.Close()
	r := report{Dir: d.Place().Dir, board: b}
	for c := range cards.Column(cards.Columns) {
		r.files += b.Len(c)
	}
	r.neverHadTasks = r.files == 0 && b.HighWaterMark() == 0 && d.Place().Kind == locate.ClaudeCode
	d.DiscardNews(ctx) // no caller receives the news
	found, err := d.Examine(ctx)
	if err == nil && x.fix != fixNothing {
		found, err = r.repair(ctx, d, found, x.fix == fixAll, o.As)
	}
	if err != nil {
		return doctor.Counts{}, err
	}
	r.setFindings(d.Traits(""), found)
	if x.json {
		return r.count, r.writeJSON(out)
	}
	return r.count, r.writeText(newPaper(out, x.program, x.flags, time.Now()), out)
}

// maxRounds limits how often repair examines again: a repair can reveal another problem.
const maxRounds = 8

// repair makes repairs until none is left, and returns what is still wrong.
func (r *report) repair(ctx context.Context, d *workspace.Workspace, found []doctor.Finding, all bool,
	who string) ([]doctor.Finding, error) {
	if err := d.Writable(); err != nil {
		return nil, err
	}
	for range maxRounds {
		did := false
		r.failed = map[string]error{} // a failed repair may succeed after another one
		batch := d.Batch()
		for _, f := range found {
			if f.Repair == nil || f.Repair.Asks && !all {
				continue
			}
			if err := batch.Repair(ctx, *f.Repair, who); err != nil {
				r.failed[findingID(f)] = err
				continue
			}
			did = true
			r.fixed = append(r.fixed, f)
		}
		if !did {
			break
		}
		// An agent that read a file before the repair may write its old copy back: count only repairs that last.
		err := d.WaitReapplied(ctx)
		if err != nil {
			return nil, err
		}
		if found, err = d.Examine(ctx); err != nil {
			return nil, err
		}
		r.dropUnfixed(found)
	}
	return found, nil
}

// dropUnfixed removes the repairs whose problem is back.
func (r *report) dropUnfixed(found []doctor.Finding) {
	wrong := map[string]bool{}
	for _, f := range found {
		wrong[findingID(f)] = true
	}
	r.fixed = slices.DeleteFunc(r.fixed, func(f doctor.Finding) bool { return wrong[findingID(f)] })
}

// findingID identifies a finding within a directory.
func findingID(f doctor.Finding) string {
	return strings.Join(append(fileNames(f), string(f.Kind), f.What), "\x00")
}

// report is what the doctor found and did.
type report struct {
	Dir   string
	files int // of tasks
	board *cards.Board
	// neverHadTasks is set for a list of Claude Code whose files show that it never had a task.
	neverHadTasks bool
	traits        *tasks.Traits
	count         doctor.Counts
	found         []doctor.Finding

	fixed  []doctor.Finding
	failed map[string]error // by findingID: why a repair failed
}

func (r *report) setFindings(by *tasks.Traits, found []doctor.Finding) {
	r.traits, r.found, r.count = by, found, doctor.Count(found)
}

// The JSON is described in the manual; its names stay.
type (
	jsonReport struct {
		Dir      string        `json:"dir"`
		Dialect  string        `json:"dialect"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
		Findings []jsonFinding `json:"findings"`
		Fixed    []jsonFinding `json:"fixed"`
	}
	jsonFinding struct {
		Severity string      `json:"severity"`
		Kind     doctor.Kind `json:"kind"`
		Files    []string    `json:"files"`
		What     string      `json:"what"`
		Why      string      `json:"why"`
		Hint     string      `json:"hint"`
		Repair   *jsonRepair `json:"repair"`
	}
	jsonRepair struct {
		What   string `json:"what"`
		Asks   bool   `json:"asks"`
		Failed string `json:"failed"`
	}
)

func (r *report) writeJSON(out io.Writer) error {
	return writeJSON(out, jsonReport{
		Dir: r.Dir, Dialect: r.traits.Dialect, Errors: r.count.Errors, Warnings: r.count.Warnings, Notes: r.count.Notes,
		Findings: r.jsonFindings(r.found), Fixed: r.jsonFindings(r.fixed),
	})
}

func (r *report) jsonFindings(fs []doctor.Finding) []jsonFinding {
	out := []jsonFinding{}
	for _, f := range fs {
		j := jsonFinding{Severity: f.Severity.String(), Kind: f.Kind, Files: fileNames(f), What: f.What, Why: f.Why,
			Hint: f.Hint}
		if f.Repair != nil {
			j.Repair = &jsonRepair{What: f.Repair.What, Asks: f.Repair.Asks}
			if err := r.failed[findingID(f)]; err != nil {
				j.Repair.Failed = err.Error()
			}
		}
		out = append(out, j)
	}
	return out
}

func fileNames(f doctor.Finding) []string {
	var out []string
	for _, k := range f.Files {
		out = append(out, k.Name)
	}
	return out
}

// namedFiles returns the names of a finding's files in one text; of very many the first, and how many more there are.
func namedFiles(f doctor.Finding) string {
	const most = 6
	names := fileNames(f)
	if more := len(names) - most; more > 1 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// titlesOf returns the ids and subjects of a finding's tasks in one text; of very many the first, and how many more
// there are. It is "" if its files have no task.
func (r *report) titlesOf(f doctor.Finding) string {
	const most = 3
	var titles []string
	for _, k := range f.Files {
		if t := r.board.Task(k); t != nil {
			titles = append(titles, r.board.ShortID(k)+" "+t.Subject)
		}
	}
	if more := len(titles) - most; more > 1 {
		titles = append(titles[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(titles, ", ")
}

// severityStyles are the colours of the severities.
var severityStyles = map[doctor.Severity]style.Style{
	doctor.Error: style.DangerStrong, doctor.Warning: style.Warning, doctor.Note: style.AccentStrong,
}

// writeText prints findings for people: on a terminal wrapped, with an empty line between them, elsewhere a line for
// each sentence. If several in a row have the same explanation, only the last has it.
func (r *report) writeText(w *paper, out io.Writer) error {
	w.line(style.Dim, r.Dir+": "+r.traits.Title)
	for _, f := range r.fixed {
		w.air()
		r.writeFinding(w, style.Ready, "repaired", f, asSentence(f.Repair.What))
	}
	for i, f := range r.found {
		if i == 0 || !r.sameWords(r.found[i-1], f) {
			w.air()
		}
		if i+1 < len(r.found) && r.sameWords(f, r.found[i+1]) {
			r.writeFinding(w, severityStyles[f.Severity], f.Severity.String(), f)
		} else {
			r.writeFinding(w, severityStyles[f.Severity], f.Severity.String(), f, asSentence(f.Why), r.advice(f))
		}
	}
	w.air()
	r.writeSummary(w)
	if r.neverHadTasks {
		w.wrapped(style.Dim, safetext.Const(workspace.ToolsOff), w.room(0), 0)
	}
	_, err := io.WriteString(out, w.String())
	return err
}

// writeFinding prints a finding after a word, and explanations below it.
func (r *report) writeFinding(w *paper, st style.Style, head string, f doctor.Finding, below ...string) {
	const indent = 9
	what := namedFiles(f) + ": " + f.What
	if titles := r.titlesOf(f); titles != "" && w.width > 0 { // scripts need the file, people the task
		what, below = titles, append([]string{what}, below...)
	}
	w.put(st, safetext.Line(head))
	w.WriteString(strings.Repeat(" ", indent-len(head)))
	w.wrapped(style.Strong, safetext.Line(what), w.room(indent), indent)
	for _, text := range below {
		if text != "" {
			w.WriteString(strings.Repeat(" ", indent))
			w.wrapped(style.Plain, safetext.Line(text), w.room(indent), indent)
		}
	}
}

// sameWords reports whether two findings have the same explanation.
func (r *report) sameWords(a, b doctor.Finding) bool {
	return a.Severity == b.Severity && a.What == b.What && a.Why == b.Why && r.advice(a) == r.advice(b)
}

// advice returns what a person can do about a finding.
func (r *report) advice(f doctor.Finding) string {
	switch {
	case f.Repair == nil:
		return f.Hint
	case r.failed[findingID(f)] != nil:
		return "Not repaired: " + r.failed[findingID(f)].Error()
	case f.Repair.Asks:
		return "You decide; --fix=all does this: " + f.Repair.What + "."
	}
	return "--fix does this: " + f.Repair.What + "."
}

// writeSummary prints the last line: the number of findings, or that nothing is wrong.
func (r *report) writeSummary(w *paper) {
	some := false
	add := func(n int, st style.Style, one, more string) {
		if n == 0 {
			return
		}
		if some {
			w.WriteString(", ")
		}
		some = true
		w.put(st, safetext.Line(fmt.Sprint(n, " ", tasks.Plural(n, one, more))))
	}
	add(len(r.fixed), style.Ready, "repaired", "repaired")
	add(r.count.Errors, style.DangerStrong, "error", "errors")
	add(r.count.Warnings, style.Warning, "warning", "warnings")
	add(r.count.Notes, style.AccentStrong, "note", "notes")
	if some {
		w.WriteString(".\n")
		return
	}
	if !w.glyphs.ASCII { // its ASCII form, x, looks like a cross
		w.put(style.Ready, safetext.Line(w.glyphs.Done))
		w.WriteByte(' ')
	}
	w.line(style.Plain, plural(r.files, "file")+", "+r.traits.Title+": nothing is wrong.")
}

// asSentence returns a text with a capital at its beginning and a full stop.
func asSentence(s string) string {
	first, n := utf8.DecodeRuneInString(s)
	if 'a' <= first && first <= 'z' {
		s = strings.ToUpper(s[:n]) + s[n:]
	}
	return s + "."
}
