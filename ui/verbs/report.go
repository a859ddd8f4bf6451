package verbs

import (
	"encoding/json"
	"strings"
	"time"

	"sideboard/board"
	"sideboard/tasks"
	"sideboard/tasks/jsonedit"
)

// Version is the version of the JSON for programs. Members keep their names and meanings; new ones may be added.
const Version = 1

// The types of the JSON for programs. The manual's table is made of the tags about.
type (
	// Head is in every answer about a directory.
	Head struct {
		Version int    `json:"version" about:"1"`
		Dir     string `json:"dir" about:"the task directory"`
	}
	// Counts are the numbers of tasks by state.
	Counts struct {
		Total     int `json:"total" about:"all tasks, without containers"`
		Ready     int `json:"ready" about:"tasks that can start"`
		Blocked   int `json:"blocked" about:"tasks that wait for others, stuck ones included"`
		Stuck     int `json:"stuck" about:"tasks in a loop or behind one"`
		Running   int `json:"running" about:"tasks in progress"`
		Completed int `json:"completed" about:"finished tasks"`
	}
	// Ref is a reference to a task.
	Ref struct {
		ID      string `json:"id" about:"its id"`
		Short   string `json:"short" about:"the shortest form of its id: #4"`
		Subject string `json:"subject" about:"its subject"`
		Status  string `json:"status" about:"as in a task; missing if no file has the id"`
		Owner   string `json:"owner" about:"its owner, or empty"`
	}
	// Task is a task in a list.
	Task struct {
		ID         string     `json:"id" about:"its id"`
		Short      string     `json:"short" about:"the shortest form of its id: #4"`
		File       string     `json:"file" about:"its file name"`
		Subject    string     `json:"subject" about:"its subject"`
		Status     string     `json:"status" about:"pending, in_progress, completed; or the file's own word"`
		State      string     `json:"state" about:"ready, blocked, stuck, running, completed, skipped, failed, unknown, broken, container"`
		Owner      string     `json:"owner" about:"its owner, or empty"`
		ActiveForm string     `json:"activeForm" about:"what is being done while it is in progress"`
		Worktree   string     `json:"worktree" about:"its git worktree, or empty"`
		WaitsFor   []string   `json:"waitsFor" about:"the ids it waits for, finished ones included"`
		OpenBlocks []string   `json:"blockedBy" about:"those that still block it"`
		Blocks     []string   `json:"blocks" about:"the ids that wait for it"`
		Changed    *time.Time `json:"changed" about:"when its file last changed; null if it says a time in the future"`
		Problem    string     `json:"problem" about:"what is wrong with its file, or empty"`
	}
	// Fact is a value that only the format of a task has.
	Fact struct {
		Name   string   `json:"name" about:"its name"`
		Values []string `json:"values" about:"its values"`
	}
	// List is the answer of list.
	List struct {
		Head
		Dialect string `json:"dialect" about:"the format of the directory"`
		Counts
		Tasks  []Task `json:"tasks" about:"the matching tasks, in the order of the board"`
		Unread string `json:"unread,omitempty" about:"which tools keep tasks of the project in a form that is not read; only without tasks"`
	}
	// Detail is the answer of show.
	Detail struct {
		Head
		Dialect     string   `json:"dialect" about:"the format of the directory"`
		Task        Task     `json:"task" about:"a task, as in list"`
		Description string   `json:"description" about:"its description"`
		WaitsFor    []Ref    `json:"waitsFor" about:"references to what it waits for"`
		Blocks      []Ref    `json:"blocks" about:"references to what waits for it"`
		Facts       []Fact   `json:"facts" about:"what only its format has, and its container"`
		Members     []Member `json:"members" about:"the other members of its file"`
	}
	// Member is a member of a task's file that no other field has.
	Member struct {
		Name  string          `json:"name" about:"its name"`
		Value json.RawMessage `json:"value" about:"its value in the file"`
	}
	// Status is the answer of status.
	Status struct {
		Head
		Name string `json:"name" about:"the name of the project or list"`
		Counts
		Percent int    `json:"percent" about:"the share of finished tasks"`
		Needs   []Need `json:"needs" about:"what needs you, most urgent first"`
	}
	// Need is a task that needs a person.
	Need struct {
		Task   Ref    `json:"task" about:"a reference"`
		Reason string `json:"reason" about:"why"`
		Verb   string `json:"verb" about:"what you can do"`
	}
	// Snapshot is the first line of watch.
	Snapshot struct {
		Seq   uint64    `json:"seq" about:"the number of the line, from 1; none is left out"`
		At    time.Time `json:"at" about:"when it was made"`
		Event string    `json:"event" about:"snapshot"`
		List
	}
	// Event is what happened to a task, or to the directory.
	Event struct {
		Version   int       `json:"version" about:"1"`
		Seq       uint64    `json:"seq" about:"the number of the line"`
		At        time.Time `json:"at" about:"when sideboard saw it"`
		Event     string    `json:"event" about:"created, edited, claimed, started, took over, released, reopened, completed, unblocked, deleted, wiped, broke, repaired; in history also changed; of the directory: live, polling, lost, offline; or beat, five seconds after the line before"`
		Task      Ref       `json:"task" about:"a reference; of a deleted task only the subject"`
		File      string    `json:"file" about:"its file name"`
		Who       string    `json:"who" about:"who did it or had the task, or empty"`
		Fields    []string  `json:"fields" about:"the changed fields of an edit"`
		Unblocked []Ref     `json:"unblocked" about:"references to tasks that are ready because of it"`
		Reason    string    `json:"reason" about:"why the directory is polling, lost or offline"`
		You       bool      `json:"you,omitempty" about:"in history: whether a person did it on a board of this host"`
		Found     bool      `json:"found,omitempty" about:"in history: no board was open, and at is the time of the file"`
	}
	// Choice is a task that can be started, and why it has its place.
	Choice struct {
		Task   Task   `json:"task" about:"a task, as in list"`
		Behind int    `json:"behind" about:"how many tasks wait for it, directly or not"`
		Chain  bool   `json:"chain" about:"whether it is on the longest chain"`
		Reason string `json:"reason" about:"why it has this place"`
	}
	// Next is the answer of next.
	Next struct {
		Head
		Dialect string   `json:"dialect" about:"the format of the directory"`
		Next    []Choice `json:"next" about:"choices, the best first"`
	}
	// Log is the answer of log.
	Log struct {
		Head
		Edits []Edited `json:"edits" about:"the kept edits, the newest first"`
	}
	// History is the answer of history.
	History struct {
		Head
		Events []Event `json:"events" about:"events as those of watch, the oldest first, without numbers"`
	}
	// Edited is an edit that was made.
	Edited struct {
		At      time.Time `json:"at" about:"when"`
		Who     string    `json:"who" about:"who made it"`
		Verb    string    `json:"verb" about:"as in a command that writes"`
		File    string    `json:"file" about:"its file name"`
		Short   string    `json:"short" about:"the shortest form of its id: #4"`
		Subject string    `json:"subject" about:"the task's subject then"`
		Undone  bool      `json:"undone" about:"whether it was undone"`
	}
	// Change is the answer of commands that write.
	Change struct {
		Head
		Verb      string   `json:"verb" about:"claimed, completed, released, reopened, created, edited, linked, unlinked, deleted, undone, bound, unbound; of a worktree made, kept, removed"`
		DryRun    bool     `json:"dryRun" about:"whether nothing was written"`
		Tasks     []Task   `json:"tasks" about:"the tasks, as they are now"`
		Unblocked []Ref    `json:"unblocked" about:"references to tasks that are ready because of it"`
		Notice    string   `json:"notice" about:"a remark, or empty"`
		Files     []File   `json:"files" about:"with --dry-run: the files that would change"`
		Left      []string `json:"left" about:"what could not be done"`
		InPart    bool     `json:"inPart,omitempty" about:"whether a file that belongs to it was not changed: the exit code is 6"`
	}
	// Worktrees is the answer of worktree list.
	Worktrees struct {
		Head
		Worktrees []Worktree `json:"worktrees" about:"the worktrees that tasks can be bound to"`
	}
	// Worktree is a git worktree of the project.
	Worktree struct {
		Name   string `json:"name" about:"its name"`
		Branch string `json:"branch" about:"its branch, or empty"`
		Path   string `json:"path" about:"its directory"`
		Tasks  []Ref  `json:"tasks" about:"references to its open tasks"`
	}
	// File is a file before and after a change.
	File struct {
		Name   string  `json:"name" about:"its name"`
		Before *string `json:"before" about:"its text, null if it is new"`
		After  *string `json:"after" about:"its new text, null if it is removed"`
	}
	// Failure is why something was not done.
	Failure struct {
		Version int    `json:"version" about:"1"`
		Code    string `json:"error" about:"refused, usage, conflict, not-found, io, part or interrupted"`
		Exit    int    `json:"exit" about:"the exit code"`
		Reason  string `json:"reason" about:"why"`
		Hint    string `json:"hint" about:"what to do, or empty"`
		Tasks   []Ref  `json:"tasks" about:"references to the tasks in the way"`
	}
)

// Lines returns a member as lines to read.
func (m Member) Lines() []string {
	lines, _ := jsonedit.Outline(m.Value)
	if len(lines) == 1 && lines[0].Depth == 0 && lines[0].Name == "" {
		return []string{m.Name + ": " + lines[0].Text}
	}
	words := []string{strings.ReplaceAll(m.Name, "_", " ")}
	for _, l := range lines {
		l.Depth++
		words = append(words, l.String())
	}
	return words
}

// members returns the members of a file that are not empty and that no other field has.
func members(all []tasks.Member) []Member {
	out := []Member{}
	for _, m := range all {
		lines, valid := jsonedit.Outline(m.Raw)
		switch {
		case m.Known || valid && len(lines) == 0:
		case json.Valid(m.Raw):
			out = append(out, Member{m.Name, m.Raw})
		default:
			out = append(out, Member{m.Name, jsonedit.Quote(string(m.Raw), 0)})
		}
	}
	return out
}

// facts returns what only the format of a task has, its container and its parts.
func (s *Session) facts(k tasks.Key, all []tasks.Fact) []Fact {
	out := []Fact{}
	named := func(name string, keys ...tasks.Key) {
		f := Fact{Name: name}
		for _, k := range keys {
			f.Values = append(f.Values, s.named(k))
		}
		if len(keys) > 0 {
			out = append(out, f)
		}
	}
	if whole, ok := s.board.Parent(k); ok {
		named("part of", whole)
	}
	named("parts", s.board.Children(k)...)
	for _, f := range all {
		values := append([]string{}, f.Values...)
		if f.From != "" {
			values = append([]string{"from " + f.From}, values...)
		}
		out = append(out, Fact{f.Name, values})
	}
	return out
}

// named returns the short id and the subject of a task.
func (s *Session) named(k tasks.Key) string {
	return strings.TrimSpace(s.board.ShortID(k) + " " + s.ref(k).Subject)
}

// task returns a task as programs get it.
func (s *Session) task(k tasks.Key) Task {
	b := s.board
	out := Task{Short: b.ShortID(k), File: k.Name, State: b.State(k).String(), WaitsFor: []string{},
		OpenBlocks: []string{}, Blocks: []string{}}
	if p := b.Problem(k); p != nil {
		out.Problem = p.Text
	}
	t := b.Task(k)
	if t == nil {
		return out
	}
	out.ID, out.Subject, out.Status, out.Owner = t.ID.Text, t.Subject, statusWord(t), t.Owner
	out.ActiveForm, out.Worktree = t.ActiveForm, t.Worktree
	if !t.Marks.Has(tasks.Misdated) {
		out.Changed = new(t.Stamp.Time().UTC())
	}
	if out.Problem == "" {
		out.Problem = b.Unseen(t)
	}
	for _, l := range b.WaitsFor(k) {
		out.WaitsFor = append(out.WaitsFor, l.ID.Text)
		if l.Open {
			out.OpenBlocks = append(out.OpenBlocks, l.ID.Text)
		}
	}
	for _, l := range b.Unblocks(k) {
		out.Blocks = append(out.Blocks, l.ID.Text)
	}
	return out
}

// statusWord returns the canonical word of a status, or the word of the file if its format does not know it.
func statusWord(t *tasks.Task) string {
	if t.Status == tasks.Foreign {
		return t.StatusText
	}
	return t.Status.String()
}

func (s *Session) ref(k tasks.Key) Ref { return RefTo(s.board, k) }

// RefTo returns a reference to a task of a board.
func RefTo(b *board.Board, k tasks.Key) Ref {
	r := Ref{Short: b.ShortID(k)}
	if t := b.Task(k); t != nil {
		r.ID, r.Subject, r.Status, r.Owner = t.ID.Text, t.Subject, statusWord(t), t.Owner
	}
	return r
}

func (s *Session) refs(keys []tasks.Key) []Ref {
	all := []Ref{}
	for _, k := range keys {
		all = append(all, s.ref(k))
	}
	return all
}

// linkRefs returns references to the other ends of links, missing ones included.
func (s *Session) linkRefs(ends []board.LinkEnd) []Ref {
	all := []Ref{}
	for _, l := range ends {
		if l.Task == nil {
			all = append(all, Ref{ID: l.ID.Text, Short: "#" + l.ID.Text, Status: "missing"})
			continue
		}
		all = append(all, s.ref(l.Key))
	}
	return all
}
