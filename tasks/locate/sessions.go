package locate

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Workflow sessions keep their tasks in a folder .task of their own, below the project's .workflow:
// .workflow/WFS-x/.task, .workflow/active/WFS-x/.task, .workflow/.lite-plan/x/.task, archives. The runs of Maestro Flow
// have them in their output: .workflow/sessions/x/runs/y/outputs/tasks, .workflow/scratch/x/outputs/tasks.

const (
	workflowDir  = ".workflow"
	taskDir      = ".task"
	outputsDir   = "outputs"  // of a run: it has the folder tasks
	markerPrefix = ".active-" // .workflow/.active-WFS-x marks WFS-x as the current session
	sessionFile  = "workflow-session.json"
	teamsDir     = ".team"      // in .workflow: it has a directory for each team
	teamFile     = "tasks.json" // of a team: all its tasks, in a map
	tableFile    = "tasks.csv"  // next to .task: the same tasks as a table, which some agents use
	maxDepth     = 5            // levels below .workflow that are searched
	maxFolders   = 5_000
)

// nearestWorkflow returns the nearest .workflow upwards, "" for none.
func nearestWorkflow(e Env) string {
	dirs, _ := e.parentDirs()
	for _, dir := range dirs {
		if path := filepath.Join(dir, workflowDir); whyNotDir(path) == "" {
			return path
		}
	}
	return ""
}

// sessionsIn returns the workflow sessions below a .workflow that have a folder of tasks: the current one first,
// archives last, otherwise newest first. The error for a root that cannot be read is a *BadDirError.
func sessionsIn(root string) ([]FoundList, error) {
	s := &search{root: root, budget: newBudget(), folders: maxFolders}
	if err := s.walk("", 0); err != nil {
		return nil, unreadable(root, err)
	}
	for i := range s.found {
		one := &s.found[i]
		one.Archived = slices.ContainsFunc(strings.Split(one.Under, "/"), func(dir string) bool {
			return strings.HasPrefix(strings.TrimPrefix(dir, "."), "archive")
		})
		one.Active = !one.Archived && (slices.Contains(s.markers, one.ID) || len(s.markers) == 0 && s.isActive(*one))
	}
	slices.SortStableFunc(s.found, func(a, b FoundList) int {
		return cmp.Or(compareBool(!a.Active, !b.Active), compareBool(a.Archived, b.Archived),
			compareBool(a.Tasks == 0, b.Tasks == 0),
			b.Changed.Compare(a.Changed), cmp.Compare(a.Under, b.Under), cmp.Compare(a.ID, b.ID))
	})
	return s.found, nil
}

// search is one walk through a .workflow.
type search struct {
	root    string
	budget  *budget
	folders int
	markers []string
	found   []FoundList
}

// walk searches one directory below the root.
func (s *search) walk(under string, depth int) error {
	if s.folders--; s.folders < 0 {
		return nil
	}
	dir := filepath.Join(s.root, filepath.FromSlash(under))
	if home := filepath.Dir(dir); filepath.Base(home) == teamsDir {
		s.addTeam(dir)
	}
	var below []string
	here := &budget{names: min(s.budget.names, s.budget.perList)}
	most := here.names
	_, err := readEntries(dir, here, func(d fs.DirEntry) bool {
		name := d.Name()
		switch {
		case strings.HasPrefix(name, markerPrefix) && !d.IsDir():
			s.markers = append(s.markers, strings.TrimPrefix(name, markerPrefix))
		case d.IsDir() && isSessionTasksDir(filepath.Join(dir, name)):
			s.add(filepath.Join(dir, name))
		case d.IsDir() && depth < maxDepth && name != ".git" && name != "node_modules":
			below = append(below, name)
		}
		return true
	})
	s.budget.names -= most - here.names
	if err != nil && depth == 0 {
		return err
	}
	slices.Sort(below)
	for _, name := range below {
		s.walk(filepath.ToSlash(filepath.Join(under, name)), depth+1)
	}
	return nil
}

// add adds a folder of tasks.
func (s *search) add(dir string) {
	v, err := surveyDir(dir, s.budget)
	if err != nil {
		return
	}
	home := sessionDir(dir)
	above, err := filepath.Rel(s.root, filepath.Dir(home))
	if err != nil || above == "." || home == s.root {
		above = ""
	}
	one := FoundList{List: v.list(dir, sessionName(home)), Kind: WorkflowDir, Under: filepath.ToSlash(above)}
	one.OneFile = regularFile(home, tableFile)
	if root := workflowProject(dir); root != "" {
		one.Project = filepath.Base(root)
	}
	s.found = append(s.found, one)
}

// addTeam adds a team of CCW's, whose tasks are all in one file.
func (s *search) addTeam(dir string) {
	name := regularFile(dir, teamFile)
	if fi, err := os.Stat(filepath.Join(dir, teamFile)); name != "" && err == nil {
		one := List{ID: filepath.Base(dir), Dir: dir, Project: filepath.Base(workflowProject(dir)),
			Changed: fi.ModTime(), OneFile: name}
		s.found = append(s.found, FoundList{List: one, Kind: WorkflowDir, Under: teamsDir})
	}
}

// regularFile returns name if dir has a regular file of that name, else "".
func regularFile(dir, name string) string {
	if fi, err := os.Lstat(filepath.Join(dir, name)); err != nil || !fi.Mode().IsRegular() {
		return ""
	}
	return name
}

// isSessionTasksDir reports whether a directory has the path of a session's or a run's folder of tasks.
func isSessionTasksDir(dir string) bool {
	return filepath.Base(dir) == taskDir ||
		filepath.Base(dir) == "tasks" && filepath.Base(filepath.Dir(dir)) == outputsDir && workflowProject(dir) != ""
}

// sessionDir returns the directory of the session or the run with a folder of tasks.
func sessionDir(dir string) string {
	if filepath.Base(dir) == taskDir {
		return filepath.Dir(dir)
	}
	return filepath.Dir(filepath.Dir(dir))
}

// sessionName returns the name of the session in a directory: WFS-x, WFS-x/.review for one hidden in another, x/y for
// the run y of the session x.
func sessionName(dir string) string {
	name, above := filepath.Base(dir), filepath.Dir(dir)
	switch {
	case filepath.Base(above) == "runs":
		return filepath.Base(filepath.Dir(above)) + "/" + name
	case strings.HasPrefix(name, ".") && name != workflowDir && filepath.Base(above) != workflowDir:
		return filepath.Base(above) + "/" + name
	}
	return name
}

// isActive reports whether a session is among the active ones and its own file does not say that it is over or paused.
func (s *search) isActive(one FoundList) bool {
	if one.Under != "active" {
		return false
	}
	raw, _, err := ReadSmall(filepath.Join(sessionDir(one.Dir), sessionFile), maxConfig)
	var said struct{ Status any }
	if err != nil || json.Unmarshal(raw, &said) != nil {
		return true
	}
	switch said.Status {
	case "completed", "archived", "paused", "cancelled":
		return false
	}
	return true
}

// pickSession returns the session that is meant if none was named: the current one, else the newest that has tasks and
// is not archived.
func pickSession(e Env, root string) (Place, bool) {
	all, err := sessionsIn(root)
	if err != nil || len(all) == 0 || all[0].Tasks == 0 || all[0].Archived {
		return Place{}, false
	}
	return e.describe(all[0].Dir), true
}

// findSession returns the session with a name: the current one of several, archives last.
func findSession(e Env, root, name string) (Place, bool) {
	all, _ := sessionsIn(root)
	for _, s := range all {
		if s.ID == name && !s.isOneFile() {
			return e.describe(s.Dir), true
		}
	}
	return Place{}, false
}

// workflowProject returns the directory with the .workflow that a path is in, "" for none.
func workflowProject(path string) string {
	for dir := path; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if filepath.Base(dir) == workflowDir {
			return filepath.Dir(dir)
		}
	}
	return ""
}

// SessionFiles is what there is next to a session's folder of tasks.
type SessionFiles struct {
	Name     string   // the session's name
	Todo     []byte   // TODO_LIST.md, nil if there is none or it cannot be read
	Plan     []byte   // IMPL_PLAN.md, likewise
	Markers  []string // the sessions that have markers, sorted; nil for none
	TopLevel bool     // it is directly in .workflow, like the sessions that have markers
	Status   string   // the status in the session's own file, "" for none
	Table    string   // tasks.csv, if there is one, else ""
}

// ReadSession returns what there is next to a folder of workflow tasks; false for any other directory.
func ReadSession(dir string) (SessionFiles, bool) {
	if filepath.Base(dir) != taskDir {
		return SessionFiles{}, false
	}
	home := filepath.Dir(dir)
	s := SessionFiles{Name: filepath.Base(home), Table: regularFile(home, tableFile)}
	s.Todo, _, _ = ReadSmall(filepath.Join(home, "TODO_LIST.md"), maxConfig)
	s.Plan, _, _ = ReadSmall(filepath.Join(home, "IMPL_PLAN.md"), maxConfig)
	raw, _, err := ReadSmall(filepath.Join(home, sessionFile), maxConfig)
	var said struct{ Status string }
	if err == nil && json.Unmarshal(raw, &said) == nil {
		s.Status = said.Status
	}
	root := filepath.Dir(home)
	if filepath.Base(root) != workflowDir {
		return s, true
	}
	s.TopLevel = true
	_, _ = readEntries(root, newBudget(), func(d fs.DirEntry) bool {
		if name, ok := strings.CutPrefix(d.Name(), markerPrefix); ok && !d.IsDir() {
			s.Markers = append(s.Markers, name)
		}
		return true
	})
	slices.Sort(s.Markers)
	return s, true
}
