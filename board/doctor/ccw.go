package doctor

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// What can be wrong with the tasks of a workflow session, beside what can be wrong with any.
const (
	LacksMember     Kind = "lacks-member"     // what its generation's rules demand is not there
	MisformedID     Kind = "misformed-id"     // not formed as its generation's ids are
	UnknownWord     Kind = "unknown-word"     // a word for which its generation names others, or nothing where it wants something
	WildcardPath    Kind = "wildcard-path"    // a path that is a pattern
	WrongParent     Kind = "wrong-parent"     // part and container disagree, or one of them is not there
	TooDeep         Kind = "too-deep"         // a part of a part of a part
	EmptyContainer  Kind = "empty-container"  // a container without parts
	WrongContainer  Kind = "wrong-container"  // a container whose status is not what its parts say
	PartWaits       Kind = "part-waits"       // a task and what it is a part of wait for one another
	UnmetDependency Kind = "unmet-dependency" // begun although what it waits for is not finished
	SaysBlocked     Kind = "says-blocked"     // says blocked, and nothing that it waits for is open
	TodoDiffers     Kind = "todo-differs"     // TODO_LIST.md and the files disagree
	InactiveSession Kind = "inactive-session" // tasks are worked on in a session that is not marked active
)

// mostGuesses is for how many ids that no file has it is worked out which was meant: in a folder where thousands are
// wrong, something else is.
const mostGuesses = 100

// deepest is how deep tasks may be nested: a container and its parts.
const deepest = 2

// Session is what lies about a folder of workflow tasks.
type Session struct {
	Name    string
	Todo    []byte   // TODO_LIST.md, nil where there is none
	Marks   bool     // it is one of those that markers are for
	Markers []string // the sessions that markers name
	Status  string   // what the session's own file says, "" for nothing
	Table   string   // the name of a file beside the folder that has its tasks as one table, "" for none
}

// nested reports whether a task is one of a workflow generation whose rules are known.
func nested(t *tasks.Task) bool { return t.Traits.Nests && t.Traits.ReadOnly == "" }

// workflow examines the tasks of a session.
func (x *exam) workflow() {
	w := &session{exam: x, parts: map[*tasks.Task][]*tasks.Task{}, by: map[tasks.ID][]*tasks.Task{}, formed: map[*tasks.Task]bool{}}
	for _, t := range x.tasks {
		if nested(t) {
			w.all, w.ids = append(w.all, t), append(w.ids, t.ID)
		}
	}
	if len(w.all) == 0 {
		return
	}
	w.families()
	for _, t := range w.all {
		w.form(t)
		w.depth(t)
		w.container(t)
		w.dependencies(t)
	}
	if x.c.Session != nil {
		w.todo(x.c.Session.Todo)
		w.active(*x.c.Session)
		w.table(x.c.Session.Table)
	}
}

// session is the examination of one session.
type session struct {
	*exam
	all   []*tasks.Task
	ids   []tasks.ID
	parts map[*tasks.Task][]*tasks.Task // of each container
	by    map[tasks.ID][]*tasks.Task    // the containers whose own lists name an id

	formed map[*tasks.Task]bool // those whose ids alone make them parts, and are
}

// demands tells what a file lacks and which of its paths are patterns. It is asked while the bytes are at hand.
func (x *exam) demands(t *tasks.Task, raw []byte) {
	if lacks, others := dialect.Lacks(t.Traits, raw); len(lacks)+len(others) > 0 {
		if len(lacks) > 0 {
			others = append([]string{"it lacks " + list(lacks)}, others...)
		}
		f := Finding{
			Severity: Warning, Kind: LacksMember, Files: []tasks.Key{t.Key},
			What: strings.Join(others, "; "), Why: "the rules of " + t.Traits.Title + " demand that, and agents check it before they start a task",
			Hint: "Let whoever planned the task fill it in.",
		}
		if t.Status.Finished() {
			f.Severity, f.Why = Note, "the rules of "+t.Traits.Title+" demand that; the task is over, so that nobody looks any more"
		}
		x.add(f)
	}
	if odd := dialect.Unpublished(t.Traits, raw); len(odd) > 0 && !t.Status.Finished() && t.Status != tasks.Container {
		x.add(Finding{
			Severity: Note, Kind: UnknownWord, Files: []tasks.Key{t.Key}, What: strings.Join(odd, "; "),
			Why: "the rules of " + t.Traits.Title + " say otherwise, and agents check it before they start a task", Hint: "Let whoever planned the task look at it.",
		})
	}
	if patterns := dialect.Wildcards(raw); len(patterns) > 0 {
		x.add(Finding{
			Severity: Note, Kind: WildcardPath, Files: []tasks.Key{t.Key},
			What: "its paths are patterns: " + list(patterns), Why: "agents take them for names of files and folders, and find nothing there",
			Hint: "Write out which files and folders are meant.",
		})
	}
}

// form tells of an id that its generation would not give.
func (w *session) form(t *tasks.Task) {
	want := dialect.Malformed(t.Traits, t.ID)
	if want == "" {
		return
	}
	f := Finding{
		Severity: Warning, Kind: MisformedID, Files: []tasks.Key{t.Key}, What: "its id is " + quoted(t.ID.Text) + ", and must be " + want,
		Why: "agents that look for tasks by that form pass over it", Hint: "Give it another id, in its file, its name and the lists that name it.",
	}
	if t.Status.Finished() {
		f.Severity = Note
	}
	w.add(f)
}

// dependencies tells of tasks that were begun too early, and of those that still say they are blocked.
func (w *session) dependencies(t *tasks.Task) {
	var open []string
	for _, id := range unique(t.WaitsFor) {
		o, broken := w.find(t, id)
		switch {
		case broken || o == nil || o == t: // told elsewhere
			open = append(open, "")
		case !w.met(o):
			open = append(open, id.Text)
		}
	}
	named := slices.DeleteFunc(slices.Clone(open), func(s string) bool { return s == "" })
	switch {
	case t.Status == tasks.InProgress && len(named) > 0:
		w.add(Finding{
			Severity: Warning, Kind: UnmetDependency, Files: []tasks.Key{t.Key},
			What: "it is in progress, and " + list(named) + " " + tasks.Plural(len(named), "is", "are") + " not completed",
			Why:  "its agent may build on what is not there yet", Hint: "Look at whether it really needs what it waits for; release it if so.",
		})
	case t.Status == tasks.Completed && len(named) > 0:
		w.add(Finding{
			Severity: Note, Kind: UnmetDependency, Files: []tasks.Key{t.Key},
			What: "it is completed, and " + list(named) + " " + tasks.Plural(len(named), "is", "are") + " not",
			Why:  "it was to wait for " + tasks.Plural(len(named), "that", "those"),
		})
	case t.Status == tasks.Blocked && len(open) == 0:
		f := Finding{
			Severity: Note, Kind: SaysBlocked, Files: []tasks.Key{t.Key}, What: "it says that it is blocked, and nothing that it waits for is open",
			Why: "agents pass over it until somebody looks again", Hint: "Set it to pending.",
		}
		if editable(t) {
			f.Repair = &Repair{What: "set it to pending", Asks: true, Edit: setStatus(t, tasks.Pending)}
		}
		w.add(f)
	}
}

// met reports whether a task is what those that wait for it wait for: completed, or all that it stands for is over.
func (w *session) met(t *tasks.Task) bool {
	if len(w.parts[t]) == 0 {
		return t.Status == tasks.Completed
	}
	return len(w.open(t)) == 0
}

// setStatus is the edit that gives a task another status, if it still has the one it has.
func setStatus(t *tasks.Task, to tasks.Status) *tasks.Edit {
	return &tasks.Edit{Verb: tasks.VerbEdit, Of: t.Key, Changes: []tasks.Change{
		{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(t.Status), To: tasks.StatusValue(to)},
	}}
}

// meant returns which id was probably meant by one that no file has, as the beginning of a hint.
func (w *session) meant(id tasks.ID) string {
	if right, ok := w.guess(id, w.ids); ok {
		return "Did you mean " + right.Text + "? "
	}
	return ""
}

// guess works out which id was meant, a bounded number of times.
func (x *exam) guess(id tasks.ID, all []tasks.ID) (tasks.ID, bool) {
	if x.guesses++; x.guesses > mostGuesses {
		return tasks.ID{}, false
	}
	return tasks.Nearest(id, all)
}

// suggest adds to the finding about ids that no file has which ones were probably meant, and how to write those.
func (x *exam) suggest(f *Finding, t *tasks.Task, missing []tasks.ID) {
	if !nested(t) || x.guesses > mostGuesses {
		return
	}
	var all, right []tasks.ID
	for _, o := range x.tasks {
		if o != t {
			all = append(all, o.ID)
		}
	}
	var wrong []tasks.ID
	for _, id := range missing {
		if is, ok := x.guess(id, all); ok && !slices.Contains(t.WaitsFor, is) {
			wrong, right = append(wrong, id), append(right, is)
		}
	}
	if len(right) == 0 {
		return
	}
	f.Hint = "Did you mean " + spelled(right) + "? " + f.Hint
	if !editable(t) || len(wrong) != len(missing) {
		return
	}
	e := &tasks.Edit{Verb: tasks.VerbLink, Of: t.Key, Changes: dropped(tasks.FieldWaitsFor, wrong...)}
	for _, id := range right {
		e.Changes = append(e.Changes, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)})
	}
	f.Repair = &Repair{What: "write " + spelled(right) + " in place of " + spelled(wrong), Asks: true, Edit: e}
}

// active tells of work in a session that is not the one at work.
func (w *session) active(s Session) {
	var running, open []tasks.Key
	for _, t := range w.all {
		switch {
		case len(w.parts[t]) > 0 || t.Status == tasks.Container:
		case t.Status == tasks.InProgress:
			running, open = append(running, t.Key), append(open, t.Key)
		case !t.Status.Finished():
			open = append(open, t.Key)
		}
	}
	f := Finding{Severity: Warning, Kind: InactiveSession, Files: running}
	switch {
	case s.Marks && len(s.Markers) > 1 && slices.Contains(s.Markers, s.Name):
		f.Severity, f.Files = Note, []tasks.Key{w.all[0].Key}
		f.What = "several sessions are marked active: " + list(s.Markers)
		f.Why, f.Hint = "agents take the first they find, which may be another", "Leave the marker .workflow/.active-<session> of the one that is at work."
	case s.Marks && len(running) > 0 && len(s.Markers) == 0:
		f.What = "tasks are in progress, and no session is marked active"
		f.Why, f.Hint = "agents look for the marker to find their session, and find none", "Make the empty file .workflow/.active-"+s.Name+"."
	case s.Marks && len(running) > 0 && !slices.Contains(s.Markers, s.Name):
		f.What = "tasks are in progress, and the session marked active is " + list(s.Markers)
		f.Why, f.Hint = "agents that look for their session go to that one", "Mark this session active, or release what is in progress here."
	case (s.Status == "completed" || s.Status == "archived") && len(open) > 0:
		f.Files = open
		f.What = fmt.Sprintf("its session says that it is %s, and %d %s not", s.Status, len(open), tasks.Plural(len(open), "task is", "tasks are"))
		f.Why, f.Hint = "no agent comes back to a session that is over", "Complete or cancel what is left, or set the status in workflow-session.json."
	default:
		return
	}
	w.add(f)
}

// table tells of a table that some agents go by in place of the files.
func (w *session) table(name string) {
	if name == "" {
		return
	}
	f := Finding{
		Severity: Note, Kind: ForeignFile, Files: []tasks.Key{w.all[0].Key}, What: "it lies beside the tasks as one table of them",
		Why: "it is neither read nor written here: agents that go by the table see no change that is made here", Hint: "Let all agents of a session go by the one or the other.",
	}
	f.Files[0].Name = name
	w.add(f)
}

// todo tells where TODO_LIST.md and the files disagree.
func (w *session) todo(text []byte) {
	entries := dialect.TodoLines(text)
	if !slices.ContainsFunc(entries, func(l dialect.TodoLine) bool { return l.Box }) {
		return
	}
	byID := map[string]*tasks.Task{}
	for _, t := range w.all {
		byID[strings.ToUpper(t.ID.Text)] = t // the list has ids in capitals, whatever the files do
	}
	var ticked, unticked, unknown, unnamed disagreement
	named := map[*tasks.Task]bool{}
	for _, e := range entries {
		t := byID[strings.ToUpper(e.ID)]
		switch {
		case t == nil:
			unknown.ids = append(unknown.ids, e.ID)
		case !e.Box: // a container's
		case e.Ticked && !w.over(t):
			ticked.note(t)
		case !e.Ticked && w.over(t):
			unticked.note(t)
		}
		if t != nil {
			named[t] = true
		}
	}
	for _, t := range w.all {
		if !named[t] {
			unnamed.note(t)
		}
	}
	ticked.add(w, Warning, "TODO_LIST.md ticks it off, and its file does not", "agents that go by the list take it for done")
	unticked.add(w, Warning, "it is over, and TODO_LIST.md does not tick it off", "agents that go by the list do it again")
	unnamed.add(w, Note, "TODO_LIST.md does not name it", "agents that go by the list do not know of it")
	if len(unknown.ids) > 0 {
		slices.Sort(unknown.ids)
		f := Finding{
			Severity: Note, Kind: TodoDiffers, Files: []tasks.Key{w.all[0].Key}, What: "TODO_LIST.md names " + list(slices.Compact(unknown.ids)) + ", which no file has",
			Why: "agents that go by the list look for it", Hint: todoHint,
		}
		f.Files[0].Name = "TODO_LIST.md"
		if len(unknown.ids) == 1 {
			f.Hint = w.meant(tasks.ID{Text: unknown.ids[0]}) + f.Hint
		}
		w.add(f)
	}
}

const todoHint = "Bring TODO_LIST.md up to date: v on the board, then a, puts the line of a task right."

// over reports whether a task needs nothing more: it is finished, or all that it stands for is.
func (w *session) over(t *tasks.Task) bool {
	if len(w.parts[t]) == 0 {
		return t.Status.Finished()
	}
	return len(w.open(t)) == 0
}

// disagreement is the tasks about which the list says one and the same wrong thing.
type disagreement struct {
	ids  []string
	keys []tasks.Key
}

func (d *disagreement) note(t *tasks.Task) {
	d.ids, d.keys = append(d.ids, t.ID.Text), append(d.keys, t.Key)
}

func (d *disagreement) add(w *session, s Severity, what, why string) {
	if len(d.keys) == 0 {
		return
	}
	if len(d.ids) > 1 {
		what += ": " + list(d.ids)
	}
	w.add(Finding{Severity: s, Kind: TodoDiffers, Files: d.keys, What: what, Why: why, Hint: todoHint})
}
