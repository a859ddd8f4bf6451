package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"regexp"
	"strings"
	"syscall"
	"text/template"
	"time"

	"github.com/spf13/cobra"

	"sideboard/tasks"
	"sideboard/tasks/locate"
	"sideboard/ui/safetext"
	"sideboard/ui/style"
	"sideboard/ui/verbs"
)

func listCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "list [DIR] [FILTER...]",
		Short: "Print the tasks, all or those that match",
		Long: `list prints the tasks of a directory, one per line, in the order of the board. FILTER is as after / on the board: words of a
subject, @owner (@me, @none), #id, is:ready, blocked, stuck, running, stalled, mine, done, new, failed, broken, waits-for:ID,
unblocks:ID or unblocks:@owner, changed<10m, list:NAME; - before any of them negates it. A word that is the name of a
directory is DIR, and so is nats://HOST/BUCKET, or HOST:DIR as the first word. Put a word that begins with -, or that is not
meant as a directory, after --.`,
		Example: `  sideboard list                    all tasks of this project
  sideboard list is:ready @none     what anybody can start
  sideboard list unblocks:@ann      what ann's tasks wait for
  sideboard list -- -is:done        everything that is not finished
  sideboard list parser --json      for programs`,
		ValidArgsFunction: completeFilter(p, f),
	}
	x := newTaskRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		words, err := x.takeDir(cmd, args)
		if err != nil {
			return err
		}
		err = x.read(cmd, func(ctx context.Context, s *verbs.Session) (answer, error) {
			l, err := s.List(ctx, strings.Join(words, " "))
			return listAnswer(l), err
		})
		if none, ok := errors.AsType[*locate.NotFoundError](err); ok && x.dir != "" {
			none.Tried = append(none.Tried,
				locate.Attempt{Why: "if " + x.dir + " is a word of the filter, write it after --"})
		}
		return err
	}
	return cmd
}

func listAnswer(l verbs.List) answer {
	return answer{l, l.Version == 0, func(w *paper) { w.list(l) }}
}

func (w *paper) list(l verbs.List) {
	rows := make([][]cell, 0, len(l.Tasks))
	for _, t := range l.Tasks {
		rows = append(rows, w.row(t))
	}
	w.table(rows)
	w.line(style.Dim, l.Count()+": "+l.InWords())
	if l.Total == 0 {
		for words := range strings.Lines(l.Unread) {
			w.line(style.Dim, strings.TrimSpace(words))
		}
	}
}

func showCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "show ID",
		Short: "Print everything about one task",
		Long: `show prints a task: its state, its owner, its links, its description and everything else in its file. ID is its id, enough of
the end or beginning to be unique, with or without #, or its file name.`,
		Example: `  sideboard show 4
  sideboard show task_1778000000_0042 --json`,
		Args:              oneID,
		ValidArgsFunction: completeIDs(p, f, anyTask),
	}
	x := newTaskRun(cmd, p, f)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return x.read(cmd, func(_ context.Context, s *verbs.Session) (answer, error) {
			d, err := s.Show(args[0])
			return detailAnswer(d), err
		})
	}
	return cmd
}

func detailAnswer(d verbs.Detail) answer {
	return answer{d, d.Version == 0, func(w *paper) { w.detail(d) }}
}

// detail prints everything about a task.
func (w *paper) detail(d verbs.Detail) {
	t := d.Task
	sign := w.symbol(t.State)
	w.put(sign.style, sign.text)
	w.WriteByte(' ')
	w.put(style.SubjectStrong, subjectOf(t))
	w.WriteByte('\n')
	field := func(name, value string) {
		if value != "" {
			w.put(style.Dim, safetext.Line(name).Pad(max(10, len(name))))
			w.put(style.Plain, safetext.Line("  "+value))
			w.WriteByte('\n')
		}
	}
	field("id", t.ID)
	state := t.State
	if t.Status != "" && t.Status != t.State {
		state += ", " + t.Status
	}
	field("state", state)
	field("owner", t.Owner)
	field("doing", t.ActiveForm)
	field("worktree", t.Worktree)
	field("changed", w.changed(t).String())
	field("file", t.File)
	w.refs(safetext.Const("waits for").Pad(10), d.WaitsFor)
	w.refs(safetext.Const("unblocks").Pad(10), d.Blocks)
	for _, fact := range d.Facts {
		for _, v := range fact.Values {
			field(fact.Name, v)
		}
	}
	for _, m := range d.Members {
		for i, line := range m.Lines() {
			st := style.Plain
			if i == 0 {
				st = style.Dim
			}
			w.line(st, line)
		}
	}
	if d.Description != "" {
		w.WriteString("\n" + Printable(d.Description) + "\n")
	}
}

func nextCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "next [DIR]",
		Short: "Print what to start now, the best first, and why",
		Long: `next prints the tasks that you can start now, the best first: those that were given to you, then those that most work waits
for. claim --next claims the first.`,
		Example: `  sideboard next               the best three
  sideboard next --limit 0     everything that can be started
  sideboard next --json        the same for programs`,
	}
	x := newDirRun(cmd, p, f, oneDirHere)
	limit := 3
	cmd.Flags().IntVar(&limit, "limit", limit, "how many to print, 0 for all")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if limit < 0 {
			return usageError(errors.New("--limit: choose 0 or more"))
		}
		return x.read(cmd, func(ctx context.Context, s *verbs.Session) (answer, error) {
			n := s.Next(limit)
			if len(n.Next) == 0 {
				no := s.NothingReady()
				no.Verb = 0 // no verb was tried
				if st, err := s.Status(ctx); err == nil && len(st.Needs) > 0 {
					no.Why, no.Hint = fmt.Sprint(no.Why, ", ", needWords(len(st.Needs))),
						"sideboard list is:needs-me prints what needs you"
				}
				return answer{empty: true}, no
			}
			return answer{n, false, func(w *paper) { w.next(n) }}, nil
		})
	}
	return cmd
}

// needWords returns "2 need you".
func needWords(n int) string { return fmt.Sprint(n, tasks.Plural(n, " needs you", " need you")) }

func (w *paper) next(n verbs.Next) {
	var rows [][]cell
	for _, c := range n.Next {
		rows = append(rows, []cell{
			w.symbol(c.Task.State), {text: safetext.Short(c.Task.Short), style: style.Dim},
			{text: subjectOf(c.Task).Cut(60), style: style.Plain},
			{text: safetext.Line(c.Reason), style: style.Dim},
		})
	}
	w.table(rows)
}

func logCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "log [DIR]",
		Short: "Print the edits made with sideboard, the newest first",
		Long: `log prints the edits that people and agents made with sideboard, when, and whether they were undone. undo undoes your newest.
watch prints what agents do to the files.`,
		Example: "  sideboard log\n  sideboard log --limit 0 --json",
	}
	x := newDirRun(cmd, p, f, oneDirHere)
	limit := 20
	cmd.Flags().IntVar(&limit, "limit", limit, "how many to print, 0 for all that are kept")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if limit < 0 {
			return usageError(errors.New("--limit: choose 0 or more"))
		}
		// only a directory opened for writing has a journal
		return x.with(cmd, true, func(_ context.Context, s *verbs.Session) (answer, error) {
			l, err := s.Log(limit)
			return answer{l, false, func(w *paper) { w.edits(l) }}, err
		})
	}
	return cmd
}

func historyCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "history [DIR]",
		Short: "Print what happened to the tasks, by agents too",
		Long: `history prints the events that an open board recorded, the oldest first, at most the newest 10,000; and what changed while none was
open, with the times of the files. log prints the edits made with sideboard, watch what happens from now on, and replay shows it on
the board.`,
		Example: `  sideboard history --since 2h
  sideboard history --json | jq -r '.events[] | select(.event == "completed") | .task.subject'`,
	}
	x := newDirRun(cmd, p, f, oneDirHere)
	var since time.Duration
	cmd.Flags().Var((*positiveDuration)(&since), "since", "begin this long ago (default all that is recorded)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		// only a directory opened for writing has a journal
		return x.with(cmd, true, func(_ context.Context, s *verbs.Session) (answer, error) {
			var from time.Time
			if since > 0 {
				from = time.Now().Add(-since)
			}
			h, err := s.History(from)
			return answer{h, false, func(w *paper) { w.history(h) }}, err
		})
	}
	return cmd
}

func (w *paper) history(h verbs.History) {
	var rows [][]cell
	for _, e := range h.Events {
		who := e.Who
		if e.You {
			who = "you"
		}
		var unblocked []string
		for _, r := range e.Unblocked {
			unblocked = append(unblocked, r.Short)
		}
		more := ""
		if len(unblocked) > 0 {
			more = "unblocked " + strings.Join(unblocked, ", ")
		}
		rows = append(rows, []cell{
			{text: safetext.Line(e.At.Local().Format("2006-01-02 15:04")), style: style.Dim},
			{text: safetext.Short(who), style: style.Dim},
			{text: safetext.Line(e.Event), style: style.Plain}, {text: safetext.Short(e.Task.Short), style: style.Dim},
			{text: safetext.Subject(e.Task.Subject).Cut(60), style: style.Plain},
			{text: safetext.Line(more), style: style.Dim},
		})
	}
	w.table(rows)
	if len(rows) == 0 {
		w.line(style.Dim, "No event is recorded. A board that is open records what happens.")
	}
}

func (w *paper) edits(l verbs.Log) {
	var rows [][]cell
	for _, e := range l.Edits {
		undone := ""
		if e.Undone {
			undone = "undone"
		}
		rows = append(rows, []cell{
			{text: safetext.Line(e.At.Local().Format("2006-01-02 15:04")), style: style.Dim},
			{text: safetext.Short(e.Who), style: style.Dim},
			{text: safetext.Line(e.Verb), style: style.Plain}, {text: safetext.Short(e.Short), style: style.Dim},
			{text: safetext.Subject(e.Subject).Cut(60), style: style.Plain},
			{text: safetext.Line(undone), style: style.Dim},
		})
	}
	w.table(rows)
	if len(rows) == 0 {
		w.line(style.Dim, "No edit was made with sideboard.")
	}
}

// statusFormat is the default line of status. It has counts only, because a prompt or tmux must not show text of tasks
// unless a person asked for it.
const statusFormat = `{{.Ready}} ready, {{.Running}} in progress, {{.Completed}} of {{.Total}} done` +
	`{{with len .Needs}}, {{.}} {{if eq . 1}}needs{{else}}need{{end}} you{{end}}`

func statusCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status [DIR]",
		Short: "Print one line about the tasks, for a prompt or a status bar",
		Long: `status prints how many tasks are ready, in progress and done, and how many need you.

--format takes a Go template with {{.Name}}, {{.Total}}, {{.Ready}}, {{.Blocked}}, {{.Stuck}}, {{.Running}}, {{.Completed}},
{{.Percent}} and .Needs, of which each has {{.Task.Short}}, {{.Task.Subject}}, {{.Reason}} and {{.Verb}}.

The exit code is 0 when nothing needs you, 1 when something does, 2 when the directory cannot be
read, 5 when its host does not answer.`,
		Example: `  sideboard status
  sideboard status --format '{{.Percent}}% {{with len .Needs}}!{{.}}{{end}}'
  set -g status-right '#(sideboard status #{q:pane_current_path})'     in tmux`,
	}
	x := newDirRun(cmd, p, f, atMostOneDir)
	format := statusFormat
	cmd.Flags().StringVar(&format, "format", format, "what to print, as a Go template")
	cmd.Flags().Lookup("format").DefValue = ""
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		line, err := template.New("status").Parse(format)
		if err != nil {
			return usageError(fmt.Errorf("--format: %w", err))
		}
		s, err := x.open(cmd.Context(), false)
		if err != nil {
			x.printChoice(cmd.OutOrStdout())
			return failedToRead(err)
		}
		defer s.Close()
		st, err := s.Status(cmd.Context())
		if err != nil {
			return failedToRead(err)
		}
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

// printChoice asks for --list if there are several lists: in a status bar an error on stderr is not visible.
func (x *taskRun) printChoice(out io.Writer) {
	b, err := x.options(false)
	if err != nil || x.json || !b.Finder.IsUnnamed() {
		return
	}
	if lists, err := b.Finder.Lists(); err == nil && len(lists) > 1 {
		// stderr has the reason too
		_, _ = io.WriteString(out, fmt.Sprintf("%d task lists: choose one with --list ID\n", len(lists)))
	}
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

func watchCommand(p Program, f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "watch [DIR]",
		Short: "Print each event as it happens",
		Long: `watch prints a line for each event from now on: created, claimed, completed with what that unblocked, and so on. It ends when its
reader ends, or at ctrl+c.

With --json the first line has all tasks, every line has a number, and after five silent seconds comes a line with "beat":
a reader that connects again knows what it has, and notices a link that is cut.

A line with polling, lost or live says how sideboard notices changes from now on, and why. The exit code is 2 if the
directory cannot be read.

With --for NAME it prints a line only for what a person does on a board of this host, or a command with --ring, to a task that is or was
NAME's, an owner's or the session's whose list it is: what was done and the id, never a text of a task. It prints at most one line a
second; of several acts it says how many tasks they changed. The exit code is 4 if nobody is called NAME.`,
		Example: `  sideboard watch
  sideboard watch --for agent-2
  sideboard watch --json | jq -r 'select(.event == "completed") | .task.subject'`,
	}
	x := newDirRun(cmd, p, f, atMostOneDir)
	x.waits = true
	name := ""
	cmd.Flags().StringVar(&name, "for", "", "only what a person does to a task of `NAME`")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if name != "" && x.json {
			return usageError(errors.New("--for prints fixed words for an agent, and --json everything: use one of the two"))
		}
		interrupted, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		ctx, cancel := context.WithCancel(interrupted)
		defer cancel()
		out := cmd.OutOrStdout()
		var early []verbs.Event // before the snapshot
		x.onHealth = func(e verbs.Event) { early = append(early, e) }
		s, err := x.open(ctx, false)
		if err != nil {
			return failedToRead(err)
		}
		defer s.Close()
		go func() { awaitReaderEnd(out); cancel() }()
		if name != "" {
			return watchFor(ctx, interrupted, s, name, out, cmd.ErrOrStderr())
		}
		if x.json {
			l, err := s.List(ctx, "")
			if err == nil {
				x.seq++
				err = writeJSONLine(out, verbs.Snapshot{Seq: x.seq, At: time.Now().UTC(), Event: "snapshot", List: l})
			}
			if err != nil {
				return failedToRead(err)
			}
		}
		for _, e := range early {
			_ = x.printEvent(out, e) // awaitReaderEnd notices a closed pipe
		}
		s.OnHealth = func(e verbs.Event) { _ = x.printEvent(out, e) }
		err = s.Watch(ctx, func(e verbs.Event) error { return x.printEvent(out, e) })
		switch {
		case interrupted.Err() != nil:
			return &Exit{Code: verbs.ExitInterrupted}
		case errors.Is(err, context.Canceled), errors.Is(err, syscall.EPIPE):
			return nil
		}
		return failedToRead(err)
	}
	return cmd
}

// watchFor prints what a person does to the tasks of an agent, until ctx ends. The lines consist of fixed words and ids
// that match plainID, so no text of a task can pass for an instruction to the agent that reads them.
func watchFor(ctx, interrupted context.Context, s *verbs.Session, name string, out, report io.Writer) error {
	owner, every, known := s.WhoIs(name)
	if !known {
		return &Exit{Code: verbs.ExitNotFound,
			Err: fmt.Errorf("nobody here is called %s: name an owner of tasks, or the session whose list it is", name)}
	}
	mark := verbs.NewMark()
	// out has nothing but lines for the agent
	_, _ = io.WriteString(report, Printable("sideboard: following what a person does to tasks of "+name)+"\n")
	for {
		acts, next, err := s.WaitForActs(ctx, mark, owner, every)
		switch {
		case interrupted.Err() != nil:
			return &Exit{Code: verbs.ExitInterrupted}
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return failedToRead(err)
		}
		mark = next
		if _, err := io.WriteString(out, lineFor(acts)+"\n"); err != nil {
			return nil // its reader has ended
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// plainID matches an id that has no room for a sentence.
var plainID = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// lineFor returns the line about the acts of a person, of which there is at least one: the verb and the id of a single
// act, else only how many tasks were changed.
func lineFor(acts []verbs.Act) string {
	files := map[string]bool{}
	for _, a := range acts {
		files[a.File] = true
	}
	if len(files) > 1 {
		return fmt.Sprintf("the person changed %d tasks", len(files))
	}
	did, id := "changed", "a task"
	if len(acts) == 1 {
		did = acts[0].Verb
	}
	if plainID.MatchString(acts[0].Task.ID) {
		id = "task " + acts[0].Task.ID
	}
	return "the person " + did + " " + id
}

func (x *taskRun) printEvent(out io.Writer, e verbs.Event) error {
	if x.json {
		x.seq++
		e.Seq = x.seq
		return writeJSONLine(out, e)
	}
	if e.Event == verbs.Beat {
		return nil
	}
	words := []string{e.At.Local().Format(time.TimeOnly), e.Event, cmp.Or(e.Task.Short, e.File, e.Reason),
		e.Task.Subject}
	if e.Who != "" {
		words = append(words, "("+e.Who+")")
	}
	if e.Event == tasks.EventEdited.String() {
		words = append(words, strings.Join(e.Fields, ", "))
	}
	for _, r := range e.Unblocked {
		words = append(words, "unblocked "+r.Short)
	}
	_, err := io.WriteString(out, strings.ReplaceAll(Printable(strings.Join(words, "  ")), "\n", " ")+"\n")
	return err
}
