package matrix

import (
	"path/filepath"
	"testing"

	"sideboard/tasks"
	"sideboard/tasks/dialect"
	"sideboard/tasks/refagents"
)

// form is how the agents of one dialect lay out a directory. Nothing of it comes from the packages under test.
type form struct{ refagents.Form }

type row = refagents.Row

func formOf(dialect string) form { return form{refagents.FormOf(dialect)} }

// played are the dialects that a test plays: under -short one of each kind of reader, lock and list.
func played() (all []form) {
	names := refagents.Dialects()
	if testing.Short() {
		names = []string{refagents.S07Blocks, refagents.S12wt, refagents.S13, refagents.V6, refagents.ClaudeCode}
	}
	for _, name := range names {
		all = append(all, formOf(name))
	}
	return all
}

// path is where such a directory is, below another.
func (f form) path(base string) string {
	if f.Claude {
		return filepath.Join(base, ".claude", "tasks", "list")
	}
	return filepath.Join(base, ".tasks")
}

// codec is what a program knows of the directory before it reads it. Nothing in the files distinguishes v9 from v6early.
func (f form) codec(path string) *dialect.Codec {
	b := dialect.NewCodec(path)
	if f.Dialect == refagents.V9 {
		b.SetDialect(dialect.V9)
	}
	return b
}

// waitsByList reports whether any id in its list blocks a task, whatever has become of the task it names.
func (f form) waitsByList() bool { return f.Clears && !f.Judges }

// unowned reports whether the agents of a dialect write no owner.
func (f form) unowned() bool { return f.Dialect == refagents.S07 || f.Dialect == refagents.S07Blocks }

// world is a project in the middle: 1 runs, 2 and 3 wait for it, 4 is done and 5 may start because of it, 6 waits for
// nothing, 7 is ours but not begun.
type world map[int]*row

const talk = "Zeile 1\n\t\"zwei\" \\ 三 <b>&</b> \u007f 🚀\n"

func (f form) world() world {
	w := world{
		1: {Subject: "Écrire le schéma 🚀", Description: talk, Status: "in_progress", Owner: "zoë", Active: "Schreibe"},
		2: {Subject: "endpoints", Status: "pending", Waits: f.IDs(1)},
		3: {Subject: "tests", Status: "pending", Waits: f.IDs(1, 2)},
		4: {Subject: "docs", Status: "completed", Owner: "bob"},
		5: {Subject: "release", Status: "pending", Active: "Releasing"},
		6: {Subject: "Übersetzung", Status: "pending"},
		7: {Subject: "mine", Status: "pending", Owner: me},
	}
	if f.Mirrors {
		w[1].Blocks, w[2].Blocks, w[4].Blocks = f.IDs(2, 3), f.IDs(3), f.IDs(5)
	}
	if !f.waitsByList() {
		w[5].Waits = f.IDs(4)
	}
	if f.Has("worktree") {
		w[1].Worktree = "auth"
	}
	for n, r := range w {
		r.N = n
	}
	return w
}

// files returns a project as files, with those that its agents keep next to the tasks. Claude Code writes its mark only when it
// deletes, so that the mark may be far below the ids.
func (w world) files(f form) map[string]string {
	files := f.otherFiles()
	for n, r := range w {
		files[f.File(n)] = f.Text(*r)
	}
	return files
}

// otherFiles are the files next to the tasks.
func (f form) otherFiles() map[string]string {
	files := map[string]string{}
	if f.Dialect == refagents.S13 || f.Claude {
		files[".lock"] = ""
	}
	if f.Mark {
		files[".highwatermark"] = "7"
	}
	if f.Claude {
		files[".highwatermark"] = "4"
	}
	return files
}

func keyOf(name string) tasks.Key { return tasks.Key{Name: name} }
