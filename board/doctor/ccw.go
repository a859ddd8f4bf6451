package doctor

import (
	"fmt"
	"slices"
	"strings"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
)

// The kinds of the tasks of a workflow session only.
const (
	LacksMember     Kind = "lacks-member"     // lacks a member that the rules of its generation demand
	MisformedID     Kind = "misformed-id"     // not of the form of its generation's ids
	UnknownWord     Kind = "unknown-word"     // a value that its generation does not have
	WildcardPath    Kind = "wildcard-path"    // a path that is a pattern
	WrongParent     Kind = "wrong-parent"     // part and container disagree, or one of them does not exist
	TooDeep         Kind = "too-deep"         // a part of a part of a part
	EmptyContainer  Kind = "empty-container"  // a container without parts
	WrongContainer  Kind = "wrong-container"  // a container whose status disagrees with its parts
	PartWaits       Kind = "part-waits"       // a task and its container wait for each other
	UnmetDependency Kind = "unmet-dependency" // started although a blocker is not finished
	SaysBlocked     Kind = "says-blocked"     // the status is blocked, but no blocker is open
	TodoDiffers     Kind = "todo-differs"     // TODO_LIST.md and the files disagree
	InactiveSession Kind = "inactive-session" // tasks are in progress in a session that is not marked active
)

// maxGuesses is the number of missing ids for which guess looks for the right one. A folder with thousands of missing
// ids has another fault.
const maxGuesses = 100

// maxDepth is the largest depth of nested tasks: a container and its parts.
const maxDepth = 2

// Session is what is around a folder of workflow tasks.
type Session struct {
	Name    string
	Todo    []byte   // TODO_LIST.md, nil for none
	Marks   bool     // sessions of this kind have markers
	Markers []string // the sessions that have one
	Status  string   // in the session's own file, "" for none
	Table   string   // a file next to the folder that has its tasks as one table, "" for none
}

// isWorkflow reports whether a task is of a workflow generation whose rules are known.
func isWorkflow(t *tasks.Task) bool { return t.Traits.Nests && t.Traits.Published() }

// checkWorkflow examines the tasks of a session.
func (x *exam) checkWorkflow() {
	w := &session{exam: x, parts: map[*tasks.Task][]*tasks.Task{}, containersOf: map[tasks.ID][]*tasks.Task{},
		partsByForm: map[*tasks.Task]bool{}}
	for _, t := range x.tasks {
		if isWorkflow(t) {
			w.all = append(w.all, t)
		}
	}
	if len(w.all) == 0 {
		return
	}
	w.findParts()
	for _, t := range w.all {
		w.checkIDForm(t)
		w.checkDepth(t)
		w.checkContainer(t)
		w.checkDependencies(t)
	}
	if x.c.Session != nil {
		w.checkTodo(x.c.Session.Todo)
		w.checkActive(*x.c.Session)
		w.reportTable(x.c.Session.Table)
	}
}

// session is the examination of one session.
type session struct {
	*exam
	all          []*tasks.Task
	parts        map[*tasks.Task][]*tasks.Task // of each container
	containersOf map[tasks.ID][]*tasks.Task    // the containers whose own lists name an id

	partsByForm map[*tasks.Task]bool // the tasks that are parts by their ids alone
}

// checkMembers reports members that a file lacks, unknown values, and paths that are patterns.
func (x *exam) checkMembers(t *tasks.Task, raw []byte) {
	if lacks, others := dialect.Lacks(t.Traits, raw); len(lacks)+len(others) > 0 {
		if len(lacks) > 0 {
			others = append([]string{"it lacks " + list(lacks)}, others...)
		}
		f := Finding{
			Severity: Warning, Kind: LacksMember, Files: []tasks.Key{t.Key},
			What: strings.Join(others, "; "), Why: "the rules of " + t.Traits.Title +
				" demand that, and agents check it before they start a task",
			Hint: "Let whoever planned the task fill it in.",
		}
		if t.Status.Finished() {
			f.Severity, f.Why = Note, "the rules of "+t.Traits.Title+" demand that, but the task is finished"
		}
		x.add(f)
	}
	if odd := dialect.Unpublished(t.Traits, raw); len(odd) > 0 && !t.Status.Finished() && t.Status != tasks.Container {
		x.add(Finding{
			Severity: Note, Kind: UnknownWord, Files: []tasks.Key{t.Key}, What: strings.Join(odd, "; "),
			Why:  "the rules of " + t.Traits.Title + " say otherwise, and agents check it before they start a task",
			Hint: "Let whoever planned the task look at it.",
		})
	}
	if patterns := dialect.Wildcards(raw); len(patterns) > 0 {
		x.add(Finding{
			Severity: Note, Kind: WildcardPath, Files: []tasks.Key{t.Key},
			What: "its paths are patterns: " + list(patterns),
			Why:  "agents take them for names of files and folders, and find nothing there",
			Hint: "Write out which files and folders are meant.",
		})
	}
}

// checkIDForm reports an id that is not of the form of its generation.
func (w *session) checkIDForm(t *tasks.Task) {
	want := dialect.Malformed(t.Traits, t.ID)
	if want == "" {
		return
	}
	f := Finding{
		Severity: Warning, Kind: MisformedID, Files: []tasks.Key{t.Key}, What: "its id is " + quoted(t.ID.Text) +
			", and must be " + want,
		Why:  "agents that look for tasks by that form skip it",
		Hint: "Give it another id, in its file, its name and the lists that name it.",
	}
	if t.Status.Finished() {
		f.Severity = Note
	}
	w.add(f)
}

// checkDependencies reports a task that was started too early, or whose status is blocked although no blocker is open.
func (w *session) checkDependencies(t *tasks.Task) {
	waits := false
	var named []string
	for _, id := range unique(t.WaitsFor) {
		o, _ := w.find(t, id)
		switch {
		case o == nil || o == t: // checkLinks reports these
			waits = true
		case !w.isMet(o):
			waits, named = true, append(named, id.Text)
		}
	}
	switch {
	case t.Status == tasks.InProgress && len(named) > 0:
		w.add(Finding{
			Severity: Warning, Kind: UnmetDependency, Files: []tasks.Key{t.Key},
			What: "it is in progress, and " + list(named) + " " + tasks.Plural(len(named), "is", "are") +
				" not completed",
			Why:  "its agent may build on what is not there yet",
			Hint: "Look at whether it really needs what it waits for; release it if so.",
		})
	case t.Status == tasks.Completed && len(named) > 0:
		w.add(Finding{
			Severity: Note, Kind: UnmetDependency, Files: []tasks.Key{t.Key},
			What: "it is completed, and " + list(named) + " " + tasks.Plural(len(named), "is", "are") + " not",
			Why:  "it was to wait for " + tasks.Plural(len(named), "that", "those"),
		})
	case t.Status == tasks.Blocked && !waits:
		f := Finding{
			Severity: Note, Kind: SaysBlocked, Files: []tasks.Key{t.Key},
			What: "it says that it is blocked, and nothing that it waits for is open",
			Why:  "agents skip it as long as it says so", Hint: "Set it to pending.",
		}
		if isEditable(t) {
			f.Repair = &Repair{What: "set it to pending", Asks: true, Edit: statusEdit(t, tasks.Pending)}
		}
		w.add(f)
	}
}

// isMet reports whether a task no longer blocks others: it is completed, or all parts of a container are finished.
func (w *session) isMet(t *tasks.Task) bool {
	if len(w.parts[t]) == 0 {
		return t.Status == tasks.Completed
	}
	return len(w.openParts(t)) == 0
}

// statusEdit returns the edit that sets the status of a task.
func statusEdit(t *tasks.Task, to tasks.Status) *tasks.Edit {
	return &tasks.Edit{Verb: tasks.VerbEdit, Of: t.Key, Changes: []tasks.Change{
		{Field: tasks.FieldStatus, Op: tasks.Set, From: tasks.StatusValue(t.Status), To: tasks.StatusValue(to)},
	}}
}

// suggestion returns the id that was probably meant by a missing one, as the beginning of a hint; "" if none is near.
func (w *session) suggestion(id tasks.ID) string {
	if right, ok := w.guess(id, nil); ok {
		return "Did you mean " + right.Text + "? "
	}
	return ""
}

// guess returns the id of a task other than t that was probably meant by a missing id, false if none is near. After
// maxGuesses calls it always returns false.
func (x *exam) guess(id tasks.ID, t *tasks.Task) (tasks.ID, bool) {
	if x.guesses++; x.guesses > maxGuesses {
		return tasks.ID{}, false
	}
	var all []tasks.ID
	for _, o := range x.tasks {
		if o != t {
			all = append(all, o.ID)
		}
	}
	return tasks.Nearest(id, all)
}

// addSuggestion adds the ids that were probably meant to a finding about missing ones, with a repair that writes them.
func (x *exam) addSuggestion(f *Finding, t *tasks.Task, missing []tasks.ID) {
	if !isWorkflow(t) {
		return
	}
	var wrong, right []tasks.ID
	for _, id := range missing {
		if is, ok := x.guess(id, t); ok && !slices.Contains(t.WaitsFor, is) {
			wrong, right = append(wrong, id), append(right, is)
		}
	}
	if len(right) == 0 {
		return
	}
	f.Hint = "Did you mean " + joinIDs(right) + "? " + f.Hint
	if !isEditable(t) || len(wrong) != len(missing) {
		return
	}
	e := &tasks.Edit{Verb: tasks.VerbLink, Of: t.Key, Changes: dropChanges(tasks.FieldWaitsFor, wrong...)}
	for _, id := range right {
		e.Changes = append(e.Changes, tasks.Change{Field: tasks.FieldWaitsFor, Op: tasks.Add, To: tasks.RefValue(id)})
	}
	f.Repair = &Repair{What: "write " + joinIDs(right) + " in place of " + joinIDs(wrong), Asks: true, Edit: e}
}

// checkActive reports work in a session that is not the active one.
func (w *session) checkActive(s Session) {
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
	case len(s.Markers) > 1 && slices.Contains(s.Markers, s.Name):
		f.Severity, f.Files = Note, []tasks.Key{w.all[0].Key}
		f.What = "several sessions are marked active: " + list(s.Markers)
		f.Why, f.Hint = "agents take the first they find, which may be another",
			"Leave only the marker .workflow/.active-<session> of the active one."
	case s.Marks && len(running) > 0 && len(s.Markers) == 0:
		f.What = "tasks are in progress, and no session is marked active"
		f.Why, f.Hint = "agents look for the marker to find their session, and find none",
			"Make the empty file .workflow/.active-"+s.Name+"."
	case s.Marks && len(running) > 0 && !slices.Contains(s.Markers, s.Name):
		f.What = "tasks are in progress, and the session marked active is " + list(s.Markers)
		f.Why, f.Hint = "agents that look for their session go to that one",
			"Mark this session active, or release what is in progress here."
	case (s.Status == "completed" || s.Status == "archived") && len(open) > 0:
		f.Files = open
		f.What = fmt.Sprintf("its session says that it is %s, and %d %s not", s.Status, len(open),
			tasks.Plural(len(open), "task is", "tasks are"))
		f.Why, f.Hint = "no agent comes back to a session that is over",
			"Complete or cancel what is left, or set the status in workflow-session.json."
	default:
		return
	}
	w.add(f)
}

// reportTable reports a table that some agents use in place of the files.
func (w *session) reportTable(name string) {
	if name == "" {
		return
	}
	f := Finding{
		Severity: Note, Kind: ForeignFile, Files: []tasks.Key{w.all[0].Key}, What: "it has the same tasks as one table",
		Why:  "it is neither read nor written here: agents that use the table see no change that is made here",
		Hint: "Let all agents of a session use one of the two.",
	}
	f.Files[0].Name = name
	w.add(f)
}

// checkTodo reports where TODO_LIST.md and the files disagree.
func (w *session) checkTodo(text []byte) {
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
		case t == nil && w.hasBrokenFile(e.ID): // there is a finding about it
		case t == nil:
			unknown.ids = append(unknown.ids, e.ID)
		case !e.Box: // a container's
		case e.Ticked && !w.isOver(t):
			ticked.addTask(t)
		case !e.Ticked && w.isOver(t):
			unticked.addTask(t)
		}
		if t != nil {
			named[t] = true
		}
	}
	for _, t := range w.all {
		if !named[t] {
			unnamed.addTask(t)
		}
	}
	ticked.report(w, Warning, "TODO_LIST.md ticks it off, and its file does not",
		"agents that go by the list take it for done")
	unticked.report(w, Warning, "it is over, and TODO_LIST.md does not tick it off",
		"agents that go by the list do it again")
	unnamed.report(w, Note, "TODO_LIST.md does not name it", "agents that go by the list do not know of it")
	if len(unknown.ids) > 0 {
		slices.Sort(unknown.ids)
		f := Finding{
			Severity: Note, Kind: TodoDiffers, Files: []tasks.Key{w.all[0].Key}, What: "TODO_LIST.md names " +
				list(slices.Compact(unknown.ids)) + ", which no file has",
			Why: "agents that go by the list look for it", Hint: todoHint,
		}
		f.Files[0].Name = "TODO_LIST.md"
		if len(unknown.ids) == 1 {
			f.Hint = w.suggestion(tasks.ID{Text: unknown.ids[0]}) + f.Hint
		}
		w.add(f)
	}
}

// hasBrokenFile reports whether a file that cannot be read as a task is named after an id, in any case.
func (w *session) hasBrokenFile(id string) bool {
	for name := range w.problems {
		if strings.EqualFold(strings.TrimSuffix(name, ".json"), id) {
			return true
		}
	}
	return false
}

const todoHint = "Bring TODO_LIST.md up to date: v on the board, then a, puts the line of a task right."

// isOver reports whether a task is finished, or all parts of a container are.
func (w *session) isOver(t *tasks.Task) bool {
	if len(w.parts[t]) == 0 {
		return t.Status.Finished()
	}
	return len(w.openParts(t)) == 0
}

// disagreement is a set of tasks about which TODO_LIST.md is wrong in the same way.
type disagreement struct {
	ids  []string
	keys []tasks.Key
}

func (d *disagreement) addTask(t *tasks.Task) {
	d.ids, d.keys = append(d.ids, t.ID.Text), append(d.keys, t.Key)
}

// report reports a disagreement as one finding, with the ids if it is about several tasks. Without tasks it does
// nothing.
func (d *disagreement) report(w *session, s Severity, what, why string) {
	if len(d.keys) == 0 {
		return
	}
	if len(d.ids) > 1 {
		what += ": " + list(d.ids)
	}
	w.add(Finding{Severity: s, Kind: TodoDiffers, Files: d.keys, What: what, Why: why, Hint: todoHint})
}
