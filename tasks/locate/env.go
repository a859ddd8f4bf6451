package locate

import (
	"os"
	"path/filepath"
)

// getenv reads one variable.
func (e Env) getenv(name string) string {
	if e.Getenv == nil {
		return ""
	}
	return e.Getenv(name)
}

// abs makes a path absolute against Cwd.
func (e Env) abs(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(e.Cwd, path)
}

// parentDirs returns Cwd and the directories above it, ending with the one that holds .git or is the home directory,
// and why it ends there.
func (e Env) parentDirs() (dirs []string, end string) {
	home, _ := os.Stat(e.Home)
	for dir := filepath.Clean(e.Cwd); ; dir = filepath.Dir(dir) {
		dirs = append(dirs, dir)
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dirs, "the git repository starts here, so the search ends"
		}
		if fi, err := os.Stat(dir); err == nil && home != nil && os.SameFile(fi, home) {
			return dirs, "this is the home directory, so the search ends"
		}
		if dir == filepath.Dir(dir) {
			return dirs, "there is nothing above"
		}
	}
}

// projectRoot returns the directory the person's project is taken to be: that of the git repository, else Cwd.
func (e Env) projectRoot() string {
	dirs, _ := e.parentDirs()
	last := dirs[len(dirs)-1]
	if _, err := os.Lstat(filepath.Join(last, ".git")); err == nil {
		return last
	}
	return filepath.Clean(e.Cwd)
}

// nearestTasksDir finds the nearest .tasks upwards, "" when there is none, and what was tried before.
func nearestTasksDir(e Env) (string, []Attempt) {
	var looked []Attempt
	dirs, end := e.parentDirs()
	for i, dir := range dirs {
		path := filepath.Join(dir, ".tasks")
		bad := whyNotDir(path)
		if bad == "" {
			return path, looked
		}
		if i == len(dirs)-1 {
			bad += "; " + end
		}
		looked = append(looked, Attempt{Path: path, Why: bad})
	}
	return "", looked
}

// describe describes a directory by where it lies.
func (e Env) describe(dir, why string) Place {
	p := Place{Dir: dir, Kind: Explicit, Why: why, Project: filepath.Base(dir)}
	parent := filepath.Dir(dir)
	switch {
	case isSessionTasksDir(dir):
		home := sessionDir(dir)
		p.Kind, p.List, p.Project = WorkflowDir, sessionName(home), filepath.Base(filepath.Dir(home))
		if root := workflowProject(dir); root != "" {
			p.Project = filepath.Base(root)
		}
	case filepath.Base(dir) == ".tasks":
		p.Kind, p.Project = TasksDir, filepath.Base(parent)
	case filepath.Base(parent) == ".tasks":
		p.Kind, p.List, p.Project = SubList, filepath.Base(dir), filepath.Base(filepath.Dir(parent))
	case e.isClaudeList(dir):
		p.Kind, p.List = ClaudeCode, filepath.Base(dir)
		if project := projectOf(e, p.List); project != "" {
			p.Project = project
		}
	}
	return p
}

// isClaudeList reports whether dir is a list of Claude Code's.
func (e Env) isClaudeList(dir string) bool {
	cfg := ConfigDir(e)
	if cfg == "" {
		return false
	}
	parent, base := filepath.Dir(dir), filepath.Join(cfg, "tasks")
	if parent == base {
		return true
	}
	a, errA := os.Stat(parent)
	b, errB := os.Stat(base)
	return errA == nil && errB == nil && os.SameFile(a, b)
}
