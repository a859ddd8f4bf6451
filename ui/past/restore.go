package past

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"sideboard/board"
	"sideboard/keymap"
	"sideboard/tasks"
	"sideboard/tasks/store"
	"sideboard/ui/effects"
	"sideboard/ui/host"
	"sideboard/ui/phrase"
	"sideboard/ui/safetext"
	"sideboard/ui/view"
)

// restoreAll previews the restoring of every task deleted together with the nth one, each file byte for byte.
func (v *panel) restoreAll(nth int) tea.Cmd {
	m, of := v.m, v.groups[nth]
	group := slices.Clone(v.deleted[of.first:of.end])
	slices.SortStableFunc(group, func(a, b store.Deleted) int { return tasks.Natural(a.Task.Name, b.Task.Name) })
	var all []host.Proposal
	for _, d := range blockersFirst(group) {
		e, err := board.Restore(m.Board, d.Task, d.Raw, m.Me, m.Now)
		p := host.Proposal{Task: d.Task}
		p.Proposed, _ = host.Judge(m, d.Task.List, e, err)
		if t := m.Board.Traits(d.Task.List); p.No == "" && t != nil && t.WipesWhenDone && d.Task.Status.Finished() {
			p.Out, p.Risk = true, "A list whose tasks are all completed is wiped again."
		}
		all = append(all, p)
	}
	m.Propose("restore", "restored", all)
	return nil
}

// blockersFirst returns the tasks, each after those it waits for. Of several files with one name it keeps the first,
// which is the newest.
func blockersFirst(all []store.Deleted) []store.Deleted {
	var out []store.Deleted
	of, seen := map[string]int{}, map[tasks.Key]bool{}
	for i, d := range all {
		if id := d.Task.List + "\x00" + d.Task.ID.Text; !seen[d.Task.Key] {
			of[id] = i
		}
		seen[d.Task.Key] = true
	}
	clear(seen)
	var put func(i int)
	put = func(i int) {
		if seen[all[i].Task.Key] {
			return
		}
		seen[all[i].Task.Key] = true
		for _, id := range all[i].Task.WaitsFor {
			if j, ok := of[all[i].Task.List+"\x00"+id.Text]; ok {
				put(j)
			}
		}
		out = append(out, all[i])
	}
	for i := range all {
		put(i)
	}
	return out
}

// exporting asks for the directory that gets a copy of every deleted file.
type exporting struct {
	list *panel
	host.Prompt
}

// Handle writes the copies, or goes back to the list.
func (x *exporting) Handle(a keymap.Action) tea.Cmd {
	m := x.list.m
	switch a {
	case keymap.Back:
		m.SetMode(x.list)
	case keymap.Submit:
		typed := strings.TrimSpace(x.Line.Value())
		switch {
		case x.Sent:
			return nil
		case typed == "":
			x.Err = "Name a directory"
			return nil
		}
		env := m.Finder.Env
		dir := typed
		if rest, home := strings.CutPrefix(dir, "~/"); home && env.Home != "" {
			dir = filepath.Join(env.Home, rest)
		}
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(env.Cwd, dir)
		}
		var files []effects.File
		for _, d := range x.list.deleted {
			name := d.Task.Name
			if d.Task.List != "" {
				name = d.Task.List + "-" + name
			}
			files = append(files, effects.File{Name: name, Raw: d.Raw})
		}
		if m.Workspace.IsOpen(dir) {
			x.Err = "That is a task directory, where agents would take them for tasks"
			return nil
		}
		x.Sent, x.Err = true, ""
		return effects.Export(dir, m.Workspace.Place().Dir, files, host.OnResult2(func(n int, err error) tea.Cmd {
			return x.exported(dir, n, err)
		}))
	default:
		return x.Edit(a)
	}
	return nil
}

// Overlay returns the form.
func (x *exporting) Overlay() view.Overlay {
	n := len(x.list.deleted)
	title := fmt.Sprintf("Export %d deleted %s to", n, phrase.Plural(n, "task", "tasks"))
	return x.Form(&x.list.m.Screen, title, "Directory",
		safetext.Const("made if it is not there; no file in it is overwritten"), "export")
}

// exported reports the result of an export. After an error the person can name another directory.
func (x *exporting) exported(dir string, n int, err error) tea.Cmd {
	m := x.list.m
	x.Sent = false
	if err != nil {
		x.Err = phrase.Sentence(err.Error())
		if m.Mode() != host.Mode(x) {
			m.Error("Not exported: " + err.Error())
		}
		return nil
	}
	if m.Mode() == host.Mode(x) {
		m.ToBoard()
	}
	m.Success(fmt.Sprintf("Exported %s to %s", phrase.Tasks(n), dir))
	return nil
}
